"""The arguments of ``Tour`` as rules: positions of squares, required and forbidden moves, symmetry.

The fields of each rule are arguments of ``Tour``; a rule without any given argument is false.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from nqsat.chess import Board, Square, check_symmetry, find_symmetry
from nqsat.errors import InvalidModel, blaming, integer
from nqsat.modelling.path import Move, Path
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import read_names
from nqsat.modelling.rules.geometry import SYMMETRIES, conjugates, same_group
from nqsat.modelling.setting import Change, Setting, TourSetting
from nqsat.modelling.vocabulary import Clause, Constraint, Links


class TourArgument(Rule):
    """One requirement of a tour, given by arguments of ``Tour``. A frozen dataclass."""

    __slots__ = ()
    about: ClassVar[str] = "tour"

    @property
    def arguments(self) -> dict[str, Any]:
        """The nonempty fields, as arguments of ``Tour``."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in given.items() if value}

    def __bool__(self) -> bool:
        return bool(self.arguments)

    @abstractmethod
    def image(self, change: Change) -> TourArgument: ...

    @abstractmethod
    def written(self, board: Board) -> dict[str, Any]:
        """Return its arguments as JSON data."""

    @abstractmethod
    def said(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        """Yield each single requirement as (argument name, text for display, value)."""


@dataclass(frozen=True, slots=True)
class GivenPlaces(TourArgument):
    """Squares with given positions in the tour: the first, the last, others by number, counted from 1.

    For each of them:  squares[number - 1] = square.  A closed tour is numbered from its start.
    """

    name: ClassVar[str] = "ends"
    start: Square | None
    end: Square | None
    numbers: tuple[tuple[Square, int], ...]

    @classmethod
    def read(cls, board: Board, start: object, end: object, numbers: object) -> GivenPlaces:
        """Read the positions from the arguments of ``Tour``."""
        given = numbers.items() if isinstance(numbers, Mapping) else numbers
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise InvalidModel("numbers", f"{numbers!r} is no mapping from squares to numbers")
        found = []
        for item in given:
            pair = item if isinstance(item, tuple | list) and len(item) == 2 else (None, None)
            number = integer(pair[1])
            if number is None:
                raise InvalidModel("numbers", f"{item!r} is no square with a whole number")
            found.append((_square(board, "numbers", pair[0]), number))
        first = None if start is None else _square(board, "start", start)
        last = None if end is None else _square(board, "end", end)
        return cls(first, last, tuple(sorted(found)))

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
            reason = "a closed tour is numbered from its start; give that too (--from)"
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
        return GivenPlaces(
            start, end, tuple(sorted((change(square), n) for square, n in self.numbers))
        )

    def written(self, board: Board) -> dict[str, Any]:
        ends = {name: square for name, square in self.arguments.items() if name != "numbers"}
        data: dict[str, Any] = {name: board.name(square) for name, square in ends.items()}
        if self.numbers:
            data["numbers"] = {board.name(square): number for square, number in self.numbers}
        return data

    def said(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        for name, word, square in (("start", "from", self.start), ("end", "to", self.end)):
            if square:
                yield name, f"{word} {board.name(square)}", square
        for square, number in self.numbers:
            yield "numbers", f"{board.name(square)} = {number}", (square, number)


@dataclass(frozen=True, slots=True)
class GivenMoves(TourArgument):
    """Required and forbidden moves, in either direction."""

    name: ClassVar[str] = "moves given"
    through: tuple[Move, ...]
    avoiding: tuple[Move, ...]

    @classmethod
    def read(cls, board: Board, through: object, avoiding: object) -> GivenMoves:
        """Read the moves from the arguments of ``Tour``."""
        return cls(_moves(board, "through", through), _moves(board, "avoiding", avoiding))

    def check(self, setting: Setting) -> None:
        if both := set(self.through) & set(self.avoiding):
            reason = f"{min(both).written(setting.board)} is required as well"
            raise InvalidModel("avoiding", reason)

    def holds(self, path: Any) -> bool:
        made = {*path.made_of}
        return made.issuperset(self.through) and made.isdisjoint(self.avoiding)

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        def ways(move: Move) -> list[int]:
            both = (links.move(*move), links.move(*move[::-1]))
            return [x for x in dict.fromkeys(both) if x]

        for move in self.through:
            yield Clause(tuple(ways(move)))
        for move in self.avoiding:
            yield from (Clause((-x,)) for x in ways(move))

    def image(self, change: Change) -> GivenMoves:
        both = (self.through, self.avoiding)
        moved = (tuple(sorted(move.image(change) for move in one)) for one in both)
        return GivenMoves(*moved)

    def written(self, board: Board) -> dict[str, Any]:
        given = self.arguments.items()
        return {name: [move.written(board) for move in moves] for name, moves in given}

    def said(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        for name, moves in self.arguments.items():
            for move in moves:
                yield name, f"{name} {move.written(board)}", move


@dataclass(frozen=True, slots=True)
class Fixed(TourArgument):
    """Symmetries of the board that fix the set of moves, with directions if the path is directed."""

    name: ClassVar[str] = "invariant"
    fixed_by: str | tuple[str, ...] | None

    @classmethod
    def read(cls, names: object) -> Fixed:
        """Read the names from the argument of ``Tour``; a single name stays a text."""
        try:
            return cls(None if names is None else SYMMETRIES.read(names) or None)
        except ValueError as error:
            raise InvalidModel("fixed_by", str(error)) from None

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
        symmetries = (find_symmetry(path.board, name) for name in self.names)
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
        return self if same_group(names, self.names, change) else Fixed.read(names)

    def written(self, board: Board) -> dict[str, Any]:
        return self.arguments

    def said(self, board: Board) -> Iterator[tuple[str, str, Any]]:
        yield "fixed_by", f"fixed by {', '.join(self.names)}", self.fixed_by


#: All rules of this module.
ARGUMENTS: tuple[type[TourArgument], ...] = (GivenPlaces, GivenMoves, Fixed)


def _square(board: Board, field: str, value: object) -> Square:
    """Read a square given as text or as a pair; errors name ``field``."""
    if isinstance(value, str):
        with blaming(field):
            return board.parse_square(value)
    square = Square.of(value, field)
    if square not in board:
        raise InvalidModel(field, f"no piece can stand on {tuple(square)}")
    return square


def _moves(board: Board, field: str, values: object) -> tuple[Move, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidModel(field, f"{values!r} is no list of moves, as in ['a1-b3']")
    found = set()
    for value in values:
        ends = value.split("-") if isinstance(value, str) else value
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise InvalidModel(field, f"{value!r} is no move: write two squares, as in a1-b3")
        here, there = (_square(board, field, end) for end in ends)
        if here == there:
            raise InvalidModel(field, f"{value!r} leads nowhere")
        found.add(Move.of(here, there))
    return tuple(sorted(found))
