"""How the reports of ``verify`` are shown: a table with its notes, JSON; the page is in ``page``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import nqsat
from nqsat.files import print_drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.evidence import Check, Report

#: How the report of a model begins that was made smaller.
SMALLEST = "smallest like"

#: So many reasons for comparisons that were not made are shown without ``--details``.
REASONS = 4


def print_reports(reports: list[Report], *, details: bool, quiet: bool, seed: int | None) -> None:
    """The table, what differs, and why comparisons were not made."""
    screen = nqsat.reporting.screen()
    shown = [
        report
        for report in reports
        if "index" not in report.params or report.result.value != "agree"
    ]
    columns = (
        "model", "parameters", "reference", "sat", "cpsat", "counted", "published", "checks", "result",
    )  # fmt: skip
    if shown:
        print_drawn(nqsat.reporting.table(None, columns, map(_row, shown), **screen))
    for report in reports:
        head = report.title
        for check in report.checks if details else _differing(report):
            print(f"{head}: {check}")
            if check.witness is not None:
                print_drawn(nqsat.reporting.draw(report.model.board, check.witness, **screen))
        if report.family.startswith(SMALLEST):
            print(f"{head}: {report.model!r}")
        if "file" in report.params:
            name = report.params["file"]
            print(f"written to {name}: nqsat verify {name} --deep")
    if not details and not quiet:
        _print_reasons(reports)
    print("; ".join(totals(reports, seed)))


def _differing(report: Report) -> list[Check]:
    """What differs, one check of each name: under every encoding it is the same again."""
    found: dict[str, Check] = {}
    for check in report.checks:
        if check.result.value == "differ":
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
    return [c for report in reports for c in report.checks if c.result.value == "unknown"]


def totals(reports: list[Report], seed: int | None) -> Iterator[str]:
    """All of it in a few words."""
    of, plural = Counter(report.result.value for report in reports), nqsat.modelling.plural
    skipped = len(_not_made(reports))
    compared = sum(len(report.checks) for report in reports) - skipped
    parts = (len(reports), "models"), (compared, "comparisons"), (of["differ"], "models")
    yield f"{', '.join(f'{number} {plural(number, word)}' for number, word in parts)} with a disagreement"
    yield f"{of['agree']} agree on independent grounds, {of['unknown']} unknown"
    yield f"{skipped} {plural(skipped, 'comparisons')} not made"
    seconds = sum(report.seconds for report in reports)
    if seed is not None:
        yield f"seed {seed}"
        yield f"{len(reports) / max(seconds, 1e-9):.1f} models a second"
    yield f"{seconds:.1f} s"


def _row(report: Report) -> tuple[str, ...]:
    counts = {title.partition("/")[0]: str(value) for title, value in report.counts.items()}
    listing = ("backtrack", "sat", "cpsat")
    counted = [value for name, value in counts.items() if name not in listing]
    made = [check for check in report.checks if check.result.value != "unknown"]
    published = [check for check in report.checks if check.name == "published"]
    agreeing = sum(check.result.value == "agree" for check in made)
    return (
        report.family,
        nqsat.modelling.text_of(report.params),
        *(counts.get(name, "–") for name in listing),
        " / ".join(dict.fromkeys(counted)) or "–",
        published[0].detail.partition(":")[0] if published else "–",
        f"{agreeing}/{len(made)}",
        report.summary if report.result.value == "unknown" else report.result.value,
    )


def as_json(report: Report) -> dict[str, object]:
    """What a report says; counts as texts."""
    return {
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
