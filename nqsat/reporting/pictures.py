"""Boards as SVG: one self-contained document on one line, with nothing to load and no script.

Pieces are symbols, see ``pieces``; a path is a line. Below them are regions and tinted squares, above them
the edges of regions, edges that wrap, marks and arrows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist, hypot
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Kind, Moves, Path, PlacedPiece, Solution
from nqsat.reporting.canvas import (
    SIDE,
    Canvas,
    Point,
    draw_ground,
    line,
    moved,
    number,
    put,
    put_text,
    svg_text,
)
from nqsat.reporting.paper_text import is_numbered
from nqsat.reporting.pieces import INK, SHADES, TINTS, draw_piece, star_path, symbols
from nqsat.reporting.style import PictureStyle, ink_on, look_of, shades
from nqsat.reporting.text import check_board, heading, is_tiled, kinds_on

#: Clues that are discs, and their colours.
DISCS = {"○": "#ffffff", "●": INK}

#: A cross around the origin.
CROSS = "M-10.8 -10.8L10.8 10.8M10.8 -10.8L-10.8 10.8"

#: A larger board has no numbers: they would be too small to read.
_MAX_NUMBERED = 16

#: Number of colour steps along a longer path.
_SHADES = 48

#: How much paler squares become so that a long path can be seen on them.
_PALE = 0.45


def svg(board: Board, solution: Solution | None = None, **options: Any) -> str:
    """The board and the pieces on it, or a path across it, as one line of SVG.

    Elements carry classes (``light``, ``dark``, ``wall``, ``hole``, ``piece``, ``path``, ``start``,
    ``end``, ``number``, ``mark``, ``arrow``, ``wrap`` …) for other style sheets. A closed path is
    a polygon; an open one starts at a dot and ends at an arrow, or at a second dot if its direction does
    not matter. A move over an edge that wraps is drawn the shorter way round: out at one edge, in at the
    other; such edges have arrowheads. Boards of up to 16 × 16 show the numbers of the moves; on larger ones
    the line changes its colour on the way. Squares of one colour are one element. Several kinds have a
    legend.

    Args:
        board: what to draw.
        solution: the pieces on it or the path across it, if any.
        options: of ``PictureStyle``: size, colours, coordinates, orientation, title, marks, arrows, …

    Raises:
        InvalidModel: an option that makes no sense, or the solution belongs to another board.
    """
    return svg_text(drawn_solution(board, solution, look_of(options)))


def drawn_solution(board: Board, solution: Solution | None, look: PictureStyle) -> Element:
    """The same as an element, with its options read already."""
    check_board(board, solution)
    kinds = kinds_on(solution)
    name = board.title if solution is None else f"{heading(solution)} on {board.title}"
    entries = [kind.called for kind in legend_of(kinds)]
    if is_numbered(solution, look):  # the path writes its numbers into all of its squares
        look = replace(look, clues=(), paper=True)
    if tiled := is_tiled(solution):
        look, entries = _with_tiles(look, solution), []
    canvas = Canvas(board, look, name, entries=entries)
    draw_below(canvas)
    if look.shades and isinstance(solution, Path | Moves):
        _draw_shaded(canvas, solution)
    if isinstance(solution, Path):
        draw_path(canvas, solution)
    elif isinstance(solution, Moves):
        draw_moves(canvas, solution)
    elif solution is not None and not tiled:
        draw_pieces(canvas, kinds, solution.pieces)
    draw_above(canvas)
    return canvas.root


def _with_tiles(look: PictureStyle, solution: Arrangement) -> PictureStyle:
    """The look with the tiles as regions, each with its letter on its first square."""
    board, letters = solution.board, {kind.name: kind.symbol for kind in solution.kinds}
    here = {square: letters[kind] for square, kind in solution.pieces}
    cells = [[here.get(Square(r, c), ".") for c in range(board.columns)] for r in range(board.rows)]
    first = {letter: square for square, letter in sorted(here.items(), reverse=True)}
    clues = tuple((square, letter) for letter, square in first.items())
    return replace(look, regions=tuple(map("".join, cells)), clues=clues)


def legend_of(kinds: Sequence[Kind]) -> Sequence[Kind]:
    """The kinds that a legend tells apart: several, unless they shade squares."""
    return () if len(kinds) < 2 or any(kind.label in SHADES for kind in kinds) else kinds


def draw_pieces(canvas: Canvas, kinds: Sequence[Kind], pieces: Iterable[PlacedPiece]) -> None:
    """Pieces on their squares, and how they look in the legend; how a kind looks depends on the others."""
    looks, placed = symbols(kinds), tuple(pieces)
    printed = {place for place, _ in canvas.look.clues}
    group = put(canvas.root, "g", "pieces")
    group.extend(looks[name] for name in looks if canvas.entries or placed)
    for square, name in placed:
        if looks[name].get("class") == "piece unshaded" and square in printed:
            continue  # its number says that it is not shaded
        draw_piece(group, looks[name], canvas.centre(square))
    for index, kind in enumerate(kinds if canvas.entries else ()):
        x, y = canvas.entry(index)
        middle = (x + canvas.unit * 0.22, y - canvas.unit * 0.1)
        draw_piece(group, looks[kind.name], middle, canvas.unit * 0.44)


# -- paths and moves --------------------------------------------------------------------------


def draw_path(canvas: Canvas, path: Path) -> None:
    """The line, then the ends of an open path, then the numbers above both."""
    paint, large = canvas.paint, max(canvas.board.rows, canvas.board.columns) > _MAX_NUMBERED
    lines = _lines(path)
    look: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round"}
    if large:
        draw_paper(canvas, _PALE)
        look["stroke_linecap"] = "round"
    group = put(board_window(canvas), "g", "path", **look, stroke_width=4.95 if large else 3.15)
    for colour, part in _shade_path(lines, paint.path, paint.end if large else paint.path):
        end = "Z" if part[0] == part[-1] else ""
        put(group, "path", d=line(*map(canvas.centre, part)) + end, stroke=colour)
    if path.squares and (not path.closed or path.origin is not None):
        _draw_dot(canvas, path.squares[0], "start", paint.path)
    last = paint.end if large else paint.path
    if len(path) > 1 and not path.closed:
        if path.directed:
            here, there = map(canvas.centre, lines[-1][-2:])
            place = moved(there, towards=(2 * there[0] - here[0], 2 * there[1] - here[1]))
            put(canvas.root, "path", "end", d="M9.9 0L-9 9V-9Z", fill=last, transform=place)
        else:
            _draw_dot(canvas, path.squares[-1], "end", last)
    if not large and not canvas.look.clues:
        _draw_numbers(canvas, path)
    _clear_letters(canvas)


def _clear_letters(canvas: Canvas) -> None:
    """White below the letters and figures that lines would cross."""
    printed = {place for place, mark in canvas.look.clues if mark not in DISCS}
    for square in filter(printed.__contains__, canvas.board.squares):
        _draw_dot(canvas, square, "cleared", "#ffffff", SIDE * 0.3)


def _draw_shaded(canvas: Canvas, solution: Path | Moves) -> None:
    visited = {square for move in solution.moves for square in move}
    squares = [square for square in canvas.board.squares if square not in visited]
    put(canvas.root, "path", "shaded", d=canvas.outlines(squares), fill=INK, fill_opacity=0.55)


def draw_moves(canvas: Canvas, solution: Moves) -> None:
    """A set of moves as lines, with a dot on every square that has one."""
    look = {"stroke": canvas.paint.path, "stroke_linecap": "round"}
    group = put(board_window(canvas), "g", "moves", **look, stroke_width=4.5)
    for here, there in solution.moves:
        draw_move(group, canvas, here, there)
    for square in solution.symbols:
        _draw_dot(canvas, square, "", canvas.paint.path, 8.55)
    _clear_letters(canvas)


def draw_move(
    parent: Element, canvas: Canvas, here: Square, there: Square, **look: str | float
) -> None:
    """One move, inside a window."""
    pieces = canvas.board.geometry.drawn_move(here, there)
    put(parent, "path", d="".join(line(*map(canvas.centre, ends)) for ends in pieces), **look)


def board_window(canvas: Canvas) -> Element:
    """Where moves are drawn: of a board that wraps a part of the picture, which cuts off what leaves it."""
    if not canvas.board.geometry.seams:
        return canvas.root
    (width, height), (x, y) = canvas.extent, (canvas.left, canvas.top)
    view = " ".join(map(number, (x, y, width, height)))
    return put(canvas.root, "svg", x=x, y=y, width=width, height=height, viewBox=view)


def _lines(path: Path) -> list[list[Point]]:
    """The path as lines on the board: one, or several where it leaves over an edge that wraps."""
    lines: list[list[Point]] = [list(path.squares[:1])]
    for here, there in path.moves:
        first, *others = path.board.geometry.drawn_move(here, there)
        lines[-1].append(first[1])
        lines += map(list, others)
    if (
        path.closed and len(lines) > 1
    ):  # the line that arrives at the first square continues from there
        lines[0] = lines.pop() + lines[0][1:]
    return lines


def _shade_path(
    lines: list[list[Point]], first: str, last: str
) -> Iterator[tuple[str, list[Point]]]:
    """The lines in parts of about as many moves, each with its colour, from one colour to another."""
    if first == last:
        yield from ((first, part) for part in lines if len(part) > 1)
        return
    long = sum(map(len, lines)) // _SHADES + 1
    parts = [line[at : at + long + 1] for line in lines for at in range(0, len(line) - 1, long)]
    yield from zip(shades(first, last, len(parts)), parts, strict=True)


def draw_paper(canvas: Canvas, pale: float) -> None:
    """A veil that makes the squares paler by a share from 0 to 1."""
    width, height = canvas.extent
    place = {"x": canvas.left, "y": canvas.top, "width": width, "height": height}
    put(canvas.root, "rect", "paper", **place, fill="#ffffff", fill_opacity=pale)


def _draw_dot(canvas: Canvas, square: Square, name: str, colour: str, radius: float = 7.2) -> None:
    x, y = canvas.centre(square)
    put(canvas.root, "circle", name, cx=x, cy=y, r=radius, fill=colour)


def _draw_numbers(canvas: Canvas, path: Path) -> None:
    """On a pale rim, which keeps a digit readable where a line runs through it."""
    fonts: dict[str, Any] = {"font_family": "sans-serif", "font_size": SIDE * 0.24}
    rim: dict[str, Any] = {"stroke": "#ffffff", "stroke_opacity": 0.7, "stroke_width": SIDE * 0.07}
    below = put(canvas.root, "g", "rims", **fonts, **rim, fill="#ffffff")
    above = put(canvas.root, "g", "numbers", **fonts, fill="#111111")
    up, left = path.board.geometry.outline[0]
    for index, square in enumerate(path.squares, 1):
        x, y = canvas.centre(square)
        place = (x + SIDE * (left + 0.05), y + SIDE * (up + 0.25))
        for group, name in ((below, ""), (above, "number")):
            put_text(group, *place, str(index), "start", name=name)


# -- marks ---------------------------------------------------------------------------------


def _marks(colour: str) -> dict[str, dict[str, Any]]:
    """How marks around the origin look that are above the pieces."""
    lines = {"stroke": colour, "stroke_width": 3.6, "fill": "none"}
    return {
        "ring": {"r": 19.35, **lines},
        "dot": {"r": 6.3, "fill": colour},
        "star": {"d": star_path(0, 0, 17.1), "fill": INK},
        "cross": {"d": CROSS, **lines},
    }


def draw_regions(canvas: Canvas) -> None:
    """A tint for each region; ``InvalidModel``: the map is not of the board's size."""
    board, regions = canvas.board, canvas.look.regions
    if not regions:
        return
    if [len(row) for row in regions] != [board.columns] * board.rows:
        raise InvalidModel("regions", f"are not a map of {board.rows} by {board.columns} letters")
    here = _regions(canvas)
    tints = _tints(board, here)
    plain = canvas.paint.light == canvas.paint.ground  # on paper the lines between them suffice
    cells = defaultdict[str, list[Square]](list)
    for square, name in here.items():
        if name in tints:
            cells[name].append(square)
    group = put(canvas.root, "g", "regions", stroke="#999999")
    for name, squares in cells.items():
        put(
            group,
            "path",
            d=canvas.outlines(squares),
            fill=canvas.paint.ground if plain else tints[name],
        )


