"""The clause that forbids a solution already found, as short as the formula allows.

Always sound: all literals of the projection, negated. Shorter where it can be proved:

* **True literals only**, when every solution has the same number of true projected literals: another
  solution that contains them all would have the same size, hence be the same.
* **One true literal fewer**, when besides that some literal ℓ of the solution is the only one that all
  the exactly-one groups around ℓ share. Another solution with all the others has just one more literal
  (same size); every exactly-one group around ℓ is still without a true literal, since its only one was
  ℓ, so the new one lies in all of them: it is ℓ. (A queen's square is where her rank meets her
  file. Never for fewer than n queens: then no group is exactly-one.)
* **One move fewer of a cycle**, when the projection is the edges of a Hamiltonian cycle of three or more
  nodes: they are as many as there are nodes, and all but one of them leave one way to close it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nqsat.compiling.formula import disjoint_cover
from nqsat.modelling import Circuit, Cycle, Exactly

if TYPE_CHECKING:
    from nqsat.compiling.formula import Formula

__all__ = ["Blocking", "blocking"]


@dataclass(frozen=True, slots=True)
class Blocking:
    """How the solutions of one formula are forbidden.

    Args:
        projection: the variables that name a solution.
        fixed_size: all solutions have equally many true projected literals.
        implied: the variables that follow from the other true ones of a solution.
    """

    projection: tuple[int, ...]
    fixed_size: bool
    implied: frozenset[int]

    def clause(self, true: Sequence[int]) -> list[int]:
        """The clause that excludes the solution with these true projected variables, only it."""
        if not self.fixed_size:
            present = set(true)
            return [-x if x in present else x for x in self.projection]
        clause = [-x for x in true]
        for index in range(len(true) - 1, -1, -1):  # the last: measured better than the first
            if true[index] in self.implied:
                del clause[index]
                break
        return clause


def blocking(formula: Formula) -> Blocking:
    """The shortest sound way to forbid solutions of this formula that is proved above."""
    if any(
        isinstance(c, Cycle | Circuit)
        and c.nodes > 2
        and set(formula.projection) <= set(c.literals)
        for c in formula.constraints
    ):
        return Blocking(formula.projection, fixed_size=True, implied=frozenset(formula.projection))
    exact = [c for c in formula.constraints if isinstance(c, Exactly)]
    fixed = not formula.projection or any(
        sum(map(len, family)) == len(formula.projection)
        for family in disjoint_cover([c.literals for c in exact], formula.projection)
    )
    shared: dict[int, frozenset[int]] = {}
    projected = set(formula.projection)
    for constraint in exact:
        # A group with an auxiliary proves nothing: the auxiliary may be the one that is true.
        if constraint.bound == 1 and projected.issuperset(constraint.literals):
            group = frozenset(constraint.literals)
            for x in group:
                shared[x] = shared.get(x, group) & group
    implied = frozenset(x for x in formula.projection if shared.get(x) == frozenset([x]))
    return Blocking(formula.projection, fixed, implied if fixed else frozenset())
