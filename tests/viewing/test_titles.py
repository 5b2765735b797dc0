"""What pages are called, and their section of comparisons, readable without a script."""

import pytest
from support.pictures import Outline

import nqsat
from nqsat import solutions
from nqsat.evidence import Check, Ground, Report, Result
from nqsat.modelling import Factor, Model, Placement, Tour
from nqsat.reporting import svg
from nqsat.sources import find_family
from nqsat.viewing.atoms import constraint_data
from nqsat.viewing.titles import title_of
from nqsat.viewing.verification import verification_panel

FEWEST = nqsat.models.queens_domination(n=5)
STARS = nqsat.models.star_battle(regions="AABBB/AACBB/ADCCE/DDDCE/DDEEE", stars=1)


@pytest.mark.parametrize(
    ("model", "family", "parameters", "title"),
    [
        (Placement("8x8", {"Q": 8}), "queens", {"n": 8}, "Eight queens"),
        (Placement("14x14", {"Q": 14}), "", {}, "14 queens"),
        (Placement("5x6", {"K": 1}), "", {}, "One king on 5×6"),
        (Placement("6x6", {"K": "any"}), "kings-any", {}, "Any number of kings on 6×6"),
        (
            Placement("4x4", {"white:Q": "2", "black:N": "1..2"}, [nqsat.rules.Armies()]),
            "",
            {},
            "Two white queens and one to two black knights on 4×4",
        ),
        (Placement("torus:5x5", {"Q": 5}), "", {}, "Five queens on a 5 × 5 torus"),
        (FEWEST, "queens-domination", {"n": 5}, "Queens domination, n = 5"),
        (FEWEST, "mine.py:my-own", {"n": 5}, "My own, n = 5"),
        (Tour("6x6", "N"), "knights-tours", {"rows": 6}, "Closed knight's tours of 6×6"),
        (Tour("3x4", "N", closed=False), "", {}, "Open knight's tours of 3×4"),
        (Factor("3x4", "W", "1"), "", {}, "Wazir's moves on 3×4"),
        (Factor("3x4", "W", "1"), "dominoes", {"rows": 3}, "Dominoes, rows = 3"),
        (STARS, "star-battle", {"regions": "AABBB/AACBB/ADCCE/DDDCE/DDEEE"}, "Star battle on 5×5"),
        (Placement("x..\n...", {"K": 2}), "", {}, "Two kings on 2×3 with 1 hole"),
    ],
)
def test_titles_are_for_people(
    model: Model, family: str, parameters: dict[str, object], title: str
) -> None:
    assert title_of(model, family, parameters) == title


@pytest.mark.parametrize(
    ("name", "what"), [("star-battle", "5 stars"), ("queens-puzzle", "5 queens")]
)
def test_what_a_page_checks_is_called_as_what_it_places(name: str, what: str) -> None:
    model = find_family(name)(regions="AAABB/AAABB/CAABB/CDDBB/CDDEE")
    data = constraint_data(model)
    assert data is not None
    assert data["parts"][0]["text"] == what


def test_sentences_of_one_rule_are_one_sentence() -> None:
    model = Placement("2x2", {"W": "any"}, [])
    a, b = (model.at("W", name) for name in ("a1", "b2"))
    assert "; of a1, b2, at most 1 has W" in str(constraint_data(model + (a | b) + (a + b <= 1)))


# -- the section of comparisons ----------------------------------------------------------------


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
