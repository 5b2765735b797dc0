"""States in files, shared out among parts that need nothing of one another.

The next few layers leave much of a state as it is. States that differ in this never lead to the same one,
so a hash of it shares them out: each *bucket* goes through these layers by itself, no state is ever in two
buckets, and nothing has to be merged when they are put together and shared out again for the layers that
follow. Arrays are kept sorted by bucket, so that a part maps the stretch that it needs.

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

#: A part that goes on alone keeps its states when it has visited so many, after a minute or so.
CHECKPOINT = 150_000_000


class SharedState(NamedTuple):
    """What the parts of a stage go on from.

    Args:
        store, digest: where states are kept, and what their names begin with.
        place: the layer that comes next.
        few: one part stops when there are more states.
        arrays: all states there; none at the beginning.
    """

    program: LayeredProgram
    store: Store
    digest: str
    place: int = 0
    few: int = 1
    arrays: tuple[Mapping[str, Any], ...] = ()

    def name(self, id_: str) -> str:
        """Of what a part keeps."""
        return f"{self.digest}.{id_}"


def gone_on(shared: SharedState, part: Part, memory: int) -> Iterator[Progress]:
    """Go on with the states of a part's buckets, and keep what comes of them.

    The product is the layer that comes next, how many states were kept, and how many limbs the numbers of
    each have.

    Raises:
        TooWide: one bucket alone has layers of more bytes than ``memory``.
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
            found, seen = yield from _unseen(work)
        except TooWide:
            if alone or after - first == 1:
                raise
            middle = (first + after) // 2
            left += [(middle, after), (first, middle)]
        else:
            done.append(found)
            visited += seen
    every = together(program, done)
    put(shared.store, shared.name(part.id), program, every)
    rows, width = every.rows.shape
    yield Progress(visited=visited, product=[every.place, rows, width - program.words])


def _unseen(
    work: Generator[Progress, None, LayerStates],
) -> Generator[Progress, None, tuple[LayerStates, int]]:
    """Work of which nothing counts until it is done: then where it stands, and what it has visited."""
    visited = 0
    while True:
        try:
            piece = next(work)
        except StopIteration as end:
            return end.value, visited
        visited += piece.visited
        yield piece._replace(visited=0)


def states(shared: SharedState, first: int, after: int) -> LayerStates:
    """The states of some buckets."""
    if not shared.arrays:
        return initial_states(shared.program)
    some = (_taken(arrays, shared.place, first, after) for arrays in shared.arrays)
    return together(shared.program, some)


def put(store: Store, name: str, program: LayeredProgram, found: LayerStates) -> None:
    """Keep states, sorted by bucket; and what is complete, if anything is."""
    home = _buckets(program.marks(found.place, found.rows))
    order = np.argsort(home, kind="stable")
    arrays = {
        "rows": found.rows[order],
        "sizes": np.array([found.sizes]),
        "starts": np.searchsorted(home[order], np.arange(BUCKETS + 1)),
    }
    store.keep(name, arrays | ({"total": limbs_of(found.total)} if found.total else {}))


def _taken(arrays: Mapping[str, Any], place: int, first: int, after: int) -> LayerStates:
    """The states of some buckets; what is complete goes with the first bucket."""
    here = slice(int(arrays["starts"][first]), int(arrays["starts"][after]))
    total = to_int(arrays["total"]) if first == 0 and "total" in arrays else 0
    return LayerStates(place, arrays["rows"][here], int(arrays["sizes"][0]), total)


def together(program: LayeredProgram, some: Iterable[LayerStates]) -> LayerStates:
    """States of which none is in two of these, in one; at least one, all at the same place."""
    every = list(some)
    sizes = max(one.sizes for one in every)
    limbs = max(one.limbs(program.words) for one in every)
    rows = [one.wider(program.words, sizes, limbs).rows for one in every]
    total = sum(one.total for one in every)
    return LayerStates(every[0].place, np.concatenate(rows), sizes, total)


def limbs_of(number: int) -> Any:
    """A number in as many limbs as it needs, the lowest first; see ``to_int``."""
    size = -(-number.bit_length() // 64)
    return np.frombuffer(number.to_bytes(8 * size, "little"), "<u8").astype(np.uint64)


def _buckets(marks: Rows) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """The bucket of each state, by what it is marked with."""
    mixed = np.zeros(len(marks), np.uint64)
    for word in range(marks.shape[1]):
        mixed ^= marks[:, word]
        for odd in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed *= np.uint64(odd)
            mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(64 - BITS)).astype(np.uint16)
