"""The page in a real browser: what it shows is what the library says, and nothing leaves its text."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, browser

import nqsat
from nqsat.viewing import view


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as found:
        yield found


def shown(window: Browser, folder: Path, made: nqsat.viewing.View, state: str = "") -> None:
    made.save(folder / "page.html")
    window.open(folder / "page.html", state)


def numbers(window: Browser) -> dict[str, int]:
    """What every free square says remains with a man there."""
    found = {}
    for name, label in window.labels().items():
        match = re.match(r"([\d,]+) of [\d,]+ (remain|go on)", label)
        found[name] = int(match[1].replace(",", "")) if match else 0
    return found


def test_every_square_says_what_remains(window: Browser, tmp_path: Path) -> None:
    model = nqsat.Placement("6x6", {"Q": 6})
    shown(window, tmp_path, view(model), "m=0b1")
    for square, number in numbers(window).items():
        presets = ["Q@b1", f"Q@{square}"]
        wanted = 0 if square == "b1" else nqsat.count(model.changed(presets=presets)).value
        assert number == wanted, square
    assert window.complaints() == []
