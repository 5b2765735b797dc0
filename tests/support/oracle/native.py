"""Test every assignment of a formula's projection in its CNF and in its CP-SAT model, one by one.

The CP-SAT model is read from its ``CpModelProto``; its cardinalities go to MiniCard, which supports them
natively: so neither nqsat's encodings nor CP-SAT's search are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from nqsat import Arrangement, Placement
from nqsat.compiling import Formula, lower, to_cnf, to_cp_model
from nqsat.rules import Man


def minicard() -> Any:
    from pysat.solvers import Solver

    return Solver(name="minicard")


def of_cnf(formula: Formula, encoding: str) -> Any:
    """Return a solver with the clauses of an encoding."""
    solver = minicard()
    for clause in to_cnf(formula, encoding).clauses:
        solver.add_clause(clause or [])
    return solver


def of_cp_sat(formula: Formula) -> Any:
    """Return a solver with the constraints of the CP-SAT model."""
    solver = minicard()
    proto: Any = to_cp_model(formula)[0].proto
    for constraint in proto.constraints:
        if list(constraint.enforcement_literal):
            raise ValueError(f"what does this mean? {constraint}")
        if constraint.has_bool_or():
            solver.add_clause(list(map(_literal, constraint.bool_or.literals)))
        elif constraint.has_at_most_one():
            _between(solver, map(_literal, constraint.at_most_one.literals), 0, 1)
        elif constraint.has_exactly_one():
            _between(solver, map(_literal, constraint.exactly_one.literals), 1, 1)
        elif constraint.has_linear():
            linear = constraint.linear
            coefficients, (low, high) = list(linear.coeffs), list(linear.domain)
            signed = [
                x + 1 if c > 0 else -x - 1
                for c, x in zip(coefficients, linear.vars, strict=True)
                for _ in range(abs(c))
            ]
            negative = sum(-c for c in coefficients if c < 0)  # -x is (not x) - 1
            _between(solver, signed, low + negative, high + negative)
        else:
            raise ValueError(f"what does this mean? {constraint}")
    return solver


def _literal(index: int) -> int:
    """Return CP-SAT's variable i, or its negation -i - 1, as a SAT literal."""
    return index + 1 if index >= 0 else index


def _between(solver: Any, literals: Iterable[int], low: int, high: int) -> None:
    some = _copied(solver, literals)
    for chosen, bound in ((some, high), ([-x for x in some], len(some) - low)):
        if bound < 0:
            solver.add_clause([])
        elif bound < len(chosen):
            solver.add_atmost(chosen, bound)


def _copied(solver: Any, literals: Iterable[int]) -> list[int]:
    """Return the literals; each repetition is replaced by a new, equivalent variable."""
    found: list[int] = []
    for literal in literals:
        copy = literal
        if literal in found:
            copy = solver.nof_vars() + 1
            solver.append_formula([[-copy, literal], [copy, -literal]])
        found.append(copy)
    return found


def wanted(model: Placement, formula: Formula) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield every assignment of the projection, and whether it is an arrangement that ``holds``."""
    men: list[tuple[Man, ...]] = [formula.reader.decode([x]).men for x in formula.projection]  # type: ignore[union-attr]
    for signs in product((-1, 1), repeat=len(men)):
        content = [man for some, sign in zip(men, signs, strict=True) for man in some if sign > 0]
        literals = tuple(s * x for s, x in zip(signs, formula.projection, strict=True))
        single = len({man.square for man in content}) == len(content)
        arrangement = Arrangement.of_sorted(model.setting, tuple(sorted(content)))
        yield literals, single and model.holds(arrangement)


def check_encodings(
    model: Placement, encodings: Iterable[str] = ("auto",), formula: Formula | None = None
) -> int:
    """Compare over all assignments of the projection; return the number of those that hold."""
    formula = formula or lower(model)
    solvers = {encoding: of_cnf(formula, encoding) for encoding in encodings}
    solvers["cp-sat"] = of_cp_sat(formula)
    number = 0
    try:
        for literals, holds in wanted(model, formula):
            number += holds
            for name, solver in solvers.items():
                if solver.solve(assumptions=literals) != holds:
                    men = [formula.reader.name(x) for x in literals if x > 0]
                    text = "allows what" if not holds else "forbids what"
                    raise AssertionError(f"{model}: {name} {text} holds says otherwise of: {men}")
    finally:
        for solver in solvers.values():
            solver.delete()
    return number
