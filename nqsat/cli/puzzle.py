"""The command that makes puzzles: puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from nqsat.cli.ask import AsJson
from nqsat.cli.commands import Quiet, command
from nqsat.cli.names import completed
from nqsat.cli.options import Output
from nqsat.cli.source import Source

if TYPE_CHECKING:
    from nqsat.puzzles import Puzzle


@command(
    "nqsat puzzle queens -p n=8 --seed 7",
    "nqsat puzzle queens -p n=12 --symmetric rot180 --givens 4",
    "nqsat puzzle star-battle -p regions=10x10 -p stars=2 --seed 1",
    "nqsat puzzle --board 6x6 --tour K --open --seed 3",
    "nqsat puzzle queens-puzzle -p regions=8x8 --json > puzzle.json; nqsat solve puzzle.json",
)
def puzzle_command(
    source: Source,
    *,
    seed: Annotated[int | None, typer.Option(help="Which puzzle; it is printed.")] = None,
    givens: Annotated[
        int | None, typer.Option(help="Exactly so many.", show_default="what it comes to")
    ] = None,
    symmetric: Annotated[
        str | None,
        typer.Option(
            metavar="SYMMETRY",
            help="The squares that are given go to one another, as under rot180.",
            autocompletion=completed("symmetries"),
        ),
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Print the solution too.")] = False,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Give up then.")
    ] = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """A puzzle with one solution: men, or the numbers of a tour, none of which can be left out.

    Of a model with a map of regions that is empty (regions=8x8) the regions are drawn instead. How hard it
    is, is said by the single steps that lead to the solution, and by the nodes of the reference's search.
    """
    import sys
    from secrets import randbelow

    from nqsat.puzzles import puzzle
    from nqsat.reporting import draw, json_line, progress, screen
    from nqsat.reporting.sheets import given_text

    name, parameters, model = source.one()
    seed = randbelow(1_000_000) if seed is None else seed
    with progress(not quiet) as watch:
        made = puzzle(
            model,
            seed=seed,
            givens=givens,
            symmetric=symmetric,
            time_limit=time_limit,
            watch=watch.say,
        )
    if json:
        print(json_line({"model": name, "params": parameters, **_as_json(made)}))
    else:
        print(given_text(made.model))
        if answer:
            print("\n" + draw(made.solution.board, made.solution, **screen()))
    if not quiet:
        print(f"{made.difficulty}; seed {seed}", file=sys.stderr)


def _as_json(made: Puzzle) -> dict[str, Any]:
    """The puzzle; its ``question`` is what ``nqsat solve`` reads and confirms."""
    from json import loads

    steps, difficulty = made.difficulty.steps, made.difficulty
    return {
        "question": made.question.to_json(),
        "givens": list(made.givens),
        "solution": loads("".join(Output(form="jsonl").drawn([made.solution], made.model))),
        "difficulty": difficulty.word,
        "steps": {
            "direct": steps.direct,
            "look ahead": steps.look_ahead,
            "chain": steps.chain,
            "open": steps.open,
        },
        "nodes": difficulty.nodes if difficulty.complete else f"more than {difficulty.nodes}",
        "seed": made.seed,
    }
