"""Count only the best solutions, given the optimal value.

A model maximises the number of true literals of its goal, and no solution has more than ``wanted``. Of all
partial assignments that lead to a state, only those with the most true literals so far can reach
``wanted``: all have the same completions, and a completion that reached ``wanted`` from fewer would exceed
it from the most. So a state has the maximum as its value, and counts only the assignments that attain it; a
bound on the sum of the literals would need a separate state for each number.

**Pruning.** A state after layer ``t`` is dropped if its value plus ``left[t]`` is below ``wanted``, where
``left[t]`` is an upper bound on the gain of an optimal solution in the layers after ``t``. This is sound:
no optimal solution passes through such a state.

``left`` is computed by the same program with the reversed order. The last ``s`` variables of an optimal
solution lead, one after the other, to a state of that order after ``s`` layers. It is not dead, because the
solution satisfies all constraints, and it is not dropped either: in the reversed run, ``left`` is the gain
of the remaining variables without any constraints. So the maximum value of these states is at least the
gain of the solution in its last ``s`` variables. For layers that the reversed run has not reached, ``left``
increases by the maximum gain of each variable.

For a minimum, the false literals are counted.

Reference: R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search, Journal of the ACM 52 (2005)
715-748.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from nqsat.compiling.formula import Goal
from nqsat.engines.frontier.program import FrontierProgram, GoalGains, remaining_gains
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import memory_limit
from nqsat.engines.plans.plan import (
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    check_product,
    single_part_stage,
)
from nqsat.modelling import Model, Placement
from nqsat.modelling.rules import Amount, Objective

#: The part that computes ``left``.
LEFT = "left"

#: The reversed run may visit this many states, or the predicted number of states divided by PART.
SOME, PART = 100_000, 2


def restore_objective(model: Model) -> tuple[Placement, int] | None:
    """Return the model with its objective instead of the rule that fixes the optimal value, and the value;
    None if there is no such rule.
    """
    if not isinstance(model, Placement):
        return None
    for rule in model.rules:
        if isinstance(rule, Amount) and rule.best and rule.bounds.low == rule.bounds.high:
            rules = [one for one in model.rules if one is not rule]
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


@dataclass(frozen=True, slots=True)
class RankedPlan(Plan):
    """A count of the best solutions: first ``left`` for each layer, then the layers."""

    plan: LayeredPlan  # the layers, ranked without pruning
    ranks: GoalGains  # the gains and the optimal value
    #: forward and backward: the program, and that of the reversed order; not ranked
    forward: FrontierProgram
    backward: FrontierProgram
    most: int  # maximum number of states visited by the reversed run
    facts: Facts  # those of the layers

    def stage(self, wanted: int, products: Products) -> Stage:
        if LEFT not in products:
            return single_part_stage(self, LEFT, sums=False)
        check_product(LEFT, sound=self._are_gains(products[LEFT]))
        ranks = self.ranks.with_remaining_gains(products[LEFT])
        pruned = replace(self.plan, program=replace(self.forward, ranks=ranks))
        return pruned.stage(wanted, products)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        return self._compute_left()

    def _are_gains(self, product: Any) -> bool:
        if not isinstance(product, list) or {*map(type, product)} - {int}:
            return False
        most = remaining_gains(self.ranks.gains)
        return len(product) == len(most) and all(
            -1 <= x <= y for x, y in zip(product, most, strict=True)
        )

    def _compute_left(self) -> Iterator[Progress]:
        """Compute ``left`` for each layer from the first half of the reversed run."""
        from nqsat.engines.layered.run import TooWide, advance_layer, initial_states

        gains = self.ranks.gains[::-1]
        program = replace(self.backward, ranks=GoalGains.from_gains(gains, self.ranks.wanted))
        states, best, visited = initial_states(program), [0], 0
        memory = memory_limit(self.plan.memory)
        while states.place < len(gains) // 2 and len(states.rows) and visited <= self.most:
            try:
                states = yield from advance_layer(program, states, memory)
            except TooWide:
                break
            best.append(int(program.values(states.rows).max(initial=-1)))
            visited += len(states.rows)
            words = f"what is left, layer {states.place:,}, {len(states.rows):,} states"
            yield Progress(visited=len(states.rows), words=words)
        # For the layers before the last known.
        most = remaining_gains(gains[len(best) - 1 :][::-1])[::-1]
        left = [*best[:-1], *(best[-1] + more if best[-1] >= 0 else -1 for more in most)]
        yield Progress(product=left[::-1])
