"""Questions about a model and their answers: which engine, complete or "at least", units, orbits."""

from nqsat.counting.count import Count, Modulo
from nqsat.counting.orbits import Leading, Orbits
from nqsat.counting.questions import METHODS, Method, Outcome, count, solutions, solve

__all__ = [
    "METHODS",
    "Count",
    "Leading",
    "Method",
    "Modulo",
    "Orbits",
    "Outcome",
    "count",
    "solutions",
    "solve",
]
