"""Depth-first search for armies, compiled: items of different sides exclude one another, side after side.

Items of one side never exclude one another. So once all sides except the last are chosen, the last needs no
search: j of its a remaining items can be chosen in C(a, j) ways. Before that, an item is tried only if it
leaves enough items to every later side; if it does not, it does not after further choices either.

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

#: The choice that ends a side.
NONE_MORE = -1


class Sides(NamedTuple):
    """The task as arrays; a *place* is the number of a bit, 64 to a word.

    Args:
        field: for each side, its items.
        keep: for each place, the items that remain when it is chosen; of its own side the later ones.
        begun: for each side, the number of items chosen beforehand.
        low, high: for each side, the least and the greatest number of its men, those included.
        equal: whether all sides have the same number of men.
    """

    field: Any
    keep: Any
    begun: Any
    low: Any
    high: Any
    equal: bool


class SideStack(NamedTuple):
    """The state of a search: for each depth …

    Args:
        free: the items that may still be chosen.
        todo: the choices not yet tried.
        side: the current side; one past the last at the end.
        number: the number of its men chosen so far.
        ended: whether ending it has been tried.
        choice: the chosen place, or ``NONE_MORE``.
        men: the number of men chosen in all.
        first: the number of men of the first side, once it has ended.
    """

    free: Any
    todo: Any
    side: Any
    number: Any
    ended: Any
    choice: Any
    men: Any
    first: Any


@njit(cache=True, forceinline=True)
def _least_number(task: Any, side: int, number: int) -> int:
    """The least number of men of a side, given the least number of the first side."""
    low = task.low[side]
    return int(max(low, number) if task.equal else low)


@njit(cache=True, forceinline=True)
def _leaves_enough(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Whether an item leaves enough of every later side."""
    side = stack.side[depth]
    number = stack.number[depth] + 1 if side == 0 else stack.first[depth]
    for later in range(side + 1, task.low.shape[0]):
        left = _0
        for word in range(stack.free.shape[1]):
            left += popcount(
                stack.free[depth, word] & task.keep[place, word] & task.field[later, word]
            )
        if task.begun[later] + np.int64(left) < _least_number(task, later, number):
            return False
    return True


@njit(cache=True, forceinline=True)
def fill_side_choices(task: Any, stack: Any, depth: int) -> bool:
    """Fill in what is to do at a depth whose free items are known: whether there may be a solution."""
    side = stack.side[depth]
    stack.ended[depth] = 0
    if side == task.low.shape[0]:
        return True
    first = stack.number[depth] if side == 0 else stack.first[depth]
    for later in range(side + 1, task.low.shape[0]):
        left = count_free(task.field, later, stack.free[depth])
        if task.begun[later] + left < _least_number(task, later, first):
            return False
    most = task.high[side]
    least = task.low[side]
    if task.equal and side > 0:
        most = min(most, first)
        least = max(least, first)
    number = np.int64(0)
    for word in range(stack.free.shape[1]):
        some = stack.free[depth, word] & task.field[side, word]
        good = some if stack.number[depth] < most else _0
        left = good
        while left != _0:
            bit = left & (~left + _1)
            left ^= bit
            if not _leaves_enough(task, stack, depth, _64 * word + np.int64(lowest_bit(bit))):
                good ^= bit
        stack.todo[depth, word] = good
        stack.free[depth, word] ^= some ^ good
        number += np.int64(popcount(good))
    return bool(stack.number[depth] <= most and stack.number[depth] + number >= least)


@njit(cache=True, forceinline=True)
def _choose(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Choose an item: whether there may be a solution."""
    below = depth + 1
    for word in range(stack.free.shape[1]):
        stack.free[below, word] = stack.free[depth, word] & task.keep[place, word]
    stack.choice[depth] = place
    stack.side[below] = stack.side[depth]
    stack.number[below] = stack.number[depth] + 1
    stack.men[below] = stack.men[depth] + 1
    stack.first[below] = stack.first[depth]
    return fill_side_choices(task, stack, below)


@njit(cache=True, forceinline=True)
def _has_enough(task: Any, stack: Any, depth: int) -> bool:
    """Whether a side has enough."""
    side = stack.side[depth]
    first = stack.first[depth] if side > 0 else 0
    return bool(stack.number[depth] >= _least_number(task, side, first))


@njit(cache=True, forceinline=True)
def _next_side(task: Any, stack: Any, depth: int) -> bool:
    """Go on to the next side: whether there may be a solution."""
    below = depth + 1
    side = stack.side[depth]
    for word in range(stack.free.shape[1]):
        stack.free[below, word] = stack.free[depth, word]
    stack.choice[depth] = NONE_MORE
    stack.side[below] = side + 1
    stack.number[below] = task.begun[side + 1] if side + 1 < task.begun.shape[0] else 0
    stack.men[below] = stack.men[depth] + stack.number[below]
    stack.first[below] = stack.number[depth] if side == 0 else stack.first[depth]
    return fill_side_choices(task, stack, below)


@njit(cache=True)
def side_search(
    task: Any, stack: Any, depth: int, leaves: Any, out: Any, budget: int
) -> tuple[int, int, int]:
    """Count leaves, or list.

    Args:
        task: what is searched.
        stack: where the search is.
        depth: where to go on.
        leaves: number of leaves by the men chosen of all sides except the last, and by the items that
            remain of the last; added to.
        out: rows for solutions, a place or -1 in each; without rows leaves are counted.
        budget: stop after about this many nodes, or when the rows are full.

    Returns:
        where to go on, -1 if there is nothing left, how many rows have been filled, and what is left of
        the budget.
    """
    last = task.low.shape[0] - 1
    found = 0
    while depth >= 0:
        if budget <= 0 or found == out.shape[0] > 0:
            break
        budget -= 1
        side = stack.side[depth]
        if side > last:
            found += write_row(stack, depth, out, found)
        elif side == last and out.shape[0] == 0:
            left = count_free(task.field, last, stack.free[depth])
            leaves[stack.men[depth], left] += 1
        else:
            place = take_lowest(stack.todo[depth])
            if place >= 0:
                if _choose(task, stack, depth, place):
                    depth += 1
                continue
            if not stack.ended[depth]:
                stack.ended[depth] = 1
                if _has_enough(task, stack, depth) and _next_side(task, stack, depth):
                    depth += 1
                continue
        depth -= 1
    return depth, found, budget


@njit(cache=True)
def side_probe(task: Any, stack: Any, times: int, seed: int) -> float:
    """About how many nodes a count has: the mean over random ways down, see ``level_kernel.probe``."""
    last = task.low.shape[0] - 1
    state = np.uint64(seed)
    nodes = 0.0
    for _ in range(times):
        weight = 1.0
        depth = 0
        alive = fill_side_choices(task, stack, 0)
        while alive and stack.side[depth] < last:
            number = _0
            for word in range(stack.todo.shape[1]):
                number += popcount(stack.todo[depth, word])
            ends = 1 if _has_enough(task, stack, depth) else 0
            choices = np.int64(number) + ends
            nodes += weight * choices
            if choices == 0:
                break
            weight *= choices
            state = next_random(state)
            pick = np.int64((state >> np.uint64(33)) % np.uint64(choices))
            if pick < np.int64(number):
                place = np.int64(NONE_MORE)
                for _ in range(pick + 1):
                    place = np.int64(take_lowest(stack.todo[depth]))
                alive = _choose(task, stack, depth, place)
            else:
                alive = _next_side(task, stack, depth)
            depth += 1
    return nodes / times
