"""Grid puzzles counted in plain Python, by the words of their statements: brute force on small boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

Cell = tuple[int, int]
Edge = frozenset[Cell]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + a, cell[1] + b) for a, b in SIDES]


def parts(cells: set[Cell]) -> list[set[Cell]]:
    """The components of cells, from side to side."""
    found, left = [], {*cells}
    while left:
        part, queue = set[Cell](), [left.pop()]
        for cell in queue:
            part.add(cell)
            queue += left & {*near(cell)}
            left -= {*near(cell)}
        found.append(part)
    return found


def loops(rows: int, columns: int) -> Iterator[tuple[set[Edge], set[Cell]]]:
    """All loops of a board of points: by trying sets of cells that they go round, without a hole."""
    outer = {(r, c) for r in range(-1, rows) for c in range(-1, columns)}
    cells = [(r, c) for r in range(rows - 1) for c in range(columns - 1)]
    for chosen in product((0, 1), repeat=len(cells)):
        inside = {cell for cell, bit in zip(cells, chosen, strict=True) if bit}
        if not inside or len(parts(inside)) > 1 or len(parts(outer - inside)) > 1:
            continue
        edges = set[Edge]()
        for r, c in inside:
            corners = ((r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c))
            for number, (a, b) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
                if (r + a, c + b) not in inside:
                    edges.add(frozenset((corners[number], corners[(number + 1) % 4])))
        points = [point for edge in edges for point in edge]
        if all(points.count(point) == 2 for point in points):
            yield edges, {*points}


def shadings(rows: int, columns: int) -> Iterator[tuple[set[Cell], set[Cell]]]:
    """All ways to shade cells: the shaded ones, and the others."""
    cells = [*product(range(rows), range(columns))]
    for chosen in product((0, 1), repeat=len(cells)):
        shaded = {cell for cell, bit in zip(cells, chosen, strict=True) if bit}
        yield shaded, {*cells} - shaded


def apart(shaded: set[Cell]) -> bool:
    return not any(shaded & {*near(cell)} for cell in shaded)


def paths(rows: int, columns: int, steps: tuple[Cell, ...]) -> Iterator[list[Cell]]:
    """All paths through all cells."""
    cells = {*product(range(rows), range(columns))}

    def further(path: list[Cell]) -> Iterator[list[Cell]]:
        if len(path) == len(cells):
            yield path
        for a, b in steps:
            there = (path[-1][0] + a, path[-1][1] + b)
            if there in cells and there not in path:
                yield from further([*path, there])

    for cell in sorted(cells):
        yield from further([cell])


def clues(text: str) -> dict[Cell, str]:
    rows = text.split("/")
    return {(r, c): m for r, row in enumerate(rows) for c, m in enumerate(row) if m != "."}


def slitherlink(text: str) -> int:
    rows = text.split("/")

    def sides(edges: set[Edge], cell: Cell) -> int:
        r, c = cell
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        return sum(frozenset((corners[i - 1], corners[i])) in edges for i in range(4))

    every = loops(len(rows) + 1, len(rows[0]) + 1)
    return sum(all(sides(x, at) == int(m) for at, m in clues(text).items()) for x, _ in every)


def masyu(text: str) -> int:
    def keeps(edges: set[Edge], cell: Cell, mark: str) -> bool:
        ways = [there for there in near(cell) if frozenset((cell, there)) in edges]
        if len(ways) != 2:
            return False

        def straight(at: Cell) -> bool:
            a, b = (there for there in near(at) if frozenset((at, there)) in edges)
            return a[0] == b[0] or a[1] == b[1]

        if mark == "B":
            return not straight(cell) and all(map(straight, ways))
        return straight(cell) and not all(map(straight, ways))

    rows = text.split("/")
    every = loops(len(rows), len(rows[0]))
    return sum(all(keeps(x, at, m) for at, m in clues(text).items()) for x, _ in every)


Arrows = dict[Cell, tuple[Cell, int] | None]


def yajilin(given: Arrows, rows: int, columns: int) -> int:
    free = {*product(range(rows), range(columns))} - {*given}
    found = 0
    for _, visited in loops(rows, columns):
        shaded = free - visited
        if visited <= free and apart(shaded):
            found += all(
                sum((r + k * a, c + k * b) in shaded for k in range(1, 9)) == number
                for (r, c), arrow in given.items()
                if arrow is not None
                for (a, b), number in [arrow]
            )
    return found


def simple_loop(text: str) -> int:
    rows = text.split("/")
    left_out = {*clues(text)}
    free = {*product(range(len(rows)), range(len(rows[0])))} - left_out
    return sum(visited == free for _, visited in loops(len(rows), len(rows[0])))


def hitori(text: str) -> int:
    rows, found = text.split("/"), 0
    for shaded, others in shadings(len(rows), len(rows[0])):
        if apart(shaded) and len(parts(others)) == 1:
            lines = [[x for x in others if x[i] == n] for i in (0, 1) for n in range(len(rows))]
            figures = ([rows[r][c] for r, c in line] for line in lines)
            found += all(len({*line}) == len(line) for line in figures)
    return found


def akari(text: str) -> int:
    rows, walls = text.split("/"), clues(text)
    free = {*product(range(len(rows)), range(len(rows[0])))} - {*walls}

    def lit(lamp: Cell) -> set[Cell]:
        seen = set[Cell]()
        for a, b in SIDES:
            at = (lamp[0] + a, lamp[1] + b)
            while at in free:
                seen.add(at)
                at = (at[0] + a, at[1] + b)
        return seen

    found = 0
    for lamps, _ in shadings(len(rows), len(rows[0])):
        light = set[Cell]().union(*map(lit, lamps)) if lamps <= free else set()
        if lamps <= free and not light & lamps and light | lamps == free:
            figures = ((at, int(m)) for at, m in walls.items() if m != "x")
            found += all(len(lamps & {*near(at)}) == number for at, number in figures)
    return found


def nurikabe(text: str) -> int:
    rows, found = text.split("/"), 0
    numbers = {at: int(m) for at, m in clues(text).items()}
    for sea, islands in shadings(len(rows), len(rows[0])):
        pool = any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= sea for r, c in sea)
        if not pool and len(parts(sea)) == 1:
            inside = [[numbers[x] for x in part if x in numbers] for part in parts(islands)]
            sizes = map(len, parts(islands))
            found += {*numbers} <= islands and all(
                x == [n] for x, n in zip(inside, sizes, strict=True)
            )
    return found


def heyawake(text: str, numbers: dict[str, int]) -> int:
    rows, found = text.split("/"), 0
    high, wide = len(rows), len(rows[0])
    lines = [[(r, c) for c in range(wide)] for r in range(high)]
    lines += [[(r, c) for r in range(high)] for c in range(wide)]
    for shaded, others in shadings(high, wide):
        counts = (sum(rows[r][c] == name for r, c in shaded) == n for name, n in numbers.items())
        if not apart(shaded) or len(parts(others)) != 1 or not all(counts):
            continue
        runs = (
            line[i:j] for line in lines for i in range(len(line)) for j in range(i, len(line) + 1)
        )
        white = (run for run in runs if not shaded & {*run})
        found += all(
            sum(rows[a[0]][a[1]] != rows[b[0]][b[1]] for a, b in pairwise(run)) <= 1
            for run in white
        )
    return found


def numbered(text: str, steps: tuple[Cell, ...]) -> int:
    rows, given = text.split("/"), clues(text)
    every = paths(len(rows), len(rows[0]), steps)
    return sum(all(path[int(m) - 1] == at for at, m in given.items()) for path in every)


def ordered(text: str) -> int:
    rows, given = text.split("/"), clues(text)
    order = [at for at, _ in sorted(given.items(), key=lambda item: int(item[1]))]
    found = 0
    for path in paths(len(rows), len(rows[0]), SIDES):
        places = [path.index(at) for at in order]
        found += places == sorted(places) and path[0] == order[0] and path[-1] == order[-1]
    return found


def numberlink(text: str) -> int:
    """Sets of disjoint paths, of which each joins two equal marks: built path by path."""
    rows = text.split("/")
    cells = {*product(range(len(rows)), range(len(rows[0])))}
    ends: dict[str, list[Cell]] = {}
    for at, mark in clues(text).items():
        ends.setdefault(mark, []).append(at)

    def ways(pairs: list[list[Cell]], free: set[Cell], at: Cell) -> int:
        if at == pairs[0][1]:
            return ways(pairs[1:], free, pairs[1][0]) if pairs[1:] else 1
        inside = free | {pairs[0][1]}
        return sum(ways(pairs, free - {there}, there) for there in near(at) if there in inside)

    pairs = [*ends.values()]
    return ways(pairs, cells - {*clues(text)}, pairs[0][0])


ALL = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))

#: By genre what its parameter is called, the count in plain Python, and what it is asked of.
