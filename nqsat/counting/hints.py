"""The next step of reasoning in a puzzle, in words: what the smallest requirement forces or rules out.

Requirements are those of ``difficulty``: sums of literals. What a single one excludes is seen at sight. A
step is the first of these, of several that of the requirement with the fewest literals left:

* a requirement cannot be kept: there is no solution;
* a requirement has no more left than it needs;
* something would leave a requirement too little: with what it forces directly, else with all that follows.

The page of ``nqsat view`` is sent all steps of a puzzle.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import singledispatch
from operator import attrgetter
from typing import Any, Protocol

from nqsat.chess import Square
from nqsat.compiling import Formula, lower_numbers
from nqsat.compiling.atoms import formula_of_atoms, lower
from nqsat.compiling.components import without_components
from nqsat.compiling.pigeonhole import implied_sums
from nqsat.counting.solving_state import SolvingState
from nqsat.engines import Deadline, OutOfTime
from nqsat.errors import InvalidModel, unknown
from nqsat.modelling import Model, Placement, Solution, Sum, Tour, no_row
from nqsat.modelling.rules import Regions

#: Said where requirements, each for itself, tell nothing.
TRIED = "No requirement alone leads on: it has to be tried."

#: Models with more literals, by a rough estimate, are not reasoned about.
LARGEST = 200_000

#: Members of a group that are named.
_NAMED = 4


@dataclass(frozen=True, slots=True)
class Hint:
    """A step of reasoning.

    Args:
        text: the step and its reason, in one sentence.
        known: what it settles: ``Q@c3`` stands, ``~Q@a1`` does not; in a tour ``c3=13``, ``~c3=13``. Empty
            if nothing follows, or there is no solution.
    """

    text: str
    known: tuple[str, ...] = ()


class Solved(Protocol):
    """A puzzle: a model, and its only solution."""

    @property
    def model(self) -> Model:
        """The model with what is given."""

    @property
    def solution(self) -> Any:
        """Its only solution."""


def has_givens(model: Model) -> bool:
    """Return whether a model may be a puzzle: regions, presets or numbers are given."""
    given = any(getattr(model, name, ()) for name in ("presets", "numbers"))
    return given or any(isinstance(rule, Regions) for rule in model.rules)


@singledispatch
def formula_with_givens(model: Model) -> Formula:
    """Return a formula that has a literal for every possible given."""
    raise no_row("puzzles", model)


@formula_with_givens.register
def _pieces(model: Placement) -> Formula:
    # With connectedness written as sums, which the search for clues can read.
    return without_components(lower(model))


formula_with_givens.register(Tour, lower_numbers)


def hint(puzzle: Solved, filled: Iterable[str] = ()) -> Hint:
    """Return the next step to the solution of a puzzle.

    Args:
        puzzle: the puzzle.
        filled: what is known besides the givens, as in ``Hint.known``.

    Raises:
        InvalidModel: there is no such square, piece or number.
    """
    known = _Known(puzzle.model)
    formula, words = known.formula, known.words
    true = frozenset(formula.reader.variables(puzzle.solution) or ())
    literals = list(map(known.literal, filled))
    wrong = next((x for x in literals if (x > 0) != (abs(x) in true)), None)
    if wrong is not None:
        return Hint(f"{words.names([abs(wrong)])} is not right: take it away first.")
    if not (missing := true.difference(literals, known.given)):
        return Hint("Solved!")
    known.add(literals)
    return known.step() or known.tried(min(missing))


def reasoning(model: Model, *, time_limit: float | None = None) -> Iterator[Hint]:
    """Yield steps that hold in every solution of a model, as far as requirements alone lead.

    The last step may be that there is no solution, that the rest has to be tried, or the time limit.

    Args:
        model: a placement, or a tour with numbers.
        time_limit: the maximum number of seconds, but for making the formula.

    Raises:
        InvalidModel, UnsupportedByEngine: it is neither, too large, or has no formula; at the first step.
    """
    if model.size > LARGEST or not (isinstance(model, Placement) or has_givens(model)):
        raise InvalidModel("model", "is too large for reasoning, or nothing is given")
    known = _Known(model, Deadline(time_limit))
    with suppress(OutOfTime):
        while (step := known.step()) is not None and step.known:
            yield step
            known.add(map(known.literal, step.known))
        if step is not None or known.open:
            yield step or Hint(TRIED)
        return
    yield Hint(f"Stopped after {time_limit:g} s.")


def steps_to(solution: Solution, model: Model) -> Iterator[Hint]:
    """Yield all steps from what is given to a model's only solution, also those that have to be tried."""
    known = _Known(model)
    true = set(known.formula.reader.variables(solution) or ()).difference(known.given)
    while true:
        step = known.step() or known.tried(min(true))
        yield step
        settled = [*map(known.literal, step.known)]
        known.add(settled)
        true.difference_update(settled)


