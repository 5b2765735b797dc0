"""The answer of a question of any kind. What is asked decides what is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nqsat.counting.answers import Optimum
from nqsat.counting.count_and_list import counted, listing_of
from nqsat.counting.question import Question
from nqsat.counting.run import Run


def answer(
    question: Question,
    run: Run | None = None,
    *,
    improved: Callable[[Optimum], None] | None = None,
) -> Any:
    """Return the answer of a question: a ``Count``; to list, a ``Listing`` or a ``Numbering``; to solve, an
    ``Outcome`` or a ``Uniqueness``.

    Args:
        question: what is asked, with its limits.
        run: how it is answered.
        improved: as for ``solve``.
    """
    run = run or Run()
    if question.ask == "count" or run.in_parts:  # or refused, by what counts
        return counted(question, run)
    if question.ask == "enumerate" and question.numbered:
        from nqsat.counting.ranking.ordinals import numbered_by

        return numbered_by(question, run)
    if question.ask == "enumerate":
        return listing_of(question, run.watch)
    if question.why:
        from nqsat.counting.conflict import find_or_explain

        return find_or_explain(question, run.watch, improved)
    from nqsat.counting.finding import outcome_of, uniqueness_of

    if question.unique:
        return uniqueness_of(question, run.watch)
    return outcome_of(question, run.watch, improved)
