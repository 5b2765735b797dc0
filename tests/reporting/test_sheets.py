"""Sheets of puzzles: pages of a PDF, and the task in words and letters."""

from __future__ import annotations

import re

import pytest

from nqsat import Board, Placement, Tour, solve
from nqsat.modelling import Model
from nqsat.reporting.rendering import convert_svg, pdf_of_pages
from nqsat.reporting.sheets import PrintedPuzzle, given_text, sheets, statement
from nqsat.reporting.style import PictureStyle
from nqsat.rules import NonAttacking, Permutation, Regions

QUEENS = Placement("4x4", {"Q": 4}, presets=["Q@b4", "-@a1"])
WALK = Tour("3x3", "K", closed=False, numbers={"a1": 1, "b2": 9})


def both(model: Model) -> tuple[str, ...]:
    found = solve(model).solution
    assert found is not None
    return sheets([PrintedPuzzle(model, found)], PictureStyle())


def test_pages_of_a_pdf() -> None:
    pytest.importorskip("cairosvg")
    made = pdf_of_pages(both(QUEENS))
    assert made.startswith(b"%PDF")
    assert re.findall(rb"/Count (\d+)", made) == [b"2"]
    sizes = re.findall(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", made)
    assert [(round(float(x)), round(float(y))) for x, y in sizes] == [(596, 842)] * 2  # A4
    assert convert_svg(both(QUEENS)[0], "png").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (QUEENS, "Place 4 queens. No piece attacks another. No piece stands on a cross."),
        (
            Placement(
                "4x4", {"K": 4}, [Permutation(), Regions.parse("AABB/AABB/CCDD/CCDD,number=..2")]
            ),
            "Place 4 kings. Every rank and file has 1 piece. Every region has at most 2 pieces.",
        ),
        (
            Placement("3x3", {"white:N": "any", "black:C": "1..2", "Q": "..1", "R": "2.."}, []),
            "Place any number of white knights, 1 to 2 black camels, at most 1 queen and "
            "at least 2 rooks.",
        ),
        (
            Placement("3x3", {"FA": 1}, [NonAttacking(blocking=True)]),
            "Place 1 piece (FA). No piece attacks another; a piece in between blocks an attack.",
        ),
        (
            Placement("4x4", {"K": 4},
                      [Permutation(), Regions.parse("AABB/AABB/CCDD/CCDD"), NonAttacking()]),
            "Place one star in every row, column and region. Stars do not touch, not even diagonally.",
        ),
        (WALK, "Write the numbers from 1 to 9 on the squares. From each to the next it is one "
         "move of the king."),
        (Tour("4x4", "K", start="a1"), "Write the numbers from 1 to 16 on the squares. From each to the "
         "next it is one move of the king, and from the last to the first."),
    ],
)  # fmt: skip
def test_in_words(model: Model, said: str) -> None:
    assert " ".join(statement(model)) == said


def test_as_text() -> None:
    assert given_text(QUEENS).splitlines() == [
        "4 . Q . .",
        "3 . . . .",
        "2 . . . .",
        "1 x . . .",
        "  a b c d",
    ]
    assert given_text(WALK).splitlines() == ["3 . . .", "2 . 9 .", "1 1 . .", "  a b c"]
    walled = Board.from_map("..#\n.x.\n...")
    model = Placement(walled, {"K": 2}, [Regions(("AA.", "A.B", "BBB"))], presets=["K@a1"])
    assert given_text(model).splitlines() == ["3 A A #", "2 A   B", "1 K B B", "  a b c"]
    twelve = Tour("3x4", "K", closed=False, start="a1", end="d3")
    assert given_text(twelve).splitlines()[0] == "3  .  .  . 12"
