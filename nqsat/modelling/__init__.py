"""What must hold: models, kinds of men, rules, solutions. Frozen values that say what, never how.

A rule carries its encoding beside its meaning, in words of ``vocabulary``; nothing here builds a
formula or knows a solver.
"""

from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.family import Family, expand, family
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.path import Path
from nqsat.modelling.placement import Placement, Preset
from nqsat.modelling.rules import RULES, Invariant, NonAttacking, Rule, find_rule
from nqsat.modelling.schema import dumps, loads
from nqsat.modelling.sources import catalogue, find_family, in_place, tour_in_place
from nqsat.modelling.tour import Model, Tour
from nqsat.modelling.vocabulary import (
    AtLeast,
    AtMost,
    Circuit,
    Clause,
    Constraint,
    Cycle,
    Exactly,
    Variables,
)

#: What the solutions of the two kinds of models are.
Solution = Arrangement | Path

__all__ = [
    "RULES",
    "Arrangement",
    "AtLeast",
    "AtMost",
    "Circuit",
    "Clause",
    "Constraint",
    "Cycle",
    "Exactly",
    "Family",
    "Invariant",
    "Kind",
    "Man",
    "Model",
    "NonAttacking",
    "Number",
    "Path",
    "Placement",
    "Preset",
    "Rule",
    "Solution",
    "Tour",
    "Variables",
    "catalogue",
    "dumps",
    "expand",
    "family",
    "find_family",
    "find_rule",
    "in_place",
    "loads",
    "tour_in_place",
]
