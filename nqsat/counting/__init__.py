"""Questions about a model, and answers that say their unit, engine, and whether they are complete."""

from nqsat.counting.answering import answer
from nqsat.counting.answers import METHODS, Count, Method, Modulo, Optimum, up_to
from nqsat.counting.conflict import Conflict, why_not
from nqsat.counting.count_and_list import count, solutions
from nqsat.counting.digits import decimal
from nqsat.counting.optimising.finding import Outcome, Uniqueness, optimise, solve, unique
from nqsat.counting.planning import planned
from nqsat.counting.question import Question
from nqsat.counting.ranking.numbering import Numbering
from nqsat.counting.ranking.ordinals import marginals, nth, numbered, rank, sample
from nqsat.counting.records import records
from nqsat.counting.symmetry.orbits import Orbits

__all__ = [
    "METHODS",
    "Conflict",
    "Count",
    "Method",
    "Modulo",
    "Numbering",
    "Optimum",
    "Orbits",
    "Outcome",
    "Question",
    "Uniqueness",
    "answer",
    "count",
    "decimal",
    "marginals",
    "nth",
    "numbered",
    "optimise",
    "planned",
    "rank",
    "records",
    "sample",
    "solutions",
    "solve",
    "unique",
    "up_to",
    "why_not",
]
