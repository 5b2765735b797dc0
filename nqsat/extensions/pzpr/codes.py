"""The codes of which addresses of pzpr are made: decoders, each with its encoder.

A decoder returns what it found and the rest of the body; it raises a ValueError that says what is wrong.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from string import ascii_lowercase, digits
from typing import Literal, NamedTuple, TypeVar

from nqsat.errors import InvalidModel

#: Digits, up to base 36; and in base 32, of bits.
_DIGITS = digits + ascii_lowercase
DIGITS = _DIGITS[:32]

#: Numbers of more than one digit: what stands before them, how many digits in base 16, and what is added.
_LONG: Mapping[str, tuple[int, int]] = {
    "-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240),
    "$": (5, 77776),
}  # fmt: skip

#: The number of a cell, a number that is not known, or none.
Mark = int | Literal["?"] | None

#: The content of a cell of an address: a number, a text, or nothing.
Value = int | str | None

A = TypeVar("A")

#: The ways of arrows: 1 is up.
WAYS = "udlr"

#: A clue of Yajilin: a cell without a number, or the way of its arrow and the number.
_ARROW = re.compile(
    r"\+|[0-4]\.|([0-4])([0-9a-f])|([5-9])([0-9a-f]{2})|-([0-4])([0-9a-f]{3})", re.ASCII
)


class Code(NamedTuple):
    """How the content of cells is written: a decoder of so many cells, and its inverse."""

    decode: Callable[[str, int], tuple[Sequence[Value], str]]
    encode: Callable[[Sequence[Value]], str]


def _packed(values: Sequence[Value], base: int, each: int) -> str:
    """The inverse of ``_unpacked``."""
    numbers = [*(int(value or 0) for value in values), *[0] * (-len(values) % each)]
    groups = (numbers[first : first + each] for first in range(0, len(numbers), each))
    return "".join(
        _DIGITS[sum(x * base**k for k, x in enumerate(reversed(some)))] for some in groups
    )


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


def _decode_number16(body: str, cells: int) -> tuple[list[Mark], str]:
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


def _encode_number16(numbers: Sequence[Value]) -> str:
    """The inverse of ``_decode_number16``."""
    return _with_skips(numbers, _number16, 20)


def _with_skips(values: Sequence[Value], write: Callable[[Value], str], most: int) -> str:
    """Values one by one; for this many empty cells, at most, one of the last letters of the alphabet."""
    first, text = 35 - most, ""
    for empty, some in groupby(values, key=lambda value: value is None):
        whole, rest = divmod(len(several := [*some]), most)
        skips = "z" * whole + (_DIGITS[first + rest] if rest else "")
        text += skips if empty else "".join(map(write, several))
    return text


def _number16(value: Value) -> str:
    if value == "?":
        return "."
    number = int(str(value))
    ways = [("", (1, 0)), *((sign, way) for sign, way in _LONG.items() if sign != "@")]
    for sign, (length, more) in ways:
        if number < 16**length + more and (sign != "%" or number < _LONG["*"][1]):
            return f"{sign}{number - more:0{length}x}"
    raise InvalidModel("clues", f"{number} is too large for an address")


def _decode_four_cell(body: str, cells: int) -> tuple[list[Mark], str]:
    """Decode numbers to 4: the digit also says how many empty cells follow; ``g`` to ``z`` skip cells."""
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


def _encode_four_cell(numbers: Sequence[Value]) -> str:
    """The inverse of ``_decode_four_cell``."""
    text, place = "", 0
    while place < len(numbers):
        behind = next(
            (i for i, x in enumerate(numbers[place + 1 :]) if x is not None), len(numbers)
        )
        value = numbers[place]
        if value is None:
            end = min(place + 1 + behind, len(numbers))
            text += _with_skips(numbers[place:end], str, 20)
            place = end
        elif value == "?":
            text, place = f"{text}.", place + 1
        else:
            if not 0 <= (number := int(str(value))) <= 4:
                raise InvalidModel("clues", f"{number} is not from 0 to 4")
            text += _DIGITS[number + 5 * min(behind, 2)]
            place += 1 + min(behind, 2)
    return text


def _decode_arrows(body: str, cells: int) -> tuple[list[str], str]:
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
        way, number = [part for part in clue.groups() if part] or ("", "")
        if way in ("0", "5"):
            raise ValueError(f"has the number {int(number, 16)} without an arrow")
        found.append(f"{int(number, 16)}{WAYS[int(way) % 5 - 1]}" if number else "x")
        body = body[clue.end() :]
    return _exactly(found, cells), body


def _encode_arrows(clues: Sequence[Value]) -> str:
    """The inverse of ``_decode_arrows``."""
    return _with_skips([None if clue == "." else clue for clue in clues], _arrow, 26)


def _arrow(clue: Value) -> str:
    if clue == "x":
        return "0."
    way, number = WAYS.index(str(clue)[-1]) + 1, int(str(clue)[:-1])
    if number < 256:
        return f"{way}{number:x}" if number < 16 else f"{way + 5}{number:02x}"
    return f"-{way}{number:03x}"


def _decode_hitori(body: str, cells: int) -> tuple[list[str], str]:
    """Decode numbers in base 36, one digit, or ``-`` and two; what is not known, and none, is ``.``."""
    found = re.findall(r"-[0-9a-z]{2}|[0-9a-z.%@]", body)
    if "".join(found) != body:
        raise ValueError(f"has {body[:20]!r}, in which something is not a number")
    return _exactly(
        [str(hitori_number(x)) if x.strip("-").isalnum() else "." for x in found], cells
    ), ""


def _encode_hitori(numbers: Sequence[Value]) -> str:
    """The inverse of ``_decode_hitori``."""
    text = ""
    for mark in map(str, numbers):
        number = 0 if mark == "." else hitori_number(mark)
        if number >= 36**2:
            raise InvalidModel("numbers", f"{number} is more than {36**2 - 1}")
        high = f"-{_DIGITS[number // 36]}" if number >= 36 else ""
        text += "%" if mark == "." else high + _DIGITS[number % 36]
    return text


def hitori_number(text: str) -> int:
    """A number as addresses have it, or one of several digits in base 10. ``InvalidModel``: it is none."""
    base = 10 if len(text) > 1 and text.isdecimal() else 36
    try:
        return int(text.removeprefix("-"), base)
    except ValueError:
        raise InvalidModel("numbers", f"{text!r} is not a number") from None


def decode_borders(
    body: str, rows: int, columns: int
) -> tuple[tuple[Sequence[Value], Sequence[Value]], str]:
    """Decode borders: row by row, first between neighbours, then between a cell and the one below."""
    across, down = (columns - 1) * rows, columns * (rows - 1)
    wanted = -(-across // 5) + -(-down // 5)
    if not (rows and columns) or len(body) < wanted:
        reason = f"{columns}×{rows} cells have borders of {max(0, wanted)} digits, not {len(body)}"
        raise ValueError(reason)
    vertical, body = BITS.decode(body, across)
    horizontal, body = BITS.decode(body, down)
    return (vertical, horizontal), body


def encode_borders(rows: Sequence[str]) -> str:
    """The inverse of ``decode_borders``, of the rows of a map of regions."""
    vertical = [row[i] != row[i + 1] for row in rows for i in range(len(row) - 1)]
    horizontal = [
        a != b for above, below in pairwise(rows) for a, b in zip(above, below, strict=True)
    ]
    return BITS.encode([*map(int, vertical)]) + BITS.encode([*map(int, horizontal)])


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


#: Bits, five to a digit in base 32; cells with no circle (0), a white one (1) or a black one (2), three to
#: a digit in base 27; and what the decoders say.
BITS, CIRCLES = (
    Code(partial(_unpacked, base=base, each=each), partial(_packed, base=base, each=each))
    for base, each in ((2, 5), (3, 3))
)
NUMBER16 = Code(_decode_number16, _encode_number16)
FOUR_CELL = Code(_decode_four_cell, _encode_four_cell)
ARROWS = Code(_decode_arrows, _encode_arrows)
HITORI = Code(_decode_hitori, _encode_hitori)
