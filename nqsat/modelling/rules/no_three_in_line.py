"""No three men stand on one straight line, of any slope.

For any three men a, b, c:  (b - a) × (c - a) ≠ 0,  with their coordinates as points of the plane, or of
space on a solid board. Walls and holes do not interrupt a line.

Encoding: at most two of the literals of every maximal line of three squares or more. Two points are on one
maximal line only, so no triple is forbidden twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.errors import InvalidModel
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.vocabulary import AtMost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.chess import Board, Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["NoThreeInLine", "check_flat"]

Point = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoThreeInLine(Rule):
    """No three men, of whatever kinds, stand on one straight line of the plane.

    Flat boards only: on a torus lines of different slopes meet more than once.
    """

    name: ClassVar[str] = "no-three-in-line"

    def check(self, model: Placement) -> None:
        check_flat(model.board, self.name)

    def holds(self, arrangement: Arrangement) -> bool:
        # Of three on a line the first in order sees the other two in one direction.
        points = sorted(arrangement.board.coordinates(man.square) for man in arrangement.men)
        for index, first in enumerate(points):
            seen = set()
            for other in points[index + 1 :]:
                direction = _direction(first, other)
                if direction in seen:
                    return False
                seen.add(direction)
        return True

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        return not self.holds(arrangement)

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return True  # rotations and reflections keep lines straight

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        for line in _maximal_lines(model.board):
            yield AtMost(
                2, tuple(x for kind in model.kinds for x in variables.group(kind.name, line))
            )

    def size(self, model: Placement) -> int:
        # Half of the cells are the next one on a line, up to its direction.
        cells = model.board.rows * model.board.columns
        return cells * cells * len(model.kinds) // 2


def check_flat(board: Board, rule: str) -> None:
    """Refuse a board that wraps.

    Raises:
        InvalidModel: it does.
    """
    if board.wrap != "flat":
        raise InvalidModel(
            "board", f"{board.title} wraps, and {rule} is a rule of the plane; choose a flat board"
        )


def _direction(first: Point, other: Point) -> Point:
    """The way from one point to another, in lowest terms."""
    way = [b - a for a, b in zip(first, other, strict=True)]
    divisor = gcd(*way)
    return tuple(x // divisor for x in way)


@lru_cache(maxsize=16)
def _maximal_lines(board: Board) -> tuple[tuple[Square, ...], ...]:
    """The squares of every straight line that has three or more."""
    squares = {board.coordinates(square): square for square in board.squares}
    sizes = board.shape or (board.rows, board.columns)
    found = []
    for step in _steps(sizes):
        for start in product(*map(range, sizes)):
            before = tuple(x - d for x, d in zip(start, step, strict=True))
            if not _inside(before, sizes):
                line = [squares[point] for point in _walk(start, step, sizes) if point in squares]
                if len(line) > 2:
                    found.append(tuple(line))
    return tuple(found)


def _steps(sizes: Point) -> Iterator[Point]:
    """Every direction, in lowest terms and one of two opposite ones, that can be taken twice."""
    for step in product(*(range(-((size - 1) // 2), (size - 1) // 2 + 1) for size in sizes)):
        if step > (0,) * len(sizes) and gcd(*step) == 1:
            yield step


def _walk(start: Point, step: Point, sizes: Point) -> Iterator[Point]:
    """The points from ``start`` on."""
    point = start
    while _inside(point, sizes):
        yield point
        point = tuple(x + d for x, d in zip(point, step, strict=True))


def _inside(point: Point, sizes: Point) -> bool:
    return all(0 <= x < size for x, size in zip(point, sizes, strict=True))
