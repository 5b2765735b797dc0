"""The page of a verification: all that was compared, readable without a script."""

from __future__ import annotations

from pathlib import Path

from support.browser import Browser
from support.pictures import Outline

from nqsat import Placement, solutions
from nqsat.evidence import Check, Ground, Report, Result
from nqsat.reporting import svg
from nqsat.viewing.verification import verification_page

MODEL = Placement("4x4", {"Q": 4})
(SOLUTION, *_) = solutions(MODEL)
APART = frozenset({Ground.MEANING, Ground.FORMULA})
CHECKS = (
    Check("engines", Result.AGREE, "2 solutions", None, ("backtrack", "sat"), APART),
    Check("orbits", Result.DIFFER, "a < b & <script>", SOLUTION, ("one", "other")),
    Check("transposed", Result.UNKNOWN, "cannot be"),
)
REPORTS = [
    Report("queens", {"n": 4}, MODEL, {"sat": 2}, CHECKS, 0.5),
    Report("kings\x1b", {"n": 2}, MODEL, {"sat": 5, "bitboard": 6000}, CHECKS[:1], 1),
]
PAGE = verification_page(REPORTS, command="nqsat verify", stopped="<time>")


def rows(text: str) -> list[str]:
    return [row.partition("</tr>")[0] for row in text.split("<tr>") if "<td" in row]


def test_it_stands_without_scripts_and_with_them(window: Browser, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    for scripts in (False, True):
        window.looks(1280, 900, scripts=scripts)
        window.open(tmp_path / "page.html", "m1")
        main = window.driver.find_element("css selector", "main").text
        for text in ("Verification", "It was not finished (<time>)", "queens n=4", "Comparisons"):
            assert text in main
    assert window.axe() == []
    assert window.complaints() == []


def test_what_is_said_is_on_it() -> None:
    words = " ".join(Outline(PAGE).words)
    for text in ("It was not finished (<time>)", "; 3 comparisons, ", "meaning", "queens n=4"):
        assert text in words
    assert "a < b & <script>" in words
    assert "\x1b" not in PAGE
    assert "kings\\x1b n=2" in words


def test_every_comparison_has_a_row() -> None:
    engines, orbits, transposed, _ = rows(PAGE)[len(REPORTS) :]
    assert "backtrack = sat" in engines
    assert ">yes<" in engines
    assert "one ≠ other" in orbits
    assert ">no<" in orbits
    assert orbits.count("<svg") == 1
    assert "skipped" in transposed
    assert "yes" not in transposed
    assert svg(MODEL.board, SOLUTION, size=28) in orbits
    assert PAGE.count("<svg") == 2 + len(REPORTS)  # one holds the symbols


def test_the_overview_leads_to_each_model() -> None:
    first, second = rows(PAGE)[: len(REPORTS)]
    assert "1 of 2 agree, 1 skipped" in first
    assert "5 / 6,000" in second  # engines that say different numbers are not made to agree
    for place in range(len(REPORTS)):
        assert PAGE.count(f'href="#m{place}"') == 1
        assert PAGE.count(f'id="m{place}"') == 1


def test_what_differs_is_open() -> None:
    assert '<details id="m0" open>' in PAGE
    assert '<details id="m1">' in PAGE


def test_nothing_at_all() -> None:
    assert Outline(verification_page([], command="nqsat")).open == []
