"""Graphs as boards, against networkx and sets of nodes."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import graph_of
from support.error_asserts import refused
from support.oracle.brute_force import DEEP

import nqsat
from nqsat import Board, Factor, Placement, Square, Tour, certify, count, solutions
from nqsat.chess import find_symmetry, symmetries, to_networkx
from nqsat.errors import InvalidModel
from nqsat.evidence import checker
from nqsat.modelling import dumps, loads
from nqsat.rules import Connected, Domination, NonAttacking, NoThreeInLine, Permutation

PETERSEN = nx.petersen_graph()


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> Any:
    """A graph of few nodes, in an order of its own."""
    nodes = draw(st.permutations(range(draw(st.integers(1, most)))))
    pairs = [*combinations(nodes, 2)]
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    if pairs:
        graph.add_edges_from(draw(st.sets(st.sampled_from(pairs))))
    return graph


def chosen(graph: Any, keep: Any) -> int:
    """How many sets of nodes a condition keeps."""
    nodes = [*graph]
    sets = (set(some) for size in range(len(nodes) + 1) for some in combinations(nodes, size))
    return sum(keep(some) for some in sets)


ENGINES = ("sat", "cpsat", "backtrack", "frontier")


@settings(max_examples=100 if DEEP else 12)
@given(graphs())
def test_sets_of_nodes_are_those_of_networkx(graph: Any) -> None:
    board = Board.of_graph(graph)
    edges = {frozenset(map(str, edge)) for edge in graph.edges}
    assert {frozenset(edge) for edge in to_networkx(board).edges} == edges
    questions: list[tuple[list[Any], Any]] = [
        ([NonAttacking()], lambda some: not any(e <= some for e in map(set, graph.edges))),
        ([Domination()], lambda some: nx.is_dominating_set(graph, some)),
        ([Connected()], lambda some: not some or nx.is_connected(graph.subgraph(some))),
    ]
    for rules, keep in questions:
        model = Placement(board, {"W": "any"}, rules=rules)
        wanted = chosen(graph, keep)
        assert {engine: count(model, engine=engine).value for engine in ENGINES} == dict.fromkeys(
            ENGINES, wanted
        )


def test_a_directed_graph() -> None:
    board = Board.of_graph(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "d")]))
    assert board.geometry.note == "graph of 4 nodes and 4 edges, directed"
    found = solutions(Tour(board, "W", closed=False))
    assert sorted(map(str, found)) == ["b c a d"]
    assert count(Tour(Board.of_graph(nx.DiGraph([(0, 1), (1, 2), (2, 0)])), "W")).value == 1
    assert to_networkx(board).is_directed()
    refused(lambda: Factor(board, "W", "1"), said="W cannot move back")


def test_places_that_are_given_are_those_of_the_picture() -> None:
    graph = nx.Graph([("a", "b"), ("b", "c")])
    nx.set_node_attributes(graph, {"a": (0, 0), "b": (1, 0), "c": (1, 1)}, "pos")
    board = Board.of_graph(graph)
    assert loads(dumps(Placement(board, {"W": 1}))).board == board
    graph = graph_of(board)
    assert graph is not None
    a, b, c = graph.positions
    assert (a[0], b[1]) == (b[0], c[1])
    assert a[1] < b[1]
    assert c[0] < b[0]
    picture = board.svg()
    assert picture.partition('class="joined"')[2].partition("/>")[0].count("M") == 2
    assert all(f">{name}</text>" in picture for name in "abc")


GRID = nx.grid_2d_graph(2, 3)  # its nodes are pairs, which are not (row, column) of a square
CITIES = [("New York", "Boston"), ("Boston", "St. Louis")]


@pytest.mark.parametrize("graph", [PETERSEN, GRID, nx.Graph(CITIES)])
def test_a_square_of_a_graph_is_given_by_its_node(graph: Any) -> None:
    alone = Placement(graph, {"W": 1})
    for node in graph:
        (found,) = solutions(alone.with_rules(alone.at("W", node)))
        assert found.squares == (node,)
        assert node in found
        assert found[node] == "W"
        assert sum(other in found for other in graph) == 1
    edge = next(iter(graph.edges))
    factor = Factor(graph, "W", degree=(0, 1))
    assert factor.at(*edge) == factor.at(edge) == factor.literal(str(factor.at(edge)))
    for path in solutions(Tour(graph, "W", closed=False, visit="some", start=edge[0]), limit=3):
        assert next(iter(path)) == edge[0]
        assert path.squares[0] == alone.board.geometry.square(edge[0])
        assert Square(0, 0) in alone.board
    refused(lambda: alone.at("W", (7, 7)), said="(7, 7) is not a node of the graph of")
    refused(lambda: factor.at((edge[0], 7.5)), said="7.5 is not a node")


@pytest.mark.parametrize(
    ("graph", "reason"),
    [
        ("a b", "neither a graph of networkx nor a list of edges"),
        (7, "neither a graph of networkx nor a list of edges"),
        ([("a", "b", "c")], "is not an edge: a pair of nodes"),
        (["ab"], "is not an edge"),
        ([("a", "a")], "'a' is joined to itself"),
        ([("a-b", "c")], "'a-b' is not a name of a node"),
        ([(1, "1")], "two nodes are called 1"),
        ([("a b", "a_b")], "two nodes are called a_b"),
    ],
)
def test_what_is_no_graph(graph: Any, reason: str) -> None:
    with pytest.raises(InvalidModel, match=reason):
        Board.of_graph(graph)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"nodes": ["a"], "edges": [["a", "b"]]}, "edges: 'b' is not among the nodes"),
        ({"nodes": ["a", "a"], "edges": []}, "nodes: names a node twice"),
        ({"nodes": ["a"], "edges": [], "directed": 1}, "directed: is true or false"),
        ({"nodes": ["a"], "edges": [], "places": []}, "places: has one pair of numbers"),
        ({"nodes": ["a"], "edges": [], "places": [["x", 1]]}, "is a pair of numbers"),
        ({"nodes": ["a"]}, "edges: is missing"),
        ({"nodes": ["a"], "edges": [], "symmetries": [[]]}, "symmetries: have one image for each"),
        ({"nodes": ["a"], "edges": [], "symmetries": [["b"]]}, "cannot be read"),
        ({"nodes": ["a"], "edges": [], "symmetries": [[7]]}, "symmetries.*: expected a text"),
        ([], "expected an object"),
    ],
)
def test_data_that_is_no_graph(data: Any, reason: str) -> None:
    model = json.loads(dumps(Placement("1x1", {"W": 1})))
    model["placement"]["board"] = {"graph": data}
    with pytest.raises(InvalidModel, match=reason):
        loads(json.dumps(model))


def test_what_has_no_meaning_on_a_graph_is_refused() -> None:
    board = Board.of_graph(PETERSEN)
    refused(lambda: Placement(board, {"N": 1}), said="N is not defined on a graph; write W")
    with pytest.raises(InvalidModel, match=r"by: .*K is not defined on a graph"):
        Placement(Board.of_graph([("a", "b")]), {"W": "any"}, [Connected(by="K")])
    refused(lambda: Placement(board, {"W": 1}, rules=[Permutation()]), said="no ranks and files")
    with pytest.raises(InvalidModel, match="no coordinates of a plane"):
        Placement(board, {"W": 1}, rules=[NoThreeInLine()])
    with pytest.raises(InvalidModel, match="has no other walls"):
        Board(geometry=board.geometry, walls=frozenset([Square(0, 0)]))


@st.composite
def symmetric(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """The edges of a graph on 5 or 6 nodes, and permutations that preserve them."""
    size = draw(st.integers(5, 6))
    given = draw(st.lists(st.permutations(range(size)), min_size=1, max_size=2))
    pairs = [*combinations(range(size), 2)]
    edges = {frozenset(pair) for pair in draw(st.sets(st.sampled_from(pairs), max_size=2))}
    edges |= (
        {frozenset((node, (node + 1) % size)) for node in range(size)}
        if draw(st.booleans())
        else set()
    )
    while more := {frozenset(g[x] for x in edge) for g in given for edge in edges} - edges:
        edges |= more
    return [(min(edge), max(edge)) for edge in edges], given


def generated(given: list[list[int]]) -> set[tuple[int, ...]]:
    found = new = {tuple(range(len(given[0])))}
    while new:
        new = {tuple(g[x] for x in one) for g in given for one in new} - found
        found = found | new
    return found


@settings(max_examples=100 if DEEP else 10)
@given(symmetric())
def test_symmetries_that_are_given_are_those_of_orbits(some: Any) -> None:
    edges, generators = some
    nodes = range(len(generators[0]))
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    board = Board.of_graph(graph, symmetries=generators)
    group = generated(generators)
    assert {tuple(x.row for x in g.images) for g in symmetries(board)} == group
    assert [x.row for x in find_symmetry(board, "g1").images] == generators[0]
    sets = (set(some) for size in range(len(nodes) + 1) for some in combinations(nodes, size))
    free = [some for some in sets if nx.is_empty(graph.subgraph(some))]
    orbits = {frozenset(frozenset(g[x] for x in some) for g in group) for some in free}
    model = Placement(board, {"W": "any"})
    assert loads(dumps(model)) == model
    for engine in ("sat", "backtrack", "frontier", "bitboard"):
        assert count(model, engine=engine, modulo="symmetry").value == len(orbits), engine


@pytest.mark.parametrize("proof", ["recount", "list"])
def test_the_checker_judges_symmetries_itself(tmp_path: Path, proof: Any) -> None:
    rows, text = [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)], tmp_path / "it/model.json"
    board = Board.of_graph(PETERSEN, [rows, {1: 4, 4: 1, 2: 3, 3: 2, 6: 9, 9: 6, 7: 8, 8: 7}])
    model = Placement(board, {"W": "any"})
    certify(model, tmp_path / "it", modulo="symmetry", proof=proof)  # (76 + 4 · 1 + 5 · 8) / 10
    assert nqsat.check(tmp_path / "it").value == count(model, modulo="symmetry").value == 12
    asked = json.loads(text.read_text())
    data = asked["placement"]["board"]["graph"]
    right = data["symmetries"]
    for wrong, reason in (
        ([right[0][1:] + right[0][:1]], "has a symmetry that breaks a move"),
        ([right[0][:-1]], "has a symmetry that is not a permutation"),
        ([[*right[0][:-1], 9]], "has a symmetry that is not a permutation"),
        ([[*right[0][:-1], right[0][0]]], "has a symmetry that is not a permutation"),
    ):
        data["symmetries"] = wrong
        with pytest.raises(checker.Rejected, match=reason):
            checker.read_model(json.dumps(asked))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["(0 1)"], "symmetry g1 maps the edge 0 4 to 1 4, which is not an edge"),
        ([[0, 1]], "cannot be read"),
        ([["0", "1"]], "cannot be read"),
        ([[(0, 10)]], "has 10, which is not a node"),
        ([{0: 1}], "is not a permutation: a node comes twice"),
        ([[0] * 10], "is not a permutation: a node comes twice"),
        ("(0 1)", "symmetries: '\\(0 1\\)' is not a list of permutations"),
        ([7], "the symmetry 7 cannot be read"),
    ],
)
def test_what_is_no_symmetry(given: Any, reason: str) -> None:
    with pytest.raises(InvalidModel, match=reason):
        Board.of_graph(PETERSEN, given)


def test_symmetries_may_be_too_many() -> None:
    with pytest.raises(InvalidModel, match="more than 50,000 permutations of 10 nodes; give fewer"):
        Board.of_graph(nx.complete_graph(10), [[(0, 1)], [tuple(range(10))]])


def test_a_count_up_to_symmetries_needs_some() -> None:
    # The empty set and one node are all sets of a triangle up to symmetry; without symmetries it said 4.
    triangle = [("a", "b"), ("b", "c"), ("c", "a")]
    for kinds, modulo in (({"W": "any"}, "symmetry"), ({"red:W": 1, "blue:W": 1}, "colours")):
        with pytest.raises(
            InvalidModel, match=r"does not search a graph of 3 .* for symmetries; give"
        ):
            count(Placement(Board.of_graph(triangle), kinds), modulo=modulo)  # type: ignore[arg-type]
    board = Board.of_graph(triangle, symmetries=["(a b c)", "(a b)"])
    assert count(Placement(board, {"W": "any"}), modulo="symmetry").value == 2
