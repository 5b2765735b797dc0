"""The command view: a model as a page on which the board answers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import nqsat
from nqsat.cli.commands import command, option
from nqsat.cli.options import SearchOptions
from nqsat.cli.question import AskedQuestion, asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import check_place, format_of

#: Characters of a value in a page's title; a map of regions has more.
LONGEST_IN_TITLE = 20

if TYPE_CHECKING:
    from nqsat.modelling import Model
    from nqsat.viewing.view import View


@command(
    "nqsat view queens 8",
    "nqsat view queens 8 --open",
    "nqsat view --board torus:7x7 --piece Q=7 -o torus.html",
    "nqsat view --board 6x6 --tour N -o knight.html",
    "nqsat view --board 8x8",
)
def view_command(
    source: Source,
    search: SearchOptions,
    *,
    output: Path | None = option(
        "Write this file; its path is printed if it has no name of yours.",
        "-o",
        "--output",
        metavar="FILE",
        show_default="as in queens-8.html",
    ),
    count: bool = option(
        "Count to the end, on all cores; by default the count stops after 10 s.",
        "--count",
        default=False,
    ),
    browser: bool = option(
        "Open the page in a browser; so does --open where there is no --tour.",
        "--browser",
        default=False,
    ),
    limit: int | None = option(
        "Put at most this many solutions into the page.",
        "--limit",
        show_default="100,000, or 500 of more",
    ),
    events: int = option(
        "Steps of each search that the page can replay; 0 for none.", "--events", default=2500
    ),
    verify: bool = option(
        "Compare engines, and show the result on the page.", "--verify", default=False
    ),
    certificate: Path | None = option(
        "Check the certificate, and show the result on the page.", "--certificate", metavar="DIR"
    ),
    title: str | None = option("Of the page.", "--title"),
) -> None:
    """Write a web page on which you can place pieces and see what remains.

    The page is one file. Any browser opens it, and it loads nothing from the network. With --board alone it
    is a board editor: draw holes, walls, given squares and pieces, and copy the command that counts them.
    """
    format_of(output, ("html",), default="html")
    if source.open and source.tour is None:
        source, browser = replace(source, open=False), True
    source.refuse_clauses()
    if verify and certificate is not None:
        raise InvalidModel("--verify", "does not go with --certificate; the page tells of one")
    if count and search.time_limit is not None:
        raise InvalidModel("--count", "counts to the end; leave out --time-limit")
    limits: dict[str, Any] = (
        {} if search.time_limit is None and not count else {"time_limit": search.time_limit}
    )
    if source.only_a_board:
        refused = {
            "--verify": verify,
            "--certificate": certificate,
            "--count": count,
            "--limit": limit,
        }
        _edit(source, search, refused, output, title, browser=browser)
        return
    asked = asked_question(source, search, "enumerate")
    if asked.question.modulo != "none":
        raise InvalidModel("modulo", "a page shows every solution; name the model alone")
    words = [str(value) for value in asked.parameters.values()]
    called = [] if asked.name == "in place" else [asked.name]
    place = output or Path(_slug([*called, *words]) + ".html")
    check_place(place)
    short = {name: x for name, x in source.parameters.items() if len(str(x)) <= LONGEST_IN_TITLE}
    given = [f"{name}={value}" for name, value in short.items()]
    name = " ".join([source.model, *given]) if source.model else None
    family = source.family if source.model and not source.sequence else None
    if family and family(**asked.parameters) != asked.question.restricted:
        family = None  # it says only a part of this model
    from nqsat.viewing.python_line import call_of

    with nqsat.reporting.progress(not search.quiet) as watch:
        made = nqsat.view(
            asked.question.restricted,
            engine=asked.engine,
            limit=limit,
            **limits,
            events=events,
            title=title or name,
            statement=nqsat.modelling.statement_of(family, asked.parameters) if family else None,
            python=call_of(family, asked.parameters) if family else None,
            command=shlex.join(["nqsat", "count", *_command_words(source, asked)]),
            verify=verify,
            certificate=certificate,
            watch=watch,
            stage=watch.stage,
        )
    _write_page(made, place, search, named=output is not None, browser=browser)


def _write_page(
    made: View, place: Path, search: SearchOptions, *, named: bool, browser: bool
) -> None:
    """The file is saved; what it leaves out is said, and its path if it has no name of the user's."""
    made.save(place)
    for left in made.left:
        search.note(left)
    search.note(f"{place}: {len(made.html.encode()):,} bytes")
    if not named:
        print(place, flush=True)
    if browser:
        import webbrowser

        if not webbrowser.open(place.resolve().as_uri()):
            search.note(f"{place}: no browser was found here; open the file yourself")


def _edit(
    source: Source,
    search: SearchOptions,
    refused: Mapping[str, object],
    output: Path | None,
    title: str | None,
    *,
    browser: bool,
) -> None:
    """Write the page of a board without pieces, on which they are drawn."""
    searched = {f"--{name.replace('_', '-')}": value for name, value in search.asked().items()}
    for name, value in {**refused, **searched}.items():
        if not (value is None or value is False):
            raise InvalidModel(name, "needs a model; add --piece, as in --piece Q=8")
    from nqsat.viewing.editor import board_editor

    place = output or Path(_slug([str(source.board)]) + ".html")
    check_place(place)
    made = board_editor(nqsat.Board.of(source.board), title=title)
    _write_page(made, place, search, named=output is not None, browser=browser)


def _command_words(source: Source, asked: AskedQuestion) -> list[str]:
    """The words of ``nqsat count`` that make the model of the page; rules and presets can follow."""
    words: list[str] = [*cast("Any", source.words_and_digests(asked.parameters)["arguments"])]
    model, fixed_by = cast("Model", asked.question.model), asked.question.fixed_by
    of_men = model.of_men
    if of_men and source.board is not None and not source.rule and (model.objective or fixed_by):
        words += ["--rule", "non-attacking"]  # which further rules would replace
    if fixed_by is None:
        return words
    return (
        [*words, "--rule", f"invariant={fixed_by}"] if of_men else [*words, "--fixed-by", fixed_by]
    )


def _slug(words: Iterable[str]) -> str:
    """The name of a file that says which model it is about: ``queens-8``."""
    return re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words)).strip("-")[:80] or "page"
