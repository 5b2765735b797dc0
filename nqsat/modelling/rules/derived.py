"""A user's rule as a function that yields its constraints.

    from nqsat.rules import at_most, rule

    @rule
    def corners(model):
        yield at_most(1, *(model.at("Q", x) for x in ("a1", "a8", "h1", "h8")))

    @rule
    def turns(tour):
        yield tour.at("a1-b3") + tour.at("a1-c2") == 1

Its meaning is that all of these constraints hold, so meaning and encoding are equal by construction.
Agreement of engines then tests nqsat, but not whether the rule says what its author meant. It does where
the meaning is stated besides, as a function of a solution: ``@rule(holds=at_most_one_corner)``. Alone,
``rule(holds=at_most_one_corner)`` filters what the other rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any, ClassVar, overload

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel, in_user_code
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Kind
from nqsat.modelling.rules.base import ClueMark, Clues, Meaning, Rule
from nqsat.modelling.rules.literals import Among, Made, Stands, Visited, facts_of, no_rule, required
from nqsat.modelling.setting import (
    Change,
    GivenSquare,
    MovesSetting,
    Setting,
    kept_by_identity,
    square_of,
)
from nqsat.modelling.vocabulary import Constraint


@dataclass(frozen=True, slots=True)
class Places(Setting):
    """The argument of a rule function: the board, the kinds, and literals on them."""

    def at(self, kind: str | Kind, square: GivenSquare) -> Stands:
        """Return the literal *a piece of this kind stands here*; ``~`` negates it.

        Raises:
            InvalidModel: the model has no such kind, or no piece can stand on the square.
        """
        place = square_of(self.board, square)
        return Stands(self.kind(kind).name, self.board.name(place))


@dataclass(frozen=True, slots=True)
class MoveLiterals:
    """The argument of a rule function of tours and factors: the board, and literals of moves on it."""

    board: Board

    def at(self, here: GivenSquare | Iterable[Any], there: GivenSquare | None = None) -> Made:
        """Return the literal *this move is made*; see ``Tour.at``."""
        if there is None:
            pair: Any = here.split("-") if isinstance(here, str) else here
            if not isinstance(pair, Sequence) or len(pair) != 2:
                reason = f"expected a move: two squares, as in a1-b3, got {here!r}"
                raise InvalidModel("literal", reason)
            here, there = pair
        return Made.of(self._name(here), self._name(there))

    def visited(self, square: GivenSquare) -> Visited:
        """Return the literal *this square is visited*. ``InvalidModel``: the board has no such square."""
        return Visited(self.board.name(square_of(self.board, square)))

    def _name(self, square: Any) -> str:
        """The name of a square; empty for a pair outside the board. A text or a node has to name one."""
        if isinstance(square, str) or self.board.geometry.is_list:
            return self.board.name(square_of(self.board, square))
        place = tuple(square)
        inside = all(x >= 0 for x in place) and place in self.board
        return self.board.name(Square(*place)) if inside else ""


class DerivedRule(Rule):
    """A rule whose meaning is derived from its constraints; see ``rule``."""

    about: ClassVar[str] = "model"
    derived: ClassVar[bool] = True
    shares = "all its constraints"
    function: ClassVar[Callable[[Any], Any]]

    def constraints(self, setting: Setting) -> tuple[Among, ...]:
        """Return the constraints that the function yields for a board and kinds.

        Raises:
            InvalidModel: the function yields another value.
        """
        return _constraints(type(self), setting)

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        for constraint in self.constraints(setting):
            constraint.check(setting)

    def holds(self, solution: Any) -> bool:
        placed = isinstance(solution, Arrangement)
        setting = solution.setting if placed else MovesSetting(solution.board, ())
        facts = facts_of(solution)
        return all(constraint.holds_of(facts) for constraint in self.constraints(setting))

    def relaxation(self, setting: Setting) -> Meaning | None:
        meanings = (constraint.relaxation(setting) for constraint in self.constraints(setting))
        found = [meaning for meaning in meanings if meaning]
        return (lambda part: all(meaning(part) for meaning in found)) if found else None

    def image(self, change: Change) -> Rule | None:
        try:
            there = set(self.constraints(change.target))
        except InvalidModel:  # a square or a kind that the target lacks
            return None
        moved = {constraint.image(change) for constraint in self.constraints(change.source)}
        return self if moved == there else None

    def lower(self, setting: Setting, variables: Any) -> Iterator[Constraint]:
        for constraint in self.constraints(setting):
            yield from constraint.lower(setting, variables)


@kept_by_identity(64)  # each solution is tested by them
def _constraints(rule: type[DerivedRule], setting: Setting) -> tuple[Among, ...]:
    moves = isinstance(setting, MovesSetting)
    places = MoveLiterals(setting.board) if moves else Places(setting.board, setting.kinds)
    try:
        given: object = rule.function(places)
    except (AttributeError, TypeError) as error:
        if type(places).__name__ not in str(error):
            raise
        reason = f"{error}; if it takes a solution, write rule(holds={rule.function.__name__})"
        raise InvalidModel(("rules", rule.name), reason) from in_user_code(error)
    found: list[Among] = []
    for constraint in map(required, given if isinstance(given, Iterable) else [given]):
        if not isinstance(constraint, Among):
            words = "yield a literal, at_most(1, …), exactly(2, …), implies(…), clause(…)"
            reason = f"gave {constraint!r}; {words}"
            reason = no_rule(constraint) if isinstance(constraint, bool) else reason
            raise InvalidModel(("rules", rule.name), reason)
        found.append(constraint)
    return tuple(found)


RuleFunction = Callable[[Any], Any]


class StatedRule(Rule):
    """A rule that filters, by a function of a solution; called with a function, one with constraints."""

    about: ClassVar[str] = "model"
    stated: ClassVar[Mapping[str, Any]]

    def __call__(self, function: RuleFunction) -> DerivedRule:
        return _made(self.stated, function)


@overload
def rule(function: RuleFunction) -> DerivedRule: ...
@overload
def rule(
    *,
    holds: Callable[[Any], object],
    image: Callable[[Change], Rule | None] | None = None,
    clues: Iterable[ClueMark] = (),
) -> StatedRule: ...
@overload
def rule(
    *, image: Callable[[Change], Rule | None] | None = None, clues: Iterable[ClueMark] = ()
) -> Callable[[RuleFunction], DerivedRule]: ...
def rule(
    function: RuleFunction | None = None,
    *,
    holds: Callable[[Any], object] | None = None,
    image: Callable[[Change], Rule | None] | None = None,
    clues: Iterable[ClueMark] = (),
) -> DerivedRule | Callable[[RuleFunction], DerivedRule]:
    """Make a rule from a function that yields constraints; its name is the function's, with hyphens.

    Args:
        function: takes a ``Places`` value with ``board``, ``kinds`` and ``at(kind, square)``, or of tours
            and factors ``MoveLiterals`` with ``board``, ``at(move)`` and ``visited(square)``; it yields
            the constraints that ``at_most``, ``at_least``, ``exactly``, ``clause`` and ``implies`` return.
            With types: ``def name(model: Places) -> Iterator[Yields]``.
        holds: says whether a solution satisfies the rule; the constraints are compared with it. Without
            a function the rule filters: of what the other rules allow, each solution is tried.
        image: returns the rule after a change of squares and kinds, see ``Rule.image``; by default the rule
            itself where its constraints stay the same.
        clues: what pictures show of it on the board: ``[((0, 2), "3")]``; see ``Clues``.

    Raises:
        InvalidModel: it is not a named function.
    """
    stated: dict[str, Any] = {}
    if holds is not None:
        stated |= {"derived": False, "shares": "", "relaxation": Rule.relaxation}
        stated["holds"] = lambda _, solution: holds(solution)
    if image is not None:
        stated["image"] = lambda _, change: image(change)
    if marks := Clues(tuple(clues)).marks:
        stated["clues"] = marks
    if function is not None:
        return _made(stated, function)
    if holds is None:
        return partial(_made, stated)
    members = {key: value for key, value in stated.items() if key in ("holds", "image", "clues")}
    filtering: StatedRule = _rule_of(holds, StatedRule, {**members, "stated": stated})
    return filtering


def _made(stated: Mapping[str, Any], function: RuleFunction) -> DerivedRule:
    """The rule of a function, with what is stated of it besides."""
    name = getattr(function, "__name__", "")
    if not callable(function) or not name.isidentifier():
        got = "a lambda, which has no name" if name == "<lambda>" else repr(function)
        cure = "write @rule above def name(model):, or of a solution rule(holds=…)"
        raise InvalidModel("rule", f"expected a function, got {got}; {cure}")
    members = {**stated, "function": staticmethod(function)}
    made: DerivedRule = _rule_of(function, DerivedRule, members)
    return made


def _rule_of(function: Callable[..., object], kind: Any, members: Mapping[str, Any]) -> Any:
    """The one value of a class of rules that has the name of a function."""
    name = getattr(function, "__name__", kind.__name__).strip("<>")
    described = {
        "name": name.replace("_", "-"),
        "__doc__": function.__doc__,
        "__module__": getattr(function, "__module__", None) or "__main__",  # exec may give no name
        "__slots__": (),
        "__reduce__": lambda _: name,  # pickled as what has this name in its module
    }
    if isinstance(function, FunctionType) and function.__doc__:
        described["sentence"] = function.__doc__.strip().partition("\n")[0]
    return type(name, (kind,), {**described, **members})()
