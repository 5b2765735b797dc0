"""The command that counts term after term: table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json
from nqsat.cli.question import isolated
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, NqsatError, unknown
from nqsat.extensions import hooked
from nqsat.files import make_folder, write

if TYPE_CHECKING:
    Models = Sequence[tuple[str, Mapping[str, Any], "Model"]]
    from nqsat.counting import Modulo, Question
    from nqsat.evidence import Term, Terms
    from nqsat.modelling import Model


@command(
    "nqsat table queens -p n=1..12",
    "nqsat table kings -p n=1..6 --modulo none,symmetry --agree 2 -o kings",
    "nqsat table queens -p n=1..18 --keep queens --workers 2",
    "nqsat table queens -p n=4..12 --plot queens.svg",
)
def table_command(options: Options) -> int:
    """Count a sequence term by term; compare it with published counts."""
    source = Source(options)
    models = list(source.models())
    name, groups = models[0][0], _groups(options)
    if options.output is not None:
        make_folder("output", options.output)
    if options.plot is not None:
        nqsat.reporting.plots.check_plot(options.plot)
    done: int | None = hooked("table begin", options, source, models)
    if done is not None:
        return done
    asked = [
        (given, _question(options, model, group)) for _, given, model in models for group in groups
    ]
    # What is kept in place of a MODEL is of all its words, not of its board and pieces alone.
    words = source.requirement_words if source.family is None else []
    title = " ".join([name, *words])
    fixed = _fixed_text(options)
    width = max(len(nqsat.modelling.text_of(given) + fixed) for _, given, _ in models)
    found: list[Term] = []
    with nqsat.reporting.progress(not options.quiet) as watch:
        known = nqsat.evidence.known_counts(title)
        terms = nqsat.evidence.Terms(
            title, options.agree, options.workers, options.keep, known, watch.say
        )
        terms.check_engines(asked[0][1])
        for term in terms.of(asked):
            found.append(term)
            line = _line(found, width, several=len(groups) > 1)
            _print(options, {"model": name, **term.to_json()}, line)
            if options.output is not None:
                _write(options.output, name + fixed, found, source)
    hooked("table end", options, source, models, found)
    if options.plot is not None:
        single = len(source.ranges) == 1 and source.ranges[0] in models[0][1]
        _plot(name + fixed, found, source.ranges[0] if single else None, options.plot)
    _print_forecast(source, terms, found)
    wrong = any(term.agrees is False for term in found)
    missing = any(term.value is None for term in found)
    return WRONG if wrong else INCOMPLETE if missing else 0


def _print(options: Options, data: Mapping[str, object], *lines: str) -> None:
    """Print data as JSON, or these lines."""
    if options.json:
        print_json(data)
    else:
        print(*lines, sep="\n", flush=True)


def _fixed_text(options: Options) -> str:
    """Which symmetry leaves the solutions alone; empty if none is asked for."""
    from nqsat.counting.answers import left_alone_by

    return left_alone_by(options.fixed_by)


def _groups(options: Options) -> list[Modulo]:
    """What is asked for of each term."""
    groups, names = options.modulo.split(","), get_args(nqsat.counting.Modulo)
    for group in groups:
        if group not in names:
            raise InvalidModel("modulo", unknown(group, names))
    return cast("list[Modulo]", list(dict.fromkeys(groups)))


def _question(options: Options, model: Model, modulo: Modulo) -> Question:
    """What is asked for a term, of one engine first."""
    return nqsat.counting.Question(
        "count", model, isolated(options.engine or "auto", ()),
        modulo=modulo, fixed_by=options.fixed_by, time_limit=options.time_limit,
    )  # fmt: skip


def _line(terms: Sequence[Term], width: int, *, several: bool) -> str:
    """The last term on a line, as it comes."""
    from nqsat.evidence.term_table import row_of

    name, modulo, value, growth, known, engines, seconds = row_of(terms)
    words = [f"{name:{width}}", *([f"{modulo:8}"] if several else []), f"{value:>12}"]
    words += [f"×{growth}" if growth else "", known, f"({engines}, {seconds} s)" if engines else ""]
    return "  ".join(word for word in words if word)


def _write(folder: Path, name: str, terms: Sequence[Term], source: Source) -> None:
    """All that is known, in every form; each file is whole at any moment."""
    from nqsat.evidence.term_table import COLUMNS, b_files, row_of

    index = source.ranges[0] if len(source.ranges) == 1 else None
    rows = [row_of(terms[:end]) for end in range(1, len(terms) + 1)]
    data = {"model": name, "terms": [term.to_json() for term in terms]}
    texts = {
        "table.txt": nqsat.reporting.table(name, COLUMNS, rows) + "\n",
        "table.csv": nqsat.reporting.comma_separated(COLUMNS, rows),
        "table.json": nqsat.reporting.json_line(data) + "\n",
        **b_files(terms, source.file_words, index),
    }
    for file, text in texts.items():
        if text:
            write(folder / file, text)
        else:
            (folder / file).unlink(missing_ok=True)


def _plot(title: str, found: Sequence[Term], index: str | None, place: Path) -> None:
    """Plot the terms by a parameter, or one after the other."""
    from nqsat.evidence.term_table import plot_points

    plots = nqsat.reporting.plots
    series = {
        group: [plots.Point(*point) for point in points]
        for group, points in plot_points(title, found, index).items()
    }
    plots.terms(title, index or "term", series, place)


def _print_forecast(source: Source, terms: Terms, found: Sequence[Term]) -> None:
    """What the next term would take, where there is one parameter that goes on."""
    from nqsat.engines.plans.plan import format_duration
    from nqsat.evidence.term_table import extrapolate_seconds

    family, options = source.family, source.options
    last: dict[str, Any] = dict(found[-1].parameters)
    if family is None or source.sequence is not None or len(source.ranges) != 1 or options.quiet:
        return
    last[source.ranges[0]] += 1
    name = replace(found[-1], parameters=last).title
    question = _question(options, source.refined(family(**last)), found[-1].modulo)
    try:
        engine, cost = terms.estimate(question)
    except NqsatError as error:
        options.note(f"next: {name} cannot be counted", str(error))
        return
    grown = extrapolate_seconds(found)
    before = f"about {format_duration(grown)} by the terms before, " if grown is not None else ""
    options.note(f"next: {name}, estimate: {before}{cost.core_time}, {engine}")
