"""Every command's happy path through the installed program: stdout, stderr, exit code."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, answered, objects, refused
from support.timeouts import HANG

from nqsat.rules import RULES

ROOT = Path(__file__).parents[2]
REFERENCE = ("--engine", "backtrack")


# -- help -----------------------------------------------------------------------------------


def test_every_rule_is_listed_with_words_that_can_be_typed(nqsat: Run) -> None:
    shown = answered(nqsat("list", "rules")).splitlines()
    assert max(map(len, shown)) <= 80
    words = [line.removeprefix("--rule ") for line in shown[::2]]
    assert [one.partition("=")[0] for one in words] == [rule.name for rule in RULES]
    told = [one["name"] for one in objects(answered(nqsat("list", "rules", "--json")))]
    assert told == [rule.name for rule in RULES]
    queens = ("--piece", "Q=any", "--piece", "white:N=any", "--piece", "black:N=any")
    for one in words:
        answered(nqsat("show", "--board", "3x3", *queens, "--rule", one, "-o", "it.svg"))


def test_nqsat_alone_prints_help(installed: Run, nqsat: Run) -> None:
    # Whoever types the name to see what it is gets an answer, not an error.
    alone = installed()
    assert answered(alone) == answered(nqsat("--help")) == answered(nqsat("-h"))
    assert alone.stderr == ""
    assert "  count " in alone.stdout
    assert "Exit codes" in alone.stdout


def test_help_shows_every_command_once_on_a_line_of_its_own(
    here: Run, commands: Callable[..., Any]
) -> None:
    from nqsat.cli.app import commands as app

    said = answered(here("--help")).splitlines()
    lines = [line for line in said if re.match(r"  [a-z]+  ", line)]
    assert sorted(line.split()[0] for line in lines) == sorted(commands(app()).commands)
    assert max(map(len, lines)) <= 80


def test_what_every_command_has(commands: Callable[..., Any]) -> None:
    # Examples of its own, -q, and whatever says which model is meant wherever a MODEL is.
    from nqsat.cli.app import commands as app
    from nqsat.extensions import MODEL

    every = dict(commands(app()).commands)
    within = every.pop("job").commands
    assert {"list", "show", "count", "enumerate", "solve", "verify"} <= set(every)
    for name, one in [*every.items(), *((f"job {name}", one) for name, one in within.items())]:
        options = {option for parameter in one.params for option in parameter.opts}
        assert {"-q", "--quiet"} <= options, name
        assert f"nqsat {name} " in f"{one.epilog} ".partition("Examples:")[2].replace("\n", " ")
        assert max(map(len, str(one.epilog).splitlines())) <= 78  # indented by two, on 80 columns
        if "model" in options:
            assert set(MODEL) <= {x.name for x in one.params}, name


def test_quiet_is_for_every_command(here: Run) -> None:
    for words in ("show queens -p n=2", "count queens -p n=5 --engine backtrack"):
        loud, quiet = (here(*words.split(), *more) for more in ((), ("-q",)))
        assert (quiet.stdout, quiet.stderr, quiet.returncode) == (loud.stdout, "", 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nqsat ver", "verify"),
        ("nqsat count knights-t", "knights-tours knights-tours-from"),
        ("nqsat show queens-t", "queens-total-domination"),
        ("nqsat count knights-tours -p r", "rows="),
        ("nqsat count queens --engine b", "backtrack bitboard"),
        ("nqsat solve queens --solver minis", "minisat22 minisatep"),
        ("nqsat count queens --encoding s", "seqcounter sortnetwrk"),
        ("nqsat solve queens --circuit l", "lazy"),
        ("nqsat count --rule no", "non-attacking no-three-in-line"),
        ("nqsat count --piece qu", "queen="),
        ("nqsat count queens --fixed-by rot", "rot90 rot180 rot270"),
        ("nqsat count queens --modulo sy", "symmetry"),
        ("nqsat enumerate queens --format js", "jsonl"),
        ("nqsat list en", "engines encodings"),
    ],
)
def test_completion(nqsat: Run, line: str, words: str) -> None:
    # Asked by the shell, through the environment, while a word is being typed.
    place = str(line.count(" "))
    done = nqsat(_NQSAT_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    assert answered(done).split() == words.split()


def test_the_program_says_which_it_is(here: Run) -> None:
    said = answered(here("--version"))
    assert said == f"nqsat {version('nqsat')}\n"
    done = subprocess.run(
        [sys.executable, "-m", "nqsat", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == said


# -- list and show --------------------------------------------------------------------------


def test_everything_that_has_names_is_listed(here: Run) -> None:
    for kind, names in {
        "engines": ["auto", "sat", "mates", "warnsdorff"],
        "solvers": ["cadical195"],
        "encodings": ["totalizer"],
        "circuits": ["lazy"],
        "pieces": ["nightrider"],
        "symmetries": ["antitranspose"],
    }.items():
        lines = answered(here("list", kind)).splitlines()
        listed = [line.split()[0] for line in lines if not line.startswith(" ")]  # one goes on
        assert {*names} <= {*listed}
        told = [one["name"] for one in objects(answered(here("list", kind, "--json")))]
        assert told == listed[2:]
    assert "choose from models, rules, engines" in refused(here("list", "engine"))
    text = answered(here("list"))
    assert max(map(len, text.splitlines())) <= 80
    rows = objects(answered(here("list", "--json")))
    assert (rows[0]["model"], rows[0]["params"]) == ("queens", ["n"])
    for row in rows:
        assert row["model"] in text
        assert row["summary"]
        said = answered(here("show", row["model"]))
        assert said.startswith(row["model"])
        assert f"for example: nqsat count {row['model']} -p " in said


def test_a_number_of_oeis_is_the_name_of_a_family(here: Run, tmp_path: Path) -> None:
    for more in ((), ("-p", "n=4")):
        named, numbered = (answered(here("show", x, *more)) for x in ("queens", "A000170"))
        assert named == numbered
    # A user's function may have that name: what is published is not about its model.
    own = (
        "from nqsat import Placement\ndef queens(n: int):\n    return Placement(str(n), {'Q': n})\n"
    )
    (tmp_path / "mine.py").write_text(own)
    assert "published" not in answered(here("show", "mine.py:queens", "-p", "n=5"))


OWN_ENGINE = """
from nqsat.engines import BacktrackEngine, Engine

