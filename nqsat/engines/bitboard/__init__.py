"""The engine ``bitboard``: counts and lists placements by a compiled depth-first search on bit masks.

Every man, of any kind on any board, has a mask of the men that it excludes; choosing it removes this mask
from the free men. There are two searches, and the one with the smaller estimate is used:

    levels   ranks (or other cliques) one after the other, exactly one choice at each: ``levels``
    sets     the set with the fewest items left, for all other rules: domination, regions, numbers, lines
             where two men exclude the rest, distinct differences, peaceable armies: ``set_kernel``

A count sums over the last level without visiting it, and searches only some of the placements that are
equivalent under symmetries of the model, see ``levels``. All counts are exact integers of any size.

References: D. E. Knuth, The Art of Computer Programming, Volume 4B, 7.2.2; J. Bitner and E. Reingold,
Backtrack programming techniques, Communications of the ACM 18 (1975) 651-656.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from nqsat.chess import Symmetry
from nqsat.engines.bitboard.choosing import choose_plan
from nqsat.engines.bitboard.levels import level_orders
from nqsat.engines.bitboard.lists import SETS, best_listing_search, solution_blocks
from nqsat.engines.bitboard.plan import LINES, MOST_NODES, BitboardPlan, formula_and_task
from nqsat.engines.bitboard.reading import has_sides
from nqsat.engines.contract import Counter
from nqsat.engines.plans.plan import Plan, run_plan
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement, Solution
from nqsat.modelling.rules import Armies, Domination

__all__ = ["LINES", "BitboardEngine", "BitboardPlan"]

#: On smaller boards ``sat`` finds the largest armies before a kernel is loaded.
NOT_SMALL = 30

#: Appended to the title if no symmetry is used.
PLAIN = "without symmetry"


@dataclass(frozen=True, slots=True)
class BitboardEngine(Counter):
    """Counts and lists placements by depth-first search on bit masks.

    Args:
        symmetry: whether a count searches only one of the placements of the first men that are equivalent
            under symmetries of the model; the counts are the same.
    """

    name: ClassVar[str] = "bitboard"
    lists: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Placement,)
    kernels: ClassVar[Mapping[str, float]] = {
        "nqsat.engines.bitboard.words:popcount": 0.0,
        "nqsat.engines.bitboard.level_kernel:count": 2.5,
        "nqsat.engines.bitboard.level_kernel:count_by_size": 1.5,
        "nqsat.engines.bitboard.set_kernel:search": 5.0,
    }
    symmetry: bool = True

    @property
    def title(self) -> str:
        return self.name if self.symmetry else f"{self.name}/{PLAIN}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        return ("symmetry", False) if word == PLAIN else None

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        found = choose_plan(self, model, symmetry=self.symmetry, by_size=by_size)
        if isinstance(found, BitboardPlan) and found.nodes > MOST_NODES:
            raise UnsupportedByEngine(self.name, found.estimate.words, ("frontier", "sat"))
        return found

    def kernels_for(self, model: Model) -> Collection[str]:
        try:
            task = formula_and_task(self, model)[1]
        except UnsupportedByEngine:
            return ()
        if task.hopeless:
            return ()
        levels = {"count_by_size" if one.bounded else "count" for one in level_orders(task)}
        return _with_common_kernel(levels or {"search"})

    @classmethod
    def kernels_of(cls, plan: Plan) -> Collection[str]:
        """The kernels that a plan needs."""
        if not isinstance(plan, BitboardPlan):
            return ()
        if plan.order == SETS:
            return _with_common_kernel({"search"})
        return _with_common_kernel({"count_by_size" if plan.counts_sizes else "count"})

    @classmethod
    def finds_best(cls, model: Model) -> bool:
        """Whether it finds the optimum of a model fastest: for armies on boards that are not small."""
        armies = isinstance(model, Placement) and any(isinstance(x, Armies) for x in model.rules)
        if not armies or model.objective is None or len(model.board.squares) < NOT_SMALL:
            return False
        with suppress(UnsupportedByEngine):
            return model.objective.sense == "maximise" and has_sides(
                formula_and_task(cls(), model.settled("1.."))[1]
            )
        return False

    @classmethod
    def variants(cls) -> tuple[BitboardEngine, ...]:
        return (cls(symmetry=False),)

    def exercise(self) -> Iterator[object]:
        models = [Placement("4x4", {"Q": 4}), Placement("3x3", {"N": "any"}, [Domination()])]
        for model in models:
            for by_size in (False, True):
                yield from run_plan(self.plan(model, by_size=by_size))
            yield from self.search(model)

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return (one for batch in self.batches(model, orbit) for one in batch or (None,))

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model, orbit)
        return solution_blocks(*formula_and_task(self, model))

    def listing_seconds(self, model: Model, limit: int | None = None) -> float:
        return best_listing_search(formula_and_task(self, model)[1]).seconds(limit)

    def solutions_by_levels(self, model: Model) -> float | None:
        """Estimate the number of solutions; None if no levels say it."""
        task = formula_and_task(self, model)[1]
        if not task.hopeless and not level_orders(task):
            return None
        return best_listing_search(task).solutions


def _with_common_kernel(functions: Collection[str]) -> list[str]:
    """The kernels with these names, and the one that all searches use."""
    return [
        one for one in BitboardEngine.kernels if one.partition(":")[2] in {*functions, "popcount"}
    ]
