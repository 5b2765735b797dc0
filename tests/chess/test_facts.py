"""Boards from facts: which texts are read, and with which line the others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from nqsat import Board, InvalidModel, Placement, Square, count
from nqsat.chess.asp_facts import read_facts
from nqsat.errors import InvalidNotation


def test_facts() -> None:
    text = "% a board\nsize(4).forbidden(1,2).\n\n forbidden ( 3 ,\n 4 ) . % forbidden(2,2).\n%"
    size, forbidden = read_facts(text)
    assert size == 4
    assert forbidden == {Square(0, 1), Square(2, 3)}
    twice = read_facts("forbidden(1,1). forbidden(1,1). size(1).")
    assert twice == (1, frozenset({Square(0, 0)}))
    assert read_facts("size(0).") == (0, frozenset())


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", None, "no fact size"),
        ("forbidden(1,1).", None, "no fact size"),
        ("size(3).\nsize(3).", 2, "second size"),
        ("size(3,3).", 1, "write size(8)."),
        ("size(3).\n\nforbidden(1).", 3, "write forbidden(1,2)."),
        ("size(3).\nforbidden(1,2,3).", 2, "write forbidden(1,2)."),
        ("size(3).\nforbidden(0,1).", 2, "off the board"),
        ("size(3).\nforbidden(1,\n4).", 2, "off the board"),
        ("forbidden(4,1).\nsize(3).", 1, "off the board"),
        ("size(3)", 1, "expected"),
        ("size(3)\n.\n\nqueen(1,1).", 4, "expected"),
        ("size(-3).", 1, "expected"),
        ("size(n).", 1, "expected"),
        ("size(3).\nforbidden(1..2,1).", 2, "expected"),
        ("size(3).\nforbidden(X,1) :- row(X).", 2, "expected"),
        ("#const n=3.\nsize(3).", 1, "expected"),
        ("size(3).\n%* forbidden(1,1).\n*%", 2, "one line"),
        ("size(3).\nforbidden(1;2,1).", 2, "expected"),
        ("Size(3).", 1, "expected"),
        ("size(٣).", 1, "expected"),
        ("size(9999999999999).", 1, "write size"),
    ],
)
def test_refused(text: str, line: int | None, said: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        read_facts(text)
    assert caught.value.line == line
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "queens.lp"
    file.write_text("size(4).\nforbidden(1,1). forbidden(2,1).\n")
    board = Board.parse(f"asp:{file}")
    assert board == Board(4, 4, holes=frozenset({Square(0, 0), Square(1, 0)}))
    assert Board.parse(f"torus:asp:{file}").title.startswith("torus:")
    assert count(Placement(board, {"Q": 4})).value == 1  # one of the two goes through (2,1)
    file.write_text("size(100000).")
    with pytest.raises(InvalidModel, match="100,000,000"):
        Board.parse(f"asp:{file}")
    for wrong in ("asp:", f"asp:{tmp_path}/none", "asp:a\0b"):
        with pytest.raises(InvalidModel, match="cannot be read"):
            Board.parse(wrong)
    file.write_bytes(b"size(3). % K\xf6nigin")
    with pytest.raises(InvalidModel, match="not a UTF-8 text file"):
        Board.parse(f"asp:{file}")
