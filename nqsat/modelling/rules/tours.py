"""The arguments of ``Tour`` and ``Factor`` that are rules: squares with numbers, moves, symmetry.

The fields of each rule are arguments of these constructors; a rule without any given argument is false.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, ClassVar

from nqsat.chess import Board, Square, check_symmetry, find_symmetry
from nqsat.errors import InvalidModel, blaming, integer
from nqsat.modelling.kinds import Number
from nqsat.modelling.path import Move, Path
from nqsat.modelling.rules.base import Rule, naming_field
from nqsat.modelling.rules.fields import NUMBER, read_names
from nqsat.modelling.rules.geometry import SYMMETRIES, conjugates, same_group
from nqsat.modelling.setting import Change, Setting, TourSetting, square_of
from nqsat.modelling.vocabulary import Clause, Constraint, Links, Sum


class TourArgument(Rule):
    """Requirements that are arguments of ``Tour`` or ``Factor``. A frozen dataclass."""

    __slots__ = ()
    about: ClassVar[str] = "tour"

    @property
    def arguments(self) -> dict[str, Any]:
        """The nonempty fields, as arguments of the constructor."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in given.items() if value}

    def __bool__(self) -> bool:
        return bool(self.arguments)

    @abstractmethod
    def image(self, change: Change) -> TourArgument: ...

    def requirements(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        """Yield each single requirement as (argument name, text for display, value)."""
        for name, value in self.arguments.items():
            for text, single in ARGUMENT_FIELDS[name].single(board, value):
                yield name, text, single


@dataclass(frozen=True, slots=True)
class GivenPlaces(TourArgument):
    """Squares with given positions in the tour: the first, the last, others by number, counted from 1.

    For each of them:  squares[number - 1] = square.  A closed tour is numbered from its start.
    """

    name: ClassVar[str] = "ends"
    start: Square | None = None
    end: Square | None = None
    numbers: tuple[tuple[Square, int], ...] = ()

    def check(self, setting: TourSetting) -> None:
        if setting.closed and self.end is not None:
            raise InvalidModel("end", "a closed tour has none; leave it out, or make the tour open")
        if self.start is not None and self.start == self.end:
            raise InvalidModel("end", "is the start as well; choose another, or a closed tour")
        total = len(setting.board.squares) if self.numbers else 0
        taken: set[Square | int] = set()
        for square, number in self.numbers:
            if not 1 <= number <= total:
                raise InvalidModel("numbers", f"{number!r} is not a number from 1 to {total}")
            if not taken.isdisjoint((square, number)):
                where = setting.board.name(square)
                raise InvalidModel("numbers", f"{where} or {number} twice")
            taken |= {square, number}
        if self.numbers and setting.closed and self.start is None:
            reason = "a closed tour is numbered from its start; give that too: --from"
            raise InvalidModel("numbers", reason)

    def given(self, total: int) -> list[tuple[Square, int]]:
        """Return (square, number) pairs, the ends first; ``total`` is the number of the last square."""
        ends = ((self.start, 1), (self.end, total))
        return [*((square, number) for square, number in ends if square), *self.numbers]

    def holds(self, path: Path) -> bool:
        squares = path.squares
        return all(squares[number - 1] == square for square, number in self.given(len(squares)))

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        for here, there in ((None, self.start), (self.end, None)):
            x = links.move(here, there)
            if x:  # it exists if the tour is open and that end is given
                yield Clause((x,))

    def image(self, change: Change) -> GivenPlaces:
        start, end = self.start and change(self.start), self.end and change(self.end)
        numbers = sorted((change(square), number) for square, number in self.numbers)
        return GivenPlaces(start, end, tuple(numbers))


@dataclass(frozen=True, slots=True)
class GivenOrder(TourArgument):
    """Squares that are visited in the order given, with others between them.

    position(order[0]) < position(order[1]) < …; a closed tour is taken to begin at the first of them.
    """

    name: ClassVar[str] = "order"
    order: tuple[Square, ...] = ()

    def holds(self, path: Path) -> bool:
        place = {square: number for number, square in enumerate(path.squares)}
        begin = place.get(self.order[0], 0) if path.closed else 0
        places = [(place[x] - begin) % len(place) if x in place else -1 for x in self.order]
        return places[0] >= 0 and all(a < b for a, b in pairwise(places))

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        """A variable says that a square comes after a checkpoint; a move to another square keeps them.

        On the way to checkpoint i those before it were passed, on the way from it i itself was, too. So
        a tour passes them in their order, and has one assignment.
        """
        number = {square: i for i, square in enumerate(self.order)}
        all_passed, first = [True] * len(self.order), self.order[0]
        after = {
            x: [links.fresh() for _ in self.order] for x in setting.board.squares if x not in number
        }

        def passed(square: Square | None, *, leaving: bool) -> Sequence[int | bool]:
            if square is None:  # a path begins with none passed
                return all_passed if not leaving else [False] * len(self.order)
            if square not in number:
                return after[square]
            if square == first and setting.closed and not leaving:
                return all_passed
            return [i < number[square] + leaving for i in range(len(self.order))]

        for here, there, x in links.moves():
            for a, b in zip(passed(here, leaving=True), passed(there, leaving=False), strict=True):
                yield from _equal_if(x, a, b)

    def image(self, change: Change) -> GivenOrder:
        return GivenOrder(tuple(map(change, self.order)))


def _equal_if(x: int, *both: int | bool) -> Iterator[Constraint]:
    """Clauses: if x, then a and b, variables or known, are equal."""
    for one, other in (both, both[::-1]):  # one implies the other
        if one is not False and other is not True:
            known = isinstance(one, bool), isinstance(other, bool)
            yield Clause((-x, *([] if known[0] else [-one]), *([] if known[1] else [other])))


@dataclass(frozen=True, slots=True)
class GivenMoves(TourArgument):
    """Required and forbidden moves, in either direction."""

    name: ClassVar[str] = "moves given"
    through: tuple[Move, ...] = ()
    avoiding: tuple[Move, ...] = ()

    def check(self, setting: Setting) -> None:
        if both := set(self.through) & set(self.avoiding):
            reason = f"{min(both).text_on(setting.board)} is required as well"
            raise InvalidModel("avoiding", reason)

    def holds(self, path: Any) -> bool:
        made = {*path.atoms}
        return made.issuperset(self.through) and made.isdisjoint(self.avoiding)

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        for move in self.through:
            yield Clause(links.between(*move))
        for move in self.avoiding:
            yield from (Clause((-x,)) for x in links.between(*move))

    def image(self, change: Change) -> GivenMoves:
        both = (self.through, self.avoiding)
        images = (tuple(sorted(move.image(change) for move in moves)) for moves in both)
        return GivenMoves(*images)


@dataclass(frozen=True, slots=True)
class GivenSquares(TourArgument):
    """Squares that a tour visits that may leave squares out."""

    name: ClassVar[str] = "squares given"
    visiting: tuple[Square, ...] = ()

    def holds(self, path: Path) -> bool:
        return {*path.squares}.issuperset(self.visiting)

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        for square in self.visiting:
            yield Clause(tuple(links.near(square)))

    def image(self, change: Change) -> GivenSquares:
        return GivenSquares(tuple(sorted(map(change, self.visiting))))


@dataclass(frozen=True, slots=True)
class Fixed(TourArgument):
    """Symmetries of the board that fix the set of moves, with directions if the path is directed."""

    name: ClassVar[str] = "invariant"
    fixed_by: str | tuple[str, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the symmetries; may be empty."""
        return () if self.fixed_by is None else read_names(self.fixed_by)

    def check(self, setting: Setting) -> None:
        with blaming("fixed_by"):
            for name in self.names:
                check_symmetry(setting.board, name)

    def holds(self, path: Any) -> bool:
        moves = set(path.moves)
        if not path.directed:
            moves |= {(there, here) for here, there in moves}
        one = isinstance(self.fixed_by, str)
        names = (self.fixed_by,) if one else self.fixed_by or ()
        symmetries = (find_symmetry(path.board, name) for name in names)
        return all({(g(here), g(there)) for here, there in moves} == moves for g in symmetries)

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        for name in self.names:
            symmetry = find_symmetry(setting.board, name)
            for here, there, x in links.moves():
                other = links.move(here and symmetry(here), there and symmetry(there))
                if other != x:
                    yield Clause((-x, other) if other else (-x,))

    def image(self, change: Change) -> Fixed:
        # As for arrangements: g maps the tours that H fixes to those that gHg⁻¹ fixes.
        names = conjugates(self.names, change)
        return self if same_group(names, self.names, change) else Fixed(SYMMETRIES.read(names))


@dataclass(frozen=True, slots=True)
class GivenEnds(TourArgument):
    """The moves are paths, one between the two squares of each pair, no two of which share a square.

    Without one of the pairs its path would not be allowed. So the pairs are no single requirements, but
    part of what a ``Factor`` is, which lowers them.
    """

    name: ClassVar[str] = "paths"
    ends: tuple[Move, ...] = ()

    def check(self, setting: Setting) -> None:
        several = Counter(square for pair in self.ends for square in pair).most_common(1)
        if several and several[0][1] > 1:
            raise InvalidModel("ends", f"{setting.board.name(several[0][0])} is an end twice")

    def requirements(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        return iter(())

    def holds(self, moves: Any) -> bool:
        beside: dict[Square, set[Square]] = {}
        for here, there in moves.atoms:
            beside.setdefault(here, set()).add(there)
            beside.setdefault(there, set()).add(here)
        length = 0
        for start, end in self.ends:
            here, way = start, beside.get(start, set())
            while len(way) == 1 and here != end:
                length += 1
                before, (here,) = here, way
                way = beside[here] - {before}
            if here != end or way:
                return False
        return length == len(moves)  # so there is nothing else

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        return iter(())

    def image(self, change: Change) -> GivenEnds:
        return GivenEnds(tuple(sorted(pair.image(change) for pair in self.ends)))


@dataclass(frozen=True, slots=True)
class GivenNumber(TourArgument):
    """The number of all moves together."""

    name: ClassVar[str] = "number of moves"
    moves: Number | None = None

    def holds(self, moves: Any) -> bool:
        return self.moves is None or len(moves) in self.moves

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        if self.moves is not None:
            every = tuple(x for _, _, x in links.moves())
            yield Sum(self.moves.low, self.moves.high, every)

    def image(self, change: Change) -> GivenNumber:
        return self


#: All rules of this module.
ARGUMENTS: tuple[type[TourArgument], ...] = (
    GivenPlaces,
    GivenOrder,
    GivenMoves,
    GivenSquares,
    GivenEnds,
    GivenNumber,
    Fixed,
)


def read_arguments(board: Board, given: Mapping[str, Any]) -> tuple[TourArgument, ...]:
    """Return the rules that these arguments of ``Tour`` or ``Factor`` say, without the empty ones.

    Raises:
        InvalidModel: an argument cannot be read.
    """
    values = {}
    for name, value in given.items():
        with naming_field(name), blaming(name):
            values[name] = None if value is None else ARGUMENT_FIELDS[name].read(board, value)
    rules = []
    for rule in ARGUMENTS:
        names = {field.name for field in fields(rule)}  # type: ignore[arg-type]
        rules.append(rule(**{name: value for name, value in values.items() if name in names}))
    return tuple(rule for rule in rules if rule)


@dataclass(frozen=True, slots=True)
class ArgumentField:
    """How an argument is read and written.

    Args:
        word: what stands before it in the text of a model.
        read: the value given in Python or JSON, as the rule has it.
        write: the value as JSON data.
        single: each single requirement that it says: a text for display, and the value.
    """

    word: str
    read: Callable[[Board, Any], Any]
    write: Callable[[Board, Any], object]
    single: Callable[[Board, Any], Iterable[tuple[str, Any]]]


def _read_moves(board: Board, values: object) -> tuple[Move, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"expected a list of moves, as in ['a1-b3'], got {values!r}")
    found = set()
    for value in values:
        ends = value.split("-") if isinstance(value, str) else value
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise ValueError(f"expected a move: two squares, as in a1-b3, got {value!r}")
        here, there = (square_of(board, end) for end in ends)
        if here == there:
            raise ValueError(f"{value!r} leads nowhere")
        found.add(Move.of(here, there))
    return tuple(sorted(found))


def _read_squares(board: Board, values: object) -> tuple[Square, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"expected a list of squares, as in ['a1'], got {values!r}")
    return tuple(sorted({square_of(board, value) for value in values}))


def _read_order(board: Board, values: object) -> tuple[Square, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"expected a list of squares in order, as in ['a1', 'c3'], got {values!r}")
    words = [
        x for value in values for x in (value.split("-") if isinstance(value, str) else [value])
    ]
    found = tuple(square_of(board, word) for word in words)
    if len({*found}) < len(found):
        twice = next(square for square in found if found.count(square) > 1)
        raise ValueError(f"{board.name(twice)} stands there twice")
    return found


def _read_numbers(board: Board, values: object) -> tuple[tuple[Square, int], ...]:
    given = values.items() if isinstance(values, Mapping) else values
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ValueError(f"expected squares with numbers: {{'a1': 1}}, got {values!r}")
    found = []
    for item in given:
        pair = item if isinstance(item, tuple | list) and len(item) == 2 else (None, None)
        number = integer(pair[1])
        if number is None:
            raise ValueError(f"expected a square with a whole number, got {item!r}")
        found.append((square_of(board, pair[0]), number))
    return tuple(sorted(found))


def _end(word: str) -> ArgumentField:
    """The field of the first or the last square, with the word before it."""
    return ArgumentField(
        word,
        square_of,
        Board.name,
        lambda board, square: [(f"{word} {board.name(square)}", square)],
    )


def _several(
    word: str,
    read: Callable[[Board, Any], Any] = _read_moves,
    name: Callable[[Board, Any], str] = lambda board, move: move.text_on(board),
) -> ArgumentField:
    """The field of some moves or squares, with the word before each."""
    return ArgumentField(
        word,
        read,
        lambda board, some: [name(board, x) for x in some],
        lambda board, some: [(f"{word} {name(board, x)}", x) for x in some],
    )


#: The arguments that are rules, in the order of JSON.
ARGUMENT_FIELDS: Mapping[str, ArgumentField] = {
    "start": _end("from"),
    "end": _end("to"),
    "through": _several("through"),
    "avoiding": _several("avoiding"),
    "ends": _several("ends"),
    "moves": ArgumentField(
        "moves",
        lambda _, number: Number.parse(number),
        lambda _, number: NUMBER.write(number),
        lambda _, number: [(f"{number} moves in all", number)],
    ),
    "visiting": _several("visiting", _read_squares, Board.name),
    "order": _several("order", _read_order, Board.name),
    "numbers": ArgumentField(
        "number",
        _read_numbers,
        lambda board, numbers: {board.name(square): number for square, number in numbers},
        lambda board, numbers: [(f"{board.name(x)} = {n}", (x, n)) for x, n in numbers],
    ),
    "fixed_by": ArgumentField(
        "fixed-by",
        lambda _, names: SYMMETRIES.read(names) or None,
        lambda _, names: names,
        lambda _, names: [(f"fixed by {', '.join(read_names(names))}", names)],
    ),
}
