"""The engine ``auto``: who is picked, what is said about it, and that the answer stays the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

import pytest
from support.day_subset import some

from nqsat import InvalidModel, Placement, Tour, UnsupportedByEngine, count, solutions, solve
from nqsat.compiling import lower
from nqsat.counting.running import tally
from nqsat.engines import (
    AutoEngine,
    BacktrackEngine,
    Counter,
    Engine,
    Estimate,
    FrontierEngine,
    MatesEngine,
    SatEngine,
    auto,
    contract,
)
from nqsat.engines.contract import LOADING
from nqsat.engines.frontier.plain import PlainPlan
from nqsat.engines.frontier.plan import FrontierPlan
from nqsat.engines.mates.plan import FewerKernelsPlan, MiddlePlan
from nqsat.engines.plans import enumeration_plan
from nqsat.engines.plans.enumeration_plan import SHORTEST, UNKNOWN, estimate_listing
from nqsat.engines.plans.plan import (
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    single_part_stage,
)
from nqsat.engines.plans.size_estimate import SizeEstimate, estimate_size
from nqsat.modelling import Family, Model, catalogue, model_of
from nqsat.rules import Men, Objective

FEW = Placement("6x6", {"Q": 6})  # 4 solutions
MANY = Placement("8x8", {"K": "any"})  # 1,355,115,601
WIDE = Placement("4x4", {"N": "any"})  # 1365
LARGE = {"n": 8, "k": 8, "d": 2}


class Fake(Counter):
    """A counter that says what it is told to say."""

    name: ClassVar[str] = "fake"

    def __init__(
        self, seconds: float = 0.0, numbers: tuple[int | None, ...] = (1365,), spread: float = 1.0
    ) -> None:
        self.seconds, self.numbers, self.spread = seconds, numbers, spread
        self.asked = 0

    @property
    def title(self) -> str:
        return self.name

    def plan(self, model: Model, *, by_size: bool = False) -> FakePlan:
        self.asked += 1
        return FakePlan(self, by_size)


@dataclass(frozen=True)
class FakePlan(Plan):
    """Numbers one after the other; None is a sign of life, -1 too little memory, -2 Ctrl-C."""

    fake: Fake
    by_size: bool

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.fake.title)

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.fake.seconds, 1_000_000, "said so", self.fake.spread)

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage()

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        for number in self.fake.numbers:
            if number == -1:
                raise UnsupportedByEngine(self.facts.title, "it does not fit")
            if number == -2:
                raise KeyboardInterrupt
            yield Progress() if number is None else Progress(((3 if self.by_size else 0, number),))


class Ticking:
    """A clock without a limit on which each look takes a second."""

    remaining = None

    def __init__(self, limit: float | None = None) -> None:
        self._looks = 0

    @property
    def seconds(self) -> float:
        self._looks += 1
        return float(self._looks)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process on a machine that has counted before and has all the time in the world.

    Otherwise a verdict would depend on the kernels that other tests have compiled, and on the load.
    """
    monkeypatch.setattr(contract, "_is_compiled", lambda _: True)
    for module in (auto, contract):
        monkeypatch.setattr(module, "loading_seconds", lambda: LOADING)
    monkeypatch.setattr(auto, "GRACE", 1e9)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every list is said to be short, and given up as soon as somebody else promises anything."""
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: SizeEstimate(1.0, 1.0, 1))
    monkeypatch.setattr(auto, "PATIENCE", 0)
    monkeypatch.setattr(auto, "GRACE", 0.0)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list is never short enough to be made without asking."""
    monkeypatch.setattr(auto, "SOON", 0.0)
    return []


def pick(model: Model, time_limit: float | None = None) -> str:
    return AutoEngine().choose(model, time_limit).engine.name


def ranked(engine: AutoEngine, model: Model) -> list[Engine]:
    """Who answers, and who does if all before cannot."""
    choice = engine.choose(model)
    found = [choice.engine]
    while choice.give_up("it does not fit"):
        found.append(choice.engine)
    return found


# -- who is picked --------------------------------------------------------------------------