def _regions(canvas: Canvas) -> Mapping[Square, str]:
    """The letter of every square."""
    return {
        square: canvas.look.regions[square.row][square.column] for square in canvas.board.squares
    }


def _tints(board: Board, here: Mapping[Square, str]) -> Mapping[str, str]:
    """A colour for each region, as seldom used before as may be and by no neighbour.

    Next is the region with the most neighbouring colours (Brélaz 1979: DSATUR): in any fixed order the
    colours would run out where regions are scattered.
    """
    beside: dict[str, set[str]] = {name: set() for name in sorted({*here.values()} - {"."})}
    for square, name in here.items():
        neighbours = (
            here.get(neighbour, name)
            for neighbour in board.geometry.cells_across(square)
            if neighbour
        )
        if name in beside:
            beside[name] |= {*neighbours} - {name}
    tints: dict[str, str] = {}
    used = dict.fromkeys(TINTS, 0)
    while left := beside.keys() - tints.keys():
        taken = {
            name: {tints[neighbour] for neighbour in beside[name] & tints.keys()} for name in left
        }
        name = min(left, key=lambda name: (-len(taken[name]), -len(beside[name]), name))
        tint = min(TINTS, key=lambda tint: (tint in taken[name], used[tint]))
        tints[name] = tint
        used[tint] += 1
    return tints


