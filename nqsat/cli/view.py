"""The command view: a model as a page on which the board answers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.question import AskedQuestion, asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import check_place, format_of

#: Options that a board alone cannot have.
_OF_MODELS = ("--verify", "--certificate", "--limit", "--engine", "--time-limit")

if TYPE_CHECKING:
    from nqsat.modelling import Model
    from nqsat.viewing.views import View


@command(
    "nqsat view queens 8",
    "nqsat view queens 8 --browser",
    "nqsat view --board torus:7x7 --piece Q=7 -o torus.html",
    "nqsat view --board 6x6 --tour N -o knight.html",
    "nqsat view --board 8x8",
)
def view_command(options: Options) -> None:
    """Write a web page: place pieces and see how many solutions remain.

    The page is one file, by default named after the model, as queens-8.html. Any browser opens it, and it
    loads nothing from the network. It holds at most --limit solutions: by default all of up to 100,000,
    else 500 examples. With --board alone it is a board editor: draw holes, walls, given squares and pieces,
    and copy the command that counts them.
    """
    source = Source(options).named
    options = source.options
    format_of(options.place, nqsat.reporting.endings("html"), default="html")
    if source.only_a_board:
        options.refuse("needs a model; add --piece, as in --piece Q=8", *_OF_MODELS)
        _edit(options)
        return
    seconds = options.time_limit
    exact = None if seconds == inf else seconds  # inf: to the end, on all cores
    limits: dict[str, Any] = {} if seconds is None else {"time_limit": exact}
    asked = asked_question(source, "enumerate")
    if asked.question.modulo != "none":
        raise InvalidModel("modulo", "a page shows every solution; name the model alone")
    words = [str(value) for value in asked.parameters.values()]
    called = [] if asked.name == "in place" else [asked.name]
    place = options.place or Path(_slug([*called, *words]) + ".html")
    check_place(place)
    family = source.family if options.model and not source.sequence and not options.show else None
    if family and str(family(**asked.parameters)) != str(asked.question.restricted):
        family = (
            None  # it says only a part of this model, whose rules may be functions, never equal
        )
    from nqsat.reporting.statements import statements_of
    from nqsat.viewing.panels import panel_options
    from nqsat.viewing.python_line import call_of
    from nqsat.viewing.titles import title_of

    restricted = asked.question.restricted
    name = family.name if family and not family.name.endswith(".json") else ""
    title = "" if options.show else title_of(restricted, name, asked.parameters)

    with nqsat.reporting.progress(not options.quiet) as watch:
        made = nqsat.view(
            restricted,
            engine=asked.engine,
            limit=options.limit,
            **limits,
            **{name: options.value(name) for name in panel_options()},
            title=options.title or title,
            statement=statements_of(family, asked.parameters) if family else None,
            python=call_of(family, asked.parameters) if family else None,
            command=shlex.join(["nqsat", "count", *_command_words(source, asked)]),
            verify=options.verify,
            certificate=options.certificate,
            watch=watch,
            stage=watch.stage,
        )
    _write_page(made, place, options)


def _write_page(made: View, place: Path, options: Options) -> None:
    """Report what the saved page leaves out, and its path if the user did not name it."""
    made.save(place)
    for left in made.left:
        options.note(left)
    options.note(f"{place}: {len(made.html.encode()):,} bytes")
    if options.place is None:
        print(place, flush=True)
    from nqsat.engines.stream import IN_LINE

    if options.browser and not IN_LINE:  # else this is a browser, in which the playground shows it
        import webbrowser

        if not webbrowser.open(place.resolve().as_uri()):
            options.note(f"{place}: no browser was found here; open the file yourself")


def _edit(options: Options) -> None:
    """Write the page of a board without pieces, on which they are drawn."""
    from nqsat.viewing.editor import board_editor

    place = options.place or Path(_slug([str(options.board)]) + ".html")
    check_place(place)
    made = board_editor(nqsat.Board.of(options.board), title=options.title)
    _write_page(made, place, options)


def _command_words(source: Source, asked: AskedQuestion) -> list[str]:
    """The words of ``nqsat count`` that make the model of the page; rules and presets can follow."""
    words = source.words(asked.parameters)
    for word in source.options.show or ():
        words += ["--show", word]
    model, fixed_by = asked.question.model, asked.question.fixed_by
    model = model.of if isinstance(model, nqsat.compiling.Projection) else cast("Model", model)
    is_placement = model.is_placement
    if (
        is_placement
        and source.options.board is not None
        and not source.options.rule
        and (model.objective or fixed_by)
    ):
        words += ["--rule", "non-attacking"]  # which further rules would replace
    if fixed_by is None:
        return words
    return (
        [*words, "--rule", f"invariant={fixed_by}"]
        if is_placement
        else [*words, "--fixed-by", fixed_by]
    )


def _slug(words: Iterable[str]) -> str:
    """The name of a file that says which model it is about: ``queens-8``."""
    return re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words)).strip("-")[:80] or "page"
