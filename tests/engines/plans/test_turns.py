"""Plans in turns: whoever is done first answers, nothing is counted twice, and the best bound stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat import UnsupportedByEngine
from nqsat.engines.plans import turns
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    run_plan,
    single_part_stage,
)
from nqsat.engines.plans.turns import LEADER, LONG, Candidate, Making, TurnsPlan
from nqsat.errors import OutOfMemory

#: Seconds of work of a slice of a fake plan.
SLICE = 0.125


@dataclass(frozen=True)
class Fake(Plan):
    """Numbers one after the other, a slice each; None if nothing is found, -1 if memory is too small."""

    name: str
    numbers: tuple[int | None, ...] = (100,)
    seconds: float = inf
    method: str = "counting"
    men: int = 0

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.name, self.method, rate=1 / SLICE)

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.seconds, 0, "said so")

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        for number in self.numbers:
            if number == -1:
                raise OutOfMemory(self.name, "it does not fit")
            yield Progress(((self.men, number),) if number else (), 1, words=self.name)


def waiting(plan: Plan, *prices: float) -> Candidate:
    def make() -> Making:
        yield from prices or (0.0,)
        return plan

    return Candidate(plan.facts.title, make)


def refuse() -> Making:
    yield 0.0
    raise UnsupportedByEngine("other", "cannot")


def in_turns(*plans: Plan | Candidate) -> tuple[TurnsPlan, list[str]]:
    said: list[str] = []
    every = (one if isinstance(one, Candidate) else waiting(one) for one in plans)
    return TurnsPlan(tuple(every), said.append), said


def summed(plan: Plan) -> int:
    return sum(int(n) for piece in run_plan(plan) for _, n in piece.numbers)


def at_work(plan: Plan) -> str:
    """Who was at work, slice by slice."""
    return "".join(piece.words for piece in run_plan(plan))


def test_turns_double_and_the_first_has_longer_ones() -> None:
    nothing = (None,) * 60
    plan, said = in_turns(Fake("a", (*nothing, 7)), Fake("b", nothing + nothing))
    assert at_work(plan) == "a" * 8 + "b" * 2 + "a" * 16 + "b" * 4 + "a" * 32 + "b" * 8 + "a" * 5
    assert said[-3:] == ["a: 4 s", "b: 1 s", "a: 8 s"]
    assert plan.facts.title == "a"


@pytest.mark.parametrize(
    ("first", "second", "slices"),
    [
        (900.0, 900.0, "aaaabb"),
        (900.0, 1.0, "aaaabbbbbbbb"),
        (1.0, 0.1, "aaaaaaaabbbbbbbb"),
        (inf, inf, "aaaaaaaabb"),
        (inf, 900.0, "aaaaaaaabb"),
    ],
)
def test_what_an_engine_surely_needs_is_its_first_turn(
    first: float, second: float, slices: str
) -> None:
    nothing = (None,) * 20
    plan, _ = in_turns(Fake("a", nothing, first), Fake("b", nothing, second))
    assert at_work(plan).startswith(slices + "a")


@st.composite
def ways(draw: st.DrawFn) -> tuple[tuple[int | None, ...], bool]:
    """Slices that come to 100 in the end, unless memory is too small; and whether it is."""
    cuts = sorted(draw(st.lists(st.integers(0, 100), max_size=12)))
    found: list[int | None] = [b - a for a, b in pairwise([0, *cuts, 100])]
    for _ in range(draw(st.integers(0, 30))):
        found.insert(draw(st.integers(0, len(found))), None)
    fails = draw(st.booleans())
    if fails:
        found = [*found[: draw(st.integers(0, len(found) - 1))], -1]
    return tuple(found), fails


@given(st.lists(ways(), min_size=1, max_size=4))
def test_nothing_is_counted_twice(every: list[tuple[tuple[int | None, ...], bool]]) -> None:
    plan, _ = in_turns(*(Fake(str(i), numbers) for i, (numbers, _) in enumerate(every)))
    found = 0
    try:
        for piece in run_plan(plan):
            assert all(number > 0 for _, number in piece.numbers)
            found += sum(int(number) for _, number in piece.numbers)
            assert found <= 100
    except OutOfMemory:
        assert all(fails for _, fails in every)
        return
    assert found == 100
    assert not every[int(plan.facts.title)][1]


def test_sizes_are_those_of_whoever_has_most() -> None:
    # Each number of men has a lower bound of its own.
    @dataclass(frozen=True)
    class Sized(Fake):
        def run(self, part: Part, shared: Any) -> Iterator[Progress]:
            for men in range(3) if self.name == "a" else (2, 1, 0):
                yield from [Progress((), 1)] * 6
                yield Progress(((men, 10 + men),), 1)

    plan, _ = in_turns(Sized("a"), Sized("b"))
    found = [one for piece in run_plan(plan) for one in piece.numbers]
    assert sorted(found) == [(0, 10), (1, 11), (2, 12)]


def test_the_bound_names_who_has_found_it() -> None:
    plan, _ = in_turns(Fake("a", (None,) * 99), Fake("b", (5, None, 90)))
    for piece in run_plan(plan):
        if piece.numbers:
            break
    assert plan.facts.title == "b"


def test_a_price_is_paid_before_a_plan_is_made() -> None:
    nothing = (None,) * 40
    dear = waiting(Fake("b", nothing), 1.5)
    plan, _ = in_turns(Fake("a", nothing), dear)
    assert at_work(plan) == "a" * 24 + "bb" + "a" * 16  # its second turn is at an end then
    plan, _ = in_turns(dear, waiting(Fake("c", (None,) * 9), 1.0))
    assert at_work(plan) == "c" * 9  # the cheapest begins if nobody is at work


def test_what_a_plan_waits_for_may_be_known_later() -> None:
    later = waiting(Fake("a", (None,) * 40), 0.0, 1.0)
    plan, _ = in_turns(later, Fake("b", (None,) * 99))
    assert at_work(plan).startswith("b" * 2 + "b" * 4 + "b" * 8 + "a" * 8)


def test_a_brief_turn_comes_before_all_others() -> None:
    brief = replace(waiting(Fake("b", (None,) * 9)), turn=SLICE)
    other = replace(waiting(Fake("a", (None,) * 9)), price=SLICE)
    plan, _ = in_turns(other, brief)
    assert at_work(plan) == "b" + "a" * 8 + "bb" + "a"


def test_who_cannot_is_left_out() -> None:
    plan, said = in_turns(Candidate("other", refuse), Fake("a"))
    assert summed(plan) == 100
    assert said == ["other: cannot", "a: of unknown length: said so", f"a: {LEADER:g} s"]
    for failing in (Candidate("other", refuse), waiting(Fake("b", (None, -1)))):
        alone, _ = in_turns(failing, Candidate("other", refuse))
        with pytest.raises(UnsupportedByEngine):
            summed(alone)
        with pytest.raises(UnsupportedByEngine, match="cannot"):
            in_turns(Candidate("other", refuse))[0].stage(1, {})


def test_a_long_list_waits_while_others_are_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_LISTED", 3)
    listed = Fake("b", (1,) * 100, method="listing")
    plan, _ = in_turns(Fake("a", (None,) * 60), listed)
    assert at_work(plan) == "a" * 8 + "bb" + "a" * 16 + "bbbb" + "a" * 36
    plan, _ = in_turns(Fake("a", (*[None] * 40, -1)), listed)
    assert summed(plan) == 100  # until the others have given up


def test_a_turn_ends_whatever_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # An engine that counts no work, or far too little of it, is measured in seconds.
    seconds = iter(range(10_000))
    monkeypatch.setattr(turns, "thread_time", lambda: float(next(seconds)))

    @dataclass(frozen=True)
    class Silent(Fake):
        def run(self, part: Part, shared: Any) -> Iterator[Progress]:
            yield from [Progress(words=self.name)] * 20

    plan, _ = in_turns(Silent("a"), Fake("b", (None,) * 20))
    assert at_work(plan).startswith("aab" + "aaaab")


def test_for_parts_the_lowest_estimate_counts() -> None:
    slow, fast, unknown = Fake("a", seconds=50.0), Fake("b", seconds=5.0), Fake("c", seconds=inf)
    plan, _ = in_turns(slow, fast, unknown)
    assert plan.stage(1, {}).plan == fast
    assert (plan.estimate.seconds, plan.facts.title) == (5.0, "b")
    dear = waiting(Fake("d", seconds=1.0), 6.0)  # to make it takes longer than to run another
    assert in_turns(fast, dear)[0].stage(1, {}).plan == fast
    # Once they run, it is one of those that still do.
    plan, _ = in_turns(Fake("a", (None,) * 60, seconds=50.0), Fake("b", (None, -1), seconds=5.0))
    next(islice(run_plan(plan), 12, None))
    assert plan.stage(1, {}).plan.facts.title == "a"
    # One that has still to wait is made, if that takes less than to run the others.
    slow, late = Fake("a", (None,) * 60, seconds=50.0), Fake("b", seconds=5.0)
    for price, name in ((20.0, "b"), (60.0, "a")):
        plan, said = in_turns(slow, waiting(late, price))
        next(islice(run_plan(plan), 12, None))
        assert plan.stage(1, {}).plan.facts.title == name
        assert not any("b:" in line for line in said)


@pytest.mark.parametrize("seconds", [10.0, LONG, 5 * LONG, inf])
def test_a_long_count_is_announced_once(seconds: float) -> None:
    told: list[tuple[str, float]] = []
    plan = TurnsPlan(
        (waiting(Fake("a", (None,) * 90, seconds)),), warn=lambda *one: told.append(one)
    )
    summed(plan)
    assert told == ([("a", seconds)] if LONG <= seconds < inf else [])
