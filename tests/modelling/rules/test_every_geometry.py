"""Every rule on every geometry with every kind of piece: it lowers in few steps, and allows what it means.

What a step is differs: on a graph it is the number of a neighbour and has no opposite; on a ring of odd
length it comes back on the other colour; on a board of one rank it may not exist. A rule that follows steps
for ever is stopped by a limit on lines of code, not on time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

import networkx
import pytest
from support.random_rules import RANDOM_RULES, RandomDraw
from support.timeouts import steps

from nqsat import Board, InvalidModel, Kind, Piece, Placement, UnsupportedByEngine, count
from nqsat.chess import Ride, attacks
from nqsat.chess.attack_tables import lines, walk
from nqsat.compiling import lower
from nqsat.errors import InvalidNotation
from nqsat.modelling import Number, Rule

GEOMETRIES = {
    "cycle": Board.of_graph(networkx.cycle_graph(5)),
    "star": Board.of_graph(networkx.star_graph(4)),
    "directed": Board.of_graph(networkx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)][:4])),
    "out of order": Board.of_graph(networkx.Graph([(0, 2), (1, 2), (1, 4), (3, 4)])),
    "one node": Board.of_graph(networkx.empty_graph(1)),
    "hexagon": Board.hexagonal(2),
    "solid": Board.solid(2, 2, 2),
    "four dimensions": Board.solid(1, 2, 1, 3),
    "odd torus": Board(3, 3, "torus"),
    "ring": Board(1, 7, "torus"),
    "odd cylinder": Board(2, 3, "cylinder"),
    "Klein bottle": Board(3, 2, "klein"),
    "projective plane": Board(2, 3, "projective"),
    "wall on a ring": Board.from_map("..#.x", "cylinder"),
    "one rank": Board(1, 6),
    "one file": Board(6, 1),
    "holes": Board.from_map("..x\n.#.\n..."),
    "empty": Board(0, 0),
}  # fmt: skip

#: Riders, leapers, short, crooked and one-way pieces, one that never moves; a word is left out where it has
#: no meaning.
PIECES = ("W", "R", "Q", "N", "NN", "R2", "fR", "fWbF", "B", "(1,2)0", "blocker")

#: Of Python; the largest model here takes a quarter of it.
LINES = 12_000_000


def models(rule: type[Rule], board: Board) -> Iterator[Placement]:
    """Yield a model for each piece, with one to three kinds; what may not be is left out."""
    for number, word in enumerate(PIECES):
        chance = Random(f"{rule.name}/{word}/{board.title}")
        with suppress(InvalidModel, InvalidNotation):
            piece = Piece.parse(word)
            attacks(piece, board)
            labels = (["white:", "black:"], ["red:", "green:", "blue:"], ["", "white:"])[number % 3]
            names = [
                label + piece.notation for label in labels[: 3 if len(board.squares) < 6 else 2]
            ]
            kinds = [Kind(name, piece, Number.parse("..2")) for name in names]
            drawn = RANDOM_RULES[rule](RandomDraw(chance, board, tuple(names)))
            yield Placement(board, kinds, [drawn])


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("rule", RANDOM_RULES, ids=lambda rule: rule.name)
def test_it_lowers_in_few_steps_and_allows_what_it_means(rule: type[Rule], geometry: str) -> None:
    for model in models(rule, GEOMETRIES[geometry]):
        with steps(LINES):  # or the engines below would not end
            lower(model)
        if len(model.board.squares) < 6:
            meant = count(model, engine="backtrack").value
            for engine in ("sat", "frontier"):
                with suppress(UnsupportedByEngine):
                    assert count(model, engine=engine).value == meant, (model, engine)


def test_three_armies_on_a_ring_of_five_nodes() -> None:
    armies = dict.fromkeys(("red:W", "green:W", "blue:W"), "any")
    model = Placement(GEOMETRIES["cycle"], armies, ["armies", "amount=pieces,number=5"])
    with steps(LINES):
        lower(model)
    for engine in ("backtrack", "sat", "frontier", "auto"):
        assert count(model, engine=engine).value == 3


def test_lines_partition_every_board_into_cliques() -> None:
    # ``lines`` says so of unlimited rides; of a graph, whose steps have no opposite, of any step.
    for board, step in product(GEOMETRIES.values(), [(0, 1), (1, 1), (1, 2)]):
        there = (*step, 0, 0)[: len(board.geometry.sizes)]
        rides = Ride(there, 0), Ride(tuple(-x for x in there), 0)
        with steps(LINES):
            found = lines(board, there)
        assert sorted(square for line in found for square in line) == sorted(board.squares)
        for line in found:
            for square in line:
                seen = {cell for ride in rides for cell in walk(board, square, ride)}
                assert {*line} <= seen | {square}, (board, step, line)
