"""A count by several engines in turns: instead of a forecast, each is tried.

The engine that the kind of the question suggests comes first, and has longer turns; each turn of an engine
is twice as long as its last one. So a count takes a few times as long as by the best engine at most. A turn
is measured in the engine's own work, nodes or states, where it counts it: then a question takes the same
way on a quiet and on a busy machine. A list of solutions is measured in seconds of CPU.

Reference: M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information
Processing Letters 47 (1993) 173-180.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from nqsat.engines.listing.stream import TICK, closing, thread_time
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Total,
    Weight,
    run_parts,
    single_part_stage,
)
from nqsat.errors import UnsupportedByEngine

#: Seconds of the first turn of the engine that comes first, and of others; and at most of one that surely
#: needs more.
LEADER, OTHERS, LONGER = 1.0, 0.25, 0.5

#: A turn ends after this many times its seconds, whatever work the engine has counted.
SLOW = 2

#: After this many seconds of work a count that is predicted to take LONG is announced.
LATE, LONG = 3.0, 3600.0

UNTRIED = Estimate(math.inf, 0, "nothing is tried yet")

#: A list that has found as many solutions waits while others are at work: it keeps all of them in memory.
MOST_LISTED = 2_000_000


#: Makes a plan step by step. It yields how many seconds of work others should have done before it goes on:
#: first what the plan costs to make, whatever this machine has compiled. It returns the plan.
Making = Generator[float, None, Plan]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan that is still to be made.

    Args:
        name: of its engine.
        make: begins to make it.
        price: others are at work for at least as many seconds before it begins.
        turn: the seconds of its first turn, if its place does not say them.
    """

    name: str
    make: Callable[[], Making]
    price: float = -math.inf
    turn: float | None = None


def after(price: float, make: Callable[[], Plan]) -> Making:
    """Make a plan at once when others have been at work for ``price`` seconds."""
    yield price
    return make()


@dataclass(slots=True)
class _Running:
    """A plan that runs in turns: its progress, what it has found, and the seconds of its next turn."""

    plan: Plan
    pieces: Iterator[tuple[str, Progress]]
    turn: float
    found: Total = field(default_factory=Total)
    visited: int = 0
    done: bool = False

    @property
    def is_full(self) -> bool:
        """Whether it has listed too many solutions to go on beside others."""
        return self.visited > MOST_LISTED and self.plan.facts.method == "listing"

    def take_turn(self) -> Generator[Progress, None, float]:
        """Go on for a turn; return the seconds of work that it was."""
        rate, begun, before = self.plan.facts.rate, thread_time(), self.visited
        seconds = work = 0.0
        for _, piece in self.pieces:
            self.found.add(piece)
            self.visited += piece.visited
            yield piece
            seconds = thread_time() - begun
            work = (self.visited - before) / rate if rate else seconds
            if work >= self.turn or seconds >= SLOW * self.turn:
                self.turn *= 2
                break
        else:
            self.done = True
        return max(work, seconds / SLOW)


class _Waiting:
    """A plan that is being made; others are at work for ``price`` seconds before it goes on."""

    def __init__(self, one: Candidate) -> None:
        self._making = one.make()
        self.price = max(one.price, next(self._making))

    def go_on(self) -> Plan | None:
        """Take the next step; return the plan if it was the last one."""
        try:
            self.price = next(self._making)
        except StopIteration as end:
            made: Plan = end.value
            return made
        return None


class _State:
    """What turns have come to.

    Attributes:
        running: the plans that take part, by their place.
        refused: the places of those that cannot count.
        best: the plan that has found most; then the one that was done first.
        chosen: see ``TurnsPlan.chosen``.
    """

    def __init__(self) -> None:
        self.running: dict[int, _Running] = {}
        self.refused: set[int] = set()
        self.best: Plan | None = None
        self.chosen: Plan | None = None


