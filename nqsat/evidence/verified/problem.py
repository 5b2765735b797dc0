"""Translate placements to the problems of ``Problem.v``, for which the verified program makes the bounds.

This module reads a model with the checker's help; its output is the statement that is proved. A model that
``Problem.v`` does not support is counted from the checker's facts instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from nqsat.evidence import checker

#: The name of a rule or measure of ``Problem.v``, and its fields: numbers, bools, and lists of them.
Rule = tuple[Any, ...]
Measure = tuple[Any, ...]
Place = tuple[int, int]

_WRAPS = ("flat", "cylinder", "torus")


class PieceKind(NamedTuple):
    """A kind of piece: its rides, the least and greatest number of pieces, and its forbidden squares."""

    rides: tuple[tuple[int, int, int], ...]
    least: int
    most: int
    never: tuple[Place, ...]


class Problem(NamedTuple):
    """The problem of counting arrangements. Kinds are numbered; ``order`` is the order of decisions."""

    cells: tuple[str, ...]
    wrap: str
    kinds: tuple[PieceKind, ...]
    rules: tuple[Rule, ...]
    order: tuple[tuple[int, int, int], ...]

    #: The objective: whether it is maximised, and the measure. It is not part of the problem.
    objective: tuple[bool, Measure] | None = None

    #: Whether orbits are counted, too: arrangements up to the symmetries of the board.
    modulo: bool = False

    @property
    def size(self) -> str:
        """The size of the problem, for readers."""
        return f"{len(self.order)} pieces that may stand"

    @property
    def line(self) -> str:
        """The input line for the program."""
        board, word = (_WRAPS.index(self.wrap), self.cells), ("orbits",) * self.modulo
        return input_text((*word, board, self.kinds, self.rules, self.order))

    def limited(self, bound: checker.Bound) -> Problem:
        """Return the problem with limits on the objective, given as the checker's bound on it."""
        if self.objective is None:
            raise ValueError("there is no objective")
        (maximise, measure), (_, low, high) = self.objective, bound
        low, high = (low, high) if maximise else (-high, -low)
        rule = ("Amount", measure, max(low, 0), min(high, _number_of_cells(self.cells)))
        return self._replace(rules=(rule, *self.rules))


def problem_of(text: str, model: checker.Model, order: Sequence[int]) -> Problem | None:
    """Return the problem of a model.json; None if ``Problem.v`` does not support it.

    Args:
        text: the text of a model.json that the checker has read.
        model: the checker's model of it.
        order: the order of its pieces, as indices.
    """
    if type(model) is not checker.Placement or type(model.board) is not checker.Board:
        return None
    data, board, number = checker.read_json(text, "")["placement"], model.board, [*model.kinds]
    asked = [*data["rules"], *([data["objective"]] if "objective" in data else ())]
    if not all(map(_is_supported, asked)):
        return None
    most, rules = _number_of_cells(board.cells), list[Rule]()
    kinds = tuple(
        PieceKind(
            _rides(notation),
            item["low"],
            _upper_bound(item["high"], most),
            _forbidden_places(model, item["name"]),
        )
        for item, notation in zip(data["pieces"], model.notations, strict=True)
    )
    for preset in data["presets"]:
        name, _, square = preset.rpartition("@")
        place = board.squares[board.square(square)]
        rules.append(("Bare", place) if name == "-" else ("Given", number.index(name), place))
    for item in data["rules"]:
        fields = checker.RULES[item["rule"]][0]
        rules += _RULES[item["rule"]](model, checker.Object(item, "", "rule", fields))
    men = ((number.index(kind), *board.squares[s]) for kind, s in (model.men[x] for x in order))
    wanted = checker.Object(data.get("objective", {}), "", "", checker.SENSES)
    objective = (model.wanted > 0, _measure(model, wanted)) if model.wanted else None
    return Problem(tuple(board.cells), board.wrap, kinds, tuple(rules), tuple(men), objective)


def _is_supported(asked: dict[str, Any]) -> bool:
    """Return whether ``Problem.v`` supports a rule or an objective."""
    blocked = asked.get("blocking", False) and asked.get("rule") == "degrees"
    return not blocked and asked.get("rule", "amount") in _RULES


