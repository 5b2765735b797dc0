"""The types of a rule's fields, and how each is written in JSON and on the command line; see ``base``."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nqsat.chess.board import MAX_LISTED
from nqsat.errors import InvalidModel, unknown
from nqsat.files import read_text, rows_of
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.setting import Change
from nqsat.modelling.text_helpers import rows_as_text


class RuleField(ABC):
    """The type of one field: how its values are read and written."""

    def write(self, value: Any) -> object:
        """Return the value as JSON data."""
        return list(value) if isinstance(value, tuple) else value

    def kept(self, value: Any) -> Any:
        """Normalise a value given in Python; a ValueError says what was expected."""
        return self.read(value)

    def image(self, value: Any, change: Change) -> Any:
        """Map the value by a change: its kinds, and in subclasses also its squares or symmetries."""
        return self.called(value, change.kinds.__getitem__)

    @abstractmethod
    def read(self, data: object) -> Any:
        """Read the value from JSON data; a ValueError says what was expected."""

    def parse(self, text: str) -> Any:
        """Read the value from the command line; a ValueError says what was expected."""
        return self.read(text)

    def called(self, value: Any, call: Callable[[str], str]) -> Any:
        """Return the value with every kind in it renamed by ``call``."""
        return value

    def kinds(self, value: Any) -> set[str]:
        """Return the kinds that the value names."""
        found: set[str] = set()

        def noted(name: str) -> str:
            found.add(name)
            return name

        self.called(value, noted)
        return found


class Flag(RuleField):
    """Yes or no; on the command line its name alone says yes."""

    def read(self, data: object) -> bool:
        if not isinstance(data, bool):
            raise ValueError("expected true or false")
        return data

    def parse(self, text: str) -> bool:
        return self.read({"true": True, "false": False}.get(text))


class _Text(RuleField):
    def read(self, data: object) -> str:
        if not isinstance(data, str) or not data:
            raise ValueError("expected a name")
        return data


class _Whole(RuleField):
    def read(self, data: object) -> int:
        if not isinstance(data, str) or not re.fullmatch(r"-?[0-9]{1,18}", data, re.ASCII):
            raise ValueError("expected a whole number")
        return int(data)


class _Positive(RuleField):
    """A positive integer."""

    def read(self, data: object) -> int:
        if type(data) is not int or data < 1:
            raise ValueError("expected an integer from 1 on")
        return data

    def parse(self, text: str) -> int:
        return self.read(int(text) if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) else None)


@dataclass(frozen=True, slots=True)
class Choice(RuleField):
    """One of some words."""

    options: tuple[str, ...]

    def read(self, data: object) -> str:
        if data not in self.options:
            raise ValueError(unknown(data, self.options))
        return str(data)


#: A text that looks like a file name: it has an extension in lower case.
_FILE = re.compile(r".*[^.]\.[a-z][a-z0-9]{1,4}")

#: The size of a board, for a map without regions: rows, columns.
_SIZE = re.compile(r"([1-9][0-9]{0,5})[xX×]([1-9][0-9]{0,5})", re.ASCII)

#: The beginning, or the end, of such a size.
_PART_OF_SIZE = re.compile(r"[0-9]+[xX×]|[xX×][0-9]+", re.ASCII)

#: A comma between names, not one inside parentheses: ``shift(0,2)``, ``(1,4)@a1``.
COMMA = re.compile(r",(?![^()]*\))")


class _Names(RuleField):
    """A set of names of kinds, sorted. A text is a single name: ``"QN"`` is one name."""

    def kept(self, value: Any) -> tuple[str, ...]:
        names = read_names(value)
        if not names:
            raise ValueError("there is none; name some, or write None for all")
        return names

    def read(self, data: object) -> tuple[str, ...]:
        return read_texts(data, 'expected a list of names: ["Q", "R"]')

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(COMMA.split(text))

    def called(self, value: tuple[str, ...], call: Callable[[str], str]) -> tuple[str, ...]:
        return tuple(map(call, value))


class _Sorted(frozenset[tuple[str, str]]):
    """A frozenset with a sorted ``repr``, the same in every process."""

    def __repr__(self) -> str:
        return repr(sorted(self))


class _Pairs(RuleField):
    """Unordered pairs of kinds."""

    def kept(self, value: Any) -> frozenset[tuple[str, str]]:
        several = isinstance(value, Iterable) and not isinstance(value, str)
        pairs: list[Any] = list(value) if several else [value]
        if not _are_pairs(pairs, tuple | list):
            raise ValueError(f"{value!r}: write pairs of kinds, as in [('Q', 'R')]")
        return _Sorted((min(a, b), max(a, b)) for a, b in pairs)

    def write(self, value: frozenset[tuple[str, str]]) -> object:
        return [list(pair) for pair in sorted(value)]

    def read(self, data: Any) -> frozenset[tuple[str, str]]:
        pairs = data if isinstance(data, list) else [data]
        if not _are_pairs(pairs, list):
            raise ValueError('expected pairs of kinds: [["Q", "R"]]')
        return frozenset((pair[0], pair[1]) for pair in pairs)

    def parse(self, text: str) -> frozenset[tuple[str, str]]:
        return frozenset(map(_pair, COMMA.split(text)))

    def called(self, value: frozenset[tuple[str, str]], call: Callable[[str], str]) -> Any:
        return frozenset((call(a), call(b)) for a, b in value)


def _are_pairs(values: Iterable[Any], kind: Any) -> bool:
    return all(isinstance(x, kind) and [*map(type, x)] == [str, str] for x in values)


def _pair(text: str) -> tuple[str, str]:
    """Split a text at the hyphen between two kinds; names may contain hyphens too: ``dragon-king-Q``."""
    words = text.split("-")
    pairs = [("-".join(words[:i]), "-".join(words[i:])) for i in range(1, len(words))]
    if len(pairs) > 1:
        pairs = [pair for pair in pairs if all(map(_readable, pair))]
    if len(pairs) != 1 or not all(pairs[0]):
        raise ValueError("expected pairs of kinds: Q-Q,Q-R")
    return pairs[0]


def _readable(name: str) -> bool:
    try:
        Kind.parse(name, 1)
    except InvalidModel:
        return False
    return True


class _Number(RuleField):
    """Bounds on a number: 3, 3..5, 3.., ..5."""

    def kept(self, value: Any) -> Number:
        return Number.parse(value)

    def write(self, value: Number) -> object:
        return value.low if value.low == value.high else str(value)

    def read(self, data: object) -> Number:
        if type(data) not in (int, str):
            raise ValueError("expected a number: 3, or '3..5', '3..', '..5', 'any'")
        return Number.parse(data)  # type: ignore[arg-type]


class _Rows(RuleField):
    """A map of the board, one line for each row.

    On the command line ``file:map.txt``, rows separated by slashes, or ``8x8`` for an empty map. A file has
    a row a line, empty lines and comments (``#``) between them, or a list of rows in JSON.
    """

    def kept(self, value: Any) -> tuple[str, ...]:
        rows = rows_as_text(value)
        for row, line in enumerate(rows, start=1):
            for column, name in enumerate(line, start=1):
                if name != "." and not (name.isascii() and name.isalnum()):
                    place = f"line {row}, column {column}"
                    raise ValueError(f"{place}: {name!r} is neither a letter nor a digit nor '.'")
        return rows

    def image(self, value: tuple[str, ...], change: Change) -> tuple[str, ...]:
        board = change.target.board
        drawn = [["."] * board.columns for _ in range(board.rows)]
        for square in change.source.board.squares:
            image = change(square)
            drawn[image.row][image.column] = value[square.row][square.column]
        return tuple("".join(row) for row in drawn)

    def read(self, data: object) -> tuple[str, ...]:
        return read_texts(data, 'expected the lines of a map: ["AAB", "ABB"]')

    def parse(self, text: str) -> tuple[str, ...]:
        if text.startswith("file:"):
            return _rows_in(text.removeprefix("file:"))
        if size := _SIZE.fullmatch(text):
            rows, columns = map(int, size.groups())
            if rows * columns > MAX_LISTED:
                raise ValueError(f"{text} is larger than {MAX_LISTED:,} squares")
            return ("." * columns,) * rows
        if _PART_OF_SIZE.fullmatch(text):
            raise ValueError(f"{text!r} is no map: write its rows, AAB/ABB/CCC, or a size, 8x8")
        lines = text.split("/")
        is_map = len(lines) > 1 and len(set(map(len, lines))) == 1
        if not is_map and (_FILE.fullmatch(text) or Path(text).is_file()):
            raise ValueError(f"{text!r} looks like a file: write file:{text}")
        return tuple(lines)


def _rows_in(path: str) -> tuple[str, ...]:
    """Read the rows of a map from a file."""
    text = read_text("map", path, 2 * MAX_LISTED)
    rows = tuple(line for _, line in rows_of(text, "#") if line)
    if text.lstrip().startswith("["):
        try:
            rows = rows_as_text(json.loads(text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(f"{path!r} is no JSON: {error}") from None
    if not any(rows):
        raise ValueError(f"{path!r} is empty")
    return rows


def read_names(value: Any) -> tuple[str, ...]:
    """Return distinct names, sorted; a text is one name. A ValueError for any other value."""
    several = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
    names = list(value) if several else [value]
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"{value!r} is neither a name nor several names")
    return tuple(sorted(set(names)))


def read_texts(data: object, expected: str) -> tuple[str, ...]:
    """Read a list of texts from JSON data; otherwise raise a ValueError with the text ``expected``."""
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise ValueError(expected)
    return tuple(data)


FLAG = Flag()
TEXT = _Text()
WHOLE = _Whole()
POSITIVE = _Positive()
NAMES = _Names()
PAIRS = _Pairs()
NUMBER = _Number()
ROWS = _Rows()
