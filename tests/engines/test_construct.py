"""Constructed tours, checked by knight's arithmetic alone; and the theorems about boards without one.

Which boards have no tour is confirmed by exhaustion where that can be done; that all others have one,
by finding it.
"""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from support.error_asserts import raised
from support.oracle.brute_force import DEEP

from nqsat import Board, Placement, Tour, UnsupportedByEngine
from nqsat.engines import BacktrackEngine, Engine, Listing, SatEngine
from nqsat.engines.construct import ConstructEngine
from nqsat.engines.proof import why_no_tour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nqsat.modelling import Path

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
