"""The command puzzle: what it prints, that ``solve`` confirms it, and what it refuses in one line."""

from __future__ import annotations

import io
import re
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


def test_no_two_are_the_same(here: Run) -> None:
    words = ("puzzle", "queens", "6", "--seed", "1", "--number-of", "12")
    boards = answered(here(*words, "-q")).rstrip().split("\n\n")
    assert len(set(boards)) == len(boards) == 12
    few = here("puzzle", "queens", "4", "--seed", "1", "--number-of", "12")
    boards = few.stdout.rstrip().split("\n\n")
    assert len(set(boards)) == len(boards) < 12
    assert few.returncode == 3
    assert f"20 seeds in a row made no other puzzle: {len(boards)}, not 12" in few.stderr


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


def test_a_family_shows_how_its_puzzles_are_made(here: Run) -> None:
    assert "a puzzle: nqsat puzzle masyu 6x6" in answered(here("show", "masyu"))


def test_clues_are_printed_as_solve_reads_them(here: Run) -> None:
    made = here("puzzle", "slitherlink", "3x3", "--seed", "1")
    assert made.stderr.startswith("4 .   .   .   .\n")  # the board
    assert re.search(r"\n(easy|medium|hard|very hard) \(.*; seed 1\n$", made.stderr)
    answer = here("solve", "slitherlink", made.stdout.strip(), "--unique", "--json")
    (asked,) = objects(answered(answer))
    (data,) = objects(answered(here("puzzle", "slitherlink", "3x3", "--seed", "1", "--json")))
    assert asked["unique"] is True
    assert asked["solutions"] == [data["solution"]]
    assert data["params"] == {"clues": made.stdout.strip().removeprefix("clues=")}
    for words, said in (
        ("--givens 3", "--givens: nqsat chooses the clues of slitherlink; leave it out"),
        ("--rule among=a1-b1", "--rule: does not go with slitherlink, whose clues are drawn"),
        ("--repair", "model: its clues stay: a repair changes regions"),
    ):
        assert said in refused(here("puzzle", "slitherlink", "3x3", *words.split()))
    rooms = here("puzzle", "heyawake", "rooms=aabb/aabb/ccdd/ccdd")
    assert refused(rooms).startswith("nqsat: numbers: is missing; write numbers=A=.,B=.")


def test_a_loop_that_is_begun_has_a_hint(here: Run) -> None:
    words = ("puzzle", "slitherlink", "..../10../3.31/..2.", "--seed", "1")
    (first,) = re.findall(r"hint: (.*)", here(*words).stderr)
    assert first == "a3-b3: without it, too few moves would be around the 3 between a3 and b2."
    said = here(*words, "--preset", "a3-b3", "--preset=~c4-c3").stderr
    assert first not in said
    assert re.search(r"hint: .*\b[a-e][1-5]-[a-e][1-5]\b", said)
    assert "hint: c2-c1 is wrong: remove it" in here(*words, "--preset", "c1-c2").stderr
    lamp = here("puzzle", "akari", "1..", "--preset", "lamp:R@c1").stderr
    assert "hint: c1 is wrong: remove it first." in lamp
    early = ("puzzle", "slitherlink", "3x3", "--seed", "1", "--preset", "a1-b1")
    assert "a1-b1 was filled in before there was a puzzle" in refused(here(*early))
    assert "--preset: 'c1' is not a move here" in refused(here(*words, "--preset", "c1"))
    pieces = ("puzzle", "queens", "6", "--preset", "a1-b1")
    assert "--preset: a1-b1: write a piece" in refused(here(*pieces))


