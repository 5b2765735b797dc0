"""Solvers that can be asked again, and THE loop: solve, yield, forbid, until there is nothing left.

Every such solver is driven from here, in this process or in a worker's, over the projection only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NoReturn

from nqsat.compiling import Blocking, Cuts
from nqsat.errors import no_truth


class Verdict(Enum):
    """What a solver says of a formula. Never a bool: not knowing is an answer of its own."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "is Verdict.SATISFIABLE")


class Session(ABC):
    """A solver at work on a formula: the only mutable thing. Where it is follows from what it has ``said``.

        new ─► READY ─solve─► SATISFIED ─true─► SATISFIED
                  │                └─forbid─► READY
                  ├─► EXHAUSTED   (nothing left; stays so)
                  └─► UNDECIDED   (a budget was spent; says nothing about the model; solve again)

    ``true`` requires SATISFIED. ``forbid`` requires SATISFIED or READY, ``solve`` any but EXHAUSTED.
    """

    def __init__(self) -> None:
        self.said: Verdict | None = None  # of the clauses as they are: None while READY

    def solve(self) -> Verdict:
        """Look for a solution that is not forbidden, within one budget."""
        self._require(None, Verdict.UNKNOWN)
        self.said = self._solve()
        return self.said

    def true(self) -> tuple[int, ...]:
        """The true variables of the projection, ascending, in the solution just found."""
        self._require(Verdict.SATISFIABLE)
        return self._true()

    def forbid(self, clause: Sequence[int]) -> None:
        """Require a clause from now on."""
        self._require(Verdict.SATISFIABLE, None)
        self._forbid(clause)
        self.said = None

    def _require(self, *said: Verdict | None) -> None:
        if self.said not in said:
            raise RuntimeError(f"not possible while {self.said}")

    @abstractmethod
    def close(self) -> None:
        """Free the solver. Nothing may be asked afterwards."""

    @abstractmethod
    def _solve(self) -> Verdict: ...

    @abstractmethod
    def _true(self) -> tuple[int, ...]: ...

    @abstractmethod
    def _forbid(self, clause: Sequence[int]) -> None: ...


def enumerate_true(
    session: Session,
    blocking: Blocking,
    cuts: Cuts | None = None,
) -> Iterator[tuple[int, ...] | None]:
    """Yield the true projected variables of each solution once; None whenever a budget was spent.

    Args:
        session: a fresh session.
        blocking: how a solution is forbidden, and its images with it if there are any.
        cuts: constraints left out of the session's formula; an assignment that breaks them is no
            solution, and forbids what it breaks.
    """
    while (verdict := session.solve()) is not Verdict.UNSATISFIABLE:
        if verdict is Verdict.UNKNOWN:
            yield None
            continue
        true = session.true()
        broken = cuts.violated(true) if cuts else []
        for clause in broken:
            session.forbid(clause)
        if broken:
            continue
        yield true
        for clause in blocking.clauses(true):
            session.forbid(clause)
