"""A count that will take hours says so, and who would be faster; a short one says nothing."""

from __future__ import annotations

import re

import pytest

from nqsat import Placement
from nqsat.cli import count, definition
from nqsat.engines import AutoEngine, BacktrackEngine, BitboardEngine, Engine, FrontierEngine

KINGS = Placement("10x10", {"K": "any"})  # 10^16 of them


@pytest.mark.parametrize(
    ("engine", "model", "said"),
    [
        (
            BacktrackEngine(),
            KINGS,
            r"estimate: backtrack is of unknown length; \w+ would take about \S+ s\n",
        ),
        (BitboardEngine(), Placement("4x4", {"Q": 4}), ""),
        (FrontierEngine(), KINGS, ""),
        (AutoEngine(), KINGS, ""),  # it says so itself
    ],
)
def test_an_engine_that_was_chosen_is_weighed(
    engine: Engine, model: Placement, said: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(count, "_PATIENCE", -1.0)
    monkeypatch.setattr(definition, "_READ", ["read: its name"])
    seen: list[int] = []
    watch = count.with_late_estimate(seen.append, engine, model)
    for found in range(3):
        watch(found)
    assert seen == [0, 1, 2]
    err = capsys.readouterr().err
    assert re.fullmatch(f"read: its name\n{said}", err), err


def test_a_count_that_is_done_soon_is_not_weighed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(count, "_PATIENCE", 1e9)
    watch = count.with_late_estimate(lambda _found: None, BacktrackEngine(), KINGS)
    watch(1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3600, "about 60 min"),
        (7500, "about 2.1 h"),
        (9e5, "about 10 days"),
        (4e9, "about 130 years"),
    ],
)
def test_auto_says_what_it_has_chosen(
    seconds: float, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = count.with_messages(AutoEngine())
    assert isinstance(engine, AutoEngine)
    assert engine.warn is not None
    engine.warn("frontier", seconds)
    assert capsys.readouterr().err == f"estimate: frontier will take {words}\n"
