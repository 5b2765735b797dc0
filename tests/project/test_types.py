"""What a checker of types says of code that people write: mypy reads this file with ``--strict``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_type

import networkx as nx

import nqsat
from nqsat.rules import Places, Yields, rule


@rule
def few_on_edges(model: Places) -> Iterator[Yields]:
    edge = [square for square in model.board.squares if 0 in square]
    yield sum(model.at("Q", square) for square in edge) <= 1
    yield model.at("Q", "c3") >> (sum(model.at("Q", square) for square in edge) <= 0)
    yield ~model.at("Q", "a1")


def test_sums_of_literals_are_rules() -> None:
    queens = nqsat.Placement("4x4", {"Q": "any"}, [few_on_edges])
    corners = sum(queens.at("Q", square) for square in ("a1", "a4", "d1", "d4"))
    fewer = (queens + (corners == 0)).with_rules(corners <= 1, "non-attacking") + (corners < 2)
    assert_type(fewer, nqsat.Placement)
    assert nqsat.count(fewer).value == 34


def test_solutions_have_their_type() -> None:
    queens, tour = nqsat.Placement("4x4", {"Q": 4}), nqsat.Tour("3x4", "N", closed=False)
    assert_type(queens.solve().solution, nqsat.Arrangement | None)
    assert_type(queens.count().value, int)
    assert_type(nqsat.solve(tour).solution, nqsat.Path | None)
    found = nqsat.solve(
        "queens", n=4
    ).solution  # a name says no type; a union would ask for isinstance
    assert_type(found, Any | None)
    assert found is not None
    assert len(found.pieces) == 4


def test_nodes_of_a_graph_are_squares() -> None:
    petersen = nqsat.Placement(nx.petersen_graph(), {"W": "any"})
    assert nqsat.count(petersen + petersen.at("W", 0)).value == 18  # 180 nodes in 76 sets
    found: Any = (petersen + petersen.at("W", 0)).solve().solution
    assert 0 in dict(found)


@nqsat.family(verify="n=2..4")
def rooks(n: int) -> nqsat.Placement:
    return nqsat.Placement(n, {"R": n})


def test_a_family_makes_models_of_one_type() -> None:
    model = rooks(3)
    assert_type(model, nqsat.Placement)
    assert_type(nqsat.models.queens(4), nqsat.Placement)
    assert nqsat.count(model + model.at("R", "a1")).value == 2
    assert_type(nqsat.sources.find_family("queens")(4), nqsat.modelling.Model)
