"""Counting the best solutions only, where it is known how good they are.

A model wants as many literals of its goal to be true as can be, and no solution has more than ``wanted``.
So of all that leads to a state only what has the most by then can lead to ``wanted``: whatever follows on
one of them follows on all, and behind the most it would come to more. A state has that number for a value,
and counts the ways that have it; a bound on the sum of the literals would tell all numbers apart.

**Pruning.** A state after layer ``t`` is left out if its value and ``left[t]`` together are below
``wanted``, where ``left[t]`` bounds what a solution with ``wanted`` has in the layers after ``t``. That is
sound: no solution with ``wanted`` passes such a state.

``left`` comes of the same programme in the reversed order. What a solution with ``wanted`` says of the last
``s`` variables leads, one variable after the other, to a state of that order after ``s`` layers. It is not
dead, as the solution hurts no constraint, and it is not left out either: there ``left`` is what variables
may gain whatever the constraints say. So the greatest value of these states is no less than what the
solution has in its last ``s`` variables. Where the reversed order has not come, ``left`` grows by what each
variable may gain.

If a number is a minimum, the literals that are false are counted.

Reference: R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search, Journal of the ACM 52 (2005)
715-748.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from nqsat.compiling.formula import Goal
from nqsat.engines.frontier.plan import FrontierPlan, Ranks, trivially
from nqsat.engines.frontier.program import Program
from nqsat.engines.machine import allowed
from nqsat.engines.plans.plan import (
    Cover,
    Part,
    Products,
    Progress,
    Stage,
    Store,
    WrappingPlan,
)
from nqsat.modelling import Model, Placement
from nqsat.modelling.rules import Amount, Objective

#: The part that finds what is left.
LEFT = "left"

#: The reversed order may visit so many states, or a part of those foretold.
SOME, PART = 100_000, 2


def with_best(model: Model) -> tuple[Placement, int] | None:
    """The model with the objective of which it is known that no value is better, in place of the rule that
    asks for exactly this value, and the value; None if there is no such rule.
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
    """Of each variable, how many literals of a goal are as they should be if it is false, and if true."""
    sign = 1 if goal.maximise else -1
    found: dict[int, int] = {}
    for literal in goal.literals:
        found[sign * literal] = found.get(sign * literal, 0) + 1
    return tuple((found.get(-x, 0), found.get(x, 0)) for x in order)


@dataclass(frozen=True, slots=True)
class RankedPlan(WrappingPlan):
    """A count of the best solutions: first what is left after each layer, then the layers.

    Args:
        plan: of the layers; its ranks leave out nothing yet.
        backward: the programme in the reversed order.
        most: states that may be visited there.
    """

    plan: FrontierPlan
    backward: Program
    most: int

    def stage(self, wanted: int, products: Products) -> Stage:
        if LEFT in products:
            return self.plan.stage(wanted, products)
        return Stage(LEFT, (Part(LEFT),), Cover("one", "it is not cut"), sums=False)

    def stock(self, products: Products, store: Store) -> Any:
        if LEFT not in products:
            return store
        ranks = self._ranks.leaving(products[LEFT])
        return replace(self.plan, ranks=ranks).stock(products, store)

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        return self._left() if part.id == LEFT else self.plan.run(part, stock)

    def accepts(self, part: Part, product: Any) -> bool:
        if part.id != LEFT:
            return self.plan.accepts(part, product)
        if not isinstance(product, list) or {*map(type, product)} - {int}:
            return False
        most = trivially(self._ranks.gains)
        return len(product) == len(most) and all(
            -1 <= x <= y for x, y in zip(product, most, strict=True)
        )

    @property
    def _ranks(self) -> Ranks:
        ranks = self.plan.ranks
        if ranks is None:
            raise TypeError("a ranked plan has ranks")
        return ranks

    def _left(self) -> Iterator[Progress]:
        """What is left after each layer, by the first half of the reversed order."""
        from nqsat.engines.frontier.run import FrontierProgram
        from nqsat.engines.layered.run import TooWide, advance_layer, initial_states

        gains, wanted = self._ranks.gains[::-1], self._ranks.wanted
        program = FrontierProgram(self.backward, ranks=Ranks.trivially(gains, wanted))
        states, best, visited = initial_states(program), [0], 0
        while states.place < len(gains) // 2 and len(states.rows) and visited <= self.most:
            try:
                states = yield from advance_layer(program, states, allowed(self.plan.memory))
            except TooWide:
                break
            best.append(int(program.values(states.rows).max(initial=-1)))
            visited += len(states.rows)
            words = f"what is left, layer {states.place:,}, {len(states.rows):,} states"
            yield Progress(visited=len(states.rows), words=words)
        most = trivially(gains[len(best) - 1 :][::-1])[::-1]  # of those before the last one known
        left = [*best[:-1], *(best[-1] + more if best[-1] >= 0 else -1 for more in most)]
        yield Progress(product=left[::-1])
