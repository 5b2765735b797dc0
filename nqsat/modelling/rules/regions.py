"""So many men in every region of a map of the board.

For every region R:  low ≤ #{men of the kinds on R} ≤ high.  The map has a character for each cell: a letter
or a digit names a region, ``.`` belongs to none. Walls and holes of the board hold no man and count
nothing, whatever the map says there; a region without any square is not counted, as a line without any is
not for ``permutation``. Encoding: a cardinality for each region.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.chess import Square
from nqsat.errors import InvalidModel
from nqsat.modelling.rules.base import Bounded, check_kinds
from nqsat.modelling.rules.fields import NAMES, NUMBER, ROWS
from nqsat.modelling.rules.quota import ONE, Quota

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess import Board, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.kinds import Number
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Regions"]


@dataclass(frozen=True, slots=True)
class Regions(Bounded):
    """So many men in every region: ``Regions(("AAB", "ABB", "CCC"))`` is exactly one in A, B and C.

    Args:
        map: one line for each row of the board, from the top, as long as the row. A letter or a digit
            names a region, which need not be connected; ``.`` belongs to none and is free of the rule. A
            region without any square, all walls and holes, is not counted.
        number: how many men in each: ``2``, ``"..1"``, ``"2..3"``.
        kinds: the kinds whose men are counted; None for all.

    Raises:
        InvalidModel: a line of the map or the number cannot be read, or no kinds at all.
    """

    name: ClassVar[str] = "regions"
    fields: ClassVar[Mapping[str, RuleField]] = {"map": ROWS, "number": NUMBER, "kinds": NAMES}
    map: tuple[str, ...]
    number: Number | int | str = ONE
    kinds: tuple[str, ...] | None = None

    def check(self, model: Placement) -> None:
        check_kinds(model, self.kinds or (), "kinds")
        board = model.board
        for row, line in enumerate(self.map[: board.rows], start=1):
            if len(line) != board.columns:
                raise InvalidModel(
                    "map",
                    f"line {row}, {line!r}, has {len(line)} cells; the board has {board.columns}",
                )
        if len(self.map) != board.rows:
            raise InvalidModel(
                "map",
                f"needs {board.rows} lines, one for each row of the board; it has {len(self.map)}",
            )

    def holds(self, arrangement: Arrangement) -> bool:
        return self._quota(arrangement.board).holds(arrangement)

    def _quota(self, board: Board) -> Quota:
        return Quota(_regions(self.map, board), self.bounds, self.kinds)

    def transposed(self, board: Board) -> Self | None:
        lines = ("".join(line[column] for line in self.map) for column in range(board.columns))
        return type(self)(tuple(lines), self.number, self.kinds)

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        regions = set(_regions(self.map, model.board))
        return {frozenset(map(symmetry, squares)) for squares in regions} == regions

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterator[tuple[str, Square]]:
        return self._quota(model.board).excludes(model, kind, square)

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        return self._quota(model.board).hopeless(model, arrangement)

    def least_men(self, model: Placement) -> int:
        return self.bounds.low * len(_regions(self.map, model.board))

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        return self._quota(model.board).lower(model, variables)


@lru_cache(maxsize=64)
def _regions(lines: tuple[str, ...], board: Board) -> tuple[frozenset[Square], ...]:
    """The squares of each region that has any."""
    found: dict[str, set[Square]] = {}
    for square in board.squares:
        found.setdefault(lines[square.row][square.column], set()).add(square)
    return tuple(frozenset(squares) for name, squares in found.items() if name != ".")
