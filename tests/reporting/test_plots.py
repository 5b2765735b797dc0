"""Plots: lines and names are all there; without matplotlib one clear line."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

import pytest

from nqsat.errors import InvalidModel, MissingPackage
from nqsat.reporting.plots import check_plot, distribution


def words_of(file: Path) -> str:
    return "\n".join(re.findall(r">([^<>]+)</text>", unescape(file.read_text())))


def test_a_distribution_is_drawn_of_numbers_however_large(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "sizes.svg"
    distribution("kings", "placements", {"n=2": {0: 1, 1: 4}}, file)
    assert "% of all placements" in words_of(file)
    several = {"n=2": {0: 1, 1: 4}, "n=3": {0: 10**500, 40: 3 * 10**500}}
    distribution("kings", "placements", several, file)
    assert {"n=2", "n=3", "pieces"} <= set(words_of(file).split("\n"))


def test_a_plot_that_cannot_be_drawn_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match=r"write \.svg, \.png or \.pdf$"):
        check_plot(tmp_path / "plot.gif")
    with pytest.raises(InvalidModel, match=r"is not a folder; make it first$"):
        check_plot(tmp_path / "no" / "plot.svg")


def test_without_matplotlib_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        MissingPackage, match=r"^matplotlib is not installed: pip install matplotlib$"
    ):
        distribution("none", "placements", {}, tmp_path / "sizes.svg")
