"""One layer of the frontier programme, compiled: states and what they count, in a hash table.

A state is a row of 64-bit words: its bits, then what it counts, a whole number for each number of men (or
one in all), each in limbs of 64 bits, the lowest first. Rows stand in the order in which they were
found; a table of places says where. States are decided in blocks, one value after the other, and then
merged: what follows on one of them is known before it is looked up, so that lookups overlap.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.jit import njit

Rows = np.ndarray[Any, np.dtype[np.uint64]]

BLOCK = 256
_START = 1 << 10

#: What a successor is called that there is not.
NONE = 0xFFFFFFFF


@njit(cache=True)
def _hash(rows: Any, row: int, words: int, table: Any) -> Any:
    """Where in the table a state would best stand: the top bits of a mixture."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(words):
        h = (h ^ rows[row, w]) * np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(32)
    return (h * np.uint64(0x94D049BB133111EB) >> np.uint64(32)) & np.uint64(table.shape[0] - 1)


@njit(cache=True)
def _doubled(rows: Any, number: int, words: int) -> Any:
    """Room for twice as many states, and a table of where they stand."""
    more = np.empty((2 * rows.shape[0], rows.shape[1]), np.uint64)
    more[:number] = rows[:number]
    table = np.full(4 * rows.shape[0], -1, np.int32)
    last = np.uint64(table.shape[0] - 1)
    for row in range(number):
        place = _hash(more, row, words, table)
        while table[place] >= 0:
            place = (place + np.uint64(1)) & last
        table[place] = row
    return more, table


@njit(cache=True)
def begin(room: int, width: int) -> Any:
    """An empty layer: rows of this width and the table of where they stand, with room for as many."""
    size = _START
    while size < room:
        size *= 2
    return np.empty((size, width), np.uint64), np.full(2 * size, -1, np.int32)


@njit(cache=True)
def _decided(
    rows: Any, first: int, after: int, masks: Any, moves: Any, jumps: Any, keys: Any, source: Any
) -> int:
    """Give a variable a value in some states: what follows, of which row, and how many there are."""
    number, words = 0, masks.shape[1]
    for row in range(first, after):
        dead = np.uint64(0)
        for w in range(words):
            bits = rows[row, w]
            dead |= bits & masks[0, w]
            keys[number, w] = bits & masks[1, w] | masks[2, w]
        for j in range(moves.shape[0]):
            bits = rows[row, moves[j, 0]] & moves[j, 1]
            keys[number, moves[j, 4]] |= bits << moves[j, 2] >> moves[j, 3]
        for j in range(jumps.shape[0]):
            if rows[row, jumps[j, 0]] & jumps[j, 1]:
                for w in range(words):
                    keys[number, w] |= jumps[j, 2 + w]
        source[number] = row
        number += int(dead == np.uint64(0))
    return number


@njit(cache=True)
def _add(rows: Any, row: Any, first: int, old: Any, other: Any, start: int, limbs: int) -> None:
    """Add to a number, which has room for the sum, that of another row; each from its first limb."""
    carry = np.uint64(0)
    for limb in range(limbs):
        one = old[other, start + limb]
        both = rows[row, first + limb] + carry
        carry = np.uint64(both < carry)
        both += one
        carry += np.uint64(both < one)
        rows[row, first + limb] = both


@njit(cache=True)
def _merged(
    keys: Any, words: int, some: int, source: Any, old: Any, sizes: int, limbs: int, shift: int,
    rows: Any, table: Any, number: int, most: int, successors: Any,
) -> int:  # fmt: skip
    """Look the states up that follow, or put them there, and add what those count that they come of.

    Returns:
        how many states there are; -1 if there are more than ``most``.
    """
    last = np.uint64(table.shape[0] - 1)
    for key in range(some):
        place = _hash(keys, key, words, table)
        row = np.int64(table[place])
        while row >= 0:
            same = True
            for w in range(words):
                same &= rows[row, w] == keys[key, w]
            if same:
                break
            place = (place + np.uint64(1)) & last
            row = np.int64(table[place])
        if row < 0:
            if number == most:
                return -1
            row = np.int64(number)
            table[place] = row
            number += 1
            for w in range(words):
                rows[row, w] = keys[key, w]
            for w in range(words, rows.shape[1]):
                rows[row, w] = np.uint64(0)
        before = source[key]
        if successors.shape[0]:
            successors[before] = row
        for size in range(sizes):
            first = words + size * limbs
            _add(rows, row, first + shift, old, before, first, limbs)
    return number


@njit(cache=True)
def advance(
    old: Any, sizes: int, limbs: int, change: Any, shift: int, most: int,
    layer: Any, number: int, successors: Any,
) -> Any:  # fmt: skip
    """Give one variable one value in some states of a layer.

    Args:
        old: rows of states.
        sizes: how many numbers of each count on.
        limbs: of each number.
        change: masks (dead, keep, add) x words; moves x (source, mask, left, right, target); jumps x
            (source, mask, targets), see ``program``.
        shift: by how many limbs what is counted moves on, when another man stands there.
        most: give up beyond so many states.
        layer: the next layer as ``begin`` made it, or as the states before these left it.
        number: how many states that has.
        successors: of each state, where what follows on it stands; of no length if nobody asks.

    Returns:
        the next layer and how many states it has; -1 if there are more than ``most``.
    """
    rows, table = layer
    masks, moves, jumps = change
    words = masks.shape[1]
    keys, source = np.empty((BLOCK, words), np.uint64), np.empty(BLOCK, np.int64)
    for first in range(0, old.shape[0], BLOCK):
        after = min(first + BLOCK, old.shape[0])
        some = _decided(old, first, after, masks, moves, jumps, keys, source)
        if number + some > rows.shape[0]:
            rows, table = _doubled(rows, number, words)
        number = _merged(
            keys, words, some, source, old, sizes, limbs, shift,
            rows, table, number, most, successors,
        )  # fmt: skip
        if number < 0:
            break
    return (rows, table), number


@njit(cache=True)
def summed(rows: Any, first: int, step: int) -> float:
    """About the sum of some columns of all rows."""
    found = 0.0
    for row in range(rows.shape[0]):
        for at in range(first, rows.shape[1], step):
            found += np.float64(rows[row, at])
    return found
