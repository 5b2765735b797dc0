"""The command that verifies: engines against one another and against what is published."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.commands import Quiet, command, kept, option
from nqsat.cli.page import page
from nqsat.cli.reports import SMALLEST, as_json, print_reports
from nqsat.cli.source import Source
from nqsat.errors import EngineFailure, InvalidModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.engines import Deadline
    from nqsat.evidence import Effort, Report
    from nqsat.modelling import Model
    from nqsat.reporting.progress import Watch

#: ``--deep`` adds so many random models near each model, or so many of any kind to the catalogue.
NEAR = 10
FAR = 100


@dataclass(frozen=True)
class Depth:
    """How far to go."""

    deep: bool = option(
        "All engines, larger sets, and random models like those asked for.", "--deep", default=False
    )
    random: int | None = option("N random models of every kind, instead of MODEL.", metavar="N")
    job: list[Path] | None = option(
        "The folder of a long count of the model; repeatable.", metavar="JOB"
    )
    seed: int | None = option("Which random models.", show_default="another one each time")


@command(
    "nqsat verify queens",
    "nqsat verify queens -p n=1..8 --html report.html",
    "nqsat verify --board torus:4x4 --piece NN=any --deep",
    "nqsat verify queens -p n=18 --job queens18",
    "nqsat verify --random 200 --seed 7",
    "nqsat verify",
)
def verify_command(
    source: Source,
    depth: Depth,
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a model.")] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Every comparison, one line each.")
    ] = False,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop then, and keep what was established."),
    ] = None,
    quiet: Quiet = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all comparisons into one page, too.")
    ] = None,
) -> None:
    """Compare engines as sets, invariants, published counts.

    Without MODEL: the whole catalogue at its default ranges. Exit code 1 if anything differs; the smallest
    model found on which it does is then written as a JSON file, where it was a random one.
    """
    from nqsat.engines import Deadline, check_limits
    from nqsat.evidence import Result
    from nqsat.files import check_place, written
    from nqsat.reporting import json_line, progress

    if html is not None:
        check_place(html)
    check_limits(None, time_limit)
    seed = _seed(source, depth)
    clock = Deadline(time_limit)
    reports: list[Report] = []
    stopped, failure = "", None
    try:
        with progress(not quiet, "models") as watch:
            for report in _reports(source, depth, seed, clock, watch):
                reports.append(report)
                watch(len(reports))
                if json:
                    asked = source.asked(report.model, report.params)
                    print(json_line(as_json(report, asked)), flush=True)
                stopped = "interrupted" if report.interrupted else "time limit" * report.late
                if stopped:
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"  # what was established stays established
    except EngineFailure as error:
        failure = error  # likewise; it is said at the end
    if not json:
        print_reports(reports, details=details, quiet=quiet, seed=seed)
    if html is not None:
        with written(html) as making:
            making.write_text(page(reports, stopped=stopped), encoding="utf-8")
    if failure is not None:
        raise failure
    if stopped:
        print(f"nqsat: {stopped}", file=sys.stderr)
    bad = any(report.result is Result.DIFFER for report in reports)
    raise typer.Exit(1 if bad else INCOMPLETE if stopped else 0)


# -- which models ------------------------------------------------------------------------


def _seed(source: Source, depth: Depth) -> int | None:
    """The seed of the random models, if any are asked for."""
    from secrets import randbelow

    if depth.random is not None:
        if depth.random < 1:
            raise InvalidModel("--random", f"{depth.random} is no number of models above 0")
        if not source.nothing:
            raise InvalidModel("--random", "takes models of its own; leave out the one given")
    elif not depth.deep:
        if depth.seed is not None:
            raise InvalidModel("--seed", "is for random models; give --random or --deep too")
        return None
    return randbelow(1_000_000) if depth.seed is None else depth.seed


def _reports(
    source: Source, depth: Depth, seed: int | None, clock: Deadline, watch: Watch
) -> Iterator[Report]:
    """What is asked for, verified, and what --deep adds."""
    from nqsat.evidence import DEEP, RANDOM, USUAL, verify
    from nqsat.modelling import text_of

    effort = replace(DEEP if depth.deep else USUAL, clock=clock)
    others = replace(RANDOM, clock=clock)
    if depth.random is None:
        for number, (name, parameters, model) in enumerate(_cases(source)):
            watch.stage(f"{name} {text_of(parameters)}")
            tick = partial(_tick, watch, number)
            yield kept(
                verify, model, family=name, params=parameters, effort=effort,
                job=depth.job or (), watch=tick,
            )  # fmt: skip
            if depth.deep and not source.nothing:
                yield from _random(NEAR, seed or 0, f"near {name}", others, watch, model)
    if depth.random is not None or (depth.deep and source.nothing):
        yield from _random(depth.random or FAR, seed or 0, "random", others, watch)


def _tick(watch: Watch, number: int, _check: object) -> None:
    """A sign of life in the middle of a model."""
    watch(number)


def _random(
    number: int, seed: int, name: str, effort: Effort, watch: Watch, like: Model | None = None
) -> Iterator[Report]:
    """Random models verified; one on which witnesses differ is followed by the smallest like it."""
    from nqsat.evidence import Result, smallest, verify_random
    from nqsat.modelling import text_of

    for report in verify_random(number, seed, like=like, effort=effort):
        watch.stage(f"{name} {text_of(report.params)} of {number}")
        yield replace(report, family=name)
        if report.result is Result.DIFFER:
            watch.stage(f"{name} {text_of(report.params)}: looking for a smaller one")
            small = smallest(report)
            title = f"{SMALLEST} {name}"
            yield replace(small, family=title, params={**small.params, **_saved(small)})


def _saved(report: Report) -> dict[str, str]:
    """The name of a JSON file in this folder with the model of a report, where that is possible."""
    from nqsat.files import written
    from nqsat.modelling import dumps

    name = f"differs-{report.params['seed']}-{report.params['index']}.json"
    try:
        with written(Path(name)) as making:
            making.write_text(dumps(report.model), encoding="utf-8")
    except (InvalidModel, OSError):  # a rule of the user's own, or nobody may write here
        return {}
    return {"file": name}


def _cases(source: Source) -> Iterator[tuple[str, dict[str, int | str], Model]]:
    """The models to verify: those asked for, or the default ranges of one family or of all."""
    if not source.nothing and (source.board is not None or source.parameter or not source.model):
        yield from source.models()
        return
    from nqsat.modelling import catalogue

    family = source.family if source.model is not None else None
    for one in catalogue() if family is None else (family,):
        for parameters in one.cases() if one.verify else ({},):
            yield source.name(one), parameters, source.refined(one(**parameters))
