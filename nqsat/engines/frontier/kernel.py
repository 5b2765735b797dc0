"""One layer of the frontier programme, compiled: states and what they count, in hash tables.

States are rows of 64-bit words. What a state counts is a row of whole numbers, one for each number of men
(or one in all), each in limbs of 32 bits kept in 64, so that millions can be added before anything is
carried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nqsat.engines.arrays import np
from nqsat.engines.jit import njit

if TYPE_CHECKING:
    Words = np.typing.NDArray[np.uint64]
    Numbers = np.typing.NDArray[np.uint64]

LIMB = 32
_START = 1 << 10


@njit(cache=True)
def _place(key: Any, keys: Any, table: Any) -> Any:
    """Where in the table a state stands, or where it would."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(key.shape[0]):
        h ^= key[w]
        h *= np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(29)
        h *= np.uint64(0x94D049BB133111EB)
        h ^= h >> np.uint64(32)
    last = np.int64(table.shape[0] - 1)
    place = np.int64(h & np.uint64(last))
    while table[place] >= 0:
        same = True
        for w in range(key.shape[0]):
            if keys[table[place], w] != key[w]:
                same = False
                break
        if same:
            break
        place = (place + 1) & last
    return place


@njit(cache=True)
def _doubled(keys: Any, counts: Any) -> Any:
    """Room for twice as many states, and a table of where they stand."""
    number = keys.shape[0]
    more_keys = np.empty((2 * number, keys.shape[1]), np.uint64)
    more_keys[:number] = keys
    more_counts = np.zeros((2 * number, counts.shape[1], counts.shape[2]), np.uint64)
    more_counts[:number] = counts
    table = np.full(4 * number, -1, np.int64)
    for state in range(number):
        table[_place(more_keys[state], more_keys, table)] = state
    return more_keys, more_counts, table


@njit(cache=True)
def _decide(state: Any, value: int, actions: Any, keep: Any, key: Any) -> bool:
    """The state after a variable got its value, written to ``key``; False if a constraint is broken."""
    for w in range(keep.shape[0]):
        key[w] = state[w] & keep[w]
    for j in range(actions.shape[0]):
        count = np.int64(0)
        if actions[j, 2]:
            count = np.int64(state[actions[j, 0]] >> np.uint64(actions[j, 1])) & actions[j, 2]
        if value == actions[j, 3]:
            count += actions[j, 9]
            if count > actions[j, 4]:
                if actions[j, 5]:
                    return False
                count = actions[j, 4]
        if count < actions[j, 6]:
            return False
        if actions[j, 7] >= 0:
            key[actions[j, 7]] |= np.uint64(count) << np.uint64(actions[j, 8])
    return True


@njit(cache=True)
def begin(keys: Any, counts: Any) -> Any:
    """An empty layer: keys, counts and the table of where they stand, with room for as many states."""
    room = _START
    while room < keys.shape[0]:  # most layers have about as many states as the one before
        room *= 2
    return (
        np.empty((room, keys.shape[1]), np.uint64),
        np.zeros((room, counts.shape[1], counts.shape[2]), np.uint64),
        np.full(2 * room, -1, np.int64),
    )


@njit(cache=True)
def advance(
    keys: Any, counts: Any, actions: Any, keep: Any, weight: int, most: int, layer: Any, number: int
) -> Any:
    """Decide one variable both ways in some states of a layer.

    Args:
        keys: states × words.
        counts: states × sizes × limbs.
        actions: constraints × 10: see ``Action``.
        keep: the bits of each word that stay.
        weight: how many men the variable stands for if it is true (0 where sizes are of no concern).
        most: give up beyond so many states.
        layer: the next layer as ``begin`` made it, or as the states before these left it.
        number: how many states that has.

    Returns:
        the next layer and how many states it has; -1 if there are more than ``most``.
    """
    new_keys, new_counts, table = layer
    key = np.empty(keys.shape[1], np.uint64)
    for state in range(keys.shape[0]):
        for value in range(2):
            if not _decide(keys[state], value, actions, keep, key):
                continue
            place = _place(key, new_keys, table)
            found = table[place]
            if found < 0:
                if number == most:
                    return (new_keys, new_counts, table), -1
                if number == new_keys.shape[0]:
                    new_keys, new_counts, table = _doubled(new_keys, new_counts)
                    place = _place(key, new_keys, table)
                found = number
                table[place] = found
                for w in range(key.shape[0]):
                    new_keys[found, w] = key[w]
                number += 1
            shift = weight * value
            for size in range(counts.shape[1] - shift):
                for limb in range(counts.shape[2]):
                    new_counts[found, size + shift, limb] += counts[state, size, limb]
    return (new_keys, new_counts, table), number


@njit(cache=True)
def carry(counts: Any) -> bool:
    """Carry in place; say whether a topmost limb has grown so far that another one is wanted."""
    full = False
    limbs = counts.shape[2]
    for state in range(counts.shape[0]):
        for size in range(counts.shape[1]):
            for limb in range(limbs - 1):
                value = counts[state, size, limb]
                counts[state, size, limb] = value & np.uint64(0xFFFFFFFF)
                counts[state, size, limb + 1] += value >> np.uint64(32)
            if counts[state, size, limbs - 1] >> np.uint64(31):
                full = True
    return full


def to_int(limbs: Numbers) -> int:
    """The number that limbs stand for, the lowest first."""
    return sum(int(limb) << (LIMB * place) for place, limb in enumerate(limbs))
