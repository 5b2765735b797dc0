"""Grid puzzles: each against a count of its own, in plain Python, by the words of its statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from random import Random

import pytest
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


def test_numbers_that_a_cell_cannot_have_are_refused() -> None:
    for genre, clues_of in (("slitherlink", "a.."), ("slitherlink", "12/1"), ("akari", "1x/xx")):
        with pytest.raises(nqsat.InvalidModel, match=r"number|cells|beside"):
            getattr(grid, genre)(clues_of)
    with pytest.raises(nqsat.InvalidModel, match="'6' is not a pearl"):
        grid.masyu("W6/..")


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
        assert drawn_model(model).count('class="clue"') == len(right)


def test_a_rule_of_ones_own_says_its_clues() -> None:
    def corner(model: Places) -> Iterator[Among]:
        yield at_most(1, model.at("Q", "a1"), model.at("Q", "b2"))

    model = nqsat.Placement("2x2", {"Q": 1}, [rule(clues=[((0.5, 0.5), "1")])(corner)])
    assert model.clues == (((0.5, 0.5), "1"),)
    assert 'class="clue"' in drawn_model(model)
    assert 'class="clue"' in nqsat.view(model).html


def test_islands_lie_near_their_numbers() -> None:
    """Else a formula of twenty islands on 10 by 10 is refused: it has millions of literals."""
    text = next(grid._draft_nurikabe(10, 10, Random(0)))["clues"]
    model = grid.nurikabe(str(text))
    assert len(model.kinds) > 15
    assert model.size < 1_000_000
    assert nqsat.solve(model).solution is not None


def test_many_islands_have_letters_of_their_own() -> None:
    clues = "/".join(["1.1.1.1.1.1", "..........."] * 6)
    model = grid.nurikabe(clues)
    assert len(model.kinds) == 37
    assert len({kind.symbol for kind in model.kinds}) == 37
    with pytest.raises(nqsat.InvalidModel, match="the islands have more cells than the board"):
        grid.nurikabe("5./..")
