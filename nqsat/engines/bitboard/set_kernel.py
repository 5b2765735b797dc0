"""Any covers and quotas, compiled: hit the cover that has the fewest items left, then go field by field.

A node is a set of items chosen and of items still free. It branches on which free item of a set is the
*first* to be chosen: earlier ones are excluded, so that no solution comes twice. The set is a cover that is
not hit, if there is one, else the *field* of the first free item that needs a decision; of a field none may
be chosen. Items that exclude one another in no way, or of which at most one more is chosen, need no
decision: a count takes all their combinations at once.

Two chosen items may exclude a third (``pair``): those of a line exclude the rest of it. Where differences
must be distinct, two pairs of squares have the same vector if and only if their places have the same
difference. So the differences in use are a set D of integers, and an item at q excludes all of D + q: a
shift of D, applied to the current set 64 places at a time. What is left to detect is an item that uses a
difference twice: one midway between two others. A square with several kinds has one place per kind. Then D
holds, for each difference of the first places of two squares, the differences of all their places; squares
are far enough apart that these stay unique.

The stack is data, so that a call can stop after a budget of nodes and the next one resumes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.bitboard.words import count_free, lowest_bit, popcount, take_lowest
from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)
_6 = np.uint64(6)
_63 = np.uint64(63)
_64 = 64

#: What is known of a node: nothing yet; no branches; that it branches on a set of which one item must be
#: chosen; or on one of which none may be.
UNSETTLED, DEAD, MUST, MAY = 0, 1, 2, 3

#: Which items need a decision: those that exclude others, also those that a quota counts, or every item.
EXCLUDING, COUNTED, EVERY = 0, 1, 2


class Sets(NamedTuple):
    """The task as arrays; a *place* is the number of a bit, 64 to a word.

    Args:
        keep: for each place, what stays free when it is chosen.
        field: for each place, the items of its field …
        quota: … and the quota of just these; -1 if there is none.
        most: all bits but the topmost of each field that is a clique, and of no other …
        tops: … and the topmost bits; all bits of other fields.
        covers: sets of which something must be chosen.
        missed: for each place, the covers that it does not hit.
        quotas: sets that are counted; of each at least ``low`` and at most ``high`` items are chosen.
        low, high: see there.
        counted: the union of the quotas.
        whole: which quota counts everything; -1 if none does.
        equal: whether equally many items are chosen of all quotas.
        ahead: whether items are excluded that leave too few to a quota.
        pair: for each two places, the row of ``both``; 0 where they exclude no other item. Or empty.
        both: what stays free when two are chosen.
        width: bits per square; width - 1 unused bits separate two squares; 0 if differences are free.
    """

    keep: Any
    field: Any
    quota: Any
    most: Any
    tops: Any
    covers: Any
    missed: Any
    quotas: Any
    low: Any
    high: Any
    counted: Any
    whole: int
    equal: bool
    ahead: bool
    pair: Any
    both: Any
    width: int


class SetStack(NamedTuple):
    """Where a search is: for each depth …

    Args:
        free: the items that may still be chosen.
        unhit: the covers that are not hit.
        todo: the branches not yet taken.
        counts: how many each quota has.
        used: the differences in use; bit 64 · words stands for 0, where ``words`` is the size of a set.
        mode: ``UNSETTLED``, ``DEAD``, ``MUST`` or ``MAY``.
        choice: the place chosen there; as many as the depth are chosen.
        squares: where differences are distinct, the first place of the square of that place.
        low, high: the bounds of the quotas. Not by depth: at the node looked at.
    """

    free: Any
    unhit: Any
    todo: Any
    counts: Any
    used: Any
    mode: Any
    choice: Any
    squares: Any
    low: Any
    high: Any


@njit(inline=True)
def _equalise(task: Any, stack: Any, depth: int) -> None:
    """Bound each quota by what the others have, and can have."""
    least: Any = 0
    most: Any = _64 * stack.free.shape[1]
    for quota in range(stack.counts.shape[1]):
        number = stack.counts[depth, quota]
        least = max(least, number)
        most = min(most, number + count_free(task.quotas, quota, stack.free, depth))
    for quota in range(stack.counts.shape[1]):
        stack.low[quota] = max(task.low[quota], least)
        stack.high[quota] = min(task.high[quota], most)


@njit(inline=True)
def _drop_greedy_items(task: Any, stack: Any, depth: int) -> None:
    """Exclude the items that leave too few to a quota: they do after further choices, too."""
    for index in range(stack.free.shape[1]):
        todo = stack.free[depth, index]
        while todo != _0:
            bit = lowest_bit(todo)
            todo &= todo - _1
            place = _64 * index + np.int64(bit)
            for quota in range(stack.counts.shape[1]):
                lacking = stack.low[quota] - stack.counts[depth, quota]
                lacking -= np.int64((task.quotas[quota, index] >> bit) & _1)
                if lacking > 0:
                    for word in range(stack.free.shape[1]):
                        left = stack.free[depth, word] & task.keep[place, word]
                        lacking -= np.int64(popcount(left & task.quotas[quota, word]))
                    if lacking > 0:
                        stack.free[depth, index] &= ~(_1 << bit)
                        break


@njit(inline=True)
def _quotas_suffice(task: Any, stack: Any, depth: int) -> bool:
    """Close the quotas that are full; say whether the others can still be met, one of each clique."""
    quotas, words = stack.counts.shape[1], stack.free.shape[1]
    for quota in range(quotas):
        if stack.counts[depth, quota] > stack.high[quota]:
            return False
        if stack.counts[depth, quota] == stack.high[quota]:
            for word in range(words):
                stack.free[depth, word] &= ~task.quotas[quota, word]
    for quota in range(quotas):
        lacking = stack.low[quota] - stack.counts[depth, quota]
        if lacking > 0:
            for word in range(words):
                left = stack.free[depth, word] & task.quotas[quota, word]
                live = ((left & task.most[word]) + task.most[word]) | left
                lacking -= np.int64(popcount(live & task.tops[word]))
            if lacking > 0:
                return False
    return True


@njit(inline=True)
def _choose_cover(task: Any, stack: Any, depth: int) -> Any:
    """The unhit cover with the fewest free items; -1 if all are hit. With differences the first one."""
    best: Any = -1
    fewest: Any = _64 * stack.free.shape[1] + 1
    for index in range(stack.unhit.shape[1]):
        left = stack.unhit[depth, index]
        while left != _0 and fewest > 0:
            cover = _64 * index + np.int64(lowest_bit(left))
            if task.width > 0:
                return cover
            left &= left - _1
            number = count_free(task.covers, cover, stack.free, depth)
            if number < fewest:
                best = cover
                fewest = number
    return best


@njit(inline=True)
def _keep_common_items(task: Any, stack: Any, depth: int) -> None:
    """Keep the items that hit every cover that is unhit."""
    for index in range(stack.unhit.shape[1]):
        left = stack.unhit[depth, index]
        while left != _0:
            cover = _64 * index + np.int64(lowest_bit(left))
            left &= left - _1
            for word in range(stack.free.shape[1]):
                stack.free[depth, word] &= task.covers[cover, word]


@njit(inline=True)
def _excludes_nothing(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Whether an item excludes nothing else that is free, whatever else is chosen."""
    if task.pair.shape[0] > 0 or task.width > 0:
        return False
    for index in range(stack.free.shape[1]):
        gone = stack.free[depth, index] & ~task.keep[place, index]
        if index == place // _64:
            gone &= ~(_1 << np.uint64(place % _64))
        if gone != _0:
            return False
    return True


