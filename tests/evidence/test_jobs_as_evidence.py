"""Jobs as a ground of verification: their numbers count only where they are whole and about the model."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from support.jobs import forge

from nqsat import InvalidModel, Placement, Run
from nqsat.counting import Question, answer
from nqsat.counting.job import begin
from nqsat.evidence import Effort, Ground, Report, Result, verify

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
