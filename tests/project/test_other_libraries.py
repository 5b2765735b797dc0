"""Models as people of CPMpy, PySAT, OR-Tools, networkx and pandas write them: they run as they stand.

This file is type checked as all tests are: what is natural to write has types, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import pytest

import nqsat as nq
from nqsat.rules import Places, Yields, rule


def test_a_hamiltonian_cycle_of_a_graph() -> None:
    graph = nx.dodecahedral_graph()
    cycle = nq.solve(nq.Tour(graph)).solution
    assert cycle is not None
    assert {*cycle} == {*graph}
    assert cycle[0] in graph
    assert all(graph.has_edge(a, b) for a, b in zip([*cycle], [*cycle][1:], strict=False))
    grid = nq.solve(nq.Tour(nx.grid_2d_graph(2, 3))).solution
    assert grid is not None
    assert (1, 2) in grid
    matching = nq.solve(nq.Factor(graph, degree=1)).solution
    assert matching is not None
    assert all(graph.has_edge(*move) for move in matching)
    assert next(iter(matching)) in matching
    with pytest.raises(nq.InvalidModel, match="say whose moves"):
        nq.Tour(6)


def test_samples_and_tables_without_ceremony() -> None:
    assert len(nq.sample("queens", 8)) == 1
    drawn = nq.sample("queens", 8, number=5, seed=1)
    assert (len(drawn), drawn.seed) == (5, 1)
    pytest.importorskip("nqsat.extensions.puzzles")
    made = nq.puzzle("queens", 6)
    assert made == nq.puzzle("queens", 6, seed=made.seed)
    assert len(nq.solutions("queens", 6).to_pandas()) == 4


def test_typed() -> None:
    @rule
    def corners(model: Places) -> Iterator[Yields]:
        yield model.at("Q", "a1") + model.at("Q", "h8") <= 1

    path: nq.Path | None = nq.solve(nq.Tour("5x5", "N", closed=False)).solution
    assert path is not None
    assert path["a1"] == 1 + path.squares.index(nq.Square.parse("a1", 5))
    assert "a1" in path
    assert path.to_array().max() == 25
    assert nq.count(nq.Placement(4, {"Q": 4}, [nq.rules.NonAttacking()])).value == 2


@pytest.mark.parametrize("name", ["Model", "Solver", "solveAll", "AllDifferent"])
def test_words_of_other_libraries_are_answered(name: str) -> None:
    with pytest.raises(AttributeError, match=f"nqsat has no {name}; write "):
        getattr(nq, name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("optimize", "did you mean optimise?"),
        ("minimise", "write nqsat.solve(model, minimise=…)"),
        ("NonAttacking", "write nqsat.rules.NonAttacking"),
        ("cout", "did you mean count or counting?"),
    ],
)
def test_a_name_that_is_not_there_names_one_that_is(name: str, meant: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(nq, name)
    assert str(error.value) == f"nqsat has no {name}; {meant}"
    assert not hasattr(nq, "_nothing")


def test_a_piece_is_read_as_a_board_is() -> None:
    for text in ("Q", "knight", "fW", "blocker", "♛"):
        assert nq.Piece(text) == nq.Piece.parse(text)
        assert nq.Piece(text).notation == nq.Piece.parse(text).notation
    with pytest.raises(nq.InvalidModel, match="did you mean Q"):
        nq.Piece("q")


@pytest.mark.parametrize(
    ("given", "cure"),
    [
        ("queens 8", "the parameters stand apart from queens: 'queens', '8'"),
        ("8x8", "of a board make a model: Placement('8x8', {'Q': 8})"),
    ],
)
def test_a_text_that_names_no_model(given: str, cure: str) -> None:
    with pytest.raises(nq.InvalidModel) as error:
        nq.count(given)
    assert str(error.value).endswith(cure)
