"""``frontier`` in stages: states that are kept, shared out among parts, lost and made again."""

from __future__ import annotations

import json
import os
import pickle
import random
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.counts import summed
from support.oracle.brute_force import DEEP, brute_force
from support.plan_runner import WANTED, Disk, Products, done, run, whole

from nqsat import Board, Placement, UnsupportedByEngine
from nqsat.counting.store import Folder
from nqsat.engines import FrontierEngine
from nqsat.engines.frontier import plain, program
from nqsat.engines.frontier.plan import FrontierPlan
from nqsat.engines.frontier.program import compile_program
from nqsat.engines.layered import checkpoints
from nqsat.engines.layered import plan as planned
from nqsat.engines.layered.checkpoints import SharedState
from nqsat.engines.layered.plan import state_bytes
from nqsat.engines.layered.run import LayerStates
from nqsat.engines.plans.plan import Estimate, MemoryStore, Part, Plan
from nqsat.modelling import Sum
from nqsat.rules import Amount, Degrees, Domination, Maximal, NonAttacking, Unattacked


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few states are many, and a few layers long."""
    monkeypatch.setattr(planned, "PIECE", 3)
    monkeypatch.setattr(checkpoints, "CHECKPOINT", 40)
    monkeypatch.setattr(program, "TOUCHED", 6)


MODELS = [
    Placement("3x4", {"Q": "any"}),
    Placement("3x4", {"N": "2..4"}),
    Placement("torus:3x4", {"K": "any"}),
    Placement("3x3", {"Q": "any", "N": "..2"}),
    Placement("3x4", {"Q": "any"}, [Domination()]),
    Placement("3x3", {"N": "any"}, [Domination("total")]),
    Placement("3x3", {"N": "..4"}, [Degrees("1..2")]),
    Placement("0x0", {"Q": "any"}),
    Placement("2x2", {"Q": 5}),
    Placement("2x3", {"Q": 0}),
    Placement("3x3", {"fW": "any"}, []),
    Placement(Board.from_map("..#.\n.x..\n...."), {"R": "any"}, presets=["R@a1", "-@d2"]),
    Placement("3x3", {"Q": "any", "blocker": "1"}, [NonAttacking(blocking=True)]),
    Placement("3x3", {"K": "any"}, [NonAttacking(), Maximal()]),
    Placement("3x3", {"Q": "any"}, [Amount(Unattacked(), "1..3")]),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_counts_at_once_and_in_stages_are_what_brute_force_finds(
    model: Placement, tiny: None, tmp_path: Path
) -> None:
    sizes = Counter(len(arrangement) for arrangement in brute_force(model))
    for by_size in (False, True):
        expected = sizes if by_size else +Counter({0: sizes.total()})
        plan = FrontierEngine(memory=100_000, compiled=True).plan(model, by_size=by_size)
        found, at_once = done(plan, Disk(tmp_path)), whole(plan)
        assert found.numbers == at_once.numbers == expected
        # No state is in two parts: as many are visited as in one.
        assert found.visited == at_once.visited
        assert len(found.parts) > 1 or not plan.program.layers  # type: ignore[attr-defined]


def random_plan(data: st.DataObject) -> tuple[FrontierPlan, Counter[int]]:
    """Random bounds on random literals and on free ones, which make numbers long; and what it counts."""
    n, free = data.draw(st.integers(0, 7)), data.draw(st.sampled_from([0, 0, 40, 70]))
    signed = st.integers(1, max(n, 1)).flatmap(lambda x: st.sampled_from([x, -x]))
    constraints = []
    for _ in range(data.draw(st.integers(0, 12)) if n else 0):
        literals = data.draw(st.lists(signed, min_size=1, max_size=n, unique_by=abs))
        low = data.draw(st.integers(0, len(literals) + 1))
        constraints.append(Sum(low, data.draw(st.integers(0, len(literals))), tuple(literals)))
    constraints = [b for b in dict.fromkeys(constraints) if b.low or b.most < len(b.literals)]
    men = dict.fromkeys(range(1, n + 1), 1) if data.draw(st.booleans()) else {}
    sizes: Counter[int] = Counter()
    for values in product((0, 1), repeat=n):
        true = [x if value else -x for x, value in enumerate(values, start=1)]
        if all(b.low <= sum(x in true for x in b.literals) <= b.most for b in constraints):
            sizes[sum(values) if men else 0] += 2**free
    order = data.draw(st.permutations(range(1, n + free + 1)))
    layers = compile_program(constraints, order, men)
    memory = data.draw(st.integers(16, 300)) * state_bytes(layers.words, 9)
    return FrontierPlan(memory, layers, Estimate(0, 0, "")), sizes


@settings(max_examples=300 if DEEP else 40)
@given(st.data())
def test_parts_in_any_order_twice_in_threads_lost_and_made_again(data: st.DataObject) -> None:
    plan, expected = random_plan(data)
    chance = random.Random(data.draw(st.integers(0, 10**6)))
    store = MemoryStore()
    products: Products = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planned, "MemoryStore", Disk)  # this one is as large as a disk
        patch.setattr(planned, "PIECE", data.draw(st.integers(1, 9)))
        patch.setattr(checkpoints, "CHECKPOINT", data.draw(st.integers(1, 300)))
        patch.setattr(program, "TOUCHED", data.draw(st.sampled_from([1, 4, 4, 9])))
        found, at_once = done(plan, store, products=products, chance=chance, threads=2), whole(plan)
        assert found.numbers == at_once.numbers == expected
        assert found.visited == at_once.visited
        in_python = [*plain.run_program(plan.program)]
        assert summed(in_python) == expected
        assert sum(piece.visited for piece in in_python) == at_once.visited
        # Some products and some arrays are gone: what is missing is made again, and no more is counted.
        for id_ in chance.sample(sorted(products), chance.randint(0, len(products))):
            del products[id_]
        for name in chance.sample(sorted(store._kept), chance.randint(0, len(store._kept))):
            store.delete(name)
        assert done(plan, store, products=products).numbers == expected


def test_what_a_layer_needs_no_more_is_forgotten(tiny: None, tmp_path: Path) -> None:
    plan = FrontierEngine(memory=50_000, compiled=True).plan(Placement("5x5", {"Q": "any"}))
    store, most = Disk(tmp_path), 0
    products: Products = {}
    while not (stage := plan.stage(WANTED, products)).sums:
        shared = plan.prepare(products, store)
        for part in reversed(stage.parts):  # whoever is done last was not the last one
            assert plan.stage(WANTED, products) == stage
            products[part.id] = run(plan, shared, part)[-1].product
        most = max(most, len({path.name.split(".")[1] for path in tmp_path.iterdir()}))
    assert most == 3  # the one that is made, the one that it is made of, and one to make that again
    assert len({id_.split(".")[0] for id_ in products}) > 6


def test_files_that_are_damaged_or_gone_are_made_again(tiny: None, tmp_path: Path) -> None:
    plan = FrontierEngine(memory=100_000, compiled=True).plan(Placement("3x4", {"Q": "any"}))
    products: Products = {}
    expected = done(plan, Folder(tmp_path), products=products).numbers
    assert expected == whole(plan).numbers
    places = sorted({int(id_.split(".")[0]) for id_ in products})
    for last in (places[2], places[-2]):
        before = {id_: made for id_, made in products.items() if int(id_.split(".")[0]) < last}
        for path in sorted(tmp_path.rglob("*.npy")):
            data = path.read_bytes()
            path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert done(plan, Folder(tmp_path), products=before).numbers == expected
        assert before == products


def test_a_layer_that_does_not_fit_goes_into_files(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Placement("5x5", {"Q": "any"})
    expected = whole(FrontierEngine(compiled=True).plan(model))
    plan = FrontierEngine(memory=2_000, compiled=True).plan(model)
    for in_memory in (whole, lambda plan: done(plan, MemoryStore())):
        with pytest.raises(
            UnsupportedByEngine,
            match=r"of 25.* a job \(nqsat count --job FILE\) keeps more in files",
        ):
            in_memory(plan)
    found = done(plan, Disk(tmp_path))
    assert found[:2] == expected[:2]
    assert max(found.parts) > 2 * WANTED  # as memory asks for
    # Buckets that are too full are gone through by halves: most states are in the first ones.
    calls = []
    states, fair = checkpoints.states, checkpoints._buckets

    def noted(shared: SharedState, first: int, after: int) -> LayerStates:
        calls.append((first, after))
        return states(shared, first, after)

    monkeypatch.setattr(checkpoints, "states", noted)
    monkeypatch.setattr(
        checkpoints, "_buckets", lambda marks: fair(marks).astype(np.int64) ** 3 >> 24
    )
    monkeypatch.setattr(planned, "PORTION", 2)
    (tmp_path / "uneven").mkdir()
    found = done(plan, Disk(tmp_path / "uneven"))
    assert found[:2] == expected[:2]
    assert len(calls) > sum(found.parts)
    # All in one bucket: there is nothing to halve.
    monkeypatch.setattr(checkpoints, "_buckets", lambda marks: np.zeros(len(marks), np.uint16))
    (tmp_path / "one").mkdir()
    with pytest.raises(UnsupportedByEngine, match=r" 1.95 KiB reached in layer \d+ of 25$"):
        done(plan, Disk(tmp_path / "one"))


def test_kept_states_are_loaded_as_they_were_however_long_their_numbers() -> None:
    plan = FrontierEngine(compiled=True).plan(Placement("3x3", {"Q": "any"}))
    assert isinstance(plan, FrontierPlan)
    chance, rows = random.Random(3), []
    store, program = MemoryStore(), plan.compile()
    for name, sizes, limbs in (("a", 1, 2), ("b", 3, 1), ("c", 2, 3)):
        numbers = np.random.default_rng(1).integers(0, 2**63, (50, sizes * limbs), np.uint64)
        keys = np.array([[chance.getrandbits(60)] for _ in range(50)], np.uint64)
        total = 2**70 * sizes - 1
        states = LayerStates(4, np.concatenate((keys, numbers), axis=1), sizes, total * (sizes < 3))
        rows += states.wider(1, 3, 3).rows.tolist()
        checkpoints.store_states(store, name, program, states)
    shared = SharedState(program, store, "", 4, 1, tuple(store.load(name) for name in "abc"))
    found = [
        checkpoints.states(shared, first, after).wider(1, 3, 3)
        for first, after in ((0, 1000), (1000, 1001), (1001, 4096))
    ]
    assert sorted(row for one in found for row in one.rows.tolist()) == sorted(rows)
    assert [one.total for one in found] == [3 * 2**70 - 2, 0, 0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_count_that_was_killed_goes_on_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name, number in (
        (planned, "PIECE", 20),
        (checkpoints, "CHECKPOINT", 400),
        (program, "TOUCHED", 6),
    ):
        monkeypatch.setattr(module, name, number)
    plan = FrontierEngine(memory=50_000, compiled=True).plan(
        Placement("4x5", {"Q": "any"}), by_size=True
    )
    if not (child := os.fork()):
        try:
            until_killed(plan, tmp_path)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    products = dict(map(json.loads, (tmp_path / "ledger").read_text().splitlines()))
    assert products
    assert done(plan, Disk(tmp_path), products=products).numbers == whole(plan).numbers


def until_killed(plan: Plan, folder: Path) -> None:
    """Do a plan, and end while the 12th file of states is written."""
    left, save, products = [12 * 3], np.save, Products()

    def dying(file: Path, array: Any) -> None:
        left[0] -= 1
        if not left[0]:
            file.write_bytes(b"half of it")
            os._exit(9)
        save(file, array)

    np.save = dying  # type: ignore[assignment]
    while True:
        stage, shared = plan.stage(WANTED, products), plan.prepare(products, Disk(folder))
        for part in stage.parts:
            products[part.id] = run(plan, shared, part)[-1].product
            with (folder / "ledger").open("a") as file:
                file.write(json.dumps([part.id, products[part.id]]) + "\n")


def test_a_plan_is_light() -> None:
    for board, men in (("8x8", "Q"), ("20x20", "K"), ("14x14", "R")):
        plan = FrontierEngine(memory=10**12, compiled=True).plan(Placement(board, {men: "any"}))
        assert len(pickle.dumps(plan)) < 200_000
        assert pickle.loads(pickle.dumps(plan)) == plan


def test_stages_are_cut_alike_on_every_machine(tmp_path: Path, monkeypatch: Any) -> None:
    model, products = Placement("5x5", {"Q": "any"}), {"0.0.4096": [20, 5_000_000, 2]}
    cut = []
    for free in (10**8, 10**10):
        monkeypatch.setattr(planned, "memory_limit", lambda memory, free=free: memory or free)
        cut.append(FrontierEngine(compiled=True).plan(model).stage(7, products))
    assert cut[0] == cut[1]
    assert len(cut[0].parts) == 7
    assert cut[0].parts[0] == Part("20.0.585", (0, 585))
