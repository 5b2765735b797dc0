"""The knowledge about a puzzle, the next step from its requirements, and their words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from nqsat.chess import Square
from nqsat.compiling import Formula
from nqsat.compiling.pigeonhole import implied_sums
from nqsat.counting.deduction.loops import Found, Reason, graphs_of
from nqsat.counting.deduction.solving_state import SolvingState
from nqsat.engines import Deadline
from nqsat.errors import InvalidModel, unknown
from nqsat.modelling import Model, Placement, Sum
from nqsat.modelling.kinds import short_names
from nqsat.modelling.rules import Regions

#: Where no single requirement tells anything.
TRIED = "No single requirement decides the next step: it has to be tried."

#: Members of a group that are named.
NAMED = 4

#: Faults of a loop, paths or a group.
FAULTS: dict[Reason, str] = {
    "loop": "a loop would close too soon",
    "ends": "two different ends would be joined",
    "order": "the numbers would not follow one another",
    "apart": "the parts could not be joined",
    "cut off": "something would be cut off",
}

#: The same where it is so already.
_BROKEN: dict[Reason, str] = {
    "loop": "A loop is closed, and something is outside it.",
    "ends": "Two different ends are joined.",
    "order": "The numbers do not follow one another.",
    "apart": "The parts cannot be joined.",
    "cut off": "Something is cut off.",
}


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


class Known:
    """The knowledge about a model's solutions, and the next step."""

    def __init__(self, formula: Formula, words: Words, clock: Deadline) -> None:
        self.formula, self.words, self._clock = formula, words, clock
        stated = [bound for part in self._in_order(formula) for bound in part]
        implied = implied_sums(formula) if words.of_pieces else ()
        self._sums = [*stated, *implied]
        self._graphs = graphs_of(formula)
        self._state = SolvingState(formula.variables, self._sums, self._graphs)
        self._atoms = len(formula.projection)
        self._names = {formula.name(x): x for x in formula.projection}
        self.given = self._given()
        self.add(self.given)
        self.add(x for place in range(len(self._sums)) for x in self._excluded(place))

    @property
    def open(self) -> list[int]:
        """The variables of atoms of which nothing is known."""
        return [x for x in self.formula.projection if not self._state.value[x]]

    def literal(self, text: str) -> int:
        """Read what ``Hint.known`` says."""
        atom = text.removeprefix("~")
        if atom not in self._names:
            raise InvalidModel("filled", unknown(atom, self._names))
        return self._names[atom] if atom == text else -self._names[atom]

    def _in_order(self, formula: Formula) -> Iterator[list[Sum]]:
        """Yield the sums, of one origin after the other."""
        for some in formula.by_origin.values():
            yield [constraint for constraint in some if isinstance(constraint, Sum)]

    def _given(self) -> list[int]:
        given = self.formula.by_origin.get("presets" if self.words.of_pieces else "numbers", [])
        return [x for bound in given for x in bound.literals if x > 0]

    def add(self, literals: Iterable[int]) -> None:
        """Learn literals, and what is seen at sight: all that single requirements exclude then."""
        queue = list(literals)
        for x in queue:
            for place in self._state.assign(x):
                queue += self._excluded(place)

    def _excluded(self, place: int) -> list[int]:
        """The literals that a requirement forces, without atoms, which are steps."""
        return [x for x in self._state.forced(place) or () if not 0 < x <= self._atoms]

    def step(self) -> Hint | None:
        """The next step; None if there is none."""
        places, state = range(len(self._sums)), self._state
        if fault := next((finding for finding in state.found() if not finding.links), None):
            return Hint(_BROKEN[fault.reason])
        broken = [place for place in places if state.forced(place) is None]
        if broken:
            return Hint(self._contradiction(self._smallest(broken)))
        forced = {p: self._asked(p, state.forced(p) or ()) for p in places}
        if forcing := [place for place, some in forced.items() if some]:
            first = self._smallest(forcing)
            return self.hint(self._last(first, forced[first]), forced[first])
        return self._further()

    def _further(self) -> Hint | None:
        """The next step that no single requirement gives; None if there is none."""
        for found in self._state.found():
            if all(abs(x) <= self._atoms for x in found.links):
                return self.hint(self._said(found), found.links)
        return (
            self._excluding(1)
            or (self._graphs and self._refuted(near=True))
            or self._excluding(math.inf)
            or self._refuted(near=False)  # also what would be too many
        )

    def _said(self, found: Found) -> str:
        """Say what follows from a group that is connected."""
        named = self.words.few([abs(x) for x in found.links])
        said, other = (f"Not {named}", "with") if found.links[0] < 0 else (named, "without")
        if found.because:
            return f"{said}: nothing leads there."
        return f"{said}: {other} it, something would be cut off."

    def tried(self, x: int) -> Hint:
        """The step that no requirement tells, but only the solution."""
        return self.hint(f"{TRIED} The solution has {self.words.names([x])}.", [x])

    def _last(self, place: int, forced: list[int]) -> str:
        """Say that a requirement has no more left than it needs."""
        among = self._asked(place)
        if among == forced and self.words.of_pieces:  # what counting says of several
            return f"Without {self.words.names(forced)} there is too little room."
        where = self.words.place(among)
        are = "are" if len(forced) > 1 else "is"
        return f"Only {self.words.names(forced, where=where)} {are} left {where}."

    def _excluding(self, steps: float) -> Hint | None:
        """Literals that would leave a requirement too little, within this many steps."""
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
        return self.hint(
            f"Not {self.words.names(out, 'or')}: {each} would{', step by step,' * (steps > 1)} leave "
            f"{less} {where}{only or ''}.",
            [-x for x in out],
        )

    def _refuted(self, *, near: bool) -> Hint | None:
        """Literals that are impossible, or cannot be left out."""
        # A link that is missing tells as much as one that is made.
        for x in (sign * x for x in self.open for sign in ((1, -1) if self._graphs else (1,))):
            self._clock.check()
            if self._state.refutes(x, near=near):
                name = self.words.names([abs(x)])
                said = f"Not {name}: with it" if x > 0 else f"{name}: without it"
                more = "" if near else " step by step,"
                return self.hint(f"{said},{more} {self._fault()}.", [-x])
        return None

    def _fault(self) -> str:
        state = self._state
        if state.fault:
            return FAULTS[state.fault.reason]
        literals = [x for x in self._sums[state.broken].literals if abs(x) <= self._atoms]
        some = sorted(map(abs, literals))
        if len({x < 0 for x in literals}) != 1:  # a mixed rule, or one about none of them
            return f"a rule would be broken {self.words.place(some) if some else ''}".rstrip()
        less = state.lacked != (literals[0] < 0)  # too many empty squares are too few pieces
        return f"too {'few' if less else 'many'} would be {self.words.place(some)}"

    def _contradiction(self, place: int) -> str:
        one, value = self._sums[place], self._state.value
        low, among = one.low, self._asked(place)
        if among and self._state.lacks(place):
            less = f"Fewer than {low} are" if low > 1 else "Nothing is"
            return f"{less} left {self.words.place(among)}."
        there = [abs(x) for x in one.literals if value[abs(x)] > 0 and abs(x) <= self._atoms]
        if not there:
            return "There is no room for that many pieces."
        return (
            f"{self.words.names(there)} {'exclude each other' if there[1:] else 'is impossible'}."
        )

    def hint(self, text: str, literals: Iterable[int]) -> Hint:
        """Return a step in words, and what it settles."""
        return Hint(text, tuple(map(self.formula.name, literals)))

    def _smallest(self, places: Iterable[int]) -> int:
        return min(places, key=lambda place: (self._state.left(place), place))

    def _asked(self, place: int, of: Container[int] | None = None) -> list[int]:
        """The atoms that a requirement asks for; those among some literals."""
        literals = self._sums[place].literals
        return sorted(x for x in literals if 0 < x <= self._atoms and (of is None or x in of))


