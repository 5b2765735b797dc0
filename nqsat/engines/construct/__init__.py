"""The engine ``construct``: one solution of a large model, without a formula.

Pieces that do not attack one another stand in a known pattern, or are found by local search, whose failure
proves nothing (``placements``). A knight's tour is made by divide and conquer: the board is cut into blocks
(here), tours of blocks are found by the engine ``sat`` and joined into one (``blocks``). If a theorem rules
a tour out, that is the answer (``proof``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from typing import ClassVar, Literal, cast

from nqsat.chess import Board, Square, Symmetry, is_two_way
from nqsat.chess.board import MAX_LISTED
from nqsat.engines.construct.blocks import Cell, JoinedBlocks, block_tours, hexagons, insertions
from nqsat.engines.construct.placements import known_placement, search_placement
from nqsat.engines.contract import Engine
from nqsat.engines.proof import is_plain_knight, why_no_tour
from nqsat.engines.stream import one_by_one
from nqsat.errors import EngineFailure, UnsupportedByEngine
from nqsat.modelling import Arrangement, Model, Path, PlacedPiece, Placement, Rule, Solution, Tour
from nqsat.modelling.rules import NonAttacking
from nqsat.modelling.rules.tours import ARGUMENT_RULES

__all__ = ["ConstructEngine"]

#: On boards with more cells than this a local search is sooner than a solver, measured.
SEARCH_FROM = 150

#: Number of blocks after which None is yielded.
_BLOCKS = 256


@dataclass(frozen=True, slots=True)
class ConstructEngine(Engine):
    """Finds one solution of a large model: pieces that do not attack one another, or a knight's tour.

    Placements: a number of each kind, presets, any board, no rule but non-attacking, and pieces that attack
    both ways. Where no pattern is known, a local search may find nothing, which proves nothing.

    Tours: of a knight, on a full flat board of any size that has one. For open tours it accepts a start or
    an end, but not both, on boards that have a closed tour or whose sides are odd and at least 5.
    """

    name: ClassVar[str] = "construct"
    takes: ClassVar[tuple[type[Model], ...]] = (Tour, Placement)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "moves"
    knows_rules: ClassVar[tuple[type[Rule], ...] | None] = (*ARGUMENT_RULES, NonAttacking)

    @classmethod
    def way(cls, model: Model) -> str | None:
        """How it makes a solution sooner than a solver, in words; None if it does not, or cannot at all.

        A solver is sooner on small boards without a pattern, and for tours with an end that is given.
        """
        if not cls().accepts(model):
            return None
        if isinstance(model, Tour):
            given = model.start or model.end or why_no_tour(model)
            return None if given else "from tours of blocks"
        if _pattern(cast("Placement", model)) is not None:
            return "by a known pattern"
        large = model.board.rows * model.board.columns > SEARCH_FROM
        return "by local search" if large else None

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model)
        if isinstance(model, Placement):
            return one_by_one(self._placement(model))
        return one_by_one(self._tour(cast("Tour", model)))

    def _placement(self, model: Placement) -> Iterator[Arrangement | None]:
        pattern = _pattern(model)
        if not any(kind.number.low for kind in model.kinds):
            reason = "needs a number of pieces to place"
        elif not all(is_two_way(kind.piece, model.board) for kind in model.kinds):
            reason = "is only for pieces that attack both ways"
        elif pattern is None and model.board.rows * model.board.columns > MAX_LISTED:
            reason = f"knows no pattern here, and searches on up to {MAX_LISTED:,} cells"
        else:
            return self._found(search_placement(model) if pattern is None else iter((pattern,)))
        raise UnsupportedByEngine(self.name, reason, ("sat",))

    def _found(self, search: Iterator[Arrangement | None]) -> Iterator[Arrangement | None]:
        for solution in search:
            yield solution
            if solution is not None:
                raise UnsupportedByEngine(self.name, "finds one and cannot list them", ("sat",))
        raise UnsupportedByEngine(self.name, "found none, which proves nothing", ("sat",))

    def _tour(self, tour: Tour) -> Iterator[Path | None]:
        none = why_no_tour(tour) is not None
        if not is_plain_knight(tour):
            reason = "constructs knight's tours only, on flat boards without walls and holes"
        elif tour.through or tour.avoiding or tour.checkpoints or tour.numbers or tour.fixed_by:
            reason = "cannot obey given moves, an order, numbers or a symmetry"
        elif not none and not _ends_possible(tour):
            ends = "of open tours where a closed one exists or both sides are odd, ≥ 5"
            reason = f"takes one end, {ends}"
        else:
            return iter(()) if none else self._tours(tour)
        raise UnsupportedByEngine(self.name, reason, ("sat",))

    def _tours(self, tour: Tour) -> Iterator[Path | None]:
        board = tour.board
        turned = board.rows > board.columns  # a layout has no more rows than columns
        rows, columns = sorted((board.rows, board.columns))
        given = None if tour.closed else tour.end if tour.start is None else tour.start
        start = None if given is None else (given.column, given.row) if turned else given
        joined = JoinedBlocks(rows, columns)
        yield from _place_blocks(joined, rows, columns, start)
        order = joined.walk(None if start is None else joined.number(*start), rows * columns)
        if len(order) != rows * columns:
            raise EngineFailure(f"construct: a path over {len(order)} of {rows * columns} squares")
        width = board.columns
        lines = [board.squares[i : i + width] for i in range(0, rows * columns, width)]
        names: list[Square] = [*board.squares[:1]] * joined.size
        for row, line in enumerate(zip(*lines, strict=True) if turned else lines):
            first = joined.number(row, 0)
            names[first : first + columns] = line
        squares = [names[number] for number in order]
        yield tour.path(squares[::-1] if tour.start is None and given is not None else squares)
        raise UnsupportedByEngine(self.name, "finds one tour and cannot list them", ("sat",))


def _pattern(model: Placement) -> Arrangement | None:
    """The pieces in a known pattern; None if none is known that has as many."""
    board = model.board
    if len(model.kinds) != 1 or model.presets or board != Board(board.rows, board.columns):
        return None
    (kind,) = model.kinds
    if kind.squares is not None:
        return None
    squares = known_placement(kind.piece, board, kind.number.low)
    return (
        None
        if squares is None
        else model.solution(PlacedPiece(square, kind.name) for square in squares)
    )


def _ends_possible(tour: Tour) -> bool:
    if tour.closed or (tour.start is None and tour.end is None):
        return True
    rows, columns = tour.board.rows, tour.board.columns
    if rows % 2 and columns % 2:
        possible = min(rows, columns) >= 5
    else:
        possible = why_no_tour(Tour(tour.board, tour.piece)) is None
    return possible and (tour.start is None or tour.end is None)


def _place_blocks(
    joined: JoinedBlocks, rows: int, columns: int, start: Cell | None
) -> Iterator[None]:
    """Place all blocks, row by row, each joined to those before it; yield None now and then."""
    heights, widths = make_plan(rows, columns, start or (0, 0))
    corners = product(_with_offsets(heights), _with_offsets(widths))
    for count, ((top, height), (left, width)) in enumerate(corners):
        if count and height <= 4:
            blocks = hexagons() if height == 4 else insertions()
        else:
            odd = start is not None and height % 2 and width % 2
            inner = (start[0] - top, start[1] - left) if start is not None and odd else None
            blocks = block_tours(height, width, inner)
        if not joined.add(blocks, top, left, first=count == 0):
            raise EngineFailure(f"construct: a block {height}x{width} could not be joined")
        if count % _BLOCKS == 0:
            yield None


def _with_offsets(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Each size, preceded by the sum of those before it."""
    return list(zip(accumulate(sizes, initial=0), sizes, strict=False))


