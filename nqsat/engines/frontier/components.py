"""Connected sets in a frontier: of each node that may still gain a neighbour, its component.

*The present nodes form at most one component* is no bound on sums, so it has no residuals. Behind the bits
of its residuals a state has a label for each open node: one that is decided, with neighbours that are not.
Nodes of the same component have the same label, absent nodes have 0, and labels are numbered by their first
occurrence. When no open node has a component's label any more, nothing can join it: it is closed, all else
has to be absent, and a flag says so.

A node whose undecided neighbours are all forced to be absent (residuals say that) is open no longer.

Reference: D. E. Knuth, The Art of Computer Programming, Volume 4A, 7.1.4 (frontiers); K. Kawahara et al.,
Frontier-based search for enumerating all constrained subgraphs, IEICE Transactions E100-A (2017) 1773-1784.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nqsat.modelling import Constraint, OneComponent, Sum

WORD = 64


class Joining(NamedTuple):
    """What a value of a variable does to labels. Nodes are named by their slots.

    Args:
        fresh: the nodes that become present.
        joins: edges of these to nodes that are decided too.
    """

    fresh: tuple[int, ...]
    joins: tuple[tuple[int, int], ...]


class LabelLayer(NamedTuple):
    """What the decision of a variable does to labels.

    Args:
        values: if it is false, and if it is true.
        closing: the nodes that are not open afterwards.
        shut: nodes that are open afterwards, each with bits of residuals; where a state has all of these,
            the node has no neighbours to come.
    """

    values: tuple[Joining, Joining]
    closing: tuple[int, ...]
    shut: tuple[tuple[int, int], ...]


class Labels(NamedTuple):
    """The labels of a program.

    Args:
        layers: one for each variable.
        owners: of each slot, which constraint it belongs to. The first slots, one for each constraint, hold
            the flags that its component is closed.
        acyclic: of each constraint, whether cycles are forbidden.
    """

    layers: tuple[LabelLayer, ...]
    owners: tuple[int, ...]
    acyclic: tuple[bool, ...]

    @property
    def bits(self) -> int:
        """That a slot has: there are no more labels than slots."""
        return len(self.owners).bit_length()

    @property
    def words(self) -> int:
        """That all slots take; none is in two words."""
        return -(-len(self.owners) // (WORD // self.bits))


class _Vertex(NamedTuple):
    """A node of one of the constraints: its literal, and its neighbours by their numbers."""

    owner: int
    literal: int
    beside: tuple[int, ...]


def parted(constraints: Iterable[Constraint]) -> tuple[list[OneComponent], list[Constraint]]:
    """The constraints on components, and the others."""
    components: list[OneComponent] = []
    others: list[Constraint] = []
    for one in constraints:
        if isinstance(one, OneComponent):
            components.append(one)
        else:
            others.append(one)
    return components, others


def open_nodes(components: Iterable[OneComponent]) -> Iterator[Sum]:
    """For each node a bound on it and its neighbours that is as wide as its label in the frontier, about:
    by these an order of the variables is judged.
    """
    nodes = _nodes(components)
    for _, literal, beside in nodes:
        yield Sum(0, 2, (literal, *(nodes[other].literal for other in beside)))


def labels_of(
    components: Sequence[OneComponent],
    order: Sequence[int],
    absent: Sequence[Mapping[int, int]],
) -> Labels:
    """The labels for an order of all variables.

    Args:
        components: the constraints.
        order: all variables.
        absent: of the states after each layer, the place of the bit that forces a literal.
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
            slots[number] = _slot(owners, nodes[number].owner, slots.values())
        both = [_joining(nodes, decided[place], slots, value) for value in (0, 1)]
        closing = tuple(slots.pop(number) for number in leaving[place] if number in slots)
        shut = tuple(_shut(nodes, slots, [x > place for x in turns], forcing))
        layers.append(LabelLayer((both[0], both[1]), closing, shut))
    return Labels(tuple(layers), tuple(owners), tuple(one.acyclic for one in components))


def _nodes(components: Iterable[OneComponent]) -> list[_Vertex]:
    """All nodes, numbered through."""
    nodes: list[_Vertex] = []
    for owner, one in enumerate(components):
        beside: list[list[int]] = [[] for _ in one.literals]
        for a, b in one.edges:
            beside[a].append(len(nodes) + b)
            beside[b].append(len(nodes) + a)
        nodes += [
            _Vertex(owner, x, tuple(near)) for x, near in zip(one.literals, beside, strict=True)
        ]
    return nodes


def _slot(owners: list[int], owner: int, taken: Iterable[int]) -> int:
    """The first free slot of a constraint; ``owners`` grows where there is none."""
    flags = max(owners) + 1
    used = {*taken, *range(flags)}
    free = next((x for x, one in enumerate(owners) if one == owner and x not in used), None)
    if free is None:
        owners.append(owner)
        return len(owners) - 1
    return free


def _joining(
    nodes: Sequence[_Vertex], decided: Sequence[int], slots: Mapping[int, int], value: int
) -> Joining:
    present = [number for number in decided if (nodes[number].literal > 0) == value]
    joins = {
        (min(a, b), max(a, b))
        for a in present
        for b in nodes[a].beside
        if b in slots and (b in present or b not in decided)
    }
    edges = tuple((slots[a], slots[b]) for a, b in sorted(joins))
    return Joining(tuple(slots[number] for number in present), edges)


def _shut(
    nodes: Sequence[_Vertex],
    slots: Mapping[int, int],
    later: Sequence[bool],
    forcing: Mapping[int, int],
) -> Iterator[tuple[int, int]]:
    """The open nodes whose later neighbours all may be forced to be absent, each with these bits."""
    for number, slot in slots.items():
        places = [forcing.get(-nodes[x].literal) for x in nodes[number].beside if later[x]]
        if None not in places:
            yield slot, sum(1 << place for place in {*places} if place is not None)
