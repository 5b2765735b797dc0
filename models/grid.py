"""Grid puzzles, as magazines print them: a loop, a path, lamps, shaded cells, each with its clues.

Their rules are the tables of literals that ``at`` and ``visited`` return, so every question can be asked of
them: one solution, all, why there is none, a certificate. Clues are texts: rows from the top, separated by
``/``; a cell is a character, or where a row has commas, what stands between them. ``6x6`` is a grid of that
size without a clue.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from itertools import pairwise
from random import Random
from string import ascii_letters, ascii_lowercase, digits
from typing import Annotated, Any

from nqsat import Board, Factor, InvalidModel, Kind, Placement, Square, Tour, family
from nqsat.modelling import clue_rows, clue_text
from nqsat.rules import Among, Regions, at_most, clause, exactly

Clues = Annotated[str, "rows separated by /, a cell is a character; . is one without a clue"]
Numbers = Annotated[str, "rows separated by /, cells separated by commas where a number is long"]

Barred = Annotated[
    str,
    "rows separated by /, cells by commas: a number or . ; 2| has a wall on its right, 2_ below",
]

#: From a cell to the right, down, left and up.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))

#: From a cell to the eight around it, one after the other.
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

#: Rooms, and numbers of one letter.
NAMES, _DIGITS = ascii_letters + digits, f" {digits[1:]}{ascii_lowercase}"

#: Numbers with a way: ``2r``.
ARROWS = [f"{number}{way}" for number in range(10) for way in "rdlu"]


def _cells(rows: list[list[str]]) -> Iterator[tuple[int, int, str]]:
    """Each cell with a clue: its row, its column and the clue."""
    for r, row in enumerate(rows):
        yield from ((r, c, mark) for c, mark in enumerate(row) if mark != ".")


def _number(mark: str) -> int:
    if not (mark.isascii() and mark.isdigit()):
        raise InvalidModel("clues", f"{mark!r} is not a number; . is a cell without one")
    return int(mark)


Cell = tuple[int, int]

#: A rectangle: its first row and column, how high it is, and how wide.
Room = tuple[int, int, int, int]


# -- drafts of puzzles: what is there before the clues, or all of it, for a size; see Family.draft ----

Drafts = Generator[dict[str, int | str], Any, None]


def _near(rows: int, columns: int, cell: Cell) -> list[Cell]:
    """The cells beside a cell."""
    places = [(cell[0] + a, cell[1] + b) for a, b in WAYS]
    return [(r, c) for r, c in places if 0 <= r < rows and 0 <= c < columns]


def _rows_of(rows: int, columns: int, marks: Mapping[Cell, str]) -> list[list[str]]:
    return [[marks.get((r, c), ".") for c in range(columns)] for r in range(rows)]


def _draft_walls(rows: int, columns: int, rng: Random) -> Drafts:
    """Walls here and there, as many on one half as on the other."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    while True:
        some = rng.sample(cells, max(1, len(cells) // 10))
        walls = {*some, *((rows - 1 - r, columns - 1 - c) for r, c in some)}
        yield {"clues": clue_text(_rows_of(rows, columns, dict.fromkeys(walls, "x")))}


def _draft_arrows(rows: int, columns: int, rng: Random) -> Drafts:
    """A loop and arrows; then an arrow on a shaded cell where another loop goes, or a shorter loop."""
    cells = {(r, c) for r in range(rows) for c in range(columns)}
    while min(rows, columns) > 1:
        loop = _random_loop(rows, columns, rng)
        for _ in range(len(cells) // 16):
            loop = _shorter(loop, [], rng)
        shaded, walls, others = set[Cell](), set[Cell](), list[list[Cell]]()
        while 3 * len(walls) < len(cells):
            for cell in rng.sample(left := sorted(cells - walls - shaded - {*loop}), len(left)):
                apart = shaded.isdisjoint(_near(rows, columns, cell))
                (shaded if apart and walls else walls).add(cell)
            marks = {x: _arrow(x, cells - walls, shaded, others, rng) for x in sorted(walls)}
            found = yield {"clues": clue_text(_rows_of(rows, columns, marks))}
            wrong = [one for one in map(_loop_of, found) if _edges(one) != _edges(loop)]
            if not wrong:
                break
            others += wrong
            if some := sorted(shaded.intersection(*wrong[:1])):
                walls.add(rng.choice(some))
                shaded -= walls
            elif loop == (loop := _shorter(loop, wrong[:1], rng)):
                break


def _arrow(
    wall: Cell, free: set[Cell], shaded: set[Cell], others: list[list[Cell]], rng: Random
) -> str:
    """An arrow that counts the shaded cells on one side of a wall, and is wrong for most other loops."""
    best = (-1.0, "x")
    for way, (a, b) in zip("rdlu", WAYS, strict=True):
        ray = {(wall[0] + k * a, wall[1] + k * b) for k in range(1, 64)} & free
        number = len(ray & shaded)
        wrong = sum(len(ray.difference(other)) != number for other in others)
        if ray and number < 5:
            best = max(best, (wrong + rng.random(), f"{number}{way}"))
    return best[1]


def _draft_barriers(rows: int, columns: int, rng: Random) -> Drafts:
    """Walls between cells here and there."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    sides = [(r, c, "|") for r, c in cells if c < columns - 1]
    sides += [(r, c, "_") for r, c in cells if r < rows - 1]
    while True:
        marks = dict.fromkeys(cells, ".")
        for r, c, side in sorted(rng.sample(sides, max(1, len(sides) // 10))):
            marks[r, c] += side
        yield {"numbers": clue_text(_rows_of(rows, columns, marks))}


def _barriers(rows: list[list[str]]) -> Iterator[tuple[Cell, Cell]]:
    """The cells on both sides of each wall between cells."""
    for r, c, mark in _cells(rows):
        if "|" in mark:
            yield (r, c), (r, c + 1)
        if "_" in mark:
            yield (r, c), (r + 1, c)


def _draft_rooms(rows: int, columns: int, rng: Random) -> Drafts:
    """Rooms that are rectangles around shaded cells, which they count; then smaller ones.

    A room is cut so that no line of other cells goes through more than two rooms, and where other shadings
    differ.
    """
    while True:
        shaded, rooms = _shaded(rows, columns, rng), [(0, 0, rows, columns)]
        queue = [*rooms]
        for room in queue:  # the list grows in the loop
            high, wide = room[2:]
            if high * wide > rng.choice((4, 6, 9, 9, 12)) and max(high, wide) > 2:
                queue += _cut(rooms, room, _cuts(room), shaded, rng)
        if len(rooms) > len(NAMES):
            raise InvalidModel("rooms", f"are more than {len(NAMES)}; choose a smaller grid")
        while len(rooms) <= len(NAMES):
            found = yield _counted(rows, columns, rooms, shaded)
            several = [{(p.square.row, p.square.column) for p in one.pieces} for one in found]
            several = [shaded, *(one for one in several if one != shaded)]
            fitting = (one for one in several if _tell_apart(rooms, one, several, rng))
            if (kept := next(fitting, None)) is None:
                break
            shaded = kept


def _tell_apart(
    rooms: list[Room], shaded: set[Cell], several: list[set[Cell]], rng: Random
) -> bool:
    """Cut rooms in which other shadings than this one differ from it, and say whether one was cut."""
    cut = [
        _cut(rooms, room, _apart_cuts(room, shaded, other), shaded, rng)
        for other in several
        for room in rng.sample(rooms, len(rooms))
        if other & _inside(room) != shaded & _inside(room)
    ]
    return any(cut)


def _cuts(room: Room) -> list[tuple[Room, Room]]:
    """The ways to cut a room in two."""
    top, left, high, wide = room
    across = [((top, left, k, wide), (top + k, left, high - k, wide)) for k in range(1, high)]
    down = [((top, left, high, k), (top, left + k, high, wide - k)) for k in range(1, wide)]
    return across if high > wide else down if wide > high else across + down


def _apart_cuts(room: Room, shaded: set[Cell], other: set[Cell]) -> list[tuple[Room, Room]]:
    """Those after which the numbers of shaded cells tell two shadings apart."""
    return [
        pair
        for pair in _cuts(room)
        if len(shaded & _inside(pair[0])) != len(other & _inside(pair[0]))
    ]


def _inside(room: Room) -> set[Cell]:
    top, left, high, wide = room
    return {(r, c) for r in range(top, top + high) for c in range(left, left + wide)}


def _cut(
    rooms: list[Room], room: Room, cuts: list[tuple[Room, Room]], shaded: set[Cell], rng: Random
) -> list[Room]:
    """Cut a room in one of these ways, in place, and return its parts; nothing if none is allowed."""
    for one, other in rng.sample(cuts, len(cuts)):
        parts = [x for x in rooms if x != room] + [one, other]
        if not _has_long_line(parts, shaded):
            rooms[:] = parts
            return [one, other]
    return []


def _has_long_line(rooms: list[Room], shaded: set[Cell]) -> bool:
    """Whether a straight line of cells that are not shaded goes through more than two rooms."""
    room = {cell: number for number, one in enumerate(rooms) for cell in _inside(one)}
    for start in room:
        for a, b in WAYS[:2]:
            seen, cell = set[int](), start
            while cell in room and cell not in shaded and len(seen) < 3:
                seen.add(room[cell])
                cell = (cell[0] + a, cell[1] + b)
            if len(seen) > 2:
                return True
    return False


def _counted(rows: int, columns: int, rooms: list[Room], shaded: set[Cell]) -> dict[str, int | str]:
    """A map of rooms, and how many cells are shaded in each."""
    order = sorted(rooms)
    names = {cell: name for name, room in zip(NAMES, order, strict=False) for cell in _inside(room)}
    numbers = (
        f"{name}={len(shaded & _inside(room))}" for name, room in zip(NAMES, order, strict=False)
    )
    text = clue_text(_rows_of(rows, columns, names))
    return {"rooms": text, "numbers": ",".join(numbers)}


def _shaded(rows: int, columns: int, rng: Random) -> set[Cell]:
    """Shaded cells, no two side by side, as many as leave the others connected."""
    cells, shaded = [(r, c) for r in range(rows) for c in range(columns)], set[Cell]()
    for cell in rng.sample(cells, len(cells)):
        rest = {*cells} - shaded - {cell}
        apart = shaded.isdisjoint(_near(rows, columns, cell))
        if apart and len(_part(rows, columns, rest)) == len(rest):
            shaded.add(cell)
    return shaded


def _part(rows: int, columns: int, cells: set[Cell]) -> set[Cell]:
    """The component of one of the cells."""
    found = [next(iter(cells))] if cells else []
    seen = {*found}
    for cell in found:  # the list grows in the loop
        more = [x for x in _near(rows, columns, cell) if x in cells and x not in seen]
        found += more
        seen.update(more)
    return seen


def _draft_hitori(rows: int, columns: int, rng: Random) -> Drafts:
    """Numbers of a random shading; then others in cells that two solutions shade differently."""
    size = max(rows, columns)
    while True:
        shaded, marks = _shaded(rows, columns, rng), dict[Cell, str]()
        square = [rng.sample(range(1, size + 1), size) for _ in range(2)]
        order = rng.sample(range(1, size + 1), size)
        for r in range(rows):
            for c in range(columns):
                marks[r, c] = _DIGITS[order[(square[0][r] + square[1][c]) % size]]

        for cell in sorted(shaded):
            marks[cell] = _seen(cell, marks, shaded, rng)
        for _ in range(60):
            found = yield {"numbers": clue_text(_rows_of(rows, columns, marks))}
            several = [{(p.square.row, p.square.column) for p in x.pieces} for x in found]
            differ = sorted(set[Cell]().union(*(x ^ shaded for x in several)) & shaded)
            cell = rng.choice(differ or sorted(shaded))
            marks[cell] = _seen(cell, marks, shaded, rng)


def _seen(
    cell: Cell,
    marks: Mapping[Cell, str],
    shaded: set[Cell],
    rng: Random,
) -> str:
    """A number in the row or the column of a cell, of those that are not shaded."""
    line = [x for x in sorted(marks) if (x[0] == cell[0]) != (x[1] == cell[1])]
    return marks[rng.choice([x for x in line if x not in shaded])]


def _draft_nurikabe(rows: int, columns: int, rng: Random) -> Drafts:
    """A sea that grows without pools; in each island a number, on what is sea in other solutions."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    while True:
        sea, most = {rng.choice(cells)}, rng.uniform(0.5, 0.62) * len(cells)
        beach = {*_near(rows, columns, next(iter(sea)))}
        while beach and len(sea) < most:
            cell = rng.choice(sorted(beach))
            beach.discard(cell)
            if not _makes_pool(cell, sea):
                sea.add(cell)
                beach |= {*_near(rows, columns, cell)} - sea
        land = {*cells} - sea
        islands, left = list[set[Cell]](), {*land}
        while left:
            islands.append(_part(rows, columns, left))
            left -= islands[-1]
        if max(map(len, islands), default=99) > max(rows, columns) + 2:
            continue
        others = list[set[Cell]]()
        for _ in range(40):
            places = _apart(islands, others, rng)
            if places is None:
                break
            numbers = {x: str(len(island)) for x, island in zip(places, islands, strict=True)}
            found = yield {"clues": clue_text(_rows_of(rows, columns, numbers))}
            for one in found:
                others.append({x.square[:2] for x in one.pieces if x.kind != "sea:W"})
            others = [other for other in others if other != land]


def _apart(islands: list[set[Cell]], others: list[set[Cell]], rng: Random) -> list[Cell] | None:
    """A random cell of each island, not all on the land of another solution; None if none is found."""
    for _ in range(200):
        cells = {rng.choice(sorted(island)) for island in islands}
        if not any(cells <= land for land in others):
            return [next(iter(cells & island)) for island in islands]
    return None


def _makes_pool(cell: Cell, sea: set[Cell]) -> bool:
    """Whether a cell and three of the sea are a square."""
    r, c = cell
    corners = ((r + a, c + b) for a in (-1, 0) for b in (-1, 0))
    return any({(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)} <= sea | {cell} for i, j in corners)


def _draft_loop(rows: int, columns: int, rng: Random) -> Drafts:
    """Walls where a random loop does not go; then shorter loops where two solutions differ."""
    cells = {(r, c) for r in range(rows) for c in range(columns)}
    while min(rows, columns) > 1:
        loop, before = _random_loop(rows, columns, rng), list[Cell]()
        while len(loop) != len(before):
            walls = dict.fromkeys(cells.difference(loop), "x")
            found = yield {"clues": clue_text(_rows_of(rows, columns, walls))}
            before, *others = map(_loop_of, found)
            loop = _shorter(before, others, rng)


def _loop_of(path: Any) -> list[Cell]:
    return [(square.row, square.column) for square in path.squares]


def _edges(loop: list[Cell]) -> set[frozenset[Cell]]:
    return {frozenset((loop[k - 1], cell)) for k, cell in enumerate(loop)}


def _shorter(loop: list[Cell], others: list[list[Cell]], rng: Random) -> list[Cell]:
    """The loop without a detour round two cells, if it has one: one that other loops do not have."""
    turns, *theirs = map(_turns, (loop, *others))
    some = sorted(turns.difference(*theirs) or turns)
    left_out = rng.choice(some) if some else ()
    return [cell for cell in loop if cell not in left_out]


def _turns(loop: list[Cell]) -> set[tuple[Cell, Cell]]:
    """The two cells in the middle of each detour: the cells before and after them are side by side."""
    runs = ([loop[k - i] for i in range(4)] for k in range(len(loop) if len(loop) > 4 else 0))
    return {
        (min(b, c), max(b, c)) for a, b, c, d in runs if abs(a[0] - d[0]) + abs(a[1] - d[1]) == 1
    }


def _random_loop(rows: int, columns: int, rng: Random) -> list[Cell]:
    """The cells of a random loop in their order: it goes round squares that grow like a tree."""
    squares = [(r, c) for r in range(rows - 1) for c in range(columns - 1)]
    inside = {rng.choice(squares)}
    for square in rng.choices(squares, k=12 * len(squares)):
        r, c = square
        held = [(r + a, c + b) in inside for a, b in RING]
        runs = sum(held[i] and not held[i - 1] for i in range(8))
        sides = sum(held[i] for i in (1, 3, 5, 7))
        if square not in inside and runs == sides == 1:
            inside.add(square)
    r, c = min(inside)
    loop = [(r, c), (r, c + 1)]
    while loop[-1] != loop[0]:
        here, before = loop[-1], loop[-2]
        ways = (x for x in _near(rows, columns, here) if x != before)
        loop.append(next(x for x in ways if _is_side(here, x, inside)))
    return loop[1:]


def _is_side(one: Cell, other: Cell, inside: set[Cell]) -> bool:
    """Whether the line between two corners has a square inside on one side of it only."""
    (r, c), down = min(one, other), one[0] != other[0]
    return ((r, c) in inside) != ((r, c - 1) in inside if down else (r - 1, c) in inside)


# -- the genres -------------------------------------------------------------------------------------


@family(
    title="Slitherlink: a loop along the sides of cells",
    verify=("clues=3./..", "clues=.2./1../..3"),
    examples={"clues=3.3/.../3.3": 2, "clues=..../10../3.31/..2.": 1},
    clues={".": "0123"},
)
def slitherlink(clues: Clues) -> Tour:
    """Draw one loop along the sides of cells; a number says how many sides of its cell the loop has.

    The squares of the board are the corners of the cells.
    """
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
    title="Yajilin: a loop, arrows count the rest",
    verify=("clues=.../.../1u..", "clues=..1d./..../..../...."),
    examples={"clues=.0r../..../..../...0u": 3},
    clues={"x": ARROWS[:20]},
    drawn={"r": "→", "d": "↓", "l": "←", "u": "↑"},
    draft=_draft_arrows,
)
def yajilin(
    clues: Annotated[
        str, "rows separated by /: 2r counts to the right, also l u d; . is free, x is not"
    ],
) -> Tour:
    """Shade cells, no two side by side, and draw one loop through all others that have no clue.

    A clue ``2r`` says that two shaded cells are somewhere to its right; ``l``, ``u`` and ``d`` are left, up
    and down.
    """
    rows = clue_rows(clues, ARROWS)
    for _, _, mark in _cells(rows):
        if mark not in ("x", *ARROWS):
            raise InvalidModel("clues", f"{mark!r} is no clue; write 2r, or l, u, d; x; or .")
    text = "\n".join("".join("." if mark == "." else "#" for mark in row) for row in rows)
    board = Board.from_map(text)
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
    draft=_draft_loop,
)
def simple_loop(
    clues: Annotated[str, "rows separated by /: . is a cell of the loop, x is none"],
) -> Tour:
    """Draw one loop that visits every free cell, from side to side."""
    return Tour(Board.from_map("\n".join(map("".join, clue_rows(clues)))), "W")


@family(
    title="Numberlink: paths between equal marks",
    verify=("clues=A..B/..../A..B", "clues=A.B/.../A.B"),
    examples={"clues=A..B/..../A..B": 30},
    path_clues="ends",
)
def numberlink(clues: Clues) -> Factor:
    """Join equal marks by paths that share no cell; cells may be left out."""
    return Factor(clue_rows(clues), "W", "..2")


@family(
    title="Numbrix: numbers in a row, from side to side",
    verify=("numbers=1../.../..9", "numbers=1.3/.../..."),
    examples={"numbers=1../.../..9": 2},
)
def numbrix(numbers: Numbers) -> Tour:
    """Write the numbers from 1 on into all cells so that each is next to the one before."""
    return Tour(clue_rows(numbers), "W", closed=False, read_as="steps")


@family(
    title="Hidato: numbers in a row, corners touch",
    verify=("numbers=1../.../..9", "numbers=1./.."),
    examples={"numbers=1../.../..9": 30},
)
def hidato(numbers: Numbers) -> Tour:
    """Write the numbers from 1 on into all cells so that each touches the one before, at a corner too."""
    return Tour(clue_rows(numbers), "K", closed=False, read_as="steps")


def _past_walls(numbers: str) -> Tour:
    """An open tour that passes numbers in their order, and crosses no wall."""
    rows = clue_rows(numbers)
    cells = [[cell.rstrip("|_") for cell in row] for row in rows]
    path = Tour(cells, "W", closed=False, read_as="order")
    ends = [(Square(*a), Square(*b)) for a, b in _barriers(rows)]
    wrong = [b for _, b in ends if b not in path.board]
    if wrong:
        raise InvalidModel("numbers", "a wall is beside the grid; | is between two cells of a row")
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
    draft=_draft_barriers,
)
def walled_zip(numbers: Barred) -> Tour:
    """Draw a path through all cells, from number 1 to the last, that passes the numbers in their order.

    It crosses no wall between cells.
    """
    return _past_walls(numbers)


