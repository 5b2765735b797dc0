"""Data never run code: what is read may name any file, and only what the call names is imported.

Every command that takes a file, and every reader of the library, gets data that name a file which leaves a
mark when it is imported.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from support.extensions import lacking
from support.jobs import begun, flip, forge, with_head

import nqsat
from nqsat import InvalidModel, NqsatError, Placement
from nqsat.counting import Question, answer
from nqsat.counting.job import open_job, result, rows_of, verify
from nqsat.counting.ledger import Ledger
from nqsat.counting.store import Folder
from nqsat.extensions import added
from nqsat.modelling import load, loads
from nqsat.modelling.schema import to_json

ROOT = Path(__file__).parents[2]

EVIL = """
import pathlib
pathlib.Path({mark!r}).touch()
from nqsat import Placement, Rule
from nqsat.engines import BacktrackEngine
from nqsat.rules import NonAttacking
class E(BacktrackEngine):
    pass
class R(Rule):
    name = "r"
    def holds(self, solution):
        return True
    def lower(self, setting, variables):
        return []
def f(n: int = 4):
    return Placement(f"{{n}}x{{n}}", {{"Q": n}}, [NonAttacking(), R()])
"""

#: Every command, with words behind which it reads ``{0}``: MODEL, a job or a certificate; none where it
#: reads no file that has data.
COMMANDS: dict[str, str] = {
    "certify": "certify {0} -o made",
    "check": "check {0}",
    "count": "count {0}",
    "doctor": "",
    "enumerate": "enumerate {0}",
    "export": "export {0}",
    "help": "",
    "job result": "job result {0}",
    "job merge": "job merge made {0}",
    "job status": "job status {0}",
    "job verify": "job verify {0}",
    "list": "",
    "puzzle": "puzzle {0}",
    "sample": "sample {0}",
    "show": "show {0}",
    "solve": "solve {0}",
    "table": "table {0}",
    "verify": "verify {0}",
    "view": "view {0} -o made.html",
}
COMMANDS = {name: words for name, words in COMMANDS.items() if not lacking(f"nqsat {name}")}

#: How else a command is given a file.
OTHERS = (
    "show {0} --format svg",
    "count {0} --by square",
    "count queens -p n=4 --job {0}",
    "verify queens -p n=4 --job {0}",
    "count --dimacs {0}",
    "enumerate --dimacs {0}",
    "solve --dimacs {0}",
    "count --board file:{0} --piece Q=1",
    "count star-battle -p regions=file:{0} -p stars=1",
    "view queens -p n=4 -o made.html --certificate {0}",
)

#: Commands that ask what a file in JSON asks, by the word for it.
ASKING = {"count": ("count",), "enumerate": ("enumerate", "sample", "view"), "solve": ("solve",)}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file that leaves a mark where it is imported."""
    path = tmp_path / "evil.py"
    path.write_text(EVIL.format(mark=str(tmp_path / "mark")))
    return path


@pytest.fixture
def evil(own: Path) -> Iterator[Path]:
    yield own
    assert not (own.parent / "mark").exists()


