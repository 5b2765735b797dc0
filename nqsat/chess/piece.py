"""Pieces: moves given by Betza notation, a common name, or any relation between squares.

A piece is a set of *rides*: a step and how often it may be repeated. It does not depend on a board. It may
also, or only, have a *graph*: pairs of squares, for attacks that the notation cannot express.
A text that the grammar or the table of directions does not cover is refused with its column: a modifier
that is silently dropped leads to a wrong count.

    piece     = term, { term } ;
    term      = { direction }, atom, [ range ] ;
    atom      = W F D N A H C Z G (L = C, J = Z), R B Q K, or "(m,n)" for any leap ;
    range     = the largest number of steps; 0, or the atom written twice, for any number ;
    direction = f b l r v s, or a pair of them, or a half (fh bh lh rh hl hr).

Directions have the meaning of Fairy-Stockfish: on an oblique atom a pair names the *short*
component of the leap first and the long one second, so ``fN`` is the two narrow forward leaps,
``fsN`` the two wide forward leaps and ``fhN`` all four.

References: https://www.chessvariants.com/d.betza/chessvar/pieces/notation.html and
https://github.com/fairy-stockfish/Fairy-Stockfish (directions).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nqsat.chess.graph import read_pairs
from nqsat.errors import InvalidModel, InvalidNotation, Place, close_to, folded

if TYPE_CHECKING:
    from nqsat.chess.graph import Pair, Pairs
    from nqsat.chess.square import Square


class HasSquares(Protocol):
    """A board, of which a relation needs the squares alone."""

    @property
    def squares(self) -> Collection[Square]: ...


#: Common names and their Betza notation. Case and hyphens are ignored.
COMMON_NAMES = {
    "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K", "amazon": "QN",
    "superqueen": "QN", "empress": "RN", "chancellor": "RN", "marshal": "RN", "princess": "BN",
    "archbishop": "BN", "cardinal": "BN", "centaur": "KN", "nightrider": "NN", "camel": "C",
    "zebra": "Z", "giraffe": "(1,4)", "wazir": "W", "fers": "F", "ferz": "F", "dabbaba": "D",
    "alfil": "A", "threeleaper": "H", "tripper": "G", "mann": "K", "dragon-king": "RF",
    "dragon-horse": "BW", "squirrel": "NAD",
}  # fmt: skip

#: A piece whose moves are not its attacks, in lower case.
_PAWNS = frozenset({"p", "pawn", "pawns", "♙", "♟"})

#: Pieces of other games and of problems whose moves Betza's rides cannot say, and why.
_OTHER_PIECES = {
    **dict.fromkeys(
        ("griffon", "griffin", "gryphon", "manticore", "aanca"), "it turns within its move"
    ),
    **dict.fromkeys(
        ("cannon", "pao", "vao", "leo", "grasshopper", "locust", "lion"),
        "it needs a piece to hop over",
    ),
    **dict.fromkeys(("mao", "moa", "xiangqi-horse"), "it leaps only over an empty square"),
    "ghost": "it goes to any empty square, whatever the geometry",
    "rose": "it rides along a circle",
}

#: Colloquial names, used for hints only: other games have pieces with these names.
_LAY_NAMES = {"horse": ("knight",), "castle": ("rook",), "tower": ("rook",)}

_ATOMS: dict[str, tuple[tuple[int, int], ...]] = {
    "W": ((1, 0),), "F": ((1, 1),), "D": ((2, 0),), "N": ((2, 1),), "A": ((2, 2),),
    "H": ((3, 0),), "C": ((3, 1),), "L": ((3, 1),), "Z": ((3, 2),), "J": ((3, 2),),
    "G": ((3, 3),), "K": ((1, 0), (1, 1)), "R": ((1, 0),), "B": ((1, 1),),
    "Q": ((1, 0), (1, 1)),
}  # fmt: skip
_RIDING = frozenset("RBQ")

_NUMBER = "[0-9]{1,3}"
_ATOM = "[WFDNAHCLZJGRBQK]"
_TERM = re.compile(
    rf"(?P<directions>[fblrvsh]*)(?:(?P<atom>{_ATOM})|\((?P<m>{_NUMBER}),(?P<n>{_NUMBER})\))(?P<reach>{_NUMBER})?"
)
#: The longest readable prefix of a term: the error is at its end.
_BEGUN = re.compile(rf"[fblrvsh]*(?:\((?:{_NUMBER}(?:,(?:{_NUMBER})?)?)?)?")

_NOT_SUPPORTED = {
    "m": "moves without capture",
    "c": "captures only",
    "p": "hops (cannon)",
    "g": "hops (grasshopper)",
    "n": "lame leaps",
    "j": "jumps",
    "i": "initial moves",
    "o": "cylindrical moves (use the board cylinder:RxC)",
    "z": "crooked moves",
    "q": "circular moves",
    "e": "en passant",
    "a": "moves of several legs",
}


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)

#: The largest length of a notation, or of the name of a kind.
_LONGEST = 80

#: Boards with more squares are refused if every pair of squares must be tested.
_MOST_SQUARES = 3_000


def check_name(field: Place, name: object) -> None:
    """Refuse a name that would be ambiguous in a file, on a terminal or in a text such as Q@a1.

    Raises:
        InvalidModel: the name is invalid; the error names ``field``.
    """
    text = name if isinstance(name, str) else ""
    fit = 0 < len(text) <= _LONGEST and text.isprintable() and text != "-"
    if not fit or any(character.isspace() or character in "@~" for character in text):
        reason = f"up to {_LONGEST} printable characters, no white space, no @, no ~"
        raise InvalidModel(field, f"{name!r} is not a name: {reason}")


class Ride(NamedTuple):
    """A step ``(rows down, columns right)`` and how often it may be repeated (0: no limit).

    On a solid board a step has a third and a fourth component: layers, blocks of layers.
    """

    step: tuple[int, ...]
    reach: int


def opposite(step: tuple[int, ...]) -> tuple[int, ...]:
    """Return the opposite step."""
    return tuple(-x for x in step)


@dataclass(frozen=True, slots=True)
class Piece:
    """The moves of a piece. Two pieces are equal if their rides and graphs are equal.

    Args:
        notation: the text of the piece; ignored in comparisons.
        rides: its moves, with steps of two components; empty for a blocker, which attacks nothing. Left
            out, the text is read: ``Piece("BN")`` is ``Piece.parse("BN")``.
        graph: further attacks from one square to another, which nothing in between can block.
        name: the common name by which it was asked for, for readers; ignored in comparisons.

    Raises:
        InvalidModel: the notation is not a valid name, or a ride or a pair has a zero step.
    """

    notation: str = field(compare=False)
    rides: frozenset[Ride] = None  # type: ignore[assignment]  # read from the notation
    graph: frozenset[Pair] = frozenset()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.rides is None:
            like = Piece.parse(self.notation)
            for each in fields(like):
                object.__setattr__(self, each.name, getattr(like, each.name))
        check_name(("piece", "notation"), self.notation)
        object.__setattr__(self, "rides", _read_rides(self.rides))
        object.__setattr__(self, "graph", read_pairs(self.graph))

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read Betza notation (``Q``, ``BN``, ``NN``, ``fhN``, ``(1,4)``) or a common name or its plural.

        ``blocker`` is a piece that does not move. The symbols ``♕`` and ``♛`` are both ``Q``: their
        colour is ignored.

        Raises:
            InvalidNotation: with the column of the first character that cannot be read.
        """
        if not isinstance(text, str):
            raise InvalidNotation("piece", repr(text), "is not a text; write 'Q'")
        name = common_name(text)
        if name == "blocker":
            return cls("blocker", frozenset())
        # A symbol may be followed by a Unicode variation selector (text or emoji).
        symbol = text.strip().rstrip("\ufe0e\ufe0f")
        piece = _parse_betza(COMMON_NAMES.get(name, _SYMBOLS.get(symbol, text)))
        # The pieces of chess are called by their letters.
        return (
            replace(piece, name=name) if name and piece.notation not in _PIECES_OF_CHESS else piece
        )

    @classmethod
    def of_graph(cls, name: str, graph: Pairs, *, two_way: bool = False) -> Piece:
        """Return a piece whose attacks are the arcs of a graph on the squares of a board.

        >>> Piece.of_graph("net", [((0, 0), (2, 1))])
        Piece.of_graph('net', [((0, 0), (2, 1))])

        Args:
            name: its name: a letter, then letters, digits, ``_`` and ``-``.
            graph: pairs of squares (from, to), each ``(row, column)``; or a mapping from a square to
                the squares that a piece there attacks.
            two_way: whether the reverse of every pair is added.

        Raises:
            InvalidModel: the name or the graph cannot be read.
        """
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            reason = "a letter, then letters, digits, _ and -"
            raise InvalidModel(("piece", "name"), f"{name!r} is not a name: {reason}")
        return cls(name, frozenset(), read_pairs(graph, two_way=two_way))

    @classmethod
    def of_relation(
        cls, name: str, board: HasSquares, relation: Callable[[Square, Square], object]
    ) -> Piece:
        """Return a piece that attacks square ``to`` from square ``from`` if ``relation(from, to)`` is true.

        The relation is evaluated here, once for every pair of distinct squares.

        Raises:
            InvalidModel: the name cannot be read, or the board has more than 3,000 squares.
        """
        if len(board.squares) > _MOST_SQUARES:
            reason = f"has more than {_MOST_SQUARES:,} squares; give the pairs themselves"
            raise InvalidModel("board", reason)

        def attacks(a: Square, b: Square) -> bool:
            if (answer := relation(a, b)) is None:
                raise InvalidModel(("pieces", name), "returned None; return True or False")
            return bool(answer)

        pairs = permutations(board.squares, 2)
        return cls.of_graph(name, [pair for pair in pairs if attacks(*pair)])

    @property
    def transposed(self) -> Piece:
        """The piece with ranks and files exchanged, under the same notation."""
        rides = (ride._replace(step=(ride.step[1], ride.step[0])) for ride in self.rides)
        graph = (tuple((square[1], square[0]) for square in pair) for pair in self.graph)
        return replace(self, rides=frozenset(rides), graph=read_pairs(graph))

    @property
    def called(self) -> str:
        """The name by which it was asked for, and its notation: ``camel (C)``."""
        return f"{self.name} ({self.notation})" if self.name else self.notation

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        if not self.graph:
            return f"Piece.parse({self.notation!r})"
        pairs = [(tuple(start), tuple(target)) for start, target in sorted(self.graph)]
        if self.rides:
            return f"Piece({self.notation!r}, {self.rides!r}, {pairs!r})"
        return f"Piece.of_graph({self.notation!r}, {pairs!r})"


