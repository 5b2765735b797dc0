"""Audits: parts that are counted again, by whom, and what happens where the numbers differ."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest
from support.counts import summed
from support.day_subset import combined, some
from support.jobs import begun

from nqsat import Placement, Tour
from nqsat.counting import Question
from nqsat.counting.job import open_job, result, run_job, runner
from nqsat.counting.job.audit import another_way, deeper, sample
from nqsat.counting.job.progress import JobProgress, encode_numbers
from nqsat.counting.parallel.workers import at_stage
from nqsat.engines import make_engine
from nqsat.engines.plans.plan import MemoryStore, Part, run_plan
from nqsat.errors import Disagreement
from nqsat.rules import Domination

QUEENS = Question("count", Placement("6x6", {"Q": 6}), "bitboard")

MODELS: dict[str, tuple[str, Any]] = {
    "prefixes": ("bitboard", Placement("6x6", {"Q": 6})),
    "prefixes with blanks": ("bitboard", Placement("4x4", {"K": "2..3"})),
    "two kinds": ("bitboard", Placement("3x4", {"Q": "1", "N": "1..2"})),
    "presets": ("bitboard", Placement("5x5", {"Q": 5}, presets=["Q@b1", "-@c3"])),
    "covers": ("bitboard", Placement("3x4", {"N": "any"}, [Domination()])),
    "cubes": ("backtrack", Placement("4x4", {"K": "2..3"})),
    "cubes of a tour": ("sat", Tour("3x4", "K")),
}


@pytest.mark.parametrize(
    ("wanted", "name"), [*combined([60, 12], [*MODELS]), *((1, name) for name in MODELS)]
)
def test_the_model_of_a_part_has_as_many_solutions(wanted: int, name: str) -> None:
    engine, model = MODELS[name]
    by_size = not isinstance(model, Tour)
    plan = make_engine(engine).plan(model, by_size=by_size).committed
    shared = plan.prepare({}, MemoryStore())
    said = 0
    for part in plan.stage(wanted, {}).parts:
        restricted = plan.restricted_model(part)
        if restricted is not None:
            said += 1
            found = make_engine("sat").plan(restricted, by_size=by_size)
            assert summed(run_plan(found)) == summed(plan.run(part, shared))
    assert said > 0


def test_a_part_by_its_own_parts() -> None:
    model = Placement("6x6", {"Q": 6})
    plan = make_engine("bitboard").plan(model)
    for part in plan.stage(5, {}).parts:
        whole = plan.run(part, plan.prepare({}, MemoryStore()))
        own = at_stage(plan, deeper(plan, part), 1, {}, MemoryStore())
        assert summed(piece for _, piece in own) == summed(whole)


def test_the_other_engine_has_no_share_in_the_plan() -> None:
    for name, (engine, model) in MODELS.items():
        plan = make_engine(engine).plan(model).committed
        part = plan.stage(12, {}).parts[0]
        other = another_way(plan, part, {}, MemoryStore(), by_size=False, seconds=1.0)
        assert other is not None, name
        assert other.title.partition("/")[0] != engine or other.title.endswith("cut deeper")


def test_the_sample_is_drawn_by_the_job_alone() -> None:
    parts = [Part(str(i)) for i in range(100)]
    drawn = sample("a", parts, 0.1)
    assert len(drawn) == 10
    assert drawn == sample("a", parts[::-1], 0.1)
    assert drawn == sample("a", parts, 0.2)[:10]
    assert drawn != sample("b", parts, 0.1)
    assert len(sample("a", parts, 0.001)) == 1
    assert sample("a", parts, 0.0) == []
    assert sorted(sample("a", parts, 1.0)) == sorted(parts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "job", QUEENS)


@pytest.mark.parametrize("share", some([0.3, 0.1], 2))
def test_a_job_is_audited_once(folder: Path, share: float) -> None:
    found = run_job(folder, audit=share)
    assert found.count.value == 4
    assert len(found.audited) == math.ceil(share * found.parts)
    assert not any("bitboard" in one for one in found.audited)
    ledgers = sorted((folder / "ledger").iterdir())
    assert run_job(folder, audit=share) == found
    assert sorted((folder / "ledger").iterdir()) == ledgers
    assert result(folder) == found


def test_parts_of_a_job_that_is_not_done_are_audited(folder: Path) -> None:
    ids = [part.id for part in open_job(folder).plan.stage(9, {}).parts]
    found = run_job(folder, parts=(ids[0], ids[2]), audit=1.0)
    assert [one.partition(" by ")[0] for one in found.audited] == [ids[0], ids[2]]
    assert not found.count.complete
    run_job(folder, parts=(ids[1],))
    assert len(run_job(folder, audit=1.0).audited) == len(ids)


def test_burnside_is_audited_class_by_class(tmp_path: Path) -> None:
    question = Question("count", Placement("4x4", {"K": 3}), "sat", modulo="symmetry")
    found = run_job(begun(tmp_path / "job", question), audit=1.0)
    assert found.count.complete
    assert found.audited


def test_a_wrong_part_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(runner, "encode_numbers", lambda numbers: encode_numbers({**numbers, 0: 99}))
        run_job(folder)
    assert result(folder).count.value != 4
    part = sample(open_job(folder).id, open_job(folder).plan.stage(9, {}).parts, 0.01)[0].id
    with pytest.raises(Disagreement, match=rf"differ about part {part}"):
        run_job(folder, audit=0.01)
    with pytest.raises(Disagreement):
        result(folder)


@pytest.mark.parametrize(
    ("engine", "tour", "share", "by"),
    [
        ("mates/middle", Tour("6x6", "N"), 1.0, "by mates/middle, cut deeper"),
    ],
)
def test_tours_are_audited(tmp_path: Path, engine: str, tour: Tour, share: float, by: str) -> None:
    folder, said = begun(tmp_path / "job", Question("count", tour, engine)), list[str]()
    found = run_job(folder, audit=share, watch=said.append)
    assert found.count.complete
    assert found.audited
    assert all(re.search(by, one) for one in found.audited)
    job = open_job(folder)
    drawn = {part.id for part in sample(job.id, list(JobProgress(job).leaves()), share)}
    alone = drawn - {one.partition(" by ")[0] for one in found.audited}
    assert all(f"audit: no engine counts part {id_} in another way" in said for id_ in alone)
