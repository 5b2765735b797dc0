"""A verification for people: a table with its notes, or a section of a page, which needs no script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from nqsat.chess import Board
from nqsat.evidence import Check, Report
from nqsat.files import escaped as safe
from nqsat.modelling import plural, text_of
from nqsat.reporting.page import shown
from nqsat.reporting.pictures import svg
from nqsat.reporting.progress_display import screen, table_on_screen
from nqsat.reporting.text import draw

#: At most this many reasons for skipped comparisons are shown without ``details``.
REASONS = 4

_COLUMNS = ("model", "parameters", "count", "published", "agree")
_ALL_COLUMNS = (
    "model", "parameters", "reference", "sat", "cpsat", "counters", "published", "checks", "result",
)  # fmt: skip


def totals(reports: Sequence[Report]) -> str:
    """All of it in a few words."""
    of = Counter(report.result.value for report in reports)
    compared = sum(len(report.made) for report in reports)
    skipped = sum(len(report.checks) for report in reports) - compared
    seconds = sum(report.seconds for report in reports)
    words = [
        f"{len(reports)} {plural(len(reports), 'models')}: {of['agree']} agree on independent grounds, "
        f"{of['differ']} differ, {of['unknown']} unknown",
        f"{compared} {plural(compared, 'comparisons')}, {skipped} skipped",
        f"{seconds:.1f} s",
    ]
    return "; ".join(words)


# -- as text -----------------------------------------------------------------------------


def verification_lines(reports: Sequence[Report], *, verbose: bool) -> Iterator[str]:
    """The table and what differs, safe for a terminal."""
    if reports:
        columns, cells = (_ALL_COLUMNS, _all_cells) if verbose else (_COLUMNS, _cells)
        yield table_on_screen(columns, map(cells, reports))
    for report in reports:
        head = safe(report.title)
        for check in _differing_checks(report):
            yield f"{head}: {safe(str(check))}"
            if check.witness is not None:
                yield draw(report.model.board, check.witness, **screen())
        yield from (f"{head}: {safe(note)}" for note in report.notes)
    if verbose:
        yield from _skip_reasons(reports)
    yield totals(reports)


def _differing_checks(report: Report) -> list[Check]:
    """The differing checks, one of each name: every encoding repeats them."""
    first_of_name: dict[str, Check] = {}
    for check in report.checks:
        if check.result.value == "differ":
            first_of_name.setdefault(check.name, check)
    return list(first_of_name.values())


def _skip_reasons(reports: Sequence[Report]) -> Iterator[str]:
    """Why comparisons were skipped, the commonest reasons first."""
    skipped = (x for report in reports for x in report.checks if x.result.value == "unknown")
    reasons = Counter(f"{check.name}: {check.detail}" for check in skipped)
    for reason, times in reasons.most_common(REASONS):
        yield safe(f"skipped: {reason}" + (f" ({times} times)" if times > 1 else ""))
    rest = sum(times for _, times in reasons.most_common()[REASONS:])
    if rest:
        yield f"skipped: {rest} more; --json has all of them"


def _cells(report: Report) -> tuple[str, ...]:
    """The model, its count (all of them, where engines differ), and how many comparisons agree."""
    agree = f"{report.agreeing} of {len(report.made)}"
    return (
        report.family,
        text_of(report.params),
        " / ".join(dict.fromkeys(map(str, report.counts.values()))) or "–",
        _published_source(report),
        agree if report.result.value == "agree" else _verdict(report),
    )


def _published_source(report: Report) -> str:
    published = [check for check in report.checks if check.name == "published"]
    return published[0].detail.partition(":")[0] if published else "–"


def _verdict(report: Report) -> str:
    return report.basis if report.result.value == "unknown" else report.result.value


def _all_cells(report: Report) -> tuple[str, ...]:
    """As ``_cells``, with the counts of each engine."""
    counts = {title.partition("/")[0]: str(value) for title, value in report.counts.items()}
    listing = ("backtrack", "sat", "cpsat")
    counted = [value for name, value in counts.items() if name not in listing]
    return (
        report.family,
        text_of(report.params),
        *(counts.get(name, "–") for name in listing),
        " / ".join(dict.fromkeys(counted)) or "–",
        _published_source(report),
        f"{report.agreeing}/{len(report.made)}",
        _verdict(report),
    )


# -- as a section of a page ---------------------------------------------------------------------------


def verification_panel(report: Report) -> str:
    """All comparisons of one model as a section of its page."""
    heading = shown(f"Engines compared: {report.result.value}")
    return f'<section class="panel"><h2>{heading}</h2>{_comparisons(report)}</section>'


def _comparisons(report: Report) -> str:
    counts = ", ".join(f"{engine} {value:,}" for engine, value in report.counts.items())
    rows = "".join(_row(report.model.board, check) for check in report.checks)
    columns = ("check", "what with what", "result", "independent", "detail")
    head = "".join(f"<th>{column}</th>" for column in columns)
    return (
        f"<p>{shown(report.summary)}. How many solutions: {shown(counts or 'not counted')}.</p>"
        f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(board: Board, check: Check) -> str:
    name, sides, result, independent, detail = map(shown, check.cells)
    picture = svg(board, check.witness, size=28) if check.witness is not None else ""
    return (
        f'<tr><td>{name}</td><td>{sides}</td><td class="{result}">{result}</td>'
        f'<td>{independent}</td><td class="detail">{detail}{picture}</td></tr>'
    )
