"""The commands of long counts: parts that are done survive, whatever happens to the runners."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import Quiet, app, command, option, until_interrupted
from nqsat.cli.options import (
    AsJson,
    CountedUnit,
    OwnEngineOption,
    OwnModelOption,
    SearchOptions,
    TimeLimitOption,
)
from nqsat.cli.question import asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import plain_file, print_drawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor

    from nqsat.counting.job import Job, JobResult, Status
    from nqsat.counting.job.ledger import Fault

jobs = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Count for days: in parts that survive kills, shared by many runners.\n\nA job is a folder.",
)
app.add_typer(jobs, name="job")

#: At most this many remaining parts are shown.
HEAVIEST = 3

#: A key has no more bytes than this.
_LARGEST = 2**16

Folder = Annotated[Path, typer.Argument(metavar="JOB", help="The folder of the job.")]


@dataclass(frozen=True)
class UserFiles:
    """The files of the user's own that a job names, which are imported only if he names them too."""

    model: OwnModelOption = None
    engine: OwnEngineOption = None

    def check(self, jobs: Iterable[Path]) -> None:
        """Refuse a file that none of the jobs names."""
        from nqsat.counting.job import named_in

        there = [named_in(job) for job in jobs]
        for name, text in asdict(self).items():
            if text is not None and not any(one[name] for one in there):
                raise InvalidModel(f"--{name}", f"leave it out: no job has its {name} from a file")

    def open(self, job: Path) -> Job:
        """The job, with the files that it names imported."""
        from nqsat.counting.job import open_job

        self.check([job])
        return open_job(job, **asdict(self))


@command(
    "nqsat job new queens18 queens -p n=18",
    "nqsat job new tours --board 6x6 --tour N --parts 100",
    within=jobs,
)
def new_command(
    job: Folder,
    source: Source,
    search: SearchOptions,
    what: CountedUnit,
    *,
    parts: int | None = option(
        "Split the count into about this many parts.", show_default="of a minute each"
    ),
) -> None:
    """Create a job that counts the solutions of a model. Nothing is counted yet."""
    from nqsat.counting.job import new_job, status

    asked = asked_question(source, search, "count", **what.asked())
    made = new_job(
        job, asked.question, parts=parts, told=source.words_and_digests(asked.parameters)
    )
    print(f"{job}: {_parts_text(status(made).result.parts)} by {made.plan.facts.title}", flush=True)
    cost = made.plan.estimate
    search.note(
        f"estimate: {_duration_text(cost.seconds)} of CPU, {cost.words}; nqsat job run {job}"
    )


@command(
    "nqsat job run queens18",
    "nqsat job run queens18 --workers 8 --time-limit 3600",
    "nqsat job run queens18 --part 3.12 --part 3.14",
    "nqsat job run queens18 --audit 2%",
    within=jobs,
)
def run_command(
    job: Folder,
    named: UserFiles,
    *,
    workers: int | None = option(
        "Count this many parts at a time.", show_default="1, or as a cluster has cores"
    ),
    dask: str | None = option(
        "A Dask scheduler whose workers count the parts (needs nqsat[cluster]).", metavar="ADDRESS"
    ),
    part: list[str] | None = option("Count only this part; repeatable.", metavar="ID"),
    time_limit: TimeLimitOption = None,
    audit: str = option(
        "Recount this share of the parts by another method.", default="0%", metavar="SHARE"
    ),
    sign: Path | None = option("Sign the rows with the key in FILE.", metavar="FILE"),
    quiet: Quiet = False,
) -> int:
    """Count the open parts of a job. Several runners can share it; each can be killed at any moment."""
    from nqsat.counting.job import run_job

    opened = named.open(job)
    with _executor(dask) as (executor, cores), nqsat.reporting.progress(not quiet) as watch:
        found = until_interrupted(
            run_job,
            opened,
            workers=cores if workers is None else workers,
            executor=executor,
            parts=tuple(part) if part else None,
            time_limit=time_limit,
            audit=_parse_share(audit),
            sign=_read_key(sign),
            watch=watch.say,
        )
    print(found, flush=True)
    if not quiet:
        _print_notes([f"audited: {one}" for one in found.audited])
        _print_notes([found.count.note] if found.count.note else [])
        _print_notes(found.faults)
    asked = found.count.complete or (part and found.reason == "parts left")
    return 0 if asked else INCOMPLETE


@command("nqsat job status queens18", within=jobs)
def status_command(job: Folder, named: UserFiles) -> None:
    """Show how far a job is: what is left, and which runners work on it."""
    from nqsat.counting.job import status

    found = status(named.open(job))
    print(*_lines(found), sep="\n")
    if found.shares:
        print_drawn("\n" + _runner_table(found))
    sys.stdout.flush()
    _print_notes(found.result.faults)


