"""Draft: a certificate in the making, of any kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nqsat.chess import Hexagon, Network, Piece, generators, rays
from nqsat.chess.surfaces import Cylinder, Flat, Torus
from nqsat.counting import Count, Modulo, decimal
from nqsat.engines import Deadline, Reason
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.modelling import Model, dumps
from nqsat.modelling.schema import to_data

#: The geometries that the checker knows. Of another board it is given the rays of the pieces.
_KNOWN = (Flat, Cylinder, Torus, Hexagon, Network)


def text_for_checker(model: Model) -> str:
    """Return the text of model.json: as ``dumps``, with data for a board that the checker does not know.

    Raises:
        InvalidModel: a rule is a user's own.
    """
    if type(model.board.geometry) in _KNOWN:
        return dumps(model)
    data: Any = to_data(model)
    data[model.key]["board"] = _board_by_rays(model)
    return json.dumps(data, indent=1) + "\n"


def _board_by_rays(model: Model) -> dict[str, object]:
    """Return the squares of a board, the rays of the pieces, and generators of its symmetries."""
    board = model.board
    place, name = board.places, board.name
    named = (rule.to_json().get("by") for rule in model.rules)  # a rule's own piece
    pieces = {kind.piece for kind in model.kinds} | {Piece.parse(str(by)) for by in named if by}
    return {
        "squares": str(board).split("\n"),
        "names": [*map(name, board.squares)],
        "rays": {
            piece.notation: [
                [[place[x] for x in ray] for ray in ways] for ways in rays(piece, board).values()
            ]
            for piece in sorted(pieces, key=str)
        },
        "symmetries": [[*map(name, symmetry.images)] for symmetry in generators(board)],
    }


def facts_of(model: Model) -> checker.Model:
    """Return the checker's facts about a model.

    Raises:
        InvalidModel: the checker does not support something in it.
    """
    return facts_in(text_for_checker(model))


def facts_in(text: str, cure: str = "") -> checker.Model:
    """Return the checker's facts in the text of a model; ``cure`` is advice for the error message.

    Raises:
        InvalidModel: the checker does not support something in it.
    """
    try:
        return checker.read_model(text)
    except checker.Rejected as refused:
        reason = f"the checker does not take this; {refused}{cure and f'; {cure}'}"
        raise InvalidModel("certificate", reason) from None


def too_large(what: str) -> UnsupportedByEngine:
    """Return the error that a certificate exceeds the checker's limits."""
    return UnsupportedByEngine("certify", f"{what}: more than the checker takes")


class Incomplete(Exception):
    """A limit was reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass
class Draft:
    """The model to certify, and the results so far.

    Args:
        model: the model.
        text: the same as the certificate has it.
        facts: the checker's facts in this text.
        modulo: ``"symmetry"`` to count orbits.
        clock: the time limit; ``Incomplete`` is raised after it.
        watch: called with the number of solutions found.
        count: the answer so far.
        counted: an engine's answer, if it was asked before.
        labelled: the number of solutions, all images included.
        cubes: the number of cubes of the proof.
    """

    model: Model
    text: str
    facts: checker.Model
    modulo: Modulo
    clock: Deadline
    watch: Callable[[int], None]
    count: Count
    counted: Count | None = None
    labelled: int = 0
    cubes: int = 0

    def tick(self) -> None:
        """Report the number of solutions found; raise ``Incomplete`` after the time limit."""
        self.watch(self.count.value)
        if self.clock.expired:
            raise Incomplete("time limit")

    @property
    def common_fields(self) -> dict[str, object]:
        """The fields of certificate.json that every certificate has."""
        return {
            "count": decimal(self.count.value),
            "unit": self.model.unit,
            "modulo": self.modulo,
            "labelled": decimal(self.labelled),
            "nqsat": version_of("nqsat") or "",
        }
