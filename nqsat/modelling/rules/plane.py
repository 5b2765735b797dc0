"""Rules of the plane: what straight lines and vectors between the men may be. Flat boards only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from math import gcd
from typing import ClassVar

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.rules.base import Meaning, Rule
from nqsat.modelling.rules.gates import conjunction, disjunction
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import AtMost, Clause, Constraint, Variables

Point = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoThreeInLine(Rule):
    """No three men, of whatever kinds, stand on one straight line of the plane, of any slope.

    For any three men a, b, c:  (b - a) × (c - a) ≠ 0,  with their coordinates as points of the plane, or
    of space on a solid board. Walls and holes do not interrupt a line. Encoding: at most two literals of
    every maximal line of three squares or more. Two points are on one maximal line only, so no triple
    is forbidden twice.

    Flat boards only: on a torus lines of different slopes meet more than once.
    """

    name: ClassVar[str] = "no-three-in-line"

    def check(self, setting: Setting) -> None:
        _check_flat(setting.board, self.name)

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

    def image(self, change: Change) -> NoThreeInLine:
        return self  # rotations and reflections keep lines straight

    def weaker(self, setting: Setting) -> Meaning:
        return self.holds

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for line in _maximal_lines(setting.board):
            men = (variables.group(kind.name, line) for kind in setting.kinds)
            yield AtMost(2, tuple(chain.from_iterable(men)))

    def cost(self, setting: Setting) -> int:
        # Half of the cells are the next one on a line, up to its direction.
        cells = setting.board.rows * setting.board.columns
        return cells * cells * len(setting.kinds) // 2


@dataclass(frozen=True, slots=True)
class DistinctDifferences(Rule):
    """The vectors between any two men, of whatever kinds, are all distinct, up to their sign.

    For men a ≠ b and c ≠ d:  b - a = d - c  only if  a = c and b = d,  with the coordinates of their
    squares. With ``Permutation()`` the men are a Costas array; without it a Golomb rectangle, and on a
    single rank a Golomb ruler. Encoding: a gate for each two squares, *both occupied*; of the gates of one
    vector (taken up to its sign) at most one is true. Flat boards only.
    """

    name: ClassVar[str] = "distinct-differences"

    def check(self, setting: Setting) -> None:
        _check_flat(setting.board, self.name)

    def holds(self, arrangement: Arrangement) -> bool:
        # In order, so that of the two vectors between two men it is always the positive one.
        points = sorted(arrangement.board.coordinates(man.square) for man in arrangement.men)
        vectors = [_difference(a, b) for a, b in combinations(points, 2)]
        return len(set(vectors)) == len(vectors)

    def image(self, change: Change) -> DistinctDifferences:
        return self  # rotations and reflections are linear: vectors go to vectors, one to one

    def weaker(self, setting: Setting) -> Meaning:
        return self.holds

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        occupied: dict[Point, int] = {}
        for square in setting.board.squares:
            men = [x for kind in setting.kinds if (x := variables.at(kind.name, square))]
            if men:
                literal, clauses = disjunction(variables, men)
                occupied[setting.board.coordinates(square)] = literal
                yield from clauses
        pairs: dict[Point, list[tuple[int, int]]] = {}
        for a, b in combinations(sorted(occupied), 2):
            pairs.setdefault(_difference(a, b), []).append((occupied[a], occupied[b]))
        for places in pairs.values():
            if len(places) > 1:
                yield from _at_most_one(variables, places)

    def cost(self, setting: Setting) -> int:
        # Half as many pairs, a gate of 7 literals for each.
        return 4 * len(setting.board.squares) ** 2


def _check_flat(board: Board, rule: str) -> None:
    """Refuse a board that wraps."""
    if board.wrap != "flat":
        reason = f"{board.title} wraps, and {rule} is a rule of the plane; choose a flat board"
        raise InvalidModel("board", reason)


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


def _difference(a: Point, b: Point) -> Point:
    return tuple(y - x for x, y in zip(a, b, strict=True))


def _at_most_one(variables: Variables, pairs: list[tuple[int, int]]) -> Iterator[Clause | AtMost]:
    """Of at most one of these pairs both literals are true."""
    gates = []
    for pair in pairs:
        gate, clauses = conjunction(variables, pair)
        gates.append(gate)
        yield from clauses
    yield AtMost(1, tuple(gates))
