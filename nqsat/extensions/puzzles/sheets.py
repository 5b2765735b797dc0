"""Puzzles for people: sheets with boards and what is to be done, a last one with the answers.

A sheet is as large as A4 paper, in points; its margins also fit letter paper. Boards stand
one, four or six to a sheet, each below its caption, drawn as any other picture of a model or a solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from nqsat.files import format_of, write
from nqsat.modelling import Arrangement, Factor, Model, Placement, Solution, Tour, no_row
from nqsat.reporting import (
    PICTURES,
    PictureStyle,
    canvas,
    drawn_given,
    drawn_solution,
    endings,
    given_on,
    look_with,
    name_of,
    placed,
    rendering,
    star_battle,
)

#: A4 (794 by 1,123 pixels of CSS), its margins, and how high the boards may be together. Letter paper is 50
#: points lower, so 29 of a margin are left there, more than any printer needs.
_WIDE, _HIGH, _MARGIN, _BOARDS = 595, 842, 54, 610

#: The fonts of a sheet, in points, and how wide a letter is as a part of its font.
_TITLE, _WORDS, _FOOT, _LETTER = 26, 13, 8.5, 0.55

#: Space between boards; the most puzzles and answers of a sheet; the most boards in two columns; the most
#: lines of a task that is not in small letters.
_GAP, _MOST, _ANSWERS, _TWO, _LARGE = 24, 6, 12, 6, 8


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle on a sheet: its task in sentences stands instead of those of the rules."""

    model: Model
    solution: Solution
    grade: str = ""
    task: tuple[str, ...] = ()
    called: str = ""


def sheets(
    puzzles: Sequence[PrintedPuzzle], look: PictureStyle, *, foot: str = ""
) -> tuple[str, ...]:
    """Puzzles on sheets of six at most, then their answers, twelve at most, as SVG; several are numbered.

    The title of the look stands on each sheet, and the foot at its end, in small letters.
    """
    title = canvas.printable(look.title) or ("Puzzle" if len(puzzles) == 1 else "Puzzles")
    answer = "the answer" if len(puzzles) == 1 else "the answers"
    mixed = len({puzzle.called for puzzle in puzzles}) > 1
    heads = [f"{x.called}, {x.grade}" if mixed else x.grade for x in puzzles]
    if len(puzzles) > 1:
        heads = [f"{n}. {head}".rstrip(". ") for n, head in enumerate(heads, 1)]
    asked, answered = zip(*(_boards(puzzle, look) for puzzle in puzzles), strict=True)
    headed = [*zip(heads, asked, strict=True)]
    tinted = any(given_on(x.model) and not is_printed(x.model) for x in puzzles)
    given = ["What was given is on tinted squares."] * tinted
    solved = [*zip(heads, answered, strict=True)]
    asking = (
        _sheet([title, foot], headed[x], _told(puzzles[x])) for x in _groups(len(puzzles), _MOST)
    )
    answers = (
        _sheet([f"{title}: {answer}", foot], solved[x], given)
        for x in _groups(len(puzzles), _ANSWERS)
    )
    return (*asking, *answers)


