"""A reason why there is no tour is never wrong: small boards with random walls, against the reference."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import DEEP

from nqsat import Board, Run, Tour, count, solutions, solve
from nqsat.counting.job import open_job
from nqsat.engines import (
    COUNTERS,
    ENGINES,
    BacktrackEngine,
    ProofEngine,
    Verdict,
    make_engine,
    why_impossible,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.evidence import Result, verify

PIECES = [
    "N", "W", "K", "F", "D", "C", "Z", "R", "B", "fW", "fsWbF", "fN", "rfW", "NW", "WF", "A",
    "blocker",
]  # fmt: skip
SIZES = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (3, 4)]
SIZES += [(4, 3), (1, 5)]


def variants(board: Board, piece: str, random: Random) -> list[Tour]:
    squares = board.squares
    given: list[dict[str, Any]] = [{}, {"closed": False}]
    if len(squares) > 1:
        a, b = random.sample(squares, 2)
        late = random.randint(2, len(squares))
        one = {b.name(board.rows): late}
        given += [
            {"start": a},
            {"start": a, "numbers": one},
            {"closed": False, "start": a},
            {"closed": False, "end": b},
            {"closed": False, "start": a, "end": b},
            {"closed": False, "numbers": one},
            {"closed": False, "numbers": {a.name(board.rows): late - 1, **one}},
        ]
    return [Tour(board, piece, **more) for more in given]


def small_boards(number: int, seed: int) -> list[Board]:
    random = Random(seed)
    found = []
    for _ in range(number):
        rows, columns = random.choice(SIZES)
        kinds = random.choice(["....", "...#", "...x", "..x#......"])
        lines = ["".join(random.choice(kinds) for _ in range(columns)) for _ in range(rows)]
        wrap = random.choice(["flat", "flat", "cylinder", "torus"])
        found.append(Board.from_map("\n".join(lines), wrap))
    return found


def test_never_wrong() -> None:
    random = Random(11)
    claimed = missed = there = 0
    for board in small_boards(250 if DEEP else 35, seed=12):
        for piece in random.sample(PIECES, 4):
            for tour in variants(board, piece, random):
                reason = why_impossible(tour)
                real = any(found is not None for found in BacktrackEngine().search(tour))
                there += real
                missed += not real and reason is None
                if reason is not None:
                    claimed += 1
                    assert not real, f"{tour!r} has a tour, yet: {reason}"
                    assert reason.isprintable(), reason
                    assert 0 < len(reason) < 250
    # The arguments say something, and are not all there is.
    assert claimed > 150
    assert there > 40
    assert missed > 2


@pytest.mark.parametrize(
    ("tour", "reason"),
    [
        (Tour("5x5", "N"), "every move changes colour, and there are 13 squares of one against 12"),
        (Tour("3x3x3", "N"), "f2 has fewer than two neighbours"),
        (Tour("4x6", "N"), "4x6: no closed knight's tour with a side of 1, 2 or 4"),
        (Tour("3x8", "N"), "3x8: no closed knight's tour on 3x4, 3x6, 3x8"),
        (Tour("4x4", "N", closed=False), "4x4: no knight's tour on 3x3, 3x5, 3x6, 4x4"),
        (Tour("2x9", "N", closed=False), "2x9: a knight cannot reach every square"),
        (Tour("0x0", "N"), "0 squares: a closed tour needs 3"),
        (Tour("0x0", "N", closed=False), "0 squares: a tour needs 1"),
        (Tour("1x2", "W"), "2 squares: a closed tour needs 3"),
        (Tour("5x5", "N", closed=False, start="b1"), "every move changes colour, and an end given"),
        (Tour("3x3", "W"), "every move changes colour, and there are 5 and 4 squares of each"),
        (
            Tour("6x6", "N", closed=False, start="a1", end="b2"),
            "every move changes colour, and the",
        ),
        (Tour("3x3", "B", closed=False), "moves lead from one square to 5 of 9 squares only"),
        (Tour("3x3", "(1,4)", closed=False), "no move leads to or from a3"),
        (Tour(Board.from_map(".x.\n...\n.x."), "WG"), "a3 has fewer than two neighbours"),
        (
            Tour(Board.from_map(".x.\n...\n.x."), "WG", closed=False),
            "4 squares have fewer than two",
        ),
        (Tour(Board.from_map("...\n...\n.x."), "W"), None),
        (Tour("6x6", "K", start="f6", numbers={"c2": 2}), "from f6 to c2 it takes more moves than"),
        (
            Tour("6x6", "K", start="f6", numbers={"c2": 36}),
            "from c2 to f6 it takes more moves than",
        ),
        (
            Tour("6x6", "N", start="a1", numbers={"a3": 6}),
            "every move changes colour, and there are",
        ),
    ],
    ids=repr,
)
def test_reasons(tour: Tour, reason: str | None) -> None:
    # The question is answered by 0, complete, with the reason, and no engine is started.
    if reason is None:
        reason = why_impossible(tour) or ""
        assert reason
    answer = count(tour)
    assert (answer.value, answer.complete, answer.reason, answer.engine) == (0, True, None, "proof")
    assert (answer.note or "").startswith(reason)
    assert "\n" not in (answer.note or "")
    outcome = solve(tour)
    assert outcome.verdict is Verdict.UNSATISFIABLE
    assert outcome.note == answer.note
    small = len(tour.board.squares) <= 16  # where to try all paths is soon done
    for engine in ("cpsat", "backtrack") if small else ("cpsat",):
        assert count(tour, engine=engine).value == 0


def test_no_reason_where_there_is_a_tour() -> None:
    for tour in (
        Tour("6x6", "N"),
        Tour("3x10", "N"),
        Tour("3x4", "N", closed=False),
        Tour("1x1", "N", closed=False),
        Tour("1x1", "blocker", closed=False, start="a1", end=None),
        Tour("5x5", "N", closed=False, start="a1", end="e5"),
        Tour("torus:3x3", "fN"),
        Tour("torus:5x5", "N"),
    ):
        assert why_impossible(tour) is None, tour


#: All that list or count all tours, by the names that ``--engine`` takes.
NAMED = [
    kind.name
    for kind in (*ENGINES, *COUNTERS)
    if issubclass(Tour, kind.takes)
    and kind.name != "frontier"
    and kind.__module__.startswith("nqsat.engines.")
]


@pytest.mark.parametrize("name", NAMED)
def test_who_is_named_searches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only auto takes the argument. Were it wrong, nobody who is asked by name would believe it.
    engine, none = (
        make_engine(name),
        (Tour("3x3", "W"), Tour("3x4", "N"), Tour("2x3", "N", closed=False)),
    )
    for tour in none:
        found = count(tour, engine=engine)
        title = engine.for_model(tour).title
        assert (found.value, found.complete, found.engine) == (0, True, title), tour
        assert count(tour).engine == count(tour, engine="proof").engine == "proof"
    monkeypatch.setattr("nqsat.counting.planning.why_impossible", lambda _: "so it is said")
    tour = Tour("3x4", "N", closed=False)
    assert count(tour, engine=engine).value == 16
    assert count(tour, engine=engine, modulo="symmetry").value == 4
    if engine.lists:
        assert len(list(solutions(tour, engine=engine))) == 16
    with pytest.raises(UnsupportedByEngine, match="knows no argument"):
        count(tour, engine=ProofEngine("so it is said"))


def test_verify_asks_who_does_not_know_the_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    report = verify(Tour("3x4", "N"))
    assert report.result is Result.AGREE
    sides = {side for check in report.checks for side in check.sides}
    assert {"backtrack", "sat", "cpsat", "proof"} <= sides
    for place in ("counting.planning", "evidence.comparisons"):
        monkeypatch.setattr(f"nqsat.{place}.why_impossible", lambda _: "so it is said")
    report = verify(Tour("3x4", "N", closed=False))
    wrong = [check for check in report.checks if check.result is Result.DIFFER]
    assert {check.sides for check in wrong} == {("backtrack", "proof")}
    assert {report.counts[name] for name in ("backtrack", "sat", "cpsat")} == {16}


def test_the_job_of_an_impossible_tour(tmp_path: Path) -> None:
    found = count(Tour("5x5", "N"), run=Run(job=tmp_path / "by_auto"))
    # Its reason is looked for again, whatever the head says.
    assert open_job(tmp_path / "by_auto").question.engine == "proof"
    assert (found.value, found.complete, found.engine) == (0, True, "proof")


def test_orbits_of_nothing() -> None:
    # The reason is given for orbits too, in every way of counting them.
    for method in ("canonical", "blocking", "burnside"):
        answer = count(Tour("4x4", "N"), modulo="symmetry", run=Run(method=method))
        assert (answer.value, answer.complete, answer.engine) == (0, True, "proof")
        assert answer.note


def test_wrong_options_are_refused_before_the_proof() -> None:
    # A question that makes no sense is not answered by 0 because there is nothing to count.
    for options in ({"limit": -1}, {"fixed_by": "spin"}, {"modulo": "turns"}, {"engine": "nope"}):
        error = refused(lambda options=options: count(Tour("4x4", "N"), **options))  # type: ignore[misc]
        assert error.field in (*options, "symmetry")
