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

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nqsat.compiling import Formula, lower
from nqsat.engines.bounds import bounds_of
from nqsat.engines.contract import Counter, Estimate, require_settled, rounded
from nqsat.engines.frontier.order import narrowest
from nqsat.engines.kernels import LOADING, to_compile
from nqsat.engines.memory import allowed, check_memory
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Tour
from nqsat.modelling.rules import RULES

if TYPE_CHECKING:
    from nqsat.engines.contract import Stage
    from nqsat.engines.frontier.program import Program

__all__ = ["FrontierEngine"]

#: States decided in a second, and seconds for a layer besides (it is compiled, foretold, and run):
#: measured on one core of the machine of the benchmarks.
RATE = 2_400_000
LAYER = 5e-4

#: Seconds to compile the kernels, once a machine.
COMPILED = 8.0

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
    memory: int | None = None

    def __post_init__(self) -> None:
        check_memory(self.memory)

    @property
    def title(self) -> str:
        return self.name

    def estimate(self, model: Model) -> Estimate:
        _, order, program = self._compiled(model)
        return self._predicted(program, order)

    def warm_up(self) -> float:
        from nqsat.engines.frontier.kernel import advance

        return LOADING + to_compile({advance: COMPILED})

    def total(self, model: Model, stage: Stage | None = None) -> Iterator[int | None]:
        _, order, program = self._compiled(model)
        self._predicted(program, order)
        return (None if counts is None else sum(counts) for counts in self._run(program, (), stage))

    def sizes(self, model: Model, stage: Stage | None = None) -> Iterator[tuple[int, int] | None]:
        formula, order, program = self._compiled(model)
        self._predicted(program, order)
        return self._sizes(program, formula.projection, stage)

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

    def _predicted(self, program: Program, order: str) -> Estimate:
        """What it will cost; refused if that is far too much."""
        from nqsat.engines.frontier.run import SAMPLED, foretold, state_bytes

        widest, every = foretold(program)
        layers = len(program.layers)
        estimate = Estimate(
            (every + min(every, SAMPLED)) / RATE + layers * LAYER,
            int(widest) * state_bytes(program, numbers=1),
            f"about {rounded(widest)} states in the widest of {layers} layers, by {order}",
        )
        most = allowed(self.memory)
        if estimate.memory > DOUBT * most:
            raise self._refusal(f"{estimate.words}: {_gigabytes(estimate.memory)}", most)
        return estimate

    def _run(
        self, program: Program, men: tuple[int, ...], stage: Stage | None
    ) -> Iterator[list[int] | None]:
        from nqsat.engines.frontier.run import TooWide, by_size, state_bytes

        memory = allowed(self.memory)
        most = memory // state_bytes(program, numbers=1 + len(men) // 2)
        try:
            yield from by_size(program, frozenset(men), most, stage)
        except TooWide as error:
            layer = f"layer {error.args[0] + 1} of {len(program.layers)}"
            raise self._refusal(f"{layer} has more than {most:,} states", memory) from None

    def _sizes(
        self, program: Program, men: tuple[int, ...], stage: Stage | None
    ) -> Iterator[tuple[int, int] | None]:
        for counts in self._run(program, men, stage):
            if counts is None:
                yield None
            else:
                yield from enumerate(counts)

    def _refusal(self, reason: str, memory: int) -> UnsupportedByEngine:
        return UnsupportedByEngine(
            self.name, f"{reason}; {_gigabytes(memory)} are allowed", ("bitboard", "sat")
        )


def _gigabytes(size: int) -> str:
    return f"{size / 2**30:.3g} GiB"
