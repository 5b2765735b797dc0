"""Write a formula as pseudo-Boolean constraints in OPB, the format of the PB competitions, or in MPS.

A cardinality is one line: Σ ℓ ≥ k over literals, with 1 - x for ¬x, is Σ c·x ≥ k - (number of negated
literals), where c sums the occurrences of x. ``≤`` is written by negating both sides, so only ``>=`` and
``=`` occur and no ``~``: the linear form that every reader accepts. A circuit is its degree constraints,
one line for each node, and the clauses of a circuit encoding.

OPB has no projection: the comment ``* p show … 0`` names the projected variables, and ``* v`` lines give
the meaning of each. A solution of the file, restricted to them, is a solution of the model. MPS, which
solvers of integer programs read (HiGHS, SCIP, CBC, Gurobi), has the same constraints, column by column.

Reference: O. Roussel and V. Manquinho, Input/output format and solver requirements for the
competitions of pseudo-Boolean solvers, 2012.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from nqsat.compiling import (
    CIRCUITS,
    Formula,
    Goal,
    circuit_constraints,
    find_circuit,
    to_ascii,
    without_components,
)
from nqsat.modelling import Circuit, Constraint, Sum

#: Variables with their nonzero coefficients.
Terms = Mapping[int, int]


def opb_lines(formula: Formula, circuit: str = CIRCUITS[0].name) -> Iterator[str]:
    """Yield the lines of the file, without line ends; pure ASCII. An objective becomes ``min:``."""
    formula = without_components(formula)
    writer = _OpbWriter(formula.variables, find_circuit(circuit).name)
    parts = [(origin, writer.lines(constraints)) for origin, constraints in formula.parts]
    parts.append(("mention", list(writer.mention_lines())))
    yield f"* #variable= {writer.top} #constraint= {sum(len(lines) for _, lines in parts)}"
    yield "* p show " + "".join(f"{x} " for x in formula.projection) + "0"
    for x in formula.projection:
        yield f"* v x{x} {to_ascii(formula.reader.name(x))}"
    if formula.goal is not None:
        yield from _objective(formula.goal)
    for origin, lines in parts:
        if lines:
            yield f"* from {to_ascii(origin)}: {len(lines)} constraints"
            yield from lines


def mps_lines(formula: Formula, circuit: str = CIRCUITS[0].name) -> Iterator[str]:
    """Yield the lines of the file in MPS; otherwise as ``opb_lines``, whose comments and lines it has."""
    rows, bounds, columns = [" N obj"], list[str](), dict[str, list[str]]()
    for line in opb_lines(formula, circuit):
        if line.startswith("*"):
            yield from [] if line.startswith("* from") else [line]  # here rows are not together
            continue
        name, words = "obj", line.removeprefix("min:").rstrip(" ;").split()
        if line[:4] != "min:":
            name, (*words, relation, bound) = f"c{len(rows)}", words
            rows.append(f" {'E' if relation == '=' else 'G'} {name}")
            bounds.append(f" rhs {name} {bound}")
        for coefficient, x in zip(words[::2], words[1::2], strict=True):
            columns.setdefault(x, []).append(f" {x} {name} {int(coefficient)}")
    yield from ("NAME nqsat", "ROWS", *rows, "COLUMNS", *chain.from_iterable(columns.values()))
    yield from ("RHS", *bounds, "BOUNDS", *(f" BV bound {x}" for x in columns), "ENDATA")


def _objective(goal: Goal) -> Iterator[str]:
    """Yield the line ``min:``. It has no constant term, so a comment relates it to the value."""
    terms, constant = _linear_terms(goal.literals)
    if not terms:
        yield f"* objective: always {constant}"
    elif goal.maximise:
        yield f"* objective: maximise {constant} - (the minimum below)"
        yield f"min: {_format_terms(_negate(terms))};"
    else:
        yield f"* objective: minimise {constant} + (the minimum below)"
        yield f"min: {_format_terms(terms)};"


def _linear_terms(literals: Iterable[int]) -> tuple[Terms, int]:
    """Return the number of true literals as Σ coefficient·variable + constant."""
    coefficients: Counter[int] = Counter()
    negated = 0
    for literal in literals:
        coefficients[abs(literal)] += 1 if literal > 0 else -1
        negated += literal < 0
    return {x: c for x, c in coefficients.items() if c}, negated


def _negate(terms: Terms) -> Terms:
    return {x: -c for x, c in terms.items()}


def _format_terms(terms: Terms) -> str:
    """Return the terms in OPB, with a space after each: ``+1 x1 -2 x3``."""
    return "".join(f"{c:+} x{x} " for x, c in terms.items())


class _OpbWriter:
    """Writes constraints as lines; stores the last variable used and the variables that occur."""

    def __init__(self, top: int, circuit: str) -> None:
        self.top = top
        self._circuit = circuit
        self._mentioned: set[int] = set()

    def lines(self, constraints: Iterable[Constraint]) -> list[str]:
        return [line for constraint in constraints for line in self._lines(constraint)]

    def mention_lines(self) -> Iterator[str]:
        """Yield a tautology for each variable in no other line: readers count the variables that occur."""
        for x in range(1, self.top + 1):
            if x not in self._mentioned:
                yield f"+1 x{x} >= 0 ;"

    def _lines(self, constraint: Constraint) -> Iterator[str]:
        match constraint:
            case Sum(low, high, literals):
                terms, constant = _linear_terms(literals)
                if low == high:
                    yield from self._line(terms, "=", low - constant)
                    return
                if low > 0:
                    yield from self._line(terms, ">=", low - constant)
                if high is not None:
                    yield from self._line(_negate(terms), ">=", constant - high)
            case Circuit():
                for part in circuit_constraints(constraint, self._circuit, self._fresh):
                    yield from self._lines(part)

    def _line(self, terms: Terms, relation: str, bound: int) -> Iterator[str]:
        """Yield one constraint; without variables it is omitted if true, and a contradiction if false."""
        if terms:
            self._mentioned.update(terms)
            yield f"{_format_terms(terms)}{relation} {bound} ;"
        elif bound > 0 or (relation == "=" and bound != 0):
            yield from self._line({self._fresh(): 1}, ">=", 2)

    def _fresh(self) -> int:
        self.top += 1
        return self.top
