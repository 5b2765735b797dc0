"""The command that counts term after term: table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast, get_args

from nqsat.counting import Modulo, Question, left_alone_by, up_to
from nqsat.engines import format_duration, make_engine
from nqsat.errors import InvalidModel, NqsatError, unknown
from nqsat.evidence import known_counts
from nqsat.extensions import hooked
from nqsat.extensions.oeis.command import (
    INCOMPLETE,
    WRONG,
    Models,
    check_sequence,
    print_data,
    print_more,
)
from nqsat.extensions.oeis.term_table import (
    COLUMNS,
    b_files,
    columns_of,
    extrapolate_seconds,
    row_of,
)
from nqsat.extensions.oeis.terms import Term, Terms
from nqsat.files import make_folder, write
from nqsat.modelling import Model, text_of
from nqsat.reporting import comma_separated, json_line, progress, table


def print_table(options: Any, source: Any) -> int:
    """Print the terms as they come, and write them; return the exit code."""
    check_sequence(options, source)
    models: Models = list(source.models())
    (name, _, first), groups = models[0], _groups(options)
    if options.place is not None:
        if options.place.suffix:
            place = options.place.with_suffix("")
            reason = f"a table is a folder of files; write -o {place}"
            raise InvalidModel("output", f"{options.place}: {reason}")
        make_folder("output", options.place)
    # An extension may answer in its place: its exit code.
    done: int | None = hooked("table begin", options, models)
    if done is not None:
        return done
    asked = [
        (parameters, _question(options, model, group))
        for _, parameters, model in models
        for group in groups
    ]
    # What is kept in place of a MODEL is of all its words, not of its board and pieces alone.
    words = source.requirement_words if source.family is None else []
    title = " ".join([name, *words])
    fixed, unit = left_alone_by(options.fixed_by), first.unit
    width = max(4, *(len(text_of(parameters) + fixed) for _, parameters, _ in models))
    several = len(groups) > 1
    what = unit if several else f"{unit}{up_to(groups[0])}"
    heading = dict(zip(COLUMNS, COLUMNS, strict=True)) | {
        "count": what,
        "optimum": "",
        "engines": "",
    }
    space = max(12, len(what))
    counted: list[Term] = []
    with progress(not options.quiet) as watch:
        known = known_counts(title)
        agree, folder = options.value("agree"), options.value("keep")
        terms = Terms(title, agree, options.workers, folder, known, watch.say)
        terms.check_engines(asked[0][1])
        for term in terms.of(asked):
            if not (counted or options.json):
                print(_line(heading, width, space, several=several))
            counted.append(term)
            line = _line(row_of(counted), width, space, several=several)
            print_data(options, {"model": name, **term.to_json(), "unit": unit}, line)
            if options.place is not None:
                _write(options.place, name + fixed, unit, counted, source)
    print_more(options, source, models, counted)
    _print_forecast(source, terms, counted)
    wrong = any(term.agrees is False for term in counted)
    missing = any(term.value is None for term in counted)
    return WRONG if wrong else INCOMPLETE if missing else 0


def _groups(options: Any) -> list[Modulo]:
    groups, names = options.modulo.split(","), get_args(Modulo)
    for group in groups:
        if group not in names:
            raise InvalidModel("modulo", unknown(group, names))
    return cast("list[Modulo]", list(dict.fromkeys(groups)))


def _question(options: Any, model: Model, modulo: Modulo) -> Question:
    return Question(
        "count", model, make_engine(options.engine or "auto", isolated=True),
        modulo=modulo, fixed_by=options.fixed_by, time_limit=options.time_limit,
    )  # fmt: skip


def _line(row: Mapping[str, str], width: int, space: int, *, several: bool) -> str:
    words = [f"{row['term']:{width}}", f"{row['modulo']:8}" if several else ""]
    words += [f"{row['count']:>{space}}{' with ' * bool(row['optimum'])}{row['optimum']}"]
    words += ["" if row["optimum"] else f"{row['growth']:>6}", row["known"]]
    words += [f"({row['engines']}, {row['seconds']} s)" if row["engines"] else ""]
    return "  ".join(word for word in words if word)


def _write(folder: Path, name: str, unit: str, terms: Sequence[Term], source: Any) -> None:
    """All that is known, in every form; each file is whole at any moment."""
    index = source.ranges[0] if len(source.ranges) == 1 else None
    columns, ends = columns_of(terms), range(1, len(terms) + 1)
    rows = [[row_of(terms[:end])[name] for name in columns] for end in ends]
    data = {"model": name, "unit": unit, "terms": [term.to_json() for term in terms]}
    texts = {
        "table.txt": table(name, columns, rows) + "\n",
        "table.csv": comma_separated(columns, rows),
        "table.json": json_line(data) + "\n",
        **b_files(terms, source.file_words, index),
    }
    for file, text in texts.items():
        if text:
            write(folder / file, text)
        else:
            (folder / file).unlink(missing_ok=True)


def _print_forecast(source: Any, terms: Terms, found: Sequence[Term]) -> None:
    """Print the estimate of the next term, if one parameter continues."""
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
    time = f"about {format_duration(grown)} by the terms before" if grown else cost.core_time
    options.note(f"next: {name}, estimate: {time}, {engine}")