def test_what_is_short_is_listed_without_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    # A new user's first count must not wait for a compiler: nobody is even asked how long he takes.
    fake = Fake()
    monkeypatch.setattr(AutoEngine, "counters", (fake,))
    for model in (FEW, Placement("8x8", {"Q": 8}), Tour("5x6", "N"), Placement("0x0", {"Q": 0})):
        assert pick(model) == "sat"
    assert fake.asked == 0
    assert count(Placement("8x8", {"Q": 8})).engine == "sat/cadical195"


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (MANY, "frontier"),
        (Placement("12x12", {"K": "any"}), "frontier"),
        (Placement("14x14", {"Q": 14}), "bitboard"),
        (Tour("8x8", "N"), "mates"),
        (Tour("6x7", "N", closed=False), "mates"),
        (Tour("8x8", "N").fixed("rot180"), "mates"),
        # Men that cannot move back are for sat alone.
        (Tour("5x5", "fN"), "sat"),
    ],
    ids=repr,
)
def test_who_counts_what(model: Model, name: str) -> None:
    assert pick(model) == name


def test_the_least_estimate_wins_and_the_list_comes_last(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    slow, fast = Fake(100.0), Fake(0.01)
    monkeypatch.setattr(AutoEngine, "counters", (slow, fast))
    assert ranked(AutoEngine(), MANY) == [fast, slow, SatEngine()]
    endless = Fake(1e30)
    monkeypatch.setattr(AutoEngine, "counters", (endless,))
    assert ranked(AutoEngine(isolated=True), MANY) == [SatEngine(isolated=True), endless]


def test_a_kernel_that_is_not_compiled_costs_its_compilation(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    # 1365 solutions are listed sooner than anything is compiled: so nobody has to be asked.
    cold = Fake(0.01)
    monkeypatch.setattr(AutoEngine, "counters", (cold,))
    monkeypatch.setattr(auto, "warm_up_seconds", lambda *_: 8.0)
    assert pick(WIDE) == "sat"
    assert cold.asked == 0
    assert pick(MANY) == "fake"
    AutoEngine(tell=said.append).choose(MANY)
    assert "fake: about 0.01 s, and 8 s to compile, once, 1 MB: said so" in said
    AutoEngine(tell=said.append).choose(WIDE)
    assert "fake: not asked: to load or compile it takes 8.0 s" in said


def test_while_kernels_are_not_compiled_a_tour_may_be_counted_with_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tours, larger = Tour("6x8", "N"), Tour("8x8", "N")
    for compiled, plan in ((True, MiddlePlan), (False, FewerKernelsPlan)):
        monkeypatch.setattr(contract, "_is_compiled", lambda _, known=compiled: known)
        assert type(AutoEngine().choose(tours).plan) is plan
        assert type(AutoEngine().choose(larger).plan) is MiddlePlan
        assert type(MatesEngine("middle").plan(tours)) is MiddlePlan  # who asks for it gets it
        found = MatesEngine().plan(tours)
        assert type(found) is plan
        assert type(found.committed) is MiddlePlan  # a job's plan stays the same
    assert found.prefers_one_part
    for engine in ("auto", "mates"):
        assert count(tours, engine=engine).value == 55488142


def test_with_kernels_loaded_a_short_list_is_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.01),))
    monkeypatch.setattr(auto, "warm_up_seconds", lambda *_: 0.0)
    wider = Placement("4x4", {"N": 5}, [])  # 4368 solutions
    assert pick(wider) == "sat"
    monkeypatch.setattr(auto, "loading_seconds", lambda: 0.0)
    assert pick(wider) == "fake"
    assert pick(FEW) == "sat"


def test_with_too_little_time_who_counts_as_he_goes_comes_first(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    # A layer by layer count that is cut short has found nothing.
    monkeypatch.setattr(AutoEngine, "counters", (Fake(100.0),))
    assert pick(MANY) == "fake"
    assert pick(MANY, time_limit=200) == "fake"
    assert pick(MANY, time_limit=10) == "sat"


def test_who_runs_out_of_memory_hands_over(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    # Nothing has been counted by then, and nothing may be counted twice.
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.01, numbers=(None, -1)), Fake(0.02)))
    answer = count(WIDE, engine=AutoEngine(tell=said.append))
    assert (answer.value, answer.complete, answer.engine) == (1365, True, "fake")
    assert said[-2:] == ["fake gives up: it does not fit", "taken: fake"]
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.01, numbers=(-1,)),))
    answer = count(WIDE)
    assert (answer.value, answer.engine, answer.method) == (1365, "sat/cadical195", "listing")


