"""Geometric rules: lines and vectors between pieces, and the symmetry of an arrangement.

Lines and vectors are those of the plane, or of space on a solid board: flat boards only.

Invariant under g:  for every square s and kind k:  k stands on s  ⇔  k stands on g(s).  With several
symmetries it is invariant under the group that they generate.

Stabiliser H, the group that the named symmetries generate: for every symmetry g of the board
g·x = x  ⇔  g ∈ H.  Encoding: x is fixed by the generators; and for each minimal group G = ⟨H, g⟩ that
contains H properly, for one such g, a piece stands on a square s and none of its kind on g(s). That is one
gate for each kind and square that g moves, and one clause. (A cycle of g has such an s unless the kind
stands on all of it or on none of it.)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from math import gcd
from typing import Any, ClassVar, Self

from nqsat.chess import Board, Square, Symmetry, check_symmetry, find_symmetry, subgroup, symmetries
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.rules.attack_encoding import Gates
from nqsat.modelling.rules.base import Meaning, Rule, listed
from nqsat.modelling.rules.fields import COMMA, Field, read_names
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import AtMost, Clause, Constraint, Sum, Variables

Point = tuple[int, ...]


class _PlaneRule(Rule):
    """A rule that isometries of the plane preserve and that every subset of the pieces satisfies too."""

    __slots__ = ()

    def check(self, setting: Setting) -> None:
        geometry = setting.board.geometry
        if not geometry.is_flat:
            what = "wraps" if geometry.seams else "has no coordinates of a plane"
            reason = f"{setting.board.title} {what}, and {self.name} is a rule of the plane"
            raise InvalidModel("board", f"{reason}; choose a flat board")

    def image(self, change: Change) -> Self:
        return self

    def relaxation(self, setting: Setting) -> Meaning:
        return self.holds


@listed
@dataclass(frozen=True, slots=True)
class NoThreeInLine(_PlaneRule):
    """No three pieces are on one straight line, of any slope.

    For any three pieces a, b, c:  (b - a) × (c - a) ≠ 0,  with their coordinates as points of the plane,
    or of space on a solid board. Walls and holes do not interrupt a line. Encoding: at most two literals
    of every maximal line of three squares or more. Two points lie on only one maximal line, so no triple
    is forbidden twice.

    Flat boards only: on a torus lines of different slopes meet more than once.
    """

    name: ClassVar[str] = "no-three-in-line"

    @property
    def sentence(self) -> str:
        return "No three pieces are on a straight line."

    def holds(self, arrangement: Arrangement) -> bool:
        # Of three on a line, the first in order has the other two in the same direction.
        points = sorted(arrangement.board.coordinates(piece.square) for piece in arrangement.pieces)
        for index, first in enumerate(points):
            seen = set()
            for other in points[index + 1 :]:
                direction = _direction(first, other)
                if direction in seen:
                    return False
                seen.add(direction)
        return True

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for line in _maximal_lines(setting.board):
            pieces = (variables.group(kind.name, line) for kind in setting.kinds)
            yield AtMost(2, tuple(chain.from_iterable(pieces)))

    def cost(self, setting: Setting) -> int:
        # For a cell, about half of the other cells are the next one on a line, up to its direction.
        cells = setting.board.rows * setting.board.columns
        return cells * cells * len(setting.kinds) // 2


@listed
@dataclass(frozen=True, slots=True)
class DistinctDifferences(_PlaneRule):
    """The vectors between any two pieces are all different, up to sign.

    For pieces a ≠ b and c ≠ d:  b - a = d - c  only if  a = c and b = d,  with the coordinates of their
    squares. With ``Permutation()`` the pieces form a Costas array; without it a Golomb rectangle, and on a
    single rank a Golomb ruler. Encoding: a gate *both occupied* for each pair of squares; at most one of
    the gates with the same vector (up to its sign) is true. Flat boards only.
    """

    name: ClassVar[str] = "distinct-differences"

    @property
    def sentence(self) -> str:
        return "No two pairs of pieces are apart by the same vector."

    def holds(self, arrangement: Arrangement) -> bool:
        # Sorted, so that of the two vectors between two pieces the positive one is taken.
        points = sorted(arrangement.board.coordinates(piece.square) for piece in arrangement.pieces)
        pairs = combinations(points, 2)
        vectors = [tuple(y - x for x, y in zip(a, b, strict=True)) for a, b in pairs]
        return len(set(vectors)) == len(vectors)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        gates = Gates(variables.fresh)
        occupied: dict[Point, int] = {}
        for square in setting.board.squares:
            pieces = [x for kind in setting.kinds if (x := variables.at(kind.name, square))]
            if pieces:
                occupied[setting.board.coordinates(square)] = gates.some(pieces)
        pairs: dict[Point, list[tuple[int, int]]] = {}
        for a, b in combinations(sorted(occupied), 2):
            vector = tuple(y - x for x, y in zip(a, b, strict=True))
            pairs.setdefault(vector, []).append((occupied[a], occupied[b]))
        for places in pairs.values():
            if len(places) > 1:
                yield AtMost(1, tuple(map(gates.every, places)))
        yield from gates.definitions

    @staticmethod
    def numbers(board: Board) -> dict[Square, int]:
        """Number the squares such that two pairs have the same difference exactly if the same vector.

        The coordinates are the digits, in mixed bases large enough for every difference to be unique.
        """
        points = {square: board.coordinates(square) for square in board.squares}
        axes = list(zip(*points.values(), strict=True))
        found = dict.fromkeys(points, 0)
        for axis, values in enumerate(axes):
            base = 2 * (max(values) - min(values)) + 1
            for square, point in points.items():
                found[square] = found[square] * base + point[axis] - min(values)
        return found

    def cost(self, setting: Setting) -> int:
        # There are half as many pairs, with a gate of 7 literals for each.
        return 4 * len(setting.board.squares) ** 2


def _direction(first: Point, other: Point) -> Point:
    """Return the vector from one point to another, in lowest terms."""
    way = [b - a for a, b in zip(first, other, strict=True)]
    divisor = gcd(*way)
    return tuple(x // divisor for x in way)


@lru_cache(maxsize=16)
def _maximal_lines(board: Board) -> tuple[tuple[Square, ...], ...]:
    """Return every maximal straight line with at least three squares."""
    squares = {board.coordinates(square): square for square in board.squares}
    sizes = board.geometry.sizes
    found = []
    for step in _directions(sizes):
        for start in product(*map(range, sizes)):
            before = tuple(x - d for x, d in zip(start, step, strict=True))
            if not _inside(before, sizes):
                line = [squares[point] for point in _walk(start, step, sizes) if point in squares]
                if len(line) > 2:
                    found.append(tuple(line))
    return tuple(found)


def _directions(sizes: Point) -> Iterator[Point]:
    """Yield every direction in lowest terms that fits twice into the board; one of two opposite ones."""
    for step in product(*(range(-((size - 1) // 2), (size - 1) // 2 + 1) for size in sizes)):
        if step > (0,) * len(sizes) and gcd(*step) == 1:
            yield step


def _walk(start: Point, step: Point, sizes: Point) -> Iterator[Point]:
    """Yield the points from ``start`` in direction ``step`` while they are inside ``sizes``."""
    point = start
    while _inside(point, sizes):
        yield point
        point = tuple(x + d for x, d in zip(point, step, strict=True))


def _inside(point: Point, sizes: Point) -> bool:
    return all(0 <= x < size for x, size in zip(point, sizes, strict=True))


def _symmetry_names(value: Any) -> str | tuple[str, ...]:
    names = read_names(value)
    return names[0] if len(names) == 1 else names


#: Names of symmetries; a single name is a text.
SYMMETRIES = Field(_symmetry_names, parse=COMMA.split)


class _SymmetryRule(Rule):
    """A rule that names symmetries which fix every arrangement that it allows."""

    __slots__ = ()

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the symmetries; may be empty."""

    def check(self, setting: Setting) -> None:
        for name in self.names:
            check_symmetry(setting.board, name)

    def merged_by(self, setting: Setting) -> Iterator[Symmetry]:
        return (find_symmetry(setting.board, name) for name in self.names)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for symmetry in self.merged_by(setting):
            yield from equal_along(symmetry, setting, variables)


