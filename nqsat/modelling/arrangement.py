"""Arrangements: pieces on squares, the solutions of a placement model. Plain values.

They do not depend on the engine that found them. FEN and algebraic notation are here; pictures are in
``reporting``.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, total_ordering
from itertools import chain
from typing import Any, NamedTuple

from nqsat.chess import Board, Square, Symmetry
from nqsat.chess.display import brief, set_constructor_module
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Kind
from nqsat.modelling.setting import Change, GivenSquare, Setting, Symmetric, square_in, square_of

#: The largest number of cells for which an arrangement is identified by a bit for each.
_MOST_BITS = 1 << 10


@set_constructor_module
class PlacedPiece(NamedTuple):
    """One piece of a kind (by name) on a square."""

    square: Square
    kind: str

    def __repr__(self) -> str:
        return f"PlacedPiece({self.square}, {self.kind!r})"

    def image(self, symmetry: Symmetry) -> PlacedPiece:
        """Return the image under a symmetry; a ``Change`` may also rename its kind."""
        kind = symmetry.kinds[self.kind] if isinstance(symmetry, Change) else self.kind
        return PlacedPiece(symmetry(self.square), kind)

    def text_on(self, board: Board) -> str:
        """Return the text on the command line: ``Q@a1``."""
        return f"{self.kind}@{board.name(self.square)}"


@total_ordering
@dataclass(frozen=True, slots=True)
class Arrangement(Symmetric):
    """Pieces on squares of a board, at most one on each; ordered by squares, then kinds.

    Args:
        setting: the board and the kinds.
        pieces: the pieces, in any order; stored sorted.

    Raises:
        InvalidModel: a piece has an unknown kind or an impossible square, or two are on one square.
    """

    setting: Setting = field(hash=False, repr=False)
    pieces: tuple[PlacedPiece, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.setting, Setting):
            reason = f"expected a Setting such as model.setting, got {self.setting!r}"
            raise InvalidModel("setting", reason)
        if not isinstance(self.pieces, Iterable):
            raise InvalidModel("pieces", f"expected a list of pieces, got {self.pieces!r}")
        pieces = tuple(self.pieces)
        if not all(type(piece) is PlacedPiece and type(piece[0]) is Square for piece in pieces):
            pieces = tuple(map(_placed_piece, pieces))
        pieces = tuple(sorted(pieces))
        object.__setattr__(self, "pieces", pieces)
        names = {kind.name for kind in self.kinds}
        previous = None
        for square, kind in pieces:
            if square not in self.board:
                raise InvalidModel("pieces", f"no piece can stand on {tuple(square)}")
            if kind not in names:
                raise InvalidModel("pieces", f"the model has no {kind!r}")
            if square == previous:
                raise InvalidModel("pieces", f"two pieces on {tuple(square)}")
            previous = square

    @property
    def board(self) -> Board:
        """The board."""
        return self.setting.board

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the setting, including those without a piece on the board."""
        return self.setting.kinds

    @property
    def atoms(self) -> Iterator[PlacedPiece]:
        return iter(self.pieces)

    @classmethod
    def of_sorted(cls, setting: Setting, pieces: tuple[PlacedPiece, ...]) -> Arrangement:
        """Construct an arrangement of pieces that are sorted, on different squares and of known kinds.

        Nothing is checked: for callers that read many arrangements from a checked table.
        """
        arrangement = object.__new__(cls)
        object.__setattr__(arrangement, "setting", setting)
        object.__setattr__(arrangement, "pieces", pieces)
        return arrangement

    def __lt__(self, other: Arrangement) -> bool:
        return self.pieces < other.pieces

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[PlacedPiece]:
        """Iterate over the pieces: each has a ``square`` (of a graph the node, as given) and a ``kind``."""
        element = self.board.geometry.element
        return (PlacedPiece(element(square), kind) for square, kind in self.pieces)

    def __contains__(self, square: object) -> bool:
        """Whether a piece stands on a square: ``"a1"`` or (row, column)."""
        return square_in(self.board, square) in dict(self.pieces)

    def __getitem__(self, square: GivenSquare) -> str:
        """Return the name of the kind that stands on a square. ``KeyError``: none does."""
        kind = dict(self.pieces).get(square_of(self.board, square))
        if kind is None:
            raise KeyError(f"{square} is empty; record has every square, and `in` asks first")
        return kind

    @property
    def squares(self) -> tuple[Any, ...]:
        """The squares with pieces, row by row from the top; of a graph its nodes, as they were given."""
        element = self.board.geometry.element
        return tuple([element(square) for square, _ in self.pieces])

    def to_array(self) -> Any:
        """Return a NumPy array, rows × columns: 0 for no piece, else the number of its kind, from 1."""
        import numpy as np

        number = {kind.name: place for place, kind in enumerate(self.kinds, start=1)}
        array = np.zeros((self.board.rows, self.board.columns), dtype=int)
        for square, kind in self.pieces:
            array[square] = number[kind]
        return array

    def __str__(self) -> str:
        """Squares in algebraic notation, ``a1 c2``; with several kinds kind by kind: ``Q@a1 R@c2``."""
        if len(self.kinds) == 1:
            return " ".join(self.squares_of(self.kinds[0].name)) or "(empty)"
        named = (
            f"{kind.name}@{name}" for kind in self.kinds for name in self.squares_of(kind.name)
        )
        return " ".join(named) or "(empty)"

    def __repr__(self) -> str:
        return brief(f"Arrangement on {self.board.title}: {self}")

    def squares_of(self, kind: str) -> list[str]:
        """Return the squares of a kind in algebraic notation, by file and then rank: a1, b3, …"""
        squares = (piece.square for piece in self.pieces if piece.kind == kind)
        return [*map(self.board.name, sorted(squares, key=lambda one: (one.column, -one.row)))]

    @property
    def symbols(self) -> Mapping[Square, str]:
        """The letter on each occupied square."""
        letter = {kind.name: kind.symbol for kind in self.kinds}
        return {square: letter[kind] for square, kind in self.pieces}

    @property
    def record(self) -> dict[str, str]:
        """The kind on each square, empty for none, as a row of a table."""
        there = dict(self.pieces)
        return {self.board.name(square): there.get(square, "") for square in self.board.squares}

    @property
    def fen(self) -> str:
        """Field 1 of FEN: ranks from the top, run lengths for empty squares and holes, ``*`` walls."""
        ranks: list[dict[int, str]] = [{} for _ in range(self.board.rows)]
        for (row, column), mark in {**dict.fromkeys(self.board.walls, "*"), **self.symbols}.items():
            ranks[row][column] = mark
        return "/".join(rank_in_fen(rank, self.board.columns) for rank in ranks)

    def to_json(self) -> dict[str, object]:
        """Return the arrangement as JSON data."""
        squares = {kind.name: self.squares_of(kind.name) for kind in self.kinds}
        return {"squares": squares, "fen": self.fen}

    @property
    def fingerprint(self) -> int:
        """An integer that identifies the arrangement among those of its setting.

        It is a bit mask of its pieces; on a board of many cells, row, column and kind of each.
        """
        board = self.board
        if board.rows * board.columns > _MOST_BITS:
            numbers = {kind.name: number for number, kind in enumerate(self.kinds)}
            cells = ((*square, numbers[kind]) for square, kind in self.pieces)
            # The 1 in front keeps zeros apart: a piece in the first cell, and none.
            return int.from_bytes(b"\1" + array("I", chain.from_iterable(cells)).tobytes())
        places = _places(self.setting)
        return sum(places[piece] for piece in self.pieces)

    def image(self, symmetry: Symmetry) -> Arrangement:
        """Return the image of the arrangement; a ``Change`` may lead to another setting."""
        if isinstance(symmetry, Change):
            return Arrangement(
                symmetry.target, tuple([piece.image(symmetry) for piece in self.pieces])
            )
        mapping = symmetry.mapping
        pieces = sorted([PlacedPiece(mapping[square], kind) for square, kind in self.pieces])
        return Arrangement.of_sorted(self.setting, tuple(pieces))


