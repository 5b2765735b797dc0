"""A count by several engines in turns: each is tried, and what one knows of its own cost is used.

The engine that the kind of the question suggests comes first. One engine leads, which may spend more than
others: the first, or the one with the lowest forecast. Each turn of an engine is twice as long as its last
one, so a count takes a few times as long as by the best engine at most. Three sorts of engine wait: one
that is dear to begin; one whose own forecast is beyond what others have spent; and a list of more solutions
than it could list meanwhile, as the bound of another shows.

A turn is measured in the engine's own work, nodes or states, where it counts it, and else in CPU seconds of
this thread. No decision looks at the clock or at the load of the machine.

Reference: M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information
Processing Letters 47 (1993) 173-180.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from nqsat.engines.plans.plan import UNKNOWN, Progress, Total, Weight, excess
from nqsat.engines.stream import TICK, close, thread_time
from nqsat.errors import UnsupportedByEngine

#: Seconds of the first turn of the engine that leads, and of others. At first the kind of the question says
#: who leads, and then the lowest forecast.
LEADER, OTHERS = 1.0, 0.25

#: How many times as much as others the leader may spend.
LEADS = 4

#: A turn ends after this many times its seconds, whatever work the engine has counted.
SLOW = 2

#: After this many seconds of work a count that is predicted to take LONG is announced.
LATE, LONG = 3.0, 3600.0

#: A list that has found as many solutions waits while others are at work: it keeps all of them in memory.
MOST_LISTED = 2_000_000

#: The methods that list all that they count.
LISTS = ("listing", "canonical", "blocking")

#: A list that has found as many knows how many it finds in a second.
STEADY = 1_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A count that may take part."""

    name: str  # of its engine
    start: Callable[[], Iterator[Progress]]  # begins to count; see `Engine.count`
    price: float = -math.inf  # others are at work for at least as many seconds before it begins
    turn: float | None = None  # the seconds of its first turn, if its place does not say them


@dataclass(slots=True, eq=False)
class _Runner:
    """A candidate at work: what it has found and spent, also in this turn; the seconds of its next turn."""

    candidate: Candidate
    turn: float = field(default_factory=lambda: OTHERS)
    pieces: Iterator[Progress] | None = None
    found: Total = field(default_factory=Total)
    spent: float = 0.0
    turned: float = 0.0
    told: bool = False
    done: bool = False

    def slices(self) -> Iterator[Progress]:
        """Continue; its cost is the work that the engine counts, or CPU seconds where it counts none."""
        if self.pieces is None:
            self.pieces = self.candidate.start()
        found, before, begun, earlier = self.found, self.spent, thread_time(), 0.0
        visited = found.visited
        for piece in self.pieces:
            seconds, facts = thread_time() - begun, found.facts
            found.add(piece)
            rate = 0.0 if facts is None else facts.rate
            work = (found.visited - visited) / rate if rate else seconds
            self.turned = earlier + max(work, seconds / SLOW)
            self.spent = before + self.turned
            if found.facts != facts:
                begun, visited, earlier = thread_time(), found.visited, self.turned
            yield piece

    @property
    def lists(self) -> bool:
        return self.found.facts is not None and self.found.facts.method in LISTS

    @property
    def forecast(self) -> float:
        """At least as many seconds are still to be spent, as it knows itself; 0 if it knows nothing."""
        cost = UNKNOWN if self.found.facts is None else self.found.facts.cost
        if cost.seconds == math.inf:
            return 0.0
        return max(0.0, cost.seconds / cost.spread - self.spent)

    @property
    def hope(self) -> float:
        """The seconds that it estimates; infinity without an estimate, or if that has been wrong."""
        cost = UNKNOWN if self.found.facts is None else self.found.facts.cost
        return cost.seconds if self.spent <= cost.seconds * cost.spread else math.inf

    def list_of(self, bound: Weight) -> float:
        """At least as many seconds are still to be spent on a list of as many solutions as the bound."""
        if not self.lists or self.found.value < STEADY:
            return 0.0
        return self.spent * (float(bound / self.found.value) - 1)


