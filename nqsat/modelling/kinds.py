"""Kinds of pieces: how a piece moves, how many there are, where it may stand, and its letter.

Pieces of one kind are indistinguishable; pieces of different colours are of different kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from nqsat.chess import Board, Piece, Square, check_name, check_piece
from nqsat.chess.display import brief
from nqsat.chess.piece import common_name
from nqsat.errors import InvalidModel, InvalidNotation, blaming, error_text, in_user_code, integer

_LABEL = re.compile(r"[a-z][a-z0-9_]{0,20}", re.ASCII)
_COLOURED = re.compile(r"[a-z][a-z0-9_]{0,20} [^ :]+", re.ASCII)
_SYMBOL = re.compile(r"[A-Za-z]", re.ASCII)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WELL_KNOWN = {"QN": "A", "RN": "E", "BN": "P", "(1,4)": "G", "RF": "D", "BW": "H", "blocker": "O"}


@dataclass(frozen=True, slots=True, repr=False)
class Number:
    """Bounds on a number: from ``low`` to ``high``, both included; ``high=None`` means no upper bound."""

    low: int = 0
    high: int | None = None

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            value = getattr(self, name)
            if name == "high" and value is None:
                continue
            number = integer(value)
            if number is None or number < 0:
                raise InvalidModel("number", f"{value!r} is not an integer ≥ 0")
            object.__setattr__(self, name, number)
        if self.high is not None and self.high < self.low:
            reason = f"{self.low}..{self.high} is empty; write the smaller first"
            raise InvalidModel("number", reason)

    @classmethod
    def parse(cls, value: Bounds) -> Number:
        """Read ``8``, ``"8"``, ``"any"``, ``"3..5"``, ``"3.."`` (at least) or ``"..5"`` (at most).

        In Python ``(3, 5)`` and ``range(3, 6)`` are ``"3..5"``, and ``(3, None)`` is ``"3.."``.

        Raises:
            InvalidModel: anything else.
        """
        if isinstance(value, Number):
            return value
        if (number := integer(value)) is not None:
            return cls(number, number)
        if isinstance(value, range) and value.step == 1 and 0 <= value.start < value.stop:
            return cls(value.start, value.stop - 1)
        if isinstance(value, tuple) and len(value) == 2:
            low_bound, high_bound = map(integer, value)
            if low_bound is not None and (value[1] is None or high_bound is not None):
                return cls(low_bound, high_bound)
        if isinstance(value, str):
            if value == "any":
                return cls()
            low, dots, high = value.partition("..")
            if all(part == "" or (part.isascii() and part.isdigit()) for part in (low, high)):
                if dots and (low or high):
                    return cls(_bounded(low) if low else 0, _bounded(high) if high else None)
                if low:
                    return cls(_bounded(low), _bounded(low))
        raise InvalidModel("number", f"{value!r} is not allowed: write 8, any, 3..5, 3.. or ..5")

    def __contains__(self, value: int) -> bool:
        return self.low <= value and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.high is None:
            return f"{self.low}.." if self.low else "any"
        return f"{self.low}..{self.high}"

    def __repr__(self) -> str:
        return f"Number({self.low}, {self.high})"

    @property
    def words(self) -> str:
        """In a sentence: ``8``, ``at least 2``, ``2 to 4``, ``any number of``."""
        if self.low == self.high:
            return str(self.low)
        if self.high is None:
            return f"at least {self.low}" if self.low else "any number of"
        return f"{self.low} to {self.high}" if self.low else f"at most {self.high}"


def _bounded(digits: str) -> int:
    if len(digits) > 12:
        raise InvalidModel("number", f"{digits[:12]}… is larger than any board")
    return int(digits)


#: The name of a piece, or a function that says whether a piece on its first square attacks its second.
P = TypeVar("P", bound=str | Callable[[Square, Square], object])


def usual_name(names: Collection[str], name: str) -> str:
    """Return a model's name for a kind given by any of its names: ``queen`` is Q."""
    try:
        return name if name in names else Kind.parse(name, 1).name
    except InvalidModel:
        return name  # unknown: the model refuses it


