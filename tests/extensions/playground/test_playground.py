"""The playground: its driver in this process, its folder with a faked registry, and its command."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from urllib.error import URLError
from zipfile import ZipFile

import pytest
from conftest import Run, answered, refused
from support.error_asserts import raised

import nqsat
from nqsat import InvalidModel
from nqsat.cli import app
from nqsat.extensions.playground import build as building
from nqsat.extensions.playground import driver

#: The name of a wheel for browsers.
WHEEL = "x-1.9.dev{}-cp314-cp314-" + building.PLATFORM + ".whl"

Shown = list[tuple[str, str]]
#: Runs a text: what it printed, its notes, and what was shown.
Program = Callable[[str], tuple[str, str, Shown]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Program:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "_exit", sys.exit)
    monkeypatch.setattr(app, "handle", lambda _: None)
    monkeypatch.setattr(app, "_prepare_streams", lambda: None)
    monkeypatch.setattr(driver, "_NAMES", {"__name__": "__main__"})
    monkeypatch.setattr(sys, "argv", ["nqsat"])

    def run(text: str) -> tuple[str, str, Shown]:
        shown: Shown = []
        driver.run(text, lambda kind, html: shown.append((kind, html)))
        printed = capsys.readouterr()
        return printed.out, printed.err, shown

    return run


def test_a_program_shows_its_last_value(run: Program) -> None:
    assert run("x = 6\nx * 7") == ("42\n", "", [])
    assert run("print(x)")[0] == "6\n"  # names stay, as in a notebook
    out, _, [(kind, html)] = run("import nqsat\nnqsat.Board.parse('3x3')")
    assert (out, kind) == ("", "board")
    assert "<svg" in html


def test_an_error_is_one_line_with_its_place(run: Program) -> None:
    assert run("x = 1\n\nx / 0")[1] == "line 3: ZeroDivisionError: division by zero\n"
    assert run("x = (")[1].startswith("SyntaxError: ")
    assert run('nqsat count "queens 8')[1] == 'nqsat: nqsat count "queens 8: No closing quotation\n'


def test_a_command_without_its_first_word_is_told_how_commands_begin(run: Program) -> None:
    cure = "; among commands each line begins with nqsat, as in nqsat count queens 8\n"
    for line in ("count queens 8", "8 queens", "solve queens n=1..9", "view --board 8x8"):
        assert run(line)[1].endswith(cure), line
    for line in ("x = (", "print(1 2)", "if x", "lambda"):
        assert "among commands" not in run(line)[1], line


def test_programs_know_nqsat_without_an_import(
    run: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(nqsat, "__file__", str(tmp_path / "site" / "nqsat" / "__init__.py"))
    (tmp_path / "site").mkdir()
    driver.warm()
    assert run('nqsat.count("queens", 6).value')[0] == "4\n"


def test_the_line_that_is_wrong_is_told(run: Program) -> None:
    assert run("x = 1\n\nx / 0")[2] == [("error", "3")]
    assert run("x = 1\ny = )")[2] == [("error", "2")]
    assert run("import ast\nast.parse('(')")[2] == [("error", "2")]  # of another text
    assert run("raise SystemExit('enough')")[2] == [("error", "")]
    assert run("nqsat count queens 4 -q\n # why\nnqsat cuont")[2] == [("error", "3")]
    assert run("nqsat count queens 9 --engine backtrack --time-limit 0.01")[2] == []


def test_a_program_may_run_again(run: Program) -> None:
    text = "import nqsat\nnqsat.certify('queens', 'q4', n=4).cubes"
    assert [run(text)[1:] for _ in range(2)] == [("", [])] * 2
    assert "replaces it" in run(text.replace("n=4", "n=5"))[1]  # made by another program


@pytest.mark.parametrize("tutorial", [True, False])
def test_programs_run_in_a_folder_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tutorial: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("nqsat.__file__", str(tmp_path / "nqsat" / "__init__.py"))
    if tutorial:  # elsewhere nqsat is installed without it
        (tmp_path / driver.FOLDER).mkdir()
    driver.warm()
    assert Path.cwd() == tmp_path / driver.FOLDER


def test_links_that_lead_nowhere_do_no_harm(run: Program, tmp_path: Path) -> None:
    (tmp_path / "gone.html").symlink_to("nowhere")
    assert run("x = 1") == ("", "", [])


def test_a_program_may_end_itself(run: Program) -> None:
    assert run("print(1, end='')\nraise SystemExit('enough')")[:2] == ("1", "enough\n")
    assert run("exit()")[:2] == ("", "")
    assert run("$ ")[1].startswith("SyntaxError: ")


def test_a_program_with_a_name_is_a_file_too(run: Program, tmp_path: Path) -> None:
    text = "# mine.py\nfrom dataclasses import dataclass\nfrom typing import ClassVar\n\n"
    text += "@dataclass\nclass Mine:\n    name: ClassVar[str] = 'a'\n    number: int\n"
    assert run(text)[:2] == ("mine.py is written: commands and programs may use it\n", "")
    assert (tmp_path / "mine.py").read_text("utf-8") == text
    assert run("Mine(3)")[0] == "Mine(number=3)\n"


def test_commands_run_one_a_line(run: Program) -> None:
    out, notes, shown = run(
        "$ nqsat show queens 4 -q -o q.svg\nnqsat count queens 4 --engine backtrack -q\nnqsat cuont"
    )
    assert out.endswith("2 placements\n")
    assert notes.startswith("nqsat: ")
    assert [(kind, text[:4]) for kind, text in shown] == [("error", "3"), ("board", "<svg")]
    save = "import nqsat\nnqsat.view('queens', n=4).save('q.html')"
    assert [kind for kind, _ in run(save)[2]] == ["page"]


def test_a_list_of_solutions_is_a_gallery(run: Program) -> None:
    out, _, [(kind, html)] = run("import nqsat\nlist(nqsat.solutions('queens', n=6))")
    assert (out, kind, html.count("<svg")) == ("", "board", 4)
    assert run("[1, 2]") == ("[1, 2]\n", "", [])


def test_what_a_page_lacks_is_said(run: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    absent = "this page has only nqsat and Python's own modules"
    assert run("import absent_here")[1].rstrip().endswith(f"'absent_here'; {absent}")
    monkeypatch.setitem(driver._NAMES, "input", driver._no_input)
    assert run("n = int(input('n? '))")[1] == (
        "line 1: RuntimeError: this page reads no input; write the value into the program: n = 8\n"
    )


# -- the folder -----------------------------------------------------------------------------


def test_no_network_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(address: str, timeout: float) -> object:
        raise URLError("no route")

    monkeypatch.setattr(building, "urlopen", unreachable)
    raised(InvalidModel, lambda: building.build(tmp_path / "new"), "no route")
    assert not (tmp_path / "new").exists()


def test_what_is_fetched_is_what_the_registry_says(monkeypatch: pytest.MonkeyPatch) -> None:
    about = {"dist": {"tarball": "https://example.org/p.tgz", "integrity": "sha512-AAAA"}}
    monkeypatch.setattr(building, "urlopen", lambda *_, **__: BytesIO(json.dumps(about).encode()))
    raised(InvalidModel, lambda: list(building._runtime()), "not what the registry says")


def test_the_folder_has_nqsat_and_the_lessons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_runtime", lambda: [("pyodide.mjs", b"")])
    monkeypatch.setattr(building, "_packages", lambda: [("libraries.zip", b"")])
    for _ in range(2):  # into a new folder, and into its own
        size = building.build(tmp_path / "new")
    files = [path for path in (tmp_path / "new").rglob("*") if path.is_file()]
    assert size == sum(path.stat().st_size for path in files)
    named = set(ZipFile(tmp_path / "new" / "nqsat.zip").namelist())
    assert {
        "nqsat/__init__.py",
        "nqsat/models/known.json",
        "nqsat/reporting/page/page.css",
    } <= named
    assert not [name for name in named if name.endswith("kernels.bin")]
    (about,) = (name for name in named if name.endswith(".dist-info/METADATA"))
    assert b"Requires-Dist: rich" in ZipFile(tmp_path / "new" / "nqsat.zip").read(about)
    lessons = json.loads((tmp_path / "new" / "lessons.json").read_text("utf-8"))
    assert [one["group"] for one in lessons[:1]] == ["Count and list"]
    assert {one["group"] for one in lessons} == {*building.GROUPS}
    assert dict(lessons[0]["answer"])["board"].startswith('<div class="nqsat"><svg')
    texts = {one["title"]: one["text"] for one in lessons}
    assert not [title for title, text in texts.items() if text.count("import nqsat\n") > 1]
    assert "list(nqsat.solutions(" in texts["list all"]
    assert "playground/mymodels.py" in named  # the commands below it name it
    kept = json.loads((tmp_path / "new" / "files.json").read_text("utf-8"))
    assert {*kept} == {"./", *(path.relative_to(tmp_path / "new").as_posix() for path in files)} - {
        "files.json"
    }
    assert texts["mymodels.py"].startswith("# mymodels.py\n")
    assert "nqsat count --board 6x6 --tour N" in texts["Tours: commands"]


def test_it_writes_the_folder_and_says_how_to_look_at_it(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_runtime", lambda: [("pyodide.mjs", b"")])
    monkeypatch.setattr(building, "_wheel_for_browsers", lambda _: ("", ""))
    monkeypatch.setattr(building, "_fetch_checked", lambda *_: b"")
    said = answered(here("playground", "site"))
    assert said.startswith("site: ")
    assert said.endswith(" MB; look at it: python3 -m http.server 0 -d site\n")
    named = ZipFile(tmp_path / "site" / "libraries.zip").namelist()
    assert {"rich/__init__.py", "typer/__init__.py", "six.py", "networkx/__init__.py"} <= {*named}
    assert not [name for name in named if "/tests/" in name or name.endswith((".so", ".pyc"))]
    assert refused(here("playground")).startswith("nqsat: ")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.txt").touch()
    assert "mine has files of something else; name a new folder" in refused(
        here("playground", "mine")
    )
    assert "mine/a.txt/site is not a folder" in refused(here("playground", "mine/a.txt/site"))


def test_the_newest_wheel_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    links = [f'<a href="../{WHEEL.format(n)}#sha256=a{n}">x</a>' for n in (9, 24, 16)]
    page = "".join([*links, '<a href="x-1.9.dev99-py3-none-any.whl#sha256=b">x</a>'])
    asked: list[str] = []

    def fetched(address: str, timeout: float) -> object:
        asked.append(address)
        return BytesIO(page.encode())

    monkeypatch.setattr(building, "urlopen", fetched)
    monkeypatch.setenv("PIP_INDEX_URL", "https://example.org/simple/")
    assert building._wheel_for_browsers("x") == (
        f"https://example.org/simple/{WHEEL.format(24)}",
        "a24",
    )
    assert asked == ["https://example.org/simple/x/"]
    page = ""
    with pytest.raises(InvalidModel, match="has no wheel of x for"):
        building._wheel_for_browsers("x")
    with pytest.raises(InvalidModel, match="not what the registry says"):
        building._fetch_checked("https://example.org/x.whl", "0")


def test_compiled_packages_are_refused() -> None:
    with pytest.raises(InvalidModel, match="compiled code, which no browser runs"):
        list(building._installed_files(distribution("numpy")))
