"""The engine ``auto``: for each question the exact engine with the lowest estimate.

The time of a list grows with the number of solutions, which ``size_estimate`` estimates at once, without a
compiled kernel. If the list is short, ``sat`` makes it. If not, the engines that count without listing give
their estimates, unless compiling their kernels alone would take longer than the list; the lowest estimate
decides. Estimates are orders of magnitude, and sometimes wrong. So an engine that has taken several times
its estimate, or any time at all if its estimate is a wide range, is paused as soon as another could have
finished by then. From then on they take turns that grow, so a count takes at most a few times as long as
with the right choice. The answer is exact, whichever engine gives it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from textwrap import shorten
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from nqsat.chess import Symmetry
from nqsat.compiling import CnfProblem, check_size
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.contract import (
    LOADING,
    Counter,
    Engine,
    Ranges,
    loading_seconds,
    warm_up_seconds,
)
from nqsat.engines.frontier import FrontierEngine
from nqsat.engines.listing.stream import Deadline, OutOfTime, call_in_thread, closing
from nqsat.engines.mates import MatesEngine
from nqsat.engines.optimiser import Optimiser
from nqsat.engines.plans.enumeration_plan import UNKNOWN, EnumerationPlan
from nqsat.engines.plans.plan import (
    ROUGH,
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    StageTotal,
    format_estimate,
    run_parts,
    single_part_stage,
)
from nqsat.engines.solvers.sat import SatEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Model, Placement, Solution

#: A list that takes no longer than this is made at once, and an engine that cannot save this much time is
#: not asked for an estimate: that takes as long.
SOON = 0.5

#: The same in a process that has loaded kernels: then it does not take so long to ask.
LOADED = 0.1

#: An engine that has run this many times its estimate, and at least this many seconds, is paused for one
#: that could have finished in the time already spent. A wide estimate counts as none.
PATIENCE, GRACE = 4, 3.0

#: A list whose length is not known is tried before a count that is predicted to take longer than QUICK. One
#: that takes no longer than TRIED is not split for that; what takes longer is shared by the cores.
QUICK, TRIED = 2.0, 60.0

#: A count that is predicted to take this many seconds is announced, and a list is considered endless.
LONG = 3600.0

#: The age of the universe in seconds: longer work is not started without a time limit.
ENDLESS = 4e17


class Candidate(NamedTuple):
    """An engine with its plan and estimate, or the reason why it cannot answer the question.

    ``ready``: seconds to load its kernels, or to compile them once per machine. ``spent``: seconds for
    which it has run already, if it was paused.
    """

    engine: Engine
    estimate: Estimate | None = None
    plan: Plan | None = None
    refusal: str = ""
    ready: float = 0.0
    spent: float = 0.0

    @property
    def seconds(self) -> float:
        """The total seconds that are predicted; infinity without an estimate."""
        return math.inf if self.estimate is None else self.estimate.seconds + self.ready

    @property
    def is_rough(self) -> bool:
        """Whether its estimate is a wide range, or none."""
        return self.estimate in (None, UNKNOWN) or self.estimate.spread >= ROUGH

    @property
    def least_seconds(self) -> float:
        """Seconds that others may spend before it gets a turn: the low end of its estimate."""
        if self.spent or self.estimate == UNKNOWN:
            return max(self.spent, GRACE)
        return (
            self.seconds / self.estimate.spread if self.is_rough and self.estimate else self.seconds
        )

    @property
    def likely_seconds(self) -> float:
        """Seconds that an estimate of another may take; for a list of unknown length a first turn."""
        return GRACE if self.estimate == UNKNOWN else self.seconds

    @property
    def most_seconds(self) -> float:
        """The high end of its estimate, in seconds."""
        return self.seconds * (1.0 if self.estimate is None else self.estimate.spread)

    def __str__(self) -> str:
        """``mates: about 100 s, 1,200 MB: about 10,000,000 states in …``."""
        if self.estimate is None:
            return f"{self.engine.name}: {self.refusal}"
        cost = self.estimate
        if cost.seconds == math.inf:
            return f"{self.engine.name}: {cost.words}"
        size = f", {cost.memory / 1e6:,.0f} MB" if cost.memory else ""
        compiling = (
            f", and {format_estimate(self.ready)} s to compile, once"
            if self.ready > LOADING
            else ""
        )
        return f"{self.engine.name}: {cost.time}{compiling}{size}: {cost.words}"


@dataclass(frozen=True, slots=True)
class AutoEngine(Engine):
    """For each question, the exact engine with the lowest estimate.

    Args:
        isolated: see ``SatEngine``.
        memory: bytes that a count may use; see ``FrontierEngine``.
        seconds: time limit of a count; None for no limit.
        tell: called with one line for every engine considered, one for the engine chosen, and one for every
            engine given up.
        warn: called at once with the chosen engine if it is predicted to take an hour or more.
    """

    name: ClassVar[str] = "auto"
    forbids_images: ClassVar[bool] = True
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    isolated: bool = False
    memory: int | None = None
    seconds: float | None = None
    tell: Callable[[str], None] | None = field(default=None, repr=False, compare=False)
    warn: Callable[[Candidate], None] | None = field(default=None, repr=False, compare=False)

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The engines that count without a list, which are asked for estimates."""
        return BitboardEngine(), FrontierEngine(self.memory), MatesEngine(memory=self.memory)

    @property
    def lister(self) -> SatEngine:
        """The engine that makes lists."""
        return SatEngine(isolated=self.isolated)

    def for_model(self, model: Model | CnfProblem) -> Engine:
        if not isinstance(model, CnfProblem) and BitboardEngine.finds_best(model):
            return BitboardEngine()
        return self.lister.for_model(model)

    def lists_by_orbits(self, model: Model) -> bool:
        return self.for_model(model).lists_by_orbits(model)

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return self.lister.search(model, orbit)

    def optimiser(self, model: Placement) -> Engine:
        """The engine that finds the best value of a model's objective."""
        if BitboardEngine.finds_best(model):
            return BitboardEngine()
        return Optimiser(self.lister.for_model(model))

    def improve(self, model: Placement) -> Iterator[Arrangement | int | None]:
        return self.optimiser(model).improve(model)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        return AdaptivePlan(self.choose(model, self.seconds, by_size=by_size))

    def choose(
        self, model: Model, time_limit: float | None = None, *, by_size: bool = False
    ) -> EngineChoice:
        """Choose the engine that counts the solutions of a model without an objective.

        Raises:
            UnsupportedByEngine: the model is too large for a list, and no other engine can count it; or
                there is no time limit, and every engine predicts that it would never finish.
        """
        return EngineChoice(self, model, time_limit, by_size=by_size)

    def fastest_lister(self, model: Model, limit: int | None = None) -> Engine:
        """Return the engine that lists the solutions soonest; ``sat`` if no engine would finish the list.

        In that case the first solutions matter, and the depth-first search of ``bitboard`` may stay for
        ever in a subtree without any. ``limit``: list at most this many.
        """
        other = BitboardEngine()
        with suppress(UnsupportedByEngine):
            seconds = self.lister.estimate_listing(model, limit=limit).seconds
            if seconds > SOON:
                its = other.estimate_listing(model, most=seconds).seconds
                if limit is not None and its < LONG:
                    its = other.estimate_listing(model, limit=limit).seconds
                if its < min(seconds, LONG):
                    return other
        return self.lister

    def listing_candidate(self, model: Model, *, by_size: bool = False) -> Candidate:
        """Estimate a count by listing."""
        try:
            check_size(model)
        except UnsupportedByEngine as error:
            return Candidate(self.lister, refusal=error.reason)
        plan = EnumerationPlan(self.lister, model, by_size=by_size).with_estimate
        return Candidate(self.lister, plan.estimate, plan)

    def say(self, line: str) -> None:
        """Call ``tell`` with a line, if it is given."""
        if self.tell is not None:
            self.tell(line)


