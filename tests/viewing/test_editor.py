"""The board editor: what is drawn by clicks and keys is what the command and the line of Python count."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run, answered
from support.boards import wrap_of
from support.browser import Browser

import nqsat as library
from nqsat.modelling import Placement
from nqsat.viewing.editor import board_editor

Board = library.Board

#: Of each piece the number that is typed; None takes it away.
Numbers = dict[str, str | None]

#: The board of the page, what is clicked with which tool, the numbers of pieces, the model.
DRAWN: list[tuple[str, list[tuple[str, str]], Numbers, Placement]] = [
    ("4x4", [], {"Q": "4"}, Placement("4x4", {"Q": 4})),
    (
        "4x5",
        [("x", "b2 e1"), ("#", "c3"), ("-", "a1"), ("Q", "d4")],
        {"Q": "2..3"},
        Placement(
            Board.from_map(".....\n..#..\n.x...\n....x"), {"Q": "2..3"}, presets=["-@a1", "Q@d4"]
        ),
    ),
    (
        "torus:4x5",
        [("N", "a1"), ("K", "c3")],
        {"Q": None, "knight": "any", "K": "1"},
        Placement("torus:4x5", {"N": "any", "K": "1"}, presets=["N@a1", "K@c3"]),
    ),
    (
        "cylinder:3x4",
        [("#", "a3 a2"), ("black:Q", "d1")],
        {"Q": None, "white:queen": "..1", "black:Q": "1", "(1, 2)": "any"},
        Placement(
            Board.from_map("#...\n#...\n....", "cylinder"),
            {"white:Q": "..1", "black:Q": "1", "(1,2)": "any"},
            presets=["black:Q@d1"],
        ),
    ),
]


def draw(
    window: Browser, board: str, clicks: list[tuple[str, str]], numbers: dict[str, str | None]
) -> None:
    """Pieces by the field, their numbers by keys, squares by clicks."""
    for name, number in numbers.items():
        notation = {"knight": "N", "white:queen": "white:Q", "(1, 2)": "(1,2)"}.get(name, name)
        field = f'.number[aria-label="the number of {notation}"]'
        if number is None:
            window.click(f'[aria-label="Leave out {notation}"]')
            continue
        if not window.run("return !!document.querySelector(arguments[0])", field):
            window.click("input.piece")
            window.press(name, "\n")
        window.run("document.querySelector(arguments[0]).select()", field)
        window.press(number, "\n", "\t")
    for tool, squares in clicks:
        window.click(f'[name=tool][value="{tool}"]')
        for square in squares.split():
            window.click(f'.cell[aria-label^="{square}: "]')


@pytest.mark.parametrize(("board", "clicks", "numbers", "model"), DRAWN)
def test_both_lines_count_what_is_drawn(
    window: Browser,
    tmp_path: Path,
    nqsat: Run,
    board: str,
    clicks: list[tuple[str, str]],
    numbers: Numbers,
    model: Placement,
) -> None:
    place = tmp_path / "page.html"
    answered(nqsat("view", "--board", board, "-o", str(place), "-q"))
    window.looks(1280, 720)
    window.show(place)
    draw(window, board, clicks, numbers)
    expression = ast.parse(window.text(".asked .python"), mode="eval")
    call = expression.body.value  # type: ignore[attr-defined]
    assert ast.unparse(call.func) == "nqsat.count"
    assert eval(ast.unparse(call.args[0]), {"nqsat": library}) == model
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", "-c", window.text(".asked .command") + " -q"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert int(ran.stdout.split()[0]) == library.count(model).value > 0
    # The link holds the drawing, and a map that is read is drawn.
    command = window.text(".asked .command")
    window.show(place, window.run("return location.hash.slice(1)"))
    assert window.text(".asked .command") == command
    if (drawn := tmp_path / "board.txt").exists():
        assert Board.from_file(drawn, wrap_of(model.board)) == model.board
        window.show(_saved(tmp_path, model.board))
        assert command.split(" > ")[0] == window.text(".asked .command").split(" > ")[0]


def _saved(folder: Path, board: library.Board) -> Path:
    board_editor(board).save(folder / "again.html")
    return folder / "again.html"


def test_keys_undo_and_what_is_wrong(window: Browser, tmp_path: Path) -> None:
    place = _saved(tmp_path, Board.of("3x3"))
    for dark in (False, True):
        window.looks(390, 844, dark=dark)
        window.show(
            place, "pieces=Q%3D1+N%3Dany+x%3D3+K%3D$(x)&squares=x@a1+Q@b2+Q@z9+B@a2+-@c1+%22@c2"
        )
        command = window.text(".asked .command")
        assert command.endswith("board.txt --piece Q=1 --piece N=any --preset Q@b2 --preset -@c1")
        assert window.run("return document.documentElement.scrollWidth <= innerWidth")
        assert window.axe() == []
    window.looks(1280, 720)
    window.show(place)
    first = window.text(".asked .command")
    window.run("document.querySelector('.cell').focus()")
    window.press("\ue014", "\ue015", "\n")  # right, down, Enter
    assert window.text(".asked .command") == f"{first} --preset Q@b2"
    window.press("\n")  # what is there already is taken away
    assert window.text(".asked .command") == first
    window.press("u")
    assert window.text(".asked .command") == f"{first} --preset Q@b2"
    window.press("r")
    assert window.text(".asked .command") == first
    for wrong, said in (
        ("hawk", "is not a piece"),
        ("queen", "is here already"),
        ("", "is not a piece"),
    ):
        window.click("input.piece")
        window.run("document.querySelector('input.piece').value = ''")
        window.press(wrong + "\n")
        assert said in window.text("[role=alert]")
        assert window.text(".asked .command") == first
    window.click('[aria-label="Leave out Q"]')
    assert window.run("return document.querySelector('.asked').hidden")
