"""The commands that check: verify."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nqsat.cli.options import INCOMPLETE, Source, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.evidence import Report
    from nqsat.modelling import Model

__all__ = ["verify_command"]


@command(
    "nqsat verify queens",
    "nqsat verify queens -p n=1..8",
    "nqsat verify --board torus:4x4 --piece NN=any",
    "nqsat verify",
)
def verify_command(
    source: Source,
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a model.")] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Every comparison, one line each.")
    ] = False,
) -> None:
    """Compare engines as sets, invariants, published counts.

    Without MODEL: the whole catalogue at its default ranges. Exit code 1 if anything differs.
    """
    from nqsat.evidence import Result, verify
    from nqsat.reporting import json_line

    reports: list[Report] = []
    interrupted = False
    try:
        for name, parameters, model in _cases(source):
            if sys.stderr.isatty():
                print(f"\r\x1b[K{name} {_text(parameters)}", end="", file=sys.stderr, flush=True)
            report = verify(model, family=name, params=parameters)
            reports.append(report)
            if json:
                print(json_line(_as_json(report)), flush=True)
    except KeyboardInterrupt:
        interrupted = True  # what was established stays established
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    if not json:
        _print(reports, details=details)
    if any(report.result is Result.DIFFER for report in reports):
        raise typer.Exit(1)
    if interrupted:
        print("nqsat: interrupted", file=sys.stderr)
    raise typer.Exit(INCOMPLETE if interrupted else 0)


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


def _print(reports: list[Report], *, details: bool) -> None:
    from nqsat.evidence import Result
    from nqsat.reporting import draw, table

    rows = [_row(report) for report in reports]
    columns = ("model", "parameters", "reference", "sat", "cpsat", "published", "checks", "result")
    print(table(None, columns, rows, colour=sys.stdout.isatty()))
    for report in reports:
        for check in report.checks:
            if check.result is Result.DIFFER or details:
                head = f"{report.family} {_text(report.params)}".strip()
                print(f"{head}: {check.result.value}: {check.name}: {check.detail}")
                if check.witness is not None:
                    print(draw(report.model.board, check.witness, colour=sys.stdout.isatty()))
    compared = sum(c.result is not Result.UNKNOWN for r in reports for c in r.checks)
    skipped = sum(c.result is Result.UNKNOWN for r in reports for c in r.checks)
    bad = sum(report.result is Result.DIFFER for report in reports)
    seconds = sum(report.seconds for report in reports)
    print(
        f"{len(reports)} models, {compared} comparisons, {bad} models with a disagreement; "
        f"{skipped} comparisons not made (--details says why); {seconds:.1f} s"
    )


def _row(report: Report) -> tuple[str, ...]:
    from nqsat.evidence import Result

    counts = {title.partition("/")[0]: str(value) for title, value in report.counts.items()}
    made = [check for check in report.checks if check.result is not Result.UNKNOWN]
    published = [check for check in report.checks if check.name == "published"]
    agreeing = sum(check.result is Result.AGREE for check in made)
    return (
        report.family,
        _text(report.params),
        *(counts.get(name, "–") for name in ("backtrack", "sat", "cpsat")),
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
        "checks": [
            {"name": check.name, "result": check.result.value, "detail": check.detail}
            for check in report.checks
        ],
        "seconds": round(report.seconds, 3),
    }


def _text(parameters: Any) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items())
