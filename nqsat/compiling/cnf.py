"""Translate a formula into CNF: cardinality constraints are encoded by ``pysat.card``.

At-most-one is written here in two ways: pairwise, without auxiliary variables, so that a pair that several
lines share is written once; and as a product, which ``pysat.card`` has not. So is a small lower bound on
very many literals, where ``pysat.card`` would count those that are false.

Reference: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from nqsat.compiling.circuits import CIRCUITS, circuit_constraints, degree_clauses, find_circuit
from nqsat.compiling.components import without_components
from nqsat.compiling.formula import Formula
from nqsat.compiling.paths import degrees
from nqsat.errors import InvalidModel, choose
from nqsat.formulas.clausal import CnfProblem, LinearSum
from nqsat.formulas.waiting import while_waiting
from nqsat.formulas.weighted import LARGE_TOTAL, at_most_clauses
from nqsat.modelling import Circuit, Clause, Constraint, Sum

if TYPE_CHECKING:
    from pysat.formula import CNF

Clauses = list[tuple[int, ...]]

#: ``auto`` encodes at-most-one over up to this many literals as pairs, above that as a product.
PAIRWISE_UP_TO = 20

#: A product of this many literals is written as pairs.
SMALLEST_PRODUCT = 6

#: ``auto`` encodes larger bounds as cardinality networks: 9 + 9 peaceable queens are refuted, and listed,
#: two to four times as fast with them.
COUNTED_UP_TO = 20

#: More literals than this are encoded otherwise for small bounds: the network of a lower bound on 10,000
#: takes a gigabyte, and the time that ``pysat.card`` takes to write a counter grows with their square.
#: On fewer, the network of a lower bound is refuted up to eight times as fast as a counter.
MANY_LITERALS = 1_000

#: ``auto`` adds up more literals than this in binary: a network of them takes a million clauses, and
#: seconds in which ``pysat.card`` looks neither at the clock nor at Ctrl-C.
ADDED_FROM = 5_000


#: Encodings with about as many clauses as literals times the bound. ``pysat.card`` writes all of them at
#: once and looks neither at the clock nor at Ctrl-C.
QUADRATIC = ("seqcounter", "totalizer")

#: The most clauses that one constraint may take there: about a second.
MOST_CLAUSES = 1_000_000


class Encoding(NamedTuple):
    """An encoding of cardinality constraints as clauses.

    A solution may extend to several assignments of the auxiliary variables: count over the projection.

    Args:
        name: the name for ``--encoding``.
        only_at_most_one: whether it encodes bounds of 1 only; larger bounds are encoded by seqcounter.
        meaning: a description in one line.
    """

    name: str
    only_at_most_one: bool
    meaning: str


#: The first is the default.
ENCODINGS: tuple[Encoding, ...] = (
    Encoding("auto", False,
             "pairs for small groups, product for large ones, seqcounter above 1, cardnetwrk above 20"),
    Encoding("pairwise", True, "no two of them: n(n-1)/2 clauses, no auxiliary"),
    Encoding("product", True, "Chen's product: rows and columns of a rectangle, about 2n clauses"),
    Encoding("seqcounter", False, "Sinz's sequential counter"),
    Encoding("sortnetwrk", False, "Batcher's sorting network"),
    Encoding("cardnetwrk", False, "cardinality networks"),
    Encoding("bitwise", True, "binary numbers"),
    Encoding("ladder", True, "Gent and Nightingale's ladder"),
    Encoding("totalizer", False, "Bailleux and Boufkhad's totalizer"),
    Encoding("mtotalizer", False, "modulo totalizer"),
    Encoding("kmtotalizer", False, "k-cardinality modulo totalizer"),
)  # fmt: skip


def _check_length(encoding: str, clauses: int, literals: Sequence[int]) -> None:
    """Refuse a constraint on which an encoding takes more than ``MOST_CLAUSES`` clauses."""
    if clauses > MOST_CLAUSES:
        many = f"takes about {clauses:,} clauses for one constraint on {len(literals):,} literals"
        raise InvalidModel("encoding", f"{encoding} {many}; leave it out, or use cardnetwrk")


def find_encoding(name: str) -> Encoding:
    """Return the encoding with this name; raise ``InvalidModel`` if there is none."""
    return choose("encoding", name, ENCODINGS)


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses over the variables 1 … ``variables``.

    Args:
        variables: the number of variables; the formula's come first, with the same numbers.
        clauses: the clauses, in the order of the formula's parts.
        origins: for each part of the formula, its number of clauses.
        projection: the projected variables.
        encoding: the name of the cardinality encoding.
    """

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    origins: tuple[tuple[str, int], ...]
    projection: tuple[int, ...]
    encoding: str


