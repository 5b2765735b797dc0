"""The forward programme: one node after the other, every state with the number of ways that lead to it.

A way is a set of edges that gives every node before two edges and closes no cycle; a state is all that
the rest must know of it. It has a slot for each node that is touched, from its first neighbour's turn on
until its own: whether it has no edge yet (*bare*), two (*inner*), or one, and then the *mate*, the other
end of the path that ends there. Where a symmetry of the graph keeps the nodes before as a
set, a state and its image can be completed in equally many ways, so that they are counted together.

References: D. E. Knuth, TAOCP 4A, 7.1.4 (simpaths), and 4B, 7.2.2.4; B. D. McKay, Knight's tours of an 8×8
chessboard, TR-CS-97-03, 1997.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.engines.arrays import np, to_int
from nqsat.engines.mates.forward_kernel import (
    FULL,
    OVERFLOW,
    PARITY,
    advance,
    gather,
    new_table,
    rehash,
)
from nqsat.engines.mates.graph import Graph, Map, edge_of, name_of_states
from nqsat.engines.mates.way import MOST_SLOTS, kept
from nqsat.engines.plan import Part, Slice, Store

#: Rows for one call of the kernel, and places of a table for one call when it grows.
CHUNK = 50_000
PLACES = 1_000_000

_SMALLEST = 1 << 10


class TooLarge(Exception):
    """The tables have grown beyond the memory allowed; the argument is how many states there were."""


class Layer(NamedTuple):
    """The turn of one node, all in slots: what the kernels are told, and by which symmetries.

    Args:
        slot: of the node; if it has none yet, a free one, whose bits are zero: bare.
        last: whether a cycle may be closed: nothing untouched is left, and no required edge.
        ways: of its neighbours to come, each as often as edges lead there.
        odd: for each of the ways, the bit of the parity if its edge is odd.
        required: which of the ways must be taken, one bit for each.
        after: of the nodes touched after the turn.
        tight: of those among the nodes after that may be left with too few ways.
        loose: for each of them, how many of its neighbours to come are not touched.
        beside: for each of them, which slots its neighbours have, one bit for each.
        maps: symmetries of what is left, from slot to slot (-1 where there is none).
        folding: the same, from node to node.
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

    @property
    def arguments(self) -> tuple[Any, ...]:
        """Of the kernels."""
        return self[:-1]


class Program(NamedTuple):
    """A layer for each node of an order, and the slot of each node that is touched at the end."""

    layers: tuple[Layer, ...]
    slots: dict[int, int]


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
        ways = [slots[x] for x, _ in edges]
        del slots[node]
        tight = [x for x in to_come if len(graph.neighbours[x] & left - slots.keys()) < 2]
        ahead = [graph.neighbours[x] & left for x in tight]
        moved = tuple(m for m in maps if any(m[x] != x for x in slots))
        images = [_slot_map(one, slots) for one in moved]
        layers.append(
            Layer(
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
            )
        )
    return Program(tuple(layers), slots)


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


# -- running it ---------------------------------------------------------------------------


class States(NamedTuple):
    """Where a programme stands.

    Args:
        rows: the states, and what each counts.
        total: how many cycles have been closed, in as many limbs.
    """

    rows: Any
    total: Any

    @classmethod
    def first(cls, *, odd: bool = False) -> States:
        """Nothing is touched yet, in one way; where odd cycles are wanted, one odd edge."""
        return cls(np.array([[int(odd) * PARITY, 0, 1]], np.uint64), np.zeros(1, np.uint64))

    @classmethod
    def of(cls, arrays: Mapping[str, Any]) -> States:
        """States that were kept; of arrays that are mapped from files, as plain ones."""
        return cls(np.asarray(arrays["rows"]), np.asarray(arrays["total"]))

    @property
    def closed(self) -> int:
        """How many cycles have been closed."""
        return to_int(self.total)


def run_forward(
    layers: Sequence[Layer], memory: int, states: States | None = None
) -> Generator[Slice, None, States]:
    """Take the turns of all layers, from the states after those before; yield slices without numbers.

    Raises:
        TooLarge: the tables have grown beyond ``memory`` bytes.
    """
    states = states or States.first()
    for number, layer in enumerate(layers, start=1):
        states = yield from _turn(layer, states, memory)
        words = f"layer {number:,} of {len(layers):,}, {len(states.rows):,} states"
        yield Slice(visited=len(states.rows), words=words)
    return states


def _turn(layer: Layer, states: States, memory: int) -> Generator[Slice, None, States]:
    """The states after the turn of one node; their numbers have more limbs where they are wanted."""
    while True:
        rows, total = states.rows, states.total.copy()
        capacity = max(_SMALLEST, 2 * len(layer.ways) ** 2 + 8, 3 * len(rows))
        table = _table(capacity, rows, memory, len(rows))
        start = number = 0
        while start < len(rows):
            stop = min(start + CHUNK, len(rows))
            with np.errstate(over="ignore"):
                start, number, outcome = advance(
                    rows, start, stop, table, number, total, *layer.arguments
                )
            if outcome == OVERFLOW:
                break
            if outcome == FULL:
                table = yield from _larger(table, rows, memory)
            yield Slice()
        else:
            gather(table, table)
            return States(table[:number].copy(), total)
        limb = np.zeros((len(rows), 1), np.uint64)
        states = States(np.hstack((rows, limb)), np.append(states.total, np.uint64(0)))


def _table(capacity: int, rows: Any, memory: int, states: int, beside: int = 0) -> Any:
    """An empty table for so many states, if there is room for it beside the rows and another table."""
    if (capacity + beside + len(rows)) * 8 * rows.shape[1] > memory:
        raise TooLarge(states)
    return new_table(capacity, rows.shape[1])


def _larger(table: Any, rows: Any, memory: int) -> Generator[Slice, None, Any]:
    """What is in a table, in one of twice the size."""
    larger = _table(2 * len(table), rows, memory, len(table) // 2, len(table))
    for start in range(0, len(table), PLACES):
        with np.errstate(over="ignore"):
            rehash(table, start, min(start + PLACES, len(table)), larger)
        yield Slice()
    return larger


@dataclass(frozen=True, slots=True)
class Forward:
    """The stages of a plan that goes through all of a graph, where so many layers are done, with the states
    after them; ``memory`` is bytes that tables may take.
    """

    graph: Graph
    order: tuple[int, ...]
    memory: int
    store: Store
    done: int
    before: States

    def run(self, part: Part) -> Iterator[Slice]:
        """The layers up to one: at the end the number, before it the name of the states there."""
        end = int(part.id.rpartition("-")[2])
        layers = compile_layers(self.graph, self.order).layers[self.done : end]
        states = yield from run_forward(layers, self.memory, self.before)
        if end == len(self.order):
            yield Slice(((0, self.graph.each * states.closed),))
            return
        name = self.name(end)
        self.store.keep(name, states._asdict())
        yield Slice(product={"name": name, "states": len(states.rows)})

    def name(self, end: int) -> str:
        """Of the states after so many layers."""
        return name_of_states(self.graph, self.order, end)
