"""A verification as one page of HTML: nothing to load, no script, light or dark as the reader likes.

It is made of words and pictures only; what they mean was found elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

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


class Comparison(NamedTuple):
    """One comparison, in words.

    Args:
        name: what was compared.
        result: ``agree``, ``differ`` or ``unknown``.
        sides: who with whom; nothing where nothing was compared.
        independent: whether the sides share nothing that could be wrong with both.
        detail: in one line.
        picture: an SVG of the solution on which they differ, or nothing.
    """

    name: str
    result: str
    sides: tuple[str, ...]
    independent: bool
    detail: str
    picture: str = ""


class Section(NamedTuple):
    """One model.

    Args:
        title: its name and parameters.
        declaration: the model, as one would write it.
        result: as of a comparison.
        summary: what the result rests on.
        counts: by engine, how many solutions.
        comparisons: all of them, also those that were not made.
        seconds: how long they took.
        picture: an SVG of the board, or nothing.
    """

    title: str
    declaration: str
    result: str
    summary: str
    counts: Mapping[str, str]
    comparisons: Sequence[Comparison]
    seconds: float
    picture: str = ""


def report_page(
    title: str, lines: Iterable[str], legend: Mapping[str, str], sections: Sequence[Section]
) -> str:
    """The page.

    Args:
        title: of the page.
        lines: what stands at its head, one paragraph each.
        legend: words that the page uses, and what they mean.
        sections: the models, in order.
    """
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{_text(title)}</h1>",
        *(f"<p>{_text(line)}</p>" for line in lines),
        _legend(legend),
        "<h2>Models</h2>",
        _overview(sections),
        "<h2>Comparisons</h2>",
        *(_section(place, section) for place, section in enumerate(sections)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _text(text: str) -> str:
    """Text as HTML; what no page can hold is shown by its name."""
    shown = "".join(x if x.isprintable() or x == "\n" else ascii(x)[1:-1] for x in text)
    return escape(shown)


def _legend(legend: Mapping[str, str]) -> str:
    entries = (f"<dt>{_text(word)}</dt><dd>{_text(means)}</dd>" for word, means in legend.items())
    return f'<dl class="soft">{"".join(entries)}</dl>' if legend else ""


def _overview(sections: Sequence[Section]) -> str:
    rows = (
        f'<tr><td><a href="#m{place}">{_text(section.title)}</a></td>'
        f'<td class="number">{_text(_agreed(section.counts))}</td>'
        f"<td>{_text(_made(section))}</td>"
        f'<td class="{_text(section.result)}">{_text(section.result)}</td>'
        f"<td>{_text(section.summary)}</td></tr>"
        for place, section in enumerate(sections)
    )
    return _table(("model", "solutions", "comparisons", "result", "which rests on"), rows)


def _agreed(counts: Mapping[str, str]) -> str:
    """The number of solutions, or all that were said."""
    return " / ".join(dict.fromkeys(counts.values())) or "–"


def _made(section: Section) -> str:
    made = [one for one in section.comparisons if one.result != "unknown"]
    agreeing = sum(one.result == "agree" for one in made)
    rest = len(section.comparisons) - len(made)
    return f"{agreeing} of {len(made)} agree" + (f", {rest} not made" if rest else "")


def _section(place: int, section: Section) -> str:
    rows = (_row(comparison) for comparison in section.comparisons)
    counts = ", ".join(f"{engine} {value}" for engine, value in section.counts.items())
    opened = " open" if section.result == "differ" else ""
    return "\n".join(
        [
            f'<details id="m{place}"{opened}><summary>{_text(section.title)}: '
            f'<strong class="{_text(section.result)}">{_text(section.result)}</strong> '
            f'<span class="soft">{_text(section.summary)}; {section.seconds:.2f} s</span></summary>',
            f"<pre>{_text(section.declaration)}</pre>",
            section.picture,
            f"<p>How many solutions: {_text(counts or 'nobody counted them')}.</p>",
            _table(("check", "what with what", "result", "independent", "detail"), rows),
            "</details>",
        ]
    )


def _row(comparison: Comparison) -> str:
    compared = comparison.result != "unknown"
    independent = ("yes" if comparison.independent else "no") if compared else "–"
    sides = " = ".join(comparison.sides) if compared else "not made"
    if comparison.result == "differ":
        sides = " ≠ ".join(comparison.sides)
    return (
        f"<tr><td>{_text(comparison.name)}</td><td>{_text(sides)}</td>"
        f'<td class="{_text(comparison.result)}">{_text(comparison.result)}</td>'
        f'<td>{independent}</td><td class="detail">{_text(comparison.detail)}'
        f"{comparison.picture}</td></tr>"
    )


def _table(columns: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{_text(column)}</th>" for column in columns)
    body = "\n".join(rows)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