def is_kind(name: str) -> bool:
    """Return whether a text is a piece, with or without a colour in front."""
    try:
        Kind.parse(name, 1)
    except InvalidModel:
        return False
    return True


def short_names(kinds: Iterable[Kind]) -> dict[str, str]:
    """Return what each kind is called: by its label, if all have different ones, ``sea`` for ``sea:W``."""
    labels = {kind.name: kind.label for kind in kinds}
    return labels if len({*labels.values()} - {""}) == len(labels) else {x: x for x in labels}


def label_of(name: str) -> str:
    """Return the label before the colon of a kind's name: a colour, or an empty text."""
    return name.rpartition(":")[0]


#: How a number, or bounds on one, may be given; see ``Number.parse``.
Bounds = Number | int | str | range | tuple[int, int | None]


@dataclass(frozen=True, slots=True, repr=False)
class Kind:
    """One kind of pieces in a model.

    Args:
        name: its notation, with an optional label: ``Q``, ``white:Q``; up to 80 printable characters
            without white space, ``@`` and ``~``.
        piece: how it moves.
        number: bounds on its number: a ``Number``, or what ``Number.parse`` reads: ``8``, ``"3..5"``.
        squares: the squares that it may occupy; None for all.
        symbol: its letter on a drawn board and in FEN.

    Raises:
        InvalidModel: an argument is invalid.
    """

    name: str
    piece: Piece
    number: Number
    squares: frozenset[Square] | None = None
    symbol: str = field(default="")

    def __post_init__(self) -> None:
        check_name("pieces", self.name)
        label, colon, _ = self.name.rpartition(":")
        if colon and not _LABEL.fullmatch(label):
            reason = "a label is lower-case letters, as in white:Q"
            raise InvalidNotation("piece", self.name, reason)
        if not isinstance(self.piece, Piece):
            reason = f"expected a Piece, got {self.piece!r}; write Kind.parse"
            raise InvalidModel(("pieces", self.name), reason)
        object.__setattr__(self, "number", Number.parse(self.number))
        if self.squares is not None:
            if isinstance(self.squares, str) or not isinstance(self.squares, Iterable):
                reason = f"expected a set of squares, got {self.squares!r}"
                raise InvalidModel(("pieces", self.name, "squares"), reason)
            where = ("pieces", self.name, "squares")
            squares = frozenset(Square.of(square, where) for square in self.squares)
            object.__setattr__(self, "squares", squares)
        if isinstance(self.symbol, str) and not self.symbol:
            object.__setattr__(self, "symbol", _symbols(self)[0])
        if not isinstance(self.symbol, str) or not _SYMBOL.fullmatch(self.symbol):
            reason = f"{self.symbol!r} is not one letter"
            raise InvalidModel(("pieces", self.name, "symbol"), reason)

    def __repr__(self) -> str:
        return brief(f"Kind {self.name}={self.number}")

    @classmethod
    def parse(
        cls,
        name: str,
        number: Bounds,
        squares: frozenset[Square] | None = None,
        symbol: str = "",
    ) -> Kind:
        """Parse a kind: a piece in Betza notation or by its common name, with an optional label.

        Raises:
            InvalidNotation: the label or the piece cannot be read.
            InvalidModel: the number cannot be read.
        """
        if not isinstance(name, str):
            raise InvalidModel("pieces", f"{name!r} is not a name; write 'Q' or 'white:Q'")
        if _COLOURED.fullmatch(name) and not common_name(name):  # white Q, as people say it
            name = name.replace(" ", ":", 1)
        label, colon, notation = name.rpartition(":")
        piece = Piece.parse(notation)
        return cls(f"{label}{colon}{piece.notation}", piece, Number.parse(number), squares, symbol)

    @classmethod
    def of(cls, piece: Piece, number: Bounds, squares: frozenset[Square] | None = None) -> Kind:
        """Return a kind named after its piece; for a piece that attacks by a graph of its own.

        Raises:
            InvalidModel: the number cannot be read.
        """
        if not isinstance(piece, Piece):
            reason = f"expected a Piece, got {piece!r}; write Kind.parse({piece!r}, 1)"
            raise InvalidModel("pieces", reason)
        return cls(piece.notation, piece, Number.parse(number), squares)

    @property
    def label(self) -> str:
        """The label before the colon of the name: a colour, or an empty text."""
        return label_of(self.name)

    @property
    def called(self) -> str:
        """Its name for readers: ``Q``, ``white:amazon (QN)``."""
        return self._named(self.piece.called)

    @property
    def typed(self) -> str:
        """Its name as it is typed: ``Q``, ``white:amazon``; a model takes it in the place of the name."""
        return self._named(self.piece.name or self.piece.notation)

    @property
    def is_lettered(self) -> bool:
        """Whether only a letter describes it: ``f:blocker``, a part of a tile."""
        return self.piece.notation == "blocker" and self.symbol.lower() == self.label

    def _named(self, word: str) -> str:
        """The label and a word for the piece; its own name, if that is not made so."""
        label, colon, own = self.name.rpartition(":")
        return f"{label}{colon}{word}" if own == self.piece.notation else self.name

    def may_stand(self, square: Square) -> bool:
        """Whether this kind may stand on this square."""
        return self.squares is None or square in self.squares


