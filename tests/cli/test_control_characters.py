"""What stands in files commands no terminal: control characters are shown, whatever command prints them."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run
from support.jobs import forge, with_head

import nqsat
from nqsat import Placement
from nqsat.counting import Question, answer
from nqsat.counting.ledger import Ledger
from nqsat.files import escaped, escaped_stream, print_drawn, raw_stream
from nqsat.reporting import table
from nqsat.reporting.tables import json_line

#: A line that clears the screen, in seven and in eight bits, goes back, rings, is red and turns around.
NASTY = "\x1b[2J\x1b[31m\x9b31m\r\x08\x07\x7f\x00\x85\u202e!"

#: The same as a name that a file can have.
NAMED = NASTY.replace("\x00", "")


def commanding(text: str) -> str:
    """What of a text a terminal would obey."""
    return "".join(
        x for x in text if (unicodedata.category(x) == "Cc" and x not in "\n\t") or x == "\u202e"
    )


def test_every_control_character_is_shown() -> None:
    every = "".join(map(chr, (*range(0x110), *range(0x2000, 0x2070))))
    seen = escaped(every)
    assert commanding(seen) == ""
    assert json.loads(f'"{escaped(every[0x7F:])}"') == every[0x7F:]  # JSON stays what it was
    for plain in ("Zoë 数 \t\n\u200d", "♕ ×", ""):
        assert escaped(plain) == plain
    behind_it = io.StringIO()
    stream = escaped_stream(escaped_stream(behind_it))
    print(NASTY, end="", file=stream)
    stream.writelines([NASTY, "\n"])
    assert commanding(behind_it.getvalue()) == ""
    assert raw_stream(stream) is behind_it


def test_what_is_drawn_has_colours_of_its_own_only(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = table(NASTY, ("a",), [(NASTY,)], colour=True)
    assert set(commanding(drawn)) == {"\x1b"}
    assert drawn.count("\x1b[") == drawn.count("\x1b[1m") + drawn.count("\x1b[0m") + drawn.count(
        "\x1b[1;3m"
    )
    print_drawn(drawn)
    assert capsys.readouterr().out == f"{drawn}\n"
    assert json.loads(json_line({"a": NASTY})) == {"a": NASTY}
    assert commanding(json_line({"a": NASTY})) == ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files that are called, and say, such things."""
    model = {"nqsat": 1, "placement": {NASTY: 1}}
    own = f"def f(n: int):\n    raise ValueError({NASTY!r})\ndef g(n: int):\n    return {NASTY!r}\n"
    wrong = {"ask": "count", "model": {"arguments": [f"{NASTY}.py:f"]}, "engine": {"name": NASTY}}
    texts = {
        "model.json": json.dumps(model),
        "own.py": own,
        "question.json": json.dumps({"question": wrong}),
        "engine.json": json.dumps({**wrong, "model": None}),
        "map.txt": f"..\n{NASTY}\n",
        "any.cnf": f"c {NASTY}\np cnf 1 1\n{NASTY} 0\n",
        "facts.lp": f"size(4). {NASTY}\n",
    }
    for name, text in texts.items():
        for written in (name, NAMED + name):
            (tmp_path / written).write_text(text)
    return tmp_path


def job(folder: Path, name: str, **changed: object) -> Path:
    place = folder / name
    answer(Question("count", Placement("4x4", {"Q": 4}), "bitboard"), run=nqsat.Run(job=place))
    forge(place, **changed)
    other = with_head(place, versions={"nqsat": NASTY})
    opened = Ledger(place)
    ledger = Ledger(other)
    for stage in opened.stages():
        ledger.write(stage, opened.read(stage))
    ledger.write(NASTY, {NASTY: {}})
    ledger.close()
    return other


def words() -> Iterator[str]:
    for name in ("model.json", "own.py:f -p n=1", "own.py:g -p n=1", "own.py:h", "question.json"):
        for command in ("count", "show", "solve", "verify", "enumerate"):
            yield f"{command} @{name}"
            yield f"{command} {name}"
    yield "count @engine.json"
    for board in ("file:@map.txt", "file:map.txt"):
        yield f"count --board {board} --piece Q=1"
    yield "count --dimacs any.cnf"
    yield "count star-battle -p regions=file:@map.txt -p stars=1"
    for command in ("status", "verify", "result", "result --json"):
        yield f"job {command} JOB"
    yield "job merge made JOB"
    for command in ("check JOB", "check JOB --json", "count queens -p n=4 --job JOB"):
        yield command
    yield "verify queens -p n=4 --job JOB --json"
    yield "check @"


@pytest.mark.parametrize("stage", ["id", "visited", "seconds"])
def test_no_command_sends_what_it_read(here: Run, folder: Path, stage: str) -> None:
    value: object = {"id": NASTY, "visited": -1, "seconds": 0.1}[stage]
    place = job(folder, f"{NAMED}job", **{stage: value})
    (folder / NAMED).mkdir()
    seen = 0
    for line in words():
        if (stage != "id") > ("JOB" in line):
            continue
        asked = [x.replace("@", NAMED).replace("JOB", place.name) for x in line.split()]
        done = here(*asked, cwd=folder)
        assert commanding(done.stdout + done.stderr) == "", line
        assert "Traceback" not in done.stderr
        seen += "\\u001b" in done.stdout + done.stderr or "\\x1b" in done.stdout + done.stderr
    assert seen > (30 if stage == "id" else 0)  # it was read, and said


@pytest.mark.parametrize(
    "line", ["solve queens -p n=4 --engine backtrack", "show queens -p n=4", "list engines"]
)
def test_a_terminal_gets_colours(
    here: Run, monkeypatch: pytest.MonkeyPatch, folder: Path, line: str
) -> None:
    # What is drawn keeps them, and nothing that it is drawn of.
    for room in (nqsat.reporting, nqsat.reporting.progress_display):
        monkeypatch.setattr(room, "screen", lambda *_: {"width": 80, "colour": True})
    said = here(*line.split(), cwd=folder).stdout
    plain = re.sub(r"\x1b\[[01]?(;?[34]8;5;[0-9]+|;?[13])*m", "", said)
    assert "\x1b[" in said
    assert commanding(plain) == ""
