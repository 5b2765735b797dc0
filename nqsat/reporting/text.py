"""Boards as text for a terminal: ranks at the left, files below, a letter for each piece.

A path is the matrix of its move numbers. ``.`` is an empty square, ``#`` a wall, a blank a hole
(``x`` on the map, but a letter on a drawn board is always a piece). A solid board is drawn layer by
layer, with ``#`` between them. With colour the squares are shaded, two characters wide where marks are
letters, and the dots left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeGuard

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Block, Kind, Moves, Path, Solution

#: A path of more squares is named by their number; the list would bury the picture.
_MAX_LISTED = 64
#: On a board of more cells, pieces are named by their squares.
_MOST_DRAWN = 100_000
#: This many drawn ranks are kept.
_MOST_KNOWN = 1 << 14
#: The width of a list of nodes and of a legend, unless one is given.
_WIDE = 80
# Numbered colours: "black" in bold is grey on many terminals. Grounds are dark enough for white.
_WHITE, _BLACK = "color(231)", "color(16)"
#: Ink and ground of squares by their shade: dark, light, between.
_GROUNDS = ((_WHITE, "color(94)"), (_BLACK, "color(137)"), (_WHITE, "color(95)"))
_WALL = "color(240) on color(236)"
_FIRST, _LAST = f"bold {_WHITE} on color(22)", f"bold {_WHITE} on color(88)"


def draw(
    board: Board,
    solution: Solution | None = None,
    *,
    marks: Mapping[Square, str] = MappingProxyType({}),
    colour: bool = False,
    width: int | None = None,
) -> str:
    """The board and what is on it as lines of text, without a final newline.

    Below it are what the board wraps, that a path is closed, what ``#`` and blanks are where there
    are any, and a legend where there are several kinds of pieces. Pieces on a board of more than 100,000
    cells are not drawn: their squares are named, on one line.

    Args:
        board: what to draw.
        solution: the pieces on it or the path across it, if any.
        marks: without a solution, what else is on squares, such as what is given.
        colour: shade the squares with ANSI sequences (256 colours); the first square of a path is
            green, the last of an open one red.
        width: the most characters that a line should have: what is wider gets narrower cells, down to
            marks without a space between, except between numbers that no colour tells apart.

    Raises:
        InvalidModel: the solution belongs to another board.
    """
    check_board(board, solution)
    if not (board.rows and board.columns):
        return "\n".join(["(no squares)", *_notes(board, solution)])
    if isinstance(solution, Arrangement) and board.rows * board.columns > _MOST_DRAWN:
        return str(solution)
    scene = _scene(board, solution, marks)
    scene = _fitting(scene, width, colour=colour)
    return "\n".join([*_draw_scene(scene, width, colour=colour), *_notes(board, solution)])


def drawn_block(
    block: Block, *, colour: bool = False, width: int | None = None
) -> Iterator[tuple[str, str]]:
    """For each arrangement its heading and its drawing; a rank is drawn once for all that have it."""
    board = block.setting.board
    letters = all(len(kind.symbol) == 1 for kind in block.setting.kinds)  # so cells have one width
    if not (board.columns and board.geometry.has_ranks and letters):
        yield from (
            (heading(arrangement), draw(board, arrangement, colour=colour, width=width))
            for arrangement in block
        )
        return
    known: dict[tuple[int, bytes], str] = {}
    below: list[str] = []
    for index, (name, ranks) in enumerate(zip(block.names(), block.ranks(), strict=True)):
        places = list(enumerate(ranks))
        try:
            lines = [known[place] for place in places]
        except KeyError:
            lines = draw(board, block[index], colour=colour, width=width).split("\n")
            lines, below = lines[: board.rows], lines[board.rows :]
            if len(known) > _MOST_KNOWN:
                known.clear()
            known.update(zip(places, lines, strict=True))
        yield name, "\n".join(lines + below)


def _draw_scene(scene: _Scene, width: int | None, *, colour: bool) -> Iterator[str]:
    """The picture: a list of nodes, a hexagon, or a grid."""
    if scene.board.geometry.is_list:
        return _node_columns(scene, width or _WIDE)
    if not scene.board.geometry.has_ranks:
        return _staggered_lines(scene, colour=colour)
    return _picture(scene, colour=colour)


class _Pads(NamedTuple):
    """The text between a rank's number and its first cell, and before and after every mark."""

    lead: str
    before: str
    after: str


#: Without colour; with it, where a square of two characters is about as wide as high; the narrowest.
_PLAIN, _SHADED, _NARROW = _Pads("", " ", ""), _Pads(" ", " ", ""), _Pads(" ", "", "")


