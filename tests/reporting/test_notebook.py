"""Pictures in a notebook, by the methods that Jupyter calls."""

from __future__ import annotations

import re
import sys
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from nqsat import (
    Arrangement,
    Board,
    Placement,
    Run,
    Square,
    Tour,
    count,
    optimise,
    solutions,
    solve,
    unique,
    why_not,
)
from nqsat.modelling import Path
from nqsat.reporting import draw, gallery, live, svg
from nqsat.reporting.notebook import gallery_of
from nqsat.rules import Objective, Pieces, PlacedPiece


def solution() -> Any:
    model = Placement("2x2", {"white:Q": 1, "black:K": 0})
    return Arrangement(model.setting, (PlacedPiece(Square(0, 1), "white:Q"),))


def test_a_value_draws_itself() -> None:
    # It knows its board: nobody has to say it again.
    path = Path(Board(2, 2), Board(2, 2).squares, closed=True, directed=False)
    for value in (solution(), path):
        assert value.draw() == draw(value.board, value)
        assert value.draw(colour=True) == draw(value.board, value, colour=True)
        assert value.svg(size=30) == svg(value.board, value, size=30)
    assert Board(2, 3).draw() == draw(Board(2, 3))
    assert Board(2, 3).svg() == svg(Board(2, 3))


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (solution(), ["white:Q@b2", "1Q/2"]),
        (Path(Board(2, 2), Board(2, 2).squares, closed=True, directed=False), ["a2 b2 a1 b1 a2"]),
        # A long one is not listed below its picture.
        (Path(Board(20, 20), Board(20, 20).squares, closed=False, directed=True),
         ["400 squares from a20"]),
        (Board(2, 3, "torus"), ["torus:2x3"]),
    ],
    ids=repr,
)  # fmt: skip
def test_a_value_shows_its_picture_and_its_names(value: Any, names: list[str]) -> None:
    picture = value._repr_svg_()
    assert picture == value.svg()
    html = value._repr_html_()
    assert picture in html
    assert "<br>".join(f"<code>{name}</code>" for name in names) in html


def test_the_html_is_well_formed_and_has_no_scripts() -> None:
    html = solution()._repr_html_().replace("<br>", "<br/>")
    assert fromstring(html).get("class") == "nqsat"
    assert not re.search("<script|href=.[^#]|src=", html)


def test_a_huge_board_keeps_its_text() -> None:
    # More squares would freeze the page; None makes Jupyter fall back to repr.
    board: Any = Board(129, 128)
    assert board._repr_svg_() is None
    assert board._repr_html_() is None
    path: Any = Path(board, (Square(0, 0),), closed=False, directed=True)
    assert path._repr_svg_() is None
    assert path._repr_html_() is None


def shown(value: Any) -> str:
    html = value._repr_html_()
    fromstring(html.replace("<br>", "<br/>"))
    return str(html)


def test_models_show_what_is_given() -> None:
    model = Placement("4x4", {"Q": 4}, presets=["Q@b1"])
    assert "man queen" in shown(model)
    assert fromstring(model._repr_svg_() or "")[0].text == model.text
    assert 'class="start"' in shown(Tour("3x4", "N", closed=False, start="a1"))


def test_answers_show_themselves() -> None:
    queens = Placement("6x6", {"Q": 6})
    assert "<b>4 placements</b>" in shown(count(queens))
    assert shown(solve(queens)).count("<use") == 6
    assert shown(unique(queens)).count("<use") == 12
    best = optimise(Placement("4x4", {"K": "any"}).with_objective(Objective("maximise", Pieces())))
    assert "<b>4 pieces, the maximum</b>" in shown(best)
    sizes = count(Placement("2x2", {"K": "any"}), by="size")
    assert shown(sizes).count("<tr>") == 2
    none = Placement("3x3", {"Q": 3}, presets=["Q@a1", "Q@b2"])
    assert "<b>these contradict each other</b>" in shown(why_not(none))
    assert "<b>unsatisfiable</b>" in shown(solve(none))
    assert count(queens)._repr_svg_() is None


def test_solutions_are_a_gallery_however_many_there_are() -> None:
    queens = Placement("6x6", {"Q": 6})
    four = list(solutions(queens, engine="backtrack"))
    html = shown(gallery(four))
    assert [html.count(word) for word in ("<svg", "<figcaption>", "and ")] == [4, 4, 0]
    assert [one in html for one in map(str, four)] == [True] * 4
    assert "and 2 others" in shown(gallery(four, most=2))
    # Of what is found as it is asked for, one more than is shown is looked for, and no others.
    listing = solutions(Placement("8x8", {"K": "any"}), engine="backtrack")
    assert "and others" in shown(gallery(listing, most=3))
    assert listing.found == 4
    assert "<b>4 placements so far: not at its end</b>" in shown(listing)
    listing.close()
    assert gallery_of([]) is gallery_of([1, four[0]]) is None
    assert gallery_of(four) == gallery(four)._repr_html_()
    tour = Path(Board(200, 200), Board(200, 200).squares, closed=False, directed=True)
    assert "<svg" not in shown(gallery([tour]))


class Shell:
    """A notebook, which keeps what is displayed."""

    kernel = None

    def __init__(self) -> None:
        self.data: list[dict[str, str]] = []

    def get_ipython(self) -> Any:
        return self

    def display(self, data: dict[str, str], **_: object) -> Any:
        self.update(data)
        return self

    def update(self, data: dict[str, str], **_: object) -> None:
        self.data.append(data)


def test_work_is_watched_below_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell()
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", shell)
    kings = Placement("4x4", {"K": "any"}).with_objective(Objective("maximise", Pieces()))
    with live(kings) as watch:
        best = optimise(kings, run=Run(watch=watch), improved=watch.improved)
        watch.improved(best)
    *_, last, gone = shell.data
    assert gone == {"text/plain": ""}
    assert "0:00:0" in last["text/plain"]
    assert all("<svg" in data["text/html"] for data in shell.data[:-1])
    assert best.standing == "4 pieces, no more than 4"
