"""The meaning of a grid's cells: squares, walls and holes; and pieces, steps, checkpoints or ends of paths.

A model reads a grid in its usual way. Grids of 0 and 1, and numbers of a tour, are written in several
ways; ``Meaning`` names the others, and what was read says which of them fit this grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from nqsat.chess.grid import Row
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel, InvalidNotation

#: Meanings of cells: 1 is a wall (and 2 the start of a tour, 3 its end); 1 is a square, 0 is not; numbers
#: are steps of a tour, or checkpoints in this order; marks are pieces, or the two ends of a path.
Meaning = Literal["walls", "allowed", "steps", "order", "pieces", "ends"]

#: The words of each meaning in a sentence about some of its marks.
_CALLED: Mapping[Meaning, tuple[str, str]] = {
    "steps": ("step", "of the tour"),
    "order": ("checkpoint", "in order"),
    "pieces": ("piece", ""),
    "ends": ("end", "of paths"),
}

#: The cells without a mark, but for ``-`` and ``_``.
EMPTY = ("", ".", "0", "#", "x")

#: The meanings of marks for the models: the first by default.
READ_AS: Mapping[str, tuple[Meaning, ...]] = {
    "placement": ("pieces", "walls", "allowed"),
    "tour": ("steps", "order", "walls", "allowed"),
    "factor": ("ends", "walls", "allowed"),
}


@dataclass(frozen=True, slots=True)
class Read:
    """The facts read from a grid, a graph or a formula. Its text is a line for people.

    Args:
        facts: what was found: ``("9x9 squares", "28 steps of the tour", "no walls")``.
        others: other meanings that cells of this grid often have; words of ``--as`` and ``read_as``.
        hint: what may have been meant instead.
    """

    facts: tuple[str, ...]
    others: tuple[Meaning, ...] = ()
    hint: str = ""

    def or_as(self, reason: str) -> str:
        """A reason to refuse what was read, with the words for other meanings."""
        return f"{reason}; try --as {' | '.join(self.others)} (read_as=)" if self.others else reason

    def __str__(self) -> str:
        other = f" (or --as {' | '.join(self.others)})" if self.others else ""
        return ", ".join(self.facts) + other + (f"; {self.hint}" if self.hint else "")


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a grid with their meaning.

    Args:
        rows, columns: the size.
        walls, holes: which cells are not squares.
        marks: what is on the squares that are not empty.
        meaning: of the marks.
        read: what was read.
    """

    rows: int
    columns: int
    walls: frozenset[Square]
    holes: frozenset[Square]
    marks: Mapping[Square, str]
    meaning: Meaning
    read: Read


def usual_meaning(key: str, word: str | None) -> Meaning:
    """Return what a model reads marks as: its usual meaning, or the one that a word says."""
    known = READ_AS[key]
    if word is None:
        return known[0]
    for meaning in known:
        if meaning == word:
            return meaning
    if word in get_args(Meaning):
        raise InvalidModel("as", f"{word} do not go with a {key}; choose from {', '.join(known)}")
    raise InvalidModel("as", f"{word!r} is unknown; choose from {', '.join(known)}")


def cells_of(rows: Sequence[Row], meaning: Meaning = "pieces", usual: Meaning = "pieces") -> Cells:
    """Give the cells of a grid their meaning.

    ``#`` is a wall, ``x`` a hole; ``.``, ``-``, ``_``, ``0`` and nothing are empty squares, as is ``-1``
    among numbers. In a grid with ``_`` or ``0`` ``.`` is a hole, as on boards of Hidato and Hopido.

    Args:
        rows: of the grid.
        meaning: of its marks.
        usual: of the marks that stay if 1 is a wall, or a square.

    Raises:
        InvalidNotation: -1 and 0 are both there, or numbers from 0.
    """
    written = _in_usual_marks(rows)
    cells = {square: _meant(mark, meaning) for square, mark in written.items()}
    walls, holes = (frozenset(x for x, mark in cells.items() if mark == kind) for kind in "#x")
    marks = {x: mark for x, mark in cells.items() if not _is_empty(mark)}
    size = len(rows), len(rows[0].cells) if rows else 0
    facts = (
        f"{size[0]}x{size[1]} squares",
        *_of_marks(marks, meaning, usual),
        *_of_gaps("wall", walls),
        *_of_gaps("hole", holes),
    )
    others = tuple(x for x in _others(written, usual) if x != meaning)
    bare = marks and holes and len(marks) + len(holes) == size[0] * size[1]
    hint = "x is not a square; for an empty one write ." if bare else ""
    return Cells(*size, walls, holes, marks, meaning, Read(facts, others, hint))


