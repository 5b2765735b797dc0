"""Models as JSON and back: data only, strict, versioned.

    {"nqsat": 1,
     "placement": {
       "board": {"rows": 8, "columns": 8, "wrap": "flat"}          or {"map": ["..#", "..."], "wrap": …}
                                                                   or {"shape": [3, 3, 3]},
       "pieces": [{"name": "Q", "low": 8, "high": 8,               high null: any number above low
                   "squares": ["a1", …], "symbol": "Q",            optional, as is "piece": "Q" or
                  "piece": {"notation": "Q", "rides": [[0, 1, 0], …],     rows down, columns right, reach
                            "graph": [["a1", "b3"], …]}}],                optional: attacks from, to
       "rules": [{"rule": "non-attacking", …the rule's own fields}],
       "presets": ["Q@a1", "-@b2"],
       "objective": {"minimise": "men", …the measure's own fields}}}         optional

    {"nqsat": 1,
     "tour": {
       "board": …, "piece": "N", "closed": true, "unit": "undirected",
       "start": "a1", "end": "b3",                                 optional, as is all that follows
       "through": ["a1-b3"], "avoiding": [], "numbers": {"c2": 2}, "fixed_by": "rot180"}}

Whatever else stands in the text is refused with the path of the field: unknown or duplicate keys, NaN,
numbers that are booleans, nesting deeper than 16, texts longer than 20 MB.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, NoReturn, get_args

from nqsat.chess import Board, Piece, Ride, Square
from nqsat.chess.geometry import check_shape
from nqsat.errors import InvalidModel, InvalidNotation, inside
from nqsat.files import read_text, write
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import MEASURES, RULES, Objective, Rule, find_measure, find_rule
from nqsat.modelling.rules.measures import Sense
from nqsat.modelling.tour import Model, Tour

VERSION = 1
_DEEPEST = 16
#: Characters of a text, bytes of a user's file.
LONGEST = 20_000_000


# -- writing -----------------------------------------------------------------------------


def dump(model: Model, path: str | Path) -> None:
    """Write the model into a JSON file; ``nqsat count FILE`` reads it too.

    Raises:
        InvalidModel: a rule is a user's own, which JSON cannot carry, or no file can be written there.
        OSError: the disk is full, or the like; the file is then as it was.
    """
    write(Path(path), dumps(model))


def dumps(model: Model) -> str:
    """The model as JSON text, the same text for equal models.

    Raises:
        InvalidModel: a rule is a user's own, which JSON cannot carry.
    """
    return json.dumps(to_data(model), indent=1) + "\n"


def to_data(model: Model) -> dict[str, object]:
    """The model as JSON data; see ``dumps``."""
    if isinstance(model, Tour):
        return {"nqsat": VERSION, "tour": _tour_data(model)}
    return {"nqsat": VERSION, "placement": _placement_data(model)}


def _placement_data(model: Placement) -> dict[str, object]:
    data: dict[str, object] = {
        "board": _board_data(model.board),
        "pieces": [_kind_data(kind, model.board) for kind in model.kinds],
        "rules": [_rule_data(rule) for rule in model.rules],
        "presets": [preset.written(model.board) for preset in model.presets],
    }
    if model.objective is not None:
        measure = model.objective.measure
        if type(measure) not in MEASURES:
            raise InvalidModel("objective", "is a measure of your own; JSON cannot carry it")
        data["objective"] = {model.objective.sense: measure.name, **measure.to_json()}
    return data


def _tour_data(tour: Tour) -> dict[str, object]:
    for rule in tour.added:
        _rule_data(rule)  # there is none of nqsat's
    return {
        "board": _board_data(tour.board),
        "piece": _piece_data(tour.piece, tour.board),
        "closed": tour.closed,
        "unit": tour.direction,
        **tour.required(),
    }


def _board_data(board: Board) -> dict[str, object]:
    if board.shape:
        return {"shape": list(board.shape)}
    if board.walls or board.holes:
        return {"map": str(board).split("\n"), "wrap": board.wrap}
    return {"rows": board.rows, "columns": board.columns, "wrap": board.wrap}


def _kind_data(kind: Kind, board: Board) -> dict[str, object]:
    data: dict[str, object] = {
        "name": kind.name,
        "low": kind.number.low,
        "high": kind.number.high,
        "symbol": kind.symbol,
    }
    piece = _piece_data(kind.piece, board)
    if f"{kind.label}:{piece}".lstrip(":") != kind.name:
        data["piece"] = piece
    if kind.squares is not None:
        data["squares"] = [square.name(board.rows) for square in sorted(kind.squares)]
    return data


def _piece_data(piece: Piece, board: Board) -> object:
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
        data["graph"] = [[square.name(board.rows) for square in pair] for pair in pairs]
    return data


def _rule_data(rule: Rule) -> dict[str, object]:
    if type(rule) not in RULES:
        raise InvalidModel(("rules", rule.name), "is a rule of your own; JSON cannot carry it")
    return {"rule": rule.name, **rule.to_json()}


# -- reading -----------------------------------------------------------------------------


def load(path: str | Path) -> Model:
    """The model in a JSON file.

    Raises:
        InvalidModel: the file cannot be read; otherwise as ``loads``.
        InvalidNotation: as ``loads``.
    """
    return loads(read_text("model", path, LONGEST))


def loads(text: str) -> Model:
    """The model that a JSON text describes.

    Raises:
        InvalidNotation: the text is not JSON, is too long or too deep, or has a key twice.
        InvalidModel: a field is missing, unknown or wrong; its path is named.
    """
    return from_data(parse(text))


def from_data(data: object) -> Model:
    """The model that JSON data describe; see ``loads``."""
    if isinstance(data, dict) and data.keys() & {"ask", "question"}:
        raise InvalidModel("model", "is a question; count, enumerate and solve ask it again")
    kind = "tour" if isinstance(data, dict) and "tour" in data else "placement"
    with inside("model"):
        fields = _fields(data, {"nqsat", kind})
        if type(fields["nqsat"]) is not int or fields["nqsat"] != VERSION:
            raise InvalidModel("nqsat", f"version {fields['nqsat']!r} is not {VERSION}")
        with inside(kind):
            return (_read_tour if kind == "tour" else _read_placement)(fields[kind])


def _read_placement(value: object) -> Placement:
    fields = _fields(value, {"board", "pieces", "rules", "presets"}, {"objective"})
    board: Board = _at(fields, "board", _read_board)
    kinds = _each(fields, "pieces", _read_kind, board)
    rules = _each(fields, "rules", _read_rule)
    presets = _each(fields, "presets", _text)
    objective = _at(fields, "objective", _read_objective) if "objective" in fields else None
    try:
        return Placement(board, kinds, rules, presets, objective)
    except InvalidModel as error:
        if error.path[0] == "presets":
            error.place(error.path[:2])  # which is one text here
        raise


def _read_tour(value: object) -> Tour:
    optional = {"closed", "unit", "start", "end", "through", "avoiding", "numbers", "fixed_by"}
    fields = _fields(value, {"board", "piece"}, optional)
    texts = {"through", "avoiding"}
    if isinstance(fields.get("fixed_by"), list):
        texts.add("fixed_by")
    options: dict[str, Any] = {}
    for name in fields.keys() & {"unit", "start", "end", "fixed_by"} - texts:
        options[name] = _at(fields, name, _text)
    for name in fields.keys() & texts:
        options[name] = _each(fields, name, _text)
    for name, kind, expected in (
        ("closed", bool, "true or false"),
        ("numbers", dict, 'an object: {"a1": 1}'),
    ):
        if name in fields:
            if not isinstance(fields[name], kind):
                raise InvalidModel(name, f"expected {expected}")
            options[name] = fields[name]
    board: Board = _at(fields, "board", _read_board)
    return Tour(board, _at(fields, "piece", _read_piece, board), **options)


def _at(fields: Mapping[str, Any], name: str, read: Callable[..., Any], *more: object) -> Any:
    """What a reader makes of a field."""
    with inside(name):
        return read(fields[name], *more)


def _each(
    fields: Mapping[str, Any], name: str, read: Callable[..., Any], *more: object
) -> list[Any]:
    """What a reader makes of each item of a field that is a list."""
    found = []
    for i, item in enumerate(_at(fields, name, _list)):
        with inside(name, i):
            found.append(read(item, *more))
    return found


def parse(text: str) -> object:
    """JSON data from a text that may be anybody's.

    Raises:
        InvalidNotation, InvalidModel: as ``loads``.
    """
    if len(text) > LONGEST:
        raise InvalidNotation("model", text, f"longer than {LONGEST:,} characters")
    if _depth(text) > _DEEPEST:
        raise InvalidNotation("model", text, f"nested deeper than {_DEEPEST}")
    try:
        return json.loads(
            text, object_pairs_hook=_no_twins, parse_constant=_refuse, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise InvalidNotation(
            "model", text, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None


def _depth(text: str) -> int:
    """How deep brackets nest, counted without recursion; those inside strings count too."""
    depth = deepest = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidModel("model", f"the key {key[:40]!r} stands twice in one object")
        found[key] = value
    return found


def _refuse(constant: str) -> NoReturn:
    raise InvalidModel("model", f"{constant} is no number here")


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise InvalidModel("model", f"the number {digits[:18]}… is too large")
    return int(digits)


def _fields(
    value: object, names: set[str], optional: AbstractSet[str] = frozenset()
) -> Mapping[str, Any]:
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


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise InvalidModel((), "expected a list")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidModel((), "expected a text")
    return value


def _read_board(value: object) -> Board:
    if isinstance(value, dict) and "shape" in value:
        fields = _fields(value, {"shape"})
        return Board.solid(*check_shape(_at(fields, "shape", _list)))
    if isinstance(value, dict) and "map" in value:
        fields = _fields(value, {"map"}, {"wrap"})
        lines = _each(fields, "map", _text)
        if not all(line and {*line}.isdisjoint("\r\n") for line in lines):
            raise InvalidModel("map", "each entry is one line of the map, not empty")
        try:
            return Board.from_map("\n".join(lines), fields.get("wrap", "flat"))
        except InvalidNotation as error:
            error.place("map")
            raise
    fields = _fields(value, {"rows", "columns"}, {"wrap"})
    return Board(fields["rows"], fields["columns"], fields.get("wrap", "flat"))


def _read_kind(value: object, board: Board) -> Kind:
    fields = _fields(value, {"name", "low", "high"}, {"symbol", "squares", "piece"})
    name = _at(fields, "name", _text)
    number = Number(fields["low"], fields["high"])
    squares = None
    if "squares" in fields:
        squares = frozenset(map(board.parse_square, _each(fields, "squares", _text)))
    symbol = _at(fields, "symbol", _text) if "symbol" in fields else ""
    if "piece" in fields:
        return Kind(name, _at(fields, "piece", _read_piece, board), number, squares, symbol)
    return Kind.parse(name, number, squares, symbol)


def _read_piece(value: object, board: Board) -> Piece:
    """A piece: its notation, or where that does not tell its moves, the moves."""
    if not isinstance(value, dict):
        return Piece.parse(_text(value))
    fields = {"graph": [], **_fields(value, {"notation", "rides"}, {"graph"})}
    rides = frozenset(_each(fields, "rides", _read_ride))
    graph = frozenset(_each(fields, "graph", _read_pair, board))
    return Piece(_at(fields, "notation", _text), rides, graph)


def _read_ride(value: object) -> Ride:
    if not isinstance(value, list) or [type(x) for x in value] != [int] * 3:
        raise InvalidModel((), "expected [rows down, columns right, reach]")
    return Ride((value[0], value[1]), value[2])


def _read_pair(value: object, board: Board) -> tuple[Square, ...]:
    if not isinstance(value, list) or [type(x) for x in value] != [str] * 2:
        raise InvalidModel((), "expected two squares [from, to]")
    return tuple(map(board.parse_square, value))


def _read_objective(value: object) -> Objective:
    given = value if isinstance(value, dict) else {}
    senses = [sense for sense in get_args(Sense) if isinstance(given.get(sense), str)]
    if len(senses) != 1:
        raise InvalidModel((), 'expected an object that says what: {"minimise": "men"}')
    rest = {key: item for key, item in given.items() if key != senses[0]}
    return Objective(senses[0], find_measure(given[senses[0]]).from_json(rest))


def _read_rule(value: object) -> Rule:
    if not isinstance(value, dict) or not isinstance(value.get("rule"), str):
        reason = 'expected an object with the rule\'s name: {"rule": "non-attacking"}'
        raise InvalidModel((), reason)
    rest = {key: item for key, item in value.items() if key != "rule"}
    return find_rule(value["rule"]).from_json(rest)
