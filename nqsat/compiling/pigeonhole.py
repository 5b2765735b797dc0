"""One pass over a formula: where k men need k lines, each line has exactly one.

Let exactly (or at least) k of the literals X be true, and let X be cut into groups of which at most one
literal each may be true. With fewer than k groups there is no solution; with just k groups every group
has exactly one. Eight queens on eight ranks: each rank has a queen, and so has each file. The
solutions are the same, but unit propagation sees it, and where the number was exact it follows from
the groups and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nqsat.compiling.formula import ConstraintGroup, Formula, disjoint_cover
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Exactly, Sum


def pigeonhole(formula: Formula) -> Formula:
    """The formula with at-most-one groups made exactly-one wherever the numbers force it."""
    exact: dict[tuple[int, ...], None] = {}
    implied: set[Constraint] = set()
    for number, groups in _filled(formula):
        if len(groups) < number.low:
            return replace(
                formula, parts=(*formula.parts, ConstraintGroup("pigeonhole", (Clause(()),)))
            )
        exact.update(dict.fromkeys(groups))
        implied.add(number)
    if not exact:
        return formula
    covered = {AtMost(1, group) for group in exact} | implied
    parts = [
        ConstraintGroup(origin, tuple(c for c in constraints if c not in covered))
        for origin, constraints in formula.parts
    ]
    forced = ConstraintGroup("pigeonhole", tuple(Exactly(1, group) for group in exact))
    return replace(formula, parts=tuple(part for part in [*parts, forced] if part.constraints))


def _filled(formula: Formula) -> Iterator[tuple[Sum, list[tuple[int, ...]]]]:
    """Numbers, each with groups that together have its literals: not more than men are needed."""
    groups = [
        constraint.literals
        for constraint in formula.constraints
        if isinstance(constraint, Sum) and (constraint.low, constraint.high) == (0, 1)
    ]
    for number in _numbers(formula):
        for family in disjoint_cover(groups, number.literals):
            # Literals in no group are groups of their own.
            singles = sorted(set(number.literals).difference(*family))
            if len(family) + len(singles) <= number.low:
                yield number, [*family, *((single,) for single in singles)]


def _numbers(formula: Formula) -> list[Sum]:
    """The bounds from below: of each kind, and of all kinds together where their literals differ.

    Clauses are no numbers: of the many that rules give, none would be left apart from the others.
    """
    numbers = [
        constraint
        for constraint in formula.constraints
        if isinstance(constraint, Sum) and constraint.low > 0 and not constraint.is_clause
    ]
    # Counting literals counts variables only where each stands once, and unnegated.
    numbers = [
        number
        for number in numbers
        if min(number.literals, default=0) > 0 and len(set(number.literals)) == len(number.literals)
    ]
    everything = tuple(sorted(x for number in numbers for x in number.literals))
    if len(numbers) > 1 and len(set(everything)) == len(everything):
        numbers.append(AtLeast(sum(number.low for number in numbers), everything))
    return numbers
