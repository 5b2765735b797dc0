"""The work of each search up to its first solution: ``table --first``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nqsat.counting import Question
from nqsat.extensions.watch.recording import Recording
from nqsat.extensions.watch.searches import first_searches
from nqsat.files import write
from nqsat.modelling import Model, text_of
from nqsat.reporting import comma_separated, json_line, table

#: Models asked for: of each the family's name, the parameters, and itself.
Models = Sequence[tuple[str, Mapping[str, Any], Model]]

#: The exit code where a search found nothing in its time.
INCOMPLETE = 3

COLUMNS = ("term", "engine", "nodes", "dead ends", "seconds", "reached")


def print_first(options: Any, models: Models) -> int | None:
    """Print and write what each search takes to the first solution of each term, if that is asked."""
    if not options.value("first"):
        return None
    name, width = models[0][0], max(4, *(len(text_of(given)) for _, given, _ in models))
    rows: list[tuple[str, ...]] = []
    line = f"{{:{width}}}  {{:10}}  {{:>12}}  {{:>10}}  {{:>9}}  {{}}"
    if not options.json:
        print(line.format(*COLUMNS))
    for parameters, search in _searches(options, models):
        row = _row(parameters, search)
        rows.append(row)
        if options.json:
            print(json_line(_data(name, parameters, search)), flush=True)
        else:
            print(line.format(*row[:4], f"{row[4]} s", row[5]), flush=True)
    if options.place is not None:
        write(options.place / "first.txt", table(name, COLUMNS, rows) + "\n")
        write(options.place / "first.csv", comma_separated(COLUMNS, rows))
    return INCOMPLETE if any(row[-1] == "none found" for row in rows) else 0


def _searches(options: Any, models: Models) -> Iterator[tuple[Mapping[str, Any], Recording]]:
    for _, parameters, model in models:
        asked = Question("count", model, fixed_by=options.fixed_by).restricted
        for search in first_searches(asked, options.time_limit):
            yield parameters, search


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
