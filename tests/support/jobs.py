"""Jobs for tests: begin them, and change their files behind nqsat's back."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from nqsat.counting import Question
from nqsat.counting.coordinator import digest_of
from nqsat.counting.job import begin, open_job
from nqsat.counting.ledger import Ledger


def begun(path: Path, question: Question, parts: int | None = 9) -> Path:
    begin(path, question, parts=parts).close()
    return path


def forge(path: Path, **changed: Any) -> None:
    """Change the first row of a job's first stage, with a digest that fits."""
    job = open_job(path)
    stage = digest_of(job.plan.stage(job.wanted, {}))
    id_, row = next(iter(job.ledger.read(stage).items()))
    row = {name: value for name, value in {**row, **changed}.items() if value is not None}
    job.ledger.write(stage, {changed.pop("id", id_): row}, replace=True)
    job.close()


def with_head(path: Path, **changed: Any) -> Path:
    """Make a file whose head is another job's, changed."""
    other = path.with_name(f"changed-{path.name}")
    ledger = Ledger(path)
    Ledger(other, {**ledger.head, **changed}).close()
    ledger.close()
    return other


def flip(path: Path) -> None:
    """Change a digit within a row, as a faulty disk does."""
    with sqlite3.connect(path) as db:
        (data,) = db.execute("SELECT data FROM rows WHERE stage > '' LIMIT 1").fetchone()
        text = json.dumps({**json.loads(data), "numbers": [[0, "99"]]})
        db.execute("UPDATE rows SET data = ? WHERE data = ?", (text, data))
    db.close()
