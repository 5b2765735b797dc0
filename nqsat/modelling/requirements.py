"""The requirements of a model one by one, and the model that asks for some of them only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nqsat.modelling.rules import RULES, Rule

if TYPE_CHECKING:
    from nqsat.modelling.model import Model

What = Literal[
    "rule", "squares", "preset", "number",
    "tour", "factor", "through", "avoiding", "start", "end", "numbers", "fixed_by",
]  # fmt: skip

#: What is required of a tour, or of a set of moves, besides what it is.
TOUR_ARGUMENTS = ("through", "avoiding", "start", "end", "numbers", "fixed_by")

#: Of more squares than this only the first are named.
FEW = 8


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a model.

    Args:
        what: of which sort: a ``"rule"``, a ``"preset"``, the ``"number"`` or the ``"squares"`` of a kind;
            of tours, the ``"tour"`` itself or an argument of ``Tour``.
        text: for people: ``non-attacking``, ``Q = 9``, ``Q@a1``.
        value: what the model has there: a rule, a preset, the name of a kind, a move, …
    """

    what: What
    text: str
    value: Any

    def __str__(self) -> str:
        return self.text


def requirements(model: Model) -> tuple[Requirement, ...]:
    """All requirements of a model; an objective is none, for some value is always the best."""
    return tuple(model.requirements())


def relaxed(model: Model, kept: Iterable[Requirement]) -> Model:
    """The model with these of its requirements and no others; a tour stays a tour.

    Of a closed tour whose start is dropped, the numbers that are left are counted from one of them.
    """
    values: dict[What, list[Any]] = {}
    for requirement in kept:
        values.setdefault(requirement.what, []).append(requirement.value)
    return model.relaxed(values)


def text_of_rule(rule: Rule) -> str:
    """As on the command line; a rule of the user's own by its name and what it shows of itself."""
    if type(rule) not in RULES:
        return rule.name if repr(rule).endswith("()") else f"{rule.name}: {rule!r}"
    data = rule.to_json()
    bare = next(iter(rule.fields or data), None)
    words = [_word(key, value, bare=key == bare) for key, value in data.items()]
    return f"{rule.name}={','.join(words)}" if words else rule.name


def _word(key: str, value: object, *, bare: bool) -> str:
    if value is True:
        return key
    if isinstance(value, list):
        parts = ("-".join(part) if isinstance(part, list) else str(part) for part in value)
        value = ",".join(parts)
    return str(value) if bare else f"{key}={value}"
