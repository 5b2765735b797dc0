"""The engine ``sat`` on a CNF from outside: the loop over the shown variables.

A solution is checked against all clauses, so the solver's whole assignment is read and not only the shown
variables; forbidden are the shown ones alone, so that each of their assignments comes once however many
ways there are to complete it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from nqsat.compiling import Blocking, CnfProblem
from nqsat.engines.contract import Engine
from nqsat.engines.sat import SOLVERS, SatTask, run_task
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model


@dataclass(frozen=True, slots=True)
class ClausalEngine(Engine):
    """The loop on the clauses of a ``CnfProblem``, as they are.

    Args:
        solver: one of ``SOLVERS``.
        isolated: as for ``SatEngine``.

    Raises:
        InvalidModel: no such solver.
    """

    name: ClassVar[str] = "sat"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"solver": SOLVERS}
    solver: str = SOLVERS[0]
    isolated: bool = False

    @property
    def title(self) -> str:
        return f"sat/{self.solver}"

    def for_model(self, model: Model | CnfProblem) -> ClausalEngine:
        return self

    # The contract speaks of models of pieces; of those a CNF has only what a Listing asks for.
    @property
    def inside(self) -> ClausalEngine:
        return replace(self, isolated=False)

    def search(self, model: Any, orbit: Sequence[object] = ()) -> Iterator[Any]:
        if orbit:
            raise UnsupportedByEngine(self.name, "a CNF has no symmetries of a board")
        return self._found(model)

    def _found(self, problem: CnfProblem) -> Iterator[Any]:
        with closing(run_task(self._task(problem), isolated=self.isolated)) as found:
            for true in found:
                yield None if true is None else problem.assignment(true)

    def _task(self, problem: CnfProblem) -> SatTask:
        """What the solver has to do. Each shown variable is mentioned, and no clause is empty."""
        variables = problem.variables
        every = tuple(range(1, variables + 1))
        clauses = [clause for clause in problem.clauses if clause]
        mentioned = {abs(x) for clause in clauses for x in clause}
        clauses += [(x, -x) for x in problem.projection if x not in mentioned]
        if variables and not clauses:
            clauses.append((1, -1))  # some solvers break on a formula without clauses
        if () in problem.clauses:
            variables += 1  # some solvers ignore an empty clause
            clauses += [(variables,), (-variables,)]
        return SatTask(
            self.solver,
            variables,
            tuple(clauses),
            _Shown(every, fixed_size=False, implied=frozenset(), shown=problem.projection),
        )


@dataclass(frozen=True, slots=True)
class _Shown(Blocking):
    """All variables are read, and the shown ones are forbidden."""

    shown: tuple[int, ...] = ()

    def clause(self, true: Sequence[int]) -> list[int]:
        present = set(true)
        return [-x if x in present else x for x in self.shown]
