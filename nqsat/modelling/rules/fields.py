"""The types of a rule's fields: how their values are read, written and parsed; see ``base``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

from nqsat.chess.board import MAX_LISTED
from nqsat.chess.grid import read_grid, text_of_grid
from nqsat.errors import integer, unknown
from nqsat.modelling.kinds import Number, is_kind

#: A comma between names, not one inside parentheses: ``shift(0,2)``, ``(1,4)@a1``.
COMMA = re.compile(r",(?![^()]*\))")

Rename = Callable[[str], str]


def _write(value: Any) -> object:
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Field:
    """The type of one field.

    Args:
        read: reads a value given in Python or JSON; a ValueError says what was expected.
        write: the value as JSON data, which ``read`` takes.
        parse: what ``read`` takes for a text from the command line.
        items: such texts, one for each item of the value; with commas between them they are the whole.
        rename: the value with every kind in it renamed.
        options: the words that are allowed; empty if there is no such list.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], object] = _write
    parse: Callable[[str], Any] = str
    items: Callable[[Any], Iterable[str]] = lambda value: map(
        str, value if isinstance(value, tuple) else [value]
    )
    rename: Callable[[Any, Rename], Any] = lambda value, _: value
    options: tuple[str, ...] = ()

    def kinds(self, value: Any) -> set[str]:
        """Return the kinds that a value names."""
        found: list[str] = []
        self.rename(value, lambda name: found.append(name) or name)  # type: ignore[func-returns-value]
        return set(found)


def items_of(value: Any) -> list[Any]:
    """Return the items of a value that may be one or several; a text is one."""
    several = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
    return list(value) if several else [value]


# -- words and numbers -------------------------------------------------------------------


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("expected a name")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    return value


#: Yes or no; on the command line its name alone says yes.
FLAG = Field(_flag, parse={"true": True, "false": False}.get)
TEXT = Field(_text)
WHOLE = Field(
    _whole, parse=lambda text: int(text) if re.fullmatch(r"-?[0-9]{1,18}", text, re.ASCII) else None
)
#: Bounds on a number: 3, 3..5, 3.., ..5.
NUMBER = Field(Number.parse, lambda value: value.low if value.low == value.high else str(value))


def _read_numbers(value: Any) -> tuple[int, ...]:
    numbers = [*map(integer, items_of(value))]
    if not all(x is not None and x >= 0 for x in numbers):
        raise ValueError("expected whole numbers")
    return tuple(sorted({x for x in numbers if x is not None}))


def _parse_numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(re.fullmatch("[0-9]{1,9}", word, re.ASCII) for word in words):
        raise ValueError(f"{text!r}: expected whole numbers")
    return [int(word) for word in words]


#: Whole numbers, at least 0.
NUMBERS = Field(_read_numbers, parse=_parse_numbers)


def choice(*options: str) -> Field:
    """One of some words."""

    def read(value: Any) -> str:
        if value not in options:
            raise ValueError(unknown(value, options))
        return str(value)

    return Field(read, options=options)


# -- names of kinds ----------------------------------------------------------------------


def read_names(value: Any) -> tuple[str, ...]:
    """Return distinct names, sorted; a text is one name. A ValueError for any other value."""
    names = items_of(value)
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"expected a name or a list of names, got {value!r}")
    return tuple(sorted(set(names)))


def _some_names(value: Any) -> tuple[str, ...]:
    names = read_names(value)
    if not names:
        raise ValueError("expected at least one name; None means all")
    return names


class _Sorted(frozenset[tuple[str, str]]):
    """A frozenset with a sorted ``repr``, the same in every process."""

    def __repr__(self) -> str:
        return repr(sorted(self))


def _pairs(value: Any) -> frozenset[tuple[str, str]]:
    pairs = items_of(value)
    if not all(isinstance(x, tuple | list) and [*map(type, x)] == [str, str] for x in pairs):
        raise ValueError(f"{value!r}: write pairs of kinds, as in [('Q', 'R')]")
    return _Sorted((min(a, b), max(a, b)) for a, b in pairs)


def _split_pair(text: str) -> tuple[str, str]:
    """Split a text at the hyphen between two kinds; names may contain hyphens too: ``dragon-king-Q``."""
    words = text.split("-")
    pairs = [("-".join(words[:i]), "-".join(words[i:])) for i in range(1, len(words))]
    if len(pairs) > 1:
        pairs = [pair for pair in pairs if all(map(is_kind, pair))]
    if len(pairs) != 1 or not all(pairs[0]):
        raise ValueError("expected pairs of kinds: Q-Q,Q-R")
    return pairs[0]