# -- who does not keep his word -------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"by_size": True}, {"time_limit": 3600.0}], ids=["plain", "by size", "clock"]
)
def test_a_list_that_is_longer_than_foretold_is_given_up(
    monkeypatch: pytest.MonkeyPatch, impatient: None, options: dict[str, Any]
) -> None:
    # torus:8x8 with 8 CN was said to have 1,300 solutions, has 745,768, and was listed to the end.
    said: list[str] = []
    fake = Fake(0.0)
    monkeypatch.setattr(AutoEngine, "counters", (fake,))
    found = tally(WIDE, AutoEngine(tell=said.append), **options)
    assert (found.value, found.complete, found.engine) == (1365, True, "fake")
    assert said == [
        "sat: about 5.5e-05 s: about 1 solutions to list",
        "taken: sat",
        "fake: about 0 s, 1 MB: said so",
        "sat pauses: another may be faster",
        "taken: fake",
    ]


def test_nobody_is_given_up_for_one_who_takes_longer(
    monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    for seconds, warm in ((1e6, 0.0), (0.0, 1e6)):
        monkeypatch.setattr(AutoEngine, "counters", (Fake(seconds),))
        monkeypatch.setattr(auto, "warm_up_seconds", lambda *_, warm=warm: warm)
        assert count(FEW).engine == "sat/cadical195"
    monkeypatch.setattr(AutoEngine, "counters", (Fake(10.0),))
    monkeypatch.setattr(auto, "warm_up_seconds", lambda *_: 0.0)
    assert count(FEW, time_limit=5.0).engine == "sat/cadical195"  # he would come too late


def test_who_was_given_up_comes_back_when_nobody_else_is_left(
    monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.0, numbers=(-1,)),))
    answer = count(WIDE)
    assert (answer.value, answer.complete, answer.engine) == (1365, True, "sat/cadical195")


def test_an_engine_that_counts_is_given_up_likewise(
    monkeypatch: pytest.MonkeyPatch, impatient: None, said: list[str]
) -> None:
    wrong, right = Fake(0.0, numbers=(None,) * 9), Fake(1e-9)
    monkeypatch.setattr(AutoEngine, "counters", (wrong, right))
    assert tally(WIDE, AutoEngine(tell=said.append)).value == 1365
    assert said[4:6] == ["fake pauses: another may be faster", "taken: fake"]


@pytest.mark.parametrize("options", [{}, {"by_size": True}], ids=["plain", "by size"])
@pytest.mark.parametrize(
    "others",
    [
        (Fake(10.0, (1,) * 1365, 100.0), Fake(20.0, (1,) * 1365, 100.0)),
        (Fake(10.0, (None,) * 3000, 100.0), Fake(20.0, (5,) * 273, 100.0)),
        (Fake(10.0, (None, 365, *(1,) * 200, -1), 100.0), Fake(20.0, (1,) * 1365, 100.0)),
    ],
    ids=["alike", "without a number", "out of memory"],
)
def test_engines_whose_estimates_are_ranges_take_turns(
    monkeypatch: pytest.MonkeyPatch, said: list[str],
    others: tuple[Fake, Fake], options: dict[str, Any],
) -> None:  # fmt: skip
    # One that is paused goes on where it was, and what it had found is counted once. Each slice of work
    # takes a second here: turns take 3 s, 3 s, 3 s more, …
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: SizeEstimate(1e12, 1e12, 1))
    monkeypatch.setattr(AutoEngine, "counters", others)
    monkeypatch.setattr(auto, "GRACE", 3.0)
    monkeypatch.setattr(auto, "Deadline", Ticking)
    found = tally(WIDE, AutoEngine(tell=said.append), **options)
    assert (found.value, found.complete) == (1365, True)
    assert said[3:9] == [
        "taken: fake", "fake pauses: another may be faster", "taken: fake",
        "fake pauses: another may be faster", "continued: fake", "fake pauses: another may be faster",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("grace", "seconds", "who"),
    [(1e9, 30.0, "sat/cadical195"), (0.0, 30.0, "fake"), (1e9, 100.0, "sat/cadical195")],
    ids=["short", "long", "one worker"],
)
def test_a_list_that_may_be_short_has_the_first_turn(
    monkeypatch: pytest.MonkeyPatch, said: list[str], grace: float, seconds: float, who: str
) -> None:
    # The fewest knights that dominate 9×9 stand in 2 ways: 100,000 were expected, as no descent found one.
    unreached = SizeEstimate(1e12, 1e12, 1, reached=False)
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: unreached)
    monkeypatch.setattr(AutoEngine, "counters", (Fake(seconds),))
    monkeypatch.setattr(auto, "GRACE", grace)
    engine = AutoEngine(tell=said.append)
    assert engine.plan(WIDE).prefers_one_part is (seconds < 60)
    assert (
        engine.choose(WIDE).engine.name == "fake"
    )  # what a plan or a job says does not depend on it
    said.clear()
    found = tally(WIDE, engine)
    assert (found.value, found.complete, found.engine) == (1365, True, who)
    turns = ["taken: fake", "taken: sat", "sat pauses: another may be faster", "taken: fake"]
    assert said[2:] == turns[: 4 if who == "fake" else 2]
    assert said[0].startswith("sat: 0.05 s … ")


