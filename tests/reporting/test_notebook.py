"""Pictures in a notebook, by the methods that Jupyter calls."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import nqsat
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
    verify,
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
    assert "piece queen" in shown(model)
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
    assert str(replace(best, proved=False)) == "at least 4 pieces (no more than 4)"
    assert str(replace(best, proved=False, bound=None)) == "at least 4 pieces"


def test_a_prompt_shows_a_line_of_each_value() -> None:
    queens, large = Placement(5, {"Q": 5}), Board.from_map("\n".join(["." * 20 + "#"] * 20))
    best = Placement(3, {"K": "any"}, objective="maximise pieces")
    given = [f"Q@{file}{rank}" for file in "abcdefgh" for rank in range(1, 21)]
    crowded = Placement("20x20", {"Q": "any"}, [], given)
    found = solve(queens)
    values: dict[str, Any] = {
        "92 placements; ": count(Placement(8, {"Q": 8})),
        "satisfiable; ": found,
        "4 pieces, the maximum; ": optimise(best),
        "several; ": unique(queens),
        "non-attacking; Q = 3; ": why_not(Placement(3, {"Q": 3})),
        "Listing: 0 placements so far": solutions(queens),
        "21 of 21 comparisons agree": verify(queens),
        "25 projected": nqsat.lower(queens),
        "Board 20x21 with 20 walls": large,
        "Placement 20x20 Q=any none preset Q@a20": crowded,
        "Arrangement on 20x20: a1 a2": solve(crowded).solution,
        "Path on 20x20: a20": solve(Tour("20x20", "N")).solution,
        "Moves on 20x20: a20-b20": solve(nqsat.Factor("20x20", "W", 1)).solution,
    }
    for words, value in values.items():
        assert words in repr(value)
        assert len(repr(value)) <= 200
        assert "\n" not in repr(value)
    assert repr(found.solution) in repr(found)
    assert eval(repr(Board(8, 8)), {"Board": Board}) == Board(8, 8)


def test_a_report_is_a_table_of_its_comparisons() -> None:
    report = verify(Placement(4, {"Q": 4}))
    html = report._repr_html_() or ""
    assert html.count("<tr>") == len(report.checks) + 1
    assert "<b>4x4 Q=4 non-attacking: agree; " in html
    assert '<td style="text-align:left">backtrack = cpsat</td>' in html
    assert "skipped" in html


def test_a_mistake_has_a_short_traceback() -> None:
    """IPython calls this method; what stands there are the lines of the cell."""
    code = compile("def f():\n    Tour(8, 'N', start='z9')\nf()", "<cell>", "exec")
    with pytest.raises(nqsat.InvalidModel) as caught:
        exec(code, {"Tour": Tour})
    lines = caught.value._render_traceback_()
    named = [line.split('"')[1] for line in lines if line.startswith("  File ")]
    assert named == [__file__, "<cell>", "<cell>"]
    assert lines[-1].endswith("start: 'z9': the board has ranks 1 to 8")


def test_an_error_in_a_function_of_ones_own_is_shown_with_its_line() -> None:
    def divides(arrangement: Arrangement) -> bool:
        return bool(len(arrangement) / 0)

    with pytest.raises(nqsat.InvalidModel) as caught:
        count(Placement(2, {"Q": 1}, [divides]))
    lines = caught.value._render_traceback_()
    assert any(line.endswith("in divides") for line in lines)
    assert not any("nqsat/modelling" in line for line in lines)


def test_a_row_of_a_table_is_a_record() -> None:
    assert solution().record == {"a2": "", "b2": "white:Q", "a1": "", "b1": ""}
    assert Path(Board(1, 2), Board(1, 2).squares, closed=False, directed=True).record == {
        "a1": 1,
        "b1": 2,
    }
    with pytest.raises(
        AttributeError, match=r"'Arrangement' has no attribute 'row'; it is called record$"
    ):
        _ = solution().row
    with pytest.raises(AttributeError, match=r"'Arrangement' has no attribute 'column'$"):
        _ = solution().column
