"""How a question is answered: with how many workers, where, and who watches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nqsat.engines.machine import cores
from nqsat.errors import InvalidModel, integer

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: This many workers are allowed on every machine.
MOST = 64


def unseen(_: object) -> None:
    """Ignore a progress report: the default watcher."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a question is answered.

    Args:
        workers: how many parts run at a time; None for all cores if that is worth it.
        time_limit: stop after this many seconds.
        watch: called with the number found so far, at every progress report.
        stage: called with the progress of a count without a list, or the best value so far, as text.
        job: the file that keeps what the parts of a count have found.
        executor: does the parts; None for this machine.
        parts: about how many parts to make; or, of a job, the numbers of those to do, from 1.
        source: in a job, the source of the model if JSON cannot represent it; see ``Question.to_json``.

    Raises:
        InvalidModel: one of these is none, or two do not go together.
    """

    workers: int | None = None
    time_limit: float | None = None
    watch: Callable[[int], None] = unseen
    stage: Callable[[str], None] = unseen
    job: str | Path | None = None
    executor: Executor | None = None
    parts: int | range | None = None
    source: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        check_workers(self.workers, self.executor)
        if not isinstance(self.job, str | Path | None):
            raise InvalidModel("job", f"{self.job!r} is no file: give its path")
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise InvalidModel(
                "executor", f"{self.executor!r} is none, as concurrent.futures has it"
            )
        if self.parts is not None and not self.in_parts:
            raise InvalidModel("parts", "goes with a job, or with an executor")

    @property
    def in_parts(self) -> bool:
        """Whether the parts of a count are kept, or done elsewhere."""
        return self.job is not None or self.executor is not None


def check_positive(field: str, number: int | None) -> None:
    """Raise ``InvalidModel`` unless a number, as of workers or parts, is a positive integer or None."""
    if number is not None and (integer(number) or 0) < 1:
        raise InvalidModel(field, f"{number!r} is not an integer above 0")


def check_workers(workers: int | None, executor: object = None) -> None:
    """Raise ``InvalidModel`` for a number of workers that is not positive, or too many to start here."""
    if workers is None:
        return
    check_positive("workers", workers)
    most = max(MOST, 4 * cores())
    if executor is None and workers > most:
        raise InvalidModel("workers", f"{workers} is too many for {cores()} cores: at most {most}")
