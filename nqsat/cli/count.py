"""The commands that ask how many and which: count, enumerate."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import Options, say_what_was_read
from nqsat.cli.output import Output, print_json, size_lines
from nqsat.cli.question import AskedQuestion, asked_question, asked_questions
from nqsat.cli.source import Source, only_one
from nqsat.errors import InvalidModel, NqsatError, UnsupportedByEngine, unknown
from nqsat.files import print_note, raw_stream

if TYPE_CHECKING:
    from nqsat.counting import Count
    from nqsat.engines import Engine
    from nqsat.modelling import Model


#: A count that takes no longer than this is not worth a thought; one that takes longer is worth a warning.
_PATIENCE, _LONG = 0.9, 3600  # before the line of progress


@command(
    "nqsat count queens 8",
    "nqsat count queens 4..10 --json",
    "nqsat count --board 8x8 --piece Q=8 --modulo symmetry",
    "nqsat count --board torus:5x5 --piece BN=any --engine backtrack",
    "nqsat count --board hex:4 --piece N=any",
    "nqsat count --board 6x6 --tour N",
    "nqsat count --board 8x8 --factor W --degree 1",
    "nqsat count --board 5x5 --tour N --open --from a1",
    "nqsat count --board 8x8 --piece K=any --by size",
    "nqsat count --board 8x8 --piece N=any --by square -o knights.svg",
    "nqsat count queens 17 --workers 2",
    "nqsat count queens 20 --plan",
    "nqsat count queens 18 --job queens18.db",
    "nqsat count queens 18 --job node1.db --parts 1..500",
    "nqsat count queens 18 --job queens18.db --dask tcp://node7:8786",
    "nqsat count --dimacs formula.cnf",
)
def count_command(options: Options) -> int:
    """Count the solutions of a model.

    With --by square, -o writes .txt, .json, .csv or a picture.
    """
    if options.by == "square":
        from nqsat.cli.ranking import print_by_square

        print_by_square(options)
        return 0
    if options.by not in (None, "size"):
        raise InvalidModel("--by", unknown(options.by, ["size", "square"]))
    options.refuse("needs --by square", "-o")
    complete = True
    for asked in _questions(options):
        label = nqsat.modelling.text_of(asked.parameters)
        if options.plan:
            _print_plan(asked, label)
            continue
        answer = _answer(asked)
        if options.json:
            print_json({**asked.json_fields(), **answer.to_json()})
        else:
            before = f"{label}: " if asked.source.ranges else ""
            lines = size_lines(answer.numbers or (), before)
            print(*lines, f"{before}{answer}", sep="\n", flush=True)
            options.note(answer.by, answer.note)
            if answer.reason in ("interrupted", "time limit") and (job := _job_of(options)):
                options.note(f"the same command resumes {job}")
        chosen = answer.reason == "parts left" and ".." in (options.parts or "")
        complete &= answer.complete or chosen  # that was what had been asked for
        if answer.reason == "interrupted":
            break
    return 0 if complete else INCOMPLETE


def _job_of(options: Options) -> Path | None:
    """The file that keeps the parts of a count."""
    places = options.job or []
    if len(places) > 1:
        raise InvalidModel("--job", f"{places[1]} is one too many; name one file")
    return places[0] if places else None


def _parse_parts(text: str | None) -> int | range | None:
    """About how many parts: ``20``; or the numbers of those to count: ``1..500``."""
    if text is None:
        return None
    first, dots, last = text.partition("..")
    try:
        if not dots:
            return int(first)
        sizes = range(int(first), int(last) + 1)
    except ValueError:
        sizes = range(0)
    if not sizes or sizes.start < 1:
        raise InvalidModel("parts", f"{text!r}: write about how many, 500, or which, 1..500")
    return sizes


def _questions(options: Options) -> Iterator[AskedQuestion]:
    """The questions to count; a file has one. Refuse options that do not go together."""
    job = _job_of(options)
    if isinstance(_parse_parts(options.parts), range) and job is None:
        raise InvalidModel("--parts", f"{options.parts} needs --job, which keeps these parts")
    if job is not None or options.dask is not None:
        options.refuse("does not go with --job or --dask", "--verbose")
    given = {
        name: getattr(options, name) for name in ("modulo", "method", "by", "labelled", "limit")
    }
    asked = asked_questions(Source(options), "count", **given)
    return asked if job is None else iter([only_one(asked)])


def _answer(asked: AskedQuestion) -> Count:
    options, question, engine = asked.source.options, asked.question, asked.engine
    job = _job_of(options)
    pool: Any = nullcontext((None, None))
    if options.dask is not None:
        from nqsat.cli.cluster import dask

        pool = dask(options.dask)
    with (
        pool as (executor, cores),
        nqsat.reporting.progress(not options.quiet) as watch,
    ):
        workers = cores if options.workers is None else options.workers
        run = nqsat.Run(workers, watch=watch, stage=watch.stage)
        if job is not None or options.dask is not None:
            source = asked.source.words_and_digests(asked.parameters)
            parts = _parse_parts(options.parts)
            run = replace(run, job=job, executor=executor, parts=parts, source=source)
        else:
            question = asked.by(with_messages(engine, verbose=True) if options.verbose else engine)
            if not (question.limit or question.time_limit or asked.is_formula or options.quiet):
                question = asked.by(with_messages(question.searcher))
                run = replace(run, watch=with_late_estimate(watch, engine, asked.model))
        from nqsat.counting.answers import append_notes

        found: Count = until_interrupted(nqsat.counting.answer, question, run)
        return append_notes(found, asked.note(none=found.complete and found.value == 0))


def _print_plan(asked: AskedQuestion, label: str) -> None:
    options = asked.source.options
    engine = with_messages(asked.engine, verbose=True) if options.verbose else asked.engine
    question = asked.by(engine)
    plan = nqsat.counting.planned(question, options.workers)
    if options.json:
        print_json(plan.to_json())
        return
    cost = plan.estimate
    size = f", {cost.memory / 1e6:,.0f} MB" if cost.memory else ""
    number = len(plan.stage.parts)
    parts = f"{number:,} {nqsat.modelling.plural(number, 'parts')}"
    later = "" if plan.stage.sums else "; more stages follow from what it makes"
    for line in (
        *([f"{label}:"] if label else []),
        f"model     {repr(question.model)[1:-1]}",
        f"engine    {plan.engine}, {plan.method}",
        f"estimate  {cost.core_time}{size}",
        f"          {cost.words}",
        f"stage     {plan.stage.name}: {parts}{later}",
        f"cover     {plan.stage.cover.words}",
        f"workers   {plan.workers}",
    ):
        print(line)


@command(
    "nqsat enumerate queens 6",
    "nqsat enumerate queens 8 --modulo symmetry --format fen",
    "nqsat enumerate --board 4x4 --piece N=any --limit 10 --format jsonl",
    "nqsat enumerate --board 8x8 --piece K=any --at 1000000..1000002 --format fen",
    "nqsat enumerate queens 14 --format fen -o fourteen.fen",
    "nqsat enumerate --dimacs formula.cnf --limit 10",
    "nqsat enumerate --board 9x9 --tour N --open -o all.jsonl --limit 999 --watch",
)
def enumerate_command(options: Options) -> int:
    """List the solutions of a model as they are found."""
    if options.at is not None:
        from nqsat.cli.ranking import print_at

        return print_at(options, options.at)
    asked = asked_question(Source(options), "enumerate", modulo=options.modulo, limit=options.limit)
    if asked.question.numbered:
        raise InvalidModel("--at", "is missing: the question is about numbered solutions")
    if isinstance(asked.engine, nqsat.engines.FINDERS) and options.limit != 1:
        raise UnsupportedByEngine(asked.engine.name, "finds one tour only", ("--limit 1", "sat"))
    output = Output.of(options)
    output.check_for(asked.model)
    shown = not options.quiet and (options.watch or not output.on_screen)
    board = None if asked.is_formula else asked.model
    unit = asked.model.unit
    with nqsat.reporting.live(board, unit, board=options.watch, enabled=shown) as watching:
        listing = nqsat.counting.answer(asked.ready, nqsat.Run(watch=watching))
        single = asked.question.limit == 1
        said = output.stream(listing, unit, watching, one=single)
    none = listing.complete and not listing.found
    options.note(said, asked.model.note if asked.is_formula else asked.note(none=none))
    return 0 if listing.complete or listing.reason == "limit" else INCOMPLETE


# -- counts that will take hours ---------------------------------------------------------


def with_messages(engine: Engine, *, verbose: bool = False) -> Engine:
    """The engine; if it chooses others, it says on stderr that the one chosen will take hours.

    Or, if verbose, what it has to choose from.
    """
    if not isinstance(engine, nqsat.engines.AutoEngine):
        if verbose:
            raise InvalidModel("--verbose", f"is for auto, which chooses; leave out {engine.name}")
        return engine
    if verbose:
        return replace(engine, tell=lambda line: print(line, file=sys.stderr))
    return replace(engine, warn=_print_estimate)


def with_late_estimate(
    watch: Callable[[int], None], engine: Engine, model: Model
) -> Callable[[int], None]:
    """The watch; after a second it says what was read, and an engine that the user chose is weighed.

    A list after ten. Not before, as it takes a moment; in the watch Ctrl-C ends a count with its answer.
    """
    counters = (nqsat.engines.AutoEngine, nqsat.engines.Counter)
    due = time.monotonic() + _PATIENCE * (1 if isinstance(engine, counters) else 10)

    def watching(found: int) -> None:
        nonlocal due
        if time.monotonic() > due:
            due = math.inf
            say_what_was_read()
            if not isinstance(engine, nqsat.engines.AutoEngine):
                _print_estimate_if_slow(engine, model)
        watch(found)

    return watching


def _print_estimate_if_slow(engine: Engine, model: Model) -> None:
    """Print the estimate of a long count, and which engine would take less than half of it."""
    in_thread = nqsat.engines.call_in_thread  # Ctrl-C leaves kernels in a thread alone

    def estimated(counter: Engine) -> float:
        return in_thread(lambda: counter.plan(model).estimate.seconds)

    with suppress(NqsatError):  # it is unknown
        seconds = estimated(engine)
        if seconds >= _LONG:
            other = in_thread(lambda: nqsat.engines.AutoEngine().counter(model))
            faster = estimated(other)
            _print_estimate(
                engine.name, seconds, other.name if faster < seconds / 2 else "", faster
            )


def _print_estimate(name: str, seconds: float, other: str = "", faster: float = math.inf) -> None:
    from nqsat.engines.plans.plan import format_duration

    if seconds == faster == math.inf:
        return
    hint = f"; {other} would take about {format_duration(faster)}" if other else ""
    takes = f"will take about {format_duration(seconds)}"
    length = "is of unknown length" if seconds == math.inf else takes
    if sys.stderr.isatty():  # there may be a line of progress
        print("\r\x1b[K", end="", file=raw_stream(sys.stderr))
    print_note(f"estimate: {name} {length}{hint}")
