"""Blocking clauses: exclude a solution that was found, with the shortest clause that is proved sound.

Always sound: the negation of all literals of the projection. Shorter in these cases:

* **True literals only**, if no solution contains another. So it is if every solution has the same number
  of true projected literals; and if the projection is the links of one cycle through some of the nodes, or
  of paths between given ends: what would be added has an even number of links at every node, so it
  contains a second cycle or one that shares a node with it.
* **One true literal fewer**, if moreover some literal ℓ of the solution is the only common element of all
  exactly-one groups that contain ℓ. Another solution with all other literals has exactly one more literal
  (same size). Every exactly-one group that contains ℓ has no true literal among the others, so the new
  literal is in all of these groups: it is ℓ. (A queen's square is the intersection of its rank and its
  file. Never with fewer than n queens: then no group is exactly-one.)
* **One move of a cycle fewer**, if the projection is the edges of a Hamiltonian cycle with three or more
  nodes: the number of edges is fixed, and all edges but one determine the last.

Up to symmetry, the images of a solution are excluded too. Most of them need no clause, because of the
symmetry-breaking clauses. These require, for each symmetry g, that x ≤ g(x), comparing only the first few
variables that g moves. The lexicographically least element of every orbit satisfies them. If both x and its
image g(x) satisfy them, then x ≤ g(x), and g(x) ≤ x by the inverse of g, which moves the same variables:
the two agree on the compared variables. Only such images need a blocking clause.

Reference: J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search
problems, KR 1996, 148-159.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice

from nqsat.compiling.formula import Formula, disjoint_cover
from nqsat.modelling import Circuit, Sum

#: How many variables symmetry-breaking clauses compare: 10 to 20 measured best on 6x6, 5x8 and 3x14.
COMPARED = 10

#: With a literal in more exactly-one groups than this, no clause is shortened by one literal.
MOST_GROUPS = 8


@dataclass(frozen=True, slots=True)
class Image:
    """The action of a symmetry on the projected variables.

    Args:
        permutation: at index x the image of variable x; index 0 has 0.
        compared: the first few variables that it moves, each with its preimage.
    """

    permutation: tuple[int, ...]
    compared: tuple[tuple[int, int], ...]

    def apply(self, true: Iterable[int]) -> tuple[int, ...]:
        """Return the image of a set of variables, ascending."""
        permutation = self.permutation
        return tuple(sorted([permutation[x] for x in true]))

    def clause(self, literals: Iterable[int]) -> tuple[int, ...]:
        """Return the image of a clause, ascending."""
        permutation = self.permutation
        return tuple(sorted([permutation[x] if x > 0 else -permutation[-x] for x in literals]))

    def agrees(self, present: Set[int]) -> bool:
        """Whether a set of variables and its image agree on the compared variables."""
        return all((x in present) == (source in present) for x, source in self.compared)


@dataclass(frozen=True, slots=True)
class Blocking:
    """The blocking clauses of one formula.

    Args:
        projection: the projected variables.
        fixed_size: whether all solutions have the same number of true projected variables.
        implied: the variables that the other true variables of a solution imply.
        images: a group that maps solutions to solutions; empty to ignore symmetry.
        antichain: whether no solution contains another one, of whatever size.
    """

    projection: tuple[int, ...]
    fixed_size: bool
    implied: frozenset[int]
    images: tuple[Image, ...] = ()
    antichain: bool = False

    def clauses(self, true: Sequence[int]) -> list[list[int]]:
        """Return clauses that exclude the solution with these true projected variables, and its images.

        Images that the symmetry-breaking clauses exclude get no clause.
        """
        if not self.images:
            return [self.clause(true)]
        present = frozenset(true)
        orbit = {image.apply(true) for image in self.images if image.agrees(present)}
        return [self.clause(member) for member in sorted(orbit)]

    def clause(self, true: Sequence[int]) -> list[int]:
        """Return a clause that excludes only the solution with these true projected variables."""
        if not (self.fixed_size or self.antichain):
            present = set(true)
            return [-x if x in present else x for x in self.projection]
        clause = [-x for x in true]
        for index in range(len(true) - 1, -1, -1):  # the last measured better than the first
            if true[index] in self.implied:
                del clause[index]
                break
        return clause

    def symmetry_breaking_clauses(self, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
        """Yield symmetry-breaking clauses: some element of every orbit satisfies them, and few others do.

        Args:
            fresh: returns a new variable at every call.
        """
        for image in self.images:
            equal: tuple[int, ...] = ()  # the negation of: all variables compared so far are equal
            for x, source in image.compared:
                still = fresh()
                yield (*equal, -x, source)
                yield (*equal, -x, still)
                yield (*equal, source, still)
                equal = (-still,)


def blocking(formula: Formula, permutations: Iterable[tuple[int, ...]] = ()) -> Blocking:
    """Return the blocking of a formula, with the shortest clauses that are proved sound above.

    With a group of permutations that maps solutions to solutions, each in the form of
    ``Reader.permutation``, whole orbits are blocked.
    """
    images = []
    for permutation in permutations:
        source = {there: x for x, there in enumerate(permutation)}
        moved = ((x, source[x]) for x in formula.projection if source[x] != x)
        images.append(Image(permutation, tuple(islice(moved, COMPARED))))
    return replace(_without_symmetry(formula), images=tuple(images))


def _without_symmetry(formula: Formula) -> Blocking:
    projected = {*formula.projection}
    circuits = [constraint for constraint in formula.constraints if isinstance(constraint, Circuit)]
    circuits = [circuit for circuit in circuits if projected.issubset(circuit.literals)]
    if any(circuit.is_whole and circuit.nodes > 2 for circuit in circuits):
        return Blocking(formula.projection, fixed_size=True, implied=frozenset(formula.projection))
    exact = [bound for bound in formula.sums if bound.low == bound.high]
    fixed = not formula.projection or any(
        sum(map(len, family)) == len(formula.projection)
        for family in disjoint_cover([c.literals for c in exact], formula.projection)
    )
    implied = _implied(formula.projection, exact) if fixed else frozenset()
    return Blocking(formula.projection, fixed, implied, antichain=bool(circuits))


def _implied(projection: Sequence[int], exact: Iterable[Sum]) -> frozenset[int]:
    """Return the literals that are the only common element of all exactly-one groups that contain them."""
    projected = set(projection)
    groups: dict[int, tuple[int, ...]] = {}
    for number, constraint in enumerate(exact):
        # A group with an auxiliary variable proves nothing: the true literal may be the auxiliary one.
        if constraint.low == 1 and projected.issuperset(constraint.literals):
            for x in set(constraint.literals):
                groups[x] = (*groups.get(x, ()), number)
    if max(map(len, groups.values()), default=0) > MOST_GROUPS:
        return frozenset()
    # Every set of groups that contain a literal is counted: it is alone if its own was counted once.
    sizes = set(map(len, groups.values()))
    subsets = (combinations(own, size) for own in groups.values() for size in sizes)
    sharing = Counter(chain.from_iterable(subsets))
    return frozenset(x for x, own in groups.items() if sharing[own] == 1)