@njit(inline=True)
def _undecided_item(task: Any, stack: Any, depth: int, which: int) -> Any:
    """The first free item that excludes another, or is one of ``which``; -1 if there is none."""
    for index in range(stack.free.shape[1]):
        left = stack.free[depth, index]
        while left != _0:
            bit = lowest_bit(left)
            left &= left - _1
            place = _64 * index + np.int64(bit)
            if which == EVERY or (which == COUNTED and (task.counted[index] >> bit) & _1):
                return place
            if not _excludes_nothing(task, stack, depth, place):
                return place
    return -1


@njit(inline=True)
def _count_rest(task: Any, stack: Any, depth: int, least: Any, out: Any, row: int) -> int:
    """Write a row if what is free can be counted at once; return the number of rows, -1 if it cannot.

    The row says how many items are chosen, how many are free, and at least and at most how many of these
    are to be chosen, whichever they are.
    """
    left: Any = 0
    for word in range(stack.free.shape[1]):
        left += np.int64(popcount(stack.free[depth, word]))
    low: Any = least
    high: Any = left
    for quota in range(stack.counts.shape[1]):
        here = count_free(task.quotas, quota, stack.free, depth)
        lacking = stack.low[quota] - stack.counts[depth, quota]
        if here < left and (here > 0 or lacking > 0):
            return -1
        if here == left:
            low = max(low, lacking)
            high = min(high, stack.high[quota] - stack.counts[depth, quota])
            if task.equal:  # all others have as many as they will
                high = min(high, lacking)
    if left > 0 and task.width > 0:
        return -1
    if high > 1 and _undecided_item(task, stack, depth, EXCLUDING) >= 0:
        return -1
    if low > high:
        return 0
    out[row, 0] = depth
    out[row, 1] = left
    out[row, 2] = low
    out[row, 3] = high
    return 1


@njit(inline=True)
def _fill_choices(task: Any, stack: Any, depth: int, sets: Any, which: Any) -> None:
    """Fill in the free items of a set; exclude those that would repeat a difference."""
    words = stack.free.shape[1]
    for word in range(words):
        here = stack.free[depth, word] & sets[which, word]
        left = here
        man = depth if task.width > 0 else 0
        while man > 0 and left != _0:  # the last ones first: of their differences most are in use
            man -= 1
            start = np.uint64(_64 * (words + word)) - stack.squares[man]
            index = start >> _6
            shift = start & _63
            some = stack.used[depth, index] >> shift
            left &= ~(some | (stack.used[depth, index + _1] << _1) << (_63 - shift))
        stack.todo[depth, word] = left
        stack.free[depth, word] ^= here ^ left


