"""Grid puzzles, as magazines print them: a loop, a path, lamps, shaded cells, each with its clues.

Their rules are the tables of literals that ``at`` and ``visited`` return, so every question can be asked of
them: one solution, all, why there is none, a certificate. Clues are texts: rows from the top, separated by
``/``; a cell is a character, or where a row has commas, what stands between them. ``6x6`` is a grid of that
size without a clue.
"""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from string import ascii_letters
from typing import Annotated

from nqsat import Board, Factor, InvalidModel, Kind, Placement, Square, Tour, family
from nqsat.modelling import clue_rows
from nqsat.rules import Among, Regions, at_most, clause, exactly

Clues = Annotated[str, "rows separated by /, a cell is a character; . is one without a clue"]
Numbers = Annotated[str, "rows separated by /, cells separated by commas where a number is long"]

Barred = Annotated[
    str,
    "rows separated by /, cells by commas: a number or . ; 2| has a wall on its right, 2_ below",
]

#: From a cell to the right, down, left and up.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))

#: Numbers with a way: ``2r``.
ARROWS = [f"{number}{way}" for number in range(10) for way in "rdlu"]


def _cells(rows: list[list[str]]) -> Iterator[tuple[int, int, str]]:
    """Each cell with a clue: its row, its column and the clue."""
    for r, row in enumerate(rows):
        yield from ((r, c, mark) for c, mark in enumerate(row) if mark != ".")


def _with_walls(rows: list[list[str]]) -> Board:
    marks = ("".join("." if mark == "." else "#" for mark in row) for row in rows)
    return Board.from_map("\n".join(marks))


def _number(mark: str) -> int:
    if not (mark.isascii() and mark.isdigit()):
        raise InvalidModel("clues", f"{mark!r} is not a number; . is a cell without one")
    return int(mark)


Cell = tuple[int, int]


