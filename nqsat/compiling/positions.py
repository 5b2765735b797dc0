"""Positions on a circuit some of whose nodes have given ones: clauses that it implies, besides its cuts.

Positions are counted along the circuit from its origin, which the end reaches again. A node that can be
reached from the one with position q by d links, and no fewer, has no position from q to q + d - 1; and so
backwards. Where many positions are given, few are left for each node. A variable says that a node has one;
the next position belongs to a node to which a link leads. The links determine all of these variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, pairwise

from nqsat.modelling import Circuit

#: If more positions are left for each node, on average, the cuts alone are faster.
MOST_POSITIONS = 30

#: A node and a position.
Place = tuple[int, int]

#: The nodes to which links lead from each node, or from which they come.
Ways = Mapping[int, list[int]]


def position_clauses(circuit: Circuit, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Yield clauses on the positions of nodes; none for a circuit on which too few are given."""
    if not (circuit.positions and circuit.directed and circuit.is_whole):
        return
    origin, last = circuit.origin or 0, circuit.nodes
    after, before = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for tail, head, _ in circuit.links:
        after[tail].append(head)
        before[head].append(tail)
    places = dict.fromkeys(_possible(circuit, after, before))
    if len(places) > MOST_POSITIONS * last:
        return
    at = {place: fresh() for place in places}
    nodes, ends = [node for node in range(last) if node != origin], {(origin, 0), (origin, last)}
    for line in chain(
        ([(node, k) for k in range(1, last)] for node in nodes),
        ([(node, k) for node in nodes] for k in range(1, last)),
    ):
        several = [at[place] for place in line if place in at]
        yield tuple(several)
        yield from ((-x, -y) for x, y in combinations(several, 2))
    for (node, k), x in at.items():
        for step, ways in ((1, after), (-1, before)):
            beside = [(other, k + step) for other in ways[node]]
            if ends.isdisjoint(beside):
                yield (-x, *(at[place] for place in beside if place in at))
    for tail, head, link in circuit.links:
        for k in range(1, last - 1):
            here, there = at.get((tail, k)), at.get((head, k + 1))
            if here:
                yield (-link, -here, there) if there else (-link, -here)
                yield from [(-here, -there, link)] if there else []


def _possible(circuit: Circuit, after: Ways, before: Ways) -> Iterator[Place]:
    """Yield the positions that the distances leave to the nodes, but for the origin."""
    origin, last = circuit.origin or 0, circuit.nodes
    given = sorted((k, node) for node, k in circuit.positions)
    for (low, first), (high, second) in pairwise([(0, origin), *given, (last, origin)]):
        if first != origin:
            yield first, low
        ahead, behind = _distances(first, after, origin), _distances(second, before, origin)
        for node in ahead.keys() & behind.keys() - {origin, *(node for _, node in given)}:
            yield from ((node, k) for k in range(low + ahead[node], high - behind[node] + 1))


def _distances(start: int, ways: Ways, origin: int) -> dict[int, int]:
    """Return the least numbers of links from a node to the others, not by way of the origin."""
    found, queue = {start: 0}, [start]
    for node in queue:  # the list grows in the loop
        if node == start or node != origin:
            new = [other for other in ways[node] if other not in found]
            found |= dict.fromkeys(new, found[node] + 1)
            queue += new
    return found