def _symbols(kind: Kind) -> list[str]:
    """Return possible letters for a kind, in order of preference."""
    wanted = "" if kind.label in ("", "white", "black") else kind.label[0]
    notation = kind.piece.notation
    wanted += _WELL_KNOWN.get(notation, "") + notation + _LETTERS
    letters = dict.fromkeys(letter.upper() for letter in wanted if letter.isalpha())
    cases = (str.lower, str.upper) if kind.label == "black" else (str.upper, str.lower)
    return [case(letter) for case in cases for letter in letters]


def _read_kind(piece: object, number: Bounds, board: Board) -> Kind:
    """Return a kind by its name, or by its attacks: a function of two squares."""
    if not callable(piece):
        return Kind.parse(cast("str", piece), number)
    try:
        name = getattr(piece, "__name__", type(piece).__name__)
        return Kind.of(Piece.of_relation(name, board, piece), number)
    except Exception as error:
        if isinstance(error, InvalidModel):
            raise
        raise InvalidModel(("pieces", name), error_text(error)) from in_user_code(error)


def parse_kinds(pieces: Mapping[P, Bounds] | Iterable[Kind], board: Board) -> tuple[Kind, ...]:
    """Read the kinds of a model; names and symbols are distinct."""
    if isinstance(pieces, Mapping):
        kinds = [_read_kind(piece, number, board) for piece, number in pieces.items()]
    elif isinstance(pieces, Iterable):
        kinds = list(pieces)
    else:
        raise InvalidModel("pieces", f"{pieces!r} is not a mapping; write {{'Q': 8}}")
    taken: set[str] = set()
    found: list[Kind] = []
    for kind in kinds:
        if not isinstance(kind, Kind):
            raise InvalidModel("pieces", f"{kind!r} is not a Kind; write a mapping like {{'Q': 8}}")
        if any(kind.name == other.name for other in found):
            either = " and ".join(
                f"{colour}:{kind.piece.notation}" for colour in ("white", "black")
            )
            reason = f"named twice; give one number, or colours: {either}"
            raise InvalidModel(("pieces", kind.name), reason)
        with blaming("pieces", kind.name):
            check_piece(kind.piece, board)
        for square in sorted(kind.squares or ()):
            if square not in board:
                reason = f"no piece can stand on {tuple(square)}"
                raise InvalidModel(("pieces", kind.name, "squares"), reason)
        if kind.symbol in taken:
            free = [symbol for symbol in _symbols(kind) if symbol not in taken]
            if not free:
                raise InvalidModel("pieces", "more kinds than letters to draw them with")
            kind = replace(kind, symbol=free[0])  # noqa: PLW2901
        taken.add(kind.symbol)
        found.append(kind)
    return tuple(found)
