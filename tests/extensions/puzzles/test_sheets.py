"""Sheets of puzzles: pages of a PDF, and the task in words and letters."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path as File
from xml.etree import ElementTree

import pytest
from conftest import Run, answered, refused
from support.pictures import STAR

from nqsat import Arrangement, Path, Placement, Tour, solve
from nqsat.extensions.puzzles.sheets import PrintedPuzzle, sheets, statement
from nqsat.modelling import Model, Solution
from nqsat.reporting import PictureStyle
from nqsat.reporting.rendering import convert_svg, pdf_of_pages
from nqsat.rules import NonAttacking, Permutation, PlacedPiece, Regions

GOLDEN = File(__file__).with_name("golden")

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


def standing(model: Placement, kind: str, names: str) -> Arrangement:
    squares = sorted(map(model.board.parse_square, names.split()))
    return Arrangement(model.setting, tuple(PlacedPiece(square, kind) for square in squares))


@pytest.mark.parametrize(("which", "name"), [(0, "sheet"), (1, "answers")])
def test_a_sheet_is_as_it_was_looked_at(which: int, name: str) -> None:
    around = map(WALK.board.parse_square, ["a1", "a2", "a3", "b3", "c3", "c2", "c1", "b1", "b2"])
    puzzles: list[tuple[Model, Solution]] = [
        (QUEENS, standing(QUEENS, "Q", "a2 b4 c1 d3")),
        (STAR, standing(STAR, "K", "c5 e4 b3 d2 a1")),
        (WALK, Path(WALK.board, tuple(around), closed=False, directed=True)),
    ]
    printed = [PrintedPuzzle(*puzzle, "hard") for puzzle in puzzles]
    made = sheets(printed, PictureStyle(title="T"), foot="seed 7")[which]
    text = re.sub("<title>.*?</title>", "", made) + "\n"
    assert text == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_files_of_sheets(here: Run, tmp_path: File) -> None:
    pytest.importorskip("cairosvg")
    words = ("puzzle", "queens", "-p", "n=6", "--seed", "2", "--title", "<Six>")
    for name, found in (
        ("six.svg", ["six-answer.svg", "six.svg"]),
        ("six.png", ["six-answer.png", "six.png"]),
        ("six.pdf", ["six.pdf"]),
    ):
        place = tmp_path / name.replace(".", "-")
        place.mkdir()
        made = here(*words, "-o", str(place / name))
        assert (made.returncode, made.stdout) == (0, "")
        assert sorted(path.name for path in place.iterdir()) == found
    assert "&lt;Six&gt;: the answer" in (tmp_path / "six-svg/six-answer.svg").read_text("utf-8")
    wrong = refused(here(*words, "-o", str(tmp_path / "six.txt")))
    assert "write .svg, .png, .pdf or .json" in wrong


def test_no_words_stand_on_others() -> None:
    # "seeds 1 to 6" was printed over the last line of a task of four lines.
    task = ("one two three four five " * 6, "six seven eight nine " * 9)
    puzzles = [PrintedPuzzle(QUEENS, standing(QUEENS, "Q", "a2 b4 c1 d3"), "", task)] * 6
    page = sheets(puzzles, PictureStyle(), foot="seeds 1 to 6")[0]
    assert len(sheets(puzzles * 4, PictureStyle())) == 4 + 2  # answers were on one sheet, too small
    found = re.findall(r'<text font-size="[0-9.]+" x="297.5" y="([0-9.]+)"', page)
    assert min(b - a for a, b in pairwise(sorted(map(float, found)))) > 11


def test_puzzles_of_several_sorts_on_one_sheet(here: Run, tmp_path: File) -> None:
    sorts = ("slitherlink 3x3", "nurikabe 3x3", "hidato 3x3", "star-battle 5x5 1", "hitori 3x3")
    files = [f"{words.split()[0]}.json" for words in sorts]
    for words, file in zip(sorts, files, strict=True):
        answered(here("puzzle", *words.split(), "--seed", "1", "-q", "-o", file))
    answered(here("puzzle", *files, "-q", "-o", "all.svg"))
    page = "".join(ElementTree.parse(tmp_path / "all.svg").getroot().itertext())
    assert "touches the one before" in page  # not a move of the king
    for head in ("Puzzles", "1. Slitherlink, ", "2. Nurikabe, ", "3. Hidato, ", "5. Hitori, "):
        assert head in page
    assert "Slitherlink: Draw one loop" in page
    reason = "nurikabe.json: one at a time; nqsat puzzle prints several on a sheet"
    assert reason in refused(here("solve", *files[:2]))
    assert "hitori: a saved puzzle has" in refused(here("puzzle", files[0], "hitori", "5x5"))


def test_a_saved_puzzle_is_its_name_and_clues(here: Run, tmp_path: File) -> None:
    # Its page said "Place any number of sea wazirs", and it could not be printed.
    answered(here("puzzle", "nurikabe", "3x3", "--seed", "1", "-q", "-o", "own.json"))
    answered(here("view", "own.json", "-q", "-o", "own.html"))
    assert "<h1>Nurikabe" in (tmp_path / "own.html").read_text()
    answered(here("puzzle", "own.json", "-q", "-o", "own.svg"))
    assert "Shade the sea" in (tmp_path / "own.svg").read_text()
    assert "the rest are islands" in answered(here("show", "own.json"))
    assert "the only solution" in answered(here("solve", "own.json", "-q"))


def test_a_sheet_has_no_dot_below_a_number(here: Run, tmp_path: File) -> None:
    answered(here("puzzle", "nurikabe", "2../...", "-q", "-o", "it.svg"))
    assert "<use" not in (tmp_path / "it.svg").read_text()
    assert "tint" not in (tmp_path / "it-answer.svg").read_text()  # it was as dark as the sea


@pytest.mark.parametrize("words", [("queens-puzzle", "5x5"), ("heyawake", "4x4")])
def test_each_board_of_a_sheet_is_that_of_its_puzzle(
    here: Run, tmp_path: File, words: tuple[str, ...]
) -> None:
    def borders(name: str) -> list[list[str]]:
        boards = (tmp_path / name).read_text("utf-8").split("<svg ")[2:]
        return [re.findall(r'd="(M[^"]*)"', board) for board in boards]

    here("puzzle", *words, "--seed", "1", "--number-of", "3", "-o", "three.svg")
    page = (tmp_path / "three.svg").read_text("utf-8")
    seeds = re.findall(r"seeds (\d+), (\d+), (\d+)", page)[0]
    assert sorted(seeds) == ["1", "2", "3"]
    for number, seed in enumerate(seeds):
        here("puzzle", *words, "--seed", seed, "-o", "one.svg")
        for end in (".svg", "-answer.svg"):
            (alone,) = borders(f"one{end}")
            assert borders(f"three{end}")[number] == alone
