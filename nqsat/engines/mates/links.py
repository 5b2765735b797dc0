"""The layers of the forward programme, kept: what tours can be numbered, drawn and weighed by.

Of each state is kept which states follow on it, by which moves; what the state was need not stay. Images of
a state under a symmetry are states of their own here, so that nothing has to be undone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.mates.forward import TooLarge, arguments_of
from nqsat.engines.mates.forward_kernel import begin, link, most_ways
from nqsat.engines.mates.graph import edge_of
from nqsat.engines.mates.layers import compile_layers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.engines.mates.graph import Edge, Graph
    from nqsat.engines.mates.layers import Layer

#: So many states are gone through at a time, and for so many there is room at first.
CHUNK = 1000
ROOM = 1 << 12

#: Bytes that a state takes with what follows on it: measured on knights.
LINK_BYTES = 60


class Turn(NamedTuple):
    """What follows on the states at the turn of a node.

    Args:
        edges: the node's to those to come, for each way.
        starts: of each state, where what follows on it begins; and in the end, where all ends.
        taken: the ways that are taken, one bit for each.
        following: the number of the state that follows; -1 where a cycle is closed.
    """

    edges: tuple[Edge, ...]
    starts: Any
    taken: Any
    following: Any


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """All turns; before the first there is one state.

    Args:
        graph, order: of what graph, node after node.
        turns: one for each node.
    """

    graph: Graph
    order: tuple[int, ...]
    turns: tuple[Turn, ...]

    def ways(self) -> list[Any]:
        """For each turn, of each state, how many cycles are made of it; whole numbers, of any size."""
        about = self._ways(np.float64)
        return self._ways(np.int64 if about[0][0] < 2.0**62 else object)

    def _ways(self, kind: Any) -> list[Any]:
        found = [np.zeros(0, kind)]
        for turn in reversed(self.turns):
            values = np.append(found[-1], kind(1) if kind is not object else 1)[turn.following]
            sums = np.append(np.zeros(1, kind), np.cumsum(values, dtype=kind))
            found.append(sums[turn.starts[1:]] - sums[turn.starts[:-1]])
        return found[:0:-1]

    def holding(self, ways: Sequence[Any]) -> Iterator[tuple[Edge, int]]:
        """In how many cycles each edge is.

        Args:
            ways: as from ``ways``.
        """
        kind = ways[0].dtype
        into = np.ones(1, kind)  # of each state, in how many ways one comes there
        for number, turn in enumerate(self.turns):
            after = ways[number + 1] if number + 1 < len(ways) else np.zeros(0, kind)
            values = np.repeat(into, np.diff(turn.starts))
            cycles = values * np.append(after, np.ones(1, kind))[turn.following]
            for way, edge in enumerate(turn.edges):
                yield edge, int(cycles[turn.taken >> way & 1 == 1].sum())
            into = np.zeros(len(after) + 1, kind)
            np.add.at(into, turn.following, values)
            into = into[:-1]

    def at(self, ways: Sequence[Any], number: int) -> set[Edge]:
        """The edges of a cycle, by its number from 0 on."""
        state, edges = 0, set[tuple[int, int]]()
        for place, turn in enumerate(self.turns):
            choices = self._choices(ways, place, state)
            taken, state, cycles = next(choices)
            while number >= cycles:
                number -= cycles
                taken, state, cycles = next(choices)
            edges.update(edge for way, edge in enumerate(turn.edges) if taken >> way & 1)
            if state < 0:
                break
        return edges

    def before(self, ways: Sequence[Any], edges: set[Edge]) -> int:
        """The number of the cycle that has these edges."""
        state = number = 0
        for place, turn in enumerate(self.turns):
            wanted = sum(1 << way for way, edge in enumerate(turn.edges) if edge in edges)
            choices = self._choices(ways, place, state)
            taken, state, cycles = next(choices)
            while taken != wanted:
                number += cycles
                taken, state, cycles = next(choices)
            if state < 0:
                break
        return number

    def _choices(
        self, ways: Sequence[Any], place: int, state: int
    ) -> Iterator[tuple[int, int, int]]:
        """What follows on a state: the ways taken, the state or -1, and how many cycles are made of it."""
        turn = self.turns[place]
        for one in range(turn.starts[state], turn.starts[state + 1]):
            following = int(turn.following[one])
            cycles = int(ways[place + 1][following]) if following >= 0 else 1
            yield int(turn.taken[one]), following, cycles


def links_of(graph: Graph, order: Sequence[int], memory: int) -> Links:
    """The links of a graph without parallel edges.

    Raises:
        TooLarge: they take more bytes than ``memory``.
    """
    rows = np.zeros((1, 2), np.uint64)
    left, turns = set(range(graph.size)), list[Turn]()
    alone = replace(graph, maps=())
    for node, layer in zip(order, compile_layers(alone, order).layers, strict=True):
        left.discard(node)
        edges = tuple(edge_of(node, other) for other in sorted(graph.neighbours[node] & left))
        turn, rows = _turn(layer, edges, rows)
        turns.append(turn)
        memory -= sum(array.nbytes for array in turn[1:])
        if memory < rows.nbytes * 4:  # states have room for as many more, and a table
            raise TooLarge(len(rows))
    return Links(graph, tuple(order), tuple(turns))


def _turn(layer: Layer, edges: tuple[Edge, ...], rows: Any) -> tuple[Turn, Any]:
    """A turn, and the states after it."""
    most, number = most_ways(len(edges)), 0
    states, table = begin(rows, 0, ROOM)
    starts, taken, following = [np.zeros(1, np.int64)], [], []
    small = np.min_scalar_type(max(1, (1 << len(edges)) - 1))
    for first in range(0, len(rows), CHUNK):
        some = rows[first : first + CHUNK]
        needed = number + most * len(some)
        if needed > len(states):
            states, table = begin(states, number, 2 * needed)
        ends = np.empty(len(some), np.int64)
        ways, to = np.empty(most * len(some), np.uint64), np.empty(most * len(some), np.int64)
        number = link(some, states, number, table, ends, ways, to, *arguments_of(layer))
        starts.append(ends + starts[-1][-1])
        taken.append(ways[: ends[-1]].astype(small))
        following.append(to[: ends[-1]].astype(np.int32))
    none = [np.zeros(0, small)], [np.zeros(0, np.int32)]
    arrays = [np.concatenate(one) for one in (starts, taken or none[0], following or none[1])]
    return Turn(edges, *arrays), states[:number].copy()
