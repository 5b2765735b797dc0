"""A SAT solver at work, and THE loop: solve, yield, forbid, until there are no more solutions.

Two properties of PySAT's solvers shape this file: they install a SIGINT handler that leaves a solver in an
unusable state, and CaDiCaL holds the GIL while it works. So signals are blocked while a solver works, and
it works in slices of a bounded number of conflicts.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import NoReturn

from nqsat.compiling import Blocking, Cuts
from nqsat.engines.stream import block_signals
from nqsat.errors import no_truth

#: Number of solutions that are listed one by one before the others follow orbit by orbit.
FIRST = 100

#: Conflicts per slice of work: some hundredths of a second on a formula of a board.
CONFLICTS = 2000


class Verdict(Enum):
    """The result of a call of a solver. Never a bool: unknown is a result of its own."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "is Verdict.SATISFIABLE")


@dataclass(frozen=True, slots=True)
class SatTask:
    """A problem for a solver, and how a solution is forbidden; ``blocking`` has the projection.

    Plain data, so that it can be sent to another process.
    """

    solver: str
    variables: int
    clauses: tuple[tuple[int, ...], ...]
    blocking: Blocking
    cuts: Cuts | None = None
    read: tuple[int, ...] = ()  # the variables to report of a solution; by default the projection
    #: clauses that some member of every orbit satisfies, if all members are reported
    leaders: tuple[tuple[int, ...], ...] = ()
    #: literals that the first solution has if some solution that is found soon has all of them;
    #: otherwise the values to try first
    hint: tuple[int, ...] = ()


class Session:
    """A solver of PySAT with a CNF; mutable. Discarded, never reused, after an error.

        new ─► READY ─solve─► SATISFIED ─true_variables─► SATISFIED
                  │                └─forbid─► READY
                  ├─► EXHAUSTED   (no more solutions; final, unless literals were assumed)
                  └─► UNDECIDED   (a budget was spent; no result; solve again)

    ``true_variables`` requires SATISFIED, ``forbid`` SATISFIED or READY.
    """

    def __init__(self, task: SatTask) -> None:
        from pysat.solvers import Solver

        self._read = task.read or task.blocking.projection
        self._fresh = task.variables + 1
        # Some solvers fail on a formula without variables: it gets one that is true.
        clauses = task.clauses if task.variables else ((self._fresh,),)
        self._solver = Solver(name=task.solver, bootstrap_with=clauses)
        self._sliced = True
        if task.blocking.fixed_size:
            # Every solution has the same number of pieces, so true is the better first value.
            self.prefer(self._read)
        if task.hint:  # even setting no phases changes the search of CaDiCaL
            self.prefer(task.hint)

    def close(self) -> None:
        """Free the solver. No method may be called afterwards."""
        self._solver.delete()

    def solve(self, assumed: Sequence[int] = ()) -> Verdict:
        """Search for a solution that is not forbidden, with the literals assumed, within one budget."""
        with block_signals():
            if self._sliced:
                try:
                    self._solver.conf_budget(CONFLICTS)
                    answer = self._solver.solve_limited(assumptions=assumed)
                except NotImplementedError:
                    self._sliced = False
            if not self._sliced:
                answer = self._solver.solve(assumptions=assumed)
        if answer is None:
            return Verdict.UNKNOWN
        return Verdict.SATISFIABLE if answer else Verdict.UNSATISFIABLE

    def prefer(self, literals: Sequence[int]) -> None:
        """Set the values to try first from now on; not every solver supports it."""
        with suppress(NotImplementedError):
            self._solver.set_phases(list(literals))

    def core(self) -> tuple[int, ...]:
        """After a refusal, a subset of the assumed literals that no solution contains."""
        return tuple(self._solver.get_core() or ())

    def true_variables(self) -> tuple[int, ...]:
        """The true variables of the projection, ascending, in the solution just found."""
        model = self._solver.get_model()
        last = self._read[-1] if self._read else 0
        if 0 < last == len(self._read) <= len(model) and abs(model[last - 1]) == last:
            # The variables 1 … last are read, and the model is in order: it starts with each of them.
            return tuple([x for x in model[:last] if x > 0])
        present = set(model)
        return tuple(x for x in self._read if x in present)

    def forbid(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        if clause:
            self._solver.add_clause(clause)
        else:  # the empty solution was the only one; some solvers ignore an empty clause
            self._solver.add_clause([self._fresh])
            self._solver.add_clause([-self._fresh])


def enumerate_task(task: SatTask) -> Generator[tuple[int, ...] | None, None, None]:
    """Run the loop on a fresh solver, one by one or by orbits."""
    session = Session(task)
    try:
        if task.leaders:
            yield from _by_orbits(session, task)
        else:
            yield from enumerate_true(session, task.blocking, task.cuts, task.hint)
    finally:
        session.close()


def enumerate_true(
    session: Session, blocking: Blocking, cuts: Cuts | None = None, hint: Sequence[int] = ()
) -> Iterator[tuple[int, ...] | None]:
    """Yield the true projected variables of each solution once; None whenever a budget is spent.

    The session is fresh. Cuts are constraints that its formula omits: an assignment that violates some is
    no solution, and these are added as clauses. A hint, see ``SatTask``, is assumed until a solution is
    found, or for one budget.
    """
    assumed = hint
    while (verdict := session.solve(assumed)) is not Verdict.UNSATISFIABLE or assumed:
        if verdict is not Verdict.SATISFIABLE:
            assumed = ()
            yield None
            continue
        true = session.true_variables()
        broken = cuts.violated_clauses(true) if cuts else []
        for clause in broken:
            session.forbid(clause)
        if broken:
            continue
        yield true
        assumed = ()
        for clause in blocking.clauses(true):
            session.forbid(clause)


class Representative(tuple[int, ...]):
    """The true variables of a solution whose images are solutions as well, and have not been listed."""

    __slots__ = ()


def _by_orbits(session: Session, task: SatTask) -> Iterator[tuple[int, ...] | None]:
    """As ``enumerate_true``, but faster for long lists: some solutions, then their images, then orbits.

    The first solutions are listed one by one, so that a short list is made as if there were no symmetry.
    """
    blocking, first = task.blocking, list[tuple[int, ...]]()
    for true in enumerate_true(session, replace(blocking, images=()), task.cuts, task.hint):
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
    for clause in task.leaders:
        session.forbid(clause)
    for solution in enumerate_true(session, blocking, task.cuts):
        yield None if solution is None else Representative(solution)
