"""Depth-first search, compiled: each chosen item excludes more, alone and together with each earlier item.

Where all differences must be distinct, two pairs of squares have the same vector if and only if their
places have the same difference. So the differences in use are a set D of integers, and an item at q
excludes all places of D + q: a shift of D, applied to the current level 64 places at a time. What is left
to detect is an item that uses a difference twice: one midway between two others.

A square with several kinds has one place per kind. Then D holds, for each difference of the first places of
two squares, the differences of all their places; squares are far enough apart that these stay unique.

The stack is data, so that a call can stop after a budget of nodes and the next one resumes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.bitboard.words import count_free, lowest_bit, next_random, popcount, write_row
from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)
_6 = np.uint64(6)
_63 = np.uint64(63)
_word = np.uint64(64)
_64 = 64

#: A decision to choose no further item of a level.
NONE_MORE = -1


class Pairs(NamedTuple):
    """The task as arrays; a *place* is the number of a bit, 64 to a word.

    Args:
        field: for each decision, the items of its level.
        first: for each decision, the first word of its field …
        last: … and the one after the last.
        optional: for each decision, whether none may be chosen.
        after: for each decision, the next one if none is chosen.
        keep: for each place, what stays when it is chosen; of its own level what comes after it.
        pair: for each two places, the row of ``both``; 0 where they exclude no other item. Or empty.
        both: what stays when two are chosen.
        width: bits per square; width - 1 unused bits separate two squares; 0 if differences are free.
        sets: sets of which at least ``low`` and at most ``high`` are chosen.
        low: see there.
        high: see there.
        most: the greatest number of men.
    """

    field: Any
    first: Any
    last: Any
    optional: Any
    after: Any
    keep: Any
    pair: Any
    both: Any
    width: int
    sets: Any
    low: Any
    high: Any
    most: int


class PairStack(NamedTuple):
    """The state of a search: for each depth …

    Args:
        free: the items that may still be chosen.
        todo: the choices not yet tried.
        used: the differences in use; bit 64 · words stands for 0, where ``words`` is the size of a set.
        counts: the number of chosen items of each set.
        decision: the current decision; one past the last at the end.
        left: whether choosing none has been tried.
        choice: the place chosen there, or ``NONE_MORE``.
        men: the number of chosen items.
        placed: the chosen places in order. Not by depth.
        squares: for each of these the first place of its square, where differences are distinct.
    """

    free: Any
    todo: Any
    used: Any
    counts: Any
    decision: Any
    left: Any
    choice: Any
    men: Any
    placed: Any
    squares: Any


@njit(cache=True, forceinline=True)
def fill_choices(task: Any, stack: Any, depth: int) -> None:
    """Fill in what is to do at a depth whose free items are known."""
    decision = stack.decision[depth]
    stack.left[depth] = 0
    if decision == task.optional.shape[0]:
        return
    men = np.uint64(stack.men[depth])
    full = stack.men[depth] == task.most
    used = stack.used[depth]
    for word in range(task.first[decision], task.last[decision]):
        left = _0 if full else stack.free[depth, word] & task.field[decision, word]
        if task.width > 0:
            here = np.uint64(_64 * (stack.free.shape[1] + word))
            man = men
            while (
                man > _0 and left != _0
            ):  # the last ones first: of their differences most are in use
                man -= _1
                start = here - stack.squares[man]
                index = start >> _6
                shift = start & _63
                left &= ~(used[index] >> shift | (used[index + _1] << _1) << (_63 - shift))
        stack.todo[depth, word] = left


@njit(cache=True, forceinline=True)
def _mark_differences(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Note what is used below a depth when an item is chosen there: whether all differences are new."""
    used = stack.used[depth + 1]
    for index in range(used.shape[0]):
        used[index] = stack.used[depth, index]
    zero = np.uint64(_64 * stack.free.shape[1])
    width = np.uint64(task.width)
    here = np.uint64(place)
    here -= here % (_2 * width - _1)
    men = np.uint64(stack.men[depth])
    stack.squares[men] = here
    for man in range(men):
        up = zero + here - stack.squares[man]
        down = zero + stack.squares[man] - here
        if (used[up >> _6] >> (up & _63)) & _1:
            return False
        used[up >> _6] |= _1 << (up & _63)
        used[down >> _6] |= _1 << (down & _63)
        more = _1
        while more < width:
            for one in (up - more, up + more, down - more, down + more):
                used[one >> _6] |= _1 << (one & _63)
            more += _1
    return True


