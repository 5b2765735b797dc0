"""Constraints as bounds on how many of some literals are true: what the compiled engines read.

Clauses, at-most, at-least and exactly are all of this form; circuits are not.
"""

from __future__ import annotations

from typing import NamedTuple

from nqsat.compiling import Formula
from nqsat.compiling.sums import limits


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
    found = [Bounds(*limits(one), one.literals) for one in formula.constraints]
    if any(not {*b.literals}.isdisjoint(-x for x in b.literals) for b in found):
        raise ValueError("a constraint has a variable and its negation")
    return [b for b in found if b.low > 0 or b.high < len(b.literals)]