@njit(inline=True)
def _mark_differences(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Note what is used below a depth when an item is chosen there: whether all differences are new."""
    below = depth + 1
    for index in range(stack.used.shape[1]):
        stack.used[below, index] = stack.used[depth, index]
    zero = np.uint64(_64 * stack.free.shape[1])
    width = np.uint64(task.width)
    here = np.uint64(place)
    here -= here % (_2 * width - _1)
    stack.squares[depth] = here
    for man in range(depth):
        up = zero + here - stack.squares[man]
        down = zero + stack.squares[man] - here
        if (stack.used[below, up >> _6] >> (up & _63)) & _1:
            return False
        stack.used[below, up >> _6] |= _1 << (up & _63)
        stack.used[below, down >> _6] |= _1 << (down & _63)
        more = _1
        while more < width:
            for one in (up - more, up + more, down - more, down + more):
                stack.used[below, one >> _6] |= _1 << (one & _63)
            more += _1
    return True


@njit(inline=True)
def _expand(task: Any, stack: Any, depth: int, listing: int, out: Any, row: int) -> int:
    """Find out what becomes of a node, and its branches; return the number of rows written."""
    stack.mode[depth] = DEAD
    if task.equal:
        _equalise(task, stack, depth)
    if task.ahead:
        _drop_greedy_items(task, stack, depth)
    if not _quotas_suffice(task, stack, depth):
        return 0
    cover = _choose_cover(task, stack, depth)
    last = False
    if task.whole >= 0:
        last = stack.counts[depth, task.whole] == stack.high[task.whole] - 1
    if cover >= 0 and last:
        _keep_common_items(task, stack, depth)
    if not listing and (cover < 0 or last):
        rows = _count_rest(task, stack, depth, 1 if cover >= 0 else 0, out, row)
        if rows >= 0:
            return rows
    stack.mode[depth] = MUST
    if cover >= 0:
        _fill_choices(task, stack, depth, task.covers, cover)
        return 0
    place = _undecided_item(task, stack, depth, EVERY if listing else COUNTED)
    if place < 0:
        stack.mode[depth] = DEAD
        for index in range(out.shape[1]):
            out[row, index] = stack.choice[index] if index < depth else -1
        return 1
    quota = task.quota[place]
    if quota < 0 or stack.counts[depth, quota] >= stack.low[quota]:
        stack.mode[depth] = MAY
    _fill_choices(task, stack, depth, task.field, place)
    return 0


@njit(inline=True)
def _descend(task: Any, stack: Any, depth: int, place: Any) -> bool:
    """Choose an item, which is no longer free beside its successors; say whether it may be chosen."""
    index = place // _64
    bit = np.uint64(place % _64)
    words = stack.free.shape[1]
    stack.free[depth, index] &= ~(_1 << bit)
    if task.width > 0 and not _mark_differences(task, stack, depth, place):
        return False
    below = depth + 1
    for word in range(words):
        stack.free[below, word] = stack.free[depth, word] & task.keep[place, word]
    for man in range(depth if task.pair.shape[0] > 0 else 0):
        row = task.pair[place, stack.choice[man]]
        if row > 0:
            for word in range(words):
                stack.free[below, word] &= task.both[row, word]
    for word in range(stack.unhit.shape[1]):
        stack.unhit[below, word] = stack.unhit[depth, word] & task.missed[place, word]
    for quota in range(stack.counts.shape[1]):
        counted = (task.quotas[quota, index] >> bit) & _1
        stack.counts[below, quota] = stack.counts[depth, quota] + np.int64(counted)
    stack.choice[depth] = place
    stack.mode[below] = UNSETTLED
    return True


@njit()
def search(
    task: Any, stack: Any, depth: int, listing: int, out: Any, budget: int
) -> tuple[int, int, int]:
    """Count, or list.

    Args:
        task: what is searched.
        stack: where the search is.
        depth: of the node where to go on.
        listing: whether a row is a solution, a place or -1 in each column; else see ``_count_rest``.
        out: the rows.
        budget: stop after about this many nodes, or when the rows are full.

    Returns:
        where to go on, -1 if there is nothing left, how many rows have been filled, and what is left of
        the budget.
    """
    found = 0
    while depth >= 0 and budget > 0 and found < out.shape[0]:
        if stack.mode[depth] == UNSETTLED:
            budget -= 1
            found += _expand(task, stack, depth, listing, out, found)
            if stack.mode[depth] == DEAD:
                depth -= 1
            continue
        place = take_lowest(stack.todo, depth)
        if place >= 0:
            if _descend(task, stack, depth, place):
                depth += 1
        elif stack.mode[depth] == MAY:
            stack.mode[depth] = UNSETTLED  # without any of them
        else:
            depth -= 1
    return depth, found, budget
