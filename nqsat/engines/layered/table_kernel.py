"""The states of a layer with what they count, in a hash table, compiled.

A state is a row of 64-bit words: its key, then what it counts, a whole number for each number of men (or
one in all), each in limbs of 64 bits, the lowest first. Where states are *ranked*, a value stands between
them: the greatest that leads to the state, and only the ways that have it are counted. Rows are
stored in the order in which they were found; a hash table holds their positions. The kernels of an engine
compute the successors of a block of states, which are then merged: their lookups overlap.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

Rows = np.ndarray[Any, np.dtype[np.uint64]]

#: States that are merged in one block.
BLOCK = 256
_START = 1 << 10


@njit(cache=True)
def _hash(rows: Any, row: int, words: int, table: Any) -> Any:
    """The preferred slot of a state in the table: the top bits of its hash."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(words):
        h = (h ^ rows[row, w]) * np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(32)
    return (h * np.uint64(0x94D049BB133111EB) >> np.uint64(32)) & np.uint64(table.shape[0] - 1)


@njit(cache=True)
def _free_places(size: int) -> Any:
    """An empty hash table with this many slots.

    Kernels assign numbers, not slices of arrays: numba's error messages for unequal shapes take longer to
    compile than the rest.
    """
    places = np.empty(size, np.int32)
    for place in range(size):
        places[place] = -1
    return places


def begin(room: int, width: int) -> Any:
    """An empty layer: an array of rows of this width, and the hash table of their positions."""
    size = _START
    while size < room:
        size *= 2
    return np.empty((size, width), np.uint64), np.full(2 * size, -1, np.int32)


@njit(cache=True)
def with_room(rows: Any, table: Any, number: int, more: int, words: int) -> Any:
    """The layer with room for this many more states: itself, or a copy at least twice as large."""
    size = rows.shape[0]
    if number + more <= size:
        return rows, table
    while size < number + more:
        size *= 2
    larger = np.empty((size, rows.shape[1]), np.uint64)
    for row in range(number):
        for w in range(rows.shape[1]):
            larger[row, w] = rows[row, w]
    places = _free_places(2 * size)
    last = np.uint64(places.shape[0] - 1)
    for row in range(number):
        place = _hash(larger, row, words, places)
        while places[place] >= 0:
            place = (place + np.uint64(1)) & last
        places[place] = row
    return larger, places


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
def _sought(keys: Any, words: int, some: int, rows: Any, table: Any) -> Any:
    """The preferred slots of these states. Their contents are read here, independently of one another, so
    that the processor fetches all of them at once, before each is looked up.
    """
    places, near = np.empty(some, np.uint64), np.empty(some, np.uint64)
    for key in range(some):
        places[key] = _hash(keys, key, words, table)
    for key in range(some):
        near[key] = np.uint64(max(table[places[key]], 0))
    for key in range(some):
        near[key] = rows[near[key], 0]
    return places


@njit(cache=True)
def _same(keys: Any, key: int, rows: Any, row: Any, words: int) -> bool:
    same = True
    for w in range(words):
        same &= rows[row, w] == keys[key, w]
    return same


@njit(cache=True)
def merge(
    keys: Any, words: int, some: int, source: Any, old: Any, sizes: int, limbs: int, shift: int,
    rows: Any, table: Any, number: int, most: int, spots: Any, following: Any, ranked: int,
) -> int:  # fmt: skip
    """Look up or insert successor states, and add the counts of the states that they come from.

    The layer has ``number`` states and room for ``some`` more, the number of ``keys``; a key has ``words``
    words. Key i comes from row ``source[i]`` of ``old``: its ``sizes`` counts of ``limbs`` limbs are added
    shifted by ``shift`` limbs. Its row in the layer is stored in ``following`` at ``spots[i]``, if
    ``following`` is not empty. With ``ranked`` 1, a value follows the words, and the greatest is kept.

    Returns:
        how many states there are; -1 if there are more than ``most``.
    """
    last = np.uint64(table.shape[0] - 1)
    places, first = _sought(keys, words, some, rows, table), words + ranked
    for key in range(some):
        place = places[key]
        row = np.int64(table[place])
        while row >= 0:
            if _same(keys, key, rows, row, words):
                break
            place = (place + np.uint64(1)) & last
            row = np.int64(table[place])
        if row < 0:
            if number == most:
                return -1
            row = np.int64(number)
            table[place] = row
            number += 1
            for w in range(first):
                rows[row, w] = keys[key, w]
            for w in range(first, rows.shape[1]):
                rows[row, w] = np.uint64(0)
        elif ranked and rows[row, words] != keys[key, words]:
            if rows[row, words] > keys[key, words]:
                continue
            rows[row, words] = keys[key, words]
            for w in range(first, rows.shape[1]):
                rows[row, w] = np.uint64(0)
        if following.shape[0]:
            following[spots[key]] = row
        for size in range(sizes):
            at = first + size * limbs
            _add(rows, row, at + shift, old, source[key], at, limbs)
    return number
