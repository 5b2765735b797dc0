"""The rules, by subject: what each means, what it lowers itself into, and what becomes of it elsewhere.

``RULES`` is the explicit list; adding a rule is one new class and its line here.
"""

from nqsat.errors import choose
from nqsat.modelling.rules.armies import Armies
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.degrees import Degrees
from nqsat.modelling.rules.domination import Domination
from nqsat.modelling.rules.invariance import Invariant, Stabiliser
from nqsat.modelling.rules.literals import (
    Among,
    Stands,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
)
from nqsat.modelling.rules.maximal import Maximal
from nqsat.modelling.rules.measures import (
    MEASURES,
    Amount,
    Measure,
    Men,
    Objective,
    Unattacked,
    find_measure,
)
from nqsat.modelling.rules.nonattacking import NonAttacking
from nqsat.modelling.rules.plane import DistinctDifferences, NoThreeInLine
from nqsat.modelling.rules.quotas import Permutation, Regions

__all__ = [
    "MEASURES",
    "RULES",
    "Among",
    "Amount",
    "Armies",
    "Degrees",
    "DistinctDifferences",
    "Domination",
    "Invariant",
    "Maximal",
    "Measure",
    "Men",
    "NoThreeInLine",
    "NonAttacking",
    "Objective",
    "Permutation",
    "Regions",
    "Rule",
    "Stabiliser",
    "Stands",
    "Unattacked",
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
    """The rule of this name.

    Raises:
        InvalidModel: there is none.
    """
    return choose("rule", name, RULES)
