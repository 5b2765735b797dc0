"""The rules: one file each, with what it means and what it lowers itself into.

``RULES`` is the explicit list; adding a rule is one new file and its line here.
"""

from nqsat.errors import choose
from nqsat.modelling.rules.amount import Amount
from nqsat.modelling.rules.armies import Armies
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.degrees import Degrees
from nqsat.modelling.rules.differences import DistinctDifferences
from nqsat.modelling.rules.domination import Domination
from nqsat.modelling.rules.invariant import Invariant
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
    Measure,
    Men,
    Objective,
    Unattacked,
    find_measure,
)
from nqsat.modelling.rules.no_three_in_line import NoThreeInLine
from nqsat.modelling.rules.nonattacking import NonAttacking
from nqsat.modelling.rules.permutation import Permutation
from nqsat.modelling.rules.regions import Regions
from nqsat.modelling.rules.stabiliser import Stabiliser

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
