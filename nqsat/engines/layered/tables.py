"""The states of a layer with what they count, in a hash table, as kernels take them."""

from __future__ import annotations

from functools import cache
from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.kernels import Kernel, record, room

Rows = np.ndarray[Any, np.dtype[np.uint64]]

#: States that are merged in one block.
BLOCK = 256

#: The room of an empty layer.
START = 1 << 10

_place = Kernel("table_place")


def begin(states: int, width: int) -> Any:
    """An empty layer with room for so many states, of this width."""
    size = START
    while size < states:
        size *= 2
    rows, table = np.empty((size, width), np.uint64), np.full(2 * size, -1, np.int32)
    return record("Layer")(rows=rows, table=table)


def enlarged(layer: Any, number: int, words: int) -> Any:
    """A copy of a layer of so many states, with room for twice as many as before."""
    new = begin(2 * len(layer.rows), layer.rows.shape[1])
    new.rows[:number] = layer.rows[:number]
    _place(layer=new, number=number, words=words)
    return new


def notes_of(number: int, chosen: int) -> Any:
    """Room to note so many successors of states with a choice; there is none yet."""
    notes = room("Notes", noted=number)
    for array, value in zip(
        (notes.following, notes.chosen, notes.folded), (-1, chosen, -1), strict=True
    ):
        array[:] = value
    return notes


@cache
def no_notes() -> Any:
    """What stands for notes where nothing is noted: the same each time, so it is packed once."""
    return room("Notes", noted=0)
