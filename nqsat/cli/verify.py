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
    from nqsat.evidence import Effort, Report
    from nqsat.reporting.progress import Watch

#: ``--deep`` adds this many random models near each model, or of any kind to the catalogue.
NEAR = 10
FAR = 100


@dataclass(frozen=True)
class VerifyOptions:
    """How far to go."""

    deep: bool = option(
        "Ask every engine, compare larger sets, and add random models like the given one.",
        "--deep",
        default=False,
    )
    random: int | None = option("N random models of every kind instead of MODEL.", metavar="N")
    job: list[Path] | None = option(
        "The file of a long count of the model; repeatable.", metavar="FILE"
    )
    engine: OwnEngineOption = None
    seed: int | None = option("Which random models.", show_default="another one each time")

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
    "nqsat verify --board torus:4x4 --piece NN=any --deep",
    "nqsat verify queens -p n=18 --job queens18.db",
    "nqsat verify --random 200 --seed 7",
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
    differs. If a random model differs, the smallest such model is written as a JSON file.
    """
    from nqsat.engines.machine import version_of
    from nqsat.viewing.verification import verification_lines, verification_page

    if html is not None:
        format_of(html, ("html",), default="html", option="--html")
        check_place(html)
    if json and details:
        raise InvalidModel("--details", "is for the table; --json has every comparison")
    nqsat.engines.check_limits(None, time_limit)
    seed = _seed(source, depth)
    source, jobs = depth.split_jobs(source)
    clock = nqsat.engines.Deadline(time_limit)
    reports: list[Report] = []
    stopped, failure = "", None
    try:
        with nqsat.reporting.progress(not quiet, "models") as watch:
            for report in _reports(source, depth, jobs, seed, clock, watch):
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
        found = verification_lines(reports, details=details, verbose=verbose, seed=seed)
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


def _seed(source: Source, depth: VerifyOptions) -> int | None:
    """The seed of the random models, if any are asked for."""
    from secrets import randbelow

    if depth.random is not None:
        if depth.random < 1:
            raise InvalidModel("--random", f"{depth.random} is no number of models above 0")
        if not source.is_empty:
            raise InvalidModel("--random", "takes models of its own; leave out the one given")
        if depth.job:
            raise InvalidModel("--job", "is a count of one model; name it, and leave out --random")
    elif not depth.deep:
        if depth.seed is not None:
            raise InvalidModel("--seed", "is for random models; give --random or --deep too")
        return None
    return randbelow(1_000_000) if depth.seed is None else depth.seed


def _reports(
    source: Source,
    depth: VerifyOptions,
    jobs: list[Job],
    seed: int | None,
    clock: Deadline,
    watch: Watch,
) -> Iterator[Report]:
    """What is asked for, verified, and what --deep adds."""
    from nqsat.evidence import DEEP, RANDOM, USUAL

    effort = replace(DEEP if depth.deep else USUAL, clock=clock)
    others = replace(RANDOM, clock=clock)
    if depth.random is None:
        for number, (name, parameters, model) in enumerate(_cases(source)):
            watch.stage(f"{name} {nqsat.modelling.text_of(parameters)}")
            tick = partial(_tick, watch, number)
            yield until_interrupted(
                nqsat.evidence.verify, model, family=name, params=parameters, effort=effort,
                job=jobs, watch=tick,
            )  # fmt: skip
            if depth.deep and not source.is_empty:
                yield from _random(NEAR, seed or 0, f"near {name}", others, watch, model)
    if depth.random is not None or (depth.deep and source.is_empty):
        yield from _random(depth.random or FAR, seed or 0, "random", others, watch)


def _tick(watch: Watch, number: int, _check: object) -> None:
    """A sign of life in the middle of a model."""
    watch(number)


def _random(
    number: int,
    seed: int,
    name: str,
    effort: Effort,
    watch: Watch,
    like: nqsat.modelling.Model | None = None,
) -> Iterator[Report]:
    """Random models verified; one on which witnesses differ is followed by the smallest like it."""
    for report in nqsat.evidence.verify_random(number, seed, like=like, effort=effort):
        watch.stage(f"{name} {nqsat.modelling.text_of(report.params)} of {number}")
        yield replace(report, family=name)
        if report.result.value == "differ":
            watch.stage(
                f"{name} {nqsat.modelling.text_of(report.params)}: looking for a smaller one"
            )
            small = nqsat.evidence.smallest(report)
            from nqsat.viewing.verification import SMALLEST

            title = f"{SMALLEST} {name}"
            yield replace(small, family=title, params={**small.params, **_save_model(small)})


def _save_model(report: Report) -> dict[str, str]:
    """The name of a JSON file in this folder with the model of a report, where that is possible."""
    name = f"differs-{report.params['seed']}-{report.params['index']}.json"
    try:
        nqsat.modelling.dump(report.model, name)
    except (InvalidModel, OSError):  # a user's rule, or no permission to write here
        return {}
    return {"file": name}


def _cases(source: Source) -> Iterator[tuple[str, dict[str, int | str], nqsat.modelling.Model]]:
    """The models to verify: those asked for, or the default ranges of one family or of all."""
    if not source.is_empty and (source.board is not None or source.parameter or not source.model):
        yield from source.models()
        return
    family = source.family if source.model is not None else None
    for one in nqsat.modelling.catalogue() if family is None else (family,):
        for parameters in one.cases() if one.verify else ({},):
            yield source.name(one), parameters, source.refined(one(**parameters))
