"""The states of a layer with what they count, in a hash table, compiled.

A state is a row of 64-bit words: its key, then what it counts, a whole number for each number of men (or
one in all), each in limbs of 64 bits, the lowest first. Where states are *ranked*, a value stands between
them: the greatest that leads to the state, and only the ways that have it are counted. Rows are
stored in the order in which they were found; a hash table holds their positions. The kernels of an engine
compute the successors of a block of states, which are then merged: their lookups overlap.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

Rows = np.ndarray[Any, np.dtype[np.uint64]]

#: States that are merged in one block.
BLOCK = 256
_START = 1 << 10


@njit()
def _hash(rows: Any, row: int, words: int, table: Any) -> Any:
    """The preferred slot of a state in the table: the top bits of its hash."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(words):
        h = (h ^ rows[row, w]) * np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(32)
    return (h * np.uint64(0x94D049BB133111EB) >> np.uint64(32)) & np.uint64(table.shape[0] - 1)


def begin(room: int, width: int) -> Any:
    """An empty layer: an array of rows of this width, and the hash table of their positions."""
    size = _START
    while size < room:
        size *= 2
    return np.empty((size, width), np.uint64), np.full(2 * size, -1, np.int32)


@njit()
def place_rows(rows: Any, number: int, words: int, table: Any) -> None:
    """Put the first rows into an empty table."""
    last = np.uint64(table.shape[0] - 1)
    for row in range(number):
        place = _hash(rows, row, words, table)
        while table[place] >= 0:
            place = (place + np.uint64(1)) & last
        table[place] = row


def enlarged(layer: Any, number: int, words: int) -> Any:
    """A copy of a layer of so many states, with room for twice as many as before."""
    rows, table = begin(2 * len(layer[0]), layer[0].shape[1])
    rows[:number] = layer[0][:number]
    place_rows(rows, number, words, table)
    return rows, table


class KeyBlock(NamedTuple):
    """Room for the successors of a block of states.

    Args:
        keys: the states.
        source: for each, the row that it comes from.
        spots: for each, where its row is noted.
        places: for each, its slots in the hash table.
    """

    keys: Any
    source: Any
    spots: Any
    places: Any


def block_of(room: int, words: int) -> KeyBlock:
    """A block of so many states, of words each."""
    keys, (source, spots) = np.empty((room, words), np.uint64), np.empty((2, room), np.int64)
    return KeyBlock(keys, source, spots, np.empty((2, room), np.uint64))


@njit()
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


@njit()
def _seek(keys: Any, words: int, some: int, rows: Any, table: Any, places: Any) -> None:
    """Find the preferred slots of these states. Their contents are read here, independently of one another,
    so that the processor fetches all of them at once, before each is looked up.
    """
    for key in range(some):
        places[0, key] = _hash(keys, key, words, table)
    for key in range(some):
        places[1, key] = np.uint64(max(table[places[0, key]], 0))
    for key in range(some):
        places[1, key] = rows[places[1, key], 0]


@njit()
def _same(keys: Any, key: int, rows: Any, row: Any, words: int) -> bool:
    same = True
    for w in range(words):
        same &= rows[row, w] == keys[key, w]
    return same


@njit()
def merge(
    block: Any, words: int, some: int, spots: Any, old: Any, sizes: int, limbs: int, shift: int,
    layer: Any, number: int, most: int, following: Any, ranked: int,
) -> int:  # fmt: skip
    """Look up or insert successor states, and add the counts of the states that they come from.

    The layer has ``number`` states and room for ``some`` more, those of the ``block``; a key has ``words``
    words. Key i comes from row ``source[i]`` of ``old``: its ``sizes`` counts of ``limbs`` limbs are added
    shifted by ``shift`` limbs. Its row in the layer is stored in ``following`` at ``spots[i]``, if
    ``following`` is not empty. With ``ranked`` 1, a value follows the words, and the greatest is kept.

    Returns:
        how many states there are; -1 if there are more than ``most``.
    """
    keys, source, places = block.keys, block.source, block.places
    rows, table = layer
    last, first = np.uint64(table.shape[0] - 1), words + ranked
    _seek(keys, words, some, rows, table, places)
    for key in range(some):
        place = places[0, key]
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
