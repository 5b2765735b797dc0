"""The engine ``mates``: counts Hamiltonian tours exactly, without listing them.

A tour is a set of moves in which every square has two and which is one cycle. The squares take their
turns one after the other; all that has to be remembered of the moves chosen so far is which squares
still ahead have one move or two of them, and which two are the *mates* that one path leads between. How
many ways lead to each such state is counted, never the ways themselves. Two methods:

* ``forward``: through the whole board (``forward``), for boards that are narrow;
* ``middle``: from both sides to a strip in the middle, and the states of both joined (``middle``).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from nqsat.engines.contract import Counter, Estimate
from nqsat.engines.mates.graph import graph_of
from nqsat.engines.mates.plan import METHODS, Plan, make_plan
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.engines.mates.graph import Graph
    from nqsat.modelling import Model

__all__ = ["MatesEngine"]

#: What a count may take unless told otherwise, if three quarters of the memory that is free are more.
MOST_MEMORY = 6_000_000_000


@dataclass(frozen=True, slots=True)
class MatesEngine(Counter):
    """The counting engine for tours.

    Args:
        method: ``"forward"``, ``"middle"``, or ``"auto"``: the one that is predicted to be faster.
        memory: megabytes that a count may take; by default 6000, or three quarters of what is free.

    Raises:
        InvalidModel: an option has no such value.
    """

    name: ClassVar[str] = "mates"

    method: str = "auto"
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InvalidModel(
                "method", f"{self.method!r} is unknown; choose from {', '.join(METHODS)}"
            )
        if self.memory is not None and (type(self.memory) is not int or self.memory < 1):
            raise InvalidModel("memory", f"{self.memory!r} is no number of megabytes")

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

    def total(self, model: Model) -> Iterator[int | None]:
        graph = self._graph(model)
        known = _known(cast("Tour", model), graph)
        plan = self._plan(graph) if known is None else None
        return iter((known,)) if plan is None else self._run(graph, plan)

    def _graph(self, model: Model) -> Graph:
        if not isinstance(model, Tour):
            raise UnsupportedByEngine(self.name, "counts tours only", ("sat", "frontier"))
        return graph_of(model, self.name)

    def _plan(self, graph: Graph) -> Plan:
        """How this graph is counted, or a refusal with the predicted size."""
        most = self._memory()
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

    def _memory(self) -> int:
        """Bytes that a count may take."""
        if self.memory is not None:
            return self.memory * 1_000_000
        free = _free_memory()
        return MOST_MEMORY if free is None else min(MOST_MEMORY, free * 3 // 4)

    def _run(self, graph: Graph, plan: Plan) -> Iterator[int | None]:
        # NumPy and Numba take a third of a second to import: only when something is counted.
        from nqsat.engines.mates.forward import run_forward
        from nqsat.engines.mates.layers import compile_layers
        from nqsat.engines.mates.middle import run_middle

        memory = self._memory()
        if plan.cut is not None:
            for number in run_middle(graph, plan.cut, memory):
                yield None if number is None else number * graph.each
        else:
            layers = compile_layers(graph, plan.order).layers
            _, number = yield from run_forward(layers, memory)
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


def _free_memory() -> int | None:
    """Bytes of memory that nobody uses, where the system tells."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
