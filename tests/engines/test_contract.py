"""One contract, every engine configuration: the same solutions as brute force, limits, closing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import brute_force, same_solutions
from support.oracle.models import few
from support.timeouts import children, steps, until

from nqsat import Arrangement, InvalidModel, Placement, Tour, UnsupportedByEngine
from nqsat.compiling import ENCODINGS
from nqsat.engines import (
    SOLVERS,
    AutoEngine,
    BacktrackEngine,
    BitboardEngine,
    CpSatEngine,
    Engine,
    FrontierEngine,
    Listing,
    MatesEngine,
    SatEngine,
    WarnsdorffEngine,
    every,
    make_engine,
)
from nqsat.rules import Invariant

MAIN = [
    SatEngine(),
    SatEngine("minisat22", "totalizer"),
    CpSatEngine(),
    CpSatEngine(seed=3),
    BacktrackEngine(),
    SatEngine(isolated=True),
]
ENGINES = [
    *MAIN,
    BitboardEngine(),
    *(SatEngine(solver) for solver in SOLVERS[1:]),
    *(
        pytest.param(SatEngine(encoding=encoding.name), marks=pytest.mark.deep)
        for encoding in ENCODINGS[1:]
    ),
]


def isolated(engine: Engine) -> bool:
    return getattr(engine, "isolated", False)


def title(engine: Engine) -> str:
    return engine.title + ("/isolated" if isolated(engine) else "")


@pytest.fixture
def gone() -> Callable[[], bool]:
    """Whether no process and no thread is left that was not there before the test."""
    before = set(children())  # such as the server of other tests

    def all_gone() -> bool:
        streams = (thread.name == "nqsat-stream" for thread in threading.enumerate())
        return set(children()) <= before and not any(streams)

    return lambda: until(all_gone)


@pytest.mark.parametrize("engine", ENGINES, ids=title)
class TestEveryEngine:
    def test_sets(self, engine: Engine) -> None:
        for model in few()[3::5] if isolated(engine) else few():
            if len(model.board.squares) > 12:
                continue
            if isinstance(engine, BitboardEngine) and Invariant in map(type, model.rules):
                continue  # it takes no pieces that share a variable
            listing = Listing(model, engine)
            same_solutions(listing, brute_force(model), f"{title(engine)} on {model}")
            assert listing.complete
            assert listing.reason is None

    def test_limits_and_order(self, engine: Engine, gone: Callable[[], bool]) -> None:
        # 5 queens have 10 solutions, and the contract says: in a fixed order.
        model = Placement("5x5", {"Q": 5})
        orders = []
        for limit in (9, 10) if isolated(engine) else (None, 9, 10, 11, 1):
            number, complete = min(limit or 10, 10), limit is None or limit >= 10
            listing = Listing(model, engine, limit=limit)
            assert not listing.complete
            orders.append([*listing])
            assert len(set(orders[-1])) == number == listing.found
            assert listing.complete == complete
            assert listing.reason == (None if complete else "limit")
            assert list(listing) == []  # once ended, ended
            assert gone()
        assert all(order == max(orders, key=len)[: len(order)] for order in orders)


@pytest.mark.parametrize("engine", MAIN, ids=title)
class TestMainEngines:
    """What costs more, on the main configurations."""

    @pytest.mark.parametrize("board", ["20x20", "torus:20x20"])
    def test_time_limit(self, engine: Engine, board: str, gone: Callable[[], bool]) -> None:
        # On the torus no solution comes to remind the engine to look: there is none, hard to refute.
        model = Placement(board, {"Q": 20})
        listing = Listing(model, engine, time_limit=0.1)
        found = set(listing)
        assert listing.reason == "time limit" or (listing.complete and "torus" in board)
        assert listing.found == len(found)
        assert all(model.holds(one) for one in found)
        assert gone()

    def test_leaving_early(self, engine: Engine, gone: Callable[[], bool]) -> None:
        model = Placement("10x10", {"Q": 10})
        listing = Listing(model, engine)
        assert model.holds(next(listing))
        listing.close()
        assert list(listing) == []
        assert (listing.found, listing.complete, listing.reason) == (1, False, "interrupted")
        assert gone()
        listing = Listing(model, engine)
        listing.close()  # before it has begun
        assert list(listing) == []
        next(Listing(model, engine))  # nobody calls close on ``next(nqsat.solutions(model))``
        assert gone()

    def test_closing_at_the_first_sign_of_life(
        self, engine: Engine, gone: Callable[[], bool]
    ) -> None:
        # Closed as soon as the work began: a stop that comes before the solver runs must not be lost.
        stream = engine.search(Placement("torus:20x20", {"Q": 20}))
        item = next(stream)
        assert item is None or isinstance(item, Arrangement)
        stream.close()  # type: ignore[attr-defined]
        assert gone()

    def test_started_in_one_thread_and_finished_in_another(self, engine: Engine) -> None:
        # An executor's threads come and go. A worker process must not die with the one that began, when the
        # system sends its signal for the death of a parent: it is at work for so long.
        size, number = (12, 3000) if isolated(engine) else (7, 40)
        listing = Listing(Placement(f"{size}x{size}", {"Q": size}), engine, limit=number)
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(next(listing)))
        thread.start()
        thread.join()
        # Python has done with it a little before the system has.
        assert until(lambda: not Path(f"/proc/self/task/{thread.native_id}").exists())
        found.extend(listing)
        assert len(set(found)) == number

    def test_two_at_once(self, engine: Engine) -> None:
        # Sessions are the only mutable thing: two of them side by side do not mix.
        queens, rooks = Placement("5x5", {"Q": 5}), Placement("3x3", {"R": 3})
        one, two = Listing(queens, engine), Listing(rooks, engine)
        got: tuple[list[Any], list[Any]] = ([], [])
        for _ in range(12):
            got[0].extend(x for x in [next(one, None)] if x)
            got[1].extend(x for x in [next(two, None)] if x)
        assert (len(set(got[0])), len(set(got[1]))) == (10, 6)
        assert one.complete
        assert two.complete

    def test_deep_search(self, engine: Engine) -> None:
        # 1600 pieces: a search that recurses once a piece meets Python's limit. Refused in words, or found.
        model = Placement("40x40", {"blocker": 1600})
        with suppress(UnsupportedByEngine):
            assert len(next(Listing(model, engine))) == 1600


def test_backtrack_refuses_or_keeps_the_time_limit() -> None:
    # Refused at once, or the limit is kept: no half minute of preparation, no gigabytes.
    with suppress(UnsupportedByEngine), steps(100_000):
        list(Listing(Placement("80x80", {"Q": 80}), BacktrackEngine(), time_limit=0.5))


# -- what is refused, and what breaks ------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "options"),
    [
        (SatEngine, {"solver": "kissat404"}),
        (SatEngine, {"encoding": "nope"}),
        (SatEngine, {"circuit": "no"}),
        *((CpSatEngine, {"seed": seed}) for seed in (-1, 2**31, True, None)),
        *((WarnsdorffEngine, {"restarts": number}) for number in (0, True, -3)),
        (WarnsdorffEngine, {"seed": 1.5}),
        (MatesEngine, {"method": "no"}),
        *((kind, {"memory": size}) for kind in (AutoEngine, FrontierEngine, MatesEngine)
          for size in (0, True, 1e9)),
    ],
)  # fmt: skip
def test_bad_options(engine: Any, options: dict[str, Any]) -> None:
    refused(lambda: engine(**options), next(iter(options)))


@pytest.mark.parametrize("kind", every.all_engines(), ids=lambda kind: kind.name)
def test_what_an_engine_says_it_cannot_do_is_refused_at_once(kind: type[Engine]) -> None:
    engine = kind()
    placement, tour = Placement("4x4", {"Q": 4}), Tour("6x6", "N")
    cannot: list[tuple[str, Callable[[], object]]] = []
    if not issubclass(Tour, kind.takes):
        cannot.append((r"is only for placements.*; use sat or mates", lambda: engine.plan(tour)))
    if not issubclass(Placement, kind.takes):
        cannot.append(("is only for tours; use sat or frontier", lambda: engine.plan(placement)))
    elif kind.name in ("cpsat", "backtrack", "bitboard"):
        group = placement.symmetries()
        cannot.append(("orbit of a solution; use sat", lambda: engine.search(placement, group)))
    if not kind.counts_sizes:
        model = tour if kind.name == "mates" else placement
        cannot.append(("by size; use frontier", lambda: engine.plan(model, by_size=True)))
    for words, ask in cannot:
        with pytest.raises(UnsupportedByEngine, match=f"{words}$"):
            ask()


# -- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", every.all_engines(), ids=lambda kind: kind.name)
def test_every_title_is_a_name(kind: type[Engine]) -> None:
    # What an answer names as its engine can be asked for again: each option alone and all at once.
    plain = make_engine(kind.name)
    last: dict[str, Any] = {option: values[-1] for option, values in kind.choices.items()}
    if kind.name == "sharpsat":
        last["circuit"] = "one-hot"  # the last, lazy, is refused
    every: list[dict[str, Any]] = [{option: value} for option, value in last.items()]
    for options in ({}, last, *every):
        engine = make_engine(kind.name, **options)
        assert make_engine(engine.title) == engine
        assert (engine == plain) is all(getattr(plain, key) == options[key] for key in options)
    for odd in (BitboardEngine(symmetry=False), WarnsdorffEngine(seed=-7)):
        if isinstance(odd, kind):
            assert make_engine(odd.title) == odd
    for model in (Placement("4x4", {"Q": 4}), Tour("4x5", "N", closed=False)):
        named = plain.for_model(model)
        assert make_engine(named.title).title == named.title


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sat/fast", "'fast' is unknown; solvers: cadical195, .*, minisat22"),
        ("sat/minisat22/glucose3", "'glucose3' is a second solver"),
        ("sat/", "'' is unknown; solvers: "),
        ("frontier/middle", "'middle' is unknown; write frontier alone"),
        ("warnsdorff/x", "'x' is unknown"),
        ("reference", "'reference' is unknown; choose from auto, sat"),
    ],
)
def test_what_is_no_title(text: str, said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        make_engine(text)
    with pytest.raises(InvalidModel, match="solver: is minisat22 in 'sat/minisat22'"):
        make_engine("sat/minisat22", solver="glucose3")


def test_a_proof_that_does_not_apply_answers_nothing() -> None:
    with pytest.raises(UnsupportedByEngine, match="use auto"):
        make_engine("proof").search(Placement("2x2", {"Q": 1}))
