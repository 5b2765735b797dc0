"""One layer of the frontier programme, compiled: what follows on states if a variable has a value."""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.layered.table_kernel import BLOCK, merge, with_room


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
def advance(
    old: Any, sizes: int, limbs: int, shift: int, most: int, layer: Any, number: int, notes: Any,
    masks: Any, moves: Any, jumps: Any,
) -> Any:  # fmt: skip
    """Give one variable one value in some states of a layer.

    Args:
        old: rows of states.
        sizes: how many numbers of each count on.
        limbs: of each number.
        shift: by how many limbs what is counted moves on, when another man stands there.
        most: give up beyond so many states.
        layer: the next layer as ``begin`` made it, or as the states before these left it.
        number: how many states that has.
        notes: see ``layered.run.Notes``; of each state one follows.
        masks: (dead, keep, add) x words; see ``program``, as for the rest.
        moves: rows of (source, mask, left, right, target).
        jumps: rows of (source, mask, targets).

    Returns:
        the next layer and how many states it has; -1 if there are more than ``most``.
    """
    rows, table = layer
    words = masks.shape[1]
    keys, source = np.empty((BLOCK, words), np.uint64), np.empty(BLOCK, np.int64)
    for first in range(0, old.shape[0], BLOCK):
        after = min(first + BLOCK, old.shape[0])
        some = _decided(old, first, after, masks, moves, jumps, keys, source)
        rows, table = with_room(rows, table, number, some, words)
        number = merge(
            keys, words, some, source, old, sizes, limbs, shift,
            rows, table, number, most, source, notes[0],
        )  # fmt: skip
        if number < 0:
            break
    return (rows, table), number
