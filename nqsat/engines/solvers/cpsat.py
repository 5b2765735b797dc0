"""The engine ``cpsat``: the formula in CP-SAT's native constraints, and its own enumeration.

It has one worker: with two or more CP-SAT loses solutions while it reports OPTIMAL. A list is complete only
if the status is OPTIMAL or INFEASIBLE.

Of a formula with hidden variables CP-SAT reports every completion. So it is asked for one solution at a
time, and a clause forbids what that one shows.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from nqsat.chess import Symmetry
from nqsat.compiling import (
    Formula,
    check_size,
    cp_literals,
    lower,
    problem_to_cp_model,
    to_cp_model_with_variables,
)
from nqsat.engines.contract import Engine, Ranges, hinted
from nqsat.engines.stream import load_library, merge_streams, one_by_one
from nqsat.errors import EngineFailure, UnsupportedByEngine
from nqsat.formulas import Assignment, CnfProblem
from nqsat.modelling import Arrangement, Model

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolverSolutionCallback

#: Minimum seconds between signals to the consumer that there are solutions; and the number of solutions
#: that may wait before the solver pauses.
MOMENT, AHEAD = 0.01, 10_000

#: CP-SAT adds in words of 64 bits.
LARGEST_SUM = 2**60


@dataclass(frozen=True, slots=True)
class CpSatEngine(Engine):
    """CP-SAT on the native formula, always with one worker.

    Args:
        seed: random seed of CP-SAT.
        hint: literals to try first, as for ``nqsat.solve``.
        memory: bytes that the search may use; see ``MemoryWatch``.
    """

    name: ClassVar[str] = "cpsat"
    skips_squares: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Model,)
    ranges: ClassVar[Ranges] = {"seed": (0, 2**31 - 1), "memory": (1, None)}
    seed: int = 0
    hint: tuple[str, ...] = ()
    memory: int | None = None

    def for_model(self, model: Model | CnfProblem) -> CpSatEngine:
        return self

    def batches(
        self, model: Model | CnfProblem, orbit: Sequence[Symmetry] = ()
    ) -> Iterator[Sequence[Any]]:
        if isinstance(model, CnfProblem):
            _refuse_long_sums(model)
            return one_by_one(self._assignments(model))
        self.accept(model, orbit)
        check_size(model)
        return one_by_one(self._decode_solutions(model))

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        return self._decode_solutions(model)

    def minimise(self, problem: CnfProblem) -> Iterator[Assignment | None]:
        """Yield better and better assignments; in between None. The last is the best.

        Raises UnsupportedByEngine if a sum of coefficients is too large.
        """
        _refuse_long_sums(problem)
        load_library("ortools.sat.python.cp_model", self.name)
        for true in _SolverThread(problem, self.seed).stream():
            yield problem.assignment(true) if isinstance(true, tuple) else None

    def _assignments(self, problem: CnfProblem) -> Iterator[Assignment | None]:
        """Yield each assignment of the shown variables once; in between None."""
        load_library("ortools.sat.python.cp_model", self.name)
        work = _SolverThread(replace(problem, goal=None), self.seed)
        work.stops_at_first = len(problem.projection) < problem.variables
        found: Assignment | None
        while True:
            found = None
            for true in work.stream():
                if isinstance(true, tuple):
                    found = problem.assignment(true)
                    yield found
                else:
                    yield None
            if found is None or not work.stops_at_first:
                return
            work.forbid(found.literals)

    def _decode_solutions(self, model: Model) -> Iterator[Any]:
        """Yield solutions, each once; in between None, or a bound if the optimum is wanted."""
        load_library("ortools.sat.python.cp_model", self.name)
        formula = lower(model)
        work = _SolverThread(formula, self.seed, hinted(self.hint, formula))
        # CP-SAT returns a solution once for each assignment of free auxiliaries: report only one.
        several = formula.variables > len(formula.projection)
        seen: set[tuple[int, ...]] = set()
        for true in work.stream():
            if not isinstance(true, tuple):
                yield true
            elif true not in seen:
                if several:
                    seen.add(true)
                yield formula.reader.decode(true)


def _refuse_long_sums(problem: CnfProblem) -> None:
    goal = sum(abs(c) for c, _ in problem.cost)
    if max([goal, *(linear.total for linear in problem.sums)]) >= LARGEST_SUM:
        raise UnsupportedByEngine(CpSatEngine.name, "sums coefficients up to 2^60 only", ("sat",))


class _SolverThread:
    """CP-SAT with a formula, to run in a thread of its own and be stopped from outside.

    Solutions are put into ``found``, and the consumer is signalled now and then: waking another thread for
    each of them would take longer than finding it.
    """

    def __init__(self, formula: Formula | CnfProblem, seed: int, hint: Sequence[int] = ()) -> None:
        from ortools.sat.python.cp_model import CpSolver

        self.projection = formula.projection
        if isinstance(formula, CnfProblem):  # of which the whole assignment is read
            self.projection = tuple(range(1, formula.variables + 1))
            self.model, self.variables = problem_to_cp_model(formula)
        else:
            self.model, self.variables = to_cp_model_with_variables(formula)
        for literal in hint:  # an edge that is true has two arcs, of which either may be
            arcs = self.variables[abs(literal) - 1]
            for arc in arcs if literal < 0 or len(arcs) == 1 else ():
                self.model.add_hint(arc, literal > 0)
        self.best = formula.goal is not None
        self.solver = CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = seed
        self.solver.parameters.catch_sigint_signal = False  # this program handles Ctrl-C
        self.left = False
        self.stops_at_first = False
        self.found: deque[tuple[int, ...]] = deque()

    def stream(self) -> Iterator[tuple[int, ...] | int | None]:
        """Yield the true variables of each solution found; in between None, or a bound of the optimum."""
        self.left = False  # the stream before this one was closed
        with closing(merge_streams([self.run], self.stop)) as signs:
            for sign in chain(signs, [None]):  # once more after the end
                yield None  # if the caller has left, this ends before reading
                while self.found:
                    yield self.found.popleft()
                if sign is not None:
                    yield sign

    def forbid(self, literals: Sequence[int]) -> None:
        """Add the clause that not all of these literals are true."""
        self.model.add_bool_or(cp_literals(self.variables, [-x for x in literals]))

    def stop(self) -> None:
        """Make ``run`` end soon; call it repeatedly, because CP-SAT reacts only while it solves."""
        self.left = True
        self.solver.stop_search()

    def _collector(self, put: Callable[[int | None], bool]) -> CpSolverSolutionCallback:
        """A callback that stores each solution of CP-SAT, until no more are wanted."""
        from ortools.sat.python import cp_model

        projected = [(x, arc.index) for x in self.projection for arc in self.variables[x - 1]]
        found = self.found

        class Collect(cp_model.CpSolverSolutionCallback):
            told = 0.0

            def on_solution_callback(self) -> None:
                values = self.response_proto.solution
                found.append(tuple([x for x, index in projected if values[index]]))
                wanted = True
                if time.monotonic() - self.told > MOMENT:
                    wanted = put(None)
                    self.told = time.monotonic()
                while wanted and len(found) >= AHEAD:
                    time.sleep(MOMENT)
                    wanted = put(None)
                if not wanted:
                    self.stop_search()

        return Collect()

    def run(self, put: Callable[[int | None], bool]) -> None:
        """Run CP-SAT's own search for all solutions, or for the optimum, to its end unless it is stopped.

        The status OPTIMAL or INFEASIBLE means that nothing is left. Another status is an EngineFailure.
        """
        from ortools.sat.python import cp_model

        def on_bound(bound: float) -> None:
            if not put(round(bound)):
                self.stop()

        if self.left:
            return
        if self.best:
            self.solver.best_bound_callback = on_bound
        elif not self.stops_at_first:
            self.solver.parameters.enumerate_all_solutions = True
        status = self.solver.solve(self.model, self._collector(put))
        ended = (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if status not in ended and not self.left:
            said = f"{self.solver.status_name(status)} {self.model.validate()}".rstrip()
            raise EngineFailure(f"cpsat: the search ended with {said}")
