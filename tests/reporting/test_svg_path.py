"""Pictures of tours, read back as XML: lines are turned into squares again and compared."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from support.pictures import NS, named, read

from nqsat import Board, Square
from nqsat.counting import solve
from nqsat.modelling import Path, Tour
from nqsat.reporting import svg


def solution(tour: Tour) -> Path:
    found = solve(tour).solution
    assert isinstance(found, Path)
    return found


def walk(board: Board, *squares: tuple[int, int], closed: bool = False) -> Path:
    cells = tuple(Square(*square) for square in squares)
    return Path(board, cells, closed, directed=True, origin=None)


def lines(root: Element, board: Board, size: int = 45) -> list[list[tuple[float, float]]]:
    """The lines in rows and columns; the first square's centre is (0, 0)."""
    (group,) = named(root, "path")
    left, top = size * (0.3 + 0.25 * len(str(board.rows))), size * 0.2
    found = []
    for node in group:
        points = [point.split(",") for point in (node.get("points") or "").split()]
        cells = (((float(y) - top) / size, (float(x) - left) / size) for x, y in points)
        found.append([(round(row - 0.5, 2), round(column - 0.5, 2)) for row, column in cells])
    return found


def test_a_closed_tour_is_one_polygon_through_every_square_in_order() -> None:
    path = solution(Tour("8x8", "N"))
    root = read(svg(path.board, path))
    assert lines(root, path.board) == [[tuple(square) for square in path.squares]]
    assert len(list(root.iter(f"{NS}polygon"))) == 1
    # It has no first square, so none is marked.
    assert not named(root, "start")
    assert not named(root, "end")


def test_a_closed_tour_that_has_an_origin_shows_it() -> None:
    board = Board(2, 2)
    squares = (Square(0, 0), Square(0, 1), Square(1, 1), Square(1, 0))
    path = Path(board, squares, closed=True, directed=True, origin=Square(1, 1))
    (dot,) = named(read(svg(board, path, size=100)), "start")
    assert (dot.get("cx"), dot.get("cy")) == ("205", "170")


def test_an_open_tour_starts_at_a_dot_and_ends_at_an_arrow() -> None:
    board = Board(3, 3)
    path = walk(board, (0, 0), (1, 2), (2, 0))
    root = read(svg(board, path, size=100))
    (line,) = root.iter(f"{NS}polyline")
    assert line.get("points") == "105,70 305,170 105,270"
    (dot,) = named(root, "start")
    assert (dot.get("cx"), dot.get("cy")) == ("105", "70")
    # The move is (down 1, left 2), so the tip lies left of the centre of a1 and a little below it.
    (arrow,) = named(root, "end")
    tip = (arrow.get("points") or "").split()[0].split(",")
    assert [round(float(value)) for value in tip] == [105 - 20, 270 + 10]


def test_an_undirected_path_has_two_equal_ends() -> None:
    path = solution(Tour("5x5", "N", closed=False, unit="undirected"))
    root = read(svg(path.board, path))
    (start,), (end,) = named(root, "start"), named(root, "end")
    assert (start.tag, start.get("r")) == (end.tag, end.get("r"))


def test_paths_without_a_move() -> None:
    board = Board(1, 2)
    for closed in (True, False):
        for squares in ((), ((0, 0),)):
            root = read(svg(board, walk(board, *squares, closed=closed)))
            assert lines(root, board) == []
            assert not named(root, "end")


# -- boards that wrap --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "ends", "wanted"),
    [
        # From b1 two files to the left: half way it leaves at the left, in at the right.
        ("cylinder:3x6", ((0, 1), (1, 5)), [[(0, 1), (0.75, -0.5)], [(0.75, 5.5), (1, 5)]]),
        ("cylinder:6x3", ((0, 0), (5, 1)), [[(0, 0), (5, 1)]]),  # its rows do not wrap
        ("6x6", ((0, 0), (5, 5)), [[(0, 0), (5, 5)]]),  # a flat board never wraps
        # Both ways are equally long; the one that needs no stubs is easier to follow.
        ("torus:4x4", ((0, 0), (2, 1)), [[(0, 0), (2, 1)]]),
        # Up 1 and left 2 from a8, over the corner of a third copy: it leaves at the left first, and
        # is seen on the right before it leaves at the top.
        (
            "torus:8x8",
            ((0, 0), (7, 6)),
            [[(0, 0), (-0.25, -0.5)], [(-0.25, 7.5), (-0.5, 7)], [(7.5, 7), (7, 6)]],
        ),
        # Exactly over the corner.
        ("torus:5x5", ((0, 0), (4, 4)), [[(0, 0), (-0.5, -0.5)], [(4.5, 4.5), (4, 4)]]),
    ],
)
def test_a_move_goes_the_shorter_way_round_and_ends_at_the_edges(
    board: str, ends: tuple[tuple[int, int], ...], wanted: list[list[tuple[float, float]]]
) -> None:
    there = Board.parse(board)
    assert lines(read(svg(there, walk(there, *ends))), there) == wanted


def test_the_arrow_after_a_stub_points_along_the_stub() -> None:
    # Along the straight line from the other side of the board it would point the wrong way.
    board = Board(1, 6, "cylinder")
    root = read(svg(board, walk(board, (0, 0), (0, 5)), size=100))
    (arrow,) = named(root, "end")
    tip, *others = (float(point.split(",")[0]) for point in (arrow.get("points") or "").split())
    assert all(tip < x for x in others)