@njit(cache=True, forceinline=True)
def _choose(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Choose an item: whether it may be, and every set can still have enough."""
    if task.width > 0 and not _mark_differences(task, stack, depth, place):
        return False
    below = depth + 1
    words = stack.free.shape[1]
    for word in range(words):
        stack.free[below, word] = stack.free[depth, word] & task.keep[place, word]
    for man in range(stack.men[depth] if task.pair.shape[0] else 0):
        row = task.pair[place, stack.placed[man]]
        if row > 0:
            for word in range(words):
                stack.free[below, word] &= task.both[row, word]
    decision = stack.decision[depth]
    if task.after[decision] == decision + 1:  # no further item of its level
        for word in range(task.first[decision], task.last[decision]):
            stack.free[below, word] &= ~task.field[decision, word]
    stack.placed[stack.men[depth]] = place
    index = place // _64
    bit = np.uint64(place % _64)
    for which in range(task.low.shape[0]):
        here = np.int64((task.sets[which, index] >> bit) & _1)
        stack.counts[below, which] = stack.counts[depth, which] + here
    stack.men[below] = stack.men[depth] + 1
    stack.decision[below] = decision + 1
    return _sets_suffice(task, stack, below)


@njit(cache=True, forceinline=True)
def _skip(task: Any, stack: Any, depth: int) -> bool:
    """Choose no further item of a level; return whether every set can still reach its least number."""
    below = depth + 1
    decision = stack.decision[depth]
    for word in range(stack.free.shape[1]):
        stack.free[below, word] = stack.free[depth, word] & ~task.field[decision, word]
    for index in range(stack.used.shape[1]):
        stack.used[below, index] = stack.used[depth, index]
    for which in range(task.low.shape[0]):
        stack.counts[below, which] = stack.counts[depth, which]
    stack.men[below] = stack.men[depth]
    stack.decision[below] = task.after[decision]
    return _sets_suffice(task, stack, below)


@njit(cache=True, forceinline=True)
def _take_choice(task: Any, stack: Any, depth: int) -> int:
    """Take the next choice out of what is to do; -1 if there is none."""
    decision = stack.decision[depth]
    for word in range(task.first[decision], task.last[decision]):
        bits = stack.todo[depth, word]
        if bits != _0:
            stack.todo[depth, word] = bits & (bits - _1)
            return int(_64 * word + np.int64(lowest_bit(bits)))
    return -1


@njit(cache=True, forceinline=True)
def _sets_suffice(task: Any, stack: Any, depth: int) -> bool:
    for which in range(task.low.shape[0]):
        lacking = task.low[which] - stack.counts[depth, which]
        if stack.counts[depth, which] > task.high[which]:
            return False
        if lacking > 0 and count_free(task.sets, which, stack.free[depth]) < lacking:
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
        sizes: number of solutions by their number of men; added to.
        out: rows for solutions, a place or -1 in each; without rows solutions are counted.
        budget: stop after about this many nodes, or when the rows are full.

    Returns:
        where to go on, -1 if there is nothing left, how many rows have been filled, and what is left of
        the budget.
    """
    end = task.optional.shape[0]
    found = 0
    while depth >= 0:
        if budget == 0 or found == out.shape[0] > 0:
            break
        decision = stack.decision[depth]
        place: Any = NONE_MORE
        if decision == end:
            sizes[stack.men[depth]] += 1
            found += write_row(stack, depth, out, found)
        else:
            place = _take_choice(task, stack, depth)
            if place >= 0:
                budget -= 1
                stack.choice[depth] = place
                if _choose(task, stack, depth, place):
                    depth += 1
                    fill_choices(task, stack, depth)
                continue
            if task.optional[decision] and not stack.left[depth]:
                budget -= 1
                stack.left[depth] = 1
                stack.choice[depth] = NONE_MORE
                if _skip(task, stack, depth):
                    depth += 1
                    fill_choices(task, stack, depth)
                continue
        depth -= 1
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
        fill_choices(task, stack, 0)
        while stack.decision[depth] < end:
            number = _0
            decision = stack.decision[depth]
            for word in range(task.first[decision], task.last[decision]):
                number += popcount(stack.todo[depth, word])
            optional = np.int64(task.optional[decision])
            choices = np.int64(number) + optional
            nodes += weight * choices
            if choices == 0:
                break
            weight *= choices
            state = next_random(state)
            pick = np.int64((state >> np.uint64(33)) % np.uint64(choices))
            place: Any = NONE_MORE
            if pick < np.int64(number):
                for _ in range(pick + 1):
                    place = _take_choice(task, stack, depth)
            stack.choice[depth] = place
            alive = _choose(task, stack, depth, place) if place >= 0 else _skip(task, stack, depth)
            if not alive:
                break
            depth += 1
            fill_choices(task, stack, depth)
    return nodes / times