@dataclass(frozen=True, slots=True)
class TurnsPlan(Plan):
    """Plans for the same count, in turns. Work in parts is done by one of them, which is ``chosen``.

    Args:
        candidates: the plans; the first has the longest turns.
        tell: called with a line when a plan is made, refused or begins a turn.
        warn: called with the title and the seconds of a count that will take ``LONG``.
        whole: it is not split, however many workers there are.
    """

    candidates: tuple[Candidate, ...]
    tell: Callable[[str], None] | None = field(default=None, repr=False, compare=False)
    warn: Callable[[str, float], None] | None = field(default=None, repr=False, compare=False)
    whole: bool = False
    state: _State = field(default_factory=_State, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return TurnsPlan, (self.candidates, None, None, self.whole)

    @property
    def chosen(self) -> Plan:
        """The plan with the lowest estimate; the first of those that run, or of all, if none has one.

        Those that do not run yet are made, except where that is dearer than to run another. So if nothing
        has run, it depends only on the model.

        Raises:
            UnsupportedByEngine: no engine can answer.
        """
        if self.state.chosen is None:
            plans = [_in_parts(one.plan) for one in self.state.running.values()]
            plans += self._made(plans)
            self.state.chosen = min(plans, key=lambda plan: plan.estimate.seconds)
            self.state.best = self.state.chosen
        return self.state.chosen

    def _made(self, running: Sequence[Plan]) -> list[Plan]:
        """Make the plans that do not run, except those that are dearer to make than to run another."""
        plans: list[Plan] = []
        refusal: UnsupportedByEngine | None = None
        for place, one in enumerate(self.candidates):
            if place in self.state.running or place in self.state.refused:
                continue
            waiting, others = _Waiting(one), [*running, *plans]
            if others and waiting.price > min(plan.estimate.seconds for plan in others):
                continue
            try:
                while (made := waiting.go_on()) is None:
                    pass
                plan = _in_parts(made)
                plans.append(plan if running else self._told(plan))
            except UnsupportedByEngine as error:
                refusal = self._refused(one.name, error)
        if not running and not plans:
            raise refusal or UnsupportedByEngine("auto", "has no engine for this")
        return plans

    @property
    def facts(self) -> PlanFacts:
        best = self.state.best
        return PlanFacts("auto", whole=self.whole) if best is None else best.facts

    @property
    def estimate(self) -> Estimate:
        """That of ``chosen``; unknown until this is asked for, because it has to make all plans."""
        return UNTRIED if self.state.chosen is None else self.state.chosen.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        alone = self.whole or not wanted
        return single_part_stage(self) if alone else self.chosen.stage(wanted, products)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        """Run all in turns until one is done.

        What each has found is a lower bound. Yielded are the numbers by which one exceeds those before: so
        their sum is the best lower bound at any time.
        """
        running = self.state.running
        running.clear()
        self.state.refused.clear()
        waiting = {place: _Waiting(one) for place, one in enumerate(self.candidates)}
        found: dict[int, Weight] = {}
        refusal: UnsupportedByEngine | None = None
        spent, late = 0.0, LATE
        with ExitStack() as stack:
            while waiting or running:
                for place, first in enumerate(self.candidates):
                    try:
                        self._begin(place, waiting, spent, stack)
                        one = running.get(place)
                        if one is None or (one.is_full and len(running) > 1):
                            continue
                        self._say(f"{first.name}: {one.turn:g} s")
                        seconds = yield from self._turn(one, found)
                    except UnsupportedByEngine as error:
                        refusal = self._refused(first.name, error)
                        self.state.refused.add(place)
                        waiting.pop(place, None)
                        running.pop(place, None)
                        continue
                    if one.done:
                        self.state.best = one.plan
                        running.clear()
                        return
                    spent += seconds
                    if spent > late:
                        late = math.inf
                        self._warn()
        raise refusal or UnsupportedByEngine("auto", "has no engine for this")

    def _begin(
        self, place: int, waiting: dict[int, _Waiting], spent: float, stack: ExitStack
    ) -> None:
        """Make the plan of this place if it is due: its price is spent, or nobody else can begin."""
        running = self.state.running
        while place in waiting:
            first = min(running.keys() | waiting.keys()) == place
            price, least = waiting[place].price, min(one.price for one in waiting.values())
            if price > spent and (running or price > least):
                return
            made = waiting[place].go_on()
            if made is None:
                continue
            del waiting[place]
            pieces = stack.enter_context(closing(run_parts(made, 0, {})))
            turn = _first_turn(self._told(made).estimate, LEADER if first else OTHERS)
            if 0 in waiting:  # who comes first need not wait longer than it asks to
                turn = min(turn, max(waiting[0].price - spent, TICK))
            running[place] = _Running(made, pieces, self.candidates[place].turn or turn)

    def _turn(self, one: _Running, found: dict[int, Weight]) -> Generator[Progress, None, float]:
        """A turn of one; only what exceeds the numbers found before is yielded, and added to them."""
        turn = one.take_turn()
        while True:
            try:
                piece = next(turn)
            except StopIteration as end:
                return float(end.value)
            every = one.found.numbers if piece.numbers else ()
            news = tuple((men, n - found.get(men, 0)) for men, n in every if n > found.get(men, 0))
            if news or self.state.best is None:
                found.update((men, n + found.get(men, 0)) for men, n in news)
                self.state.best = one.plan
            yield piece._replace(numbers=news)

    def _warn(self) -> None:
        if self.warn is not None and LONG <= self.chosen.estimate.seconds < math.inf:
            self.warn(self.chosen.facts.title, self.chosen.estimate.seconds)

    def _told(self, plan: Plan) -> Plan:
        cost = plan.estimate
        size = f", {cost.memory / 1e6:,.0f} MB" if cost.memory else ""
        self._say(f"{plan.facts.title}: {cost.time}{size}: {cost.words}")
        return plan

    def _refused(self, name: str, error: UnsupportedByEngine) -> UnsupportedByEngine:
        self._say(f"{name}: {error.reason}")
        return error

    def _say(self, line: str) -> None:
        if self.tell is not None:
            self.tell(line)


def _first_turn(cost: Estimate, seconds: float) -> float:
    """The seconds of a first turn: what an engine surely needs may make it longer or shorter."""
    if cost.spread > 1 or cost.seconds == math.inf:
        return seconds
    return LEADER if cost.seconds <= LEADER else min(seconds, LONGER)


def _in_parts(plan: Plan) -> Plan:
    """The plan that works if parts are asked for."""
    return plan.stage(1, {}).plan