def draw_below(canvas: Canvas) -> None:
    """The empty board with its words, a tint for each region, tinted squares, clues that are discs."""
    draw_ground(canvas)
    draw_regions(canvas)
    draw_tinted(canvas)
    draw_discs(canvas)


def draw_discs(canvas: Canvas) -> None:
    """The clues of a puzzle that are discs: lines go over them."""
    discs = [(place, mark) for place, mark in canvas.look.clues if mark in DISCS]
    group = put(canvas.root, "g", "clues") if discs else canvas.root
    for place, mark in discs:
        x, y = canvas.centre(place)
        look: dict[str, Any] = {"stroke": INK, "stroke_width": 2.25, "fill": DISCS[mark]}
        put(group, "circle", "clue", cx=x, cy=y, r=SIDE * 0.36, **look)


def draw_letters(canvas: Canvas, root: Element | None = None) -> None:
    """The clues of a puzzle in letters and figures, which are light on walls: above lines."""
    letters = [(place, mark) for place, mark in canvas.look.clues if mark not in DISCS]
    root = canvas.root if root is None else root
    group = put(root, "g", "clues", font_family="sans-serif") if letters else root
    walls = {*canvas.board.drawn_walls}
    for place, mark in letters:
        x, y = canvas.centre(place)
        ink = ink_on(canvas.paint.wall, 1) if place in walls else INK
        font = SIDE * (0.5 if len(mark) < 3 else 0.36)
        put_text(group, x, y + 0.36 * font, mark, name="clue", font_size=font, fill=ink)


