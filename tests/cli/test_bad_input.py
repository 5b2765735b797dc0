"""Wrong requests: one line on stderr that says what, where and how to fix it; exit code 2."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Run
from guards import HANG

FILES = {
    "ragged.txt": "...\n..\n",
    "strange.txt": "...\n.?.\n",
    "broken.json": '{"nqsat": 1,',
    "empty.json": "{}",
    "null.json": '{"nqsat": 1, "placement": {"board": {"rows": 2, "columns": 2}, "pieces": '
    '[{"name": "Q", "low": null, "high": 1}], "rules": [], "presets": []}}',
    "newline.json": '{"nqsat\\nand more": 1}',
    "syntax.py": "def f(:\n",
    "raises.py": "def f(n: int):\n    return 1 // n\n",
    "odd.py": "import functools\nf = functools.partial(int)\nclass G: pass\n"
    "def h(n: 'Unknown'): pass\ndef k(n: int): return None\n",
    "untyped.py": "from nqsat import *\ndef f(n):\n    return Placement(Board(n, n), {'Q': 1})\n",
}

BAD = [
    # (words, what the line has to contain)
    ("", "frobnicate", "No such command"),
    ("count", "", "nqsat list"),
    ("count", "quens -p n=8", "did you mean queens"),
    ("count", "queens", "-p n="),
    ("count", "queens -p m=8", "it takes n"),
    ("count", "queens -p n", "NAME=VALUE"),
    ("count", "queens -p n=", "NAME=VALUE"),
    ("count", "queens -p n=8 -p n=9", "twice"),
    ("count", "queens -p n=-1", "n=-1"),
    ("count", "queens -p n=1e9", "whole number"),
    ("count", "queens -p n=1000000000", "10,000,000"),
    ("count", "queens -p n=abc", "whole number"),
    ("count", "queens -p n=6..4", "smaller number first"),
    ("count", "queens -p n=1..99999", "10,000"),
    ("count", "queens -p n=2000", "2000x2000"),  # refused with the estimate
    ("enumerate", "queens -p n=2000", "2000x2000"),
    ("solve", "queens -p n=2000", "2000x2000"),
    ("export", "queens -p n=2000", "2000x2000"),
    ("verify", "queens -p n=2000", "2000x2000"),
    ("show", "queens -p n=670", "670x670"),
    ("count", "queens -p n=670 --fixed-by rot180", "670x670"),
    ("count", "queens -p n=670 --modulo symmetry", "670x670"),
    ("count", "queens -p n=300 --engine backtrack", "use sat"),
    ("count", "queens -p n=8 --engine dancing", "sat, cpsat, backtrack"),
    ("count", "queens -p n=8 --solver kissat404", "cadical195"),
    ("count", "queens -p n=8 --solver nope", "cadical195"),
    ("count", "queens -p n=8 --solver minisat22 --engine cpsat", "no such option"),
    ("count", "queens -p n=8 --encoding nope", "pairwise"),
    ("count", "queens -p n=8 --mode nope --engine cpsat", "resolve"),
    ("count", "queens -p n=8 --seed -1 --engine cpsat", "seed"),
    ("count", "queens -p n=8 --modulo mirror", "none, symmetry"),
    ("count", "queens -p n=8 --method burnside", "modulo symmetry"),
    ("count", "queens -p n=8 --modulo symmetry --method guess", "canonical, blocking, burnside"),
    ("count", "queens -p n=8 --modulo symmetry --method blocking --engine backtrack", "use sat"),
    ("count", "queens -p n=8 --fixed-by rot45", "rot180"),
    ("count", "queens -p n=8 --limit 0", "limit"),
    ("count", "queens -p n=8 --limit x", "limit"),
    ("count", "queens -p n=8 --limit 5 --break-symmetry", "limit"),
    ("count", "queens -p n=8 --time-limit 0", "time_limit"),
    ("count", "queens -p n=8 --time-limit nan", "time_limit"),
    ("count", "queens -p n=8 --colour", "No such option"),
    ("count", "queens -p n=8 more", "unexpected"),
    ("count", "queens 8", "unexpected '8'; write -p n=8"),
    ("count", "queens n=4..8 -q", "unexpected 'n=4..8'; write -p n=4..8"),
    ("verify", "rooks-k rows=3 columns=3", "write -p rows=3"),
    ("show", "queens m=8", "write -p NAME=VALUE"),
    ("count", "queens --board 8x8", "--board"),
    ("count", "queens --piece Q=1", "--piece"),
    ("count", "--board 8x8", "--piece Q=8"),
    ("count", "--board 8x8 --piece Q", "Q=any"),
    ("count", "--board 8x8 --piece Q=many", "3..5"),
    ("count", "--board 8x8 --piece Y=1", "column 1"),
    ("count", "--board 8x8 --piece mN=1", "not supported"),
    ("count", "--board 8 --piece Q=1", "ROWSxCOLUMNS"),
    ("count", "--board 99999x99999 --piece Q=1", "10,000,000"),
    ("count", "--board file:nowhere.txt --piece Q=1", "nowhere.txt"),
    ("count", "--board file:ragged.txt --piece Q=1", "line 2"),
    ("count", "--board file:strange.txt --piece Q=1", "column 2"),
    ("count", "--board 8x8 --piece Q=1 --preset Q@i9", "ranks 1 to 8"),
    ("count", "--board 8x8 --piece Q=1 --preset Q@a1 --preset -@a1", "contradict"),
    ("count", "--board 8x8 --piece Q=1 --preset N@a1", "'N'"),
    ("count", "--board 8x8 --piece Q=1 --rule dominating", "non-attacking"),
    ("count", "--board 8x8 --piece Q=1 -p n=3", "-p"),
    ("count", "nowhere.json", "No such file"),
    ("count", "broken.json", "line 1"),
    ("count", "empty.json", "model.nqsat"),
    ("count", "null.json", "pieces[0]"),
    ("count", "newline.json", "unknown field"),
    ("count", "nowhere.py:f", "No such file"),
    ("count", "syntax.py:f", "line 1"),
    ("count", "raises.py:g", "no function g"),
    ("count", "raises.py:f -p n=0", "ZeroDivisionError"),
    ("count", "odd.py:f", "cannot be read"),
    ("count", "odd.py:h -p n=1", "cannot be read"),
    ("count", "odd.py:k -p n=1", "NoneType"),
    ("count", "untyped.py:f -p n=3", "int"),
    ("enumerate", "queens -p n=4 --format bmp", "text, jsonl, csv, fen, svg, png, pdf"),
    ("solve", "queens -p n=4 --title x", "--title: is for pictures: give --format svg, png or pdf"),
    ("sample", "queens -p n=4 --format svg --mark a5", "ranks 1 to 4"),
    ("heat", "queens -p n=4 --format csv --size 9", "--size: is for pictures"),
    ("draw", "queens -p n=4 --format text", "'text' is no picture; choose from svg, png, pdf"),
    ("draw", "queens -p n=4 --arrow a1", "arrow: 'a1' is none; write it as a1-b3"),
    ("draw", "--board 2x2x2 --piece R=1 --orientation rot90", "a solid board cannot be turned"),
    ("count", "queens -p n=4 --plot a.svg", "--plot: goes with --by size"),
    ("table", "queens -p n=4..5 --plot a.gif", "let it end with .svg, .png or .pdf"),
    ("bench", "queens -p n=4 --plot no/a.svg", "no is no folder; make it first"),
    ("solve", "queens -p n=4 --watch -q", "--watch: does not go with --quiet"),
    ("enumerate", "queens -p n=4 --at 1 --watch", "--at: goes without --modulo, --limit, --watch"),
    ("enumerate", "queens -p n=4..5", "one value"),
    ("solve", "queens -p n=4..5", "one value"),
    ("show", "queens -p n=4..5", "one value"),
    ("export", "queens -p n=4 --format pdf", "dimacs, opb, cpsat, json"),
    ("export", "queens -p n=4 --encoding nope", "pairwise"),
    ("export", "queens -p n=4 -o no/such/file", "no/such is no folder"),
    ("verify", "--piece Q=1", "--board"),  # must not verify the whole catalogue instead
    ("verify", "quens", "did you mean queens"),
    ("count", "queens -p n=4 --by colour", "nqsat: by: "),
    ("count", "queens -p n=4 --by size --modulo symmetry", "nqsat: by: "),
    ("count", "queens -p n=4 --by size --break-symmetry", "nqsat: by: "),
    ("count", "--board 6x6 --tour N --by size", "nqsat: by: "),
    ("count", "--board 4x4 --piece Q=any --maximise men --by size", "nqsat: by: "),
    ("count", "queens -p n=4 --through a1-b3", "--through: is for models of tours"),
    (
        "count",
        "knights-tours -p rows=3 -p columns=4 --preset N@a1",
        "--preset: is for models of placements",
    ),
    (
        "count",
        "kings-domination -p n=4 --maximise men",
        "maximise: the model has one: minimise men",
    ),
    ("count", "queens -p n=4 --piece N=1", "--piece: goes with --board"),
    (
        "count",
        "knights-tours-from -p rows=5 -p columns=5 -p start=a1 --from b2",
        "start: is a1 in the model already",
    ),
    ("count", "queens -p n=4 --preset N@a1", "the model has no 'N'"),
    ("count", "--rule permutation", "--rule: needs a MODEL or --board"),
    ("bench", "--set everything", "set: 'everything' is unknown"),
    ("bench", "queens -p n=4 --set short", "--set: stands in place of a model"),
    ("bench", "queens -p n=4 --engines fast", "engine: 'fast' is unknown"),
    ("bench", "queens -p n=4 --peers nobody", "peers: 'nobody' is unknown"),
    ("bench", "queens -p n=4 --engines none --peers none", "engines: nobody is left"),
    ("bench", "queens -p n=4 --repeat 0", "--repeat: 0 is no number of runs"),
    ("bench", "queens -p n=4 --time-limit 0", "--time-limit: 0 is no limit"),
    ("bench", "queens -p n=4 --time-limit nan", "--time-limit: nan is no limit"),
    ("bench", "queens -p n=4 --memory-limit -1", "--memory-limit: -1 is no limit"),
    ("bench", "queens -p n=4 --format html", "--format: 'html' is unknown"),
    ("bench", "queens -p n=4 -o /dev/null/x", "--output: /dev/null/x is no folder"),
    ("bench", "queens", "n: queens needs it"),
    ("list", "queens", "'queens' is unknown; choose from models"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bad")
    for name, text in FILES.items():
        (place / name).write_text(text)
    return place


@pytest.mark.parametrize(("command", "words", "said"), BAD, ids=lambda word: word.replace(" ", "_"))
def test_bad_input(nqsat: Run, folder: Path, command: str, words: str, said: str) -> None:
    # What, where and how to fix it; nothing that a script could take for an answer; no traceback.
    refused(nqsat, folder, command, words, said)


@pytest.mark.parametrize(
    ("command", "words", "said"), BAD[::37], ids=lambda word: word.replace(" ", "_")
)
def test_bad_input_of_the_installed_program(
    installed: Run, folder: Path, command: str, words: str, said: str
) -> None:
    # Some of the same through the script that people call, imports and all.
    refused(installed, folder, command, words, said)


def refused(run: Run, folder: Path, command: str, words: str, said: str) -> None:
    try:
        done = run(*filter(None, [command, *words.split(" ")]), cwd=folder, timeout=HANG)
    except subprocess.TimeoutExpired:
        pytest.fail("it did not end")
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert done.stdout == ""
    assert len(lines) == 1
    assert lines[0].startswith("nqsat: ")
    assert said in lines[0]
    assert len(lines[0]) < 400
    assert done.returncode == 2
