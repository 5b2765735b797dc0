"""Files as people bring them, in Python, and clues of puzzles; ``brought.console`` has the commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, refused

from nqsat import Board, Factor, InvalidModel, Placement, Tour, count, solve, unique
from nqsat.formulas import read_dimacs
from nqsat.rules import Regions

ROUTE = "0 0 0 2\n0 0 0 0\n1 3 0 0\n"
ZIP = "1 3 . . .\n. . . . .\n. . . . .\n. 5 2 . 4\n. . . . .\n"
FREE = "1 1 0\n1 1 1\n1 1 1\n"
OBSTACLE = "0 0 0\n0 1 0\n0 0 0\n"


def test_python_refuses_what_a_grid_contradicts_and_notes_what_was_typed(tmp_path: Path) -> None:
    for make, said in (
        (
            lambda: Placement(FREE, {"R": 3}),
            r"8 R are given, and R=3 is asked for; try --as walls | allowed (read_as=",
        ),
        (
            lambda: Tour(ZIP, "W", closed=False),
            "c2 cannot be step 2, 1 move after a5; try --as order",
        ),
    ):
        with pytest.raises(InvalidModel) as caught:
            make()
        assert said in str(caught.value)
    insisted = Tour(ZIP, "W", closed=False, read_as="steps")
    given = Placement("4x4", {"Q": 1}, presets=["Q@a1", "Q@b3"])
    regions = Placement("2x2", {"Q": 1}, [Regions(("AB", "AB"))])
    for model, note in (
        (insisted, "c2 cannot be step 2, 1 move after a5"),
        (given, "2 Q are given, and Q=1 is asked for"),
        (regions, "2 regions with 1 each, and 1 pieces in all on 2x2"),
    ):
        assert model.contradiction == note
        counted = count(model)
        assert counted.value == 0
        assert note in str(counted.note)
        assert note in str(solve(model).note)
        assert note in str(unique(model).note)
    part = given.changed(presets=["Q@a1"])  # of which no part is refused
    assert part.changed(presets=["Q@a1", "Q@b3"]) == given
    assert part.contradiction is None
    assert count(part).note is None


def test_in_python_it_is_a_property(tmp_path: Path) -> None:
    assert str(Tour("1 . .\n. . .\n. . 9", "W", closed=False).board.read) == (
        "3x3 squares, 2 steps of the tour, no walls"
    )
    tour = Tour(ZIP, "W", closed=False, read_as="order")
    assert [tour.board.name(x) for x in tour.checkpoints] == ["a5", "c2", "b5", "e2", "b2"]
    assert (tour.start, tour.end) == (tour.checkpoints[0], tour.checkpoints[-1])
    assert tour.board.read is not None
    assert tour.board.read.others == ("steps",)
    closed = Tour(ZIP, "W", read_as="order")
    assert (closed.start, closed.end) == (None, None)
    route = Tour(ROUTE, "W", closed=False, read_as="walls")
    assert [route.board.name(x) for x in (route.start, route.end) if x] == ["d3", "b1"]
    allowed = Placement(FREE, {"R": 3}, read_as="allowed")
    assert (len(allowed.board.squares), allowed.presets) == (8, ())
    assert Factor(OBSTACLE, "W", read_as="walls").board == Board.from_map("...\n.#.\n...")
    assert Board(3, 3).read is None
    assert str(Regions(("AAB", "ABB")).read) == "2x3 squares, 2 regions"
    path = tmp_path / "it"
    path.write_text("p cnf 2 1\n1 2 0\n")
    assert str(read_dimacs(path).read) == "2 variables, 1 clause"
    path.write_text("1 2\n2 3\n")
    assert str(Board.parse(f"graph:{path}").read) == "3 nodes, 2 edges, undirected"
    with pytest.raises(InvalidModel, match="here 2 is the start"):
        Tour("0 2 4\n1 0 0", "W", closed=False, read_as="walls")


def test_a_puzzle_that_was_printed_is_read_again(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    (tmp_path / "loop.txt").write_text(
        answered(here("puzzle", "masyu", "5x5", "--seed", "1", "-q"))
    )
    assert answered(here("count", "masyu", "file:loop.txt", "-q")) == "1 undirected cycle\n"


def test_regions_and_their_solution_in_one_file_are_refused(here: Run, tmp_path: Path) -> None:
    (tmp_path / "both.txt").write_text("AAB\nABB\nCCC\n\n.Q.\n...\nQ..\n")
    said = refused(here("count", "queens-puzzle", "-p", "regions=file:both.txt"))
    assert "line 4: an empty line between rows; leave it out, or one of two" in said
