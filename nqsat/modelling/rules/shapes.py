"""Shapes: the squares of some pieces are one polyomino, wherever and however it lies.

Encoding: a variable for each set of squares that is an image of the shape on the board; exactly one of them
is true, and a piece stands on a square if and only if a true one contains it. The variables follow from the
pieces. Knuth's exact cover (Dancing links, 2000) has the same options.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement, pieces_of
from nqsat.modelling.rules.base import Meaning, Rule, listed
from nqsat.modelling.rules.fields import NAMES, Field
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Sum, Variables

#: The polyominoes of four and five squares, by their usual letters: rows from the top, X is a square.
POLYOMINOES: Mapping[str, str] = {
    "I4": "XXXX", "L4": "XXX/X", "O4": "XX/XX", "S4": ".XX/XX", "T4": "XXX/.X",
    "F5": ".XX/XX/.X", "I5": "XXXXX", "L5": "XXXX/X", "N5": "XXX/..XX", "P5": "XXX/XX",
    "T5": "XXX/.X/.X", "U5": "X.X/XXX", "V5": "X/X/XXX", "W5": "X/XX/.XX", "X5": ".X/XXX/.X",
    "Y5": "XXXX/.X", "Z5": "XX/.X/.XX",
}  # fmt: skip

#: The squares of a shape, as steps down and right from the first.
Steps = tuple[tuple[int, int], ...]


def _read_cells(value: Any) -> str:
    if isinstance(value, str) and value in POLYOMINOES:
        return value
    if not isinstance(value, str) or not re.fullmatch(r"[X.]*(/[X.]*)*", value) or "X" not in value:
        names = ", ".join(POLYOMINOES)
        raise ValueError(f"{value!r}: write rows of X and . from the top, XXX/X, or one of {names}")
    return value


@listed
@dataclass(frozen=True, slots=True)
class Shape(Rule):
    """The squares of the pieces form a shape, in any place, turned or mirrored.

    On a board that wraps, the shape may lie across its edges. It lies on no hole and no wall.

    Args:
        cells: rows from the top, ``"XX/.X"``; or a polyomino: ``"L4"``, ``"F5"``.
        kinds: the kinds whose pieces make it up; None for all.

    Raises:
        InvalidModel: ``cells`` is not a shape, or ``kinds`` is empty.
    """

    name: ClassVar[str] = "shape"
    example: ClassVar[str] = "shape=L4"
    fields: ClassVar[Mapping[str, Field]] = {"cells": Field(_read_cells), "kinds": NAMES}
    cells: str
    kinds: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(_squares_of(self.cells))

    @property
    def drawn(self) -> Shape:
        """The same rule, its shape as rows of squares instead of a name."""
        return replace(self, cells=POLYOMINOES.get(self.cells, self.cells))

    @property
    def imbalance(self) -> int:
        """On a board coloured like a chessboard, how many more squares of one colour it covers."""
        return abs(sum(1 - 2 * ((r + c) % 2) for r, c in _squares_of(self.cells)))

    @property
    def sentence(self) -> str:
        names = [name.removesuffix(":blocker") for name in self.kinds or ()]
        who = " ".join(["pieces", " and ".join(names)]).strip()
        return f"The {who} form the shape {self.cells}, which may be turned and mirrored."

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        geometry = setting.board.geometry
        if not geometry.has_ranks or len(geometry.sizes) != 2:
            reason = (
                f"{setting.board.title} has no grid in which a shape lies; choose another board"
            )
            raise InvalidModel("board", reason)

    def holds(self, arrangement: Arrangement) -> bool:
        return self._squares(arrangement) in _images(self.cells, arrangement.board)

    def _squares(self, arrangement: Arrangement) -> frozenset[Square]:
        return frozenset(piece.square for piece in pieces_of(arrangement, self.kinds))

    def image(self, change: Change) -> Shape:
        return self.moved(change)

    def relaxation(self, setting: Setting) -> Meaning:
        """Some image of the shape has all squares: true of fewer pieces as well."""
        images = _images(self.cells, setting.board)
        return lambda arrangement: any(map(self._squares(arrangement).issubset, images))

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        kinds = [kind.name for kind in setting.named(self.kinds)]
        chosen, covering = list[int](), defaultdict[Square, list[int]](list)
        for squares in _images(self.cells, setting.board):
            chosen.append(x := variables.fresh())
            for square in squares:
                covering[square].append(x)
        yield Sum(1, 1, tuple(chosen))
        for square in setting.board.squares:
            here = tuple(y for kind in kinds for y in variables.group(kind, (square,)))
            yield from (Clause((-y, *covering[square])) for y in here)
            yield from (Clause((-x, *here)) for x in covering[square])

    def cost(self, setting: Setting) -> int:
        return 2 * sum(map(len, _images(self.cells, setting.board)))


def _squares_of(cells: str) -> set[tuple[int, int]]:
    rows = POLYOMINOES.get(cells, cells).split("/")
    return {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"}


def _turned(cells: str) -> set[Steps]:
    """A shape in its up to eight positions, each as steps from its first square."""
    squares = _squares_of(cells)
    found = set()
    for _ in range(2):
        for _ in range(4):
            squares = {(c, -r) for r, c in squares}
            (top, left), *_ = ordered = sorted(squares)
            found.add(tuple((r - top, c - left) for r, c in ordered))
        squares = {(r, -c) for r, c in squares}
    return found


@lru_cache(maxsize=256)
def _images(cells: str, board: Board) -> dict[frozenset[Square], None]:
    """The sets of squares that are images of a shape, in a fixed order."""
    found: dict[frozenset[Square], None] = {}
    for steps in sorted(_turned(cells)):
        for first in board.squares:
            strides = [
                board.geometry.step(first, step) if any(step) else (first, step) for step in steps
            ]
            squares = frozenset(stride[0] for stride in strides if stride is not None)
            if len(squares) == len(steps) and squares <= board.places.keys():
                found[squares] = None
    return found
