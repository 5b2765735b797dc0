"""The law of the shell: every option that a command declares changes what is asked, or is refused.

A command is asked twice in a small example, without an option and with it, each time in a folder of its
own; what it says, what it writes and how it ends are compared. An option that makes no difference is
ignored, which is a fault; so is an option without a row here.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import Run
from support.extensions import lacking
from support.oracle.brute_force import DEEP

from nqsat.counting.ledger import Ledger
from nqsat.extensions import added

QUEENS, ANY = "--board 4x4 --piece Q=4", "--board 4x4 --piece Q=any"
TOUR = "--board 3x4 --tour N --open"
FACTOR = "--board 3x4 --factor W --degree 1"


class Row(NamedTuple):
    """An example: the words without an option, and with it.

    Args:
        before, after: of the command.
        model: without it.
        other: the words of the model with it, if the option is one of these.
    """

    before: str = ""
    after: str = ""
    model: str = QUEENS
    other: str = ""


def model(words: str, *, of: str = QUEENS) -> Row:
    return Row(model=of, other=f"{of} {words}")


def with_(words: str, before: str = "", of: str = QUEENS) -> Row:
    return Row(before, f"{before} {words}", of)


#: Options of the groups that several commands share.
SOURCE: Mapping[str, Row] = {
    "MODEL": Row(model="queens -p n=4", other="rooks -p n=4"),
    "MORE": Row(model="queens -p n=4", other="queens 5"),
    "-p": Row(model="queens -p n=4", other="queens -p n=5"),
    "--dimacs": Row(other="--dimacs any.cnf"),
    "--board": Row(other="--board 4x5 --piece Q=4"),
    "--as": Row(
        model="--board file:map.txt --tour W --open",
        other="--board file:map.txt --tour W --open --as order",
    ),
    "--piece": Row(other="--board 4x4 --piece Q=3"),
    "--rule": model("--rule non-attacking --rule domination", of="--board 4x4 --piece Q=2"),
    "--preset": model("--preset Q@b1", of="--board 4x4 --piece Q=3"),
    "--maximise": model("--maximise pieces", of=ANY),
    "--minimise": model("--minimise pieces", of=ANY),
    "--tour": Row(model=TOUR, other="--board 3x4 --tour W --open"),
    "--open": model("--open", of="--board 3x3 --tour K"),
    "--factor": Row(model=FACTOR, other="--board 3x4 --factor N --degree 1"),
    "--maximal": model("--maximal", of="--board 3x4 --factor W --degree ..1"),
    "--degree": model("--degree 1", of="--board 3x4 --factor W"),
    "--from": model("--from a1", of=TOUR),
    "--to": model("--to a1", of=TOUR),
    "--through": model("--through c3-d1", of=TOUR),
    "--avoiding": model("--avoiding a1-b3", of=TOUR),
    "--number": model("--number a1=1", of=TOUR),
    "--unit": model("--unit undirected", of=TOUR),
}
SEARCH: Mapping[str, Row] = {
    "--engine": Row("--engine backtrack", "--engine bitboard"),
    "--solver": with_("--solver minisat22"),
    "--circuit": with_("--circuit binary", of=TOUR),
    "--encoding": with_("--encoding ladder"),
    "--seed": with_("--seed -1", "--engine cpsat"),  # a search that differs may find the same
    "--memory": with_("--memory 0.0000001", "--engine frontier"),
    "--fixed-by": with_("--fixed-by rot180", of="--board 3x3 --piece Q=1"),
    "--time-limit": Row("--time-limit 1000", "--time-limit 0.000001"),
}
PICTURE: Mapping[str, Row] = {
    "--size": with_("--size 30"),
    "--colours": with_("--colours night"),
    "--coordinates": with_("--no-coordinates"),
    "--orientation": with_("--orientation rot90"),
    "--title": with_("--title Four"),
    "--mark": with_("--mark b3"),
    "--arrow": with_("--arrow a1-b3"),
    "--attacks": with_("--attacks b3"),
}
#: Those that are each command's own, where they mean the same.
COMMON: Mapping[str, Row] = {
    "-q": with_("-q"),
    "--format": Row("--format jsonl", "--format csv"),
    "-o": with_("-o out"),
    "--modulo": with_("--modulo symmetry"),
    "--limit": with_("--limit 1"),
    "--labelled": with_("--labelled"),
    "--show": with_("--show a1"),
    "--diverse": with_("--diverse 2"),
    "--workers": with_("--workers 0"),
    "--watch": Row("-q", "-q --watch"),  # what it shows needs a terminal, and somebody who looks
    "--json": with_("--json"),
    "--method": Row("--modulo symmetry", "--modulo symmetry --method burnside"),
    "--by": with_("--by size"),
    "--job": with_("--job made"),
    "--parts": Row("--job made", "--job made --parts 1..1"),
    "--dask": with_("--dask carrier-pigeon://1"),  # refused at once: nobody is waited for
    "--keep": with_("--keep made"),
    "--model": with_("--model own.py:f"),  # for data that name it: see project/test_trust.py
}
ROWS = {**SOURCE, **SEARCH, **PICTURE, **COMMON}


class Mode(NamedTuple):
    """A command, in one of the ways in which it is asked.

    Args:
        words: of it; where the model stands there are braces.
        own: rows of its own.
        silent: options that have nothing to change there, each with the reason.
    """

    words: str
    own: Mapping[str, Row] = {}
    silent: Mapping[str, str] = {}

    @property
    def command(self) -> tuple[str, ...]:
        first, second, *_ = f"{self.words} -".split()
        return (first, second) if first == "job" else (first,)


KINGS = "--board 8x8 --piece K=any"
QUIET = {"-q": "it says nothing but the answer"}
TWICE = {"--json": "it is given already", "--unique": "it is given already", "--job": "likewise"}
LISTS = {"--solver": with_("--solver kissat404"), "--memory": with_("--memory 5")}
FOUND: Mapping[str, Row] = {
    "--time-limit": Row("", "--time-limit 0"),  # the first solution is found at once
    "--unique": with_("--unique"),
    "--why": with_("--why", of="--board 3x3 --piece Q=3"),
    **LISTS,
}
AUTO = "--engine auto"
COUNT: Mapping[str, Row] = {"--plan": with_("--plan"), "-v": with_("-v", AUTO)}
PLAN: Mapping[str, Row] = {
    **COUNT,
    "--memory": with_("--memory 0.0000001", AUTO, KINGS),
    "--time-limit": with_("--time-limit 0.000001", AUTO, KINGS),
    "--limit": with_("--limit 1", AUTO, KINGS),
}
CANONICAL = Row("--modulo symmetry", "--modulo symmetry --method canonical")
DRAWN: Mapping[str, Row] = {
    "-n": Row("-n 1", "-n 2"),
    "--seed": with_("--seed -1", "--engine cpsat"),
}
PUZZLE: Mapping[str, Row] = {
    "--givens": with_("--givens 2"),
    "--symmetric": with_("--symmetric rot180", of="queens -p n=5"),
    "--difficulty": with_("--difficulty nobody"),
    "--number-of": with_("--number-of 2"),
    "--answer": with_("--answer"),
    "--repair": with_("--repair", of="queens-puzzle -p regions=AABB/AABB/CCDD/CCDD"),
    "-o": with_("-o other.svg"),
    "--seed": with_("--seed -1"),
}
CERTIFY: Mapping[str, Row] = {
    "-o": with_("-o other"),
    "--proof": with_("--proof recount"),
    "--force": with_("--force", "-o proved"),
    "--no-check": with_("--no-check"),
    "--foreign": with_("--foreign others"),
    "--evidence": Row("-o other", "--evidence all", "queens -p n=4..4"),
    "--job": Row(after="--evidence all --job done", model="queens -p n=4..4"),
}
VERIFY: Mapping[str, Row] = {
    "--job": with_("--job done"),
    "--seed": with_("--seed 5"),
    "-v": with_("-v"),
}
EXPORT: Mapping[str, Row] = {
    "--format": Row("--format opb", "--format json"),
    "--encoding": with_("--encoding ladder", of="--board 6x6 --piece Q=6"),
}
PAGE: Mapping[str, Row] = {
    "--events": Row("--events 100", "--events 0"),
    "--verify": with_("--verify"),
    "--certificate": with_("--certificate proved", of="queens -p n=4"),
    "--browser": with_("--browser"),
    "-o": with_("-o other.html"),
}
CHECK: Mapping[str, Row] = {
    "--max-states": with_("--max-states 0"),
    "--step": with_("--step 1"),
    "--verified": with_("--verified"),
    "--zarith": with_("--verified --zarith"),
}
JOB: Mapping[str, Row] = {"--audit": with_("--audit 100%")}

#: Commands in the ways in which they are asked, where these change what other options can mean.
MODES: tuple[Mode, ...] = (
    Mode("count {}", COUNT),
    Mode(
        "count {} --plan",
        PLAN,
        {
            **QUIET,
            "--plan": "it is given already",
            "--by": "one plan is for both",
            "--preset": "the reference foretells the same",
            "--labelled": "the plan is the same",
            "--time-limit": "no time is needed",
        },
    ),
    Mode("count {} --job made", {**COUNT, "--method": CANONICAL}, TWICE),
    Mode("count {} --by square", COUNT, {"--by": "it is given already"}),
    Mode("count question.json", COUNT),
    Mode("count --dimacs any.cnf", COUNT),
    Mode("enumerate {}", {**LISTS, "--at": with_("--at 1")}),
    Mode("enumerate {} --at 1", {**LISTS, "--at": with_("--at 2..1")}),
    Mode("enumerate --dimacs any.cnf", {**LISTS, "--at": with_("--at 1")}),
    Mode("enumerate {} --format svg", {**LISTS, "--at": with_("--at 1")}),
    Mode("solve {}", FOUND),
    Mode("solve {} --unique", FOUND, TWICE),
    Mode("solve {} --why", FOUND, {"--why": "it is given already"}),
    Mode("solve {} --json", FOUND, TWICE),
    Mode("solve {} --format svg", FOUND),
    Mode("solve --dimacs any.cnf", FOUND),
    Mode("sample {} --seed 1", DRAWN),
    Mode("sample {} --seed 1 --format svg", DRAWN),
    Mode(
        "table {}",
        {
            "--first": with_("--first"),
            "--agree": with_("--agree 2"),
            "-q": with_("-q", of="queens -p n=4..5"),
            "--recurrence": with_("--recurrence", of="queens -p n=4..5"),
            "--oeis": with_("--oeis", of="queens -p n=4..5"),
        },
    ),
    Mode("certify {} -o out", CERTIFY, QUIET),
    Mode("certify --dimacs any.cnf -o out", CERTIFY, QUIET),
    Mode("check proved", CHECK, QUIET),
    Mode("check done", CHECK, QUIET),
    Mode("list", {}, QUIET),
    Mode("list engines", {}, QUIET),
    Mode("show queens", {}, QUIET),
    Mode("show {}", {}, QUIET),
    Mode("show {} --format svg", {"--format": Row("", "--format csv")}, QUIET),
    Mode("export {}", EXPORT, QUIET),
    Mode("export {} --format opb", EXPORT, QUIET),
    Mode("export {} --format cpsat", EXPORT, QUIET),
    Mode("export {} --format json", EXPORT, QUIET),
    Mode("help", {}, QUIET),
    Mode("doctor", {}, QUIET),
    Mode("puzzle {} --seed 1", PUZZLE),
    Mode("puzzle {} --seed 1 -o sheet.svg", PUZZLE),
    Mode("verify {}", VERIFY),
    Mode("view {} -o out.html", PAGE),
    Mode("job status done", JOB, QUIET),
    Mode("job verify done", JOB, QUIET),
    Mode("job result done", JOB),
    Mode("job merge made done", JOB, QUIET),
)
MODES = tuple(mode for mode in MODES if not lacking(f"nqsat {mode.words}"))

#: By day one in this many options of a command is tried, and none of commands that start many processes.
STEP, SLOW = 7, ("verify", "count {} --job")
#: Options whose example is what is refused.
REFUSED = {"--model", "--seed", "--workers", "--watch"}

#: Where an engine is named, or none can be.
_NAMED = re.compile(r"--(engine|solver|circuit|encoding|dimacs) |question\.json|^verify")
#: How long something took, or will take.
_TAKEN = re.compile(r"[\d.,e+-]+ s\b|\"seconds\": [\d.e-]+|made by nqsat.*|Made by nqsat.*")


class Seen(NamedTuple):
    code: int
    out: str
    err: str
    files: Mapping[str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, nqsat: Run) -> Path:
    """What the examples find: clauses, a question, a certificate, and a job that is done."""
    place = tmp_path_factory.mktemp("options")
    (place / "any.cnf").write_text("p cnf 2 1\n1 2 0\n")
    (place / "map.txt").write_text("1 . .\n2 3 .\n. . .\n")
    (place / "path.txt").write_text("a b\nb c\nc d\n")
    (place / "star.txt").write_text("a b\na c\na d\na e\n")
    for words in (
        "certify queens -p n=4 --proof recount -o proved",
        "count queens -p n=4 --parts 1 --engine backtrack --job done",
    ):
        assert nqsat(*words.split(), cwd=place).returncode == 0
    asked = nqsat("count", "queens", "-p", "n=4", "--engine", "backtrack", "--json")
    (place / "question.json").write_text(asked.stdout)
    return place


@pytest.fixture(scope="module")
def see(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, nqsat: Run
) -> Callable[[str], Seen]:
    """Ask, in a folder of its own; the same words are asked once."""
    places = tmp_path_factory.mktemp("asked")
    numbers = count()

    @cache
    def ask(words: str) -> Seen:
        place = places / str(next(numbers))
        shutil.copytree(folder, place)
        done = nqsat(*words.split(), cwd=place)
        files = dict(_files(folder, place))
        shutil.rmtree(place)
        return Seen(
            done.returncode, _TAKEN.sub("", done.stdout), _TAKEN.sub("", done.stderr), files
        )

    return ask


def _files(before: Path, after: Path) -> Iterator[tuple[str, str]]:
    """The files that a command has made; of a job, what it is about."""
    for path in sorted(path for path in after.rglob("*") if path.is_file()):
        name = path.relative_to(after)
        if (before / name).exists():
            continue
        if name.name == "made":
            head = Ledger(path).head
            yield "made", json.dumps([head["question"], head["parts"]])
        else:
            yield str(name), _TAKEN.sub("", path.read_bytes().decode(errors="replace"))


def options(commands: Callable[..., Any], command: tuple[str, ...]) -> list[str]:
    """The options of a command, shortest names first; and the model."""
    found = _tree(commands)
    for word in command:
        found = found.commands[word]
    return [
        one.name.upper() if one.param_type_name == "argument" else _name(one.opts)
        for one in found.params
        if one.param_type_name == "option" or one.name in ("model", "more")
    ]


def _name(names: list[str]) -> str:
    return next((name for name in names if re.fullmatch("-[a-z]", name)), names[0])


def _tree(commands: Callable[..., Any]) -> Any:
    from nqsat.cli import app

    return commands(app.commands())


def _commands(group: Any, *before: str) -> Iterator[tuple[str, ...]]:
    for name, one in group.commands.items():
        inner = getattr(one, "commands", None)
        yield from _commands(one, *before, name) if inner else [(*before, name)]


def test_every_option_has_an_example(commands: Callable[..., Any]) -> None:
    # A new command, or a new option, is to be tried as well; those of extensions are tried beside them.
    of_extensions = {(name,) for name, command in added("commands") if command.run}
    tried = {mode.command for mode in MODES} - of_extensions
    assert tried == {*_commands(_tree(commands))} - of_extensions
    for mode in MODES:
        names = options(commands, mode.command)
        assert [name for name in names if name not in (*mode.own, *ROWS)] == []


def examples(mode: Mode, option: str, declared: list[str]) -> tuple[str, str]:
    """The words without an option, and with it. Who is fast searches, where that does not matter."""
    row = mode.own.get(option) or ROWS[option]
    pair = (f"{row.model}", row.before), (row.other or row.model, row.after)
    without, with_it = (f"{mode.words.replace('{}', of)} {more}" for of, more in pair)
    if "--engine" not in declared or any(map(_NAMED.search, (without, with_it))):
        return without, with_it
    return f"{without} --engine backtrack", f"{with_it} --engine backtrack"


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.words.replace(" ", "_"))
def test_an_option_changes_what_is_asked_or_is_refused(
    mode: Mode, see: Callable[[str], Seen], commands: Callable[..., Any]
) -> None:
    declared = options(commands, mode.command)
    turn, ignored = MODES.index(mode), list[str]()
    for number, option in enumerate(declared, turn):
        of_model = option in SOURCE and "{}" not in mode.words
        by_day = number % STEP == 0 and not mode.words.startswith(SLOW)
        if of_model or option in mode.silent or not (DEEP or by_day):
            continue
        without, with_it = examples(mode, option, declared)
        seen = see(with_it)
        assert "Traceback" not in seen.err
        assert seen.code in (0, 1, 2, 3, 4 if option == "--dask" else 0), seen.err
        if seen.code != 2 and seen == see(without):
            ignored.append(with_it)
    assert ignored == []


@pytest.mark.deep
def test_no_example_is_refused_everywhere(
    see: Callable[[str], Seen], commands: Callable[..., Any]
) -> None:
    # A refusal proves little if the example is wrong: each makes a difference to some command.
    for option, row in ROWS.items():
        if option not in REFUSED:
            modes = [mode for mode in MODES if option in options(commands, mode.command)]
            pairs = (examples(one, option, options(commands, one.command)) for one in modes)
            assert any(see(b).code != 2 != see(a).code for a, b in pairs if row), option
