"""Rank, unrank and draw the assignments of a formula: by the stored layers of a count, or by their list.

Ranks are of assignments, whatever they weigh. Those with weights are drawn in proportion to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import lcm
from typing import Any

from nqsat.compiling import Assignment, CnfProblem
from nqsat.counting.count_and_list import listing_of
from nqsat.counting.question import Question
from nqsat.counting.ranking.layered import NAMED
from nqsat.counting.ranking.numbering import ListNumbering, Numbering
from nqsat.engines import Deadline, FrontierEngine
from nqsat.engines.frontier.clauses import link_assignments, memory_within, weighed_layers
from nqsat.errors import InvalidModel, Undecided, UnsupportedByEngine, WrongSolution

#: At most this many assignments are listed where layers cannot be stored.
MOST_LISTED = 100_000


def listed_assignments(question: Question, problem: CnfProblem, clock: Deadline) -> Numbering:
    """Return the assignments as a list.

    Raises:
        UnsupportedByEngine: there are too many.
        Undecided: the time limit is reached.
    """
    asked = replace(question, numbered=False, limit=MOST_LISTED, time_limit=clock.remaining)
    listing = listing_of(asked)
    found = list(listing)
    if listing.reason == "limit":
        reason = f"numbers at most {MOST_LISTED:,} assignments; there are more"
        raise UnsupportedByEngine(listing.engine.name, reason, (FrontierEngine.name,))
    if not listing.complete:
        raise Undecided(f"at least {len(found):,} assignments; no more is known ({listing.reason})")
    return ListedAssignments(problem, listing.engine.title, found)


class LayeredAssignments(Numbering):
    """The assignments by the layers of ``frontier``, as sets of true variables."""

    def __init__(self, problem: CnfProblem, engine: FrontierEngine, clock: Deadline) -> None:
        from nqsat.engines.layered.run import at_once

        with memory_within(engine.memory) as memory:
            self.layers = at_once(link_assignments(problem, memory), clock)
        super().__init__(problem, engine.title, self.layers.total)
        self._weighed = self.layers
        if problem.weights is not None:
            self._weighed, _ = weighed_layers(self.layers, problem.weights)

    @property
    def order(self) -> str:
        shown = {*self.model.projection}
        first = [str(x) for x in self.layers.order if x in shown][:NAMED]
        return f"as frontier decides: {', '.join(first)}, …; true before false"

    @property
    def lots(self) -> int:
        check_weights(self.model)
        return self._weighed.total

    def drawn(self, lot: int) -> Assignment:
        return self._checked(self._weighed.at(lot))

    def at(self, number: int) -> Assignment:
        return self._checked(self.layers.at(number))

    def _checked(self, true: set[int]) -> Assignment:
        found: Assignment = self.model.assignment(true)
        if not self.model.holds(found):
            raise WrongSolution(f"{self.engine}: {found} breaks a requirement", found)
        return found

    def before(self, solution: Assignment) -> int:
        return self.layers.before(_true(solution))

    def holding(self) -> Mapping[Any, int]:
        numbers = self.layers.item_counts()
        return {x: numbers[x] for x in self.model.projection if numbers.get(x)}


class ListedAssignments(ListNumbering):
    """The assignments as a sorted list."""

    def __init__(self, problem: CnfProblem, engine: str, found: Sequence[Assignment]) -> None:
        super().__init__(problem, engine, found)
        self.note = problem.note
        weights = [problem.weight(one) for one in self.found]
        scale = lcm(*(weight.denominator for weight in weights))
        self._ends = [*accumulate(int(weight * scale) for weight in weights)]

    @property
    def lots(self) -> int:
        check_weights(self.model)
        return self._ends[-1] if self._ends else 0

    def drawn(self, lot: int) -> Assignment:
        found: Assignment = self.at(bisect_right(self._ends, lot))
        return found

    def holding(self) -> Mapping[Any, int]:
        return Counter(x for one in self.found for x in _true(one))


def _true(solution: Assignment) -> set[int]:
    return {x for x in solution.literals if x > 0}


def check_weights(problem: CnfProblem) -> None:
    """Refuse to draw in proportion to weights of which one is negative.

    Raises:
        InvalidModel: one is.
    """
    for literal, weight in problem.weights.literals if problem.weights else ():
        if weight < 0:
            reason = f"{literal} weighs {weight}: nothing is drawn in proportion to less than 0"
            raise InvalidModel("weights", reason)
