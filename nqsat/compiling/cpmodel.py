"""Translate a formula into a CP-SAT model with native constraints for cardinalities and circuits.

Only this file and the ``cpsat`` engine import OR-Tools.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING

from nqsat.compiling.components import without_components
from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import Circuit, Sum

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT, LiteralT

    from nqsat.compiling.formula import Formula
    from nqsat.formulas.clausal import CnfProblem

#: The CP-SAT variables of one variable of the formula, which is true exactly if one of them is.
Either = tuple["IntVar", ...]

#: From a node to a node, if the variable is true.
Arc = tuple[int, int, "IntVar"]


def to_cp_model(formula: Formula) -> tuple[CpModel, list[LinearExprT]]:
    """Return the model, and at index x - 1 the 0/1 expression of the formula's variable x."""
    model, variables = to_cp_model_with_variables(formula)
    return model, [either[0] if len(either) == 1 else sum(either) for either in variables]


def to_cp_model_with_variables(formula: Formula) -> tuple[CpModel, list[Either]]:
    """Return the model, and at index x - 1 the variables of which one is true exactly if x is.

    Usually this is one variable. For an edge of an undirected cycle that occurs in no other constraint,
    these are its two arcs.
    """
    from ortools.sat.python.cp_model import CpModel

    formula = without_components(formula, native=True)
    model = CpModel()
    arcs_only = _only_in_cycles(formula)
    shown, new = len(formula.projection), _variable_maker(model)
    variables: list[Either] = []
    for x in while_waiting(range(1, formula.variables + 1)):
        name = formula.reader.name(x) if x <= shown else f"aux{x}"
        names = (f"{name}>", f"{name}<") if x in arcs_only else (name,)
        variables.append(tuple(map(new, names)))
    for constraint in while_waiting(formula.constraints):
        if isinstance(constraint, Circuit):
            _post_circuit(model, variables, constraint)
        elif isinstance(constraint, Sum):
            _post(model, variables, constraint)
    if formula.goal is not None:
        total = sum(cp_literals(variables, formula.goal.literals))
        (model.maximize if formula.goal.maximise else model.minimize)(total)
    return model, variables


def _only_in_cycles(formula: Formula) -> frozenset[int]:
    """The variables of edges of undirected cycles that occur in no other constraint."""
    circuits = [c for c in formula.constraints if isinstance(c, Circuit)]
    cycles = [x for c in circuits if c.is_whole and not c.directed for x in c.literals]
    if not cycles:
        return frozenset()
    uses = Counter(x for c in formula.constraints for x in {*map(abs, c.literals)})
    return frozenset([x for x in cycles if uses[x] == 1])


def _variable_maker(model: CpModel) -> Callable[[str], IntVar]:
    """Make a Boolean variable of a name; all share one domain, which halves the time."""
    from ortools.sat.python.cp_model import Domain

    return partial(model.new_int_var_from_domain, Domain(0, 1))


