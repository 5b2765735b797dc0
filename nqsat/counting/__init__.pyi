"""The names of the room, for type checkers and for lazy_loader."""

from .answering import answer as answer
from .answers import METHODS as METHODS
from .answers import Count as Count
from .answers import Method as Method
from .answers import Modulo as Modulo
from .answers import Optimum as Optimum
from .answers import up_to as up_to
from .conflict import Conflict as Conflict
from .conflict import why_not as why_not
from .count_and_list import count as count
from .count_and_list import solutions as solutions
from .digits import decimal as decimal
from .optimising.finding import Outcome as Outcome
from .optimising.finding import Uniqueness as Uniqueness
from .optimising.finding import optimise as optimise
from .optimising.finding import solve as solve
from .optimising.finding import unique as unique
from .planning import planned as planned
from .question import Question as Question
from .ranking.numbering import Numbering as Numbering
from .ranking.ordinals import marginals as marginals
from .ranking.ordinals import nth as nth
from .ranking.ordinals import numbered as numbered
from .ranking.ordinals import rank as rank
from .ranking.ordinals import sample as sample
from .run import Run as Run
