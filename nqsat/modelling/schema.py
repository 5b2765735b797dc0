"""Models as JSON and back: data only, strict, versioned.

    {"nqsat": 1,
     "placement": {
       "board": {"rows": 8, "columns": 8, "wrap": "flat"}          or {"map": ["..#", "..."], "wrap": …},
       "pieces": [{"name": "Q", "low": 8, "high": 8,               high null: any number above low
                   "squares": ["a1", …], "symbol": "Q"}],          both optional
       "rules": [{"rule": "non-attacking", …the rule's own fields}],
       "presets": ["Q@a1", "-@b2"]}}

Whatever else stands in the text is refused with the path of the field: unknown or duplicate keys, NaN,
numbers that are booleans, nesting deeper than 16, texts longer than 20 MB.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NoReturn

from nqsat.chess import Board
from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import RULES, Rule, find_rule

__all__ = ["VERSION", "dumps", "loads"]

VERSION = 1
_DEEPEST = 16
_LONGEST = 20_000_000


# -- writing -----------------------------------------------------------------------------


def dumps(model: Placement) -> str:
    """The model as JSON text, the same text for equal models.

    Raises:
        InvalidModel: a rule is a user's own, which JSON cannot carry.
    """
    placement = {
        "board": _board_data(model.board),
        "pieces": [_kind_data(kind, model.board) for kind in model.kinds],
        "rules": [_rule_data(rule) for rule in model.rules],
        "presets": [preset.written(model.board) for preset in model.presets],
    }
    return json.dumps({"nqsat": VERSION, "placement": placement}, indent=1) + "\n"


def _board_data(board: Board) -> dict[str, object]:
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
    if kind.squares is not None:
        data["squares"] = [square.name(board.rows) for square in sorted(kind.squares)]
    return data


def _rule_data(rule: Rule) -> dict[str, object]:
    if type(rule) not in RULES:
        raise InvalidModel(f"rules.{rule.name}", "is a rule of your own; JSON cannot carry it")
    return {"rule": rule.name, **rule.to_json()}


# -- reading -----------------------------------------------------------------------------


def loads(text: str) -> Placement:
    """The model that a JSON text describes.

    Raises:
        InvalidNotation: the text is not JSON, is too long or too deep, or has a key twice.
        InvalidModel: a field is missing, unknown or wrong; its path is named.
    """
    data = _fields(_parse(text), "model", {"nqsat", "placement"})
    if type(data["nqsat"]) is not int or data["nqsat"] != VERSION:
        raise InvalidModel("model.nqsat", f"version {data['nqsat']!r} is not {VERSION}")
    path = "model.placement"
    fields = _fields(data["placement"], path, {"board", "pieces", "rules", "presets"})
    board = _at(f"{path}.board", _read_board, fields["board"], f"{path}.board")
    kinds = [
        _at(f"{path}.pieces[{i}]", _read_kind, item, f"{path}.pieces[{i}]", board)
        for i, item in enumerate(_list(fields["pieces"], f"{path}.pieces"))
    ]
    rules = [
        _at(f"{path}.rules[{i}]", _read_rule, item, f"{path}.rules[{i}]")
        for i, item in enumerate(_list(fields["rules"], f"{path}.rules"))
    ]
    presets = [
        _text(item, f"{path}.presets[{i}]")
        for i, item in enumerate(_list(fields["presets"], f"{path}.presets"))
    ]
    model: Placement = _at(path, Placement, board, kinds, rules, presets)
    return model


def _at(path: str, read: Callable[..., Any], *args: Any) -> Any:
    """Call a reader; if it finds a fault that names no path yet, put the path in front."""
    try:
        return read(*args)
    except InvalidModel as error:
        if error.field.startswith("model"):
            raise
        field = error.field.removeprefix(path.rpartition(".")[2] + ".")
        raise InvalidModel(f"{path}.{field}", error.reason) from None


def _parse(text: str) -> object:
    if len(text) > _LONGEST:
        raise InvalidNotation("model", text, f"longer than {_LONGEST:,} characters")
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
    value: object, path: str, names: set[str], optional: AbstractSet[str] = frozenset()
) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InvalidModel(path, "expected an object")
    for name in value:
        if name not in names | optional:
            wanted = ", ".join(sorted(names | optional))
            raise InvalidModel(f"{path}.{name[:40]}", f"unknown field; there are {wanted}")
    for name in sorted(names):
        if name not in value:
            raise InvalidModel(f"{path}.{name}", "is missing")
    return value


def _list(value: object, path: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidModel(path, "expected a list")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise InvalidModel(path, "expected a text")
    return value


def _read_board(value: object, path: str) -> Board:
    if isinstance(value, dict) and "map" in value:
        fields = _fields(value, path, {"map"}, {"wrap"})
        lines = [
            _text(x, f"{path}.map[{i}]") for i, x in enumerate(_list(fields["map"], f"{path}.map"))
        ]
        if any(len(line.splitlines()) != 1 for line in lines):
            raise InvalidModel(f"{path}.map", "each entry is one line of the map, not empty")
        return Board.from_map("\n".join(lines), fields.get("wrap", "flat"))
    fields = _fields(value, path, {"rows", "columns"}, {"wrap"})
    return Board(fields["rows"], fields["columns"], fields.get("wrap", "flat"))


def _read_kind(value: object, path: str, board: Board) -> Kind:
    fields = _fields(value, path, {"name", "low", "high"}, {"symbol", "squares"})
    name = _text(fields["name"], f"{path}.name")
    number = Number(fields["low"], fields["high"])
    squares = None
    if "squares" in fields:
        texts = _list(fields["squares"], f"{path}.squares")
        squares = frozenset(board.parse_square(_text(x, f"{path}.squares")) for x in texts)
    symbol = _text(fields["symbol"], f"{path}.symbol") if "symbol" in fields else ""
    return Kind.parse(name, number, squares, symbol)


def _read_rule(value: object, path: str) -> Rule:
    if not isinstance(value, dict) or not isinstance(value.get("rule"), str):
        raise InvalidModel(
            path, 'expected an object with the rule\'s name: {"rule": "non-attacking"}'
        )
    rest = {key: item for key, item in value.items() if key != "rule"}
    return find_rule(value["rule"]).from_json(rest)
