"""Grid puzzles that are made: one solution, by a count in plain Python, and no clue to spare."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
from support.error_asserts import refused
from support.plain_puzzles import (
    SIDES,
    Arrows,
    akari,
    heyawake,
    hitori,
    masyu,
    nurikabe,
    simple_loop,
    slitherlink,
    yajilin,
)

import nqsat
from nqsat import InvalidModel
from nqsat.models import grid


def arrows(text: str) -> int:
    """The same of a text of clues."""
    rows = nqsat.modelling.clue_rows(text, grid.ARROWS)
    given: Arrows = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark != ".":
                way = SIDES["rdlu".index(mark[-1])] if mark != "x" else None
                given[r, c] = None if way is None else (way, int(mark[:-1]))
    return yajilin(given, len(rows), len(rows[0]))


def rooms(text: str) -> int:
    """Heyawake with the rooms below, of a text of numbers."""
    given = [part.split("=") for part in text.split(",")]
    return heyawake(ROOMS, {name: int(number) for name, number in given if number != "."})


ROOMS = "AABB/ACDB/ECDD/EEFF"

#: By genre: parameters without clues, what stands in the place of a clue, and the count in plain Python.
MADE: list[tuple[str, dict[str, str], str, Callable[[str], int]]] = [
    ("slitherlink", {"clues": "3x3"}, ".", slitherlink),
    ("slitherlink", {"clues": ".../.2./.../..."}, ".", slitherlink),  # a clue that is given stays
    ("masyu", {"clues": "4x4"}, ".", masyu),
    ("akari", {"clues": "x.../..x./x.../..x."}, "x", akari),
    ("yajilin", {"clues": "x..x/..../..../...."}, "x", arrows),
    ("heyawake", {"rooms": ROOMS, "numbers": "A=.,B=.,C=.,D=.,E=.,F=."}, ".", rooms),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("genre", "parameters", "blank", "plain"), MADE)
def test_a_made_puzzle_has_one_solution_and_needs_every_clue(
    genre: str, parameters: dict[str, str], blank: str, plain: Callable[[str], int], seed: int
) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made, again = (nqsat.puzzle(genre, *parameters.values(), seed=seed) for _ in range(2))
    assert made == again
    family, name = getattr(grid, genre), [*parameters][-1]
    text = made.givens[0].removeprefix(f"{name}=")
    assert made.model == family(**{**parameters, name: text})
    assert plain(text) == 1
    assert made.model.holds(made.solution)
    empty = nqsat.modelling.clue_rows(parameters[name], grid.ARROWS)
    rows = nqsat.modelling.clue_rows(text, grid.ARROWS)
    clues = [(r, c) for r, row in enumerate(rows) for c in range(len(row)) if row[c] != empty[r][c]]
    assert clues
    for r, c in clues:
        assert empty[r][c].endswith(blank)
        fewer = [[*row] for row in rows]
        fewer[r][c] = empty[r][c]
        assert plain(nqsat.modelling.clue_text(fewer)) > 1


def test_another_seed_makes_another_puzzle() -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made = {nqsat.puzzle("slitherlink", "4x4", seed=seed).givens for seed in range(5)}
    assert len(made) > 1


@pytest.mark.parametrize(
    ("genre", "name", "plain"),
    [
        ("hitori", "numbers", hitori),
        ("nurikabe", "clues", nurikabe),
        ("simple-loop", "clues", simple_loop),
        ("akari", "clues", akari),
    ],
)
def test_a_puzzle_is_made_of_a_size(genre: str, name: str, plain: Callable[[str], int]) -> None:
    """Walls and numbers that cannot be left out are drafted, until there is one solution."""
    made, again = (nqsat.puzzle(genre, "4x4", seed=3) for _ in range(2))
    assert made == again
    text = str(made.parameters[name])
    assert [len(row) for row in text.split("/")] == [4] * 4
    assert plain(text) == 1
    assert made.model.holds(made.solution)


def test_rooms_are_made_of_a_size() -> None:
    assert nqsat.puzzle("masyu", "6x6", seed=1, difficulty="easy").model  # with more than it needs
    made = nqsat.puzzle("heyawake", "4x4", seed=3)
    numbers = dict(part.split("=") for part in str(made.parameters["numbers"]).split(","))
    given = {name: int(number) for name, number in numbers.items() if number != "."}
    assert heyawake(str(made.parameters["rooms"]), given) == 1


def test_arrows_are_made_of_a_size() -> None:
    assert arrows(str(nqsat.puzzle("yajilin", "4x4", seed=3).parameters["clues"])) == 1


def test_drafts_exclude_what_was_found() -> None:
    """Of a size that random walls seldom leave one loop for: each draft is made of the last one."""
    for seed in range(3):
        drafts = list[str]()
        nqsat.puzzle("simple-loop", "8x8", seed=seed, watch=drafts.append)
        assert len(drafts) < 60


def test_no_arrow_can_be_left_out() -> None:
    made = nqsat.puzzle("yajilin", "5x5", seed=5)
    text = str(made.parameters["clues"])
    every = [*re.finditer(r"\d[rdlu]", text)]
    assert every
    assert arrows(text) == 1
    for arrow in every:
        assert arrows(f"{text[: arrow.start()]}x{text[arrow.end() :]}") > 1


@pytest.mark.parametrize(
    ("model", "clues"),
    [
        (grid.slitherlink, {"clues": "..../10../3.31/..2."}),
        (grid.hitori, {"numbers": "1334/3141/4134/1213"}),
    ],
)
def test_what_has_one_solution_is_a_puzzle_as_it_is(model: Any, clues: dict[str, Any]) -> None:
    made = nqsat.puzzle(model.name, seed=1, **clues)
    assert made.model == model(**clues)
    assert made.model.holds(made.solution)


def test_a_size_alone_is_a_star_battle_with_one_star() -> None:
    made = nqsat.puzzle("star-battle", "5x5", seed=1)
    assert len([*made.solution.atoms]) == 5


def test_a_closed_tour_without_solution_names_the_open_ones() -> None:
    with pytest.raises(InvalidModel, match="there is no puzzle; see nqsat solve --why"):
        nqsat.puzzle("knights-tours", 5, 5)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nurikabe", "..../3..1/...."),
        ("hitori", "123/231/312"),
        ("zip-path", "1..3/..../2..."),
        ("numberlink", "A..B/..../A..B"),
    ],
)
def test_what_is_printed_is_the_whole_puzzle(name: str, text: str) -> None:
    # A cell of the solution was given besides, which neither the board nor a sheet showed.
    refused(lambda: nqsat.puzzle(name, text, seed=1), said="model: has several solutions")


def test_clues_that_contradict_each_other_are_no_puzzle() -> None:
    refused(lambda: nqsat.puzzle("numberlink", "AB/BA"), said="model: has no solution")


def test_an_island_has_a_cell_at_least() -> None:
    with pytest.raises(InvalidModel, match="clues: an island of 0 cells has no number"):
        nqsat.count("nurikabe", "2./.0")


def test_a_star_battle_without_regions_is_said_to_be_one(here: Run) -> None:
    done = here("count", "star-battle", "5x5", "1")
    assert (done.stdout, "no regions" in done.stderr) == ("14 placements\n", True)
    assert "no regions" not in here("puzzle", "star-battle", "5x5", "1", "--seed", "1").stderr