#: A set of names of kinds, sorted. A text is a single name: ``"QN"`` is one name.
NAMES = Field(_some_names, parse=COMMA.split, rename=lambda names, call: tuple(map(call, names)))
#: Unordered pairs of kinds.
PAIRS = Field(
    _pairs,
    write=lambda pairs: [list(pair) for pair in sorted(pairs)],
    parse=lambda text: [*map(_split_pair, COMMA.split(text))],
    items=lambda pairs: ["-".join(pair) for pair in sorted(pairs)],
    rename=lambda pairs, call: frozenset((call(a), call(b)) for a, b in pairs),
)


# -- maps --------------------------------------------------------------------------------

#: A text that looks like a file name: it has an extension in lower case.
_FILE = re.compile(r".*[^.]\.[a-z][a-z0-9]{1,4}")

#: The size of a board, for a map without regions: rows, columns.
_SIZE = re.compile(r"([1-9][0-9]{0,5})[xX×]([1-9][0-9]{0,5})", re.ASCII)

#: The beginning, or the end, of such a size.
_PART_OF_SIZE = re.compile(r"[0-9]+[xX×]|[xX×][0-9]+", re.ASCII)


#: The names of regions in a map; an integer is the number of one.
_NAMES = digits + ascii_letters


def read_map(value: Any) -> tuple[str, ...]:
    """The rows of a map of regions: rows as texts or lists, the text of a grid, or the path of its file.

    Raises:
        ValueError: it is something else, or a row has other characters than letters, digits and ``.``.
    """
    if isinstance(value, list | tuple) and all(isinstance(row, str) for row in value):
        rows = tuple(value)
    elif isinstance(value, str):
        rows = _parse_rows(value, named=False)
    elif (text := text_of_grid("map", value, named=False)) is None:
        raise ValueError(f"{value!r}: write a line for each row, as in ('AAB', 'ABB')")
    else:
        rows = _rows_of(text)
    for row, line in enumerate(rows, start=1):
        for column, name in enumerate(line, start=1):
            if name != "." and not (name.isascii() and name.isalnum()):
                place = f"line {row}, column {column}"
                raise ValueError(f"{place}: expected a letter, a digit or '.', got {name!r}")
    return rows


def _rows_of(text: str) -> tuple[str, ...]:
    """The rows of a grid, where a number from 0 to 61 names a region; other words get names in order."""
    cells = [row.cells for row in read_grid("map", text, walls=False)]
    if not any(cells):
        raise ValueError("is empty")
    words = dict.fromkeys(name for row in cells for name in row if name != ".")
    if all(name.isdigit() and int(name) < len(_NAMES) for name in words):
        names = {name: _NAMES[int(name)] for name in words}
    elif any(len(name) > 1 or not name.isascii() for name in words) and all(map(_is_name, words)):
        names = dict(zip(words, _NAMES[10:] + _NAMES[:10], strict=False))
    else:
        names = {name: name for name in words}
    if len(words) > len(names):
        raise ValueError(f"{len(words)} regions; a map has at most {len(_NAMES)}")
    return tuple("".join(names.get(name, ".") for name in row) for row in cells)


def _is_name(word: str) -> bool:
    """Whether a word may name a region: a number, something with a letter, a sign such as a red square."""
    return word.isdigit() or (
        word.isprintable() and any(letter.isalpha() or not letter.isascii() for letter in word)
    )


def _parse_rows(text: str, *, named: bool = True) -> tuple[str, ...]:
    if (grid := text_of_grid("map", text, named=named)) is not None:
        return _rows_of(grid)
    if size := _SIZE.fullmatch(text):
        rows, columns = map(int, size.groups())
        if rows * columns > MAX_LISTED:
            raise ValueError(f"{text} is larger than {MAX_LISTED:,} squares")
        return ("." * columns,) * rows
    if _PART_OF_SIZE.fullmatch(text):
        raise ValueError(f"{text!r}: expected rows, AAB/ABB/CCC, or a size, 8x8")
    lines = text.split("/")
    is_map = len(lines) > 1 and len(set(map(len, lines))) == 1
    if not is_map and (_FILE.fullmatch(text) or Path(text).is_file()):
        raise ValueError(f"{text!r} looks like a file: write file:{text}")
    return tuple(lines)


#: A map of the board, one line for each row.
ROWS = Field(read_map, parse=_parse_rows, items=lambda rows: ["/".join(rows)])
