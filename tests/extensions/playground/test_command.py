"""``nqsat playground`` as a shell runs it."""

from __future__ import annotations

from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import Run, answered, refused

from nqsat import InvalidModel
from nqsat.extensions.playground import build as building

WHEEL = "x-1.9.dev{}-cp314-cp314-" + building.PLATFORM + ".whl"


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
