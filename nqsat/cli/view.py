"""The command view: a model as a page on which the board answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from nqsat.cli.commands import command
from nqsat.cli.options import Search, isolated
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.modelling import Model


@command(
    "nqsat view queens -p n=8 -o queens.html",
    "nqsat view --board torus:7x7 --piece Q=7 -o torus.html",
    "nqsat view --board 6x6 --tour N -o knight.html",
)
def view_command(
    source: Source,
    search: Search,
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="The file.", metavar="FILE")],
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            help="So many solutions travel in the page at most.",
            show_default="100,000, or 500 of more",
        ),
    ] = None,
    events: Annotated[
        int, typer.Option("--events", help="So many steps of each search can be watched; 0: none.")
    ] = 2500,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare engines, and tell it on the page.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", help="Check it, and tell it on the page.", metavar="DIR"),
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Of the page.")] = None,
) -> None:
    """Write one offline page on which the board answers: how many solutions remain, and why not.

    It is opened in any browser and loads nothing.
    """
    from nqsat.cli.ask import one
    from nqsat.counting.questions import restricted
    from nqsat.files import check_place
    from nqsat.reporting import progress
    from nqsat.viewing import view

    check_place(output)
    _, _, question = one(source, search, "enumerate")
    model: Model = restricted(_placed(question.model), question.fixed_by)
    name = " ".join([source.model or "", *(source.parameter or ())]).strip() or None
    engine = isolated(question.engine, question.options)
    with progress(not search.quiet):
        made = view(
            model,
            engine=engine,
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


def _placed(model: Any) -> Model:
    """The model; there is no board of a CNF.

    Raises:
        InvalidModel: it is one.
    """
    from nqsat.compiling import CnfProblem

    if isinstance(model, CnfProblem):
        raise InvalidModel("--dimacs", "has no board; name a model")
    return cast("Model", model)
