"""Rank, unrank and draw the assignments of a formula: by the stored layers of a count, or by their list.

Ranks are of assignments, whatever they weigh. Those with weights are drawn in proportion to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import accumulate
from math import lcm

from nqsat.counting.count_and_list import listing_of
from nqsat.counting.question import Question
from nqsat.counting.ranking.layered import NAMED, LayeredNumbering
from nqsat.counting.ranking.numbering import ListNumbering, Numbering
from nqsat.engines import Deadline, FrontierEngine
from nqsat.engines.clauses import link_assignments, memory_within, weighed_layers
from nqsat.engines.listing.stream import value_of
from nqsat.errors import Undecided, UnsupportedByEngine, WrongSolution
from nqsat.formulas import Assignment, CnfProblem

#: At most this many assignments are listed where layers cannot be stored.
MOST_LISTED = 100_000


def listed_assignments(question: Question, problem: CnfProblem, clock: Deadline) -> Numbering:
    """Return the assignments as a list.

    Raises UnsupportedByEngine if there are too many, Undecided at the time limit.
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


class LayeredAssignments(LayeredNumbering[int]):
    """The assignments by the layers of ``frontier``, as sets of true variables."""

    def __init__(self, problem: CnfProblem, engine: FrontierEngine, clock: Deadline) -> None:
        with memory_within(engine.memory) as memory:
            layers = value_of(link_assignments(problem, memory), clock)
        super().__init__(problem, engine.title, layers)
        self._weighed, self._shown = layers, frozenset(problem.projection)
        if problem.weights is not None:
            self._weighed, _ = weighed_layers(layers, problem.weights)
            self.lots = self._weighed.total

    @property
    def order(self) -> str:
        first = [str(x) for x in self.layers.order if x in self._shown][:NAMED]
        return f"as frontier decides: {', '.join(first)}, …; true before false"

    def drawn(self, lot: int) -> Assignment:
        (found,) = self._solutions(self._weighed.at(lot))
        return found

    def _solutions(self, items: Set[int]) -> Sequence[Assignment]:
        found: Assignment = self.model.assignment(items)
        if not self.model.holds(found):
            raise WrongSolution(f"{self.engine}: {found} breaks a requirement", found)
        return (found,)

    def _items(self, solution: Assignment) -> set[int]:
        return {*solution.atoms}

    def _places(self, item: int) -> Sequence[int]:
        return (item,) if item in self._shown else ()


class ListedAssignments(ListNumbering):
    """The assignments as a sorted list."""

    def __init__(self, problem: CnfProblem, engine: str, found: Sequence[Assignment]) -> None:
        super().__init__(problem, engine, found)
        self.note = problem.note
        weights = [problem.weight(one) for one in self.found]
        scale = lcm(*(weight.denominator for weight in weights))
        self._ends = [*accumulate(int(weight * scale) for weight in weights)]
        self.lots = self._ends[-1] if self._ends else 0

    def drawn(self, lot: int) -> Assignment:
        found: Assignment = self.at(bisect_right(self._ends, lot))
        return found
