"""What one may want of a picture: turned, marked, in colours, with a title; nothing overlaps."""

from __future__ import annotations

from itertools import combinations
from math import dist
from operator import mul
from typing import Any
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.pictures import NS, named, read

from nqsat import Arrangement, Board, InvalidModel, Placement, Square
from nqsat.chess.symmetry import find_symmetry
from nqsat.modelling import Path, Solution
from nqsat.reporting import svg
from nqsat.reporting.marks import TINTS
from nqsat.reporting.style import MARKS, ORIENTATIONS, PALETTES
from nqsat.rules import Man

Box = tuple[float, float, float, float]


def picture(board: Board, solution: Solution | None = None, **options: Any) -> Element:
    return read(svg(board, solution, **options))


def tiles(root: Element, board: Board) -> dict[Square, Box]:
    """The squares in the picture, drawn in the board's order."""
    (group,) = named(root, "squares")
    cells = [Square(row, column) for row in range(board.rows) for column in range(board.columns)]
    sides = [
        [float(rect.get(side, "")) for side in ("x", "y", "width", "height")] for rect in group
    ]
    boxes = [(x, y, x + width, y + height) for x, y, width, height in sides]
    return dict(zip(cells, boxes, strict=True))


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


@given(st.data(), st.integers(1, 5), st.sampled_from(list(ORIENTATIONS)))
def test_a_turned_picture_is_the_picture_of_what_is_turned(
    data: st.DataObject, side: int, name: str
) -> None:
    model = Placement(Board(side, side), {"Q": "any", "white:N": "any"})
    squares = data.draw(st.lists(st.sampled_from(model.board.squares), unique=True))
    men = [Man(square, "Q" if square.row % 2 else "white:N") for square in sorted(squares)]
    turn = find_symmetry(model.board, name)
    image = [Man(turn(man.square), man.kind) for man in men]
    board = model.board
    turned, plain = (
        sorted((man.get("class", ""), man.get("transform", "")) for man in root.iter(f"{NS}g"))
        for root in (
            picture(board, Arrangement(model.setting, tuple(men)), orientation=name),
            picture(board, Arrangement(model.setting, tuple(sorted(image)))),
        )
    )
    assert [one for one in turned if one[1]] == [one for one in plain if one[1]]


@given(st.integers(1, 4), st.integers(1, 6), st.sampled_from(list(ORIENTATIONS)), st.data())
def test_marks_and_arrows_are_on_their_squares(
    rows: int, columns: int, name: str, data: st.DataObject
) -> None:
    board = Board(rows, columns)
    marked = data.draw(st.sampled_from(board.squares))
    others = [square for square in board.squares if square != marked]
    arrows = [f"{marked.name(rows)}-{there.name(rows)}" for there in others]
    marks = [f"{marked.name(rows)}={mark}" for mark in MARKS]
    root = picture(board, orientation=name, marks=marks, arrows=arrows)
    boxes = tiles(root, board)
    x, y = middle(boxes[marked])
    for mark in ("ring", "dot"):
        (circle,) = named(root, f"mark {mark}")
        found = float(circle.get("cx", "")), float(circle.get("cy", ""))
        assert found == pytest.approx((x, y), abs=0.01)
    (tint,) = named(root, "mark tint")
    assert [float(tint[0].get(side, "")) for side in ("x", "y")] == list(boxes[marked][:2])
    for there, arrow in zip(others, named(root, "arrow"), strict=True):
        points = [tuple(map(float, p.split(","))) for p in arrow.get("points", "").split()]
        tail = ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
        assert tail == pytest.approx((x, y), abs=0.02)
        left, top, right, bottom = boxes[there]
        tip = points[3]
        assert left < tip[0] < right
        assert top < tip[1] < bottom


def label(node: Element, font: float) -> Box:
    """Where a text is, letters being at most so wide as in the widest fonts for screens."""
    x, y = float(node.get("x", "")), float(node.get("y", ""))
    wide = sum(1 if east_asian_width(x) in "WF" else 0.62 for x in node.text or "") * font
    x -= {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "")]
    return x, y - 0.75 * font, x + wide, y + 0.2 * font


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


BOARDS = [
    *("1x1", "1x9", "9x1", "3x30", "30x3", "8x8", "2x800", "130x127", "60x704", "3x3x3"),
    *("2x1x3x2", "1x1x12", "torus:4x4"),
]


@pytest.mark.parametrize("size", [1, 45, 1000])
@pytest.mark.parametrize("text", BOARDS)
def test_words_are_on_the_paper_and_none_is_over_another(text: str, size: int) -> None:
    board = Board.parse(text)
    title = "A title of several words, the longest of which is " + "very" * 12 + " 八皇后問題" * 9
    kinds = ["K", "white:Q", "W", "black:R", "red:N"]
    model = Placement(board, dict.fromkeys(kinds, "any"))
    turns = ("identity",) if board.shape else ("identity", "rot90", "antitranspose")
    for turn in turns:
        root = picture(
            board, Arrangement(model.setting, ()), size=size, title=title, orientation=turn
        )
        wide, high = map(float, root.get("viewBox", "").split()[2:])
        groups = [*("title", "coordinates", "layers", "entries")]
        boxes = [
            label(node, float(group.get("font-size", "")))
            for name in groups
            for group in named(root, name)
            for node in group
        ]
        assert len(boxes) >= 2 + 1 + 5
        slack = 0.02 * size  # of rounded numbers
        for left, top, right, bottom in boxes:
            assert -slack <= left
            assert -slack <= top
            assert right <= wide + slack
            assert bottom <= high + slack
        near = sorted(boxes)
        for index, box in enumerate(near):
            assert all(apart(box, other) for other in near[index + 1 : index + 40])


