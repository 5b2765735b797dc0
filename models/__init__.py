"""The catalogue: one problem family per file, written only with nqsat's public names.

A family is a function from parameters to a model; its docstring says what is counted, by which
convention, and where the counts are published. Symmetry is never broken here: it is an option of
the question. ``known.json`` holds known counts, one object a line, each with its convention, its
source and how it was recomputed.

>>> from nqsat.models import queens
>>> queens(8)
Placement('8x8', {'Q': '8'}, [NonAttacking()])
"""

from nqsat import Family

from .amazons import amazons
from .amazons_any import amazons_any
from .bishops import bishops
from .bishops_any import bishops_any
from .bishops_maximum import bishops_maximum
from .camels import camels
from .camels_any import camels_any
from .costas import costas
from .cylindrical_queens import cylindrical_queens
from .dominating import dominating
from .dragon_kings import dragon_kings
from .empresses import empresses
from .ferses import ferses
from .ferses_any import ferses_any
from .giraffes import giraffes
from .giraffes_any import giraffes_any
from .independent import independent
from .kings import kings
from .kings_and_knights import kings_and_knights
from .kings_any import kings_any
from .kings_dominating_any import kings_dominating_any
from .kings_domination import kings_domination
from .kings_maximal import kings_maximal
from .kings_tours import kings_tours
from .knights import knights
from .knights_any import knights_any
from .knights_domination import knights_domination
from .knights_each_attacking import knights_each_attacking
from .knights_maximal import knights_maximal
from .knights_tours import knights_tours
from .knights_tours_from import knights_tours_from
from .latin_squares import latin_squares
from .nightriders import nightriders
from .nightriders_any import nightriders_any
from .no_three_in_line import no_three_in_line
from .one_of_each import one_of_each
from .open_knights_tours import open_knights_tours
from .peaceable_armies import peaceable_armies
from .peaceable_queens import peaceable_queens
from .peaceable_queens_k import peaceable_queens_k
from .peaceful import peaceful
from .princesses import princesses
from .queens import queens
from .queens_and_knights import queens_and_knights
from .queens_and_rooks import queens_and_rooks
from .queens_any import queens_any
from .queens_by_stabiliser import queens_by_stabiliser
from .queens_completion import queens_completion
from .queens_domination import queens_domination
from .queens_each_attacking import queens_each_attacking
from .queens_in_a_cube import queens_in_a_cube
from .queens_independent_domination import queens_independent_domination
from .queens_k import queens_k
from .queens_maximal import queens_maximal
from .queens_puzzle import queens_puzzle
from .queens_rectangular import queens_rectangular
from .queens_total_domination import queens_total_domination
from .queens_with_pawns import queens_with_pawns
from .rooks import rooks
from .rooks_and_bishops import rooks_and_bishops
from .rooks_any import rooks_any
from .rooks_domination import rooks_domination
from .rooks_k import rooks_k
from .rooks_with_pawns import rooks_with_pawns
from .star_battle import star_battle
from .toroidal_queens import toroidal_queens
from .tours import tours
from .wazirs import wazirs
from .wazirs_any import wazirs_any
from .wazirs_tours import wazirs_tours
from .zebras import zebras
from .zebras_any import zebras_any

__all__ = [
    "FAMILIES",
    "amazons",
    "amazons_any",
    "bishops",
    "bishops_any",
    "bishops_maximum",
    "camels",
    "camels_any",
    "costas",
    "cylindrical_queens",
    "dominating",
    "dragon_kings",
    "empresses",
    "ferses",
    "ferses_any",
    "giraffes",
    "giraffes_any",
    "independent",
    "kings",
    "kings_and_knights",
    "kings_any",
    "kings_dominating_any",
    "kings_domination",
    "kings_maximal",
    "kings_tours",
    "knights",
    "knights_any",
    "knights_domination",
    "knights_each_attacking",
    "knights_maximal",
    "knights_tours",
    "knights_tours_from",
    "latin_squares",
    "nightriders",
    "nightriders_any",
    "no_three_in_line",
    "one_of_each",
    "open_knights_tours",
    "peaceable_armies",
    "peaceable_queens",
    "peaceable_queens_k",
    "peaceful",
    "princesses",
    "queens",
    "queens_and_knights",
    "queens_and_rooks",
    "queens_any",
    "queens_by_stabiliser",
    "queens_completion",
    "queens_domination",
    "queens_each_attacking",
    "queens_in_a_cube",
    "queens_independent_domination",
    "queens_k",
    "queens_maximal",
    "queens_puzzle",
    "queens_rectangular",
    "queens_total_domination",
    "queens_with_pawns",
    "rooks",
    "rooks_and_bishops",
    "rooks_any",
    "rooks_domination",
    "rooks_k",
    "rooks_with_pawns",
    "star_battle",
    "toroidal_queens",
    "tours",
    "wazirs",
    "wazirs_any",
    "wazirs_tours",
    "zebras",
    "zebras_any",
]

#: Every family, in the order in which people see them.
FAMILIES: tuple[Family, ...] = (
    # Queens and amazons
    queens,
    queens_k,
    queens_any,
    queens_rectangular,
    queens_completion,
    queens_by_stabiliser,
    toroidal_queens,
    cylindrical_queens,
    queens_in_a_cube,
    amazons,
    amazons_any,
    # Rooks and their relatives
    rooks,
    rooks_k,
    rooks_any,
    latin_squares,
    dragon_kings,
    empresses,
    # Bishops and their relatives
    bishops,
    bishops_maximum,
    bishops_any,
    princesses,
    # Kings and their halves
    kings,
    kings_any,
    wazirs,
    wazirs_any,
    ferses,
    ferses_any,
    # Knights and other leapers
    knights,
    knights_any,
    nightriders,
    nightriders_any,
    camels,
    camels_any,
    zebras,
    zebras_any,
    giraffes,
    giraffes_any,
    # Several kinds
    queens_and_knights,
    queens_and_rooks,
    rooks_and_bishops,
    kings_and_knights,
    one_of_each,
    queens_with_pawns,
    rooks_with_pawns,
    queens_each_attacking,
    knights_each_attacking,
    # Armies
    peaceable_queens,
    peaceable_queens_k,
    peaceable_armies,
    # Lines, differences and regions
    no_three_in_line,
    costas,
    queens_puzzle,
    star_battle,
    # Domination, and nobody to be added
    queens_domination,
    queens_independent_domination,
    queens_total_domination,
    rooks_domination,
    kings_domination,
    kings_dominating_any,
    knights_domination,
    queens_maximal,
    kings_maximal,
    knights_maximal,
    # General families
    independent,
    dominating,
    peaceful,
    knights_tours,
    open_knights_tours,
    knights_tours_from,
    kings_tours,
    wazirs_tours,
    tours,
)