@family(
    title="Hitori: shade cells so that no number is twice",
    verify=("numbers=112/212/233", "numbers=12/21"),
    examples={"numbers=1334/3141/4134/1213": 1},
    drawn={},
    draft=_draft_hitori,
)
def hitori(numbers: Numbers) -> Placement:
    """Shade cells, no two side by side, so that no number stands twice in a line of the others.

    The others are connected from side to side.
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
    clues={"x": "01234"},
    draft=_draft_walls,
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
    text = "\n".join("".join("." if mark == "." else "#" for mark in row) for row in rows)
    board = Board.from_map(text)
    model = Placement(board, {"lamp:R": "any"}, ["non-attacking=blocking", "domination=blocking"])

    def beside() -> Iterator[Among]:
        for r, c, mark in _cells(rows):
            near = [model.at("lamp:R", (r + a, c + b)) for a, b in WAYS if (r + a, c + b) in board]
            if mark != "x" and near:
                yield exactly(_number(mark), near)
            elif mark not in "x0":
                raise InvalidModel("clues", f"{mark}: no cell is beside that wall")

    return model.with_rules(*beside())


@family(
    title="Nurikabe: islands in a connected sea",
    verify=("clues=1../.../..2", "clues=2./.."),
    examples={"clues=..../3..1/....": 2},
    drawn={},
    draft=_draft_nurikabe,
)
def nurikabe(clues: Numbers) -> Placement:
    """Shade the sea: connected, without four cells in a square; the rest are islands, a number in each.

    An island has as many cells as its number says, and does not touch another from side to side.
    """
    rows = clue_rows(clues)
    board = Board(len(rows), len(rows[0]))
    sizes = {(r, c): _number(mark) for r, c, mark in _cells(rows)}
    if sum(sizes.values()) > len(board.squares):
        raise InvalidModel("clues", "the islands have more cells than the board")
    islands = {f"i{k}:W": size for k, size in enumerate(sizes.values(), start=1)}
    sea = {"sea:W": "any"}  # an island or the sea on every cell says how large it is
    pairs = [f"{a}-{b}" for a in islands for b in islands if a < b]
    rules = [f"connected=kinds={kind}" for kind in (*islands, *sea)]
    rules += [f"non-attacking={','.join(pairs)}"] if pairs else []
    given = [f"{kind}@{board.name(Square(*x))}" for kind, x in zip(islands, sizes, strict=True)]
    near = {
        kind: frozenset(x for x in board.squares if abs(x[0] - r) + abs(x[1] - c) < sizes[r, c])
        for kind, (r, c) in zip(islands, sizes, strict=True)
    }
    kinds = [Kind.parse(name, number, near.get(name)) for name, number in (islands | sea).items()]
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
    draft=_draft_rooms,
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
    areas = Regions(tuple(map("".join, rows)), "0..")
    model = Placement(board, {"shaded:W": "any"}, ["non-attacking", "connected=empty,by=W", areas])

    def room(square: Cell) -> str:
        return rows[square[0]][square[1]]

    def counted() -> Iterator[Among]:
        for name, number in re.findall(r"(\w)=(\d+)", numbers):
            inside = [model.at("shaded:W", x) for x in board.squares if room(x) == name]
            yield exactly(int(number), inside)
        for start in board.squares:
            for a, b in WAYS[:2]:
                steps = range(1, len(rows) + len(rows[0]))
                line = [start, *((start[0] + k * a, start[1] + k * b) for k in steps)]
                line = [square for square in line if square in board]
                borders = [k for k, (x, y) in enumerate(pairwise(line)) if room(x) != room(y)]
                if len(borders) > 1:
                    yield clause(model.at("shaded:W", x) for x in line[: borders[1] + 2])

    return model.with_rules(*counted())
