"""Plain-Python twins of kernels: sets of items, Hamiltonian cycles; and random tasks for them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from nqsat.engines.bitboard.reading import Task
from nqsat.engines.bits import bits_of
from nqsat.engines.mates.graph import Edge, Graph, Map, edge_of

T = TypeVar("T", bound=Hashable)


def parted(sizes: Sequence[int], chance: random.Random) -> list[int]:
    """Return the numbers from 0 on in random disjoint sets of these sizes, as bit masks."""
    places = chance.sample(range(sum(sizes)), sum(sizes))
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    return [
        sum(1 << x for x in places[end - size : end]) for end, size in zip(ends, sizes, strict=True)
    ]


def excluding(cliques: Iterable[int], density: float, chance: random.Random) -> tuple[int, ...]:
    """Return for each item a bit mask of those that it excludes: its clique and random ones."""
    cliques = list(cliques)
    size = sum(cliques).bit_length()
    beside = [0] * size
    for a in range(size):
        for b in range(a):
            if chance.random() < density or any(c >> a & 1 and c >> b & 1 for c in cliques):
                beside[a] |= 1 << b
                beside[b] |= 1 << a
    return tuple(beside)


def sets_of(task: Task) -> set[frozenset[int]]:
    """Return the sets of items that a task allows, by its meaning: item after item, in their order."""
    found = set()
    number = task.numbers

    def extend(chosen: tuple[int, ...], free: int) -> None:
        numbers = [sum(quota.items >> item & 1 for item in chosen) for quota in task.quotas]
        if any(n > quota.high for n, quota in zip(numbers, task.quotas, strict=True)):
            return
        apart = [abs(number[a] - number[b]) for a, b in combinations(chosen, 2) if number]
        if len({*apart}) < len(apart):
            return
        if (
            all(n >= quota.low for n, quota in zip(numbers, task.quotas, strict=True))
            and all(any(cover >> item & 1 for item in chosen) for cover in task.covers)
            and not (task.equal and len({*numbers}) > 1)
        ):
            found.add(frozenset(chosen))
        for item in bits_of(free):
            extend((*chosen, item), free & ~task.beside[item] & -(2 << item))

    extend((), task.items)
    return found


def rings(beside: Mapping[T, Collection[T]]) -> set[frozenset[frozenset[T]]]:
    """Return the Hamiltonian cycles of a graph with three or more nodes, as sets of edges, by recursion."""
    found = set()

    def extend(path: list[T]) -> None:
        for there in beside[path[-1]]:
            if there not in path:
                extend([*path, there])
            elif there == path[0] and len(path) == len(beside) > 2:
                found.add(frozenset(map(frozenset, zip(path, [*path[1:], there], strict=True))))

    extend([next(iter(beside))])
    return found


def edge_by_edge(graph: Graph, order: Sequence[int]) -> int:
    """Count Hamiltonian cycles, edge after edge, in an order of the nodes.

    A state is the degree and the path's far end of each node. Nodes whose edges are all decided need two,
    and are forgotten.
    """
    place = {node: index for index, node in enumerate(order)}
    pairs = {edge_of(a, b) for a in order for b in graph.neighbours[a]}
    edges = sorted(pairs, key=lambda pair: sorted(map(place.__getitem__, pair)))
    last = {node: i for i, edge in enumerate(edges) for node in edge}
    states: dict[frozenset[tuple[int, int, int]], int] = {frozenset(): 1}
    closed = 0
    for i, (a, b) in enumerate(edges):
        new: dict[frozenset[tuple[int, int, int]], int] = defaultdict(int)
        rest = graph.required.isdisjoint(edges[i + 1 :])
        for state, ways in states.items():
            for taken in (True,) if (a, b) in graph.required else (False, True):
                nodes = {a: (0, a), b: (0, b)} | {node: known for node, *known in state}
                (degree, x), (other, y) = nodes[a], nodes[b]
                if taken and 2 in (degree, other):
                    continue
                if taken:
                    nodes[a], nodes[b] = (degree + 1, -1), (other + 1, -1)
                if taken and x == b:
                    inner = all(known[0] == 2 for known in nodes.values())
                    done = inner and all(last[n] <= i or n in nodes for n in last)
                    closed += ways * (done and rest and len(last) == graph.size)
                    continue
                if taken:
                    nodes[x], nodes[y] = (nodes[x][0], y), (nodes[y][0], x)
                if all(nodes.pop(node)[0] == 2 for node in (a, b) if last[node] == i):
                    new[frozenset((node, *known) for node, known in nodes.items())] += ways
        states = new
    return closed


def graph_from(
    size: int, edges: Iterable[Edge], maps: Sequence[Map] = (), required: Iterable[Edge] = ()
) -> Graph:
    """Return a graph whose nodes are in a row, with these symmetries in addition to the identity."""
    edges = list(edges)
    both = {*edges, *((b, a) for a, b in edges)}
    neighbours = tuple(frozenset(b for a, b in both if a == node) for node in range(size))
    places = tuple((0, node) for node in range(size))
    return Graph(neighbours, frozenset(required), (tuple(range(size)), *maps), places, 1)