def _groups(number: int, most: int) -> Sequence[slice]:
    """So many things on as few sheets as may be, with as many on each."""
    each = -(-number // -(-number // most))
    return [slice(first, first + each) for first in range(0, number, each)]


def _told(puzzles: Sequence[PrintedPuzzle]) -> Sequence[str]:
    """The task of the puzzles of a sheet; of several sorts that of each, behind what it is called."""
    tasks = {x.task or tuple(statement(x.model)): x.called for x in reversed(puzzles)}
    if len(tasks) == 1 or not all(tasks.values()):
        return list(dict.fromkeys(line for task in reversed(tasks) for line in task))
    return [f"{tasks[task]}: {' '.join(task)}" for task in reversed(tasks)]


def write_sheets(
    puzzles: Sequence[PrintedPuzzle],
    file: str | PathLike[str],
    look: PictureStyle,
    *,
    foot: str = "",
) -> tuple[Path, ...]:
    """Write the puzzles and their answers: the pages of a PDF, or files; return what was written.

    The files are FILE and FILE-answer; of several sheets FILE-1, FILE-2, …; and FILE-answer-1, ….
    """
    place = Path(file)
    form = format_of(place, endings(*PICTURES))
    pages = sheets(puzzles, look, foot=foot)
    if form == "pdf":
        write(place, rendering.pdf_of_pages(pages))
        return (place,)
    asking = len(_groups(len(puzzles), _MOST))
    ends = [*_numbered("", asking), *_numbered("-answer", len(pages) - asking)]
    places = tuple(place.with_stem(place.stem + end) for end in ends)
    for page, there in zip(pages, places, strict=True):
        write(there, f"{page}\n" if form == "svg" else rendering.convert_svg(page, form))
    return places


def _numbered(end: str, pages: int) -> list[str]:
    """Ends of the names of files: numbered, if there are several pages."""
    return [end] if pages == 1 else [f"{end}-{n}" for n in range(1, pages + 1)]


def is_printed(model: Model) -> bool:
    """Whether all that a puzzle gives is printed: as clues, as ends of paths or as checkpoints."""
    return bool(model.clues or isinstance(model, Factor) or getattr(model, "checkpoints", ()))


def _boards(puzzle: PrintedPuzzle, look: PictureStyle) -> tuple[Element, Element]:
    model = puzzle.model
    bare = look_with(model, replace(look, title=""))
    tinted = () if is_printed(model) else given_on(model)
    given = [f"{model.board.name(square)}=tint" for square in tinted]
    battle = star_battle(model)
    if battle is not None and not battle.queens and isinstance(puzzle.solution, Arrangement):
        stars = [f"{model.board.name(piece.square)}=star" for piece in puzzle.solution.pieces]
        starred = replace(bare, marks=(*stars, *bare.marks))
        return drawn_given(model, bare, words=()), drawn_given(model, starred, words=())
    marked = replace(bare, marks=(*given, *bare.marks))
    return drawn_given(model, bare, words=()), drawn_solution(model.board, puzzle.solution, marked)


def _sheet(
    texts: Sequence[str], boards: Sequence[tuple[str, Element]], words: Sequence[str]
) -> str:
    """One sheet: a title, boards below their captions in rows, sentences; the last text is small."""
    title, foot = texts
    columns = 1 if len(boards) == 1 else 2 if len(boards) <= _TWO else 3
    page = {"width": "794", "height": "1123", "viewBox": f"0 0 {_WIDE} {_HIGH}"}
    root = Element("svg", {**canvas.NAMESPACES, **page, "role": "img"})
    SubElement(root, "title").text = title
    canvas.put(root, "rect", width=_WIDE, height=_HIGH, fill="#ffffff")
    whole = _WIDE - 2 * _MARGIN
    y = _lines(root, [title], _MARGIN + _TITLE, _TITLE, font_weight="bold") - 0.6 * _WORDS
    wide = (whole + _GAP) / columns - _GAP
    rows = [boards[first : first + columns] for first in range(0, len(boards), columns)]
    captions = [max(len(_wrapped(head, wide, _WORDS)) for head, _ in row) for row in rows]
    captions_high = 1.4 * _WORDS * sum(captions) * (len(rows) > 1)
    foot_at = _HIGH - _MARGIN - _FOOT
    lines = sum(len(_wrapped(sentence, whole, _WORDS)) for sentence in words)
    font = _WORDS if lines <= _LARGE else _FOOT
    lines = sum(len(_wrapped(sentence, whole, font)) for sentence in words)
    free = foot_at - y - 1.4 * font * (lines + 1) - _GAP
    high = (min(_BOARDS, free) - captions_high) / len(rows) - _GAP * (len(rows) > 1)
    for row, heads in zip(rows, captions, strict=True):
        top = y + 1.4 * _WORDS * heads
        lowest = top
        for place, (head, board) in enumerate(row):
            middle = _MARGIN + wide / 2 + place * (wide + _GAP)
            down = heads - len(_wrapped(head, wide, _WORDS))  # captions end at their boards
            _lines(root, [head], y + 1.4 * _WORDS * down, _WORDS, middle, wide, fill="#777777")
            across, down = map(int, board.get("viewBox", "").split()[2:])
            scale = min(wide / across, high / down)
            at = {"x": middle - across * scale / 2, "y": top}
            size = {"width": across * scale, "height": down * scale}
            canvas.put(root, "svg", **at, **size, viewBox=board.get("viewBox", "")).extend(board)
            lowest = max(lowest, top + down * scale)
        y = lowest + _GAP
    _lines(root, words, y + 0.4 * font, font)
    _lines(root, [foot], foot_at, _FOOT, fill="#777777")
    return canvas.svg_text(root)


def _wrapped(sentence: str, wide: float, font: float) -> list[str]:
    """A sentence in lines of this width."""
    return list(canvas.wrap_words(canvas.printable(sentence).split(), int(wide / font / _LETTER)))


def _lines(
    root: Element,
    words: Iterable[str],
    y: float,
    font: float,
    middle: float = _WIDE / 2,
    wide: float = _WIDE - 2 * _MARGIN,
    **look: str,
) -> float:
    """Sentences, centred, each begun on a line of its own; where the next thing may stand."""
    group = canvas.put(root, "g", **{"font_family": "sans-serif", "fill": "#222222", **look})
    for sentence in words:
        for line in _wrapped(sentence, wide, font):
            canvas.put_text(group, middle, y, line, font_size=font)
            y += font * 1.4
    return y


def statement(model: Model) -> list[str]:
    """The task of the puzzle, in sentences."""
    if (battle := star_battle(model)) is not None:
        return list(battle.task)
    if isinstance(model, Placement):
        crossed = ["No piece stands on a cross."] if any(not x.kind for x in model.presets) else []
        return [f"Place {placed(model)}.", *(rule.sentence for rule in model.rules), *crossed]
    if not isinstance(model, Tour):
        raise no_row("puzzles", model)
    after = ", and from the last to the first." if model.closed else "."
    return [
        f"Write the numbers from 1 to {len(model.board.squares)} on the squares.",
        f"From each to the next it is one move of the {name_of(model.piece)}{after}",
    ]
