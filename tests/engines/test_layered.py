"""What all share who count layer by layer: the stages, and what they store."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.counts import summed
from support.oracle.brute_force import DEEP
from support.plan_runner import WANTED, Products, done, run, whole

from nqsat import InvalidModel, Placement
from nqsat.counting.store import Folder
from nqsat.engines import FrontierEngine
from nqsat.engines.frontier import plain
from nqsat.engines.frontier.program import FrontierProgram, compile_program
from nqsat.engines.layered import plan as planned
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.layered.states import LayerStates
from nqsat.engines.plans.plan import Estimate, MemoryStore
from nqsat.modelling import Sum

# -- the stages ------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planned, "CHECKPOINT", 40)


def random_plan(data: st.DataObject) -> tuple[FrontierProgram, Counter[int]]:
    """Random bounds on random literals and on free ones, which make numbers long; and what it counts."""
    n, free = data.draw(st.integers(0, 7)), data.draw(st.sampled_from([0, 0, 40, 70]))
    signed = st.integers(1, max(n, 1)).flatmap(lambda x: st.sampled_from([x, -x]))
    constraints = []
    for _ in range(data.draw(st.integers(0, 12)) if n else 0):
        literals = data.draw(st.lists(signed, min_size=1, max_size=n, unique_by=abs))
        low = data.draw(st.integers(0, len(literals) + 1))
        constraints.append(Sum(low, data.draw(st.integers(0, len(literals))), tuple(literals)))
    constraints = [b for b in dict.fromkeys(constraints) if b.low or b.most < len(b.literals)]
    pieces = dict.fromkeys(range(1, n + 1), 1) if data.draw(st.booleans()) else {}
    sizes: Counter[int] = Counter()
    for values in product((0, 1), repeat=n):
        true = [x if value else -x for x, value in enumerate(values, start=1)]
        if all(b.low <= sum(x in true for x in b.literals) <= b.most for b in constraints):
            sizes[sum(values) if pieces else 0] += 2**free
    order = data.draw(st.permutations(range(1, n + free + 1)))
    return compile_program(constraints, order, pieces), sizes


@settings(max_examples=300 if DEEP else 40)
@given(st.data())
def test_stages_done_twice_and_states_that_are_lost_and_made_again(data: st.DataObject) -> None:
    program, expected = random_plan(data)
    plan = LayeredPlan.of("frontier", program, 10**6, Estimate(0, 0, ""), 0.0)
    chance = random.Random(data.draw(st.integers(0, 10**6)))
    store = MemoryStore()
    products: Products = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planned, "CHECKPOINT", data.draw(st.integers(1, 300)))
        found, at_once = done(plan, store, products=products, chance=chance, threads=2), whole(plan)
        assert found.numbers == at_once.numbers == expected
        assert found.visited == at_once.visited
        in_python = [*plain.run_program(program)]
        assert summed(in_python) == expected
        assert sum(piece.visited for piece in in_python) == at_once.visited
        # Some products and some arrays are gone: what is missing is made again, and no more is counted.
        for id_ in chance.sample(sorted(products), chance.randint(0, len(products))):
            del products[id_]
        for name in chance.sample(sorted(store._kept), chance.randint(0, len(store._kept))):
            store.delete(name)
        assert done(plan, store, products=products).numbers == expected


def test_what_a_layer_needs_no_more_is_forgotten(tiny: None, tmp_path: Path) -> None:
    plan = FrontierEngine(compiled=True).plan(Placement("5x5", {"Q": "any"}))
    store, most = Folder(tmp_path), 0
    products: Products = {}
    while not (stage := plan.stage(WANTED, products)).sums:
        (part,) = stage.parts
        products[part.id] = run(plan, plan.prepare(products, store), part)[-1].product
        most = max(most, len([*tmp_path.iterdir()]))
    assert most == 3  # the one that is made, the one that it is made of, and one to make that again
    assert len(products) > 6
    for wrong in (int(part.id), 26, "25", 24.0, True):
        with pytest.raises(InvalidModel, match="cannot have made"):
            plan.stage(WANTED, {**products, part.id: wrong})


def test_files_that_are_damaged_are_made_again(tiny: None, tmp_path: Path) -> None:
    plan = FrontierEngine(compiled=True).plan(Placement("4x4", {"Q": "any"}))
    products: Products = {}
    expected = done(plan, Folder(tmp_path), products=products)
    assert expected.numbers == whole(plan).numbers
    places = sorted(map(int, products))
    for last in (places[2], places[-2]):
        before = {id_: made for id_, made in products.items() if int(id_) < last}
        for path in sorted(tmp_path.rglob("*.npy")):
            data = path.read_bytes()
            path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert done(plan, Folder(tmp_path), products=before).numbers == expected.numbers
        assert before == products


def test_stored_states_are_as_they_were_however_long_their_numbers() -> None:
    rows = np.random.default_rng(1).integers(0, 2**63, (50, 7), np.uint64)
    for sizes, total in ((2, 0), (3, 2**70 - 1), (1, 2**64), (6, 2**64 - 1)):
        store = MemoryStore()
        store.save("a", LayerStates(4, rows, sizes, total).arrays)
        found = LayerStates.of(4, store.load("a"))
        assert found.rows.tolist() == rows.tolist()
        assert (found.place, found.sizes, found.total) == (4, sizes, total)
