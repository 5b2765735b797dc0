"""Jobs: what runners do in parts, in whatever order and however often, is the count."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.day_subset import combined
from support.jobs import append, begun, wrong
from support.oracle.brute_force import DEEP

from nqsat import Placement, Tour, count
from nqsat.counting import Question
from nqsat.counting.job import (
    JobResult,
    manifest,
    new_job,
    open_job,
    result,
    run_job,
    runner,
    status,
)
from nqsat.counting.job.ledger import Row
from nqsat.counting.job.progress import JobProgress, digest_of, encode_numbers, numbers_of
from nqsat.counting.job.store import Damaged, Folder
from nqsat.engines.compiled.arrays import np
from nqsat.engines.plans.plan import (
    Cover,
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Store,
)
from nqsat.errors import Disagreement, EngineFailure, Interrupted, InvalidModel
from nqsat.modelling import model_of
from nqsat.rules import Domination, Men, Objective

QUEENS = Question("count", Placement("7x7", {"Q": 7}), "bitboard")
TRUTH = 40

QUESTIONS = {
    "prefixes": QUEENS,
    "without symmetry": replace(QUEENS, engine="bitboard/without symmetry"),
    "chosen": Question("count", Placement("5x5", {"Q": 5})),
    "cubes in processes": Question("count", Placement("4x4", {"Q": 4}), "backtrack"),
    "an engine with options": Question(
        "count", Placement("4x4", {"Q": 4}), "cpsat", (("seed", 3),)
    ),
    "covers": Question("count", Placement("3x4", {"N": "any"}, [Domination()]), "bitboard"),
    "by size": Question("count", Placement("4x4", {"K": "any"}), "bitboard", by="size"),
    "burnside": Question("count", Placement("4x4", {"K": 3}), modulo="symmetry"),
    "fixed": Question("count", Placement("6x6", {"Q": 6}), fixed_by="rot90"),
    "exactly": Question("count", Placement("4x4", {"K": 3}), "bitboard", fixed_by="only:rot180"),
    "an optimum first": Question(
        "count",
        Placement("3x4", {"Q": "any"}, [Domination()], objective=Objective("minimise", Men())),
    ),
    "tours": Question("count", Tour("6x6", "N"), "mates"),
    "classes of tours": Question("count", Tour("5x6", "N"), modulo="symmetry"),
    "nothing": Question("count", Placement("3x3", {"Q": 3}), "bitboard"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "job", QUEENS)


@pytest.mark.parametrize(("name", "parts"), combined([*QUESTIONS], [9, 1]))
def test_a_job_comes_to_the_count(
    tmp_path: Path, name: str, parts: int, request: pytest.FixtureRequest
) -> None:
    if name != "cubes in processes":
        request.getfixturevalue("threads")
    question = QUESTIONS[name]
    asked = {x: getattr(question, x) for x in ("modulo", "fixed_by")}
    known = count(question.model, engine=question.title.partition("/")[0], **asked)
    folder = tmp_path / "job"
    made, again = new_job(folder, question, parts=parts), open_job(folder)
    assert (again, again.question.model) == (made, question.model)
    assert again.plan.stage(again.wanted, {}) == made.plan.stage(made.wanted, {})
    before = result(folder)
    assert (before.done, before.count.complete, before.count.value) == (0, False, 0)
    found = run_job(folder, workers=2)
    assert (found.count.value, found.count.complete) == (known.value, True)
    assert str(found) == str(replace(known, seconds=found.count.seconds))
    if question.by:
        assert found.count.sizes.total() == known.value
    assert not wrong(folder)
    rows = [path.read_bytes() for path in (folder / "ledger").iterdir()]
    assert run_job(folder) == replace(found)  # there is nothing left to do
    assert [path.read_bytes() for path in (folder / "ledger").iterdir()] == rows


def test_parts_one_by_one_in_any_order(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job", replace(QUEENS, model=Placement("6x6", {"Q": 6})), parts=5)
    parts = [part.id for part in status(folder).heaviest]
    Random(3).shuffle(parts)
    before = 0
    for number, part in enumerate(parts, 1):
        found = run_job(folder, parts=(part,))
        assert (found.done, found.parts) == (number, len(parts))
        assert before <= found.count.value <= 4
        assert found.count.complete == (number == len(parts))
        before = found.count.value
        assert run_job(folder, parts=(part,)).done == number
    assert before == 4


def test_threads_share_a_folder(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job", QUEENS, parts=30)
    found: list[JobResult] = []
    runners = [
        threading.Thread(target=lambda: found.append(run_job(folder, workers=2))) for _ in range(4)
    ]
    for one in runners:
        one.start()
    for one in runners:
        one.join()
    assert [one.count.value for one in found] == [TRUTH] * 4
    # Claims kept them apart: nobody did what another one had done.
    assert sum(share.parts for share in status(folder).shares) == found[0].parts
    assert all(share.seconds > 0 for share in status(folder).shares if share.parts)
    assert not list((folder / "claims").iterdir())


def test_the_work_of_all_stages_is_added_up(tmp_path: Path) -> None:
    # Layers of 36×36 kings took an hour, and the last part 0.2 s: that was said to be all.
    question = Question("count", Placement("6x6", {"K": "any"}), "frontier/compiled")
    folder = begun(tmp_path / "job", question, parts=3)
    run_job(folder)
    found = status(folder)
    (share,) = found.shares
    assert share.parts > found.result.done
    assert found.result.count.seconds == pytest.approx(share.seconds)


def part_row(folder: Path, **changed: Any) -> dict[str, Any]:
    """A row of the job's, as another runner would write it."""
    return {**next(iter(JobProgress(open_job(folder)).done.values())).data, **changed}