@listed
@dataclass(frozen=True, slots=True)
class Invariant(_SymmetryRule):
    """The arrangement has this symmetry, and perhaps more.

    Args:
        symmetry: its name, as in ``symmetries(board)``: ``"rot180"``, ``"transpose"``, …; or several
            names, ``("rot180", "transpose")``, of symmetries that all fix the arrangement.

    Raises:
        InvalidModel: no name is given.
    """

    name: ClassVar[str] = "invariant"
    example: ClassVar[str] = "invariant=rot180"
    fields: ClassVar[Mapping[str, Field]] = {"symmetry": SYMMETRIES}
    symmetry: str | tuple[str, ...]

    @property
    def sentence(self) -> str:
        return f"The board looks the same after {', '.join(self.names)}."

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if not self.symmetry:
            raise InvalidModel("symmetry", "expected at least one symmetry, as in rot180")

    @property
    def names(self) -> tuple[str, ...]:
        return read_names(self.symmetry)

    def holds(self, arrangement: Arrangement) -> bool:
        one = isinstance(self.symmetry, str)
        names = (self.symmetry,) if one else self.symmetry
        moves = (find_symmetry(arrangement.board, name) for name in names)
        return all(arrangement.image(symmetry) == arrangement for symmetry in moves)

    def image(self, change: Change) -> Invariant:
        # H fixes x exactly if gHg⁻¹ fixes g·x. The rule is its own image if both groups fix the same
        # arrangements, that is, if they have the same orbits.
        board, names = change.target.board, conjugates(self.names, change)
        same = board == change.source.board and _orbits(board, names) == _orbits(board, self.names)
        return self if same else Invariant(names)


