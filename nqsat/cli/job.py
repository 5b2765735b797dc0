"""The commands of long counts: how far a job is, whether all is right, its result, and jobs united."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import app, command, jobs
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json, size_lines
from nqsat.errors import InvalidModel
from nqsat.extension_points import Argument

if TYPE_CHECKING:
    from nqsat.counting.job import JobResult


app.add_typer(jobs, name="job")

File = Annotated[Path, Argument("The file of the job.", "FILE")]


@command("nqsat job status queens18.db", of="job")
def status_command(options: Options, job: File) -> None:
    """Show how much of a job is done, and how long the rest may take."""
    from nqsat.counting.job import result
    from nqsat.engines.plans.plan import format_duration

    begun = options.open_job(job)
    progress = result(begun)
    done, number, seconds = progress.done, progress.parts, progress.count.seconds
    parts = f"{done:,} of {number:,} {nqsat.modelling.plural(number, 'parts')} done"
    model = begun.question.model
    if isinstance(model, nqsat.modelling.Model) and (text := nqsat.sources.whole_text(model)):
        print(text)
    print(progress)
    print(f"{parts} ({done / max(number, 1):.0%}), {len(progress.audited):,} audited")
    if done:
        print(f"{format_duration(seconds)} of work so far, {seconds / done:,.2f} s a part")
    if done < number:
        left = progress.left
        length = "of unknown length" if left is None else f"about {format_duration(left)} of CPU"
        print(f"left: {length}")


@command("nqsat job verify queens18.db", "nqsat job verify queens18.db --audit 2%", of="job")
def verify_command(options: Options, job: File) -> int:
    """Check every row of a job, and that its parts cover everything; --audit counts parts again.

    The exit code is 1 if anything is wrong.
    """
    from nqsat.counting.job import verify

    checked, wrong = verify(options.open_job(job), _parse_share(options.audit))
    print_faults(wrong)
    if checked is not None:
        for line in (checked, *(f"audited: {part}" for part in checked.audited)):
            print(line)
    return WRONG if wrong else 0


@command("nqsat job result queens18.db", "nqsat job result queens18.db --json", of="job")
def result_command(options: Options, job: File) -> int:
    """Print the result of a job."""
    from nqsat.counting.job import result

    asked_job = options.open_job(job)
    finished = result(asked_job)
    if options.json:
        asked = asked_job.question.to_json({"job": str(job)})
        print_json({"job": str(job), "question": asked, **finished.to_json()})
    else:
        print(*size_lines(finished.count.numbers or ()), finished, sep="\n", flush=True)
        if not options.quiet:
            notes = filter(None, (_evidence_line(finished), finished.count.note))
            print(*notes, sep="\n", file=sys.stderr)
    return 0 if finished.count.complete else INCOMPLETE


@command("nqsat job merge queens18.db node1.db node2.db", of="job")
def merge_command(
    _options: Options,
    job: File,
    others: Annotated[
        list[Path], Argument("Jobs of the same question, done elsewhere.", "PART...")
    ],
) -> None:
    """Merge jobs of the same question into FILE, which is created if needed."""
    from nqsat.counting.job import merge

    number = merge(job, others)
    print(f"{job}: {number:,} {'row' if number == 1 else 'rows'}")


def print_faults(wrong: Iterable[str]) -> None:
    """Print what is wrong with a job."""
    lines = list(wrong)
    print(*lines, f"{len(lines)} wrong" if lines else "no faults were found", sep="\n")


def _parse_share(text: str) -> float:
    """A share as a number: of ``2%``, 0.02."""
    number, percent, rest = text.partition("%")
    try:
        if percent and not rest:
            return float(number) / 100
    except ValueError:
        pass
    raise InvalidModel("audit", f"{text!r} is not a share; write it as 2%")


def _evidence_line(found: JobResult) -> str:
    from nqsat.engines.plans.plan import format_duration

    return (
        f"{found.count.engine}, {found.count.method}, {format_duration(found.count.seconds)} of CPU; "
        f"{found.done:,} of {found.parts:,} parts, {len(found.audited):,} audited; cover by {found.cover}"
    )
