"""What is written, and what cannot be: streams that are closed, full or of few characters, half files."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ENVIRONMENT, Done, Forks, Run, answered, heard, refused
from support.day_subset import some
from support.extensions import lacking
from support.timeouts import HANG

from nqsat.cli import app
from nqsat.errors import InvalidModel
from nqsat.files import atomic_write, check_place

Shell = Callable[..., Done]

linux = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full and a shell")


@pytest.fixture
def shell(program: str, tmp_path: Path) -> Shell:
    def run(line: str) -> Done:
        return subprocess.run(
            ["bash", "-c", f'nqsat() {{ "$PROGRAM" "$@"; }}; {line}'],
            capture_output=True, encoding="utf-8", timeout=HANG, check=False,
            cwd=tmp_path, stdin=subprocess.DEVNULL, env={**ENVIRONMENT, "PROGRAM": program},
        )  # fmt: skip

    return run


@pytest.fixture
def full(forks: Forks, tmp_path: Path) -> Callable[..., int]:
    """The exit code where a stream has no room: it goes to ``/dev/full``, the other one to a file."""

    nowhere = Path("/dev/full")

    def run(words: str, out: Path = nowhere, err: Path = nowhere) -> int:
        forks.begin(*words.split(), cwd=tmp_path, out=out, err=err)
        return forks.code()

    return run


def one_line(text: str) -> str:
    assert "Traceback" not in text
    (line,) = (line for line in text.splitlines() if line.startswith("nqsat: "))
    return line


# -- streams ------------------------------------------------------------------------------

COUNT = "count queens -p n=4 --engine backtrack"
ANSWERS = [
    COUNT,
    "enumerate queens -p n=4 --engine backtrack",
    "solve queens -p n=4 --engine backtrack",
    "list",
    "--help",
    "export queens -p n=4",
]
ANSWERS = [words for words in ANSWERS if not lacking(f"nqsat {words}")]


@linux
@pytest.mark.parametrize("words", ANSWERS)
def test_an_answer_that_nobody_gets_is_a_failure(
    full: Callable[..., int], tmp_path: Path, words: str
) -> None:
    # Never 0, and never 1, which would say that something was found to be wrong.
    assert full(words, err=tmp_path / "err") == 4
    assert one_line((tmp_path / "err").read_text())


@linux
@pytest.mark.parametrize("words", some(ANSWERS, 4))
def test_nor_has_it_a_stream(shell: Shell, words: str) -> None:
    # As some services start their programs.
    done = shell(f"nqsat {words} >&-")
    assert done.returncode == 4
    assert one_line(done.stderr)
    assert shell(f"nqsat {words} >&- 2>&-").returncode == 4


@linux
def test_notes_that_cannot_be_written_do_not_get_into_the_answer(
    shell: Shell, full: Callable[..., int], tmp_path: Path
) -> None:
    done = shell(f"nqsat {COUNT} 2>&-")
    assert (done.stdout, done.stderr, done.returncode) == ("2 placements\n", "", 0)
    assert full(COUNT, out=tmp_path / "out") == 4
    assert (tmp_path / "out").read_text() == "2 placements\n"


@linux
def test_help_without_a_reader(shell: Shell) -> None:
    done = shell('nqsat --help | true; exit "${PIPESTATUS[0]}"')
    assert done.returncode in (0, 3)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_characters_that_the_stream_does_not_have(here: Run, encoding: str) -> None:
    for words in ("show rooks", "show queens -p n=4"):
        text = answered(here(*words.split(), encoding=encoding))
        assert "attack" in text
        assert "?" in text


BYTES = os.fsdecode(b"\xff")


@pytest.mark.parametrize(
    "words",
    [
        BYTES, f"count {BYTES}", f"count --board 3x3 --piece {BYTES}=1", "\x1b[31m",
        f"count {BYTES}.json", f"count {BYTES}.py:f",
    ],
    ids=ascii,
)  # fmt: skip
def test_bytes_that_are_no_text(here: Run, words: str) -> None:
    assert refused(here(*words.split())).isprintable()


# -- what nobody expected -----------------------------------------------------------------


@pytest.mark.parametrize(
    "raised", [RuntimeError("so\nwhat"), MemoryError(), RecursionError("deep")]
)
def test_what_nobody_expected_is_one_line(
    raised: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("nqsat.counting.answer", fail)
    monkeypatch.setattr("sys.argv", ["nqsat", "count", "queens", "-p", "n=4"])
    for debug in (False, True):
        if debug:
            monkeypatch.setenv("NQSAT_DEBUG", "1")
        with heard(), pytest.raises(SystemExit) as left:
            app.main()
        assert left.value.code == 4
        err = capsys.readouterr().err
        assert ("Traceback" in err) == debug
        assert err.splitlines()[-1].startswith(f"nqsat: {type(raised).__name__}: ")
        assert debug or err.count("\n") == 1


# -- files --------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("certify queens -p n=6 -o out --force", "out/certificate.json"),
        ("enumerate queens -p n=8 --engine backtrack --format jsonl -o out.jsonl", "out.jsonl"),
        ("solve queens -p n=8 --engine backtrack --format svg -o out.svg", "out.svg"),
    ],
)  # fmt: skip
def test_a_full_disk_leaves_the_old_file(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, file: str
) -> None:
    # No file may have more than 1 KiB: as on a full disk, it can be made and not written. Compiled
    # modules would be cut off without a word, and be there for the tests that follow.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
        done = here(*words.split())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert done.returncode == 4, done.stderr
    assert one_line(done.stderr).startswith("nqsat: OSError: ")
    assert (tmp_path / file).read_text() == "old"
    assert not [path for path in tmp_path.rglob("*") if path.name[0] == "."]


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "a.txt"
    place.write_text("old")

    def stopped() -> None:
        with atomic_write(place) as making:
            making.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
    place.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(place)
    with atomic_write(link) as making:
        assert making.suffix == ".txt"
        making.write_text("new")
    assert link.is_symlink()
    assert (place.read_text(), place.stat().st_mode & 0o777) == ("new", 0o640)
    assert sorted(tmp_path.iterdir()) == [place, link]


@linux
def test_a_device_is_written_to_and_not_replaced(installed: Run) -> None:
    done = installed("enumerate", "queens", "-p", "n=4", "-o", "/dev/stdout")
    assert done.stdout.startswith("1. a2")
    with atomic_write(Path("/dev/null")) as making:
        assert making == Path("/dev/null")
    assert Path("/dev/null").is_char_device()


def test_where_no_file_can_be_is_said_before_the_work(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "it", tmp_path / ("x" * 300)):
        with pytest.raises(InvalidModel, match="output: "):
            check_place(place)


# -- where solutions go -------------------------------------------------------------------

FIVE = ("queens", "-p", "n=5", "--engine", "backtrack")


def test_one_picture_is_a_file_and_several_are_a_folder(here: Run, tmp_path: Path) -> None:
    words = ("--format", "svg", "-o")
    assert here("solve", *FIVE, *words, "one.svg").returncode == 0
    done = here("enumerate", *FIVE, *words, "two.svg", "--limit", "1")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert here("enumerate", *FIVE, *words, "all").returncode == 0
    assert here("enumerate", *FIVE, *words, "more/").returncode == 0
    assert len(list((tmp_path / "more").iterdir())) == 10
    pictures = sorted((tmp_path / "all").iterdir())
    assert [path.name for path in pictures] == [f"{number:04}.svg" for number in range(1, 11)]
    assert all(ET.parse(path).getroot().tag.endswith("svg") for path in pictures)
    assert pictures[0].read_bytes() == (tmp_path / "one.svg").read_bytes()
    # Pictures of two questions are not mixed, nor put into one file.
    for place in ("all", "all/0001.svg", "one.svg"):
        done = here("enumerate", *FIVE, *words, place)
        assert done.returncode == 2
        assert one_line(done.stderr).startswith(f"nqsat: --output: {place} ")
    done = here("solve", *FIVE, "--unique", *words, "both")
    assert (done.returncode, len(list((tmp_path / "both").iterdir()))) == (0, 2)


def test_solutions_in_a_file(here: Run, tmp_path: Path) -> None:
    for form in ("text", "jsonl", "csv", "fen"):
        shown = here("enumerate", *FIVE, "--format", form)
        done = here("enumerate", *FIVE, "--format", form, "-o", "it")
        assert (done.returncode, done.stdout) == (0, "")
        assert (tmp_path / "it").read_text(encoding="utf-8") == shown.stdout
        first = here("solve", *FIVE, "--format", form, "-o", "it")
        assert (first.returncode, first.stdout) == (0, "")
        lines = (tmp_path / "it").read_text(encoding="utf-8").splitlines()
        assert set(lines) <= set(shown.stdout.splitlines())


def test_no_solution_is_no_file(here: Run, tmp_path: Path) -> None:
    done = here("solve", "queens", "-p", "n=3", "-o", "it")
    assert (done.returncode, done.stdout) == (0, "no solution\n")
    assert not list(tmp_path.iterdir())
    done = here("enumerate", "queens", "-p", "n=3", "--format", "nope", "-o", "it")
    assert done.returncode == 2
    assert not list(tmp_path.iterdir())


#: Of each command that writes, how files may be called, and what such a file begins with.
WRITTEN = {
    "enumerate queens -p n=4 --limit 1": {
        "txt": b"1. a2", "jsonl": b'{"squares"', "csv": b"Q,fen", "fen": b"1Q2/3Q", "svg": b"<svg",
        "png": b"\x89PNG", "pdf": b"%PDF", "": b"1. a2",
    },
    "solve queens -p n=4": {"jsonl": b'{"squares"', "svg": b"<svg", "png": b"\x89PNG", "": b"4 . Q"},
    "solve queens -p n=4 --json": {"json": b'{"model"', "": b'{"model"'},
    "sample queens -p n=4": {"csv": b"Q,fen", "svg": b"<svg", "": b"1. a"},
    "count queens -p n=4 --by square": {
        "txt": b"4 0", "json": b'{"total"', "csv": b"kind,", "svg": b"<svg", "": b"4 0",
    },
    "show queens -p n=4": {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "": b"<svg"},
    "export queens -p n=4": {
        "cnf": b"c ", "dimacs": b"c ", "opb": b"* #variable", "pbtxt": b"variables", "json": b'{\n "nqsat"',
        "": b"c ",
    },
    "view queens -p n=4": {"html": b"<!DOCTYPE", "htm": b"<!DOCTYPE", "": b"<!DOCTYPE"},
    "puzzle queens -p n=5 --seed 1": {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"},
}  # fmt: skip
WRITTEN = {words: texts for words, texts in WRITTEN.items() if not lacking(f"nqsat {words}")}


#: Packages that some formats need, which need not be there.
PICTURED = {"png": "cairosvg", "pdf": "cairosvg"}


@pytest.mark.parametrize("words", WRITTEN)
def test_what_a_file_is_called_decides_its_format(here: Run, tmp_path: Path, words: str) -> None:
    engine = () if words.startswith(("show", "export", "puzzle")) else ("--engine", "backtrack")
    first, *_ = WRITTEN[words]
    names = {f"it.{ending}".rstrip("."): ending for ending in WRITTEN[words]}
    for name, ending in {**names, f"IT.{first.upper()}": first}.items():
        done = here(*words.split(), "-o", name, *engine)
        package = PICTURED.get(ending, "typer")
        if find_spec(package) is None:  # the format was read: its package is asked for
            assert f"{package} is not installed" in refused(done)
            continue
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).read_bytes().startswith(WRITTEN[words][ending]), name
    known = [f".{ending}" for ending in WRITTEN[words] if ending not in ("", "dimacs", "htm")]
    for name in ("it.jpg", "it.docx", "it.d/it.v2", *([] if "" in WRITTEN[words] else ["it"])):
        said = refused(here(*words.split(), "-o", name, *engine))
        assert all(ending in said for ending in known)
        assert not (tmp_path / name).exists()


def test_a_picture_names_the_symmetry_that_fixes_the_solutions(here: Run, tmp_path: Path) -> None:
    here("count", "queens", "4", "--by", "square", "--fixed-by", "rot180", "-o", "it.svg")
    assert ">fixed by rot180<" in (tmp_path / "it.svg").read_text()
