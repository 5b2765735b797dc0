"""Models as people of CPMpy, PySAT, OR-Tools, networkx and pandas write them: they run as they stand.

This file is type checked as all tests are: what is natural to write has types, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_type

import networkx as nx
import pytest

import nqsat as nq
from nqsat.rules import MoveLiterals, Places, Yields, rule


def test_queens_by_a_size() -> None:
    model = nq.Placement(8, {"Q": 8})
    assert model == nq.Placement((8, 8), {"Q": 8}) == nq.Placement(nq.Board("8x8"), {"Q": 8})
    assert model.count().value == nq.count(model).value == 92
    found = nq.solve(model).solution
    assert found is not None
    assert {piece.kind for piece in found} == {"Q"}
    assert [piece.square for piece in found] == [*found.squares]
    name = model.board.name(found.squares[0])
    assert name in found
    assert found[name] == "Q"
    assert (0, 0) in found or (0, 0) not in found.squares
    assert "z99" not in found
    with pytest.raises(KeyError):
        found[next(x for x in ("a1", "b1") if x not in found)]
    assert len(found) == found.to_array().sum() == 8
    assert len([*model.solutions(limit=3)]) == 3


def test_bounds() -> None:
    ranges = ("3..5", (3, 5), range(3, 6))
    assert len({nq.Placement(6, {"Q": number}) for number in ranges}) == 1
    assert nq.Placement(6, {"Q": (3, None)}) == nq.Placement(6, {"Q": "3.."})
    for wrong in ((5, 3), (1, 2, 3), range(5, 3), range(0, 9, 2)):
        with pytest.raises(nq.InvalidModel):
            nq.Placement(6, {"Q": wrong})  # type: ignore[dict-item]


def test_domination_with_the_fewest_pieces() -> None:
    model = nq.Placement(6, {"Q": "any"}, "domination")
    best = nq.solve(model, minimise="pieces")
    assert best.status == "optimal"
    assert best.solution is not None
    assert len(best.solution) == 3
    corners = model.at("Q", "a1") + 2 * model.at("Q", "f6")
    assert nq.solve(model, maximise=corners).status == "optimal"
    assert nq.count(model, maximise=corners).value == nq.count(model + (corners == 3)).value
    other = nq.solve(model, minimize="pieces").solution
    assert other is not None
    assert len(other) == 3
    asked = nq.Placement(6, {"Q": "any"}, nq.rules.Domination(), objective="minimize pieces")
    assert nq.count(asked).optimum is not None
    with pytest.raises(nq.InvalidModel, match="a tour has no objective"):
        nq.solve(nq.Tour(6, "N"), minimise="pieces")


def test_armies() -> None:
    asked = nq.Placement(5, {"white Q": 4, "black Q": 4}, "armies")
    assert asked == nq.Placement(5, {"white:Q": 4, "black:Q": 4}, "armies")
    assert nq.Placement(5, {"dragon king": 4}) == nq.Placement(5, {"dragon-king": 4})
    assert nq.solve(asked).solution is not None


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


def test_a_constraint_on_a_tour() -> None:
    @rule
    def not_both(tour: MoveLiterals) -> Iterator[Yields]:
        yield ~tour.at("a1-b3") | ~tour.at("c1-b3")

    tour = nq.Tour(6, "N")
    without = nq.count(tour).value
    both = nq.count(nq.Tour(6, "N", through=["a1-b3", "c1-b3"])).value
    assert nq.count(nq.Tour(6, "N", rules=[not_both])).value == without - both
    assert nq.count(tour + not_both).value == without - both


class Magic(nq.Rule):
    """The tour begins in the top rank."""

    name, about = "magic", "tour"

    def holds(self, tour: nq.Path) -> bool:
        rows: list[int] = [square.row for square in tour]
        return rows[0] == 0


def test_a_rule_that_only_judges() -> None:
    answer = nq.count(nq.Tour("3x4", "N", closed=False, rules=Magic()))
    assert 0 < answer.value < 16
    assert "magic has no formula" in str(answer.note)


def test_to_a_solver_and_back() -> None:
    cnf, names = nq.Placement(8, {"Q": 8}).to_cnf()
    assert (names.name(1), names["Q@a8"]) == ("Q@a8", 1)
    assert cnf.nv >= len(names) == 64
    model, x = nq.Placement(8, {"Q": 8}).to_cp_model()
    model.add(x["Q@a1"] + x["Q@h8"] == 0)
    with pytest.raises(KeyError):
        names.name(10_000)


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
        ("queens 8", "parameters follow the name: 'queens', '8'"),
        ("8x8", "of a board make a model: Placement('8x8', {'Q': 8})"),
    ],
)
def test_a_text_that_names_no_model(given: str, cure: str) -> None:
    with pytest.raises(nq.InvalidModel) as error:
        nq.count(given)
    assert str(error.value).endswith(cure)


# -- what a checker of types says --------------------------------------------------------------


@rule
def few_on_edges(model: Places) -> Iterator[Yields]:
    edge = [square for square in model.board.squares if 0 in square]
    yield sum(model.at("Q", square) for square in edge) <= 1
    yield model.at("Q", "c3") >> (sum(model.at("Q", square) for square in edge) <= 0)
    yield ~model.at("Q", "a1")


def test_sums_of_literals_are_rules() -> None:
    queens = nq.Placement("4x4", {"Q": "any"}, [few_on_edges])
    corners = sum(queens.at("Q", square) for square in ("a1", "a4", "d1", "d4"))
    fewer = (queens + (corners == 0)).with_rules(corners <= 1, "non-attacking") + (corners < 2)
    assert_type(fewer, nq.Placement)
    assert nq.count(fewer).value == 34


def test_solutions_have_their_type() -> None:
    queens, tour = nq.Placement("4x4", {"Q": 4}), nq.Tour("3x4", "N", closed=False)
    assert_type(queens.solve().solution, nq.Arrangement | None)
    assert_type(queens.count().value, int)
    assert_type(nq.solve(tour).solution, nq.Path | None)
    found = nq.solve(
        "queens", n=4
    ).solution  # a name says no type; a union would ask for isinstance
    assert_type(found, Any | None)
    assert found is not None
    assert len(found.pieces) == 4


def test_nodes_of_a_graph_are_squares() -> None:
    petersen = nq.Placement(nx.petersen_graph(), {"W": "any"})
    assert nq.count(petersen + petersen.at("W", 0)).value == 18  # 180 nodes in 76 sets
    found: Any = (petersen + petersen.at("W", 0)).solve().solution
    assert 0 in dict(found)


@nq.family(verify="n=2..4")
def rooks(n: int) -> nq.Placement:
    return nq.Placement(n, {"R": n})


def test_a_family_makes_models_of_one_type() -> None:
    model = rooks(3)
    assert_type(model, nq.Placement)
    assert_type(nq.models.queens(4), nq.Placement)
    assert nq.count(model + model.at("R", "a1")).value == 2
    assert_type(nq.sources.find_family("queens")(4), nq.modelling.Model)
