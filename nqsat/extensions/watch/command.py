"""The work of each search up to its first solution: ``table --first``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nqsat.counting import Question
from nqsat.extensions.watch.recording import Recording
from nqsat.extensions.watch.searches import first_searches
from nqsat.files import write
from nqsat.modelling import Model, text_of
from nqsat.reporting import comma_separated, json_line, plots, table

#: Models asked for: of each the family's name, the parameters, and itself.
Models = Sequence[tuple[str, Mapping[str, Any], Model]]

#: The exit code where a search found nothing in its time.
INCOMPLETE = 3

COLUMNS = ("term", "engine", "nodes", "dead ends", "seconds", "reached")


def print_first(options: Any, source: Any, models: Models) -> int | None:
    """Print, write and plot what each search takes to the first solution of each term, if that is asked."""
    if not options.value("first"):
        return None
    index = source.ranges[0] if len(source.ranges) == 1 else None
    name, width = models[0][0], max(4, *(len(text_of(given)) for _, given, _ in models))
    rows, series = list[tuple[str, ...]](), dict[str, list[plots.Point]]()
    line = f"{{:{width}}}  {{:10}}  {{:>12}}  {{:>10}}  {{:>9}}  {{}}"
    if not options.json:
        print(line.format(*COLUMNS))
    for number, parameters, search in _searches(options, models):
        row = _row(parameters, search)
        rows.append(row)
        if options.json:
            print(json_line(_data(name, parameters, search)), flush=True)
        else:
            print(line.format(*row[:4], f"{row[4]} s", row[5]), flush=True)
        n = parameters.get(index) if index else number
        at = n if isinstance(n, int) else number
        series.setdefault(search.engine, []).append(
            plots.Point(at, sum(search.nodes), search.seconds)
        )
    if options.place is not None:
        write(options.place / "first.txt", table(name, COLUMNS, rows) + "\n")
        write(options.place / "first.csv", comma_separated(COLUMNS, rows))
    if options.plot is not None:
        _plot(name, index or "term", series, options.plot)
    return INCOMPLETE if any(row[-1] == "none found" for row in rows) else 0


def _plot(title: str, index: str, series: Mapping[str, Sequence[plots.Point]], file: Path) -> None:
    """Draw the nodes (the values of the points) and the time of each search, by the name of its engine."""
    size = (2 * plots.WIDTH, plots.HEIGHT + 0.4)
    with plots.figure([file], 1, 2, size) as (whole, panels):
        whole.suptitle(plots.plain_words(title))
        for panel, unit in zip(panels, ("nodes", "seconds"), strict=True):
            drawn: list[float] = []
            for name, points in series.items():
                heights = [
                    x.value if unit == "nodes" else max(x.seconds, plots.LEAST) for x in points
                ]
                panel.plot([x.n for x in points], heights, "o-", label=plots.plain_words(name))
                drawn += heights
            plots.set_growing(panel, drawn)
            panel.set_ylabel(f"{unit} to the first solution, or to the end")
            plots.finish_panel(panel, index, {x.n for points in series.values() for x in points})
            panel.legend(frameon=False)


def _searches(options: Any, models: Models) -> Iterator[tuple[int, Mapping[str, Any], Recording]]:
    for number, (_, parameters, model) in enumerate(models, start=1):
        asked = Question("count", model, fixed_by=options.fixed_by).restricted
        for search in first_searches(asked, options.time_limit):
            yield number, parameters, search


def _reached(one: Recording) -> str:
    if one.solutions:
        return "first solution"
    return "no solution" if one.complete else "none found"


def _row(given: Mapping[str, Any], one: Recording) -> tuple[str, ...]:
    """A search in words, by ``COLUMNS``."""
    numbers = (f"{sum(one.nodes):,}", f"{one.conflicts:,}", f"{one.seconds:.3f}")
    return (text_of(given), one.engine, *numbers, _reached(one))


def _data(name: str, given: Mapping[str, Any], one: Recording) -> dict[str, Any]:
    return {
        "model": name,
        "params": dict(given),
        "engine": one.engine,
        "nodes": sum(one.nodes),
        "dead ends": one.conflicts,
        "seconds": round(one.seconds, 3),
        "reached": _reached(one),
    }
