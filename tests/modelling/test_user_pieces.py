"""Pieces of a user's own: a function says which square attacks which."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Board, Placement, Square
from nqsat.modelling import dumps, loads
from nqsat.sources import in_place, parse

BOARDS = ["3x4", "torus:3x3", "cylinder:2x5", "1x7"]
WITH_HOLES = Board.from_map("..#\n.x.\n...")


@pytest.mark.parametrize("board", [*map(Board.parse, BOARDS), WITH_HOLES], ids=repr)
@pytest.mark.parametrize("both", [True, False])
def test_engines_find_what_the_function_says(board: Board, both: bool) -> None:
    chance = Random(f"{board}{both}")
    arcs = {
        (a, b) for a in board.squares for b in board.squares if a != b and chance.random() < 0.2
    }

    def attacks(a: Square, b: Square) -> bool:
        return (a, b) in arcs or (both and (b, a) in arcs)

    wanted = {
        frozenset(some)
        for size in range(len(board.squares) + 1)
        for some in combinations(board.squares, size)
        if not any(attacks(a, b) or attacks(b, a) for a, b in combinations(some, 2))
    }
    model = Placement(board, {attacks: "any"})
    for engine in ("sat", "cpsat", "backtrack", "bitboard"):
        found = [*nqsat.solutions(model, engine=engine)]
        assert {frozenset(piece.square for piece in one.pieces) for one in found} == wanted
    assert nqsat.count(model, engine="frontier").value == len(wanted)
    attacked = Placement(board, {attacks: 2}, ["domination=total"])
    pairs = combinations(board.squares, 2)
    assert nqsat.count(attacked).value == sum(
        all(attacks(a, c) or attacks(b, c) for c in board.squares) for a, b in pairs
    )


OWN = """
def far(a, b):
    return abs(a.row - b.row) > 1

def bad(a, b):
    return 1 / (a.row - b.row)

seven = 7
"""


def test_a_file_names_it_on_the_command_line_and_json_has_its_attacks(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN)
    model = in_place("4x4", [f"{own}:far=3", "N=1"])
    number = nqsat.count(model, engine="backtrack").value
    saved = dumps(model)
    own.unlink()
    again = loads(saved)
    assert again == model
    assert (nqsat.count(again).value, number > 0) == (number, True)


def test_what_is_no_function_of_two_squares_is_refused_in_one_line(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN)
    refused(lambda: in_place("3x3", [f"{own}:bad=3"]), "pieces.bad", "ZeroDivisionError, line 6")
    refused(lambda: in_place("3x3", [f"{own}:seven=3"]), "piece", "has no piece 'seven'")
    refused(lambda: in_place("3x3", [f"{own}:far=1", f"{own}:far=2"]), "piece", "given twice")
    refused(lambda: Placement("3x3", {lambda a, b: True: 3}), "piece.name", "'<lambda>'")
    own.write_text("raise SystemExit('it was run')")
    refused(lambda: parse(f"3x3 {own}:far=3"), "model", "a text runs no file")
