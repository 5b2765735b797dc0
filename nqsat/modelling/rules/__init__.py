"""The rules: one file each, with what it means and what it lowers itself into.

``RULES`` is the explicit list; adding a rule is one new file and its line here.
"""

from nqsat.errors import choose
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.invariant import Invariant
from nqsat.modelling.rules.nonattacking import NonAttacking

__all__ = ["RULES", "Invariant", "NonAttacking", "Rule", "find_rule"]

#: Every rule that models in JSON and on the command line may name; the first is the default.
RULES: tuple[type[Rule], ...] = (NonAttacking, Invariant)


def find_rule(name: str) -> type[Rule]:
    """The rule of this name.

    Raises:
        InvalidModel: there is none.
    """
    return choose("rule", name, RULES)
