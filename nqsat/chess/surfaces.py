"""Surfaces: rows and columns of squares, whose opposite edges may be glued.

Behind an edge that is glued to the opposite one a ride continues. Where the seam is twisted it comes in
mirrored, and so is its direction: over the upper edge of a Klein bottle it leaves at the left, and comes in
from below at the right. With no seam a board is flat, with one a cylinder; with two it is a torus, a Klein
bottle (one is twisted) or a projective plane (both are).

Copies of the board tile the plane. A place beyond the edges is folded back onto the board, first over the
upper and lower edges, then over the left and right ones. A rotation, reflection or translation of the plane
that takes folded places to folded places is a symmetry. The corners of a projective plane are points with
half a turn around them: a diagonal comes back from there. Both orders of folding give the same square as
long as a step is no longer than the board.
Reference: https://en.wikipedia.org/wiki/Fundamental_polygon
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import gcd, hypot, lcm, prod
from operator import sub
from typing import Any, ClassVar, Self, TypeVar

from nqsat.chess.geometry import Affine, CellMap, Direction, Geometry, Line, Point, Seam, Stride
from nqsat.chess.piece import Ride
from nqsat.chess.square import Square
from nqsat.errors import check_free

#: The largest product of cells and translations for which the symmetries are listed.
_LARGEST = 300_000

# (row, column) -> (a·row + b·column, c·row + d·column), moved back onto the board.
_POINT_GROUP = {
    "identity": (1, 0, 0, 1),
    "rot90": (0, 1, -1, 0),
    "rot180": (-1, 0, 0, -1),
    "rot270": (0, -1, 1, 0),
    "flip-rows": (-1, 0, 0, 1),
    "flip-columns": (1, 0, 0, -1),
    "transpose": (0, 1, 1, 0),
    "antitranspose": (0, -1, -1, 0),
}

_NAME = re.compile(
    rf"({'|'.join(_POINT_GROUP)})?\+?(?:shift\(([0-9]{{1,8}}),([0-9]{{1,8}})\))?", re.ASCII
)

S = TypeVar("S", bound="type[Surface]")


@dataclass(frozen=True, slots=True)
class Surface(Geometry):
    """Rows and columns of squares; a subclass says which edges are glued, and what it is called."""

    #: Its name in texts and JSON, before its size; in sentences; in a remark below a drawing.
    word: ClassVar[str]
    noun: ClassVar[str] = "board"
    remark: ClassVar[str] = ""

    @property
    def title(self) -> str:
        return f"{self.word}:{self.rows}x{self.columns}"

    def to_json(self) -> dict[str, object]:
        return {"rows": self.rows, "columns": self.columns, "wrap": self.word}

    @property
    def words(self) -> str:
        return f"{self.rows} × {self.columns} {self.noun}"

    @property
    def note(self) -> str:
        return self.remark and f"{self.noun}: {self.remark}"

    def resized(self, rows: int, columns: int) -> Self:
        return replace(self, rows=rows, columns=columns)

    # -- steps -----------------------------------------------------------------------------

    def step(self, cell: Square, direction: Direction) -> Stride | None:
        row, column = cell.row + direction[0], cell.column + direction[1]
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column), direction
        return self._fold(row, column, direction)

    def _fold(self, row: int, column: int, direction: Direction) -> Stride | None:
        """Return a place of the plane, and a direction, as they are on the board; None off the board."""
        place, ahead = [row, column], [*direction]
        for axis, twisted in self.seams:
            copy, place[axis] = divmod(place[axis], self.sizes[axis])
            if twisted and copy % 2:
                self._mirror(place, axis)
                ahead[1 - axis] *= -1
        inside = all(0 <= x < size for x, size in zip(place, self.sizes, strict=True))
        return (Square(*place), tuple(ahead)) if inside else None

    def _mirror(self, place: list[Any], axis: int) -> None:
        """Reverse a place along the other axis, as it is seen over a twisted seam of this one."""
        place[1 - axis] = self.sizes[1 - axis] - 1 - place[1 - axis]

    def is_straight(self, direction: Direction) -> bool:
        return not (all(direction) and self.is_twisted)

    def longest(self, ride: Ride) -> int:
        """Where rides are straight and all edges are glued, the order of the step: lcm(rows, columns), …"""
        if not self.is_straight(ride.step):
            return super(Surface, self).longest(ride)
        long = max(self.sizes)
        if self.is_twisted:
            long *= 2  # a file continues in another one
        elif len(self.seams) == 2 and all(self.sizes):
            sides = zip(self.sizes, ride.step, strict=True)
            long = lcm(*(side // gcd(side, part) for side, part in sides))
        return min(ride.reach or long, long)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def translations(self) -> int:
        down, right = self._shifts
        return len(down) * len(right)

    @property
    def most_maps(self) -> int:
        return len(_POINT_GROUP) * self.translations

    @property
    def is_large(self) -> bool:
        return prod(self.sizes) * self.translations > _LARGEST

    @property
    def is_transposable(self) -> bool:
        """Whether both axes are alike: on a cylinder only one goes round."""
        twisted = {seam.axis: seam.twisted for seam in self.seams}
        return twisted.get(0) == twisted.get(1)

    def maps(self) -> Iterator[CellMap]:
        for name, down, right in product(_POINT_GROUP, *self._shifts):
            if found := self._map(name, down, right):
                yield found

    def find(self, name: str) -> CellMap | None:
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        down, right = int(match[2] or 0), int(match[3] or 0)
        inside = down in self._shifts[0] and right in self._shifts[1]
        found = self._map(match[1] or "identity", down, right) if inside else None
        return found if found and found.name == name else None

    @property
    def _shifts(self) -> tuple[range, range]:
        """The translations down and to the right that take copies of the board in the plane to copies.

        Along a twisted seam twice round is once; across it a translation by half a side is one, if there is
        a half, for mirrored it is the same. Two twisted seams allow none.
        """
        ranges = [range(1), range(1)]
        twisted = [seam.axis for seam in self.seams if seam.twisted]
        for axis, crossed in self.seams:
            size = max(self.sizes[axis], 1)
            if not twisted:
                ranges[axis] = range(size)
            elif twisted == [axis]:
                ranges[axis] = range(2 * size if self.sizes[1 - axis] else 1)
            elif not crossed and size % 2 == 0:
                ranges[axis] = range(0, size, size // 2)
        return ranges[0], ranges[1]

    def _map(self, name: str, down: int, right: int) -> CellMap | None:
        """Return a rotation or reflection followed by a translation; None if the sizes do not allow it."""
        a, b, c, d = matrix = _POINT_GROUP[name]
        if a == 0 and not (self.rows == self.columns and self.is_transposable):
            return None
        # A negative entry reverses an axis of the image: 0…n-1 becomes 0…-(n-1); move it back.
        row_offset = (self.rows - 1 if a + b < 0 else 0) + down
        column_offset = (self.columns - 1 if c + d < 0 else 0) + right
        twisted = self.is_twisted

        def image(cell: Square) -> Square:
            row = a * cell.row + b * cell.column + row_offset
            column = c * cell.row + d * cell.column + column_offset
            if not twisted:
                return Square(row % self.rows, column % self.columns)
            there = self._fold(row, column, (0, 0))
            return there[0] if there else cell

        moved = f"shift({down},{right})" if down or right else ""
        title = "+".join(part for part in ("" if name == "identity" else name, moved) if part)
        turns = not moved and a * d - b * c == 1
        return CellMap(title or "identity", matrix, image, turns, name == "identity")

    # -- pictures --------------------------------------------------------------------------

    def drawn_move(self, here: Square, there: Square) -> tuple[Line, ...]:
        """The shortest way, as one line for each copy of the board that it may cross."""
        ends = {copy: self._developed(there, copy) for copy in self._copies}
        down, right = min(ends, key=lambda copy: hypot(*map(sub, ends[copy], here)))
        mirrored = down and any(seam == (0, True) for seam in self.seams)
        between = ((0, -right if mirrored else right), (down, 0))
        copies = dict.fromkeys(((0, 0), *between, (down, right)))
        end = ends[down, right]
        return tuple((self._local(here, copy), self._local(end, copy)) for copy in copies)

    def copies(self) -> Iterator[Affine]:
        """Yield where the copies around the board lie, mirrored where a seam between them is twisted."""
        for copy in self._copies[1:]:
            (down, right), below, beside = (
                self._developed(point, copy) for point in ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5))
            )
            across, along = (
                (beside[1] - right, beside[0] - down),
                (below[1] - right, below[0] - down),
            )
            yield (*across, *along, right + 0.5, down + 0.5)

    @property
    def _copies(self) -> tuple[tuple[int, int], ...]:
        """The board and the copies around it, by how often each seam is crossed."""
        ways: list[tuple[int, ...]] = [(0,), (0,)]
        for seam in self.seams:
            ways[seam.axis] = (0, -1, 1)
        return tuple((down, right) for down, right in product(*ways))

    def _local(self, point: Point, copy: tuple[int, int]) -> Point:
        """Return a point of the plane as it is seen from a copy of the board."""
        place = [*point]
        for axis, twisted in self.seams:
            place[axis] -= copy[axis] * self.sizes[axis]
            if twisted and copy[axis]:
                self._mirror(place, axis)
        return place[0], place[1]

    def _developed(self, point: Point, copy: tuple[int, int]) -> Point:
        """Return a point of a copy of the board as it lies in the plane: the inverse of ``_local``."""
        place = [*point]
        for axis, twisted in reversed(self.seams):
            if twisted and copy[axis]:
                self._mirror(place, axis)
            place[axis] += copy[axis] * self.sizes[axis]
        return place[0], place[1]


#: The kinds of surfaces by their words.
SURFACES: dict[str, type[Surface]] = {}


def surface(kind: S) -> S:
    """Make a kind of surface known to the texts of boards and to JSON, by its word.

    Raises:
        InvalidModel: another surface has this word.
    """
    check_free("surface", kind.word, SURFACES.get(kind.word), kind)
    SURFACES[kind.word] = kind
    return kind


@surface
@dataclass(frozen=True, slots=True)
class Flat(Surface):
    """A board of chess: no edges are glued."""

    word: ClassVar[str] = "flat"
    is_flat: ClassVar[bool] = True

    @property
    def title(self) -> str:
        return f"{self.rows}x{self.columns}"


@surface
@dataclass(frozen=True, slots=True)
class Cylinder(Surface):
    """A step off the left or right edge continues at the opposite edge."""

    word: ClassVar[str] = "cylinder"
    noun: ClassVar[str] = "cylinder"
    remark: ClassVar[str] = "left and right edges wrap"
    seams: ClassVar[tuple[Seam, ...]] = (Seam(1),)


@surface
@dataclass(frozen=True, slots=True)
class Torus(Surface):
    """A step off any edge continues at the opposite edge."""

    word: ClassVar[str] = "torus"
    noun: ClassVar[str] = "torus"
    remark: ClassVar[str] = "edges wrap both ways"
    seams: ClassVar[tuple[Seam, ...]] = (Seam(0), Seam(1))


@surface
@dataclass(frozen=True, slots=True)
class Klein(Surface):
    """As a torus, but left and right are exchanged over the upper and lower edges."""

    word: ClassVar[str] = "klein"
    noun: ClassVar[str] = "Klein bottle"
    remark: ClassVar[str] = "edges wrap both ways, mirrored over top and bottom"
    seams: ClassVar[tuple[Seam, ...]] = (Seam(0, twisted=True), Seam(1))


@surface
@dataclass(frozen=True, slots=True)
class Projective(Surface):
    """As a torus, but mirrored over every edge."""

    word: ClassVar[str] = "projective"
    noun: ClassVar[str] = "projective plane"
    remark: ClassVar[str] = "edges wrap both ways, mirrored"
    seams: ClassVar[tuple[Seam, ...]] = (Seam(0, twisted=True), Seam(1, twisted=True))
