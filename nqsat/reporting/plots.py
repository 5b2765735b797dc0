"""Plots, drawn by matplotlib, which comes with the extra ``plot``.

What the points are is the caller's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nqsat.errors import MissingPackage, one_line
from nqsat.files import atomic_write, check_place, format_of
from nqsat.reporting.formats import endings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The inches of a panel, and of the narrowest plot.
WIDTH, HEIGHT, LEAST_WIDTH = 5.2, 3.6, 7.5

#: Shorter times are drawn as if they were this: they are noise.
LEAST = 1e-3

#: Formats of plots.
FORMS = ("svg", "png", "pdf")

#: Ticks below a panel.
_TICKS = 16


def check_plot(file: Path) -> None:
    """Refuse a plot that cannot be drawn, before the work."""
    format_of(file, endings(*FORMS), option="--plot")
    check_place(file)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingPackage("matplotlib") from None


@contextmanager
def figure(
    files: Collection[Path], down: int, across: int, size: tuple[float, float]
) -> Iterator[tuple[Figure, list[Axes]]]:
    """A figure and its panels, row by row, which are drawn on in the block and written at its end."""
    for file in files:
        check_plot(file)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # Text stays text, and equal plots are equal files.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "nqsat", "font.size": 9}):
        figure = Figure(figsize=size, layout="constrained")
        panels = list(figure.subplots(down, across, squeeze=False).flat)
        yield figure, panels
        for file in files:
            form = format_of(file, endings(*FORMS))
            dated = {"svg": "Date", "pdf": "CreationDate"}.get(form)
            metadata = {dated: None} if dated else {}
            with atomic_write(file) as making:
                figure.savefig(making, format=form, dpi=150, metadata=metadata)


class Point(NamedTuple):
    """A term of a sequence: its index, its value, the seconds that it took."""

    n: int
    value: int
    seconds: float


def distribution(
    title: str, unit: str, series: Mapping[str, Mapping[int, int]], file: Path
) -> None:
    """Draw how solutions are spread over numbers of pieces, as shares: a line for each of ``series``."""
    with figure([file], 1, 1, (LEAST_WIDTH, HEIGHT + 0.4)) as (_, (panel,)):
        for name, numbers in ((plain_words(name), numbers) for name, numbers in series.items()):
            total = sum(numbers.values()) or 1
            parts = [float(Fraction(100 * number, total)) for number in numbers.values()]
            if len(series) == 1:
                panel.bar(list(numbers), parts, width=0.8, label=name)
            else:
                panel.plot(list(numbers), parts, "o-", markersize=4, label=name)
        panel.set_title(plain_words(title))
        panel.set_ylabel(f"% of all {unit}")
        finish_panel(panel, "pieces", {pieces for numbers in series.values() for pieces in numbers})
        if len(series) > 1:
            panel.legend(frameon=False)


def plain_words(text: str) -> str:
    """A text that matplotlib does not read as a formula, on one line."""
    return one_line(text).replace("$", r"\$")


def set_growing(panel: Axes, values: Iterable[float]) -> None:
    """Give numbers that grow a logarithmic axis; one that begins with 0 if that is among them."""
    if 0 in values:
        panel.set_yscale("symlog", linthresh=1)
        panel.set_ylim(bottom=-0.1)  # room for the marks
    else:
        panel.set_yscale("log")


def finish_panel(panel: Axes, across: str, sizes: Collection[int]) -> None:
    """The style of all panels: whole numbers below, faint lines, no box."""
    ticks = sorted(sizes)
    panel.set_xticks(ticks[:: len(ticks) // _TICKS + 1])
    panel.set_xlabel(across)
    panel.set_axisbelow(True)
    panel.grid(visible=True, which="major", alpha=0.25)
    panel.spines[["top", "right"]].set_visible(False)
