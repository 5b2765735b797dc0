"""Parts of models and solutions as JSON data and back; what each field must be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from math import isfinite
from typing import Any, cast, get_args

from nqsat.chess import Board, Piece, Ride, Square
from nqsat.errors import InvalidModel, InvalidNotation, blaming, inside
from nqsat.modelling.kinds import Kind, Number, usual_name
from nqsat.modelling.rules import RULES, Objective, Rule, find_measure, find_rule
from nqsat.modelling.rules.measures import NO_CODE, Sense

# -- writing -----------------------------------------------------------------------------


def board_data(board: Board) -> dict[str, object]:
    """A board as JSON data: its shape, hexagon, graph, map, text, or its rows and columns."""
    data = board.geometry.to_json()
    if not board.drawn_walls and not board.holes:
        return data
    if "wrap" not in data:
        reason = f"{board.title} with walls or holes has no form in JSON; derive it from Surface"
        raise InvalidModel("board", reason)
    return {"map": str(board).split("\n"), "wrap": data["wrap"]}


def kind_data(kind: Kind, board: Board) -> dict[str, object]:
    """A kind of pieces as JSON data; its piece and squares only where its name does not tell them."""
    data: dict[str, object] = {"name": kind.name, **asdict(kind.number), "symbol": kind.symbol}
    piece = piece_data(kind.piece, board)
    if f"{kind.label}:{piece}".lstrip(":") != kind.name:
        data["piece"] = piece
    if kind.squares is not None:
        data["squares"] = [board.name(square) for square in sorted(kind.squares)]
    return data


def piece_data(piece: Piece, board: Board) -> object:
    """Its notation, if that tells its moves."""
    try:
        if Piece.parse(piece.notation) == piece:
            return piece.notation
    except InvalidNotation:
        pass  # a notation that only its maker can read
    rides = [[*ride.step, ride.reach] for ride in sorted(piece.rides)]
    data: dict[str, object] = {"notation": piece.notation, "rides": rides}
    if piece.graph:
        pairs = sorted(piece.graph)
        data["graph"] = [[board.name(square) for square in pair] for pair in pairs]
    return data


def rule_data(rule: Rule) -> dict[str, object]:
    """A rule. ``InvalidModel``: it is a user's own."""
    if type(rule) not in RULES:
        raise InvalidModel(("rules", rule.name), f"is a rule of your own; {NO_CODE}")
    return {"rule": rule.name, **rule.to_json()}


# -- reading -----------------------------------------------------------------------------


def read_at(fields: Mapping[str, Any], name: str, read: Callable[..., Any], *more: object) -> Any:
    """The value that a reader makes of a field."""
    with inside(name):
        return read(fields[name], *more)


def read_each(
    fields: Mapping[str, Any], name: str, read: Callable[..., Any], *more: object
) -> list[Any]:
    """The values that a reader makes of a list's items."""
    found = []
    for i, item in enumerate(read_at(fields, name, as_list)):
        with inside(name, i):
            found.append(read(item, *more))
    return found


def fields_of(
    value: object, names: set[str], optional: AbstractSet[str] = frozenset()
) -> Mapping[str, Any]:
    """An object with these fields and no others. ``InvalidModel``: it is none."""
    if not isinstance(value, dict):
        raise InvalidModel((), "expected an object")
    for name in value:
        if name not in names | optional:
            wanted = ", ".join(sorted(names | optional))
            raise InvalidModel(name[:40], f"unknown field; there are {wanted}")
    for name in sorted(names):
        if name not in value:
            raise InvalidModel(name, "is missing")
    return value


def as_list(value: object) -> list[object]:
    """A list, which it must be."""
    if not isinstance(value, list):
        raise InvalidModel((), "expected a list")
    return value


def as_text(value: object) -> str:
    """A text, which it must be."""
    if not isinstance(value, str):
        raise InvalidModel((), "expected a text")
    return value


