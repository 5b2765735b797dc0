"""Puzzles as addresses of puzz.link, pzv.jp and other sites that run pzpr; nothing is downloaded.

An address ends in ``?GENRE/COLUMNS/ROWS/BODY``; before the columns there may be a flag. What a body holds
depends on the genre: here are the decoders of its parts, each of which returns what it found and the rest
of the body, and a function for each genre that makes the model. A new genre is one more function.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_letters, digits
from typing import Literal, NamedTuple, TypeVar

from nqsat.errors import InvalidModel, unknown
from nqsat.modelling.factor import Factor
from nqsat.modelling.model import Model
from nqsat.modelling.tour import Tour

#: An example, for messages.
EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"

_ADDRESS = re.compile(
    r"(?:https?://)?[^?\s]*\?(?:[a-z]+=[a-z]+&)*(?P<genre>[a-z][a-z0-9-]*)(?:_edit|_play)?/"
    r"(?P<flag>(?:v:)?[a-z]+/)?(?P<columns>[0-9]{1,3})/(?P<rows>[0-9]{1,3})(?:/(?P<body>\S*?))?/?",
    re.ASCII,
)

#: What a digit in base 32 is.
DIGITS = digits + "abcdefghijklmnopqrstuv"

#: The names of regions in a map.
NAMES = ascii_letters + digits

#: Numbers of more than one digit: what stands before them, how many digits in base 16, and what is added.
_LONG: Mapping[str, tuple[int, int]] = {
    "-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240),
    "$": (5, 77776),
}  # fmt: skip

#: The number of a cell, a number that is not known, or none.
Mark = int | Literal["?"] | None

Cell = tuple[int, int]

A = TypeVar("A")


class Address(NamedTuple):
    """The parts of an address.

    Args:
        genre: the puzzle, as pzpr calls it.
        flag: what stands before the columns; empty for none.
        columns, rows: the size.
        body: the clues.
    """

    genre: str
    flag: str
    columns: int
    rows: int
    body: str

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    def grid(self, marks: Sequence[str]) -> list[list[str]]:
        """Return the rows of marks that are given cell by cell."""
        return [[*marks[i : i + self.columns]] for i in range(0, self.cells, self.columns)]


def parse_address(text: str) -> Address | None:
    """Return the parts of an address; None for other text."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    flag = (found["flag"] or "").rstrip("/")
    return Address(
        found["genre"], flag, int(found["columns"]), int(found["rows"]), found["body"] or ""
    )


def read_address(text: str) -> Model | None:
    """Return the model of the puzzle that an address has; None for text that is no address.

    Raises:
        InvalidModel: the genre is not read, or the body is damaged.
    """
    address = parse_address(text)
    if address is None:
        return None
    if address.genre not in GENRES:
        raise InvalidModel("address", f"genre {unknown(address.genre, GENRES)}")
    if address.flag:
        raise InvalidModel("address", f"has the flag {address.flag!r}, which is not read")
    if not address.cells:
        raise InvalidModel("address", f"has {address.columns}×{address.rows} cells")
    return GENRES[address.genre](address)


# -- decoders ----------------------------------------------------------------------------
# Each raises a ValueError that says what is wrong.