class TestAPartThatIsDoneTwice:
    @pytest.fixture
    def folder(self, folder: Path) -> Path:
        run_job(folder)
        return folder

    @pytest.mark.parametrize(
        "changed",
        [
            {},
            {"seconds": 1e6, "host": "elsewhere"},
            {"visited": 7, "engine": "another"},
            {"visited": 7, "version": "another"},
        ],
    )
    def test_counts_once(self, folder: Path, changed: dict[str, Any]) -> None:
        append(folder, part_row(folder, **changed))
        assert result(folder).count.value == TRUTH

    @pytest.mark.parametrize(
        "changed", [{"numbers": [[0, "12345"]]}, {"numbers": []}, {"visited": 7}]
    )
    def test_has_to_agree(self, folder: Path, changed: dict[str, Any]) -> None:
        append(folder, part_row(folder, **changed))
        with pytest.raises(Disagreement, match=r"\.jsonl:\d+ and z-1\.jsonl:1 differ about part"):
            result(folder)
        assert wrong(folder)

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"part": "nobody", "numbers": [[0, "5"]]}, "there is no part nobody"),
            ({"stage": "0123456789abcdef"}, "belongs to no stage that this job has come to"),
            ({"version": "0", "visited": 7}, "was counted by nqsat 0, the job is of "),
        ],
    )
    def test_a_row_that_does_not_belong_there_is_named(
        self, folder: Path, changed: dict[str, Any], said: str
    ) -> None:
        append(folder, part_row(folder, **changed))
        assert result(folder).count.value == TRUTH
        (line,) = wrong(folder)
        assert line.startswith(f"z-1.jsonl:1: {said}")

    def test_a_runner_that_cut_otherwise_is_refused(self, folder: Path) -> None:
        append(folder, {"kind": "stage", "stage": "0" * 16, "number": 0, "name": "count"})
        with pytest.raises(InvalidModel, match=r"z-1\.jsonl:1: stage count had other parts there"):
            run_job(folder)


# -- parts that are cut ------------------------------------------------------------------


