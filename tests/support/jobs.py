"""Jobs for tests: create them, append rows, and verify them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nqsat.counting import Question
from nqsat.counting.job import new_job, open_job, verify
from nqsat.counting.job.ledger import Ledger


def begun(folder: Path, question: Question, parts: int | None = 9) -> Path:
    """Create a job, and return its folder."""
    new_job(folder, question, parts=parts)
    return folder


def append(folder: Path, *rows: dict[str, Any], name: str = "z-1") -> None:
    """Append rows as another runner."""
    ledger = Ledger(folder / "ledger" / f"{name}.jsonl", open_job(folder).id)
    for row in rows:
        ledger.append(row)
    ledger.close()


def wrong(folder: Path) -> list[str]:
    """Return the faults of a job."""
    return [str(fault) for fault in verify(folder)[1] if fault.wrong]
