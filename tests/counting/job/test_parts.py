"""How many parts a job has: as many as are worth a row each, unless somebody says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.counts import summed
from support.jobs import wrong

from nqsat import Placement, Tour, count
from nqsat.counting import Question
from nqsat.counting.job import new_job, open_job, result, run_job
from nqsat.counting.job.audit import another_way
from nqsat.counting.job.manifest import LEAST, _estimate_seconds
from nqsat.counting.job.progress import JobProgress
from nqsat.engines import flaw, make_engine
from nqsat.engines.plans.bundled import BundledPlan, parts_of_bundle
from nqsat.engines.plans.plan import MemoryStore, run_plan, split_titles
from nqsat.rules import Domination, Men, Objective

pytestmark = pytest.mark.usefixtures("threads")


def queens(n: int) -> Placement:
    return Placement(f"{n}x{n}", {"Q": n})


#: Each takes less than a second, and is done in 0.3 s, as far as that is foretold, or in parts of that.
TINY = {
    **{f"{n} queens": Question("count", queens(n)) for n in (4, 6, 11, 13)},
    "symmetric prefixes": Question("count", queens(13), "bitboard"),
    "in sizes": Question("count", Placement("4x4", {"K": "any"}), by="size"),
    "cubes": Question("count", queens(5), "backtrack"),
    "a tour that there is not": Question("count", Tour("5x5", "N")),
    "a tour": Question("count", Tour("5x6", "N")),
    "halves": Question("count", Tour("5x6", "N"), "mates/middle"),
    "classes": Question("count", queens(6), modulo="symmetry"),
    "some of negative weight": Question("count", queens(8), fixed_by="only:identity"),
    "classes of tours": Question("count", Tour("5x6", "N"), modulo="symmetry"),
    "an optimum": Question(
        "count",
        Placement("3x4", {"Q": "any"}, [Domination()], objective=Objective("minimise", Men())),
    ),
}


@pytest.mark.parametrize("name", TINY)
def test_a_part_is_worth_a_row(tmp_path: Path, name: str) -> None:
    question = TINY[name]
    job = new_job(tmp_path / "job", question)
    assert open_job(tmp_path / "job") == job
    found = run_job(tmp_path / "job")
    known = count(
        question.model, engine=question.engine, modulo=question.modulo, fixed_by=question.fixed_by
    )
    assert (found.count.value, found.count.complete) == (known.value, True)
    assert found.parts <= max(1, _estimate_seconds(job) / LEAST)
    assert not wrong(tmp_path / "job")
    if name == "6 queens":
        assert found.parts == 1


def test_whoever_says_how_many_has_them(tmp_path: Path) -> None:
    for parts, least in ((1, 1), (9, 9), (40, 40)):
        new_job(tmp_path / str(parts), Question("count", queens(6), "bitboard"), parts=parts)
        assert result(tmp_path / str(parts)).parts >= least


@pytest.mark.parametrize("name", ["classes", "symmetric prefixes"])
def test_a_bundle_is_audited_by_those_who_count_its_parts_otherwise(
    tmp_path: Path, name: str
) -> None:
    # Of conjugacy classes; and of few of the prefixes, as there are hundreds.
    folder = tmp_path / "job"
    new_job(folder, TINY[name])
    found = run_job(folder)
    standing = JobProgress(open_job(folder))
    (part,) = standing.stage.parts
    part = part._replace(data=part.data[:5])
    other = another_way(standing.plan, part, {}, MemoryStore(), by_size=False, seconds=1.0)
    assert other is not None
    assert not {*split_titles(other.title)} & {*split_titles(found.count.engine)}
    shared = standing.plan.prepare({}, MemoryStore())
    assert summed(piece for _, piece in other.pieces(1)) == summed(standing.plan.run(part, shared))
    if name == "classes":
        assert run_job(folder, audit=1.0).audited == (f"bundle-1 by {other.title}",)


@pytest.mark.parametrize("most", [1, 2, 7, 1000])
@pytest.mark.parametrize(
    ("engine", "model"),
    [
        ("bitboard", queens(6)),
        ("sat", Placement("3x3", {"K": "2..3"})),
        ("mates/middle", Tour("5x6", "N")),
    ],
)
def test_bundles_have_every_part_once(engine: str, model: Placement | Tour, most: int) -> None:
    plan = make_engine(engine).plan(model).committed
    bundled = BundledPlan(plan, most)
    stage = bundled.stage(20, {})
    assert summed(run_plan(bundled, 20)) == summed(run_plan(plan, 20))
    if stage.sums:
        parts = plan.stage(20, {}).parts
        assert len(stage.parts) == min(most, len(parts))
        assert flaw(stage.cover, stage.parts) is None
        if len(parts) > most:
            inside = [part for bundle in stage.parts for part in parts_of_bundle(bundle)]
            assert sorted(part.id for part in inside) == sorted(part.id for part in parts)
            fewer = stage.parts[0]._replace(data=stage.parts[0].data[1:])
            assert flaw(stage.cover, (fewer, *stage.parts[1:])) is not None
            twice = stage.parts[0]._replace(weight=2)
            assert flaw(stage.cover, (twice, *stage.parts[1:])) is not None
