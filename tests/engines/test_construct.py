"""Constructed tours and placements, checked by the arithmetic of chess alone; and boards without a tour."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from support.error_asserts import raised
from support.oracle.brute_force import DEEP

from nqsat import Board, Placement, Tour, UnsupportedByEngine, solve
from nqsat.chess import Piece, Square, attacks, some_attack
from nqsat.engines import (
    BacktrackEngine,
    BriefSatEngine,
    ConstructEngine,
    Engine,
    Listing,
    SatEngine,
    Verdict,
)
from nqsat.engines.construct.placements import known_placement
from nqsat.engines.proof import why_no_tour
from nqsat.modelling.rules import Domination, Maximal, NonAttacking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nqsat.modelling import Arrangement, Path


WAYS = (True, False)


def find(tour: Tour, engine: Engine | None = None) -> Path | None:
    search = (engine or ConstructEngine()).search(tour)
    return cast("Path | None", next((path for path in search if path is not None), None))


def is_tour(cells: list[tuple[int, int]], rows: int, columns: int, *, closed: bool) -> bool:
    """The independent check: every cell once, by leaps of one and two."""
    every = {(row, column) for row in range(rows) for column in range(columns)}
    steps = list(pairwise([*cells, cells[0]] if closed else cells))
    leaps = all(sorted((abs(a - c), abs(b - d))) == [1, 2] for (a, b), (c, d) in steps)
    return len(cells) == len(every) and set(cells) == every and leaps


def agrees(rows: int, columns: int, *, closed: bool) -> str | None:
    """What is wrong with what is constructed, if anything: a tour, or a theorem that there is none."""
    tour = Tour(Board(rows, columns), "N", closed=closed)
    path = find(tour)
    if path is None:
        return None if why_no_tour(tour) else "neither a tour nor a reason"
    cells = [(square.row, square.column) for square in path.squares]
    return None if is_tour(cells, rows, columns, closed=closed) else "not a tour"


# -- which boards have a tour --------------------------------------------------------------


@pytest.mark.parametrize("closed", WAYS, ids=["closed", "open"])
def test_the_theorems_agree_with_exhaustion(closed: bool) -> None:
    """Boards of few squares by the reference: the exceptions 3x4, 3x6, 3x8, 4x4 … are among them.

    Larger ones by the solver: 4 x n has no closed tour, 3x10 has one.
    """
    most = (36 if DEEP else 25) if closed else (21 if DEEP else 18)
    sizes = [(m, n) for m in range(7) for n in range(m, 13) if m * n <= 50]
    for rows, columns in sizes:
        tour = Tour(Board(rows, columns), "N", closed=closed)
        few = rows * columns <= most
        found = find(tour, BacktrackEngine() if few else SatEngine(solver="cadical153"))
        assert (found is None) == (why_no_tour(tour) is not None), tour


# -- the tours -----------------------------------------------------------------------------


SIZES = {
    "small": product(range(18), repeat=2),  # all remainders of the sizes of blocks
    "narrow": [(rows, n) for rows in (3, 4) for n in range(1, 41)],
    "long": [(n, rows) for rows in (3, 4) for n in (17, 23, 26, 59, 60)],
    "large": [(5, 100), (100, 5), (7, 61), (31, 32), (33, 35), (9, 44), (100, 100), (101, 103)],
}
MORE = {
    "all up to 25": product(range(25), repeat=2),
    "all up to 45": product(range(25, 45), repeat=2),
    "narrow ones up to 200": product(range(3, 10), range(45, 201)),
    "very large": [(199, 200), (201, 203), (1000, 1000), (999, 1001)],
}


@pytest.mark.parametrize(
    "sizes",
    [*SIZES.values(), *(pytest.param(sizes, marks=pytest.mark.deep) for sizes in MORE.values())],
    ids=[*SIZES, *MORE],
)
def test_every_board_has_its_tour_or_a_theorem(sizes: Iterable[tuple[int, int]]) -> None:
    for (rows, columns), closed in product(sizes, WAYS):
        wrong = agrees(rows, columns, closed=closed)
        assert wrong is None, f"{rows}x{columns} closed={closed}: {wrong}"


def test_a_tour_begins_or_ends_where_it_is_told_to() -> None:
    random = Random(5)
    sizes = [(5, 5), (5, 6), (6, 6), (3, 10), (10, 3), (7, 9), (11, 13), (13, 11), (17, 15)]
    sizes.append((20, 21))
    if DEEP:
        sizes += [(m, n) for m in range(5, 24) for n in range(5, 24)]
    for rows, columns in sizes:
        board = Board(rows, columns)
        for square in random.sample(board.squares, 8):
            for given in ({"start": square}, {"end": square}):
                tour = Tour(board, "N", closed=False, **given)  # type: ignore[arg-type]
                path = find(tour)
                if rows * columns % 2 and sum(square) % 2:
                    assert path is None
                    continue
                assert path is not None, tour
                assert is_tour([*path.squares], rows, columns, closed=False), tour
                assert path.squares[0 if "start" in given else -1] == square
                assert tour.holds(path)


def test_a_closed_tour_is_numbered_from_its_start() -> None:
    path = find(Tour("12x14", "N", start="c4"))
    assert path is not None
    assert path.squares[0].name(12) == "c4"
    assert path.directed


def test_no_tour_is_a_complete_answer() -> None:
    found = Listing(Tour("4x1000", "N"), ConstructEngine())
    assert list(found) == []
    assert found.complete


@pytest.mark.parametrize(
    "model",
    [
        Placement("4x4", {"Q": "any"}),
        Tour("8x8", "K"),
        Tour("torus:8x8", "N"),
        Tour(Board.from_map("......\n.....x\n......\n......\n......"), "N", closed=False),
        Tour("8x8", "N", through=["a1-b3"]),
        Tour("8x8", "N", avoiding=["b1-c3"]),
        Tour("8x8", "N", closed=False, numbers={"a1": 1}),
        Tour("8x8", "N", fixed_by="rot180"),
        Tour("8x8", "N", closed=False, start="a1", end="b1"),
        Tour("4x8", "N", closed=False, start="a1"),
        Tour("3x9", "N", closed=False, end="a1"),
    ],
    ids=repr,
)
def test_what_it_cannot_do_is_refused_before_any_work(model: Placement | Tour) -> None:
    raised(UnsupportedByEngine, lambda: ConstructEngine().search(model), "use sat")


# -- placements: known patterns, and local search --------------------------------------------------

Cell = tuple[int, int]

SEES: dict[str, Callable[[int, int], bool]] = {
    "Q": lambda dr, dc: dr == 0 or dc == 0 or dr == dc,
    "R": lambda dr, dc: dr == 0 or dc == 0,
    "B": lambda dr, dc: dr == dc,
    "N": lambda dr, dc: {dr, dc} == {1, 2},
    "K": lambda dr, dc: max(dr, dc) == 1,
}

#: The largest number of each, where the patterns reach it.
MOST: dict[str, Callable[[int, int], int]] = {
    "R": min,
    "N": lambda rows, columns: (rows * columns + 1) // 2,
    "K": lambda rows, columns: ((rows + 1) // 2) * ((columns + 1) // 2),
}


def is_peaceful(piece: str, cells: list[Cell]) -> bool:
    sees = SEES[piece]
    return not any(sees(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(cells, 2))


def longest(piece: str, rows: int, columns: int) -> int:
    """The length of the pattern; each beginning of it is checked on the way."""
    number = 0
    while squares := known_placement(Piece.parse(piece), Board(rows, columns), number + 1):
        number += 1
        cells = [tuple(square) for square in squares]
        assert len(set(cells)) == number
        assert all(0 <= row < rows and 0 <= column < columns for row, column in cells)
        assert is_peaceful(piece, cast("list[Cell]", cells)), (piece, rows, columns, number)
    return number


@pytest.mark.parametrize("piece", SEES)
def test_a_pattern_is_right_at_every_length(piece: str) -> None:
    for rows, columns in product(range(7), repeat=2):
        number = longest(piece, rows, columns)
        if piece in MOST:
            assert number == MOST[piece](rows, columns)
        if piece == "Q" and max(rows, columns) >= 4:
            assert number == min(rows, columns)
        if piece == "B" and rows == columns > 1:
            assert number == 2 * rows - 2


def test_queens_stand_on_boards_of_every_size() -> None:
    for size in (*range(4, 40), 99, 100, 101, 102, 103, 104):
        squares = known_placement(Piece.parse("Q"), Board(size, size), size)
        assert squares is not None
        assert is_peaceful("Q", [(square.row, square.column) for square in squares])


def test_there_is_no_pattern_for_other_pieces_or_too_many() -> None:
    assert known_placement(Piece.parse("amazon"), Board(8, 8), 1) is None
    assert known_placement(Piece.parse("Q"), Board(3, 3), 2) is None
    assert known_placement(Piece.parse("Q"), Board(8, 8), 9) is None


def constructed(model: Placement) -> Arrangement | None:
    listing = Listing(model, ConstructEngine(), limit=1)
    try:
        return next(listing)
    except UnsupportedByEngine:
        assert not listing.complete  # it never says that there is none
        return None


def random_model(chance: Random) -> Placement:
    rows, columns = chance.randint(1, 6), chance.randint(1, 6)
    cells = [Square(*cell) for cell in product(range(rows), range(columns))]
    out = chance.sample(cells, chance.randint(0, len(cells) // 4))
    walls = frozenset(out[::2])
    wrap: str = chance.choice(("flat", "flat", "cylinder", "torus"))
    board = Board(rows, columns, wrap, walls, frozenset(out) - walls)
    kinds = chance.sample(
        ("Q", "N", "R", "K", "B3", "white:Q", "W2", "(1,3)"), chance.randint(1, 2)
    )
    numbers = {kind: str(chance.randint(1, 3)) + chance.choice(("", "..")) for kind in kinds}
    pairs = [(a, b) for a in kinds for b in kinds if a <= b]
    between = chance.sample(pairs, chance.randint(1, len(pairs))) if chance.random() < 0.3 else None
    bound = None if between is None else frozenset(between)
    rule = NonAttacking(bound, blocking=chance.random() < 0.2)
    free = [board.name(cell) for cell in cells if cell in board]
    given = chance.sample(free, min(len(free), chance.choice((0, 0, 1, 2))))
    presets = [f"{chance.choice([*kinds, '-'])}@{name}" for name in given]
    return Placement(board, numbers, [rule], presets)


def test_what_is_found_is_a_solution_and_most_solutions_are_found() -> None:
    chance, found, missed = Random(7), 0, 0
    for _ in range(150):
        model = random_model(chance)
        some = next((x for x in BacktrackEngine().search(model) if x is not None), None)
        arrangement = constructed(model)  # checked by ``holds``: a wrong one is an error
        assert some is not None or arrangement is None
        found += arrangement is not None
        missed += some is not None and arrangement is None
    assert found > 50
    assert missed <= 2  # where pieces in between must shield one another


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Placement("8x8", {"K": "any"}), "needs a number"),
        (Placement("8x8", {"fW": 3}), "both ways"),
        (Placement("8x8", {"Q": 5}, [Domination()]), "does not know the rule"),
        (Placement("4000x4000", {"Q": 3}, presets=["Q@a1"]), "up to 10,000,000 cells"),
    ],
)
def test_what_it_does_not_take_is_refused_at_once(model: Placement, reason: str) -> None:
    with pytest.raises(UnsupportedByEngine, match=reason):
        ConstructEngine().search(model)
    assert not ConstructEngine.way(model)


def test_auto_constructs_by_patterns_and_on_large_boards_and_proves_by_a_solver() -> None:
    for model, engine in (
        (Placement("1000x1000", {"Q": 1000}), "construct"),
        (Placement("10000x10000", {"Q": 10000}), "construct"),
        (Placement("60x60", {"Q": 60}, presets=["Q@a1", "Q@b30", "-@c2"]), "construct"),
        (Placement("8x8", {"Q": 8}), "construct"),
        (Placement("8x8", {"Q": 8}, presets=["Q@a1"]), "sat/minisat22"),
    ):
        outcome = solve(model)
        assert outcome.engine == engine
        assert model.holds(cast("Arrangement", outcome.solution))
    outcome = solve(Placement("14x14", {"Q": 15}))
    assert (outcome.verdict, outcome.engine) == (Verdict.UNSATISFIABLE, "sat/minisat22")


def test_a_pattern_is_no_answer_where_more_is_asked() -> None:
    for model in (
        Placement("8x8", {"Q": 8}, presets=["Q@a1"]),
        Placement("8x8", {"Q": 8}, [NonAttacking(), Maximal()]),
        Placement("torus:7x7", {"Q": 7}),
        Placement("8x8", {"Q": "any"}),
        Placement("8x8", {"Q": 4, "R": 4}),
        Tour("6x6", "N", closed=False, start="a1"),
        Tour("5x5", "N"),  # a proof is the answer
        Tour("8x8", "K"),
    ):
        assert ConstructEngine.way(model) is None
    assert ConstructEngine.way(Tour("6x6", "N")) == "from tours of blocks"


@pytest.mark.parametrize("piece", ["Q", "fR", "B2", "NN", "K", "fWbB", "(1,3)", "blocker"])
def test_attacks_of_few_men_are_those_of_the_tables(piece: str) -> None:
    chance, seen = Random(piece), set()
    for _ in range(200):
        rows, columns = chance.randint(1, 7), chance.randint(1, 7)
        cells = [Square(*cell) for cell in product(range(rows), range(columns))]
        walls = frozenset(chance.sample(cells, len(cells) // 8)) if chance.random() < 0.4 else ()
        wrap: str = chance.choice(("flat", "flat", "torus"))
        board = Board(rows, columns, wrap, frozenset(walls))
        free = [cell for cell in cells if cell in board]
        pieces = [Piece.parse(text) for text in (piece, chance.choice("RBNQ"))]
        chosen = chance.sample(free, min(len(free), 3))
        placed_pieces = [(chance.choice(pieces), square) for square in chosen]
        expected = any(
            b in attacks(p, board)[a] for p, a in placed_pieces for _, b in placed_pieces if a != b
        )
        assert some_attack(placed_pieces, board) is expected, (board, placed_pieces)
        seen.add(expected)
    assert len(seen) == 2


def test_a_small_formula_is_begun_here_and_a_hard_one_finished_by_the_usual_solver() -> None:
    easy = Placement("8x8", {"Q": 5}, [Domination()])
    first, again = solve(easy), solve(easy)
    assert (first.engine, first.solution) == ("sat/minisat22", again.solution)
    hard = Placement("8x8", {"Q": 4}, [Domination()])
    with pytest.raises(UnsupportedByEngine, match="not done in a moment; use sat"):
        list(BriefSatEngine("minisat22").search(hard))
    outcome = solve(hard)
    assert (outcome.verdict, outcome.engine) == (Verdict.UNSATISFIABLE, "sat/cadical195")
