"""Count only the best solutions, given the optimal value.

A model maximises the number of true literals of its goal, and no solution has more than ``wanted``. Of all
partial assignments that lead to a state, only those with the most true literals so far can reach
``wanted``: all have the same completions, and a completion that reached ``wanted`` from fewer would exceed
it from the most. So a state has the maximum as its value, and counts only the assignments that attain it; a
bound on the sum of the literals would need a separate state for each number.

For a minimum, the false literals are counted.

Reference: R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search, Journal of the ACM 52 (2005)
715-748.
"""

from __future__ import annotations

from collections.abc import Iterable

from nqsat.compiling.formula import Goal
from nqsat.modelling import Model, Placement
from nqsat.modelling.rules import Amount, Objective


def restore_objective(model: Model) -> tuple[Placement, int] | None:
    """Return the model with its objective instead of the rule that fixes the optimal value, and the value;
    None if there is no such rule.
    """
    if not isinstance(model, Placement):
        return None
    for rule in model.rules:
        if isinstance(rule, Amount) and rule.best and rule.bounds.low == rule.bounds.high:
            rules = [added for added in model.rules if added is not rule]
            objective = Objective(rule.best, rule.measure)
            return model.changed(rules=rules, objective=objective), rule.bounds.low
    return None


def gains_of(goal: Goal, order: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """For each variable, the number of goal literals gained if it is false, and if it is true."""
    sign = 1 if goal.maximise else -1
    found: dict[int, int] = {}
    for literal in goal.literals:
        found[sign * literal] = found.get(sign * literal, 0) + 1
    return tuple((found.get(-x, 0), found.get(x, 0)) for x in order)
