"""The section of a page that has all comparisons of a model, readable without a script."""

from __future__ import annotations

from support.pictures import Outline

from nqsat import Placement, solutions
from nqsat.evidence import Check, Ground, Report, Result
from nqsat.reporting import svg
from nqsat.viewing.verification import verification_panel

MODEL = Placement("4x4", {"Q": 4})
(SOLUTION, *_) = solutions(MODEL)
APART = frozenset({Ground.MEANING, Ground.FORMULA})
CHECKS = (
    Check("engines", Result.AGREE, "2 solutions", None, ("backtrack", "sat"), APART),
    Check("orbits", Result.DIFFER, "a < b & <script>", SOLUTION, ("one", "other")),
    Check("transposed", Result.UNKNOWN, "cannot be \x1b"),
)
PANEL = verification_panel(
    Report("queens", {"n": 4}, MODEL, {"sat": 5, "bitboard": 6000}, CHECKS, 0.5)
)


def test_what_is_said_is_on_it() -> None:
    outline = Outline(PANEL)
    words = " ".join(outline.words)
    for text in ("Engines compared: differ", "they differ: orbits", "sat 5, bitboard 6,000"):
        assert text in words
    assert "a < b & <script>" in words
    assert "\x1b" not in PANEL
    assert "cannot be \\x1b" in words
    assert outline.open == []


def test_every_comparison_has_a_row() -> None:
    rows = [row.partition("</tr>")[0] for row in PANEL.split("<tr>") if "<td" in row]
    engines, orbits, transposed = rows
    assert "backtrack = sat" in engines
    assert ">yes<" in engines
    assert "one ≠ other" in orbits
    assert ">no<" in orbits
    assert orbits.count("<svg") == 1
    assert "skipped" in transposed
    assert "yes" not in transposed
    assert svg(MODEL.board, SOLUTION, size=28) in orbits