def draw_tinted(canvas: Canvas) -> None:
    """The squares that are marked by a tint."""
    marks = canvas.look.read_marks(canvas.board)
    if tinted := [square for square, mark in marks if mark == "tint"]:
        look = {"fill": canvas.paint.mark, "fill_opacity": "0.55"}
        put(canvas.root, "path", "mark tint", d=canvas.outlines(tinted), **look)


def draw_above(canvas: Canvas) -> None:
    """Clues in letters, the edges of regions, edges that wrap, rings, crosses, dots and stars; arrows."""
    draw_letters(canvas)
    draw_borders(canvas)
    if canvas.board.squares:
        _draw_seams(canvas)
    looks = _marks(canvas.paint.mark)
    for square, mark in canvas.look.read_marks(canvas.board):
        if mark in looks:
            tag = "circle" if "r" in looks[mark] else "path"
            place = moved(canvas.centre(square))
            put(canvas.root, tag, f"mark {mark}", transform=place, **looks[mark])
    for ends in canvas.look.read_arrows(canvas.board):
        _draw_arrow(canvas, *map(canvas.centre, ends))


def draw_borders(canvas: Canvas) -> None:
    """A thick line where two regions meet, and for each wall between squares."""
    if not canvas.look.regions and not canvas.look.barriers:
        return
    here = _regions(canvas) if canvas.look.regions else {}
    borders = [_side_between(canvas, *pair) for pair in canvas.look.barriers]
    for square, name in here.items():
        ends = canvas.corners(square)
        for side, beyond in enumerate(canvas.board.geometry.cells_across(square)):
            there = None if beyond is None else here.get(beyond)
            if there is None or (there != name and beyond is not None and beyond > square):
                borders.append(line(ends[side], ends[(side + 1) % len(ends)]))
    look: dict[str, Any] = {"stroke": INK, "stroke_width": 2.7, "stroke_linecap": "square"}
    put(canvas.root, "path", "borders", **look, d="".join(borders), fill="none")