def read_board(value: object) -> Board:
    """A board from its data."""
    for name, read, make in _BOARDS:
        if isinstance(value, dict) and name in value:
            return make(read_at(fields_of(value, {name}), name, read))
    if isinstance(value, dict) and "map" in value:
        fields = fields_of(value, {"map"}, {"wrap"})
        lines = read_each(fields, "map", as_text)
        if not all(line and {*line}.isdisjoint("\r\n") for line in lines):
            raise InvalidModel("map", "each entry is one line of the map, not empty")
        try:
            board = Board.from_map("\n".join(lines), fields.get("wrap", "flat"))
        except InvalidNotation as error:
            error.place("map")
            raise
        if board.rows < len(lines):
            raise InvalidModel("map", "each entry is one row; it has no comments")
        return board
    fields = fields_of(value, {"rows", "columns"}, {"wrap"})
    return Board(fields["rows"], fields["columns"], fields.get("wrap", "flat"))


def read_graph(value: object) -> Board:
    """A board of a graph from its data."""
    from nqsat.chess.network import Network

    fields = fields_of(value, {"nodes", "edges"}, {"directed", "places", "symmetries"})
    nodes = read_each(fields, "nodes", as_text)
    edges = [tuple(map(as_text, edge)) for edge in read_each(fields, "edges", as_list)]
    if len({*nodes}) < len(nodes):
        raise InvalidModel("nodes", "names a node twice")
    if stray := {*chain.from_iterable(edges)} - {*nodes}:
        raise InvalidModel("edges", f"{min(stray)!r} is not among the nodes")
    directed = fields.get("directed", False)
    if type(directed) is not bool:
        raise InvalidModel("directed", "is true or false")
    places = None
    if "places" in fields:
        points = read_each(fields, "places", _read_point)
        if len(points) != len(nodes):
            raise InvalidModel("places", "has one pair of numbers for each node")
        places = dict(zip(nodes, points, strict=True))
    given: list[list[str]] = []
    if "symmetries" in fields:
        given = read_each(fields, "symmetries", lambda images: [*map(as_text, as_list(images))])
    if any(len(images) != len(nodes) for images in given):
        raise InvalidModel("symmetries", "have one image for each node")

    return Board.of_graph(Network.of(nodes, edges, places, directed=directed, symmetries=given))


#: How a board is given by one field: what the field must be, and what makes a board of that.
_BOARDS: tuple[tuple[str, Callable[..., Any], Callable[[Any], Board]], ...] = (
    ("shape", as_list, lambda shape: Board.solid(*shape)),
    ("graph", read_graph, lambda board: board),
    ("text", as_text, Board.parse),
    ("hexagon", lambda side: side, Board.hexagonal),
)


def _read_point(value: object) -> tuple[float, float]:
    if isinstance(value, list) and len(value) == 2 and {*map(type, value)} <= {int, float}:
        down, right = map(float, value)
        if isfinite(down) and isfinite(right):
            return down, right
    raise InvalidModel((), "is a pair of numbers (down, right)")


def read_kind(value: object, board: Board) -> Kind:
    """A kind from its data."""
    fields = fields_of(value, {"name", "low", "high"}, {"symbol", "squares", "piece"})
    name = read_at(fields, "name", as_text)
    number = Number(fields["low"], fields["high"])
    squares = None
    if "squares" in fields:
        squares = frozenset(map(board.parse_square, read_each(fields, "squares", as_text)))
    symbol = read_at(fields, "symbol", as_text) if "symbol" in fields else ""
    if "piece" in fields:
        return Kind(name, read_at(fields, "piece", read_piece, board), number, squares, symbol)
    return Kind.parse(name, number, squares, symbol)


def read_piece(value: object, board: Board) -> Piece:
    """A piece from JSON data: its notation, or an object with its moves if the notation names none."""
    if not isinstance(value, dict):
        return Piece.parse(as_text(value))
    fields = {"graph": [], **fields_of(value, {"notation", "rides"}, {"graph"})}
    rides = frozenset(read_each(fields, "rides", _read_ride))
    graph = frozenset(read_each(fields, "graph", _read_pair, board))
    return Piece(read_at(fields, "notation", as_text), rides, graph)


