"""What the programme does, layer by layer: an order of the nodes, compiled to slots of a state.

A node is *touched* from its first neighbour's turn on until its own turn: then the state has a slot for
it. All that the rest of the count must know of a touched node is whether it has no edge yet (*bare*),
two (*inner*), or one, and then the *mate*: the other end of the path that ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nqsat.engines.mates.graph import Graph, Map, edge_of

#: So many slots of five bits are in a state: twelve in each of two words.
MOST_SLOTS = 24


class Layer(NamedTuple):
    """The turn of one node, all in slots.

    Args:
        slot: of the node; if it has none yet, a free one, whose bits are zero: bare.
        ways: of its neighbours to come, each as often as edges lead there.
        odd: for each of the ways, whether its edge is odd.
        required: which of the ways must be taken, one bit for each.
        after: of the nodes touched after the turn.
        tight: of those among the nodes after that may be left with too few ways.
        loose: for each of them, how many of its neighbours to come are not touched.
        beside: for each of them, which slots its neighbours have, one bit for each.
        maps: symmetries of what is left, from slot to slot (-1 where there is none).
        folding: the same, from node to node.
        last: whether a cycle may be closed: nothing untouched is left, and no required edge.
    """

    slot: int
    ways: tuple[int, ...]
    odd: tuple[int, ...]
    required: int
    after: tuple[int, ...]
    tight: tuple[int, ...]
    loose: tuple[int, ...]
    beside: tuple[int, ...]
    maps: tuple[tuple[int, ...], ...]
    folding: tuple[Map, ...]
    last: bool


class Program(NamedTuple):
    """A layer for each node of an order, and the slot of each node that is touched at the end."""

    layers: tuple[Layer, ...]
    slots: dict[int, int]


def widths(graph: Graph, order: Sequence[int]) -> list[int]:
    """For each place of an order, how many nodes are touched after that turn."""
    touched: set[int] = set()
    done: set[int] = set()
    found = []
    for node in order:
        done.add(node)
        touched.discard(node)
        touched |= graph.neighbours[node] - done
        found.append(len(touched))
    return found


def kept(graph: Graph, order: Sequence[int]) -> list[tuple[Map, ...]]:
    """For each place of an order, the symmetries that keep the nodes up to there as a set.

    They have to keep all nodes of the order too: a symmetry of the graph that moves half of it makes of a
    state one that the whole graph completes in equally many ways, but not that half.
    """
    # A map keeps the first t nodes exactly if the last place of an image among them is before t.
    place = {node: index for index, node in enumerate(order)}
    found: list[list[Map]] = [[] for _ in order]
    for one in graph.maps:
        if any(one[node] not in place for node in order):
            continue
        furthest = -1
        for index, node in enumerate(order):
            furthest = max(furthest, place[one[node]])
            if furthest == index:
                found[index].append(one)
    return [tuple(maps) for maps in found]


def compile_layers(graph: Graph, order: Sequence[int]) -> Program:
    """The layers of an order of all nodes, or of the first ones.

    Raises:
        ValueError: more than ``MOST_SLOTS`` are needed.
    """
    slots: dict[int, int] = {}
    left = set(range(graph.size))
    parities = dict(graph.parallel)
    layers = []
    for node, maps in zip(order, kept(graph, order), strict=True):
        left.discard(node)
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
        ways = tuple(slots[x] for x, _ in edges)
        del slots[node]
        tight = [x for x in to_come if len(graph.neighbours[x] & left - slots.keys()) < 2]
        ahead = {x: graph.neighbours[x] & left for x in tight}
        moved = [m for m in maps if any(m[x] != x for x in slots)]
        layers.append(
            Layer(
                slot,
                ways,
                tuple(odd for _, odd in edges),
                required,
                tuple(slots.values()),
                tuple(slots[x] for x in tight),
                tuple(len(ahead[x] - slots.keys()) for x in tight),
                tuple(sum(1 << slots[y] for y in ahead[x] & slots.keys()) for x in tight),
                tuple(_slot_map(one, slots) for one in moved),
                tuple(moved),
                left == slots.keys() and not any({*edge} <= left for edge in graph.required),
            )
        )
    return Program(tuple(layers), slots)


def _free(slots: dict[int, int]) -> int:
    taken = set(slots.values())
    slot = next(x for x in range(len(taken) + 1) if x not in taken)
    if slot >= MOST_SLOTS:
        raise ValueError(f"more than {MOST_SLOTS} nodes are touched at a time")
    return slot


def _slot_map(one: Map, slots: dict[int, int]) -> tuple[int, ...]:
    image = [-1] * MOST_SLOTS
    for node, slot in slots.items():
        image[slot] = slots[one[node]]
    return tuple(image)
