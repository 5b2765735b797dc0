"""An output format, an engine, a command, an option: each is added in one file, by an extension.

The file is an installed package for the program: beside it stands what pip writes for its entry point. A
panel of the page has its JavaScript and CSS beside it, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Done, Run, answered, refused
from support.browser import Browser

#: Packages, each of one file.
FORMAT = """
from nqsat.extensions import Extension, Format

def shown(solutions, **_how):
    for solution in solutions:
        yield "*".join(sorted(solution.board.name(piece.square) for piece in solution.pieces))

EXTENSION = Extension("stars between squares", formats={"stars": Format((".stars",), "stars:shown")})
"""
PLACED = """
from nqsat.extensions import Extension, Format

EXTENSION = Extension("ranks", formats={"ranks": Format((".ranks",), "ranks:text", placed=True)})

def text(arrangement):
    return "".join(str(4 - piece.square.row) for piece in sorted(arrangement.pieces, key=column))

def column(piece):
    return piece.square.column
"""
ENGINE = '''
from itertools import combinations

from nqsat.engines import Engine
from nqsat.extensions import Extension

EXTENSION = Extension("an engine that tries everything", engines=("naive:NaiveEngine",))

class NaiveEngine(Engine):
    """Tries every set of pieces."""

    name = "naive"
    ground = "meaning"

    def batches(self, model, orbit=()):
        self.accept(model, orbit)
        pieces = list(model.atoms)
        for size in range(len(model.board.squares) + 1):
            for some in combinations(pieces, size):
                if len({piece.square for piece in some}) == size:
                    found = model.solution(some)
                    if model.holds(found):
                        yield [found]
'''
COMMAND = '''
from typing import Annotated

from nqsat.extensions import Argument, Command, Extension, Option

EXTENSION = Extension(
    "says it louder",
    commands={
        "shout": Command("loud:shout", takes=("times", "json"), examples=("nqsat shout queens",)),
        "count": Command(takes=("loud",), says="With --loud it shouts."),
    },
    options={
        "times": Option("How often.", metavar="NUMBER", type=int, default=1),
        "loud": Option("Shout.", without=("--json",)),
        "engine": Option("Hides that of nqsat."),
    },
)

def shout(options, name: Annotated[str, Argument("What to shout.", "WORD")]):
    """Shout a word."""
    print(name.upper() * options.value("times"))
    return 3
'''

PANEL = """
from pathlib import Path

from nqsat.extensions import Command, Extension, Option, Panel

HERE = Path(__file__).parent

EXTENSION = Extension(
    "says how many squares there are",
    commands={"view": Command(takes=("least",))},
    options={"least": Option("The fewest that are told.", metavar="NUMBER", type=int, default=1)},
    panels={"area": Panel("area:told", (HERE / "area.js",), (HERE / "area.css",), ("least",))},
)

def told(model, least=1):
    squares = len(model.board.squares)
    return {"squares": squares} if squares >= least else f"{squares} squares are not told"
"""
SCRIPT = """
import { h } from "../nqsat/reporting/page/dom.js";
import { PANELS } from "../nqsat/reporting/page/panels.js";

function mountArea(element, doc, app) {
  element.append(h("p.area-told", `${doc.area.squares} squares`));
  app.on("change", () => element.append(h("p", Object.keys(app.state).join())));
}

