"""Grid puzzles that are made: one solution, by a count in plain Python, and no clue to spare."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
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
from nqsat.errors import Undecided
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


def rooms(text: str, rows: str = "AABB/ACDB/ECDD/EEFF") -> int:
    """Heyawake with these rooms, of a text of numbers."""
    given = [part.split("=") for part in text.split(",")]
    return heyawake(rows, {name: int(number) for name, number in given if number != "."})


#: By genre: parameters without clues, what stands in the place of a clue, and the count in plain Python.
MADE: list[tuple[str, dict[str, str], str, Callable[[str], int]]] = [
    ("slitherlink", {"clues": "3x3"}, ".", slitherlink),
    ("slitherlink", {"clues": ".../.2./.../..."}, ".", slitherlink),  # a clue that is given stays
    ("masyu", {"clues": "4x4"}, ".", masyu),
    ("akari", {"clues": "x.../..x./x.../..x."}, "x", akari),
    ("yajilin", {"clues": "x..x/..../..../...."}, "x", arrows),
    (
        "heyawake",
        {"rooms": "AABB/ACDB/ECDD/EEFF", "numbers": "A=.,B=.,C=.,D=.,E=.,F=."},
        ".",
        rooms,
    ),
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


@pytest.mark.parametrize(
    ("genre", "name", "plain"),
    [
        ("hitori", "numbers", hitori),
        ("nurikabe", "clues", nurikabe),
        ("simple-loop", "clues", simple_loop),
        ("akari", "clues", akari),
        ("yajilin", "clues", arrows),
        ("heyawake", "numbers", None),
    ],
)
def test_a_puzzle_is_made_of_a_size(
    genre: str, name: str, plain: Callable[[str], int] | None
) -> None:
    """Walls and numbers that cannot be left out are drafted, until there is one solution."""
    made, again = (nqsat.puzzle(genre, "4x4", seed=3) for _ in range(2))
    assert made == again
    *_, (rows, text) = [
        (str(made.parameters.get("rooms", x)), str(x)) for x in made.parameters.values()
    ]
    assert [len(nqsat.modelling.clue_rows(row, grid.ARROWS)[0]) for row in rows.split("/")] == [
        4
    ] * 4
    assert (rooms(text, rows) if plain is None else plain(text)) == 1
    assert made.model.holds(made.solution)


@pytest.mark.parametrize(
    ("genre", "size", "seed", "most"),
    [
        *(("simple-loop", "8x8", seed, 60) for seed in range(3)),
        ("nurikabe", "8x8", 0, 20),
        ("heyawake", "8x8", 2, 30),
    ],
)
def test_drafts_exclude_what_was_found(genre: str, size: str, seed: int, most: int) -> None:
    """Of a size that random drafts seldom leave one solution for: each is made of the last one."""
    drafts = list[str]()
    nqsat.puzzle(genre, size, seed=seed, watch=drafts.append)
    assert sum(said.startswith("draft") for said in drafts) < most


def test_a_size_that_has_no_puzzle_ends() -> None:
    """It has few drafts, and each is tried once: it took a minute and more."""
    with pytest.raises(Undecided, match="try a larger grid"):
        nqsat.puzzle("akari", "2x2", seed=3, time_limit=30)


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


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        # A cell of the solution was given besides, which neither the board nor a sheet showed.
        ("nurikabe", "..../3..1/....", "model: has several solutions"),
        ("hitori", "123/231/312", "model: has several solutions"),
        ("zip-path", "1..3/..../2...", "model: has several solutions"),
        ("numberlink", "A..B/..../A..B", "model: has several solutions"),
        ("numberlink", "AB/BA", "model: has no solution"),
        ("nurikabe", "2./.0", "clues: an island of 0 cells has no number"),
        ("knights-tours", "5x5", "there is no puzzle; see nqsat solve --why"),
    ],
)
def test_what_is_no_puzzle_is_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        nqsat.puzzle(name, *([5, 5] if text == "5x5" else [text]), seed=1)


def test_a_star_battle_without_regions_is_said_to_be_one(here: Run) -> None:
    done = here("count", "star-battle", "5x5", "1")
    assert (done.stdout, "no regions" in done.stderr) == ("14 placements\n", True)
    assert "no regions" not in here("puzzle", "star-battle", "5x5", "--seed", "1").stderr
