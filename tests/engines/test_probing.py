"""Random descents: estimates that are unbiased, and said where a count is stopped."""

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
        Placement("12x12", {"N": 3}),  # few pieces: a square has one in a few solutions of many
        Tour("3x4", "N", closed=False),
        Tour("3x4", "K"),
        Tour("4x4", "W", visit="4..8"),
        Placement("4x4", {"white:Q": 2, "black:Q": 2}, ["armies"]),
        Placement("4x4", {"R": 4}, ["non-attacking", "regions=AABB/AABB/CCDD/CCDD,number=1"]),
        Placement("3x4", {"K": "any"}, ["domination"]),
        Factor("4x6", "W", 1),
        Factor("3x3", "W", "..2", ends=[("a1", "c3")]),
    ],
    ids=str,
)
def test_the_mean_of_many_descents_is_the_number(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "SECONDS", math.inf)
    made = estimated(model)
    assert made is not None
    exact = count(model).value
    assert made.descents == probing.DESCENTS
    assert abs(made.number - exact) <= 4 * made.error * made.number
    assert made == estimated(model)


def test_what_is_too_rough_or_too_large_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "SECONDS", math.inf)
    monkeypatch.setattr(probing, "DESCENTS", 50)
    assert estimated(Placement("8x8", {"Q": 9})) is None  # there is none
    assert estimated(Tour("8x8", "N")) is None  # no descent finds one
    assert estimated(Placement("13x13", {"K": "any"})) is None
    assert Estimated(15_437.0, 0.03, 2_000).words == "about 15,000 in all (standard error 3%)"
    assert Estimated(1.7e17, 0.2, 90).words.startswith("about 1.7e17 in")


def test_a_count_that_is_stopped_says_about_how_many_there_are() -> None:
    long = Tour("6x6", "N", closed=False, start="a6", end="f1", visit="some")
    stopped = count(long, engine="frontier", time_limit=0.01)
    assert not stopped.complete
    assert stopped.estimate is not None
    assert str(stopped).endswith(f" (time limit); {stopped.estimate.words}")
    descents = f"{stopped.estimate.descents:,}"
    assert stopped.note == f"estimated by {descents} random descents"  # none is found: no pace
    assert stopped.to_json()["estimate"]["random_descents"] == stopped.estimate.descents
    nothing = count(Tour("8x8", "N"), engine="cpsat", time_limit=0.01)
    assert nothing.value > 0 or "there is no estimate of all" in (nothing.note or "")
    assert count(Placement("4x4", {"Q": 4}), time_limit=60).note is None


def test_an_estimate_is_near_and_says_nothing_of_a_pace() -> None:
    stopped = count(Placement("20x20", {"Q": 20}), engine="backtrack", limit=1, time_limit=60)
    assert stopped.note is None  # it was asked for one
    cut = count(Placement("18x18", {"Q": 18}), engine="sat", time_limit=0.5)
    assert cut.estimate is not None
    assert abs(cut.estimate.number - 666_090_624) < 5 * cut.estimate.error * cut.estimate.number
    assert str(cut.note).endswith("random descents")  # the quickest engine has not begun


def test_two_kinds_on_one_square_exclude_each_other_before_a_rule_is_asked() -> None:
    # The direction from a square to itself is none: a rule of lines cannot judge such a pair.
    pieces: dict[str, int | str] = {"white:K": 1, "black:K": "..2"}
    model = Placement("4x4", pieces, ["no-three-in-line"])
    made = estimated(model)
    assert made is not None
    assert abs(made.number - count(model).value) < 5 * made.error * made.number + 1
