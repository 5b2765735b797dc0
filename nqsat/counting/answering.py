"""Answer a question of any kind: what it asks says which function answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nqsat.counting.answers import Optimum
from nqsat.counting.count_and_list import counted, listing_of
from nqsat.counting.question import Question
from nqsat.counting.run import Run, check_workers, unseen

if TYPE_CHECKING:
    from concurrent.futures import Executor


def answer(
    question: Question,
    *,
    workers: int | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Callable[[str], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
    job: str | Path | None = None,
    executor: Executor | None = None,
    parts: int | range | None = None,
    source: Mapping[str, object] | None = None,
) -> Any:
    """Return the answer of a question.

    Arguments are as for ``count``; ``improved`` as for ``solve``, and ``source``, in a job, as for
    ``Question.to_json``.

    Returns:
        to count: a ``Count``; to list: a ``Listing``, or a ``Numbering``; to solve: an ``Outcome``, or
        a ``Uniqueness``.

    Raises:
        as the functions ``count``, ``solutions`` and ``solve``.
    """
    in_parts = any(given is not None for given in (job, executor, parts))
    if question.ask == "count" or in_parts:  # or refused, by what counts
        run = Run(
            workers,
            question.time_limit,
            watch or unseen,
            stage or unseen,
            job,
            executor,
            parts,
            source,
        )
        return counted(question, run)
    check_workers(workers)
    # What is asked decides what is loaded.
    if question.ask == "enumerate" and question.numbered:
        from nqsat.counting.ranking.ordinals import numbered_by

        return numbered_by(question)
    if question.ask == "enumerate":
        return listing_of(question, watch)
    if question.why:
        from nqsat.counting.conflict import find_or_explain

        return find_or_explain(question, watch, improved)
    from nqsat.counting.optimising.finding import outcome_of, uniqueness_of

    if question.unique:
        return uniqueness_of(question, watch)
    return outcome_of(question, watch, improved)
