"""Every command's happy path through the installed program: stdout, stderr, exit code."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest
from conftest import Done, Run
from oracle_cnf import Dimacs

from nqsat import Arrangement, Placement, solutions
from nqsat.modelling import dumps, loads

COMMANDS = ("list", "show", "count", "enumerate", "solve", "verify", "export")


def answered(done: Done, code: int = 0) -> str:
    """stdout of a command that did what was asked; nothing of an error anywhere."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "nqsat:" not in done.stderr
    return done.stdout


def objects(text: str) -> list[dict[str, Any]]:
    """One JSON object on each line, and nothing else."""
    assert text.endswith("\n")
    found = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(one, dict) for one in found)
    return found


def fens(model: Placement) -> set[str]:
    return {x.fen for x in solutions(model, engine="backtrack")}


# -- help -----------------------------------------------------------------------------------


def test_nqsat_alone_prints_help(installed: Run) -> None:
    # Whoever types the name to see what it is gets an answer, not an error.
    alone, asked = installed(), installed("--help")
    assert answered(alone) == answered(asked)
    assert alone.stderr == ""
    for command in COMMANDS:
        assert f"  {command} " in alone.stdout
    assert "Exit codes" in alone.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(nqsat: Run, command: str) -> None:
    # Examples teach more than options; and they have to name the command they stand with.
    text = answered(nqsat(command, "-h"))
    assert f"nqsat {command}" in text.partition("Examples:")[2]


def test_options_that_every_command_takes() -> None:
    # -q everywhere, and whatever says which model is meant wherever a MODEL is.
    import typer

    from nqsat.cli.app import commands
    from nqsat.cli.source import Source

    group = cast("Any", typer.main.get_command(cast("Any", commands())))
    assert group.commands
    every = dict(group.commands)
    every |= every.pop("job").commands
    for name, one in every.items():
        options = {option for parameter in one.params for option in parameter.opts}
        assert {"-q", "--quiet"} <= options, name
        if "model" in options:
            assert {field.name for field in fields(Source)} <= {x.name for x in one.params}, name


def test_quiet_of_a_command_without_notes(nqsat: Run) -> None:
    done = nqsat("export", "queens", "-p", "n=2", "-q")
    assert done.stdout == nqsat("export", "queens", "-p", "n=2").stdout
    assert (done.stderr, done.returncode) == ("", 0)


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
        ("nqsat export queens --circuit l", "lfsr lazy"),
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
    assert completed(nqsat, line) == words.split()


def test_the_installed_script_completes(installed: Run) -> None:
    assert completed(installed, "nqsat ver") == ["verify"]