def test_a_ring_round_a_cylinder_is_not_closed_across_the_board() -> None:
    # Only one move wraps, so one line is left; as a polygon it would cross the whole board back.
    board = Board(1, 6, "cylinder")
    path = Path(board, board.squares, closed=True, directed=False)
    root = read(svg(board, path))
    assert lines(root, board) == [[(0, -0.5), *((0, column) for column in range(6)), (0, 5.5)]]
    assert not list(root.iter(f"{NS}polygon"))


@pytest.mark.parametrize("board", ["torus:4x4", "torus:5x6", "cylinder:5x6"])
def test_tours_of_boards_that_wrap(board: str) -> None:
    # Whatever leaves comes in again: no line is longer than a knight's move, all are on the board,
    # and the lines still pass every square, each once, and are of the length of the whole tour.
    path = solution(Tour(board, "N"))
    rows, columns = path.board.rows, path.board.columns
    found = lines(read(svg(path.board, path)), path.board)
    passed = [point for line in found for point in line if point in path.board.places]
    assert sorted(set(passed)) == sorted(map(tuple, path.squares))
    assert len(found) > 1
    length = 0.0
    for line in found:
        for (y1, x1), (y2, x2) in pairwise(line):
            part = ((y2 - y1) ** 2 + (x2 - x1) ** 2) ** 0.5
            length += part
            assert 0 < part < 2.24
        assert all(-0.5 <= y <= rows - 0.5 and -0.5 <= x <= columns - 0.5 for y, x in line)
    assert length == pytest.approx(len(path) * 5**0.5, abs=0.3)


# -- numbers, holes, large boards --------------------------------------------------------


def test_numbers_stand_in_their_squares_up_to_sixteen_a_side() -> None:
    board = Board(16, 16)
    path = Path(board, board.squares, closed=False, directed=True)
    numbers = named(read(svg(board, path, size=100)), "number")
    assert [node.text for node in numbers] == [str(index) for index in range(1, 257)]
    left, top = 100 * (0.3 + 0.25 * 2), 20
    for node, (row, column) in zip(numbers, path.squares, strict=True):
        assert 0 < float(node.get("x", "")) - left - 100 * column < 50
        assert 0 < float(node.get("y", "")) - top - 100 * row < 50
    for rows, columns in ((17, 2), (2, 17)):
        wide = Board(rows, columns)
        assert "number" not in svg(wide, Path(wide, wide.squares, closed=False, directed=True))


def test_holes_and_walls_are_drawn_below_the_line() -> None:
    path = solution(Tour(Board.from_map("#x....\n......\n......\n......\n......"), "N"))
    root = read(svg(path.board, path))
    assert len(named(root, "wall")) == len(named(root, "hole")) == 1
    assert [node.get("class") for node in root][-3:] == ["path", "rims", "numbers"]


def test_the_title_does_not_list_a_long_path() -> None:
    large = Board(50, 50)
    path = Path(large, large.squares, closed=True, directed=False)
    assert read(svg(large, path))[0].text == "2500 squares from a50 on 50x50"


@pytest.mark.parametrize(("rows", "columns"), [(129, 130), (130, 129), (131, 129), (130, 132)])
def test_the_ground_of_a_huge_board_is_chequered_the_right_way(rows: int, columns: int) -> None:
    # Even-odd: a point is dark where an odd number of boxes cover it. The bottom left square is
    # dark whatever the size, so every parity of both sides is looked at.
    root = read(svg(Board(rows, columns), size=10, coordinates=False))
    left = top = 10 * 0.2 * max(rows, columns) / 32
    (dark,) = named(root, "dark")
    assert dark.get("fill-rule") == "evenodd"
    boxes = []
    for part in (dark.get("d") or "").removesuffix("z").split("z"):
        corner, across = part.removeprefix("M").split("h", 1)
        x, y = map(float, corner.split())
        width, height = (float(value) for value in across.split("h")[0].split("v"))
        boxes.append((x, y, x + width, y + height))

    def covered(row: int, column: int) -> int:
        x, y = left + 10 * column + 5, top + 10 * row + 5
        return sum(x1 < x < x2 and y1 < y < y2 for x1, y1, x2, y2 in boxes)

    for row in (0, 1, 64, rows - 2, rows - 1):
        for column in (0, 1, 63, columns - 2, columns - 1):
            assert covered(row, column) % 2 == (rows - 1 - row + column + 1) % 2


def test_walls_of_a_huge_board_are_taken_together() -> None:
    walls = {Square(0, 0), Square(0, 1), Square(0, 3), Square(1, 0)}
    root = read(svg(Board(200, 200, walls=frozenset(walls)), size=10, coordinates=False))
    (wall,) = named(root, "wall")
    assert wall.get("d") == "M12.5 12.5h20v10h-20zM42.5 12.5h10v10h-10zM12.5 22.5h10v10h-10z"


@pytest.mark.parametrize("wrap", ["flat", "torus"])
def test_a_huge_tour_stays_small(wrap: str) -> None:
    # 40,000 rectangles would be 4 MB before the line has begun.
    board = Board.parse("200x200" if wrap == "flat" else "torus:200x200")
    path = Path(board, board.squares, closed=True, directed=False)
    text = svg(board, path)
    assert len(text) < 1_000_000
    root = read(text)
    assert not named(root, "number")
    assert len(list(root.iter())) < 1000
