"""Questions about a model and their answers: which engine, complete or "at least", units, orbits."""

from nqsat.counting.assignments import assignments, count_assignments, first_assignment
from nqsat.counting.conflict import Conflict, why_not
from nqsat.counting.count import Count, Modulo
from nqsat.counting.finding import Outcome, solve
from nqsat.counting.optimum import Optimum, optimise
from nqsat.counting.orbits import Leading, Orbits
from nqsat.counting.questions import METHODS, Method, count, solutions
from nqsat.counting.uniqueness import Uniqueness, unique

__all__ = [
    "METHODS",
    "Conflict",
    "Count",
    "Leading",
    "Method",
    "Modulo",
    "Optimum",
    "Orbits",
    "Outcome",
    "Uniqueness",
    "assignments",
    "count",
    "count_assignments",
    "first_assignment",
    "optimise",
    "solutions",
    "solve",
    "unique",
    "why_not",
]
