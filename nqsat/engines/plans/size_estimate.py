"""How long a list will be: an estimate from random descents of a search tree that is never searched.

Each descent repeatedly takes the constraint with the fewest choices left and settles it at random, until
all are settled or one fails. A step taken with probability p multiplies the weight of the descent by 1/p.
The expected weight at the leaves is the number of solutions (and, summed over the levels, that of the
nodes). A single descent is mostly far too low, and now and then far too high. Therefore

* steps are sampled about as often as they occur in solutions: if a constraint needs k of n literals,
  the first true one tends to come early; a man that excludes many others is rare;
* where many descents have failed, or a few have nearly all weight, the remaining ones are resampled in
  proportion to their weights, so that the last levels are reached;
* where no descent has reached a leaf, the estimate is the weight that one more would have had.

It is plain Python, because loading a compiled kernel takes longer than a short count.

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
from nqsat.compiling.circuits import degree_constraints
from nqsat.compiling.sums import sums_of
from nqsat.modelling import Circuit, Constraint, Cycle, OneComponent, Sum

#: The number of descents, reduced so that all of them together visit about ``WORK`` literals.
WAYS = 128
WORK = 600_000

#: A constraint of n literals takes about n * min(n, PAIRS) literals in clauses.
PAIRS = 64

_FREE, _TRUE, _FALSE = 0, 1, -1


class SizeEstimate(NamedTuple):
    """Predicted size of a list; infinity on overflow.

    Args:
        solutions: number of solutions.
        nodes: nodes of the search tree.
        literals: literals in the clauses.
        reached: whether a descent has reached a solution; otherwise there may be far fewer.
    """

    solutions: float
    nodes: float
    literals: int
    reached: bool = True


def estimate_size(formula: Formula, descents: int = WAYS) -> SizeEstimate | None:
    """Estimate the solutions of a formula and the nodes of its search tree; None if that is impossible.

    A descent uses only the degree constraints of a circuit, and no connectivity; both are checked at the
    leaf.
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
    number = max(8, min(descents, WORK // (10 * work + 1)))
    rng = Random(1)
    going = [root.copy(1 / number) for _ in range(number)]
    for descent in going:
        rng.shuffle(descent.left)
    solutions, nodes, last = 0.0, 1.0, 0.0
    while going:
        last = sum(descent.weight for descent in going)
        left = []
        for descent in going:
            fits = tree.step(descent, rng)
            if fits:
                left.append(descent)
            if fits is not None:
                nodes += descent.weight
            elif not circuits.violated_clauses(tree.true_variables(descent)):
                solutions += descent.weight
        going = _resample(left, number, rng) if _needs_resampling(left, number) else left
    return SizeEstimate(solutions or last / number, nodes, literals, solutions > 0)


def _without_circuits(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """The constraints, with circuits replaced by their degree constraints, and without connectivity."""
    found = [
        degree_constraints(x) if isinstance(x, Circuit | Cycle) else (x,)
        for x in constraints
        if not isinstance(x, OneComponent)
    ]
    return tuple(chain.from_iterable(found))


@dataclass(slots=True)
class _RandomDescent:
    """State of one descent.

    Args:
        value: of each variable.
        true, free: for each constraint, how many of its literals are true, and how many undecided.
        left: projected variables in the order in which they are decided; some are already decided.
        weight: how many descents it stands for.
    """

    value: list[int]
    true: list[int]
    free: list[int]
    left: list[int]
    weight: float

    def copy(self, weight: float) -> _RandomDescent:
        """A copy of the state, for another descent that continues from it."""
        return _RandomDescent(self.value[:], self.true[:], self.free[:], self.left[:], weight)


class _ConstraintIndex:
    """The constraints, and for each variable those that contain it."""

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
        """The start of all descents; None if propagation already finds a conflict."""
        sizes = [len(one.literals) for one in self._bounds]
        values = [_FREE] * (self._variables + 1)
        descent = _RandomDescent(values, [0] * len(sizes), sizes, list(self._projection), 1.0)
        return descent if self._propagate(descent, [], list(range(len(sizes)))) else None

    def true_variables(self, descent: _RandomDescent) -> list[int]:
        """The projected variables that are true in a descent."""
        return [x for x in self._projection if descent.value[x] == _TRUE]

    def step(self, descent: _RandomDescent, rng: Random) -> bool | None:
        """Take one step: False on a conflict, None if nothing was left to decide."""
        place, fewest = -1, 1 << 60
        for one in self._asking:
            need = self._bounds[one].low - descent.true[one]
            if need > 0 and descent.free[one] - need + 1 < fewest:
                place, fewest = one, descent.free[one] - need + 1
        literals = (
            self._decide_free_variable(descent, rng)
            if place < 0
            else self._decide_first_true(descent, place, rng)
        )
        return self._propagate(descent, literals, []) if literals else None

    def _decide_first_true(self, descent: _RandomDescent, place: int, rng: Random) -> list[int]:
        """Choose which literal of a constraint is the first true one; the cases exclude one another.

        The choice assumes that exactly the minimum is true and that all sets of that size are equally
        likely.
        """
        one = self._bounds[place]
        need = one.low - descent.true[place]
        literals = [x for x in dict.fromkeys(one.literals) if descent.value[abs(x)] == _FREE]
        rng.shuffle(literals)
        for first in range(len(literals)):
            here = need / (len(literals) - first)
            if here >= 1 or rng.random() < here:
                descent.weight /= here
                break
            descent.weight /= 1 - here
        return [*(-x for x in literals[:first]), literals[first]]

    def _decide_free_variable(self, descent: _RandomDescent, rng: Random) -> list[int]:
        """Choose a value for a variable that no constraint requires; none if all are decided.

        A literal that excludes many others is true in few solutions.
        """
        while descent.left and descent.value[descent.left[-1]] != _FREE:
            descent.left.pop()
        if not descent.left:
            return []
        x = descent.left.pop()
        excluded = 0
        for place, sign in self._having[x]:
            if sign > 0 and descent.true[place] + 1 == self._most[place]:
                excluded += descent.free[place] - 1
        likely = _density(excluded)
        if rng.random() < likely:
            descent.weight /= likely
            return [x]
        descent.weight /= 1 - likely
        return [-x]

    def _propagate(self, descent: _RandomDescent, literals: list[int], places: list[int]) -> bool:
        """Make literals true and propagate; False on a conflict."""
        while literals or places:
            if literals:
                literal = literals.pop()
                if not self._assign(
                    descent, abs(literal), _TRUE if literal > 0 else _FALSE, places
                ):
                    return False
                continue
            place = places.pop()
            one, true, free = self._bounds[place], descent.true[place], descent.free[place]
            most = self._most[place]
            if true > most or true + free < one.low:
                return False
            if free and (true == most or true + free == one.low):
                sign = -1 if true == most else 1
                literals = [x * sign for x in one.literals if descent.value[abs(x)] == _FREE]
        return True

    def _assign(self, descent: _RandomDescent, x: int, sign: int, places: list[int]) -> bool:
        """Assign a variable and queue its constraints; False if it already has the other value."""
        if descent.value[x] == _FREE:
            descent.value[x] = sign
            for place, positive in self._having[x]:
                descent.free[place] -= 1
                descent.true[place] += positive == sign
                places.append(place)
        return descent.value[x] == sign


@cache
def _density(excluded: int) -> float:
    """Estimate the share p of the solutions with a given man that excludes ``excluded`` others.

    If all are independent, a man is absent only because one of its neighbours is present:
    p = (1 - p)^(excluded + 1).
    """
    low, high = 0.0, 1.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if middle < (1 - middle) ** (excluded + 1) else (low, middle)
    return high


def _needs_resampling(descents: Sequence[_RandomDescent], number: int) -> bool:
    """Whether the effective number of descents, by their weights, is less than half of ``number``."""
    whole = sum(descent.weight for descent in descents)
    return (
        0
        < 2 * whole * whole
        < number * sum(descent.weight * descent.weight for descent in descents)
    )


def _resample(descents: list[_RandomDescent], number: int, rng: Random) -> list[_RandomDescent]:
    """Draw ``number`` descents of equal weight, each about in proportion to its old weight."""
    whole = sum(descent.weight for descent in descents)
    found: list[_RandomDescent] = []
    passed, mark = 0.0, rng.random()
    for descent in descents:
        passed += descent.weight / whole * number
        while len(found) < number and mark + len(found) < passed:
            found.append(descent.copy(whole / number))
    return found
