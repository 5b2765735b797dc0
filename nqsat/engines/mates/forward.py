"""The forward program: it processes the nodes in order, and counts the ways to reach every state.

A way is a set of edges that gives every processed node two edges and closes no cycle; a state is everything
that its completions depend on. It has a slot for each touched node, from its first neighbour's turn until
its
own: the node has no edge yet (*bare*), two (*inner*), or one; then the slot stores its *mate*, the other
    end of
the path that ends there. If a symmetry of the graph preserves the set of processed nodes, a state and its
image have equally many completions, so they are counted together.

References: D. E. Knuth, TAOCP 4A, 7.1.4 (simpaths), and 4B, 7.2.2.4; B. D. McKay, Knight's tours of an 8×8
chessboard, TR-CS-97-03, 1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.layered.links import Map as AnyMap
from nqsat.engines.layered.run import LayeredProgram, Step
from nqsat.engines.layered.table_kernel import Rows
from nqsat.engines.mates.forward_kernel import (
    CLOSED,
    HALF,
    INNER,
    PARITY,
    advance,
    most_ways,
)
from nqsat.engines.mates.graph import Edge, Graph, Map, edge_of
from nqsat.engines.mates.strategy import MOST_SLOTS, preserving_symmetries

#: Approximate operations per state, for each of its choices.
WORK = 50


class NodeLayer(NamedTuple):
    """The turn of one node, in terms of slots: the kernel's arguments, and symmetries.

    Args:
        slot: of the node; if it has none yet, a free one, whose bits are zero: bare.
        last: whether a cycle may be closed: no untouched node and no required edge is left.
        ways: slots of its unprocessed neighbours, repeated for parallel edges.
        odd: for each of the ways, the parity bit if its edge is odd.
        required: bit mask of the ways that must be used.
        after: slots of the nodes that are touched after the turn.
        tight: slots of those among them that may be left with too few edges.
        loose: for each tight node, the number of its unprocessed neighbours that are not touched.
        beside: for each tight node, the bit mask of its neighbours' slots.
        maps: symmetries of the rest, as maps of slots (-1 where there is none).
        folding: the same symmetries, as maps of nodes.
        touched: the slots of the nodes that are touched before the turn.
    """

    slot: int
    last: int
    ways: Any
    odd: Any
    required: int
    after: Any
    tight: Any
    loose: Any
    beside: Any
    maps: Any
    folding: tuple[Map, ...]
    touched: dict[int, int]

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of the kernel."""
        return self[:-2]


class TourProgram(NamedTuple):
    """A layer for each node of an order, and the slot of each node on the last frontier."""

    layers: tuple[NodeLayer, ...]
    slots: dict[int, int]


def compile_layers(graph: Graph, order: Sequence[int]) -> TourProgram:
    """Compile the layers of an order of all nodes, or of the first ones.

    Raises:
        ValueError: it needs more than ``MOST_SLOTS`` slots.
    """
    slots: dict[int, int] = {}
    left = set(range(graph.size))
    parities = dict(graph.parallel)
    layers = []
    for node, maps in zip(order, preserving_symmetries(graph, order), strict=True):
        left.discard(node)
        touched = dict(slots)
        slot = slots.get(node)
        if slot is None:
            slot = slots[node] = _free(slots)
        to_come = sorted(graph.neighbours[node] & left)
        for other in to_come:
            if other not in slots:
                slots[other] = _free(slots)
        edges = [(x, odd) for x in to_come for odd in parities.get(edge_of(node, x), (0,))]
        required = sum(
            1 << i for i, (x, _) in enumerate(edges) if edge_of(node, x) in graph.required
        )
        ways = [slots[x] for x, _ in edges]
        del slots[node]
        tight = [x for x in to_come if len(graph.neighbours[x] & left - slots.keys()) < 2]
        ahead = [graph.neighbours[x] & left for x in tight]
        moved = tuple(m for m in maps if any(m[x] != x for x in slots))
        images = [_slot_map(one, slots) for one in moved]
        layers.append(
            NodeLayer(
                slot,
                int(left == slots.keys() and not any({*e} <= left for e in graph.required)),
                np.array(ways, np.int64),
                np.array([odd for _, odd in edges], np.uint64) * PARITY,
                required,
                np.array([*slots.values()], np.int64),
                np.array([slots[x] for x in tight], np.int64),
                np.array([len(some - slots.keys()) for some in ahead], np.int64),
                np.array(
                    [sum(1 << slots[x] for x in some & slots.keys()) for some in ahead], np.uint64
                ),
                np.array(images, np.int64).reshape(len(moved), MOST_SLOTS),
                moved,
                touched,
            )
        )
    return TourProgram(tuple(layers), slots)