@listed
@dataclass(frozen=True, slots=True)
class Stabiliser(_SymmetryRule):
    """The arrangement has exactly this symmetry; by default, none at all.

    The arrangement is fixed by the group that the named symmetries generate, and by no other symmetry of
    the board. Symmetries are permutations of the squares: on a 1 × 1 board all names are names of the
    identity.

    Args:
        symmetries: names, as in ``nqsat.chess.symmetries(board)``: ``("rot180",)``, ``("rot90",)``,
            ``("flip-rows", "flip-columns")``, or a single name; empty means the identity only.

    Raises:
        InvalidModel: the value is neither a name nor several names.
    """

    name: ClassVar[str] = "stabiliser"
    example: ClassVar[str] = "stabiliser=rot90"
    unsaid: ClassVar[Mapping[str, str]] = {
        "symmetries": "no symmetry fixes a solution: stabiliser=rot180 asks for one that does"
    }
    fields: ClassVar[Mapping[str, Field]] = {"symmetries": SYMMETRIES}
    symmetries: str | tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return f"The board has exactly these symmetries: {', '.join(self.names) or 'none'}."

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        object.__setattr__(self, "symmetries", tuple(n for n in self.names if n != "identity"))

    @property
    def names(self) -> tuple[str, ...]:
        return read_names(self.symmetries)

    def holds(self, arrangement: Arrangement) -> bool:
        board = arrangement.board
        return arrangement.stabiliser(symmetries(board)) == subgroup(board, self.symmetries)

    def image(self, change: Change) -> Stabiliser:
        # If H is the stabiliser of x, gHg⁻¹ is that of g·x.
        names = conjugates(self.names, change)
        return self if same_group(names, self.names, change) else Stabiliser(names)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        yield from _SymmetryRule.lower(self, setting, variables)
        for symmetry in _minimal_supergroups(setting.board, self.names):
            yield from _not_fixed(symmetry, setting, variables)

    def cost(self, setting: Setting) -> int:
        cells = setting.board.rows * setting.board.columns
        return 8 * setting.board.geometry.most_maps * cells * len(setting.kinds)


@lru_cache(maxsize=64)
def _minimal_supergroups(board: Board, names: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """Return one symmetry g for each minimal group ⟨H, g⟩ ≠ H."""
    own = frozenset(subgroup(board, names))
    above: dict[frozenset[Symmetry], Symmetry] = {}
    for symmetry in symmetries(board):
        if symmetry not in own:
            group = frozenset(subgroup(board, (*names, symmetry.name)))
            above.setdefault(group, symmetry)
    return tuple(g for group, g in above.items() if not any(other < group for other in above))


def _not_fixed(symmetry: Symmetry, setting: Setting, variables: Variables) -> Iterator[Sum]:
    """Yield constraints: a piece stands on some square, and no piece of its kind on the image."""
    gates, ways = Gates(variables.fresh), []
    for square, image in symmetry.mapping.items():
        for kind in setting.kinds if square != image else ():
            here, there = variables.at(kind.name, square), variables.at(kind.name, image)
            if here:
                ways.append(gates.every((here, -there) if there else (here,)))
    yield from gates.definitions
    yield Clause(tuple(ways))


def equal_along(symmetry: Symmetry, setting: Setting, variables: Variables) -> Iterator[Sum]:
    """Yield clauses: a square and its image have pieces of the same kind (its image), or both are empty."""
    renamed = symmetry.kinds if isinstance(symmetry, Change) else {}
    for cycle in symmetry.cycles():
        for kind in setting.kinds:
            for square, image in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                here = variables.at(kind.name, square)
                there = variables.at(renamed.get(kind.name, kind.name), image)
                if here and here != there:  # x here implies x there; around the cycle: all equal
                    yield Clause((-here, there) if there else (-here,))


def conjugates(names: Iterable[str], change: Change) -> tuple[str, ...]:
    """Return the names of the conjugates in the target of some symmetries of the source: gHg⁻¹."""
    return tuple(_conjugate(name, change) for name in names)


def _conjugate(name: str, change: Change) -> str:
    """Return a name of change ∘ symmetry ∘ change⁻¹; the same name if it names the conjugate."""
    symmetry, board = find_symmetry(change.source.board, name), change.target.board
    moved = {change(square): change(image) for square, image in symmetry.mapping.items()}
    images = tuple(moved[square] for square in board.squares)
    known = [other.name for other in symmetries(board) if other.images == images]
    with suppress(InvalidModel):  # the target may have no symmetry with that name
        if find_symmetry(board, name).images == images:
            return name
    return known[0]


def same_group(names: tuple[str, ...], others: tuple[str, ...], change: Change) -> bool:
    """Whether the board is unchanged and the two sets of symmetries generate the same group."""
    board = change.target.board
    return board == change.source.board and subgroup(board, names) == subgroup(board, others)


def _orbits(board: Board, names: tuple[str, ...]) -> set[frozenset[Square]]:
    group = subgroup(board, names)
    return {frozenset(symmetry(square) for symmetry in group) for square in board.squares}
