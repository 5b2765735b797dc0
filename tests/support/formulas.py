"""Formulas of any constraints, without a model; their meaning, and their blocking clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations
from typing import Any

from nqsat.compiling import ConstraintGroup, Formula, Goal, blocking, to_cnf, to_cp_model
from nqsat.modelling import Constraint
from support.oracle.cnf import meets, projected_models


class Plain:
    def decode(self, true: Any) -> Any:
        return true

    def variables(self, solution: Any) -> tuple[int, ...]:
        return tuple(solution)

    def name(self, variable: int) -> str:
        return f"x@a{variable}"

    def weight(self, variable: int) -> int:
        return 1

    def permutation(self, symmetry: object) -> tuple[int, ...]:
        raise NotImplementedError


def formula_of(
    shown: int, *constraints: Constraint, variables: int = 0, goal: Goal | None = None
) -> Formula:
    """Return a formula that projects on its first ``shown`` variables."""
    part, projection = ConstraintGroup("test", constraints), tuple(range(1, shown + 1))
    return Formula(max(shown, variables), projection, (part,), Plain(), goal)


def subsets(values: Collection[int]) -> Iterable[tuple[int, ...]]:
    return chain.from_iterable(combinations(values, size) for size in range(len(values) + 1))


def meaning(shown: int, constraints: Iterable[Constraint]) -> set[frozenset[int]]:
    """Return the true variables of all assignments that satisfy every constraint."""
    wanted = list(constraints)
    every = map(frozenset, subsets(range(1, shown + 1)))
    return {true for true in every if all(meets(one, true) for one in wanted)}


def satisfied(clause: Iterable[int], true: Collection[int]) -> bool:
    return any((x > 0) == (abs(x) in true) for x in clause)


def check_blocking(formula: Formula, solutions: Collection[frozenset[int]] | None = None) -> int:
    """Check that each blocking clause excludes one solution only; return the number of all literals."""
    forbid, literals = blocking(formula), 0
    if solutions is None:
        solutions = projected_models(to_cnf(formula))
    for true in solutions:
        clause = forbid.clause(sorted(true))
        there, gone = {-x for x in clause if x < 0}, {x for x in clause if x > 0}
        excluded = [one for one in solutions if one >= there and one.isdisjoint(gone)]
        assert excluded == [true], (formula, clause)
        literals += len(clause)
    return literals


def cp_sat_solutions(formula: Formula) -> list[tuple[int, ...]]:
    """Return the true projected variables of each solution that CP-SAT enumerates of its own model."""
    model, variables = to_cp_model(formula)
    found = enumerated(model, [variables[x - 1] for x in formula.projection])
    return [tuple(formula.projection[i] for i in true) for true in found]


def enumerated(model: Any, shown: Sequence[Any]) -> list[list[int]]:
    """Return for each solution of a model of CP-SAT the places of the shown variables that are true."""
    from ortools.sat.python import cp_model

    found: list[list[int]] = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append([place for place, one in enumerate(shown) if self.value(one)])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, Collect())
    return found
