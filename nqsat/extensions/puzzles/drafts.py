"""Drafts of puzzles for a size: what is there before the clues are chosen, or all of it.

A draft is a generator of parameters of a family. What is sent to it are solutions of its last
parameters, so that the next ones may exclude one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from random import Random
from string import ascii_letters, digits
from typing import Any, cast

from nqsat import Board, InvalidModel
from nqsat.extensions.puzzles.region_search import beside, component, is_connected
from nqsat.modelling import clue_text

Cell = tuple[int, int]

#: A rectangle: its first row and column, how high it is, and how wide.
Room = tuple[int, int, int, int]

#: From a cell to the right, down, left and up.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))

#: From a cell to the eight around it, one after the other.
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

#: Rooms, and numbers of one letter.
NAMES = ascii_letters + digits

Drafts = Generator[dict[str, int | str], Any, None]


def _beside(rows: int, columns: int) -> Mapping[Cell, Sequence[Cell]]:
    return cast("Mapping[Cell, Sequence[Cell]]", beside(Board(rows, columns)))


def _rows_of(rows: int, columns: int, marks: Mapping[Cell, str]) -> list[list[str]]:
    return [[marks.get((r, c), ".") for c in range(columns)] for r in range(rows)]


def _draft_walls(rows: int, columns: int, rng: Random) -> Drafts:
    """Walls here and there, as many on one half as on the other; then more where two solutions differ."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    while True:
        some = rng.sample(cells, max(1, len(cells) // 10))
        walls = set[Cell]()
        while some and len(walls) < len(cells) // 2:
            walls |= {*some, *((rows - 1 - r, columns - 1 - c) for r, c in some)}
            found = yield {"clues": clue_text(_rows_of(rows, columns, dict.fromkeys(walls, "x")))}
            lamps = [{x.square[:2] for x in solution.pieces} for solution in found]
            some = [rng.choice(sorted(lamps[0] ^ lamps[1]))] if lamps else []


def _draft_arrows(rows: int, columns: int, rng: Random) -> Drafts:
    """A loop and arrows; then an arrow on a shaded cell where another loop goes, or a shorter loop."""
    near = _beside(rows, columns)
    cells = {*near}
    while min(rows, columns) > 1:
        loop = _random_loop(rows, columns, rng)
        for _ in range(len(cells) // 16):
            loop = _shorter(loop, [], rng)
        shaded, walls, others = set[Cell](), set[Cell](), list[list[Cell]]()
        while 3 * len(walls) < len(cells):
            for cell in rng.sample(left := sorted(cells - walls - shaded - {*loop}), len(left)):
                apart = shaded.isdisjoint(near[cell])
                (shaded if apart and walls else walls).add(cell)
            marks = {x: _arrow(x, cells - walls, shaded, others, rng) for x in sorted(walls)}
            found = yield {"clues": clue_text(_rows_of(rows, columns, marks))}
            wrong = [drawn for drawn in map(_loop_of, found) if _edges(drawn) != _edges(loop)]
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
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    sides = [(r, c, "|") for r, c in cells if c < columns - 1]
    sides += [(r, c, "_") for r, c in cells if r < rows - 1]
    while True:
        marks = dict.fromkeys(cells, ".")
        for r, c, side in sorted(rng.sample(sides, max(1, len(sides) // 10))):
            marks[r, c] += side
        yield {"numbers": clue_text(_rows_of(rows, columns, marks))}


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
            several = [{p.square[:2] for p in solution.pieces} for solution in found]
            several = [shaded, *(cells for cells in several if cells != shaded)]
            fitting = (cells for cells in several if _tell_apart(rooms, cells, several, rng))
            if (kept := next(fitting, None)) is None:
                break
            shaded = kept


def _tell_apart(
    rooms: list[Room], shaded: set[Cell], several: list[set[Cell]], rng: Random
) -> bool:
    """Cut rooms in which other shadings than this one differ from it, and say whether one was cut."""
    for at_once in (True, False):  # else a smaller room may be cut so that they are told apart
        cut = [
            _cut(rooms, room, _apart_cuts(room, shaded, other, at_once=at_once), shaded, rng)
            for other in several
            for room in rng.sample(rooms, len(rooms))
            if other & _inside(room) != shaded & _inside(room)
        ]
        if any(cut):
            return True
    return False


def _cuts(room: Room) -> list[tuple[Room, Room]]:
    top, left, high, wide = room
    across = [((top, left, k, wide), (top + k, left, high - k, wide)) for k in range(1, high)]
    down = [((top, left, high, k), (top, left + k, high, wide - k)) for k in range(1, wide)]
    return across if high > wide else down if wide > high else across + down


def _apart_cuts(
    room: Room, shaded: set[Cell], other: set[Cell], *, at_once: bool
) -> list[tuple[Room, Room]]:
    """Those after which the numbers of shaded cells tell two shadings apart, or all."""
    return [
        pair
        for pair in _cuts(room)
        if not at_once or len(shaded & _inside(pair[0])) != len(other & _inside(pair[0]))
    ]


def _inside(room: Room) -> set[Cell]:
    top, left, high, wide = room
    return {(r, c) for r in range(top, top + high) for c in range(left, left + wide)}


def _cut(
    rooms: list[Room], room: Room, cuts: list[tuple[Room, Room]], shaded: set[Cell], rng: Random
) -> list[Room]:
    """Cut a room in one of these ways, in place, and return its parts; nothing if none is allowed."""
    for first, second in rng.sample(cuts, len(cuts)):
        parts = [x for x in rooms if x != room] + [first, second]
        if not _has_long_line(parts, shaded):
            rooms[:] = parts
            return [first, second]
    return []


def _has_long_line(rooms: list[Room], shaded: set[Cell]) -> bool:
    """Whether a straight line of cells that are not shaded goes through more than two rooms."""
    room = {cell: number for number, group in enumerate(rooms) for cell in _inside(group)}
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
    order = sorted(rooms)
    names = {cell: name for name, room in zip(NAMES, order, strict=False) for cell in _inside(room)}
    numbers = (
        f"{name}={len(shaded & _inside(room))}" for name, room in zip(NAMES, order, strict=False)
    )
    text = clue_text(_rows_of(rows, columns, names))
    return {"rooms": text, "numbers": ",".join(numbers)}


def _shaded(rows: int, columns: int, rng: Random) -> set[Cell]:
    """Shaded cells, no two side by side, as many as leave the others connected."""
    near, shaded = _beside(rows, columns), set[Cell]()
    for cell in rng.sample([*near], len(near)):
        if shaded.isdisjoint(near[cell]) and is_connected({*near} - shaded - {cell}, near):
            shaded.add(cell)
    return shaded


def _draft_hitori(rows: int, columns: int, rng: Random) -> Drafts:
    """Numbers of a random shading; then others in cells that two solutions shade differently."""
    size = max(rows, columns)
    while True:
        shaded, marks = _shaded(rows, columns, rng), dict[Cell, str]()
        square = [rng.sample(range(1, size + 1), size) for _ in range(2)]
        order = rng.sample(range(1, size + 1), size)
        for r in range(rows):
            for c in range(columns):
                marks[r, c] = str(order[(square[0][r] + square[1][c]) % size])

        for cell in sorted(shaded):
            marks[cell] = _seen(cell, marks, shaded, rng)
        for _ in range(60):
            found = yield {"numbers": clue_text(_rows_of(rows, columns, marks))}
            several = [{p.square[:2] for p in x.pieces} for x in found]
            differ = sorted(set[Cell]().union(*(x ^ shaded for x in several)) & shaded)
            cell = rng.choice(differ or sorted(shaded))
            marks[cell] = _seen(cell, marks, shaded, rng)


def _seen(cell: Cell, marks: Mapping[Cell, str], shaded: set[Cell], rng: Random) -> str:
    """A number in the row or the column of a cell, of those that are not shaded."""
    line = [x for x in sorted(marks) if (x[0] == cell[0]) != (x[1] == cell[1])]
    return marks[rng.choice([x for x in line if x not in shaded])]


def _draft_nurikabe(rows: int, columns: int, rng: Random) -> Drafts:
    """A sea that grows without pools; a number in each island. Where none tells them apart, it grows."""
    near, large = _beside(rows, columns), 9
    while True:
        sea, most = {rng.choice([*near])}, rng.uniform(0.5, 0.66) * len(near)
        beach = {*near[min(sea)]}
        while beach and len(sea) < most:
            cell = rng.choice(sorted(beach))
            beach.discard(cell)
            if not _makes_pool(cell, sea):
                sea.add(cell)
                beach |= {*near[cell]} - sea
        while islands := _islands({*near} - sea, near):
            if max(map(len, islands)) >= large:
                break
            unsure = yield from _numbered(rows, columns, islands, rng)
            coast = [x for x in sorted(unsure) if not sea.isdisjoint(near[x])]
            wet = [x for x in coast if not _makes_pool(x, sea)]
            if not wet:
                break
            sea.add(rng.choice(wet))


def _islands(land: set[Cell], near: Mapping[Cell, Sequence[Cell]]) -> list[set[Cell]]:
    found = list[set[Cell]]()
    while left := land.difference(*found):
        found.append(component(min(left), left, near))
    return found


def _numbered(
    rows: int, columns: int, islands: list[set[Cell]], rng: Random
) -> Generator[dict[str, int | str], Any, set[Cell]]:
    """Yield drafts with a number in each island; return the cells of islands that are sea in others."""
    land, others = set[Cell]().union(*islands), list[set[Cell]]()
    for _ in range(40):
        places = _apart(islands, others, rng)
        if places is None:
            break
        numbers = {x: str(len(island)) for x, island in zip(places, islands, strict=True)}
        found = yield {"clues": clue_text(_rows_of(rows, columns, numbers))}
        for solution in found:
            others.append({x.square[:2] for x in solution.pieces if x.kind != "sea:W"})
        others = [other for other in others if other != land]
    return land.difference(*others[-1:])


def _apart(islands: list[set[Cell]], others: list[set[Cell]], rng: Random) -> list[Cell] | None:
    """A random cell of each island, not all on the land of another solution; None if none is found."""
    for _ in range(20):
        cells = dict[int, Cell]()
        for other in rng.sample(others, len(others)):
            if other.issuperset(cells.values()):
                differing = [(k, x) for k, island in enumerate(islands) for x in island - other]
                free = sorted(pair for pair in differing if pair[0] not in cells)
                cells.update([rng.choice(free)] if free else [])
        if not any(other.issuperset(cells.values()) for other in others):
            return [cells.get(k) or rng.choice(sorted(x)) for k, x in enumerate(islands)]
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
    near = _beside(rows, columns)
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
        ways = (x for x in near[here] if x != before)
        loop.append(next(x for x in ways if _is_side(here, x, inside)))
    return loop[1:]


def _is_side(one: Cell, other: Cell, inside: set[Cell]) -> bool:
    """Whether the line between two corners has a square inside on one side of it only."""
    (r, c), down = min(one, other), one[0] != other[0]
    return ((r, c) in inside) != ((r, c - 1) in inside if down else (r - 1, c) in inside)


#: By the name of a family: a function of rows, columns and a random generator.
DRAFTS: Mapping[str, Callable[[int, int, Random], Drafts]] = {
    "akari": _draft_walls,
    "yajilin": _draft_arrows,
    "simple-loop": _draft_loop,
    "walled-zip": _draft_barriers,
    "hitori": _draft_hitori,
    "nurikabe": _draft_nurikabe,
    "heyawake": _draft_rooms,
}
