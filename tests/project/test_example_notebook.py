"""The notebook of the examples runs from top to bottom, and every value in it shows itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")

NOTEBOOK = Path(__file__).parents[2] / "examples" / "notebook.ipynb"


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, Any]]:
    """What each cell shows in the end, by the last line of its code."""
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
    cells = [cell for cell in nbformat.read(NOTEBOOK, as_version=4).cells if "outputs" in cell]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
