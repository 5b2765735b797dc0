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

Up to symmetry, a solution forbids its images too. Most of them need no clause: ``leaders`` are clauses
that say of a solution x, for each symmetry g, that x ≤ g(x), comparing the first few variables that g
moves. The lexicographically least member of every orbit satisfies them. If a solution x does, and
its image g(x) as well, then x ≤ g(x), and g(x) ≤ x by the inverse of g, which moves the same
variables: the two agree on those compared. So only such images are left to be forbidden.

Reference: J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search
problems, KR 1996, 148-159.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from nqsat.compiling.formula import Formula, disjoint_cover
from nqsat.modelling import Circuit, Cycle, Sum

#: How many variables leaders compare: measured best from 10 to 20 on 6x6, 5x8 and 3x14.
COMPARED = 10


@dataclass(frozen=True, slots=True)
class Image:
    """What a symmetry does to the projected variables.

    Args:
        permutation: where each goes, by its number; at index 0 stands 0.
        compared: the first few that it moves, each with the one that it puts there.
    """

    permutation: tuple[int, ...]
    compared: tuple[tuple[int, int], ...]

    def of(self, true: Iterable[int]) -> tuple[int, ...]:
        """The image of a set of variables, ascending."""
        permutation = self.permutation
        return tuple(sorted([permutation[x] for x in true]))

    def clause(self, literals: Iterable[int]) -> tuple[int, ...]:
        """The image of a clause."""
        permutation = self.permutation
        return tuple(sorted([permutation[x] if x > 0 else -permutation[-x] for x in literals]))

    def agrees(self, present: Set[int]) -> bool:
        """Whether a set of variables and its image are the same on the variables compared."""
        return all((x in present) == (source in present) for x, source in self.compared)


@dataclass(frozen=True, slots=True)
class Blocking:
    """How the solutions of one formula are forbidden.

    Args:
        projection: the variables that name a solution.
        fixed_size: all solutions have equally many true projected literals.
        implied: the variables that follow from the other true ones of a solution.
        images: a group that takes solutions to solutions. Empty: symmetry is of no concern.
    """

    projection: tuple[int, ...]
    fixed_size: bool
    implied: frozenset[int]
    images: tuple[Image, ...] = ()

    def clauses(self, true: Sequence[int]) -> list[list[int]]:
        """The clauses that exclude the solution with these true projected variables, and its images.

        Those images are left out that the leaders exclude.
        """
        if not self.images:
            return [self.clause(true)]
        present = frozenset(true)
        orbit = {image.of(true) for image in self.images if image.agrees(present)}
        return [self.clause(member) for member in sorted(orbit)]

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

    def leaders(self, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
        """Clauses that some member of every orbit satisfies, and few others do.

        Args:
            fresh: gives a new variable at every call.
        """
        for image in self.images:
            equal: tuple[int, ...] = ()  # the negation of: what was compared so far is equal
            for x, source in image.compared:
                still = fresh()
                yield (*equal, -x, source)
                yield (*equal, -x, still)
                yield (*equal, source, still)
                equal = (-still,)


def blocking(formula: Formula, permutations: Iterable[tuple[int, ...]] = ()) -> Blocking:
    """The shortest sound way to forbid solutions of this formula that is proved above.

    Given a group of permutations that takes solutions to solutions, each as ``Reader.permutation`` gives
    it, orbits are forbidden.
    """
    images = []
    for permutation in permutations:
        source = {there: x for x, there in enumerate(permutation)}
        moved = ((x, source[x]) for x in formula.projection if source[x] != x)
        images.append(Image(permutation, tuple(islice(moved, COMPARED))))
    return replace(_blocking(formula), images=tuple(images))


def _blocking(formula: Formula) -> Blocking:
    if any(
        isinstance(c, Cycle | Circuit)
        and c.nodes > 2
        and set(formula.projection) <= set(c.literals)
        for c in formula.constraints
    ):
        return Blocking(formula.projection, fixed_size=True, implied=frozenset(formula.projection))
    exact = [c for c in formula.constraints if isinstance(c, Sum) and c.low == c.high]
    fixed = not formula.projection or any(
        sum(map(len, family)) == len(formula.projection)
        for family in disjoint_cover([c.literals for c in exact], formula.projection)
    )
    shared: dict[int, frozenset[int]] = {}
    projected = set(formula.projection)
    for constraint in exact:
        # A group with an auxiliary proves nothing: the auxiliary may be the one that is true.
        if constraint.low == 1 and projected.issuperset(constraint.literals):
            group = frozenset(constraint.literals)
            for x in group:
                shared[x] = shared.get(x, group) & group
    implied = frozenset(x for x in formula.projection if shared.get(x) == frozenset([x]))
    return Blocking(formula.projection, fixed, implied if fixed else frozenset())