def _read_rides(rides: object) -> frozenset[Ride]:
    if isinstance(rides, str) or not isinstance(rides, Iterable):
        reason = f"{rides!r} is not a set of rides, as in [Ride((0, 1), 1)]"
        raise InvalidModel(("piece", "rides"), reason)
    return frozenset(map(_read_ride, rides))


def _read_ride(ride: object) -> Ride:
    if isinstance(ride, tuple | list) and len(ride) == 2 and isinstance(ride[0], tuple | list):
        step, reach = tuple(ride[0]), ride[1]
        if [*map(type, (*step, reach))] == [int] * 3 and step != (0, 0) and reach >= 0:
            return Ride(step, reach)
    raise InvalidModel(("piece", "rides"), f"{ride!r} goes nowhere; write Ride((0, 1), 1)")


_SYMBOLS = dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, strict=True))
_PIECES_OF_CHESS = frozenset("KQRBN")


def common_name(text: str) -> str:
    """Return the name in ``COMMON_NAMES``, or ``blocker``, that a text is, in any spelling; else ""."""
    word = folded(text)
    for name in (*COMMON_NAMES, "blocker"):
        plain = name.replace("-", "")
        if word in (plain, f"{plain}{'es' if name[-1] in 'sz' else 's'}"):
            return name
    return ""


