"""The harness, with contestants made up for it: wrong ones, crashing ones, slow ones, greedy ones."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bench import (
    COLUMNS,
    SETS,
    SUMMARY,
    BenchResults,
    Case,
    Contestant,
    QuestionResults,
    Run,
    RunLimits,
    Trial,
    case,
    chosen,
    find_set,
    occasion,
    rounds,
)
from support.error_asserts import Own

import nqsat
from nqsat.errors import InvalidModel
from nqsat.evidence import PublishedCount

#: What each of them does when it is asked for 2, the number of ways to place 4 queens on 4x4.
SCRIPT = """
import sys, time
from bench import Contestant
from bench.worker import answer
from nqsat.modelling import Setting

name, seconds = sys.argv[1:]

def job():
    if name == "crash":
        raise ZeroDivisionError("it broke")
    if name == "end":
        sys.exit(3)
    while name == "slow":
        pass
    held = bytearray(b"x") * (200 << 20 if name in ("fat", "greedy") else 1)
    if name == "greedy":
        time.sleep(60)
    return 10**5000 if name == "wrong" else 2

answer(Contestant(name, "", lambda model: job), sys.stdin.read(), float(seconds))
"""

ENOUGH = RunLimits(20, 4)

MODEL = nqsat.Placement("4x4", {"Q": 4})
QUEENS = case("queens", {"n": 4}, MODEL)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fakes") / "fake.py"
    path.write_text(f"import sys; sys.path.append({str(Path(__file__).parent)!r})\n{SCRIPT}")
    return path


def fakes(script: Path, *names: str) -> list[Contestant]:
    command = (sys.executable, str(script))
    return [Contestant(name, "made up", lambda _: lambda: 0, command=command) for name in names]


def measured(
    contestants: Sequence[Contestant],
    limits: RunLimits = ENOUGH,
    repeat: int = 1,
    questions: Sequence[Case] = (QUEENS,),
) -> BenchResults:
    found = BenchResults(occasion(), limits, repeat, contestants)
    found.questions += rounds(questions, contestants, repeat, limits)
    return found


# -- processes -------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is measured in a process of his own: what is tested is who is asked, and how often."""

    def said(command: Sequence[str], _text: str, limits: RunLimits, _environment: object) -> Run:
        if command[-2] in ("crash", "slow"):
            return Run(failure=f"† {limits.seconds:g} s")
        return Run(value=10**5000 if command[-2] == "many" else 2)

    monkeypatch.setattr(sys.modules["bench.rounds"], "measure", said)


def test_right_wrong_and_broken_are_told_apart(script: Path) -> None:
    found = measured(fakes(script, "right", "fat", "wrong", "crash", "end"))
    verdicts = {record.contestant: record.verdict for record in found.records()}
    assert verdicts == {
        "right": "right",
        "fat": "right",
        "wrong": "WRONG",
        "crash": "failed: ZeroDivisionError: it broke",
        "end": "failed: exit code 3",
    }
    by_name = {record.contestant: record for record in found.records()}
    assert by_name["wrong"].answers == "1" + "0" * 5000  # more digits than Python writes unasked
    # Memory is the peak of the process: 200 MiB were held by one of two that are otherwise alike.
    assert 190 < (by_name["fat"].peak_mib or 0) - (by_name["right"].peak_mib or 0) < 260
    assert all(row[2].startswith("WRONG 10") for row in found.rows() if row[1] == "wrong")
    assert "WRONG: wrong" in found.summary()[0][-1]


def test_runs_are_repeated_unless_they_fail(script: Path, at_once: None) -> None:
    runs = [record.runs for record in measured(fakes(script, "right", "crash"), repeat=2).records()]
    assert runs == [2, 1]


