"""Meeting in the middle: two halves of a graph are counted on their own and joined over the nodes between.

No edge leads from one half to the other, so every cycle consists of paths through one half, paths
through the other and edges of the middle. The forward programme gives the states of each half: how many
ways there are to give all its nodes two edges and leave the middle's nodes with these degrees and these
paths between them. Then, for each pattern of degrees on one side and each set of the middle's own
edges, the other side has to have the degrees that are missing, and of all pairs of such states those
count whose paths make one cycle.

If a symmetry changes the halves over, one of them is enough, and of a pair and its image one; if
another one keeps both, of each pattern and its image one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nqsat.engines.jit import np
from nqsat.engines.mates.forward import run_forward
from nqsat.engines.mates.layers import MOST_SLOTS, compile_layers
from nqsat.engines.mates.middle_kernel import join, scatter, tally
from nqsat.engines.plan import Slice

if TYPE_CHECKING:
    from nqsat.engines.mates.graph import Graph, Map
    from nqsat.engines.mates.order import Cut

#: Rows for one call when they are sorted, and pairs for one call when they are joined.
CHUNK = 200_000
PAIRS = 4_000_000

#: Sums of counts below this, the factors for symmetries included, are kept in one word: then the pairs
#: of one call, for each of up to 2³⁴ sets of edges, cannot pass the two words of their sum.
LARGEST = 2.0**46

_PART = 32


@dataclass(frozen=True, slots=True)
class _Half:
    """The states of one half, sorted by pattern.

    Args:
        sizes: ``sizes[p]`` is where the states of pattern p begin.
        pairings: how the ends are paired.
        counts: part by part of 32 bits, the lowest first, or in one part; all times ``times``.
        times: how many symmetries were folded into the states.
    """

    sizes: Any
    pairings: Any
    counts: tuple[Any, ...]
    times: int


class _Middle:
    """The middle of a cut: its nodes in a fixed order, and what symmetries do to them."""

    def __init__(self, graph: Graph, cut: Cut) -> None:
        # Of the symmetries those that keep both halves: a half alone may have more, that move the middle.
        before = set(cut.before)
        kept = tuple(one for one in graph.maps if all(one[node] in before for node in before))
        self._graph = replace(graph, maps=kept)
        self.nodes = _in_order(graph, cut.middle)
        place = {node: index for index, node in enumerate(self.nodes)}
        self._place = place
        self.power = np.array([3**i for i in range(len(self.nodes) + 1)], np.int64)
        mirror = cut.mirror
        # The other half calls a node by the number that its mirror image has for the one.
        self._other = (
            place if mirror is None else {mirror[node]: index for node, index in place.items()}
        )
        self.image = np.array([self._other[node] for node in self.nodes], np.int64)
        flip = self._flip()
        self.flip = np.array(self._moved(range(graph.size) if flip is None else flip), np.int64)
        self.swaps = mirror is not None and self._commute(mirror, flip)

    def _moved(self, one: Sequence[int]) -> list[int]:
        return [self._place[one[node]] for node in self.nodes]

    def _flip(self) -> Map | None:
        """A symmetry of both halves that moves the middle and is its own inverse there."""
        for one in self._graph.maps:
            moves = any(one[node] != node for node in self.nodes)
            if moves and all(one[one[node]] == node for node in self.nodes):
                return one
        return None

    def _commute(self, mirror: Map, flip: Map | None) -> bool:
        """Whether a pair of patterns counts as the pair changed over."""
        if any(mirror[mirror[node]] != node for node in self.nodes):
            return False
        return flip is None or all(mirror[flip[node]] == flip[mirror[node]] for node in self.nodes)

    def edges(self) -> Any:
        """The middle's own edges by the other half's numbers, those of low digits last.

        Sets of edges that differ in the last ones then want patterns of the other half that are close
        together in memory.
        """
        found = []
        for a in self.nodes:
            for b in self._graph.neighbours[a]:
                if a < b and b in self._place:
                    required = int((a, b) in self._graph.required)
                    found.append((*sorted((self._other[a], self._other[b])), required))
        found.sort(reverse=True)
        return np.array(found, np.int64).reshape(len(found), 3)

    def half(self, order: Sequence[int], memory: int) -> Generator[Slice, None, _Half]:
        """Count one half, and sort its states."""
        program = compile_layers(self._graph, order)
        rows, _ = yield from run_forward(program.layers, memory)
        unused = [slot for slot in range(MOST_SLOTS) if slot not in program.slots.values()]
        slots = [program.slots[n] if n in program.slots else unused.pop() for n in self.nodes]
        place = np.zeros(MOST_SLOTS, np.int64)
        place[slots] = range(len(slots))
        maps = np.array([self._moved(one) for one in self._graph.maps], np.int64)
        reading = (np.array(slots, np.int64), place, maps, self.power)
        sizes = np.zeros(
            self.power[-1] + 2, np.int32 if len(rows) * len(maps) < 2**31 else np.int64
        )
        for start in range(0, len(rows), CHUNK):
            tally(rows, start, min(start + CHUNK, len(rows)), *reading, sizes)
            yield Slice()
        np.cumsum(sizes, out=sizes)
        parts = list(_parts(rows, len(maps)))
        pairings = np.empty(sizes[-1], np.uint64)
        counts = tuple(np.empty(sizes[-1], np.uint64) for _ in parts)
        begins = sizes if len(parts) == 1 else sizes.copy()
        for numbers, these in zip(parts, counts, strict=True):
            sizes[:] = begins
            for start in range(0, len(rows), CHUNK):
                stop = min(start + CHUNK, len(rows))
                scatter(rows, start, stop, *reading, sizes, numbers, pairings, these)
                yield Slice()
        return _Half(sizes, pairings, counts, len(maps))

    def joined(self, one: _Half, other: _Half) -> Iterator[tuple[int, str]]:
        """Numbers that add up to the number of cycles, each with words for where the join stands."""
        swaps = self.swaps and len(one.counts) == 1
        rounds = len(one.counts) * len(other.counts)
        for i, counts in enumerate(one.counts):
            for j, other_counts in enumerate(other.counts):
                done = (i * len(other.counts) + j) / rounds
                for share, number in self._pairs(one, counts, other, other_counts, swaps=swaps):
                    words = f"joining the halves, {done + share / rounds:.0%}"
                    yield number << (_PART * (i + j)), words

    def _pairs(
        self, one: _Half, counts: Any, other: _Half, other_counts: Any, *, swaps: bool
    ) -> Iterator[tuple[float, int]]:
        """Numbers to be added up, each with the share of the patterns that has been looked at."""
        edges = self.edges()
        largest = int(np.diff(one.sizes[:-1]).max(initial=1))
        work = np.empty((len(edges) + 1, largest), np.uint64)
        seen = np.zeros((2, 4 * largest + 4), np.int64)
        arguments = (
            *(
                PAIRS,
                (one.sizes, one.pairings, counts),
                (other.sizes, other.pairings, other_counts),
            ),
            *(self.power, self.image, self.flip, swaps, edges, work, np.empty_like(work), *seen),
        )
        begin, end = 0, int(self.power[-1])
        while begin < end:
            total = np.zeros(2, np.uint64)
            with np.errstate(over="ignore"):
                begin = join(begin, end, *arguments, total)  # type: ignore[call-arg]
            yield begin / end, int(total[0]) + (int(total[1]) << 64)


def run_middle(graph: Graph, cut: Cut, memory: int) -> Iterator[Slice]:
    """Slices whose numbers add up to the number of Hamiltonian cycles.

    Args:
        graph: the graph.
        cut: which nodes are in the halves; neither is empty.
        memory: bytes that tables may take.

    Raises:
        TooLarge: the tables have grown beyond ``memory``.
    """
    middle = _Middle(graph, cut)
    one = yield from middle.half(cut.before, memory)
    other = one if cut.mirror is not None else (yield from middle.half(cut.after, memory))
    # The halves count each state once for every symmetry folded in; what has been divided out so far
    # is a lower bound of the number.
    times = one.times * other.times
    total = told = 0
    for number, words in middle.joined(one, other):
        total += number
        yield Slice(((0, total // times - told),), words=words)
        told = total // times


def _parts(rows: Any, times: int) -> Iterator[Any]:
    """What the rows count: in one word if sums cannot overflow, else in parts of 32 bits."""
    if rows.shape[1] == 3 and rows[:, 2].sum(dtype=np.float64) * times < LARGEST:
        yield np.ascontiguousarray(rows[:, 2])
        return
    for limb in range(2, rows.shape[1]):
        yield rows[:, limb] & np.uint64((1 << _PART) - 1)
        yield rows[:, limb] >> np.uint64(_PART)


def _in_order(graph: Graph, middle: Sequence[int]) -> list[int]:
    """The nodes, those of a connected piece of the middle together."""
    left = dict.fromkeys(middle)
    found: list[int] = []
    while left:
        queue = [next(iter(left))]
        while queue:
            node = queue.pop()
            if node in left:
                del left[node]
                found.append(node)
                queue += sorted(graph.neighbours[node] & left.keys(), reverse=True)
    return found