class _Term(NamedTuple):
    directions: tuple[tuple[str, int], ...]
    atom: str
    leaps: tuple[tuple[int, int], ...]
    reach: int | None
    column: int


@lru_cache(maxsize=512)
def _parse_betza(text: str) -> Piece:
    reach: dict[tuple[int, int], int] = {}
    for term in _fold_doubled(text, _terms(text)):
        for step in _steps(text, term):
            limit = term.reach if term.reach is not None else int(term.atom not in _RIDING)
            known = reach.get(step, limit)
            reach[step] = 0 if 0 in (known, limit) else max(known, limit)
    return Piece(text, frozenset(Ride(step, limit) for step, limit in reach.items()))


# -- text to terms -----------------------------------------------------------------------


def _terms(text: str) -> Iterable[_Term]:
    if len(text) > _LONGEST:
        raise InvalidNotation("piece", text, f"longer than {_LONGEST} characters")
    found: list[re.Match[str]] = []
    while not found or found[-1].end() < len(text):
        begin = found[-1].end() if found else 0
        match = _TERM.match(text, begin)
        if match is None:
            begun = _BEGUN.match(text, begin)
            raise _notation_error(text, begun.end() if begun else begin)
        found.append(match)
    return [_term(text, match) for match in found]


def _notation_error(text: str, place: int) -> InvalidNotation:
    character = text[place : place + 1]
    word = text.strip().lower().replace("_", "-")
    if why := _OTHER_PIECES.get(word) or _OTHER_PIECES.get(word.removesuffix("s")):
        return InvalidNotation("piece", text, f"is not supported: {why}")
    if text.lower() in _PAWNS:
        reason = "there is no pawn; write fF (attacks upwards), or bF"
        return InvalidNotation("piece", text, reason)
    if text.rfind("(", 0, place) > text.rfind(")", 0, place) and not text.endswith("("):
        reason = "write a leap as two numbers, as in (1,4)"
    elif character in _NOT_SUPPORTED:
        reason = f"{character!r} ({_NOT_SUPPORTED[character]}) is not supported"
    elif re.fullmatch(rf"|[fblrvsh0-9(,)]|{_ATOM}", character):
        reason = "a letter (W F D N A H C Z G R B Q K) or (m,n) is missing"
    else:
        reason = "expected a piece, as in queen, Q, BN or (1,4)"
    if near := _suggestions(text):
        reason = f"is not a piece; did you mean {' or '.join(near)}?"
        return InvalidNotation("piece", text, reason)
    if _is_a_name(text):
        reason = f"no piece is called {text}; see nqsat list pieces"
        return InvalidNotation("piece", text, reason)
    if text.isascii() and text.islower() and (capital := _notation_or_none(text.upper())):
        reason = f"letters of pieces are capitals; did you mean {capital}?"
    return InvalidNotation("piece", text, reason, column=place + 1)


