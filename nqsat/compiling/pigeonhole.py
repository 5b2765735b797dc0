"""Strengthen a formula by the pigeonhole principle: k pieces on k lines, at most one on each, fill all.

Let exactly (or at least) k of the literals X be true, and let X be partitioned into groups with at most one
true literal each. With fewer than k groups there is no solution; with exactly k groups every group has
exactly one. Eight queens on eight ranks: each rank has a queen, and so has each file. The solutions are the
same, but unit propagation becomes stronger. The groups then imply that exactly k are true, so the number is
omitted; there is no solution if its upper bound is less than k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nqsat.compiling.formula import ConstraintGroup, Formula, disjoint_cover
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Exactly, Sum

#: The origin of what is added.
ORIGIN = "pigeonhole"


def pigeonhole(formula: Formula) -> Formula:
    """Return the formula with at-most-one groups replaced by exactly-one where the numbers force it."""
    exact: dict[tuple[int, ...], None] = {}
    implied: set[Constraint] = set()
    for number, groups in _partitioned_bounds(formula):
        if not number.low <= len(groups) <= number.most:
            false = ConstraintGroup(ORIGIN, (Clause(()),))
            return replace(formula, parts=(*formula.parts, false))
        exact.update(dict.fromkeys(groups))
        implied.add(number)
    if not exact:
        return formula
    covered = {AtMost(1, group) for group in exact} | implied
    parts = [
        ConstraintGroup(origin, tuple(c for c in constraints if c not in covered))
        for origin, constraints in formula.parts
    ]
    forced = ConstraintGroup(ORIGIN, tuple(Exactly(1, group) for group in exact))
    return replace(formula, parts=(*parts, forced))


def implied_sums(formula: Formula) -> Iterator[Sum]:
    """Yield what ``pigeonhole`` adds to a formula."""
    for origin, constraints in pigeonhole(formula).parts:
        if origin == ORIGIN:
            yield from (constraint for constraint in constraints if isinstance(constraint, Sum))


def _partitioned_bounds(formula: Formula) -> Iterator[tuple[Sum, list[tuple[int, ...]]]]:
    """Yield lower bounds, each with a partition of its literals into at most that many groups."""
    groups = [bound.literals for bound in formula.sums if (bound.low, bound.high) == (0, 1)]
    for number in _number_bounds(formula):
        for family in disjoint_cover(groups, number.literals):
            # A literal in no group is a group by itself.
            singles = sorted(set(number.literals).difference(*family))
            if len(family) + len(singles) <= number.low:
                yield number, [*family, *((single,) for single in singles)]


def _number_bounds(formula: Formula) -> list[Sum]:
    """Return the lower bounds of single kinds, and of all kinds together if their literals are disjoint."""
    # No clauses: rules yield many, which would spoil the bound of all together.
    numbers = [bound for bound in formula.sums if bound.low > 0 and not bound.is_clause]
    # The number of literals is a number of variables only if each occurs once and unnegated.
    numbers = [
        number
        for number in numbers
        if min(number.literals, default=0) > 0 and len(set(number.literals)) == len(number.literals)
    ]
    everything = tuple(sorted(x for number in numbers for x in number.literals))
    if len(numbers) > 1 and len(set(everything)) == len(everything):
        numbers.append(AtLeast(sum(number.low for number in numbers), everything))
    return numbers
