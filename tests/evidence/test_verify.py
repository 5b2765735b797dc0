"""Verify: it agrees where all is well, and every fault that is planted is found and shown.

A checker that never objects is worth nothing, so most of this file is faults: engines that lose, invent,
repeat or cut short; encodings with one line forgotten or one clause too many; wrong symmetries, weights
and published values. Each has to come out as DIFFER, and with a witness where a solution tells the two
sides apart.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from shutil import copy
from typing import Any, ClassVar

import pytest
from support.boards import graph_of, is_hexagon, is_solid, wrap_of
from support.day_subset import combined, some
from support.efforts import RANDOM
from support.error_asserts import Own
from support.faulty_engine import Spoilt, Stream
from support.jobs import forge
from support.oracle.brute_force import DEEP
from support.random_models import random_model

from nqsat import (
    Arrangement,
    Count,
    Disagreement,
    EngineFailure,
    Interrupted,
    InvalidModel,
    Placement,
    Rule,
    Run,
    Square,
    Tour,
    UnsupportedByEngine,
    count,
    rules,
    solutions,
)
from nqsat.cli.commands import until_interrupted
from nqsat.counting import Question, answer
from nqsat.counting.job import begin
from nqsat.engines import BacktrackEngine, CpSatEngine, Deadline, Engine, SatEngine
from nqsat.evidence import (
    USUAL,
    Check,
    Effort,
    Ground,
    Report,
    Result,
    certify,
    checker,
    known_counts,
    verify,
)
from nqsat.evidence.certificate.facts import facts_of
from nqsat.evidence.comparisons import transpose_model
from nqsat.modelling import Change, Constraint, Model, Moves, Setting, Solution, Variables
from nqsat.rules import Clause, NonAttacking, PlacedPiece, rule
from nqsat.sources import find_family

SIX = Placement("6x6", {"Q": 6})
KINGS = Placement("3x3", {"K": "any"})

#: Nothing but the sets of the witnesses.
SETS_ONLY = Effort(encodings=-1, certified=-1, invariants=-1, predicted=-1.0)

#: And what holds of any model.
SETS_AND_INVARIANTS = replace(SETS_ONLY, invariants=USUAL.invariants)

REFERENCE, SAT, CPSAT = BacktrackEngine(), SatEngine(), CpSatEngine()


def patch(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    """Exchange a name wherever the modules of ``nqsat.evidence`` use it."""
    folder = [module for key, module in sys.modules.items() if key.startswith("nqsat.evidence.")]
    having = [module for module in folder if hasattr(module, name)]
    assert having, f"nothing in nqsat.evidence is called {name}"
    for module in having:
        monkeypatch.setattr(module, name, value)


def differing(report: Report) -> list[str]:
    return [check.name for check in report.checks if check.result is Result.DIFFER]


def shown(report: Report) -> Arrangement:
    witness = next(check.witness for check in report.checks if check.result is Result.DIFFER)
    assert isinstance(witness, Arrangement)
    return witness


def result_of(report: Report, name: str) -> set[Result]:
    return {check.result for check in report.checks if check.name == name}


# -- where all is well ----------------------------------------------------------------------

WELL: list[tuple[str, dict[str, Any]]] = [
    *(("queens", {"n": n}) for n in (0, 1, 3, 6)), ("toroidal-queens", {"n": 5}),
    ("cylindrical-queens", {"n": 5}), ("queens-completion", {"n": 6, "at": "a3"}),
    ("rooks-k", {"rows": 2, "columns": 4, "k": 2}), ("one-of-each", {"n": 4}),
    ("knights-any", {"n": 3}), ("queens-and-knights", {"n": 4, "queens": 1, "knights": 2}),
]  # fmt: skip


@pytest.mark.parametrize("case", some(WELL, 3))
def test_small_cases_of_the_catalogue_agree(case: tuple[str, dict[str, Any]]) -> None:
    # No false alarm, every comparison of the table is made or says why not, counts are per engine.
    family, params = case
    model = find_family(family)(**params)
    report = verify(model, family=family, params=params)
    assert report.result is Result.AGREE
    assert differing(report) == []
    report.require()
    assert {check.name for check in report.checks} >= {
        "engines", "encodings", "closed under symmetry", "orbits",
        "transposed", "counting", "sizes", "cubes",
    }  # fmt: skip
    assert len(set(report.counts.values())) == 1
    names = [title.partition("/")[0] for title in report.counts]
    assert names == ["backtrack", "sat", "cpsat", "bitboard"]
    assert report.grounds[:2] == (Ground.MEANING, Ground.FORMULA)
    known = known_counts(family, params)
    published = [check for check in report.checks if check.name == "published"]
    assert len(published) == len(known)


def has_no_witness(model: Model) -> bool:
    """Whether nothing agrees independently: a rule shares something, the checker refuses the model."""
    try:
        facts_of(model)
    except InvalidModel:
        return any(rule.shares for rule in model.rules)
    return False


def test_most_random_models_have_an_independent_witness() -> None:
    # Of 2,000 there are 250 without: the checker knows not all pieces that are drawn, nor all rules.
    without = sum(has_no_witness(random_model(11, index)) for index in range(400))
    assert 0 < without < 400 * 0.15


@pytest.mark.parametrize("index", range(400 if DEEP else 12))
def test_random_models_agree(index: int) -> None:
    model = random_model(11, index)
    report = verify(model, effort=RANDOM)
    assert differing(report) == []
    if has_no_witness(model):
        assert report.result is Result.UNKNOWN
        assert "meaning and encoding of" in report.notes[0]
        assert "the checker" in report.notes[-1]
    else:
        assert report.result is Result.AGREE
    assert {side for check in report.checks for side in check.sides} >= {
        "backtrack",
        "sat",
        "cpsat",
    }


def test_a_list_that_is_too_long_is_counted() -> None:
    # No set to compare. What is published is a ground of its own, so this is agreement all the same.
    few = Effort(solutions=3)
    report = verify(SIX, family="queens", params={"n": 6}, effort=few)
    assert "more than 3 solutions" in report.checks[0].detail
    assert report.counts == {"bitboard": 4}
    assert report.result is Result.AGREE
    assert report.grounds == (Ground.FORMULA, Ground.RECOUNT, Ground.PUBLISHED)
    wrong = verify(SIX, family="queens", params={"n": 4}, effort=few)
    assert wrong.result is Result.DIFFER


def test_where_nothing_independent_is_compared_the_result_is_unknown() -> None:
    # Two counters over one formula agree, and both would be wrong if it were: not a pass.
    for counters in (("bitboard",), ("bitboard", "frontier")):
        report = verify(SIX, effort=Effort(solutions=3, counters=counters, states=9))
        agreeing = [check for check in report.checks if check.result is Result.AGREE]
        assert [check.name for check in agreeing] == ["counting"] * (len(counters) - 1)
        assert report.result is Result.UNKNOWN
        assert "nothing" in report.summary
        report.require()  # not knowing is not a disagreement


def test_the_checker_recounts_what_nobody_lists() -> None:
    # It needs no other counter to confirm one, and alone it is no agreement.
    report = verify(SIX, effort=Effort(solutions=3))
    assert report.grounds == (Ground.FORMULA, Ground.RECOUNT)
    nobody = verify(SIX, effort=Effort(solutions=3, counters=()))
    assert "unknown: counting: only recount counts it: 4" in map(str, nobody.checks)


def test_a_list_compared_with_itself_is_no_evidence() -> None:
    # Closed, turned, cut into orbits: all of it by the list of the reference. Nobody confirms that list.
    report = verify(SIX)
    alone = replace(report, checks=tuple(c for c in report.checks if not c.independent))
    assert {c.name for c in alone.checks if c.result is Result.AGREE} == {
        "closed under symmetry", "orbits", "transposed",
    }  # fmt: skip
    assert alone.result is Result.UNKNOWN
    assert alone.summary == "nothing independent was compared; what shares a ground agrees"


def test_skipped_comparisons_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch, "LARGEST_GROUP", 3)
    report = verify(SIX, effort=Effort(4, encodings=3, predicted=-1.0))
    assert Result.AGREE in result_of(report, "engines")  # "more than" excludes the bound itself
    for name in ("encodings", "orbits", "counting", "sizes"):
        assert Result.UNKNOWN in result_of(report, name)
    assert report.result is Result.AGREE
    few = verify(SIX, effort=replace(SETS_ONLY, invariants=3))
    for name in ("orbits", "transposed", "cubes"):
        assert result_of(few, name) == {Result.UNKNOWN}
    report = verify(Placement("cylinder:3x4", {"Q": 1}), effort=SETS_AND_INVARIANTS)
    (check,) = (check for check in report.checks if check.name == "transposed")
    assert (check.result, check.detail) == (Result.UNKNOWN, "the model cannot be transposed")


def test_a_limit_of_time_is_unknown() -> None:
    # Queens enough for the clock to be looked at; nobody is accused, and it ends.
    report = verify(Placement("12x12", {"Q": 12}), effort=Effort(seconds=0.05, states=1_000))
    assert differing(report) == []
    assert report.result is Result.UNKNOWN
    assert any("0.05 s" in check.detail for check in report.checks)


def test_all_counters_are_witnesses() -> None:
    # As a set where they list, as a number, and size by size, where they can.
    report = verify(KINGS, effort=replace(SETS_ONLY, counters=None, predicted=5.0))
    agreeing = {(c.name, c.sides[1]) for c in report.checks if c.result is Result.AGREE and c.sides}
    assert {("engines", "bitboard"), ("counting", "frontier"), ("sizes", "frontier")} <= agreeing
    assert report.counts["frontier"] == 35
    tour = verify(Tour("3x4", "N", closed=False), effort=Effort(encodings=-1))
    assert tour.counts["mates"] == 16
    assert tour.grounds == (Ground.MEANING, Ground.FORMULA, Ground.MOVES, Ground.RECOUNT)


def test_an_interrupt_keeps_what_was_established() -> None:
    def stop(check: Check) -> None:
        if check.name == "encodings":
            raise KeyboardInterrupt

    report = until_interrupted(verify, SIX, watch=stop)
    assert report.interrupted
    assert [check.name for check in report.checks][-2:] == ["encodings", "interrupted"]
    assert report.result is Result.AGREE  # two engines had been compared
    assert not verify(KINGS, effort=SETS_ONLY).interrupted


def test_every_long_comparison_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    # Else nothing can be said on a pipe while one of them takes a minute.
    told: list[object] = []
    heard = threading.Event()

    def alive(found: int) -> None:
        told.append(found)
        heard.set()

    def slow(*_asked: object) -> int:
        heard.clear()
        assert heard.wait(20)
        return 4

    monkeypatch.setattr("nqsat.evidence.comparisons.recount_of", slow)
    report = verify(SIX, effort=Effort(certified=0), watch=told.append, alive=alive)
    assert report.result is Result.AGREE
    lively = {
        x.name for sign, x in pairwise(told) if isinstance(x, Check) and isinstance(sign, int)
    }
    assert {"engines", "encodings", "orbits", "cubes", "transposed", "recount"} <= lively


# -- engines that are wrong -----------------------------------------------------------------


def wrong(model: Placement) -> Arrangement:
    """One queen more on each of the first squares."""
    pieces = (PlacedPiece(square, model.kinds[0].name) for square in model.board.squares[:6])
    return Arrangement(model.setting, tuple(pieces))


#: What an engine makes of all solutions; the last has as many as there should be.
WRONG: dict[str, Callable[[list[Any], Any], list[Any]]] = {
    "one is lost": lambda every, _: [every[0], *every[2:]],
    "it ends too early": lambda every, _: every[:2],
    "nothing": lambda every, _: [],
    "a wrong one": lambda every, model: [*every, wrong(model)],
    "one comes twice": lambda every, _: [*every, every[0]],
    "one is exchanged": lambda every, model: [*every[1:], wrong(model)],
}


def spoilt(what: str) -> Spoilt:
    return Spoilt(lambda found, model: iter(WRONG[what]([*filter(None, found)], model)))


@pytest.mark.parametrize(("what", "place"), combined([*WRONG], range(3)))
def test_an_engine_that_lists_too_little_or_too_much(what: str, place: int) -> None:
    # A wrong solution or one twice is a disagreement like any other: it belongs into the report, and the
    # other comparisons are still made. Whoever loses one, the reference or another: it is shown.
    engines: list[Engine] = [REFERENCE, SAT, CPSAT]
    engines[place] = spoilt(what)
    report = verify(SIX, witnesses=tuple(engines), effort=SETS_ONLY)
    bad = [c for c in report.checks if c.name == "engines" and c.result is Result.DIFFER]
    assert any("spoilt" in c.detail for c in bad)
    with pytest.raises(Disagreement) as caught:
        report.require()
    if what in [*WRONG][:3]:
        assert SIX.holds(shown(report))
        assert "spoilt lacks it" in bad[0].detail
        assert str(bad[0].witness) in bad[0].detail
        assert caught.value.witness == bad[0].witness


def test_another_engine_lists_what_the_reference_is_too_slow_for() -> None:
    # Of 487 million cycles on 7×7 points one keeps the clues: that takes the reference hours.
    clues = "..2.../...132/.23.3./...1.1/1....2/..1.2."
    report = verify(find_family("slitherlink")(clues=clues), effort=replace(USUAL, reference=0.1))
    slow, *rest = (check for check in report.checks if check.name == "engines")
    assert (slow.result, slow.sides) == (Result.UNKNOWN, ())
    assert slow.detail == "backtrack: more than 0.1 s: sets not compared with its list"
    assert [check.sides for check in rest] == [("sat", "cpsat")]
    assert report.counts.keys() == {"sat", "cpsat"}
    assert report.result is Result.AGREE, "the checker counts, too"


# -- tours ----------------------------------------------------------------------------------

TOURS = [
    Tour("2x3", "K", start="a1", numbers={"c2": 4}),
    Tour("3x4", "N", closed=False, unit="undirected"),
    Tour("4x4", "W", fixed_by="rot180"),
    Tour("torus:3x3", "rfW"),
    Tour("2x2", "N"),  # no moves at all
    Tour("3x3", "W"),  # none
]


@pytest.mark.parametrize("tour", some(TOURS, 2))
def test_tours_agree(tour: Tour) -> None:
    # Every check either agrees or says why it was not made.
    report = verify(tour)
    assert report.result is Result.AGREE, str(report)
    assert differing(report) == []
    assert len(set(report.counts.values())) == 1
    names = [check.name for check in report.checks]
    assert {"engines", "encodings", "closed under symmetry", "orbits", "directions"} <= {*names}
    assert names.count("encodings") == 2
    report.require()


def test_tours_that_are_lost_or_invented() -> None:
    tour = Tour("3x3", "K", avoiding=["a1-b1"])
    lost = (REFERENCE, spoilt("one is lost"))
    invents = Spoilt(lambda _, model: SAT.search(Tour(model.board, "K")))
    for witnesses in (lost, (REFERENCE, invents), (invents, SAT)):
        report = verify(tour, witnesses=witnesses, effort=SETS_ONLY)
        assert report.result is Result.DIFFER
        with pytest.raises(Disagreement) as caught:
            report.require()
        assert witnesses is not lost or caught.value.witness is not None


# -- rules of one's own ---------------------------------------------------------------------


@dataclass(frozen=True)
class Odd(Rule):
    """An odd number of pieces; ``lower`` may say something else, and the rule may know its symmetries."""

    name: ClassVar[str] = "odd"
    right: bool = True

    def holds(self, arrangement: Arrangement) -> bool:
        return len(arrangement) % 2 == 1

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        squares = variables.group(setting.kinds[0].name, setting.board.squares)
        for bits in range(1 << len(squares)) if self.right else [0]:
            if bits.bit_count() % 2 == 0:
                yield Clause(tuple(-x if bits >> i & 1 else x for i, x in enumerate(squares)))


class Known(Odd):
    def image(self, change: Change) -> Rule:
        return self


@dataclass(frozen=True)
class Corner(Known):
    """Claims every symmetry, but keeps one corner free: the model is not closed under its 'group'."""

    def holds(self, arrangement: Arrangement) -> bool:
        return all(piece.square != Square(0, 0) for piece in arrangement.pieces)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        here = variables.at(setting.kinds[0].name, Square(0, 0))
        if here:
            yield Clause((-here,))


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        (Known(), set()),  # the example of the documentation: meaning and encoding by the user
        (Odd(), set()),  # what needs the group is unknown
        (Known(right=False), {"engines"}),  # its encoding says too little
        (Corner(), {"closed under symmetry"}),  # all engines agree: the invariants alone can see it
    ],
    ids=repr,
)
def test_a_rule_of_ones_own(rule: Rule, wrong: set[str]) -> None:
    report = verify(
        Placement("3x3", {"K": "any"}, [NonAttacking(), rule]), effort=SETS_AND_INVARIANTS
    )
    assert wrong <= {*differing(report)}
    assert ("engines" in differing(report)) == ("engines" in wrong)
    assert report.result is (Result.DIFFER if wrong else Result.AGREE)
    if wrong:
        assert shown(report)
    else:
        assert differing(report) == []
        engines = {c.sides[1]: c.result for c in report.checks if c.name == "engines" and c.sides}
        assert engines == {"sat": Result.AGREE, "cpsat": Result.AGREE}


# -- counting that is wrong -----------------------------------------------------------------


def test_orbits_that_are_counted_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    # One of three methods off by one.
    def off(*args: Any, **options: Any) -> Count:
        answer = count(*args, **options)
        return replace(answer, value=answer.value + (answer.method == "burnside"))

    patch(monkeypatch, "count", off)
    report = verify(SIX, effort=SETS_AND_INVARIANTS)
    assert differing(report) == ["orbits"]
    detail = next(c.detail for c in report.checks if c.result is Result.DIFFER)
    assert "burnside 2" in detail
    assert "canonical 1" in detail


def test_an_interrupted_count_is_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    # Ctrl-C makes a count partial: to compare it as if it were whole would accuse an engine falsely.
    def cut(*args: Any, **options: Any) -> Count:
        raise Interrupted(replace(count(*args, **options), value=0, reason="interrupted"))

    patch(monkeypatch, "count", cut)
    report = until_interrupted(verify, SIX, family="queens", params={"n": 6})
    assert report.interrupted
    assert differing(report) == []


# -- published values that are wrong --------------------------------------------------------


def test_published_values_are_compared_and_answer_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # A digit missing in a hand-copied row, for a plain count and for one up to symmetry.
    known = known_counts("queens", {"n": 6})
    wrong = tuple(replace(row, value=row.value + 1) for row in known)
    assert {bool(row.question) for row in wrong} == {False, True}

    def verified(rows: tuple[Any, ...], effort: Effort = SETS_ONLY) -> Report:
        patch(monkeypatch, "known_counts", lambda *args: rows)
        return verify(SIX, family="queens", params={"n": 6}, effort=effort)

    report = verified(wrong)
    assert differing(report) == ["published"] * len(wrong)
    detail = next(c.detail for c in report.checks if c.result is Result.DIFFER)
    assert "published 5, ours 4" in detail
    assert report.result is Result.DIFFER
    # The counts are the same without them.
    report = verified(())
    assert set(report.counts.values()) == {4}
    assert result_of(report, "published") == set()
    # And what nqsat computed is no publication.
    own = tuple(replace(row, source="computed by nqsat") for row in known)
    report = verified(own, Effort(solutions=3, states=9))
    assert result_of(report, "published") == {Result.AGREE}
    assert report.result is Result.UNKNOWN


def test_an_engine_that_breaks_is_not_a_disagreement() -> None:
    # A solver that crashed says nothing about the model.
    def crash(found: Stream, model: Placement) -> Stream:
        raise EngineFailure("engine spoilt: it crashed")
        yield

    with pytest.raises(EngineFailure):
        verify(SIX, witnesses=(REFERENCE, Spoilt(crash))).require()


@pytest.mark.parametrize("limit", ["MOST_WORK", "MOST_LITERALS", "MOST_EFFORT", "LARGEST"])
def test_what_the_checker_does_not_take_accuses_nobody(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whether that is seen in the model, or only in the certificate when it is made.
    monkeypatch.setattr(checker, limit, 0)
    report = verify(SIX, effort=replace(SETS_ONLY, certified=9))
    assert result_of(report, "certificate") == {Result.UNKNOWN}
    assert report.result is Result.AGREE
    with pytest.raises((InvalidModel, UnsupportedByEngine), match="checker"):
        certify(SIX, tmp_path / "it")
    assert list(tmp_path.iterdir()) == []


# -- what is said -------------------------------------------------------------------------


def test_engines_that_share_a_ground_and_agree_are_counted() -> None:
    sides = ("bitboard", "frontier", "sharpsat")
    alike = Check("counting", Result.AGREE, "", None, sides, frozenset({Ground.FORMULA}))
    report = Report("", {}, SIX, dict.fromkeys(sides, 40), (alike,), 0.0)
    assert report.result is Result.UNKNOWN
    assert report.summary == "3 formula engines agree; nothing independent"


def test_a_clock_ends_a_verification() -> None:
    report = verify(SIX, effort=replace(USUAL, clock=Deadline(0.0)))
    assert report.late
    assert not report.interrupted
    assert report.checks[-1].detail == "the rest was not compared"
    assert not verify(SIX, effort=SETS_ONLY).late


def test_a_line_of_a_report_stands_once() -> None:
    filtered = Placement("3x3", {"K": "any"}, [NonAttacking(), rule(holds=bool)])
    lines = str(verify(filtered)).splitlines()
    assert len(lines) == len(set(lines))
    assert sum("encodings: engine sat" in line for line in lines) == 1


# -- the model with ranks and files exchanged --------------------------------------------------


def squares_of(solution: Solution) -> list[Square]:
    if isinstance(solution, Arrangement):
        return [piece.square for piece in solution.pieces]
    if isinstance(solution, Moves):
        return [square for move in solution.moves for square in move]
    path: Any = solution
    return list(path.squares)


def listed(model: Any) -> list[Solution]:
    return list(solutions(model, engine="backtrack"))


def test_random_models_and_their_solutions_come_back() -> None:
    met = set[type[Rule]]()
    for index in range(400 if DEEP else 150):
        model = random_model(52, index)
        if isinstance(model, Placement):
            model = model.with_objective(None)
        turned = transpose_model(model)
        board = model.board
        # The axes of a solid board are not those of the drawing; a cylinder wraps one way only; a graph and
        # a hexagon have no ranks and files to exchange.
        fixed = bool(is_solid(board) or is_hexagon(board)) or graph_of(board) is not None
        assert (turned is None) == (fixed or wrap_of(board) in ("cylinder", "klein")), index
        if turned is None:
            continue
        there, back = turned
        # Twice is the model itself: equality covers the board, moves, squares, presets and numbers. (Of
        # rules there is a law, in ``modelling/rules/test_law.py``; a mark of a region may be on no square.)
        again = transpose_model(there)
        assert again is not None
        same = {"rules": model.rules} if isinstance(model, Placement) else {}
        assert again[0].changed(**same) == model, index
        assert {(s.column, s.row) for s in there.board.squares} == set(board.squares)
        # Through the way back solutions are the model's own, pieces on the right squares and all.
        found = listed(there)
        assert set(map(back, found)) == set(listed(model)), index
        for one in found:
            where = {(square.column, square.row) for square in squares_of(one)}
            assert where == set(squares_of(back(one))), index
        met |= {type(rule) for rule in model.rules} if isinstance(model, Placement) else set()
    assert met == set(rules.RULES)  # one that forgets its hook would only make verify compare less


def test_a_rule_of_ones_own_does_not_say_what_it_is_there() -> None:
    assert transpose_model(Placement("3x3", {"Q": 1}, [rules.NonAttacking(), Own()])) is None


# -- jobs as a ground --------------------------------------------------------------------------


QUEENS = Placement("6x6", {"Q": 6})
#: Nothing is listed: whoever agrees with the job is no other engine.
NOTHING = Effort(solutions=1, counters=(), states=9)


def begun(path: Path, *, done: bool = False, **asked: Any) -> Path:
    question = Question("count", QUEENS, "sat", **asked)
    begin(path, question, parts=5).close()
    if done:
        answer(question, run=Run(job=path))
    return path


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("done") / "job", done=True)


def verified(folder: Path, effort: Effort = NOTHING) -> tuple[Report, list[Result]]:
    report = verify(QUEENS, family="queens", params={"n": 6}, effort=effort, job=[folder])
    sides = {check: {*check.sides, check.detail.partition(":")[0]} for check in report.checks}
    return report, [check.result for check, names in sides.items() if str(folder) in names]


def test_a_whole_job_agrees_with_what_is_published(done: Path, tmp_path: Path) -> None:
    orbits = begun(tmp_path / "orbits", modulo="symmetry", done=True)
    for folder in (done, orbits):
        report, found = verified(folder)
        assert found == [Result.AGREE]
        assert report.grounds == (Ground.FORMULA, Ground.PUBLISHED)


def test_a_job_is_compared_with_the_lists(done: Path) -> None:
    sets = Effort(encodings=-1, certified=-1, invariants=-1, predicted=-1.0)
    report, found = verified(done, sets)
    assert found == [Result.AGREE, Result.AGREE]
    assert Ground.MEANING in report.grounds


def test_a_job_that_is_not_done_says_nothing(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job")
    report, found = verified(folder)
    assert found == [Result.UNKNOWN]
    assert report.result is Result.UNKNOWN


def test_a_job_with_a_number_that_was_altered_differs(done: Path, tmp_path: Path) -> None:
    job = Path(copy(done, tmp_path / "job"))
    forge(job, numbers=[[0, "1"]])
    assert verified(job)[0].result is Result.DIFFER


def test_a_job_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job")
    with pytest.raises(InvalidModel, match="asks another question: its model is not the same"):
        verify(QUEENS.changed(presets=["Q@b1"]), job=[folder])