def _is_a_name(text: str) -> bool:
    """Whether a word is meant as a name: no notation ends in a small letter, or has another letter."""
    letters = re.sub("[-_ ]", "", text)
    if not letters.isalpha() or len(letters) < 3:
        return False
    foreign = len(letters) > 4 and letters.isupper() and not set(letters) <= set(_ATOM)
    return foreign or letters[-1].islower()


def _notation_or_none(text: str) -> str | None:
    try:
        return _parse_betza(text).notation
    except InvalidModel:
        return None


def _suggestions(text: str) -> list[str]:
    """Return the names of pieces that a word of at least three letters may be a misspelling or part of."""
    word = re.sub("[-_ ]", "", text.strip())
    if not re.fullmatch("[A-Za-z][a-z]{2,}", word):
        return []
    word = word.lower()
    within = [name for name in COMMON_NAMES if word in name.split("-")]
    # At 0.66 a dame, which is the queen in German, would be a camel.
    return [*_LAY_NAMES.get(word, ()), *within] or close_to(word, COMMON_NAMES, 0.67)


def _term(text: str, match: re.Match[str]) -> _Term:
    directions = _group_directions(match["directions"], match.start() + 1)
    reach = None if match["reach"] is None else int(match["reach"])
    column = match.end("directions") + 1
    if match["atom"]:
        return _Term(directions, match["atom"], _ATOMS[match["atom"]], reach, column)
    short, long = sorted((int(match["m"]), int(match["n"])))
    if long == 0:
        raise InvalidNotation("piece", text, "a leap of (0,0) goes nowhere", column=column)
    return _Term(directions, f"({short},{long})", ((long, short),), reach, column)