def to_cnf(formula: Formula, encoding: str = "auto", circuit: str = CIRCUITS[0].name) -> Cnf:
    """Encode a formula as clauses. Over the projection they have exactly the formula's solutions.

    A projected variable in no constraint gets the clause (x ∨ ¬x): solvers would drop it. With the circuit
    ``lazy`` only degrees are encoded, and the solutions include those that ``cuts`` would exclude.

    Raises:
        InvalidModel: there is no such encoding of cardinalities or circuits.
    """
    formula = without_components(formula, lazy=circuit == "lazy")
    writer = _CnfWriter(formula.variables, find_encoding(encoding), find_circuit(circuit).name)
    clauses: list[tuple[int, ...]] = []
    origins: list[tuple[str, int]] = []
    for origin, constraints in formula.parts:
        before = len(clauses)
        for constraint in while_waiting(constraints):
            clauses.extend(writer.write(constraint))
        origins.append((origin, len(clauses) - before))
    mentioned = set(chain.from_iterable(clauses))
    free = [x for x in formula.projection if not (x in mentioned or -x in mentioned)]
    clauses.extend((x, -x) for x in free)
    origins.append(("mention", len(free)))
    return Cnf(writer.top, tuple(clauses), tuple(origins), formula.projection, encoding)


def encoded(problem: CnfProblem) -> CnfProblem:
    """Return a formula with clauses alone; with the shown variables it has the same solutions.

    Cardinalities are encoded as by ``to_cnf``. All other constraints are as by ``clauses_of``.
    """
    if not problem.sums and not problem.parities:
        return problem
    from nqsat.formulas.binary import clauses_of

    writer = _CnfWriter(problem.variables, ENCODINGS[0], CIRCUITS[0].name)
    clauses, others = [*problem.clauses], list[LinearSum]()
    for linear in while_waiting(problem.sums):
        if linear.total == len(linear.terms):
            clauses.extend(writer.write(Sum(linear.low, linear.high, linear.literals)))
        else:
            others.append(linear)
    written = replace(problem, variables=writer.top, clauses=tuple(clauses), sums=tuple(others))
    return clauses_of(written)


def to_pysat(cnf: Cnf, names: Mapping[str, int]) -> CNF:
    """Return the clauses as a ``CNF`` of PySAT, whose files say by comments what the variables are."""
    from pysat.formula import CNF

    made = CNF(from_clauses=cnf.clauses)
    made.nv = cnf.variables
    made.comments = [f"c p show {' '.join(map(str, cnf.projection))} 0"]
    made.comments += [f"c v {x} {name}" for name, x in names.items()]
    return made


