"""The growth plot: lines, crosses and names are all there."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.growth import growth

CURVES = {
    "queens": {
        "nqsat bitboard": [(8, 0.001, False), (10, 0.002, False)],
        "slow & steady": [(8, 0.1, False), (10, 3.0, False)],
        "hasty": [(8, 0.0, True)],
    },
    "kings": {"nqsat bitboard": [(4, 0.5, False), (6, 0.7, False)]},
}


def test_the_plot_has_every_line_and_marks_what_is_wrong(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    svg, png = tmp_path / "growth.svg", tmp_path / "growth.png"
    growth(CURVES, [svg, png], strong=["nqsat bitboard"])
    text = svg.read_text()
    for word in ("queens", "kings", "nqsat bitboard", "slow &amp; steady", "hasty", "wrong"):
        assert f">{word}</text>" in text, word
    assert png.read_bytes().startswith(b"\x89PNG")
    growth({"queens": {"right": [(8, 1.0, False)]}}, [svg])
    assert ">wrong</text>" not in svg.read_text()