def test_after_the_first_turn_of_a_list_the_engine_that_was_foretold_counts(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    # Not the one whose estimate has the lowest low end, 0.4 s here.
    unreached = SizeEstimate(1e12, 1e12, 1, reached=False)
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: unreached)
    monkeypatch.setattr(AutoEngine, "counters", (Fake(40.0, (1,), 100.0), Fake(30.0)))
    monkeypatch.setattr(auto, "GRACE", 0.0)
    engine = AutoEngine(tell=said.append)
    assert (tally(WIDE, engine).value, engine.plan(WIDE).estimate.seconds) == (1365, 30.0)


@pytest.mark.parametrize(("limit", "who"), [(31.0, "fake"), (3600.0, "sat/cadical195")])
def test_the_first_turn_leaves_time_for_the_count(
    monkeypatch: pytest.MonkeyPatch, said: list[str], limit: float, who: str
) -> None:
    unreached = SizeEstimate(1e12, 1e12, 1, reached=False)
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: unreached)
    monkeypatch.setattr(AutoEngine, "counters", (Fake(30.0),))
    engine = AutoEngine(seconds=limit)
    choice = engine.choose(WIDE, limit)
    choice.begin()
    assert choice.engine.name == "sat"
    assert choice.should_pause(1.5) is (who == "fake")


@pytest.mark.parametrize(
    ("size", "asking", "asked"),
    [
        (None, 50.0, False),
        (None, 2.0, True),
        (SizeEstimate(1e7, 1e7, 1, reached=False), 50.0, False),
        (SizeEstimate(1e7, 1e7, 1), 50.0, True),
    ],
    ids=["unknown, slow", "unknown, soon", "a range, slow", "long, slow"],
)
def test_an_estimate_that_takes_longer_than_a_list_may_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch, said: list[str], size: Any, asking: float, asked: bool
) -> None:
    # Queens that each attack two others on 8×8: ``frontier`` took a minute to estimate, the list 4 s.
    monkeypatch.setattr(enumeration_plan, "estimate_size", lambda *_: size)
    monkeypatch.setattr(Fake, "planning_seconds", lambda *_: asking)
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.01),))
    monkeypatch.setattr(auto, "GRACE", 3.0)
    found = AutoEngine(tell=said.append).choose(WIDE)
    assert found.engine.name == ("fake" if asked else "sat")
    assert (f"fake: not asked: to estimate it takes {asking:.1f} s" in said) is not asked


