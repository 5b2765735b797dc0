"""Random models through all engines: clean where all is well; a planted fault is found and made small."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from support.faulty_engine import without

from nqsat import EngineFailure, Placement, Tour
from nqsat.engines import BacktrackEngine, Engine
from nqsat.evidence import Effort, Report, Result, smallest, verify, verify_random
from nqsat.evidence.trials.smaller import simpler_models
from nqsat.modelling import dumps, loads
from nqsat.rules import NonAttacking

if TYPE_CHECKING:
    from collections.abc import Callable

    from nqsat import Arrangement

#: Only what the planted fault needs: the rest is tested elsewhere.
QUICK = Effort(encodings=0, resolving=0, invariants=0, predicted=-1.0, seconds=10.0)


def test_random_models_agree() -> None:
    reports = list(verify_random(5, 11))
    assert [report.params for report in reports] == [{"seed": 11, "index": i} for i in range(5)]
    assert [report.result for report in reports] == [Result.AGREE] * 5
    compared = {side for report in reports for check in report.checks for side in check.sides}
    assert compared >= {"backtrack", "sat", "cpsat", "bitboard", "frontier", "mates"}


def test_models_near_one_agree() -> None:
    reports = list(verify_random(2, 1, like=Placement("4x4", {"Q": 4}), effort=QUICK))
    assert [report.result for report in reports] == [Result.AGREE] * 2
    assert all(report.model.presets for report in reports if isinstance(report.model, Placement))


def loses_past_a_wall(model: Any, solution: Arrangement) -> bool:
    """Two men in a model with a wall and with more than one rule."""
    return (
        isinstance(model, Placement)
        and bool(model.board.walls)
        and len(model.rules) > 1
        and len(solution) >= 2
    )


def loses_a_tour(model: Any, solution: object) -> bool:
    return isinstance(model, Tour) and len(model.avoiding) > 0


def first(spoil: Callable[[Any, Any], bool], seed: int) -> tuple[Report, tuple[Engine, ...]]:
    """The first random model on which the fault shows, which is an early one of this seed."""
    witnesses = (BacktrackEngine(), without(spoil))
    for report in verify_random(400, seed, witnesses=witnesses, effort=QUICK):
        if report.result is Result.DIFFER:
            return report, witnesses
    pytest.fail("the fault was not found")


def test_a_planted_fault_is_found_and_made_small() -> None:
    report, witnesses = first(loses_past_a_wall, 16)
    small = smallest(report, witnesses=witnesses, effort=QUICK)
    model = small.model
    assert isinstance(model, Placement)
    # A wall, two men who fit on the board, two rules: nothing of it can be spared.
    assert len(model.board.squares) <= 4
    assert len(model.board.walls) == 1
    assert len(model.rules) == 2
    for one in simpler_models(model):
        assert verify(one, witnesses=witnesses, effort=QUICK).result is not Result.DIFFER
    assert model.presets == ()
    assert model.board.wrap == "flat"
    # What is written reproduces it.
    again = verify(loads(dumps(model)), witnesses=witnesses, effort=QUICK)
    assert again.result is Result.DIFFER
    assert small.params == report.params
    witness = next(c.witness for c in again.checks if c.result is Result.DIFFER)
    assert model.holds(witness)  # type: ignore[arg-type]


def test_a_fault_in_tours_is_made_small() -> None:
    report, witnesses = first(loses_a_tour, 52)
    model = smallest(report, witnesses=witnesses, effort=QUICK).model
    assert isinstance(model, Tour)
    assert len(model.avoiding) == 1
    assert (model.through, model.numbers, model.fixed_by) == ((), (), None)
    assert not model.board.walls


def test_an_engine_that_breaks_on_a_small_model_is_a_finding() -> None:
    # Elsewhere a solver that crashes says nothing; here the model that made it crash is what is wanted.
    def crash(model: Any, solution: object) -> bool:
        if isinstance(model, Placement) and NonAttacking() in model.rules:
            raise EngineFailure("engine spoilt: it crashed")
        return False

    report, witnesses = first(crash, 8)
    assert [check.name for check in report.checks] == ["failure"]
    model = smallest(report, witnesses=witnesses, effort=QUICK).model
    assert isinstance(model, Placement)
    assert model.rules == (NonAttacking(),)


def test_an_interrupt_while_it_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not the smallest, but a model on which they differ; and the caller is told to stop.
    report, witnesses = first(loses_past_a_wall, 16)

    def stop(*args: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nqsat.evidence.trials.minimise_model", stop)
    small = smallest(report, witnesses=witnesses, effort=QUICK)
    assert small.interrupted
    assert small.model == report.model
    assert small.result is Result.DIFFER


def test_a_model_that_takes_too_long_does_not_hang_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    # An engine that looks at no limit: what was compared before stays, and the next model is tried.
    over = Event()

    def sleep(model: Any, solution: object) -> bool:
        return isinstance(model, Placement) and len(model.rules) == 1 and over.wait()

    monkeypatch.setattr("nqsat.evidence.trials.SECONDS_FOR_MODEL", 1.0)
    witnesses = (BacktrackEngine(), BacktrackEngine(), without(sleep))
    try:
        reports = list(verify_random(6, 6, witnesses=witnesses, effort=QUICK))
    finally:
        over.set()  # so that no thread is left behind
    late = [r for r in reports if any(check.name == "time" for check in r.checks)]
    assert 0 < len(late) < len(reports)
    assert not any(report.interrupted for report in reports)
    assert all(report.result is not Result.DIFFER for report in reports)
    assert all(report.checks[0].name == "engines" for report in late)
