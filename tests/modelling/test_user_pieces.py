"""Pieces of a user's own: a function says which square attacks which."""

from __future__ import annotations

from pathlib import Path

from support.error_asserts import refused
from support.oracle.brute_force import brute_force

import nqsat
from nqsat import Board, Kind, Piece, Placement, Square
from nqsat.modelling import dumps, loads
from nqsat.sources import in_place, parse


def test_a_function_is_a_piece_of_its_name() -> None:
    board = Board.from_map("..#\n.x.\n...")

    def below(a: Square, b: Square) -> bool:
        return b.row == a.row + 1

    model = Placement(board, {below: "any"}, ["domination=total"])
    assert model == Placement(
        board, [Kind.of(Piece.of_relation("below", board, below), "any")], ["domination=total"]
    )
    wanted = brute_force(model)
    assert nqsat.count(model).value == len(wanted)
    assert [kind.name for kind in model.kinds] == ["below"]


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
