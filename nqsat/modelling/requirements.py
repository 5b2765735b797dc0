"""The single requirements of a model, and the model relaxed to some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from nqsat.modelling.model import Model

What = Literal[
    "rule", "squares", "preset", "number",
    "tour", "factor", "through", "avoiding", "start", "end", "numbers", "fixed_by",
]  # fmt: skip

#: The optional requirements of a tour, or of a set of moves.
TOUR_ARGUMENTS = ("through", "avoiding", "start", "end", "numbers", "fixed_by")

#: At most this many squares are listed in a text.
FEW = 8


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a model.

    Args:
        what: its type: a ``"rule"``, a ``"preset"``, the ``"number"`` or the ``"squares"`` of a kind; for
            tours, the ``"tour"`` itself or an argument of ``Tour``.
        text: for display: ``non-attacking``, ``Q = 9``, ``Q@a1``.
        value: its value in the model: a rule, a preset, the name of a kind, a move, …
    """

    what: What
    text: str
    value: Any

    def __str__(self) -> str:
        return self.text


def requirements(model: Model) -> tuple[Requirement, ...]:
    """Return all requirements of a model; an objective is none, since some value is always the best."""
    return tuple(model.requirements())


def relaxed(model: Model, kept: Iterable[Requirement]) -> Model:
    """Return the model with only these of its requirements; a tour stays a tour.

    If the start of a closed tour is dropped, its remaining numbers are relative to one of them.
    """
    values: dict[What, list[Any]] = {}
    for requirement in kept:
        values.setdefault(requirement.what, []).append(requirement.value)
    return model.relaxed(values)