# -- where a board is cut into blocks ------------------------------------------------------
#
# With sides of 5 or more, all parts are even, except at most one in each direction, so at most one block
# has odd area. That one has only an open tour; every other one has a closed tour (A. J. Schwenk,
# Mathematics Magazine 64 (1991) 325-332). Three and four rows have layouts of their own.


def make_plan(
    rows: int, columns: int, start: Cell = (0, 0)
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cut a board that has a tour and no more rows than columns; the sizes of its parts.

    With three or four rows, only the first part is an ordinary block; for the others see
    ``blocks.hexagons`` and ``blocks.insertions``. ``start`` is a square that must lie in the odd block, if
    there is one.
    """
    if rows >= 5:
        return _split_length(rows, start[0]), _split_length(columns, start[1])
    if rows == 4 and columns >= 5:
        return (4,), _long_part_first(columns, 5, 3)
    if rows == 3 and columns >= 7 and columns != 8:
        return (3,), _long_part_first(columns, 7 if columns % 2 else 10, 4)
    return (rows,), (columns,)


def _long_part_first(length: int, least: int, part: int) -> tuple[int, ...]:
    """A first part of at least ``least``, followed by parts of equal size."""
    number = (length - least) // part
    return (length - number * part, *[part] * number)


def _split_length(length: int, inside: int) -> tuple[int, ...]:
    """Parts of 6 or more, all even; for an odd length, one odd part of 5 or more that contains ``inside``.

    The number of lines before the odd part is even, so its corner has the colour of the board's corner.
    """
    if length % 2 == 0:
        return _even_parts(length)
    for size in range(5, length + 1, 2):
        for before in range(inside - inside % 2, max(-1, inside - size), -2):
            after = length - before - size
            if _has_even_parts(before) and _has_even_parts(after):
                return (*_even_parts(before), size, *_even_parts(after))
    return (length,)


def _has_even_parts(length: int) -> bool:
    return length == 0 or length >= 6


def _even_parts(length: int) -> tuple[int, ...]:
    """Parts of 6, and a last part of 6, 8 or 10."""
    if length == 0:
        return ()
    number = length // 6
    return (*[6] * (number - 1), length - 6 * (number - 1))
