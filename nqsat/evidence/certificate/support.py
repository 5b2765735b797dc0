"""What can be certified: what the checker can derive again. All else is refused, by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nqsat.errors import InvalidModel
from nqsat.evidence.checker import MOST_NAMES
from nqsat.modelling import Domination, Maximal, NonAttacking, Permutation, Regions, Tour

if TYPE_CHECKING:
    from nqsat.chess import Board, Piece
    from nqsat.modelling import Model, Placement, Rule

__all__ = ["RULES", "check_support"]

#: The rules that the checker knows.
RULES = (NonAttacking, Domination, Maximal, Regions, Permutation)

#: An atom, alone, doubled for a rider, or with a range.
_TERM = re.compile(r"([A-Z]|\([0-9]+,[0-9]+\))(?:\1|[0-9]+)?")


def check_support(model: Model) -> None:
    """Refuse a model that the checker does not know.

    Raises:
        InvalidModel: it has something that no certificate can have; the field is named.
    """
    _check_board(model.board)
    if isinstance(model, Tour):
        _check_tour(model)
    else:
        _check_placement(model)


def _check_board(board: Board) -> None:
    if board.shape:
        raise InvalidModel("board", f"{board.title} is solid; certificates are of flat ones")
    if board.rows * board.columns > MOST_NAMES:
        reason = (
            f"{board.title} has more than {MOST_NAMES} squares; certificates are of smaller boards"
        )
        raise InvalidModel("board", reason)


def _check_piece(field: str, piece: Piece) -> None:
    notation = piece.notation
    if piece.graph or type(piece).parse(notation) != piece:
        raise InvalidModel(field, "certificates know pieces in Betza notation only, as in Q, N0")
    if notation == "blocker":
        return
    if any(letter.islower() for letter in notation):
        raise InvalidModel(field, f"{notation} has directions, which certificates do not know")
    atoms = [term[1] for term in _TERM.finditer(notation)]
    if _TERM.sub("", notation) or len(set(atoms)) < len(atoms):
        raise InvalidModel(field, f"{notation} has an atom in two terms; certificates know sums")


def _check_tour(tour: Tour) -> None:
    _check_piece("piece", tour.piece)
    if not tour.closed:
        raise InvalidModel("closed", "open tours have no certificate, only closed ones have")
    if tour.directed:
        raise InvalidModel("unit", "directed tours have no certificate; ask for undirected ones")
    for field in ("through", "avoiding", "fixed_by"):
        if getattr(tour, field):
            raise InvalidModel(field, "certificates know tours without such conditions only")


def _check_placement(model: Placement) -> None:
    if model.objective is not None:
        raise InvalidModel(
            "objective",
            "has no certificate; certify the model with the best number of men given, and that "
            "the count is 0 with one man fewer (or more)",
        )
    for kind in model.kinds:
        _check_piece(f"pieces.{kind.name}", kind.piece)
    for place, rule in enumerate(model.rules):
        reason = _why_not(rule)
        if reason:
            raise InvalidModel(f"rules[{place}]", f"{rule.name} {reason}")


def _why_not(rule: Rule) -> str:
    if type(rule) not in RULES:
        names = ", ".join(known.name for known in RULES)
        return f"has no certificate; the rules that have are {names}"
    if isinstance(rule, Domination) and rule.minimal:
        return "has no certificate with minimal"
    if isinstance(rule, Domination | Maximal) and rule.blocking:
        return "has no certificate with blocking"
    return ""
