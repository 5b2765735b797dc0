"""Placements of pieces that do not attack one another: known patterns, and local search.

A pattern of pieces of one kind on a full flat board is a sequence of squares; every beginning of it is such
a placement, so it serves for any number up to its length. Queens stand on n × n for every n ≥ 4 as E. Pauls
found (Deutsche Schachzeitung 29, 1874), in the form of E. J. Hoffman, J. C. Loessi and R. C. Moore
(Mathematics Magazine 42 (1969) 66-72); a board that is not square is a part of one that is. The others are
plain to see.

Local search by minimal conflicts: the pieces are placed one after another, each where it conflicts with the
fewest (S. Minton et al., Artificial Intelligence 58 (1992) 161-205); then one that conflicts, chosen at
random, moves to where it conflicts with the fewest, and its old square is avoided for some steps. Nothing
follows from a search that finds nothing. Pieces in between are ignored, so a solution is one with
``blocking`` as well. The attacks of a piece are looked up when it is placed: no table of the whole board is
made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, product
from random import Random
from typing import Any

from nqsat.chess import Board, Piece, Square, rays_from
from nqsat.modelling import Arrangement, PlacedPiece, Placement
from nqsat.modelling.rules import NonAttacking

#: A pattern on a board with no more rows than columns, as pairs (row, column).
_Cells = Iterator[tuple[int, int]]

#: Moves after which a search gives up.
MOST_MOVES = 2_000

#: For how many moves a square is avoided that a piece has left: at least, and at most.
_AVOIDED = (3, 9)

#: Conflicts of a square where no piece may stand, and of one that is avoided.
_CLOSED, _SHUNNED = 1 << 24, 1 << 16

#: Moves after which a report is made.
_SLICE = 100

#: A piece: the place of its kind in the model, and of its cell on the board.
_Placed = tuple[int, int]


def known_placement(piece: Piece, board: Board, number: int) -> tuple[Square, ...] | None:
    """Return squares for this number of pieces, in order; None if no pattern is known that has as many."""
    pattern = next((cells for name, cells in _PATTERNS.items() if Piece.parse(name) == piece), None)
    if pattern is None:
        return None
    turned = board.rows > board.columns
    cells = list(islice(pattern(*sorted((board.rows, board.columns))), number))
    if len(cells) < number:
        return None
    return tuple(sorted(Square(*(cell[::-1] if turned else cell)) for cell in cells))


def _queens(rows: int, columns: int) -> _Cells:
    if columns < 4:
        return iter(())
    even, odd = list(range(1, columns, 2)), list(range(0, columns, 2))
    if columns % 6 == 2:
        odd = [2, 0, *odd[3:], 4]
    elif columns % 6 == 3:
        even, odd = [*even[1:], 1], [*odd[2:], 0, 2]
    return zip(range(rows), even + odd, strict=False)


def _rooks(rows: int, columns: int) -> _Cells:
    return zip(range(rows), range(columns), strict=False)


def _bishops(rows: int, columns: int) -> _Cells:
    """The first file and the last; on a square board, the last one without its corners."""
    corner = int(rows == columns and rows > 0)
    last = ((row, columns - 1) for row in range(corner, rows - corner))
    return chain(((row, 0) for row in range(rows)), last if columns > 1 else ())


def _knights(rows: int, columns: int) -> _Cells:
    """The squares of one colour."""
    return ((row, column) for row in range(rows) for column in range(row % 2, columns, 2))


def _kings(rows: int, columns: int) -> _Cells:
    return product(range(0, rows, 2), range(0, columns, 2))


_PATTERNS: Mapping[str, Callable[[int, int], _Cells]] = {
    "Q": _queens,
    "R": _rooks,
    "B": _bishops,
    "N": _knights,
    "K": _kings,
}


def search_placement(model: Placement) -> Iterator[Arrangement | None]:
    """Yield None at times, and at the end a solution, if the search has found one.

    The model has the presets of its kinds, as many pieces as their lower bounds, and no rules but
    non-attacking ones; its pieces attack both ways.
    """
    table = _Conflicts(model)
    chance = Random(0)
    pieces: list[_Placed] = []
    for kind, missing in enumerate(table.missing):
        for number in range(missing):
            pieces.append(table.place(kind, chance))
            if number % _SLICE == 0:
                yield None
    avoided: dict[int, int] = {}
    for move in range(MOST_MOVES):
        if move % _SLICE == 0:
            yield None
        conflicting = [place for place, piece in enumerate(pieces) if table.has_conflict(piece)]
        if not conflicting:
            found = table.arrangement(pieces)
            if model.holds(found):  # if not, pieces that are given conflict, or are too many
                yield found
            return
        for cell in [cell for cell, end in avoided.items() if end <= move]:
            del avoided[cell]
            table.shun(cell, -1)
        place = chance.choice(conflicting)
        kind, cell = pieces[place]
        table.add(kind, cell, -1)
        if cell not in avoided:
            table.shun(cell, 1)
        avoided[cell] = move + chance.randint(*_AVOIDED)
        pieces[place] = table.place(kind, chance)


class _Conflicts:
    """For each kind and cell, with how many pieces a piece would conflict there."""

    def __init__(self, model: Placement) -> None:
        from nqsat.engines.arrays import np

        self._np: Any = np
        self._model = model
        board, kinds = model.board, model.kinds
        self._columns = board.columns
        self._numbers: Any = np.zeros((len(kinds), board.rows * board.columns), np.int32)
        for place, kind in enumerate(kinds):
            if kind.squares is not None:
                self._numbers[place] = _CLOSED
                self._numbers[place, [self._cell(square) for square in kind.squares]] = 0
        for square in board.walls | board.holes:
            self._numbers[:, self._cell(square)] = _CLOSED
        names = {kind.name: place for place, kind in enumerate(kinds)}
        rules = [rule for rule in model.rules if isinstance(rule, NonAttacking)]
        self._bound = [
            [any(rule.binds(kind.name, other.name) for rule in rules) for other in kinds]
            for kind in kinds
        ]
        self._attacked = cache(self._cells_attacked)
        self._given: list[_Placed] = []
        for preset in model.presets:
            if preset.kind is None:
                self._numbers[:, self._cell(preset.square)] = _CLOSED
            else:
                self._given.append((names[preset.kind], self._cell(preset.square)))
                self.add(*self._given[-1], 1)
        there = [kind for kind, _ in self._given]
        self.missing = [
            max(0, kind.number.low - there.count(place)) for place, kind in enumerate(kinds)
        ]

    def _cell(self, square: Square) -> int:
        return square.row * self._columns + square.column

    def _cells_attacked(self, kind: int, cell: int) -> Any:
        start = Square(*divmod(cell, self._columns))
        rays = rays_from(self._model.kinds[kind].piece, self._model.board, start)
        return self._np.unique([self._cell(target) for ray in rays for target in ray]).astype(int)

    def add(self, kind: int, cell: int, sign: int) -> None:
        """Add a piece (1) or take it away (-1)."""
        for other, bound in enumerate(self._bound[kind]):
            if bound:
                cells = self._attacked(kind, cell)
                if other != kind:  # each attacks both ways, but not as far as the other
                    cells = self._np.union1d(cells, self._attacked(other, cell))
                self._numbers[other, cells] += sign
        self._numbers[:, cell] += sign * _CLOSED

    def shun(self, cell: int, sign: int) -> None:
        """Avoid a cell (1), or no longer (-1)."""
        self._numbers[:, cell] += sign * _SHUNNED

    def place(self, kind: int, chance: Random) -> _Placed:
        """Add a piece of this kind where it conflicts with the fewest."""
        numbers = self._numbers[kind]
        least = self._np.flatnonzero(numbers == numbers.min())
        piece = kind, int(least[chance.randrange(len(least))])
        self.add(*piece, 1)
        return piece

    def has_conflict(self, piece: _Placed) -> bool:
        """Whether a piece that is placed conflicts with another, or stands where none may."""
        return bool(self._numbers[piece] % _SHUNNED or self._numbers[piece] >= 2 * _CLOSED)

    def arrangement(self, pieces: Sequence[_Placed]) -> Arrangement:
        """Return the pieces, together with those that are given."""
        kinds = self._model.kinds
        return self._model.solution(
            PlacedPiece(Square(*divmod(cell, self._columns)), kinds[kind].name)
            for kind, cell in (*self._given, *pieces)
        )