def decode_bits(body: str, number: int) -> tuple[list[bool], str]:
    """Decode bits: five are a digit in base 32, the highest first; the last is padded with zeros."""
    length = -(-number // 5)
    values = [_digit(letter, 32) for letter in body[:length]]
    found = [bool(value >> bit & 1) for value in values for bit in (4, 3, 2, 1, 0)]
    if len(values) < length:
        raise ValueError(f"has {len(values)} digits where {number} cells need {length}")
    if any(found[number:]):
        raise ValueError(f"has more than {number} bits")
    return found[:number], body[length:]


def decode_number16(body: str, cells: int) -> tuple[list[Mark], str]:
    """Decode numbers: one digit in base 16 or ``-``, ``+`` … and several; ``g`` to ``z`` skip cells."""
    found: list[Mark] = []
    while body and len(found) < cells:
        letter, length, more = body[0], 0, 0
        if "g" <= letter <= "z":
            found += [None] * (int(letter, 36) - 15)
        elif letter == ".":
            found.append("?")
        elif letter in _LONG:
            length, more = _LONG[letter]
            found.append(more + _digits16(body[1 : 1 + length], length))
        else:
            found.append(_digit(letter, 16))
        body = body[1 + length :]
    return _exactly(found, cells), body


def decode_borders(body: str, rows: int, columns: int) -> tuple[tuple[list[bool], list[bool]], str]:
    """Decode borders: row by row, first between neighbours, then between a cell and the one below."""
    across, down = (columns - 1) * rows, columns * (rows - 1)
    wanted = -(-across // 5) + -(-down // 5)
    if not (rows and columns) or len(body) < wanted:
        reason = f"{columns}×{rows} cells have borders of {max(0, wanted)} digits, not {len(body)}"
        raise ValueError(reason)
    vertical, body = decode_bits(body, across)
    horizontal, body = decode_bits(body, down)
    return (vertical, horizontal), body


def _digit(letter: str, base: int) -> int:
    value = DIGITS.find(letter)
    if not 0 <= value < base:
        raise ValueError(f"has {letter!r}, which is no digit here")
    return value


def _digits16(text: str, length: int) -> int:
    if not re.fullmatch(f"[0-9a-f]{{{length}}}", text):
        raise ValueError(f"has {text!r} where {length} digits stand")
    return int(text, 16)


def _exactly(found: list[Mark], cells: int) -> list[Mark]:
    if len(found) != cells:
        raise ValueError(f"says what {len(found)} cells hold, there are {cells}")
    return found


def _decoded(body: str, decode: Callable[[str], tuple[A, str]]) -> A:
    """Return what a decoder makes of a body, of which nothing may be left."""
    try:
        found, rest = decode(body)
    except ValueError as error:
        raise InvalidModel("address", str(error)) from None
    if rest:
        raise InvalidModel("address", f"goes on with {rest[:20]!r}, behind the last cell")
    return found


# -- genres ------------------------------------------------------------------------------


def _numberlink(address: Address) -> Model:
    """Numberlink: paths join equal numbers, and cross nothing; squares may be left out."""
    numbers = _decoded(address.body, lambda body: decode_number16(body, address.cells))
    if "?" in numbers:
        raise InvalidModel("address", "has a ? for a number, which is not read")
    # In a grid 0 is an empty square.
    marks = ["." if number is None else str(number) if number else "zero" for number in numbers]
    return Factor(address.grid(marks), "W", "..2")


def _simple_loop(address: Address) -> Model:
    """Simple Loop: one loop through all squares that are not shaded."""
    body = address.body or "0" * -(-address.cells // 5)  # no square is shaded
    shaded = _decoded(body, lambda text: decode_bits(text, address.cells))
    return Tour(address.grid(["x" if one else "." for one in shaded]), "W")


def _star_battle(address: Address) -> Model:
    """Star Battle: as many stars in each row, column and region, of which no two touch."""
    from nqsat.modelling.sources import find_family  # which reads addresses, too

    regions, stars = star_battle_map(address)
    return find_family("star-battle")(regions=regions, stars=stars)


def star_battle_map(address: Address) -> tuple[str, int]:
    """Return the map of regions of a star battle, rows separated by slashes, and the number of stars.

    Regions are the connected components inside the borders.

    Raises:
        InvalidModel: there are no stars, the borders have a wrong length, or there are too many regions.
    """
    columns, rows = address.columns, address.rows
    stars, _, body = address.body.partition("/")
    example = f"starbattle/{columns}/{rows}/1/…"
    if not re.fullmatch("[0-9]{1,2}", stars):
        raise InvalidModel("address", f"has no number of stars: {example}")
    if not int(stars):
        raise InvalidModel("address", f"has 0 stars; write 1 or more: {example}")
    vertical, horizontal = _decoded(body, lambda text: decode_borders(text, rows, columns))
    joined: dict[Cell, list[Cell]] = {}
    for row in range(rows):
        for column in range(columns):
            if column < columns - 1 and not vertical[row * (columns - 1) + column]:
                _join(joined, (row, column), (row, column + 1))
            if row < rows - 1 and not horizontal[row * columns + column]:
                _join(joined, (row, column), (row + 1, column))
    return _region_map(rows, columns, joined), int(stars)


def _join(joined: dict[Cell, list[Cell]], one: Cell, other: Cell) -> None:
    joined.setdefault(one, []).append(other)
    joined.setdefault(other, []).append(one)


def _region_map(rows: int, columns: int, joined: Mapping[Cell, Sequence[Cell]]) -> str:
    """Return the map with a letter for each region, in the order of their first cells."""
    names: dict[Cell, str] = {}
    number = 0
    for start in ((row, column) for row in range(rows) for column in range(columns)):
        if start in names:
            continue
        if number == len(NAMES):
            raise InvalidModel("address", f"has more than {len(NAMES)} regions")
        queue = [start]
        for cell in queue:  # the list grows in the loop
            if cell not in names:
                names[cell] = NAMES[number]
                queue += joined.get(cell, ())
        number += 1
    return "/".join("".join(names[row, column] for column in range(columns)) for row in range(rows))


#: How the address of each genre becomes a model, by the name of the genre.
GENRES: Mapping[str, Callable[[Address], Model]] = {
    "numlin": _numberlink,
    "simpleloop": _simple_loop,
    "starbattle": _star_battle,
}
