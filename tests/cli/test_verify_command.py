"""``nqsat verify``: random models, the page, what is printed of what was not compared."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from typer.testing import CliRunner, Result

from nqsat import Placement
from nqsat.cli.app import commands
from nqsat.modelling import Clause, Setting, loads
from nqsat.rules import NonAttacking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nqsat.modelling import Constraint, Variables

    Run = Callable[..., subprocess.CompletedProcess[str]]


def asked(words: list[str]) -> Result:
    """The program in this process."""
    return CliRunner().invoke(cast("Any", commands()), words, standalone_mode=False)


def test_it_says_what_was_not_compared_and_why(nqsat: Run) -> None:
    done = nqsat("verify", "--board", "cylinder:2x3", "--piece", "Q=1")
    assert done.returncode == 0
    assert "not made: transposed: the model cannot be transposed" in done.stdout
    assert "not made: counting: frontier is not asked of this model" in done.stdout
    assert "1 agree on independent grounds, 0 unknown" in done.stdout.splitlines()[-1]


def test_deep_asks_everybody_and_adds_models_like_the_one_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "verify --board 1x2 --piece K=any --deep --seed 3 --json"
    monkeypatch.setattr(import_module("nqsat.cli.verify"), "NEAR", 2)
    done = asked(words.split())
    assert done.return_value == 0, done.output
    first, *others = map(json.loads, done.stdout.splitlines())
    assert first["counts"]["frontier"] == "3"
    assert first["grounds"] == ["meaning", "formula", "checker"]
    assert {one["model"] for one in others} == {"near in place"}
    assert [one["params"]["index"] for one in others] == [0, 1]
    assert all(one["result"] == "agree" for one in others)


@pytest.mark.parametrize("words", ["queens", "--random 100000 --seed 1", "queens -p n=8 --deep"])
def test_a_time_limit(nqsat: Run, tmp_path: Path, words: str) -> None:
    limit = ("--time-limit", "0.01", "--html", "page.html")
    done = nqsat("verify", *words.split(), *limit, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "nqsat: time limit\n")
    assert "not made: time limit: the rest was not compared" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 model, ")
    assert "not finished (time limit)" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert nqsat("verify", "queens", "--time-limit", "0").returncode == 2


def test_quiet_leaves_out_what_was_not_compared(nqsat: Run) -> None:
    loud, quiet = (nqsat("verify", "queens", "-p", "n=3", *more) for more in ((), ("-q",)))
    assert "not made: " in loud.stdout
    assert "not made: " not in quiet.stdout
    assert "1 model, " in quiet.stdout


def test_random_models_are_named_by_their_seed(nqsat: Run) -> None:
    done = nqsat("verify", "--random", "2", "--seed", "4")
    assert done.returncode == 0, done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("2 models, ")
    assert "0 models with a disagreement" in last
    assert "seed 4" in last
    assert "models a second" in last


def test_the_page(nqsat: Run, tmp_path: Path) -> None:
    done = nqsat("verify", "queens", "-p", "n=3..4", "--html", "page.html", cwd=tmp_path)
    assert done.returncode == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "queens n=3" in page
    assert "backtrack = sat/totalizer" in page
    assert "independent agreement: meaning = formula = checker = published" in page
    assert "<script" not in page


def test_a_disagreement_is_made_small_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # An encoding that forbids the first man everywhere. In this process, so that it can be broken.
    lower = NonAttacking.lower

    def wrong(self: NonAttacking, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        yield from lower(self, setting, variables)
        if setting.kinds and setting.board.squares:
            first = variables.at(setting.kinds[0].name, setting.board.squares[0])
            yield from [Clause((-first,))] if first else []

    monkeypatch.setattr(NonAttacking, "lower", wrong)
    monkeypatch.chdir(tmp_path)
    done = asked(["verify", "--random", "1", "--seed", "1"])
    assert done.return_value == 1
    (written,) = tmp_path.glob("differs-1-*.json")
    assert f"nqsat verify {written.name} --deep" in done.output
    small = loads(written.read_text(encoding="utf-8"))
    assert isinstance(small, Placement)
    assert len(small.board.squares) == 1
    again = asked(["verify", written.name])
    assert again.return_value == 1
    assert "differ: engines: " in again.output
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert asked(["verify", written.name]).return_value == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_an_interrupt_keeps_what_was_established(program: str, tmp_path: Path) -> None:
    # The page has what was compared until then, the counts are printed, and the exit code says it.
    words = ("verify", "--random", "100000", "--seed", "1", "--json", "--html", "page.html", "-q")
    with subprocess.Popen(
        [program, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=tmp_path,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            lines = [process.stdout.readline() for _ in range(2)]
            process.send_signal(signal.SIGINT)
            lines += process.stdout.readlines()
            errors = process.stderr.read()
            process.wait(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 3
    assert errors == "nqsat: interrupted\n"
    reports = [json.loads(line) for line in lines]
    assert [report["params"]["index"] for report in reports] == list(range(len(reports)))
    assert all(report["result"] != "differ" for report in reports)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "It was not finished (interrupted)" in page
    assert "random seed=1 index=1" in page