@given(st.text(max_size=60))
def test_no_title_leaves_its_text(title: str) -> None:
    root = picture(Board(2, 2), title=title)
    plain = picture(Board(2, 2), title="x" if title.strip() else "")
    names = [node.tag for node in root.iter() if node.get("class") != "title"]
    shown = [node.text or "" for group in named(root, "title") for node in group]
    assert len([name for name in names if name != f"{NS}text"]) == len(
        [node for node in plain.iter() if node.get("class") != "title" and node.tag != f"{NS}text"]
    )
    letters = "".join(x for x in title if x.isprintable())
    assert "".join("".join(shown).split()) == "".join(letters.split())


def maps(side: int) -> st.SearchStrategy[list[str]]:
    line = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ.", min_size=side, max_size=side)
    return st.lists(line, min_size=side, max_size=side)


@given(st.integers(2, 7).flatmap(maps))
@example(["AAAVAAA", "AAAGAIA", "AHAAJVL", "AVDFVAA", "AEAAKAA", "AAAAAAB", "AAAAACV"])
def test_neighbouring_regions_differ_in_colour(regions: list[str]) -> None:
    side = len(regions)
    board = Board(side, side)
    root = picture(board, regions=regions)
    (group,) = named(root, "regions")
    tint = {(rect.get("x"), rect.get("y")): rect.get("fill") for rect in group[:-1]}
    (squares,) = named(root, "squares")
    places = dict(zip(board.squares, squares, strict=True))
    fills = {square: tint.get((rect.get("x"), rect.get("y"))) for square, rect in places.items()}
    borders = 0
    for a, b in combinations(board.squares, 2):
        if abs(a.row - b.row) + abs(a.column - b.column) == 1:
            here, there = regions[a.row][a.column], regions[b.row][b.column]
            assert (fills[a] == fills[b]) == (here == there)
            borders += here != there
    assert (group[-1].get("d") or "").count("M") == borders + 4 * side


def test_colours_are_those_asked_for() -> None:
    for name, colours in PALETTES.items():
        root = picture(Board(2, 2), colours=f"{name},dark=#Abc,light=none")
        fills = {rect.get("class"): rect.get("fill") for rect in root.iter(f"{NS}rect")}
        assert fills == {"ground": colours.ground, "light": "none", "dark": "#AAbbcc"}


def test_a_long_path_goes_from_one_colour_to_another() -> None:
    board = Board(20, 20)
    path = Path(board, board.squares, closed=False, directed=True)
    root = picture(board, path, colours="path=#00f,end=#f00")
    (group,) = named(root, "path")
    shades = [line.get("stroke") or "" for line in group]
    assert (shades[0], shades[-1], len(set(shades))) == ("#0000ff", "#ff0000", len(shades))
    assert [end.get("fill") for name in ("start", "end") for end in named(root, name)] == [
        "#0000ff",
        "#ff0000",
    ]
    points = [point for line in group for point in (line.get("points") or "").split()]
    assert len(dict.fromkeys(points)) == 400


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(
            ({"size": size}, f"size: {size!r} is not an integer of pixels ≥ 1 and ≤ 1000")
            for size in (1001, 0, True, 4.5, "45")
        ),
        ({"colours": "pink"}, "colours: 'pink' is neither wood, green"),
        ({"colours": "light=red"}, "colours: 'light=red' is neither"),
        ({"colours": "path=none"}, "colours: 'path=none' is neither"),
        ({"orientation": "rot45"}, "orientation: 'rot45' is none; choose from identity"),
        ({"marks": "a1=heart"}, "mark: 'heart' is none; choose from ring, cross, dot, star, tint"),
        ({"marks": "i9"}, "square: 'i9'"),
        ({"arrows": "a1-a1"}, "arrow: 'a1-a1' is none; write it as a1-b3"),
        ({"regions": ("AB",)}, "regions: are not a map of 2 by 2 letters"),
        ({"color": "night"}, "color: is no option of a picture; these are size, colours"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidModel) as refused:
        svg(Board(2, 2), **options)
    assert str(refused.value).startswith(said)


def _lab(colour: str, sees: tuple[tuple[float, float, float], ...]) -> tuple[float, float, float]:
    """CIELAB of a colour as eyes see it whose linear light is mixed by a matrix."""
    told = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in told]
    seen = [min(1, max(0, sum(map(mul, row, light)))) for row in sees]
    xyz = ((0.4339, 0.3762, 0.1899), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
    x, y, z = (sum(map(mul, row, seen)) ** (1 / 3) for row in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(
    "sees",
    [  # Machado, Oliveira and Fernandes 2009: nothing amiss, deuteranopia, protanopia
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    ],
)
def test_regions_are_told_apart_by_all_eyes(sees: tuple[tuple[float, float, float], ...]) -> None:
    labs = [_lab(tint, sees) for tint in TINTS]
    assert min(dist(a, b) for a, b in combinations(labs, 2)) > 9