def _read_ride(value: object) -> Ride:
    if not isinstance(value, list) or [type(x) for x in value] != [int] * 3:
        raise InvalidModel((), "expected [rows down, columns right, reach]")
    return Ride((value[0], value[1]), value[2])


def _read_pair(value: object, board: Board) -> tuple[Square, ...]:
    if not isinstance(value, list) or [type(x) for x in value] != [str] * 2:
        raise InvalidModel((), "expected two squares [from, to]")
    return tuple(map(board.parse_square, value))


def read_objective(value: object, about: str = "placement") -> Objective:
    """An objective from its data."""
    given = value if isinstance(value, dict) else {}
    senses = [sense for sense in get_args(Sense) if isinstance(given.get(sense), str)]
    if len(senses) != 1:
        raise InvalidModel((), 'expected an object that says what: {"minimise": "pieces"}')
    rest = {key: item for key, item in given.items() if key != senses[0]}
    return Objective(senses[0], find_measure(given[senses[0]], about).from_json(rest))


def read_wish(
    value: Objective | Mapping[str, Any] | str | None, about: str, kinds: Collection[str] = ()
) -> Objective | None:
    """Return an objective of a kind of model: itself, of its JSON data, or of ``minimise pieces``."""
    if isinstance(value, str):
        sense, _, measure = value.strip().partition(" ")
        sense = british(sense)
        if sense not in get_args(Sense) or not measure:
            example = "moves" if about == "factor" else "pieces"
            reason = f"{value!r}: write 'minimise {example}', or maximise"
            raise InvalidModel("objective", reason)
        with blaming(sense):
            found = Objective.parse(cast("Sense", sense), measure.strip(), about)
        value = replace(found, measure=found.measure.rename_kinds(partial(usual_name, kinds)))
    if isinstance(value, Mapping):
        with blaming("objective"):
            value = read_objective(value, about)
    if not isinstance(value, Objective | None):
        raise InvalidModel(
            "objective", f"{value!r:.60}: say whether it is maximise=… or minimise=…"
        )
    if value is not None and value.measure.about != about:
        reason = f"{value.measure.name} is of a {value.measure.about}"
        raise InvalidModel("objective", f"{reason}; this is a {about}")
    return value


def british(word: str) -> str:
    """Return ``maximise`` of ``maximize``, and ``minimise`` of ``minimize``."""
    return word.replace("imize", "imise")


def only_wish(
    objective: Objective | str | None, senses: Mapping[str, Any], *others: str
) -> Objective | str | None:
    """Return the objective, or the one that ``maximise=`` or another spelling says; None without any.

    The others are arguments of the call too.
    """
    given = {british(sense): x for sense, x in senses.items()}
    for word in given.keys() - {*get_args(Sense)}:
        known = ", ".join([*others, *get_args(Sense)])
        raise InvalidModel(word, f"is not an option here; there are {known}")
    wanted = [
        f"{sense} {x}" if isinstance(x, str) else Objective(cast("Sense", sense), x)
        for sense, x in given.items()
        if x is not None
    ]
    if len(wanted) + (objective is not None) > 1:
        raise InvalidModel("objective", "one only: leave out maximise or minimise")
    return wanted[0] if wanted else objective


def read_rule(value: object) -> Rule:
    """A rule from its data."""
    if not isinstance(value, dict) or not isinstance(value.get("rule"), str):
        reason = 'expected an object with the rule\'s name: {"rule": "non-attacking"}'
        raise InvalidModel((), reason)
    rest = {key: item for key, item in value.items() if key != "rule"}
    return find_rule(value["rule"]).from_json(rest)


# -- solutions ---------------------------------------------------------------------------

#: The forms of a solution, for error messages.
EXPECTED = "write it as nqsat prints it: squares (a1 b3), pieces (Q@a1), FEN, or a line of jsonl"


def square_named(board: Board, name: str) -> Square:
    """The square of this name. ``InvalidModel``: the board has none."""
    try:
        return board.parse_square(name)
    except InvalidModel as error:
        raise InvalidModel("solution", f"{error.reason}; {EXPECTED}") from None
