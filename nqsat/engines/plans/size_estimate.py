"""How long a list will be: an estimate from random descents of a search tree that is never searched.

Each descent repeatedly takes the constraint with the fewest choices left and settles it at random, until
all are settled or one fails. A step taken with probability p multiplies the weight of the descent by 1/p.
The expected weight at the leaves is the number of solutions (and, summed over the levels, that of the
nodes). A single descent is mostly far too low, and now and then far too high. Therefore

* steps are sampled about as often as they occur in solutions: of a constraint that wants k of n, the first
  is far in front; a man that excludes many others is rare;
* where many descents have failed, or a few have nearly all weight, the remaining ones are resampled in
  proportion to their weights, so that the last levels are reached;
* where no descent has arrived, the estimate is the weight that one more would have had.

It is plain Python, because loading a compiled kernel takes longer than many a count.

References: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
(1975) 121-136; P. C. Chen, Heuristic sampling, SIAM Journal on Computing 21 (1992) 295-315;
P. Grassberger, Go with the winners, Computer Physics Communications 147 (2002) 64-70.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from random import Random
from typing import NamedTuple

from nqsat.compiling import Formula, cuts
from nqsat.compiling.circuits import degrees
from nqsat.compiling.sums import sums_of
from nqsat.modelling import Circuit, Constraint, Cycle, OneComponent, Sum

#: So many ways down, but no more than so many literals are looked at on all of them together.
WAYS = 128
WORK = 600_000

#: Constraints of up to so many literals have as many times as many in clauses, longer ones so many times.
PAIRS = 64

_FREE, _TRUE, _FALSE = 0, 1, -1


class SizeEstimate(NamedTuple):
    """What a list is like, about; infinity where that is no number any more.

    Args:
        solutions: how many there are.
        nodes: how many the search for them has.
        literals: how many the clauses have.
    """

    solutions: float
    nodes: float
    literals: int


def guess(formula: Formula, ways: int = WAYS) -> SizeEstimate | None:
    """About how many solutions a formula has, and nodes a search for them; None if it cannot be told.

    A way knows of a circuit only what it asks of each node, and nothing of components: they are looked at
    in the leaf.
    """
    try:
        bounds = sums_of(_without_circuits(formula.constraints))
    except ValueError:
        return None
    circuits = cuts(formula)
    literals = sum(len(one.literals) * min(len(one.literals), PAIRS) for one in bounds)
    tree = _ConstraintIndex(formula.variables, formula.projection, bounds)
    root = tree.root()
    if root is None:
        return SizeEstimate(0.0, 1.0, literals)
    work = sum(len(one.literals) for one in bounds) + formula.variables
    number = max(8, min(ways, WORK // (10 * work + 1)))
    chance = Random(1)
    going = [root.copy(1 / number) for _ in range(number)]
    for way in going:
        chance.shuffle(way.left)
    solutions, nodes, last = 0.0, 1.0, 0.0
    while going:
        last = sum(way.weight for way in going)
        left = []
        for way in going:
            fits = tree.step(way, chance)
            if fits:
                left.append(way)
            if fits is not None:
                nodes += way.weight
            elif not circuits.violated(tree.true(way)):
                solutions += way.weight
        going = _resampled(left, number, chance) if _few(left, number) else left
    return SizeEstimate(solutions or last / number, nodes, literals)


def _without_circuits(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """The constraints; of a circuit what it asks of each node, and nothing of components."""
    found = [
        degrees(x) if isinstance(x, Circuit | Cycle) else (x,)
        for x in constraints
        if not isinstance(x, OneComponent)
    ]
    return tuple(chain.from_iterable(found))


@dataclass(slots=True)
class _RandomDescent:
    """Where a way down has come to.

    Args:
        value: of each variable.
        true, free: for each constraint, how many of its literals are true, and how many undecided.
        left: projected variables, those that are decided among them, in the order in which they are asked.
        weight: how many ways it stands for.
    """

    value: list[int]
    true: list[int]
    free: list[int]
    left: list[int]
    weight: float

    def copy(self, weight: float) -> _RandomDescent:
        """The same place, for another way that goes on from there."""
        return _RandomDescent(self.value[:], self.true[:], self.free[:], self.left[:], weight)


class _ConstraintIndex:
    """The constraints, and for each variable those that have it."""

    def __init__(self, variables: int, projection: Sequence[int], bounds: Sequence[Sum]) -> None:
        self._variables = variables
        self._projection = projection
        self._bounds = bounds
        self._most = [one.most for one in bounds]
        self._asking = [place for place, one in enumerate(bounds) if one.low > 0]
        self._having: list[list[tuple[int, int]]] = [[] for _ in range(variables + 1)]
        for place, one in enumerate(bounds):
            for literal in one.literals:
                self._having[abs(literal)].append((place, 1 if literal > 0 else -1))

    def root(self) -> _RandomDescent | None:
        """Where all ways begin; None if nothing fits."""
        sizes = [len(one.literals) for one in self._bounds]
        values = [_FREE] * (self._variables + 1)
        way = _RandomDescent(values, [0] * len(sizes), sizes, list(self._projection), 1.0)
        return way if self._settle(way, [], list(range(len(sizes)))) else None

    def true(self, way: _RandomDescent) -> list[int]:
        """The projected variables that are true on a way."""
        return [x for x in self._projection if way.value[x] == _TRUE]

    def step(self, way: _RandomDescent, chance: Random) -> bool | None:
        """One step down: False if nothing fits below, None if there was nothing left to settle."""
        place, fewest = -1, 1 << 60
        for one in self._asking:
            need = self._bounds[one].low - way.true[one]
            if need > 0 and way.free[one] - need + 1 < fewest:
                place, fewest = one, way.free[one] - need + 1
        literals = self._any(way, chance) if place < 0 else self._first(way, place, chance)
        return self._settle(way, literals, []) if literals else None

    def _first(self, way: _RandomDescent, place: int, chance: Random) -> list[int]:
        """Which literal of a constraint is the first that is true: cases that exclude one another.

        As if no more were wanted than are needed, and every set of so many were as likely.
        """
        one = self._bounds[place]
        need = one.low - way.true[place]
        literals = [x for x in dict.fromkeys(one.literals) if way.value[abs(x)] == _FREE]
        chance.shuffle(literals)
        for first in range(len(literals)):
            here = need / (len(literals) - first)
            if here >= 1 or chance.random() < here:
                way.weight /= here
                break
            way.weight /= 1 - here
        return [*(-x for x in literals[:first]), literals[first]]

    def _any(self, way: _RandomDescent, chance: Random) -> list[int]:
        """A variable that nothing asks for, with a value; none if all are decided.

        What excludes many others is true in few solutions.
        """
        while way.left and way.value[way.left[-1]] != _FREE:
            way.left.pop()
        if not way.left:
            return []
        x = way.left.pop()
        excluded = 0
        for place, sign in self._having[x]:
            if sign > 0 and way.true[place] + 1 == self._most[place]:
                excluded += way.free[place] - 1
        likely = _density(excluded)
        if chance.random() < likely:
            way.weight /= likely
            return [x]
        way.weight /= 1 - likely
        return [-x]

    def _settle(self, way: _RandomDescent, literals: list[int], places: list[int]) -> bool:
        """Make literals true with all that follows; False if that breaks a constraint."""
        while literals or places:
            if literals:
                literal = literals.pop()
                if not self._set(way, abs(literal), _TRUE if literal > 0 else _FALSE, places):
                    return False
                continue
            place = places.pop()
            one, true, free = self._bounds[place], way.true[place], way.free[place]
            most = self._most[place]
            if true > most or true + free < one.low:
                return False
            if free and (true == most or true + free == one.low):
                sign = -1 if true == most else 1
                literals = [x * sign for x in one.literals if way.value[abs(x)] == _FREE]
        return True

    def _set(self, way: _RandomDescent, x: int, sign: int, places: list[int]) -> bool:
        """Give a variable its value and note whose constraints have it; False if it has the other."""
        if way.value[x] == _FREE:
            way.value[x] = sign
            for place, positive in self._having[x]:
                way.free[place] -= 1
                way.true[place] += positive == sign
                places.append(place)
        return way.value[x] == sign


@cache
def _density(excluded: int) -> float:
    """About the share p of the solutions that have a given man that excludes so many others.

    Where he could stand and does not, the others do as they like: p = (1 - p)^(excluded + 1).
    """
    low, high = 0.0, 1.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if middle < (1 - middle) ** (excluded + 1) else (low, middle)
    return high


def _few(ways: Sequence[_RandomDescent], number: int) -> bool:
    """Whether ways are worth fewer than half of such a number of equal weight."""
    whole = sum(way.weight for way in ways)
    return 0 < 2 * whole * whole < number * sum(way.weight * way.weight for way in ways)


def _resampled(ways: list[_RandomDescent], number: int, chance: Random) -> list[_RandomDescent]:
    """So many ways of equal weight: each has gone on about as often as it weighed."""
    whole = sum(way.weight for way in ways)
    found: list[_RandomDescent] = []
    passed, mark = 0.0, chance.random()
    for way in ways:
        passed += way.weight / whole * number
        while len(found) < number and mark + len(found) < passed:
            found.append(way.copy(whole / number))
    return found
