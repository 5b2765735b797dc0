"""Declarative models: boards with kinds of pieces, rules and solutions, all frozen values.

A rule has its encoding beside its meaning, as constraints of ``vocabulary``; nothing here builds a
formula or knows a solver.
"""

from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.block import Block
from nqsat.modelling.factor import Factor, Moves
from nqsat.modelling.family import Family, expand, family, is_range
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model, no_row
from nqsat.modelling.path import Path
from nqsat.modelling.placement import Placement, Preset
from nqsat.modelling.preserving import colours_of, known_symmetries
from nqsat.modelling.requirements import Requirement, relaxed, requirements
from nqsat.modelling.rules import Rule
from nqsat.modelling.schema import dump, dumps, load, loads
from nqsat.modelling.sentences import (
    in_words,
    sentence_of,
    sentences,
    statement_of,
)
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.sources import (
    catalogue,
    check_named,
    find_family,
    find_sequence,
    in_place,
    model_again,
    model_of,
    names_a_file,
    own_class,
    parse,
    refined,
)
from nqsat.modelling.templates import filled, names_in
from nqsat.modelling.text_helpers import fault, plural, text_of
from nqsat.modelling.tour import Tour
from nqsat.modelling.vocabulary import (
    AtLeast,
    AtMost,
    Circuit,
    Clause,
    Constraint,
    Cycle,
    Exactly,
    OneComponent,
    Sum,
    Variables,
)

#: The types of solutions.
Solution = Arrangement | Path | Moves

__all__ = [
    "Arrangement",
    "AtLeast",
    "AtMost",
    "Block",
    "Change",
    "Circuit",
    "Clause",
    "Constraint",
    "Cycle",
    "Exactly",
    "Factor",
    "Family",
    "Kind",
    "Man",
    "Model",
    "Moves",
    "Number",
    "OneComponent",
    "Path",
    "Placement",
    "Preset",
    "Requirement",
    "Rule",
    "Setting",
    "Solution",
    "Sum",
    "Tour",
    "Variables",
    "catalogue",
    "check_named",
    "colours_of",
    "dump",
    "dumps",
    "expand",
    "family",
    "fault",
    "filled",
    "find_family",
    "find_sequence",
    "in_place",
    "in_words",
    "is_range",
    "known_symmetries",
    "load",
    "loads",
    "model_again",
    "model_of",
    "names_a_file",
    "names_in",
    "no_row",
    "own_class",
    "parse",
    "plural",
    "refined",
    "relaxed",
    "requirements",
    "sentence_of",
    "sentences",
    "statement_of",
    "text_of",
]