def _number_of_cells(cells: Sequence[str]) -> int:
    return sum(map(len, cells))


def _upper_bound(high: int | None, most: int) -> int:
    return most if high is None else min(high, most)


def _rides(notation: str) -> tuple[tuple[int, int, int], ...]:
    """Return one step of each eight symmetric ones: down and right, and no farther down than right."""
    steps = checker.read_piece(notation).items()
    return tuple((*step, reach) for step, reach in sorted(steps) if 0 <= step[0] <= step[1])


def _forbidden_places(model: checker.Placement, kind: str) -> tuple[Place, ...]:
    squares = enumerate(model.board.squares)
    return tuple(place for square, place in squares if square not in model.kinds[kind])


# -- rules -------------------------------------------------------------------------------


def _kinds(model: checker.Placement, data: checker.Object, name: str = "kinds") -> tuple[int, ...]:
    return tuple([*model.kinds].index(kind) for kind in model.kinds_of(data, name))


def _measure(model: checker.Placement, data: checker.Object) -> Measure:
    """Return what a rule or an objective measures."""
    kinds = _kinds(model, data)
    if "men" in (data.get(name) for name in ("measure", "maximise", "minimise")):
        return "Pieces", kinds
    return "Unattacked", kinds, data.flag("blocking")


def _pairs(model: checker.Placement, data: checker.Object) -> tuple[tuple[int, int], ...]:
    number = [*model.kinds].index
    return tuple(sorted((number(a), number(b)) for a, b in model.bound_pairs(data)))


def _limits(model: checker.Placement, data: checker.Object, default: Any = None) -> Place:
    low, high = data.limits("number", default)
    return low, min(high, _number_of_cells(model.board.cells))


def _non_attacking(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    yield "NonAttacking", _pairs(model, data), data.flag("blocking")


def _maximal(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    yield "Maximal", _pairs(model, data)


def _domination(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    kinds, variant, times = _kinds(model, data), data.get("variant"), data.get("times", 1)
    most = 1 if variant == "efficient" else _number_of_cells(model.board.cells)
    yield "Domination", kinds, variant != "total", times, most
    if variant == "independent":
        yield "NonAttacking", tuple((a, b) for a in kinds for b in kinds), False


def _regions(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    parts: dict[str, list[Place]] = {}
    for row, column in model.board.squares:
        parts.setdefault(data["map"][row][column], []).append((row, column))
    some = tuple(tuple(part) for mark, part in parts.items() if mark != ".")
    yield "Regions", _kinds(model, data), some, *_limits(model, data, 1)


def _permutation(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    yield "Permutation", _kinds(model, data), *_limits(model, data, 1)


def _amount(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    yield "Amount", _measure(model, data), *_limits(model, data)


def _degrees(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    kinds, others = _kinds(model, data, "of"), _kinds(model, data, "others")
    attacked = data.get("direction") == "attacked"
    yield "Degrees", kinds, others, attacked, *_limits(model, data)


def _armies(model: checker.Placement, data: checker.Object) -> Iterator[Rule]:
    colours = [name.rpartition(":")[0] for name in model.kinds]
    every = [(k, colour) for k, colour in enumerate(colours) if colour]
    pairs = tuple((a, b) for a, one in every for b, two in every if one != two)
    yield "NonAttacking", pairs, data.flag("blocking")
    armies = [tuple(k for k, one in every if one == colour) for colour in dict.fromkeys(colours)]
    some = [army for army in armies if army]
    for army in some[1:] if data.flag("equal") else ():
        yield "Equal", some[0], army


#: The rules that ``Problem.v`` supports, each with its translation.
_RULES: dict[str, Callable[[checker.Placement, checker.Object], Iterator[Rule]]] = {
    "non-attacking": _non_attacking,
    "maximal": _maximal,
    "domination": _domination,
    "regions": _regions,
    "permutation": _permutation,
    "amount": _amount,
    "degrees": _degrees,
    "armies": _armies,
}


def input_text(value: Any) -> str:
    """Return a value in the program's input format: lists in brackets, numbers and words as they are."""
    if isinstance(value, tuple):
        return f"( {''.join(input_text(one) + ' ' for one in value)})"
    return str(int(value) if isinstance(value, bool) else value)
