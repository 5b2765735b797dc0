"""The rules, by subject: what each means, what it lowers itself into, and what becomes of it elsewhere.

``RULES`` is the explicit list; adding a rule is one new class and its line here.
"""

from nqsat.errors import choose
from nqsat.modelling.arrangement import Man
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.armies import Armies
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.domination import Degrees, Domination
from nqsat.modelling.rules.geometry import (
    DistinctDifferences,
    Invariant,
    NoThreeInLine,
    Stabiliser,
)
from nqsat.modelling.rules.literals import (
    Among,
    Stands,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
)
from nqsat.modelling.rules.measures import (
    MEASURES,
    Amount,
    Measure,
    Men,
    Objective,
    Permutation,
    Regions,
    Unattacked,
    find_measure,
)
from nqsat.modelling.rules.nonattacking import Maximal, NonAttacking
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import AtLeast, AtMost, Clause, Constraint, Exactly, Sum, Variables

__all__ = [
    "MEASURES",
    "RULES",
    "Among",
    "Amount",
    "Armies",
    "AtLeast",
    "AtMost",
    "Change",
    "Clause",
    "Constraint",
    "Degrees",
    "DistinctDifferences",
    "Domination",
    "Exactly",
    "Invariant",
    "Man",
    "Maximal",
    "Measure",
    "Men",
    "NoThreeInLine",
    "NonAttacking",
    "Number",
    "Objective",
    "Permutation",
    "Regions",
    "Rule",
    "Setting",
    "Stabiliser",
    "Stands",
    "Sum",
    "Unattacked",
    "Variables",
    "at_least",
    "at_most",
    "clause",
    "exactly",
    "find_measure",
    "find_rule",
    "implies",
]

#: Every rule that models in JSON and on the command line may name; the first is the default.
RULES: tuple[type[Rule], ...] = (
    NonAttacking,
    Invariant,
    Amount,
    Degrees,
    Among,
    Armies,
    Domination,
    Maximal,
    Regions,
    Permutation,
    NoThreeInLine,
    DistinctDifferences,
    Stabiliser,
)


def find_rule(name: str) -> type[Rule]:
    """The rule of this name; ``InvalidModel`` if there is none."""
    return choose("rule", name, RULES)
