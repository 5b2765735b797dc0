"""The plans of ``mates``: any number of parts, in any order, done again, left off and gone on with."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from support.counts import total
from support.day_subset import combined
from support.plan_runner import Products, done, run

from nqsat import Tour, UnsupportedByEngine
from nqsat.counting.store import Folder
from nqsat.engines import BacktrackEngine
from nqsat.engines.mates import MatesEngine
from nqsat.engines.mates.middle_kernel import join
from nqsat.engines.mates.plan import HALVES
from nqsat.engines.plans.plan import (
    MemoryStore,
    Plan,
    Stage,
    Store,
)


@cache
def forward(tour: Tour) -> int:
    """What the other method counts."""
    return total(MatesEngine("forward"), tour)


def stages(plan: Plan, wanted: int, store: Store, products: Products) -> Stage:
    """The stage that sums, when all before it are done."""
    while not (stage := plan.stage(wanted, products)).sums:
        stock = plan.prepare(products, store)
        products |= {part.id: run(plan, stock, part)[-1].product for part in stage.parts}
    return stage


TOURS = [
    Tour("5x6", "N"),
    Tour("5x5", "N", closed=False),
    Tour("4x4", "K", through=["a1-b2"]),
    Tour("3x40", "N"),  # numbers of two words
    Tour("4x5", "N", closed=False, start="a1"),
    Tour("3x8", "N", closed=False, start="a1", end="h3"),
]


@pytest.mark.parametrize(("tour", "wanted"), combined(TOURS, [1, 2, 7, 64, 5000]))
def test_any_number_of_parts_in_any_order_and_at_the_same_time(tour: Tour, wanted: int) -> None:
    plan = MatesEngine("middle").plan(tour)
    found = done(plan, MemoryStore(), wanted, chance=random.Random(wanted), threads=4)
    assert found.numbers.total() == forward(tour)
    assert len(found.parts) == 2
    assert found.parts[-1] <= wanted
    assert (found.parts[-1] == 1) == (wanted == 1)


def test_states_are_kept_for_whoever_goes_on(tmp_path: Path) -> None:
    # A half that is not its own mirror image: killed between the two, and after both.
    tour = Tour("5x6", "N", through=["a1-b3"])
    plan = MatesEngine("middle").plan(tour)
    products = Products()
    stage = plan.stage(4, products)
    assert [part.id for part in stage.parts] == list(HALVES)
    first, second = stage.parts
    for part in (second, first):
        assert not plan.stage(4, products).sums
        products[part.id] = run(plan, plan.prepare(products, Folder(tmp_path)), part)[-1].product
    files = {file: file.read_bytes() for file in tmp_path.rglob("*.npy")}
    assert done(plan, Folder(tmp_path), 4, products=products).numbers.total() == forward(tour) > 0
    # A product that was lost is made again, and is the same; so are the states.
    redone = run(plan, plan.prepare({}, Folder(tmp_path)), first)
    assert redone[-1].product == products[first.id]
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.npy")} == files
    # States that were lost are made again, too.
    for folder in tmp_path.iterdir():
        shutil.rmtree(folder)
    plan.prepare(products, Folder(tmp_path))
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.npy")} == files


def test_mapped_files_need_no_other_kernel(tmp_path: Path) -> None:
    plan = MatesEngine("middle").plan(Tour("5x6", "N"))
    signatures = []
    for store in (MemoryStore(), Folder(tmp_path)):
        assert done(plan, store, 1).numbers.total() == 8
        signatures.append(list(getattr(join, "signatures", ())))
    assert signatures[0] == signatures[1]


# -- both ends -------------------------------------------------------------------------------


def paths(tour: Tour) -> Counter[tuple[str, str]]:
    """How many open tours there are from each square to each other one."""
    rows = tour.board.rows
    found: Counter[tuple[str, str]] = Counter()
    for path in BacktrackEngine().search(tour):
        if path is not None:
            squares = [square.name(rows) for square in path.squares]  # type: ignore[union-attr]
            found[squares[0], squares[-1]] += 1
    return found


FREE = [
    "3x4 N", "3x3 K", "2x4 K", "2x3 R", "3x4 W", "1x5 W", "1x2 K", "2x2 K", "1x3 R", "torus:3x3 W",
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "tour"),
    combined(
        ["auto", "forward", "middle"],
        [
            *(Tour(*words.split(), closed=False) for words in FREE),
            Tour("2x4", "K", closed=False, through=["b1-b2"], avoiding=["a1-a2"]),
        ],
    ),
)
def test_from_every_square_to_every_other(tour: Tour, method: str) -> None:
    # Also where the ends are a move apart, and where that move is required or forbidden.
    known = paths(tour)
    names = [square.name(tour.board.rows) for square in tour.board.squares]
    found = {pair: counted(MatesEngine(method), tour, pair) for pair in permutations(names, 2)}
    told = {pair: number for pair, number in found.items() if number is not None}
    assert told == {pair: known[pair] for pair in told}
    # Not every small board has a middle between two halves.
    assert len(told) == len(found) or method == "middle"
    assert len(told) > 10 or len(names) < 6


def counted(engine: MatesEngine, tour: Tour, ends: tuple[str, str]) -> int | None:
    """How many tours there are between two squares; None where the engine refuses to tell."""
    try:
        return total(engine, tour.changed(start=ends[0], end=ends[1]))
    except UnsupportedByEngine:
        return None
