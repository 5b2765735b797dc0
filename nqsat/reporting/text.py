"""Boards as text for a terminal: ranks at the left, files below, one letter for each man.

``.`` is an empty square, ``#`` a wall, a blank a hole (``x`` on the map, but a letter on a drawn
board is always a man). With colour the squares are shaded and the dots left out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nqsat.chess import Square
from nqsat.chess.square import file_name
from nqsat.reporting.scene import is_light, kinds_on, men_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nqsat.chess import Board
    from nqsat.modelling import Arrangement

__all__ = ["draw"]

_WRAPS = {
    "torus": "(torus: edges wrap both ways)",
    "cylinder": "(cylinder: left and right edges wrap)",
}
# Numbered colours: "black" in bold is grey on many terminals. Grounds are dark enough for white.
_WHITE, _BLACK = "color(231)", "color(16)"
_LIGHT, _DARK, _WALL = "color(137)", "color(94)", "color(240) on color(236)"


def draw(board: Board, arrangement: Arrangement | None = None, *, colour: bool = False) -> str:
    """The board and the men on it as lines of text, without a final newline.

    Below it stand what the board wraps, what ``#`` and blanks are where there are any, and a
    legend where there are several kinds of men.

    Args:
        board: what to draw.
        arrangement: the men on it, if any.
        colour: shade the squares with ANSI sequences (256 colours).

    Raises:
        InvalidModel: the arrangement belongs to another board.
    """
    men = men_on(board, arrangement)
    letters = {kind.name: kind.symbol for kind in kinds_on(arrangement)}
    symbols = {square: letters[kind] for square, kind in men}
    if not (board.rows and board.columns):
        picture = ["(no squares)"]
    elif colour:
        styles = _styles(arrangement)
        picture = list(_picture(board, lambda cell: _shaded(board, cell, symbols, styles), 1))
    else:
        picture = list(_picture(board, lambda cell: _plain(board, cell, symbols), 0))
    return "\n".join([*picture, *_notes(board, arrangement)])


def _picture(board: Board, paint: Callable[[Square], str], padding: int) -> Iterator[str]:
    """Ranks from the top, then the files; every cell is as wide as the longest file name."""
    width = len(file_name(board.columns - 1))
    margin = len(str(board.rows))
    for row in range(board.rows):
        cells = "".join(paint(Square(row, column)) for column in range(board.columns))
        yield f"{board.rows - row:>{margin}}{' ' * padding}{cells}".rstrip()
    files = (f" {file_name(column):>{width}}{' ' * padding}" for column in range(board.columns))
    yield f"{'':{margin}}{' ' * padding}{''.join(files)}".rstrip()


def _plain(board: Board, cell: Square, symbols: Mapping[Square, str]) -> str:
    mark = symbols.get(cell) or board.character(cell).replace("x", " ")
    return f" {mark:>{len(file_name(board.columns - 1))}}"


def _shaded(
    board: Board, cell: Square, symbols: Mapping[Square, str], styles: Mapping[str, str]
) -> str:
    mark = symbols.get(cell) or board.character(cell).replace("x", " ").replace(".", " ")
    text = f" {mark:>{len(file_name(board.columns - 1))}} "
    if cell in board.holes:
        return text
    ground = _LIGHT if is_light(board, cell) else _DARK
    return _styled(text, _WALL if cell in board.walls else f"{styles.get(mark, '')} on {ground}")


def _styles(arrangement: Arrangement | None) -> Mapping[str, str]:
    """How each letter is written: white men in white, all others in black."""
    return {
        kind.symbol: f"bold {_WHITE if kind.label == 'white' else _BLACK}"
        for kind in kinds_on(arrangement)
    }


@lru_cache(maxsize=1024)
def _styled(text: str, style: str) -> str:
    from rich.color import ColorSystem
    from rich.style import Style

    return Style.parse(style.strip()).render(text, color_system=ColorSystem.EIGHT_BIT)


def _notes(board: Board, arrangement: Arrangement | None) -> Iterator[str]:
    if board.wrap in _WRAPS:
        yield _WRAPS[board.wrap]
    marks = [f"{mark} = {name}" for mark, name, cells in (
        ("#", "wall", board.walls),
        ("blank", "hole", board.holes),
    ) if cells]  # fmt: skip
    kinds = kinds_on(arrangement)
    if len(kinds) > 1:
        marks = [f"{kind.symbol} = {kind.name}" for kind in kinds] + marks
    if marks:
        yield ", ".join(marks)
