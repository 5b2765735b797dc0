"""Solutions read from text: as nqsat prints them, as FEN, or as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from nqsat.chess import Square
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.fen import FEN, read_fen
from nqsat.modelling.path import Path
from nqsat.modelling.placement import Placement
from nqsat.modelling.tour import Model, Tour

#: What a solution may look like, for whoever wrote another.
EXPECTED = "write it as nqsat prints it: squares (a1 b3), men (Q@a1), FEN, or a line of jsonl"


def read_solution(model: Model, text: str) -> Arrangement | Path:
    """The men, or the squares in order, that a text names; whether they solve the model is not looked at.

    Args:
        model: whose board and kinds they are of.
        text: as ``str(solution)``, as FEN, or as ``enumerate --format jsonl`` writes it.

    Raises:
        InvalidModel: it cannot be read, or there is no such square or kind.
    """
    text = text.strip()
    if text.startswith("{"):
        return _of_json(model, text)
    if isinstance(model, Tour):
        return _path(model, text.split())
    if text.startswith(FEN) or "/" in text:
        return Arrangement(model.setting, read_fen(text, model.board, model.kinds))
    return Arrangement(model.setting, tuple(_men(model, text)))


def _men(model: Placement, text: str) -> Iterator[Man]:
    for word in () if text == "(empty)" else text.split():
        kind, at, square = word.rpartition("@")
        if not at and len(model.kinds) != 1:
            raise InvalidModel("solution", f"{word!r} names no kind; {EXPECTED}")
        yield Man(_square(model, square), kind or model.kinds[0].name)


def _path(tour: Tour, names: list[str]) -> Path:
    squares = [_square(tour, name) for name in names]
    if tour.closed and len(squares) > 1 and squares[-1] == squares[0]:
        del squares[-1]  # it is printed again where a closed tour comes back to it
    return tour.path(squares)


def _of_json(model: Model, text: str) -> Arrangement | Path:
    try:
        data: Any = json.loads(text)
        squares = data["squares"]
        if isinstance(model, Tour):
            return _path(model, [str(name) for name in squares])
        pairs = [(str(kind), str(name)) for kind, names in squares.items() for name in names]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidModel("solution", f"this JSON is none; {EXPECTED}") from None
    return Arrangement(
        model.setting, tuple(Man(_square(model, name), kind) for kind, name in pairs)
    )


def _square(model: Model, name: str) -> Square:
    try:
        return model.board.parse_square(name)
    except InvalidModel as error:
        raise InvalidModel("solution", f"{error.reason}; {EXPECTED}") from None
