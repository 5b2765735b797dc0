"""The kernels of ``mates`` on graphs, orders and cuts of all sizes, against edges decided one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from support.day_subset import seeds
from support.kernel_twins import edge_by_edge, graph_from
from support.plan_runner import cycles

from nqsat.engines.layered import run as running
from nqsat.engines.layered import run as tables
from nqsat.engines.layered.run import TooWide, count_layers
from nqsat.engines.layered.states import LayerStates
from nqsat.engines.mates import middle
from nqsat.engines.mates.forward import MatesProgram, compile_layers
from nqsat.engines.mates.graph import Graph, edge_of
from nqsat.engines.mates.halves import Cut, widths
from nqsat.engines.mates.strategy import MOST_SLOTS


def forward(graph: Graph, order: Sequence[int], ways: int = 1) -> int:
    """How many cycles the forward program counts, if it begins with so many ways to have no edge."""
    begin = LayerStates(0, np.array([[0, 0, ways]], np.uint64), 1)
    program = MatesProgram(graph, tuple(order))
    return sum(int(n) for layer in count_layers(program, 10**9, begin) for _, n in layer.numbers)


def ring(size: int, chords: int, chance: random.Random) -> Graph:
    """A cycle through all nodes, and some edges more, of which two may be required."""
    edges = {edge_of(a, (a + 1) % size) for a in range(size)}
    edges |= {edge_of(*chance.sample(range(size), 2)) for _ in range(chords)}
    return graph_from(size, edges, required=chance.sample(sorted(edges), chance.randint(0, 2)))


@seeds(16)
def test_states_in_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Every second node first, so that many are touched.
    chance = random.Random(seed)
    size = chance.choice([7, 12, 30, 44, 48])
    graph = ring(size, chance.randint(3, 12) if size < 20 else 5, chance)
    order = chance.sample(range(size), size)
    if size >= 30:
        order = [*range(0, size, 2), *range(1, size, 2)]
    if size == 48:
        with pytest.raises(ValueError, match="more than 24"):
            compile_layers(graph, order)
        return
    number = chance.choice([1, 2**64 - 1, 2**63])
    # Small tables, which have to grow in small steps.
    if chance.random() < 0.7:
        monkeypatch.setattr(tables, "START", 1)
        monkeypatch.setattr(tables, "BLOCK", 1)
        monkeypatch.setattr(running, "SLICE", chance.choice([1, 2000]))
    assert forward(graph, order, number) == number * edge_by_edge(graph, order)


def test_the_widest_state() -> None:
    edges = {(a, a + 1) for a in range(45)} | {(0, 45), (0, 5), (3, 6), (17, 40), (12, 33)}
    graph, order = graph_from(46, edges), [*range(0, 46, 2), *range(1, 46, 2)]
    assert max(widths(graph, order)) == MOST_SLOTS - 1  # the node whose turn it is has one too
    assert forward(graph, order) == edge_by_edge(graph, order) > 0


@seeds(8)
def test_states_and_their_images(seed: int) -> None:
    # Nodes in pairs that change places; an order that takes them pair by pair, or not quite.
    chance = random.Random(seed)
    size = chance.choice([8, 10, 26])
    half = size // 2
    one = tuple((a + half) % size for a in range(size))
    edges = {edge_of(a, (a + 1) % size) for a in range(size)}
    for _ in range(6 if size < 20 else 3):
        a, b = chance.sample(range(size), 2)
        edges |= {edge_of(a, b), edge_of(one[a], one[b])}
    graph = graph_from(size, edges, [one])
    order = [x for a in (*range(0, half, 2), *range(1, half, 2)) for x in (a, one[a])]
    if chance.random() < 0.3:
        order[2:4] = order[3:1:-1]
    assert forward(graph, order) == edge_by_edge(graph, order)
    # Of the first nodes alone, a symmetry that moves some of them away folds no states.
    first = order[:half]
    for layer in compile_layers(graph, first).layers:
        assert all({map_[x] for x in first} == {*first} for map_ in layer.maps)


def test_tables_larger_than_they_may_be() -> None:
    graph = graph_from(14, {(a, b) for a in range(14) for b in range(a)})
    with pytest.raises(TooWide) as stopped:
        list(count_layers(MatesProgram(graph, tuple(range(14))), 80 * 1024))
    assert stopped.value.args[1] == 1024


# -- the middle ------------------------------------------------------------------------------------


def halves(chance: random.Random) -> tuple[Graph, Cut]:
    """Two halves that are mirror images, and a middle with edges of its own; turned round, or not."""
    near, between = chance.randint(2, 3), chance.randint(2, 5)
    size = 2 * near + between
    inside = list(range(near, near + between))
    turn = chance.choice([inside, inside[::-1], chance.sample(inside, between)])
    symmetries = [(*range(near + between, size), *turn, *range(near))]
    if chance.random() < 0.6:
        symmetries.append(tuple(x for part in parts(near, between) for x in part[::-1]))
    group = [tuple(range(size))]
    for one in group:
        products = [tuple(other[x] for x in one) for other in symmetries]
        group += [product for product in dict.fromkeys(products) if product not in group]
    edges = set()
    for a, b in combinations(range(size), 2):
        if (b < near + between or a >= near) and chance.random() < 0.3:
            edges |= {edge_of(symmetry[a], symmetry[b]) for symmetry in group}
    graph = graph_from(size, edges, group[1:])
    own = sorted(edge for edge in edges if {*edge} <= {*inside})
    if own and chance.random() < 0.3:
        graph = graph_from(size, edges, required=[chance.choice(own)])
    before, _, after = parts(near, between)
    mirror = next((one for one in graph.maps if {one[x] for x in before} == {*after}), None)
    return graph, Cut(tuple(before), tuple(inside), tuple(after), mirror)


def parts(near: int, between: int) -> list[range]:
    """The nodes of one half, of the middle, and of the other half."""
    ends = [0, near, near + between, 2 * near + between]
    return [range(a, b) for a, b in pairwise(ends)]


@seeds(60)
def test_halves_joined(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    graph, cut = halves(chance)
    wanted = edge_by_edge(graph, [*cut.before, *cut.middle, *cut.after])
    monkeypatch.setattr(middle, "CHUNK", chance.choice([2, 200]))
    monkeypatch.setattr(middle, "PAIRS", chance.choice([1, 50, 10**6]))
    monkeypatch.setattr(middle, "LARGEST", chance.choice([0.0, 2.0**46]))
    monkeypatch.setattr(middle, "PATTERNS", chance.choice([1, 7, 10**6]))
    assert cycles(graph, cut=cut) == wanted
    if cut.mirror is not None:
        assert cycles(graph, cut=replace(cut, mirror=None)) == wanted
