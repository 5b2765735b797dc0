"""Jobs: the question and the engine are those that were asked for, and what a file says is judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from support.jobs import begun, flip, forge, with_head

from nqsat import Placement, Run, Tour, count
from nqsat.counting import Question, answer
from nqsat.counting.job import begin, merge, named_in, open_job, result, rows_of, verify
from nqsat.engines import (
    COUNTERS,
    ENGINES,
    AutoEngine,
    BitboardEngine,
    Engine,
    FrontierEngine,
    MatesEngine,
    SatEngine,
)
from nqsat.engines.contract import Counter, options_of
from nqsat.engines.plans.plan import Facts, Progress
from nqsat.errors import Disagreement, Interrupted, InvalidModel, UnsupportedByEngine
from nqsat.formulas.dimacs import parse_dimacs
from nqsat.modelling.rules import Objective, Pieces

QUEENS = Placement("4x4", {"Q": 4})
TRUTH = 2
SIX = Question("count", Placement("6x6", {"Q": 6}), "bitboard")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "job.db"


@pytest.fixture
def done(path: Path) -> Path:
    answer(SIX, run=Run(job=begun(path, SIX)))
    return path


# -- results -----------------------------------------------------------------------------


def test_a_job_from_its_beginning_to_its_end(path: Path) -> None:
    begun(path, SIX, parts=20)
    first = result(path)
    assert (first.count.value, first.count.reason, first.done) == (0, "parts left", 0)
    assert first.parts > 10
    assert str(first) == f"at least 0 placements (0 of {first.parts} parts)"
    some: Any = answer(SIX, run=Run(job=path, parts=range(1, 6)))
    assert (some.complete, some.reason) == (False, "parts left")
    assert result(path).done == 5
    assert answer(SIX, run=Run(job=path)).value == 4
    last = result(path)
    assert (last.count.complete, last.done, last.left) == (True, first.parts, 0.0)
    assert json.loads(json.dumps(last.to_json()))["value"] == "4"
    assert verify(path) == (last, [])
    assert rows_of(path) == last.parts


def test_a_job_whose_layers_are_in_files(path: Path) -> None:
    # Each stage is of one part, whose states are kept until the job is done.
    queens = Question("count", Placement("6x6", {"Q": "any"}), FrontierEngine(memory=300_000))
    arrays, seen = path.with_name("job.db-arrays"), list[bool]()
    found = answer(queens, run=Run(job=path, parts=4, watch=lambda _: seen.append(arrays.exists())))
    assert (found.value, result(path).count.value) == (2635, 2635)
    assert any(seen)
    assert not arrays.exists()


def test_jobs_that_were_done_apart_are_united(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in "abc")
    assert not answer(SIX, run=Run(job=a, parts=range(1, 30))).complete
    assert not answer(SIX, run=Run(job=b, parts=range(20, 10**6))).complete
    merge(c, [a, b])
    found = result(c)
    assert (found.count.value, found.count.complete) == (4, True)
    assert result(a).done + result(b).done == found.parts + 10  # those that both have agree
    for first in (0, 10**6):
        with pytest.raises(
            InvalidModel, match=f"parts: {first} is not the number of a part: there"
        ):
            answer(SIX, run=Run(job=a, parts=range(first, first + 3)))
    forge(a, numbers=[[0, "3"]])
    with pytest.raises(Disagreement, match="two runs differ about"):
        merge(c, [a])
    with pytest.raises(InvalidModel, match="is another job than"):
        merge(c, [begun(tmp_path / "d", SIX, parts=5)])


# -- what is wrong -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (partial(forge, visited=None), "no part of stage count has the row of "),
        (partial(forge, product=5, numbers=None), "no part of stage count has the row of "),
        (partial(forge, id="strange"), "no part of stage count has the row of "),
        (flip, "is damaged: the row of "),
    ],
)
def test_a_row_that_no_part_has_written_is_refused_by_all(
    done: Path, harm: Callable[[Path], None], words: str
) -> None:
    harm(done)
    for read in (result, lambda job: answer(SIX, Run(job=job))):
        with pytest.raises(InvalidModel, match=words):
            read(done)
    found, (wrong,) = verify(done)
    assert (found, words in wrong) == (None, True)
    if harm is flip:
        with pytest.raises(InvalidModel, match=words):
            rows_of(done)


def test_a_number_that_was_forged_is_found_by_an_audit(done: Path) -> None:
    assert verify(done)[1] == []
    right, wrong = verify(done, 1.0)
    assert right is not None
    assert (len(right.audited), wrong) == (right.parts, [])
    assert all(" by " in one and "bitboard" not in one for one in right.audited)
    assert verify(done, 0.3)[1] == []
    forge(done, numbers=[[0, "3"]])
    assert verify(done)[1] == []
    (said,) = verify(done, 1.0)[1]
    assert "counts otherwise" in said


def test_rows_of_a_stage_that_never_was_are_named(done: Path) -> None:
    job = open_job(done)
    job.ledger.write("0123456789abcdef", {"all": {}})
    job.close()
    (said,) = verify(done)[1]
    assert said.startswith("the rows of stage '0123456789abcdef' belong to none")
    assert result(done).count.complete


@pytest.mark.parametrize(
    "changed",
    [{"parts": 0}, {"parts": "9"}, {"question": None}, {"versions": {}}, {"format": "nqsat job 9"}],
)
def test_a_head_that_is_none_is_refused(done: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(InvalidModel, match=r"^(job|question)"):
        result(with_head(done, **changed))


def test_a_job_of_another_version_is_not_gone_on_with(done: Path) -> None:
    other = with_head(done, versions={"nqsat": "9.9"})
    assert result(other).done == 0
    with pytest.raises(InvalidModel, match=r"was begun by nqsat 9\.9, and this is "):
        answer(SIX, run=Run(job=other))


# -- who counts --------------------------------------------------------------------------


def engines() -> Iterator[Engine]:
    """Every engine that counts, with each of its options otherwise than usual, in every way or one."""
    values: dict[str, tuple[Any, ...]] = {"memory": (10**9,), "seed": (7,)}
    for kind in (*ENGINES, *COUNTERS):
        make: Callable[..., Engine] = kind
        yield make()
        for name, usual in options_of(kind).items():
            for value in values.get(name) or kind.choices.get(name) or (not usual,):
                with suppress(InvalidModel):  # as of a circuit that is no complete formula
                    yield make(**{name: value})


def options(path: Path, engine: Engine | None = None) -> dict[str, Any]:
    data: Any = open_job(path, engine=engine).question.to_json()["engine"]
    return {key: value for key, value in data.items() if key != "name"}


def test_a_head_has_every_option_of_every_engine(tmp_path: Path) -> None:
    tour = Tour("3x4", "N", closed=False)
    for number, engine in enumerate(engines()):
        path = tmp_path / str(number)
        model = tour if isinstance(engine, MatesEngine) else QUEENS
        question = Question("count", model, engine)
        try:
            begun(path, question, parts=1)
        except UnsupportedByEngine:  # as for a way of counting tours that is for others
            assert isinstance(engine, MatesEngine)
            continue
        again = open_job(path)
        made: Any = engine.for_model(model)
        if isinstance(made, AutoEngine | FrontierEngine | MatesEngine) and made.memory is None:
            made = replace(made, memory=options(path)["memory"])
        assert again.question.searcher == made
        assert again.question.engine == made.title
        assert begin(path, question).question == again.question
        json.dumps(again.question.to_json())
    assert number > 50


@dataclass(frozen=True, slots=True)
class Own(Counter):
    name: ClassVar[str] = "own"
    factor: int = 1
    share: float = 0.5
    words: tuple[str, ...] = ()

    def count(
        self, model: Any, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        yield Progress(((0, TRUTH * self.factor),), facts=Facts(self.title))


def test_an_engine_of_ones_own_counts_in_a_job(path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        assert count(QUEENS, engine=Own(3), run=Run(executor=pool)).value == 3 * TRUTH
    for _ in range(2):
        assert count(QUEENS, engine=Own(3), run=Run(job=path)).value == 3 * TRUTH
    assert open_job(path, engine=Own(3)).question.engine == Own(3)
    assert named_in(path) == {"model": None, "engine": f"{Path(__file__).resolve()}:Own"}
    with pytest.raises(InvalidModel, match="engine: data never run code"):
        open_job(path)
    assert options(path, Own(3)) == {"factor": 3, "share": 0.5}
    for other in (Own(4), Own(3, 0.25), SatEngine()):
        with pytest.raises(InvalidModel, match=r"^engine: "):
            count(QUEENS, engine=other, run=Run(job=path))
    with pytest.raises(
        InvalidModel, match=r"words: engine own has \('a',\): a job's head has texts"
    ):
        count(QUEENS, engine=Own(words=("a",)), run=Run(job=path.with_name("other")))


class Closed(Own):
    def __init__(self, depth: int) -> None:
        object.__setattr__(self, "factor", depth)


def test_an_option_that_an_engine_does_not_show_is_refused(path: Path) -> None:
    with pytest.raises(InvalidModel, match="depth: engine own does not show it"):
        count(QUEENS, engine=Closed(3), run=Run(job=path))


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"engine": "sat"}, "engine"),
        ({"engine": SatEngine()}, "engine"),
        ({"engine": "bitboard/without symmetry"}, "symmetry"),
        ({"engine": BitboardEngine(symmetry=False)}, "symmetry"),
        ({"engine": Own()}, "engine"),
        ({"method": "canonical"}, "method"),
        ({"modulo": "symmetry"}, "job"),
        ({"parts": 7}, "parts"),
    ],
)
def test_a_job_is_asked_as_it_was_begun(path: Path, asked: dict[str, Any], field: str) -> None:
    count(QUEENS, engine="bitboard", run=Run(job=path))
    how = {name: asked.pop(name) for name in ("parts", "method") if name in asked}
    with pytest.raises(InvalidModel) as refused:
        count(QUEENS, run=Run(job=path, **how), **asked)
    assert refused.value.path == (field,)
    for same in (
        {},
        {"engine": "bitboard"},
        {"engine": BitboardEngine()},
        {"engine": AutoEngine()},
    ):
        assert count(QUEENS, run=Run(job=path), **same).value == TRUTH


def test_orbits_are_counted_by_the_method_that_is_asked_for(path: Path) -> None:
    asked: dict[str, Any] = {"modulo": "symmetry", "engine": "sat"}
    first = count(QUEENS, run=Run(job=path), **asked)
    assert (first.value, first.method) == (1, "burnside")
    assert count(QUEENS, run=Run(job=path, method="burnside"), **asked).method == "burnside"
    for method in ("canonical", "blocking"):
        with pytest.raises(InvalidModel, match=rf"method: .*: burnside, and not {method}"):
            count(QUEENS, run=Run(job=path, method=method), **asked)
    orbits = count(QUEENS, run=Run(job=path.with_name("other"), method="blocking"), **asked)
    assert (orbits.value, orbits.method) == (1, "blocking")


def test_an_optimum_in_a_job(path: Path) -> None:
    knights = Placement("4x4", {"N": "any"}, objective=Objective("maximise", Pieces()))
    for _ in range(2):
        found = count(knights, run=Run(job=path))
        assert found.optimum is not None
        assert (found.value, found.optimum.value) == (count(knights).value, 8)
    again = result(path).count
    assert (again.value, again.optimum is not None) == (found.value, True)


def test_a_part_of_a_sum_of_weights_bounds_nothing(path: Path) -> None:
    problem = parse_dimacs([b"p cnf 9 0", b"c p weight 1 -3 0", b"c p weight -1 1 0"])
    count(problem, run=Run(job=path, parts=range(1, 2)), engine="sat")
    assert "at least" not in str(result(path))
    assert "total weight of assignments so far (1 of" in str(result(path))


def test_another_memory_is_refused(path: Path) -> None:
    count(QUEENS, engine=FrontierEngine(memory=10**9), run=Run(job=path))
    for engine in (FrontierEngine(memory=10**8), AutoEngine(memory=10**8)):
        with pytest.raises(
            InvalidModel, match="memory: is 1000000000 in the job, and not 100000000"
        ):
            count(QUEENS, engine=engine, run=Run(job=path))
    assert count(QUEENS, engine="frontier", run=Run(job=path)).value == TRUTH


@pytest.mark.parametrize("way", ["job", "executor"])
def test_watch_is_told_the_number_so_far(tmp_path: Path, way: str) -> None:
    told: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        where: dict[str, Any] = {"job": tmp_path / "a"} if way == "job" else {"executor": pool}
        found = count("queens", n=6, engine="bitboard", run=Run(watch=told.append, **where))
        assert told[-1] == found.value == 4
        assert told == sorted(told)

        def press(number: int) -> None:
            raise KeyboardInterrupt

        where = {"job": tmp_path / "b"} if way == "job" else where
        with pytest.raises(Interrupted) as stopped:
            count("queens", n=6, engine="bitboard", run=Run(watch=press, **where))
        assert stopped.value.answer.value <= 4


def test_an_interrupt_behind_the_last_part_keeps_what_was_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nqsat.counting.job._standing", press)
    with pytest.raises(Interrupted) as stopped:
        count("queens", n=6, engine="bitboard", run=Run(job=tmp_path / "job.db"))
    answer = stopped.value.answer
    assert (answer.value, answer.complete, answer.reason) == (4, False, "interrupted")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"job": 5}, "job"),
        ({"executor": 5}, "executor"),
        ({"parts": 5}, "parts"),
        ({"job": "x/y/z"}, "job"),
        ({"job": "new", "parts": 0}, "parts"),
        ({"job": "new", "limit": 5}, "limit"),
    ],
)
def test_what_is_refused(
    given: dict[str, Any], field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    limit = given.pop("limit", None)
    with pytest.raises(InvalidModel) as refused:
        count(QUEENS, limit=limit, run=Run(**given))
    assert refused.value.path == (field,)
    assert not list(tmp_path.iterdir())
