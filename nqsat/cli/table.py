"""The command that counts term after term: table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.ask import AsJson, PlotOption, WorkersOption
from nqsat.cli.commands import command
from nqsat.cli.names import completed
from nqsat.cli.options import Search
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nqsat.counting import Modulo
    from nqsat.evidence import Term, Terms

COLUMNS = ("term", "modulo", "count", "growth", "known", "engines", "seconds")


@command(
    "nqsat table queens -p n=1..12",
    "nqsat table kings -p n=1..6 --modulo none,symmetry --agree 2 -o kings",
    "nqsat table queens -p n=1..18 --job queens --workers 2",
    "nqsat table queens -p n=4..12 --plot queens.svg",
)
def table_command(
    source: Source,
    search: Search,
    *,
    modulo: Annotated[
        str,
        typer.Option(
            "--modulo",
            help="none, symmetry or another group of nqsat count; several with commas.",
            autocompletion=completed("modulo"),
        ),
    ] = "none",
    agree: Annotated[int, typer.Option(help="State a term when so many engines agree on it.")] = 1,
    workers: WorkersOption = None,
    job: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep what is found there, and go on from it."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Write text, CSV, JSON and a b-file."),
    ] = None,
    plot: PlotOption = None,
    json: AsJson = False,
) -> None:
    """Count term after term: values as they come, beside what is published."""
    from nqsat.evidence import Terms, known_counts
    from nqsat.modelling import text_of
    from nqsat.reporting import json_line, progress
    from nqsat.reporting.plots import check_plot

    models = list(source.models())
    name = models[0][0]
    groups = _groups(modulo)
    folder = None if output is None else _folder(output)
    if plot is not None:
        check_plot(plot)
    found: list[Term] = []
    with progress(not search.quiet) as watch:
        terms = Terms(
            name,
            search.make(),
            agree,
            workers,
            search.time_limit,
            job,
            known_counts(name),
            watch.say,
        )
        every = terms.of(((given, model) for _, given, model in models), groups)
        width = max(len(text_of(given)) for _, given, _ in models)
        for term in every:
            before = [one for one in found if one.modulo == term.modulo]
            found.append(term)
            if json:
                print(json_line({"model": name, **term.to_json()}), flush=True)
            else:
                print(_line(term, before[-1:], width, several=len(groups) > 1), flush=True)
            if folder is not None:
                _write(folder, name, found)
    if plot is not None:
        _plot(source, name, found, plot)
    _forecast(source, search, terms, found)
    wrong = any(term.agrees is False for term in found)
    missing = any(term.value is None for term in found)
    raise typer.Exit(1 if wrong else INCOMPLETE if missing else 0)


def _groups(text: str) -> list[Modulo]:
    from nqsat.counting import Modulo

    groups = text.split(",")
    for group in groups:
        if group not in get_args(Modulo):
            names = ", ".join(get_args(Modulo))
            raise InvalidModel("modulo", f"{group!r} is unknown; choose from {names}")
    return cast("list[Modulo]", list(dict.fromkeys(groups)))


def _folder(place: Path) -> Path:
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidModel("output", f"{place} is no folder: {error.strerror}") from None
    return place


def _row(term: Term, before: Sequence[Term]) -> tuple[str, ...]:
    """A term's cells; see ``COLUMNS``."""
    from nqsat.counting import decimal
    from nqsat.modelling import text_of

    value = f"? ({term.reason})" if term.value is None else decimal(term.value)
    last = before[0].value if before else None
    growth = f"{term.value / last:.4g}" if term.value and last else ""
    known = ""
    if term.known is not None:
        source = term.known.oeis or "published"
        known = source if term.agrees else f"{source} says {decimal(term.known.value)}"
        known = f"agrees with {known}" if term.agrees else known
    engines = ", ".join(term.engines)
    return (
        text_of(term.parameters), term.modulo, value, growth, known, engines, f"{term.seconds:.2f}"
    )  # fmt: skip