class _CnfWriter:
    """Encodes constraints as clauses; stores the last variable used and the pairs already written."""

    def __init__(self, top: int, encoding: Encoding, circuit: str) -> None:
        self.top = top
        self._encoding = encoding
        self._circuit = circuit
        self._pairs: set[tuple[int, int]] = set()

    def write(self, constraint: Constraint) -> Clauses:
        if isinstance(constraint, Circuit):
            return self._one_circuit(constraint)
        if not isinstance(constraint, Sum):
            return []
        literals = constraint.literals
        if len(set(literals)) < len(literals) and not constraint.is_clause:
            return self._weighted(constraint)
        return self._unweighted(constraint)

    def _unweighted(self, bound: Sum) -> Clauses:
        """The clauses of a sum by an encoding of cardinalities: a literal is repeated by its weight."""
        low, high, literals = bound
        clauses = [] if high is None else self._at_most(high, literals)
        return clauses + (
            self._clause(literals) if bound.is_clause else self._at_least(low, literals)
        )

    def _weighted(self, bound: Sum) -> Clauses:
        """The clauses of a sum with weights: by diagrams, else by adders; if it is small, the fewest."""
        small = len(bound.literals) <= LARGE_TOTAL
        if small and self._encoding.name != "auto":
            return self._unweighted(bound)
        top = self.top
        written = self._by_diagrams(bound)
        if small:
            diagrams, self.top = self.top, top
            repeated = self._unweighted(bound)
            if written is None or len(repeated) <= len(written):
                return repeated
            self.top = diagrams
        return self._by_adders(bound) if written is None else written

    def _by_diagrams(self, bound: Sum) -> Clauses | None:
        """The clauses of both bounds; None if a diagram is too large."""
        weights, clauses = Counter(bound.literals), list[tuple[int, ...]]()
        least = len(bound.literals) - bound.low
        sides = [(least, Counter({-x: weight for x, weight in weights.items()}))] * (bound.low > 0)
        sides += [] if bound.high is None else [(bound.high, weights)]
        for most, terms in sides:
            if most < 0:
                return self._clause(())
            written = at_most_clauses(most, terms, self._fresh)
            if written is None:
                return None
            clauses += written
        return clauses

    def _by_adders(self, bound: Sum) -> Clauses:
        from nqsat.formulas.binary import clauses_of

        terms = tuple((weight, x) for x, weight in Counter(bound.literals).items())
        made = clauses_of(CnfProblem(self.top, (), (), (LinearSum(bound.low, bound.high, terms),)))
        self.top = made.variables
        return [written for clause in made.clauses for written in self._clause(clause)]

    def _one_circuit(self, constraint: Circuit) -> Clauses:
        parts: Iterable[Sum] = circuit_constraints(constraint, self._circuit, self._fresh)
        if self._circuit == "lazy":
            from nqsat.compiling.positions import position_clauses

            positions = position_clauses(constraint, self._fresh)
            parts = chain(degrees(constraint), map(Clause, positions))
        return [
            written
            for part in while_waiting(parts)
            for clause in ([part.literals] if part.is_clause else degree_clauses(part))
            for written in self._clause(clause)
        ]

    def _fresh(self) -> int:
        self.top += 1
        return self.top

    def _clause(self, literals: tuple[int, ...]) -> Clauses:
        if literals:
            return [literals]
        false = self._fresh()  # in two clauses: some solvers ignore an empty clause
        return [(false,), (-false,)]

    def _at_least(self, bound: int, literals: tuple[int, ...]) -> Clauses:
        few = self._encoding.name == "auto" and 1 < bound <= COUNTED_UP_TO
        if few and len(literals) > max(bound, MANY_LITERALS):
            return self._count_up(bound, literals)
        if bound > 0:
            return self._at_most(len(literals) - bound, tuple(-x for x in literals))
        return []

    def _count_up(self, bound: int, literals: tuple[int, ...]) -> Clauses:
        """At least this many: j of the first i hold if j of i - 1 do, or j - 1 of them and the last."""
        clauses: Clauses = []
        before: list[int] = []
        for literal in literals:
            now = [self._fresh() for _ in range(min(len(before) + 1, bound))]
            for j, reached in enumerate(now):
                earlier = before[j : j + 1]
                clauses.append((-reached, literal, *earlier))
                if j:
                    clauses.append((-reached, before[j - 1], *earlier))
            before = now
        return [*clauses, (before[-1],)]

    def _at_most(self, bound: int, literals: tuple[int, ...]) -> Clauses:
        if bound < 0:
            return self._clause(())
        if bound == 0:
            return [(-x,) for x in literals]
        if bound >= len(literals):
            return []
        if bound == len(literals) - 1:
            return [tuple(-x for x in literals)]
        return self._at_most_one(literals) if bound == 1 else self._by_pysat(bound, literals)

    def _at_most_one(self, literals: tuple[int, ...]) -> Clauses:
        name = self._encoding.name
        if name == "auto":
            name = "pairwise" if len(literals) <= PAIRWISE_UP_TO else "product"
        if name == "pairwise":
            _check_length(name, len(literals) ** 2 // 2, literals)
            pairs = [(-a, -b) if a < b else (-b, -a) for a, b in combinations(literals, 2)]
            new = [pair for pair in dict.fromkeys(pairs) if pair not in self._pairs]
            self._pairs.update(new)
            return [*new]
        return self._product(literals) if name == "product" else self._by_pysat(1, literals)

    def _product(self, literals: tuple[int, ...]) -> Clauses:
        """At most one row and one column of a rectangle with a literal on each cell, so at most one."""
        size = len(literals)
        if size <= SMALLEST_PRODUCT:
            return [(-a, -b) for a, b in combinations(literals, 2)]
        width = isqrt(size - 1) + 1
        columns = tuple(self._fresh() for _ in range(width))
        rows = tuple(self._fresh() for _ in range(-(-size // width)))
        clauses: Clauses = []
        for place, x in enumerate(literals):
            clauses += (-x, columns[place % width]), (-x, rows[place // width])
        return clauses + self._product(columns) + self._product(rows)

    def _by_pysat(self, bound: int, literals: tuple[int, ...]) -> Clauses:
        from pysat.card import CardEnc, EncType

        name = self._encoding.name
        if name == "auto":
            if bound > COUNTED_UP_TO and len(literals) > ADDED_FROM:
                return self._by_adders(Sum(0, bound, literals))
            if bound > COUNTED_UP_TO:
                name = "cardnetwrk"
            else:
                name = "kmtotalizer" if len(literals) > MANY_LITERALS else "seqcounter"
        elif self._encoding.only_at_most_one and bound > 1:
            name = "seqcounter"
        if name in QUADRATIC:
            _check_length(name, bound * len(literals), literals)
        written = CardEnc.atmost(
            lits=list(literals), bound=bound, top_id=self.top, encoding=getattr(EncType, name)
        )
        self.top = max(self.top, written.nv)
        return [*map(tuple, written.clauses)]
