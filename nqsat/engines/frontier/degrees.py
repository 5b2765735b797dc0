"""Variables with at most two constraints each are the edges of a graph: subgraphs with given degrees.

Matchings and factors of a board's moves are such counts, and permanents: there rows and columns are nodes,
and a square is an edge. The edges are decided one after the other. A state has a *digit* for each node that
has decided and undecided edges: how many of its edges are chosen. The numbers of ways to all states, even
to those that do not occur, are an array with an axis for each such node, and an edge changes it in place:

    ways[i + 1, j + 1] += ways[i, j]        for the digits i, j of its two nodes

When all edges of a node are decided, the states with a right digit are added up, and its axis is free. A
node that begins with the last edge of another takes over its axis. The second half of the edges is counted
backwards from the end, by the transposed steps: so numbers are half as long.

References: R. P. Stanley, Enumerative Combinatorics 1, 4.7 (transfer matrices); M. Held, R. M. Karp, A
dynamic programming approach to sequencing problems, Journal of SIAM 10 (1962) 196-210 (sets as states).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, product
from typing import Any, NamedTuple

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.machine import memory_limit
from nqsat.engines.plans.plan import Estimate, Progress
from nqsat.modelling import Sum

#: Seconds for each number that is changed, and bytes for each state.
SECONDS, BYTES = 3e-9, 32

#: Fewer states are counted as soon without arrays; with more digits, there are few axes to speak of.
LEAST_STATES, MOST_DIGITS = 1 << 10, 8

#: Numbers have limbs of as many bits; a word has room for more, so that additions seldom carry.
_LIMB, _WORD = 48, 63

#: As many products of halves of limbs are summed up in a word.
_SUMMED = 1 << 16


#: Digits of the nodes of a step, before it and after.
Move = tuple[tuple[int, ...], tuple[int, ...]]


class DegreeStep(NamedTuple):
    """A step of the count, from the digits of one or two nodes to others."""

    axes: tuple[int, ...]  # of the nodes, ascending
    #: pairs of digits before and after, the greatest first: the number of the state before is added
    #: to that of the state after
    moves: tuple[Move, ...]
    states: int  # the number of states of the axes that are in use
    replaces: bool = False  # the states before do not stay

    def backwards(self, states: int) -> DegreeStep:
        """The transposed step, for all states: an axis that it leaves may have its digits exchanged."""
        moves = tuple((after, before) for before, after in self.moves[::-1])
        return self._replace(moves=moves, states=states)


@dataclass(frozen=True, slots=True)
class DegreesCount:
    """A count of the subgraphs with given degrees."""

    steps: tuple[DegreeStep, ...]  # what is done
    base: int  # the number of digits of a node
    axes: int  # the number of nodes at a time
    loose: int  # edges without a node, which may be chosen or not

    @property
    def cost(self) -> Estimate:
        """The estimated cost."""
        states = self.base**self.axes
        words = f"{len(self.steps):,} steps over {states:,} states of {self.axes} nodes"
        return Estimate(sum(self._costs) * SECONDS, BYTES * states, words)

    @property
    def _costs(self) -> list[int]:
        """How many numbers each step changes."""
        return [len(step.moves) * step.states // self.base ** len(step.axes) for step in self.steps]

    def run(self) -> Iterator[Progress]:
        """Count; the last slice has the number."""
        costs = [*accumulate(self._costs)]
        middle = sum(cost * 2 <= costs[-1] for cost in costs)
        first, last = _States(self.base, self.axes), _States(self.base, self.axes)
        yield from first.go(self.steps[:middle])
        states = self.base**self.axes
        yield from last.go([step.backwards(states) for step in self.steps[middle:][::-1]])
        number = yield from first.matched(last)
        yield Progress(((0, number << self.loose),), visited=2 * states)


def degrees_count(
    sums: Sequence[Sum], order: Sequence[int], memory: int | None
) -> DegreesCount | None:
    """Return the count for constraints on the edges of a graph, if these are and it is of use."""
    twice = any(len(set(bound.literals)) < len(bound.literals) for bound in sums)
    if twice or any(bound.is_impossible or min(bound.literals) < 0 for bound in sums):
        return None
    groups = [bound for bound in sums if not _is_implied(bound, sums, order)]
    nodes = [_Digits.of(group) for group in groups]
    ends: dict[int, list[int]] = {x: [] for x in order}
    for place, group in enumerate(groups):
        for x in group.literals:
            ends[x].append(place)
    if not nodes or max(map(len, ends.values())) > 2:
        return None
    axes, steps = _steps_of(nodes, [ends[x] for x in order])
    base = 1 + max(node.top for node in nodes)
    if base > MOST_DIGITS or not LEAST_STATES <= base**axes <= memory_limit(memory) // BYTES:
        return None
    sized = (step._replace(states=base**step.states) for step in steps)
    loose = sum(not some for some in ends.values())
    return DegreesCount(tuple(sized), base, axes, loose)


def _is_implied(one: Sum, sums: Sequence[Sum], variables: Collection[int]) -> bool:
    """Whether it is the number of all variables, and others, which are exact, say the same."""
    if len(one.literals) < len(variables):
        return False
    exact = {other.literals: other.low for other in sums if other.low == other.most}
    exact.pop(one.literals, None)
    return any(
        sum(map(len, cover)) == len(variables)
        and one.low <= sum(exact[literals] for literals in cover) <= one.most
        for cover in disjoint_cover(exact, variables)
    )


class _Digits(NamedTuple):
    """The digits of a node: those from ``low`` are right at the end, and ``top`` may stand for more."""

    low: int
    top: int
    more: bool

    @classmethod
    def of(cls, one: Sum) -> _Digits:
        low, bounded = max(one.low, 0), one.most < len(one.literals)
        top = one.most if bounded else low
        return cls(low, top, not bounded and top < one.most)

    @property
    def chosen(self) -> list[tuple[int, int]]:
        """The digits with the next, where an edge can be chosen."""
        return [(i, min(i + 1, self.top)) for i in range(self.top + self.more)]

    @property
    def right(self) -> range:
        return range(self.low, self.top + 1)


def _steps_of(
    nodes: Sequence[_Digits], edges: Sequence[Sequence[int]]
) -> tuple[int, list[DegreeStep]]:
    """Return the number of axes, and the steps; ``states`` are the axes in use."""
    last = {node: place for place, ends in enumerate(edges) for node in ends}
    axis: dict[int, int] = {}
    steps: list[DegreeStep] = []
    used = 0

    def add(moves: Sequence[Move], *ends: int, replaces: bool = False) -> None:
        axes = tuple(axis[node] for node in ends)
        if axes != tuple(sorted(axes)):
            axes, moves = axes[::-1], [(before[::-1], after[::-1]) for before, after in moves]
        steps.append(DegreeStep(axes, tuple(moves), used, replaces))

    for place, ends in enumerate(edges):
        fresh = [node for node in ends if node not in axis]
        closing = [node for node in ends if last[node] == place]
        if len(fresh) == 1 and [node for node in closing if node not in fresh]:
            # The new node takes over the axis of the old one.
            (new,), (old,) = fresh, (node for node in closing if node not in fresh)
            here, there = nodes[old], dict(nodes[new].chosen).get(0)
            moves: list[Move] = [((i,), (0,)) for i in here.right]
            if there is not None:
                moves += [((i,), (there,)) for i, after in here.chosen if after in here.right]
            add(sorted(moves, reverse=True), old, replaces=True)
            axis[new] = axis.pop(old)
            closing = [node for node in closing if node == new]
        elif ends:
            for node in fresh:
                axis[node] = next(free for free in count() if free not in axis.values())
            used = max(used, 1 + max(axis.values()))
            pairs = [*product(*(nodes[node].chosen for node in ends))]
            add(
                [(tuple(i for i, _ in some), tuple(j for _, j in some)) for some in pairs[::-1]],
                *ends,
            )
        for node in closing:
            add([((i,), (0,)) for i in nodes[node].right], node, replaces=True)
            del axis[node]
    return used, steps


class _States:
    """The numbers of ways to all states, in limbs, each an array with an axis for each node.

    Attributes:
        limbs: the lowest first.
        at: for each axis, the index of each digit.
        bound: no limb is greater.
    """

    def __init__(self, base: int, axes: int) -> None:
        from nqsat.engines.arrays import np

        self.base = base
        self.at = [[*range(base)] for _ in range(axes)]
        self.limbs: list[Any] = [np.zeros(base**axes, np.uint64)]
        self.limbs[0][0] = self.bound = 1

    def go(self, steps: Sequence[DegreeStep]) -> Iterator[Progress]:
        for place, step in enumerate(steps, start=1):
            grows = max(Counter(after for _, after in step.moves).values(), default=0)
            if self.bound * (1 + grows) >> _WORD:
                self._carry()
            self.bound *= 1 + grows
            if step.replaces:
                self._replace(step)
            else:
                for limb in self.limbs:
                    view = self._view(limb, step)
                    for before, after in step.moves:
                        view[self._index(step, after)] += view[self._index(step, before)]
            yield Progress(words=f"step {place:,} of {len(steps):,}")

    def _view(self, limb: Any, step: DegreeStep) -> Any:
        """A view of the states in use with the axes of a step as axes 1 and 3."""
        shape, above = list[int](), step.states
        for axis in step.axes[::-1]:
            shape += [above // self.base ** (axis + 1), self.base]
            above = self.base**axis
        return limb[: step.states].reshape(*shape, above)

    def _index(self, step: DegreeStep, digits: tuple[int, ...]) -> tuple[Any, ...]:
        places = [self.at[axis][digit] for axis, digit in zip(step.axes, digits, strict=True)]
        return tuple(some for place in places[::-1] for some in (slice(None), place))

    def _replace(self, step: DegreeStep) -> None:
        """Move the states of an axis: by its index alone, where no two digits become one or one two."""
        (axis,), at = step.axes, self.at[step.axes[0]]
        moves = [(before[0], after[0]) for before, after in step.moves]
        befores, afters = dict(moves), {after: before for before, after in moves}
        if len(afters) == len(befores) == len(moves):
            spare = [at[digit] for digit in range(self.base) if digit not in befores]
            for limb in self.limbs:
                self._view(limb, step)[:, spare] = 0
            places = iter(spare)
            self.at[axis] = [
                at[afters[digit]] if digit in afters else next(places) for digit in range(self.base)
            ]
            return
        for limb in self.limbs:
            view = self._view(limb, step)
            old = view.copy()
            view[:] = 0
            for before, after in moves:
                view[:, at[after]] += old[:, at[before]]

    def _carry(self) -> None:
        """Bring all limbs below their bound, with a further one if it is needed."""
        from nqsat.engines.arrays import np

        limbs = self.limbs
        kind = limbs[0].dtype.type
        for place, limb in enumerate(limbs):  # which may grow
            if not int(limb.max()) >> _LIMB:
                continue
            over = limb >> kind(_LIMB)
            np.bitwise_and(limb, kind((1 << _LIMB) - 1), out=limb)
            if place + 1 < len(limbs):
                limbs[place + 1] += over
            else:
                limbs.append(over)
        self.bound = max(int(limb.max()) for limb in limbs)

    def matched(self, other: _States) -> Generator[Progress, None, int]:
        """Return the sum over all states of the product of its numbers here and in another."""
        from nqsat.engines.arrays import np

        self._carry()
        other._carry()
        here = np.flatnonzero(sum(limb != 0 for limb in self.limbs))
        there = np.zeros_like(here)
        for axis, (mine, its) in enumerate(zip(self.at, other.at, strict=True)):
            size = self.base**axis
            index = np.array([its[mine.index(place)] for place in range(self.base)])
            there += index[here // size % self.base] * size
        number = 0
        for i, a in enumerate(_halves(self.limbs, here)):
            for j, b in enumerate(_halves(other.limbs, there)):
                for begin in range(0, len(here), _SUMMED):
                    some = slice(begin, begin + _SUMMED)
                    number += int((a[some] * b[some]).sum()) << _LIMB // 2 * (i + j)
                yield Progress()
        return number


def _halves(limbs: Sequence[Any], states: Any) -> Iterator[Any]:
    """Yield the numbers of some states in halves of limbs, the lowest first."""
    for limb in limbs:
        kind = limb.dtype.type
        for shift in (0, _LIMB // 2):
            yield limb[states] >> kind(shift) & kind((1 << _LIMB // 2) - 1)
