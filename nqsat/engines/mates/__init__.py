"""The engine ``mates``: counts Hamiltonian tours exactly, without listing them.

A tour is a set of moves in which every square has two and which is one cycle. The squares take their
turns one after the other; all that has to be remembered of the moves chosen so far is which squares
still ahead have one move or two of them, and which two are the *mates* that one path leads between. How
many ways lead to each such state is counted, never the ways themselves. Two methods:

* ``forward``: through the whole board (``forward``), for boards that are narrow;
* ``middle``: from both sides to a strip in the middle, and the states of both joined (``middle``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from nqsat.engines.contract import Counter, Estimate
from nqsat.engines.kernels import LOADING, to_compile
from nqsat.engines.mates.graph import graph_of
from nqsat.engines.mates.plan import METHODS, Plan, make_plan
from nqsat.engines.memory import allowed, check_memory
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model, Tour

if TYPE_CHECKING:
    from nqsat.engines.contract import Stage
    from nqsat.engines.mates.graph import Graph

__all__ = ["MatesEngine"]

#: Seconds to compile the kernels of the forward programme, and those of the middle, once a machine.
FORWARD_COMPILED, MIDDLE_COMPILED = 4.0, 10.0


@dataclass(frozen=True, slots=True)
class MatesEngine(Counter):
    """The counting engine for tours.

    Args:
        method: ``"forward"``, ``"middle"``, or ``"auto"``: the one that is predicted to be faster.
        memory: bytes that a count may take; by default 6·10⁹, or three quarters of what is free.

    Raises:
        InvalidModel: an option has no such value.
    """

    name: ClassVar[str] = "mates"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"method": METHODS}

    method: str = "auto"
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InvalidModel(
                "method", f"{self.method!r} is unknown; choose from {', '.join(METHODS)}"
            )
        check_memory(self.memory)

    @property
    def title(self) -> str:
        return self.name if self.method == "auto" else f"{self.name}/{self.method}"

    def estimate(self, model: Model) -> Estimate:
        graph = self._graph(model)
        known = _known(cast("Tour", model), graph)
        if known is not None:
            return Estimate(0.0, 0, "nothing to be counted: the board alone tells")
        plan = self._plan(graph)
        return Estimate(plan.seconds, plan.memory, plan.words)

    def warm_up(self) -> float:
        from nqsat.engines.mates.forward_kernel import advance
        from nqsat.engines.mates.middle_kernel import join

        return LOADING + to_compile({advance: FORWARD_COMPILED, join: MIDDLE_COMPILED})

    def total(self, model: Model, stage: Stage | None = None) -> Iterator[int | None]:
        graph = self._graph(model)
        known = _known(cast("Tour", model), graph)
        plan = self._plan(graph) if known is None else None
        return iter((known,)) if plan is None else self._run(graph, plan, stage)

    def _graph(self, model: Model) -> Graph:
        if not isinstance(model, Tour):
            raise UnsupportedByEngine(self.name, "counts tours only", ("sat", "frontier"))
        return graph_of(model, self.name)

    def _plan(self, graph: Graph) -> Plan:
        """How this graph is counted, or a refusal with the predicted size."""
        most = allowed(self.memory)
        plan = make_plan(graph, self.method, most)
        if plan is None:
            raise UnsupportedByEngine(self.name, _too_wide(graph, self.method), ("sat",))
        if plan.memory > most:
            raise UnsupportedByEngine(
                self.name,
                f"{plan.words}: about {plan.memory / 1e9:,.1f} GB, and {most / 1e9:.1f} are allowed",
                ("sat",),
            )
        return plan

    def _run(self, graph: Graph, plan: Plan, stage: Stage | None) -> Iterator[int | None]:
        # NumPy and Numba take a third of a second to import: only when something is counted.
        from nqsat.engines.mates.forward import TooLarge

        memory = allowed(self.memory)
        try:
            yield from self._numbers(graph, plan, memory, stage)
        except TooLarge as error:
            reason = f"more than {error.args[0]:,} states, more than predicted ({plan.words})"
            limit = f"{memory / 1e9:.1f} GB are allowed"
            raise UnsupportedByEngine(self.name, f"{reason}; {limit}", ("sat",)) from None

    def _numbers(
        self, graph: Graph, plan: Plan, memory: int, stage: Stage | None
    ) -> Iterator[int | None]:
        from nqsat.engines.mates.forward import run_forward
        from nqsat.engines.mates.layers import compile_layers
        from nqsat.engines.mates.middle import run_middle

        if plan.cut is not None:
            for number in run_middle(graph, plan.cut, memory, stage):
                yield None if number is None else number * graph.each
        else:
            layers = compile_layers(graph, plan.order).layers
            _, number = yield from run_forward(layers, memory, stage)
            yield number * graph.each


def _known(tour: Tour, graph: Graph) -> int | None:
    """The number of tours where there is nothing to count."""
    if len(tour.board.squares) == 1 and not tour.closed:
        return 1
    return 0 if graph.hopeless else None


def _too_wide(graph: Graph, method: str) -> str:
    if method == "middle":
        return "no narrow strip separates two halves of this board"
    return f"in every order of the {graph.size:,} squares too many are touched at a time"
