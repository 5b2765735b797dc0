"""The numbers that we claim to be new: the page is made of the data, and small ones come out again."""

from __future__ import annotations

import json
import shlex
import shutil

import pytest
from conftest import Run, answered
from plainly import PROGRAMS
from support.extensions import skip_unless_shown
from unpublished import (
    DATA,
    JOBS,
    MODELS,
    PAGE,
    PUBLISHED,
    SEQUENCES,
    Job,
    classes_with_a_pawn,
    page,
)

from nqsat import Placement, Tour, count, solutions
from nqsat.counting import Question
from nqsat.modelling import loads
from nqsat.rules import Domination

ROWS = json.loads(DATA.read_text("utf-8"))

#: Another engine lists at most this many solutions.
FEW = 1_500


def test_the_page_is_made_of_the_data() -> None:
    assert PAGE.read_text("utf-8") == page(ROWS)
    assert {row["title"] for row in ROWS} <= {sequence.title for sequence in SEQUENCES}


@pytest.mark.parametrize("title", dict.fromkeys(sequence.title for sequence in SEQUENCES))
def test_small_numbers_come_out_of_a_list(title: str, here: Run) -> None:
    rows = [row for row in ROWS if row["title"] == title and row["value"].isdigit()]
    few = [row for row in rows if int(row["value"]) <= FEW and row["engine"] != "formula"]
    for row in few[-1:]:
        words = shlex.split(row["command"].replace(f"--engine {row['engine']}", "--engine sat"))[1:]
        assert answered(here(*words, "-q")).split()[0] == row["value"]
    assert few or not rows or int(rows[0]["value"]) > FEW


def test_what_has_no_second_way_stands_apart() -> None:
    before, _, after = PAGE.read_text("utf-8").partition("## Counted in one way")
    for row in ROWS:
        assert row["value"] in (before if "second" in row else after)


@pytest.mark.parametrize("left", JOBS, ids=lambda left: left.name)
def test_a_job_that_is_left_can_be_run(left: Job, here: Run) -> None:
    skip_unless_shown("nqsat export")
    words, _, option = left.words.partition(" --engine ")
    asked = here("export", *shlex.split(words), "--format", "json", "-q")
    question = Question.loads((MODELS / "jobs" / f"{left.name}.json").read_text("utf-8"))
    assert question is not None
    assert question.model == loads(answered(asked))
    assert question.searcher.name == option.split()[0]
    assert f"`{left.words}`" in PAGE.read_text("utf-8")


# -- second ways: each against the meaning, where the board is small -------------------------


compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_knights_by_size(n: int) -> None:
    listed = solutions(Placement(f"{n}x{n}", {"N": "any"}), engine="backtrack")
    sizes = [len(solution.pieces) for solution in listed]
    found = PROGRAMS["knights-by-size"](str(n))["sizes"]
    assert found == {str(k): str(sizes.count(k)) for k in range(max(sizes) + 1)}


@compiled
def test_dominating_queens() -> None:
    for n, engine in ((1, "backtrack"), (2, "backtrack"), (3, "sat"), (5, "frontier")):
        model = Placement(f"{n}x{n}", {"Q": "any"}, rules=[Domination()])
        found = PROGRAMS["dominating-queens"](str(n))
        assert found["value"] == str(count(model, engine=engine).value)


@compiled
@pytest.mark.parametrize("board", ["3x4", "torus:3x4", "torus:3x3", "cylinder:4x3"])
@pytest.mark.parametrize("piece", [(2, 1), (3, 1), (1, 0)])
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_tours_by_inclusion_and_exclusion(board: str, piece: tuple[int, int], kind: str) -> None:
    tour = Tour(board, f"({piece[1]},{piece[0]})", closed=kind == "closed")
    found = PROGRAMS["tours"](board, *map(str, piece), kind)
    assert found["value"] == str(count(tour, engine="mates").value)


@compiled
@pytest.mark.parametrize("n", [6, 7, 9])
def test_queens_and_a_pawn(n: int) -> None:
    found = PROGRAMS["queens-and-a-pawn"](str(n))
    assert found["value"] == str(PUBLISHED["A103331"][n - 1])
    assert found["labelled"] == str(PUBLISHED["A103330"][n - 1])
    assert found["fixed"] == str(4 * PUBLISHED["A368061"][n - 1])


def test_the_formula_gives_the_published_classes() -> None:
    terms = PUBLISHED["A103331"]
    assert terms == tuple(classes_with_a_pawn(n) for n in range(1, len(terms) + 1))
    asked = count("queens-with-pawns", n=6, k=1, modulo="symmetry")
    assert asked.value == classes_with_a_pawn(6)
