"""Pairs, compiled: level after level, where two men together forbid further squares.

Of the pairs of men of one class at most one may be present: two men of a line, two with one difference.
So a man who is chosen strikes out what he excludes alone, and with each man before him what these two
exclude. That two pairs of a class share nobody is seen by which classes are in use.

The stack is data, so that a call can end after so many nodes and the next one goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.bitboard.words import free_in, ones, take, write
from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_64 = 64

#: What a decision is where nobody more of a level is chosen.
NOBODY = -1


class Pairs(NamedTuple):
    """The task as arrays; a *place* is the number of a bit, 64 to a word.

    Args:
        field: for each decision, the items of its level.
        optional: for each decision, whether nobody may be chosen.
        after: for each decision, the next one if nobody is.
        keep: for each place, what stays when it is chosen; of its own level what comes after it.
        pair: for each two places, the row of ``both``; 0 where together they exclude nobody else.
        both: what stays when two are chosen.
        kind: for each two places, their class; -1 where it need not be looked at. Or nothing.
        sets: sets of which at least so many are chosen, ``low``.
        low: see there.
        most: so many men at most.
    """

    field: Any
    optional: Any
    after: Any
    keep: Any
    pair: Any
    both: Any
    kind: Any
    sets: Any
    low: Any
    most: int


class PairStack(NamedTuple):
    """Where a search is: for each depth …

    Args:
        free: the items that may still be chosen.
        todo: the choices not yet tried.
        counts: how many each set has.
        decision: what is decided there; one more than the last at the end.
        left: whether nobody has been tried.
        choice: the place chosen there, or ``NOBODY``.
        men: how many have been chosen.
        used: for each class, whether a pair of it is present. Not by depth.
    """

    free: Any
    todo: Any
    counts: Any
    decision: Any
    left: Any
    choice: Any
    men: Any
    used: Any


@njit(cache=True)
def begin(task: Any, stack: Any, depth: int) -> None:
    """Fill in what is to do at a depth whose free items are known."""
    decision = stack.decision[depth]
    stack.left[depth] = 0
    if decision < task.optional.shape[0]:
        full = stack.men[depth] == task.most
        for word in range(stack.free.shape[1]):
            some = stack.free[depth, word] & task.field[decision, word]
            stack.todo[depth, word] = _0 if full else some


@njit(cache=True)
def _use(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Note the classes of a man and those before him; if one is in use already, none is noted."""
    for before in range(depth):
        other = stack.choice[before]
        kind = task.kind[place, other] if other >= 0 else -1
        if kind < 0:
            continue
        if stack.used[kind]:
            for earlier in range(before):
                other = stack.choice[earlier]
                if other >= 0 and task.kind[place, other] >= 0:
                    stack.used[task.kind[place, other]] = 0
            return False
        stack.used[kind] = 1
    return True


@njit(cache=True)
def _release(task: Any, stack: Any, depth: int) -> None:
    """Take back what ``_use`` has noted of the man at a depth."""
    place = stack.choice[depth]
    for before in range(depth):
        other = stack.choice[before]
        if other >= 0 and task.kind[place, other] >= 0:
            stack.used[task.kind[place, other]] = 0


