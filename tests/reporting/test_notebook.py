"""Pictures in a notebook, by the methods that Jupyter calls."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import fromstring

from nqsat import Arrangement, Board, Placement, Square
from nqsat.modelling import Path
from nqsat.reporting import draw, svg
from nqsat.rules import Man


def solution() -> Any:
    model = Placement("2x2", {"white:Q": 1, "black:K": 0})
    return Arrangement(model.setting, (Man(Square(0, 1), "white:Q"),))


def test_an_arrangement_shows_its_picture_and_its_names() -> None:
    picture = solution()._repr_svg_()
    assert picture == svg(solution().board, solution())
    html = solution()._repr_html_()
    assert picture in html
    assert "<code>white:Q@b2</code><br><code>1Q/2</code>" in html


def test_a_value_draws_itself() -> None:
    # It knows its board: nobody has to say it again.
    path = Path(Board(2, 2), Board(2, 2).squares, closed=True, directed=False)
    for value in (solution(), path):
        assert value.draw() == draw(value.board, value)
        assert value.draw(colour=True) == draw(value.board, value, colour=True)
        assert value.svg(size=30) == svg(value.board, value, size=30)
    assert Board(2, 3).draw() == draw(Board(2, 3))
    assert Board(2, 3).svg() == svg(Board(2, 3))


def test_a_board_shows_its_picture_and_its_title() -> None:
    board: Any = Board(2, 3, "torus")
    assert fromstring(board._repr_svg_())[0].text == "torus:2x3"
    assert "<code>torus:2x3</code>" in board._repr_html_()


def test_a_path_shows_its_picture_and_its_squares() -> None:
    board = Board(2, 2)
    path: Any = Path(board, board.squares, closed=True, directed=False)
    assert path._repr_svg_() == svg(board, path)
    assert "<code>a2 b2 a1 b1 a2</code>" in path._repr_html_()


def test_a_long_path_is_not_listed_below_its_picture() -> None:
    board = Board(20, 20)
    path: Any = Path(board, board.squares, closed=False, directed=True)
    assert "<code>400 squares from a20</code>" in path._repr_html_()


def test_the_html_is_well_formed_and_has_no_scripts() -> None:
    html = solution()._repr_html_().replace("<br>", "<br/>")
    assert fromstring(html).get("class") == "nqsat"
    assert not re.search("<script|href|src=", html)


def test_a_huge_board_keeps_its_text() -> None:
    # A million squares would freeze the page; None makes Jupyter fall back to repr.
    board: Any = Board(1000, 1000)
    assert board._repr_svg_() is None
    assert board._repr_html_() is None
    path: Any = Path(board, (Square(0, 0),), closed=False, directed=True)
    assert path._repr_svg_() is None
    assert path._repr_html_() is None
