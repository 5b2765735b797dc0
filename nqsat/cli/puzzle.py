"""The command that makes puzzles: puzzle."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli.commands import Quiet, command, option
from nqsat.cli.completion import completed
from nqsat.cli.options import PICTURES, AsJson, Picture, TimeLimitOption, made_as
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import check_place, format_of, print_drawn, writer

if TYPE_CHECKING:
    from nqsat.puzzles import Puzzle

#: The colours of sheets: pale squares can be written on.
PAPER = "print,light=#f4f4f4,path=#1f5fa8,end=#1f5fa8,mark=#f2b84b"


#: How star battles are written for other programs: functions of ``puzzles.puzzlink``.
_LINKED = {"puzzlink": "address", "pzprv3": "pzprv3"}


@dataclass(frozen=True)
class Making:
    """Which puzzle is made, and what is shown of it."""

    seed: int | None = option("Which puzzle; it is printed.")
    givens: int | None = option("Give exactly so many clues.", show_default="as many as are needed")
    symmetric: str | None = option(
        "Place the clues symmetrically, as under rot180.",
        metavar="SYMMETRY",
        autocompletion=completed("symmetries"),
    )
    hardest: str | None = option("No harder than easy, medium or hard.", metavar="GRADE")
    answer: bool = option("Print the solution too.", "--answer", default=False)
    time_limit: TimeLimitOption = None
    form: str = option(
        "puzzlink (an address of puzz.link) or pzprv3 (its file), for star battles.",
        "--format",
        default="",
        show_default="text",
    )
    output: Path | None = option(
        "Sheets to print, as .svg, .png (the answer in FILE-answer) or .pdf (on page 2).",
        "-o",
        "--output",
        metavar="FILE",
    )

    def made(self, model: Any, say: Callable[[str], None]) -> Puzzle:
        """The puzzle."""
        return nqsat.puzzle(
            model,
            seed=randbelow(1_000_000) if self.seed is None else self.seed,
            givens=self.givens,
            symmetric=self.symmetric,
            hardest=self.hardest,
            time_limit=self.time_limit,
            watch=say,
        )


@command(
    "nqsat puzzle queens -p n=8 --seed 7",
    "nqsat puzzle queens -p n=12 --symmetric rot180 --givens 4",
    "nqsat puzzle star-battle -p regions=10x10 -p stars=2 --hardest hard -o stars.pdf",
    "nqsat puzzle --board 6x6 --tour K --open --seed 3",
    "nqsat puzzle star-battle -p regions=8x8 -p stars=1 --format puzzlink",
    "nqsat puzzle queens-puzzle -p regions=8x8 --json > puzzle.json; nqsat solve puzzle.json",
)
def puzzle_command(
    source: Source, picture: Picture, how: Making, *, json: AsJson = False, quiet: Quiet = False
) -> None:
    """Make a puzzle with one solution, in which every given is needed.

    If the map of regions is empty (regions=8x8), nqsat draws the regions instead of clues. The difficulty
    is measured by the logical steps to the solution, and by the nodes of a plain search.
    """
    if how.answer and (json or how.output is not None):
        raise InvalidModel("--answer", "is for the terminal; JSON and sheets have the solution")
    if how.form not in ("", *_LINKED):
        raise InvalidModel("--format", f"{how.form!r} is unknown; choose from {', '.join(_LINKED)}")
    if how.form and (json or how.answer or how.output is not None):
        raise InvalidModel("--format", "is for text; leave out --json, --answer and -o")
    name, parameters, model = source.one()
    picture.check_pictured("" if how.output is None else _form(how.output))
    picture.look(model)
    with nqsat.reporting.progress(not quiet) as watch:
        made = how.made(model, watch.say)
    if how.output is not None:
        _write(made, how.output, picture, source)
    if json:
        data = {"model": name, "params": parameters, **made.to_json()}
        print(nqsat.reporting.json_line(data))
    elif how.form:
        from nqsat.puzzles import puzzlink

        print(getattr(puzzlink, _LINKED[how.form])(made.model).rstrip())
    elif how.output is None:
        print(nqsat.reporting.given_text(made.model))
        if how.answer:
            screen = nqsat.reporting.screen()
            print_drawn("\n" + nqsat.reporting.draw(made.solution.board, made.solution, **screen))
    if not quiet:
        print(f"{made.difficulty}; seed {made.seed}", file=sys.stderr)


def _form(output: Path) -> str:
    """In which form sheets are to be written; refused if in none, or not there."""
    form = format_of(output, PICTURES)
    check_place(output)
    made_as(form, output)
    return form


def _write(made: Puzzle, output: Path, picture: Picture, source: Source) -> None:
    """The sheets: on two pages of a PDF, or in two files."""
    from nqsat.reporting.rendering import paged

    picture = picture if picture.colours else replace(picture, colours=PAPER)
    form, look = _form(output), picture.look(made.model)
    if not look.title and source.model is not None and source.family is not None:
        look = replace(look, title=source.family.name.replace("-", " ").capitalize())
    grade, foot = str(made.difficulty).partition(":")[0], f"seed {made.seed}"
    both = nqsat.reporting.sheets(made.model, made.solution, look, grade=grade, foot=foot)
    if form == "pdf":
        with writer(output, made=lambda _: paged(both)) as put:
            put("")
        return
    for sheet, place in zip(both, (output, output.with_stem(f"{output.stem}-answer")), strict=True):
        with writer(place, made=made_as(form, place)) as put:
            put(sheet)
