"""One layer of the programme, compiled: states and what they count, in a hash table.

A state is two words of twelve slots of five bits: 0 is bare, 31 inner, and any other number the slot of
the mate and one. A bit beyond the slots of the first word is the parity of the odd edges taken. A row of a
table is a state and what it counts, in limbs of 64 bits, the lowest first.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.jit import njit

#: What became of a call: all rows are through, the table is full, or a number needs one limb more.
DONE, FULL, OVERFLOW = 0, 1, 2

#: What a slot holds if its node has both edges.
INNER = 31

#: What is no state: an empty place, and what comes of a state that closes a cycle.
_EMPTY = CLOSED = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_SLOT = np.uint64(31)
_HALF = 12
#: The bit for the parity of a state.
PARITY = _ONE << np.uint64(60)
_LOW32 = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


def new_table(capacity: int, width: int) -> Any:
    """An empty table."""
    table = np.empty((capacity, width), np.uint64)
    table[:, 0] = _EMPTY
    return table


@njit(cache=True)
def most_ways(degree: int) -> int:
    """At most so many states follow on one, at the turn of a node with so many ways."""
    return degree * (degree - 1) // 2 + degree + 1


@njit(cache=True)
def mate_at(low: Any, high: Any, slot: int) -> Any:
    """What a slot of a state holds."""
    if slot < _HALF:
        return np.int64((low >> np.uint64(5 * slot)) & _SLOT)
    return np.int64((high >> np.uint64(5 * (slot - _HALF))) & _SLOT)


@njit(cache=True)
def _put(low: Any, high: Any, slot: int, value: int) -> tuple[Any, Any]:
    if slot < _HALF:
        shift = np.uint64(5 * slot)
        return (low & ~(_SLOT << shift)) | (np.uint64(value) << shift), high
    shift = np.uint64(5 * (slot - _HALF))
    return low, (high & ~(_SLOT << shift)) | (np.uint64(value) << shift)


@njit(cache=True)
def _place(low: Any, high: Any, capacity: int) -> Any:
    """Where to begin to look for a state."""
    h = (low ^ (low >> _32)) * np.uint64(0xBF58476D1CE4E5B9)
    h ^= (high + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0x94D049BB133111EB)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xD6E8FEB86659FD93)
    h ^= h >> _32
    return np.int64(((h & _LOW32) * np.uint64(capacity)) >> _32)


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def _add(row: Any, first: int, number: Any, start: int) -> bool:
    """Add the limbs of one row to those of another; say whether they were enough."""
    carry = np.uint64(0)
    for i in range(number.shape[0] - start):
        old = row[first + i]
        new = old + number[start + i]
        over = _ONE if new < old else np.uint64(0)
        new += carry
        if carry and new == 0:
            over = _ONE
        row[first + i] = new
        carry = over
    i = first + number.shape[0] - start
    while carry and i < row.shape[0]:
        row[i] += carry
        carry = _ONE if row[i] == 0 else np.uint64(0)
        i += 1
    return bool(carry == 0)


@njit(cache=True)
def _store(table: Any, low: Any, high: Any, source: Any) -> int:
    """Add what a row counts to a state: 1 if the state is new, 0 if not, -1 if limbs are missing."""
    capacity = table.shape[0]
    place = _place(low, high, capacity)
    while True:
        if table[place, 0] == _EMPTY:
            table[place, 0] = low
            table[place, 1] = high
            for limb in range(2, table.shape[1]):
                table[place, limb] = source[limb]
            return 1
        if table[place, 0] == low and table[place, 1] == high:
            return 0 if _add(table[place], 2, source, 2) else -1
        place += 1
        if place == capacity:
            place = 0


@njit(cache=True)
def _opened(low: Any, high: Any, after: Any) -> Any:
    """The slots of nodes that are not inner, one bit for each."""
    found = np.uint64(0)
    for i in range(after.shape[0]):
        if mate_at(low, high, after[i]) != INNER:
            found |= _ONE << np.uint64(after[i])
    return found


@njit(cache=True)
def _alive(low: Any, high: Any, open_: Any, tight: Any, loose: Any, beside: Any) -> bool:
    """Whether every tight node still has as many ways as it needs."""
    for i in range(tight.shape[0]):
        value = mate_at(low, high, tight[i])
        if value == INNER:
            continue
        ways = loose[i]
        others = beside[i] & open_
        while others and ways < 2:
            others &= others - _ONE
            ways += 1
        if ways < (2 if value == 0 else 1):
            return False
    return True


@njit(cache=True)
def _take(low: Any, high: Any, open_: Any, slot: int) -> tuple[Any, Any, Any, int]:
    """Give one edge more to a node that is not inner; the far end of its path comes last."""
    value = mate_at(low, high, slot)
    if value == 0:
        return low, high, open_, slot
    low, high = _put(low, high, slot, INNER)
    return low, high, open_ & ~(_ONE << np.uint64(slot)), value - 1


@njit(cache=True)
def _join(low: Any, high: Any, open_: Any, end: int, slot: int) -> tuple[Any, Any, Any, bool]:
    """Lead a path whose far end is ``end`` on to a node; say last whether that closes a cycle."""
    low, high, open_, other = _take(low, high, open_, slot)
    if end == slot:
        return low, high, open_, True
    low, high = _put(low, high, end, other + 1)
    low, high = _put(low, high, other, end + 1)
    return low, high, open_, False


@njit(cache=True)
def follow(
    low: Any, high: Any, slot: int, last: int, ways: Any, odd: Any, required: int, after: Any,
    tight: Any, loose: Any, beside: Any, found: Any,
) -> int:  # fmt: skip
    """Take the turn of one node in one state: all that comes of it, but for states that are dead.

    The arguments are those of ``Layer``; ``odd`` has the bit of the parity for each way that is odd. Each
    row of ``found`` becomes a state and the ways taken, one bit for each; the state is ``CLOSED`` where a
    cycle is, of even parity.

    Returns:
        how many there are.
    """
    number = 0
    degree = ways.shape[0]
    value = mate_at(low, high, slot)
    low, high = _put(low, high, slot, 0)
    open_ = _opened(low, high, after)
    # One pass for a node that has two edges or one already; one for each first edge if bare.
    for first in range(degree if value == 0 else 1):
        one_low, one_high, one_open, end = low, high, open_, value - 1
        chosen = 0
        if value == 0:
            if not (open_ >> np.uint64(ways[first])) & _ONE:
                continue
            one_low, one_high, one_open, end = _take(low, high, open_, ways[first])
            one_low ^= odd[first]
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
                new_low ^= odd[second]
            if required & ~taken:
                continue
            if closes:
                if not last or new_open or new_low & PARITY:
                    continue
                new_low = CLOSED
            elif not _alive(new_low, new_high, new_open, tight, loose, beside):
                continue
            found[number, 0] = new_low
            found[number, 1] = new_high
            found[number, 2] = taken
            number += 1
    return number


@njit(cache=True)
def advance(
    rows: Any, start: int, stop: int, table: Any, number: int, total: Any, slot: int, last: int,
    ways: Any, odd: Any, required: int, after: Any, tight: Any, loose: Any, beside: Any, maps: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """Take the turn of one node in some of the states.

    Of ``rows``, those from ``start`` up to ``stop``; the new states go into ``table``, which has
    ``number`` of them, and what closes a cycle is added to the limbs of ``total``. For the rest see
    ``follow``.

    Returns:
        where the next call has to start, how many states there are, and what became of it.
    """
    most = most_ways(ways.shape[0])
    found = np.empty((most, 3), np.uint64)
    limit = table.shape[0] * 5 // 8 - most
    fits = True
    for index in range(start, stop):
        if number > limit:
            return index, number, FULL
        source = rows[index]
        some = follow(
            source[0], source[1], slot, last, ways, odd, required, after, tight, loose, beside,
            found,
        )  # fmt: skip
        for i in range(some):
            if found[i, 0] == CLOSED:
                fits = fits and _add(total, 0, source, 2)
            else:
                low, high, _ = _least(found[i, 0], found[i, 1], maps, after)
                new = _store(table, low, high, source)
                fits = fits and new >= 0
                number += max(new, 0)
        if not fits:
            return index, number, OVERFLOW
    return stop, number, DONE


@njit(cache=True)
def rehash(table: Any, start: int, stop: int, larger: Any) -> None:
    """Move some of the places of a table to a larger one."""
    capacity = larger.shape[0]
    for index in range(start, stop):
        if table[index, 0] == _EMPTY:
            continue
        place = _place(table[index, 0], table[index, 1], capacity)
        while larger[place, 0] != _EMPTY:
            place += 1
            if place == capacity:
                place = 0
        for word in range(table.shape[1]):
            larger[place, word] = table[index, word]


@njit(cache=True)
def gather(table: Any, rows: Any) -> int:
    """Move the rows of a table to where there is no place between them, and count them."""
    number = 0
    for index in range(table.shape[0]):
        if table[index, 0] != _EMPTY:
            for word in range(table.shape[1]):
                rows[number, word] = table[index, word]
            number += 1
    return number


@njit(cache=True)
def _numbered(low: Any, high: Any, states: Any, number: int, table: Any) -> Any:
    """The place of a state among so many; it is put after them if it is new."""
    place = _place(low, high, table.shape[0])
    while table[place] >= 0:
        one = np.int64(table[place])
        if states[one, 0] == low and states[one, 1] == high:
            return one
        place += 1
        if place == table.shape[0]:
            place = 0
    table[place] = number
    states[number, 0] = low
    states[number, 1] = high
    return number


@njit(cache=True)
def begin(old: Any, number: int, room: int) -> tuple[Any, Any]:
    """So many states in an array with more room, and a table of where they stand."""
    states, table = np.empty((room, 2), np.uint64), np.full(2 * room, -1, np.int32)
    for one in range(number):
        _numbered(old[one, 0], old[one, 1], states, one, table)
    return states, table


@njit(cache=True)
def link(
    rows: Any, states: Any, number: int, table: Any, ends: Any, taken: Any, following: Any,
    folded: Any, slot: int, last: int, ways: Any, odd: Any, required: int, after: Any, tight: Any,
    loose: Any, beside: Any, maps: Any,
) -> int:  # fmt: skip
    """Take the turn of one node in some states, and note which follow on which.

    The states that follow are put after the ``number`` that are there; there must be room for all that
    there may be. Of each row, ``ends`` becomes where what comes of it ends in ``taken``, the ways, in
    ``following``, the places of the states, -1 for a cycle, and in ``folded``, by which of the maps what
    comes of it becomes that state, -1 if it is it. For the rest see ``follow``.

    Returns:
        how many states there are.
    """
    found = np.empty((most_ways(ways.shape[0]), 3), np.uint64)
    noted = 0
    for row in range(rows.shape[0]):
        low, high = rows[row, 0], rows[row, 1]
        some = follow(
            low, high, slot, last, ways, odd, required, after, tight, loose, beside, found
        )
        for i in range(some):
            one = by = -1
            if found[i, 0] != CLOSED:
                least_low, least_high, by = _least(found[i, 0], found[i, 1], maps, after)
                one = _numbered(least_low, least_high, states, number, table)
                number = max(number, one + 1)
            taken[noted] = found[i, 2]
            following[noted] = one
            folded[noted] = by
            noted += 1
        ends[row] = noted
    return number
