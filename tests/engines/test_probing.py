"""Random ways down the reference's tree: estimates that are unbiased, and said where a count is stopped."""

from __future__ import annotations

import math

import pytest

from nqsat import Factor, Placement, Tour, count
from nqsat.engines.backtrack import probing
from nqsat.engines.backtrack.probing import Estimated, estimated
from nqsat.modelling import Model


@pytest.mark.parametrize(
    "model",
    [
        Placement("6x6", {"Q": 6}),
        Placement("4x4", {"K": "any"}, presets=["K@a1"]),
        Placement("4x4", {"N": 2, "R": 1}),
        Tour("3x4", "N", closed=False),
        Tour("6x6", "N"),
        Tour("4x4", "W", visit="4..8"),
        Factor("4x6", "W", 1),
        Factor("3x3", "W", "..2", ends=[("a1", "c3")]),
    ],
    ids=str,
)
def test_the_mean_of_many_probes_is_the_number(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "SECONDS", math.inf)
    made = estimated(model)
    assert made is not None
    exact = count(model).value
    assert made.probes == probing.PROBES
    assert abs(made.number - exact) <= 4 * made.error * made.number
    assert made == estimated(model)


def test_what_is_too_rough_or_too_large_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "SECONDS", math.inf)
    monkeypatch.setattr(probing, "PROBES", 50)
    assert estimated(Placement("8x8", {"Q": 9})) is None  # there is none
    assert estimated(Tour("8x8", "N")) is None  # no probe finds one
    assert estimated(Placement("13x13", {"K": "any"})) is None
    assert Estimated(15_437.0, 0.03, 2_000).words == (
        "about 15,000 (Knuth's estimator, 2,000 probes, ±3%)"
    )
    assert Estimated(1.7e17, 0.3, 90).words.startswith("about 2e+17 (")


def test_a_count_that_is_stopped_says_about_how_many_there_are() -> None:
    long = Tour("6x6", "N", closed=False, start="a6", end="f1", visit="some")
    stopped = count(long, engine="frontier", time_limit=0.01)
    assert not stopped.complete
    assert "Knuth's estimator" in (stopped.note or "")
    nothing = count(Tour("8x8", "N"), engine="cpsat", time_limit=0.01)
    assert nothing.value > 0 or "there is no estimate" in (nothing.note or "")
    assert count(Placement("4x4", {"Q": 4}), time_limit=60).note is None
