"""Steps of reasoning, against all solutions: what is said holds in every one."""

from random import Random

import pytest
from support.random_models import random_model

import nqsat
from nqsat import Board, Placement, Tour
from nqsat.counting import Solved, hint, reasoning
from nqsat.errors import InvalidModel
from nqsat.rules import Regions

pytest.importorskip("nqsat.extensions.puzzles")
QUEENS = nqsat.puzzle("queens", n=6, seed=1)
NUMBERS = nqsat.puzzle(Tour("3x3", "K", closed=False), seed=2)


@pytest.mark.parametrize("puzzle", [QUEENS, NUMBERS], ids=["pieces", "numbers"])
def test_hints_lead_to_the_solution(puzzle: Solved) -> None:
    filled: list[str] = []
    while step := hint(puzzle, filled).known:
        assert not {*step} & {*filled}
        filled += step
    assert hint(puzzle, filled).text == "Solved!"


def test_a_wrong_piece_is_said() -> None:
    name = min({"a1", "b1"} - {*str(QUEENS.solution).split()})
    assert hint(QUEENS, [f"Q@{name}"]).text == f"{name} is wrong: remove it first."
    with pytest.raises(InvalidModel, match=r"^filled: "):
        hint(QUEENS, ["Q@z9"])


def test_every_solution_has_what_steps_tell() -> None:
    chance, told, refuted = Random(1), 0, 0
    for index in range(60):
        model = random_model(21, index)
        if not isinstance(model, Placement) or model.objective is not None:
            continue
        taken = {preset.square for preset in model.presets}
        free = [x for x in model.board.squares if x not in taken and chance.random() < 0.3]
        model = model.refined(presets=[f"-@{model.board.name(x)}" for x in free])
        every = list(nqsat.solutions(model, limit=2000))
        for step in reasoning(model):
            if not step.known:
                refuted += "tried" not in step.text
                assert "tried" in step.text or not every, (model, step)
            for text in step.known:
                atom = text.removeprefix("~")
                held = {atom in {x.text_on(model.board) for x in one.pieces} for one in every}
                assert held <= {atom == text}, (model, step)
                told += 1
    assert min(told, refuted) > 3


@pytest.mark.parametrize(
    ("presets", "last"),
    [
        (["Q@a1", "Q@b2"], "a1 and b2 exclude each other."),
        (["Q@a1", "Q@b3", "Q@c5"], "Nothing is left in rank 6."),
        (["Q@a1"], "No single requirement decides the next step: it has to be tried."),
    ],
)
def test_how_it_ends(presets: list[str], last: str) -> None:
    model = Placement("8x8", {"Q": 8}, presets=presets)
    *_, step = reasoning(model)
    assert step.text == last


def test_chains_of_numbers_lead_as_far_as_the_difficulty_says() -> None:
    model = Tour("5x5", "N", closed=False, numbers={"a5": 1, "d5": 10, "b4": 5})
    grading = pytest.importorskip("nqsat.extensions.puzzles.grading")
    assert grading.difficulty(model).word == "hard"
    assert all(step.known for step in reasoning(model))


def test_what_places_are_called() -> None:
    board = Board.from_map("..x\n...\nx..")
    rooks = Placement(board, {"R": 3}, presets=["-@a3", "-@b2", "-@c2"])
    assert [step.text for step in reasoning(rooks)] == [
        "Only a2 is left in file a.",
        "Only c1 is left in file c.",
        "Only b3 is left in file b.",
    ]
    regions = Placement("2x3", {"W": 2}, [Regions(("AAB", "ABB"))], presets=["-@a2", "-@b2"])
    assert [step.text for step in reasoning(regions)] == [
        "Only a1 is left in the region of a2.",
        "No single requirement decides the next step: it has to be tried.",
    ]
