"""The public names of nqsat and the rooms that they come from, for type checkers and for lazy_loader."""

from . import chess as chess
from . import compiling as compiling
from . import counting as counting
from . import engines as engines
from . import errors as errors
from . import evidence as evidence
from . import formulas as formulas
from . import modelling as modelling
from . import models as models
from . import reporting as reporting
from . import rules as rules
from .chess import Board as Board
from .chess import Piece as Piece
from .chess import Square as Square
from .chess import Symmetry as Symmetry
from .compiling import lower as lower
from .counting import Count as Count
from .counting import count as count
from .counting import marginals as marginals
from .counting import nth as nth
from .counting import optimise as optimise
from .counting import rank as rank
from .counting import sample as sample
from .counting import solutions as solutions
from .counting import solve as solve
from .counting import unique as unique
from .counting import why_not as why_not
from .errors import CertificateRejected as CertificateRejected
from .errors import Disagreement as Disagreement
from .errors import EngineFailure as EngineFailure
from .errors import Interrupted as Interrupted
from .errors import InvalidModel as InvalidModel
from .errors import NqsatError as NqsatError
from .errors import UnsupportedByEngine as UnsupportedByEngine
from .evidence import certify as certify
from .evidence import check as check
from .evidence import verify as verify
from .modelling import Arrangement as Arrangement
from .modelling import Factor as Factor
from .modelling import Kind as Kind
from .modelling import Moves as Moves
from .modelling import Path as Path
from .modelling import Placement as Placement
from .modelling import Rule as Rule
from .modelling import Tour as Tour
from .modelling import dump as dump
from .modelling import family as family
from .modelling import load as load
from .modelling.rules import implies as implies
from .modelling.rules import xor as xor
from .puzzles import puzzle as puzzle
from .reporting.records import records as records
from .viewing import view as view

__all__: list[str]
__version__: str
