"""Constraints as bounds on how many of some literals are true: what the compiled engines read.

Clauses, at-most, at-least and exactly are all of this form; circuits are not.
"""

from __future__ import annotations

from typing import NamedTuple

from nqsat.compiling import Formula
from nqsat.modelling import AtLeast, AtMost, Circuit, Clause, Constraint, Cycle, Exactly


class Bounds(NamedTuple):
    """At least ``low`` and at most ``high`` of the literals are true; a repeated one counts as often."""

    low: int
    high: int
    literals: tuple[int, ...]


def bounds_of(formula: Formula) -> list[Bounds]:
    """The constraints of a formula as bounds; those that always hold are left out.

    Raises:
        ValueError: a circuit is among them, or a constraint that has a variable and its negation.
    """
    found = [_bounds(constraint) for constraint in formula.constraints]
    if any(not {*b.literals}.isdisjoint(-x for x in b.literals) for b in found):
        raise ValueError("a constraint has a variable and its negation")
    return [b for b in found if b.low > 0 or b.high < len(b.literals)]


def _bounds(constraint: Constraint) -> Bounds:
    every = len(constraint.literals)
    match constraint:
        case Clause(literals):
            return Bounds(1, every, literals)
        case AtMost(bound, literals):
            return Bounds(0, min(bound, every), literals)
        case AtLeast(bound, literals):
            return Bounds(bound, every, literals)
        case Exactly(bound, literals):
            return Bounds(bound, min(bound, every), literals)
        case Cycle() | Circuit():
            raise ValueError("a circuit is no bound on a number of literals")
