"""Plots, drawn by matplotlib, which comes with the extra ``nqsat[plot]``; the law by which numbers grow.

What the points are is the caller's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.errors import MissingPackage, one_line
from nqsat.files import check_place, format_of, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: By series and by program: sizes, seconds, and whether the answer was wrong.
Curves = Mapping[str, Mapping[str, Sequence[tuple[int, float, bool]]]]

#: Panels side by side, and the inches of one.
ACROSS, WIDTH, HEIGHT = 2, 5.2, 3.6

#: Height of the legend, in inches.
LEAST_WIDTH = 7.5

#: Shorter times are drawn as if they were this: they are noise.
LEAST = 1e-3

#: What a plot can be.
FORMS = ("svg", "png", "pdf")

#: Larger numbers are drawn by their logarithm; ticks below a panel.
_TALLEST, _TICKS = 10**300, 16

#: Warm colours for the lines that are to stand out, cool ones for the others.
_WARM = ("#c1121f", "#f77f00", "#7b2d8b", "#d4a017", "#e56b9f")
_COOL = ("#1f77b4", "#2ca02c", "#17becf", "#6c757d", "#3f51b5", "#8a9a5b", "#00695c", "#90a4ae")
_MARKERS = "o^sDvPX<>ph*"


def check_plot(file: Path) -> None:
    """Refuse a plot that cannot be drawn, before the work.

    Raises:
        InvalidModel: its name ends otherwise, or no file can be there.
        MissingPackage: matplotlib is not installed.
    """
    format_of(file, FORMS, option="--plot")
    check_place(file)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingPackage("matplotlib", "plot") from None


@contextmanager
def _figure(
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
            form = format_of(file, FORMS)
            dated = {"svg": "Date", "pdf": "CreationDate"}.get(form)
            metadata = {dated: None} if dated else {}
            with written(file) as making:
                figure.savefig(making, format=form, dpi=150, metadata=metadata)


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
    with _figure(files, down, across, size) as (figure, panels):
        for panel in panels[len(curves) :]:
            panel.set_axis_off()
        for panel, (series, lines) in zip(panels, curves.items(), strict=False):
            _panel(panel, series, lines, styles)
        drawn: dict[str, Any] = {}
        for panel in panels:
            handles, names = panel.get_legend_handles_labels()
            drawn.update(zip(names, handles, strict=True))
        names = [name for name in (*styles, "wrong") if name in drawn]
        figure.legend(
            [drawn[name] for name in names],
            names,
            loc="outside lower center",
            ncols=4,
            frameon=False,
        )


class Point(NamedTuple):
    """A term of a sequence: its index, its value, the seconds that it took."""

    n: int
    value: int
    seconds: float


def terms(title: str, index: str, series: Mapping[str, Sequence[Point]], file: Path) -> None:
    """Draw a sequence: the numbers with the law that fits them, and the time for a term and a solution.

    Args:
        title: what is counted.
        index: what the terms are numbered by.
        series: by the name of a sequence its terms, ascending.
        file: where to write it.

    Raises:
        InvalidModel, MissingPackage: as ``growth``.
    """
    with _figure([file], 1, 2, (2 * WIDTH, HEIGHT + 0.4)) as (figure, (numbers, times)):
        figure.suptitle(_words(title))
        tall = any(point.value > _TALLEST for points in series.values() for point in points)
        for name, points in ((_words(name), points) for name, points in series.items()):
            positive = [point for point in points if point.value > 0]
            sizes = [point.n for point in positive]
            heights = [math.log10(x.value) if tall else float(x.value) for x in positive]
            (line,) = numbers.plot(sizes, heights, "o-", label=name)
            look = {"color": line.get_color()}
            fit = fit_law((point.n, point.value) for point in points)
            if fit is not None:
                logs = [fit.log(n) for n in sizes]
                curve = [x / math.log(10) if tall else math.exp(x) for x in logs]
                numbers.plot(sizes, curve, "--", label=f"≈ {fit}", alpha=0.7, **look)
            spent = [max(point.seconds, LEAST) for point in points]
            times.plot([x.n for x in points], spent, "o-", label=f"{name}: a term", **look)
            each = [math.exp(math.log(max(x.seconds, LEAST)) - math.log(x.value)) for x in positive]
            times.plot(sizes, each, "s:", label=f"{name}: for each solution", **look)
        numbers.set_yscale("linear" if tall else "log")
        numbers.set_ylabel("log₁₀ of the number" if tall else "number")
        times.set_yscale("log")
        times.set_ylabel("seconds")
        for panel in (numbers, times):
            _finish(panel, index, {x.n for points in series.values() for x in points})
            panel.legend(frameon=False)


def distribution(
    title: str, unit: str, series: Mapping[str, Mapping[int, int]], file: Path
) -> None:
    """Draw how solutions are spread over numbers of men, as parts of all of them.

    Args:
        title: of which model.
        unit: of the numbers: ``"placements"``.
        series: by a name how many there are for each number of men.
        file: where to write it.

    Raises:
        InvalidModel, MissingPackage: as ``growth``.
    """
    with _figure([file], 1, 1, (LEAST_WIDTH, HEIGHT + 0.4)) as (_, (panel,)):
        for name, numbers in ((_words(name), numbers) for name, numbers in series.items()):
            total = sum(numbers.values()) or 1
            parts = [float(Fraction(100 * number, total)) for number in numbers.values()]
            if len(series) == 1:
                panel.bar(list(numbers), parts, width=0.8, label=name)
            else:
                panel.plot(list(numbers), parts, "o-", markersize=4, label=name)
        panel.set_title(_words(title))
        panel.set_ylabel(f"% of all {unit}")
        _finish(panel, "men", {men for numbers in series.values() for men in numbers})
        if len(series) > 1:
            panel.legend(frameon=False)


def _words(text: str) -> str:
    """A text that is no formula to matplotlib, and on one line."""
    return one_line(text).replace("$", r"\$")


def _finish(panel: Axes, across: str, sizes: Collection[int]) -> None:
    """What all panels have: whole numbers below, faint lines, no box."""
    ticks = sorted(sizes)
    panel.set_xticks(ticks[:: len(ticks) // _TICKS + 1])
    panel.set_xlabel(across)
    panel.set_axisbelow(True)
    panel.grid(visible=True, which="major", alpha=0.25)
    panel.spines[["top", "right"]].set_visible(False)


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
    panel.set_title(_words(series))
    panel.set_yscale("log")
    panel.set_ylabel("seconds of CPU")
    _finish(panel, "side of the board", sizes)


# -- how numbers grow --------------------------------------------------------------------

#: Of each law the number of which the logarithm is a line, once that of n! is taken away where it is in it.
_LAWS: Mapping[str, Callable[[int], float]] = {
    "c·bⁿ": float,
    "c·b^n²": lambda n: float(n * n),
    "c·n!·bⁿ": float,
    "c·n^b": math.log,
}

#: Fewer terms say nothing of a law with two constants.
FEWEST = 4


class Fit(NamedTuple):
    """A law with its constants; ``spread`` is the root of the mean square of errors of the logarithm."""

    law: str
    c: float
    b: float
    spread: float

    def log(self, n: int) -> float:
        """The natural logarithm of what it says of ``n``."""
        return self.c + _beside(self.law, n) + self.b * _LAWS[self.law](n)

    def __str__(self) -> str:
        """``0.62·n!·0.39ⁿ``; constants have three digits."""
        power = f"{self.b:.3g}" if self.law == "c·n^b" else _exponential(self.b)
        return self.law.replace("b", power).replace("c", _exponential(self.c), 1)


def _exponential(log: float) -> str:
    """The number with this natural logarithm."""
    digits = log / math.log(10)
    return f"{math.exp(log):.3g}" if abs(digits) < 300 else f"10^{digits:.4g}"


def fit_law(terms: Iterable[tuple[int, int]]) -> Fit | None:
    """Of a few simple laws the one closest to terms ``(n, value)``; those that are 0 are left out.

    Returns:
        None for fewer than ``FEWEST`` terms.
    """
    points = [(n, math.log(value)) for n, value in terms if value > 0 and n > 0]
    if len({n for n, _ in points}) < FEWEST:
        return None
    return min((_line(law, points) for law in _LAWS), key=lambda fit: fit.spread)


def _line(law: str, points: list[tuple[int, float]]) -> Fit:
    """By least squares over the logarithms, so that a large term weighs no more than a small one."""
    from statistics import linear_regression

    xs = [_LAWS[law](n) for n, _ in points]
    ys = [log - _beside(law, n) for n, log in points]
    b, c = linear_regression(xs, ys)
    fit = Fit(law, c, b, 0.0)
    errors = [(log - fit.log(n)) ** 2 for n, log in points]
    return fit._replace(spread=math.sqrt(sum(errors) / len(errors)))


def _beside(law: str, n: int) -> float:
    return math.lgamma(n + 1) if "n!" in law else 0.0