def _side_between(canvas: Canvas, one: Square, other: Square) -> str:
    return line(
        *(x for x in canvas.corners(one) if any(dist(x, y) < 1 for y in canvas.corners(other)))
    )


def _draw_seams(canvas: Canvas) -> None:
    """Arrowheads on edges that are one and the same: one on the left and the right, two above and below.

    Where a seam is twisted, those of one edge point the other way.
    """
    sizes = (canvas.board.rows, canvas.board.columns)
    look: dict[str, Any] = {"stroke": canvas.paint.path, "fill": "none", "stroke_linejoin": "round"}
    group = None
    for axis, twisted in reversed(canvas.board.geometry.seams):
        group = group or put(canvas.root, "g", "wrap", **look, stroke_width=canvas.unit * 0.045)
        for place, reverse in ((-0.5, False), (sizes[axis] - 0.5, twisted)):
            ends = [(place, -0.5), (place, sizes[1] - 0.5)]
            ends = ends if axis == 0 else [(-0.5, place), (sizes[0] - 0.5, place)]
            here, there = map(canvas.centre, reversed(ends) if reverse else ends)
            _draw_heads(canvas, group, (here, there), 2 - axis)


def _draw_heads(canvas: Canvas, group: Element, ends: tuple[Point, Point], heads: int) -> None:
    """A line between two points with arrowheads around its middle."""
    here, there = ends
    size, long = canvas.unit, hypot(there[0] - here[0], there[1] - here[1])
    path = f"M0 0H{number(long)}"
    for head in range(heads):
        tip = long / 2 + size * 0.11 * (head + (2 - heads) / 2)
        back, arm = tip - size * 0.1, size * 0.1
        path += line((back, -arm), (tip, 0), (back, arm))
    put(group, "path", d=path, transform=moved(here, towards=there))


def _draw_arrow(canvas: Canvas, here: Point, there: Point) -> None:
    """From the middle of a square to the middle of another, its head in there."""
    long = hypot(there[0] - here[0], there[1] - here[1])
    neck, tip = number(long - 17.1), number(long + 4.5)
    path = f"M0 -3.6H{neck}l-1.35 -6.3L{tip} 0L{number(long - 18.45)} 9.9L{neck} 3.6H0Z"
    look: dict[str, Any] = {"fill": canvas.paint.mark, "fill_opacity": 0.85}
    put(canvas.root, "path", "arrow", d=path, **look, transform=moved(here, towards=there))