def pieces_of(arrangement: Arrangement, kinds: Collection[str] | None) -> Sequence[PlacedPiece]:
    """Return the pieces of some kinds; all if ``kinds`` is None."""
    pieces = arrangement.pieces
    return pieces if kinds is None else [piece for piece in pieces if piece.kind in kinds]


def _placed_piece(given: object) -> PlacedPiece:
    if isinstance(given, tuple | list) and len(given) == 2 and isinstance(given[1], str):
        return PlacedPiece(Square.of(given[0], "pieces"), given[1])
    raise InvalidModel("pieces", f"expected PlacedPiece(Square(0, 0), 'Q'), got {given!r}")


def rank_in_fen(marks: Mapping[int, str], columns: int) -> str:
    """Return a rank in FEN, given the mark in each column that is not empty."""
    text, next_column = "", 0
    for column, mark in sorted(marks.items()):
        run = column - next_column
        text += (str(run) if run else "") + mark
        next_column = column + 1
    run = columns - next_column
    return text + (str(run) if run else "")


@lru_cache(maxsize=64)
def _places(setting: Setting) -> Mapping[tuple[Square, str], int]:
    pairs = ((square, kind.name) for square in setting.board.squares for kind in setting.kinds)
    return {pair: 1 << index for index, pair in enumerate(pairs)}
