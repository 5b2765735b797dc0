"""The forward program: it processes the nodes in order, and counts the ways to reach every state.

A way is a set of edges that gives every processed node two edges and closes no cycle; a state is everything
that its completions depend on. It has a slot for each touched node, from its first neighbour's turn until
its own: the node has no edge yet (*bare*), two (*inner*), or one; then the slot stores its *mate*, the
other end of the path that ends there. If a symmetry of the graph preserves the set of processed nodes, a
state and its image have equally many completions, so they are counted together.

References: D. E. Knuth, TAOCP 4A, 7.1.4 (simpaths), and 4B, 7.2.2.4; B. D. McKay, Knight's tours of an 8×8
chessboard, TR-CS-97-03, 1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.layered.program import Program, Step, digest
from nqsat.engines.mates.graph import Edge, Graph, Map, edge_of
from nqsat.engines.mates.strategy import MOST_SLOTS, preserving_symmetries

if TYPE_CHECKING:
    from nqsat.engines.layered.program import Map as AnyMap
    from nqsat.engines.layered.states import LayerStates, Rows


#: The first word of what is no state, of what comes of one that closes a cycle; and the bit of the parity
#: of a state. See ``kernels/tours.c``.
CLOSED, PARITY = 0xFFFFFFFFFFFFFFFF, 1 << 60

#: It lets a node take its turn in the states of a layer.
advance = Kernel("tours_advance")

#: Approximate operations per state, for each of its choices.
WORK = 50


class NodeLayer(NamedTuple):
    """The turn of one node, in terms of slots."""

    slot: int  # of the node; if it has none yet, a free one, whose bits are zero: bare
    last: bool  # whether a cycle may be closed: no untouched node and no required edge is left
    ways: Any  # slots of its unprocessed neighbours, repeated for parallel edges
    odd: Any  # for each of the ways, whether its edge is odd
    required: int  # bit mask of the ways that must be used
    needed: int  # bit mask of the slots of nodes that must be visited
    bare: bool  # whether the node may be left out
    after: Any  # slots of the nodes that are touched after the turn
    #: the nodes among them that may be left with too few edges: the slot, the number of unprocessed
    #: neighbours that are not touched, the bit mask of the others' slots, and the edges that a bare
    #: one needs
    tight: Any
    images: Any  # symmetries of the rest, as maps of slots, -1 where there is none …
    maps: Any  # … and as maps of nodes


class TourLayers(NamedTuple):
    """A layer for each node of an order, and the slot of each node that is touched at the end."""

    layers: tuple[NodeLayer, ...]
    slots: dict[int, int]


def compile_layers(graph: Graph, order: Sequence[int]) -> TourLayers:
    """Compile the layers of an order of all nodes, or of the first ones.

    Raises ValueError if it needs more than ``MOST_SLOTS`` slots.
    """
    slots: dict[int, int] = {}
    left, must = set(range(graph.size)), graph.must_visit
    parities = dict(graph.parallel)
    layers = []
    for node, maps in zip(order, preserving_symmetries(graph, order), strict=True):
        left.discard(node)
        to_come = sorted(graph.neighbours[node] & left)
        for other in (node, *to_come):
            if other not in slots:
                slots[other] = _free(slots)
        edges = [(x, odd) for x in to_come for odd in parities.get(edge_of(node, x), (0,))]
        required = [edge_of(node, x) in graph.required for x, _ in edges]
        ways = tuple(slots[x] for x, _ in edges)
        slot = slots.pop(node)
        ahead = {x: graph.neighbours[x] & left for x in to_come}
        moved = tuple(m for m in maps if any(m[x] != x for x in slots))
        layers.append(
            NodeLayer(
                slot,
                must.isdisjoint(left - slots.keys())
                and not any({*e} <= left for e in graph.required),
                ways,
                tuple(odd for _, odd in edges),
                sum(1 << i for i, needed in enumerate(required) if needed),
                sum(1 << slots[x] for x in must & slots.keys()),
                node not in must,
                tuple(slots.values()),
                tuple(
                    (
                        slots[x],
                        len(far),
                        sum(1 << slots[y] for y in near & slots.keys()),
                        2 * (x in must),
                    )
                    for x, near in ahead.items()
                    if len(far := near - slots.keys()) < 2
                ),
                tuple(_slot_map(image, slots) for image in moved),
                moved,
            )
        )
    return TourLayers(tuple(layers), slots)


def most_ways(degree: int) -> int:
    """The greatest number of successors of a state when a node with this many free edges is processed."""
    return degree * (degree - 1) // 2 + degree + 1


def _free(slots: dict[int, int]) -> int:
    taken = set(slots.values())
    slot = next(x for x in range(len(taken) + 1) if x not in taken)
    if slot >= MOST_SLOTS:
        raise ValueError(f"more than {MOST_SLOTS} nodes are touched at a time")
    return slot


def _slot_map(one: Map, slots: dict[int, int]) -> tuple[int, ...]:
    images = {slot: slots[one[node]] for node, slot in slots.items()}
    return tuple(images.get(slot, -1) for slot in range(MOST_SLOTS))


@dataclass(frozen=True)
class MatesProgram(Program):
    """The program of an order of all nodes of a graph, or of the first ones, with a layer for each.

    Its first use raises ValueError if it needs more than ``MOST_SLOTS`` slots.
    """

    graph: Graph
    nodes: tuple[int, ...]

    @cached_property
    def compiled(self) -> TourLayers:
        """The layers."""
        return compile_layers(self.graph, self.nodes)

    @property
    def order(self) -> tuple[int, ...]:
        return self.nodes

    @property
    def words(self) -> int:
        return 2

    @property
    def digest(self) -> str:
        return digest(self.compiled.layers, self.graph.odd, self.graph.lengths)

    @property
    def each(self) -> int:
        return self.graph.each

    @property
    def group(self) -> tuple[Map, ...]:
        return self.graph.maps

    def keys(self) -> list[tuple[int, ...]]:
        """No node is touched; the parity bit is set if odd cycles are counted."""
        return [(int(self.graph.odd) * PARITY, 0)]

    def steps(self, place: int) -> list[Step]:
        from nqsat.engines.arrays import np
        from nqsat.engines.layered.run import BLOCK

        layer = self.compiled.layers[place]
        turn = record("Turn")(
            slot=layer.slot,
            last=layer.last,
            ways=np.array(layer.ways, np.int64),
            odd=np.array([odd * PARITY for odd in layer.odd], np.uint64),
            required=layer.required,
            needed=layer.needed,
            bare=layer.bare,
            edges=-1,
            after=np.array(layer.after, np.int64),
            tight=np.array(layer.tight, np.uint64).reshape(-1, 4),
            images=np.array(layer.images, np.int64).reshape(-1, MOST_SLOTS),
        )
        choices = most_ways(len(layer.ways))
        block = room("Block", block=BLOCK + choices, key_words=self.words)
        edges = (-1,) if self.graph.lengths is None else (0, 1, 2)
        return [
            Step(
                advance,
                {"turn": turn._replace(edges=some), "choices": choices, "block": block},
                choices,
                WORK * choices,
                max(some, 0),
            )
            for some in edges
        ]

    @property
    def most(self) -> int | None:
        return None if self.graph.lengths is None else self.graph.lengths[1]

    def numbers(self, last: LayerStates) -> list[int]:
        if self.graph.needed is None:
            return super().numbers(last)
        closed = last._replace(rows=last.rows[last.rows[:, 0] == CLOSED]).numbers(self.words)
        low, high = self.graph.lengths or (0, 0)
        return [sum(closed[low : high + 1])]

    def closed(self, place: int, rows: Rows) -> int | None:
        if not self.compiled.layers[place].last or self.graph.needed is not None:
            return None
        found = (rows[:, 0] == CLOSED).nonzero()[0]
        return int(found[0]) if len(found) else None

    def items(self, place: int) -> tuple[Edge, ...]:
        node, left = self.nodes[place], {*range(self.graph.size)}.difference(self.nodes[:place])
        to_come = sorted(self.graph.neighbours[node] & left)
        return tuple(edge_of(node, other) for other in to_come)

    def image(self, item: Edge, by: AnyMap) -> Edge:
        return edge_of(by[item[0]], by[item[1]])

    def maps(self, place: int) -> tuple[Map, ...]:
        found: tuple[Map, ...] = self.compiled.layers[place].maps
        return found
