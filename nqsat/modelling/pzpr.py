"""Puzzles as addresses of puzz.link, pzv.jp and other sites that run pzpr; nothing is downloaded.

An address ends in ``?GENRE/COLUMNS/ROWS/BODY``; before the columns there may be a flag. What a body holds
depends on the genre: here are the decoders of its parts, each of which returns what it found and the rest
of the body, and a function for each genre that says which model of the catalogue it is, with which
parameters. A new genre is one more function.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_letters, digits
from typing import Literal, NamedTuple, TypeVar

from nqsat.errors import InvalidModel, unknown
from nqsat.modelling.model import Model

#: An example, for messages.
EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"

_ADDRESS = re.compile(
    r"(?:https?://)?[^?\s]*\?(?:[a-z]+=[a-z]+&)*(?P<genre>[a-z][a-z0-9-]*)(?:_edit|_play)?/"
    r"(?P<flag>(?:v:[a-z]*|[a-z]+)/)?(?P<columns>[0-9]{1,3})/(?P<rows>[0-9]{1,3})(?:/(?P<body>\S*?))?/?",
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

#: The name of a model in the catalogue, and its parameters.
Named = tuple[str, dict[str, int | str]]

#: Flags that change how a puzzle looks, and not what is asked, by the genre.
_LOOKS = {"yajilin": "b", "yajirin": "b"}

#: A clue of Yajilin: a cell without a number, or the way of its arrow and the number.
_ARROW = re.compile(
    r"\+|[0-4]\.|([0-4])([0-9a-f])|([5-9])([0-9a-f]{2})|-([0-4])([0-9a-f]{3})", re.ASCII
)


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


def named_puzzle(text: str) -> Named | None:
    """Return the model of the catalogue that an address means, and its parameters; None for other text.

    Raises:
        InvalidModel: the genre is not read, or the body is damaged.
    """
    address = parse_address(text)
    if address is None:
        return None
    genre, flag = address.genre, address.flag
    if genre not in GENRES:
        raise InvalidModel("address", f"genre {unknown(genre, GENRES)}")
    if flag and flag != _LOOKS.get(genre):
        raise InvalidModel("address", f"has the flag {flag!r}, which is not read")
    if not address.cells:
        raise InvalidModel("address", f"has {address.columns}×{address.rows} cells")
    return GENRES[genre](address)


def read_address(text: str) -> Model | None:
    """Return the model of the puzzle that an address has; None for text that is no address.

    Raises:
        InvalidModel: the genre is not read, or the body is damaged.
    """
    from nqsat.modelling.lookup import find_family  # which reads addresses, too

    named = named_puzzle(text)
    return find_family(named[0])(**named[1]) if named else None


# -- decoders ----------------------------------------------------------------------------
# Each raises a ValueError that says what is wrong.


def decode_bits(body: str, number: int) -> tuple[list[bool], str]:
    """Decode bits: five are a digit in base 32, the highest first; the last is padded with zeros."""
    found, rest = _unpacked(body, number, 2, 5)
    return [bool(one) for one in found], rest


def decode_circles(body: str, number: int) -> tuple[list[int], str]:
    """Decode cells with no circle (0), a white one (1) or a black one (2): three are a digit in base 27."""
    return _unpacked(body, number, 3, 3)


def _unpacked(body: str, number: int, base: int, each: int) -> tuple[list[int], str]:
    """Return numbers below ``base``. A digit holds ``each`` of them; the last one is padded with zeros."""
    length = -(-number // each)
    values = [_digit(letter, base**each) for letter in body[:length]]
    found = [value // base**place % base for value in values for place in reversed(range(each))]
    if len(values) < length:
        raise ValueError(f"has {len(values)} digits where {number} cells need {length}")
    if any(found[number:]):
        raise ValueError(f"has more than {number} {'bits' if base == 2 else 'cells'}")
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


def decode_four_cell(body: str, cells: int) -> tuple[list[Mark], str]:
    """Decode numbers to 4: the digit says how many empty cells follow, too; ``g`` to ``z`` skip cells."""
    found: list[Mark] = []
    while body and len(found) < cells:
        letter, body = body[0], body[1:]
        if "g" <= letter <= "z":
            found += [None] * (int(letter, 36) - 15)
        elif letter == ".":
            found.append("?")
        else:
            empty, value = divmod(_digit(letter, 15), 5)
            # The last digit says more empty cells than there are.
            found += [value, *[None] * min(empty, cells - len(found) - 1)]
    return _exactly(found, cells), body


def decode_arrows(body: str, cells: int) -> tuple[list[str], str]:
    """Decode numbers with arrows (``2r``) and clues without (``x``); ``a`` to ``z`` skip cells (``.``)."""
    found: list[str] = []
    while body and len(found) < cells:
        if "a" <= body[0] <= "z":
            found += ["."] * (int(body[0], 36) - 9)
            body = body[1:]
            continue
        clue = _ARROW.match(body)
        if clue is None:
            raise ValueError(f"has {body[:4]!r}, which is not a clue here")
        way, number = [one for one in clue.groups() if one] or ("", "")
        if way in ("0", "5"):
            raise ValueError(f"has the number {int(number, 16)} without an arrow")
        found.append(f"{int(number, 16)}{'udlr'[int(way) % 5 - 1]}" if number else "x")
        body = body[clue.end() :]
    return _exactly(found, cells), body


def decode_hitori(body: str, cells: int) -> tuple[list[str], str]:
    """Decode numbers in base 36, one digit, or ``-`` and two; those not known and none are ``.``."""
    found = re.findall(r"-[0-9a-z]{2}|[0-9a-z.%@]", body)
    if "".join(found) != body:
        raise ValueError(f"has {body[:20]!r}, in which something is not a number")
    return _exactly(["." if one in "%@" else one for one in found], cells), ""


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
        raise ValueError(f"has {letter!r}, which is not a digit here")
    return value


def _digits16(text: str, length: int) -> int:
    if not re.fullmatch(f"[0-9a-f]{{{length}}}", text):
        raise ValueError(f"has {text!r} where {length} digits stand")
    return int(text, 16)


def _exactly(found: list[A], cells: int) -> list[A]:
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


def _text(address: Address, marks: Sequence[str]) -> str:
    """Return the marks of cells as clues of the catalogue: with commas where one has several letters."""
    comma = "," if max(map(len, marks)) > 1 else ""
    if comma and address.columns == 1:
        raise InvalidModel("address", "has one column and long numbers, which is not read")
    return "/".join(map(comma.join, address.grid(marks)))


def _numbers(address: Address, body: str, cells: int, *, known: bool = True) -> list[Mark]:
    """Return numbers in base 16; that each is known may be asked."""
    numbers = _decoded(body, lambda text: decode_number16(text, cells))
    if known and "?" in numbers:
        raise InvalidModel("address", f"has a ? for a number of {address.genre}, which is not read")
    return numbers


def _four_cell(address: Address, mystery: str) -> str:
    """Return clues from 0 to 4, with what stands for a clue without a number."""
    numbers = _decoded(address.body, lambda body: decode_four_cell(body, address.cells))
    names: dict[Mark, str] = {None: ".", "?": mystery}
    return _text(address, [names.get(one, str(one)) for one in numbers])


def _numberlink(address: Address) -> Named:
    """Numberlink: paths join equal numbers, and cross nothing; squares may be left out."""
    numbers = _numbers(address, address.body, address.cells)
    # In a grid 0 is an empty square.
    marks = ["." if number is None else str(number) if number else "zero" for number in numbers]
    return "numberlink", {"clues": _text(address, marks)}


def _simple_loop(address: Address) -> Named:
    """Simple Loop: one loop through all squares that are not shaded."""
    body = address.body or "0" * -(-address.cells // 5)  # no square is shaded
    shaded = _decoded(body, lambda text: decode_bits(text, address.cells))
    return "simple-loop", {"clues": _text(address, ["x" if one else "." for one in shaded])}


def _slitherlink(address: Address) -> Named:
    """Slitherlink: a loop along the sides of cells; a clue without a number says nothing."""
    return "slitherlink", {"clues": _four_cell(address, ".")}


def _akari(address: Address) -> Named:
    """Akari: lamps; a clue without a number is a wall."""
    return "akari", {"clues": _four_cell(address, "x")}


def _masyu(address: Address) -> Named:
    """Masyu: a loop through white and black circles."""
    circles = _decoded(address.body, lambda body: decode_circles(body, address.cells))
    return "masyu", {"clues": _text(address, [".WB"[one] for one in circles])}


def _yajilin(address: Address) -> Named:
    """Yajilin: a loop, and shaded cells that arrows count."""
    clues = _decoded(address.body, lambda body: decode_arrows(body, address.cells))
    return "yajilin", {"clues": "/".join(map("".join, address.grid(clues)))}


def _nurikabe(address: Address) -> Named:
    """Nurikabe: islands in a connected sea."""
    numbers = _numbers(address, address.body, address.cells)
    marks = ["." if number is None else str(number) for number in numbers]
    return "nurikabe", {"clues": _text(address, marks)}


def _hitori(address: Address) -> Named:
    """Hitori: no number twice among the cells that are not shaded."""
    numbers = _decoded(address.body, lambda body: decode_hitori(body, address.cells))
    return "hitori", {"numbers": _text(address, numbers)}


def _heyawake(address: Address) -> Named:
    """Heyawake: the borders of rooms, then the numbers of rooms in the order of their first cells."""
    rooms, rest = _regions(address, address.body)
    names = [*dict.fromkeys(rooms.replace("/", ""))]
    numbers = _numbers(address, rest, len(names), known=False)
    given = [f"{name}={one}" for name, one in zip(names, numbers, strict=True) if type(one) is int]
    return "heyawake", {"rooms": rooms, "numbers": ",".join(given) or "none"}


def _star_battle(address: Address) -> Named:
    """Star Battle: as many stars in each row, column and region, of which no two touch."""
    regions, stars = star_battle_map(address)
    return "star-battle", {"regions": regions, "stars": stars}


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
    regions, rest = _regions(address, body)
    _decoded(rest, lambda text: (None, text))
    return regions, int(stars)


def _regions(address: Address, body: str) -> tuple[str, str]:
    """Return the map of the regions inside the borders with which a body begins, and the rest of it."""
    columns, rows = address.columns, address.rows
    try:
        (vertical, horizontal), rest = decode_borders(body, rows, columns)
    except ValueError as error:
        raise InvalidModel("address", str(error)) from None
    joined: dict[Cell, list[Cell]] = {}
    for row in range(rows):
        for column in range(columns):
            if column < columns - 1 and not vertical[row * (columns - 1) + column]:
                _join(joined, (row, column), (row, column + 1))
            if row < rows - 1 and not horizontal[row * columns + column]:
                _join(joined, (row, column), (row + 1, column))
    return _region_map(rows, columns, joined), rest


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


#: What the address of each genre means, by the names that pzpr and its sites have for it.
GENRES: Mapping[str, Callable[[Address], Named]] = {
    "numlin": _numberlink,
    "simpleloop": _simple_loop,
    "starbattle": _star_battle,
    "slither": _slitherlink,
    "slitherlink": _slitherlink,
    "mashu": _masyu,
    "masyu": _masyu,
    "pearl": _masyu,
    "yajilin": _yajilin,
    "yajirin": _yajilin,
    "nurikabe": _nurikabe,
    "hitori": _hitori,
    "lightup": _akari,
    "akari": _akari,
    "heyawake": _heyawake,
}
