"""Tour: the declaration of a tour problem: one man visits every square once. It says what, never how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import contains
from typing import Any, ClassVar, Literal

from nqsat.chess import (
    Board,
    Piece,
    Square,
    Symmetry,
    attacks,
    can_move,
    carries_sight,
    check_piece,
    check_symmetry,
    find_symmetry,
    most_attacks,
    subgroup,
    symmetries,
)
from nqsat.chess.drawn import Pictured
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling.path import Path
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules.fields import read_names

Direction = Literal["undirected", "directed"]

#: From so many squares on, moves are checked one by one and not against a table of all.
LARGE = 10_000

#: Two squares, the lesser first: a move in either direction.
Move = tuple[Square, Square]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Tour(Pictured):
    """A man's tour of every square of a board, each exactly once, by his moves on the empty board.

    >>> Tour("6x6", "N")
    Tour('6x6', 'N')

    Args:
        board: a board, or its text: ``"8x8"``, ``"torus:4x4"``. Walls and holes are not visited.
        piece: who tours: a piece, Betza notation or a name.
        closed: the last square leads back to the first (a Hamiltonian cycle); else a path.
        start: the first square, as ``"a1"``; of a closed tour, where its numbers begin.
        end: the last square, for open tours.
        unit: ``"undirected"``: a set of moves (closed tours unless told otherwise);
            ``"directed"``: with direction (open tours, and men who cannot move back). The first square
            of a closed tour never matters.
        through: moves that must occur, in either direction: ``"a1-b3"``.
        avoiding: moves that must not occur.
        numbers: squares whose number in the sequence, from 1, is given: ``{"a1": 1}``.
        fixed_by: only tours that this symmetry of the board leaves as they are, or several all do.

    A solution is a ``Path``. A closed tour needs three squares; a board without squares has no tour.

    Raises:
        InvalidModel: an argument cannot be read, or two of them do not go together.
    """

    objective: ClassVar[None] = None  # which placements may have

    board: Board
    piece: Piece
    closed: bool
    start: Square | None
    end: Square | None
    direction: Direction
    through: tuple[Move, ...]
    avoiding: tuple[Move, ...]
    numbers: tuple[tuple[Square, int], ...]
    fixed_by: str | tuple[str, ...] | None

    def __init__(
        self,
        board: Board | str,
        piece: Piece | str,
        *,
        closed: bool = True,
        start: Square | str | None = None,
        end: Square | str | None = None,
        unit: Direction | None = None,
        through: Iterable[Move | str] = (),
        avoiding: Iterable[Move | str] = (),
        numbers: Mapping[str, int] | Iterable[tuple[Square, int]] = (),
        fixed_by: str | Iterable[str] | None = None,
    ) -> None:
        board = Board.parse(board) if isinstance(board, str) else board
        if not isinstance(board, Board):
            raise InvalidModel("board", f"{board!r} is neither a Board nor text such as '8x8'")
        piece = piece if isinstance(piece, Piece) else Piece.parse(piece)
        with blaming("piece"):
            check_piece(piece, board)
        if type(closed) is not bool:
            raise InvalidModel("closed", f"{closed!r} is neither True nor False")
        values = {
            "board": board,
            "piece": piece,
            "closed": closed,
            "start": None if start is None else _square(board, "start", start),
            "end": None if end is None else _square(board, "end", end),
            "through": _moves(board, "through", through),
            "avoiding": _moves(board, "avoiding", avoiding),
            "numbers": _numbers(board, numbers),
            "fixed_by": _names(fixed_by),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "direction", self._natural_unit() if unit is None else unit)
        self._check()

    def _natural_unit(self) -> Direction:
        one_way = self.start or self.end or self.numbers or not self.two_way
        return "undirected" if self.closed and not one_way else "directed"

    def _check(self) -> None:
        if self.direction not in ("undirected", "directed"):
            reason = f"{self.direction!r} is unknown; choose undirected, directed"
            raise InvalidModel("unit", reason)
        if self.closed and self.end is not None:
            raise InvalidModel("end", "a closed tour has none; leave it out, or make the tour open")
        if self.start is not None and self.start == self.end:
            raise InvalidModel("end", "is the start as well; choose another, or a closed tour")
        if self.direction == "undirected":
            if self.start or self.end or self.numbers:
                reason = "with a start, an end or numbers only directed makes sense"
                raise InvalidModel("unit", reason)
            if not self.two_way:
                raise InvalidModel("unit", f"{self.piece} cannot move back; ask for directed tours")
        self._check_numbers()
        both = set(self.through) & set(self.avoiding)
        if both:
            raise InvalidModel("avoiding", f"{self.written(min(both))} is required as well")
        with blaming("fixed_by"):
            for name in self.fixing:
                check_symmetry(self.board, name)

    def _check_numbers(self) -> None:
        if self.numbers and self.closed and self.start is None:
            raise InvalidModel("start", "the numbers of a closed tour need a start")
        total = len(self.board.squares) if self.numbers else 0
        squares: set[Square] = set()
        numbers: set[int] = set()
        for square, number in self.numbers:
            if not 1 <= number <= total:
                raise InvalidModel("numbers", f"{number!r} is not a number from 1 to {total}")
            if square in squares or number in numbers:
                raise InvalidModel("numbers", f"{square.name(self.board.rows)} or {number} twice")
            squares.add(square)
            numbers.add(number)

    def __repr__(self) -> str:
        plain = not (self.board.walls or self.board.holes)
        piece = self.piece if self.piece.graph else self.piece.notation
        words = [repr(self.board.title if plain else self.board), repr(piece)]
        if not self.closed:
            words.append("closed=False")
        for name, square in (("start", self.start), ("end", self.end)):
            if square is not None:
                words.append(f"{name}={square.name(self.board.rows)!r}")
        if self.direction != self._natural_unit():
            words.append(f"unit={self.direction!r}")
        for name, moves in (("through", self.through), ("avoiding", self.avoiding)):
            if moves:
                words.append(f"{name}={[self.written(move) for move in moves]!r}")
        if self.numbers:
            words.append(f"numbers={ {s.name(self.board.rows): n for s, n in self.numbers}!r}")
        if self.fixed_by:
            words.append(f"fixed_by={self.fixed_by!r}")
        return f"Tour({', '.join(words)})"

    def written(self, move: Move) -> str:
        """A move as on the command line: ``a1-b3``."""
        return "-".join(square.name(self.board.rows) for square in move)

    # -- meaning -------------------------------------------------------------------------

    def holds(self, path: Path) -> bool:
        """Whether the path is a solution: every square once, by the man's moves, as required."""
        squares = path.squares
        kind = (path.board, path.closed, path.directed, path.origin)
        if kind != (self.board, self.closed, self.directed, self.origin):
            return False
        every = self.board.square_set
        if len(squares) < (3 if self.closed else 1) or len(squares) != len(every):
            return False
        if every != set(squares):
            return False
        if not self._all_moves(path):
            return False
        if not self.closed and (
            (self.start is not None and squares[0] != self.start)
            or (self.end is not None and squares[-1] != self.end)
        ):
            return False
        if any(squares[number - 1] != square for square, number in self.numbers):
            return False
        if self.through or self.avoiding:
            made = {(min(move), max(move)) for move in path.moves}
            if not made.issuperset(self.through) or not made.isdisjoint(self.avoiding):
                return False
        return all(self._same_moves(path, find_symmetry(self.board, name)) for name in self.fixing)

    def _all_moves(self, path: Path) -> bool:
        """Whether every step is a move of the man. On a large board no table is made for it."""
        if len(path) > LARGE:
            return all(can_move(self.piece, self.board, *move) for move in path.moves)
        targets = map(attacks(self.piece, self.board).__getitem__, path.squares)
        after = path.squares[1:] + path.squares[:1] if path.closed else path.squares[1:]
        return all(map(contains, targets, after))

    def _same_moves(self, path: Path, symmetry: Symmetry) -> bool:
        """Whether the symmetry maps the path's moves to themselves, with direction if it matters."""
        moves = set(path.moves)
        if not self.directed:
            moves |= {(there, here) for here, there in moves}
        return {(symmetry(here), symmetry(there)) for here, there in moves} == moves

    def path(self, squares: Iterable[Square]) -> Path:
        """The path that visits the squares in this order, as a solution of this model."""
        return Path(self.board, tuple(squares), self.closed, self.directed, self.origin)

    # -- facts ---------------------------------------------------------------------------

    @property
    def fixing(self) -> tuple[str, ...]:
        """The names of ``fixed_by``: none, one or several."""
        return () if self.fixed_by is None else read_names(self.fixed_by)

    @property
    def directed(self) -> bool:
        """Whether the direction of a tour matters."""
        return self.direction == "directed"

    @property
    def origin(self) -> Square | None:
        """Where a closed tour is taken to begin, if that is given."""
        return self.start if self.closed else None

    @property
    def unit(self) -> str:
        """What its solutions are called when they are counted."""
        return f"{self.direction} {'closed' if self.closed else 'open'} tours"

    @property
    def two_way(self) -> bool:
        """Whether every move of the man can be taken back."""
        rides = self.piece.rides
        if not self.piece.graph and all(
            r._replace(step=(-r.step[0], -r.step[1])) in rides for r in rides
        ):
            return True  # on a solid board too: every piece that there is can move back
        relation = attacks(self.piece, self.board)
        return all(here in relation[there] for here in relation for there in relation[here])

    @property
    def size(self) -> int:
        """An estimate, made without building anything, of the moves on the board."""
        return self.board.rows * self.board.columns + most_attacks(self.piece, self.board)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The geometric symmetries of the board that preserve the model, the identity first."""
        return tuple(symmetry for symmetry in symmetries(self.board) if self._kept_by(symmetry))

    def _kept_by(self, symmetry: Symmetry) -> bool:
        here = (self.piece, self.board)
        if not carries_sight(symmetry, here, here):
            return False
        ends = [square for square in (self.start, self.end) if square is not None]
        if any(symmetry(square) != square for square in ends):
            return False
        if any(symmetry(square) != square for square, _ in self.numbers):
            return False
        for moves in (self.through, self.avoiding):
            if {either_way(symmetry(a), symmetry(b)) for a, b in moves} != set(moves):
                return False
        # As for placements: the images of the tours that H fixes are those that gHg⁻¹ fixes.
        fixed = frozenset(subgroup(self.board, self.fixing))
        moved = {square: symmetry(square) for square in self.board.squares}
        back = {image: square for square, image in moved.items()}
        conjugates = {tuple(moved[one(back[x])] for x in self.board.squares) for one in fixed}
        return conjugates == {one.images for one in fixed}

    def with_unit(self, unit: Direction) -> Tour:
        """The same tours, counted with or without direction.

        Raises:
            InvalidModel: that makes no sense for this model.
        """
        return self.changed(unit=unit)

    def fixed(self, symmetry: str) -> Tour:
        """The same model, of which only the tours that a symmetry leaves alone are solutions."""
        return self.changed(fixed_by=(*self.fixing, symmetry))

    def changed(self, **changes: Any) -> Tour:
        """The same model with some of the arguments that it was made of changed.

        Raises:
            InvalidModel: there is no such model.
        """
        names = ("board", "piece", "closed", "start", "end", "through", "avoiding", "numbers")
        values = {name: getattr(self, name) for name in (*names, "fixed_by")}
        return Tour(**{**values, "unit": self.direction, **changes})


def _names(value: object) -> str | tuple[str, ...] | None:
    """The names of symmetries; one alone as it is."""
    try:
        names = () if value is None else read_names(value)
    except ValueError as error:
        raise InvalidModel("fixed_by", str(error)) from None
    return names if len(names) > 1 else next(iter(names), None)


#: The two kinds of models.
Model = Placement | Tour


def _square(board: Board, field: str, value: object) -> Square:
    """A square given as text or as a pair; ``field`` is named if it is none."""
    if isinstance(value, str):
        with blaming(field):
            return board.parse_square(value)
    square = Square.of(value, field)
    if square not in board:
        raise InvalidModel(field, f"no man can stand on {tuple(square)}")
    return square


def either_way(a: Square, b: Square) -> Move:
    """A move as models write it, whichever way it is made: the lesser square first."""
    return (min(a, b), max(a, b))


def ways_of(tour: Tour) -> dict[Square, list[Square]]:
    """From each square, in the board's order, where the man can go, ascending; no move that is left out."""
    ways = attacks(tour.piece, tour.board)
    left_out = {*tour.avoiding, *((there, here) for here, there in tour.avoiding)}
    return {
        here: [there for there in sorted(ways[here]) if (here, there) not in left_out]
        for here in tour.board.squares
    }


def moves_of(tour: Tour) -> set[Move]:
    """All moves that the piece of a tour can make on its board, in whichever direction."""
    ways = attacks(tour.piece, tour.board)
    return {either_way(here, there) for here, targets in ways.items() for there in targets}


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
        found.add(either_way(here, there))
    return tuple(sorted(found))


def _numbers(board: Board, values: object) -> tuple[tuple[Square, int], ...]:
    given = values.items() if isinstance(values, Mapping) else values
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidModel("numbers", f"{values!r} is no mapping from squares to numbers")
    found = []
    for item in given:
        if not isinstance(item, tuple | list) or len(item) != 2 or type(item[1]) is not int:
            raise InvalidModel("numbers", f"{item!r} is no square with a whole number")
        found.append((_square(board, "numbers", item[0]), item[1]))
    return tuple(sorted(found))
