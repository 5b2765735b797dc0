"""Grid puzzles: each against a count of its own, in plain Python, by the words of its statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from random import Random

import pytest
from support.error_asserts import refused
from support.plain_puzzles import (
    ALL,
    SIDES,
    akari,
    heyawake,
    hitori,
    masyu,
    numbered,
    numberlink,
    nurikabe,
    ordered,
    simple_loop,
    slitherlink,
    yajilin,
)

import nqsat
from nqsat.models import grid
from nqsat.reporting.model_svg import drawn_model
from nqsat.rules import Among, Places, at_most, rule

COUNTED: list[tuple[str, str, Callable[[str], int], tuple[str, ...]]] = [
    ("slitherlink", "clues", slitherlink, ("3.3/.../3.3", "..2/.1./3..", "..../10../3.31/..2.")),
    ("masyu", "clues", masyu, ("..W./...W/..../...B", "W.../..../.B../....", "....")),
    ("simple_loop", "clues", simple_loop, ("..../..../....", "..../.xx./..../....", "x.../....")),
    ("hitori", "numbers", hitori, ("1334/3141/4134/1213", "123/231/312", "112/121/211")),
    ("akari", "clues", akari, ("1..1/..1./.x../....", ".../.../...", "..2/.../x..")),
    ("nurikabe", "clues", nurikabe, ("..../3..1/....", "2./..", "1../.../..2")),
    ("numberlink", "clues", numberlink, ("A..B/..../A..B", "A.B/.../B.A")),
    ("numbrix", "numbers", lambda text: numbered(text, SIDES), ("1../.../..9", "1.3/.../...")),
    ("hidato", "numbers", lambda text: numbered(text, ALL), ("1../.../..9",)),
    ("zip_path", "numbers", ordered, ("1..3/..../2...",)),
]

#: By genre: parameters, and the count in plain Python.
RIGHT: list[tuple[str, dict[str, str], Callable[[], int]]] = [
    *((genre, {name: x}, partial(by, x)) for genre, name, by, some in COUNTED for x in some),
    ("yajilin", {"clues": ".0r../..../..../...0u"},
     lambda: yajilin({(0, 1): ((0, 1), 0), (3, 3): ((-1, 0), 0)}, 4, 4)),
    ("yajilin", {"clues": "2d.../..../..../...."}, lambda: yajilin({(0, 0): ((1, 0), 2)}, 4, 4)),
    ("yajilin", {"clues": "3x3"}, lambda: yajilin({}, 3, 3)),  # it was a grid of walls
    ("akari", {"clues": "3x3"}, lambda: akari(".../.../...")),
    ("heyawake", {"rooms": "AABB/AABB/CCDD/CCDD", "numbers": "A=2,B=1,C=0,D=1"},
     lambda: heyawake("AABB/AABB/CCDD/CCDD", {"A": 2, "B": 1, "C": 0, "D": 1})),
    ("heyawake", {"rooms": "ABCD/ABCD", "numbers": "A=1"}, lambda: heyawake("ABCD/ABCD", {"A": 1})),
]  # fmt: skip


@pytest.mark.parametrize(("genre", "parameters", "right"), RIGHT)
def test_counts_are_those_of_plain_python(
    genre: str, parameters: dict[str, str], right: Callable[[], int]
) -> None:
    model = getattr(grid, genre)(**parameters)
    assert nqsat.count(model).value == nqsat.count(model, engine="sat").value == right()


@pytest.mark.parametrize(
    ("genre", "clues", "reason"),
    [
        ("slitherlink", "a..", "number"),
        ("slitherlink", "12/1", "cells"),
        ("akari", "1x/xx", "next to"),
        ("masyu", "W6/..", "'6' is not a pearl"),
        ("heyawake", "3a/bb", "'3' is a number, not the letter of a room"),  # as drawn
        ("heyawake", "AA/BB C=1", "'C=1' is not a room and its number, as in A=2; the rooms are A"),
        ("heyawake", "AA/BB A=1,2", "'2' is not a room"),
        ("heyawake", "AA/BB A=x", "'A=x' is not a room"),
    ],
)
def test_clues_that_a_cell_cannot_have_are_refused(genre: str, clues: str, reason: str) -> None:
    with pytest.raises(nqsat.InvalidModel, match=reason):
        getattr(grid, genre)(*clues.split())


def test_clues_are_drawn_where_they_stand() -> None:
    """In the middle of four corners, on cells, and on the first cell of a room; as papers draw them."""
    for genre, parameters, right in (
        ("slitherlink", {"clues": "3./.0"}, [((0.5, 0.5), "3"), ((1.5, 1.5), "0")]),
        ("masyu", {"clues": "W../.../..B"}, [((0, 0), "○"), ((2, 2), "●")]),
        ("yajilin", {"clues": "..2l./x.../...."}, [((0, 2), "2←")]),
        ("akari", {"clues": ".1/x."}, [((0, 1), "1")]),
        (
            "heyawake",
            {"rooms": "AAB/CAB", "numbers": "A=.,B=1,C=0"},
            [((0, 2), "1"), ((1, 0), "0")],
        ),
        ("hitori", {"numbers": "12/21"}, [*zip(product((0, 1), (0, 1)), "1221", strict=True)]),
        ("nurikabe", {"clues": "12./..."}, [((0, 0), "1"), ((0, 1), "2")]),
        ("numbrix", {"numbers": "1../.../..9"}, []),  # a tour has its numbers itself
    ):
        model = getattr(grid, genre)(**parameters)
        assert [*model.clues] == right
        assert [*nqsat.modelling.loads(nqsat.modelling.dumps(model)).clues] == right
        printed = len(right) if genre != "numbrix" else 2
        assert drawn_model(model).count('class="clue"') == printed


def test_a_rule_of_ones_own_says_its_clues() -> None:
    def corner(model: Places) -> Iterator[Among]:
        yield at_most(1, model.at("Q", "a1"), model.at("Q", "b2"))

    model = nqsat.Placement("2x2", {"Q": 1}, [rule(clues=[((0.5, 0.5), "1")])(corner)])
    assert model.clues == (((0.5, 0.5), "1"),)
    assert 'class="clue"' in drawn_model(model)
    assert 'class="clue"' in nqsat.view(model).html


def test_many_islands_have_letters_of_their_own() -> None:
    clues = "/".join(["2.2.2.2.2.2", "..........."] * 6)
    model = grid.nurikabe(clues)
    assert len(model.kinds) == 37
    assert len({kind.symbol for kind in model.kinds}) == 37
    refused(lambda: grid.nurikabe("5./.."), said="the islands have more cells than the board")


def paths_past_walls(
    rows: list[list[str]], path: list[tuple[int, int]]
) -> Iterator[list[tuple[int, int]]]:
    """All ways to go on through all cells, side by side, over no wall."""
    if len(path) == len(rows) * len(rows[0]):
        yield path
    r, c = path[-1]
    ways = ((0, 1, (r, c), "|"), (1, 0, (r, c), "_"), (0, -1, (r, c - 1), "|"))
    for a, b, (wall_row, wall_column), mark in (*ways, (-1, 0, (r - 1, c), "_")):
        x, y = r + a, c + b
        inside = 0 <= x < len(rows) and 0 <= y < len(rows[0])
        if inside and (x, y) not in path and mark not in rows[wall_row][wall_column]:
            yield from paths_past_walls(rows, [*path, (x, y)])


def test_walls_between_cells_against_all_paths() -> None:
    for text in ("1|,.,./.,.,._/2,.,3", "1,.,._,./.|,3_,.,./2,.,.,4", "1,.,./.,.,.|/2,.,."):
        rows = [row.split(",") for row in text.split("/")]
        if rows[1][2] == ".|":
            refused(partial(grid.zip_path, text), said="a wall is outside the grid")
            continue
        given = {
            int(digits): (r, c)
            for r, row in enumerate(rows)
            for c, cell in enumerate(row)
            if (digits := cell.strip(".|_"))
        }
        order = [given[number] for number in sorted(given)]
        right = {
            tuple(path)
            for path in paths_past_walls(rows, order[:1])
            if [x for x in path if x in order] == order and path[-1] == order[-1]
        }
        every = nqsat.solutions(grid.zip_path(text))
        assert {tuple(map(tuple, path.squares)) for path in every} == right


def test_puzzles_on_paper_are_white_with_walls_and_shaded_cells() -> None:
    from nqsat.reporting import drawn_solution, look_of, look_with
    from nqsat.reporting.canvas import svg_text

    arrows = grid.yajilin(".,.,0d,x,x,./..xx../....../...x../.,.,.,.,2l,./x.....")
    (loop,) = nqsat.solutions(arrows)
    picture = svg_text(drawn_solution(arrows.board, loop, look_with(arrows, look_of({}))))
    (shaded,) = re.findall(r'class="shaded" d="([^"]*)"', picture)
    left = {*arrows.board.squares} - {*loop.squares}
    assert shaded.count("M") == len(left) == 4
    assert "#b58863" not in picture  # no chessboard
    (paths,) = nqsat.solutions(ends := grid.numberlink("A.B/.../A.B"), limit=1)
    drawn = svg_text(drawn_solution(ends.board, paths, look_with(ends, look_of({}))))
    assert drawn.count('class="cleared"') == 4  # dots were above letters
    assert nqsat.count(grid.numberlink("3x3")).value == 1  # nothing is joined
    printed = grid.heyawake("AB/AB").svg(colours="print").partition('class="regions"')[2]
    assert 'fill="#ffffff"' in printed[:200]
    bars = grid.zip_path("1|,.,./.,.,._/2,.,3")
    assert drawn_model(bars).count('class="borders"') == 1
    assert drawn_model(grid.masyu("W../.../..B")).count('class="borders"') == 0
    knights = nqsat.Tour("5x5", "N", closed=False, numbers={"a1": 1})
    assert "#b58863" in drawn_model(knights)


def test_islands_of_one_cell_do_not_touch_either() -> None:
    """These are of one kind; others of one kind each."""
    rng, some = Random(2), 0
    for _ in range(300):
        marks = rng.choices("...112..3", k=9)
        clues = "/".join("".join(marks[k : k + 3]) for k in (0, 3, 6))
        if sum(map(int, filter(str.isdigit, marks))) <= 9:
            wanted = nurikabe(clues)
            assert nqsat.count("nurikabe", clues=clues).value == wanted
            some += wanted > 0
    assert some > 5
