"""Files of graphs: each format is read as what it is, or refused; never as another graph."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.error_asserts import refused
from support.oracle.brute_force import DEEP

from nqsat import Board, InvalidModel
from nqsat.chess import graph_files, network
from nqsat.chess.graph_files import read_graph
from nqsat.chess.network import Network

CYCLE = frozenset({(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)})

#: The cycle 1 2 3 4, or 0 1 2 3, in every format that is read.
CYCLES = {
    "edges": "1 2\n2 3\n3 4\n4 1\n",
    "edges with comments": "\ufeff# 1: 2\n\n 1 2 # one\u2028 two\n2 3\r\n3 4\n4\t1\n\n",
    "edges with empty data": "1 2 {}\n2 3 {}\n3 4 {}\n1 4 {}\n",
    "matrix": "0101\n1010\n0101\n1010\n",
    "matrix with blanks": "# cycle\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n",
    "matrix of numpy": str(nx.to_numpy_array(nx.cycle_graph(4), dtype=int)),
    "matrix with comments": "0101 # 1\n1010\n#\n0101# 3\n1010\n",
    "matrix with commas": "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n",
    "graph6": "Cl\n",
    "graph6 with a header": ">>graph6<<Cl",
    "graph6 with a header on a line of its own": ">>graph6<<\nCl\n",
    "DIMACS": "c e 1 3\nc\np edge 4 4\nn 1 5\nd 2\nv 1 0.5\nx A 2\ne 1 2\ne 2 3\n e 3 4\ne 4 1\n",
    "DIMACS that counts each edge twice": "p edge 4 8\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n",
    "DIMACS, each edge twice": "p col 4 8\n" + "".join(
        f"e {a} {b}\ne {b} {a}\n" for a, b in ((1, 2), (2, 3), (3, 4), (4, 1))
    ),
    "DIMACS with arcs": "cof roads\np sp 4 8\n" + "".join(
        f"a {a} {b} 7\na {b} {a} 9\n" for a, b in ((1, 2), (2, 3), (3, 4), (4, 1))
    ),
    "PACE": "p tw 4 4\n1 2\n2 3\nc\n3 4\n4 1\n",
    "TSPLIB": "NAME : toy\nCOMMENT : p edge 2 1\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\n"
    "EDGE_DATA_SECTION\n 1 2\n2 3\n3 4\n4 1\n-1\nEOF\n",
}  # fmt: skip


def written(folder: Path, text: str, name: str = "a.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("ending", ["txt", "g6", "col", "mat", "hcp", "json"])
@pytest.mark.parametrize("form", CYCLES)
def test_contents_decide(form: str, ending: str, tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, CYCLES[form], f"a.{ending}"))
    assert found.edges == CYCLE
    assert len(found.nodes) == 4
    assert found.nodes in (tuple("0123"), tuple("1234"))


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("010\n001\n100\n", {(0, 1), (1, 2), (2, 0)}),
        ("01\n00\n", {(0, 1)}),
        ("p sp 3 3\na 1 2 5\na 2 3 5\na 3 1 5\n", {(0, 1), (1, 2), (2, 0)}),
    ],
)
def test_edges_may_have_a_direction(text: str, edges: set[Any], tmp_path: Path) -> None:
    assert read_graph(written(tmp_path, text)).edges == edges


def test_nodes_in_order_of_numbers(tmp_path: Path) -> None:
    path = written(tmp_path, "10 2\n2 1\n\n# end\n")
    board = Board.parse(f"graph:{path}")
    assert [board.name(square) for square in board.squares] == ["1", "2", "10"]


REFUSED = {
    "": "is empty; write two names of nodes per line",
    "\n# nothing\n": "is empty; write two names of nodes per line",
    "a b\na b c\n": "'a b c', line 2: more than two names of nodes; write two names of nodes per line",
    "a b\nc c\n": "'c c', line 2: a node is joined to itself",
    "a b\na-b c\n": "'a-b c', line 2: 'a-b' is not a name of a node",
    "a b\nb c\n\n(a b)\n": "'(a b)', line 4: symmetry g1 maps the edge b c to a c, which is not an edge",
    "a b\n(a c)\n": "'(a c)', line 2: the symmetry (a c) has 'c', which is not a node",
    "a b\n(a b\n": "'(a b', line 2: the symmetry (a b cannot be read",
    "a b\n(a b)(a)\n": "line 2: the symmetry (a b)(a) is not a permutation",
    # lists that are none
    "hello\n": "'hello', line 1: is neither an edge nor graph6",
    "D~\nworld\n": "'D~', line 1: is neither an edge nor graph6",
    "4 4\n1 2\n2 3\n3 4\n1 4\n": "joined to itself",
    "4 3\n1 2\n2 3\n3 4\n": "'4 3', line 1: the numbers of nodes and edges?",
    "5 4\n0 1\n1 2\n2 3\n3 4\n": "the numbers of nodes and edges?",
    "3 2\n2\n1 3\n2\n": "the numbers of nodes and edges?",  # METIS
    "4\n0 1\n1 2\n2 3\n": "'4', line 1: the number of nodes?",
    # lists of neighbours
    "1: 2 4\n2: 1 3\n3: 2 4\n4: 1 3\n": "line 1: a node with its neighbours; write two names of",
    "a:\nb:\n": "'a:', line 1: a node with its neighbours",
    # matrices
    "010\n101\n011\n": "joined to itself",
    "0 2 0\n2 0 2\n0 2 0\n": "more than two names of nodes",
    # DIMACS
    "e 1 2\n": "'e 1 2', line 1: p edge NODES EDGES comes first",
    "p edge 2 1\ne 1 3\n": "'e 1 3', line 2: expected the two nodes of an edge; nodes are 1 to 2",
    "p edge 2 1\ne 1 0\n": "nodes are 1 to 2",
    "p edge 2 1\ne 1\n": "expected the two nodes of an edge",
    "p edge 2 1\ne 1 1\n": "'e 1 1', line 2: a node is joined to itself",
    "p edge 999999999 1\n": "line 1: '999999999' is not a number of nodes up to 100,000",
    "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\n": "'e 3 4', line 4: 4 edges were announced, there are 3",
    "p edge 3 1\ne 1 2\ne 2 3\ne 1 3\n": "1 edges were announced, there are 3",
    "p edge 2 1\nhello\n": "'hello', line 2: expected c, one 'p edge NODES EDGES'",
    "p edge 2 1\np edge 2 1\n": "line 2: expected c, one",
    "p cnf 2 1\n1 2 0\n": "is a formula: --dimacs reads it",
    # TSPLIB
    "TYPE : TSP\nDIMENSION : 2\nNODE_COORD_SECTION\n1 0 0\n2 1 1\nEOF\n": "TYPE : HCP",
    "TYPE : HCP\nDIMENSION : 2\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 -1\n-1\n": "EDGE_LIST",
    "TYPE : HCP\nDIMENSION : 2\nFIXED_EDGES_SECTION\n1 2\n-1\n": "'FIXED_EDGES_SECTION', line 3",
    **{
        "NAME: a\nTYPE: HCP\nDIMENSION: 3\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n" + text: why
        for text, why in {
            "1 2\n": "do not end with -1",
            "1 4\n-1\n": "'1 4', line 6: expected the two nodes of an edge; nodes are 1 to 3",
            "1 1\n-1\n": "joined to itself",
            "1 2\n-1\n2 3\n": "'2 3', line 8: only EOF may follow",
        }.items()
    },
    # graph6 and its kin
    "A_\nA_\n": "'A_', line 1: is the first of 2 graphs in graph6; write one graph per file",
    ">>graph6<<A_\nA_\n": "2 graphs in graph6",
    ">>graph6<<D~ä\n": "is not graph6: its characters are ? to ~",
    ">>graph6<<\n": "is not graph6: it ends too soon",
    ">>graph6<<~?\n": "is not graph6: it ends too soon",
    ">>graph6<<D~\n": "is not graph6: 2 characters are too few or too many for 5 nodes",
    ">>graph6<<~~~~~~~~\n": "is not graph6: has more than 100,000 nodes",
    # formats that are not read
    ">>planar_code<<\n": "is a format of nauty",
    ":Cda\n": "is sparse6, which is not read; write two names of nodes per line, or",
    ";An\n": "is sparse6, which is not read",
    "&CUdg\n": "is digraph6, which is not read",
    ">>digraph6<<\n&CUdg\n": "is digraph6, which is not read",
    "<?xml version='1.0'?>\n<graphml>\n": "is XML (GraphML, GEXF)",
    "graph [\n  node [\n": "is GML and cannot be read",
    'Creator "me"\ngraph\n[\n': "is GML and cannot be read",
    "strict digraph G {\nsubgraph { a -> b; }\n}\n": "is DOT and cannot be read (subgraphs",
    "graph { a -> b }": "is not an edge of this graph",
    "graph [" + " a [" * 5000: "is GML and cannot be read",
    "{" + '"nodes": [' * 5000: "is JSON and cannot be read",
    '{"nodes": []}\n': "is JSON and cannot be read",
    '{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}': "no node has the id 2",
    "[(1, 2), (2, 2)]": "joined to itself",
    "[(1, 2), (2": "is a list and cannot be read",
    "5\n4\n0 1\n1 2\n2 3\n": "5 nodes and 4 edges above it?",
    "%%MatrixMarket matrix coordinate pattern symmetric\n": "is Matrix Market",
    "*Vertices 2\n": "is Pajek",
    "LEDA.GRAPH\nstring\n": "is LEDA",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidModel) as caught:
        read_graph(written(tmp_path, text))
    assert REFUSED[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_edges_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, nx.to_graph6_bytes(nx.complete_graph(6)).decode())
    monkeypatch.setattr(network, "MAX_EDGES", 29)
    refused(lambda: read_graph(path), said="has more than 14 edges")
    monkeypatch.setattr(network, "MAX_EDGES", 30)
    assert len(read_graph(path).edges) == 30


def test_lines_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_files, "_MAX_LINES", 3)
    assert len(read_graph(written(tmp_path, "a b\nb c\n\n")).edges) == 4
    refused(lambda: read_graph(written(tmp_path, "a b\nb c\n\n\n")), said="has more than 3 lines")


# -- what networkx writes ----------------------------------------------------------------


def with_matrix(graph: Any, path: Path, form: str) -> None:
    np.savetxt(path, nx.to_numpy_array(graph), fmt=form)


Graph = tuple[frozenset[str], frozenset[tuple[str, str]]]

#: What writes a file, and what networkx reads from it again; None for a format that has to be refused.
FORMATS: dict[str, tuple[Callable[[Any, Path], Any], Callable[[Path], Any] | None]] = {
    "edges": (nx.write_edgelist, nx.read_edgelist),
    "plain edges": (lambda g, path: nx.write_edgelist(g, path, data=False), nx.read_edgelist),
    "weighted edges": (nx.write_weighted_edgelist, nx.read_weighted_edgelist),
    "neighbours": (nx.write_adjlist, nx.read_adjlist),
    "neighbours in lines": (nx.write_multiline_adjlist, nx.read_multiline_adjlist),
    "graph6": (nx.write_graph6, nx.read_graph6),
    "plain graph6": (lambda g, path: nx.write_graph6(g, path, header=False), nx.read_graph6),
    "sparse6": (nx.write_sparse6, None),
    "plain sparse6": (lambda g, path: nx.write_sparse6(g, path, header=False), None),
    "matrix": (
        lambda g, path: with_matrix(g, path, "%d"),
        lambda path: nx.from_numpy_array(np.loadtxt(path, ndmin=2)),
    ),
    "matrix of floats": (lambda g, path: with_matrix(g, path, "%.18e"), None),
    "GML": (nx.write_gml, nx.read_gml),
    "GraphML": (nx.write_graphml, None),
    "GEXF": (nx.write_gexf, None),
    "Pajek": (nx.write_pajek, None),
    "LaTeX": (nx.write_latex, None),
    "text": (nx.write_network_text, None),
    "JSON": (
        lambda g, path: path.write_text(json.dumps(nx.node_link_data(g, edges="links"))),
        lambda path: nx.node_link_graph(json.loads(path.read_text()), edges="links"),
    ),
    "pairs": (
        lambda g, path: path.write_text(str([*g.edges()])),
        lambda path: nx.Graph(ast.literal_eval(path.read_text())),
    ),
}  # fmt: skip


@st.composite
def graphs(draw: st.DrawFn) -> Any:
    """A graph of a few nodes with an edge, numbered from 0."""
    size = draw(st.integers(2, 9))
    pairs = [(a, b) for b in range(size) for a in range(b)]
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(draw(st.sets(st.sampled_from(pairs), min_size=1)))
    return graph


def facts(found: Network) -> Graph:
    names = found.nodes
    return frozenset(names), frozenset((names[a], names[b]) for a, b in found.edges)


def facts_of(graph: Any) -> Graph:
    edges = ((str(a), str(b)) for pair in graph.edges() for a, b in (pair, pair[::-1]))
    return frozenset(map(str, graph)), frozenset(edges)


#: Files that may be refused: a format without marks of its own may look like another one.
MAY_BE_REFUSED = {
    "weighted edges", "neighbours", "neighbours in lines", "edges", "plain edges", "matrix",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
@settings(
    max_examples=300 if DEEP else 30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(graph=graphs())
def test_what_networkx_writes(form: str, graph: Any, tmp_path: Path) -> None:
    write, read = FORMATS[form]
    path = tmp_path / "graph.txt"
    write(graph, path)
    try:
        found = facts(read_graph(path))
    except InvalidModel:
        assert read is None or form in MAY_BE_REFUSED
        return
    assert read is not None
    assert found == facts_of(read(path))


WORDS = st.text(st.characters(min_codepoint=63, max_codepoint=126), max_size=12)


@settings(
    max_examples=2000 if DEEP else 300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=40) | st.tuples(st.sampled_from(":&>;"), WORDS).map("".join) | WORDS)
def test_any_text_is_read_or_refused(text: str, tmp_path: Path) -> None:
    with suppress(InvalidModel):
        found = read_graph(written(tmp_path, text))
        assert found.edges or "1:" not in text