class ChoiceRule(Protocol):
    """Chooses the plan that answers a question, and may replace it."""

    #: The current plan.
    plan: Plan

    @property
    def is_contested(self) -> bool:
        """Whether another plan will probably run in turns with this one, so that it is not split."""

    def begin(self) -> None:
        """Called before a plan runs for the first time; may change it."""

    def should_pause(self, spent: float) -> bool:
        """Whether to pause the current plan after this many seconds: another could have finished."""

    def give_up(self, reason: str | None = None) -> bool:
        """Switch to another plan; return False if there is none.

        Args:
            reason: why the current plan cannot answer. If None, the plan is only slower than predicted: it
                is paused, and may be chosen again.
        """


class EngineChoice(ChoiceRule):
    """The engine for one question: the cheapest, and others in turn if that takes longer than its estimate.

    A list with a short estimate begins at once; other engines are asked only if it turns out long. If all
    estimates exceed the time limit, engines whose lower bound grows during the count come first. A list
    that may be far shorter than estimated has the first turn, a short one.

    Attributes:
        engine: the current engine.
        plan: its plan.
    """

    def __init__(
        self, auto: AutoEngine, model: Model, time_limit: float | None, *, by_size: bool
    ) -> None:
        self._auto, self._model, self._by_size = auto, model, by_size
        self._clock = Deadline(time_limit)
        self._patience = self._spent = math.inf
        self._on_trial = False
        self._foretold: Candidate | None = None
        self._not_asked: dict[Counter, Callable[[], Plan]] = {
            counter: partial(counter.plan, model, by_size=by_size) for counter in auto.counters
        }
        self._candidates: list[Candidate] = []
        self._reports: list[str] = []
        self._add_candidate(auto.listing_candidate(model, by_size=by_size))
        soon = min((one.most_seconds for one in self._candidates), default=math.inf)
        worth = SOON if loading_seconds() else LOADED
        if soon > worth:
            self._ask_for_quick_plans()
            self._ask_for_estimates(min(soon, self._seconds_left()) - worth)
        if not self._candidates:
            check_size(model)  # raises with the reason
        if self._seconds_left() == math.inf and all(map(_never_finishes, self._candidates)):
            ways = "; ".join(one for one in self._reports if ": takes " not in one)
            reason = f"this count has no end; with a limit it says how far it comes: {ways}"
            raise UnsupportedByEngine(auto.name, reason)
        self._switch_to(min(self._candidates, key=lambda one: (self._is_late(one), one.seconds)))

    @property
    def is_contested(self) -> bool:
        most = self._current.most_seconds
        if self._list_to_try is not None and self._current.seconds <= TRIED:
            return True
        return self._current.is_rough and any(one.least_seconds < most for one in self._candidates)

    @property
    def _list_to_try(self) -> Candidate | None:
        """A list that may be short, where the current plan is worth the trial."""
        if self._current.seconds <= QUICK or self._current.spent:
            return None
        lists = (one for one in self._candidates if isinstance(one.plan, EnumerationPlan))
        return next((one for one in lists if one.is_rough and not one.spent), None)

    def begin(self) -> None:
        tried = self._list_to_try
        if tried is not None:
            self._foretold = self._current
            self._candidates.append(self._current)
            self._switch_to(tried)
            its = self._foretold.seconds
            self._on_trial = True
            self._patience = max(0.0, min(GRACE, its, self._seconds_left() - its))

    def should_pause(self, spent: float) -> bool:
        self._spent = spent
        if spent < self._patience:
            return False
        if self._on_trial:
            self._on_trial = False
            return True
        try:
            call_in_thread(lambda: self._ask_for_estimates(spent), self._seconds_left())
        except OutOfTime:
            return False
        if any(one.least_seconds <= min(spent, self._seconds_left()) for one in self._candidates):
            return True
        self._patience = 2 * spent
        return False

    def give_up(self, reason: str | None = None) -> bool:
        said = "pauses: another may be faster" if reason is None else f"gives up: {reason}"
        self._auto.say(f"{self.engine.name} {said}")
        others = tuple(self._candidates)
        if reason is None:
            self._candidates.append(self._current._replace(spent=self._spent))
        if all(one.spent or one.seconds == math.inf for one in others):
            call_in_thread(lambda: self._ask_for_estimates(math.inf), self._seconds_left())
        if not self._candidates:
            return False
        foretold, self._foretold = self._foretold, None
        self._on_trial = False
        self._switch_to(
            foretold
            or min(
                others or self._candidates, key=lambda one: (self._is_late(one), one.least_seconds)
            )
        )
        return True

    def _seconds_left(self) -> float:
        left = self._clock.remaining
        return math.inf if left is None else left

    def _add_candidate(self, candidate: Candidate) -> None:
        self._auto.say(str(candidate))
        self._reports.append(shorten(str(candidate), 84, placeholder=" …"))
        if candidate.plan is not None:
            self._candidates.append(candidate)

    def _ask_for_estimates(self, most: float) -> None:
        """Ask the other engines for estimates, except those that need more than ``most`` seconds.

        Kernels may take as long as another engine does at most; an estimate, as long as it probably does.
        """
        for counter in tuple(self._not_asked):
            most = min(most, *(one.most_seconds for one in self._candidates), math.inf)
            probably = min((one.likely_seconds for one in self._candidates), default=math.inf)
            ready = loading_seconds() * bool(counter.kernels)
            asking = counter.planning_seconds(self._model)
            if ready + asking <= most and asking <= probably:
                ready = warm_up_seconds(type(counter), counter.kernels_for(self._model))  # loads it
            if ready + asking > most or asking > probably:
                what = "to load or compile" if ready > asking else "to estimate"
                words = f"not asked: {what} it takes {ready + asking:.1f} s"
                self._auto.say(str(Candidate(counter, refusal=words)))
                continue
            make = self._not_asked.pop(counter)
            try:
                plan = make()
            except UnsupportedByEngine as error:
                self._add_candidate(Candidate(counter, refusal=error.reason))
            else:
                self._add_candidate(_with_kernels(counter, plan))

    def _ask_for_quick_plans(self) -> None:
        """First ask the engines that need no kernel to answer."""
        for counter in tuple(self._not_asked):
            with suppress(UnsupportedByEngine):  # the refusal is reported when it is asked again
                plan = counter.quick_plan(self._model, by_size=self._by_size)
                if isinstance(plan, Plan):
                    del self._not_asked[counter]
                    self._add_candidate(Candidate(counter, plan.estimate, plan))
                else:
                    self._not_asked[counter] = plan

    def _switch_to(self, candidate: Candidate) -> None:
        """Run this candidate next; for as long as those before it have run, if its estimate says little."""
        self._candidates.remove(candidate)
        before = max((other.spent for other in self._candidates), default=0.0)
        self._current, self.engine = candidate, candidate.engine
        self.plan = cast("Plan", candidate.plan)
        turn = PATIENCE * candidate.seconds
        if candidate.is_rough or candidate.spent:
            turn = max(2 * candidate.spent, before)
        self._patience = max(turn, GRACE)
        self._auto.say(f"{'continued' if candidate.spent else 'taken'}: {candidate.engine.name}")
        # A wide range is no forecast, and a list that is tried soon leaves the count to another engine.
        sure = candidate.seconds >= LONG and not candidate.is_rough and not candidate.spent
        if sure and self._auto.warn is not None:
            self._auto.warn(candidate)

    def _is_late(self, candidate: Candidate) -> bool:
        """Whether a time limit would stop it before it reports anything."""
        return (
            isinstance(candidate.engine, Counter)
            and not candidate.engine.lists
            and candidate.seconds > self._seconds_left()
        )