def _group_directions(letters: str, begin: int) -> tuple[tuple[str, int], ...]:
    """Group direction letters: an adjacent vertical and horizontal letter form a pair."""
    groups: list[tuple[str, int]] = []
    rest = [(letter, column) for column, letter in enumerate(letters, start=begin)]
    while rest:
        (first, column), *rest = rest
        second = rest[0][0] if rest else ""
        mixed = (first in "fbvh" and second in "rlsh") or (first in "rlsh" and second in "fbvh")
        if second and (first == second or mixed):
            rest = rest[1:]
            groups.append((first + second, column))
        else:
            groups.append((first + first, column))
    return tuple(groups)


def _fold_doubled(text: str, terms: Iterable[_Term]) -> Iterable[_Term]:
    """Merge two adjacent equal atoms, the second without modifiers, into one rider: ``NN``."""
    folded: list[_Term] = []
    doubled = False
    for term in terms:
        bare = not term.directions and term.reach is None
        if folded and bare and folded[-1].atom == term.atom and folded[-1].reach is None:
            folded[-1] = folded[-1]._replace(reach=0)
            doubled = True
        elif doubled and bare and folded[-1].atom == term.atom:
            raise InvalidNotation("piece", text, "a letter three times", column=term.column)
        else:
            folded.append(term)
            doubled = False
    return folded


# -- terms to steps ----------------------------------------------------------------------


def _steps(text: str, term: _Term) -> Iterable[tuple[int, int]]:
    """Return the steps of a term, as (rows down, columns right); forward is up the board."""
    steps: set[tuple[int, int]] = set()
    for long, short in term.leaps:
        groups = term.directions
        if short == 0 and len(term.leaps) == 1:
            # An orthogonal atom has one move for each letter: fsW is forward, left and right.
            groups = tuple(
                (letter * 2, column) for pair, column in groups for letter in sorted(set(pair))
            )
            if any(pair in ("fh", "bh", "lh", "rh") for pair, _ in term.directions):
                groups = tuple(group for group in groups if group[0] != "hh")
        images = list(_images(long, short))
        if not groups:
            steps.update(step for step, _ in images)
        for pair, column in groups:
            chosen = {step for step, names in images if pair in names}
            if not chosen or (pair in ("hr", "hl") and short in (0, long)):
                raise InvalidNotation(
                    "piece", text, f"direction {pair!r} selects no move here", column=column
                )
            steps |= chosen
    return sorted(steps)


def _images(long: int, short: int) -> Iterable[tuple[tuple[int, int], frozenset[str]]]:
    """Yield the eight images of a leap, each with the directions that select it.

    For the image whose long component points to ``major`` and whose short component to ``minor``:
    the major direction alone (``ff``), its axis (``vv``), both preceded by the minor direction
    (``rf``, ``rv``), its half planes (``fh``, ``rh``), and its handedness (``hr``, ``hl``).
    """
    vectors = {"f": (-1, 0), "b": (1, 0), "l": (0, -1), "r": (0, 1)}
    axis = {"f": "v", "b": "v", "l": "s", "r": "s"}
    right_handed = {("f", "r"), ("r", "b"), ("b", "l"), ("l", "f")}
    for major in "fblr":
        for minor in "lr" if major in "fb" else "fb":
            (down, right), (down2, right2) = vectors[major], vectors[minor]
            step = (long * down + short * down2, long * right + short * right2)
            hand = "hr" if (major, minor) in right_handed else "hl"
            names = {major * 2, axis[major] * 2, minor + major, minor + axis[major]}
            yield step, frozenset(names | {major + "h", minor + "h", hand})
