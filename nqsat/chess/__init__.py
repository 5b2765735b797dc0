"""Squares, boards, pieces, attack relations and symmetries.

Nothing here depends on models, formulas or solvers.
"""

from nqsat.chess.attacks import attackers as attackers
from nqsat.chess.attacks import attacks as attacks
from nqsat.chess.attacks import can_move as can_move
from nqsat.chess.attacks import check_piece as check_piece
from nqsat.chess.attacks import is_two_way as is_two_way
from nqsat.chess.attacks import lines as lines
from nqsat.chess.attacks import most_attacks as most_attacks
from nqsat.chess.attacks import rays as rays
from nqsat.chess.attacks import rays_from as rays_from
from nqsat.chess.attacks import rides_on as rides_on
from nqsat.chess.attacks import some_attack as some_attack
from nqsat.chess.attacks import to_networkx as to_networkx
from nqsat.chess.attacks import walk as walk
from nqsat.chess.board import Board as Board
from nqsat.chess.geometry import Geometry as Geometry
from nqsat.chess.geometry import Seam as Seam
from nqsat.chess.hexagon import Hexagon as Hexagon
from nqsat.chess.network import Network as Network
from nqsat.chess.piece import Piece as Piece
from nqsat.chess.piece import Ride as Ride
from nqsat.chess.piece import check_name as check_name
from nqsat.chess.piece import opposite as opposite
from nqsat.chess.solid import Solid as Solid
from nqsat.chess.square import Square as Square
from nqsat.chess.surface import SURFACES as SURFACES
from nqsat.chess.surface import Surface as Surface
from nqsat.chess.surface import surface as surface
from nqsat.chess.symmetry import Symmetry as Symmetry
from nqsat.chess.symmetry import check_symmetry as check_symmetry
from nqsat.chess.symmetry import find_symmetry as find_symmetry
from nqsat.chess.symmetry import generators as generators
from nqsat.chess.symmetry import preserves_attacks as preserves_attacks
from nqsat.chess.symmetry import rotations as rotations
from nqsat.chess.symmetry import subgroup as subgroup
from nqsat.chess.symmetry import symmetries as symmetries
from nqsat.chess.symmetry import translations as translations
from nqsat.chess.symmetry import transposition as transposition
