"""The command that makes puzzles: puzzle."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli.commands import Quiet, command, option
from nqsat.cli.completion import completed
from nqsat.cli.options import AsJson, PictureOptions, TimeLimitOption, picture_converter
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, unknown
from nqsat.files import PICTURES, check_place, format_of, print_drawn

if TYPE_CHECKING:
    from nqsat.puzzles import Puzzle

#: Puzzles that one command makes at most: what fits on a sheet.
MOST = 12

#: How star battles are written for other programs: functions of ``puzzles.puzzlink``.
_LINKED = {"puzzlink": "address", "pzprv3": "pzprv3"}


@dataclass(frozen=True)
class PuzzleOptions:
    """Which puzzle is made, and what is shown of it."""

    seed: int | None = option("Which puzzle; it is printed.")
    givens: int | None = option(
        "Give exactly this many clues.", show_default="as many as are needed"
    )
    symmetric: str | None = option(
        "Place the clues symmetrically, as under rot180.",
        metavar="SYMMETRY",
        autocompletion=completed("symmetries"),
    )
    hardest: str | None = option("No harder than easy, medium or hard.", metavar="GRADE")
    number_of: int = option(
        "Make this many puzzles, with consecutive seeds.", "--number-of", default=1
    )
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

    def made(self, model: Any, say: Callable[[str], None]) -> Iterator[Puzzle]:
        """The puzzles."""
        seed = randbelow(1_000_000) if self.seed is None else self.seed
        for number in range(self.number_of):
            yield nqsat.puzzle(
                model,
                seed=seed + number,
                givens=self.givens,
                symmetric=self.symmetric,
                hardest=self.hardest,
                time_limit=self.time_limit,
                watch=say,
            )


@command(
    "nqsat puzzle queens -p n=8 --seed 7",
    "nqsat puzzle queens -p n=12 --symmetric rot180 --givens 4",
    "nqsat puzzle star-battle regions=10x10 stars=2 --hardest hard -o stars.pdf",
    "nqsat puzzle --board 6x6 --tour K --open --seed 3",
    "nqsat puzzle star-battle -p regions=8x8 -p stars=1 --format puzzlink",
    "nqsat puzzle --from 'https://puzz.link/p?starbattle/4/4/1/94g1s0' --seed 1",
    "nqsat puzzle star-battle -p regions=8x8 -p stars=1 --number-of 6 -o six.pdf",
    "nqsat puzzle queens-puzzle 8x8 --json > own.json; nqsat solve own.json",
)
def puzzle_command(
    source: Source,
    picture: PictureOptions,
    how: PuzzleOptions,
    *,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Make a puzzle with one solution, in which every given is needed.

    If the map of regions is empty (regions=8x8), nqsat draws the regions instead of clues. The difficulty
    is measured by the logical steps to the solution, and by the nodes of a plain search.
    """
    if how.answer and json:
        raise InvalidModel("--answer", "is for the terminal; JSON has the solution")
    if how.form not in ("", *_LINKED):
        raise InvalidModel("--format", unknown(how.form, _LINKED))
    if how.form and (json or how.answer or how.output is not None):
        raise InvalidModel("--format", "is for text; leave out --json, --answer and -o")
    if not 0 < how.number_of <= MOST:
        raise InvalidModel("--number-of", f"{how.number_of} is not from 1 to {MOST}")
    if source.model is None and "://" in (source.start or ""):  # a puzzle, no square
        source = replace(source, model=source.start, start=None)
    name, parameters, model = source.only_model()
    picture.check_pictured("" if how.output is None else _output_format(how.output))
    picture.style(model)
    with nqsat.reporting.progress(not quiet) as watch:
        every = list(how.made(model, watch.say))
    if how.output is not None:
        _write(every, how.output, picture, source)
        if not quiet:
            print(f"{how.output}: the puzzle and its answer", file=sys.stderr)
    for number, made in enumerate(every):
        if json:
            data = {"model": name, "params": parameters, **made.to_json()}
            print(nqsat.reporting.json_line(data))
        elif how.form or how.answer or how.output is None:
            print("\n" * (number > 0 and how.form != "puzzlink"), end="")
            _print(made, how)
        if not quiet:
            print(f"{made.difficulty}; seed {made.seed}", file=sys.stderr)


def _print(made: Puzzle, how: PuzzleOptions) -> None:
    """A puzzle as text, or as another program writes it."""
    if how.form:
        from nqsat.puzzles import puzzlink

        print(getattr(puzzlink, _LINKED[how.form])(made.model).rstrip())
        return
    print(nqsat.reporting.given_text(made.model))
    if how.answer:
        screen = nqsat.reporting.screen()
        print_drawn("\n" + nqsat.reporting.draw(made.solution.board, made.solution, **screen))


def _output_format(output: Path) -> str:
    """In which form sheets are to be written; refused if in none, or not there."""
    form = format_of(output, PICTURES)
    check_place(output)
    picture_converter(form, output)
    return form


def _write(every: Sequence[Puzzle], output: Path, picture: PictureOptions, source: Source) -> None:
    """The sheets: on two pages of a PDF, or in two files."""
    picture = picture if picture.colours else replace(picture, colours=nqsat.reporting.PAPER)
    look = picture.style(every[0].model)
    if not look.title and source.model is not None and source.family is not None:
        look = replace(look, title=source.family.name.replace("-", " ").capitalize())
    seeds = [one.seed for one in every]
    foot = f"seed {seeds[0]}" if len(every) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    printed = [
        nqsat.reporting.PrintedPuzzle(x.model, x.solution, x.difficulty.grade) for x in every
    ]
    nqsat.reporting.save_sheets(printed, output, look, foot=foot)
