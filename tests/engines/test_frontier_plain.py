"""``frontier`` in plain Python: what is small waits for no kernel, and is counted as kernels count it.

Random programmes are counted both ways, and against brute force, in ``test_layered``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from support.counts import sizes, summed, total
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import Placement, UnsupportedByEngine
from nqsat.engines import FrontierEngine
from nqsat.engines.contract import CubePlan
from nqsat.engines.frontier import plain, planning
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.modelling import Model
from nqsat.modelling.rules import Connected

ENGINE, KERNELS = FrontierEngine(), FrontierEngine(compiled=True)
KINGS = Placement("8x8", {"K": "any"})


def is_plain(model: Model, engine: FrontierEngine = ENGINE, *, by_size: bool = False) -> bool:
    """Whether a count needs no kernel: then none is made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning.Planner, "_plan_large", forbidden)
        patch.setattr(planning.Planner, "_degrees", lambda *_: None)
        try:
            return bool(summed(engine.count(model, by_size=by_size))) or True
        except Forbidden:
            return False


class Forbidden(Exception):
    """A kernel is asked for."""


def forbidden(*_: Any) -> Any:
    raise Forbidden


@settings(max_examples=200 if DEEP else 15)
@given(ruled_models())
def test_random_rules_are_counted_as_brute_force_finds_them(model: Placement) -> None:
    found = brute_force(model)
    try:
        by_pieces = sizes(ENGINE, model)
    except UnsupportedByEngine:
        return
    if not any(isinstance(rule, Connected) for rule in model.rules):
        assert is_plain(model, by_size=True)
    assert by_pieces == Counter(map(len, found))
    assert total(ENGINE, model) == len(found)


def test_plain_python_is_taken_where_there_are_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MOMENT", 1e-5)
    monkeypatch.setattr(planning, "are_loaded", lambda: False)
    for missing, kind in ((False, LayeredPlan), (True, CubePlan)):
        monkeypatch.setattr(planning, "are_missing", lambda missing=missing: missing)
        assert is_plain(KINGS) is missing
        plan = ENGINE.plan(KINGS)
        assert type(plan) is kind
        assert plan.estimate.seconds < 1


def test_limits_are_looked_at_within_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    _, program = ENGINE.planner.task(Placement("6x6", {"Q": "any"})).first
    few = len([*plain.run_program(program, by_size=False)])
    monkeypatch.setattr(plain, "SLICE", 5)
    pieces = [*plain.run_program(program, by_size=False)]
    assert len(pieces) > 3 * few
    assert pieces[-1].numbers == ((0, 2635),)
