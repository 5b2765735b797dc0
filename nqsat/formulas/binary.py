"""Linear constraints and parities as clauses: sums by decision diagrams, else in binary, by adders.

Every new variable is determined by the variables of its constraint. So the clauses have as many models as
the constraints, and a new variable counts as shown where those are shown: no assignment is counted twice.

Of a sum S = Σ 2^i · s[i], S ≥ low says: where low has a 1, s has one too, or s is greater further up.

Reference: N. Eén and N. Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2 (2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod

from nqsat.formulas.clausal import CnfProblem, LinearSum
from nqsat.formulas.waiting import check_waiting, while_waiting
from nqsat.formulas.weighted import at_most_clauses

Literals = tuple[int, ...]

#: A parity of more literals is split: of n there are 2^(n-1) clauses.
LONGEST_PARITY = 4


def clauses_of(problem: CnfProblem, kept: int = 0) -> CnfProblem:
    """Return a formula with clauses alone and as many solutions; its first variables are the same.

    Args:
        problem: the formula.
        kept: sums with coefficients of this total at most are kept as they are.
    """
    writer = _Adders(problem)
    left = tuple(bound for bound in problem.sums if bound.total <= kept)
    for parity in while_waiting(problem.parities):
        writer.write_parity(parity)
    for bound in while_waiting(problem.sums):
        if bound.total > kept:
            writer.write_sum(bound)
    return replace(
        problem,
        variables=writer.top,
        clauses=(*problem.clauses, *writer.clauses),
        projection=(*problem.projection, *writer.shown),
        sums=left,
        parities=(),
    )


class _Adders:
    """Writes constraints as clauses; stores the last variable used, and the new ones that are shown."""

    def __init__(self, problem: CnfProblem) -> None:
        self.top = problem.variables
        self.clauses: list[Literals] = []
        self.shown: list[int] = []
        self._projection = frozenset(problem.projection)
        self._are_shown = False

    def write_parity(self, literals: Literals) -> None:
        self._begin(literals)
        left = list(literals)
        while len(left) > LONGEST_PARITY:
            left = [*left[3:], self._sum_of(left[:3])]
        self._odd(left)

    def write_sum(self, one: LinearSum) -> None:
        self._begin(one.literals)
        if one.low > one.total or (one.high is not None and one.high < max(0, one.low)):
            self.clauses.append(())
            return
        if self._write_diagrams(one):
            return
        bits = self._binary(one)
        self._at_least(max(0, one.low), bits)
        if one.high is not None and one.high < one.total:
            # S ≤ high if and only if the number with the opposite bits is at least the opposite of high.
            self._at_least(
                (1 << len(bits)) - 1 - one.high, [None if x is None else -x for x in bits], 1
            )

    def _write_diagrams(self, one: LinearSum) -> bool:
        """Say by diagrams that a sum is between its bounds, if that takes fewer clauses than adders."""
        # About an adder of 14 clauses for each bit of a coefficient, and four clauses for a node.
        nodes = 3 * len(one.terms) * one.total.bit_length()
        before, weights = (self.top, len(self.shown)), {x: c for c, x in one.terms}
        sides = [(one.total - one.low, {-x: c for x, c in weights.items()})] * (one.low > 0)
        if one.high is not None and one.high < one.total:
            sides.append((one.high, weights))
        clauses = list[Literals]()
        for bound, terms in sides:
            written = at_most_clauses(bound, terms, self._new, most=nodes, determined=True)
            if written is None:
                self.top, self.shown = before[0], self.shown[: before[1]]
                return False
            clauses += written
        self.clauses += clauses
        return True

    def _begin(self, literals: Literals) -> None:
        self._are_shown = all(abs(x) in self._projection for x in literals)

    def _binary(self, one: LinearSum) -> list[int | None]:
        """Return the literals of the sum in binary, the lowest first; None for a bit that is 0."""
        columns: list[list[int]] = [[] for _ in range(one.total.bit_length())]
        for coefficient, literal in one.terms:
            for bit in range(coefficient.bit_length()):
                if coefficient >> bit & 1:
                    columns[bit].append(literal)
        for bit, column in enumerate(columns):
            while len(column) > 1:
                check_waiting()
                some, column[:3] = column[:3], []
                column.append(self._sum_of(some))
                if bit + 1 < len(columns):
                    columns[bit + 1].append(self._carry_of(some))
        return [column[0] if column else None for column in columns]

    def _at_least(self, low: int, bits: Sequence[int | None], zero: int = 0) -> None:
        """Say that a binary number is at least ``low``; a bit without a literal is ``zero``."""
        greater: list[int] = []  # literals of which one says that the number is greater further up
        for bit in reversed(range(len(bits))):
            literal = bits[bit]
            if low >> bit & 1:
                if literal is not None:
                    self.clauses.append((*greater, literal))
                elif not zero:
                    self.clauses.append(tuple(greater))
            elif literal is not None:
                greater.append(literal)
            elif zero:
                return  # greater in any case

    def _sum_of(self, literals: Sequence[int]) -> int:
        """Return a new variable: an odd number of two or three literals is true."""
        new = self._new()
        self._odd([*literals, -new])
        return new

    def _carry_of(self, literals: Sequence[int]) -> int:
        """Return a new variable: at least two of two or three literals are true."""
        new = self._new()
        pairs: list[Literals] = []
        if len(literals) == 3:
            pairs += combinations(literals, 2)
        for pair in pairs or [tuple(literals)]:
            self.clauses.append((*(-x for x in pair), new))
        if pairs:
            self.clauses += [(*pair, -new) for pair in pairs]
        else:
            self.clauses += [(x, -new) for x in literals]
        return new

    def _odd(self, literals: Sequence[int]) -> None:
        """Forbid every way to have an even number of them true; of none, zero is even."""
        for signs in product((1, -1), repeat=len(literals)):
            if prod(signs) == 1:  # an even number of signs -1, of literals that are true there
                self.clauses.append(
                    tuple(x * sign for x, sign in zip(literals, signs, strict=True))
                )

    def _new(self) -> int:
        self.top += 1
        if self._are_shown:
            self.shown.append(self.top)
        return self.top