class Other(Engine):
    name = "other"
    title = "other"

    def batches(self, model, orbit=()):
        return BacktrackEngine().batches(model)

class Needy(Other):
    def __init__(self, what):
        pass
"""


def test_an_engine_and_a_rule_of_ones_own(here: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_ENGINE)
    (tmp_path / "rules.py").write_text(OWN_RULE.format(where="tuple(square) == (0, 0)"))
    words = ("--board", "3x3", "--piece", "K=1", "--rule", "rules.py:Empty")
    done = here("count", *words, "--engine", "mine.py:Other")
    assert answered(done) == "8 placements\n"
    assert done.stderr.startswith("other, listing, ")
    said = refused(here("count", *words, "--engine", "mine.py:Needy"))
    assert said.startswith("nqsat: --engine: TypeError")


# -- the question in the answer ---------------------------------------------------------------

IN_PLACE = "--board 5x5 --piece Q=4"


@pytest.mark.parametrize(
    "words",
    [
        "count queens -p n=6 --preset Q@b1 --modulo symmetry --method burnside --engine backtrack",
        f"count {IN_PLACE} --rule invariant=rot180 --engine backtrack",
        f"count {IN_PLACE} --fixed-by rot180 --time-limit 60",
        f"count {IN_PLACE} --engine sat --solver minisat22 --encoding totalizer --limit 3",
        "count --board 3x3 --piece K=any --by size --engine backtrack",
        "count --board 3x3 --piece K=any --rule domination --minimise pieces --engine backtrack",
        "count --board 5x6 --tour N --through c3-d5 --from a1 --number b3=2",
        "solve queens -p n=6 --engine backtrack --fixed-by rot180",
        "solve queens -p n=4 --preset Q@a2 --unique --engine backtrack",
        "solve queens -p n=3 --why --engine cpsat --seed 5",
    ],
)
def test_an_answer_has_its_question(here: Run, nqsat: Run, tmp_path: Path, words: str) -> None:
    # Saved and asked again, it has the same answer, and the same question.
    run = here if "--engine backtrack" in words else nqsat
    asked = run(*words.split(), "--json", "-q", cwd=tmp_path)
    (first,) = objects(asked.stdout)
    saved = {"question.json": json.dumps(first["question"]), "whole.json": asked.stdout}
    for name, text in saved.items() if run is here else [*saved.items()][:1]:
        (tmp_path / name).write_text(text)
        again = run(words.split(maxsplit=1)[0], name, "--json", "-q", cwd=tmp_path)
        (second,) = objects(again.stdout)
        for key in ("model", "params", "seconds"):
            second.pop(key, None), first.pop(key, None)
        assert second == first
        assert again.returncode == asked.returncode


def test_the_picture_of_attacks_has_the_piece(nqsat: Run, tmp_path: Path) -> None:
    file = tmp_path / "attacks.svg"
    words = ("show", "--board", "5x5", "--attacks", "c3", "-o", str(file))
    assert nqsat(*words, "--piece", "Q=1").returncode == 0
    assert 'class="piece queen' in file.read_text()
    assert nqsat(*words, "--tour", "N").returncode == 0  # a tour has no pieces: a star


def test_a_model_without_json_says_where_it_is_from(here: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_RULE.format(where="tuple(square) == (0, 0)"))
    (tmp_path / "map.txt").write_text("...\n...\n")
    (row,) = objects(answered(here("count", "mine.py:kings", "--json", *REFERENCE)))
    model = row["question"]["model"]
    digest = hashlib.sha256((tmp_path / "mine.py").read_bytes()).hexdigest()
    assert model == {"arguments": ["mine.py:kings"], "sha256": {"mine.py": digest}}
    words = ("--board", "file:map.txt", "--piece", "K=1", "--rule", "mine.py:Empty")
    (row,) = objects(answered(here("count", *words, "--json", *REFERENCE)))
    assert row["question"]["model"]["arguments"] == list(words)
    assert set(row["question"]["model"]["sha256"]) == {"mine.py", "map.txt"}
    (tmp_path / "q.json").write_text(json.dumps(row))
    assert "--rule mine.py:Empty" in refused(here("count", "q.json"))
    (tmp_path / "q.cnf").write_text("p cnf 2 1\n1 2 0\n")
    for command in ("count", "solve"):
        (row,) = objects(here(command, "--dimacs", "q.cnf", "--json").stdout)
        assert row["question"]["model"]["arguments"] == ["--dimacs", "q.cnf"]
        assert list(row["question"]["model"]["sha256"]) == ["q.cnf"]


# -- verify ---------------------------------------------------------------------------------


OWN_RULE = """
from nqsat import Placement, Rule
from nqsat.rules import AtMost, Clause, NonAttacking

