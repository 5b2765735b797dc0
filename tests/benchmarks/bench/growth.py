"""The growth plot: how the time of each contestant grows with the size of the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nqsat.reporting.plots import (
    HEIGHT,
    LEAST,
    LEAST_WIDTH,
    WIDTH,
    figure,
    finish_panel,
    plain_words,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: By series and by program: sizes, seconds, and whether the answer was wrong.
Curves = Mapping[str, Mapping[str, Sequence[tuple[int, float, bool]]]]

#: Panels side by side.
ACROSS = 2

#: Warm colours for the lines that are to stand out, cool ones for the others.
_WARM = ("#c1121f", "#f77f00", "#7b2d8b", "#d4a017", "#e56b9f")
_COOL = ("#1f77b4", "#2ca02c", "#17becf", "#6c757d", "#3f51b5", "#8a9a5b", "#00695c", "#90a4ae")
_MARKERS = "o^sDvPX<>ph*"


def growth(curves: Curves, files: Collection[Path], *, strong: Collection[str] = ()) -> None:
    """Draw how time grows with size: a panel for each series, a line for each name.

    Args:
        curves: the points, sizes ascending; a wrong answer has a cross on it.
        files: where to write it; the suffix of each, ``.svg``, ``.png`` or ``.pdf``, says how.
        strong: the names whose lines stand out; the others are thin.

    Raises:
        InvalidModel: a file cannot be written.
        MissingPackage: matplotlib is not installed.
    """
    styles = _styles(curves, strong)
    across = min(ACROSS, max(1, len(curves)))
    down = max(1, -(-len(curves) // across))
    size = (max(LEAST_WIDTH, across * WIDTH), down * HEIGHT + 0.05 * len(styles) + 0.3)
    with figure(files, down, across, size) as (whole, panels):
        for panel in panels[len(curves) :]:
            panel.set_axis_off()
        for panel, (series, lines) in zip(panels, curves.items(), strict=False):
            _panel(panel, series, lines, styles)
        drawn: dict[str, Any] = {}
        for panel in panels:
            handles, names = panel.get_legend_handles_labels()
            drawn.update(zip(names, handles, strict=True))
        names = [name for name in (*styles, "wrong") if name in drawn]
        whole.legend(
            [drawn[name] for name in names],
            names,
            loc="outside lower center",
            ncols=4,
            frameon=False,
        )


def _styles(curves: Curves, strong: Collection[str]) -> dict[str, dict[str, Any]]:
    """How each line is drawn: the same in every panel."""
    names = dict.fromkeys(name for lines in curves.values() for name in lines)
    warm, cool, markers = cycle(_WARM), cycle(_COOL), cycle(_MARKERS)
    heavy = {"linewidth": 2.4, "markersize": 6, "zorder": 3}
    light = {"linewidth": 1.1, "markersize": 4, "zorder": 2}
    dashes = chain(repeat("-", len(_COOL)), repeat("--"))
    return {
        name: {"color": next(warm), "marker": next(markers), **heavy}
        if name in strong
        else {"color": next(cool), "marker": next(markers), "linestyle": next(dashes), **light}
        for name in sorted(names, key=lambda name: name not in strong)
    }


def _panel(
    panel: Axes,
    series: str,
    lines: Mapping[str, Sequence[tuple[int, float, bool]]],
    styles: Mapping[str, Mapping[str, Any]],
) -> None:
    wrong: list[tuple[int, float]] = []
    sizes: set[int] = set()
    for name, points in lines.items():
        places = [(n, max(seconds, LEAST)) for n, seconds, _ in points]
        panel.plot(*zip(*places, strict=True), label=name, **styles[name])
        sizes |= {n for n, _ in places}
        wrong += [place for place, point in zip(places, points, strict=True) if point[2]]
    if wrong:
        panel.plot(
            *zip(*wrong, strict=True),
            "x",
            color="black",
            markersize=9,
            markeredgewidth=1.6,
            zorder=4,
            label="wrong",
        )
    panel.set_title(plain_words(series))
    panel.set_yscale("log")
    panel.set_ylabel("seconds of CPU")
    finish_panel(panel, "side of the board", sizes)
