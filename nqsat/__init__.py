"""nqsat: how many ways, and which? Men on a board, declared once, counted by independent engines.

    chess  ->  modelling  ->  compiling  ->  engines  ->  counting  ->  evidence  ->  reporting  ->  cli
    facts      what holds     formula        search       the answer    why trust it  for people     shell

>>> import nqsat
>>> model = nqsat.Placement("6x6", {"Q": 6})
>>> print(nqsat.count(model).value)
4
>>> print(next(nqsat.solutions(model, engine="backtrack")))
a3 b6 c2 d5 e1 f4
"""

from nqsat.chess import Board, Piece, Square, Symmetry, attacks, find_symmetry, symmetries
from nqsat.compiling import CIRCUITS, ENCODINGS, Formula, lower, to_cnf, to_cp_model
from nqsat.counting import METHODS, Count, Outcome, count, solutions, solve
from nqsat.engines import (
    ENGINES,
    SOLVERS,
    BacktrackEngine,
    CpSatEngine,
    Engine,
    Listing,
    SatEngine,
    Verdict,
)
from nqsat.errors import (
    CertificateRejected,
    Disagreement,
    EngineFailure,
    InvalidModel,
    InvalidNotation,
    NqsatError,
    UnsupportedByEngine,
)
from nqsat.modelling import (
    Arrangement,
    AtLeast,
    AtMost,
    Clause,
    Exactly,
    Family,
    Invariant,
    Kind,
    Man,
    Model,
    NonAttacking,
    Number,
    Path,
    Placement,
    Preset,
    Rule,
    Solution,
    Tour,
    catalogue,
    dumps,
    family,
    find_family,
    loads,
)
from nqsat.reporting import draw, svg
from nqsat.reporting.notebook import install as _install_pictures

__all__ = [
    "CIRCUITS",
    "ENCODINGS",
    "ENGINES",
    "METHODS",
    "SOLVERS",
    "Arrangement",
    "AtLeast",
    "AtMost",
    "BacktrackEngine",
    "Board",
    "CertificateRejected",
    "Clause",
    "Count",
    "CpSatEngine",
    "Disagreement",
    "Engine",
    "EngineFailure",
    "Exactly",
    "Family",
    "Formula",
    "InvalidModel",
    "InvalidNotation",
    "Invariant",
    "Kind",
    "Listing",
    "Man",
    "Model",
    "NonAttacking",
    "NqsatError",
    "Number",
    "Outcome",
    "Path",
    "Piece",
    "Placement",
    "Preset",
    "Rule",
    "SatEngine",
    "Solution",
    "Square",
    "Symmetry",
    "Tour",
    "UnsupportedByEngine",
    "Verdict",
    "attacks",
    "catalogue",
    "count",
    "draw",
    "dumps",
    "family",
    "find_family",
    "find_symmetry",
    "loads",
    "lower",
    "solutions",
    "solve",
    "svg",
    "symmetries",
    "to_cnf",
    "to_cp_model",
]

__version__ = "0.1.0"

_install_pictures()
