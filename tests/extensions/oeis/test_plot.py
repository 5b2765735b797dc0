"""The plot of a table: lines and names are all there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from nqsat.extensions.oeis.plot import plot_terms
from nqsat.reporting.plots import Point


def words_of(file: Path) -> str:
    return "\n".join(re.findall(r">([^<>]+)</text>", unescape(file.read_text())))


def test_terms_are_drawn_with_their_times(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "terms.svg"
    doubled = [Point(n, 2**n, 0.1) for n in range(1, 8)]
    plot_terms("$a$ & b", "n", {"doubled": doubled, "none": [Point(1, 0, 0.0)]}, file)
    shown = words_of(file)
    for text in ("$a$ & b", "doubled: a term", "doubled: for each solution", "number"):
        assert text in shown
    tall = [Point(n, 10 ** (400 * n), 0.1) for n in range(1, 5)]
    plot_terms("tall", "n", {"tall": tall}, file)
    assert "log₁₀ of the number" in words_of(file)


def test_terms_that_are_0_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "terms.svg"
    for value, marks in ((10, 4), (10**400, 2)):  # the logarithms of large terms leave gaps
        points = [Point(n, 0 if n in (2, 3) else value, 0.1) for n in range(1, 5)]
        plot_terms("gap", "n", {"gap": points}, file)
        left, _ = file.read_text().split('id="axes_2"')
        line = left.split('id="line2d_')[-2]  # the last is that of the legend
        assert line.count("<use ") == marks, line


def test_equal_terms_are_equal_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    for file in (first, second):
        plot_terms("doubled", "n", {"doubled": [Point(n, 2**n, 0.1) for n in range(1, 8)]}, file)
    assert first.read_text() == second.read_text()
