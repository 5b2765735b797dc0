"""Projections against all solutions: what is shown of each, told apart by hand."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Run, answered
from conftest import refused as refused_command
from support.error_asserts import refused
from support.extensions import skip_unless_shown
from support.oracle.brute_force import MOST_CANDIDATES, brute_force
from support.random_models import random_model

import nqsat
from nqsat.compiling import ProjectedSolution, Projection
from nqsat.counting import Question, numbered
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Number, Placement

ARMIES = Placement("3x3", {"white:Q": "1..2", "black:Q": "1..2"}, ["armies"])


def seen(solution: Arrangement, words: tuple[str, ...]) -> frozenset[str]:
    """What a solution has of some kinds, literals and squares."""
    board, found = solution.board, set()
    for square, kind in solution.pieces:
        name = board.name(square)
        if {name, "squares"} & {*words}:
            found.add(name)
        if {kind, f"{kind}@{name}"} & {*words}:
            found.add(f"{kind}@{name}")
    return frozenset(found)


def is_asked(model: Placement) -> bool:
    contents = (1 + len(model.kinds)) ** len(model.board.squares)
    return model.objective is None and not model.filtered and contents <= MOST_CANDIDATES


@pytest.mark.parametrize("seed", range(30))
def test_solutions_that_agree_on_what_is_shown_are_one(seed: int) -> None:
    chance = Random(seed)
    drawn = (random_model(7, seed * 100 + place) for place in range(100))
    model = next(x for x in drawn if isinstance(x, Placement) and is_asked(x))
    names = [model.board.name(square) for square in model.board.squares]
    kinds = [kind.name for kind in model.kinds]
    words = [*chance.sample(names, min(2, len(names))), "squares"]
    words += [*kinds, *(f"{kind}@{names[0]}" for kind in kinds if names)]
    atoms = {str(atom.text_on(model.board)) for atom in model.atoms}
    words = [word for word in words if "@" not in word or word in atoms]
    show = tuple(chance.sample(words, min(len(words), chance.randint(1, 3))))
    wanted = {seen(solution, show) for solution in brute_force(model)}
    shown = model.project(*show)
    for engine in ("sat", "cpsat", "backtrack"):
        listed = list(nqsat.solutions(shown, engine=engine))
        assert {frozenset(one.names) for one in listed} == wanted, engine
        assert len(listed) == len(wanted) == nqsat.count(shown, engine=engine).value
        assert all(seen(one.completion, show) == frozenset(one.names) for one in listed)
    assert nqsat.count(shown).value == len(wanted)


@pytest.mark.parametrize(
    "tour",
    [
        nqsat.Tour("4x4", "W", visit="4.."),
        nqsat.Tour("3x4", "N", closed=False, visit="3..5", unit="directed"),
        nqsat.Factor("3x3", "K", degree="0..2"),
    ],
    ids=repr,
)
def test_the_sets_of_squares_of_tours(tour: nqsat.Tour | nqsat.Factor) -> None:
    every = [*nqsat.solutions(tour, engine="backtrack")]
    squares = {
        frozenset(square for move in one.atoms for square in move[:2] if square) for one in every
    }
    assert nqsat.count(tour.project("squares")).value == len(squares) > 1
    first = tour.board.name(tour.board.squares[0])
    assert nqsat.count(tour.project(first)).value == len(
        {tour.board.squares[0] in some for some in squares}
    )


def test_a_move_is_shown_in_either_direction() -> None:
    tour = nqsat.Tour("4x4", "W", unit="directed")
    assert nqsat.count(tour.project("a1-a2")).value == nqsat.count(tour.project("a2-a1")).value


def test_one_projection_is_unique_though_there_are_many_solutions() -> None:
    pieces: dict[str, int | str] = {"R": 1, "N": "any"}
    model = Placement("2x2", pieces, [], presets=["R@a1"])
    assert nqsat.unique(model).verdict == "several"
    only = nqsat.unique(model.project("R"))
    assert only.verdict == "unique"
    (found,) = only.found
    assert isinstance(found, ProjectedSolution)
    assert str(found) == "R@a1"


def test_a_sample_and_a_question_as_json() -> None:
    shown = ARMIES.project("white:Q")
    wanted = {seen(one, ("white:Q",)) for one in brute_force(ARMIES)}
    every = nqsat.count(shown)
    assert (every.value, every.unit) == (len(wanted), "projections")
    assert "agree on white:Q" in str(every.note)
    assert all(frozenset(one.names) in wanted for one in nqsat.sample(shown, number=5, seed=3))
    assert numbered(shown).engine.startswith("sat")  # layers may be far more than that
    beside = [one for one in brute_force(ARMIES) if "black:Q@a1" in seen(one, ("black:Q",))]
    assumed = nqsat.count(shown, assumptions=["black:Q@a1"])
    number = len({seen(solution, ("white:Q",)) for solution in beside})
    assert (assumed.value, assumed.unit) == (number, every.unit)
    question = Question("count", shown)
    again = Question.from_json(json.loads(json.dumps(question.to_json())))
    assert again == question
    assert repr(shown) == f"{ARMIES!r}.project('white:Q')"


def test_words_are_joined_by_commas_and_what_never_stands_is_false() -> None:
    queens = Placement("4x4", {"Q": 4})
    assert queens.project("a1,b4", "Q@c1") == queens.project("a1", "b4", "Q@c1")
    board = nqsat.Board("2x2")
    left = frozenset(map(board.parse_square, ("a1", "a2")))
    rook = Placement(board, [nqsat.Kind("R", nqsat.Piece.parse("R"), Number(1, 1), left)])
    shown = rook.project("R@b1", "R@a1")
    assert {str(one) for one in nqsat.solutions(shown)} == {"R@a1", "-"}
    assert nqsat.count(shown, engine="frontier").value == 2


def test_what_cannot_be_shown_is_refused() -> None:
    queens = Placement("4x4", {"Q": 4})
    refused(queens.project, "show", "nothing is named")
    best = Placement("3x3", {"K": "any"}, ["domination"], objective="minimise pieces")
    refused(lambda: best.project("K"), "show", "is not for a model with an objective")
    with pytest.raises(UnsupportedByEngine, match="is not for projections; use sat or frontier"):
        nqsat.count(nqsat.Tour("6x6", "N").project("a1-b3"), engine="mates")
    shown: Any = queens.project("a1")  # these ask about a model, and a projection is not its model
    for ask in (nqsat.marginals, nqsat.why_not, partial(nqsat.rank, solution="a1")):
        refused(partial(ask, shown), "model", "expected a Placement")
    data: list[object] = [{}, {"model": {}}, 3]
    for one in data:
        refused(partial(Projection.from_json, one), "projection", 'expected {"model"')


def test_a_job_keeps_the_engine_that_lists_the_model(tmp_path: Path) -> None:
    shown = Placement("6x6", {"Q": 6}).project("b4", "c2")
    run = nqsat.Run(job=tmp_path / "shown.db")
    by_list = nqsat.count(shown, engine="backtrack", run=run)
    assert (by_list.value, by_list.engine) == (nqsat.count(shown).value, "backtrack")
    assert nqsat.counting.job.result(tmp_path / "shown.db").count.value == by_list.value


def test_a_projection_is_verified_on_three_grounds(here: Run) -> None:
    pieces: dict[str, int | str] = {"K": "any", "N": 1}
    report = nqsat.evidence.verify(Placement("4x4", pieces).project("N", "a1"))
    assert report.result.value == "agree"
    assert {ground.value for ground in report.grounds} == {"meaning", "formula", "checker"}
    assert report.counts.keys() == {"backtrack", "sat", "cpsat"}
    assert "n=6 show=b4" in answered(here("verify", "queens", "-p", "n=6", "--show", "b4", "-q"))
    said = refused_command(here("verify", "queens", "--show", "b4"))
    assert "--show: needs one model: give its parameters" in said


def test_a_witness_that_breaks_a_rule_is_no_solution() -> None:
    shown = Placement("2x2", {"K": "any"}).project("K")
    found = next(iter(nqsat.solutions(shown)))
    assert shown.holds(found)
    assert not shown.holds(shown.assignment(range(1, 5)))  # four kings that attack


def test_a_saved_projection_is_shown_as_it_is(here: Run, tmp_path: Path) -> None:
    saved = answered(here("count", "queens", "6", "--show", "a1", "--json", "-q"))
    (tmp_path / "asked.json").write_text(saved, encoding="utf-8")
    assert answered(here("count", "asked.json", "-q")) == "1 projection\n"
    said = refused_command(here("count", "asked.json", "--show", "b2"))
    assert "--show: is for models; the question is about projections" in said


@pytest.mark.parametrize("words", ["a1", "white:Q", "squares a1 white:Q@a1", "c2 black:Q"])
def test_the_file_of_a_projection_has_its_number(here: Run, tmp_path: Path, words: str) -> None:
    skip_unless_shown("nqsat export")
    show = [word for some in words.split() for word in ("--show", some)]
    text = ["--board", "3x3", "--piece", "white:Q=1..2", "--piece", "black:Q=1"]
    file = tmp_path / "shown.cnf"
    answered(here("export", *text, *show, "-o", str(file), "-q"))
    model = Placement("3x3", {"white:Q": "1..2", "black:Q": "1"}, ["non-attacking"])
    wanted = {seen(one, tuple(words.split())) for one in brute_force(model)}
    number = answered(here("count", "--dimacs", str(file), "-q")).split()[0]
    assert int(number) == len(wanted)
    names = dict(
        line.split()[2:] for line in file.read_text("ascii").splitlines() if line[:3] == "c v"
    )
    listed = answered(here("enumerate", "--dimacs", str(file), "-q")).splitlines()
    found = {
        frozenset(name for x in line.split() if int(x) > 0 for name in names[x].split("="))
        for line in listed
        if line.endswith(" 0")
    }
    assert found == wanted


def test_other_files_have_no_projection(here: Run) -> None:
    skip_unless_shown("nqsat export")
    for form in ("opb", "cpsat", "python", "json"):
        said = refused_command(here("export", "queens", "4", "--show", "a1", "--format", form))
        assert said.count("\n") <= 1
        assert f"--show: is for dimacs; {form} has no projection" in said
    asked = ("export", "--board", "4x4", "--tour", "R", "--show", "a1-a2", "--circuit")
    texts = {answered(here(*asked, circuit)) for circuit in ("one-hot", "binary")}
    assert len(texts) == 2
