"""A verification as one page of HTML: nothing to load, no script, light or dark as the reader likes.

It is made of words and pictures only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli.reports import totals
from nqsat.reporting.page import shown

if TYPE_CHECKING:
    from nqsat.chess import Board
    from nqsat.evidence import Check, Report

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #ffffff; --soft: #6a6a70; --line: #d9d9de;
  --field: #f5f5f7; --agree: #1a7f37; --differ: #b3261e; --unknown: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --paper: #17181a; --soft: #9d9da6;
  --line: #3a3b40; --field: #222327; --agree: #5fce81; --differ: #ff8a80; --unknown: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 50rem; }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0;
  border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.number { text-align: right; white-space: nowrap; }
td.detail { overflow-wrap: anywhere; min-width: 18rem; }
.agree { color: var(--agree); } .differ { color: var(--differ); } .unknown { color: var(--unknown); }
td.agree, td.differ, td.unknown { font-weight: 600; white-space: nowrap; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: 0 .8rem; }
summary { cursor: pointer; padding: .5rem 0; }
details[open] { padding-bottom: .8rem; }
pre { background: var(--field); padding: .6rem .8rem; border-radius: .4rem; overflow-x: auto; }
svg { display: block; max-width: 100%; height: auto; margin: .5rem 0; }
a { color: inherit; }
dt { font-weight: 600; float: left; clear: left; min-width: 7rem; }
dd { margin: 0 0 .2rem 7rem; }
"""


#: Of more models than this no board is drawn, or the page would be too large.
DRAWN = 50


def page(reports: list[Report], *, stopped: str) -> str:
    """All comparisons as one page of HTML; ``stopped`` says why they are not finished, if so."""
    from nqsat.engines.machine import version_of
    from nqsat.evidence import Ground

    lines = [
        "; ".join(totals(reports, None)) + ".",
        "A result is “agree” only where sides agree that rest on different grounds; it is “unknown” "
        "where nothing independent was compared. What was not compared says why.",
        f"Made by nqsat {version_of('nqsat') or ''}: nqsat {' '.join(sys.argv[1:])}",
    ]
    if stopped:
        unfinished = "this is what had been established by then."
        lines.insert(0, f"It was not finished ({stopped}): {unfinished}")
    words = (f"<dt>{shown(one.value)}</dt><dd>{shown(one.words)}</dd>" for one in Ground)
    drawn = len(reports) <= DRAWN
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Verification</title><style>{_STYLE}</style></head><body>",
        "<h1>Verification</h1>",
        *(f"<p>{shown(line)}</p>" for line in lines),
        f'<dl class="soft">{"".join(words)}</dl>',
        "<h2>Models</h2>",
        _overview(reports),
        "<h2>Comparisons</h2>",
        *(_section(place, report, drawn=drawn) for place, report in enumerate(reports)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _overview(reports: Sequence[Report]) -> str:
    rows = (
        f'<tr><td><a href="#m{place}">{shown(report.title)}</a></td>'
        f'<td class="number">{_agreed(report.counts)}</td>'
        f"<td>{_made(report)}</td>"
        f'<td class="{report.result.value}">{report.result.value}</td>'
        f"<td>{shown(report.summary)}</td></tr>"
        for place, report in enumerate(reports)
    )
    return _table(("model", "solutions", "comparisons", "result", "which rests on"), rows)


def _agreed(counts: Mapping[str, int]) -> str:
    """The number of solutions, or all that were said."""
    return " / ".join(dict.fromkeys(f"{value:,}" for value in counts.values())) or "–"


def _made(report: Report) -> str:
    made = [check for check in report.checks if check.result.value != "unknown"]
    agreeing = sum(check.result.value == "agree" for check in made)
    rest = len(report.checks) - len(made)
    return f"{agreeing} of {len(made)} agree" + (f", {rest} not made" if rest else "")


def _section(place: int, report: Report, *, drawn: bool) -> str:
    board, result = report.model.board, report.result.value
    rows = (_row(board, check) for check in report.checks)
    counts = ", ".join(f"{engine} {value:,}" for engine, value in report.counts.items())
    opened = " open" if result == "differ" else ""
    return "\n".join(
        [
            f'<details id="m{place}"{opened}><summary>{shown(report.title)}: '
            f'<strong class="{result}">{result}</strong> '
            f'<span class="soft">{shown(report.summary)}; {report.seconds:.2f} s</span></summary>',
            f"<pre>{shown(repr(report.model))}</pre>",
            nqsat.reporting.svg(board, size=22) if drawn else "",
            f"<p>How many solutions: {shown(counts or 'nobody counted them')}.</p>",
            _table(("check", "what with what", "result", "independent", "detail"), rows),
            "</details>",
        ]
    )


def _row(board: Board, check: Check) -> str:
    result = check.result.value
    compared = result != "unknown"
    independent = ("yes" if check.independent else "no") if compared else "–"
    sides = (" ≠ " if result == "differ" else " = ").join(check.sides) if compared else "not made"
    picture = (
        nqsat.reporting.svg(board, check.witness, size=28) if check.witness is not None else ""
    )
    return (
        f"<tr><td>{shown(check.name)}</td><td>{shown(sides)}</td>"
        f'<td class="{result}">{result}</td>'
        f'<td>{independent}</td><td class="detail">{shown(check.detail)}{picture}</td></tr>'
    )


def _table(columns: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{shown(column)}</th>" for column in columns)
    body = "\n".join(rows)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
