"""The command puzzle: what it prints, that ``solve`` confirms it, and what it refuses in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run

MODELS = [
    "queens -p n=8",
    "queens -p n=8 --symmetric rot180 --givens 2",
    "--board 4x4 --tour K --open",
    "queens-puzzle -p regions=6x6",
]


@pytest.mark.parametrize("model", MODELS)
def test_solve_confirms_it(nqsat: Run, tmp_path: Path, model: str) -> None:
    made = nqsat("puzzle", *model.split(), "--seed", "7", "--json")
    assert made.returncode == 0, made.stderr
    assert "; seed 7" in made.stderr
    data = json.loads(made.stdout)
    file = tmp_path / "puzzle.json"
    file.write_text(made.stdout, encoding="utf-8")
    answer = json.loads(nqsat("solve", str(file), "--unique", "--json").stdout)
    assert answer["unique"] is True
    assert answer["solutions"] == [data["solution"]]
    assert nqsat("puzzle", *model.split(), "--seed", "7", "--json", "-q").stdout == made.stdout


def test_what_is_given_and_the_answer(nqsat: Run) -> None:
    made = nqsat("puzzle", "queens", "-p", "n=8", "--seed", "7", "--answer")
    given, answer = made.stdout.split("\n\n")
    assert given.count("Q") == 2
    assert answer.count("Q") == 8
    assert [len(line.split()) for line in given.splitlines()] == [8] * 8
    drawn = nqsat("puzzle", "queens-puzzle", "-p", "regions=6x6", "--seed", "1", "-q")
    assert sorted(set(drawn.stdout.split())) == [*"ABCDEF"]
    assert drawn.stderr == ""


def test_sheets(nqsat: Run, tmp_path: Path) -> None:
    pytest.importorskip("cairosvg")
    words = ("puzzle", "queens", "-p", "n=6", "--seed", "2", "--title", "<Six>")
    for name, found in (
        ("six.svg", ["six-answer.svg", "six.svg"]),
        ("six.png", ["six-answer.png", "six.png"]),
        ("six.pdf", ["six.pdf"]),
    ):
        place = tmp_path / name.replace(".", "-")
        place.mkdir()
        made = nqsat(*words, "-o", str(place / name))
        assert (made.returncode, made.stdout) == (0, "")
        assert sorted(path.name for path in place.iterdir()) == found
    assert "&lt;Six&gt;: the answer" in (tmp_path / "six-svg/six-answer.svg").read_text("utf-8")
    refused = nqsat(*words, "-o", str(tmp_path / "six.txt"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "six.txt should end with .svg, .png, .pdf" in refused.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("queens -p n=3", 2, "model: has no solution"),
        ("queens -p n=4 --preset Q@b4", 2, "model: has one solution already"),
        ("queens -p n=8 --symmetric rot45", 2, "symmetric: 'rot45' is no symmetry"),
        ("queens -p n=8 --givens 0", 2, "givens: 0 is no number"),
        ("queens -p n=8 --givens 8", 3, "no such givens that are all needed"),
        ("star-battle -p regions=8x8 -p stars=1 --givens 3", 2, "givens: the regions"),
        ("star-battle -p regions=8x8 -p stars=3", 2, "has no solution"),
        ("queens -p n=8 --title Eight", 2, "--title: is for pictures"),
        ("queens -p n=8 --mark z9 -o x.svg", 2, "z9"),
        ("queens -p n=5..6", 2, "a range makes no sense"),
        ("--board 4x4 --piece N=any --maximise men", 2, "objective"),
        ("--board 8x8 --tour N --open --time-limit 0.05", 3, "no puzzle within 0.05 s"),
        ("--board 20x20 --tour K --open", 2, "400 squares"),
    ],
)
def test_what_is_refused(nqsat: Run, words: str, code: int, said: str) -> None:
    answer = nqsat("puzzle", *words.split(), "--seed", "1")
    assert (answer.returncode, answer.stdout) == (code, "")
    assert said in answer.stderr
    assert answer.stderr.count("\n") == 1