def completed(run: Run, line: str) -> list[str]:
    place = str(line.count(" "))
    done = run(_NQSAT_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_program_says_which_it_is(installed: Run) -> None:
    said = answered(installed("--version"))
    assert said == f"nqsat {version('nqsat')}\n"
    done = subprocess.run(
        [sys.executable, "-m", "nqsat", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == said


# -- list and show --------------------------------------------------------------------------


def test_everything_that_has_names_is_listed(nqsat: Run) -> None:
    for kind, names in {
        "rules": ["non-attacking", "stabiliser"],
        "engines": ["auto", "sat", "mates", "warnsdorff"],
        "solvers": ["cadical195"],
        "encodings": ["totalizer"],
        "circuits": ["lazy"],
        "pieces": ["nightrider"],
        "symmetries": ["antitranspose"],
    }.items():
        listed = [line.split()[0] for line in answered(nqsat("list", kind)).splitlines()]
        assert {*names} <= {*listed}
        told = [one["name"] for one in objects(answered(nqsat("list", kind, "--json")))]
        assert told == listed[2:]
    done = nqsat("list", "engine")
    assert done.returncode == 2
    assert "choose from models, rules, engines" in done.stderr


def test_a_problem_is_shown_without_parameters(nqsat: Run) -> None:
    said = answered(nqsat("show", "queens"))
    head, oeis, _, statement, *_ = said.splitlines()
    assert (head, oeis.split()[0]) == ("queens n", "A000170")
    assert statement == "Place n queens on an n × n board so that none attacks another."
    assert "n: the side of the board" in said
    assert re.search(r"^n=8 +92 +A000170$", said, re.MULTILINE)
    assert said.splitlines()[-1] == "for example: nqsat count queens -p n=10"
    assert answered(nqsat("show", "A000170")) == said
    assert answered(nqsat("show", "A000170", "-p", "n=4")) == answered(
        nqsat("show", "queens", "-p", "n=4")
    )


def test_a_number_of_oeis_finds_models(nqsat: Run) -> None:
    several = answered(nqsat("show", "A007705"))
    assert [line.split()[0] for line in several.splitlines()[2:]] == [
        "toroidal-queens",
        "cylindrical-queens",
    ]
    done = nqsat("show", "A999999")
    assert (done.returncode, done.stderr) == (
        2,
        "nqsat: model: nothing in the catalogue counts A999999\n",
    )


def test_every_problem_can_be_shown(nqsat: Run) -> None:
    for one in objects(answered(nqsat("list", "--json"))):
        said = answered(nqsat("show", one["model"]))
        assert said.startswith(one["model"])
        assert f"for example: nqsat count {one['model']} -p " in said


# -- count ----------------------------------------------------------------------------------


def test_count_by_size(nqsat: Run) -> None:
    words = ("count", "--board", "3x3", "--piece", "K=any", "--by", "size")
    lines = ["0  1", "1  9", "2 16", "3  8", "4  1", "35 placements"]
    assert answered(nqsat(*words)).splitlines() == lines
    (row,) = map(json.loads, answered(nqsat(*words, "--json", "--engine", "frontier")).splitlines())
    assert row["sizes"] == {"0": "1", "1": "9", "2": "16", "3": "8", "4": "1"}
    assert (row["value"], row["complete"], row["engine"]) == ("35", True, "frontier")
    done = nqsat(*words, "--limit", "3", "--engine", "backtrack")
    assert (done.stdout.splitlines()[-1], done.returncode) == ("at least 3 placements (limit)", 3)
    done = nqsat("count", "queens-any", "-p", "n=2..3", "--by", "size")
    assert done.stdout.splitlines()[:3] == ["n=2: 0 1", "n=2: 1 4", "n=2: 5 placements"]


def test_count_says_what_engines_would_take(nqsat: Run) -> None:
    # On stderr, and only when asked; what is short is listed, and nobody else has to be asked.
    done = nqsat("count", "queens", "-p", "n=6", "-v")
    first, taken, note = done.stderr.splitlines()
    assert first.startswith("sat: about ")
    assert taken == "taken: sat"
    assert note.startswith("sat/cadical195, listing, ")
    assert done.stdout == "4 placements\n"
    assert len(nqsat("count", "queens", "-p", "n=6").stderr.splitlines()) == 1


def test_count_takes_the_cheapest_engine(nqsat: Run) -> None:
    done = nqsat("count", "--board", "8x8", "--piece", "K=any", "-v")
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines[:-2]] == [
        "sat", "bitboard", "frontier", "mates",
    ]  # fmt: skip
    assert lines[-2] == "taken: frontier"
    assert lines[-1].startswith("frontier, counting, ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("queens -p n=8", "92 placements\n"),
        ("queens -p n=1 --engine backtrack", "1 placement\n"),
        ("queens -p n=3 --engine backtrack", "0 placements\n"),
        ("queens -p n=0 --engine backtrack", "1 placement\n"),
        ("queens -p n=4..6", "n=4: 2 placements\nn=5: 10 placements\nn=6: 4 placements\n"),
        ("queens -p n=8 --modulo symmetry", "12 placements up to symmetry\n"),
        (
            "queens -p n=8 --modulo symmetry --method burnside --engine backtrack",
            "12 placements up to symmetry\n",
        ),
        ("queens -p n=8 --fixed-by rot180", "4 placements fixed by rot180\n"),
        ("queens -p n=8 --break-symmetry --engine cpsat", "92 placements\n"),
        ("queens -p n=6 --engine backtrack", "4 placements\n"),
        ("queens -p n=6 --solver minisat22 --encoding seqcounter", "4 placements\n"),
        ("queens -p n=6 --engine cpsat --mode resolve --seed 7", "4 placements\n"),
        ("--board 8x8 --piece Q=8 --preset Q@a1 --engine backtrack", "4 placements\n"),
        (
            "--board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5 --engine backtrack",
            "3 placements\n",
        ),
        ("--board torus:5x5 --piece Q=5 --engine backtrack", "10 placements\n"),
        ("--board cylinder:5x5 --piece Q=5 --engine backtrack", "10 placements\n"),
        ("--board 3x3 --piece K=any --engine backtrack", "35 placements\n"),
        (
            "--board 2x2 --piece Q=5 --engine backtrack",
            "0 placements\n",
        ),  # more men than squares: an answer
        (
            "--board 3x3 --piece Q=1 --piece N=1..2 --rule non-attacking=Q-N --engine backtrack",
            None,
        ),
    ],
    ids=str,
)
def test_count(nqsat: Run, words: str, said: str | None) -> None:
    # The answer alone on stdout; by whom and how long on stderr.
    done = nqsat("count", *words.split())
    text = answered(done)
    if said is not None:
        assert text == said
    assert len(text.splitlines()) == len(done.stderr.splitlines())
    assert all(line.endswith(" s") for line in done.stderr.splitlines())


def test_quiet_says_nothing_on_stderr(installed: Run) -> None:
    done = installed("count", "queens", "-p", "n=5", "-q")
    assert (done.stdout, done.stderr) == ("10 placements\n", "")


def test_count_as_json(nqsat: Run) -> None:
    # Programs read this: a value is text, whatever its size, and a line is an object.
    words = ("queens", "-p", "n=4..8", "--engine", "sat", "--json")
    rows = objects(answered(nqsat("count", *words)))
    assert [row["value"] for row in rows] == ["2", "10", "4", "40", "92"]
    assert [row["params"] for row in rows] == [{"n": n} for n in range(4, 9)]
    for row in rows:
        assert (row["model"], row["complete"], row["unit"]) == ("queens", True, "placements")
        assert (row["modulo"], row["fixed_by"], row["reason"]) == ("none", None, None)
        assert row["engine"].startswith("sat")
        assert isinstance(row["seconds"], float | int)


def test_a_board_from_a_file(nqsat: Run, tmp_path: Path) -> None:
    # A path relative to where one stands, and a wrapped one.
    (tmp_path / "map.txt").write_text("..#\n.x.\n...\n")
    done = nqsat("count", "--board", "file:map.txt", "--piece", "R=2", cwd=tmp_path)
    assert answered(done) == "11 placements\n"
    assert len(fens(Placement(f"file:{tmp_path}/map.txt", {"R": 2}))) == 11
    torus = nqsat("count", "--board", "torus:file:map.txt", "--piece", "W=2", cwd=tmp_path)
    model = Placement(f"torus:file:{tmp_path}/map.txt", {"W": 2})
    assert answered(torus) == f"{len(fens(model))} placements\n"


def test_a_model_of_ones_own(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from nqsat import Board, Placement\n"
        "def hexes(n: int):\n"
        "    print\n"
        "    return Placement(Board(n, n), {'K': 2})\n"
    )
    done = nqsat("count", "mine.py:hexes", "-p", "n=3", cwd=tmp_path)
    assert answered(done) == "16 placements\n"
    (tmp_path / "mine.json").write_text(dumps(Placement("3x3", {"K": 2})))
    assert answered(nqsat("count", "mine.json", cwd=tmp_path)) == "16 placements\n"
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x y.json").write_text(dumps(Placement("3x3", {"K": 2})))
    (row,) = objects(answered(nqsat("count", "folder/x y.json", "--json", cwd=tmp_path)))
    assert (row["model"], row["value"]) == ("x y.json", "16")


OWN_ENGINE = """
from nqsat.engines import BacktrackEngine, Engine

class Other(Engine):
    name = "other"
    title = "other"

    def search(self, model, orbit=()):
        return BacktrackEngine().search(model)

class Needy(Other):
    def __init__(self, what):
        pass
"""


def test_an_engine_and_a_rule_of_ones_own(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_ENGINE)
    (tmp_path / "rules.py").write_text(OWN_RULE.format(where="tuple(square) == (0, 0)"))
    words = ("--board", "3x3", "--piece", "K=1", "--rule", "rules.py:Empty")
    done = nqsat("count", *words, "--engine", "mine.py:Other", cwd=tmp_path)
    assert answered(done) == "8 placements\n"
    assert done.stderr.startswith("other, listing, ")
    options = ("--engines", "mine.py:Other", "--peers", "none", "--repeat", "1")
    done = nqsat("bench", "queens", "-p", "n=4", *options, cwd=tmp_path)
    assert "nqsat mine.py:Other" in answered(done)
    done = nqsat("count", *words, "--engine", "mine.py:Needy", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("nqsat: engine: TypeError")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("queens -p n=8 --preset Q@a1", "4 placements"),
        ("queens -p n=8 --rule invariant=rot180", "4 placements"),  # and nobody attacks
        ("queens-any -p n=4 --maximise men --engine backtrack", "2 placements with 4 men, the maximum"),
        ("queens-completion -p n=8 -p at=a1 --preset -@b5", "3 placements"),
        ("knights-tours -p rows=5 -p columns=6 --through c3-d5 --from a1 --number b3=2",
         "2 directed closed tours"),
        ("open-knights-tours -p rows=5 -p columns=5 --from a1 --to e5", "56 directed open tours"),
        ("mine.json --preset -@a1", "3 placements"),
        ("mine.py:rooks -p n=2 --preset R@a1 --rule permutation", "1 placement"),
    ],
)  # fmt: skip
def test_options_refine_a_model(nqsat: Run, tmp_path: Path, words: str, said: str) -> None:
    (tmp_path / "mine.json").write_text(dumps(Placement("2x2", {"K": 1})))
    (tmp_path / "mine.py").write_text(
        "from nqsat import Placement\n"
        "def rooks(n: int):\n    return Placement(f'{n}x{n}', {'R': 'any'})\n"
    )
    name, *rest = words.split()
    done = nqsat("count", name, *rest, cwd=tmp_path)
    assert answered(done) == f"{said}\n"
    (row,) = objects(answered(nqsat("count", name, *rest, "--json", cwd=tmp_path)))
    assert row["model"].startswith(f"{name} --")  # it is another model than the one of that name


