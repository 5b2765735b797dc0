"""A formula from a file, with its projected variables; and its solutions.

It has clauses and other constraints only: no board, no rules, no meaning of variables. So its meaning is
the constraints themselves, and a solution carries a full assignment as a witness.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, pairwise
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from nqsat.chess.cells import Read
from nqsat.errors import InvalidModel, no_attribute
from nqsat.modelling import Subject

#: A weight in JSON.
_WEIGHT = re.compile(r"-?[0-9]{1,4200}(/[1-9][0-9]{0,4200})?", re.ASCII)

#: The unit of a weighted count.
WEIGHTED = "total weight of assignments"


@dataclass(frozen=True, slots=True, order=True)
class Assignment:
    """Truth values of the shown variables of a CNF.

    Args:
        literals: the shown variables in the order of the CNF, negative where false.
        witness: literals of all variables that satisfy the CNF and agree with ``literals``. Two
            assignments with different witnesses are equal.
    """

    literals: tuple[int, ...]
    witness: frozenset[int] = field(compare=False, repr=False, default=frozenset())

    def __str__(self) -> str:
        """The literals as a line in DIMACS: ``1 -2 3 0``."""
        return "".join(f"{x} " for x in self.literals) + "0"

    @property
    def atoms(self) -> tuple[int, ...]:
        """The shown variables that are true."""
        return tuple([x for x in self.literals if x > 0])

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, "record" if name == "row" else None)

    @property
    def record(self) -> dict[int, bool]:
        """The value of each shown variable, as a row of a table."""
        return {abs(x): x > 0 for x in self.literals}

    def to_json(self) -> dict[str, object]:
        """Return the assignment as JSON data."""
        return {"literals": list(self.literals)}

    @property
    def fingerprint(self) -> int:
        """An integer that identifies the assignment: the values of the shown variables as bits."""
        return int("".join("1" if x > 0 else "0" for x in self.literals) or "0", 2)


class LinearSum(NamedTuple):
    """low ≤ Σ coefficient · literal ≤ high; coefficients are positive, and no variable occurs twice.

    Args:
        low: the lower bound.
        high: the upper bound; None for no bound.
        terms: pairs of a coefficient and a literal.
    """

    low: int
    high: int | None
    terms: tuple[tuple[int, int], ...]

    @property
    def literals(self) -> tuple[int, ...]:
        """The literals."""
        return tuple([literal for _, literal in self.terms])

    @property
    def total(self) -> int:
        """The sum of the coefficients."""
        return sum(coefficient for coefficient, _ in self.terms)

    def holds(self, true: frozenset[int]) -> bool:
        """Whether the sum over these true literals is between the bounds."""
        value = sum(coefficient for coefficient, literal in self.terms if literal in true)
        return self.low <= value and (self.high is None or value <= self.high)


def linear_sum(
    terms: Iterable[tuple[int, int]], low: int | None, high: int | None
) -> LinearSum | None:
    """Return low ≤ Σ coefficient · literal ≤ high with positive coefficients; None if it always holds.

    Args:
        terms: pairs of a coefficient, of any sign, and a literal.
        low: the lower bound; None for none.
        high: the upper bound; None for none.
    """
    coefficients: Counter[int] = Counter()
    constant = 0
    for coefficient, literal in terms:
        coefficients[abs(literal)] += coefficient if literal > 0 else -coefficient
        constant += 0 if literal > 0 else coefficient
    constant += sum(c for c in coefficients.values() if c < 0)  # c · x = c + |c| · ¬x
    found = tuple([(abs(c), x if c > 0 else -x) for x, c in sorted(coefficients.items()) if c])
    total = sum(c for c, _ in found)
    least = 0 if low is None else max(0, low - constant)
    most = None if high is None or high - constant >= total else high - constant
    return LinearSum(least, most, found) if least or most is not None else None


_CLAUSES = re.compile(r"\.(cnf|dimacs|opb)(\.(gz|bz2|xz))?$", re.IGNORECASE)


def names_clauses(text: str) -> bool:
    """Whether a text ends as the name of a file of clauses, which ``read_dimacs`` reads."""
    return _CLAUSES.search(text) is not None


class Weights(NamedTuple):
    """Weights of literals: an assignment weighs the product over its literals.

    Args:
        literals: literals with their weights, ascending; the others weigh 1.
    """

    literals: tuple[tuple[int, Fraction], ...]

    @property
    def words(self) -> str:
        """The weights as text, the first few of many."""
        ordered = sorted(self.literals, key=lambda one: (abs(one[0]), -one[0]))
        some = [f"{literal} weighs {weight}" for literal, weight in ordered[:6]]
        more = len(self.literals) - len(some)
        rest = f"{more} more literals have weights" if more else "others weigh 1"
        return ", ".join([*some, rest])

    def of(self, literals: Iterable[int]) -> Fraction:
        """Return the product of the weights of these literals."""
        known = dict(self.literals)
        return prod((known[x] for x in literals if x in known), start=Fraction(1))


@dataclass(frozen=True, slots=True)
class CnfProblem(Subject):
    """Clauses and other constraints over the variables 1 … ``variables``, of which some are shown.

    Solutions are the assignments of the shown variables that some assignment of the others completes
    to one that satisfies all constraints. A shown variable in no constraint takes both values. With
    weights, its count is the sum of the weights of its solutions.

    Args:
        variables: the number of variables.
        clauses: the clauses; an empty clause is false.
        projection: the shown variables, ascending.
        sums: linear constraints.
        parities: of the literals of each, an odd number is true; of none, never.
        weights: what shown literals weigh; None for a plain count.
        goal: pairs of a coefficient and a literal, whose sum is the value of a solution: ``solve`` finds
            the best; None for none. Lists and counts are of all solutions.
        maximise: whether the best value is the largest; else it is the least.
        assumed: what a file did not say of some weights, and what was taken instead, as text.

    Raises:
        InvalidModel: a literal or a shown variable is out of range, or one is shown twice.
    """

    key: ClassVar[str] = "formula"
    called: ClassVar[str] = "clauses"  # in messages
    rules: ClassVar[tuple[()]] = ()
    objective: ClassVar[None] = None
    unit: ClassVar[str] = "assignments"
    order: ClassVar[str] = "variable by variable, true before false"

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    projection: tuple[int, ...]
    sums: tuple[LinearSum, ...] = ()
    parities: tuple[tuple[int, ...], ...] = ()
    weights: Weights | None = None
    goal: tuple[tuple[int, int], ...] | None = None
    maximise: bool = False
    assumed: str = field(default="", compare=False)

    @property
    def read(self) -> Read:
        """The contents of a file: how many variables and constraints of each sort, and what is shown."""
        several = (
            (len(self.sums), "linear constraint"), (len(self.parities), "parity", "parities"),
            (len(self.weights.literals) if self.weights else 0, "weight"),
        )  # fmt: skip
        numbers = [
            (self.variables, "variable"),
            (len(self.clauses), "clause"),
            *filter(all, several),
        ]
        facts = [
            f"{n} {noun if n == 1 else (*plural, f'{noun}s')[0]}" for n, noun, *plural in numbers
        ]
        facts[-1] += f" ({self.assumed})" if self.assumed else ""
        shown = len(self.projection)
        facts += [] if shown == self.variables else [f"{shown} shown"]
        return Read((*facts, *(["an objective"] if self.goal is not None else [])))

    def __post_init__(self) -> None:
        if not all(type(clause) is tuple for clause in self.clauses):
            object.__setattr__(self, "clauses", tuple(map(tuple, self.clauses)))
        object.__setattr__(self, "projection", tuple(self.projection))
        last = self.variables
        others = (*(bound.literals for bound in self.sums), *self.parities)
        for some in (self.clauses, others):
            every = chain.from_iterable
            least, most = min(every(some), default=0), max(every(some), default=0)
            if most > last or -least > last or 0 in every(some):
                clause = next(
                    clause for clause in some if any(not 0 < abs(x) <= last for x in clause)
                )
                raise InvalidModel("clauses", f"{clause} has a literal that is not ±1 … ±{last}")
        for bound in self.sums:
            variables = set(map(abs, bound.literals))
            if len(variables) < len(bound.terms) or any(c <= 0 for c, _ in bound.terms):
                raise InvalidModel(
                    "sums", f"{bound} has a variable twice, or a coefficient below 1"
                )
        for literal, _ in self.weights.literals if self.weights else ():
            if not 0 < abs(literal) <= last:
                raise InvalidModel("weights", f"{literal} is not ±1 … ±{last}")
        for _, literal in self.goal or ():
            if not 0 < abs(literal) <= last:
                raise InvalidModel("goal", f"{literal} is not ±1 … ±{last}")
        ascending = all(x < y for x, y in pairwise(self.projection))
        ends = self.projection[:1] + self.projection[-1:]
        if not ascending or not all(0 < x <= last for x in ends):
            raise InvalidModel("projection", f"not ascending variables of 1 … {last}")

    @property
    def note(self) -> str | None:
        """The note about its solutions: their weights, and that not only the best count."""
        notes = [] if self.goal is None else ["of any value of the objective; solve finds the best"]
        if self.weights is not None:
            notes.append(self.weights.words)
            if len(self.projection) < self.variables:
                notes.append("weights of hidden variables do not count")
        return "; ".join(notes) or None

    @property
    def weighted(self) -> bool:
        return self.weights is not None

    def assuming(self, _literals: Iterable[Any]) -> CnfProblem:
        """Return the formula with literals that must be true. ``InvalidModel``: it has no board."""
        raise InvalidModel("assumptions", f"is for models, not for {self.called}; leave it out")

    def value(self, assignment: Assignment) -> int:
        """Return the value of the goal in the witness of an assignment; 0 without a goal."""
        return sum(c for c, literal in self.goal or () if literal in assignment.witness)

    @property
    def cost(self) -> tuple[tuple[int, int], ...]:
        """The terms whose sum the best solution minimises: those of the goal, or their opposites."""
        sign = -1 if self.maximise else 1
        return tuple([(sign * coefficient, literal) for coefficient, literal in self.goal or ()])

    def weight(self, assignment: Assignment, /) -> int | Fraction:
        """Return what a solution adds to the count: 1, or its weight."""
        return 1 if self.weights is None else self.weights.of(assignment.literals)

    @property
    def size(self) -> int:
        """The number of literals and shown variables."""
        others = (*(bound.literals for bound in self.sums), *self.parities)
        return len(self.projection) + sum(map(len, (*self.clauses, *others)))

    def to_json(self) -> dict[str, object]:
        """Return the formula as JSON data; what may be large, as coefficients and weights, are texts."""
        weights = None if self.weights is None else [(x, str(w)) for x, w in self.weights.literals]
        return {
            "variables": self.variables,
            "clauses": self.clauses,
            "projection": self.projection,
            "sums": [
                (
                    str(bound.low),
                    None if bound.high is None else str(bound.high),
                    _text_terms(bound.terms),
                )
                for bound in self.sums
            ],
            "parities": self.parities,
            "weights": weights,
            "goal": None if self.goal is None else _text_terms(self.goal),
            **({"maximise": True} if self.maximise else {}),
        }

    @classmethod
    def from_json(cls, data: object) -> CnfProblem:
        """Return the formula of JSON data, as from ``to_json``.

        Raises:
            InvalidModel: they are not those of a formula.
        """
        try:
            found: dict[str, Any] = dict(cast("Any", data))
            sums = [
                LinearSum(_number(low), None if high is None else _number(high), _terms(terms))
                for low, high, terms in found.pop("sums")
            ]
            weights, goal = found.pop("weights"), found.pop("goal")
            maximise = found.pop("maximise", False)
            if type(maximise) is not bool or found.keys() & {"assumed"}:
                raise TypeError
            return cls(
                _whole(found.pop("variables")),
                tuple(map(_literals, found.pop("clauses"))),
                _literals(found.pop("projection")),
                tuple(sums),
                tuple(map(_literals, found.pop("parities"))),
                None
                if weights is None
                else Weights(tuple([(_whole(x), _weight(w)) for x, w in weights])),
                None if goal is None else _terms(goal),
                maximise,
                **found,
            )
        except (KeyError, TypeError, ValueError):
            raise InvalidModel("formula", "is damaged, or not of this version") from None

    def assignment(self, true: Iterable[int]) -> Assignment:
        """Return the assignment in which exactly these variables are true."""
        present = frozenset(true)
        shown = tuple([x if x in present else -x for x in self.projection])
        witness = present.union([-x for x in range(1, self.variables + 1) if x not in present])
        return Assignment(shown, witness)

    def holds(self, assignment: Assignment) -> bool:
        """Whether this is a solution: its witness, a full assignment, satisfies every constraint."""
        witness = assignment.witness
        return (
            tuple(map(abs, assignment.literals)) == self.projection
            and witness.issuperset(assignment.literals)
            and len(witness) == self.variables
            and set(map(abs, witness)) == set(range(1, self.variables + 1))
            and not any(map(witness.isdisjoint, self.clauses))
            and all(bound.holds(witness) for bound in self.sums)
            and all(sum(x in witness for x in parity) % 2 for parity in self.parities)
        )


def _text_terms(terms: Iterable[tuple[int, int]]) -> list[tuple[str, int]]:
    return [(str(coefficient), literal) for coefficient, literal in terms]


def _terms(data: Any) -> tuple[tuple[int, int], ...]:
    return tuple([(_number(coefficient), _whole(literal)) for coefficient, literal in data])


def _literals(data: Any) -> tuple[int, ...]:
    return tuple(map(_whole, data))


def _whole(data: Any) -> int:
    if type(data) is not int:
        raise TypeError
    return data


def _number(data: Any) -> int:
    """An integer of JSON, as a text."""
    weight = _weight(data)
    if weight.denominator != 1:
        raise ValueError
    return int(weight)


def _weight(data: Any) -> Fraction:
    """A fraction of JSON, as a text."""
    if not _WEIGHT.fullmatch(data):
        raise ValueError
    return Fraction(data)