def problem_to_cp_model(problem: CnfProblem) -> tuple[CpModel, list[Either]]:
    """Return the model of a formula from a file, with its goal, and its variables."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    new = _variable_maker(model)
    variables: list[Either] = [(new(f"x{x + 1}"),) for x in range(problem.variables)]
    for clause in while_waiting(problem.clauses):
        model.add_bool_or(cp_literals(variables, clause))
    for parity in while_waiting(problem.parities):
        (model.add_bool_xor if parity else model.add_bool_or)(cp_literals(variables, parity))
    for linear in while_waiting(problem.sums):
        high = linear.total if linear.high is None else min(linear.high, linear.total)
        if max(linear.low, 0) > high:
            model.add_bool_or([])
        elif linear.terms:
            model.add_linear_constraint(_weighed(variables, linear.terms), linear.low, high)
    if problem.goal is not None:
        model.minimize(_weighed(variables, problem.cost))
    return model, variables


def _weighed(variables: Sequence[Either], terms: Sequence[tuple[int, int]]) -> LinearExprT:
    literals = cp_literals(variables, [literal for _, literal in terms])
    return sum(c * literal for (c, _), literal in zip(terms, literals, strict=True))


def cp_literals(variables: Sequence[Either], literals: Sequence[int]) -> list[LiteralT]:
    """Return literals of CP-SAT, of variables that are not in two arcs."""
    return [variables[x - 1][0] if x > 0 else ~variables[-x - 1][0] for x in literals]


def _post(model: CpModel, variables: Sequence[Either], constraint: Sum) -> None:
    literals = cp_literals(variables, constraint.literals)
    match constraint.low, constraint.high:
        case 1, None:
            model.add_bool_or(literals)
        case 0, 1:
            model.add_at_most_one(literals)
        case 1, 1:
            model.add_exactly_one(literals)
        case low, None:
            model.add(sum(literals) >= low)
        case _ if constraint.is_impossible:
            model.add_bool_or([])
        case low, _ if literals:
            model.add_linear_constraint(sum(literals), low, constraint.most)


def _post_circuit(model: CpModel, variables: Sequence[Either], circuit: Circuit) -> None:
    """Post one circuit, of edges in one of its two directions; paths follow one another.

    Through every node, the successor is less than the predecessor at one node of edges with the fewest of
    them. With three or more nodes no edge is taken in both directions, so there is one direction.
    """
    arcs, nodes = _arcs_of(model, variables, circuit), circuit.nodes
    if not circuit.is_whole:
        _post_some(model, circuit, arcs)
        return
    if len({tail for tail, _, _ in arcs}) < nodes or len({head for _, head, _ in arcs}) < nodes:
        model.add_bool_or([])  # ``add_circuit`` ignores nodes without arcs
    else:
        model.add_circuit(arcs)
    if not circuit.directed:
        (at,) = circuit.at
        corner = min(reversed(range(nodes)), key=lambda node: len(at[node]))
        _choose_direction(model, _beside(nodes, arcs)[corner])
    elif circuit.positions:
        place = [model.new_int_var(0, nodes - 1, f"place{i}") for i in range(nodes)]
        origin = circuit.origin or 0
        for node, number in ((origin, 0), *circuit.positions):
            model.add(place[node] == number)
        for tail, head, taken in arcs:
            if head != origin:
                model.add(place[head] == place[tail] + 1).only_enforce_if(taken)


def _post_some(model: CpModel, circuit: Circuit, arcs: Sequence[Arc]) -> None:
    """Post one circuit that may leave nodes out, by arcs to themselves; or the paths."""
    ends = tuple(chain(*circuit.ends))
    following = zip(ends[1::2], (*ends[2::2], *ends[:1]), strict=True)
    jumps = [(tail, head, model.new_constant(1)) for tail, head in following]
    left = [node for node in range(circuit.nodes) if node not in ends]
    loops = [(node, node, model.new_bool_var(f"bare{node}")) for node in left]
    if every := [*arcs, *jumps, *loops]:  # a board may have no squares
        model.add_circuit(every)
    if not (circuit.directed or ends):
        before = model.new_constant(0)
        for (node, _, bare), beside in zip(loops, _beside(circuit.nodes, arcs), strict=True):
            _choose_direction(model, beside, before)
            before, earlier = model.new_bool_var(f"after{node}"), before
            model.add_bool_or([earlier, ~bare]).only_enforce_if(before)
            model.add_bool_and([~earlier, bare]).only_enforce_if(~before)


def _arcs_of(model: CpModel, variables: Sequence[Either], circuit: Circuit) -> list[Arc]:
    """The arcs; of an edge two, one after the other: exactly one is taken if the edge is, else none."""
    if circuit.directed:
        return [(tail, head, variables[x - 1][0]) for tail, head, x in circuit.links]
    arcs = []
    for a, b, x in circuit.links:
        own = variables[x - 1]
        if len(own) == 1:
            names = (f"{own[0].name}{way}" for way in "><")
            forth, back = map(model.new_bool_var, names)
            model.add_exactly_one(~own[0], forth, back)
            own = (forth, back)
        arcs += [(a, b, own[0]), (b, a, own[1])]
    return arcs


def _beside(nodes: int, arcs: Iterable[Arc]) -> list[dict[int, list[IntVar]]]:
    """At each node, for each neighbour the arcs to it and from it."""
    found: list[dict[int, list[IntVar]]] = [{} for _ in range(nodes)]
    for tail, head, x in arcs:
        found[tail].setdefault(head, []).append(x)
    for tail, head, x in arcs:
        found[head][tail].append(x)
    return found


def _choose_direction(
    model: CpModel, beside: Mapping[int, Sequence[IntVar]], *unless: IntVar
) -> None:
    """Post that the successor of a node is less than its predecessor, so a cycle has one direction."""
    for lesser, greater in combinations(sorted(beside), 2):
        model.add_bool_or([*unless, ~beside[greater][0], ~beside[lesser][1]])


def to_cp_text(formula: Formula) -> str:
    """Return the CP-SAT model as text (a ``CpModelProto``)."""
    return str(to_cp_model(formula)[0].proto)
