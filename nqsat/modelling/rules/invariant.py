"""The arrangement is its own image under a symmetry of the board, or under several.

For every square s and kind k:  k stands on s  ⇔  k stands on g(s).  Under several it is its own image under
the group that they generate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from nqsat.chess import check_symmetry, find_symmetry, subgroup
from nqsat.errors import InvalidModel
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import COMMA, RuleField, read_names
from nqsat.modelling.vocabulary import Clause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from nqsat.chess import Board, Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["SYMMETRIES", "Invariant", "equal_along", "transposed_name"]

#: The symmetries of a flat board that have another name where ranks and files are exchanged.
_TURNED = {
    "rot90": "rot270",
    "rot270": "rot90",
    "flip-rows": "flip-columns",
    "flip-columns": "flip-rows",
}


class _Symmetries(RuleField):
    """Names of symmetries; one alone is written as it is."""

    def kept(self, value: Any) -> str | tuple[str, ...]:
        names = read_names(value)
        return names[0] if len(names) == 1 else names

    def write(self, value: str | tuple[str, ...]) -> object:
        return value if isinstance(value, str) else list(value)

    def read(self, data: object) -> str | tuple[str, ...]:
        if isinstance(data, str) and data:
            return data
        if isinstance(data, list) and all(isinstance(name, str) for name in data):
            return tuple(data)
        raise ValueError('expected the name of a symmetry, or a list: ["rot180", "transpose"]')

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(COMMA.split(text))


SYMMETRIES = _Symmetries()


@dataclass(frozen=True, slots=True)
class Invariant(Rule):
    """Only arrangements that a symmetry leaves as they are (those with more symmetry included).

    Args:
        symmetry: its name, as ``nqsat.symmetries(board)`` gives it: ``"rot180"``, ``"transpose"``, …; or
            several names, ``("rot180", "transpose")``, of symmetries that all leave them as they are.

    Raises:
        InvalidModel: there is no name.
    """

    name: ClassVar[str] = "invariant"
    fields: ClassVar[Mapping[str, RuleField]] = {"symmetry": SYMMETRIES}
    symmetry: str | tuple[str, ...]

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if not self.symmetry:
            raise InvalidModel("symmetry", "there is none; name one, as in rot180")

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names, one or several."""
        return read_names(self.symmetry)

    def check(self, model: Placement) -> None:
        for name in self.symmetries:
            check_symmetry(model.board, name)

    def holds(self, arrangement: Arrangement) -> bool:
        moves = (find_symmetry(arrangement.board, name) for name in self.symmetries)
        return all(arrangement.image(symmetry) == arrangement for symmetry in moves)

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        for name in self.symmetries:
            yield from equal_along(find_symmetry(model.board, name), model, variables)

    def transposed(self, board: Board) -> Self | None:
        return type(self)(tuple(map(transposed_name, self.symmetries)))

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        # g·x is fixed by H exactly if x is fixed by g⁻¹Hg: the set is kept if H and its conjugate
        # fix the same arrangements, which is so if they have the same orbits.
        group = subgroup(model.board, self.symmetries)
        orbits = {_orbit(square, group) for square in model.board.squares}
        return {frozenset(map(symmetry, orbit)) for orbit in orbits} == orbits


def equal_along(symmetry: Symmetry, model: Placement, variables: Variables) -> Iterator[Clause]:
    """A square and its image have men of one kind, or both have none."""
    for cycle in symmetry.cycles():
        for kind in model.kinds:
            for square, image in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                here, there = variables.at(kind.name, square), variables.at(kind.name, image)
                if here and here != there:  # x here implies x there; all round the cycle: equal
                    yield Clause((-here, there) if there else (-here,))


def transposed_name(name: str) -> str:
    """What a symmetry is called once ranks and files are exchanged; not of a solid board."""
    return "+".join(map(_turned_part, name.split("+")))


def _turned_part(name: str) -> str:
    if name.startswith("shift("):
        down, right = name.removeprefix("shift(").removesuffix(")").split(",")
        return f"shift({right},{down})"
    return _TURNED.get(name, name)


def _orbit(square: Square, group: Iterable[Symmetry]) -> frozenset[Square]:
    return frozenset(symmetry(square) for symmetry in group)
