"""The states of a layer with what they count, in a hash table, as kernels take them."""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.kernels import Kernel

Rows = np.ndarray[Any, np.dtype[np.uint64]]

#: States that are merged in one block.
BLOCK = 256

#: The room of an empty layer.
START = 1 << 10

_place = Kernel("table_place")


class StateTable(NamedTuple):
    """The states that are found, a row each; and the hash table of their positions, -1 for none."""

    rows: Rows
    table: Any


class Notes(NamedTuple):
    """Arrays that a kernel fills with the transitions of the states of a slice.

    They have ``Step.choices`` entries for each state; they are empty if transitions are not recorded.

    Args:
        following: the successor's row.
        chosen: the choice.
        folded: the symmetry of the layer that maps the raw successor to the stored one, or -1.
    """

    following: Any = np.empty(0, np.int32)
    chosen: Any = np.empty(0, np.uint64)
    folded: Any = np.empty(0, np.int16)


class Adding(NamedTuple):
    """How what is counted is added up.

    Args:
        sizes: how many numbers of each state count on.
        limbs: of each number.
        shift: by how many limbs they move on, when another piece stands there.
        most: stop when a layer has more states.
    """

    sizes: int
    limbs: int
    shift: int
    most: int


class KeyBlock(NamedTuple):
    """Room for the successors of a block of states.

    Args:
        keys: the states.
        source: for each, the row that it comes from.
        spots: for each, where its row is noted.
        places: for each, its slot in the hash table.
    """

    keys: Any
    source: Any
    spots: Any
    places: Any


def begin(room: int, width: int) -> StateTable:
    """An empty layer with room for so many states, of this width."""
    size = START
    while size < room:
        size *= 2
    return StateTable(
        rows=np.empty((size, width), np.uint64), table=np.full(2 * size, -1, np.int32)
    )


def enlarged(layer: StateTable, number: int, words: int) -> StateTable:
    """A copy of a layer of so many states, with room for twice as many as before."""
    new = begin(2 * len(layer.rows), layer.rows.shape[1])
    new.rows[:number] = layer.rows[:number]
    _place(layer=new, number=number, words=words)
    return new


def block_of(room: int, words: int) -> KeyBlock:
    """A block of so many states, of words each."""
    source, spots = np.empty((2, room), np.int64)
    keys, places = np.empty((room, words), np.uint64), np.empty(room, np.uint64)
    return KeyBlock(keys=keys, source=source, spots=spots, places=places)
