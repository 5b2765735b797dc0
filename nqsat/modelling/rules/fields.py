"""What a rule's own fields look like in JSON and on the command line.

A rule names its fields once, ``fields = {"variant": Choice(...), "blocking": FLAG}``, and can then be
read and written both ways: as a JSON object, and after ``=`` in ``--rule NAME=VALUE``. There VALUE is
a list separated by commas: a flag's name sets it, ``field=value`` sets a field, and what is left over
belongs to the first field: ``domination=total,blocking``.
"""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Self

from nqsat.chess.board import MAX_SQUARES
from nqsat.errors import InvalidModel
from nqsat.files import lines_of, read_text
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.setting import Change, Setting


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

    def kinds(self, value: Any) -> Iterable[str]:
        """The kinds that it names."""
        return ()


class _Flag(RuleField):
    def read(self, data: object) -> bool:
        if not isinstance(data, bool):
            raise ValueError("expected true or false")
        return data

    def parse(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError("expected true or false")
        return text == "true"


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


@dataclass(frozen=True, slots=True)
class Choice(RuleField):
    """One of some words."""

    options: tuple[str, ...]

    def read(self, data: object) -> str:
        if data not in self.options:
            raise ValueError(f"{data!r} is unknown; choose from {', '.join(self.options)}")
        return str(data)


#: What looks like the name of a file: an extension in small letters.
_FILE = re.compile(r".*[^.]\.[a-z][a-z0-9]{1,4}")

#: The size of a board, for a map with no region yet: rows, columns.
_SIZE = re.compile(r"([1-9][0-9]{0,5})x([1-9][0-9]{0,5})", re.ASCII)

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

    def kinds(self, value: tuple[str, ...]) -> Iterable[str]:
        return value


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

    def kinds(self, value: frozenset[tuple[str, str]]) -> Iterable[str]:
        return {name for pair in value for name in pair}


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
_TEXT = _Text()
_WHOLE = _Whole()
NAMES = _Names()
PAIRS = _Pairs()
NUMBER = _Number()
ROWS = _Rows()


class Worded(ABC):
    """A frozen dataclass with a name that can be read and written: a rule, a measure."""

    __slots__ = ()

    #: What it is, for messages.
    what: ClassVar[str]

    #: The name in JSON and on the command line.
    name: ClassVar[str]

    #: Its fields, as JSON and the command line have them.
    fields: ClassVar[Mapping[str, RuleField]] = MappingProxyType({})

    def __post_init__(self) -> None:
        # What exists is valid, however it was made: every field is read when the value is.
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name in self.fields and not (value is None and field.default is None):
                with _field(field.name):
                    value = self.fields[field.name].kept(value)
                object.__setattr__(self, field.name, value)

    def check(self, setting: Setting) -> None:
        """Called once when a model is born; by itself it refuses kinds that the model has not.

        Raises:
            InvalidModel: the value makes no sense for this model.
        """
        known = [kind.name for kind in setting.kinds]
        given = {name: getattr(self, name) for name in self.fields}
        for name, value in given.items():
            for kind in sorted(self.fields[name].kinds(value)) if value is not None else ():
                if kind not in known:
                    reason = f"the model has no {kind!r}; it has {', '.join(known)}"
                    raise InvalidModel(name, reason)

    def to_json(self) -> dict[str, object]:
        """The fields as JSON data, None and False left out (the name is added by the schema)."""
        given = {name: getattr(self, name) for name in self.fields}
        return {
            name: self.fields[name].write(value)
            for name, value in given.items()
            if value is not None and value is not False
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The value from its fields; the inverse of ``to_json``.

        Raises:
            InvalidModel: an unknown field or a wrong value, or one is missing.
        """
        found = {}
        for name, value in data.items():
            if name not in cls.fields:
                raise InvalidModel(name, f"unknown field; {_known(cls.fields)}")
            with _field(name):
                found[name] = cls.fields[name].read(value)
        return cls._of(found)

    def called(self, call: Callable[[str], str]) -> Self:
        """The same with every kind that it names called otherwise."""
        return self._each(lambda field, value: field.called(value, call))

    def moved(self, change: Change) -> Self:
        """The same with every field changed: what becomes of a value that is no more than its fields."""
        return self._each(lambda field, value: field.image(value, change))

    def _each(self, made: Callable[[RuleField, Any], Any]) -> Self:
        values = {name: getattr(self, name) for name in self.fields}
        found = {name: made(self.fields[name], v) for name, v in values.items() if v is not None}
        return dataclasses.replace(self, **found) if found else self  # type: ignore[type-var]

    @classmethod
    def parse(cls, value: str | None) -> Self:
        """The value from the command line: what stands after ``=`` in NAME=VALUE.

        Raises:
            InvalidModel: as ``from_json``.
        """
        try:
            fields = cls.fields or _declared(cls)
            return cls._of(_from_words(fields, value) if value else {})
        except InvalidModel as error:
            raise InvalidModel(f"{cls.what} {cls.name}", str(error)) from None

    @classmethod
    def _of(cls, values: Mapping[str, Any]) -> Self:
        for field in _own(cls):
            if field.default is dataclasses.MISSING and field.name not in values:
                reason = f"is missing; on the command line {cls.name}={field.name.upper()}"
                raise InvalidModel(field.name, reason)
        return cls(**values)


def _own(kind: type) -> tuple[dataclasses.Field[Any], ...]:
    """The fields of a dataclass; a rule of a user's own may be another class."""
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()


def _declared(kind: type) -> Mapping[str, RuleField]:
    """What the command line knows of a user's own fields: whole numbers, texts, flags."""
    known: dict[str, RuleField] = {"int": _WHOLE, "str": _TEXT, "bool": FLAG}
    types = {x.name: x.type if isinstance(x.type, str) else x.type.__name__ for x in _own(kind)}
    return {name: known[declared] for name, declared in types.items() if declared in known}


@contextmanager
def _field(name: str) -> Iterator[None]:
    """A ValueError in here is a mistake in the field of this name."""
    try:
        yield
    except ValueError as error:
        raise InvalidModel(name, str(error)) from None


def _from_words(fields: Mapping[str, RuleField], text: str) -> dict[str, Any]:
    """The values of the fields from the words of a command line; a word may belong to none."""
    words: dict[str, list[str]] = {}
    for word in COMMA.split(text):
        name, equals, value = word.partition("=")
        if equals and name in fields:
            words.setdefault(name, []).append(value)
        elif isinstance(fields.get(word), _Flag):
            words.setdefault(word, []).append("true")
        elif fields and not isinstance(next(iter(fields.values())), _Flag):
            words.setdefault(next(iter(fields)), []).append(word)
        else:
            raise InvalidModel("value", f"{word!r} is unknown; {_known(fields)}")
    found = {}
    for name, given in words.items():
        with _field(name):
            found[name] = fields[name].parse(",".join(given))
    return found


def _known(fields: Mapping[str, RuleField]) -> str:
    return f"it has {', '.join(fields)}" if fields else "it has none"
