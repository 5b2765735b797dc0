"""Lists of solutions: each is checked and limits are enforced, once for all engines.

For every engine, each solution is checked against ``holds`` of the model before a caller sees it, and a
duplicate is an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from nqsat.engines.stream import closing
from nqsat.errors import InvalidModel, UnsupportedByEngine, WrongSolution, integer
from nqsat.modelling import Block, Placement, Subject
from nqsat.modelling.rules.user_rules import rule_holds

if TYPE_CHECKING:
    from nqsat.engines.batch_check import BatchChecker  # needs NumPy

S_contra = TypeVar("S_contra", contravariant=True)


class Modelled(Protocol[S_contra]):
    """A ``Subject`` whose solutions are of one class."""

    def holds(self, solution: S_contra, /) -> bool:
        """Whether this is a solution."""


class Lister(Protocol):
    """What a list needs of an ``Engine``."""

    @property
    def title(self) -> str: ...

    def batches(self, model: Any, /) -> Iterator[Sequence[Any]]: ...


class LimitReached(Exception):
    """There are more solutions than the limit."""


def check_solutions(
    model: Subject,
    engine: Lister,
    limit: int | None = None,
    at_end: Callable[[], object] = lambda: None,
) -> Iterator[Sequence[Any]]:
    """Stream the solutions of a model in batches; each solution is checked, and duplicates are errors.

    ``at_end`` is called after the last one; an error of it says that some are missing.

    Raises:
        UnsupportedByEngine: the engine cannot answer; raised at once.
        WrongSolution: a solution violates the model or is a duplicate; raised while iterating.
        LimitReached: there are more than ``limit``, which one further request shows. If an engine cannot
            continue beyond the limit, this is raised as well.
    """
    return _checked(model, engine, engine.batches(model), limit, at_end)


def _checked(
    model: Subject,
    engine: Lister,
    found: Iterator[Sequence[Any]],
    limit: int | None,
    at_end: Callable[[], object],
) -> Iterator[Sequence[Any]]:
    seen: set[int] = set()
    judge: BatchChecker | None = None
    most = math.inf if limit is None else limit
    with closing(found):
        try:
            for batch in found:
                if isinstance(batch, Block):
                    if judge is None:
                        from nqsat.engines.batch_check import BatchChecker

                        judge = BatchChecker(cast("Placement", model))
                    wrong, marks = judge.check_batch(batch)
                else:
                    wrong = next(
                        (i for i, solution in enumerate(batch) if not model.holds(solution)), None
                    )
                    marks = [solution.fingerprint for solution in batch]
                if wrong is not None:
                    solution, what = batch[wrong], broken_rules(model, batch[wrong])
                    raise WrongSolution(
                        f"engine {engine.title}: {solution} breaks {what}", solution
                    )
                if not seen.isdisjoint(marks) or len({*marks}) < len(marks):
                    i = next(i for i, x in enumerate(marks) if x in seen or x in marks[:i])
                    raise WrongSolution(f"engine {engine.title}: {batch[i]} came twice", batch[i])
                left = most - len(seen)
                seen.update(marks)
                yield batch[: int(left)] if len(batch) > left else batch
                if len(batch) > left:
                    raise LimitReached
        except UnsupportedByEngine:
            if len(seen) < most:
                raise
            raise LimitReached from None
    at_end()


def broken_rules(model: Subject, solution: object) -> str:
    """Describe which rules a wrong solution breaks, for the message."""
    names = [f"the rule {rule.name}" for rule in model.rules if not rule_holds(rule, solution)]
    return " and ".join(names) or "a requirement of the model"


def check_limits(limit: int | None, time_limit: float | None) -> None:
    """Raise ``InvalidModel`` if a limit is not a positive number."""
    for name, value in (("limit", limit), ("time_limit", time_limit)):
        number = isinstance(value, Real) and not isinstance(value, bool)
        if value is not None and not (number and 0 < value < math.inf):
            raise InvalidModel(name, f"{value!r} is not a number above 0")
    if limit is not None and integer(limit) is None:
        raise InvalidModel("limit", f"{limit!r} is not an integer")


def require_settled(model: Subject) -> None:
    """Refuse to list or to count a model with an objective.

    Raises:
        InvalidModel: the model has an objective; its best value has to be found and fixed first.
    """
    if model.objective is not None:
        reason = "an engine needs its best value first; use nqsat.count, solve or solutions"
        raise InvalidModel("objective", reason)
