"""The command puzzle: what it prints, that ``solve`` confirms it, and what it refuses in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused

MODELS = [
    "queens -p n=8",
    "queens -p n=8 --symmetric rot180 --givens 2",
    "--board 4x4 --tour K --open",
    "queens-puzzle -p regions=6x6",
]


@pytest.mark.parametrize("model", MODELS)
def test_solve_confirms_it(here: Run, tmp_path: Path, model: str) -> None:
    words = ("puzzle", *model.split(), "--seed", "7", "--json")
    made = here(*words)
    (data,) = objects(answered(made))
    assert "; seed 7" in made.stderr
    (tmp_path / "puzzle.json").write_text(made.stdout, encoding="utf-8")
    asked = ("solve", "puzzle.json", "--unique", "--json", "--engine", "backtrack")
    (answer,) = objects(here(*asked).stdout)
    assert answer["unique"] is True
    assert answer["solutions"] == [data["solution"]]
    assert here(*words, "-q").stdout == made.stdout


def test_several_have_the_seeds_that_follow(here: Run) -> None:
    words = ("puzzle", "queens", "5", "-q")
    texts = [answered(here(*words, "--seed", str(seed))).rstrip() for seed in (4, 5, 6)]
    said = answered(here(*words, "--seed", "4", "--number-of", "3"))
    assert said.rstrip().split("\n\n") == texts
    assert "--number-of: 0 is not from 1 to 12" in refused(here(*words, "--number-of", "0"))


def test_as_files_that_become_pages(here: Run, tmp_path: Path) -> None:
    words = ("puzzle", "queens-puzzle", "regions=5x5", "--seed", "1", "-o", "own.json")
    assert here(*words).stderr.startswith("own.json\n")
    here("view", "own.json")
    page = (tmp_path / "own-json.html").read_text("utf-8")
    assert "<title>Queens puzzle on 5×5</title>" in page
    assert '"puzzle":true' in page
    assert "<details><summary>The answer</summary>" in page
    assert "the only solution" in here("solve", "own.json", "--unique").stdout
    made = here(*words, "--number-of", "3", "-q")
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    every = [tmp_path / f"own-{number}.json" for number in (1, 2, 3)]
    grades = [objects(file.read_text("utf-8"))[0]["difficulty"] for file in every]
    order = ["easy", "medium", "hard", "very hard"]
    assert grades == sorted(grades, key=order.index)