def test_a_refined_model_is_not_the_published_one(nqsat: Run) -> None:
    for words in (
        "queens -p n=6 --preset Q@b1",
        "knights-tours -p rows=3 -p columns=4 --unit directed",
    ):
        text = answered(nqsat("verify", *words.split()))
        assert "A000170" not in text
        assert "A175855" not in text
    assert "A000170" in answered(nqsat("verify", "queens", "-p", "n=6"))


# -- the question in the answer ---------------------------------------------------------------

IN_PLACE = "--board 5x5 --piece Q=4"


@pytest.mark.parametrize(
    "words",
    [
        "count queens -p n=6",
        "count queens -p n=6 --preset Q@b1 --modulo symmetry --method burnside --engine backtrack",
        f"count {IN_PLACE} --rule invariant=rot180",
        f"count {IN_PLACE} --fixed-by rot180 --time-limit 60",
        f"count {IN_PLACE} --engine sat --solver minisat22 --encoding totalizer --limit 3",
        "count --board 3x3 --piece K=any --by size",
        "count --board 3x3 --piece K=any --rule domination --minimise men --engine backtrack",
        "count --board 5x6 --tour N --through c3-d5 --from a1 --number b3=2",
        "solve queens -p n=6 --engine backtrack --fixed-by rot180",
        "solve queens -p n=4 --preset Q@a2 --unique",
        "solve queens -p n=3 --why --engine cpsat --seed 5",
    ],
)
def test_an_answer_has_its_question(nqsat: Run, tmp_path: Path, words: str) -> None:
    # Saved and asked again, it has the same answer, and the same question.
    asked = nqsat(*words.split(), "--json", "-q", cwd=tmp_path)
    (first,) = objects(asked.stdout)
    saved = {"whole.json": asked.stdout, "question.json": json.dumps(first["question"])}
    for name, text in saved.items():
        (tmp_path / name).write_text(text)
        again = nqsat(words.split(maxsplit=1)[0], name, "--json", "-q", cwd=tmp_path)
        (second,) = objects(again.stdout)
        for key in ("model", "params", "seconds"):
            second.pop(key, None), first.pop(key, None)
        assert second == first
        assert again.returncode == asked.returncode


