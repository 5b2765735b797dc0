"""From a formula to a CP-SAT model, natively: cardinalities stay what they are.

The only file besides the ``cpsat`` engine that knows OR-Tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.compiling.circuits import degrees, orient
from nqsat.modelling import AtLeast, AtMost, Circuit, Clause, Cycle, Exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ortools.sat.python.cp_model import CpModel, IntVar, LiteralT

    from nqsat.compiling.formula import Formula

__all__ = ["to_cp_model", "to_cp_text"]


def to_cp_model(formula: Formula) -> tuple[CpModel, list[IntVar]]:
    """The model, and its Boolean variables: the formula's variable x is at index x - 1."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    variables = [
        model.new_bool_var(formula.reader.name(x) if x <= len(formula.projection) else f"aux{x}")
        for x in range(1, formula.variables + 1)
    ]
    for constraint in formula.constraints:
        if isinstance(constraint, Cycle | Circuit):
            _post_circuit(model, variables, constraint)
        else:
            _post(model, variables, constraint)
    if formula.goal is not None:
        total = sum(_literals(variables, formula.goal.literals))
        (model.maximize if formula.goal.maximise else model.minimize)(total)
    return model, variables


def _literals(variables: Sequence[IntVar], literals: Sequence[int]) -> list[LiteralT]:
    return [variables[x - 1] if x > 0 else ~variables[-x - 1] for x in literals]


def _post(
    model: CpModel, variables: Sequence[IntVar], constraint: Clause | AtMost | AtLeast | Exactly
) -> None:
    literals = _literals(variables, constraint.literals)
    match constraint:
        case Clause():
            model.add_bool_or(literals)
        case AtMost(1, _):
            model.add_at_most_one(literals)
        case Exactly(1, _):
            model.add_exactly_one(literals)
        case AtMost(bound, _):
            model.add(sum(literals) <= bound)
        case AtLeast(bound, _):
            model.add(sum(literals) >= bound)
        case Exactly(bound, _):
            model.add(sum(literals) == bound)


def _post_circuit(model: CpModel, variables: Sequence[IntVar], constraint: Cycle | Circuit) -> None:
    """A circuit natively; an undirected cycle through arcs of its own, in one of the directions."""
    known = list(variables)

    def fresh() -> int:
        known.append(model.new_bool_var(f"arc{len(known) + 1}"))
        return len(known)

    circuit, clauses = (
        orient(constraint, fresh) if isinstance(constraint, Cycle) else (constraint, [])
    )
    for clause in [*clauses, *degrees(constraint), *degrees(circuit)]:
        _post(model, known, Clause(clause))
    if circuit.arcs:  # without any, the degrees have said that there is none
        model.add_circuit([(tail, head, known[x - 1]) for tail, head, x in circuit.arcs])
    if circuit.positions:
        place = [model.new_int_var(0, circuit.nodes - 1, f"place{i}") for i in range(circuit.nodes)]
        for node, number in ((circuit.origin, 0), *circuit.positions):
            model.add(place[node] == number)
        for tail, head, x in circuit.arcs:
            if head != circuit.origin:
                model.add(place[head] == place[tail] + 1).only_enforce_if(known[x - 1])


def to_cp_text(formula: Formula) -> str:
    """The CP-SAT model in OR-Tools' own text form (a ``CpModelProto``)."""
    model, _ = to_cp_model(formula)
    return str(model.proto)
