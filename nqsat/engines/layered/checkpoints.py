"""States in files, partitioned among independent parts.

The next few layers leave much of a state unchanged. States that differ in this part never merge, so a hash
of it partitions them into *buckets*: each bucket runs through these layers independently, no state ever
occurs in two buckets, and nothing has to be merged before the states are partitioned again for the next
layers. Arrays are sorted by bucket, so that a part maps a contiguous range.

Reference: R. Zhou and E. A. Hansen, Structured duplicate detection in external-memory graph search,
AAAI 2004, 683-688.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np, to_int
from nqsat.engines.layered.plan import BITS, BUCKETS
from nqsat.engines.layered.run import (
    LayeredProgram,
    LayerStates,
    TooWide,
    initial_states,
    run_layers,
)
from nqsat.engines.layered.table_kernel import Rows
from nqsat.engines.plans.plan import Part, Progress, Store

#: A single part stores its states after visiting this many, about once a minute.
CHECKPOINT = 150_000_000


class SharedState(NamedTuple):
    """The states from which the parts of a stage continue.

    Args:
        store, digest: where states are stored, and the prefix of their names.
        place: the next layer.
        few: a single part stops when there are more states.
        arrays: all states there; none at the start.
    """

    program: LayeredProgram
    store: Store
    digest: str
    place: int = 0
    few: int = 1
    arrays: tuple[Mapping[str, Any], ...] = ()

    def name(self, id_: str) -> str:
        """The name under which a part stores its states."""
        return f"{self.digest}.{id_}"


def continue_part(shared: SharedState, part: Part, memory: int) -> Iterator[Progress]:
    """Continue from the states of a part's buckets, and store the result.

    The product is the next layer, the number of states stored, and the limbs of all counts of a state.

    Raises:
        TooWide: a layer of a single bucket takes more bytes than ``memory``.
    """
    program, alone = shared.program, part.data == (0, BUCKETS)
    left, done, visited = [part.data], [], 0
    while left:
        first, after = left.pop()
        begun = states(shared, first, after)
        if alone:
            end = len(program.order)
            work = run_layers(program, begun, memory, end, most=shared.few, visited=CHECKPOINT)
        else:
            work = run_layers(program, begun, memory, program.scope(shared.place))
        try:
            found, seen = yield from _without_partial_counts(work)
        except TooWide:
            if alone or after - first == 1:
                raise
            middle = (first + after) // 2
            left += [(middle, after), (first, middle)]
        else:
            done.append(found)
            visited += seen
    every = concatenate_states(program, done)
    store_states(shared.store, shared.name(part.id), program, every)
    rows, width = every.rows.shape
    yield Progress(visited=visited, product=[every.place, rows, width - program.words])


def _without_partial_counts(
    work: Generator[Progress, None, LayerStates],
) -> Generator[Progress, None, tuple[LayerStates, int]]:
    """Run work whose slices do not count until it is done; return the states and the number visited."""
    visited = 0
    while True:
        try:
            piece = next(work)
        except StopIteration as end:
            return end.value, visited
        visited += piece.visited
        yield piece._replace(visited=0)


def states(shared: SharedState, first: int, after: int) -> LayerStates:
    """Return the states of a range of buckets."""
    if not shared.arrays:
        return initial_states(shared.program)
    some = (_states_of_buckets(arrays, shared.place, first, after) for arrays in shared.arrays)
    return concatenate_states(shared.program, some)


def store_states(store: Store, name: str, program: LayeredProgram, found: LayerStates) -> None:
    """Store states, sorted by bucket, and the number of complete solutions, if any."""
    home = _buckets(program.marks(found.place, found.rows))
    order = np.argsort(home, kind="stable")
    arrays = {
        "rows": found.rows[order],
        "sizes": np.array([found.sizes]),
        "starts": np.searchsorted(home[order], np.arange(BUCKETS + 1)),
    }
    store.save(name, arrays | ({"total": limbs_of(found.total)} if found.total else {}))


def _states_of_buckets(
    arrays: Mapping[str, Any], place: int, first: int, after: int
) -> LayerStates:
    """Select the states of some buckets; complete solutions belong to the first bucket."""
    here = slice(int(arrays["starts"][first]), int(arrays["starts"][after]))
    total = to_int(arrays["total"]) if first == 0 and "total" in arrays else 0
    return LayerStates(place, arrays["rows"][here], int(arrays["sizes"][0]), total)


def concatenate_states(program: LayeredProgram, some: Iterable[LayerStates]) -> LayerStates:
    """Concatenate disjoint states of the same layer; at least one item is required."""
    every = list(some)
    sizes = max(one.sizes for one in every)
    limbs = max(one.limbs(program.words) for one in every)
    rows = [one.wider(program.words, sizes, limbs).rows for one in every]
    total = sum(one.total for one in every)
    return LayerStates(every[0].place, np.concatenate(rows), sizes, total)


def limbs_of(number: int) -> Any:
    """Split a number into 64-bit limbs, lowest first; see ``to_int``."""
    size = -(-number.bit_length() // 64)
    return np.frombuffer(number.to_bytes(8 * size, "little"), "<u8").astype(np.uint64)


def _buckets(marks: Rows) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """The bucket of each state, from a hash of its marks."""
    mixed = np.zeros(len(marks), np.uint64)
    for word in range(marks.shape[1]):
        mixed ^= marks[:, word]
        for odd in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed *= np.uint64(odd)
            mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(64 - BITS)).astype(np.uint16)
