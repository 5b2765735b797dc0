"""The layers of the forward programme, kept, with how the board is seen in each.

Where a state stands for its images, what follows is completed by the images of what completes the other, so
that whoever goes along remembers by which symmetry he has come to see the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.layers import Layers, Turn
from nqsat.engines.mates.forward import Layer, TooLarge, compile_layers
from nqsat.engines.mates.forward_kernel import begin, link, most_ways
from nqsat.engines.mates.graph import Edge, Graph, Map, edge_of
from nqsat.engines.stream import Deadline

#: So many states are gone through at a time, and for so many at least there is room at first.
CHUNK = 4000
ROOM = 1 << 12

#: Bytes that a state takes with what follows on it: measured on knights.
LINK_BYTES = 60


class Sight(NamedTuple):
    """How the board is seen at a turn, and after it.

    Args:
        edges: of the node whose turn it is to those to come, one for each bit of what is chosen.
        maps: symmetries of the graph.
        folded: which of them makes, for each choice, the state that follows of what comes of the other; -1
            for none. Of no length if there are no maps.
    """

    edges: tuple[Edge, ...]
    maps: tuple[Map, ...]
    folded: Any

    def turned(self, choice: int) -> Map | None:
        """By which symmetry the board is seen after a choice, if by one."""
        by = self.folded[choice] if self.maps else -1
        return self.maps[by] if by >= 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """The layers of a count of cycles, and how the board is seen in each."""

    graph: Graph
    layers: Layers
    sights: tuple[Sight, ...]

    def holding(self) -> dict[Edge, int]:
        """In how many cycles each edge is.

        An edge and its images are in equally many. Of all cycles as they are seen where they are made, with
        one image or another in place of each, those that have one of these edges are known.
        """
        seen: dict[Edge, int] = {}
        turns = zip(self.layers.turns, self.sights, self.layers.through(), strict=True)
        for turn, sight, cycles in turns:
            for bit, edge in enumerate(sight.edges):
                seen[edge] = int(cycles[turn.chosen >> bit & 1 == 1].sum())
        found = {}
        for edge in seen:
            orbit = {_image(edge, one) for one in self.graph.maps} | {edge}
            found[edge] = sum(seen[one] for one in orbit) // len(orbit)
        return found

    def at(self, number: int) -> set[Edge]:
        """The edges of a cycle, by its number from 0 on."""
        edges: set[Edge] = set()
        back: Sequence[int] = range(self.graph.size)  # which node each is that is seen here
        for place, choice in enumerate(self.layers.at(number)):
            edges.update(_image(edge, back) for edge in self._made(place, choice))
            by = self.sights[place].turned(choice)
            if by is not None:
                here = dict(zip(by, back, strict=True))
                back = [here[node] for node in range(self.graph.size)]
        return edges

    def before(self, edges: set[Edge]) -> int:
        """The number of the cycle that has these edges."""

        def seen(place: int, choice: int, edges: set[Edge]) -> set[Edge] | None:
            sight = self.sights[place]
            if self._made(place, choice) != edges.intersection(sight.edges):
                return None
            by = sight.turned(choice)
            return edges if by is None else {_image(edge, by) for edge in edges}

        return self.layers.before(edges, seen)

    def _made(self, place: int, choice: int) -> set[Edge]:
        """The edges that a choice takes."""
        taken = int(self.layers.turns[place].chosen[choice])
        return {edge for bit, edge in enumerate(self.sights[place].edges) if taken >> bit & 1}


def _image(edge: Edge, one: Sequence[int]) -> Edge:
    return edge_of(one[edge[0]], one[edge[1]])


def links_of(graph: Graph, order: Sequence[int], memory: int, clock: Deadline) -> Links:
    """The links of a graph without parallel edges.

    Raises:
        TooLarge: they take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    rows = np.zeros((1, 2), np.uint64)
    left, turns, sights = set(range(graph.size)), list[Turn](), list[Sight]()
    for node, layer in zip(order, compile_layers(graph, order).layers, strict=True):
        left.discard(node)
        edges = tuple(edge_of(node, other) for other in sorted(graph.neighbours[node] & left))
        turn, folded, rows = _turn(layer, edges, rows, clock)
        turns.append(turn)
        sights.append(Sight(edges, layer.folding, folded))
        memory -= sum(array.nbytes for array in (*turn, folded))
        if memory < rows.nbytes * 4:  # states have room for as many more, and a table
            raise TooLarge(len(rows))
    return Links(graph, Layers(order, turns), tuple(sights))


def _turn(
    layer: Layer, edges: tuple[Edge, ...], rows: Any, clock: Deadline
) -> tuple[Turn, Any, Any]:
    """A turn, by which symmetries what follows is seen, and the states after it."""
    most, number = most_ways(len(edges)), 0
    states, table = begin(rows, 0, max(ROOM, 2 * len(rows)))
    small = np.min_scalar_type(max(1, (1 << len(edges)) - 1))
    starts, taken = [np.zeros(1, np.int64)], [np.zeros(0, small)]
    following, folded = [np.zeros(0, np.int32)], [np.zeros(0, np.int16)]
    for first in range(0, len(rows), CHUNK):
        clock.check()
        some = rows[first : first + CHUNK]
        needed = number + most * len(some)
        if needed > len(states):
            states, table = begin(states, number, 2 * needed)
        ends = np.empty(len(some), np.int64)
        ways = np.empty(most * len(some), np.uint64)
        to, by = np.empty((2, most * len(some)), np.int64)
        number = link(some, states, number, table, ends, ways, to, by, *layer.arguments)
        starts.append(ends + starts[-1][-1])
        taken.append(ways[: ends[-1]].astype(small))
        following.append(to[: ends[-1]].astype(np.int32))
        if layer.folding:
            folded.append(by[: ends[-1]].astype(np.int16))
    whole = np.concatenate
    after = whole(following)
    after[after < 0] = number  # a cycle is closed
    return Turn(whole(starts), whole(taken), after), whole(folded), states[:number].copy()
