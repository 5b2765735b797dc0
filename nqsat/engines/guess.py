"""How long a list will be: a guess from random ways down a search tree that is never searched.

Each way down settles the constraint with the fewest choices left at random, and again, until everything
is settled or nothing fits. A way on which there were 3, 2 and 4 choices stands for 24: the mean of
these numbers has the number of solutions for its expected value (and, summed over the levels, that of the
nodes). It is plain Python, because a compiled kernel would have to be loaded first, which takes longer
than many a count.

Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
(1975) 121-136.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from nqsat.compiling import Part, cuts
from nqsat.engines.bounds import bounds_of
from nqsat.modelling import Circuit, Cycle, Exactly

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nqsat.compiling import Formula
    from nqsat.engines.bounds import Bounds
    from nqsat.modelling import Constraint

__all__ = ["Guess", "guess"]

#: So many ways down, but no more than so many literals are looked at on all of them together.
WAYS = 64
WORK = 600_000

_FREE, _TRUE, _FALSE = 0, 1, -1


class Guess(NamedTuple):
    """About how many solutions and nodes a search has; infinity where that is no number any more."""

    solutions: float
    nodes: float


def guess(formula: Formula) -> Guess | None:
    """About how many solutions a formula has, and nodes a search for them; None if it cannot be told.

    A way knows of a circuit only what it asks of each node; whether it is one is seen at the leaf.
    """
    plain = (Part(part.origin, _without_circuits(part.constraints)) for part in formula.parts)
    try:
        bounds = bounds_of(replace(formula, parts=tuple(plain)))
    except ValueError:
        return None
    circuits = cuts(formula)
    tree = _Tree(formula.variables, formula.projection, bounds)
    work = sum(len(one.literals) for one in bounds) + formula.variables
    ways = max(4, min(WAYS, WORK // (10 * work + 1)))
    chance = Random(1)
    solutions = nodes = 0.0
    for _ in range(ways):
        leaf, visited = tree.way(chance)
        nodes += visited
        if leaf and not circuits.violated(tree.true()):
            solutions += leaf
    return Guess(solutions / ways, nodes / ways)


def _without_circuits(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """The constraints; of a circuit what it asks of each node."""
    found: list[Constraint] = []
    for one in constraints:
        if not isinstance(one, Circuit | Cycle):
            found.append(one)
            continue
        ends: dict[tuple[int, int], list[int]] = {}
        links = one.edges if isinstance(one, Cycle) else one.arcs
        for a, b, literal in links:
            ends.setdefault((a, 0), []).append(literal)
            ends.setdefault((b, int(isinstance(one, Circuit))), []).append(literal)
        each = 2 if isinstance(one, Cycle) else 1
        found += (Exactly(each, tuple(literals)) for literals in ends.values())
    return tuple(found)


class _Tree:
    """The constraints, and for each variable those that have it."""

    def __init__(self, variables: int, projection: Sequence[int], bounds: Sequence[Bounds]) -> None:
        self._variables = variables
        self._projection = projection
        self._bounds = bounds
        self._having: list[list[tuple[int, int]]] = [[] for _ in range(variables + 1)]
        for place, one in enumerate(bounds):
            for literal in one.literals:
                self._having[abs(literal)].append((place, 1 if literal > 0 else -1))

    def way(self, chance: Random) -> tuple[float, float]:
        """One way down: what its leaf stands for, 0 where nothing fits; and what its nodes stand for."""
        self._left = list(self._projection)
        chance.shuffle(self._left)
        self._value = [_FREE] * (self._variables + 1)
        self._true = [0] * len(self._bounds)
        self._free = [len(one.literals) for one in self._bounds]
        if not self._settle([], list(range(len(self._bounds)))):
            return 0.0, 1.0
        weight = nodes = 1.0
        while True:
            literals, choices = self._choices(chance)
            if not literals:
                return weight, nodes
            weight *= choices
            nodes += weight
            if not self._settle(literals, []):
                return 0.0, nodes

    def true(self) -> list[int]:
        """The projected variables that are true on the last way."""
        return [x for x in self._projection if self._value[x] == _TRUE]

    def _choices(self, chance: Random) -> tuple[list[int], int]:
        """Literals to be made true, chosen among so many ways; none if everything is settled."""
        best, fewest = -1, 1 << 60
        for place, one in enumerate(self._bounds):
            need = one.low - self._true[place]
            if need > 0 and self._free[place] - need + 1 < fewest:
                best, fewest = place, self._free[place] - need + 1
        if best < 0:
            while self._left and self._value[self._left[-1]] != _FREE:
                self._left.pop()
            if not self._left:
                return [], 1
            x = self._left.pop()
            return [chance.choice((x, -x))], 2
        # The first that is true is one of the first so many: cases that exclude one another.
        literals = [x for x in self._bounds[best].literals if self._value[abs(x)] == _FREE]
        chance.shuffle(literals)
        first = chance.randrange(fewest)
        return [*(-x for x in literals[:first]), literals[first]], fewest

    def _settle(self, literals: list[int], places: list[int]) -> bool:
        """Make literals true with all that follows; False if that breaks a constraint."""
        while literals or places:
            if literals:
                literal = literals.pop()
                if not self._set(abs(literal), _TRUE if literal > 0 else _FALSE, places):
                    return False
                continue
            place = places.pop()
            one, true, free = self._bounds[place], self._true[place], self._free[place]
            if true > one.high or true + free < one.low:
                return False
            if free and (true == one.high or true + free == one.low):
                sign = -1 if true == one.high else 1
                literals = [x * sign for x in one.literals if self._value[abs(x)] == _FREE]
        return True

    def _set(self, x: int, sign: int, places: list[int]) -> bool:
        """Give a variable its value and note whose constraints have it; False if it has the other."""
        if self._value[x] == _FREE:
            self._value[x] = sign
            for place, positive in self._having[x]:
                self._free[place] -= 1
                self._true[place] += positive == sign
                places.append(place)
        return self._value[x] == sign
