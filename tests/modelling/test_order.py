"""An order of squares on a tour: engines and the checker against the meaning, on all tours of a board."""

from __future__ import annotations

import json
from random import Random

import pytest
from support.error_asserts import raised, refused

import nqsat
from nqsat import Board, Tour, count, solutions
from nqsat.errors import UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.modelling.schema import dumps, loads
from nqsat.modelling.setting import Change
from nqsat.sources.model_text import parse

BOARDS = ("2x3", "3x3", "2x4", "3x4", "4x4", "...\n.#.\n...", "torus:2x3", "hex:2")


def drawn(seed: int) -> Tour:
    """A random tour with an order: of a king or a wazir, with ends, moves and a hole."""
    random = Random(seed)
    board = Board.of(text) if "\n" not in (text := random.choice(BOARDS)) else Board.from_map(text)
    squares = [*board.squares]
    piece = "K" if len(squares) < 10 and random.random() < 0.5 else "W"
    closed = random.random() < 0.4
    order = random.sample(squares, random.choice((1, 2, 2, 3, 3, 4)))
    start = random.choice((None, None, random.choice(squares), order[0]))
    end = None if closed else random.choice((None, order[-1], random.choice(squares)))
    end = None if end == start else end
    return Tour(board, piece, closed=closed, start=start, end=end, order=order)


def in_order(tour: Tour, squares: list[object]) -> bool:
    """The meaning once more: the squares of the order, as they come; of a closed tour going round."""
    met = [x for x in squares if x in tour.checkpoints]
    turns = [met[i:] + met[:i] for i in range(len(met))] if tour.closed else [met]
    return [*tour.checkpoints] in turns


@pytest.mark.parametrize("seed", range(60))
def test_engines_and_checker_find_the_tours_with_this_order(seed: int) -> None:
    tour = drawn(seed)
    every = solutions(tour.changed(order=(), unit="directed"), engine="backtrack")
    wanted = {path for path in every if in_order(tour, [*path.squares])}
    assert {path for path in wanted if tour.holds(path)} == wanted
    for engine in ("backtrack", "sat", "cpsat"):
        assert {*solutions(tour, engine=engine)} == wanted, engine
    for counter in ("frontier", "mates"):
        assert count(tour, engine=counter).value == len(wanted), counter
    assert count(tour).value == len(wanted)
    model = checker.read_model(dumps(tour))
    recount = checker.Recount(10**7)
    found = recount.solutions(model, [*range(len(model.decided))])
    assert found == len(wanted)


@pytest.mark.parametrize("closed", [False, True])
def test_numbers_hold_beside_an_order(closed: bool) -> None:
    """A counter by layers knows no numbers: it had left them out and answered 392 for 32."""
    tour = Tour("3x3", "K", closed=closed, start="a1", order=["a1", "c3"], numbers={"b2": 3})
    wanted = {*solutions(tour, engine="backtrack")}
    assert {path.squares[2] for path in wanted} == {tour.board.parse_square("b2")}
    for engine in ("sat", "cpsat", "auto"):
        assert {*solutions(tour, engine=engine)} == wanted, engine
        assert count(tour, engine=engine).value == len(wanted), engine
    for engine in ("frontier", "mates"):
        with pytest.raises(UnsupportedByEngine):
            count(tour, engine=engine)


def test_a_symmetry_maps_the_order_too() -> None:
    tour = Tour("3x3", "K", closed=False, order=["a1", "c2", "b3"])
    every = {*solutions(tour)}
    for symmetry in nqsat.chess.symmetries(tour.board):
        change = Change.of(tour.setting, symmetry)
        image = tour.image(change)
        assert image is not None
        assert {*solutions(image)} == {path.image(symmetry) for path in every}
        assert tour.is_preserved_by(change) == (image.checkpoints == tour.checkpoints)


def test_it_is_written_in_every_form() -> None:
    tour = Tour("4x4", "W", closed=False, order=["a1-c2", "b4"])
    assert tour.text == "4x4 tour W open order a1 order c2 order b4"
    assert parse(tour.text) == parse("4x4 tour W open order a1-c2-b4") == tour
    assert loads(dumps(tour)) == tour
    assert json.loads(dumps(tour))["tour"]["order"] == ["a1", "c2", "b4"]
    assert tour.refined(order=["d1"]).checkpoints == (
        *tour.checkpoints,
        Board(4, 4).parse_square("d1"),
    )


def test_what_makes_no_sense_is_refused() -> None:
    refused(lambda: Tour("3x3", "K", order=["a1", "a1"]), "order", "twice")
    refused(lambda: Tour("3x3", "K", order=["a1"], visit="some"), "order", "all squares")
    refused(lambda: Tour("3x3", "K", order=["a1"], unit="undirected"), "unit", "directed")
    tour = Tour("6x6", "N", order=["a1", "c2"], fixed_by="rot180")
    raised(UnsupportedByEngine, lambda: count(tour, engine="mates"), "order")
    raised(UnsupportedByEngine, lambda: list(solutions(tour, engine="construct")), "order")
