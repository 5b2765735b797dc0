"""The engine ``frontier``: counts placements by dynamic programming, without listing any.

The variables of the formula are decided one after the other. Partial assignments that the rest of the
search cannot tell apart are one *state*, with the number of ways to reach it; see ``program`` for what
has to be remembered. The number of states depends on the width of the board, hardly on its length,
and not at all on how many solutions there are. All numbers are exact, however large.

References: D. E. Knuth, The Art of Computer Programming, Volume 4A, 7.1.4 (frontiers);
H. L. Bodlaender, A partial k-arboretum of graphs with bounded treewidth, Theoretical Computer
Science 209 (1998) 1-45.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from nqsat.compiling import Formula, lower
from nqsat.engines.bounds import bounds_of
from nqsat.engines.contract import Counter, require_settled
from nqsat.engines.frontier.order import narrowest
from nqsat.engines.memory import allowed, check_memory
from nqsat.engines.plan import (
    Estimate,
    Part,
    Plan,
    Products,
    Slice,
    Stage,
    carried_out,
    rounded,
    whole,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement, Tour
from nqsat.modelling.rules import RULES, Domination

if TYPE_CHECKING:
    from nqsat.engines.frontier.program import Program

__all__ = ["FrontierEngine"]

#: States decided in a second, and seconds for a layer besides (it is compiled, foretold, and run):
#: measured on one core of the machine of the benchmarks.
RATE = 2_400_000
LAYER = 5e-4

#: A prediction is an order of magnitude: what looks this much too large is not even begun.
DOUBT = 16


@dataclass(frozen=True, slots=True)
class FrontierEngine(Counter):
    """Dynamic programming over a frontier of squares.

    Args:
        memory: bytes that the states may take; by default 6·10⁹, or three quarters of what is free.

    Raises:
        InvalidModel: that is no whole number above 0.
    """

    name: ClassVar[str] = "frontier"
    kernels: ClassVar[Mapping[str, float]] = {"nqsat.engines.frontier.kernel:advance": 8.0}
    memory: int | None = None

    def __post_init__(self) -> None:
        check_memory(self.memory)

    @property
    def title(self) -> str:
        return self.name

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        memory = allowed(self.memory)
        formula, order, program = self._compiled(model)
        estimate = self._predicted(program, order, memory)
        men = frozenset(formula.projection) if by_size else frozenset()
        return FrontierPlan(replace(self, memory=memory), program, men, estimate)

    def exercise(self) -> Iterator[object]:
        for by_size in (False, True):
            model = Placement("3x3", {"N": "any"}, [Domination()])
            yield from carried_out(self.plan(model, by_size=by_size))

    def _compiled(self, model: Model) -> tuple[Formula, str, Program]:
        """The programme of a model, and what its order is called."""
        if isinstance(model, Tour):
            raise UnsupportedByEngine(self.name, "counts placements", ("mates", "sat"))
        require_settled(model)
        formula = lower(model)
        own = [rule.name for rule in model.rules if type(rule) not in RULES]
        if own and formula.variables > len(formula.projection):
            # One that is not determined would be counted as often as it has values.
            raise UnsupportedByEngine(
                self.name, f"auxiliary variables of a rule of your own ({own[0]})", ("sat",)
            )
        try:
            constraints = bounds_of(formula)
        except ValueError as error:
            raise UnsupportedByEngine(self.name, str(error), ("sat",)) from None
        return formula, *narrowest(formula, constraints)

    def _predicted(self, program: Program, order: str, most: int) -> Estimate:
        """What it will cost; refused if that is far too much."""
        from nqsat.engines.frontier.run import SAMPLED, foretold, state_bytes

        widest, every = foretold(program)
        layers = len(program.layers)
        estimate = Estimate(
            (every + min(every, SAMPLED)) / RATE + layers * LAYER,
            int(widest) * state_bytes(program, numbers=1),
            f"about {rounded(widest)} states in the widest of {layers} layers, by {order}",
        )
        if estimate.memory > DOUBT * most:
            raise _refusal(f"{estimate.words}: {_gigabytes(estimate.memory)}", most)
        return estimate


@dataclass(frozen=True, slots=True)
class FrontierPlan(Plan):
    """A programme that was made for a model.

    Args:
        engine: with the memory that it may take.
        program: the layers.
        men: the variables that count towards the size; none where sizes are of no concern.
        cost: the estimate.
    """

    engine: FrontierEngine
    program: Program
    men: frozenset[int]
    cost: Estimate

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        from nqsat.engines.frontier.run import TooWide, by_size, state_bytes

        memory = allowed(self.engine.memory)
        most = memory // state_bytes(self.program, numbers=1 + len(self.men) // 2)
        try:
            yield from by_size(self.program, self.men, most)
        except TooWide as error:
            layer = f"layer {error.args[0] + 1} of {len(self.program.layers)}"
            raise _refusal(f"{layer} has more than {most:,} states", memory) from None


def _refusal(reason: str, memory: int) -> UnsupportedByEngine:
    return UnsupportedByEngine(
        FrontierEngine.name, f"{reason}; {_gigabytes(memory)} are allowed", ("bitboard", "sat")
    )


def _gigabytes(size: int) -> str:
    return f"{size / 2**30:.3g} GiB"
