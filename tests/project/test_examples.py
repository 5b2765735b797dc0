"""The examples print what their docstrings say: the output is compared, not the exit code alone.

Their notebook runs from top to bottom, and every value in it shows itself.
"""

import ast
import json
import re
import shlex
import shutil
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from conftest import Run
from support.extensions import skip_unless_shown

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
GALLERY = ROOT / "examples" / "gallery"

#: The pictures of the gallery, each with the command below it.
PICTURES = re.findall(
    r'<img src="gallery/([^"]+)"[^|]*?`nqsat ([^`]+)`',
    (ROOT / "examples" / "README.md").read_text(encoding="utf-8"),
)

#: Bytes of a picture: a page with twelve of them loads at once.
LARGEST = 15_000


def promised(path: Path) -> str:
    """What stands below ``OutputOptions:`` in the docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")), clean=False) or ""
    _, marker, block = cleandoc(text).partition("\nOutput:\n")
    assert marker, f"{path.name} has no Output: block"
    return dedent(block).strip("\n")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_it_promises(path: Path, tmp_path: Path, nqsat: Run) -> None:
    skip_unless_shown(path.read_text(encoding="utf-8"))
    done = nqsat(script=str(path), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.rstrip() for line in done.stdout.splitlines()] == promised(path).split("\n")
    assert list(tmp_path.iterdir()) == [], "an example leaves nothing behind"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 40


def test_the_picture_of_the_readme_is_made_by_the_product(tmp_path: Path, nqsat: Run) -> None:
    words = "solve queens 8 --engine backtrack -q -o queens.svg"  # as examples/README.md says
    assert nqsat(*words.split(), cwd=tmp_path).returncode == 0
    picture = (tmp_path / "queens.svg").read_bytes()
    assert picture == (ROOT / "examples" / "queens.svg").read_bytes()


def test_the_gallery_has_twelve_pictures() -> None:
    assert len(PICTURES) == 12
    assert {name for name, _ in PICTURES} == {path.name for path in GALLERY.glob("*.svg")}


@pytest.mark.parametrize(("name", "words"), PICTURES, ids=[name for name, _ in PICTURES])
def test_a_picture_is_made_by_the_command_below_it(
    name: str, words: str, tmp_path: Path, nqsat: Run
) -> None:
    skip_unless_shown(f"nqsat {words}")
    for board in GALLERY.glob("*.txt"):
        shutil.copy(board, tmp_path)
    assert nqsat(*shlex.split(words), cwd=tmp_path).returncode == 0
    picture = (tmp_path / name).read_bytes()
    assert picture == (GALLERY / name).read_bytes()
    assert len(picture) <= LARGEST


# -- the notebook ----------------------------------------------------------------------------

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, Any]]:
    """What each cell shows in the end, by the last line of its code."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    found = {}
    for cell in book.cells:
        if cell.cell_type == "code":
            assert all(output.output_type != "stream" for output in cell.outputs), cell.source
            results = [one.data for one in cell.outputs if one.output_type == "execute_result"]
            found[cell.source.split("\n")[-1]] = dict(results[0]) if results else {}
    return found


def test_every_value_shows_itself(shown: dict[str, dict[str, Any]]) -> None:
    assert len(shown) > 10
    silent = [code for code, data in shown.items() if set(data) <= {"text/plain"}]
    assert silent == ["%load_ext nqsat"]


def test_lists_are_galleries_and_the_page_is_kept_apart(shown: dict[str, dict[str, Any]]) -> None:
    gallery = shown["list(nqsat.solutions(queens))"]["text/html"]
    assert gallery.count("<svg") == gallery.count("<figcaption>") == 4
    assert "<iframe" in shown["nqsat.view(queens)"]["text/html"]
    assert "8 pieces, the minimum" in shown["best"]["text/html"]


def test_it_is_kept_without_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