class _Known:
    """What is known of the solutions of a model, and what follows next."""

    def __init__(self, model: Model, clock: Deadline | None = None) -> None:
        of_pieces, self._clock = isinstance(model, Placement), clock or Deadline()
        self.formula = formula = (
            formula_of_atoms(model) if of_pieces else formula_with_givens(model)
        )
        stated = [one for some in formula.by_origin.values() for one in some]
        implied = implied_sums(formula) if of_pieces else ()
        self._sums = [one for one in (*stated, *implied) if isinstance(one, Sum)]
        self._state = SolvingState(formula.variables, self._sums)
        self._atoms = len(formula.projection)
        self.words = _Words(model)
        given = formula.by_origin.get("presets" if of_pieces else "numbers", [])
        self.given = [x for one in given for x in one.literals if x > 0]
        self.add(self.given)
        self.add(x for place in range(len(self._sums)) for x in self._excluded(place))

    @property
    def open(self) -> list[int]:
        """The variables of atoms of which nothing is known."""
        return [x for x in self.formula.projection if not self._state.value[x]]

    def literal(self, text: str) -> int:
        """Read what ``Hint.known`` says."""
        atom = text.removeprefix("~")
        names = {self.formula.name(x): x for x in self.formula.projection}
        if atom not in names:
            raise InvalidModel("filled", unknown(atom, names))
        return names[atom] if atom == text else -names[atom]

    def add(self, literals: Iterable[int]) -> None:
        """Learn literals, and what is seen at sight: all that single requirements exclude then."""
        queue = list(literals)
        for x in queue:
            for place in self._state.assign(x):
                queue += self._excluded(place)

    def _excluded(self, place: int) -> list[int]:
        """What a requirement forces but atoms, which are steps."""
        return [x for x in self._state.forced(place) or () if not 0 < x <= self._atoms]

    def step(self) -> Hint | None:
        """The next step; None if there is none."""
        places, state = range(len(self._sums)), self._state
        broken = [place for place in places if state.forced(place) is None]
        if broken:
            return Hint(self._contradiction(self._smallest(broken)))
        forced = {p: self._asked(p, state.forced(p) or ()) for p in places}
        if forcing := [place for place, some in forced.items() if some]:
            first = self._smallest(forcing)
            return self._hint(self._last(self._asked(first), forced[first]), forced[first])
        return self._excluding(1) or self._excluding(math.inf)

    def tried(self, x: int) -> Hint:
        """The step that no requirement tells, but only the solution."""
        return self._hint(f"{TRIED} Right is {self.words.names([x])}.", [x])

    def _last(self, among: list[int], forced: list[int]) -> str:
        """Say that a requirement has no more left than it needs."""
        if among == forced and self.words.of_pieces:  # what counting says of several
            return f"Without {self.words.names(forced)} there is too little room."
        where = self.words.place(among)
        return f"All that is left {where}: {self.words.names(forced, where=where)}."

    def _excluding(self, steps: float) -> Hint | None:
        """What would leave a requirement too little, by what follows in so many steps."""
        state, found = self._state, defaultdict[int, list[int]](list)
        size = list(map(state.left, range(len(self._sums))))
        for x in self.open:
            self._clock.check()
            with state.assumed():
                broken = [p for p in state.follow(x, steps) if state.lacks(p) and self._asked(p)]
            if broken:
                found[min(broken, key=lambda place: (size[place], place))].append(x)
        if not found:
            return None
        place = self._smallest(found)
        out, among = found[place], self._asked(place)
        near = steps == 1 and len(among) > 1
        left = [x for x in among if near and not state.value[x] and x not in out]
        low, each = self._sums[place].low, "each of them" if len(out) > 1 else "it"
        less = f"fewer than {low}" if low > 1 else "nothing"
        where, are = self.words.place(among), "are" if len(left) > 1 else "is"
        only = left and f", where only {self.words.names(left, where=where)} {are} left"
        return self._hint(
            f"Not {self.words.names(out, 'or')}: {each} would{', step by step,' * (steps > 1)} leave "
            f"{less} {where}{only or ''}.",
            [-x for x in out],
        )

    def _contradiction(self, place: int) -> str:
        """Say that a requirement cannot be kept."""
        one, value = self._sums[place], self._state.value
        low, among = one.low, self._asked(place)
        if among and self._state.lacks(place):
            less = f"Fewer than {low} are" if low > 1 else "Nothing is"
            return f"{less} left {self.words.place(among)}."
        there = [abs(x) for x in one.literals if value[abs(x)] > 0 and abs(x) <= self._atoms]
        if not there:
            return "More pieces are needed than lines have room for."
        return f"{self.words.names(there)} {'do not go together' if there[1:] else 'cannot be'}."

    def _hint(self, text: str, literals: Iterable[int]) -> Hint:
        return Hint(text, tuple(map(self.formula.name, literals)))

    def _smallest(self, places: Iterable[int]) -> int:
        return min(places, key=lambda place: (self._state.left(place), place))

    def _asked(self, place: int, of: Container[int] | None = None) -> list[int]:
        """The atoms that a requirement asks for; those among some literals."""
        literals = self._sums[place].literals
        return sorted(x for x in literals if 0 < x <= self._atoms and (of is None or x in of))


