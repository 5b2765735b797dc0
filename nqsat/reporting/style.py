"""How a picture looks: colours, size, orientation, title; and the marks and arrows that are put on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, NamedTuple

from nqsat.chess import Board, Square, symmetries
from nqsat.errors import InvalidModel, blaming, unknown

_COLOUR = re.compile(r"#(?:[0-9a-f]{3}){1,2}", re.ASCII | re.IGNORECASE)

#: Parts that can be left out.
_OPTIONAL = ("ground", "light", "dark", "wall", "hole")

#: The longest side of a square in pixels.
MOST = 1000

#: Marks of squares; the first is the default.
MARKS = ("ring", "cross", "dot", "star", "tint")

#: The ways to turn a picture, by the names of symmetries, the identity first.
ORIENTATIONS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {symmetry.name: symmetry.matrix for symmetry in symmetries(Board(2, 2))}
)


class Colours(NamedTuple):
    """The colours of the parts of a picture, each ``#rrggbb``; some can be ``none``."""

    ground: str = "#ffffff"
    ink: str = "#444444"
    light: str = "#f0d9b5"
    dark: str = "#b58863"
    wall: str = "#3a3a3a"
    hole: str = "#ffffff"
    path: str = "#1f5fa8"
    end: str = "#b3261e"
    mark: str = "#1a7f37"
    heat: str = "#b3261e"

    @property
    def between(self) -> str:
        """The ground of squares that are neither light nor dark."""
        some = (self.dark, self.light)
        return "none" if "none" in some else _mix_colours(*some, 0.5)


PALETTES: Mapping[str, Colours] = MappingProxyType(
    {
        "wood": Colours(),
        "green": Colours(light="#eeeed2", dark="#769656", mark="#a3540b"),
        "blue": Colours(light="#e4eaef", dark="#8ca2b3"),
        "print": Colours(
            ink="#222222", light="#ffffff", dark="#d4d4d4", wall="#555555", path="#222222",
            end="#222222", mark="#222222", heat="#444444",
        ),
        "night": Colours(
            ground="#16171a", ink="#d6d6da", light="#cbbfae", dark="#8d8171", wall="#3b3d44",
            hole="#16171a", path="#1d4f8f", end="#9c1f18", mark="#0f6a2c",
        ),
    }
)  # fmt: skip


def colours_of(text: str) -> Colours:
    """The colours that a text names: a palette, or parts in other colours, or both.

    ``"night"``, ``"dark=#777,light=#eee"``, ``"print,path=#ff0000"``.

    Raises:
        InvalidModel: something is neither.
    """
    colours = PALETTES["wood"]
    for word in text.split(","):
        name, sets, value = word.partition("=")
        if not sets and name in PALETTES:
            colours = PALETTES[name]
        elif sets and name in Colours._fields and _COLOUR.fullmatch(value):
            long = value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:])
            colours = colours._replace(**{name: long})
        elif name in _OPTIONAL and value == "none":
            colours = colours._replace(**{name: value})
        else:
            parts = f"{', '.join(Colours._fields)} (none leaves out {', '.join(_OPTIONAL)})"
            reason = f"is neither {', '.join(PALETTES)} nor PART=#rrggbb, of the parts {parts}"
            raise InvalidModel("colours", f"{word!r} {reason}")
    return colours


def shades(first: str, last: str, steps: int) -> list[str]:
    """Colours from one to another, both ``#rrggbb``."""
    return [_mix_colours(first, last, index / max(steps - 1, 1)) for index in range(steps)]


def ink_on(colour: str, opacity: float) -> str:
    """The ink that can be read on paper tinted this strongly: nearly black, or white."""
    red, green, blue = (_part(_mix_colours("#ffffff", colour, opacity), i) for i in (1, 3, 5))
    return "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#ffffff"


