"""The contract that every engine keeps.

An engine turns a model into a stream of its solutions, each exactly once, in a fixed order:

    search(model, ...)  yields  a solution            one more has been found
                                None                  still at work (so that limits can be looked at)
                        ends                          there are no more: the list is complete
                        raises EngineFailure          the solver broke
    closing the stream  stops the work at once and frees what it holds.

Whoever consumes the stream (``Listing``) looks after limits, interrupts, checking and duplicates, once
for all engines. An engine that a limit stopped is never asked again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.chess import Symmetry
    from nqsat.modelling import Model, Solution

__all__ = ["Engine", "Session", "State", "Verdict"]


class Verdict(Enum):
    """What a solver says of a formula. Never a bool: not knowing is an answer of its own."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


class Engine(ABC):
    """One way from a model to its solutions. A frozen value: options only, no state."""

    __slots__ = ()

    #: The name for ``--engine``.
    name: ClassVar[str]

    @property
    @abstractmethod
    def title(self) -> str:
        """The name with the options that matter: ``sat/cadical195``."""

    def for_model(self, model: Model) -> Engine:
        """The engine with the options settled that it leaves open until it knows the model."""
        return self

    @abstractmethod
    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        """Stream the solutions of a model, as the module says.

        Args:
            model: the model.
            orbit: where given, a group that preserves the model: each solution found forbids all
                its images, so that the stream has one solution of every orbit.

        Raises:
            UnsupportedByEngine: at once, before any work, if this engine cannot answer.
        """


class State(Enum):
    """Where a session is; see ``Session``."""

    READY = "ready"
    SATISFIED = "satisfied"
    EXHAUSTED = "exhausted"
    UNDECIDED = "undecided"


class Session(ABC):
    """A solver at work on a formula: the only mutable thing.

        new ─► READY ─solve─► SATISFIED ─true─► SATISFIED
                  │                └─forbid─► READY
                  ├─► EXHAUSTED   (nothing left; stays so)
                  └─► UNDECIDED   (a budget was spent; says nothing about the model; solve again)

    ``true`` requires SATISFIED. ``forbid`` requires SATISFIED or READY, ``solve`` any but EXHAUSTED.
    """

    def __init__(self) -> None:
        self.state = State.READY

    def solve(self) -> Verdict:
        """Look for a solution that is not forbidden, within one budget."""
        self._require(State.READY, State.UNDECIDED)
        verdict = self._solve()
        self.state = {
            Verdict.SATISFIABLE: State.SATISFIED,
            Verdict.UNSATISFIABLE: State.EXHAUSTED,
            Verdict.UNKNOWN: State.UNDECIDED,
        }[verdict]
        return verdict

    def true(self) -> tuple[int, ...]:
        """The true variables of the projection, ascending, in the solution just found."""
        self._require(State.SATISFIED)
        return self._true()

    def forbid(self, clause: Sequence[int]) -> None:
        """Require a clause from now on."""
        self._require(State.SATISFIED, State.READY)
        self._forbid(clause)
        self.state = State.READY

    def _require(self, *states: State) -> None:
        if self.state not in states:
            raise RuntimeError(f"not possible while {self.state.value}")

    @abstractmethod
    def close(self) -> None:
        """Free the solver. Nothing may be asked afterwards."""

    @abstractmethod
    def _solve(self) -> Verdict: ...

    @abstractmethod
    def _true(self) -> tuple[int, ...]: ...

    @abstractmethod
    def _forbid(self, clause: Sequence[int]) -> None: ...
