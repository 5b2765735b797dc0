"""The command that verifies: engines against one another and against what is published."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json
from nqsat.cli.question import AskedQuestion, projected
from nqsat.cli.source import Source
from nqsat.errors import EngineFailure
from nqsat.files import print_drawn, print_note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.counting.job import Job
    from nqsat.engines import Deadline
    from nqsat.evidence import Report
    from nqsat.reporting.progress_display import Watch


@command(
    "nqsat verify queens",
    "nqsat verify --board torus:4x4 --piece NN=any --json",
    "nqsat verify queens 18 --job queens18.db",
    "nqsat verify",
)
def verify_command(options: Options) -> int:
    """Compare engines with each other and with published counts.

    Without MODEL it compares the whole catalogue at its default ranges. The exit code is 1 if any two
    counts differ.
    """
    from nqsat.counting.job import open_job
    from nqsat.viewing.verification import verification_lines

    nqsat.engines.check_limits(None, options.time_limit)
    named = options.model if nqsat.sources.names_a_file(options.model or "") else None
    jobs = [open_job(job, model=named) for job in options.job or ()]
    source, clock = Source(options), nqsat.engines.Deadline(options.time_limit)
    reports: list[Report] = []
    stopped, failure = "", None
    try:
        with nqsat.reporting.progress(not options.quiet, "models") as watch:
            for report in _reports(source, jobs, clock, watch):
                reports.append(report)
                watch(len(reports))
                if options.json:
                    print_json(_json(report, source))
                stopped = "interrupted" if report.interrupted else "time limit" * report.late
                if stopped:
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"  # what was established stays established
    except EngineFailure as error:
        failure = error  # likewise; it is reported at the end
    if not options.json:
        for text in verification_lines(reports, verbose=options.verbose):
            if "\n" in text:
                print_drawn(text)
            else:
                print_note(text, sys.stdout)
    if failure is not None:
        raise failure
    if stopped:
        print(f"nqsat: {stopped}", file=sys.stderr)
    bad = any(report.result.value == "differ" for report in reports)
    return WRONG if bad else INCOMPLETE if stopped else 0


def _json(report: Report, source: Source) -> dict[str, Any]:
    question = nqsat.counting.Question("count", report.model)
    asked = AskedQuestion(report.family, report.params, question, source)
    return {**asked.json_fields(), **report.to_json()}


# -- which models ------------------------------------------------------------------------


def _reports(source: Source, jobs: list[Job], clock: Deadline, watch: Watch) -> Iterator[Report]:
    from nqsat.evidence import USUAL

    for number, (name, parameters, model) in enumerate(_cases(source)):
        watch.stage(f"{name} {nqsat.modelling.text_of(parameters)}")
        sign = partial(_sign_of_life, watch, number)
        yield until_interrupted(
            nqsat.evidence.verify, model, family=name, params=parameters,
            effort=replace(USUAL, clock=clock), job=jobs, watch=sign, alive=sign,
        )  # fmt: skip


def _sign_of_life(watch: Watch, number: int, _found: object) -> None:
    """After a comparison, and within one."""
    watch(number)


def _cases(source: Source) -> Iterator[tuple[str, dict[str, int | str], Any]]:
    """The models to verify: those asked for, or the default ranges of one family or of all."""
    if not source.is_empty and (
        source.options.board or source.options.parameter or not source.options.model
    ):
        for name, parameters, model in source.models():
            yield name, parameters, projected(model, source.options)
        return
    source.options.refuse("needs one model: give its parameters, as in -p n=8", "--show")
    sequence = source.sequence
    family = source.family if source.options.model else None
    family = sequence.family if sequence is not None else family
    for entry in nqsat.sources.catalogue() if family is None else (family,):
        for parameters in entry.cases() if entry.verify else ({},):
            yield source.name(entry), parameters, source.refined(entry(**parameters))
