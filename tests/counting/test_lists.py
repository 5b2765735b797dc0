"""Lists in parts: the same for every number of workers, all of it, no more than is wanted at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.day_subset import some
from support.faulty_engine import Spoilt
from support.oracle.brute_force import DEEP
from support.random_models import random_model

from nqsat import Placement, Tour, solutions
from nqsat.counting import lists
from nqsat.counting.lists import in_order
from nqsat.engines import BacktrackEngine, Engine, closing, make_engine
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.errors import InvalidModel, UnsupportedByEngine


def in_parts(model: Any, engine: Engine, wanted: int, workers: int) -> list[Any]:
    with closing(in_order(EnumerationPlan(engine, model, shows=True), wanted, workers)) as batches:
        return [solution for batch in batches for solution in batch]


@pytest.mark.parametrize("index", range(200 if DEEP else 8))
def test_random_models(index: int, threads: None) -> None:
    model = random_model(12, index)
    model = model.with_objective(None) if isinstance(model, Placement) else model
    found = BacktrackEngine().search(model)
    wanted = sorted((one for one in found if one is not None), key=str)
    for name, number in (("sat", 2), ("backtrack", 5), ("bitboard", 7), ("sat", 40)):
        engine = make_engine(name)
        try:
            listed = in_parts(model, engine, number, 1)
        except UnsupportedByEngine:
            continue
        assert sorted(listed, key=str) == wanted
        assert in_parts(model, engine, number, 2) == in_parts(model, engine, number, 3) == listed


@pytest.mark.parametrize("engine", some(["sat", "backtrack"], 2))
def test_processes(engine: str) -> None:
    tour = Tour("3x4", "N", closed=False)
    found = in_parts(tour, make_engine(engine), 4, 2)
    assert found == in_parts(tour, make_engine(engine), 4, 1)
    assert len(set(found)) == 16


def test_long_lists_are_cut_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch, threads: None
) -> None:
    model, short = Placement("6x6", {"Q": 6}), list(solutions("queens", n=6))
    monkeypatch.setattr(lists, "WORTH", 0.0)
    cut = [list(solutions(model, engine="backtrack", workers=workers)) for workers in (1, 2, 4)]
    assert cut[0] == cut[1] == cut[2] == in_parts(model, BacktrackEngine(), lists.FEWEST, 1)
    assert sorted(cut[0]) == sorted(short)
    few = solutions(model, engine="backtrack", workers=3, limit=3)
    assert (list(few), few.reason) == (cut[0][:3], "limit")
    with pytest.raises(InvalidModel, match="workers"):
        solutions(model, workers=0)


def test_nobody_is_far_ahead(monkeypatch: pytest.MonkeyPatch, threads: None) -> None:
    # 1,601 ways to put rooks; four are at work while the first part is handed out, one by one.
    model, made = Placement("4x6", {"R": "any"}), list[object]()

    def noted(found: Iterator[Any], model: object) -> Iterator[Any]:
        for one in found:
            yield one
            made.append(one)

    monkeypatch.setattr(lists, "AHEAD", 20)
    with closing(in_order(EnumerationPlan(Spoilt(noted), model, shows=True), 12, 4)) as batches:
        first = next(batch for batch in batches if batch)
        time.sleep(0.3)
        assert len(made) < 1000
        rest = [solution for batch in batches for solution in batch]
    assert [*first, *rest] == in_parts(model, BacktrackEngine(), 12, 1)
