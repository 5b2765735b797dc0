"""Grid puzzles: each against a count of its own, in plain Python, by the words of its statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import nqsat
from nqsat import InvalidModel
from nqsat.models import grid
from nqsat.reporting.model_svg import drawn_model
from nqsat.rules import Among, Places, at_most, rule

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
COUNTED: list[tuple[str, str, Callable[[str], int], tuple[str, ...]]] = [
    ("slitherlink", "clues", slitherlink, ("3.3/.../3.3", "..2/.1./3..", "..../10../3.31/..2.")),
    ("masyu", "clues", masyu, ("..W./...W/..../...B", "W.../..../.B../....", "....")),
    ("simple_loop", "clues", simple_loop, ("..../..../....", "..../.xx./..../....", "x.../....")),
    ("hitori", "numbers", hitori, ("1334/3141/4134/1213", "123/231/312", "112/121/211")),
    ("akari", "clues", akari, ("1..1/..1./.x../....", ".../.../...", "..2/.../x..")),
    ("nurikabe", "clues", nurikabe, ("..../3..1/....", "2./..", "1../.../..2")),
    ("numberlink", "clues", numberlink, ("A..B/..../A..B", "A.B/.../B.A")),
    ("numbrix", "numbers", lambda text: numbered(text, SIDES), ("1../.../..9", "1.3/.../...")),
    ("hidato", "numbers", lambda text: numbered(text, ALL), ("1../.../..9",)),
    ("zip_path", "numbers", ordered, ("1..3/..../2...",)),
]

#: By genre: parameters, and the count in plain Python.
RIGHT: list[tuple[str, dict[str, str], Callable[[], int]]] = [
    *((genre, {name: x}, partial(by, x)) for genre, name, by, some in COUNTED for x in some),
    ("yajilin", {"clues": ".0r../..../..../...0u"},
     lambda: yajilin({(0, 1): ((0, 1), 0), (3, 3): ((-1, 0), 0)}, 4, 4)),
    ("yajilin", {"clues": "2d.../..../..../...."}, lambda: yajilin({(0, 0): ((1, 0), 2)}, 4, 4)),
    ("heyawake", {"rooms": "AABB/AABB/CCDD/CCDD", "numbers": "A=2,B=1,C=0,D=1"},
     lambda: heyawake("AABB/AABB/CCDD/CCDD", {"A": 2, "B": 1, "C": 0, "D": 1})),
    ("heyawake", {"rooms": "ABCD/ABCD", "numbers": "A=1"}, lambda: heyawake("ABCD/ABCD", {"A": 1})),
]  # fmt: skip


@pytest.mark.parametrize(("genre", "parameters", "right"), RIGHT)
def test_counts_are_those_of_plain_python(
    genre: str, parameters: dict[str, str], right: Callable[[], int]
) -> None:
    model = getattr(grid, genre)(**parameters)
    assert nqsat.count(model).value == nqsat.count(model, engine="sat").value == right()


def test_numbers_that_a_cell_cannot_have_are_refused() -> None:
    for genre, clues_of in (("slitherlink", "a.."), ("slitherlink", "12/1"), ("akari", "1x/xx")):
        with pytest.raises(nqsat.InvalidModel, match=r"number|cells|beside"):
            getattr(grid, genre)(clues_of)
    with pytest.raises(nqsat.InvalidModel, match="'6' is not a pearl"):
        grid.masyu("W6/..")


def arrows(text: str) -> int:
    """The same of a text of clues."""
    rows = nqsat.modelling.clue_rows(text, grid.ARROWS)
    given: Arrows = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark != ".":
                way = SIDES["rdlu".index(mark[-1])] if mark != "x" else None
                given[r, c] = None if way is None else (way, int(mark[:-1]))
    return yajilin(given, len(rows), len(rows[0]))


def rooms(text: str) -> int:
    """Heyawake with the rooms below, of a text of numbers."""
    given = [part.split("=") for part in text.split(",")]
    return heyawake(ROOMS, {name: int(number) for name, number in given if number != "."})


ROOMS = "AABB/ACDB/ECDD/EEFF"

#: By genre: parameters without clues, what stands in the place of a clue, and the count in plain Python.
MADE: list[tuple[str, dict[str, str], str, Callable[[str], int]]] = [
    ("slitherlink", {"clues": "3x3"}, ".", slitherlink),
    ("slitherlink", {"clues": ".../.2./.../..."}, ".", slitherlink),  # a clue that is given stays
    ("masyu", {"clues": "4x4"}, ".", masyu),
    ("akari", {"clues": "x.../..x./x.../..x."}, "x", akari),
    ("yajilin", {"clues": "x..x/..../..../...."}, "x", arrows),
    ("heyawake", {"rooms": ROOMS, "numbers": "A=.,B=.,C=.,D=.,E=.,F=."}, ".", rooms),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("genre", "parameters", "blank", "plain"), MADE)
def test_a_made_puzzle_has_one_solution_and_needs_every_clue(
    genre: str, parameters: dict[str, str], blank: str, plain: Callable[[str], int], seed: int
) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made, again = (nqsat.puzzle(genre, *parameters.values(), seed=seed) for _ in range(2))
    assert made == again
    family, name = getattr(grid, genre), [*parameters][-1]
    text = made.givens[0].removeprefix(f"{name}=")
    assert made.model == family(**{**parameters, name: text})
    assert plain(text) == 1
    assert made.model.holds(made.solution)
    empty = nqsat.modelling.clue_rows(parameters[name], grid.ARROWS)
    rows = nqsat.modelling.clue_rows(text, grid.ARROWS)
    clues = [(r, c) for r, row in enumerate(rows) for c in range(len(row)) if row[c] != empty[r][c]]
    assert clues
    for r, c in clues:
        assert empty[r][c].endswith(blank)
        fewer = [[*row] for row in rows]
        fewer[r][c] = empty[r][c]
        assert plain(nqsat.modelling.clue_text(fewer)) > 1


def test_another_seed_makes_another_puzzle() -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made = {nqsat.puzzle("slitherlink", "4x4", seed=seed).givens for seed in range(5)}
    assert len(made) > 1


def test_clues_are_drawn_where_they_stand() -> None:
    """In the middle of four corners, on cells, and on the first cell of a room; as papers draw them."""
    for genre, parameters, right in (
        ("slitherlink", {"clues": "3./.0"}, [((0.5, 0.5), "3"), ((1.5, 1.5), "0")]),
        ("masyu", {"clues": "W../.../..B"}, [((0, 0), "○"), ((2, 2), "●")]),
        ("yajilin", {"clues": "..2l./x.../...."}, [((0, 2), "2←")]),
        ("akari", {"clues": ".1/x."}, [((0, 1), "1")]),
        (
            "heyawake",
            {"rooms": "AAB/CAB", "numbers": "A=.,B=1,C=0"},
            [((0, 2), "1"), ((1, 0), "0")],
        ),
        ("hitori", {"numbers": "12/21"}, [*zip(product((0, 1), (0, 1)), "1221", strict=True)]),
        ("nurikabe", {"clues": "12./..."}, [((0, 0), "1"), ((0, 1), "2")]),
        ("numbrix", {"numbers": "1../.../..9"}, []),  # a tour has its numbers itself
    ):
        model = getattr(grid, genre)(**parameters)
        assert [*model.clues] == right
        assert [*nqsat.modelling.loads(nqsat.modelling.dumps(model)).clues] == right
        assert drawn_model(model).count('class="clue"') == len(right)


def test_a_rule_of_ones_own_says_its_clues() -> None:
    def corner(model: Places) -> Iterator[Among]:
        yield at_most(1, model.at("Q", "a1"), model.at("Q", "b2"))

    model = nqsat.Placement("2x2", {"Q": 1}, [rule(clues=[((0.5, 0.5), "1")])(corner)])
    assert model.clues == (((0.5, 0.5), "1"),)
    assert 'class="clue"' in drawn_model(model)
    assert 'class="clue"' in nqsat.view(model).html


@pytest.mark.parametrize(
    ("genre", "name", "plain"),
    [
        ("hitori", "numbers", hitori),
        ("nurikabe", "clues", nurikabe),
        ("simple-loop", "clues", simple_loop),
        ("akari", "clues", akari),
    ],
)
def test_a_puzzle_is_made_of_a_size(genre: str, name: str, plain: Callable[[str], int]) -> None:
    """Walls and numbers that cannot be left out are drafted, until there is one solution."""
    made, again = (nqsat.puzzle(genre, "4x4", seed=3) for _ in range(2))
    assert made == again
    text = str(made.parameters[name])
    assert [len(row) for row in text.split("/")] == [4] * 4
    assert plain(text) == 1
    assert made.model.holds(made.solution)


def test_rooms_are_made_of_a_size() -> None:
    made = nqsat.puzzle("heyawake", "4x4", seed=3)
    numbers = dict(part.split("=") for part in str(made.parameters["numbers"]).split(","))
    given = {name: int(number) for name, number in numbers.items() if number != "."}
    assert heyawake(str(made.parameters["rooms"]), given) == 1


def test_arrows_are_made_of_a_size() -> None:
    assert arrows(str(nqsat.puzzle("yajilin", "4x4", seed=3).parameters["clues"])) == 1


def test_drafts_exclude_what_was_found() -> None:
    """Of a size that random walls seldom leave one loop for: each draft is made of the last one."""
    for seed in range(3):
        drafts = list[str]()
        nqsat.puzzle("simple-loop", "8x8", seed=seed, watch=drafts.append)
        assert len(drafts) < 60


def test_no_arrow_can_be_left_out() -> None:
    made = nqsat.puzzle("yajilin", "5x5", seed=5)
    text = str(made.parameters["clues"])
    every = [*re.finditer(r"\d[rdlu]", text)]
    assert every
    assert arrows(text) == 1
    for arrow in every:
        assert arrows(f"{text[: arrow.start()]}x{text[arrow.end() :]}") > 1


@pytest.mark.parametrize(
    ("model", "clues"),
    [
        (grid.slitherlink, {"clues": "..../10../3.31/..2."}),
        (grid.hitori, {"numbers": "1334/3141/4134/1213"}),
    ],
)
def test_what_has_one_solution_is_a_puzzle_as_it_is(model: Any, clues: dict[str, Any]) -> None:
    made = nqsat.puzzle(model.name, seed=1, **clues)
    assert made.model == model(**clues)
    assert made.model.holds(made.solution)


def test_a_size_alone_is_a_star_battle_with_one_star() -> None:
    made = nqsat.puzzle("star-battle", "5x5", seed=1)
    assert len([*made.solution.atoms]) == 5


def test_a_closed_tour_without_solution_names_the_open_ones() -> None:
    with pytest.raises(InvalidModel, match="the tour is closed: --open"):
        nqsat.puzzle("knights-tours", 5, 5)


def test_islands_lie_near_their_numbers() -> None:
    """Else a formula of twenty islands on 10 by 10 is refused: it has millions of literals."""
    text = next(grid._draft_nurikabe(10, 10, Random(0)))["clues"]
    model = grid.nurikabe(str(text))
    assert len(model.kinds) > 15
    assert model.size < 1_000_000
    assert nqsat.solve(model).solution is not None