def _mix_colours(first: str, last: str, part: float) -> str:
    ends = ((_part(first, i), _part(last, i)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ends)


def _part(colour: str, at: int) -> int:
    return int(colour[at : at + 2], 16)


#: The colours of puzzles on paper, by default: pale squares can be written on.
PAPER = "print,light=#f4f4f4,path=#1f5fa8,end=#1f5fa8,mark=#f2b84b"


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """The options of a picture.

    Args:
        size: the side of a square in pixels, 1 to 1000.
        colours: see ``colours_of``.
        coordinates: whether ranks and files have their names at the edges.
        orientation: a symmetry of the square, by which the picture is turned: of ``rot90`` a quarter turn
            clockwise. Names of squares stay what they are.
        title: above the board, and the name of the picture for screen readers.
        marks: squares, each with one of ``MARKS``: ``("d4", "e5=cross")``.
        arrows: pairs of squares, in one text: ``("a1-b3",)``.
        clues: places (row and column; halves are between squares), each with what stands there: a few
            letters, or ``○`` and ``●`` for discs. Squares are then white, and dots if clues lie between.
        barriers: pairs of squares side by side, with a wall between them.
        paper: whether squares are white without clues as well, with thin lines between them.
        shades: whether squares that a loop or a path leaves out are shaded.
        regions: a map of regions as of the rule ``Regions``; tinted, with lines between them.

    Raises:
        InvalidModel: something else.
    """

    size: int = 45
    colours: str = "wood"
    coordinates: bool = True
    orientation: str = "identity"
    title: str = ""
    marks: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    clues: tuple[tuple[tuple[float, float], str], ...] = ()
    barriers: tuple[tuple[Square, Square], ...] = ()
    paper: bool = False
    shades: bool = False
    paint: Colours = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.size) is not int or not 1 <= self.size <= MOST:
            reason = f"expected an integer of pixels from 1 to {MOST}, got {self.size!r}"
            raise InvalidModel("size", reason)
        if self.orientation not in ORIENTATIONS:
            raise InvalidModel("orientation", unknown(self.orientation, ORIENTATIONS))
        for name in ("marks", "arrows", "regions"):
            value = getattr(self, name)
            object.__setattr__(self, name, (value,) if isinstance(value, str) else tuple(value))
        object.__setattr__(self, "paint", colours_of(self.colours))

    @property
    def white(self) -> bool:
        """Whether squares are white, as puzzle papers have them."""
        return self.paper or bool(self.clues)

    @property
    def dotted(self) -> bool:
        """Whether clues lie between squares, so that squares are the corners of a puzzle's cells."""
        return any(row != int(row) or column != int(column) for (row, column), _ in self.clues)

    def read_marks(self, board: Board) -> list[tuple[Square, str]]:
        """The marks, read for a board, and refused if there is no such square or mark."""
        marked = []
        for text in self.marks:
            name, _, mark = text.partition("=")
            if "=" in text and mark not in MARKS:
                raise InvalidModel("mark", unknown(mark, MARKS))
            with blaming("mark"):
                marked.append((board.parse_square(name), mark or MARKS[0]))
        return marked

    def read_arrows(self, board: Board) -> list[tuple[Square, Square]]:
        """The arrows, read for a board; one that is not two squares that differ is refused."""
        arrows = []
        for text in self.arrows:
            ends = text.split("-")
            if len(ends) != 2 or ends[0] == ends[1]:
                raise InvalidModel("arrow", f"expected two squares, as a1-b3, got {text!r}")
            with blaming("arrow"):
                arrows.append((board.parse_square(ends[0]), board.parse_square(ends[1])))
        return arrows


#: The default look of pictures.
PLAIN = PictureStyle()


def look_of(options: Mapping[str, Any]) -> PictureStyle:
    """The look with these options.

    Raises:
        InvalidModel: there is no such option, or a value makes no sense.
    """
    names = [field.name for field in fields(PictureStyle) if field.init]
    for name in options:
        if name not in names:
            raise InvalidModel("option", unknown(name, names))
    return PictureStyle(**options)