class _Scene(NamedTuple):
    """The mark of each square, how each is written in colour, and how wide cells are."""

    board: Board
    marks: Mapping[Square, str]
    styles: Mapping[str, str]
    width: int
    pads: _Pads = _PLAIN

    @property
    def mark(self) -> int:
        """How wide the widest mark is."""
        return max(map(len, self.marks.values()), default=1)

    @property
    def line(self) -> int:
        """How wide the picture is."""
        lead, before, after = map(len, self.pads)
        return len(str(self.board.rows)) + lead + self.board.columns * (before + self.width + after)

    def cell(self, mark: str) -> str:
        return f"{self.pads.before}{mark:>{self.width}}{self.pads.after}"


def _fitting(scene: _Scene, width: int | None, *, colour: bool) -> _Scene:
    """The scene with the widest cells with which a line has no more characters, or the narrowest."""
    cells = [(_SHADED, scene.mark)] if colour else [(_PLAIN, scene.width), (_PLAIN, scene.mark)]
    if colour or scene.mark == 1:  # or numbers would run into one another
        cells.append((_NARROW, scene.mark))
    scenes = [scene._replace(pads=pads, width=mark) for pads, mark in cells]
    return next(
        (fitting for fitting in scenes if width is None or fitting.line <= width), scenes[-1]
    )


def _scene(board: Board, solution: Solution | None, marks: Mapping[Square, str]) -> _Scene:
    width = max(len(file_name(board.columns - 1)), *map(len, marks.values()), 1)
    marks = solution.symbols if solution else marks
    if isinstance(solution, Path):
        last = {} if solution.closed else {str(len(marks)): _LAST}
        return _Scene(board, marks, last | {"1": _FIRST}, max(width, len(str(len(marks)))))
    if isinstance(solution, Moves):
        return _Scene(board, marks, {}, max(width, *(len(mark) for mark in marks.values()), 1))
    styles = {
        kind.symbol: f"bold {_WHITE if kind.label == 'white' else _BLACK}"
        for kind in kinds_on(solution)
    }
    return _Scene(board, marks, styles, width)


def _picture(scene: _Scene, *, colour: bool) -> Iterator[str]:
    """Ranks from the top, then the files; names of files that are wider than a cell run downwards."""
    paint = _shade_cell if colour else _plain
    ranks, files = _empty_picture(scene.board, scene.width, scene.pads, colour=colour)
    rows = [list(cells) for cells in ranks]
    for square in scene.marks:
        rows[square.row][square.column + 1] = paint(scene, square)
    yield from ("".join(row).rstrip() for row in rows)
    yield from files


