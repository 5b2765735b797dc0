"""The rules, by subject: the meaning of each, its encoding, and its image under a change of setting.

Each rule is one class that is ``listed``: its name, fields, meaning, encoding, image and sentence.
"""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from types import FunctionType
from typing import Any

from nqsat.errors import InvalidModel, choose, inside
from nqsat.modelling.arrangement import PlacedPiece
from nqsat.modelling.kinds import Number, usual_name
from nqsat.modelling.rules.armies import Armies
from nqsat.modelling.rules.base import RULES, Clues, Rule
from nqsat.modelling.rules.connected import Connected
from nqsat.modelling.rules.derived import DerivedRule, MoveLiterals, Places, rule
from nqsat.modelling.rules.domination import Degrees, Domination, Irredundant
from nqsat.modelling.rules.fields import FLAG, items_of
from nqsat.modelling.rules.geometry import DistinctDifferences, Invariant, NoThreeInLine, Stabiliser
from nqsat.modelling.rules.literals import (
    Among,
    BoardLiteral,
    Comparison,
    Made,
    Stands,
    Visited,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
    required,
    xor,
)
from nqsat.modelling.rules.measures import (
    MEASURES,
    Amount,
    Antidiagonals,
    Attacks,
    Diagonals,
    Files,
    Measure,
    Objective,
    Permutation,
    Pieces,
    Ranks,
    Regions,
    Unattacked,
    WeightedSum,
    find_measure,
)
from nqsat.modelling.rules.nonattacking import Maximal, NonAttacking
from nqsat.modelling.rules.shapes import Shape
from nqsat.modelling.rules.user_rules import check_form
from nqsat.modelling.setting import Change, Setting, TourSetting
from nqsat.modelling.vocabulary import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Links,
    OneComponent,
    Sum,
    Variables,
)

__all__ = [
    "MEASURES", "RULES", "Among", "Amount", "Antidiagonals", "Armies", "AtLeast", "AtMost", "Attacks",
    "BoardLiteral", "Change", "Clause", "Clues", "Connected", "Constraint", "Degrees", "DerivedRule",
    "Diagonals", "DistinctDifferences", "Domination", "Exactly", "Files", "GivenRules", "Invariant",
    "Irredundant", "Links", "Made", "Maximal", "Measure", "MoveLiterals",
    "NoThreeInLine", "NonAttacking", "Number", "Objective", "OneComponent", "Permutation",
    "Pieces", "PlacedPiece", "Places",
    "Ranks", "Regions", "Rule", "Setting", "Shape", "Stabiliser", "Stands", "Sum", "TourSetting",
    "Unattacked", "Variables", "Visited", "WeightedSum", "Yields", "at_least", "at_most", "clause",
    "exactly", "find_measure", "find_rule", "implies", "rule", "xor",
]  # fmt: skip


def find_rule(name: str) -> type[Rule]:
    """Return the rule with this name; raise ``InvalidModel`` if there is none."""
    having = [rule for rule in RULES if _takes(rule, name)]
    for first in having[:1]:
        cure = first.example if "number" in first.fields else f"{first.name}={name}"
        names = ", ".join(rule.name for rule in having)
        raise InvalidModel("rule", f"{name!r} belongs to {names}; write {cure}")
    value, _, rest = name.partition("-")
    if any(rule.name == rest and _takes(rule, value) for rule in RULES):
        raise InvalidModel("rule", f"{name!r}: write {rest}={value}")
    return choose("rule", name, RULES)


def _takes(rule: type[Rule], word: str) -> bool:
    """Whether the word is a flag of the rule, or an option of one of its fields."""
    options = (field.options for field in rule.fields.values())
    return rule.fields.get(word) is FLAG or any(word in words for words in options)


#: Values that a rule may yield: a function for ``rule`` literals and rules about them; ``lower`` of a
#: class also constraints.
Yields = Comparison | BoardLiteral | Constraint

#: Values that a model accepts as rules: a rule, its text, a literal, a function for ``rule``; or several.
GivenRule = Rule | str | BoardLiteral | Callable[[Any], Any] | Comparison
GivenRules = GivenRule | Iterable[GivenRule]


def read_rules(given: object, about: str, kinds: Collection[str]) -> tuple[Rule, ...]:
    """Read the rules of a model: ``Rule`` values, texts as on the command line, literals, functions."""
    read: list[Rule] = []
    for place, item in enumerate(() if given == "none" else items_of(given)):
        read_rule = rule(item) if isinstance(item, FunctionType) else required(item)
        if isinstance(item, str):
            name, equals, value = item.partition("=")
            with inside("rules", place):
                found = find_rule(name).parse(value if equals else None)
            read_rule = found.rename_kinds(partial(usual_name, kinds))
        read.append(check_form(read_rule, about))
    return tuple(read)
