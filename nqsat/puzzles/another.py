"""Is there another solution? One formula, asked again and again under assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from nqsat.compiling import Formula, blocking, to_cnf
from nqsat.engines import Deadline, Verdict
from nqsat.engines.sat import PySatSession, SatTask
from nqsat.puzzles.chosen import out_of_time

#: It works in slices, between which limits and Ctrl-C are looked at, and measured best where few numbers
#: of a tour are given.
SOLVER = "minisat22"


class Another:
    """Looks for solutions other than one; see ``another_than``."""

    def __init__(self, session: PySatSession, clock: Deadline) -> None:
        self._session, self._clock = session, clock

    def having(self, literals: Iterable[int]) -> frozenset[int] | None:
        """The true variables of another solution with these literals; None if there is none.

        Raises:
            Undecided: the time is up.
        """
        assumed = tuple(literals)
        while (verdict := self._session.solve_with(assumed)) is Verdict.UNKNOWN or self._clock.over:
            if self._clock.over:
                raise out_of_time(self._clock)
        return frozenset(self._session.true()) if verdict is Verdict.SATISFIABLE else None

    def blamed(self) -> frozenset[int]:
        """After there was none: some of the literals because of which there is none."""
        return frozenset(self._session.contradictory())


@contextmanager
def another_than(formula: Formula, true: Sequence[int], clock: Deadline) -> Iterator[Another]:
    """A solver that knows all of a formula's solutions but one.

    Args:
        formula: without circuits.
        true: the true variables of its projection in the solution that does not count, ascending.
        clock: how long it may take.
    """
    cnf, forbidding = to_cnf(formula), blocking(formula)
    session = PySatSession(SatTask(SOLVER, cnf.variables, cnf.clauses, forbidding))
    try:
        session.forbid(forbidding.clause(true))
        yield Another(session, clock)
    finally:
        session.close()
