"""Solutions read from text: as nqsat prints them, as FEN, or as a line of JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.modelling import Model, Solution

#: What a solution may look like, for error messages.
EXPECTED = "write it as nqsat prints it: squares (a1 b3), pieces (Q@a1), FEN, or a line of jsonl"


def read_solution(model: Model, text: str) -> Solution:
    """The pieces, or the squares in order, that a text names; they need not solve the model.

    Args:
        model: whose board and kinds they are of.
        text: as ``str(solution)``, as FEN, or as ``enumerate --format jsonl`` writes it.

    Raises:
        InvalidModel: it cannot be read, or there is no such square or kind.
    """
    text = text.strip()
    if not text.startswith("{"):
        found: Solution = model.read(text)
        return found
    try:
        data: Any = json.loads(text)
        found = model.read_data(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidModel("solution", f"cannot read this JSON; {EXPECTED}") from None
    return found


def square_named(board: Board, name: str) -> Square:
    """The square of this name. ``InvalidModel``: the board has none."""
    try:
        return board.parse_square(name)
    except InvalidModel as error:
        raise InvalidModel("solution", f"{error.reason}; {EXPECTED}") from None
