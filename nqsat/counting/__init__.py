"""Questions about a model and their answers: which engine, complete or "at least", units, orbits."""

from nqsat.counting.conflict import Conflict, why_not
from nqsat.counting.count import Count, Method, Modulo, up_to
from nqsat.counting.digits import decimal
from nqsat.counting.finding import Outcome, first_of, optimise, solve
from nqsat.counting.foreseen import planned
from nqsat.counting.numbering import Numbered
from nqsat.counting.optimum import Optimum
from nqsat.counting.orbits import Orbits
from nqsat.counting.ordinals import marginals, nth, numbered, rank, sample
from nqsat.counting.planning import METHODS
from nqsat.counting.question import Question
from nqsat.counting.questions import count, count_by_size, solutions
from nqsat.counting.sizes import Sizes
from nqsat.counting.uniqueness import Uniqueness, unique

__all__ = [
    "METHODS",
    "Conflict",
    "Count",
    "Method",
    "Modulo",
    "Numbered",
    "Optimum",
    "Orbits",
    "Outcome",
    "Question",
    "Sizes",
    "Uniqueness",
    "count",
    "count_by_size",
    "decimal",
    "first_of",
    "marginals",
    "nth",
    "numbered",
    "optimise",
    "planned",
    "rank",
    "sample",
    "solutions",
    "solve",
    "unique",
    "up_to",
    "why_not",
]