def _free(slots: dict[int, int]) -> int:
    taken = set(slots.values())
    slot = next(x for x in range(len(taken) + 1) if x not in taken)
    if slot >= MOST_SLOTS:
        raise ValueError(f"more than {MOST_SLOTS} nodes are touched at a time")
    return slot


def _slot_map(one: Map, slots: dict[int, int]) -> list[int]:
    image = [-1] * MOST_SLOTS
    for node, slot in slots.items():
        image[slot] = slots[one[node]]
    return image


# -- the program as a layered program -----------------------------------------------------


class MatesProgram(LayeredProgram):
    """The program of an order of all nodes of a graph, or of the first ones, with a layer for each.

    Raises:
        ValueError: it needs more than ``MOST_SLOTS`` slots.
    """

    words = 2
    order: tuple[int, ...]

    def __init__(self, graph: Graph, order: Sequence[int]) -> None:
        self.order, self.each, self.group = tuple(order), graph.each, graph.maps
        self._graph = graph
        self.layers, self.slots = compile_layers(graph, order)

    def keys(self) -> Rows:
        """No node is touched; the parity bit is set if odd cycles are counted."""
        return np.array([[int(self._graph.odd) * PARITY, 0]], np.uint64)

    def steps(self, place: int) -> list[Step]:
        layer = self.layers[place]
        choices = most_ways(len(layer.ways))
        return [Step(advance, layer.arguments, choices, WORK * choices)]

    def closed(self, place: int, rows: Rows) -> int | None:
        if not self.layers[place].last:
            return None
        found = np.flatnonzero(rows[:, 0] == CLOSED)
        return int(found[0]) if len(found) else None

    def items(self, place: int) -> tuple[Edge, ...]:
        node, left = self.order[place], {*range(self._graph.size)}.difference(self.order[:place])
        to_come = sorted(self._graph.neighbours[node] & left)
        return tuple(edge_of(node, other) for other in to_come)

    def image(self, item: Edge, by: AnyMap) -> Edge:
        return edge_of(by[item[0]], by[item[1]])

    def maps(self, place: int) -> tuple[Map, ...]:
        return self.layers[place].folding

    def scope(self, place: int) -> int:
        return self._scope(place)[0]

    def marks(self, place: int, rows: Rows) -> Rows:
        _, kept, group = self._scope(place)
        slots = self._touched(place)
        degree = {node: _degree(rows, slots[node]) for node in kept}
        shift = {node: np.uint64(2 * index) for index, node in enumerate(kept)}
        marks = np.full((len(rows), 1), -1 if kept else 0, np.int64).astype(np.uint64)
        for one in group if kept else ():  # the minimum represents a state and its images
            word = sum(degree[node] << shift[one[node]] for node in kept)
            marks[:, 0] = np.minimum(marks[:, 0], word)
        return marks

    def _scope(self, place: int) -> tuple[int, list[int], set[Map]]:
        """The end of a block of layers, the nodes that it leaves alone, and the group acting on states.

        Up to the symmetries, such a node remains bare, inner or an end of a path; the other end of its path
        may change.
        """
        touched, end = {*self._touched(place)}, place
        kept, group = touched, {tuple(range(self._graph.size))}
        for node, layer in zip(self.order[place:], self.layers[place:], strict=True):
            alone = kept - {node} - self._graph.neighbours[node]
            more = _generated_group(group, layer.folding)
            alone = {x for x in alone if all(one[x] in alone for one in more)}
            if end > place and 2 * len(alone) < len(touched):
                break
            kept, group, end = alone, more, end + 1
        return end, sorted(kept), group

    def _touched(self, place: int) -> dict[int, int]:
        """The slots of the nodes that are touched before a layer, or at the end."""
        return self.layers[place].touched if place < len(self.layers) else self.slots


def _degree(rows: Rows, slot: int) -> Any:
    """The number of edges of a node in each state, given its slot."""
    word, place = divmod(slot, HALF)
    value = rows[:, word] >> np.uint64(5 * place) & np.uint64(31)
    return (value != 0).astype(np.uint64) + (value == INNER)


def _generated_group(group: set[Map], maps: Sequence[Map]) -> set[Map]:
    """The group generated by a group and further permutations."""
    found = [*group]
    for one in found:  # grows during the loop
        products = {tuple(by[x] for x in one) for by in (*group, *maps)}
        found += products.difference(found)
    return {*found}
