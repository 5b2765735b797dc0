"""The types of the arguments of ``Tour`` and ``Factor``: how values are read, written and said.

The arguments themselves are the rows of ``nqsat.arguments``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from nqsat.arguments import ArgumentRow
from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel, integer
from nqsat.modelling.json_values import read_wish
from nqsat.modelling.kinds import Number
from nqsat.modelling.path import Move
from nqsat.modelling.rules.fields import FLAG, NUMBER, choice, read_names
from nqsat.modelling.rules.geometry import SYMMETRIES
from nqsat.modelling.setting import square_of

Direction = Literal["undirected", "directed"]


@dataclass(frozen=True, slots=True)
class Type:
    """How the values of an argument are read and written.

    Args:
        read: the value given in Python or JSON, as the model has it.
        items: the items of a value, as words of a text.
        write: the value as JSON data; its items, if that is not said.
        parse: what ``read`` takes for the words of a text.
        said: a single requirement for display, of the argument's word and an item.
        single: what items are as requirements: one ``"each"``, one ``"together"``, or ``"no"`` one.
    """

    read: Callable[[Board, Any], Any]
    items: Callable[[Board, Any], Iterable[str]] = lambda _, value: [str(value)]
    write: Callable[[Board, Any], object] | None = None
    parse: Callable[[Any], Any] = lambda words: words
    said: Callable[[str, str], str] = "{} {}".format
    single: Literal["each", "together", "no"] = "together"


def words_of(row: ArgumentRow, board: Board, value: Any) -> list[str]:
    """An argument in the text of a model."""
    return [f"{row.word} {item}".strip() for item in TYPES[row.type].items(board, value)]


def data_of(row: ArgumentRow, board: Board, value: Any) -> object:
    """The value of an argument as JSON data."""
    kind = TYPES[row.type]
    if kind.write is not None:
        return kind.write(board, value)
    items = [*kind.items(board, value)]
    return items if row.several else items[0]


def requirements_of(row: ArgumentRow, board: Board, value: Any) -> Iterator[tuple[str, Any]]:
    """Each single requirement that an argument says: a text for display, and the value."""
    kind = TYPES[row.type]
    items = kind.items(board, value)
    if kind.single == "each":
        yield from ((kind.said(row.word, item), x) for item, x in zip(items, value, strict=True))
    elif kind.single == "together":
        yield kind.said(row.word, ", ".join(items)), value


# -- reading -----------------------------------------------------------------------------


def _read_visit(_: Board, value: Any) -> Number | None:
    words: Mapping[Any, Number | None] = {"all": None, "some": Number()}
    return words[value] if isinstance(value, str) and value in words else Number.parse(value)


def _listed(values: object, expected: str) -> Iterable[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"expected {expected}, got {values!r}")
    return values


def _read_moves(board: Board, values: object) -> tuple[Move, ...]:
    found = set()
    for value in _listed(values, "a list of moves, as in ['a1-b3']"):
        ends = value.split("-") if isinstance(value, str) else value
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise ValueError(f"expected a move: two squares, as in a1-b3, got {value!r}")
        here, there = (square_of(board, end) for end in ends)
        if here == there:
            raise ValueError(f"{value!r} leads nowhere")
        found.add(Move.of(here, there))
    return tuple(sorted(found))


def _read_squares(board: Board, values: object) -> tuple[Square, ...]:
    several = _listed(values, "a list of squares, as in ['a1']")
    return tuple(sorted({square_of(board, value) for value in several}))


def _read_order(board: Board, values: object) -> tuple[Square, ...]:
    several = _listed(values, "a list of squares in order, as in ['a1', 'c3']")
    words = [y for x in several for y in (x.split("-") if isinstance(x, str) else [x])]
    found = tuple(square_of(board, word) for word in words)
    if len({*found}) < len(found):
        twice = next(square for square in found if found.count(square) > 1)
        raise ValueError(f"{board.name(twice)} occurs twice")
    return found


def _read_numbers(board: Board, values: object) -> tuple[tuple[Square, int], ...]:
    given = values.items() if isinstance(values, Mapping) else values
    found = []
    for item in _listed(given, "squares with numbers: {'a1': 1}"):
        pair = item if isinstance(item, tuple | list) and len(item) == 2 else (None, None)
        number = integer(pair[1])
        if number is None:
            raise ValueError(f"expected a square with a whole number, got {item!r}")
        found.append((square_of(board, pair[0]), number))
    return tuple(sorted(found))


def parse_numbers(words: Iterable[str]) -> list[tuple[str, int]]:
    """Numbers of squares, from words as in ``a1=1``."""
    found: dict[str, int] = {}
    for word in words:
        square, equals, number = word.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidModel("number", f"{word!r}: write SQUARE=NUMBER, as in a1=1")
        if square in found:
            raise InvalidModel("number", f"{square} is given twice")
        found[square] = int(number)
    return [*found.items()]


# -- the types ---------------------------------------------------------------------------


def _written(board: Board, moves: Iterable[Move]) -> list[str]:
    return [move.text_on(board) for move in moves]


def _named(board: Board, squares: Iterable[Square]) -> list[str]:
    return [*map(board.name, squares)]


#: How many squares are visited, None for all: ``"all"``, ``"some"``, 8, ``"4..8"``.
_VISIT = Type(
    _read_visit,
    lambda _, number: ["some" if number == Number() else str(number)],
    lambda _, number: "some" if number == Number() else NUMBER.write(number),
)

TYPES: Mapping[str, Type] = {
    "flag": Type(lambda _, value: FLAG.read(value), lambda *_: [""], lambda _, value: value),
    "visit": _VISIT,
    "direction": Type(lambda _, value: choice(*get_args(Direction)).read(value)),
    "number": Type(
        lambda _, value: Number.parse(value),
        write=lambda _, number: NUMBER.write(number),
        said=lambda word, item: f"{item} {word} in all",
    ),
    "objective": Type(
        lambda _, value: read_wish(value, "factor"),
        lambda _, wish: [wish.text],
        lambda _, wish: wish.to_json(),
    ),
    "square": Type(square_of, lambda board, square: [board.name(square)]),
    "squares": Type(_read_squares, _named, single="each"),
    "order": Type(_read_order, _named, single="each"),
    "moves": Type(_read_moves, _written, single="each"),
    "pairs": Type(_read_moves, _written, single="no"),
    "numbers": Type(
        _read_numbers,
        lambda board, numbers: [f"{board.name(square)}={number}" for square, number in numbers],
        lambda board, numbers: {board.name(square): number for square, number in numbers},
        parse_numbers,
        said=lambda _, item: item.replace("=", " = "),
        single="each",
    ),
    "symmetries": Type(
        lambda _, names: SYMMETRIES.read(names) or None,
        lambda _, names: read_names(names),
        lambda _, names: names,
        said=lambda word, item: f"{word.replace('-', ' ')} {item}",
    ),
}
