"""Solid boards, with three or four dimensions, in a flat layout.

A cell has coordinates (row, column, layer) or (row, column, layer, block). Layers are side by side, left to
right, separated by a column of gaps; blocks of layers are below one another, separated by a row of gaps. So
every cell has a square, with a name and a place in a drawing; its neighbours follow from its coordinates,
never from the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import prod
from typing import ClassVar

from nqsat.chess.geometry import Caption, CellMap, Direction, Geometry, Stride, rides_by_name
from nqsat.chess.piece import Piece, Ride
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel, integer

#: The largest number of cells: the gaps between them are listed.
MAX_CELLS = 200_000

#: The largest product of cells and signed permutations of the axes for which symmetries are listed.
_LARGEST = 1_000_000

#: The axes in the names of symmetries: row, column, layer, block.
_AXES = "xyzw"


@dataclass(frozen=True, slots=True)
class Solid(Geometry):
    """Three or four dimensions with a flat layout; see the module. ``shape`` has their sizes.

    Its symmetries are the signed permutations of the axes that preserve the sizes, 48 for a cube.
    """

    gaps: ClassVar[bool] = True
    is_flat: ClassVar[bool] = True
    shape: tuple[int, ...] = ()

    @classmethod
    def of(cls, shape: object) -> Solid:
        """Return the geometry with these sizes. Raises as ``Board.solid``."""
        sizes = _check_shape(shape)
        height, width, layers, blocks = (*sizes, 1)[:4]
        plane = (blocks * (height + 1) - 1, layers * (width + 1) - 1) if 0 not in sizes else (0, 0)
        return cls(*plane, sizes)

    @property
    def title(self) -> str:
        return "x".join(map(str, self.shape))

    def to_json(self) -> dict[str, object]:
        return {"shape": list(self.shape)}

    @property
    def words(self) -> str:
        return f"{' × '.join(map(str, self.shape))} board"

    @property
    def missing(self) -> frozenset[Square]:
        high, wide = self.shape[0] + 1, self.shape[1] + 1
        cells = (Square(*cell) for cell in product(range(self.rows), range(self.columns)))
        return frozenset(
            x for x in cells if x.row % high == high - 1 or x.column % wide == wide - 1
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.shape

    @property
    def call(self) -> str:
        return f"Board.solid{self.shape}"

    @property
    def note(self) -> str:
        blocks = ", blocks of layers below one another" if len(self.shape) > 3 else ""
        return f"{self.title}: layers side by side{blocks}"

    def captions(self) -> Iterator[Caption]:
        height, width, layers, blocks = (*self.shape, 1)[:4]
        for block, layer in product(range(blocks), range(layers)):
            text = f"layer {layer + 1}" + (f", block {block + 1}" if len(self.shape) > 3 else "")
            yield Caption(block * (height + 1), layer * (width + 1), height, width, text)

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        block, row = divmod(cell.row, self.shape[0] + 1)
        layer, column = divmod(cell.column, self.shape[1] + 1)
        return (row, column, layer, block)[: len(self.shape)]

    def _place(self, coordinates: Sequence[int]) -> Square:
        row, column, layer, block = (*coordinates, 0)[:4]
        return Square(block * (self.shape[0] + 1) + row, layer * (self.shape[1] + 1) + column)

    def step(self, cell: Square, direction: Direction) -> Stride | None:
        here = self.coordinates(cell)
        there = self.cell([x + y for x, y in zip(here, direction, strict=True)])
        return there and (there, direction)

    def rides(self, piece: Piece) -> frozenset[Ride]:
        return _solid_rides(piece, len(self.shape))

    @property
    def most_maps(self) -> int:
        return prod(2 * axis for axis in range(1, len(self.shape) + 1))

    @property
    def is_large(self) -> bool:
        return prod(self.shape) * sum(1 for _ in self.maps()) > _LARGEST

    def maps(self) -> Iterator[CellMap]:
        axes = range(len(self.shape))
        for sources in permutations(axes):
            if any(self.shape[source] != self.shape[axis] for axis, source in enumerate(sources)):
                continue
            crossed = sum(a > b for a, b in combinations(sources, 2))
            for reverse in product((False, True), repeat=len(axes)):
                signed = zip(sources, reverse, strict=True)
                name = ",".join("-" * back + _AXES[source] for source, back in signed)
                name = "identity" if not crossed and not any(reverse) else f"({name})"
                turns = (crossed + sum(reverse)) % 2 == 0  # its determinant is 1
                yield CellMap(name, (), partial(self._image, sources, reverse), turns, shifts=False)

    def _image(self, sources: Sequence[int], reverse: Sequence[bool], cell: Square) -> Square:
        """Return the image of a cell: ``sources`` and ``reverse`` give the source of each coordinate."""
        here = self.coordinates(cell)
        parts = zip(self.shape, sources, reverse, strict=True)
        return self._place(
            [size - 1 - here[source] if back else here[source] for size, source, back in parts]
        )


def _check_shape(given: object) -> tuple[int, ...]:
    sizes = given if isinstance(given, tuple | list) else [given]
    shape: list[int] = []
    for size in sizes:
        number = integer(size)
        if number is None or number < 0:
            raise InvalidModel(("board", "shape"), f"{size!r} is not an integer ≥ 0")
        shape.append(number)
    if len(shape) not in (3, 4):
        reason = f"a solid board has 3 or 4 dimensions, not {len(shape)}"
        raise InvalidModel(("board", "shape"), reason)
    if prod(shape) > MAX_CELLS:
        text = "x".join(map(str, shape))
        reason = f"{text} has more than {MAX_CELLS:,} cells; choose a smaller one"
        raise InvalidModel("board", reason)
    return tuple(shape)


@lru_cache(maxsize=64)
def _solid_rides(piece: Piece, dimensions: int) -> frozenset[Ride]:
    """Return the rides of a piece that has one meaning in every dimension."""
    # Not the bishop: authors differ on whether its step changes two coordinates or all of them.
    cube = [step for step in product((-2, -1, 0, 1, 2), repeat=dimensions) if any(step)]
    lengths = {step: sorted(map(abs, step)) for step in cube}
    every = [step for step in cube if lengths[step][-1] == 1]
    axial = [step for step in every if sum(lengths[step]) == 1]
    leaps = [step for step in cube if lengths[step][-2:] == [1, 2] and sum(lengths[step]) == 3]
    meanings = {"Q": (every, 0), "R": (axial, 0), "N": (leaps, 1), "K": (every, 1), "W": (axial, 1)}
    return rides_by_name(piece, meanings, "a solid board")
