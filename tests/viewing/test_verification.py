"""The page of a verification: all that was compared, readable without a network and without a script."""

from __future__ import annotations

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
PAGE = verification_page(REPORTS, made_by="nqsat", stopped="<time>")


def rows(text: str) -> list[str]:
    return [row for row in text.split("<tr>") if "<td" in row]


def test_it_is_one_page_and_nothing_is_loaded() -> None:
    seen = Outline(PAGE)
    assert seen.open == []
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(seen.tags)
    for name, value in seen.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "srcset", "action")
        assert name != "href" or value.startswith("#")
    style = PAGE.partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme: dark" in style


def test_what_is_said_is_on_it() -> None:
    words = " ".join(Outline(PAGE).words)
    for text in (
        "It was not finished (<time>)",
        "; 3 comparisons, ",
        "meaning",
        "queens n=4",
    ):
        assert text in words
    assert "a < b & <script>" in words
    assert "<script>" not in PAGE
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
    assert PAGE.count("<svg") == 1 + len(REPORTS)


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
    assert Outline(verification_page([], made_by="nqsat")).open == []
