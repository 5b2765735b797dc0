"""The commands that check: verify."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nqsat.cli.options import INCOMPLETE, Source, command
from nqsat.errors import EngineFailure, InvalidModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.evidence import Check, Report
    from nqsat.modelling import Model
    from nqsat.reporting.report_page import Comparison, Section

__all__ = ["verify_command"]

#: ``--deep`` adds so many random models near each model, or so many of any kind to the catalogue.
NEAR = 10
FAR = 100

#: How the report of a model begins that was made smaller.
SMALLEST = "smallest like"

#: So many reasons for comparisons that were not made are shown without ``--details``.
REASONS = 4


@dataclass(frozen=True)
class Depth:
    """How far to go."""

    deep: Annotated[
        bool,
        typer.Option(
            "--deep", help="All engines, larger sets, and random models like those asked for."
        ),
    ] = False
    random: Annotated[
        int | None,
        typer.Option(metavar="N", help="N random models of every kind, instead of MODEL."),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(help="Which random models.", show_default="another one each time"),
    ] = None


@command(
    "nqsat verify queens",
    "nqsat verify queens -p n=1..8 --html report.html",
    "nqsat verify --board torus:4x4 --piece NN=any --deep",
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
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write all comparisons into one page, too."),
    ] = None,
) -> None:
    """Compare engines as sets, invariants, published counts.

    Without MODEL: the whole catalogue at its default ranges. Exit code 1 if anything differs; the smallest
    model found on which it does is then written as a JSON file, where it was a random one.
    """
    from nqsat.evidence import Result
    from nqsat.reporting import json_line

    if html is not None:
        _write(html, None)  # what cannot be written is said now, not after the work
    seed = _seed(source, depth)
    reports: list[Report] = []
    interrupted, failure = False, None
    try:
        for report in _reports(source, depth, seed):
            reports.append(report)
            if json:
                print(json_line(_as_json(report)), flush=True)
            if report.interrupted:
                break
    except KeyboardInterrupt:
        interrupted = True  # what was established stays established
    except EngineFailure as error:
        failure = error  # likewise; it is said at the end
    interrupted = interrupted or any(report.interrupted for report in reports)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    if not json:
        _print(reports, details=details, seed=seed)
    if html is not None:
        _write(html, _page(reports, interrupted=interrupted))
    bad = any(report.result is Result.DIFFER for report in reports)
    if failure is not None:
        raise failure
    if interrupted:
        print("nqsat: interrupted", file=sys.stderr)
    raise typer.Exit(1 if bad else INCOMPLETE if interrupted else 0)


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


def _reports(source: Source, depth: Depth, seed: int | None) -> Iterator[Report]:
    """What is asked for, verified, and what --deep adds."""
    from nqsat.evidence import DEEP, USUAL, verify

    if depth.random is None:
        for name, parameters, model in _cases(source):
            _progress(f"{name} {_text(parameters)}")
            effort = DEEP if depth.deep else USUAL
            yield verify(model, family=name, params=parameters, effort=effort)
            if depth.deep and not source.nothing:
                yield from _random(NEAR, seed or 0, f"near {name}", model)
    if depth.random is not None or (depth.deep and source.nothing):
        yield from _random(depth.random or FAR, seed or 0, "random")


def _random(number: int, seed: int, name: str, like: Model | None = None) -> Iterator[Report]:
    """Random models verified; one on which witnesses differ is followed by the smallest like it."""
    from dataclasses import replace

    from nqsat.evidence import Result, smallest, verify_random

    for report in verify_random(number, seed, like=like):
        _progress(f"{name} {_text(report.params)} of {number}")
        yield replace(report, family=name)
        if report.result is Result.DIFFER:
            _progress(f"{name} {_text(report.params)}: looking for a smaller one")
            small = smallest(report)
            title = f"{SMALLEST} {name}"
            yield replace(small, family=title, params={**small.params, **_saved(small)})


def _saved(report: Report) -> dict[str, str]:
    """The name of a JSON file in this folder with the model of a report, where that is possible."""
    from nqsat.modelling import dumps

    name = f"differs-{report.params['seed']}-{report.params['index']}.json"
    try:
        _write(name, dumps(report.model))
    except InvalidModel:  # a rule of the user's own, or a folder where nobody may write
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
            yield one.name, parameters, one(**parameters)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


# -- the report --------------------------------------------------------------------------


def _print(reports: list[Report], *, details: bool, seed: int | None) -> None:
    from nqsat.evidence import Result
    from nqsat.reporting import draw, table

    shown = [
        report
        for report in reports
        if "index" not in report.params or report.result is not Result.AGREE
    ]
    columns = (
        "model", "parameters", "reference", "sat", "cpsat", "counted", "published", "checks", "result",
    )  # fmt: skip
    if shown:
        print(table(None, columns, map(_row, shown), colour=sys.stdout.isatty()))
    for report in reports:
        head = f"{report.family} {_text(report.params)}".strip()
        for check in report.checks if details else _differing(report):
            print(f"{head}: {check.result.value}: {check.name}: {check.detail}")
            if check.witness is not None:
                print(draw(report.model.board, check.witness, colour=sys.stdout.isatty()))
        if report.result is Result.UNKNOWN and not details:
            print(f"{head}: unknown: {report.summary}")
        if report.family.startswith(SMALLEST):
            print(f"{head}: {report.model!r}")
        if "file" in report.params:
            name = report.params["file"]
            print(f"written to {name}: nqsat verify {name} --deep")
    if not details:
        _print_reasons(reports)
    print("; ".join(_totals(reports, seed)))


def _differing(report: Report) -> list[Check]:
    """What differs, one check of each name: under every encoding it is the same again."""
    from nqsat.evidence import Result

    found: dict[str, Check] = {}
    for check in report.checks:
        if check.result is Result.DIFFER:
            found.setdefault(check.name, check)
    return list(found.values())


def _print_reasons(reports: list[Report]) -> None:
    """Why comparisons were not made, the commonest reasons first."""
    reasons = Counter(f"{check.name}: {check.detail}" for check in _not_made(reports))
    for reason, times in reasons.most_common(REASONS):
        print(f"not made: {reason}" + (f" ({times} times)" if times > 1 else ""))
    rest = sum(times for _, times in reasons.most_common()[REASONS:])
    if rest:
        print(f"not made: {rest} more; --details has all of them")


def _not_made(reports: Sequence[Report]) -> list[Check]:
    from nqsat.evidence import Result

    return [c for report in reports for c in report.checks if c.result is Result.UNKNOWN]


def _totals(reports: list[Report], seed: int | None) -> Iterator[str]:
    """All of it in a few words."""
    from nqsat.evidence import Result

    of = Counter(report.result for report in reports)
    skipped = len(_not_made(reports))
    compared = sum(len(report.checks) for report in reports) - skipped
    yield (
        f"{len(reports)} models, {compared} comparisons, "
        f"{of[Result.DIFFER]} models with a disagreement"
    )
    yield f"{of[Result.AGREE]} agree on independent grounds, {of[Result.UNKNOWN]} unknown"
    yield f"{skipped} comparisons not made"
    seconds = sum(report.seconds for report in reports)
    if seed is not None:
        yield f"seed {seed}"
        yield f"{len(reports) / max(seconds, 1e-9):.1f} models a second"
    yield f"{seconds:.1f} s"


def _row(report: Report) -> tuple[str, ...]:
    from nqsat.evidence import Result

    counts = {title.partition("/")[0]: str(value) for title, value in report.counts.items()}
    listing = ("backtrack", "sat", "cpsat")
    counted = [value for name, value in counts.items() if name not in listing]
    made = [check for check in report.checks if check.result is not Result.UNKNOWN]
    published = [check for check in report.checks if check.name == "published"]
    agreeing = sum(check.result is Result.AGREE for check in made)
    return (
        report.family,
        _text(report.params),
        *(counts.get(name, "–") for name in listing),
        " / ".join(dict.fromkeys(counted)) or "–",
        published[0].detail.partition(":")[0] if published else "–",
        f"{agreeing}/{len(made)}",
        report.result.value,
    )


def _as_json(report: Report) -> dict[str, object]:
    return {
        "model": report.family,
        "params": dict(report.params),
        "counts": {engine: str(value) for engine, value in report.counts.items()},
        "result": report.result.value,
        "summary": report.summary,
        "grounds": [ground.value for ground in report.grounds],
        "interrupted": report.interrupted,
        "checks": [
            {
                "name": check.name,
                "result": check.result.value,
                "sides": list(check.sides),
                "independent": check.independent,
                "detail": check.detail,
            }
            for check in report.checks
        ],
        "seconds": round(report.seconds, 3),
    }


def _text(parameters: Any) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items())


# -- the page ----------------------------------------------------------------------------

#: Of more models than this no board is drawn, or the page would be too large.
DRAWN = 50


def _page(reports: list[Report], *, interrupted: bool) -> str:
    from nqsat.engines.versions import version_of
    from nqsat.evidence import Ground
    from nqsat.reporting import report_page

    lines = [
        "; ".join(_totals(reports, None)) + ".",
        "A result is “agree” only where sides agree that rest on different grounds; it is “unknown” "
        "where nothing independent was compared. What was not compared says why.",
        f"Made by nqsat {version_of('nqsat') or ''}: nqsat {' '.join(sys.argv[1:])}",
    ]
    if interrupted:
        lines.insert(0, "It was interrupted: this is what had been established by then.")
    legend = {ground.value: ground.words for ground in Ground}
    drawn = len(reports) <= DRAWN
    sections = [_section(report, drawn=drawn) for report in reports]
    return report_page("Verification", lines, legend, sections)


def _section(report: Report, *, drawn: bool) -> Section:
    from nqsat.reporting import svg
    from nqsat.reporting.report_page import Section

    return Section(
        title=f"{report.family} {_text(report.params)}".strip(),
        declaration=repr(report.model),
        result=report.result.value,
        summary=report.summary,
        counts={engine: f"{value:,}" for engine, value in report.counts.items()},
        comparisons=[_comparison(report, check) for check in report.checks],
        seconds=report.seconds,
        picture=svg(report.model.board, size=22) if drawn else "",
    )


def _comparison(report: Report, check: Check) -> Comparison:
    from nqsat.reporting import svg
    from nqsat.reporting.report_page import Comparison

    picture = svg(report.model.board, check.witness, size=28) if check.witness is not None else ""
    result = check.result.value
    return Comparison(check.name, result, check.sides, check.independent, check.detail, picture)


def _write(name: str, text: str | None) -> None:
    """Write a file; without a text only see that it could be written, and leave what is there."""
    try:
        with Path(name).open("a" if text is None else "w", encoding="utf-8") as file:
            file.write(text or "")
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise InvalidModel(name, f"{reason}; choose another file or folder") from None
