"""Measure engines and other programs on the same questions, and judge their counts.

    python tests/benchmarks/compare.py queens 8..11 --engines sat,bitboard --peers clingo,PySAT -o out
    python tests/benchmarks/compare.py --set counting --format markdown -o measured

It takes a model as the commands of nqsat do, and exits as they do.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from bench import (
    COLUMNS,
    PEERS,
    SETS,
    SUMMARY,
    BenchResults,
    Case,
    CaseSet,
    Contestant,
    RunLimits,
    case,
    chosen,
    find_set,
    occasion,
    rounds,
)

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command
from nqsat.cli.definition import EVERY_MODEL, Options
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, unknown
from nqsat.files import escaped, make_folder, print_drawn, raw_stream, write

#: The formats, and the files that they are written to.
FORMATS = {"text": "table.txt", "markdown": "table.md", "csv": "table.csv", "json": "table.json"}


@dataclass(frozen=True)
class Bench:
    """What is measured, and how."""

    chosen: str | None
    engines: str | None
    peers: str
    repeat: int | None
    time_limit: float | None
    memory: float

    def questions(self, source: Source) -> tuple[list[Case], CaseSet | None]:
        """What is asked: a set, which is returned too, or the models of the command line."""
        if self.chosen is None and not source.is_empty:
            return [
                case(*one, source=source.words_and_digests(one[1])) for one in source.models()
            ], None
        if not source.is_empty:
            raise InvalidModel("--set", "stands in place of a model; leave one of them out")
        asked = find_set(self.chosen or "short")
        questions = asked.cases()
        if self.time_limit is not None:  # then for all
            questions = [replace(one, seconds=None) for one in questions]
        return questions, asked

    def empty_results(self, asked: CaseSet | None) -> BenchResults:
        """The frame of what will be measured, nothing of it yet."""
        repeat = self.repeat if self.repeat is not None else asked.repeat if asked else 3
        seconds = self.time_limit if self.time_limit is not None else asked.seconds if asked else 60
        engines = self.engines or (",".join(asked.engines) if asked else "all")
        if repeat < 1:
            raise InvalidModel("--repeat", f"{repeat} is no number of runs; give 1 or more")
        for name, value in (("--time-limit", seconds), ("--memory", self.memory)):
            if not 0 < value < 1e9:
                raise InvalidModel(name, f"{value:g} is no limit; give a number above 0")
        limits = RunLimits(seconds, self.memory)
        return BenchResults(occasion(), limits, repeat, chosen(engines, self.peers))


@command(
    "nqsat compare queens 8..11",
    "nqsat compare --set counting --format markdown -o measured",
    takes=(*EVERY_MODEL, "time_limit", "memory", "output", "form", "quiet"),
)
def compare_command(
    options: Options,
    *,
    chosen: Annotated[
        str | None,
        typer.Option(
            "--set",
            metavar="NAME",
            help=f"{', '.join(one.name for one in SETS)}, instead of MODEL.",
            show_default="short",
        ),
    ] = None,
    engines: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Engines of nqsat, as in sat,sat/minisat22,cpsat; all or none.",
            show_default="all, or the set's",
        ),
    ] = None,
    peers: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help=f"Other programs: all, none, or some of {', '.join(one.name for one in PEERS)}.",
        ),
    ] = "all",
    repeat: Annotated[
        int | None,
        typer.Option(
            help="Runs of each contestant; long runs are not repeated.",
            show_default="3, or the set's",
        ),
    ] = None,
) -> int:
    """Measure engines and other programs on the same questions.

    Every run is a process of its own. nqsat[bench] installs the other programs. The
    exit code is 1 if an engine of nqsat is wrong.
    """
    form, output, quiet = options.form or "text", options.output, options.quiet
    if form not in FORMATS:
        raise InvalidModel("--format", unknown(form, FORMATS))
    memory = 6.0 if options.memory is None else options.memory
    bench = Bench(chosen, engines, peers, repeat, options.time_limit, memory)
    questions, asked = bench.questions(Source(options))
    measured = bench.empty_results(asked)
    if output is not None:
        make_folder("--output", output, parents=True)
    interrupted = False

    def watch(question: Case, contestant: Contestant) -> None:
        _line(f"{question.name}  {contestant.name}", quiet=quiet)

    try:
        for answers in rounds(questions, measured.present, measured.repeat, measured.limits, watch):
            measured.questions.append(answers)
            if output is not None:
                _tables(measured, output)  # already now: a long set may be killed
    except KeyboardInterrupt:
        interrupted = True  # what was measured stays measured
    _line("", quiet=quiet)
    (print_drawn if form == "text" else print)(_format_results(measured, form))
    notes = ["interrupted"] if interrupted else []
    if output is not None:
        _tables(measured, output)
        notes.append(f"{output}: tables")
    if notes and not quiet:
        print(*notes, sep="\n", file=sys.stderr)
    return INCOMPLETE if interrupted else WRONG if measured.faulty else 0


def _line(text: str, *, quiet: bool) -> None:
    """One line on a terminal's stderr, written over the last one."""
    if sys.stderr.isatty() and not quiet:
        print(f"\r\x1b[K{escaped(text)}", end="", file=raw_stream(sys.stderr), flush=True)


def _format_results(measured: BenchResults, form: str, place: Path | None = None) -> str:
    """All of it in one format, as it goes to stdout or to a place."""
    reporting, records = nqsat.reporting, measured.records()
    if form == "csv":
        columns = list(records[0]._fields) if records else []
        return reporting.comma_separated(columns, records).rstrip("\n")
    if form == "json":
        return reporting.json_line(measured.to_json())
    if form == "markdown":
        body = reporting.markdown(SUMMARY, measured.summary())
        return "\n".join([*measured.head(), "", body, "", *measured.missing()]).rstrip()
    body = reporting.table(None, COLUMNS, measured.rows(), **reporting.screen(place))
    around = ([*map(escaped, lines)] for lines in (measured.head(), measured.foot()))
    return f"\n\n{body}\n\n".join(map("\n".join, around))


def _tables(measured: BenchResults, folder: Path) -> None:
    """The tables as files, in every format."""
    for form, name in FORMATS.items():
        write(folder / name, _format_results(measured, form, folder) + "\n")


if __name__ == "__main__":
    from nqsat.cli.app import main

    sys.argv.insert(1, "compare")
    main()