def test_long_runs_are_not_repeated(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = sys.modules["bench.rounds"]
    for cpu, runs in ((0.0, 3), (of.ONCE - 0.1, 3), (of.ONCE, 1), (2 * of.ONCE, 1)):
        monkeypatch.setattr(of, "measure", lambda *_, cpu=cpu: Run(value=2, process_cpu=cpu))
        assert [x.runs for x in measured(fakes(script, "right"), repeat=3).records()] == [runs], cpu


def test_limits_stop_a_run_and_larger_questions_are_not_asked(script: Path) -> None:
    five = case("queens", {"n": 5}, nqsat.Placement("5x5", {"Q": 5}))
    slow = measured(fakes(script, "slow"), RunLimits(1, 4), questions=[QUEENS, five])
    first, second = slow.records()
    assert first.verdict == "† 1 s"
    assert second.verdict == "not tried († 1 s at queens n=4)"
    greedy = measured(fakes(script, "greedy"), RunLimits(20, 0.2)).records()[0]
    assert greedy.verdict == "† 0.2 GiB"


def test_a_question_may_have_a_limit_of_its_own(script: Path, at_once: None) -> None:
    longer = replace(QUEENS, seconds=1)
    (record,) = measured(fakes(script, "slow"), RunLimits(1000, 4), questions=[longer]).records()
    assert record.verdict == "† 1 s"


def test_real_contestants_are_measured_in_processes_of_their_own() -> None:
    found = measured(chosen("bitboard,mates", "Python"))
    records = {record.contestant: record for record in found.records()}
    assert set(records) == {"nqsat bitboard", "Python"}  # mates is for tours
    assert {record.value for record in records.values()} == {"2"}
    own, peer = records["nqsat bitboard"], records["Python"]
    assert own.verdict == peer.verdict == "right"
    assert (own.process_cpu or 0) > (own.cpu or 0) > 0
    assert peer.process is None
    assert found.faulty == []
    assert own.ratio == 1


def test_whoever_lists_is_not_asked_for_too_many(script: Path, at_once: None) -> None:
    kings = case("pieces", {}, nqsat.Placement("12x12", {"K": "any"}))
    counter, lister = fakes(script, "many", "right")
    found = measured([replace(counter, lists=False), lister], questions=[kings])
    assert [record.verdict for record in found.records()] == ["?", "not tried (too many to visit)"]


def test_what_is_foretold_to_take_far_too_long_is_not_begun(script: Path, at_once: None) -> None:
    (fake,) = fakes(script, "right")
    slow = replace(fake, foretold=lambda _: 41.0)
    found = measured([replace(fake, foretold=lambda _: 39.0), slow])
    verdicts = [record.verdict for record in found.records()]
    assert verdicts == ["right", "not tried († estimate 41 s)"]


def test_whoever_has_no_encoding_is_left_out() -> None:
    tour = case("tour", {}, nqsat.Tour("4x4", "N"))
    assert measured(chosen("none", "Python"), questions=[tour]).records() == []


def test_a_rule_of_ones_own_cannot_be_handed_over(script: Path) -> None:
    own = case("own", {}, nqsat.Placement("2x2", {"Q": "any"}, [Own()]))
    with pytest.raises(InvalidModel, match="JSON cannot carry it"):
        measured(fakes(script, "right"), questions=[own])


# -- verdicts --------------------------------------------------------------------------------------


def answered(
    *values: int | None, published: Sequence[int] = (), own: Sequence[int] = (0,)
) -> list[Trial]:
    """The answers a, b, c … gave; None for a failure."""
    known = tuple(PublishedCount("f", {}, {}, value, "A000000", "", "", "") for value in published)
    asked = replace(QUEENS, published=known)
    return [
        Trial(
            asked,
            Contestant("abcdefgh"[place], "", lambda _: lambda: 0, own=place in own),
            [Run(failure="† 1 s")]
            if value is None
            else [Run(value=value, seconds=1.0, cpu=1.0 + place)],
        )
        for place, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("values", "published", "value", "verdicts"),
    [
        ((5, 5, 6), (), 5, ["right", "right", "WRONG"]),
        ((5, 6), (), None, ["?", "?"]),  # a tie: nobody is called right
        ((5, 6), (6,), 6, ["WRONG", "right"]),
        ((5,), (), None, ["?"]),  # nobody to agree with
        ((5,), (5,), 5, ["right"]),
        ((5, None), (5,), 5, ["right", "† 1 s"]),
        ((None,), (5,), None, ["† 1 s"]),  # what is published is one voice, not the answer
    ],
)
def test_the_right_value_is_agreed_on(
    values: tuple[int | None, ...],
    published: tuple[int, ...],
    value: int | None,
    verdicts: list[str],
) -> None:
    answers = answered(*values, published=published)
    judged = QuestionResults(answers)
    assert judged.value == value
    assert judged.lone in (None, *values)
    frame = BenchResults(occasion(), RunLimits(), 1, [], [answers])
    assert [record.verdict for record in frame.records()] == verdicts


def test_an_answer_that_changes_is_wrong() -> None:
    answers = answered(5, 5, 5)
    answers[2].runs.append(Run(value=6))
    frame = BenchResults(occasion(), RunLimits(), 2, [], [answers])
    assert frame.records()[2].verdict == "WRONG"
    assert frame.records()[2].answers == "5 6"
    assert frame.rows()[2][2] == "WRONG 5 6"
    assert frame.faulty == []


def test_an_engine_of_nqsat_that_is_wrong_is_named() -> None:
    assert BenchResults(occasion(), RunLimits(), 1, [], [answered(6, 5, 5)]).faulty == ["a"]


def test_ratios_are_to_the_best_engine_that_is_right() -> None:
    # a is nqsat's and wrong, b is nqsat's and right, c is a peer: 1, 2 and 3 seconds.
    frame = BenchResults(occasion(), RunLimits(), 1, [], [answered(6, 5, 5, own=(0, 1))])
    assert [record.ratio for record in frame.records()] == [0.5, 1.0, 1.5]
    assert frame.summary() == [("queens n=4", "5", "b", "2", "<0.001", "0", "c 3; WRONG: a")]
    assert len(frame.summary()[0]) == len(SUMMARY)
    assert {len(row) for row in frame.rows()} == {len(COLUMNS)}


def test_numbers_are_medians_and_the_ends_are_shown() -> None:
    facts = ("seconds", "cpu", "process", "process_cpu", "peak")
    answers = answered(5, 5)
    for factor, answer in enumerate(answers, 1):
        numbers: list[dict[str, Any]] = [  # of each fact another run is the one in the middle
            {fact: float(factor * (1, 2, 9)[(run + at) % 3]) for at, fact in enumerate(facts)}
            for run in range(3)
        ]
        answer.runs[:] = [replace(Run(value=5), **some) for some in numbers]
    mine, peer = BenchResults(occasion(), RunLimits(), 3, [], [answers]).records()
    assert (mine.seconds, mine.seconds_least, mine.seconds_most) == (2, 1, 9)
    assert (mine.cpu, mine.cpu_least, mine.cpu_most) == (2, 1, 9)
    assert (mine.process, mine.process_cpu, mine.peak_mib, mine.ratio) == (2, 2, 2, 1)
    assert (peer.seconds, peer.cpu, peer.peak_mib, peer.ratio) == (4, 4, 4, 2)
    assert QuestionResults(answers).summary()[3:] == ("2", "2", "2", "b 4")


def _queens(n: int) -> nqsat.Placement:
    return nqsat.Placement(f"{n}x{n}", {"Q": n})


def test_who_is_missing_is_named() -> None:
    absent = Contestant("absent", "", lambda _: lambda: 0, modules=("no_such_module.at_all",))
    frame = BenchResults(occasion(), RunLimits(), 1, [absent])
    assert frame.present == []
    assert "absent (pip install -e '.[bench]'" in frame.missing()[0]


def test_the_head_says_when_and_where() -> None:
    here = occasion()
    head = BenchResults(here, RunLimits(7, 3), 3, []).head()
    assert head[0].startswith(f"{here.date}, {here.processor}, {here.cores} cores, ")
    assert head[1].startswith(f"nqsat {nqsat.__version__}, numpy ")
    assert "7 s of CPU" in head[2]
    assert "3 GiB" in head[2]


# -- questions -------------------------------------------------------------------------------------


def test_published_counts_are_those_of_the_model_as_it_is() -> None:
    assert [known.value for known in QUEENS.published] == [2]
    changed = case("queens", {"n": 4}, nqsat.Placement("4x4", {"Q": 3}))
    assert changed.published == ()


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)
def test_a_set_asks_questions_of_the_catalogue_in_ascending_order(one: object) -> None:
    assert isinstance(one, type(find_set("short")))
    questions = one.cases()
    assert len({asked.name for asked in questions}) == len(questions)
    sizes: dict[str, list[int]] = {}
    for asked in questions:
        if asked.n is not None:
            sizes.setdefault(asked.series, []).append(asked.n)
    assert all(values == sorted(values) for values in sizes.values())
    assert chosen(",".join(one.engines), "none")


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(InvalidModel, match="choose from short, counting, listing"):
        find_set("everything")
