"""The engine ``frontier``: counts placements and sets of moves by dynamic programming, without listing any.

The variables of the formula are decided one after the other. Partial assignments that leave the same
constraints on the remaining variables are one *state*, stored with the number of ways to reach it; see
``residuals``. The number of states depends on the width of the board, hardly on its length, and not at all
on the number of solutions. All counts are exact integers of any size. Few states need no compiled kernel:
see ``plain``; nor do those whose bits are degrees in a graph: see ``degrees``.

References: D. E. Knuth, The Art of Computer Programming, Volume 4A, 7.1.4 (frontiers);
H. L. Bodlaender, A partial k-arboretum of graphs with bounded treewidth, Theoretical Computer
Science 209 (1998) 1-45.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nqsat.chess import Symmetry
from nqsat.engines.contract import Counter, Engine, Ranges
from nqsat.engines.plans.plan import Plan, Progress
from nqsat.errors import UnsupportedByEngine
from nqsat.formulas import CnfProblem
from nqsat.modelling import Factor, Model, Placement, Subject, Tour
from nqsat.modelling.tour import is_whole_circuit

if TYPE_CHECKING:
    from nqsat.engines.frontier.planning import Planner
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.stream import Deadline

__all__ = ["FrontierEngine"]

#: Appended to the title if kernels are used regardless of size.
COMPILED = "compiled"


@dataclass(frozen=True, slots=True)
class FrontierEngine(Counter):
    """Counts placements by dynamic programming over a frontier of squares.

    Args:
        memory: bytes that the states may use; by default 6·10⁹, or three quarters of the free memory.
        compiled: use compiled kernels whatever the states are; the counts are the same.
    """

    name: ClassVar[str] = "frontier"
    plans_by_memory: ClassVar[bool] = True
    skips_squares: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Placement, Factor, Tour)
    making: ClassVar[float] = 1e-4
    counts_bare: ClassVar[bool] = True
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    memory: int | None = None
    compiled: bool = False

    @property
    def title(self) -> str:
        return f"{self.name}/{COMPILED}" if self.compiled else self.name

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        return ("compiled", True) if word == COMPILED else None

    @classmethod
    def variants(cls) -> tuple[FrontierEngine, ...]:
        return (cls(compiled=True),)

    def for_model(self, model: Model | CnfProblem) -> Engine:
        if isinstance(model, CnfProblem):
            from nqsat.engines.frontier.clauses import ClausesEngine

            return ClausesEngine(self.memory)
        return self

    def accept(
        self, model: Subject, orbit: Sequence[Symmetry] = (), *, by_size: bool = False
    ) -> None:
        if isinstance(model, Tour) and is_whole_circuit(model):
            reason = "is only for tours that may leave squares out, or have an order and no numbers"
            raise UnsupportedByEngine(self.name, reason, ("mates",))
        Counter.accept(self, model, orbit, by_size=by_size)

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        self.accept(model)
        yield from self.planner.count(model, by_size=by_size, workers=workers)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        self.accept(model)
        return self.planner.plan(model, by_size=by_size)

    def linked(self, model: Model, clock: Deadline | None = None) -> LinkedLayers[int]:
        """Return all layers of a count with their links, to rank and unrank solutions.

        Raises:
            UnsupportedByEngine: as for ``plan``, or they need more memory than allowed.
            OutOfTime: the clock has run out.
        """
        self.accept(model)
        return self.planner.linked(model, clock)

    @property
    def planner(self) -> Planner:
        """Plans what is counted; it is loaded when a count begins."""
        from nqsat.engines.frontier.planning import Planner

        return Planner(self, self.memory, self.compiled)