class Words:
    """The names of atoms and their places."""

    def __init__(self, model: Model) -> None:
        self._board = board = model.board
        self.of_pieces = isinstance(model, Placement)
        self._kinds = len(model.kinds)
        maps = (rule.map for rule in model.rules if isinstance(rule, Regions))
        self._regions = next(maps, None)
        numbers = range(1, len(board.squares) + 1)
        names = short_names(model.kinds)
        self._atoms: list[tuple[Square, str | int]] = (
            [(piece.square, names[piece.kind]) for piece in model.atoms]
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

    def few(self, atoms: Sequence[int]) -> str:
        """Return the names of some atoms; of many only how many they are."""
        if len(atoms) <= NAMED:
            return self.names(atoms, "or")
        return f"{', '.join(map(self.names, zip(atoms[:NAMED])))} and {len(atoms) - NAMED} more"

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
            return "on the whole board"
        if board.geometry.has_ranks and are(attrgetter("row")):
            return f"in rank {board.rows - first.row}"
        if board.geometry.has_ranks and are(attrgetter("column")):
            return f"in file {names[0].rstrip('0123456789')}"
        if regions and are(lambda square: regions[square.row][square.column]):
            return f"in the region of {names[0]}"
        more = ", …" if len(names) > NAMED else ""
        return f"in the group {', '.join(names[:NAMED])}{more}"