class Empty(Rule):
    "Nobody in the corner."
    name = "corner"
    def holds(self, arrangement):
        return all(tuple(piece.square) != (0, 0) for piece in arrangement.pieces)
    def lower(self, setting, variables):
        here = [variables.at(kind.name, square) for kind in setting.kinds
                for square in setting.board.squares if {where}]
        return [Clause((-x,)) for x in here]
    def image(self, change):
        return self if change.name in ("identity", "transpose") else None

def kings():
    return Placement("3x3", {{"K": "any"}}, [NonAttacking(), Empty()])
"""


@pytest.mark.parametrize(
    ("where", "code"),
    [("tuple(square) == (0, 0)", 0), ("square.row == 0", 1), ("False", 1), ("square.row > 9", 1)],
)
def test_verify_of_a_rule_of_ones_own(nqsat: Run, tmp_path: Path, where: str, code: int) -> None:
    # Meaning and encoding disagree: exit code 1 and the board that shows it, whichever says more.
    (tmp_path / "mine.py").write_text(OWN_RULE.format(where=where))
    done = nqsat("verify", "mine.py:kings", cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert ("differ: engines: " in done.stdout) == code
    assert ("\n  a b c\n" in done.stdout) == code  # the witness, drawn


def test_whatever_the_shell_names_is_there_in_a_new_process() -> None:
    """Rooms load what they have by name: a name that only another import brings is there by chance."""
    names = {
        name
        for file in (ROOT / "nqsat" / "cli").glob("*.py")
        for name in re.findall(r"\bnqsat(?:\.[a-z_]+)+(?:\.[A-Za-z_]+)*", _code(file))
    }
    program = """
import functools, os, sys
import nqsat
import nqsat.cli.commands
for name in sys.argv[1:]:
    if (child := os.fork()) == 0:
        try:
            functools.reduce(getattr, name.split(".")[1:], nqsat)
        except AttributeError:
            print(name, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
    assert len(names) > 50
    done = subprocess.run(
        [sys.executable, "-c", program, *names], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == ""


def _code(file: Path) -> str:
    """The names that a file uses by their whole paths, without what it imports so."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return "\n".join(ast.unparse(one) for one in ast.walk(tree) if isinstance(one, ast.Attribute))


def test_puzzles_are_found_by_that_word(here: Run) -> None:
    lines = answered(here("list", "puzzle")).splitlines()
    for name in ("slitherlink", "hidato", "walled-zip", "star-battle", "akari"):
        assert any(line.split()[:1] == [name] for line in lines), name
    assert not any("dominoes" in line for line in lines)


# -- a tour, checked by arithmetic of our own -----------------------------------------------


def test_a_tour_of_50x50(nqsat: Run) -> None:
    # Too large for a search to be asked lightly: constructed, and drawn as numbers.
    done = nqsat("solve", "--board", "50x50", "--tour", "N", timeout=HANG)
    assert done.returncode == 0
    assert "construct" in done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    where = {
        int(word): (row, column)
        for row, words in enumerate(rows)
        if len(words) == 51 and all(map(str.isdigit, words))
        for column, word in enumerate(words[1:])
    }
    order = [where[number] for number in range(1, 2501)]
    assert len(set(order)) == 2500
    steps = zip(order, order[1:] + order[:1], strict=True)
    assert all(sorted((abs(a - c), abs(b - d))) == [1, 2] for (a, b), (c, d) in steps)
