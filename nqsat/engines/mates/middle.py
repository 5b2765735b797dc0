"""Meet in the middle: count two halves of a graph separately, and join them over the nodes between.

No edge joins the halves, so every cycle consists of paths through one half, paths through the other and
edges of the middle. The forward program computes the states of each half: the number of ways to give all
its nodes two edges, for given degrees of the middle's nodes and given paths between them. Then, for each
pattern of degrees on one side and each set of the middle's own edges, the other side must have the missing
degrees, and of all pairs of such states those whose paths form one cycle are counted.

If a permutation maps one half to the other, one of them is enough; if it is a symmetry, one of each pair
and its image is enough. If a further symmetry preserves both halves, one of each pattern and its image is
enough.

The states of a half are sorted by the degrees of the middle's nodes. These, 0 to 2 each, are the digits of
a number to base three, the *pattern*: that of node i has the weight 3^i. The states of one pattern differ
in their *pairing* alone, a word of sixteen numbers of four bits: for each node the other end of its path,
itself if it is bare or inner.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from nqsat.engines.arrays import np, to_int
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.layered.run import initial_states, run_layers
from nqsat.engines.mates.forward import MatesProgram
from nqsat.engines.mates.graph import Graph, Map
from nqsat.engines.mates.halves import Cut, Half
from nqsat.engines.mates.strategy import MOST_SLOTS
from nqsat.engines.plans.plan import Progress, Store
from nqsat.engines.stream import value_of
from nqsat.errors import EngineFailure

#: Rows that are read at a time.
CHUNK = 200_000

#: Pairs per call when they are joined.
PAIRS = 4_000_000

#: Patterns whose sizes are computed together: those of all would take as much memory as a half.
PATTERNS = 1_000_000

#: Sums of counts below this, including the factors for symmetries, are stored in one word: then the pairs
#: of one call, for each of up to 2³⁴ sets of edges, cannot overflow the two words of their sum.
LARGEST = 2.0**46

#: Maximum number of ranges of patterns into which a join is split.
RANGES = 512

_PART = 32

#: It joins the states of two halves.
join = Kernel("middle_join")

#: It writes the states of each pattern together; see ``kernels/tours.c``.
sort_by_pattern = Kernel("tours_sort")


class HalfStates(NamedTuple):
    """The states of one half, sorted by pattern. Threads share them: the arrays are read-only."""

    sizes: Any  # `sizes[p]` is the index of the first state of pattern p
    pairings: Any  # how the ends are paired
    #: a row for each part of 32 bits, the lowest first, or one row of words; each count is
    #: multiplied by the number of symmetries under which states were identified
    counts: Any


def count_half(half: Half, memory: int, store: Store) -> Generator[Progress, None, HalfStates]:
    """Count one half, sort its states, and store them under its name.

    Raises TooWide if the tables grow beyond ``memory`` bytes.
    """
    program = MatesProgram(half.graph, half.order)
    done = yield from run_layers(program, initial_states(program), memory, len(half.order))
    rows, middle = done.rows, _nodes_of(half, program.compiled.slots)
    wide = np.int32 if len(rows) * len(middle.maps) < 2**31 else np.int64
    sizes = np.zeros(middle.power[-1] + 2, wide)
    numbers = _parts(rows[:, 2:], len(middle.maps))
    for with_room in (False, True):
        np.cumsum(sizes, out=sizes)
        pairings = np.empty(with_room * sizes[-1], np.uint64)
        counts = np.empty((numbers.shape[1], len(pairings)), np.uint64)
        for start in range(0, len(rows), CHUNK):
            chunk = slice(start, start + CHUNK)
            sort_by_pattern(
                rows=rows[chunk], numbers=numbers[chunk], middle=middle, sizes=sizes,
                pairings=pairings, counts=counts,
            )  # fmt: skip
            yield Progress()
    states = HalfStates(sizes, pairings, counts)
    store.save(half.name, states._asdict())
    return states


def load_half(half: Half, memory: int, store: Store) -> HalfStates:
    """Load the states of a half; if they are lost or damaged, count them and store them again."""
    with suppress(KeyError, EngineFailure):
        arrays = store.load(half.name)  # memory-mapped arrays become plain ones
        return HalfStates(*(np.asarray(arrays[name]) for name in HalfStates._fields))
    store.delete(half.name)
    return value_of(count_half(half, memory, store))


def _nodes_of(half: Half, slots: dict[int, int]) -> Any:
    """Say how rows are read; a node that no edge of the half reaches has a slot that is always empty."""
    unused = [slot for slot in range(MOST_SLOTS) if slot not in slots.values()]
    own = [slots[node] if node in slots else unused.pop() for node in half.middle]
    index = {node: i for i, node in enumerate(half.middle)}
    nodes = np.zeros(MOST_SLOTS, np.int64)
    nodes[own] = range(len(own))
    maps = np.array(
        [[index[images[n]] for n in half.middle] for images in half.graph.maps], np.int64
    )
    images = np.empty((len(maps), 2), np.uint64)
    places = np.array(own, np.int64)
    return record("MiddleNodes")(
        slots=places, nodes=nodes, maps=maps, power=_powers(own), images=images
    )


class Middle:
    """The middle of a cut, with its nodes in a fixed order, and the halves that are joined over it.

    Threads share it: all arrays that are written to are allocated for each range. The states of the halves
    are ``one`` and ``other``, the second in its own numbering.
    """

    def __init__(self, graph: Graph, cut: Cut, one: HalfStates, other: HalfStates) -> None:
        self.one, self.other = one, other
        nodes, mirror = cut.middle, cut.mirror
        place = {node: index for index, node in enumerate(nodes)}
        self._power = _powers(nodes)
        # The other half numbers a node as the one half numbers its mirror image.
        theirs = place if mirror is None else {mirror[node]: index for node, index in place.items()}
        self._image = np.array([theirs[node] for node in nodes], np.int64)
        flip = _involution(graph, cut)
        moved = nodes if flip is None else [flip[node] for node in nodes]
        self._flip = np.array([place[node] for node in moved], np.int64)
        self._swaps = mirror in graph.maps and _commute(mirror, flip, nodes)
        between = [(a, b) for a in nodes for b in graph.neighbours[a] if a < b and b in place]
        self._own = np.array([(place[a], place[b]) for a, b in between], np.int64).reshape(-1, 2)
        # In the other half's numbering, those with low digits last, and whether required: then sets of
        # edges that differ in the last ones need patterns of that half that are close together in memory.
        edges = [
            (*sorted((theirs[a], theirs[b])), int((a, b) in graph.required)) for a, b in between
        ]
        self._edges = np.array(sorted(edges, reverse=True), np.int64).reshape(-1, 3)

    def ranges(self) -> list[int]:
        """Patterns at which the join may be split into ranges of about equal work."""
        return equal_ranges(self.one.sizes, self._flip, self._own, RANGES)

    def run(self, begin: int, end: int) -> Iterator[Progress]:
        """Join a range: the numbers add up to the cycles for which the one half has a pattern in it.

        Each cycle is counted once for every pair of symmetries of the two halves.
        """
        one, other = self.one, self.other
        rounds = len(one.counts) * len(other.counts)
        levels = self._room(begin, end)
        for i, counts in enumerate(one.counts):
            for j, other_counts in enumerate(other.counts):
                task = record("JoinTask")(
                    sizes=one.sizes, pairings=one.pairings, counts=counts, other_sizes=other.sizes,
                    other_pairings=other.pairings, other_counts=other_counts, power=self._power,
                    image=self._image, flip=self._flip, swaps=self._swaps and len(one.counts) == 1,
                    edges=self._edges,
                )  # fmt: skip
                done = (i * len(other.counts) + j) / rounds
                here = begin
                while here < end:
                    total = np.zeros(2, np.uint64)
                    joined = join(
                        begin=here, end=end, budget=PAIRS, task=task, levels=levels, total=total
                    )
                    here = joined.begin
                    share = done + (here - begin) / (end - begin) / rounds
                    words = f"joining the halves, {share:.0%}"
                    number = to_int(total) << (_PART * (i + j))
                    yield Progress(((0, number),), joined.spent, words=words)

    def _room(self, begin: int, end: int) -> Any:
        largest = max(
            int(np.diff(self.one.sizes[here : min(here + PATTERNS, end) + 1]).max(initial=1))
            for here in range(begin, end, PATTERNS)
        )
        levels, nodes = len(self._edges) + 1, len(self._image)
        return room("EdgeLevels", levels=levels, nodes=nodes, largest=largest)


def _involution(graph: Graph, cut: Cut) -> Map | None:
    """A symmetry that preserves both halves and acts on the middle as an involution, not the identity.

    A symmetry of the whole graph: a half alone may have more that move the middle.
    """
    before = set(cut.before)
    for images in graph.maps:
        moves = any(images[node] != node for node in cut.middle)
        keeps = all(images[node] in before for node in before)
        if moves and keeps and all(images[images[node]] == node for node in cut.middle):
            return images
    return None


def _commute(mirror: Map | None, flip: Map | None, nodes: Sequence[int]) -> bool:
    """Whether exchanging the two patterns of a pair leaves the count of the pair unchanged."""
    if mirror is None or any(mirror[mirror[node]] != node for node in nodes):
        return False
    return flip is None or all(mirror[flip[node]] == flip[mirror[node]] for node in nodes)


def _powers(nodes: Sequence[int]) -> Any:
    return np.array([3**i for i in range(len(nodes) + 1)], np.int64)


def _parts(numbers: Any, times: int) -> Any:
    """The counts of rows: in one word if sums cannot overflow, else in parts of 32 bits, a column each."""
    limbs = max((limb for limb in range(1, numbers.shape[1]) if numbers[:, limb].any()), default=0)
    if not limbs and numbers[:, 0].sum(dtype=np.float64) * times < LARGEST:
        return np.ascontiguousarray(numbers[:, :1])
    lower = numbers[:, : limbs + 1] & np.uint64((1 << _PART) - 1)
    upper = numbers[:, : limbs + 1] >> np.uint64(_PART)
    return np.stack((lower, upper), axis=2).reshape(len(numbers), 2 * (limbs + 1))


def equal_ranges(sizes: Any, flip: Any, edges: Any, most: int) -> list[int]:
    """Where to cut the patterns so that joining what lies between takes about equally long.

    The states of pattern p begin at ``sizes[p]``; of p and its image under the permutation ``flip`` only
    the lesser is joined. Its work is estimated by its states, and by sets of three quarters of those
    ``edges`` of the middle that have room at both ends: that told best which ranges of 8×8 took long (of
    64 the heaviest took twice as long as estimated; by states alone it was three times).

    Returns:
        the first pattern of each range but the first: at most ``most``.
    """
    starts = sizes[: 3 ** len(flip) + 1]
    patterns = np.flatnonzero(starts[1:] > starts[:-1])
    numbers = starts[patterns + 1].astype(np.int64) - starts[patterns]
    degrees = [patterns // 3**i % 3 for i in range(len(flip))]
    free = np.zeros(len(patterns), np.int64)
    for a, b in edges:
        free += (degrees[a] < 2) & (degrees[b] < 2)
    work = numbers << np.minimum(3 * free // 4, 24)
    work[sum(degree * 3**i for degree, i in zip(degrees, flip, strict=True)) < patterns] = 0
    share = work.sum() // (most + 1) + 1
    ranges = (np.cumsum(work) - work) // share
    return [int(pattern) for pattern in patterns[1:][ranges[1:] > ranges[:-1]]]