def _steps(here: Cell, there: Cell) -> int:
    """The least number of orthogonal steps between two cells."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


# -- the genres -------------------------------------------------------------------------------------


@family(
    title="Slitherlink: a loop along the sides of cells",
    verify=("clues=3./..", "clues=.2./1../..3"),
    examples={"clues=3.3/.../3.3": 2, "clues=..../10../3.31/..2.": 1},
    clues={".": "0123"},
)
def slitherlink(clues: Clues) -> Tour:
    """Draw one loop along the sides of cells; a number says how many sides of its cell the loop has."""
    rows = clue_rows(clues)
    loop = Tour(Board(len(rows) + 1, len(rows[0]) + 1), "W", visit="some")

    def sides() -> Iterator[Among]:
        for r, c, mark in _cells(rows):
            near = [loop.at((r + i, c), (r + i, c + 1)) for i in (0, 1)]
            near += [loop.at((r, c + i), (r + 1, c + i)) for i in (0, 1)]
            yield exactly(_number(mark), near)

    return loop.with_rules(*sides())


@family(
    title="Masyu: a loop through pearls",
    verify=("clues=W../.../..B", "clues=..W./..../.B../...."),
    examples={"clues=..W./...W/..../...B": 12},
    clues={".": "WB"},
    drawn={"W": "○", "B": "●"},
)
def masyu(clues: Clues) -> Tour:
    """Draw one loop through all pearls, white (W) and black (B): it goes straight on white, turns on black.

    It turns in a cell next to a white pearl, and goes straight through both cells next to a black one.
    """
    rows = clue_rows(clues)
    loop = Tour(Board(len(rows), len(rows[0])), "W", visit="some")

    def pearls() -> Iterator[Among]:
        for r, c, mark in _cells(rows):
            if mark not in ("W", "B"):
                raise InvalidModel("clues", f"{mark!r} is not a pearl; write W, B, or . for none")
            near = [loop.at((r, c), (r + a, c + b)) for a, b in WAYS]
            far = [loop.at((r + a, c + b), (r + 2 * a, c + 2 * b)) for a, b in WAYS]
            yield exactly(2, near)
            for d in range(4):
                if mark == "B":
                    yield ~near[d] | ~near[d - 2]
                    yield near[d] >> far[d]
                else:
                    yield near[d] >> near[d - 2]
                    yield clause(~near[d], ~far[d], ~far[d - 2])

    return loop.with_rules(*pearls())


@family(
    title="Yajilin: a loop; arrows count shaded cells",
    verify=("clues=.../.../1u..", "clues=..1d./..../..../...."),
    examples={"clues=.0r../..../..../...0u": 3},
    clues={".": "", "x": ARROWS[:20]},
    drawn={"r": "→", "d": "↓", "l": "←", "u": "↑"},
)
def yajilin(
    clues: Annotated[
        str, "rows separated by /: 2r counts to the right, also l u d; . is free, x is not"
    ],
) -> Tour:
    """Shade cells, no two side by side, and draw one loop through all others that have no clue.

    A clue says how many shaded cells are somewhere in the direction of its arrow.
    """
    rows = clue_rows(clues, ARROWS)
    for _, _, mark in _cells(rows):
        if mark not in ("x", *ARROWS):
            raise InvalidModel("clues", f"{mark!r} is not a clue; write 2r, or l, u, d; x; or .")
    board = _with_walls(rows)
    counts = list[tuple[int, list[Cell]]]()
    for r, c, mark in _cells(rows):
        if mark != "x":
            a, b = WAYS["rdlu".index(mark[-1])]
            ray = [(r + k * a, c + k * b) for k in range(1, len(rows) + len(rows[0]))]
            counts.append((int(mark[:-1]), [square for square in ray if square in board]))
            if counts[-1][0] and not counts[-1][1]:
                raise InvalidModel("clues", f"{mark}: no cell is on that side")
    loop = Tour(board, "W", visit="some")

    def shaded() -> Iterator[Among]:
        for r, c in board.squares:
            for there in ((r, c + 1), (r + 1, c)):
                if there in board:
                    yield loop.visited((r, c)) | loop.visited(there)
        for number, seen in counts:
            if seen:
                yield exactly(number, [~loop.visited(square) for square in seen])

    return loop.with_rules(*shaded())


@family(
    title="Simple Loop: a loop through all free cells",
    verify=("clues=..../.x../..../....", "clues=x.../..../.x.."),
    examples={"clues=..../..../..../....": 6, "clues=..../..../..../xx../xx..": 2},
)
def simple_loop(
    clues: Annotated[str, "rows separated by /: . is a cell of the loop, x is not"],
) -> Tour:
    """Draw one loop that visits every free cell by orthogonal steps."""
    return Tour(Board.from_map("\n".join(map("".join, clue_rows(clues)))), "W")


@family(
    title="Numberlink: paths between equal marks",
    verify=("clues=A..B/..../A..B", "clues=A.B/.../A.B"),
    examples={"clues=A..B/..../A..B": 30},
    path_clues="ends",
)
def numberlink(clues: Clues) -> Factor:
    """Join equal marks by paths that share no cell; cells may be left out."""
    rows = clue_rows(clues)
    marked = any(mark not in ".x#" for _, _, mark in _cells(rows))
    return Factor(rows, "W", "..2" if marked else 0)  # without marks nothing is joined


@family(
    title="Numbrix: consecutive numbers share a side",
    verify=("numbers=1../.../..9", "numbers=1.3/.../..."),
    examples={"numbers=1../.../..9": 2},
)
def numbrix(numbers: Numbers) -> Tour:
    """Write the numbers from 1 on into all cells so that each is next to the one before."""
    return Tour(clue_rows(numbers), "W", closed=False, read_as="steps")


@family(
    title="Hidato: consecutive numbers touch",
    verify=("numbers=1../.../..9", "numbers=1./.."),
    examples={"numbers=1../.../..9": 30},
)
def hidato(numbers: Numbers) -> Tour:
    """Write the numbers from 1 on into all cells so that each touches the one before, also at corners."""
    return Tour(clue_rows(numbers), "K", closed=False, read_as="steps")


def _past_walls(numbers: str) -> Tour:
    """An open tour that passes numbers in their order, and crosses no wall."""
    rows = clue_rows(numbers)
    cells = [[cell.rstrip("|_") for cell in row] for row in rows]
    path = Tour(cells, "W", closed=False, read_as="order")
    beside = {"|": (0, 1), "_": (1, 0)}
    ends = [
        (Square(r, c), Square(r + beside[wall][0], c + beside[wall][1]))
        for r, c, mark in _cells(rows)
        for wall in beside
        if wall in mark
    ]
    wrong = [b for _, b in ends if b not in path.board]
    if wrong:
        raise InvalidModel("numbers", "a wall is outside the grid; | is between two cells of a row")
    return path.changed(avoiding=ends) if ends else path


@family(
    title="Zip: a path through all cells and checkpoints",
    verify=("numbers=1../.../..2", "numbers=1..3/..../2..."),
    examples={"numbers=1..3/..../2...": 4},
    path_clues="order",
)
def zip_path(numbers: Barred) -> Tour:
    """Draw a path through all cells, from number 1 to the last, that passes the numbers in their order.

    Where there are walls between cells, it crosses none.
    """
    return _past_walls(numbers)


@family(
    title="Zip with walls between cells",
    verify=("numbers=1|,.,./.,.,./.,.,2", "numbers=1,.,.,3/._,.,.,./2,.,.,."),
    examples={"numbers=1,._,.,3/.,.,.,./2,.,.,.": 1},
    path_clues="order",
)
def walled_zip(numbers: Barred) -> Tour:
    """Draw a path through all cells that passes the numbers in their order and crosses no wall.

    It begins at number 1 and ends at the last. Walls are between cells.
    """
    return _past_walls(numbers)


@family(
    title="Hitori: shade cells so that no number repeats",
    verify=("numbers=112/212/233", "numbers=12/21"),
    examples={"numbers=1334/3141/4134/1213": 1},
    drawn={},
)
def hitori(numbers: Numbers) -> Placement:
    """Shade cells, no two side by side, so that no number is left twice in a row or column.

    The unshaded cells are connected by their sides.
    """
    rows = clue_rows(numbers)
    board = Board(len(rows), len(rows[0]))
    model = Placement(board, {"shaded:W": "any"}, ["non-attacking", "connected=empty,by=W"])

    def once() -> Iterator[Among]:
        lines = [[(r, c) for c in range(board.columns)] for r in range(board.rows)]
        lines += [[(r, c) for r in range(board.rows)] for c in range(board.columns)]
        for line in lines:
            for number in dict.fromkeys(rows[r][c] for r, c in line if rows[r][c] != "."):
                same = [~model.at("shaded:W", x) for x in line if rows[x[0]][x[1]] == number]
                if len(same) > 1:
                    yield at_most(1, same)

    return model.with_rules(*once())


@family(
    title="Akari: lamps that light every cell",
    verify=("clues=.../.1./...", "clues=..x/2../..."),
    examples={"clues=1..1/..1./.x../....": 3},
    clues={".": "", "x": "01234"},
)
def akari(
    clues: Annotated[
        str, "rows separated by /: . is a cell, x a wall, a digit a wall with this many lamps"
    ],
) -> Placement:
    """Put lamps into cells so that each cell is lit and no lamp lights another; walls stop light.

    A number counts the lamps next to its wall.
    """
    rows = clue_rows(clues)
    board = _with_walls(rows)
    model = Placement(board, {"lamp:R": "any"}, ["non-attacking=blocking", "domination=blocking"])

    def beside() -> Iterator[Among]:
        for r, c, mark in _cells(rows):
            near = [model.at("lamp:R", (r + a, c + b)) for a, b in WAYS if (r + a, c + b) in board]
            if mark != "x" and near:
                yield exactly(_number(mark), near)
            elif mark not in "x0":
                raise InvalidModel("clues", f"{mark}: no cell is next to that wall")

    return model.with_rules(*beside())


@family(
    title="Nurikabe: islands in a connected sea",
    verify=("clues=1../.../..2", "clues=2./.."),
    examples={"clues=..../3..1/....": 2},
    drawn={},
)
def nurikabe(clues: Numbers) -> Placement:
    """Shade the sea: connected, without four cells in a square; the rest are islands, a number in each.

    An island has as many cells as its number says, and shares no side with another.
    """
    rows = clue_rows(clues)
    board = Board(len(rows), len(rows[0]))
    sizes = {(r, c): _number(mark) for r, c, mark in _cells(rows)}
    if 0 in sizes.values():
        raise InvalidModel("clues", "an island of 0 cells has no number; . is a cell without one")
    if sum(sizes.values()) > len(board.squares):
        raise InvalidModel("clues", "the islands have more cells than the board")
    # An island or the sea on every cell says how large it is; islands of one cell are of one kind.
    kind = {
        x: "island:W" if n == 1 else f"island{k}:W" for k, (x, n) in enumerate(sizes.items(), 1)
    }
    kinds = [Kind.parse("sea:W", "any")]
    for name in dict.fromkeys(kind.values()):
        own = [x for x in sizes if kind[x] == name]
        near = frozenset(x for x in board.squares if any(_steps(x, y) < sizes[y] for y in own))
        kinds.append(Kind.parse(name, sum(sizes[x] for x in own), near))
    pairs = (x for x in combinations(sizes, 2) if _steps(*x) < sum(sizes[y] for y in x))
    beside = ",".join(dict.fromkeys(f"{kind[x]}-{kind[y]}" for x, y in pairs))
    rules = [f"connected=kinds={k.name}" for k in kinds if k.name != "island:W"]
    rules += [f"non-attacking={beside}"] if beside else []
    given = [f"{kind[x]}@{board.name(Square(*x))}" for x in sizes]
    model = Placement(board, kinds, rules, given)
    pools = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in board.squares)
    inside = ([model.at("sea:W", x) for x in pool] for pool in pools if pool[-1] in board)
    every = (clause(model.at(k.name, x) for k in kinds if k.may_stand(x)) for x in board.squares)
    return model.with_rules(*every, *(at_most(3, pool) for pool in inside))


@family(
    title="Heyawake: shaded cells in rooms",
    verify=("rooms=AAB/AAB/CCC numbers=A=1,C=2", "rooms=AB/AB numbers=A=1"),
    examples={"rooms=AABB/AABB/CCDD/CCDD numbers=A=2,B=1,C=0,D=1": 6},
    clues={".": "0123456789"},
)
def heyawake(
    rooms: Annotated[str, "rows separated by /, a letter for each room"],
    numbers: Annotated[
        str, "the shaded cells of rooms, as A=2,C=0; A=. is a room without"
    ] = "none",
) -> Placement:
    """Shade cells, no two side by side, as many in a room as its number says; the others are connected.

    No straight line of others goes through more than two rooms.
    """
    rows = clue_rows(rooms)
    board = Board(len(rows), len(rows[0]))
    names = {name for row in rows for name in row}
    if (wrong := min(names)).isdigit() and not names.issuperset(ascii_letters):
        raise InvalidModel("rooms", f"{wrong!r} is a number, not the letter of a room")
    areas = Regions(tuple(map("".join, rows)), "0..")
    model = Placement(board, {"shaded:W": "any"}, ["non-attacking", "connected=empty,by=W", areas])

    def room(square: Cell) -> str:
        return rows[square[0]][square[1]]

    def counted() -> Iterator[Among]:
        for part in [] if numbers in ("none", ".") else re.split(r"[,;\s]+", numbers):
            said = re.fullmatch(r"(\w)=([0-9]+|\.)", part)
            if said is None or said[1] not in names:
                wrong = f"{part!r} is not a room and its number, as in {min(names)}=2"
                raise InvalidModel("numbers", f"{wrong}; the rooms are {', '.join(sorted(names))}")
            if said[2] != ".":
                inside = (model.at("shaded:W", x) for x in board.squares if room(x) == said[1])
                yield exactly(int(said[2]), inside)
        for start in board.squares:
            for a, b in WAYS[:2]:
                steps = range(1, len(rows) + len(rows[0]))
                line = [start, *((start[0] + k * a, start[1] + k * b) for k in steps)]
                line = [square for square in line if square in board]
                borders = [k for k, (x, y) in enumerate(pairwise(line)) if room(x) != room(y)]
                if len(borders) > 1:
                    yield clause(model.at("shaded:W", x) for x in line[: borders[1] + 2])

    return model.with_rules(*counted())
