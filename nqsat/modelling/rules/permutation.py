"""So many men in every rank and in every file.

For every line L of cells parallel to a side of the board:  low ≤ #{men of the kinds on L} ≤ high.  With
exactly one, the men are a permutation matrix. Walls and holes interrupt no line; a line without any square
is not counted. On a solid board the lines are those along each of its axes: n² men on n × n × n, one on
each line, are a Latin square. Encoding: a cardinality for each line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.modelling.rules.base import Bounded, check_kinds
from nqsat.modelling.rules.fields import NAMES, NUMBER
from nqsat.modelling.rules.quota import ONE, Quota

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess import Board, Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.kinds import Number
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Permutation"]


@dataclass(frozen=True, slots=True)
class Permutation(Bounded):
    """So many men in every rank and in every file: ``Permutation()`` is one, ``Permutation(2)`` two.

    A rank or a file without any square, all walls and holes, is not counted.

    Args:
        number: how many: ``1``, ``"..1"``, ``"1..2"``.
        kinds: the kinds whose men are counted; None for all.

    Raises:
        InvalidModel: the number cannot be read, or no kinds at all.
    """

    name: ClassVar[str] = "permutation"
    fields: ClassVar[Mapping[str, RuleField]] = {"number": NUMBER, "kinds": NAMES}
    number: Number | int | str = ONE
    kinds: tuple[str, ...] | None = None

    def check(self, model: Placement) -> None:
        check_kinds(model, self.kinds or (), "kinds")

    def _quotas(self, board: Board) -> Iterator[Quota]:
        for lines in _parallels(board):
            yield Quota(lines, self.bounds, self.kinds)

    def holds(self, arrangement: Arrangement) -> bool:
        return all(quota.holds(arrangement) for quota in self._quotas(arrangement.board))

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return True  # every symmetry of a board takes lines along its sides to such lines

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterator[tuple[str, Square]]:
        for quota in self._quotas(model.board):
            yield from quota.excludes(model, kind, square)

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        return any(quota.hopeless(model, arrangement) for quota in self._quotas(model.board))

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        for quota in self._quotas(model.board):
            yield from quota.lower(model, variables)


@lru_cache(maxsize=64)
def _parallels(board: Board) -> tuple[tuple[frozenset[Square], ...], ...]:
    """For each axis of the board, the lines along it: squares that differ in that coordinate alone."""
    found: list[dict[tuple[int, ...], set[Square]]] = [{} for _ in board.shape or (0, 1)]
    for square in board.squares:
        place = board.coordinates(square)
        for axis, lines in enumerate(found):
            lines.setdefault((*place[:axis], *place[axis + 1 :]), set()).add(square)
    return tuple(tuple(map(frozenset, lines.values())) for lines in found)