class Turns:
    """Counts of the same, in turns.

    Args:
        candidates: the first leads, until another has a forecast.
        tell: called with a line when a cost is known, when one is refused, or begins a turn.
        warn: called with the title and the seconds of a count that will take ``LONG``.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        tell: Callable[[str], None] | None = None,
        warn: Callable[[str, float], None] | None = None,
    ) -> None:
        self._alive = [_Runner(candidate) for candidate in candidates]
        self._tell, self._warn, self._late = tell, warn, LATE
        self._best = Total()
        self._leading: _Runner | None = None
        self._refusal: UnsupportedByEngine | None = None

    def run(self) -> Iterator[Progress]:
        """Run all in turns until one is done.

        What each has found is a lower bound. Yielded are the numbers by which one exceeds those before: so
        their sum is the best lower bound at any time.
        """
        try:
            while self._alive:
                one = self._next()
                yield from self._turn(one)
                if one.done:
                    return
        finally:
            for runner in self._alive:
                close(runner.pieces)
        raise self._refusal or UnsupportedByEngine("auto", "has no engine for this")

    def _leader(self) -> _Runner:
        """The one with the lowest forecast; the first, if none has one."""
        return min(self._alive, key=lambda one: one.hope)

    def _next(self) -> _Runner:
        """Return the runner whose turn is next: the one that has spent least. The leader may spend more."""
        ready = [runner for runner in self._alive if not self._waits(runner)]
        if not ready:
            return min(self._alive, key=self._least)
        leader = self._leader()
        return min(ready, key=lambda one: round(one.spent * (1 if one is leader else LEADS), 1))

    def _least(self, one: _Runner) -> float:
        """At least as many seconds it still takes to begin, or to end, as far as that is known."""
        if one.pieces is None:
            return one.candidate.price
        return max(one.forecast, one.list_of(self._best.value))

    def _waits(self, one: _Runner) -> bool:
        """Whether others should be at work before it continues, and are able to."""
        others = [other for other in self._alive if other is not one]
        if others and one.lists and one.found.visited > MOST_LISTED:
            return True
        least = self._least(one)
        if least <= sum(other.spent for other in others):
            return False
        if one.pieces is None:
            return any(
                other.pieces is not None or other.candidate.price < least for other in others
            )
        if one.list_of(self._best.value) == least:
            return any(other.found.value > one.found.value for other in others)
        if least <= LEADER:
            return False
        spent = sum(other.spent for other in self._alive)
        return any(
            other.hope < least or (not other.spent and other.candidate.price <= spent)
            for other in others
        )

    def _turn(self, one: _Runner) -> Iterator[Progress]:
        """Have one at work until its turn is over, or until it learns that it should wait."""
        most, first = one.turn, self._alive[0]
        if one.spent == 0.0 and one.candidate.turn is not None:
            most = one.candidate.turn
        elif one is self._leader():
            most *= LEADS
        if first.pieces is None and first is not one:  # who comes first need not wait longer
            rest = first.candidate.price - sum(other.spent for other in self._alive)
            most = min(most, max(rest, TICK))
        self._say(f"{one.candidate.name}: {most:g} s")
        try:
            for piece in one.slices():
                yield self._news(one, piece)
                if piece.facts is not None:
                    if 0.0 < one.forecast <= LEADER:
                        most = max(most, LEADER)
                    elif self._waits(one):
                        return
                if one.turned >= most:
                    break
            else:
                one.done = True
                yield Progress(facts=one.found.facts)
        except UnsupportedByEngine as error:
            self._refused(one, error)
        if one.turned >= one.turn:
            one.turn *= 2
        if self._warn is not None and sum(other.spent for other in self._alive) > self._late:
            self._announce(self._warn)

    def _news(self, one: _Runner, piece: Progress) -> Progress:
        """Return what a slice adds to the best bound, with the facts of its engine; tell a new cost."""
        if self._tell is not None and piece.facts is not None and not one.told:
            one.told = True
            self._tell(f"{piece.facts.title}: {piece.facts.cost.in_words}")
        news = excess(piece, one.found, self._best)
        if news.numbers or self._leading is None:
            self._leading = one
        return news._replace(facts=one.found.facts if self._leading is one else None)

    def _refused(self, one: _Runner, error: UnsupportedByEngine) -> None:
        self._say(f"{one.candidate.name}: {error.reason}")
        self._refusal = error
        close(one.pieces)
        self._alive.remove(one)
        if self._leading is one:
            self._leading = None

    def _announce(self, warn: Callable[[str, float], None]) -> None:
        """Say once that the count will take long, if every cost that is known says so."""
        self._late = math.inf
        facts = [runner.found.facts for runner in self._alive if runner.found.facts is not None]
        best = min(facts, key=lambda some: some.cost.seconds, default=None)
        if best is not None and LONG <= best.cost.seconds < math.inf:
            warn(best.title, best.cost.seconds)

    def _say(self, line: str) -> None:
        if self._tell is not None:
            self._tell(line)