def _node_columns(scene: _Scene, width: int) -> Iterator[str]:
    """The nodes of a graph, each before its mark, in columns."""
    board = scene.board
    long = max(len(board.name(square)) for square in board.squares)
    words = [
        f"{board.name(square):>{long}} {scene.marks.get(square, '.'):>{scene.mark}}"
        for square in board.squares
    ]
    abreast = max(1, (width + 2) // (len(words[0]) + 2))
    down = -(-len(words) // abreast)
    for line in range(down):
        yield "  ".join(words[line::down])


def _staggered_lines(scene: _Scene, *, colour: bool) -> Iterator[str]:
    """A board that is not a grid: each cell where its geometry has it, half a cell to a line."""
    board, paint = scene.board, _shade_cell if colour else _plain
    margin, apart = len(str(board.rows)) + 1, scene.mark + 1
    lines: dict[int, list[tuple[int, int, str]]] = {}
    files, seen = dict[int, Square](), set[int]()
    for cell in board.squares:
        line, place = int(2 * board.geometry.centre_at(*cell)[0]), margin + apart * cell.column
        row = lines.setdefault(line, [])
        if cell.row not in seen:
            seen.add(cell.row)
            rank = f"{board.rows - cell.row:>{margin - 1}}"
            row.append((place - margin + 1, margin - 1, rank))
        row.append((place, len(scene.cell(scene.marks.get(cell, "."))), paint(scene, cell)))
        files[cell.column] = cell
    for column, cell in files.items():
        line = int(2 * board.geometry.centre_at(*cell)[0]) + 2
        name = f"{board.geometry.file(column):>{scene.mark + 1}}"
        lines.setdefault(line, []).append((margin + apart * column, len(name), name))
    for line in range(max(lines) + 1):
        text, here = "", 0
        for place, width, words in sorted(lines.get(line, ())):
            text += " " * (place - here) + words
            here = place + width
        yield text.rstrip()


@lru_cache(maxsize=16)  # thousands of solutions are drawn on one board
def _empty_picture(
    board: Board, width: int, pads: _Pads, *, colour: bool
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The ranks, each its name and its empty cells, and the lines that name the files."""
    scene = _Scene(board, {}, {}, width, pads)
    margin, rows = len(str(board.rows)), range(board.rows)
    names = [board.rows - row if is_named(board, row=row) else "" for row in rows]
    ranks = [[f"{name:>{margin}}{pads.lead}", *[scene.cell(".")] * board.columns] for name in names]
    cells = map(Square._make, product(rows, range(board.columns)))
    for square in cells if colour else board.walls | board.holes:
        ranks[square.row][square.column + 1] = (_shade_cell if colour else _plain)(scene, square)
    return tuple(map(tuple, ranks)), tuple(_files(scene, margin))


def _files(scene: _Scene, margin: int) -> Iterator[str]:
    board = scene.board
    longest = len(file_name(board.columns - 1))
    named = [is_named(board, column=column) for column in range(board.columns)]
    files = [file_name(column) if name else "" for column, name in enumerate(named)]
    names = [f"{name:>{longest}}" for name in files]
    for line in [names] if longest <= scene.width else zip(*names, strict=True):
        yield f"{'':{margin}}{scene.pads.lead}{''.join(map(scene.cell, line))}".rstrip()


def _plain(scene: _Scene, cell: Square) -> str:
    return scene.cell(scene.marks.get(cell) or _empty(scene.board, cell))


def _empty(board: Board, cell: Square) -> str:
    """An empty cell, as a character; between the layers of a solid board there is nothing."""
    gap = board.geometry.gaps and cell in board.walls
    return " " if gap else board.character(cell).replace("x", " ")


def _shade_cell(scene: _Scene, cell: Square) -> str:
    board = scene.board
    wall = cell in board.drawn_walls
    mark = scene.marks.get(cell) or ("#" if wall else "")
    text = scene.cell(mark)
    if wall:
        return _style_text(text, _WALL)
    if cell not in board:
        return text
    ink, ground = _GROUNDS[board.geometry.shade(cell)]
    style = scene.styles.get(mark, ink if mark else "")
    return _style_text(text, style if " on " in style else f"{style} on {ground}")


@lru_cache(maxsize=1024)
def _style_text(text: str, style: str) -> str:
    from rich.color import ColorSystem
    from rich.style import Style

    return Style.parse(style.strip()).render(text, color_system=ColorSystem.EIGHT_BIT)


def _notes(board: Board, solution: Solution | None) -> Iterator[str]:
    if isinstance(solution, Path) and (solution.closed or not solution.directed):
        # An open path has a direction and a closed one has none, unless something else is said.
        unit = {(True, True): ", directed", (False, False): ", undirected"}
        extent = "closed" if solution.closed else "open"
        yield extent + unit.get((solution.closed, solution.directed), "")
    if board.geometry.note:
        yield f"({board.geometry.note})"
    marks = [f"{mark} = {name}" for mark, name, cells in (
        ("#", "wall", board.drawn_walls),
        ("blank", "hole", board.holes),
    ) if cells]  # fmt: skip
    kinds = kinds_on(solution)
    if len(kinds) > 1 and not is_tiled(solution):
        marks = [f"{kind.symbol} = {kind.called}" for kind in kinds] + marks
    line = ""
    for mark in marks:  # several lines, so that a terminal breaks none
        if line and len(f"{line}, {mark}") > _WIDE:
            yield f"{line},"
            line = ""
        line += f", {mark}" if line else mark
    if line:
        yield line


def grid(board: Board, marks: Mapping[Square, str]) -> str:
    """The board with these marks at the right of cells of one width, and the names of ranks and files."""
    wide = max(map(len, marks.values()), default=1)
    return "\n".join(_draw_scene(_Scene(board, marks, {}, wide), None, colour=False))


# -- what every picture agrees on ---------------------------------------------------------


def is_named(board: Board, *, row: int = 0, column: int = 0) -> bool:
    """Whether a rank or file has its name at the edge; what is between layers of a solid board has none."""
    return not board.geometry.gaps or Square(row, column) in board


def check_board(board: Board, solution: Solution | None) -> None:
    """Refuse a solution that belongs to another board."""
    if solution is not None and solution.board != board:
        raise InvalidModel("solution", f"belongs to {solution.board.title}, not to {board.title}")


def is_tiled(solution: Solution | None) -> TypeGuard[Arrangement]:
    """Whether pieces that do not move, each called by its letter, cover the board, as tiles do."""
    if not isinstance(solution, Arrangement) or len(solution.kinds) < 2:
        return False
    covered = len(solution) == len(solution.board.squares)
    return covered and all(kind.is_lettered for kind in solution.kinds)


def kinds_on(solution: Solution | None) -> tuple[Kind, ...]:
    """The kinds of pieces that the picture may show."""
    return solution.kinds if solution else ()


def heading(solution: Solution) -> str:
    """A solution on one line: in algebraic notation, or only the extent of a long path."""
    if isinstance(solution, Path) and len(solution) > _MAX_LISTED:
        return f"{len(solution)} squares from {solution.board.name(solution.squares[0])}"
    return str(solution)
