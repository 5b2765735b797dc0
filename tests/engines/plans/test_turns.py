"""Plans in turns: whoever is done first answers, nothing is counted twice, and the best bound stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat import UnsupportedByEngine
from nqsat.engines.plans import turns
from nqsat.engines.plans.plan import Estimate, Facts, Progress
from nqsat.engines.plans.turns import LEADER, LONG, Candidate, Turns
from nqsat.errors import OutOfMemory

#: Seconds of work of a slice of a fake plan.
SLICE = 0.125


@dataclass(frozen=True)
class Fake:
    """Numbers one after the other, a slice each; None if nothing is found, -1 if memory is too small."""

    name: str
    numbers: tuple[int | None, ...] = (100,)
    seconds: float = inf
    method: str = "counting"
    pieces: int = 0

    def __call__(self) -> Iterator[Progress]:
        cost = Estimate(self.seconds, 0, "said so")
        yield Progress(facts=Facts(self.name, self.method, cost=cost, rate=1 / SLICE))
        for number in self.numbers:
            if number == -1:
                raise OutOfMemory(self.name, "it does not fit")
            yield Progress(((self.pieces, number),) if number else (), 1, words=self.name)


def refuse() -> Iterator[Progress]:
    raise UnsupportedByEngine("other", "cannot")


def in_turns(*fakes: Fake | Candidate) -> tuple[Turns, list[str]]:
    said: list[str] = []
    every = [one if isinstance(one, Candidate) else Candidate(one.name, one) for one in fakes]
    return Turns(every, said.append), said


def summed(turns: Turns) -> int:
    return sum(int(n) for piece in turns.run() for _, n in piece.numbers)


def at_work(turns: Turns) -> str:
    return "".join(piece.words for piece in turns.run())


def answered(turns: Turns) -> str:
    facts = [piece.facts for piece in turns.run() if piece.facts]
    return facts[-1].title


def test_turns_double_and_the_first_has_longer_ones() -> None:
    nothing = (None,) * 60
    plan, said = in_turns(Fake("a", (*nothing, 7)), Fake("b", nothing + nothing))
    assert at_work(plan) == "a" * 8 + "b" * 2 + "a" * 16 + "b" * 4 + "a" * 32 + "b" * 8 + "a" * 5
    assert said[-3:] == ["a: 4 s", "b: 1 s", "a: 8 s"]
    assert answered(in_turns(Fake("a", (*nothing, 7)), Fake("b", nothing + nothing))[0]) == "a"


def test_a_forecast_that_is_wrong_delays_but_does_not_lose() -> None:
    # It says that it needs 9 s, and is done after 2; the other has no forecast.
    wrong, other = Fake("a", (None,) * 15 + (7,), 9.0), Fake("b", (None,) * 10_000)
    turns, _ = in_turns(wrong, other)
    assert answered(turns) == "a"


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
    found, who = 0, ""
    try:
        for piece in plan.run():
            assert all(number > 0 for _, number in piece.numbers)
            who = piece.facts.title if piece.facts else who
            found += sum(int(number) for _, number in piece.numbers)
            assert found <= 100
    except OutOfMemory:
        assert all(fails for _, fails in every)
        return
    assert found == 100
    assert not every[int(who)][1]


def test_sizes_are_those_of_whoever_has_most() -> None:
    # Each number of pieces has a lower bound of its own.
    @dataclass(frozen=True)
    class Sized(Fake):
        def __call__(self) -> Iterator[Progress]:
            yield Progress(facts=Facts(self.name, rate=1 / SLICE))
            for pieces in range(3) if self.name == "a" else (2, 1, 0):
                yield from [Progress((), 1)] * 6
                yield Progress(((pieces, 10 + pieces),), 1)

    plan, _ = in_turns(Sized("a"), Sized("b"))
    found = [number for step in plan.run() for number in step.numbers]
    assert sorted(found) == [(0, 10), (1, 11), (2, 12)]


def test_the_bound_names_who_has_found_it() -> None:
    plan, _ = in_turns(Fake("a", (None,) * 99), Fake("b", (5, None, 90)))
    piece = next(piece for piece in plan.run() if piece.numbers)
    assert piece.facts
    assert piece.facts.title == "b"


def test_who_cannot_is_left_out() -> None:
    plan, said = in_turns(Candidate("other", refuse), Fake("a"))
    assert summed(plan) == 100
    assert said == [
        f"other: {LEADER:g} s",
        "other: cannot",
        "a: 1 s",
        "a: of unknown length: said so",
    ]
    for failing in (Candidate("other", refuse), Fake("b", (None, -1))):
        alone, _ = in_turns(failing, Candidate("other", refuse))
        with pytest.raises(UnsupportedByEngine):
            summed(alone)


def test_a_turn_ends_whatever_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # An engine that counts no work, or far too little of it, is measured in seconds.
    seconds = 0.0
    monkeypatch.setattr(turns, "thread_time", lambda: seconds)

    def silent() -> Iterator[Progress]:
        nonlocal seconds
        yield Progress(facts=Facts("a", rate=1 / SLICE))
        for _ in range(20):
            seconds += 1.0
            yield Progress(words="a")

    plan, _ = in_turns(Candidate("a", silent), Fake("b", (None,) * 20))
    assert at_work(plan).startswith("aabb" + "aaaabbbb")


@pytest.mark.parametrize("seconds", [10.0, LONG, 5 * LONG, inf])
def test_a_long_count_is_announced_once(seconds: float) -> None:
    told: list[tuple[str, float]] = []
    fake = Fake("a", (None,) * 90, seconds)
    plan = Turns([Candidate("a", fake)], warn=lambda *one: told.append(one))
    summed(plan)
    assert told == ([("a", seconds)] if LONG <= seconds < inf else [])


def test_a_list_of_more_than_it_can_list_waits() -> None:
    # The other has shown that there are a thousand times as many solutions as it has listed.
    counted = Fake("a", (*[10**6] * 10, *[None] * 200), 30.0)
    listed = Fake("b", (1000,) * 500, method="listing")
    slices = at_work(in_turns(counted, replace(listed))[0])
    assert slices.count("b") <= 4
    few = Fake("a", (*[1] * 10, *[None] * 200), 30.0)
    assert at_work(in_turns(few, listed)[0]).count("b") > 20


def test_a_long_list_waits_while_others_are_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_LISTED", 3)
    listed = Fake("b", (1,) * 100, method="listing")
    plan, _ = in_turns(Fake("a", (None,) * 60), listed)
    assert at_work(plan) == "a" * 8 + "bb" + "a" * 16 + "bbbb" + "a" * 36
    plan, _ = in_turns(Fake("a", (*[None] * 40, -1)), listed)
    assert summed(plan) == 100  # until the others have given up
