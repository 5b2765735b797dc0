"""Any covers and quotas, compiled: hit the cover that has the fewest items left, then choose freely.

A node is a set of items chosen and of items still free. While a cover is not hit, the node branches on
which of its free items is the *first* to be chosen: earlier ones are excluded, so that no solution comes
twice. When all covers are hit, it branches likewise on the free items of one clique, or goes on without
any of them. Items that exclude nothing that is left, and that no quota counts, are not branched on: they
are only counted, for each of them may be chosen or not.

The stack is data, so that a call can stop after a budget of nodes and the next one resumes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.bitboard.words import (
    count_free,
    lowest_bit,
    next_random,
    popcount,
    take_lowest,
    write_row,
)
from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_64 = 64

#: What is known of a node: nothing yet; that it branches on a cover, or on items that are free to choose.
UNSETTLED, COVER, FREE = 0, 1, 2

#: What became of a node: no solution, one (times two for each item that may be or not), or branches.
_LOST, _LEAF, _BRANCH, _LAST = 0, 1, 2, 3


class Covers(NamedTuple):
    """The task as arrays; a *place* is the number of a bit, 64 to a word.

    Args:
        keep: for each place, what stays free when it is chosen.
        field: for each place, the bits of its clique in its word.
        most: all bits but the topmost of each clique.
        tops: the topmost bits.
        covers: sets of which something must be chosen.
        missed: for each place, the covers that it does not hit.
        quotas: sets that are counted.
        low, high: for each quota, the least and the greatest number of its items.
        counted: the union of the quotas.
        whole: which quota counts everything; -1 if none does.
    """

    keep: Any
    field: Any
    most: Any
    tops: Any
    covers: Any
    missed: Any
    quotas: Any
    low: Any
    high: Any
    counted: Any
    whole: int


class CoverStack(NamedTuple):
    """Where a search is: for each depth …

    Args:
        free: the items that may still be chosen.
        unhit: the covers that are not hit.
        todo: the branches not yet taken.
        counts: how many each quota has.
        either: how many items may be chosen or not, whatever else is.
        mode: ``UNSETTLED``, ``COVER`` or ``FREE``.
        choice: the place chosen there; as many as the depth are chosen.
    """

    free: Any
    unhit: Any
    todo: Any
    counts: Any
    either: Any
    mode: Any
    choice: Any


@njit(cache=True)
def _count_cliques(task: Any, free: Any) -> Any:
    """How many cliques have something left."""
    number = _0
    for index in range(free.shape[0]):
        live = ((free[index] & task.most[index]) + task.most[index]) | free[index]
        number += popcount(live & task.tops[index])
    return np.int64(number)


@njit(cache=True)
def _quotas_suffice(task: Any, free: Any, counts: Any) -> bool:
    """Close the quotas that are full; say whether the others can still be met, one man for each clique."""
    for quota in range(task.low.shape[0]):
        if counts[quota] == task.high[quota]:
            for index in range(free.shape[0]):
                free[index] &= ~task.quotas[quota, index]
    for quota in range(task.low.shape[0]):
        if counts[quota] < task.low[quota]:
            possible = counts[quota]
            for index in range(free.shape[0]):
                left = free[index] & task.quotas[quota, index]
                live = ((left & task.most[index]) + task.most[index]) | left
                possible += np.int64(popcount(live & task.tops[index]))
            if possible < task.low[quota]:
                return False
    return True


@njit(cache=True)
def _choose_cover(task: Any, free: Any, unhit: Any) -> tuple[Any, Any]:
    """The unhit cover with the fewest free items (-1 if all are hit), and how many it has."""
    best: Any = -1
    fewest: Any = 64 * free.shape[0] + 1
    for index in range(unhit.shape[0]):
        left = unhit[index]
        while left != _0 and fewest > 0:
            cover = _64 * index + np.int64(lowest_bit(left))
            left &= left - _1
            number = count_free(task.covers, cover, free)
            if number < fewest:
                best = cover
                fewest = number
    return best, fewest


@njit(cache=True)
def _keep_common_items(task: Any, todo: Any, unhit: Any) -> None:
    """Keep the items that hit every cover that is unhit."""
    for index in range(unhit.shape[0]):
        left = unhit[index]
        while left != _0:
            cover = _64 * index + np.int64(lowest_bit(left))
            left &= left - _1
            for word in range(todo.shape[0]):
                todo[word] &= task.covers[cover, word]


@njit(cache=True)
def _excludes_nothing(task: Any, free: Any, place: Any) -> bool:
    """Whether an item excludes nothing else that is free."""
    for index in range(free.shape[0]):
        gone = free[index] & ~task.keep[place, index]
        if index == place // _64:
            gone &= ~(_1 << np.uint64(place % _64))
        if gone != _0:
            return False
    return True


@njit(cache=True)
def _expand(task: Any, stack: Any, depth: int, rows: int) -> int:
    """Find out what becomes of a node, and its branches; ``rows`` is 0 if solutions are counted only."""
    free = stack.free[depth]
    if not _quotas_suffice(task, free, stack.counts[depth]):
        return _LOST
    last = task.whole >= 0 and stack.counts[depth, task.whole] == task.high[task.whole] - 1
    cover, number = _choose_cover(task, free, stack.unhit[depth])
    if cover >= 0:
        if number == 0:
            return _LOST
        for index in range(free.shape[0]):
            stack.todo[depth, index] = free[index] & task.covers[cover, index]
        if last:
            _keep_common_items(task, stack.todo[depth], stack.unhit[depth])
        stack.mode[depth] = COVER
        return _BRANCH
    if last and rows == 0 and task.low.shape[0] == 1:
        return _LAST
    stack.mode[depth] = FREE
    for index in range(free.shape[0]):
        while free[index] != _0:
            bit = lowest_bit(free[index])
            place = _64 * index + np.int64(bit)
            counted = (task.counted[index] >> bit) & _1
            if rows > 0 or counted or not _excludes_nothing(task, free, place):
                stack.todo[depth, index] = free[index] & task.field[place]
                return _BRANCH
            free[index] ^= _1 << bit
            stack.either[depth] += 1
    return _LEAF


@njit(cache=True)
def _descend(task: Any, stack: Any, depth: int, place: Any) -> None:
    """Choose an item, which is no longer free beside its successors."""
    index = place // _64
    bit = np.uint64(place % _64)
    stack.free[depth, index] &= ~(_1 << bit)
    stack.choice[depth] = place
    below = depth + 1
    for word in range(stack.free.shape[1]):
        stack.free[below, word] = stack.free[depth, word] & task.keep[place, word]
        stack.todo[below, word] = _0
    for word in range(stack.unhit.shape[1]):
        stack.unhit[below, word] = stack.unhit[depth, word] & task.missed[place, word]
    for quota in range(task.low.shape[0]):
        counted = (task.quotas[quota, index] >> bit) & _1
        stack.counts[below, quota] = stack.counts[depth, quota] + np.int64(counted)
    stack.either[below] = stack.either[depth]
    stack.mode[below] = UNSETTLED


@njit(cache=True)
def _add_last(task: Any, stack: Any, depth: int, sizes: Any) -> None:
    """Count one item more, whichever it is, or none where these are enough."""
    if stack.counts[depth, 0] >= task.low[0]:
        sizes[depth, 0] += 1
    for index in range(stack.free.shape[1]):
        sizes[depth + 1, 0] += np.int64(popcount(stack.free[depth, index]))


@njit(cache=True)
def search(
    task: Any, stack: Any, depth: int, sizes: Any, out: Any, budget: int
) -> tuple[int, int, int]:
    """Count by size, or list.

    Args:
        task: what is searched.
        stack: where the search is.
        depth: of the node where to go on.
        sizes: number of leaves by the items chosen, and by the items that may be chosen or not; added to.
        out: rows for solutions, a place or -1 in each; without rows solutions are counted.
        budget: stop after about this many nodes, or when the rows are full.

    Returns:
        where to go on, -1 if there is nothing left, how many rows have been filled, and what is left of
        the budget.
    """
    found = 0
    while depth >= 0:
        if budget == 0 or found == out.shape[0] > 0:
            break
        if stack.mode[depth] == UNSETTLED:
            budget -= 1
            outcome = _expand(task, stack, depth, out.shape[0])
            if outcome == _LEAF:
                sizes[depth, stack.either[depth]] += 1
                found += write_row(stack, depth, out, found)
            elif outcome == _LAST:
                _add_last(task, stack, depth, sizes)
            if outcome != _BRANCH:
                depth -= 1
                continue
        place = take_lowest(stack.todo[depth])
        if place >= 0:
            _descend(task, stack, depth, place)
            depth += 1
        elif stack.mode[depth] == FREE:
            stack.mode[depth] = UNSETTLED  # without any of them
        else:
            depth -= 1
    return depth, found, budget


@njit(cache=True)
def _branch_probability(task: Any, stack: Any, depth: int, choices: int) -> float:
    """The probability with which ``probe`` takes one of the branches rather than none of them."""
    if stack.mode[depth] == COVER:
        return 1.0
    filled = choices / (choices + 1)
    if task.whole >= 0:
        lacking = task.high[task.whole] - stack.counts[depth, task.whole]
        filled = min(filled, lacking / _count_cliques(task, stack.free[depth]))
    return filled


@njit(cache=True)
def probe(task: Any, stack: Any, free: Any, times: int, seed: int) -> float:
    """About how many nodes a search has, as ``probe`` of the levels: cliques are left empty likewise.

    The stack has not been used, and is used up; ``free`` are the items that are free at the root.
    """
    state = np.uint64(seed)
    nodes = 0.0
    for _ in range(times):
        weight = 1.0
        depth = 0
        for index in range(free.shape[0]):  # a slice would compile numpy's broadcasting
            stack.free[0, index] = free[index]
            stack.todo[0, index] = _0
        stack.either[0] = 0
        while True:
            nodes += weight
            if _expand(task, stack, depth, 0) != _BRANCH:
                break
            choices: Any = 0
            for index in range(free.shape[0]):
                choices += np.int64(popcount(stack.todo[depth, index]))
            if choices == 0 and stack.mode[depth] == COVER:
                break
            filled = _branch_probability(task, stack, depth, choices)
            state = next_random(state)
            if np.float64(state >> np.uint64(33)) < filled * 2147483648.0:
                weight *= choices / filled
                state = next_random(state)
                choices = 1 + np.int64((state >> np.uint64(33)) % np.uint64(choices))
            else:
                weight /= 1.0 - filled
                choices += 1
            place: Any = -1
            for _ in range(choices):
                place = take_lowest(stack.todo[depth])
                if place >= 0:
                    stack.free[depth, place // _64] &= ~(_1 << np.uint64(place % _64))
            if place >= 0:
                _descend(task, stack, depth, place)
                depth += 1
    return nodes / times
