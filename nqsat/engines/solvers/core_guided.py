"""Optima by unsatisfiable cores: sets of soft literals that cannot all be true.

Each literal of the goal is soft. A solver that finds some of them unsatisfiable together returns a core, of
which at least one must be false: so the bound approaches the optimum from the infeasible side, and the
first solution that satisfies all remaining soft literals is optimal. Every solution found is reported, so
that a search that is stopped has a best value and a bound.

The algorithm is RC2 of PySAT, here in slices of a bounded number of conflicts. A. Ignatiev, A. Morgado,
J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11, 2019.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from nqsat.compiling import Goal
from nqsat.errors import EngineFailure, UnsupportedByEngine

#: A result of the search: the true variables of a better solution, or a bound that no value exceeds.
News = tuple[int, ...] | int

#: Conflicts per slice of work, and in total: if cores have not succeeded by then, they seldom do.
CONFLICTS, PATIENCE = 2_000, 20_000

#: Conflicts of a proof that is repeated, to list all optima: it is not worth more.
AGAIN = 1_000


class _Cancelled(Exception):
    """The consumer has left, or the limit on conflicts is reached."""


@dataclass
class CoreGuided:
    """One search for the optimum, to run in a thread of its own."""

    solver: str  # name of a solver of PySAT
    clauses: Sequence[Sequence[int]]  # of the formula; at least one
    projection: Sequence[int]  # the variables to report of a solution
    goal: Goal  # the literals whose number of true ones is maximised or minimised
    hint: Sequence[int] = ()  # values to try first
    #: Whether the last solution is proved optimal, or there is proved to be none.
    proved: bool = field(default=False, init=False)
    #: The value of the last solution.
    best: int | None = field(default=None, init=False)
    #: No value is better than this.
    bound: int | None = field(default=None, init=False)

    def run(self, put: Callable[[News | None], bool]) -> None:
        """Search until the optimum is proved, the conflicts are used up, or the consumer leaves."""
        try:
            with self._begun(put) as search:
                optimum = None if search.compute() is None else self.value(search.cost)
        except (_Cancelled, NotImplementedError):  # not every solver propagates or returns cores
            return
        if optimum != self.best:
            raise EngineFailure(f"{self.solver}: claims {optimum}, but {self.best} was found")
        self.proved = True

    def optima(self) -> Generator[tuple[int, ...] | None, None, None]:
        """Yield the true projected variables of each optimal solution, and None at times.

        They are the assignments that satisfy what is left when the optimum is proved: every soft literal in
        no core, and the bounds on the cores. For each solution violates as many as the cores prove, and
        those of the rest that it violates besides.

        Raises UnsupportedByEngine if the optimum is not proved within a limited number of conflicts.
        """
        try:
            with self._begun(lambda _news: True) as search:
                search.left = AGAIN
                if search.compute() is None:
                    return
                yield None
                while True:
                    search.oracle.conf_budget(CONFLICTS)
                    answer = search.oracle.solve_limited(assumptions=search.sels + search.sums)
                    if answer is False:
                        return
                    if answer is None:
                        yield None
                        continue
                    present = {x for x in search.oracle.get_model() if x > 0}
                    yield tuple([x for x in self.projection if x in present])
                    search.oracle.add_clause([-x if x in present else x for x in self.projection])
        except (_Cancelled, NotImplementedError):  # before the first solution
            reason = f"has not proved the optimum within {AGAIN:,} conflicts"
            raise UnsupportedByEngine(self.solver, reason, ("sat",)) from None

    def _begun(self, put: Callable[[News | None], bool]) -> Any:
        from pysat.formula import WCNF

        wishes = WCNF()
        wishes.extend([list(clause) for clause in self.clauses])
        for literal, weight in Counter(self.goal.literals).items():
            wishes.append([literal if self.goal.maximise else -literal], weight=weight)
        made = _sliced_rc2(self, put)
        search = made(wishes, solver=self.solver, adapt=True, exhaust=True, minz=True)
        if self.hint:
            with suppress(NotImplementedError):
                search.oracle.set_phases(list(self.hint))
        return search

    def value(self, cost: int) -> int:
        """The value of a solution that violates this many soft literals."""
        return len(self.goal.literals) - cost if self.goal.maximise else cost


def _sliced_rc2(work: CoreGuided, put: Callable[[News | None], bool]) -> Any:
    """RC2 with a solver that works in slices and reports its results."""
    from pysat.examples.rc2 import RC2

    class Sliced(RC2):  # type: ignore[misc]
        left = PATIENCE
        trying = False  # minimising a core is limited to one slice

        def _call_oracle(
            self, assumptions: Sequence[int] = (), *, expect_interrupt: bool = False
        ) -> bool | None:
            answer: bool | None = None
            while answer is None:
                self.oracle.conf_budget(min(CONFLICTS, max(1, self.left)))
                before = self.oracle.accum_stats()["conflicts"]
                answer = self.oracle.solve_limited(assumptions=list(assumptions))
                self.left -= self.oracle.accum_stats()["conflicts"] - before
                if answer:
                    self._report_solution()
                elif not put(None) or (answer is None and self.left < 0):
                    raise _Cancelled
                if self.trying:
                    break
            return answer

        def _report_solution(self) -> None:
            present = {x for x in self.oracle.get_model() if x > 0}
            value = sum((abs(x) in present) == (x > 0) for x in work.goal.literals)
            last = work.best
            if last is None or (value > last if work.goal.maximise else value < last):
                work.best = value
                self._tell(tuple([x for x in work.projection if x in present]))

        def minimize_core(self) -> None:
            self.trying = True
            super().minimize_core()
            self.trying = False

        def process_core(self) -> None:
            super().process_core()
            if work.bound != work.value(self.cost):
                work.bound = work.value(self.cost)
                self._tell(work.bound)

        def _tell(self, news: News) -> None:
            if not put(news):
                raise _Cancelled

    return Sliced
