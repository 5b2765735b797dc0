"""Squares, boards, pieces, attack relations and symmetries.

Nothing here depends on models, formulas or solvers.
"""

from nqsat.chess.attacks import (
    attackers,
    attacks,
    can_move,
    check_piece,
    is_two_way,
    lines,
    most_attacks,
    rays,
    rays_from,
    rides_on,
    some_attack,
    to_networkx,
    walk,
)
from nqsat.chess.board import Board
from nqsat.chess.geometry import Geometry
from nqsat.chess.network import Network
from nqsat.chess.piece import Piece, Ride, check_name
from nqsat.chess.square import Square
from nqsat.chess.symmetry import (
    Symmetry,
    check_symmetry,
    find_symmetry,
    preserves_attacks,
    rotations,
    subgroup,
    symmetries,
    translations,
    transposition,
)

__all__ = [
    "Board",
    "Geometry",
    "Network",
    "Piece",
    "Ride",
    "Square",
    "Symmetry",
    "attackers",
    "attacks",
    "can_move",
    "check_name",
    "check_piece",
    "check_symmetry",
    "find_symmetry",
    "is_two_way",
    "lines",
    "most_attacks",
    "preserves_attacks",
    "rays",
    "rays_from",
    "rides_on",
    "rotations",
    "some_attack",
    "subgroup",
    "symmetries",
    "to_networkx",
    "translations",
    "transposition",
    "walk",
]
