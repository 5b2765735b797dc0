"""The command that makes puzzles: puzzle."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.output import check_pictured, picture_converter, print_json, style
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, unknown
from nqsat.extensions import hooked
from nqsat.files import check_place, format_of, print_drawn, write

if TYPE_CHECKING:
    from nqsat.puzzles import Puzzle

#: Puzzles that one command makes at most: what fits on a sheet.
MOST = 12

#: A model; or a name and the parameters that follow it.
_Asked = tuple[Any, Mapping[str, Any]]

#: How puzzles are written for other programs: functions of ``modelling.pzpr``.
_LINKED = {"puzzlink": "address", "pzprv3": "pzprv3"}


@command(
    "nqsat puzzle queens -p n=8 --seed 7",
    "nqsat puzzle queens -p n=12 --symmetric rot180 --givens 4",
    "nqsat puzzle star-battle regions=10x10 stars=2 --difficulty ..hard -o it.pdf",
    "nqsat puzzle --board 6x6 --tour K --open --seed 3",
    "nqsat puzzle star-battle -p regions=8x8 -p stars=1 --format puzzlink",
    "nqsat puzzle 'https://puzz.link/p?starbattle/4/4/1/94g1s0' --seed 1",
    "nqsat puzzle star-battle -p regions=8x8 -p stars=1 --number-of 6 -o six.pdf",
    "nqsat puzzle slitherlink 6x6 --seed 1",
    "nqsat puzzle queens-puzzle 8x8 -o own.json; nqsat view own.json",
)
def puzzle_command(options: Options) -> None:
    """Make a puzzle that has one solution and needs every clue.

    For slitherlink, masyu, akari, yajilin, heyawake, hitori, nurikabe and simple-loop, also of a size,
    nqsat prints the clues as nqsat solve reads them. --format puzzlink and pzprv3 write those of puzz.link.
    If the map of regions is empty (regions=8x8), nqsat draws the regions instead of clues. The logical
    steps to the solution and the nodes of a plain search measure the difficulty. If the input already has
    exactly one solution, nqsat rates it, and gives a hint for the next step after --preset.
    """
    output = options.output
    form = options.form or ("pzprv3" if output is not None and output.suffix == ".pzprv3" else "")
    if form not in ("", *_LINKED):
        raise InvalidModel("--format", unknown(form, _LINKED))
    if not 0 < options.number_of <= MOST:
        raise InvalidModel("--number-of", f"{options.number_of} is not from 1 to {MOST}")
    source = Source(options)
    saved = source.question(None)  # a puzzle that was made
    name, parameters, model = (
        source.only_model() if saved is None else (str(options.model), {}, saved.model)
    )
    asked = (model, {}) if saved is not None else _asked(source, model, parameters)
    written = "" if output is None else _output_format(output, form)
    check_pictured(options, written)
    style(options, model)
    with nqsat.reporting.progress(not options.quiet) as watch:
        # An extension may change a puzzle instead: it has `puzzle`, `changes` and `to_json`.
        repaired: Any = hooked("puzzle make", options, model, watch.say)
        puzzles = (
            sorted(_made(options, asked, watch.say), key=lambda made: made.difficulty)
            if repaired is None
            else [repaired.puzzle]
        )
    told = puzzles if repaired is None else [repaired]
    in_json = told if options.json or written == "json" else []  # a user's rule has no JSON form
    lines = [{"model": name, "params": parameters, **puzzle.to_json()} for puzzle in in_json]
    if repaired is not None and not options.json:
        changes = "\n".join([*repaired.changes, str(repaired)])
        print(changes, end="\n" if form else "\n\n", file=sys.stderr if form else sys.stdout)
    if output is not None:
        for file in _write(puzzles, lines, output, written, source):
            options.note(f"{file}")
    for number, made in enumerate(puzzles):
        if options.json:
            print_json(lines[number])
        elif output is None or (options.answer and not form):
            print("\n" * (number > 0 and form != "puzzlink"), end="")
            _print(made, options)
        if not options.quiet:
            print(f"{made.difficulty}; {made.origin}", file=sys.stderr)
            if repaired is None and made.model == model and made.family is None:
                from nqsat.puzzles import hint

                print(f"hint: {hint(made).text}", file=sys.stderr)


def _asked(source: Source, model: Any, parameters: Mapping[str, Any]) -> _Asked:
    """A model; or the name of a family that says its clues, and its parameters."""
    options, family, name = source.options, source.family, source.options.model
    if name is not None and "?" in name:
        from nqsat.modelling.pzpr import named_puzzle

        name, parameters = named_puzzle(name) or (name, parameters)
        family = nqsat.modelling.find_family(name)
    if family is None or name is None or not family.makes_clues(parameters):
        return model, {}
    if options.value("repair"):
        raise InvalidModel("--repair", f"is for regions and givens, not for {family.name}")
    source.refuse_more(f"does not go with {family.name}, whose clues are drawn")
    return name, parameters


def _made(options: Options, asked: _Asked, say: Callable[[str], None]) -> Iterator[Puzzle]:
    """The puzzles of a model, or of a name and its parameters."""
    model, parameters = asked
    seed = randbelow(1_000_000) if options.seed is None else options.seed
    for number in range(options.number_of):
        yield nqsat.puzzle(
            model,
            seed=seed + number,
            givens=options.givens,
            symmetric=options.symmetric,
            difficulty=options.difficulty,
            time_limit=options.time_limit,
            watch=say,
            **parameters,
        )


def _linked(made: Puzzle, form: str) -> str:
    """A puzzle as another program reads it."""
    from nqsat.modelling import pzpr

    family, parameters = made.named
    return str(getattr(pzpr, _LINKED[form])(family, parameters)).rstrip()


def _print(made: Puzzle, options: Options) -> None:
    """A puzzle as text, or as another program writes it."""
    if options.form:
        print(_linked(made, options.form))
        return
    print(made.draw())
    if options.answer:
        screen = nqsat.reporting.screen()
        print_drawn("\n" + nqsat.reporting.draw(made.solution.board, made.solution, **screen))


def _output_format(output: Path, form: str) -> str:
    """In which form puzzles are to be written; refused if in none, or not there."""
    endings = nqsat.reporting.endings(*nqsat.reporting.PICTURES, "json")
    form = form or format_of(output, endings)
    check_place(output)
    if form in nqsat.reporting.PICTURES:
        picture_converter(form, output)
    return form


def _write(
    every: Sequence[Puzzle],
    lines: Sequence[Mapping[str, object]],
    output: Path,
    form: str,
    source: Source,
) -> Sequence[Path]:
    """The puzzles as JSON, a file for each; for other programs; or as sheets to print. Return the files."""
    if form in _LINKED:
        between = "" if form == "puzzlink" else "\n"
        write(output, between.join(f"{_linked(made, form)}\n" for made in every))
        return [output]
    if form == "json":
        ends = [f"-{n}" if len(lines) > 1 else "" for n in range(1, len(lines) + 1)]
        files = [output.with_stem(output.stem + end) for end in ends]
        for file, line in zip(files, lines, strict=True):
            write(file, f"{nqsat.reporting.json_line(line)}\n")
        return files
    options = source.options
    colours = options.colours or nqsat.reporting.PAPER
    look = style(options, every[0].model, colours=colours)
    if not look.title and options.model is not None and source.family is not None:
        look = replace(look, title=source.family.name.replace("-", " ").capitalize())
    seeds = sorted(puzzle.seed or 0 for puzzle in every)
    foot = every[0].origin if len(every) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    from nqsat.puzzles.making import save_sheets

    single = len(every) == 1
    words = [x.difficulty.grade if single else x.difficulty.word for x in every]
    return save_sheets([*zip(every, words, strict=True)], output, look, foot)
