"""Pictures as PNG and PDF, through the extra that makes them; and what is said without it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from conftest import Run

from nqsat import Board
from nqsat.errors import MissingPackage
from nqsat.reporting import svg
from nqsat.reporting.rendering import convert_svg


@pytest.fixture
def cairo() -> None:
    """Skip where pictures cannot be made: the extra is missing, or the library that it calls."""
    try:
        import_module("cairosvg")
    except (ImportError, OSError) as error:
        pytest.skip(f"needs cairosvg and Cairo: {error}")


@pytest.mark.usefixtures("cairo")
def test_png_and_pdf() -> None:
    picture = svg(Board(2, 3), size=40)
    png, pdf = (convert_svg(picture, form) for form in ("png", "pdf"))
    assert png.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(png[16:20], "big") > 2 * 3 * 40  # its width in pixels
    assert pdf.startswith(b"%PDF-")


@pytest.mark.usefixtures("cairo")
def test_solutions_as_pictures(nqsat: Run, tmp_path: Path) -> None:
    words = ("queens", "-p", "n=4", "--format", "png", "-o")
    assert nqsat("solve", *words, str(tmp_path / "one.png")).returncode == 0
    assert nqsat("enumerate", *words, str(tmp_path / "all")).returncode == 0
    assert nqsat("show", *words[:3], "-o", str(tmp_path / "empty.png")).returncode == 0
    pictures = [tmp_path / "one.png", tmp_path / "empty.png", *(tmp_path / "all").iterdir()]
    assert len(pictures) == 4
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingPackage, match="pip install cairosvg"):
        convert_svg(svg(Board(1, 1)), "pdf")
