"""What stops a count: limits, the clock, Ctrl-C, and arguments that make no sense."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import Any, ClassVar, cast

import pytest
from support.day_subset import some
from support.error_asserts import raised, refused

from nqsat import Arrangement, Placement, Rule, Run, Tour, UnsupportedByEngine, count
from nqsat.chess import board
from nqsat.cli.commands import until_interrupted
from nqsat.counting import Count
from nqsat.counting.run import unseen
from nqsat.engines import AutoEngine, FrontierEngine, stream
from nqsat.rules import Constraint, NonAttacking, Variables

ENGINES = ("sat", "cpsat", "backtrack")
SIX = Placement("6x6", {"Q": 6})  # 4 solutions, 1 orbit
BLOCKED = Placement("3x3", {"K": "any"})  # 35 solutions, 11 orbits
TWENTY = Placement("20x20", {"Q": 20})
TRUTH_OF_TWENTY = 39_029_188_884  # OEIS A000170

every_engine = pytest.mark.parametrize("engine", ENGINES)

WAYS: list[dict[str, Any]] = [
    *({"engine": engine} for engine in ENGINES),
    {"modulo": "symmetry"},
    {"modulo": "symmetry", "method": "blocking"},
    {"modulo": "symmetry", "method": "burnside"},
    {"fixed_by": "rot180", "engine": "backtrack"},
]


def counted(model: Placement, *, method: Any = None, watch: Any = unseen, **options: Any) -> Count:
    return count(model, run=Run(method=method, watch=watch), **options)


# -- limits ---------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize(("model", "truth"), [(SIX, 4), (BLOCKED, 35)], ids=["few", "many"])
def test_limits_below_at_and_above_the_count(engine: str, model: Placement, truth: int) -> None:
    # At the true count one more question settles it; "at least" there would be too modest.
    for limit in (1, truth - 1, truth, truth + 1, 10**30):
        answer = count(model, engine=engine, limit=limit)
        assert answer.value == min(limit, truth)
        assert answer.complete == (limit >= truth)
        assert answer.reason == (None if answer.complete else "limit")
        assert str(answer).startswith("at least") != answer.complete


@pytest.mark.parametrize("method", ["canonical", "blocking"])
def test_a_limit_on_orbits_counts_orbits(method: str) -> None:
    # The limit is on what is counted, not on the solutions that were looked at.
    for limit in (1, 10, 11, 12):
        answer = count(BLOCKED, modulo="symmetry", run=Run(method=cast("Any", method)), limit=limit)
        assert (answer.value, answer.complete) == (min(limit, 11), limit >= 11)


# -- the clock ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", some(WAYS, 3))
def test_twenty_queens_for_a_moment(options: dict[str, Any]) -> None:
    # A clock makes a count partial, labelled, and never larger than the truth.
    answer = counted(TWENTY, time_limit=0.1, **options)
    assert not answer.complete
    assert answer.reason == "time limit"
    assert str(answer).startswith("at least ")
    assert 0 <= answer.value <= TRUTH_OF_TWENTY


# -- Ctrl-C ---------------------------------------------------------------------------------


def fuse(calls: int, told: list[object]) -> Callable[[object], None]:
    """A ``watch`` that presses Ctrl-C at its n-th call, and keeps what it was told."""

    def watch(found: object) -> None:
        told.append(found)
        if len(told) >= calls:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize(
    "options",
    [
        *WAYS,
        {"fixed_by": "rot180"},
        {"modulo": "symmetry", "method": "burnside", "engine": "backtrack"},
    ],
    ids=str,
)
@pytest.mark.parametrize("calls", [1, 2, 3, 9, 41])
def test_ctrl_c_at_a_sign_of_life(options: dict[str, Any], calls: int) -> None:
    # What was found is kept and is a lower bound; after it, the same question is answered in full.
    truth, told = counted(BLOCKED, **options).value, list[object]()
    answer = until_interrupted(lambda: counted(BLOCKED, watch=fuse(calls, told), **options))
    if answer.complete:  # fewer signs of life than that
        assert answer.value == truth
        return
    assert (answer.reason, len(told)) == ("interrupted", calls)  # nothing is asked after it
    assert str(answer).endswith("(interrupted)")
    assert 0 <= answer.value <= truth
    assert counted(BLOCKED, **options).value == truth


# -- arguments ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"engine": "nope"}, {"engine"}),
        ({"modulo": "rotation"}, {"modulo"}),
        ({"modulo": ""}, {"modulo"}),
        ({"modulo": "symmetry", "method": "guess"}, {"method"}),
        ({"method": "guess"}, {"method"}),
        ({"method": "burnside"}, {"method"}),
        ({"method": "blocking"}, {"method"}),
        ({"modulo": "symmetry", "method": "canonical", "engine": "frontier"}, {"method"}),
        ({"modulo": "symmetry", "method": "burnside", "limit": 3}, {"method", "limit"}),
        ({"fixed_by": "rot45"}, {"fixed_by", "symmetry"}),
        ({"fixed_by": ""}, {"fixed_by", "symmetry"}),
        ({"fixed_by": "shift(0,1)"}, {"fixed_by", "symmetry"}),  # a flat board has no shifts
        ({"limit": 0}, {"limit"}),
        ({"limit": 2.5}, {"limit"}),  # would never be met, so silently no limit at all
        ({"time_limit": 0}, {"time_limit"}),
        ({"time_limit": float("nan")}, {"time_limit"}),
    ],
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value),
)
def test_arguments_that_make_no_sense(options: dict[str, Any], fields: set[str]) -> None:
    # The caller's mistake, named by its field, before any work is done.
    assert refused(lambda: counted(SIX, **options)).field in fields


@pytest.mark.parametrize("options", [{}, {"modulo": "symmetry"}, {"fixed_by": "rot180"}], ids=str)
def test_a_board_too_large_is_refused_before_anything_is_built(options: dict[str, Any]) -> None:
    # Its symmetries alone are eight maps of half a million squares: the estimate has to come first.
    model = Placement("700x700", {"Q": 700})
    listed = board._squares.cache_info().misses
    raised(UnsupportedByEngine, lambda: count(model, **options), "700x700")
    assert board._squares.cache_info().misses == listed  # the squares have not even been listed


# -- before the first solution ---------------------------------------------------------------


@dataclass(frozen=True)
class Endless(Rule):
    """A rule that is never done with what it has been asked first."""

    name: ClassVar[str] = "endless"
    over: Any
    asked: str

    def holds(self, arrangement: Arrangement) -> bool:
        return True

    def _wait(self, what: str) -> None:
        if what == self.asked:
            self.over.wait()

    def lower(self, setting: Any, variables: Variables) -> Iterator[Constraint]:
        self._wait("formula")
        yield from ()

    def image(self, change: Any) -> Rule:
        self._wait("symmetries")
        return self


@contextmanager
def endless(asked: str) -> Iterator[Placement]:
    """A model with such a rule; in the end it is done, so that no thread is left behind."""
    over = Event()
    try:
        yield Placement("4x4", {"Q": 4}, [NonAttacking(), Endless(over, asked)])
    finally:
        over.set()


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        *[("formula", {"engine": engine}) for engine in ("sat", "cpsat", "auto", "bitboard")],
        ("formula", {"engine": "frontier"}),
        ("formula", {"engine": "auto", "modulo": "symmetry"}),
        ("symmetries", {"engine": "sat", "modulo": "symmetry"}),
        ("symmetries", {"engine": "sat", "modulo": "symmetry", "method": "burnside"}),
    ],
)
def test_the_clock_runs_from_the_first_moment(
    asked: str, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_LEAVING", 1)  # whoever is asked to leave does not
    with endless(asked) as model:
        answer = counted(model, time_limit=0.1, **options)
    assert (answer.value, answer.complete, answer.reason) == (0, False, "time limit")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("model", "engine"),
    [
        (Placement("5x5", {"Q": 5}, presets=["Q@c3", "Q@a1"]), "frontier"),
        (Placement("6x6", {"Q": 6}), "frontier"),
        (Placement("6x6", {"Q": 6}), "bitboard"),
        (Placement("4x4", {"Q": 4}), "sat"),
        (Tour("4x4", "N"), "mates"),
        (Tour("3x4", "N", closed=False), "mates"),
        (Tour("3x4", "N", closed=False), "auto"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("modulo", ["none", "symmetry"])
@pytest.mark.usefixtures("threads")
def test_what_is_seen_was_found(
    model: Placement | Tour, engine: str, workers: int, modulo: Any
) -> None:
    # What a count makes on its way, a layer or a table, is no solution.
    seen = [0]
    asked: Any = model
    found = count(asked, engine=engine, modulo=modulo, run=Run(workers=workers, watch=seen.append))
    assert found.complete
    assert max(seen) <= found.value
    assert seen == sorted(seen)


def test_a_count_that_meets_its_limit_of_memory_says_how_far_it_came() -> None:
    found = count(
        Placement("8x8", {"Q": "any"}), engine=FrontierEngine(memory=300_000), run=Run(workers=1)
    )
    assert (found.value, found.reason) == (0, "memory limit")
    assert found.note is not None
    assert found.note.startswith("0.286 MiB reached in layer ")
    auto = count(Placement("6x6", {"Q": "any"}), engine=AutoEngine(memory=1_000))
    assert (auto.value, auto.complete) == (2635, True)  # another engine takes over