def test_a_family_of_your_own_says_its_clues(here: Run, tmp_path: Path) -> None:
    """Mines, where nothing is said of a clue but which figures there are."""
    (tmp_path / "own.py").write_text(
        "from nqsat import Board, Placement, family\n"
        "from nqsat.modelling import clue_rows\n"
        "from nqsat.rules import clause, exactly\n"
        "@family(clues={'.': '012345678'})\n"
        "def mines(number: int, clues: str) -> Placement:\n"
        "    rows = clue_rows(clues)\n"
        "    model = Placement(Board(len(rows), len(rows[0])), {'mine:W': number}, [])\n"
        "    def around(r, c):\n"
        "        for a in (r - 1, r, r + 1):\n"
        "            for b in (c - 1, c, c + 1):\n"
        "                if (a, b) in model.board and (a, b) != (r, c):\n"
        "                    yield model.at('mine:W', (a, b))\n"
        "    for r, row in enumerate(rows):\n"
        "        for c, mark in enumerate(row):\n"
        "            if mark != '.':\n"
        "                model += exactly(int(mark), [*around(r, c)])\n"
        "                model += clause(~model.at('mine:W', (r, c)))\n"
        "    return model\n",
        encoding="utf-8",
    )
    name = "own.py:mines"
    made = here("puzzle", name, "3", "4x4", "--seed", "2", "-q").stdout.splitlines()[-1]
    (asked,) = objects(answered(here("solve", name, *made.split(), "--unique", "--json")))
    assert asked["unique"] is True
    number, _, text = made.partition(" clues=")
    assert number == "number=3"
    for place in (x for x in range(len(text)) if text[x].isdigit()):
        fewer = f"clues={text[:place]}.{text[place + 1 :]}"
        said = answered(here("count", name, number, fewer, "-q"))
        assert said.endswith(" placements\n")
    own = (tmp_path / "own.py").read_text("utf-8")
    own = own.replace("clause(~model.at('mine:W', (r, c)))", "3")
    (tmp_path / "own.py").write_text(own, encoding="utf-8")  # then no clue can be written
    assert "is not a Rule" in refused(here("puzzle", name, "3", "4x4"))


@pytest.mark.parametrize("command", ["show", "enumerate --limit 1", "solve"])
def test_pictures_show_clues(here: Run, tmp_path: Path, command: str) -> None:
    """Figures between dots, discs, and figures on walls, which are white; no number of a move."""
    for words, dots, clues in (
        ("slitherlink 3../.../..3", 16, ["3", "3"]),
        ("masyu ..W./..../.B../....", 0, ["#ffffff", "#222222"]),
        ("akari 1../.x./...", 0, ["1"]),
    ):
        name, *more = command.split()
        here(name, *words.split(), *more, "-o", "it.svg")
        drawn = (tmp_path / "it.svg").read_text("utf-8")
        found = re.findall(r'class="clue"[^>]*?(?:fill="(#\w+)" />|>([^<]+)<)', drawn)
        assert [colour or text for colour, text in found] == clues
        assert drawn.count('class="dot"') == dots
        assert 'class="dark"' not in drawn
        assert 'class="number"' not in drawn
    assert '#ffffff">1</text>' in drawn or 'fill="#ffffff"' in drawn


STARS = ("star-battle", "regions=ABBBB/AABBC/DDBCC/DDECC/DEEEC", "stars=1")


def test_stars_are_read_and_printed(here: Run) -> None:
    drawn = here("solve", *STARS).stdout
    assert drawn.count("★") == 5
    assert "K" not in drawn
    listed = here("enumerate", *STARS).stdout
    assert listed.count("★") == 5 * 6
    assert "K" not in listed
    assert "★" in here("show", *STARS, "--preset", "★@b3").stdout
    given = [here("count", *STARS, "--preset", f"{star}@b3").stdout for star in ("K", "★", "*")]
    assert given == ["1 placement\n"] * 3
    assert "K" in here("enumerate", *STARS, "--format", "fen").stdout  # as programs read it
    queens = here("solve", "queens-puzzle", "ABBBB/AABBC/DDBCC/DDECC/DEEEC").stdout
    assert queens.count("Q") == 5


def test_a_terminal_without_the_sign_gets_asterisks(monkeypatch: pytest.MonkeyPatch) -> None:
    from nqsat.reporting import starred
    from nqsat.sources import find_family

    model = find_family("star-battle")(regions=STARS[1][8:], stars=1)
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert starred("5 . K", model) == "5 . *"