def _in_usual_marks(rows: Sequence[Row]) -> dict[Square, str]:
    """The cells as they are written; where -1 is an empty square, or ``.`` a hole, in the usual marks."""
    cells = {Square(i, j): mark for i, row in enumerate(rows) for j, mark in enumerate(row.cells)}
    found = {*cells.values()}
    if "-1" in found:
        if "0" in found:
            reason = "-1 and 0: write . for an empty square, x or # for no square"
            raise InvalidNotation("board", rows[0].text, reason)
        cells = {square: "." if mark == "-1" else mark for square, mark in cells.items()}
    if "." in found and any(mark.strip("_") in ("0", "") for mark in found):
        cells = {square: "x" if mark == "." else mark for square, mark in cells.items()}
    if len(cells) > 2 and found == {*map(str, range(len(cells)))}:
        reason = "numbers from 0: add 1 to each, or write . where a number is missing"
        zero = next(row for row in rows if "0" in row.cells)
        raise InvalidNotation("board", zero.text, reason, line=zero.line)
    return cells


def _is_empty(mark: str) -> bool:
    """Whether a cell has no mark: it is an empty square, a wall or a hole."""
    return mark.strip("-_") in EMPTY


def _meant(mark: str, meaning: Meaning) -> str:
    """A cell with 1 as a wall, or as the only square, if that is its meaning."""
    if meaning == "walls":
        return "#" if mark == "1" else mark
    if meaning == "allowed":  # 1 is a square, and an empty cell none
        return "." if mark == "1" else "x" if mark.strip("-_") in ("", ".", "0") else mark
    return mark


def _of_marks(marks: Mapping[Square, str], meaning: Meaning, usual: Meaning) -> list[str]:
    routed = meaning == "walls" and usual == "steps"
    one, behind = ("end", "of the tour") if routed else _CALLED.get(meaning, _CALLED[usual])
    if not marks:
        return []
    only = f"{one} {next(iter(marks.values()))}" if len(marks) == 1 else f"{len(marks)} {one}s"
    return [f"{only} {behind}".strip()]


def _of_gaps(kind: str, some: frozenset[Square]) -> list[str]:
    """How many walls or holes there are; holes only if there are some."""
    if not some:
        return ["no walls"] if kind == "wall" else []
    return [f"{len(some)} {kind}{'s' * (len(some) > 1)}"]


def _others(cells: Mapping[Square, str], usual: Meaning) -> list[Meaning]:
    """Other meanings of such cells."""
    found = {*cells.values()}
    numbers = sorted(int(x) for x in cells.values() if x.isascii() and x.isdigit() and int(x))
    if not numbers or len(numbers) + sum(map(_is_empty, cells.values())) < len(cells):
        return []
    if found <= {"0", "1"}:
        return [usual, "walls", "allowed"]
    if usual != "steps":
        return []
    routed = found <= {"0", "1", "2", "3"} and "0" in found and numbers[-2:] == [2, 3]
    ordered = len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
    fitting: tuple[tuple[bool, Meaning], ...] = ((routed, "walls"), (ordered, "order"))
    others = [meaning for fits, meaning in fitting if fits]
    return [usual, *others] if others else []
