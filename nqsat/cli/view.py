"""The command view: a model as a page on which the board answers."""

from __future__ import annotations

from pathlib import Path

import nqsat
from nqsat.cli.commands import command, option
from nqsat.cli.options import Search
from nqsat.cli.question import one
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import check_place, format_of


@command(
    "nqsat view queens -p n=8 -o queens.html",
    "nqsat view --board torus:7x7 --piece Q=7 -o torus.html",
    "nqsat view --board 6x6 --tour N -o knight.html",
)
def view_command(
    source: Source,
    search: Search,
    *,
    output: Path = option("The file.", "-o", "--output", default=..., metavar="FILE"),
    limit: int | None = option(
        "So many solutions travel in the page at most.",
        "--limit",
        show_default="100,000, or 500 of more",
    ),
    events: int = option(
        "So many steps of each search can be watched; 0: none.", "--events", default=2500
    ),
    verify: bool = option("Compare engines, and tell it on the page.", "--verify", default=False),
    certificate: Path | None = option(
        "Check it, and tell it on the page.", "--certificate", metavar="DIR"
    ),
    title: str | None = option("Of the page.", "--title"),
) -> None:
    """Write one offline page on which the board answers: how many solutions remain, and why not.

    It is opened in any browser and loads nothing.
    """
    format_of(output, ("html",), default="html")
    check_place(output)
    source.refuse_clauses()
    if verify and certificate is not None:
        raise InvalidModel("--verify", "does not go with --certificate; the page tells of one")
    asked = one(source, search, "enumerate")
    name = " ".join([source.model or "", *(source.parameter or ())]).strip() or None
    with nqsat.reporting.progress(not search.quiet):
        made = nqsat.viewing.view(
            asked.question.restricted,
            engine=asked.engine,
            limit=limit,
            time_limit=search.time_limit,
            events=events,
            title=title or name,
            verify=verify,
            certificate=certificate,
        )
    made.save(output)
    for left in made.left:
        search.note(left)
    search.note(f"{output}: {len(made.html.encode()):,} bytes")