def digests(path: Path) -> dict[str, str]:
    """What data say of a file that has not changed."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest()}


def models(evil: Path) -> dict[str, Any]:
    """What data may say of a model: how it was made, or what it has, with a name of a file in it."""
    word = f"{evil}:f"
    plain: dict[str, Any] = to_json(Placement("4x4", {"Q": 4}))
    known: tuple[dict[str, Any], ...] = {}, {"sha256": {}}, {"sha256": digests(evil)}
    told: dict[str, Any] = {
        f"told{i}": {"arguments": [word, "-p", "n=4"], **more} for i, more in enumerate(known)
    }
    return told | {
        "rules": {**plain, "placement": {**plain["placement"], "rules": [{"rule": f"{evil}:R"}]}},
        "preset": {**plain, "placement": {**plain["placement"], "presets": [word]}},
        "best": {**plain, "placement": {**plain["placement"], "objective": {"maximise": word}}},
        "words": {"arguments": ["--board", "4x4", "--piece", "Q=1", "--rule", f"{evil}:R"]},
        "strange": {"arguments": [word, "-p"]},
        "stranger": {"arguments": word},
    }


def engines(evil: Path) -> dict[str, Any]:
    (digest,) = digests(evil).values()
    titles = f"{evil}:E", f"{evil}:E + sat", f"sat + {evil}:E", f"{evil}:E + {evil}:E"
    found: dict[str, Any] = {f"engine{i}": {"name": title} for i, title in enumerate(titles)}
    return found | {"sealed": {"name": titles[0], "sha256": digest}}


def questions(evil: Path, ask: str) -> dict[str, dict[str, Any]]:
    """Questions in JSON: whose model names the file, and whose engine does."""
    found = {
        name: {"ask": ask, "model": model, "engine": {"name": "auto"}}
        for name, model in models(evil).items()
    }
    plain = to_json(Placement("4x4", {"Q": 4}))
    for name, engine in engines(evil).items():
        found[name] = {"ask": ask, "model": plain, "engine": engine}
    return found


def jobs(evil: Path) -> Iterator[tuple[str, Path]]:
    folder = evil.parent
    for name, asked in questions(evil, "count").items():
        place = folder / f"job-{name}"
        if not place.exists():
            begun(folder / "plain", Question("count", Placement("4x4", {"Q": 4}), "bitboard"), 1)
            with_head(folder / "plain", question=asked).rename(place)
        yield name, place


def job_with_rows(evil: Path) -> Path:
    """A job that is done, as its rows say, by the file."""
    place = evil.parent / "rows"
    answer(Question("count", Placement("4x4", {"Q": 4}), "bitboard"), run=nqsat.Run(job=place))
    forge(place, engine=f"{evil}:E", id=f"{evil}:E")
    return place


def tree(command: Any, before: str = "") -> Iterator[str]:
    for name, inner in command.commands.items():
        if hasattr(inner, "commands"):
            yield from tree(inner, f"{before}{name} ")
        else:
            yield before + name


def test_every_command_is_asked(commands: Callable[..., Any]) -> None:
    from nqsat.cli.app import commands as load_commands

    of_extensions = {name for name, command in added("commands") if command.run}
    assert {*tree(commands(load_commands()))} - of_extensions == {*COMMANDS} - of_extensions


@pytest.mark.parametrize("ask", sorted(ASKING))
def test_no_command_imports_what_json_names(here: Run, evil: Path, ask: str) -> None:
    for name, asked in questions(evil, ask).items():
        (evil.parent / f"{name}.json").write_text(json.dumps({"value": "2", "question": asked}))
        (evil.parent / f"model-{name}.json").write_text(json.dumps(asked["model"]))
        for command, words in COMMANDS.items():
            if not words or (ask != "count" and command not in ASKING[ask]):
                continue  # another question is the same file for whoever asks none
            files = [f"{name}.json", *([f"model-{name}.json"] if name in models(evil) else [])]
            for file in files:
                done = here(*words.format(file).split())
                # Who asks something else asks the model alone, and no engine that the question names.
                codes = (2,) if name in models(evil) or command in ASKING[ask] else (0, 2)
                assert done.returncode in codes, (words, file, done.stdout, done.stderr)
            if command in ASKING[ask] and (named := option(name)):
                said = here(*words.format(f"{name}.json").split()).stderr
                assert f"data never run code; name its file in this call: --{named} " in said


def option(name: str) -> str:
    """The option that a refusal has to name."""
    return "engine" if name.startswith(("engine", "sealed")) else "model" if "told" in name else ""


def test_no_command_imports_what_a_job_names(here: Run, evil: Path) -> None:
    kinds = ("told0", "told2", "words", "engine0", "engine1", "engine2", "sealed")
    for name, place in jobs(evil):
        for command in (*COMMANDS.values(), *OTHERS) if name in kinds else ():
            if "{0}" not in command:
                continue
            done = here(*command.format(place.name).split())
            if option(name) and command.startswith(("job", "check")) and "merge" not in command:
                assert f"--{option(name)} " in done.stdout + done.stderr
            if "merge" in command:  # no plan is made
                continue
            wanted = 3 if command == "check {0}" else 2
            assert done.returncode == wanted, (name, command, done.stdout, done.stderr)


def test_no_command_imports_what_rows_name(here: Run, evil: Path) -> None:
    place = job_with_rows(evil)
    for command in (*COMMANDS.values(), *OTHERS):
        if "{0}" in command:
            here(*command.format(place.name).split())


def test_check_of_a_job_looks_at_its_rows(here: Run, evil: Path) -> None:
    places = dict(jobs(evil))
    for name in ("told2", "sealed"):
        job = places[name]
        ledger = Ledger(job)
        ledger.write("any", {"all": {"numbers": []}})
        ledger.close()
        done = here("check", job.name)
        assert (done.returncode, done.stderr) == (3, "")
        assert "1 rows are as they were written; the audit was skipped" in done.stdout
        flip(job)
        done = here("check", job.name, "--json")
        assert done.returncode == 2
        assert "is damaged: the row of 'all'" in done.stderr


def test_no_reader_of_the_library_imports_what_data_name(evil: Path) -> None:
    text, readers = evil.parent / "x.json", list[Callable[[], object]]()
    for name, asked in questions(evil, "count").items():
        text.write_text(json.dumps(asked))
        readers.append(partial(Question.from_json, asked))
        readers.append(partial(Question.loads, json.dumps({"question": asked})))
        if name in models(evil):
            readers.append(partial(loads, json.dumps(asked["model"])))
        if name in models(evil):
            with pytest.raises(InvalidModel):
                load(text)
        else:
            assert load(text) == Placement("4x4", {"Q": 4})
    for _, place in jobs(evil):
        jobs_read: tuple[Callable[..., object], ...] = open_job, result, verify
        readers += [partial(read, place) for read in (*jobs_read, nqsat.check)]
        readers.append(partial(nqsat.verify, "queens", n=4, job=[place]))
        readers.append(partial(nqsat.count, "queens", n=4, run=nqsat.Run(job=place)))
    for read in readers:
        with pytest.raises(NqsatError):
            read()
    for _, place in jobs(evil):
        assert rows_of(place) == 0


@pytest.mark.parametrize("name", ["", ".", "..", "../..", "/etc", "..."])
def test_no_name_of_arrays_leads_out_of_their_folder(tmp_path: Path, name: str) -> None:
    # A row has the name, and what is damaged under it is removed.
    store = Folder(tmp_path / "job" / "store")
    (tmp_path / "job" / "store" / "kept").mkdir(parents=True)
    (tmp_path / "job" / "store" / "sums.json").write_text("{}")
    with pytest.raises(KeyError):
        store.load(name)
    store.delete(name)
    assert (tmp_path / "job" / "store" / "kept").exists()


def test_what_the_call_names_is_imported(here: Run, own: Path) -> None:
    evil, word, engine, places = own, f"{own}:f", f"{own}:E", dict(jobs(own))
    assert not (own.parent / "mark").exists()
    queens = Placement("4x4", {"Q": 4})
    assert nqsat.count(word, n=4, run=nqsat.Run(job=places["told2"])).value == 2
    assert nqsat.count(queens, engine=engine, run=nqsat.Run(job=places["sealed"])).value == 2
    for words, code, said in (
        ("job result job-told2 --model evil.py:f", 0, "2 placements"),
        ("check job-told2 --model evil.py:f", 0, "2 placements"),
        ("job verify job-sealed --engine evil.py:E", 0, "2 placements"),
        ("verify evil.py:f -p n=4 --job job-told2", 0, "agree"),
        ("verify evil.py:f -p n=5 --job job-told2", 2, "asks another question"),
        ("count told2.json --model evil.py:f", 0, "2 placements"),
        ("count told2.json --model evil.py:g", 2, "evil.py:g is not what the data name"),
        ("count told0.json --model evil.py:f", 2, "no SHA-256"),
        ("count words.json --model evil.py:f", 2, "its arguments are --board"),
        ("count engine0.json --engine evil.py:E", 0, "2 placements"),
        ("count engine0.json --engine sat", 0, "2 placements"),
        ("count engine0.json --engine sat --model evil.py:f", 2, "leave out --model evil.py:f"),
        ("count queens -p n=4 --model evil.py:f", 2, "--model: needs a file in JSON"),
        ("job result job-sealed --model evil.py:f", 2, "--model: leave it out"),
        ("check . --model evil.py:f", 2, "--model: is for jobs"),
    ):
        for name, asked in questions(evil, "count").items():
            (evil.parent / f"{name}.json").write_text(json.dumps(asked))
        done = here(*words.split())
        assert done.returncode == code, (words, done.stdout, done.stderr)
        assert said in done.stdout + done.stderr, words
    assert (own.parent / "mark").exists()
    # The answer says enough to be asked again, and once the file has changed, it is not.
    (evil.parent / "again.json").write_text(
        here("count", "told2.json", "--model", "evil.py:f", "--json").stdout
    )
    assert here("count", "again.json", "--model", "evil.py:f").returncode == 0
    evil.write_text(evil.read_text() + "\n")
    for words in ("count again.json", "job status job-told2"):
        assert "has changed" in here(*words.split(), "--model", "evil.py:f").stderr


# -- all there is ------------------------------------------------------------------------

#: What runs code that is not part of the program, or makes objects of what it reads, and where it may.
POWERS: Mapping[str, set[str]] = {
    "nqsat/counting/store.py": {"np.load"},  # of numbers: allow_pickle=False
    "nqsat/engines/kernels/__init__.py": {"eval"},  # of what the C sources beside it require
    "nqsat/engines/subprocess_worker.py": {"loads of pickle"},  # between a process and its child
    "nqsat/sources/user_files.py": {"exec"},
    "nqsat/extensions/playground/driver.py": {"eval", "exec", "run_module"},  # in a browser
}

WRITING = ("dumps", "HIGHEST_PROTOCOL")

NAMES = {
    *(
        "eval",
        "exec",
        "execfile",
        "__import__",
        "exec_module",
        "load_module",
        "run_path",
        "run_module",
    ),
    *("spec_from_file_location", "Unpickler", "fromfile", "unsafe_load", "full_load"),
}


def powers(tree: ast.AST) -> Iterator[str]:
    """What of this a file uses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in NAMES:
            yield node.id
        elif isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in NAMES:
                yield node.attr
            elif of in ("pickle", "marshal", "shelve") and node.attr not in WRITING:
                yield f"{node.attr} of {of}"
        elif isinstance(node, ast.Call) and "mmap_mode" in (
            words := {x.arg: x for x in node.keywords}
        ):
            assert ast.literal_eval(words["allow_pickle"].value) is False
            yield "np.load"


def test_nothing_else_makes_code_of_data() -> None:
    found: dict[str, set[str]] = {}
    for path in [*(ROOT / "nqsat").rglob("*.py"), *(ROOT / "models").rglob("*.py")]:
        text = path.read_text("utf-8")
        assert "np.load(" not in text or "mmap_mode" in text
        if any(word in text for word in (*NAMES, "pickle", "marshal", "shelve", "mmap_mode")):
            found[str(path.relative_to(ROOT))] = set(powers(ast.parse(text)))
    there = {path: names for path, names in POWERS.items() if (ROOT / path).exists()}
    assert {path: names for path, names in found.items() if names} == there