def _with_kernels(counter: Counter, plan: Plan) -> Candidate:
    ready = warm_up_seconds(type(counter), counter.kernels_of(plan))
    return Candidate(counter, plan.estimate, plan, ready=ready)


def _never_finishes(candidate: Candidate) -> bool:
    """Whether the estimate of an engine shows that it would never finish."""
    return candidate.seconds > ENDLESS and candidate.estimate not in (None, UNKNOWN)


# -- a plan that may change while it runs ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdaptivePlan(Plan):
    """The plan with the lowest estimate, replaced while it runs if it turns out to be slow.

    Args:
        way: chooses the plan. It is dropped when the plan is pickled.
    """

    choice: ChoiceRule

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle_plan, (self.choice.plan,)

    @property
    def committed(self) -> Plan:
        return self.choice.plan.committed

    @property
    def facts(self) -> PlanFacts:
        return self.choice.plan.facts

    @property
    def estimate(self) -> Estimate:
        return self.choice.plan.estimate

    @property
    def quick_estimate(self) -> Estimate | None:
        return self.choice.plan.quick_estimate

    @property
    def prefers_one_part(self) -> bool:
        return self.choice.plan.prefers_one_part or self.choice.is_contested

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage()

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        """Run the plans in turns; one that is paused keeps its state, and what it has found."""
        self.choice.begin()
        with ExitStack() as stack:
            runs: dict[int, _Run] = {}
            while True:
                plan = self.choice.plan
                run = runs.get(id(plan))
                if run is None:
                    run = runs[id(plan)] = _Run(
                        plan, stack.enter_context(closing(run_parts(plan, 1, {})))
                    )
                elif run.found.numbers:
                    yield Progress(run.found.numbers)
                reason = None
                try:
                    if (yield from run.turn(self.choice.should_pause)):
                        return
                except UnsupportedByEngine as error:
                    reason = error.reason
                    if not self.choice.give_up(reason):
                        raise
                if reason is None:
                    self.choice.give_up()
                yield Progress(restarted=True, words=plan.facts.title)


@dataclass(slots=True)
class _Run:
    """A plan that runs in turns.

    Args:
        plan: kept, so that no other has its identity.
        pieces: its progress, to be continued.
        found: what it has found so far.
        spent: seconds of its turns.
    """

    plan: Plan
    pieces: Iterator[tuple[str, Progress]]
    found: StageTotal = field(default_factory=StageTotal)
    spent: float = 0.0

    def turn(self, should_pause: Callable[[float], bool]) -> Generator[Progress, None, bool]:
        """Continue until ``should_pause``, given the seconds spent, says so; return whether it is done."""
        clock, before = Deadline(), self.spent
        for id_, piece in self.pieces:
            self.found.add(id_, piece)
            yield piece
            if piece.restarted:  # of one part: the other parts still count
                yield Progress(self.found.numbers)
            self.spent = before + clock.seconds
            if should_pause(self.spent):
                return False
        return True


def _unpickle_plan(plan: Plan) -> Plan:
    return plan
