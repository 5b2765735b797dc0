"""Recolourings: a symmetry of the board together with a permutation of the colours of the men."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from nqsat.chess import Symmetry

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Recolouring"]


@dataclass(frozen=True, slots=True)
class Recolouring(Symmetry):
    """A symmetry of a board that changes kinds of men into others besides.

    Its name is that of the symmetry, with the cycles of the colours: ``rot90+(black white)``.

    Args:
        name, matrix, images, mapping: as of ``Symmetry``.
        kinds: for each kind, in the model's order, its name and the name of what it becomes.
        naming: the same as a mapping; not part of the comparison.
    """

    kinds: tuple[tuple[str, str], ...]
    naming: Mapping[str, str] = field(compare=False, repr=False)

    @classmethod
    def of(cls, symmetry: Symmetry, naming: Mapping[str, str]) -> Self:
        """A symmetry and what each kind becomes; kinds of one colour become kinds of one colour."""
        colours = {_label(kind): _label(image) for kind, image in naming.items()}
        cycles = "".join(map(_cycle, _cycles(colours)))
        return cls(
            f"{symmetry.name}+{cycles}" if cycles else symmetry.name,
            symmetry.matrix,
            symmetry.images,
            symmetry.mapping,
            tuple(naming.items()),
            MappingProxyType(dict(naming)),
        )


def _label(kind: str) -> str:
    return kind.rpartition(":")[0]


def _cycle(colours: tuple[str, ...]) -> str:
    return f"({' '.join(colours)})" if len(colours) > 1 else ""


def _cycles(colours: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The cycles of a permutation, each from its first member in the alphabet."""
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for colour in sorted(colours):
        cycle = []
        while colour not in seen:
            seen.add(colour)
            cycle.append(colour)
            colour = colours[colour]  # noqa: PLW2901
        if cycle:
            found.append(tuple(cycle))
    return found