@njit(cache=True)
def _choose(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Choose an item: whether every set can still have enough."""
    below = depth + 1
    words = stack.free.shape[1]
    for word in range(words):
        stack.free[below, word] = stack.free[depth, word] & task.keep[place, word]
    for before in range(depth):
        other = stack.choice[before]
        if other >= 0:
            row = task.pair[place, other]
            if row > 0:
                for word in range(words):
                    stack.free[below, word] &= task.both[row, word]
    index = place // _64
    bit = np.uint64(place % _64)
    for which in range(task.low.shape[0]):
        here = np.int64((task.sets[which, index] >> bit) & _1)
        stack.counts[below, which] = stack.counts[depth, which] + here
    stack.men[below] = stack.men[depth] + 1
    stack.decision[below] = stack.decision[depth] + 1
    return _possible(task, stack, below)


@njit(cache=True)
def _skip(task: Any, stack: Any, depth: int) -> bool:
    """Choose nobody more of a level: whether every set can still have enough."""
    below = depth + 1
    decision = stack.decision[depth]
    for word in range(stack.free.shape[1]):
        stack.free[below, word] = stack.free[depth, word] & ~task.field[decision, word]
    for which in range(task.low.shape[0]):
        stack.counts[below, which] = stack.counts[depth, which]
    stack.men[below] = stack.men[depth]
    stack.decision[below] = task.after[decision]
    return _possible(task, stack, below)


@njit(cache=True)
def _possible(task: Any, stack: Any, depth: int) -> bool:
    for which in range(task.low.shape[0]):
        lacking = task.low[which] - stack.counts[depth, which]
        if lacking > 0 and free_in(task.sets, which, stack.free[depth]) < lacking:
            return False
    return True


@njit(cache=True)
def pair_search(
    task: Any, stack: Any, depth: int, sizes: Any, out: Any, budget: int
) -> tuple[int, int, int]:
    """Count by size, or list.

    Args:
        task: what is searched.
        stack: where the search is.
        depth: where to go on.
        sizes: how many solutions have so many men; added to.
        out: rows for solutions, a place or -1 in each; without rows solutions are counted.
        budget: stop after about so many nodes, or when the rows are full.

    Returns:
        where to go on, -1 if there is nothing left, how many rows have been filled, and what is left of
        the budget.
    """
    end = task.optional.shape[0]
    found = 0
    checked = task.kind.shape[0] > 0
    while depth >= 0:
        if budget == 0 or found == out.shape[0] > 0:
            break
        decision = stack.decision[depth]
        place: Any = NOBODY
        if decision == end:
            sizes[stack.men[depth]] += 1
            found += write(stack, depth, out, found)
        else:
            place = take(stack.todo[depth])
            if place >= 0:
                budget -= 1
                if checked and not _use(task, stack, depth, place):
                    continue
                stack.choice[depth] = place
                if _choose(task, stack, depth, place):
                    depth += 1
                    begin(task, stack, depth)
                elif checked:
                    _release(task, stack, depth)
                continue
            if task.optional[decision] and not stack.left[depth]:
                budget -= 1
                stack.left[depth] = 1
                stack.choice[depth] = NOBODY
                if _skip(task, stack, depth):
                    depth += 1
                    begin(task, stack, depth)
                continue
        depth -= 1
        if depth >= 0 and checked and stack.choice[depth] >= 0:
            _release(task, stack, depth)
    return depth, found, budget


@njit(cache=True)
def pair_probe(task: Any, stack: Any, times: int, seed: int) -> float:
    """About how many nodes a search has: the mean over random ways down, see ``level_kernel.probe``."""
    end = task.optional.shape[0]
    state = np.uint64(seed)
    nodes = 0.0
    for _ in range(times):
        weight = 1.0
        depth = 0
        for index in range(stack.used.shape[0]):
            stack.used[index] = 0
        begin(task, stack, 0)
        while stack.decision[depth] < end:
            number = _0
            for word in range(stack.todo.shape[1]):
                number += ones(stack.todo[depth, word])
            optional = np.int64(task.optional[stack.decision[depth]])
            choices = np.int64(number) + optional
            nodes += weight * choices
            if choices == 0:
                break
            weight *= choices
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            pick = np.int64((state >> np.uint64(33)) % np.uint64(choices))
            place: Any = NOBODY
            if pick < np.int64(number):
                for _ in range(pick + 1):
                    place = take(stack.todo[depth])
                if task.kind.shape[0] > 0 and not _use(task, stack, depth, place):
                    break
            stack.choice[depth] = place
            alive = _choose(task, stack, depth, place) if place >= 0 else _skip(task, stack, depth)
            if not alive:
                break
            depth += 1
            begin(task, stack, depth)
    return nodes / times
