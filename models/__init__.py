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
from .cylindrical_queens import cylindrical_queens
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
from .kings_tours import kings_tours
from .knights import knights
from .knights_any import knights_any
from .knights_tours import knights_tours
from .knights_tours_from import knights_tours_from
from .nightriders import nightriders
from .nightriders_any import nightriders_any
from .one_of_each import one_of_each
from .open_knights_tours import open_knights_tours
from .peaceful import peaceful
from .princesses import princesses
from .queens import queens
from .queens_and_knights import queens_and_knights
from .queens_and_rooks import queens_and_rooks
from .queens_any import queens_any
from .queens_completion import queens_completion
from .queens_k import queens_k
from .queens_rectangular import queens_rectangular
from .rooks import rooks
from .rooks_and_bishops import rooks_and_bishops
from .rooks_any import rooks_any
from .rooks_k import rooks_k
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
    "cylindrical_queens",
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
    "kings_tours",
    "knights",
    "knights_any",
    "knights_tours",
    "knights_tours_from",
    "nightriders",
    "nightriders_any",
    "one_of_each",
    "open_knights_tours",
    "peaceful",
    "princesses",
    "queens",
    "queens_and_knights",
    "queens_and_rooks",
    "queens_any",
    "queens_completion",
    "queens_k",
    "queens_rectangular",
    "rooks",
    "rooks_and_bishops",
    "rooks_any",
    "rooks_k",
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
    toroidal_queens,
    cylindrical_queens,
    amazons,
    amazons_any,
    # Rooks and their relatives
    rooks,
    rooks_k,
    rooks_any,
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
    # General families
    independent,
    peaceful,
    knights_tours,
    open_knights_tours,
    knights_tours_from,
    kings_tours,
    wazirs_tours,
    tours,
)
