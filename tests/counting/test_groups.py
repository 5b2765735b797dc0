"""What follows from a group that is connected, against all groups that are possible."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import pytest

import nqsat
from nqsat.counting.deduction.hints import steps_to
from nqsat.counting.deduction.loops import NodeGraph
from nqsat.modelling import OneComponent
from nqsat.models import grid

Case = tuple[OneComponent, list[int]]


def case(rng: Random) -> Case:
    """A small graph, whose nodes are literals of both signs, and some values of their variables."""
    nodes = rng.randint(1, 8)
    edges = [(a, b) for a in range(nodes) for b in range(a) if rng.random() < 0.35]
    literals = tuple(rng.choice((1, -1)) * x for x in range(1, nodes + 1))
    return OneComponent(literals, tuple(edges), False), [0, *rng.choices((1, 0, 0, -1), k=nodes)]


def forced(one: OneComponent, value: list[int]) -> set[int] | None:
    """The literals that hold in all connected groups; None if there is no group."""
    found: set[int] | None = None
    for signs in product((1, -1), repeat=len(one.literals)):
        true = {sign * x for x, sign in enumerate(signs, start=1)}
        if any(value[x] and value[x] * x not in true for x in range(1, len(value))):
            continue
        graph = nx.Graph(one.edges)
        graph.add_nodes_from(range(len(one.literals)))
        there = graph.subgraph([k for k, x in enumerate(one.literals) if x in true])
        if not there or nx.is_connected(there):
            found = true if found is None else found & true
    return None if found is None else {x for x in found if not value[abs(x)]}


def test_findings_are_all_that_follows_once_one_node_is_there() -> None:
    rng, broken, some = Random(3), 0, 0
    for _ in range(400):
        one, value = case(rng)
        findings = [*NodeGraph(one).look(value)]
        wanted = forced(one, value)
        if not any(value[abs(x)] * x > 0 for x in one.literals):
            assert not findings
        elif wanted is None:
            broken += 1
            assert [finding.links for finding in findings] == [()]
        else:
            some += bool(wanted)
            assert {x for finding in findings for x in finding.links} == wanted
    assert broken > 20
    assert some > 20


def test_findings_change_with_the_values() -> None:
    graph = NodeGraph(OneComponent((1, 2, 3), ((0, 1), (1, 2)), False))
    for value, wanted in (([0, 1, 0, 1], (2,)), ([0, 1, -1, 0], (-3,)), ([0, 1, 0, 1], (2,))):
        assert [finding.links for finding in graph.look(value)] == [wanted]


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (
            grid.hitori("235251/416635/241663/325353/356412/164114"),
            "with it, something would be cut off",
        ),
        (grid.heyawake("aabbcc/ddbbee/fffgee/fffghh/iijjkk/iijjkk", "b=2,f=3"), "cut off"),
        (grid.nurikabe("1....1/.1..4./....../.....2/.2..../...1.."), "Only sea is left on"),
    ],
)
def test_hints_of_shaded_cells_are_reasons(model: nqsat.Placement, said: str) -> None:
    """Cells that are cut off are seen, and what is left out is assumed as well: nothing is tried."""
    solution = nqsat.solve(model).solution
    assert solution is not None
    texts = [hint.text for hint in steps_to(solution, model)]
    assert not [text for text in texts if "has to be tried" in text]
    assert any(said in text for text in texts)
