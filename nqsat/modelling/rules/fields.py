"""What a rule's own fields look like in JSON and on the command line; see ``base``."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nqsat.chess.board import MAX_SQUARES
from nqsat.errors import InvalidModel, unknown
from nqsat.files import lines_of, read_text
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.setting import Change


class RuleField(ABC):
    """How the value of one field is written and read."""

    def write(self, value: Any) -> object:
        """The value as JSON data."""
        return list(value) if isinstance(value, tuple) else value

    def kept(self, value: Any) -> Any:
        """The value as it is kept, from what Python gave; a ValueError says what was expected."""
        return self.read(value)

    def image(self, value: Any, change: Change) -> Any:
        """What becomes of the value; of one that names squares or symmetries more than its kinds change."""
        return self.called(value, change.kinds.__getitem__)

    @abstractmethod
    def read(self, data: object) -> Any:
        """The value from JSON data; a ValueError says in its text what was expected."""

    def parse(self, text: str) -> Any:
        """The value from a word of the command line; a ValueError says what was expected."""
        return self.read(text)

    def called(self, value: Any, call: Callable[[str], str]) -> Any:
        """The value with every kind in it called otherwise."""
        return value

    def kinds(self, value: Any) -> set[str]:
        """The kinds that it names: those that can be called otherwise."""
        found: set[str] = set()

        def noted(name: str) -> str:
            found.add(name)
            return name

        self.called(value, noted)
        return found


class _Flag(RuleField):
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
    """An integer from 1 on."""

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


#: What looks like the name of a file: an extension in small letters.
_FILE = re.compile(r".*[^.]\.[a-z][a-z0-9]{1,4}")

#: The size of a board, for a map with no region yet: rows, columns.
_SIZE = re.compile(r"([1-9][0-9]{0,5})[xX×]([1-9][0-9]{0,5})", re.ASCII)

#: The commas between names, not the one in ``shift(0,2)`` or ``(1,4)@a1``.
COMMA = re.compile(r",(?![^()]*\))")


class _Names(RuleField):
    """Names of kinds: a set of them, kept in order. One may stand alone: ``"QN"`` is one name."""

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
    """A set that shows itself in the same order in every process, which a frozenset does not."""

    def __repr__(self) -> str:
        return repr(sorted(self))


class _Pairs(RuleField):
    """Pairs of kinds, in either order."""

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
    """The kinds on both sides of a hyphen; names of pieces may have hyphens too: ``dragon-king-Q``."""
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
    """How many: 3, 3..5, 3.., ..5."""

    def kept(self, value: Any) -> Number:
        return Number.parse(value)

    def write(self, value: Number) -> object:
        return value.low if value.low == value.high else str(value)

    def read(self, data: object) -> Number:
        if type(data) not in (int, str):
            raise ValueError("expected a number: 3, or '3..5', '3..', '..5', 'any'")
        return Number.parse(data)  # type: ignore[arg-type]


class _Rows(RuleField):
    """A map of the board, one line a row.

    On the command line ``file:map.txt``, rows between slashes, or ``8x8`` for a map that is empty still.
    """

    def kept(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, tuple | list) or not all(isinstance(line, str) for line in value):
            raise ValueError(f"{value!r}: write a line for each row, as in ('AAB', 'ABB')")
        for row, line in enumerate(value, start=1):
            for column, name in enumerate(line, start=1):
                if name != "." and not (name.isascii() and name.isalnum()):
                    place = f"line {row}, column {column}"
                    raise ValueError(f"{place}: {name!r} is neither a letter nor a digit nor '.'")
        return tuple(value)

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
            lines = lines_of(read_text("map", text.removeprefix("file:"), 2 * MAX_SQUARES))
            if not any(lines):
                raise ValueError(f"{text.removeprefix('file:')!r} is empty")
            return tuple(lines)
        if size := _SIZE.fullmatch(text):
            rows, columns = map(int, size.groups())
            if rows * columns > MAX_SQUARES:
                raise ValueError(f"{text} is larger than {MAX_SQUARES:,} squares")
            return ("." * columns,) * rows
        lines = text.split("/")
        is_map = len(lines) > 1 and len(set(map(len, lines))) == 1
        if not is_map and (_FILE.fullmatch(text) or Path(text).is_file()):
            raise ValueError(f"{text!r} looks like a file: write file:{text}")
        return tuple(lines)


def read_names(value: Any) -> tuple[str, ...]:
    """Names, each once and in order; a text alone is one name. A ValueError if it is something else."""
    several = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
    names = list(value) if several else [value]
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"{value!r} is neither a name nor several names")
    return tuple(sorted(set(names)))


def read_texts(data: object, expected: str) -> tuple[str, ...]:
    """A list of texts in JSON; a ValueError says what was expected."""
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise ValueError(expected)
    return tuple(data)


FLAG = _Flag()
TEXT = _Text()
WHOLE = _Whole()
POSITIVE = _Positive()
NAMES = _Names()
PAIRS = _Pairs()
NUMBER = _Number()
ROWS = _Rows()
