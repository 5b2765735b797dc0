"""States in files, shared out among parts that need nothing of one another.

The next few layers leave most bits of a state as they are. States that differ in these never lead to the
same one, so a hash of these bits shares them out: each *bucket* goes through these layers by itself, no
state is ever in two buckets, and nothing has to be merged when they are put together and shared out again
for the layers that follow. Arrays are kept sorted by bucket, so that a part maps the stretch that it needs.

Reference: R. Zhou and E. A. Hansen, Structured duplicate detection in external-memory graph search,
AAAI 2004, 683-688.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.frontier.kernel import Rows
from nqsat.engines.frontier.program import BITS, BUCKETS, WORD, Program, scope, words_of
from nqsat.engines.frontier.run import Stand, TooWide, begun, onward
from nqsat.engines.plan import Part, Slice, Store

#: A part that goes on alone keeps its states when it has visited so many, after a minute or so.
CHECKPOINT = 150_000_000


class Stock(NamedTuple):
    """What the parts of a stage go on from.

    Args:
        store, digest: where states are kept, and what their names begin with.
        place: the layer that comes next.
        few: one part stops when there are more states.
        arrays: all states there; none at the beginning.
    """

    store: Store
    digest: str
    place: int = 0
    few: int = 1
    arrays: tuple[Mapping[str, Any], ...] = ()

    def name(self, id_: str) -> str:
        """Of what a part keeps."""
        return f"{self.digest}.{id_}"


def gone_on(program: Program, stock: Stock, part: Part, memory: int) -> Iterator[Slice]:
    """Go on with the states of a part's buckets, and keep what comes of them.

    The product is the layer that comes next, how many states were kept, and how many limbs the numbers of
    each have.

    Raises:
        TooWide: one bucket alone has layers of more bytes than ``memory``.
    """
    alone = part.data == (0, BUCKETS)
    left, done, visited = [part.data], [], 0
    while left:
        first, after = left.pop()
        stand = states(program, stock, first, after)
        if alone:
            work = onward(
                program, stand, memory, len(program.layers), states=stock.few, visited=CHECKPOINT
            )
        else:
            work = onward(program, stand, memory, scope(program, stock.place).end)
        try:
            stand, seen = yield from _unseen(work)
        except TooWide:
            if alone or after - first == 1:
                raise
            middle = (first + after) // 2
            left += [(middle, after), (first, middle)]
        else:
            done.append(stand)
            visited += seen
    stand = together(program, done)
    put(stock.store, stock.name(part.id), program, stand)
    rows, width = stand.rows.shape
    yield Slice(visited=visited, product=[stand.place, rows, width - program.words])


def _unseen(work: Generator[Slice, None, Stand]) -> Generator[Slice, None, tuple[Stand, int]]:
    """Work of which nothing counts until it is done: then where it stands, and what it has visited."""
    visited = 0
    while True:
        try:
            piece = next(work)
        except StopIteration as end:
            return end.value, visited
        visited += piece.visited
        yield piece._replace(visited=0)


def states(program: Program, stock: Stock, first: int, after: int) -> Stand:
    """The states of some buckets."""
    if not stock.arrays:
        return begun(program)
    return together(program, (_taken(arrays, stock.place, first, after) for arrays in stock.arrays))


def put(store: Store, name: str, program: Program, stand: Stand) -> None:
    """Keep states, sorted by bucket."""
    home = _buckets(stand.rows, words_of(scope(program, stand.place).kept, program.words))
    order = np.argsort(home, kind="stable")
    arrays = {
        "rows": stand.rows[order],
        "sizes": np.array([stand.sizes]),
        "starts": np.searchsorted(home[order], np.arange(BUCKETS + 1)),
    }
    store.keep(name, arrays)


def _taken(arrays: Mapping[str, Any], place: int, first: int, after: int) -> Stand:
    here = slice(int(arrays["starts"][first]), int(arrays["starts"][after]))
    return Stand(place, arrays["rows"][here], int(arrays["sizes"][0]))


def together(program: Program, stands: Iterable[Stand]) -> Stand:
    """States of which none is in two stands, in one; at least one stand, all at the same place."""
    every = list(stands)
    sizes = max(stand.sizes for stand in every)
    limbs = max(stand.limbs(program.words) for stand in every)
    rows = [stand.wider(program.words, sizes, limbs).rows for stand in every]
    return Stand(every[0].place, np.concatenate(rows), sizes)


def _buckets(rows: Rows, kept: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """The bucket of each state."""
    mixed = np.zeros(len(rows), np.uint64)
    for word, bits in enumerate(kept):
        mixed ^= rows[:, word] & np.uint64(bits)
        for odd in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed *= np.uint64(odd)
            mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(WORD - BITS)).astype(np.uint16)