PANELS.push({
  name: "area", section: "area", heading: "Area", mount: mountArea,
  way: "How large it is", folded: "For surveyors",
});
"""


@pytest.fixture
def package(tmp_path: Path, installed: Run) -> Callable[[str, str], Callable[[str], Done]]:
    """Install a package of one file; return what runs the program."""

    def install(name: str, text: str) -> Callable[[str], Done]:
        (tmp_path / f"{name}.py").write_text(text)
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: nqsat-{name}\nVersion: 1.0\n"
        )
        (about / "entry_points.txt").write_text(f"[nqsat.extensions]\n{name} = {name}:EXTENSION\n")
        return lambda words: installed(*words.split(), cwd=tmp_path, PYTHONPATH=str(tmp_path))

    return install


Package = Callable[[str, str], Callable[[str], Done]]


def test_a_format(package: Package, tmp_path: Path) -> None:
    run = package("stars", FORMAT)
    wanted = ["a2*b4*c1*d3", "a3*b1*c4*d2"]
    words = "enumerate queens 4 --engine backtrack -q"
    found = answered(run(f"{words} --format stars")).splitlines()
    assert sorted(found) == wanted
    assert answered(run(f"{words} -o them.stars")) == ""
    assert (tmp_path / "them.stars").read_text().splitlines() == found
    assert "stars" in answered(run("list formats"))
    assert refused(run(f"{words} --format moons")).endswith("svg, png, pdf, stars")
    row = next(line for line in answered(run("doctor")).splitlines() if line.startswith("stars "))
    assert row.split(maxsplit=2) == ["stars", "nqsat-stars", "stars between squares"]


def test_a_format_of_placements_alone(package: Package) -> None:
    run = package("ranks", PLACED)
    words = "--engine backtrack -q --format ranks"
    assert sorted(answered(run(f"enumerate queens 4 {words}")).split()) == ["2413", "3142"]
    line = refused(run(f"enumerate --board 3x3 --tour K {words}"))
    assert line.endswith(
        "ranks is for placements; tours and sets of moves have text, jsonl, csv, svg"
    )


def test_an_engine(package: Package) -> None:
    run = package("naive", ENGINE)
    assert answered(run("count --board 3x3 --piece K=2 --engine naive -q")) == "16 placements\n"
    for _ in range(2):  # the second resumes it
        line = "count --board 3x3 --piece K=2 --engine naive --job it.db --parts 2 -q"
        assert answered(run(line)) == "16 placements\n"
    done = run("count --board 3x3 --piece K=any --engine naive")
    assert (done.stdout, done.stderr.split(",")[0]) == ("35 placements\n", "naive")
    assert re.search("naive +Tries every set of pieces.", answered(run("list engines")))
    line = refused(run("count queens 4 --engine clever"))
    assert "backtrack, naive, " in line
    assert refused(run("count --board 3x4 --tour N --open --engine naive --seed 1")).startswith(
        "nqsat: --seed: "
    )
    assert "naive" in answered(run("doctor"))
    assert '"engine": "naive"' in answered(run("count queens 4 --engine naive --json -q"))


def test_a_command_and_options(package: Package) -> None:
    run = package("loud", COMMAND)
    assert answered(run("shout ho --times 2"), 3) == "HOHO\n"
    assert re.search(r"^  shout +Shout a word$", answered(run("--help")), re.MULTILINE)
    said = answered(run("help shout"))
    assert "How often." in said
    assert "nqsat shout queens" in said
    said = answered(run("count --help"))
    assert "With --loud it shouts." in " ".join(said.split())
    assert "Hides" not in said
    assert "--engine NAME" in said
    assert answered(run("count queens 4 --engine backtrack -q")) == "2 placements\n"
    assert refused(run("count queens 4 --loud --json")).endswith("--loud: does not go with --json")
    assert "it belongs to nqsat count" in refused(run("solve queens 4 --loud"))


def test_a_panel_of_the_page(package: Package, tmp_path: Path, window: Browser) -> None:
    run = package("area", PANEL)
    (tmp_path / "area.js").write_text(SCRIPT)
    (tmp_path / "area.css").write_text(".area-told { color: rgb(1, 2, 3); }")
    answered(run("view queens 4 --engine backtrack -o page.html -q"))
    window.open(tmp_path / "page.html", "area=1")  # a link with its key opens it
    assert window.text(".panel.area .area-told") == "16 squares"
    assert "For surveyors" in window.run(
        "return [...document.querySelectorAll('details[open] > summary')].map(x => x.textContent)"
    )
    colour = "return getComputedStyle(document.querySelector('.area-told')).color"
    assert window.run(colour) == "rgb(1, 2, 3)"
    assert "How large it is" in window.text(".ways")
    window.click(".cell[aria-label^=b1]")
    assert window.text(".area .body p:last-child") == "area,m"
    # Where it shows nothing it is no part of the page, which says why.
    done = run("view queens 4 --engine backtrack --least 17 -o less.html")
    assert "16 squares are not told" in done.stderr
    assert "mountArea" not in (tmp_path / "less.html").read_text()
    assert "it belongs to nqsat view" in refused(run("count queens 4 --least 2"))


def test_one_that_cannot_be_loaded_adds_nothing_and_says_why(package: Package) -> None:
    run = package("broken", "raise ValueError('by design')")
    assert answered(run("count queens 4 --engine backtrack -q")) == "2 placements\n"
    assert "cannot be loaded: ValueError: by design" in answered(run("doctor"))
