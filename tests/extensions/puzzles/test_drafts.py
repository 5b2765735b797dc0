"""Drafts of puzzles: walls, rooms and numbers for a size."""

from random import Random

import pytest

import nqsat
from nqsat.extensions.puzzles.drafts import DRAFTS
from nqsat.models import grid


def test_islands_lie_near_their_numbers() -> None:
    """Else a formula of forty islands on 15 by 15 is refused: it has millions of literals."""
    text = next(DRAFTS["nurikabe"](15, 15, Random(0)))["clues"]
    model = grid.nurikabe(str(text))
    assert sum(map(str.isdigit, str(text))) > 30
    assert model.size < 1_000_000
    assert nqsat.solve(model).solution is not None


def test_walls_are_added_where_two_solutions_differ() -> None:
    drafts = DRAFTS["akari"](6, 6, Random(1))
    before = str(next(drafts)["clues"])
    found = list(nqsat.solutions(grid.akari(before), limit=2))
    after = str(drafts.send(found)["clues"])
    assert 1 <= after.count("x") - before.count("x") <= 2
    assert all(new == "x" for old, new in zip(before, after, strict=True) if old == "x")


@pytest.mark.parametrize("seed", range(3))
def test_rooms_of_a_draft_count_its_shading(seed: int) -> None:
    """No line of cells that are not shaded goes through three rooms: the shading is a solution."""
    drafts = DRAFTS["heyawake"](6, 7, Random(seed))
    draft = next(drafts)
    for _ in range(4):
        model = grid.heyawake(**draft)
        found = list(nqsat.solutions(model, limit=2))
        assert found
        rooms = str(draft["rooms"])
        assert rooms.count("/") == 5
        if len(found) == 1:
            break
        before, draft = rooms, drafts.send(found)
        assert draft["rooms"] != before
