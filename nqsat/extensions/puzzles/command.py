"""The command puzzle: it makes, rates, repairs and prints puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

from nqsat.counting import hint
from nqsat.errors import InvalidModel, blaming, in_file, unknown
from nqsat.extensions import extensions, hooked
from nqsat.extensions.puzzles.drawn_clues import makes_clues
from nqsat.extensions.puzzles.making import Puzzle, puzzle, save_sheets
from nqsat.extensions.puzzles.repair import Repair, repair
from nqsat.files import check_place, format_of, print_drawn, print_note, write
from nqsat.modelling import Model, text_of
from nqsat.reporting import (
    PAPER,
    PICTURES,
    PictureStyle,
    drawing,
    endings,
    json_line,
    look_of,
    look_with,
    progress,
    rendering,
    screen,
    starred,
)
from nqsat.sources import puzzle_of

#: The exit code if fewer puzzles are made than were asked for.
INCOMPLETE = 3

#: Puzzles that one command makes at most: what fits on a sheet.
MOST = 12


class _Asked(NamedTuple):
    """The puzzle asked for: its name, its parameters, its model, and that or a name to make it ``by``."""

    name: str
    parameters: Mapping[str, Any]
    model: Model
    by: Model | str


#: This many seeds in a row that make no new puzzle end the search for one.
ALIKE = 20


#: How puzzles are written for other programs, by the extension ``pzpr``.
_LINKED = ("puzzlink", "pzprv3")

#: Seconds for a repair, by default.
REPAIRING = 60.0


def print_puzzles(options: Any, source: Any) -> int:
    """Print the puzzles, or the repaired one, or write them; return the exit code."""
    output = options.place
    form = options.form or ("pzprv3" if output is not None and output.suffix == ".pzprv3" else "")
    if form not in ("", *_LINKED):
        raise InvalidModel("--format", unknown(form, _LINKED))
    if form and "pzpr" not in extensions():
        raise InvalidModel(
            "--format", f"{form} is written by the extension pzpr, which is not installed"
        )
    number: int = options.value("number_of")
    if not 0 < number <= MOST:
        raise InvalidModel("--number-of", f"{number} is not from 1 to {MOST}")
    source, filled = _without_filled(source)
    asked = [_asked(each.named) for each in (source, *_others(source))]
    options, model = source.options, asked[0].model
    _check_moves(filled, model)
    written = "" if output is None else _output_format(output, form)
    if written not in PICTURES:
        reason = "is for pictures: write -o NAME.svg, NAME.png or NAME.pdf"
        options.refuse(reason, "--colours", "--title")
    _look(options)
    with progress(not options.quiet) as watch:
        repaired = _repaired(options, model, watch.say)
        pairs = (
            [*_pairs(options, asked, watch.say)]
            if repaired is None
            else [(asked[0], repaired.puzzle)]
        )
    puzzles = [made for _, made in pairs]
    alone = repaired is None and len(asked) == 1
    hints = [_hint(made, model, filled) if alone else "" for made in puzzles]
    in_json = options.json or written == "json"  # a user's rule has no JSON form
    lines = [
        {
            "model": each.name,
            "params": each.parameters if repaired is None else repaired.parameters(each.parameters),
            **(made if repaired is None else repaired).to_json(),
        }
        for each, made in (pairs if in_json else ())
    ]
    if repaired is not None and not options.json:
        changes = "\n".join([*repaired.changes, str(repaired)])
        print(changes, end="\n" if form else "\n\n", file=sys.stderr if form else sys.stdout)
    if output is not None:
        for file in _write(puzzles, lines, output, written, source):
            options.note(f"{file}")
    for place, made in enumerate(puzzles):
        if options.json:
            print(json_line(lines[place]), flush=True)
        elif output is None or (options.value("answer") and not form):
            print("\n" * (place > 0 and form != "puzzlink"), end="")
            _print(made, options)
        if not options.quiet:
            print_note(made.summary)
            if hints[place]:
                print_note(f"hint: {hints[place]}")
    return 0 if repaired is not None else _exit_code(options, len(puzzles))


def _exit_code(options: Any, made: int) -> int:
    wanted = options.value("number_of")
    if made < wanted:
        options.note(f"{ALIKE} seeds in a row made no other puzzle: {made}, not {wanted}")
    return INCOMPLETE if made < wanted else 0


def _hint(made: Puzzle, model: Model | None, filled: list[str]) -> str:
    """The next step of a puzzle that was a puzzle already; nothing for one that was made."""
    if made.model != model:
        for word in filled:
            reason = f"{word} was filled in before there was a puzzle: this one was made now"
            raise InvalidModel("--preset", reason)
    if made.model != model or not made.difficulty.rated:
        return ""
    with blaming("--preset"):
        return hint(made, filled).text


def _without_filled(source: Any) -> tuple[Any, list[str]]:
    """The source without what --preset says is filled in, and this: it is no part of a puzzle."""
    words: list[str] = source.options.preset or []
    drawn = words and (family := source.named.family) is not None and family.clues
    moves = [word for word in words if drawn or "@" not in word]
    if not moves:
        return source, []
    others = [word for word in words if word not in moves] or None
    return type(source)(replace(source.options, preset=others)), moves


def _check_moves(moves: list[str], model: Model | None) -> None:
    wrong = next((word for word in moves if "@" not in word), None)
    if wrong and (model is None or model.is_placement):
        raise InvalidModel("--preset", f"{wrong}: write a piece and its square, as in Q@a1")


def _repaired(options: Any, model: Model, say: Callable[[str], None]) -> Repair | None:
    """The model with the fewest changes that leave one solution, if that is asked for."""
    if not options.value("repair"):
        return None
    limit = REPAIRING if options.time_limit is None else options.time_limit
    return repair(model, time_limit=limit, watch=say)


def _look(options: Any, **more: str) -> PictureStyle:
    given = {name: options.value(name) for name in ("colours", "title")}
    asked = {name: value for name, value in given.items() if value is not None}
    return look_of({**asked, **more})


def _others(source: Any) -> Iterator[Any]:
    """The files and addresses of puzzles that follow the first."""
    for word in source.options.more or ():
        source.options.refuse("is for one puzzle", "--repair", "--number-of", "--preset")
        model, clues = puzzle_of(word) or (word, {})
        given = [f"{name}={value}" for name, value in clues.items()]
        yield type(source)(replace(source.options, model=model, parameter=given, more=None))


def _asked(source: Any) -> _Asked:
    options = source.options
    name, parameters, model = source.only_model()
    family, by = source.family, options.model
    if family is not None and by is not None and makes_clues(family, parameters):
        source.refuse_more(f"does not go with {family.name}, whose clues are drawn")
    elif family is None or not family.is_puzzle or source.requirement_words:
        by = model
    return _Asked(name, parameters, model, by)


def _pairs(
    options: Any, asked: Sequence[_Asked], say: Callable[[str], None]
) -> Iterator[tuple[_Asked, Puzzle]]:
    """Each that is asked for with its puzzles, the easiest first; of several, an error names which."""
    for each in asked:
        with in_file(f"{each.name} {text_of(each.parameters)}") if asked[1:] else nullcontext():
            made = sorted(_made(options, each, say), key=attrgetter("difficulty"))
        yield from ((each, one) for one in made)


def _made(options: Any, asked: _Asked, say: Callable[[str], None]) -> Iterator[Puzzle]:
    """The puzzles of a model, or of a name and its parameters, no two of them the same."""
    seed = randbelow(1_000_000) if options.seed is None else options.seed
    made, last = list[Model](), seed - 1
    while len(made) < options.value("number_of") and seed - last <= ALIKE:
        new = puzzle(
            asked.by,
            seed=seed,
            givens=options.value("givens"),
            symmetric=options.value("symmetric"),
            difficulty=options.value("difficulty"),
            time_limit=options.time_limit,
            watch=say,
            **(asked.parameters if isinstance(asked.by, str) else {}),
        )
        if new.model not in made:
            made.append(new.model)
            last = seed
            yield new
        seed += 1


def _linked(made: Puzzle, form: str) -> str:
    return str(hooked("puzzle written", form, *made.named)).rstrip()


def _print(made: Puzzle, options: Any) -> None:
    if options.form:
        print(_linked(made, options.form))
        return
    if made.written != made.draw() and not options.quiet:
        print(made.draw(), file=sys.stderr)
    print(made.written)
    if options.value("answer"):
        look = look_with(made.model, _look(options))
        drawn = drawing(made.solution.board, made.solution, look, **screen())
        print_drawn("\n" + starred(drawn, made.model))


def _output_format(output: Path, form: str) -> str:
    """In which form puzzles are to be written; refused if in none, or not there."""
    others = {"pzprv3": (".pzprv3",)} if "pzpr" in extensions() else {}
    form = form or format_of(output, {**endings(*PICTURES, "json"), **others})
    check_place(output)
    if form in PICTURES:
        rendering.check_convertible(form)
    return form


def _write(
    every: Sequence[Puzzle],
    lines: Sequence[Mapping[str, object]],
    output: Path,
    form: str,
    source: Any,
) -> Sequence[Path]:
    """The puzzles as addresses, as sheets to print, or each in a file of its own. Return the files."""
    if form == "puzzlink":
        write(output, "".join(f"{_linked(made, form)}\n" for made in every))
        return [output]
    if form in ("pzprv3", "json"):  # a file of these has one puzzle
        texts = map(json_line, lines) if form == "json" else (_linked(x, form) for x in every)
        ends = [f"-{n}" if len(every) > 1 else "" for n in range(1, len(every) + 1)]
        files = [output.with_stem(output.stem + end) for end in ends]
        for file, text in zip(files, texts, strict=True):
            write(file, f"{text}\n")
        return files
    look = _look(source.options, colours=source.options.colours or PAPER)
    names = list(dict.fromkeys(made.called for made in every))
    if not look.title:
        look = replace(look, title=names[0] if len(names) == 1 else "Puzzles")
    seeds = [str(x.seed) for x in every if x.seed is not None]
    foot = f"seed{'s' * (len(seeds) > 1)} {', '.join(seeds)}" if seeds else ""
    return save_sheets(every, output, look, foot)
