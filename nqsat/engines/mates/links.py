"""The layers of the forward programme, kept: what tours can be numbered, drawn and weighed by.

Of each state is kept which states follow on it, by which moves; what the state was need not stay. Where a
state stands for its images, what follows is completed by the images of what completes the other, so that
whoever goes along remembers by which symmetry he has come to see the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.mates.forward import TooLarge, arguments_of
from nqsat.engines.mates.forward_kernel import begin, link, most_ways
from nqsat.engines.mates.graph import Edge, Graph, Map, edge_of
from nqsat.engines.mates.layers import Layer, compile_layers

#: So many states are gone through at a time, and for so many at least there is room at first.
CHUNK = 4000
ROOM = 1 << 12

#: Numbers below this one are kept in words.
LARGEST = 1 << 62

#: Bytes that a state takes with what follows on it: measured on knights.
LINK_BYTES = 60


class Turn(NamedTuple):
    """What follows on the states at the turn of a node.

    Args:
        edges: the node's to those to come, for each way.
        starts: of each state, where what follows on it begins; and in the end, where all ends.
        taken: the ways that are taken, one bit for each.
        following: the number of the state that follows; -1 where a cycle is closed.
        maps: symmetries of the graph.
        folded: which of them makes the state that follows of what comes of the other; -1 for none. Of no
            length if there are none.
    """

    edges: tuple[Edge, ...]
    starts: Any
    taken: Any
    following: Any
    maps: tuple[Map, ...]
    folded: Any


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """All turns, one for each node in order; before the first there is one state."""

    graph: Graph
    order: tuple[int, ...]
    turns: tuple[Turn, ...]

    def ways(self) -> list[Any]:
        """For each turn, of each state, how many cycles are made of it; whole numbers, of any size."""
        return self._ways(np.int64) or self._ways(object)

    def _ways(self, kind: Any) -> list[Any]:
        """In numbers of this kind; nothing where they might not fit into words."""
        found = [np.zeros(0, kind)]
        for turn in reversed(self.turns):
            values = np.append(found[-1], kind(1) if kind is not object else 1)[turn.following]
            most = int(np.diff(turn.starts).max(initial=1)) * int(values.max(initial=0))
            if kind is not object and most >= LARGEST:
                return []
            # These sums may run over, but not their differences, which are below the largest number.
            sums = np.append(np.zeros(1, kind), np.cumsum(values, dtype=kind))
            found.append(sums[turn.starts[1:]] - sums[turn.starts[:-1]])
        return found[:0:-1]

    def holding(self, ways: Sequence[Any]) -> dict[Edge, int]:
        """In how many cycles each edge is.

        An edge and its images are in equally many. Of all cycles as they are seen where they are made, with
        one image or another in place of each, those that have one of these edges are known.

        Args:
            ways: as from ``ways``.
        """
        kind = ways[0].dtype
        seen: dict[Edge, int] = {}
        into = np.ones(1, kind)  # of each state, in how many ways one comes there
        for number, turn in enumerate(self.turns):
            after = ways[number + 1] if number + 1 < len(ways) else np.zeros(0, kind)
            values = np.repeat(into, np.diff(turn.starts))
            cycles = values * np.append(after, np.ones(1, kind))[turn.following]
            for way, edge in enumerate(turn.edges):
                seen[edge] = int(cycles[turn.taken >> way & 1 == 1].sum())
            into = np.zeros(len(after) + 1, kind)
            np.add.at(into, turn.following, values)
            into = into[:-1]
        found = {}
        for edge in seen:
            orbit = {_image(edge, one) for one in self.graph.maps} | {edge}
            found[edge] = sum(seen[one] for one in orbit) // len(orbit)
        return found

    def at(self, ways: Sequence[Any], number: int) -> set[Edge]:
        """The edges of a cycle, by its number from 0 on."""
        state = 0
        edges: set[Edge] = set()
        back: Sequence[int] = range(self.graph.size)  # which node each is that is seen here
        for place, turn in enumerate(self.turns):
            for choice in self._choices(ways, place, state):
                taken, following, cycles, by = choice
                if number < cycles:
                    break
                number -= cycles
            made = (edge for way, edge in enumerate(turn.edges) if taken >> way & 1)
            edges.update(_image(edge, back) for edge in made)
            if by is not None:
                here = dict(zip(by, back, strict=True))
                back = [here[node] for node in range(self.graph.size)]
            state = following
            if state < 0:
                break
        return edges

    def before(self, ways: Sequence[Any], edges: set[Edge]) -> int:
        """The number of the cycle that has these edges."""
        state = number = 0
        for place, turn in enumerate(self.turns):
            wanted = sum(1 << way for way, edge in enumerate(turn.edges) if edge in edges)
            for choice in self._choices(ways, place, state):
                taken, following, cycles, by = choice
                if taken == wanted:
                    break
                number += cycles
            if by is not None:
                edges = {_image(edge, by) for edge in edges}
            state = following
            if state < 0:
                break
        return number

    def _choices(
        self, ways: Sequence[Any], place: int, state: int
    ) -> Iterator[tuple[int, int, int, Map | None]]:
        """All that follows on a state: ``taken`` and ``following`` as of the turn, how many cycles are made
        of it, and the symmetry, if there is one.
        """
        turn = self.turns[place]
        for one in range(turn.starts[state], turn.starts[state + 1]):
            following = int(turn.following[one])
            cycles = int(ways[place + 1][following]) if following >= 0 else 1
            by = turn.folded[one] if turn.maps else -1
            yield int(turn.taken[one]), following, cycles, turn.maps[by] if by >= 0 else None


def _image(edge: Edge, one: Sequence[int]) -> Edge:
    return edge_of(one[edge[0]], one[edge[1]])


def links_of(graph: Graph, order: Sequence[int], memory: int) -> Links:
    """The links of a graph without parallel edges.

    Raises:
        TooLarge: they take more bytes than ``memory``.
    """
    rows = np.zeros((1, 2), np.uint64)
    left, turns = set(range(graph.size)), list[Turn]()
    for node, layer in zip(order, compile_layers(graph, order).layers, strict=True):
        left.discard(node)
        edges = tuple(edge_of(node, other) for other in sorted(graph.neighbours[node] & left))
        turn, rows = _turn(layer, edges, rows)
        turns.append(turn)
        memory -= sum(one.nbytes for one in (turn.starts, turn.taken, turn.following, turn.folded))
        if memory < rows.nbytes * 4:  # states have room for as many more, and a table
            raise TooLarge(len(rows))
    return Links(graph, tuple(order), tuple(turns))


def _turn(layer: Layer, edges: tuple[Edge, ...], rows: Any) -> tuple[Turn, Any]:
    """A turn, and the states after it."""
    arguments, most, number = arguments_of(layer), most_ways(len(edges)), 0
    states, table = begin(rows, 0, max(ROOM, 2 * len(rows)))
    small = np.min_scalar_type(max(1, (1 << len(edges)) - 1))
    starts, taken = [np.zeros(1, np.int64)], [np.zeros(0, small)]
    following, folded = [np.zeros(0, np.int32)], [np.zeros(0, np.int16)]
    for first in range(0, len(rows), CHUNK):
        some = rows[first : first + CHUNK]
        needed = number + most * len(some)
        if needed > len(states):
            states, table = begin(states, number, 2 * needed)
        ends = np.empty(len(some), np.int64)
        ways = np.empty(most * len(some), np.uint64)
        to, by = np.empty((2, most * len(some)), np.int64)
        number = link(some, states, number, table, ends, ways, to, by, *arguments)
        starts.append(ends + starts[-1][-1])
        taken.append(ways[: ends[-1]].astype(small))
        following.append(to[: ends[-1]].astype(np.int32))
        if layer.folding:
            folded.append(by[: ends[-1]].astype(np.int16))
    whole = np.concatenate
    turn = Turn(edges, whole(starts), whole(taken), whole(following), layer.folding, whole(folded))
    return turn, states[:number].copy()
