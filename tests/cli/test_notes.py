"""What a command says besides: what it asks because nobody said otherwise, and how long it will take."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

from nqsat import Placement
from nqsat.cli import count, definition
from nqsat.engines import AutoEngine, BacktrackEngine, BitboardEngine, Engine, FrontierEngine
from nqsat.modelling.rules import RULES

ATTACKING = "pieces may attack one another: add --rule non-attacking to forbid it"
NONE_ATTACKS = "pieces do not attack one another"
TOUR = "visits every square"
CLOSED = "the tour is closed"
PLACED = "--board 4x4 --piece Q=any"

#: A command, what it is told, and the words that say so: then nothing is left to tell.
SAID: list[tuple[str, str, str]] = [
    (f"{PLACED} --rule regions=AABB/AABB/CCDD/CCDD", ",number=1", "each region has one piece"),
    ("--board 4x4 --piece white:Q=any --piece black:Q=any --rule armies", "=equal", "different sizes"),
    (f"{PLACED} --rule connected", "=by=W", "joined are squares that a move of a piece connects"),
    (f"{PLACED} --rule degrees=2", ",blocking", "pieces in between do not block an attack"),
    (f"{PLACED} --rule stabiliser", "=rot180", "no symmetry fixes a solution"),
    (f"{PLACED} --rule among=Q@a1,Q@a2", ",number=1..", "at least one literal is true"),
    (f"{PLACED} --rule maximal", " --rule non-attacking", ATTACKING),
    ("--board 4x4 --piece white:Q=1 --piece black:Q=1", " --rule non-attacking", "not even those of one"),
    ("--board 4x4 --piece Q=1 --piece N=1", " --rule non-attacking", "not even over pieces in between"),
    ("--board 3x3 --piece Q=3", " --rule non-attacking", NONE_ATTACKS),
    ("--board 3x3 --tour W", " --open", CLOSED),
    ("--board 1x5 --tour N --open", " --rule", TOUR),
    ("--board 3x3 --factor W", " --degree 2", "each square has 2 moves"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "more", "said"), SAID)
def test_what_nobody_wrote_is_said(nqsat: Run, command: str, more: str, said: str) -> None:
    done = nqsat("count", *command.split())
    assert (done.returncode, done.stderr.count(said)) == (0, 1)
    if more != " --rule":
        stated = nqsat("count", *f"{command}{more}".split())
        assert (stated.returncode, said in stated.stderr) == (0, False)


@pytest.mark.parametrize(
    "command",
    [
        "--board 4x4 --piece Q=4",  # what everybody means
        "--board 4x4 --piece N=any --rule degrees=2",  # nobody stands in between
        "--board 3x4 --tour N --open",
        "--board 4x4 --piece Q=any --rule among=Q@a1 --rule non-attacking",
        "queens 4",
    ],
)
def test_what_has_one_reading_is_not_said(nqsat: Run, command: str) -> None:
    done = nqsat("count", *command.split())
    assert "since no --rule" not in done.stderr
    assert ": " not in done.stderr.splitlines()[-1]


def test_best_values_say_which_squares_are_unattacked(nqsat: Run) -> None:
    words = ("solve", "--board", "4x4", "--piece", "Q=2", "--maximise", "unattacked")
    assert "unattacked squares have no piece" in nqsat(*words).stderr
    data = json.loads(nqsat(*words, "--json").stdout)
    assert NONE_ATTACKS in data["note"]


def test_no_solution_says_it_in_every_command(nqsat: Run) -> None:
    for command in ("count", "solve", "enumerate"):
        assert CLOSED in nqsat(command, "--board", "3x3", "--tour", "W").stderr
        assert NONE_ATTACKS in nqsat(command, "--board", "3x3", "--piece", "Q=3").stderr


def test_a_closed_tour_of_the_catalogue_that_is_none_says_how_to_ask_for_open_ones(
    nqsat: Run, tmp_path: Path
) -> None:
    for words in (["knights-tours", "3", "4"], ["tours", "N", "3x4"]):
        said = nqsat("count", *words).stderr.splitlines()[-1]
        assert said.endswith(
            "the tour is closed; for open tours write --board 3x4 --tour N --open (16 directed open tours)"
        )
    (tmp_path / "map.txt").write_text("#..\n...\n..#\n")
    said = nqsat("count", "tours", "W", f"file:{tmp_path}/map.txt").stderr.splitlines()[-1]
    assert f"--board file:{tmp_path}/map.txt --tour W --open" in said
    words = ["--board", "3x4", "--tour", "N", "--open"]
    assert nqsat("count", *words).stdout.startswith("16 directed open tours")
    assert "the tour is closed" not in nqsat("count", "knights-tours", "5", "6").stderr
    assert "the tour is closed" not in nqsat("count", "open-knights-tours", "3", "3").stderr


def test_options_that_are_said_are_those_of_their_rules() -> None:
    for rule in RULES:
        some: Any = rule.unsaid
        names = some if not isinstance(some, property) else ()
        assert {*names} <= {*rule.fields}, rule


# -- how long a count will take ----------------------------------------------------------------


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


def test_draws_without_a_seed_say_theirs(here: Run) -> None:
    assert (
        "seed "
        in here("sample", "--board", "4x4", "--piece", "K=any", "--engine", "backtrack").stderr
    )
