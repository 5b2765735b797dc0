"""Run plans in one part and in this thread: how tests count with an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from nqsat.engines.plans.plan import Progress, Weight

if TYPE_CHECKING:
    from nqsat.engines.bitboard.level_search import LevelSearch
    from nqsat.engines.bitboard.set_search import SetSearch


def total(engine: Any, model: Any) -> int:
    return summed(engine.count(model)).total()


def sizes(engine: Any, model: Any) -> Counter[int]:
    return summed(engine.count(model, by_size=True))


def summed(slices: Iterable[Progress]) -> Counter[int]:
    """Add up progress reports by number of pieces, without zeros; the sums must be integers."""
    found: dict[int, Weight] = {}
    for piece in slices:
        for pieces, number in piece.numbers:
            found[pieces] = found.get(pieces, 0) + number
    assert all(number.denominator == 1 for number in found.values()), found
    return +Counter({pieces: int(number) for pieces, number in found.items()})


def listed_by(search: LevelSearch | SetSearch) -> list[tuple[int, ...]]:
    """Return the items of each solution, in the order of the list."""
    rows = (row for rows in search.solution_rows() for row in rows.tolist())
    return [tuple(item for item in row if item >= 0) for row in rows]
