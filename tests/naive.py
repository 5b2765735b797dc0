"""What the twins of the kernels share: random sets, and random ways down a tree."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from nqsat.engines.mates.graph import Edge, Graph, Map

#: How a kernel is run.
Ways = Literal["compiled", "interpreted"]


def parted(sizes: Sequence[int], chance: random.Random) -> list[int]:
    """The numbers from 0 on in random sets of these sizes."""
    places = chance.sample(range(sum(sizes)), sum(sizes))
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    return [
        sum(1 << x for x in places[end - size : end]) for end, size in zip(ends, sizes, strict=True)
    ]


def excluding(cliques: Iterable[int], density: float, chance: random.Random) -> tuple[int, ...]:
    """For each item the others that it excludes: those of its clique and random ones."""
    cliques = list(cliques)
    size = sum(cliques).bit_length()
    beside = [0] * size
    for a in range(size):
        for b in range(a):
            if chance.random() < density or any(c >> a & 1 and c >> b & 1 for c in cliques):
                beside[a] |= 1 << b
                beside[b] |= 1 << a
    return tuple(beside)


def random_numbers() -> Iterator[int]:
    """Those of the kernels, below 2³¹."""
    state = 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def graph_from(
    size: int, edges: Iterable[Edge], maps: Sequence[Map] = (), required: Iterable[Edge] = ()
) -> Graph:
    """A graph whose nodes are in a row, with these symmetries besides the identity."""
    edges = list(edges)
    both = {*edges, *((b, a) for a, b in edges)}
    neighbours = tuple(frozenset(b for a, b in both if a == node) for node in range(size))
    places = tuple((0, node) for node in range(size))
    return Graph(neighbours, frozenset(required), (tuple(range(size)), *maps), places, 1)
