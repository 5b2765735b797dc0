"""Who counts in a job: the engine that was asked for, with its options, also one of the user's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from nqsat import Placement, Tour, count
from nqsat.counting import Question
from nqsat.counting.job import manifest, named_in, new_job, open_job, open_or_create_job, run_job
from nqsat.engines import (
    COUNTERS,
    ENGINES,
    AutoEngine,
    BitboardEngine,
    CpSatEngine,
    Engine,
    FrontierEngine,
    MatesEngine,
    SatEngine,
)
from nqsat.engines.contract import Counter, options_of
from nqsat.engines.plans.plan import ConstantPlan, Estimate, Plan
from nqsat.errors import Interrupted, InvalidModel, UnsupportedByEngine

QUEENS = Placement("4x4", {"Q": 4})
TRUTH = 2


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


def options(folder: Path, engine: Engine | None = None) -> dict[str, Any]:
    data: Any = open_job(folder, engine=engine).question.to_json()["engine"]
    return {key: value for key, value in data.items() if key != "name"}


def test_a_head_has_every_option_of_every_engine(tmp_path: Path) -> None:
    tour = Tour("3x4", "N", closed=False)
    for number, engine in enumerate(engines()):
        folder = tmp_path / str(number)
        model = tour if isinstance(engine, MatesEngine) else QUEENS
        try:
            new_job(folder, Question("count", model, engine), parts=1)
        except UnsupportedByEngine:  # as for a way of counting tours that is for others
            assert isinstance(engine, MatesEngine)
            continue
        again = open_job(folder)
        made: Any = engine.for_model(model)
        if getattr(made, "memory", 0) is None:
            made = replace(made, memory=options(folder)["memory"])
        assert again.engine == made
        assert again.question.engine == made.title
        assert open_or_create_job(folder, Question("count", model, engine)) == again
        json.dumps(again.question.to_json())
    assert number > 50


@pytest.mark.parametrize("way", ["job", "executor"])
def test_no_option_is_dropped(tmp_path: Path, way: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        where: dict[str, Any] = {"job": tmp_path / "a"} if way == "job" else {"executor": pool}
        with pytest.raises(UnsupportedByEngine):
            count(Tour("6x6", "N"), engine=MatesEngine(memory=1000), **where)
        assert not (tmp_path / "a").exists()
        folder = tmp_path / "b"
        asked = count(QUEENS, engine=CpSatEngine(seed=7), job=folder, executor=pool)
        assert (asked.value, options(folder)["seed"]) == (TRUTH, 7)


@dataclass(frozen=True, slots=True)
class Own(Counter):
    """An engine of the user's own, of which nqsat has no name."""

    name: ClassVar[str] = "own"
    factor: int = 1
    share: float = 0.5
    words: tuple[str, ...] = ()

    def plan(self, model: Any, *, by_size: bool = False) -> Plan:
        return ConstantPlan(self.title, Estimate(0.5, 1000, "nothing"), ((0, TRUTH * self.factor),))


def test_an_engine_of_ones_own_counts_in_a_job(tmp_path: Path) -> None:
    folder = tmp_path / "job"
    with ThreadPoolExecutor(1) as pool:
        assert count(QUEENS, engine=Own(3), executor=pool).value == 3 * TRUTH
    for _ in range(2):
        assert count(QUEENS, engine=Own(3), job=folder).value == 3 * TRUTH
    assert open_job(folder, engine=Own(3)).question.engine == Own(3)
    assert named_in(folder) == {"model": None, "engine": f"{Path(__file__).resolve()}:Own"}
    with pytest.raises(InvalidModel, match="engine: data import nothing"):
        open_job(folder)
    assert options(folder, Own(3)) == {"factor": 3, "share": 0.5}
    assert run_job(open_job(folder, engine=Own(3))).count.engine == "own"
    for other in (Own(4), Own(3, 0.25), SatEngine()):
        with pytest.raises(InvalidModel, match=r"^engine: "):
            count(QUEENS, engine=other, job=folder)
    with pytest.raises(
        InvalidModel, match=r"words: engine own has \('a',\): a job's head has texts"
    ):
        count(QUEENS, engine=Own(words=("a",)), job=tmp_path / "other")


class Closed(Own):
    """One that keeps an option to itself."""

    def __init__(self, depth: int) -> None:
        object.__setattr__(self, "factor", depth)


def test_an_option_that_an_engine_does_not_show_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match="depth: engine own does not show it"):
        count(QUEENS, engine=Closed(3), job=tmp_path / "job")


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
    ],
)
def test_a_job_is_asked_as_it_was_begun(tmp_path: Path, asked: dict[str, Any], field: str) -> None:
    folder = tmp_path / "job"
    count(QUEENS, engine="bitboard", job=folder)
    with pytest.raises(InvalidModel) as refused:
        count(QUEENS, job=folder, **asked)
    assert refused.value.path == (field,)
    for same in (
        {},
        {"engine": "bitboard"},
        {"engine": BitboardEngine()},
        {"engine": AutoEngine()},
    ):
        assert count(QUEENS, job=folder, **same).value == TRUTH


def test_orbits_are_counted_by_the_method_that_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "job"
    asked: dict[str, Any] = {"modulo": "symmetry", "engine": "sat"}
    first = count(QUEENS, job=folder, **asked)
    assert (first.value, first.method) == (1, "burnside")
    assert count(QUEENS, job=folder, method="burnside", **asked).method == "burnside"
    for method in ("canonical", "blocking"):
        with pytest.raises(InvalidModel, match=rf"method: .*: burnside, and not {method}"):
            count(QUEENS, job=folder, method=method, **asked)
    orbits = count(QUEENS, job=tmp_path / "other", method="blocking", **asked)
    assert (orbits.value, orbits.method) == (1, "blocking")


def test_another_memory_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "job"
    count(QUEENS, engine=FrontierEngine(memory=10**9), job=folder)
    for engine in (FrontierEngine(memory=10**8), AutoEngine(memory=10**8)):
        with pytest.raises(
            InvalidModel, match="memory: is 1000000000 in the job, and not 100000000"
        ):
            count(QUEENS, engine=engine, job=folder)
    assert count(QUEENS, engine="frontier", job=folder).value == TRUTH


@pytest.mark.parametrize("way", ["job", "executor"])
def test_watch_is_told_the_number_so_far(tmp_path: Path, way: str) -> None:
    told: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        where: dict[str, Any] = {"job": tmp_path / "a"} if way == "job" else {"executor": pool}
        found = count("queens", n=6, engine="bitboard", watch=told.append, **where)
        assert told[-1] == found.value == 4
        assert told == sorted(told)

        def press(number: int) -> None:
            raise KeyboardInterrupt

        where = {"job": tmp_path / "b"} if way == "job" else where
        with pytest.raises(Interrupted) as stopped:
            count("queens", n=6, engine="bitboard", watch=press, **where)
        assert stopped.value.answer.value <= 4


def test_heads_without_options_are_read(tmp_path: Path) -> None:
    # As they were written before options were in them.
    folder = tmp_path / "job"
    new_job(folder, Question("count", QUEENS, "frontier"), parts=2)
    data = json.loads((folder / "head.json").read_text())
    data["question"]["engine"] = {"name": "frontier"}
    (folder / "head.json").write_text(manifest._with_digest(data))
    assert open_job(folder).engine == FrontierEngine()
    for engine in ("frontier", "auto"):
        assert count(QUEENS, engine=engine, job=folder).value == TRUTH
