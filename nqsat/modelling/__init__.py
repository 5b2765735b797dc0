"""Declarative models: boards with kinds of pieces, rules and solutions, all frozen values.

A rule has its meaning and its encoding, as constraints of ``vocabulary``; nothing here builds a
formula or knows a solver.
"""

from nqsat.modelling.arrangement import Arrangement as Arrangement
from nqsat.modelling.arrangement import PlacedPiece as PlacedPiece
from nqsat.modelling.arrangement import pieces_of as pieces_of
from nqsat.modelling.block import Block as Block
from nqsat.modelling.contradictions import refuse_contradiction as refuse_contradiction
from nqsat.modelling.factor import Factor as Factor
from nqsat.modelling.factor import Moves as Moves
from nqsat.modelling.kinds import Kind as Kind
from nqsat.modelling.kinds import Number as Number
from nqsat.modelling.model import Model as Model
from nqsat.modelling.model import Requirement as Requirement
from nqsat.modelling.model import Subject as Subject
from nqsat.modelling.model import known_symmetries as known_symmetries
from nqsat.modelling.model import no_row as no_row
from nqsat.modelling.model import relaxed as relaxed
from nqsat.modelling.model import requirements as requirements
from nqsat.modelling.path import Path as Path
from nqsat.modelling.placement import Placement as Placement
from nqsat.modelling.placement import Preset as Preset
from nqsat.modelling.preserving import colours_of as colours_of
from nqsat.modelling.rules import Rule as Rule
from nqsat.modelling.rules.user_rules import call_rule as call_rule
from nqsat.modelling.schema import dump as dump
from nqsat.modelling.schema import dumps as dumps
from nqsat.modelling.schema import load as load
from nqsat.modelling.schema import loads as loads
from nqsat.modelling.setting import Change as Change
from nqsat.modelling.setting import Setting as Setting
from nqsat.modelling.text_helpers import clue_rows as clue_rows
from nqsat.modelling.text_helpers import clue_text as clue_text
from nqsat.modelling.text_helpers import dotted as dotted
from nqsat.modelling.text_helpers import plural as plural
from nqsat.modelling.text_helpers import text_of as text_of
from nqsat.modelling.tour import Tour as Tour
from nqsat.modelling.tour import targets_of as targets_of
from nqsat.modelling.vocabulary import AtLeast as AtLeast
from nqsat.modelling.vocabulary import AtMost as AtMost
from nqsat.modelling.vocabulary import Circuit as Circuit
from nqsat.modelling.vocabulary import Clause as Clause
from nqsat.modelling.vocabulary import Constraint as Constraint
from nqsat.modelling.vocabulary import Exactly as Exactly
from nqsat.modelling.vocabulary import OneComponent as OneComponent
from nqsat.modelling.vocabulary import Sum as Sum
from nqsat.modelling.vocabulary import Variables as Variables

#: The types of solutions.
Solution = Arrangement | Path | Moves