@pytest.mark.parametrize(
    "words",
    [
        "certify {} -o out --modulo symmetry",
        "verify {}",
        "bench {} --engines sat --repeat 1 --format json",
    ],
)
def test_commands_that_count_besides_have_their_question_too(
    nqsat: Run, tmp_path: Path, words: str
) -> None:
    given = words.format("--board 4x4 --piece Q=3 --preset -@a1")
    flags = [] if words.startswith("bench") else ["--json"]
    (data,) = objects(nqsat(*given.split(), *flags, "-q", cwd=tmp_path).stdout)
    question = data["questions"][0]["question"] if "questions" in data else data["question"]
    (tmp_path / "q.json").write_text(json.dumps(question))
    (again,) = objects(nqsat("count", "q.json", "--json", "-q", cwd=tmp_path).stdout)
    assert again["question"] == question
    assert question["model"]["placement"]["presets"] == ["-@a1"]
    orbits = "--modulo" in words  # of 24, four have a queen on a1; the mirror at a1 is left
    assert (again["modulo"], again["value"]) == (("symmetry", "10") if orbits else ("none", "20"))


def test_a_question_is_asked_again_otherwise(nqsat: Run, tmp_path: Path) -> None:
    words = ("--board", "4x4", "--piece", "Q=4", "--solver", "minisat22", "--json", "-q")
    (tmp_path / "q.json").write_text(nqsat("count", *words).stdout)
    (row,) = objects(
        nqsat("count", "q.json", "--engine", "backtrack", "--json", cwd=tmp_path).stdout
    )
    assert (row["value"], row["engine"]) == ("2", "backtrack")
    assert row["question"]["engine"] == {"name": "backtrack"}
    assert nqsat("count", "q.json", "--modulo", "symmetry", "-q", cwd=tmp_path).stdout == (
        "1 placement up to symmetry\n"
    )
    for command, more, said in (
        ("solve", "", "asks another question: nqsat count q.json"),
        ("verify", "", "is a question"),
        ("count", "--preset Q@a1", "--preset: is for models"),
    ):
        done = nqsat(command, "q.json", *more.split(), cwd=tmp_path)
        assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 2, 1)
        assert said in done.stderr