class TestHeavyParts:
    def test_are_cut_and_the_sum_is_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Every part is too long as soon as one is done; the cuts of cuts too, to the last level.
        monkeypatch.setattr(runner, "LEAST", 0.0)
        monkeypatch.setattr(runner, "TIMES", 0.0)
        monkeypatch.setattr(runner, "PAUSE", 0.0)
        five = replace(QUEENS, model=Placement("5x5", {"Q": 5}))
        folder = begun(tmp_path / "job", five, parts=5)
        found = run_job(folder, workers=2)
        assert (found.count.value, found.count.complete) == (10, True)
        rows = [json.loads(line) for x in (folder / "ledger").iterdir() for line in x.open()]
        assert any(row["kind"] == "split" for row in rows)
        assert not wrong(folder)
        assert result(folder).count == found.count

    def split(self, folder: Path, children: int | None = None) -> tuple[Part, tuple[Part, ...]]:
        """Cut the heaviest part, as a runner does."""
        standing = JobProgress(open_job(folder))
        part = standing.stage.parts[0]
        parts = standing.plan.split(part)
        row = {"kind": "split", "stage": standing.digest, "part": part.id}
        append(folder, {**row, "children": [], "digest": digest_of(parts[:children])})
        return part, parts

    def test_replaces_a_part_by_its_own(self, folder: Path) -> None:
        before = result(folder).parts
        _, parts = self.split(folder)
        assert result(folder).parts == before - 1 + len(parts)
        with pytest.raises(InvalidModel, match="'x' is none of stage count"):
            run_job(folder, parts=("x",))
        assert run_job(folder, parts=tuple(one.id for one in parts)).done == len(parts)
        assert run_job(folder).count.value == TRUTH
        assert not wrong(folder)

    @pytest.mark.parametrize("more", [0, 77])
    def test_a_part_that_was_done_all_the_same_counts_once(self, folder: Path, more: int) -> None:
        part, _ = self.split(folder)
        run_job(folder)
        standing = JobProgress(open_job(folder))
        rows = [standing.done[one.id] for one in standing.children(part)]
        whole = sum(int(text) for row in rows for _, text in row.data["numbers"])
        changed = part_row(folder, part=part.id, numbers=[[0, str(whole + more)]])
        append(folder, changed, name="y")
        assert result(folder).count.value == TRUTH + part.weight * more
        differ = f"y.jsonl:1: part {part.id} and its own parts differ"
        assert wrong(folder) == [differ] * bool(more)

    def test_another_cut_is_refused(self, folder: Path) -> None:
        self.split(folder, children=-1)
        with pytest.raises(InvalidModel, match=r"z-1\.jsonl:1: part .* was cut otherwise"):
            run_job(folder)


# -- stages ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Squares(Plan):
    """Three numbers are made and kept as arrays, then doubled; the last stage adds them up."""

    broken: str = ""

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts("squares")

    @property
    def estimate(self) -> Estimate:
        return Estimate(1.0, 0, "nothing")

    def stage(self, wanted: int, products: Products) -> Stage:
        names = [f"make {i}" for i in range(3)]
        if not all(name in products for name in names):
            return self.of("make", names, sums=False)
        names = [f"twice {i}" for i in range(3)]
        if not all(name in products for name in names) or self.broken == "endless":
            return self.of("twice", names, sums=False)
        return self.of("add", ["0", "1", "2"])

    def of(self, name: str, ids: list[str], *, sums: bool = True) -> Stage:
        parts = tuple(Part(id_, (i, i + 1)) for i, id_ in enumerate(ids))
        if self.broken == name:
            parts = parts[1:]
        return Stage(name, parts, Cover("ranges", "numbers", 3), sums)

    def prepare(self, products: Products, store: Store) -> tuple[Products, Store]:
        return dict(products), store

    def run(self, part: Part, shared: tuple[Products, Store]) -> Iterator[Progress]:
        products, store = shared
        i = part.data[0]
        if part.id.startswith("make"):
            store.save(f"array {i}", {"n": np.array([i * i], dtype=np.int64)})
            yield Progress(product={"name": f"array {i}", "of": i}, visited=1)
        elif part.id.startswith("twice"):
            yield Progress(product=2 * int(store.load(products[f"make {i}"]["name"])["n"][0]))
        else:
            yield Progress(((0, 100),))
            yield Progress(((0, products[f"twice {i}"]),), restarted=True)


