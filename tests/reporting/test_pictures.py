"""Pictures as they were looked at, each a file in ``golden``; and what must hold of any picture.

Run as a program this file writes them anew: look at what changed before you commit it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import combinations
from math import dist
from operator import mul
from pathlib import Path as File
from typing import Any
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, tostring

import pytest
from conftest import Run
from hypothesis import example, given
from hypothesis import strategies as st
from support.boards import is_solid
from support.pictures import PRISM, STAR, named, read

from nqsat import Arrangement, Board, InvalidModel, Kind, Piece, Placement, Square, Tour
from nqsat.chess.symmetry import find_symmetry
from nqsat.errors import MissingPackage
from nqsat.modelling import Factor, Model, Moves, Path, Setting, Solution
from nqsat.modelling.path import Move
from nqsat.reporting import canvas, svg
from nqsat.reporting.givens import regions_of
from nqsat.reporting.heat import heat
from nqsat.reporting.model_svg import drawn_model
from nqsat.reporting.pieces import TINTS
from nqsat.reporting.rendering import convert_svg
from nqsat.reporting.style import MARKS, ORIENTATIONS, PictureStyle
from nqsat.rules import Maximal, NonAttacking, Number, Permutation, PlacedPiece, Regions

GOLDEN = File(__file__).with_name("golden")

QUEENS = Placement("4x4", {"Q": 4}, presets=["Q@b4", "-@a1"])
PIECES = [f"{colour}:{piece}" for piece in "KQRBN" for colour in ("white", "black")]


def placed(board: Board | str, pieces: list[str], *names: str) -> Arrangement:
    """One piece of each kind on the squares named, or on the first."""
    model = Placement(board, dict.fromkeys(pieces, 1), [])
    squares = [model.board.parse_square(name) for name in names] or model.board.squares
    placed_pieces = (
        PlacedPiece(square, kind.name) for square, kind in zip(squares, model.kinds, strict=False)
    )
    return Arrangement(model.setting, tuple(sorted(placed_pieces)))


def queens(*names: str, board: Board | str = "4x4") -> Arrangement:
    model = Placement(board, {"Q": 4})
    squares = sorted(map(model.board.parse_square, names))
    return Arrangement(model.setting, tuple(PlacedPiece(square, "Q") for square in squares))


def walk(board: Board | str, names: str, **more: Any) -> Path:
    there = Board.parse(board) if isinstance(board, str) else board
    squares = tuple(map(there.parse_square, names.split()))
    return Path(there, squares, **{"closed": False, "directed": True, **more})


def moves(board: str, *names: str) -> Moves:
    there = Board.parse(board)
    pairs = (map(there.parse_square, name.split("-")) for name in names)
    return Moves(there, tuple(sorted(Move(*sorted(pair)) for pair in pairs)))


def drawn(solution: Solution, **options: Any) -> str:
    return svg(solution.board, solution, **options)


def heated(model: Model, holding: dict[Any, int], **options: Any) -> str:
    return next(heat(model, holding, 8, "svg", look=PictureStyle(**options)))


def snake(side: int) -> Path:
    board = Board(side, side)
    return Path(board, board.squares, closed=False, directed=True)


BOTH = queens("a2", "b4", "c1", "d3")
NAMES = ("a1", "b2", "c3", "d1", "e2")
SQUARES = [f"{square}={mark}" for square, mark in zip(NAMES, MARKS, strict=True)]
MARKED: Any = {"marks": SQUARES, "arrows": ["a1-c2", "e3-a3", "b1-b3"]}
ROUND = walk("3x3", "a1 a2 a3 b3 c3 c2 c1 b1 b2")
MANY = Placement("2x2", dict.fromkeys("KQR", 1), [NonAttacking(), Maximal(), Permutation(1)])
TOUR = Tour(
    "5x5", "N", closed=False, start="a1", end="c3", numbers={"e5": 7}, through=["a1-b3"],
    avoiding=["c1-d3"],
)  # fmt: skip

#: Each picture, by the name of its file.
PICTURES: dict[str, Callable[[], str]] = {
    "queens": lambda: drawn(BOTH, title="Four queens, with more words than the board is wide"),
    "night": lambda: drawn(BOTH, colours="night,dark=#789", size=20, coordinates=False),
    "pieces": lambda: drawn(placed("4x5", [*PIECES, "NN", "(1,4)", "RN", "white:BN", "red:Q", "blocker"])),
    "alike": lambda: drawn(placed("2x3", ["Q", "black:Q", "WF", "RB", "R"])),
    "walls": lambda: svg(Board.from_map("..x\n.#.\nx..")),
    "marks": lambda: svg(Board(3, 5), **MARKED),
    "turned": lambda: svg(Board(3, 5), orientation="rot90", colours="print", **MARKED),
    "single": lambda: svg(Board(1, 1)),
    "nothing": lambda: svg(Board(0, 0)),
    "wide": lambda: svg(Board(2, 100)),
    "hexagon": lambda: drawn(queens("c1", "c3", "a1", board="hex:3"), marks=["c2=tint"]),
    "solid": lambda: drawn(queens("a1", board="2x2x2")),
    "graph": lambda: drawn(placed(PRISM, ["W"]), marks=["x.1"]),
    "closed": lambda: drawn(walk("3x4", "a1 c2 a3 b1 d2 b3 c1", closed=True, directed=False)),
    "origin": lambda: drawn(walk("2x2", "a2 b2 b1 a1", closed=True, origin=Square(1, 1))),
    "open": lambda: drawn(walk("3x3", "a3 c2 a1"), orientation="transpose"),
    "undirected": lambda: drawn(walk("3x3", "a3 c2 a1", directed=False)),
    "torus": lambda: drawn(walk("torus:4x4", "a4 d1 b2 d3 a1")),  # also exactly over a corner
    "cylinder": lambda: drawn(walk("cylinder:3x6", "a3 b3 f2 d1")),
    "ring": lambda: drawn(walk("cylinder:1x6", "a1 b1 c1 d1 e1 f1", closed=True)),
    "hexagonal-path": lambda: drawn(walk("hex:2", "a1 b1 c1")),
    "long": lambda: drawn(snake(17), colours="path=#00f,end=#f00", size=20),
    "moves": lambda: drawn(moves("torus:3x3", "a1-a3", "b2-c3", "b1-b2")),
    "pieces-heat": lambda: heated(
        QUEENS, {PlacedPiece(Square(0, 1), "Q"): 8, PlacedPiece(Square(2, 2), "Q"): 3}
    ),
    "region-heat": lambda: heated(STAR, {PlacedPiece(Square(1, 1), "K"): 3}, regions=regions_of(STAR)),
    "moves-heat": lambda: heated(Factor("torus:3x3", "W", 2), {Move(Square(0, 0), Square(2, 0)): 3}),
    "model": lambda: drawn_model(QUEENS),
    "regions": lambda: drawn_model(STAR, size=30),
    "parted": lambda: drawn_model(Placement("2x3", {"K": 2}, [Regions(("AAB", "A.B"))])),
    "many-words": lambda: drawn_model(MANY),
    "tour": lambda: drawn_model(TOUR),
    "factor": lambda: drawn_model(Factor("4x4", "N", 2, through=["a1-b3"], avoiding=["c1-d3"])),
    "links": lambda: drawn_model(Factor("3x3", "W", "..2", ends=["a1-c3", "b1-c2"])),
}  # fmt: skip


def made(name: str) -> str:
    text = PICTURES[name]()
    read(text)
    return re.sub("<title>.*?</title>", "", text) + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_as_it_was_looked_at(name: str) -> None:
    assert made(name) == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_there_is_no_file_besides() -> None:
    assert {file.stem for file in GOLDEN.glob("*.svg")} == {*PICTURES}


# -- turned, marked ----------------------------------------------------------------------


@given(st.data(), st.integers(1, 5), st.sampled_from(list(ORIENTATIONS)))
def test_a_turned_picture_is_the_picture_of_what_is_turned(
    data: st.DataObject, side: int, name: str
) -> None:
    model = Placement(Board(side, side), {"Q": "any", "white:N": "any"})
    squares = data.draw(st.lists(st.sampled_from(model.board.squares), unique=True))
    pieces = [
        PlacedPiece(square, "Q" if square.row % 2 else "white:N") for square in sorted(squares)
    ]
    turn = find_symmetry(model.board, name)
    image = sorted(PlacedPiece(turn(placed.square), placed.kind) for placed in pieces)
    turned, plain = (
        sorted(tostring(node) for node in picture(one, orientation=way).iter("{*}use"))
        for one, way in (
            (Arrangement(model.setting, tuple(pieces)), name),
            (Arrangement(model.setting, tuple(image)), "identity"),
        )
    )
    assert turned == plain


def picture(solution: Solution, **options: Any) -> Element:
    return read(svg(solution.board, solution, **options))


@pytest.mark.parametrize("sides", [(2, 3), (3, 2), (4, 4), (5, 3)])
def test_a_huge_ground_is_chequered_as_any_other(
    sides: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A point is dark where an odd number of boxes covers it.
    monkeypatch.setattr(canvas, "_MAX_CELLS", 0)
    board = Board(*sides)
    (dark,) = named(read(svg(board, coordinates=False)), "dark")
    boxes = [
        [tuple(map(float, point.split())) for point in part.removeprefix("M").split("L")]
        for part in dark.get("d", "").split("Z")[:-1]
    ]
    for row, column in board.squares:
        x, y = 9 + 45 * column + 22.5, 9 + 45 * row + 22.5
        over = sum(a[0] < x < c[0] and a[1] < y < c[1] for a, _, c, _ in boxes)
        assert over % 2 == (board.geometry.shade(Square(row, column)) == 0)


def test_a_huge_tour_stays_small() -> None:
    path = snake(200)
    text = drawn(path)
    assert len(text) < 1_000_000
    assert len(list(read(text).iter())) < 1000


# -- words -------------------------------------------------------------------------------

Box = tuple[float, float, float, float]


def label(node: Element, font: float) -> Box:
    """Where a text is, letters being at most so wide as in the widest fonts for screens."""
    x, y = float(node.get("x", "")), float(node.get("y", ""))
    wide = sum(1 if east_asian_width(x) in "WF" else 0.62 for x in node.text or "") * font
    x -= {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "")]
    return x, y - 0.75 * font, x + wide, y + 0.2 * font


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize(
    "text",
    [
        *("1x1", "1x9", "9x1", "3x30", "30x3", "8x8", "2x800", "130x127", "60x704", "3x3x3"),
        *("2x1x3x2", "1x1x12", "torus:4x4"),
    ],
)
def test_words_are_on_the_paper_and_none_is_over_another(text: str) -> None:
    title = "A title of several words, the longest of which is " + "very" * 12 + " 八皇后問題" * 9
    kinds = ["K", "white:Q", "W", "black:R", "red:N"]
    model = Placement(Board.parse(text), dict.fromkeys(kinds, "any"))
    turns = ("identity",) if is_solid(model.board) else ("identity", "rot90", "antitranspose")
    for turn in turns:
        root = picture(Arrangement(model.setting, ()), title=title, orientation=turn)
        wide, high = map(float, root.get("viewBox", "").split()[2:])
        near = sorted(
            label(node, float(group.get("font-size", "")))
            for name in ("title", "coordinates", "layers", "entries")
            for group in named(root, name)
            for node in group
        )
        assert len(near) >= 2 + 1 + 5
        for left, top, right, bottom in near:
            assert min(left, top, wide - right, high - bottom) >= -1  # numbers are rounded
        for index, box in enumerate(near):
            assert all(apart(box, other) for other in near[index + 1 : index + 40])


@given(st.text(max_size=60))
def test_no_title_leaves_its_text(title: str) -> None:
    hostile = f"</title></svg><script>x()</script>\"'<!-- ]]> {title}"
    shown = read(svg(Board(2, 2), title=hostile))
    tags = {node.tag.partition("}")[2] for node in shown.iter()}
    assert tags <= {"svg", "title", "g", "rect", "path", "text"}
    (group,) = named(shown, "title")
    letters = "".join(x for x in hostile if x.isprintable())
    assert "".join("".join(node.text or "" for node in group).split()) == "".join(letters.split())
    kind = Kind('<b>&"', Piece.parse("Q"), Number.parse(1), None, "Q")
    board = Board(1, 1)
    setting = Setting(board, (kind, Kind("K", Piece.parse("K"), Number.parse(0))))
    named_so = svg(board, Arrangement(setting, (PlacedPiece(Square(0, 0), kind.name),)))
    assert read(named_so)[0].text == '<b>&"@a1 on 1x1'


def test_a_long_path_is_not_listed() -> None:
    assert read(drawn(snake(20)))[0].text == "400 squares from a20 on 20x20"


# -- regions -----------------------------------------------------------------------------


def maps(side: int) -> st.SearchStrategy[list[str]]:
    line = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ.", min_size=side, max_size=side)
    return st.lists(line, min_size=side, max_size=side)


@given(st.integers(2, 7).flatmap(maps))
@example(["AAAVAAA", "AAAGAIA", "AHAAJVL", "AVDFVAA", "AEAAKAA", "AAAAAAB", "AAAAACV"])
def test_neighbouring_regions_differ_in_colour(regions: list[str]) -> None:
    board = Board(len(regions), len(regions))
    root = read(svg(board, regions=regions, coordinates=False))
    fills: dict[tuple[float, ...], str] = {}
    for group in named(root, "regions"):
        for path in group:
            for cell in path.get("d", "").split("Z")[:-1]:
                corner = tuple(map(float, cell.removeprefix("M").split("L")[0].split()))
                fills[corner] = path.get("fill", "")
    borders = 0
    for a, b in combinations(board.squares, 2):
        if abs(a.row - b.row) + abs(a.column - b.column) == 1:
            here, there = regions[a.row][a.column], regions[b.row][b.column]
            one, two = (fills.get((9 + 45 * x.column, 9 + 45 * x.row)) for x in (a, b))
            assert (one == two) == (here == there)
            borders += here != there
    (drawn_borders,) = named(root, "borders")
    assert drawn_borders.get("d", "").count("M") == borders + 4 * len(regions)


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


# -- what makes no sense -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(
            ({"size": size}, f"size: expected an integer of pixels from 1 to 1000, got {size!r}")
            for size in (1001, 0, True, 4.5, "45")
        ),
        ({"colours": "pink"}, "colours: 'pink' is neither wood, green"),
        ({"colours": "light=red"}, "colours: 'light=red' is neither"),
        ({"colours": "path=none"}, "colours: 'path=none' is neither"),
        ({"orientation": "rot45"}, "orientation: 'rot45' is unknown; choose from identity"),
        (
            {"marks": "a1=heart"},
            "mark: 'heart' is unknown; choose from ring, cross, dot, star, tint",
        ),
        ({"marks": "i9"}, "mark: 'i9'"),
        ({"arrows": "a1-a1"}, "arrow: expected two squares, as a1-b3, got 'a1-a1'"),
        ({"regions": ("AB",)}, "regions: are not a map of 2 by 2 letters"),
        (
            {"color": "night"},
            "option: 'color' is unknown (did you mean colours?); choose from size, colours",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidModel) as refused:
        svg(Board(2, 2), **options)
    assert str(refused.value).startswith(said)


def test_strangers_are_refused() -> None:
    with pytest.raises(InvalidModel, match="solution: belongs to 4x4, not to 9x9"):
        svg(Board(9, 9), BOTH)
    with pytest.raises(InvalidModel, match="solution: belongs to 3x3, not to torus:3x3"):
        svg(Board(3, 3, "torus"), ROUND)
    with pytest.raises(InvalidModel, match="orientation: the picture of 2x2x2 cannot be turned"):
        svg(Board.parse("2x2x2"), orientation="rot90")


# -- as PNG and PDF ----------------------------------------------------------------------------


@pytest.fixture
def cairo() -> None:
    """Skip where pictures cannot be made: the extra is missing, or the library that it calls."""
    try:
        import_module("cairosvg")
    except (ImportError, OSError) as error:
        pytest.skip(f"needs cairosvg and Cairo: {error}")


@pytest.mark.usefixtures("cairo")
def test_png_and_pdf() -> None:
    picture = svg(Board(2, 3), size=40)
    png, pdf = (convert_svg(picture, form) for form in ("png", "pdf"))
    assert png.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(png[16:20], "big") > 2 * 3 * 40  # its width in pixels
    assert pdf.startswith(b"%PDF-")


@pytest.mark.usefixtures("cairo")
def test_solutions_as_pictures(nqsat: Run, tmp_path: File) -> None:
    words = ("queens", "-p", "n=4", "--format", "png", "-o")
    assert nqsat("solve", *words, str(tmp_path / "one.png")).returncode == 0
    assert nqsat("enumerate", *words, str(tmp_path / "all")).returncode == 0
    assert nqsat("show", *words[:3], "-o", str(tmp_path / "empty.png")).returncode == 0
    pictures = [tmp_path / "one.png", tmp_path / "empty.png", *(tmp_path / "all").iterdir()]
    assert len(pictures) == 4
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingPackage, match="pip install cairosvg"):
        convert_svg(svg(Board(1, 1)), "pdf")


if __name__ == "__main__":
    for picture_name in PICTURES:
        (GOLDEN / f"{picture_name}.svg").write_text(made(picture_name), encoding="utf-8")