def _line(term: Term, before: Sequence[Term], width: int, *, several: bool) -> str:
    """A term on a line, as it comes."""
    name, modulo, value, growth, known, engines, seconds = _row(term, before)
    words = [f"{name:{width}}", *([f"{modulo:8}"] if several else []), f"{value:>12}"]
    words += [f"×{growth}" if growth else "", known, f"({engines}, {seconds} s)" if engines else ""]
    return "  ".join(word for word in words if word)


def _write(folder: Path, name: str, terms: Sequence[Term]) -> None:
    """All that is known, in every form; each file is whole at any moment."""
    from nqsat.files import written
    from nqsat.reporting import comma_separated, json_line, table

    rows = list(_rows(terms))
    texts = {
        "table.txt": table(name, COLUMNS, rows) + "\n",
        "table.csv": comma_separated(COLUMNS, rows),
        "table.json": json_line({"model": name, "terms": [term.to_json() for term in terms]})
        + "\n",
        **_b_files(terms),
    }
    for file, text in texts.items():
        with written(folder / file) as making:
            making.write_text(text, encoding="utf-8")


def _rows(terms: Sequence[Term]) -> Iterator[tuple[str, ...]]:
    last: dict[str, Term] = {}
    for term in terms:
        yield _row(term, [last[term.modulo]] if term.modulo in last else [])
        last[term.modulo] = term


def _b_files(terms: Sequence[Term]) -> Mapping[str, str]:
    """A b-file of OEIS for each group: lines of an index and a number, up to the first that is missing."""
    from nqsat.counting import decimal

    texts: dict[str, str] = {}
    for modulo, mine in _by_group(terms).items():
        known = [term.known.oeis for term in mine if term.known and term.known.oeis]
        lines: list[str] = []
        for term in mine:
            varying = [value for value in term.parameters.values() if type(value) is int]
            if term.value is None or len(varying) != 1:
                break
            lines.append(f"{varying[0]} {decimal(term.value)}\n")
        if lines:
            texts[f"b{known[0][1:]}.txt" if known else f"b-file-{modulo}.txt"] = "".join(lines)
    return texts


def _by_group(terms: Sequence[Term]) -> Mapping[str, list[Term]]:
    """The terms of each group, in order."""
    found: dict[str, list[Term]] = {}
    for term in terms:
        found.setdefault(term.modulo, []).append(term)
    return found


def _plot(source: Source, name: str, terms: Sequence[Term], file: Path) -> None:
    """The terms that there are as a plot, numbered by the one parameter that changes, or one by one."""
    from nqsat.counting.count import up_to
    from nqsat.reporting.plots import Point
    from nqsat.reporting.plots import terms as drawn

    ranges = [one for one, value in source.parameters.items() if ".." in value]
    index = ranges[0] if len(ranges) == 1 else "term"
    series: dict[str, list[Point]] = {}
    for modulo, mine in _by_group(terms).items():
        points = series.setdefault(f"{name}{up_to(modulo)}", [])
        for number, term in enumerate(mine, 1):
            n = term.parameters.get(index, number)
            if term.value is not None and isinstance(n, int):
                points.append(Point(n, term.value, term.seconds))
    drawn(name, index, series, file)


def _forecast(source: Source, search: Search, terms: Terms, found: Sequence[Term]) -> None:
    """What the next term would take, where there is one parameter that goes on."""
    from nqsat.engines import rounded
    from nqsat.errors import NqsatError
    from nqsat.modelling import text_of

    family = source.family
    last: dict[str, Any] = dict(found[-1].parameters)
    ranges = [name for name, value in source.parameters.items() if ".." in value]
    if family is None or len(ranges) != 1 or search.quiet:
        return
    last[ranges[0]] += 1
    try:
        engine, cost = terms.foretold(source.refined(family(**last)), found[-1].modulo)
    except NqsatError as error:
        search.note(f"next: {text_of(last)} cannot be counted", str(error))
        return
    seconds = (
        "nobody knows how long" if cost.seconds == float("inf") else f"{rounded(cost.seconds)} s"
    )
    search.note(f"next: {text_of(last)} is foretold to take about {seconds} of one core, {engine}")
