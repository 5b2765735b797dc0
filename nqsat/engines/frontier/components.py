"""Connected sets in a frontier: the component of each node that may still gain a neighbour.

*The present nodes form at most one component* is not a bound on a sum, so it has no residuals. In addition
to the bits of its residuals, a state has a label for each open node: a decided node with undecided
neighbours. Nodes of the same component have the same label, absent nodes have 0, and labels are numbered by
first occurrence. When no open node has a component's label any more, nothing can join it: it is closed, all
other nodes have to be absent, and a flag is set.

A node is no longer open if residuals force all its undecided neighbours to be absent.

References: D. E. Knuth, The Art of Computer Programming, Volume 4A, 7.1.4 (frontiers); K. Kawahara et al.,
Frontier-based search for enumerating all constrained subgraphs, IEICE Transactions E100-A (2017) 1773-1784.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from struct import unpack
from typing import NamedTuple

from nqsat.compiling.components import adjacency_lists
from nqsat.compiling.paths import spelled_out
from nqsat.modelling import Constraint, OneComponent, Sum

WORD = 64


class Joining(NamedTuple):
    """The effect of a value of a variable on labels. Nodes are given by their slots."""

    fresh: tuple[int, ...]  # the nodes that become present
    joins: tuple[tuple[int, int], ...]  # edges between these and other decided nodes


class LabelLayer(NamedTuple):
    """The effect of deciding a variable on labels."""

    values: tuple[Joining, Joining]  # if it is false, and if it is true
    closing: tuple[int, ...]  # the nodes that stop being open
    #: the nodes that remain open, each with a bit mask of residuals; if a state has all these bits,
    #: the node has no possible neighbours left
    shut: tuple[tuple[int, int], ...]


class Labels(NamedTuple):
    """The labels of a program."""

    layers: tuple[LabelLayer, ...]  # one for each variable
    #: the constraint of each slot. The first slots, one for each constraint, are the flags that its
    #: component is closed.
    owners: tuple[int, ...]
    acyclic: tuple[bool, ...]  # whether each constraint forbids cycles

    @property
    def bits(self) -> int:
        """Bits of a slot: there are no more labels than slots."""
        return len(self.owners).bit_length()

    @property
    def words(self) -> int:
        """Words of all slots; no slot crosses a word boundary."""
        return -(-len(self.owners) // (WORD // self.bits))


class _Vertex(NamedTuple):
    """A node of a constraint: its literal and its neighbours, as node numbers."""

    owner: int
    literal: int
    beside: tuple[int, ...]


def split_components(
    constraints: Iterable[Constraint],
) -> tuple[list[OneComponent], list[Constraint]]:
    """Separate the constraints on components from the others; circuits and paths are some of both."""
    components: list[OneComponent] = []
    others: list[Constraint] = []
    for constraint in spelled_out(constraints):
        if isinstance(constraint, OneComponent):
            components.append(constraint)
        else:
            others.append(constraint)
    return components, others


def open_nodes(components: Iterable[OneComponent]) -> Iterator[Sum]:
    """Yield, for each node, a bound on it and its neighbours that is about as wide as its label in the
    frontier; variable orders are compared with these.
    """
    nodes = _nodes(components)
    for _, literal, beside in nodes:
        yield Sum(0, 2, (literal, *(nodes[other].literal for other in beside)))


def labels_of(
    components: Sequence[OneComponent], order: Sequence[int], absent: Sequence[Mapping[int, int]]
) -> Labels:
    """Compute the labels for an order of all variables.

    ``absent`` has, for the states after each layer, the position of the bit that forces a literal.
    """
    nodes, turn = _nodes(components), {x: place for place, x in enumerate(order)}
    turns = [turn[abs(node.literal)] for node in nodes]
    decided: list[list[int]] = [[] for _ in order]
    leaving: list[list[int]] = [[] for _ in order]
    for number, node in enumerate(nodes):
        decided[turns[number]].append(number)
        leaving[max(turns[number], *(turns[x] for x in node.beside), 0)].append(number)
    slots: dict[int, int] = {}
    owners = [*range(len(components))]
    layers = []
    for place, forcing in enumerate(absent):
        for number in decided[place]:
            slots[number] = _take_slot(owners, nodes[number].owner, slots.values())
        both = [_joining_of_value(nodes, decided[place], slots, value) for value in (0, 1)]
        closing = tuple(slots.pop(number) for number in leaving[place] if number in slots)
        shut = tuple(_nodes_to_close(nodes, slots, [x > place for x in turns], forcing))
        layers.append(LabelLayer((both[0], both[1]), closing, shut))
    return Labels(
        tuple(layers), tuple(owners), tuple(component.acyclic for component in components)
    )


def _nodes(components: Iterable[OneComponent]) -> list[_Vertex]:
    nodes: list[_Vertex] = []
    for owner, component in enumerate(components):
        first = len(nodes)
        beside = adjacency_lists(len(component.literals), component.edges)
        for x, near in zip(component.literals, beside, strict=True):
            nodes.append(_Vertex(owner, x, tuple(first + other for other in near)))
    return nodes


def _take_slot(owners: list[int], owner: int, occupied: Iterable[int]) -> int:
    """Return the first free slot of a constraint; append one to ``owners`` if there is none."""
    flags = max(owners) + 1
    used = {*occupied, *range(flags)}
    free = next((x for x, mine in enumerate(owners) if mine == owner and x not in used), None)
    if free is None:
        owners.append(owner)
        return len(owners) - 1
    return free


def _joining_of_value(
    nodes: Sequence[_Vertex], new_nodes: Sequence[int], slots: Mapping[int, int], value: int
) -> Joining:
    present = [number for number in new_nodes if (nodes[number].literal > 0) == value]
    joins = {
        (min(a, b), max(a, b))
        for a in present
        for b in nodes[a].beside
        if b in slots and (b in present or b not in new_nodes)
    }
    edges = tuple((slots[a], slots[b]) for a, b in sorted(joins))
    return Joining(tuple(slots[number] for number in present), edges)


def _nodes_to_close(
    nodes: Sequence[_Vertex],
    slots: Mapping[int, int],
    later: Sequence[bool],
    forcing: Mapping[int, int],
) -> Iterator[tuple[int, int]]:
    """Yield open nodes whose later neighbours can all be forced to be absent, with the bits for that."""
    for number, slot in slots.items():
        places = [forcing.get(-nodes[x].literal) for x in nodes[number].beside if later[x]]
        if None not in places:
            yield slot, sum(1 << place for place in {*places} if place is not None)


def words_of(bits: int, words: int) -> list[int]:
    """Split a bit set into words, the lowest first."""
    whole = bits & (1 << WORD * words) - 1
    return [*unpack(f"<{words}Q", whole.to_bytes(WORD // 8 * words, "little"))]
