"""The engine ``bitboard``: counts and lists placements by a compiled depth-first search on bit masks.

Every piece, of any kind on any board, has a mask of the pieces that it excludes; choosing it removes this
mask from the free pieces. There are two searches, and the one with the smaller estimate is used:

    levels   ranks (or other cliques) one after the other, exactly one choice at each: ``levels``
    sets     the set with the fewest items left, for all other rules: domination, regions, numbers, lines
             where two pieces exclude the rest, distinct differences, peaceable armies: ``kernels/sets.c``

A count sums over the last level without visiting it, and searches only some of the placements that are
equivalent under symmetries of the model, see ``levels``. All counts are exact integers of any size.

References: D. E. Knuth, The Art of Computer Programming, Volume 4B, 7.2.2; J. Bitner and E. Reingold,
Backtrack programming techniques, Communications of the ACM 18 (1975) 651-656.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from nqsat.chess import Symmetry
from nqsat.engines.contract import Counter, Ranges
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.plan import Estimate, Facts, Plan, Progress
from nqsat.engines.stream import value_of
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Model, Placement, Solution
from nqsat.modelling.rules import Armies

if TYPE_CHECKING:
    from nqsat.engines.bitboard.level_search import SearchSize
    from nqsat.engines.bitboard.plan import BitboardPlan

__all__ = ["BitboardEngine"]

#: On smaller boards ``sat`` finds the largest armies before a kernel is loaded.
NOT_SMALL = 30

#: The cost where there is nothing to search.
NOTHING = Estimate(0.0, 0, "nothing to search")

#: Appended to the title if no symmetry is used.
PLAIN = "without symmetry"


@dataclass(frozen=True, slots=True)
class BitboardEngine(Counter):
    """Counts and lists placements by depth-first search on bit masks.

    Args:
        symmetry: whether a count searches only one of the placements of the first pieces that are
            equivalent under symmetries of the model; the counts are the same.
        memory: bytes that the search may use; see ``MemoryWatch``.
    """

    name: ClassVar[str] = "bitboard"
    lists: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Placement,)
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    symmetry: bool = True
    memory: int | None = None

    @property
    def title(self) -> str:
        return self.name if self.symmetry else f"{self.name}/{PLAIN}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        return ("symmetry", False) if word == PLAIN else None

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        plan = yield from self._planned(model, by_size=by_size)
        if plan is None:
            yield Progress(facts=Facts(self.title, cost=NOTHING))
        else:
            yield from run_plan(plan, workers)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        from nqsat.engines.contract import CubePlan

        plan = value_of(self._planned(model, by_size=by_size))
        return plan or CubePlan(self, model, Facts(self.title, cost=NOTHING), by_size, most=1)

    def _planned(
        self, model: Model, *, by_size: bool
    ) -> Generator[Progress, None, BitboardPlan | None]:
        """Return the plan of a count, or None if there is nothing to search; yield while it is made."""
        from nqsat.engines.bitboard.reading import formula_and_task

        formula, task = formula_and_task(self, model)
        if by_size and any(formula.reader.weight(x) > 1 for x in formula.projection):
            reason = "cannot count by size where pieces share a variable"
            raise UnsupportedByEngine(self.name, reason, ("frontier", "sat"))
        if task.hopeless:
            return None
        from nqsat.engines.kernels import require_library

        require_library(self.name)
        from nqsat.engines.bitboard.plan import MOST_NODES, BitboardPlan, reduced

        asked = BitboardPlan(
            self, cast("Placement", model), by_size, symmetric=self.symmetry, task=task
        )
        found = yield from reduced(asked, formula, task)
        if found.nodes > MOST_NODES:
            raise UnsupportedByEngine(self.name, found.estimate.words, ("frontier", "sat"))
        return found

    @classmethod
    def finds_best(cls, model: Model) -> bool:
        """Whether it finds the optimum of a model fastest: for armies on boards that are not small."""
        armies = isinstance(model, Placement) and any(isinstance(x, Armies) for x in model.rules)
        if not armies or model.objective is None or len(model.board.squares) < NOT_SMALL:
            return False
        from nqsat.engines.bitboard.reading import formula_and_task, has_sides

        with suppress(UnsupportedByEngine):
            return model.objective.sense == "maximise" and has_sides(
                formula_and_task(cls(), model.with_optimum("1.."))[1]
            )
        return False

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        from nqsat.engines.bitboard import few_pieces

        if few_pieces.reads(model):
            return few_pieces.improve(model)
        return self.improve_by_halving(model)

    @classmethod
    def variants(cls) -> tuple[BitboardEngine, ...]:
        return (cls(symmetry=False),)

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model, orbit)
        from nqsat.engines.bitboard.plan import solution_blocks
        from nqsat.engines.bitboard.reading import formula_and_task
        from nqsat.engines.kernels import require_library

        formula, task = formula_and_task(self, model)
        if not task.hopeless:
            require_library(self.name)
        return solution_blocks(formula, task)

    def size_of_list(self, model: Model) -> SearchSize:
        """Estimate what a list takes."""
        from nqsat.engines.bitboard.level_search import SearchSize
        from nqsat.engines.bitboard.plan import best_search
        from nqsat.engines.bitboard.reading import formula_and_task

        task = formula_and_task(self, model)[1]
        if task.hopeless:
            return SearchSize(0.0, 0.0, 0.0)
        return value_of(best_search(task, listing=True))[2]
