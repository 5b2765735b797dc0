"""Optima by unsatisfiable cores: sets of soft literals that cannot all be true.

Each literal of the goal is soft. A solver that finds some of them unsatisfiable together returns a core, of
which at least one must be false: so the bound approaches the optimum from the infeasible side, and the
first solution that satisfies all remaining soft literals is optimal. Every solution on the way is kept, so
that a search that is stopped has a best value and a bound.

The algorithm is RC2 of PySAT, here in slices of a bounded number of conflicts. A. Ignatiev, A. Morgado,
J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11, 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from nqsat.compiling import Goal
from nqsat.errors import EngineFailure

#: What a search says: the true variables of a better solution, or a bound: no value is better than that.
News = tuple[int, ...] | int

#: Conflicts in one slice of work, and in all: where cores have not helped by then, they seldom do.
CONFLICTS, PATIENCE = 2_000, 20_000


class _Cancelled(Exception):
    """Nobody wants to know more, or patience is at its end."""


@dataclass
class CoreGuided:
    """One search for the best, to be run in a thread of its own.

    Args:
        solver: of PySAT.
        clauses: of the formula; there are some.
        projection: the variables that are told of a solution.
        goal: the literals, of which as many as can be, or as few, are to be true.
    """

    solver: str
    clauses: Sequence[Sequence[int]]
    projection: Sequence[int]
    goal: Goal
    #: Whether the last solution is the best, or there is none.
    proved: bool = field(default=False, init=False)
    #: The value of the last solution.
    best: int | None = field(default=None, init=False)
    #: No value is better than that.
    bound: int | None = field(default=None, init=False)

    def run(self, put: Callable[[News | None], bool]) -> None:
        """Search until the value is proved, the patience is used up, or the consumer wants no more.

        Raises:
            EngineFailure: an optimum is said of which no solution was met.
        """
        from pysat.formula import WCNF

        wishes = WCNF()
        wishes.extend([list(clause) for clause in self.clauses])
        for literal in self.goal.literals:
            wishes.append([literal if self.goal.maximise else -literal], weight=1)
        try:
            with _sliced(self, put)(
                wishes, solver=self.solver, adapt=True, exhaust=True, minz=True
            ) as search:
                optimum = None if search.compute() is None else self.value(search.cost)
        except (_Cancelled, NotImplementedError):  # not every solver propagates, or names cores
            return
        if optimum != self.best:
            raise EngineFailure(f"{self.solver}: {optimum} is said, {self.best} was found")
        self.proved = True

    def value(self, unfulfilled: int) -> int:
        """The value of a solution that fulfils all wishes but so many."""
        return len(self.goal.literals) - unfulfilled if self.goal.maximise else unfulfilled

    def better(self, true: Collection[int]) -> bool:
        """Whether these true variables are a better solution than the last one; they are the last then."""
        literals = self.goal.literals
        value = sum(x in true if x > 0 else -x not in true for x in literals)
        last = self.best
        if last is not None and (value <= last if self.goal.maximise else value >= last):
            return False
        self.best = value
        return True

    def tighter(self, cost: int) -> bool:
        """Whether a cost that no solution is below says more than the last bound; it is the last then."""
        before, self.bound = self.bound, self.value(cost)
        return before != self.bound


def _sliced(work: CoreGuided, put: Callable[[News | None], bool]) -> Any:
    """RC2, whose solver works in slices, and which tells what it meets."""
    from pysat.examples.rc2 import RC2

    class Sliced(RC2):  # type: ignore[misc]
        left = PATIENCE
        trying = False  # a core is made smaller: worth one slice

        def _call_oracle(
            self, assumptions: Sequence[int] = (), *, expect_interrupt: bool = False
        ) -> bool | None:
            answer: bool | None = None
            while answer is None:
                self.oracle.conf_budget(CONFLICTS)
                before = self.oracle.accum_stats()["conflicts"]
                answer = self.oracle.solve_limited(assumptions=list(assumptions))
                self.left -= self.oracle.accum_stats()["conflicts"] - before
                if answer:
                    self._met()
                elif not put(None) or (answer is None and self.left < 0):
                    raise _Cancelled
                if self.trying:
                    break
            return answer

        def _met(self) -> None:
            present = {x for x in self.oracle.get_model() if x > 0}
            if work.better(present) and not put(
                tuple([x for x in work.projection if x in present])
            ):
                raise _Cancelled

        def minimize_core(self) -> None:
            self.trying = True
            super().minimize_core()
            self.trying = False

        def process_core(self) -> None:
            super().process_core()
            if work.tighter(self.cost) and not put(work.bound):
                raise _Cancelled

    return Sliced
