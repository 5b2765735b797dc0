"""One layer of the forward programme, compiled: what follows on states at the turn of a node.

The key of a state is two words of twelve slots of five bits: 0 is bare, 31 inner, and any other number the
slot of the mate and one. A bit beyond the slots of the first word is the parity of the odd edges taken.
Cycles that are closed are counted by a key of their own.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.layered.table_kernel import BLOCK, merge

#: What a slot holds if its node has both edges.
INNER = 31

#: The first word of what is no state: of what comes of one that closes a cycle.
CLOSED = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_SLOT = np.uint64(31)

#: Slots in the first word.
HALF = 12
#: The bit for the parity of a state.
PARITY = _ONE << np.uint64(60)


def most_ways(degree: int) -> int:
    """The greatest number of successors of a state when a node with this many free edges is processed."""
    return degree * (degree - 1) // 2 + degree + 1


@njit()
def mate_at(low: Any, high: Any, slot: int) -> Any:
    """What a slot of a state holds."""
    if slot < HALF:
        return np.int64((low >> np.uint64(5 * slot)) & _SLOT)
    return np.int64((high >> np.uint64(5 * (slot - HALF))) & _SLOT)


@njit()
def _put(low: Any, high: Any, slot: int, value: Any) -> tuple[Any, Any]:
    """The state with another value in a slot; no constant, for which it would be compiled once more."""
    if slot < HALF:
        shift = np.uint64(5 * slot)
        return (low & ~(_SLOT << shift)) | (np.uint64(value) << shift), high
    shift = np.uint64(5 * (slot - HALF))
    return low, (high & ~(_SLOT << shift)) | (np.uint64(value) << shift)


@njit(inline=True)
def _image(low: Any, high: Any, one: Any, after: Any) -> tuple[Any, Any]:
    """The state that a symmetry makes of a state."""
    new_low = low & PARITY
    new_high = np.uint64(0)
    for i in range(after.shape[0]):
        value = mate_at(low, high, after[i])
        if value == 0:
            continue
        if value != INNER:
            value = one[value - 1] + 1
        new_low, new_high = _put(new_low, new_high, one[after[i]], value)
    return new_low, new_high


@njit(inline=True)
def _least(low: Any, high: Any, maps: Any, after: Any) -> tuple[Any, Any, int]:
    """The least of the images of a state, which stands for them all; by which of the maps, -1 if itself."""
    best_low = low
    best_high = high
    by = -1
    for i in range(maps.shape[0]):
        other_low, other_high = _image(low, high, maps[i], after)
        if other_high < best_high or (other_high == best_high and other_low < best_low):
            best_low = other_low
            best_high = other_high
            by = i
    return best_low, best_high, by


@njit(inline=True)
def _opened(low: Any, high: Any, after: Any) -> Any:
    """The slots of nodes that are not inner, one bit for each."""
    found = np.uint64(0)
    for i in range(after.shape[0]):
        if mate_at(low, high, after[i]) != INNER:
            found |= _ONE << np.uint64(after[i])
    return found


@njit(inline=True)
def _alive(low: Any, high: Any, open_: Any, turn: Any) -> bool:
    """Whether every tight node still has as many ways as it needs."""
    for i in range(turn.tight.shape[0]):
        slot: Any = np.int64(turn.tight[i, 0])
        value = mate_at(low, high, slot)
        if value == INNER:
            continue
        ways = np.int64(turn.tight[i, 1])
        others = turn.tight[i, 2] & open_
        while others and ways < 2:
            others &= others - _ONE
            ways += 1
        if ways < (2 if value == 0 else 1):
            return False
    return True


@njit()
def _take(low: Any, high: Any, open_: Any, slot: int) -> tuple[Any, Any, Any, int]:
    """Give one edge more to a node that is not inner; the far end of its path comes last."""
    value = mate_at(low, high, slot)
    if value == 0:
        return low, high, open_, slot
    low, high = _put(low, high, slot, np.int64(INNER))
    return low, high, open_ & ~(_ONE << np.uint64(slot)), value - 1


@njit(inline=True)
def _join(low: Any, high: Any, open_: Any, end: int, slot: int) -> tuple[Any, Any, Any, bool]:
    """Lead a path whose far end is ``end`` on to a node; say last whether that closes a cycle."""
    low, high, open_, other = _take(low, high, open_, slot)
    if end == slot:
        return low, high, open_, True
    low, high = _put(low, high, end, other + 1)
    low, high = _put(low, high, other, end + 1)
    return low, high, open_, False


@njit()
def _follow(low: Any, high: Any, turn: Any, found: Any) -> int:
    """Write the states that follow when one node takes its turn in one state, except dead ones.

    Each row of ``found`` gets a state and the ways taken, one bit for each. Where a cycle closes, the state
    is ``CLOSED``, of even parity.

    Returns:
        the number of rows written.
    """
    number = 0
    ways = turn.ways
    degree = ways.shape[0]
    value = mate_at(low, high, turn.slot)
    low, high = _put(low, high, turn.slot, np.int64(0))
    open_ = _opened(low, high, turn.after)
    # One pass for a node that has two edges or one already; one for each first edge if bare.
    for first in range(degree if value == 0 else 1):
        one_low, one_high, one_open, end = low, high, open_, value - 1
        chosen = 0
        if value == 0:
            if not (open_ >> np.uint64(ways[first])) & _ONE:
                continue
            one_low, one_high, one_open, end = _take(low, high, open_, ways[first])
            one_low ^= turn.odd[first]
            chosen = 1 << first
        for second in range(first + 1 if value == 0 else 0, degree if value != INNER else 1):
            new_low, new_high, new_open, closes = one_low, one_high, one_open, False
            taken = chosen
            if value != INNER:
                taken |= 1 << second
                # A way that is inner already is none; the first may have become inner just now.
                if not (one_open >> np.uint64(ways[second])) & _ONE:
                    continue
                new_low, new_high, new_open, closes = _join(
                    one_low, one_high, one_open, end, ways[second]
                )
                new_low ^= turn.odd[second]
            if turn.required & ~taken:
                continue
            if closes:
                if not turn.last or new_open or new_low & PARITY:
                    continue
                new_low = CLOSED
            elif not _alive(new_low, new_high, new_open, turn):
                continue
            found[number, 0] = new_low
            found[number, 1] = new_high
            found[number, 2] = taken
            number += 1
    return number


@njit()
def advance(
    old: Any, begin: int, sizes: int, limbs: int, shift: int, most: int, layer: Any, number: int,
    notes: Any, turn: Any, found: Any, block: Any,
) -> tuple[int, int]:  # fmt: skip
    """Take the turn of one node in some states of a layer.

    As ``frontier.kernel.advance``, but that several follow on a state, each the least of the images of what
    comes of it; all cycles that are closed are one row. ``found`` is room for what follows on one state.
    """
    following, chosen, folded = notes
    keys, room = block.keys, found.shape[0]
    index = begin
    while index < old.shape[0]:
        if number + BLOCK + room > layer[0].shape[0]:
            return index, number
        some: Any = np.int64(0)  # not a constant, for which ``merge`` would be compiled once more
        while index < old.shape[0] and some < BLOCK:
            for i in range(_follow(old[index, 0], old[index, 1], turn, found)):
                low, high, by = found[i, 0], np.uint64(0), -1
                if low != CLOSED:
                    low, high, by = _least(low, found[i, 1], turn.images, turn.after)
                keys[some, 0] = low
                keys[some, 1] = high
                block.source[some] = index
                block.spots[some] = index * room + i
                if following.shape[0]:
                    chosen[block.spots[some]] = found[i, 2]
                    folded[block.spots[some]] = by
                some += 1
            index += 1
        number = merge(
            block, 2, some, block.spots, old, sizes, limbs, shift,
            layer, number, most, following, 0,
        )  # fmt: skip
        if number < 0:
            break
    return index, number
