"""Jobs that an earlier nqsat has begun layer by layer are gone on with: their parts had other names.

Made by commit 8edb749 with the numbers below: begun, with nothing done; stopped in a stage or
between two; done. Those of tours were one part from stop to stop, and are refused.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from nqsat import InvalidModel
from nqsat.counting.job import JobResult, result, run_job, verify
from nqsat.counting.job.ledger import Fault
from nqsat.engines.frontier import program
from nqsat.engines.layered import checkpoints
from nqsat.engines.layered import plan as planned

MADE = Path(__file__).parent / "layers_by_8edb749.zip"

JOBS = {"queens-half": 462}

REFUSED = ("tour-begun", "tour-between", "tour-fixed", "tour-half", "tour-short-done")


@pytest.mark.parametrize("name", JOBS)
@pytest.mark.parametrize("lost", [False, True])
def test_jobs_are_gone_on_with(
    name: str, lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, limit, number in (
        (planned, "PIECE", 3), (checkpoints, "CHECKPOINT", 40), (program, "TOUCHED", 6),
    ):  # fmt: skip
        monkeypatch.setattr(module, limit, number)
    with zipfile.ZipFile(MADE) as file:
        file.extractall(tmp_path, [one for one in file.namelist() if one.startswith(f"{name}/")])
    job = tmp_path / name
    arrays = sorted((job / "store").rglob("rows.npy"))
    assert arrays
    written = {path: path.read_text() for path in (job / "ledger").iterdir()}
    for path in arrays if lost else ():
        path.write_bytes(b"damaged")
    assert not result(job).count.complete
    assert run_job(job).count.value == JOBS[name]
    checked: tuple[JobResult | None, list[Fault]] = verify(job)
    assert checked[0] is not None
    assert (checked[0].count.value, checked[0].count.complete) == (JOBS[name], True)
    assert [fault for fault in checked[1] if fault.wrong] == []
    # What had been done was not done again, unless it was lost.
    if not lost:
        assert {path: path.read_text() for path in written} == written
        done = "".join(path.read_text() for path in sorted((job / "ledger").iterdir()))
        parts = [json.loads(line).get("part") for line in done.splitlines()]
        assert len(known := [part for part in parts if part]) == len({*known})


@pytest.mark.parametrize("name", REFUSED)
def test_jobs_of_tours_are_refused_in_one_line(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(MADE) as file:
        file.extractall(tmp_path, [one for one in file.namelist() if one.startswith(f"{name}/")])
    with pytest.raises(InvalidModel, match="it was cut by another nqsat"):
        run_job(tmp_path / name)
