"""The growth plot: lines, crosses and names are all there; without matplotlib one clear line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nqsat.errors import MissingPackage
from nqsat.reporting import growth

CURVES = {
    "queens": {
        "nqsat bitboard": [(8, 0.001, False), (10, 0.002, False)],
        "slow & steady": [(8, 0.1, False), (10, 3.0, False)],
        "hasty": [(8, 0.0, True)],
    },
    "kings": {"nqsat bitboard": [(4, 0.5, False), (6, 0.7, False)]},
}


def test_the_plot_has_every_line_and_marks_what_is_wrong(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="comes with nqsat[plot]")
    svg, png = tmp_path / "growth.svg", tmp_path / "growth.png"
    growth(CURVES, [svg, png], strong=["nqsat bitboard"])
    text = svg.read_text()
    for word in ("queens", "kings", "nqsat bitboard", "slow &amp; steady", "hasty", "wrong"):
        assert f">{word}</text>" in text, word
    assert png.read_bytes().startswith(b"\x89PNG")
    growth({"queens": {"right": [(8, 1.0, False)]}}, [svg])
    assert ">wrong</text>" not in svg.read_text()


def test_equal_curves_are_equal_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="comes with nqsat[plot]")
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    growth(CURVES, [first])
    growth(CURVES, [second])
    assert first.read_text() == second.read_text()


def test_without_matplotlib_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        MissingPackage, match=r"^matplotlib is not installed: pip install 'nqsat\[plot\]'$"
    ):
        growth(CURVES, [tmp_path / "growth.svg"])
