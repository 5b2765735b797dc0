"""How many men could still be added to part of an arrangement: what pruning rules ask."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement

__all__ = ["left_over"]


def left_over(model: Placement, arrangement: Arrangement) -> Mapping[str, int]:
    """For each kind, at most how many more men the model's numbers and the free squares allow."""
    free = len(model.board.squares) - len(arrangement.men)
    standing = Counter(man.kind for man in arrangement.men)
    return {
        kind.name: free
        if kind.number.high is None
        else max(0, min(free, kind.number.high - standing[kind.name]))
        for kind in model.kinds
    }