def test_a_question_with_a_rival_is_not_split(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    for first, second, contested in [
        (Fake(50.0, spread=10.0), Fake(60.0, spread=10.0), True),
        (Fake(50.0, spread=10.0), Fake(600.0), False),
        (Fake(50.0), Fake(60.0, spread=10.0), False),
    ]:
        monkeypatch.setattr(AutoEngine, "counters", (first, second))
        assert AutoEngine().plan(MANY).prefers_one_part is contested


@pytest.mark.parametrize("numbers", [(7, -2), (None, -2), (2000, -2)])
def test_the_best_bound_is_kept(
    monkeypatch: pytest.MonkeyPatch, impatient: None, numbers: tuple[int | None, ...]
) -> None:
    # What the first engine had found stands when the next one is interrupted with less.
    monkeypatch.setattr(AutoEngine, "counters", (Fake(0.0, numbers=numbers),))
    looks = iter(range(10_000))
    monkeypatch.setattr(auto.EngineChoice, "should_pause", lambda *_: next(looks) == 90)
    found = tally(WIDE, AutoEngine())
    assert (found.complete, found.reason) == (False, "interrupted")
    if numbers[0] == 2000:
        assert (found.value, found.engine) == (2000, "fake")
    else:
        assert 50 < found.value <= 100
        assert found.engine == "sat/cadical195"


def test_orbits_are_counted_when_their_list_is_too_long(
    monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    monkeypatch.setattr(AutoEngine, "counters", (FrontierEngine(),))
    choices: list[Model] = []
    choose = AutoEngine.choose

    def noted(
        self: AutoEngine, model: Model, *limit: float | None, by_size: bool = False
    ) -> auto.EngineChoice:
        choices.append(model)
        return choose(self, model, *limit, by_size=by_size)

    monkeypatch.setattr(AutoEngine, "choose", noted)
    monkeypatch.setattr(auto, "warm_up_seconds", lambda *_: 0.0)
    monkeypatch.setattr(auto, "loading_seconds", lambda: 0.0)
    for plan in (FrontierPlan, PlainPlan):
        monkeypatch.setattr(plan, "estimate", Estimate(0.0, 0, "nothing"))
    answer = count(WIDE, modulo="symmetry")
    assert (answer.method, answer.complete) == ("burnside", True)
    assert answer.value == count(WIDE, modulo="symmetry", method="canonical", engine="sat").value
    assert choices[0] == WIDE


def test_hours_are_announced_at_once(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    warned: list[auto.Candidate] = []
    monkeypatch.setattr(AutoEngine, "counters", (Fake(5 * 3600.0),))
    AutoEngine(warn=warned.append).choose(MANY)
    assert [(one.engine.name, one.seconds) for one in warned] == [("fake", 18000.0)]
    monkeypatch.setattr(AutoEngine, "counters", (Fake(50.0),))
    AutoEngine(warn=warned.append).choose(MANY)
    assert len(warned) == 1


def test_what_is_said() -> None:
    said: list[str] = []
    AutoEngine(tell=said.append).choose(FEW)
    assert re.fullmatch(r"sat: about 0\.\d+ s: about [\d.]+ solutions to list", said[0])
    assert said[1:] == ["taken: sat"]
    said.clear()
    AutoEngine(tell=said.append).choose(Tour("8x8", "N"))
    assert [line.partition(":")[0] for line in said] == [
        "sat", "bitboard", "frontier", "mates", "taken",
    ]  # fmt: skip
    assert said[1] == "bitboard: takes placements only"
    assert "states in the widest of 24 layers" in said[3]


def test_a_model_that_nobody_can_answer_is_refused() -> None:
    # At once: four million squares must not be written out to find that there are too many.
    with pytest.raises(UnsupportedByEngine, match="choose a smaller board"):
        count(Tour("2000x2000", "W"))


# -- the same answers -----------------------------------------------------------------------


@pytest.mark.parametrize("family", some(catalogue(), 6))
def test_whoever_is_picked_answers_as_sat_does(family: Family) -> None:
    model = family(**[*family.cases()][-1] if family.verify else {})
    if isinstance(model, Placement) and model.objective is not None:
        return  # sat finds the best, see below
    engine, answer = pick(model), count(model)
    assert (answer.complete, answer.engine.partition("/")[0]) == (True, engine)
    if engine != "sat":  # what was answered by sat need not be asked again
        assert answer.value == count(model, engine="sat").value


@pytest.mark.parametrize("model", some([Placement("7x7", {"N": "any"}), MANY], 2))
def test_orbits_of_what_cannot_be_listed(model: Placement) -> None:
    # Burnside, each symmetry by whoever is cheapest for it; the answer names them all.
    answer = count(model, modulo="symmetry")
    assert answer.method == "burnside"
    assert "frontier" in answer.engine.split(" + ")
    assert answer.value == count(model, modulo="symmetry", engine="frontier").value
    fixed = count(model, fixed_by="rot180")
    assert fixed.value == count(model, fixed_by="rot180", engine="frontier").value


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 7},
        {"modulo": "symmetry", "method": "canonical"},
        {"modulo": "symmetry", "method": "blocking"},
        {"modulo": "symmetry", "limit": 3},
    ],
    ids=str,
)
def test_what_needs_a_list_is_listed(
    monkeypatch: pytest.MonkeyPatch, said: list[str], options: dict[str, object]
) -> None:
    monkeypatch.setattr(AutoEngine, "counters", (Fake(),))
    model = Placement("4x4", {"K": "any"})
    answer = count(model, **options)  # type: ignore[arg-type]
    expected = count(model, engine="sat", **options)  # type: ignore[arg-type]
    assert (answer.value, answer.complete, answer.engine, answer.method) == (
        expected.value, expected.complete, "sat/cadical195", expected.method,
    )  # fmt: skip


