"""The plot of a table of terms: the numbers, and how long each took."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from nqsat.reporting import plots

#: Larger numbers are drawn by their logarithm.
TALLEST = 10**300


def plot_terms(
    title: str, index: str, series: Mapping[str, Sequence[plots.Point]], file: Path
) -> None:
    """Draw sequences by their names: the numbers, and the seconds for a term and for a solution."""
    with plots.figure([file], 1, 2, (2 * plots.WIDTH, plots.HEIGHT + 0.4)) as (
        whole,
        (numbers, times),
    ):
        whole.suptitle(plots.plain_words(title))
        tall = any(point.value > TALLEST for points in series.values() for point in points)
        for name, points in ((plots.plain_words(name), points) for name, points in series.items()):
            sizes = [point.n for point in points]
            heights = [_height(point.value, tall=tall) for point in points]
            (line,) = numbers.plot(sizes, heights, "o-", label=name)
            look = {"color": line.get_color()}
            spent = [max(point.seconds, plots.LEAST) for point in points]
            times.plot(sizes, spent, "o-", label=f"{name}: a term", **look)
            each = [
                math.exp(math.log(max(x.seconds, plots.LEAST)) - math.log(x.value))
                if x.value
                else math.nan  # a gap: no line leads across it
                for x in points
            ]
            times.plot(sizes, each, "s:", label=f"{name}: for each solution", **look)
        if not tall:
            plots.set_growing(numbers, (x.value for points in series.values() for x in points))
        numbers.set_ylabel("log₁₀ of the number" if tall else "number")
        times.set_yscale("log")
        times.set_ylabel("seconds")
        for panel in (numbers, times):
            plots.finish_panel(panel, index, {x.n for points in series.values() for x in points})
            panel.legend(frameon=False)


def _height(value: int, *, tall: bool) -> float:
    """Where a number is drawn; that of 0 is a gap if logarithms are drawn."""
    if not tall:
        return float(value)
    return math.log10(value) if value else math.nan
