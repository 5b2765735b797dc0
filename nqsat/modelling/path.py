"""Paths: squares in the order of a tour, the solutions of a tour model. Plain values.

Two paths are equal exactly if they are the same solution: a closed path has no first square, an
undirected path no direction, so each is stored in a normal form.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from itertools import pairwise
from typing import Any, NamedTuple, Self

from nqsat.chess import Board, Square, Symmetry
from nqsat.chess.display import brief
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Kind
from nqsat.modelling.setting import Change, GivenSquare, Symmetric, square_in, square_of

#: Where an open tour comes from and goes to, as if it were the greatest square.
OUTSIDE = Square(sys.maxsize, sys.maxsize)


class Move(NamedTuple):
    """A move in either direction: two squares, the lesser first; the second may be ``OUTSIDE``."""

    here: Square
    there: Square

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.here}, {self.there})"

    @classmethod
    def of(cls, a: Square, b: Square) -> Self:
        """Return the move between two squares, in either direction."""
        return cls(a, b) if a < b else cls(b, a)

    def image(self, symmetry: Symmetry) -> Self:
        """Return the image of the move under a symmetry."""
        return self.of(*[x if x == OUTSIDE else symmetry(x) for x in self])

    def text_on(self, board: Board) -> str:
        """Return the text on the command line: ``a1-b3``, of an arc ``a1>b3``; outside is ``hub``."""
        names = ["hub" if x == OUTSIDE else board.name(x) for x in self]
        return (">" if isinstance(self, Arc) else "-").join(names)


class Arc(Move):
    """A move from the first square to the second."""

    __slots__ = ()

    @classmethod
    def of(cls, a: Square, b: Square) -> Self:
        """Return the move from the first square to the second."""
        return cls(a, b)


@total_ordering
@dataclass(frozen=True, slots=True)
class Path(Symmetric):
    """Squares in order, each at most once.

    Args:
        board: the board.
        squares: the squares; stored in normal form: a closed path begins at ``origin``, or else at its
            least square; an undirected path has the direction that makes it least.
        closed: whether the last square leads back to the first.
        directed: whether the direction matters.
        origin: the square at which a closed path begins.

    Raises:
        InvalidModel: a square occurs twice, or no piece can stand on it.
    """

    board: Board = field(hash=False, repr=False)
    squares: tuple[Square, ...]
    closed: bool
    directed: bool
    origin: Square | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        squares = tuple(self.squares)
        if not all(type(square) is Square for square in squares):
            squares = tuple(Square.of(square, "path") for square in squares)
        visited = frozenset(squares)
        if len(visited) != len(squares):
            raise InvalidModel("path", "a square occurs twice")
        if not visited <= self.board.places.keys():
            wrong = min(visited - self.board.places.keys())
            raise InvalidModel("path", f"no piece can stand on {tuple(wrong)}")
        way = {"closed": self.closed, "directed": self.directed}
        object.__setattr__(self, "squares", _normal_form(squares, origin=self.origin, **way))

    @classmethod
    def of_known(
        cls,
        board: Board,
        squares: tuple[Square, ...],
        *,
        closed: bool,
        directed: bool,
        origin: Square | None,
    ) -> Path:
        """Construct a path of squares that are distinct and on the board.

        Nothing is checked: for callers that make many paths of checked squares.
        """
        path = object.__new__(cls)
        object.__setattr__(path, "board", board)
        normal = _normal_form(squares, closed=closed, directed=directed, origin=origin)
        object.__setattr__(path, "squares", normal)
        object.__setattr__(path, "closed", closed)
        object.__setattr__(path, "directed", directed)
        object.__setattr__(path, "origin", origin)
        return path

    def __lt__(self, other: Path) -> bool:
        return self.squares < other.squares

    def __len__(self) -> int:
        return len(self.squares)

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the squares in order; of a graph over its nodes, as they were given."""
        return map(self.board.geometry.element, self.squares)

    def __contains__(self, square: object) -> bool:
        """Whether a square is visited: ``"a1"`` or (row, column); of a graph a node."""
        return square in tuple(self) or square_in(self.board, square) in self.squares

    def __getitem__(self, place: slice | int | GivenSquare) -> Any:
        """Return the square at a place, from 0, or those of a slice; or of a square its number from 1.

        Raises:
            IndexError: there are fewer squares.
            KeyError: the square is not visited.
        """
        if isinstance(place, slice):
            return tuple(self)[place]
        if isinstance(place, int):
            return self.board.geometry.element(self.squares[place])
        square = square_of(self.board, place)
        if square not in self.squares:
            raise KeyError(place)
        return self.squares.index(square) + 1

    def to_array(self) -> Any:
        """Return a NumPy array, rows × columns, of the numbers of squares from 1; 0 is not visited."""
        import numpy as np

        return np.array(self.numbers, dtype=int)

    def __str__(self) -> str:
        """The squares in algebraic notation; a closed path repeats its first square at the end."""
        shown = self.squares + self.squares[:1] if self.closed else self.squares
        return " ".join(self.board.name(square) for square in shown) or "(empty)"

    def __repr__(self) -> str:
        kind = "closed" if self.closed else "open"
        return brief(f"{kind} Path on {self.board.title}: {self}")

    @property
    def moves(self) -> Iterator[tuple[Square, Square]]:
        """The moves in order, the closing one included."""
        squares = self.squares
        yield from pairwise(squares)
        if self.closed and squares:
            yield squares[-1], squares[0]

    @property
    def atoms(self) -> Iterator[Move]:
        """The moves in either direction, each once, as models name them."""
        return iter({Move.of(*move) for move in self.moves})

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Empty: a path has no pieces."""
        return ()

    @property
    def symbols(self) -> Mapping[Square, str]:
        """The number on each square, from 1."""
        return {square: str(number) for square, number in self._places.items()}

    @property
    def _places(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.squares, start=1)}

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """Rows × columns of position numbers from 1; 0 for squares not on the path."""
        number, (rows, columns) = self._places, map(range, (self.board.rows, self.board.columns))
        return tuple(tuple(number.get(Square(r, c), 0) for c in columns) for r in rows)

    @property
    def record(self) -> dict[str, int]:
        """The number of each square from 1, 0 if it is not visited, as a row of a table."""
        number = self._places
        return {self.board.name(square): number.get(square, 0) for square in self.board.squares}

    def to_json(self) -> dict[str, object]:
        """Return the path as JSON data."""
        return {
            "squares": [self.board.name(square) for square in self.squares],
            "closed": self.closed,
            "directed": self.directed,
            "numbers": self.numbers,
        }

    @property
    def fingerprint(self) -> int:
        """An integer that identifies the path (on boards of over 256 squares, a 128-bit hash)."""
        places = self.board.places
        if len(places) <= 256:
            return int.from_bytes(b"\1" + bytes(map(places.__getitem__, self.squares)), "big")
        order = array("L", (places[square] for square in self.squares))
        from hashlib import blake2b

        return int.from_bytes(blake2b(order.tobytes(), digest_size=16).digest(), "big")

    def image(self, symmetry: Symmetry) -> Path:
        """Return the image of the path; a ``Change`` may lead to another board."""
        board = symmetry.target.board if isinstance(symmetry, Change) else self.board
        origin = None if self.origin is None else symmetry(self.origin)
        mapping = symmetry.mapping
        squares = tuple([mapping[square] for square in self.squares])
        return Path.of_known(
            board, squares, closed=self.closed, directed=self.directed, origin=origin
        )


def _normal_form(
    squares: tuple[Square, ...], *, closed: bool, directed: bool, origin: Square | None
) -> tuple[Square, ...]:
    if closed and squares:
        given = origin is not None and origin in squares
        first = squares.index(origin if given else min(squares))
        squares = squares[first:] + squares[:first]
    if not directed and squares and squares[-1] < squares[int(closed and len(squares) > 1)]:
        squares = squares[:1] + squares[:0:-1] if closed else squares[::-1]
    return squares
