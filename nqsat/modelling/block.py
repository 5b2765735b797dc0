"""Blocks: many arrangements of one setting as bytes, for code that finds or writes them by the thousand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import overload

from nqsat.modelling.arrangement import Arrangement, PlacedPiece, rank_in_fen
from nqsat.modelling.setting import Setting

#: Settings with more kinds have no blocks.
MOST_KINDS = 255

#: At most this many texts of ranks are cached.
MANY = 1 << 14


@dataclass(frozen=True, eq=False)
class Block(Sequence[Arrangement]):
    """Arrangements, in order.

    Args:
        setting: of all of them.
        number: how many.
        content: for one after the other a byte for each square of the board: 0 where it is empty, else
            the number of the piece's kind, from 1.
    """

    setting: Setting
    number: int
    content: bytes

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, index: int) -> Arrangement: ...
    @overload
    def __getitem__(self, index: slice) -> Block: ...
    def __getitem__(self, index: int | slice) -> Arrangement | Block:
        size = len(self.setting.board.squares)
        if isinstance(index, slice):
            start, stop, step = index.indices(self.number)
            if step != 1:
                raise ValueError("a block is cut into ranges only")
            stop = max(start, stop)
            return Block(self.setting, stop - start, self.content[size * start : size * stop])
        if not -self.number <= index < self.number:
            raise IndexError(index)
        start = size * (index % self.number)
        return self._arrangement(self.content[start : start + size])

    def __iter__(self) -> Iterator[Arrangement]:
        return map(self._arrangement, self._contents())

    def _arrangement(self, content: bytes) -> Arrangement:
        standing, kinds = compress(_pieces(self.setting), content), compress(content, content)
        pieces = tuple([here[kind] for here, kind in zip(standing, kinds, strict=True)])
        return Arrangement.of_sorted(self.setting, pieces)

    def fens(self) -> Iterator[str]:
        """``Arrangement.fen`` of each. A rank is written once for all that have the same."""
        texts = _ranks(self.setting)
        for ranks in self.ranks():
            yield "/".join([text[rank] for text, rank in zip(texts, ranks, strict=True)])

    def ranks(self) -> Iterator[list[bytes]]:
        """The content of each arrangement, rank by rank from the top."""
        bounds = [(rank.first, rank.last) for rank in _ranks(self.setting)]
        for content in self._contents():
            yield [content[first:last] for first, last in bounds]

    def names(self) -> Iterator[str]:
        """``str`` of each arrangement."""
        if len(self.setting.kinds) != 1 or len(self.setting.board.squares) < 2:
            yield from map(str, self)
            return
        ordered, names = _by_file(self.setting)
        for content in self._contents():
            yield " ".join(compress(names, ordered(content))) or str(self._arrangement(content))

    def _contents(self) -> Iterator[bytes]:
        size = len(self.setting.board.squares)
        for start in range(0, size * self.number, size) if size else [0] * self.number:
            yield self.content[start : start + size]


@lru_cache(maxsize=64)
def _pieces(setting: Setting) -> list[list[PlacedPiece]]:
    """For each square, the piece of each kind there, kinds from 1."""
    names = ["", *(kind.name for kind in setting.kinds)]
    return [[PlacedPiece(square, name) for name in names] for square in setting.board.squares]


@lru_cache(maxsize=64)
def _by_file(setting: Setting) -> tuple[itemgetter[Sequence[int]], list[str]]:
    """Indices that put an arrangement in the order of ``Arrangement.squares_of``; the names."""
    board = setting.board
    ordered = sorted(enumerate(board.squares), key=lambda cell: (cell[1].column, -cell[1].row))
    return itemgetter(*(index for index, _ in ordered)), [board.name(cell) for _, cell in ordered]


class _RankTexts(dict[bytes, str]):
    """The FEN of a rank, made when asked for; ``first`` to ``last`` are its squares."""

    def __init__(self, setting: Setting, row: int, first: int) -> None:
        super().__init__()
        self._columns = setting.board.columns
        self._walls = {cell.column: "*" for cell in setting.board.walls if cell.row == row}
        self._symbols = [kind.symbol for kind in setting.kinds]
        self._here = [square.column for square in setting.board.squares if square.row == row]
        self.first, self.last = first, first + len(self._here)

    def __missing__(self, content: bytes) -> str:
        if len(self) >= MANY:
            self.clear()
        pieces = zip(self._here, content, strict=True)
        marks = {column: self._symbols[kind - 1] for column, kind in pieces if kind}
        text = self[content] = rank_in_fen(self._walls | marks, self._columns)
        return text


@lru_cache(maxsize=64)
def _ranks(setting: Setting) -> list[_RankTexts]:
    found: list[_RankTexts] = []
    for row in range(setting.board.rows):
        found.append(_RankTexts(setting, row, found[-1].last if found else 0))
    return found