class _Words:
    """What atoms and their places are called."""

    def __init__(self, model: Model) -> None:
        self._board = board = model.board
        self.of_pieces = isinstance(model, Placement)
        self._kinds = len(model.kinds)
        maps = (rule.map for rule in model.rules if isinstance(rule, Regions))
        self._regions = next(maps, None)
        numbers = range(1, len(board.squares) + 1)
        self._atoms: list[tuple[Square, str | int]] = (
            [(piece.square, piece.kind) for piece in model.atoms]
            if self.of_pieces
            else [(square, number) for square in board.squares for number in numbers]
        )

    def names(self, atoms: Iterable[int], last: str = "and", where: str = "") -> str:
        """Atoms in a row: ``a1, b2 and c3``; with their pieces or numbers, unless it is said ``where``."""
        *most, end = (self._name(x, where) for x in atoms)
        return f"{', '.join(most)} {last} {end}" if most else end

    def _name(self, x: int, where: str) -> str:
        square, what = self._atoms[x - 1]
        name = self._board.name(square)
        of_one_kind = self.of_pieces and self._kinds == 1
        return {f"on {name}": f"{what}", f"for {what}": name}.get(
            where, name if of_one_kind else f"{what} on {name}"
        )

    def place(self, atoms: Iterable[int]) -> str:
        """Where some atoms are: a whole rank, file or region, or a group of squares; a number of a tour."""
        board, regions = self._board, self._regions
        squares, whats = map(list, zip(*(self._atoms[x - 1] for x in atoms), strict=True))
        squares, first = list(dict.fromkeys(squares)), squares[0]
        names = list(map(board.name, squares))
        if not self.of_pieces and len({*whats}) == 1:
            return f"for {whats[0]}"
        if len(names) == 1:
            return f"on {names[0]}"

        def are(alike: Callable[[Square], object]) -> bool:
            return {x for x in board.squares if alike(x) == alike(first)} == {*squares}

        if are(bool):
            return "in all of the board"
        if board.geometry.has_ranks and are(attrgetter("row")):
            return f"in rank {board.rows - first.row}"
        if board.geometry.has_ranks and are(attrgetter("column")):
            return f"in file {names[0].rstrip('0123456789')}"
        if regions and are(lambda square: regions[square.row][square.column]):
            return f"in the region of {names[0]}"
        more = ", …" if len(names) > _NAMED else ""
        return f"in the group {', '.join(names[:_NAMED])}{more}"
