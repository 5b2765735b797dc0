"""What a puzzle gives, as text."""

from __future__ import annotations

from nqsat import Board, Placement, Tour
from nqsat.reporting import given_text
from nqsat.rules import Regions

QUEENS = Placement("4x4", {"Q": 4}, presets=["Q@b4", "-@a1"])
WALK = Tour("3x3", "K", closed=False, numbers={"a1": 1, "b2": 9})


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
