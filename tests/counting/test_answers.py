"""Answers as Python values: what they are taken for, and what they refuse to be taken for."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import nqsat
from nqsat import Arrangement, Interrupted, InvalidModel, Placement, Symmetry
from nqsat.counting.answers import decimal
from nqsat.engines import BacktrackEngine, Engine, SatEngine, Verdict
from nqsat.evidence import Result
from nqsat.rules import Objective, Pieces

SIX = Placement("6x6", {"Q": 6})
BEST = Placement("3x3", {"K": "any"}, objective=Objective("maximise", Pieces()))
NOBODY = Placement("3x3", {"Q": 0})

#: Every value that can say yes, no or not known, and what its complaint tells to ask.
THREE_WAYS: list[tuple[Callable[[], Any], str]] = [
    (lambda: nqsat.count(SIX), ".value"),
    (lambda: nqsat.solve(SIX), ".solution is not None"),
    (lambda: nqsat.optimise(BEST, engine=SatEngine()), ".proved"),
    (lambda: nqsat.unique(SIX), ".verdict"),
    (lambda: nqsat.why_not(SIX), ".verdict"),
    (lambda: Verdict.UNSATISFIABLE, "is Verdict.SATISFIABLE"),
    (lambda: Result.DIFFER, "is Result.AGREE"),
    (lambda: nqsat.verify(NOBODY), ".result"),
    (lambda: nqsat.verify(NOBODY).checks[0], ".result"),
]


@pytest.mark.parametrize(("made", "hint"), THREE_WAYS)
def test_what_means_three_things_has_no_truth_value(made: Callable[[], Any], hint: str) -> None:
    # `if unique(m)` was taken for several solutions too, `if count(m)` for none.
    with pytest.raises(TypeError, match="neither true nor false") as error:
        bool(made())
    assert hint in str(error.value)


def test_a_count_as_a_number() -> None:
    answer = nqsat.count(SIX)
    assert int(answer) == 4
    with pytest.raises(ValueError, match=r"at least 1 placement \(limit\).*\.value"):
        int(nqsat.count(SIX, limit=1))


@pytest.mark.parametrize("number", [4, 4.0, True, np.int64(3)])
def test_a_count_is_no_number_and_says_what_is(number: Any) -> None:
    # `count(m) == 92` was False, whatever the count, and so was `solve(m).optimum == 5`.
    c: Any = nqsat.count(SIX)
    for best in (nqsat.optimise(BEST), nqsat.solve(BEST).optimum):
        with pytest.raises(TypeError, match=r"^Optimum is not a number; .*\.value"):
            assert best == number
    for take in (
        operator.eq, operator.ne, operator.lt, operator.ge, operator.add, lambda c, _: sum([c, c]),
        lambda c, _: sorted([c, c]), lambda c, _: f"{c:,}",
    ):  # fmt: skip
        with pytest.raises(TypeError, match=r"^Count is not a number; .*\.value"):
            take(c, number)
    for compare in (operator.eq, operator.gt):
        with pytest.raises(TypeError, match=r"\.value"):
            compare(number, c)


# -- Ctrl-C ---------------------------------------------------------------------------------


class Torn(Engine):
    """Is interrupted: while it is prepared for a model, while it begins, or after its first solution."""

    name: ClassVar[str] = "torn"
    title = "torn"

    def __init__(self, when: str) -> None:
        self.when = when

    def for_model(self, model: object) -> Engine:
        if self.when == "prepared":
            raise KeyboardInterrupt
        return self

    def batches(self, model: Any, orbit: Sequence[Symmetry] = ()) -> Iterator[Any]:
        if self.when == "begun":
            raise KeyboardInterrupt
        return self._one(model)

    def _one(self, model: Any) -> Iterator[Any]:
        yield [x for x in BacktrackEngine().search(model) if x is not None][:1]
        raise KeyboardInterrupt


#: Every question, and what is known of its answer when one solution has been found.
QUESTIONS: dict[str, tuple[Callable[..., Any], Callable[[Any], object], object]] = {
    "count": (nqsat.count, lambda a: (a.value, a.complete, a.reason), (1, False, "interrupted")),
    "orbits": (lambda *a, **k: nqsat.count(*a, **k, modulo="symmetry", run=nqsat.Run(method="burnside")),
               lambda a: (a.value, a.complete, a.modulo), (1, False, "symmetry")),
    "sizes": (lambda *a, **k: nqsat.count(*a, **k, by="size"),
              lambda a: (a.sizes, a.complete), ({6: 1}, False)),
    "unique": (nqsat.unique, lambda a: (len(a.found), a.verdict), (1, "unknown")),
    "why_not": (nqsat.why_not, lambda a: (a.verdict, a.minimal), (Verdict.UNKNOWN, False)),
    "solve": (nqsat.solve, lambda a: a.verdict, Verdict.UNKNOWN),
    "solutions": (lambda *a, **k: list(nqsat.solutions(*a, **k)),
                  lambda a: (a.found, a.complete, a.reason), (1, False, "interrupted")),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("when", ["prepared", "begun", "searching"])
def test_ctrl_c_ends_what_is_around_a_question_and_keeps_its_answer(
    question: str, when: str
) -> None:
    # It was swallowed: a loop of counts went on, and five Ctrl-C were needed to leave it.
    ask, known, expected = QUESTIONS[question]
    if question in ("solve", "why_not") and when == "searching":
        return  # answered by then
    if question == "solutions" and when != "searching":
        return  # there is no iterator yet
    with pytest.raises(Interrupted) as stopped:
        ask(SIX, engine=Torn(when))
    if when == "searching" or question in ("solve", "why_not"):
        assert known(stopped.value.answer) == expected
    assert isinstance(stopped.value, KeyboardInterrupt)
    assert not isinstance(stopped.value, Exception)
    assert stopped.value.answer.reason == "interrupted"


def test_ctrl_c_while_an_optimum_is_sought_keeps_the_best_found() -> None:
    class Better(Torn):
        def improve(self, model: Any) -> Iterator[Arrangement | int | None]:
            yield from BacktrackEngine().search(model.with_optimum(3))

        def _one(self, model: Any) -> Iterator[Any]:
            raise AssertionError

    def press(found: int) -> None:
        if found:
            raise KeyboardInterrupt

    def heard(words: str) -> None:
        press(words.startswith("best so far: 3 pieces"))

    def listed(model: Any, engine: Any, run: nqsat.Run) -> Any:
        return nqsat.counting.answer(nqsat.counting.Question("enumerate", model, engine), run)

    asking: list[Callable[..., Any]] = [nqsat.optimise, nqsat.solve, nqsat.count, listed]
    for ask in asking:
        # Until the best value is known, a count has found nothing.
        run = nqsat.Run(stage=heard) if ask is nqsat.count else nqsat.Run(watch=press)
        with pytest.raises(Interrupted) as stopped:
            ask(BEST, engine=Better("never"), run=run)
        answer = stopped.value.answer
        optimum = answer if ask in (nqsat.optimise, listed) else answer.optimum
        assert (optimum.value, optimum.proved, optimum.reason) == (3, False, "interrupted")
        assert ask is not nqsat.solve or len(answer.solution) == 3


# -- what questions have in common ----------------------------------------------------------

ALIKE: dict[Callable[..., Any], Callable[[Any], object]] = {
    nqsat.count: lambda answer: answer.value,
    nqsat.solutions: sorted,
    nqsat.solve: lambda answer: answer.verdict,
    nqsat.unique: lambda answer: answer.verdict,
    nqsat.why_not: lambda answer: answer.verdict,
}


def test_questions_take_the_same_options_with_the_same_defaults() -> None:
    common = {"engine": "auto", "fixed_by": None, "time_limit": None}
    for ask in (*ALIKE, nqsat.optimise):
        given = {one.name: one.default for one in signature(ask).parameters.values()}
        if ask is nqsat.optimise:
            given["fixed_by"] = None  # an optimum is of all solutions
        assert common.items() <= given.items(), ask


@pytest.mark.parametrize("ask", ALIKE)
def test_a_question_takes_a_name_and_parameters(ask: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "six.json"
    file.write_text(nqsat.modelling.dumps(SIX))
    named = (ask("queens", n=6), ask("queens", 6), ask(nqsat.models.queens, 6))
    first, *others = map(ALIKE[ask], (ask(SIX), *named, ask(str(file)), ask(file)))
    assert others == [first] * 5
    assert SIX.holds("a2 b4 c6 d1 e3 f5")  # type: ignore[arg-type]
    with pytest.raises(InvalidModel, match=r"^queens: takes 1 parameter, 2 given$"):
        ask("queens", 6, 7)
    with pytest.raises(InvalidModel, match=r"Parameters follow a name: \('queens', 8\)$"):
        ask(SIX, 6)


def test_what_is_no_model() -> None:
    for given, options, hint in (
        (SIX, {"n": 6}, "n: is not an option here; parameters follow a name"),
        (SIX, {"timelimit": 6}, "is not an option here; did you mean time_limit or limit"),
        (8, {}, "model: expected a Placement, a Tour, a Factor or a name, got 8"),
        ("qeens", {"n": 6}, "did you mean queens"),
        ("queens", {"m": 6}, "m: queens has no such parameter"),
    ):
        for ask in ALIKE:
            with pytest.raises(InvalidModel, match=hint):
                ask(given, **options)


def test_counts_are_compared_with_counts() -> None:
    answer, other = nqsat.count(SIX), nqsat.count(SIX, limit=1)
    assert answer == answer
    assert answer != other
    assert answer != "4"
    assert len({answer, other, answer}) == 2
    assert f"{answer}" == str(answer)
    assert f"{answer:>14}" == f"{answer!s:>14}"


# -- exact decimals beyond Python's limit ----------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-1, "-1"),
        (True, "1"),
        # 12x12 kings: larger than 64 bits, and two well-known counters get it wrong.
        (69645620389200894313, "69645620389200894313"),
        (10**10000 + 7, "1" + "0" * 9999 + "7"),
        (-(10**10000) + 1, "-" + "9" * 10000),
        (10**4300, "1" + "0" * 4300),  # one digit more than Python would write
        (Fraction(-1, 3 * 10**5000), "-1/3" + "0" * 5000),
        (Fraction(7), "7"),
    ],
    ids=["zero", "negative", "bool", "kings", "long", "long negative", "limit", "share", "whole"],
)
def test_decimal(value: int | Fraction, text: str) -> None:
    assert decimal(value) == text


def test_decimal_works_under_the_lowest_limit_and_leaves_it_alone() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert decimal(10**639) == "1" + "0" * 639
        assert decimal(2**2000 - 1)[-3:] == "375"
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(before)
