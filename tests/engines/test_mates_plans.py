"""The plans of ``mates``: any number of parts, in any order, done again, left off and gone on with."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import pytest
from support.counts import total
from support.day_subset import combined
from support.plan_runner import Products, done, run

from nqsat import Tour
from nqsat.counting.store import Folder
from nqsat.engines.mates import HALVES, MatesEngine
from nqsat.engines.plans.plan import MemoryStore


@cache
def forward(tour: Tour) -> int:
    return total(MatesEngine("forward"), tour)


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
