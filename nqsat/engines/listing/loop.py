"""Incremental solvers, and THE loop: solve, yield, forbid, until there are no more solutions.

All incremental solvers run in this loop, here or in a worker process, over the projection only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import NoReturn

from nqsat.compiling import Blocking, Cuts
from nqsat.errors import no_truth

#: Number of solutions that are listed one by one before the others follow orbit by orbit.
FIRST = 100


class Verdict(Enum):
    """The result of a call of a solver. Never a bool: unknown is a result of its own."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "is Verdict.SATISFIABLE")


class Session(ABC):
    """An incremental solver with a formula; mutable. Its state follows from ``last_verdict``.

        new ─► READY ─solve─► SATISFIED ─true_variables─► SATISFIED
                  │                └─forbid─► READY
                  ├─► EXHAUSTED   (no more solutions; final)
                  └─► UNDECIDED   (a budget was spent; no result; solve again)

    ``true_variables`` requires SATISFIED, ``forbid`` SATISFIED or READY, ``solve`` READY or UNDECIDED.
    """

    def __init__(self) -> None:
        self.last_verdict: Verdict | None = None  # for the current clauses: None while READY

    def solve(self) -> Verdict:
        """Search for a solution that is not forbidden, within one budget."""
        self._require(None, Verdict.UNKNOWN)
        self.last_verdict = self._solve()
        return self.last_verdict

    def true_variables(self) -> tuple[int, ...]:
        """The true variables of the projection, ascending, in the solution just found."""
        self._require(Verdict.SATISFIABLE)
        return self._true_variables()

    def forbid(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._require(Verdict.SATISFIABLE, None)
        self._forbid(clause)
        self.last_verdict = None

    def _require(self, *said: Verdict | None) -> None:
        if self.last_verdict not in said:
            raise RuntimeError(f"not possible while {self.last_verdict}")

    @abstractmethod
    def close(self) -> None:
        """Free the solver. No method may be called afterwards."""

    @abstractmethod
    def _solve(self) -> Verdict: ...

    @abstractmethod
    def _true_variables(self) -> tuple[int, ...]: ...

    @abstractmethod
    def _forbid(self, clause: Sequence[int]) -> None: ...


def enumerate_true(
    session: Session,
    blocking: Blocking,
    cuts: Cuts | None = None,
) -> Iterator[tuple[int, ...] | None]:
    """Yield the true projected variables of each solution once; None whenever a budget is spent.

    Args:
        session: a fresh session.
        blocking: the blocking clauses for a solution, and for its images if there are any.
        cuts: constraints that the session's formula omits; an assignment that violates them is no solution,
            and the violated cuts are added as clauses.
    """
    while (verdict := session.solve()) is not Verdict.UNSATISFIABLE:
        if verdict is Verdict.UNKNOWN:
            yield None
            continue
        true = session.true_variables()
        broken = cuts.violated_clauses(true) if cuts else []
        for clause in broken:
            session.forbid(clause)
        if broken:
            continue
        yield true
        for clause in blocking.clauses(true):
            session.forbid(clause)


class Representative(tuple[int, ...]):
    """The true variables of a solution whose images are solutions as well, and have not been listed."""

    __slots__ = ()


def enumerate_by_orbits(
    session: Session,
    blocking: Blocking,
    leaders: Iterable[Sequence[int]],
    cuts: Cuts | None = None,
) -> Iterator[tuple[int, ...] | None]:
    """As ``enumerate_true``, but faster for long lists: some solutions, then their images, then orbits.

    The first solutions are listed one by one, so that a short list is made as if there were no symmetry.

    Args:
        session: a fresh session.
        blocking: how a solution is forbidden together with its images; it has at least one symmetry.
        leaders: the ``symmetry_breaking_clauses`` of ``blocking``; their new variables do not occur in the
            session's formula.
        cuts: as for ``enumerate_true``.
    """
    first: list[tuple[int, ...]] = []
    for true in enumerate_true(session, replace(blocking, images=()), cuts):
        yield true
        if true is not None:
            first.append(true)
        if len(first) == FIRST:
            break
    else:
        return
    images = {image.apply(true) for image in blocking.images for true in first}
    others = sorted(images.difference(first))
    yield from others
    for true in (first[-1], *others):  # the other first ones are already forbidden
        session.forbid(blocking.clause(true))
    for clause in leaders:
        session.forbid(clause)
    for found in enumerate_true(session, blocking, cuts):
        yield None if found is None else Representative(found)
