"""Pieces from a FEN: the way back from ``Arrangement.fen``, and every text that is none of this board."""

from __future__ import annotations

from itertools import permutations

import pytest
from support.error_asserts import refused

from nqsat import Board, Placement, Square, solutions
from nqsat.chess.fen import read_fen
from nqsat.errors import InvalidNotation
from nqsat.modelling import PlacedPiece, dumps, loads
from nqsat.reporting import draw

HOLED = Board.from_map("..x.\n.#..\n....")
KINDS = {"white:Q": "any", "black:Q": "any", "N": "..2"}


@pytest.mark.parametrize(
    "board",
    [
        Board(3, 4), HOLED, Board(1, 13), Board(12, 1), Board(0, 0), Board(3, 0),
        Board.solid(2, 2, 2),
    ],
    ids=str,
)  # fmt: skip
def test_there_and_back(board: Board) -> None:
    pieces = {"white:K": "..3", "black:K": "..1", "blocker": "..1"}
    model = Placement(board, pieces)
    listed = list(solutions(model, engine="backtrack", limit=40))
    assert listed
    names = {kind.symbol: kind.name for kind in model.kinds}
    for found in listed:
        assert read_fen(found.fen, board, names) == found.pieces
        assert read_fen("fen:" + found.fen, board, names) == found.pieces


def test_empty_squares_stay_open() -> None:
    fixed = Placement("5x5", {"Q": 5}, presets=["fen:5/5/2Q2/5/5"])
    assert fixed == Placement("5x5", {"Q": 5}, presets=["Q@c3"])
    found = set(solutions(fixed))
    assert found == {x for x in solutions(Placement("5x5", {"Q": 5})) if "c3" in str(x)}
    assert found
    both = Placement("5x5", {"Q": 5}, presets=["fen:5/5/2Q2/5/5", "-@a1", "Q@c3"])
    assert len(both.presets) == 2
    assert loads(dumps(both)) == both


@pytest.mark.parametrize(
    ("fen", "column", "said"),
    [
        ("", 5, "0 squares in a rank where the board has 4"),
        ("Q3/1*2", 11, "2 ranks where the board has 3"),
        ("Q3/1*2/4/4", 14, "3 ranks only"),
        ("4/1*2/4//", 13, "3 ranks only"),
        ("4/1*2/4[Q]", 12, "'['"),
        ("4/1*2/4Q", 12, "more than the 4 squares"),
        ("4/1*2/22", 11, "more than the 4 squares"),  # a number: twenty-two
        ("4/1Q2/4", 8, "b2 is a wall: write *"),
        ("*3/1*2/4", 5, "a3 is not a wall"),
        ("2*1/1*2/4", 6, "c3 is not a wall"),
        ("2N1/1*2/4", 6, "c3 is a hole"),
        ("R3/1*2/4", 5, "no kind has the letter 'R'; there is Q for white:Q, q for black:Q"),
        ("04/1*2/4", 5, "'0'"),
        ("4/1*2/4 w - - 0", 12, "no other fields of a FEN follow"),
        ("4/1*2/4 x - - 0 1", 12, "no other fields of a FEN follow"),
        ("4/1*2/4 w", 12, "no other fields of a FEN follow"),
        ("4/1*2/3 w - - 0 1", 12, "3 squares in a rank where the board has 4"),
        ("4/1*2/٤", 11, "expected a letter"),
        ("4/1*2/999999999999", 11, "more than"),
    ],
)
def test_refused(fen: str, column: int, said: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Placement(HOLED, KINDS, [], ["-@a1", "fen:" + fen])
    error = caught.value
    assert error.column == column
    assert said in str(error)
    assert error.field.startswith("presets[1]")


@pytest.mark.parametrize(
    "others", [" w KQkq - 0 1", " b - e3 12 40", " w HAha - 0 1", "  w  -  -  0  1 ", " w - -"]
)
def test_the_other_fields_are_passed_over(others: str) -> None:
    presets = Placement(HOLED, KINDS, [], ["fen:Q3/1*2/4"]).presets
    assert Placement(HOLED, KINDS, [], ["fen:Q3/1*2/4" + others]).presets == presets
    board, names = Board(8, 8), {"Q": "white:Q", "q": "black:Q"}
    pieces = read_fen("3q4/8/8/8/8/8/8/3Q4" + others, board, names)
    assert [(board.name(square), kind) for square, kind in pieces] == [
        ("d8", "black:Q"),
        ("d1", "white:Q"),
    ]


def test_contradictions() -> None:
    refused(lambda: Placement("2x2", {"Q": 1}, presets=["fen:Q1/2", "-@a2"]), said="contradict")
    model = Placement("2x2", {"Q": 1}, presets=["fen:QQ/2"])
    assert list(solutions(model)) == []


def test_arrangements_on_large_boards_are_told_apart_and_written() -> None:
    model = Placement("70000x1000", {"white:Q": 1, "black:Q": 1}, [])
    corners = [Square(0, 0), Square(0, 999), Square(69_999, 0)]
    every = [
        model.solution([PlacedPiece(a, "white:Q"), PlacedPiece(b, "black:Q")])
        for a, b in permutations(corners, 2)
    ]
    assert len({one.fingerprint for one in every}) == len(every)
    assert every[0].fen.startswith("Q998q/1000/")
    assert draw(model.board, every[0]) == "white:Q@a70000 black:Q@all70000"
