"""The requirements of a model one by one, and the model that asks for some of them only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from nqsat.chess import Square
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import RULES, Rule
from nqsat.modelling.tour import REQUIRED, Model, Tour

What = Literal[
    "rule", "squares", "preset", "number",
    "tour", "through", "avoiding", "start", "end", "numbers", "fixed_by",
]  # fmt: skip

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
    return tuple(_of_tour(model) if isinstance(model, Tour) else _of_placement(model))


def relaxed(model: Model, kept: Sequence[Requirement]) -> Model:
    """The model with these of its requirements and no others; a tour stays a tour.

    Of a closed tour whose start is dropped, the numbers that are left are counted from one of them.
    """
    values: dict[What, list[Any]] = {}
    for requirement in kept:
        values.setdefault(requirement.what, []).append(requirement.value)
    if isinstance(model, Tour):
        return _relaxed_tour(model, values)
    kinds = [
        Kind(
            kind.name,
            kind.piece,
            kind.number if kind.name in values.get("number", ()) else Number(),
            kind.squares if kind.name in values.get("squares", ()) else None,
            kind.symbol,
        )
        for kind in model.kinds
    ]
    return Placement(model.board, kinds, values.get("rule", ()), values.get("preset", ()))


# -- placements --------------------------------------------------------------------------


def _of_placement(model: Placement) -> Iterator[Requirement]:
    for rule in model.rules:
        yield Requirement("rule", text_of_rule(rule), rule)
    for kind in model.kinds:
        if kind.number != Number():
            yield Requirement("number", f"{kind.name} = {kind.number}", kind.name)
        if kind.squares is not None:
            names = [square.name(model.board.rows) for square in sorted(kind.squares)]
            some = ", ".join(names[:FEW]) or "no square"
            more = f", … ({len(names)} squares)" if len(names) > FEW else ""
            yield Requirement("squares", f"{kind.name} only on {some}{more}", kind.name)
    for preset in model.presets:
        yield Requirement("preset", preset.written(model.board), preset)


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


# -- tours -------------------------------------------------------------------------------


def _of_tour(tour: Tour) -> Iterator[Requirement]:
    kind = "closed" if tour.closed else "open"
    text = f"{kind} tour of {tour.board.title} by {tour.piece.notation}"
    yield Requirement("tour", text, None)
    said = (one for rule in tour.arguments for one in rule.said(tour.board.rows))
    for name, text, value in sorted(said, key=lambda one: get_args(What).index(one[0])):
        yield Requirement(cast("What", name), text, value)
    for rule in tour.added:
        yield Requirement("rule", text_of_rule(rule), rule)


def _relaxed_tour(tour: Tour, values: Mapping[What, list[Any]]) -> Tour:
    given = {name: values.get(cast("What", name), []) for name in REQUIRED}
    one = {name: next(iter(given[name]), None) for name in ("start", "end", "fixed_by")}
    if tour.closed:
        total = len(tour.board.squares)
        one["start"], given["numbers"] = _counted_from_one(one["start"], given["numbers"], total)
    return tour.changed(**{**given, **one, "rules": values.get("rule", ())})


def _counted_from_one(
    start: Square | None, numbers: list[tuple[Square, int]], total: int
) -> tuple[Square | None, list[tuple[Square, int]]]:
    """A closed tour may begin anywhere: without its start it begins at the first number."""
    if start is not None or not numbers:
        return start, numbers
    (start, first), *others = numbers
    return start, [(square, (number - first) % total + 1) for square, number in others]