def test_a_model_without_json_says_where_it_is_from(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_RULE.format(where="tuple(square) == (0, 0)"))
    (tmp_path / "map.txt").write_text("...\n...\n")
    (row,) = objects(answered(nqsat("count", "mine.py:kings", "--json", cwd=tmp_path)))
    model = row["question"]["model"]
    digest = hashlib.sha256((tmp_path / "mine.py").read_bytes()).hexdigest()
    assert model == {"arguments": ["mine.py:kings"], "sha256": {"mine.py": digest}}
    words = ("--board", "file:map.txt", "--piece", "K=1", "--rule", "mine.py:Empty")
    (row,) = objects(answered(nqsat("count", *words, "--json", cwd=tmp_path)))
    assert row["question"]["model"]["arguments"] == list(words)
    assert set(row["question"]["model"]["sha256"]) == {"mine.py", "map.txt"}
    (tmp_path / "q.json").write_text(json.dumps(row))
    done = nqsat("count", "q.json", cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("", 2)
    assert "--rule mine.py:Empty" in done.stderr
    answered(nqsat("export", "queens", "-p", "n=4", "-o", "q.cnf", cwd=tmp_path))
    for command in ("count", "solve"):
        (row,) = objects(nqsat(command, "--dimacs", "q.cnf", "--json", cwd=tmp_path).stdout)
        assert row["question"]["model"]["arguments"] == ["--dimacs", "q.cnf"]
        assert list(row["question"]["model"]["sha256"]) == ["q.cnf"]


@pytest.mark.parametrize(
    ("rules", "noted"),
    [
        ("", False),
        ("--rule non-attacking --rule invariant=rot180", False),
        ("--rule domination=independent", False),
        ("--rule maximal", False),
        ("--piece white:Q=1 --piece black:Q=1 --rule armies", False),
        ("--rule degrees=0", False),
        ("--rule invariant=rot180", True),
        ("--rule domination", True),
        ("--rule amount=unattacked,number=0..", True),
    ],
)
def test_rules_that_leave_attacks_open_say_so(nqsat: Run, rules: str, noted: bool) -> None:
    # The rules given are the rules that hold; who forgot that nobody attacks is told.
    note = "men may attack one another: add --rule non-attacking to forbid it"
    words = ("--board", "3x3", "--piece", "K=2", *rules.split(), "--engine", "backtrack")
    for command in ("count", "solve", "enumerate"):
        assert (note in nqsat(command, *words).stderr) is noted, command
        assert nqsat(command, *words, "-q").stderr == ""
    for command in ("count", "solve"):
        (row,) = objects(nqsat(command, *words, "--json").stdout)
        assert row["note"] == (note if noted else None)
    (row,) = objects(nqsat("solve", *words, "--unique", "--json").stdout)
    assert row["note"] == (note if noted else None)


def test_a_named_model_with_a_rule_of_its_own_needs_no_note(nqsat: Run) -> None:
    for words in ("no-three-in-line -p n=3", "queens -p n=4 --rule invariant=rot180"):
        assert "attack" not in nqsat("count", *words.split()).stderr


# -- enumerate ------------------------------------------------------------------------------


def test_enumerate_as_text(installed: Run) -> None:
    # A golden page: heading, board, a blank line between two.
    done = installed("enumerate", "--board", "1x2", "--piece", "K=1", "--engine", "backtrack")
    assert answered(done) == "1. a1\n1 K .\n  a b\n\n2. b1\n1 . K\n  a b\n"
    assert done.stderr.startswith("2 placements, ")


SIX = Placement("6x6", {"Q": 6})


def test_enumerate_in_every_format(nqsat: Run) -> None:
    # The same solutions, whatever they are written as.
    wanted = fens(SIX)
    words = ("enumerate", "queens", "-p", "n=6", "-q", "--engine", "backtrack", "--format")
    assert set(answered(nqsat(*words, "fen")).split()) == wanted
    rows = objects(answered(nqsat(*words, "jsonl")))
    assert {row["fen"] for row in rows} == wanted
    assert all(len(row["squares"]["Q"]) == 6 for row in rows)
    table = list(csv.DictReader(io.StringIO(answered(nqsat(*words, "csv")))))
    assert {row["fen"] for row in table} == wanted
    pages = answered(nqsat(*words, "svg")).splitlines()
    assert len(pages) == 4
    assert all(ET.fromstring(page).tag.endswith("svg") for page in pages)


def test_enumerate_up_to_symmetry_and_fixed(nqsat: Run) -> None:
    words = ("enumerate", "queens", "-p", "n=6", "--format", "fen", "--engine", "backtrack")
    (one,) = answered(nqsat(*words, "--modulo", "symmetry")).split()
    assert one in fens(SIX)
    fixed = answered(nqsat(*words, "--fixed-by", "rot90")).split()
    assert set(fixed) <= fens(SIX)


def test_nothing_to_enumerate(nqsat: Run) -> None:
    done = nqsat("enumerate", "queens", "-p", "n=3")
    assert answered(done) == ""
    assert done.stderr.startswith("0 placements")


# -- solve, show, list ----------------------------------------------------------------------


def test_solve(nqsat: Run) -> None:
    done = nqsat("solve", "--board", "1x1", "--piece", "Q=1")
    assert answered(done) == "1 Q\n  a\n"
    assert done.stderr.startswith("satisfiable, ")
    assert answered(nqsat("solve", "queens", "-p", "n=3")) == "no solution\n"  # an answer: code 0
    (row,) = objects(answered(nqsat("solve", "queens", "-p", "n=6", "--json")))
    assert (row["verdict"], row["model"], row["params"]) == ("satisfiable", "queens", {"n": 6})
    assert any(fen in json.dumps(row["solution"]) for fen in fens(SIX))
    (row,) = objects(answered(nqsat("solve", "queens", "-p", "n=3", "--json")))
    assert (row["verdict"], row["solution"]) == ("unsatisfiable", None)


def test_list(nqsat: Run) -> None:
    text = answered(nqsat("list"))
    assert "queens" in text
    assert "A000170" in text
    rows = objects(answered(nqsat("list", "--json")))
    assert rows[0]["model"] == "queens"
    assert rows[0]["params"] == ["n"]
    assert all(row["model"] in text and row["summary"] for row in rows)


def test_show(nqsat: Run) -> None:
    # Declaration, board, sizes, symmetries, and published counts that say that they answer nothing.
    text = answered(nqsat("show", "queens", "-p", "n=4"))
    assert text.startswith("Placement('4x4', {'Q': '4'}, [NonAttacking()])\n")
    assert "\n4 . . . .\n3 . . . .\n2 . . . .\n1 . . . .\n  a b c d\n" in text
    assert "symmetries that preserve the model: 8" in text
    assert "never used to answer" in text
    own = answered(nqsat("show", "--board", "cylinder:2x3", "--piece", "NN=any"))
    assert "(cylinder: left and right edges wrap)" in own
    assert "published" not in own


def test_show_of_a_users_own_model_shows_no_published_count(nqsat: Run, tmp_path: Path) -> None:
    # A user's function may have the name of a family: what is published is not about his model.
    (tmp_path / "mine.py").write_text(OWN_QUEENS)
    done = nqsat("show", "mine.py:queens", "-p", "n=5", cwd=tmp_path)
    assert "published" not in answered(done)


# -- verify ---------------------------------------------------------------------------------

OWN_QUEENS = (
    "from nqsat import Board, Placement\n"
    "def queens(n: int):\n"
    "    return Placement(Board(n, n), {'Q': n - 1})\n"
)

OWN_RULE = """
from nqsat import Placement, Rule
from nqsat.rules import AtMost, Clause, NonAttacking

class Empty(Rule):
    "Nobody in the corner."
    name = "corner"
    def holds(self, arrangement):
        return all(tuple(man.square) != (0, 0) for man in arrangement.men)
    def lower(self, setting, variables):
        here = [variables.at(kind.name, square) for kind in setting.kinds
                for square in setting.board.squares if {where}]
        return [Clause((-x,)) for x in here]
    def image(self, change):
        return self if change.name in ("identity", "transpose") else None

def kings():
    return Placement("3x3", {{"K": "any"}}, [NonAttacking(), Empty()])
"""


def test_verify_agrees(nqsat: Run) -> None:
    text = answered(nqsat("verify", "queens", "-p", "n=4..5"))
    assert "disagreement" in text.splitlines()[-1]
    assert "2 models" in text.splitlines()[-1]
    (row,) = objects(answered(nqsat("verify", "queens", "-p", "n=4", "--json")))
    assert row["result"] == "agree"
    assert set(row["counts"].values()) == {"2"}
    details = answered(nqsat("verify", "--board", "2x2", "--piece", "K=any", "--details"))
    assert "agree: engines: " in details


def test_verify_of_a_right_rule(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_RULE.format(where="tuple(square) == (0, 0)"))
    assert "differ" not in answered(nqsat("verify", "mine.py:kings", cwd=tmp_path))


@pytest.mark.parametrize(
    ("where", "fault"),
    [("square.row == 0", "too strict"), ("False", "too loose"), ("square.row > 9", "empty")],
)
def test_verify_of_a_wrong_rule(nqsat: Run, tmp_path: Path, where: str, fault: str) -> None:
    # Meaning and encoding disagree: exit code 1 and the board that shows it, whichever says more.
    (tmp_path / "mine.py").write_text(OWN_RULE.format(where=where))
    done = nqsat("verify", "mine.py:kings", cwd=tmp_path)
    assert done.returncode == 1, f"{fault}: {done.stderr}"
    assert "Traceback" not in done.stderr
    assert "differ: engines: " in done.stdout
    assert "\n  a b c\n" in done.stdout  # the witness, drawn


def test_verify_of_a_users_own_queens(nqsat: Run, tmp_path: Path) -> None:
    # n - 1 queens under the name of a family: nothing is published about them, so nothing differs.
    (tmp_path / "mine.py").write_text(OWN_QUEENS)
    done = nqsat("verify", "mine.py:queens", "-p", "n=4", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


# -- export ---------------------------------------------------------------------------------


TWO_KINDS = Placement("2x3", {"Q": "1", "N": "any"})


@pytest.mark.parametrize(
    ("words", "model"),
    [
        (["queens", "-p", "n=6"], SIX),
        (["--board", "3x3", "--piece", "K=any", "--encoding", "totalizer"], Placement("3x3", {"K": "any"})),
        (["--board", "torus:3x3", "--piece", "W=2..3"], Placement("torus:3x3", {"W": "2..3"})),
        (["--board", "2x3", "--piece", "Q=1", "--piece", "N=any"], TWO_KINDS),
        (["--board", "3x3", "--piece", "Q=3"], Placement("3x3", {"Q": 3})),
        (["--board", "0x0", "--piece", "Q=0"], Placement("0x0", {"Q": 0})),
        (["--board", "0x0", "--piece", "Q=1"], Placement("0x0", {"Q": 1})),
    ],
    ids=str,
)  # fmt: skip
def test_exported_dimacs_has_the_same_solutions(
    nqsat: Run, words: list[str], model: Placement
) -> None:
    # Others will run their counters on this file: read as they read it, its projected solutions are
    # exactly the model's, under the names that the file gives to the variables.
    from pysat.solvers import Solver

    text = answered(nqsat("export", *words))
    assert text.isascii()
    read = Dimacs(text.splitlines())
    assert len(read.clauses) == read.announced
    assert tuple(read.names) == read.shown
    found: set[frozenset[str]] = set()
    with Solver("minisat22", bootstrap_with=filter(None, read.clauses)) as solver:
        for x in range(1, read.variables + 1):
            solver.add_clause([x, -x])
        while () not in read.clauses and solver.solve():
            true = set(solver.get_model() or [])
            found.add(frozenset(read.names[x] for x in read.shown if x in true))
            if not read.shown:
                break
            solver.add_clause([-x if x in true else x for x in read.shown])
    wanted = set()
    for solution in solutions(model, engine="backtrack"):
        assert isinstance(solution, Arrangement)
        men = ((man.kind, man.square.name(model.board.rows)) for man in solution.men)
        wanted.add(frozenset(f"{kind}@{square}" for kind, square in men))
    assert found == wanted


def test_exported_json_is_the_model(nqsat: Run, tmp_path: Path) -> None:
    words = ("export", "queens", "-p", "n=6", "--format", "json", "-o", "q.json")
    assert answered(nqsat(*words, cwd=tmp_path)) == ""
    assert loads((tmp_path / "q.json").read_text()) == SIX
    assert answered(nqsat("count", "q.json", cwd=tmp_path)) == "4 placements\n"


def test_exported_cpsat_can_be_read_by_ortools(nqsat: Run) -> None:
    from ortools.sat.python import cp_model

    text = answered(nqsat("export", "queens", "-p", "n=4", "--format", "cpsat"))
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    assert model.validate() == ""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    assert sum(solver.response_proto.solution) == 4
