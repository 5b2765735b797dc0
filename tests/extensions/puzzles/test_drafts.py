"""Drafts of puzzles: walls, rooms and numbers for a size."""

from itertools import pairwise
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


def test_islands_that_no_numbers_tell_apart_lose_a_cell() -> None:
    """Not all of them: others at random are as seldom told apart."""
    drafts, sizes = DRAFTS["nurikabe"](7, 7, Random(1)), list[int]()
    draft = next(drafts)
    for _ in range(25):
        sizes.append(sum(int(x) for x in str(draft["clues"]) if x.isdigit()))
        draft = drafts.send(nqsat.unique(grid.nurikabe(**draft), engine="sat").found)
    steps = [after - before for before, after in pairwise(sizes) if before != after]
    assert len(steps) > 1
    assert {*steps} == {-1}


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
