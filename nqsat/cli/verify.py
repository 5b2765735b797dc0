"""The command that verifies: engines against one another and against what is published."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import Quiet, command, option, until_interrupted
from nqsat.cli.job import UserFiles
from nqsat.cli.options import AsJson, OwnEngineOption, TimeLimitOption
from nqsat.cli.question import AskedQuestion
from nqsat.cli.source import Source
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.files import check_place, format_of, print_drawn, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.counting.job import Job
    from nqsat.engines import Deadline
    from nqsat.evidence import Report
    from nqsat.reporting.progress import Watch


@dataclass(frozen=True)
class VerifyOptions:
    """What is compared with the models, too."""

    job: list[Path] | None = option(
        "The file of a long count of the model; repeatable.", metavar="FILE"
    )
    engine: OwnEngineOption = None

    def split_jobs(self, source: Source) -> tuple[Source, list[Job]]:
        """The models, and the jobs about them; these may have theirs from the file of MODEL, too."""
        from nqsat.counting.job import open_job

        UserFiles(source.own, self.engine).check(self.job or ())
        named = source.model if nqsat.modelling.names_a_file(source.model or "") else None
        own = source.own or named
        jobs = [open_job(job, model=own, engine=self.engine) for job in self.job or ()]
        return replace(source, own=None), jobs


@command(
    "nqsat verify queens",
    "nqsat verify queens -p n=1..8 --html report.html",
    "nqsat verify --board torus:4x4 --piece NN=any --details",
    "nqsat verify queens -p n=18 --job queens18.db",
    "nqsat verify",
)
def verify_command(
    source: Source,
    depth: VerifyOptions,
    *,
    json: AsJson = False,
    details: bool = option("Print every comparison, one line each.", "--details", default=False),
    verbose: bool = option(
        "Print what each engine says, and why comparisons were skipped.",
        "-v",
        "--verbose",
        default=False,
    ),
    time_limit: TimeLimitOption = None,
    quiet: Quiet = False,
    html: Path | None = option("Write all comparisons into a page, too.", metavar="FILE"),
) -> int:
    """Compare engines with each other and with published counts.

    Without MODEL it compares the whole catalogue at its default ranges. The exit code is 1 if anything
    differs.
    """
    from nqsat.engines.machine import version_of
    from nqsat.viewing.verification import verification_lines, verification_page

    if html is not None:
        format_of(html, ("html",), default="html", option="--html")
        check_place(html)
    if json and details:
        raise InvalidModel("--details", "is for the table; --json has every comparison")
    nqsat.engines.check_limits(None, time_limit)
    source, jobs = depth.split_jobs(source)
    clock = nqsat.engines.Deadline(time_limit)
    reports: list[Report] = []
    stopped, failure = "", None
    try:
        with nqsat.reporting.progress(not quiet, "models") as watch:
            for report in _reports(source, jobs, clock, watch):
                reports.append(report)
                watch(len(reports))
                if json:
                    print(nqsat.reporting.json_line(_json(report, source)), flush=True)
                stopped = "interrupted" if report.interrupted else "time limit" * report.late
                if stopped:
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"  # what was established stays established
    except EngineFailure as error:
        failure = error  # likewise; it is said at the end
    if not json:
        found = verification_lines(reports, details=details, verbose=verbose)
        for text in found:
            print_drawn(text)
    if html is not None:
        made_by = f"nqsat {version_of('nqsat') or ''}: nqsat {' '.join(sys.argv[1:])}"
        write(html, verification_page(reports, made_by=made_by, stopped=stopped))
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
    """What is asked for, verified."""
    from nqsat.evidence import USUAL

    for number, (name, parameters, model) in enumerate(_cases(source)):
        watch.stage(f"{name} {nqsat.modelling.text_of(parameters)}")
        yield until_interrupted(
            nqsat.evidence.verify, model, family=name, params=parameters,
            effort=replace(USUAL, clock=clock), job=jobs, watch=partial(_tick, watch, number),
        )  # fmt: skip


def _tick(watch: Watch, number: int, _check: object) -> None:
    """A sign of life in the middle of a model."""
    watch(number)


def _cases(source: Source) -> Iterator[tuple[str, dict[str, int | str], nqsat.modelling.Model]]:
    """The models to verify: those asked for, or the default ranges of one family or of all."""
    if not source.is_empty and (source.board is not None or source.parameter or not source.model):
        yield from source.models()
        return
    family = source.family if source.model is not None else None
    for one in nqsat.modelling.catalogue() if family is None else (family,):
        for parameters in one.cases() if one.verify else ({},):
            yield source.name(one), parameters, source.refined(one(**parameters))