def test_an_objective_is_settled_by_sat_and_counted_by_the_cheapest() -> None:
    model = Placement("8x8", {"N": "any"}, objective=Objective("maximise", Men()))
    answer = count(model)
    assert answer.value == 2
    assert answer.optimum is not None
    assert (answer.optimum.value, answer.optimum.engine) == (32, "sat/cadical195")
    with pytest.raises(InvalidModel, match="needs its best value first"):
        FrontierEngine().plan(model)


def test_lists_and_solutions_are_sats() -> None:
    assert sum(1 for _ in solutions(FEW, engine="auto")) == 4
    assert solve(FEW, engine="auto").engine == "sat/cadical195"
    assert not any(isinstance(one, BacktrackEngine) for one in ranked(AutoEngine(), FEW))


# -- the guess ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "model",
    [
        Placement("8x8", {"Q": 8}),
        Placement("3x4", {"K": "any"}),
        Placement("4x4", {"R": 2}),
        Placement("3x3", {"Q": "1", "N": "..2"}),
        Placement("3x3", {"blocker": "3..5"}, []),
        Tour("4x4", "K"),
        # Knuth's estimator, with 64 ways and every step alike likely, said 0 or 1,000 times too few.
        Placement("torus:8x8", {"CN": 8}),
        Placement("6x6", {"Q": 3, "N": 3}),
        Tour("5x6", "N"),
    ],
    ids=repr,
)
def test_a_guess_is_an_order_of_magnitude(model: Model) -> None:
    found = estimate_size(lower(model))
    assert found is not None
    engine = "bitboard" if "CN" in repr(model) else "sat"
    truth = count(model, engine=engine).value
    assert truth / 10 <= found.solutions <= 10 * truth
    assert found.nodes >= 1


def test_a_list_of_which_no_descent_reached_an_end_is_a_range() -> None:
    model = model_of("knights-domination", {"n": 8}).settled(12, proved=True)
    found = estimate_listing(model, 1.0)
    assert found.words.startswith("up to ")
    assert found.seconds / found.spread == pytest.approx(SHORTEST)
    assert found.time.startswith("0.05 s … ")


@pytest.mark.parametrize("case", [(5, 4, 2), (5, 6, 2), (5, 8, 2)], ids=str)
def test_a_list_of_which_descents_see_too_little_is_a_range(case: tuple[int, int, int]) -> None:
    # The descents see 4 of the 1,016 solutions of the first, and 230 where 8 are.
    found = SatEngine().estimate_listing(
        model_of("queens-each-attacking", dict(zip("nkd", case, strict=True)))
    )
    assert found.words.startswith("perhaps ")
    assert found.seconds / found.spread == pytest.approx(SHORTEST)
    assert 50 < found.seconds * found.spread < 500
    assert SatEngine().estimate_listing(model_of("queens-each-attacking", LARGE)) == UNKNOWN


@pytest.mark.parametrize(
    ("model", "truth"),
    [
        (Placement("4x5", {"blocker": "any"}, []), 2**20),
        (Placement("1x7", {"blocker": 1}, []), 7),
        (Placement("3x3", {"Q": 0}), 1),
        (Placement("0x0", {"Q": "any"}), 1),
        (Placement("2x2", {"Q": 5}), 0),
        (Placement("40x40", {"blocker": "any"}), inf),  # more than a number has room for
    ],
    ids=repr,
)
def test_a_guess_is_exact_where_all_ways_are_alike(model: Placement, truth: float) -> None:
    # Free squares halve, one choice in a rank of n is one in n: every way stands for the same number.
    found = estimate_size(lower(model))
    assert found is not None
    assert found.solutions == pytest.approx(truth)
