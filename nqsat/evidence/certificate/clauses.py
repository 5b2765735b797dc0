"""The clauses of a certificate, each under the constraint that it writes out and the rule that this is of.

A checker writes every constraint out again, so all is written in three ways only:

* a clause as it is;
* *at most k* of n literals as clauses, one for every k + 1 of them, where these are few or k is 1;
* otherwise as a counter (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP
  2005) with variables s(i, j), *at least j of the first i*, numbered row by row.

*At least m of n* is *at most n - m* of the negations. A pair of literals is written once only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from nqsat.compiling import Formula, lower
from nqsat.compiling.pigeonhole import Filled, filled, pigeonhole
from nqsat.compiling.placements import declared
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Cycle, Exactly, Model, Tour

Literals = tuple[int, ...]

#: Up to so many clauses *at most k* is written without a counter.
WRITTEN_OUT = 200

_WORDS = {Clause: "clause", AtMost: "atmost", AtLeast: "atleast", Exactly: "exactly"}


@dataclass
class Clauses:
    """Clauses in the making, and the lines of the file that has them.

    Args:
        formula: the formula of the model, which has the projection and the names of its variables.
        top: the last variable used.
        clauses: what has been written.
        groups: the groups of which exactly one literal is true.
    """

    formula: Formula
    top: int
    clauses: list[Literals] = field(default_factory=list)
    groups: list[Literals] = field(default_factory=list)
    _lines: list[str] = field(default_factory=list)
    _pairs: set[Literals] = field(default_factory=set)

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        projection = self.formula.projection
        yield "c nqsat-certificate 1"
        yield f"p cnf {self.top} {len(self.clauses)}"
        yield " ".join(["c p show", *map(str, projection), "0"])
        for x in projection:
            yield f"c v {x} {self.formula.reader.name(x)}"
        yield from self._lines

    def write(self, origin: str, constraints: Iterable[Constraint]) -> None:
        """Write constraints of one origin."""
        self._lines.append(f"c rule {origin}")
        for constraint in constraints:
            if isinstance(constraint, Cycle):
                for edges in _around(constraint):
                    self._write(Exactly(2, edges))
            else:
                self._write(constraint)

    def write_filled(self, families: Sequence[Filled]) -> None:
        """Write that groups of which no more than one literal is true have one, as so many are needed."""
        self._lines.append("c rule pigeonhole")
        known: set[Literals] = set()
        for family in families:
            groups = " | ".join(" ".join(map(str, group)) for group in family.groups)
            self._lines.append(f"c family {family.number.bound} : {groups}".rstrip())
            if family.hopeless:
                self._write(Clause(()))
            for group in family.groups if not family.hopeless else ():
                if group not in known:
                    known.add(group)
                    self._write(Exactly(1, group))

    def _write(self, constraint: Constraint) -> None:
        literals = tuple(dict.fromkeys(constraint.literals))
        first = self.top + 1
        match constraint:
            case Clause():
                bound, clauses = "", [literals] if literals else self._false()
            case AtMost(k):
                bound, clauses = f" {k}", self._at_most(k, literals)
            case AtLeast(k):
                bound, clauses = f" {k}", self._at_least(k, literals)
            case Exactly(k):
                bound = f" {k}"
                clauses = [*self._at_most(k, literals), *self._at_least(k, literals)]
                if k == 1:
                    self.groups.append(literals)
            case _:
                raise TypeError(f"{type(constraint).__name__} is not written in a certificate")
        words = [f"c {_WORDS[type(constraint)]}{bound} :", *map(str, literals)]
        if self.top >= first:
            words.append(f"| aux {first} {self.top}")
        self._lines.append(" ".join(words))
        for clause in clauses:
            self.clauses.append(clause)
            self._lines.append(" ".join(map(str, (*clause, 0))))

    def _false(self) -> list[Literals]:
        self.top += 1
        return [(self.top,), (-self.top,)]

    def _at_least(self, bound: int, literals: Literals) -> list[Literals]:
        if bound <= 0:
            return []
        return self._at_most(len(literals) - bound, tuple(-x for x in literals))

    def _at_most(self, bound: int, literals: Literals) -> list[Literals]:
        if bound < 0:
            return self._false()
        if bound >= 2 and comb(len(literals), bound + 1) > WRITTEN_OUT:
            return self._counter(bound, literals)
        written = [tuple(-x for x in some) for some in combinations(literals, bound + 1)]
        return self._once(written) if bound == 1 else written

    def _once(self, pairs: Iterable[Literals]) -> list[Literals]:
        """The pairs that have not been written, the smaller variable first."""
        ordered = [tuple(sorted(pair, key=abs)) for pair in pairs]
        new = [pair for pair in dict.fromkeys(ordered) if pair not in self._pairs]
        self._pairs.update(new)
        return new

    def _counter(self, bound: int, literals: Literals) -> list[Literals]:
        first, size = self.top + 1, len(literals)
        self.top += (size - 1) * bound

        def s(i: int, j: int) -> int:
            return first + (i - 1) * bound + j - 1

        clauses: list[Literals] = []
        for i, x in enumerate(literals, start=1):
            if i < size:
                clauses.append((-x, s(i, 1)))
                clauses += [(-s(i - 1, j), s(i, j)) for j in range(1, min(bound, i - 1) + 1)]
                clauses += [(-x, -s(i - 1, j - 1), s(i, j)) for j in range(2, min(bound, i) + 1)]
            if i > bound:
                clauses.append((-x, -s(i - 1, bound)))
        return clauses


def model_clauses(model: Model) -> Clauses:
    """The clauses of a model; for a tour without its cuts."""
    if isinstance(model, Tour):
        formula = plain = lower(model)
        families: list[Filled] = []
    else:
        plain = declared(model)
        formula, families = pigeonhole(plain), list(filled(plain))
    clauses = Clauses(formula, formula.variables)
    for origin, constraints in formula.parts:
        if origin != "pigeonhole":
            clauses.write(origin, constraints)
    if families:
        clauses.write_filled(families)
    return clauses


def _around(cycle: Cycle) -> list[Literals]:
    """The edges at each node."""
    found: list[list[int]] = [[] for _ in range(cycle.nodes)]
    for a, b, literal in cycle.edges:
        found[a].append(literal)
        found[b].append(literal)
    return [tuple(edges) for edges in found]