@command("nqsat job verify queens18", within=jobs)
def verify_command(
    job: Folder,
    named: UserFiles,
    *,
    sign: Path | None = option(
        "Require that all rows are signed with the key in FILE.", metavar="FILE"
    ),
) -> int:
    """Check a job: every row, the partition, the weights, and unusual parts.

    Exit code 1 if something is wrong.
    """
    from nqsat.counting.job import verify

    found, faults = verify(named.open(job), _read_key(sign))
    wrong = said(faults)
    if found is not None:
        print(found)
    return WRONG if wrong else 0


@command("nqsat job result queens18", "nqsat job result queens18 --json", within=jobs)
def result_command(
    job: Folder,
    named: UserFiles,
    *,
    json: AsJson = False,
    only_signed: Path | None = option(
        "Add up only rows that are signed with the key in FILE.", metavar="FILE"
    ),
    quiet: Quiet = False,
) -> int:
    """Print the result of a job."""
    from nqsat.counting.job import result

    opened = named.open(job)
    found = result(opened, only_signed=_read_key(only_signed))
    if json:
        asked = opened.question.to_json({"job": str(job)})
        data = {"job": str(job), "question": asked, **found.to_json()}
        print(nqsat.reporting.json_line(data), flush=True)
    else:
        decimal = nqsat.counting.decimal
        sizes = (f"{men} {decimal(number)}" for men, number in found.count.numbers or ())
        print(*sizes, found, sep="\n", flush=True)
        if not quiet:
            _print_notes([_evidence_line(found), *([found.count.note] if found.count.note else [])])
    if not quiet:
        _print_notes(found.faults)
    return 0 if found.count.complete else INCOMPLETE


def said(faults: Iterable[Fault]) -> int:
    """Say what was found about a job, and how much of it is wrong."""
    wrong = 0
    for fault in faults:
        print(fault)
        wrong += fault.wrong
    print("nothing is wrong" if not wrong else f"{wrong} wrong")
    return wrong


def _read_key(path: Path | None) -> bytes | None:
    """The key in a file."""
    if path is None:
        return None
    with plain_file("key", path, _LARGEST) as file:
        key = file.read()
    if not key:
        raise InvalidModel("key", f"{path} is empty")
    return key


@contextmanager
def _executor(address: str | None) -> Iterator[tuple[Executor | None, int]]:
    """What does the parts, and how many at a time; this process, if there is no address."""
    from nqsat.counting.parallel.executor_pool import dask

    if address is None:
        yield None, 1
        return
    with dask(address) as pool:
        yield pool


def _parse_share(text: str) -> float:
    """A share as a number: of ``2%``, 0.02."""
    number, percent, rest = text.partition("%")
    try:
        if percent and not rest:
            return float(number) / 100
    except ValueError:
        pass
    raise InvalidModel("audit", f"{text!r} is no share; write it as 2%")


def _print_notes(lines: Iterable[object]) -> None:
    for line in lines:
        print(line, file=sys.stderr)


def _evidence_line(found: JobResult) -> str:
    """What supports a result: the engine, why the parts cover everything, how much was audited."""
    return (
        f"{found.count.engine}, {found.count.method}, {_duration_text(found.count.seconds)} of CPU; "
        f"{found.done:,} of {found.parts:,} parts, {len(found.audited):,} audited; cover by {found.cover}"
    )


def _lines(found: Status) -> Iterator[str]:
    """How far a job is, in lines."""
    result, left = found.result, found.heaviest
    yield str(result)
    share = result.done / max(result.parts, 1)
    done = f"{result.done:,} of {_parts_text(result.parts)} done ({share:.0%})"
    yield f"{done}, {len(result.audited):,} audited"
    parts = sum(one.parts for one in found.shares)
    if parts:
        seconds = result.count.seconds
        yield f"{_duration_text(seconds)} of work so far, {seconds / parts:,.2f} s a part"
    if left:
        yield f"left: {_remaining(found)}"
        heavy = ", ".join(part.id for part in left[:HEAVIEST])
        yield f"heaviest: {heavy}{', …' if len(left) > HEAVIEST else ''}"


def _runner_table(found: Status) -> str:
    """Which runner has done what of a job."""
    rows = [
        (one.runner, f"{one.parts:,}", _duration_text(one.seconds), f"{one.working:,}")
        for one in found.shares
    ]
    heads = ("runner", "parts", "time", "doing")
    return nqsat.reporting.table(None, heads, rows, **nqsat.reporting.screen())


def _remaining(found: Status) -> str:
    if found.remaining is None:
        return f"{_parts_text(len(found.heaviest))}, of unknown length"
    seconds, error = found.remaining
    words = f"about {_duration_text(seconds)} of CPU"
    return words if error is None else f"{words}, give or take {_duration_text(error)}"


def _parts_text(parts: int) -> str:
    return f"{parts:,} {nqsat.modelling.plural(parts, 'parts')}"


def _duration_text(seconds: float) -> str:
    """``1:02:03``, or seconds where they are few."""
    if not seconds < 1e12:
        return "of unknown size"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,}:{minutes:02}:{rest:02}"