class TestStages:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        self.plan(monkeypatch)
        return begun(tmp_path / "job", QUEENS, parts=None)

    def plan(self, monkeypatch: pytest.MonkeyPatch, broken: str = "") -> None:
        monkeypatch.setattr(manifest, "plan_of", lambda *_: Squares(broken))

    def test_follow_one_another(self, folder: Path) -> None:
        assert str(result(folder)) == "at least 0 placements (0 of 3 parts of stage make)"
        assert run_job(folder, parts=("make 1",)).done == 1
        found = run_job(folder, workers=2)
        assert str(found) == "10 placements"
        assert not wrong(folder)
        assert result(folder) == found

    def test_a_runner_goes_on_where_another_left_it(self, folder: Path) -> None:
        for stage in ("make", "twice", ""):
            found = result(folder)
            assert found.stage == (stage or "add")
            for i in range(3):
                run_job(folder, parts=(f"{stage} {i}".strip(),))
        assert result(folder).count.value == 10

    def test_a_lost_product_is_made_again(self, folder: Path) -> None:
        run_job(folder)
        (path,) = (folder / "ledger").iterdir()
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:2]))  # the arrays are there still
        assert result(folder).stage == "make"
        assert run_job(folder).count.value == 10

    def test_damaged_arrays_are_made_again(self, folder: Path) -> None:
        for i in range(3):
            run_job(folder, parts=(f"make {i}",))
        file = folder / "store" / "array%202" / "n.npy"
        file.write_bytes(file.read_bytes()[:-1] + b"\xff")
        said: list[str] = []
        assert run_job(folder, watch=said.append).count.value == 10
        assert f"{file}: the file is damaged; the arrays are made again" in said
        shutil.rmtree(folder / "store" / "array%201")  # of which a job that is done has no need
        assert run_job(folder).count.value == 10
        assert not (folder / "store" / "array%201").exists()

    def test_a_stage_that_has_no_end_is_refused(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.plan(monkeypatch, "endless")
        with pytest.raises(EngineFailure, match="squares: stage twice has no end"):
            run_job(folder)

    def test_parts_that_are_not_all_are_refused(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.plan(monkeypatch, "add")
        with pytest.raises(Disagreement, match="stage add: the parts are not all: 1 follows on 0"):
            run_job(folder)
        assert any("the parts are not all" in line for line in wrong(folder))


class TestArrays:
    def test_come_back_and_can_be_written_to(self, tmp_path: Path) -> None:
        # Kernels are compiled for arrays that can be written to; the file stays as it is.
        Folder(tmp_path).save("a/b", {"x": np.arange(5), "y z": np.zeros((2, 3))})
        for _ in range(2):
            arrays = Folder(tmp_path).load("a/b")
            assert list(arrays) == ["x", "y z"]
            assert list(arrays["x"]) == list(range(5))
            arrays["x"][0] = 7
        with pytest.raises(KeyError):
            Folder(tmp_path).load("c")

    def test_any_flipped_bit_is_noticed(self, tmp_path: Path) -> None:
        Folder(tmp_path).save("a", {"x": np.arange(20)})
        random = Random(5)
        for _ in range(100 if DEEP else 30):
            file = random.choice(sorted((tmp_path / "a").iterdir()))
            changed = bytearray(file.read_bytes())
            bit = random.randrange(len(changed) * 8)
            changed[bit // 8] ^= 1 << bit % 8
            file.write_bytes(changed)
            with pytest.raises(Damaged, match=str(tmp_path / "a")):
                Folder(tmp_path).load("a")
            with pytest.raises(KeyError):  # it is made again
                Folder(tmp_path).load("a")
            Folder(tmp_path).save("a", {"x": np.arange(20)})
        assert list(Folder(tmp_path).load("a")["x"]) == list(range(20))


# -- limits and refusals -----------------------------------------------------------------


def test_a_time_limit_leaves_what_is_done(tmp_path: Path, threads: None) -> None:
    folder = begun(tmp_path / "job", replace(QUEENS, engine="backtrack"))
    found = run_job(folder, time_limit=1e-6)
    assert (found.reason, found.count.complete) == ("time limit", False)
    assert str(found).endswith(f"(0 of {found.parts} parts, time limit)")
    assert not list((folder / "claims").iterdir())


def test_ctrl_c_leaves_what_is_done(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job", QUEENS, parts=30)

    def watch(words: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        run_job(folder, watch=watch)
    assert stopped.value.answer.reason == "interrupted"
    assert not list((folder / "claims").iterdir())
    assert run_job(folder).count.value == TRUTH


def test_a_product_of_many_digits_comes_back() -> None:
    numbers: dict[int, Any] = {0: 7**20000, 3: Fraction(7**20000, 3**9000), 5: 0}
    row = Row("", json.loads(json.dumps({"numbers": encode_numbers(numbers)})))
    assert dict(numbers_of(row)) == {0: 7**20000, 3: Fraction(7**20000, 3**9000)}


def test_another_version_is_refused_and_its_result_read(folder: Path) -> None:
    run_job(folder)
    path = folder / "head.json"
    data: Mapping[str, Any] = json.loads(path.read_text())
    versions = {**data["versions"], "nqsat": "0.0.1"}
    path.write_text(manifest._with_digest({**data, "versions": versions}))
    with pytest.raises(InvalidModel, match=r"was begun by nqsat 0\.0\.1, and this is"):
        run_job(folder)
    assert result(folder).count.value == TRUTH


OWN = """
from nqsat import Placement
from nqsat.rules import NonAttacking

class Own(NonAttacking):
    name = "own"

def queens(n: int = {n}):
    return Placement(f"{{n}}x{{n}}", {{"Q": n}}, [Own()])
"""


class TestAModelOfAFile:
    def made(self, tmp_path: Path) -> tuple[Path, Question, dict[str, Any]]:
        file = tmp_path / "own.py"
        file.write_text(OWN.format(n=6))
        model = model_of(f"{file}:queens", {"n": 4})
        return file, Question("count", model, "sat"), {"arguments": [f"{file}:queens", "-p", "n=4"]}

    def test_is_made_again(self, tmp_path: Path) -> None:
        file, question, told = self.made(tmp_path)
        new_job(tmp_path / "job", question, parts=3, told=told)
        with pytest.raises(InvalidModel, match=f"data import nothing.*--model {file}:queens"):
            run_job(tmp_path / "job")
        assert run_job(open_job(tmp_path / "job", model=f"{file}:queens")).count.value == 2
        # An argument of the library names it too, in the call that begins the job and in the next.
        for _ in range(2):
            assert count(f"{file}:queens", n=4, engine="sat", job=tmp_path / "other").value == 2

    def test_has_to_be_what_it_was(self, tmp_path: Path) -> None:
        file, question, told = self.made(tmp_path)
        new_job(tmp_path / "job", question, parts=3, told=told)
        file.write_text(OWN.format(n=3))
        with pytest.raises(InvalidModel, match=r"own\.py is not what it was"):
            open_job(tmp_path / "job", model=f"{file}:queens")

    def test_is_refused_with_other_options(self, tmp_path: Path) -> None:
        _, question, told = self.made(tmp_path)
        told = {"arguments": [*told["arguments"], "--preset", "Q@a1"]}
        for one in (told, None):
            with pytest.raises(InvalidModel, match="JSON cannot carry this model"):
                new_job(tmp_path / "job", question, told=one)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"ask": "solve"}, "job: is for counts"),
        ({"limit": 5}, "limit: is no part of a job"),
        ({"time_limit": 5.0}, "time_limit: is no part of a job"),
        ({"modulo": "nonsense"}, "modulo"),
    ],
)
def test_questions_that_are_none_for_a_job(
    tmp_path: Path, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidModel, match=message):
        new_job(tmp_path / "job", replace(QUEENS, **asked))
    assert not list(tmp_path.iterdir())


def test_what_is_left_is_foretold(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job", QUEENS, parts=30)
    assert status(folder).remaining is None
    parts = status(folder).heaviest
    run_job(folder, parts=tuple(part.id for part in parts[: len(parts) // 2]))
    found = status(folder)
    assert found.remaining is not None
    assert found.remaining.seconds >= 0
    assert len(found.heaviest) == len(parts) - len(parts) // 2
    run_job(folder)
    done = status(folder)
    assert done.remaining is not None
    assert done.remaining.seconds == 0
    shutil.rmtree(folder / "claims")  # an empty folder that a copy has left out
    assert result(folder).count.value == TRUTH
