"""Optima: the best value that an objective can have, with what proves it.

Engines stream better and better solutions (``Engine.improve``); here each is checked, limits are looked
at, and it is settled whether the last one is an optimum or only the best found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from nqsat.chess.drawn import Said
from nqsat.counting.answer import Answer
from nqsat.engines import Deadline, Engine, Reason, aside, closing
from nqsat.errors import InvalidModel, WrongSolution
from nqsat.modelling import Arrangement, Placement
from nqsat.modelling.rules import Objective


@dataclass(frozen=True, slots=True)
class Optimum(Answer):
    """The best value of an objective.

    Args:
        objective: what was wanted.
        value: the best value found; None if no solution was.
        proved: whether no better one exists (and where ``value`` is None: that there is no solution).
        bound: no solution has a better value than this; None if nothing is known.
        solution: an arrangement with that value.
    """

    ask: ClassVar[str] = ".value is not None, and .proved"

    objective: Objective
    value: int | None
    proved: bool
    bound: int | None
    solution: Arrangement | None

    def _said_(self) -> Said:
        found = () if self.solution is None else (self.solution,)
        return Said(str(self), self.by, drawn=found)

    @property
    def status(self) -> str:
        """``optimal``, ``best found``, ``no solution`` or ``unknown``."""
        if self.value is None:
            return "no solution" if self.proved else "unknown"
        return "optimal" if self.proved else "best found"

    def __str__(self) -> str:
        """In words: ``5 men, the minimum``; ``at least 9 men (time limit; no more than 12)``."""
        if self.value is None:
            return self.status if self.proved else f"nothing found ({self.reason})"
        words = self.objective.measure.counted(self.value)
        largest = self.objective.sense == "maximise"
        if self.proved:
            return f"{words}, the {'maximum' if largest else 'minimum'}"
        least, limit = ("at least", "no more") if largest else ("at most", "no fewer")
        known = "" if self.bound is None else f"; {limit} than {self.bound}"
        return f"{least} {words} ({self.reason}{known})"

    @property
    def standing(self) -> str:
        """What is known while it is being looked for: ``9 men, no more than 12``."""
        limit = "more" if self.objective.sense == "maximise" else "fewer"
        words = [] if self.value is None else [self.objective.measure.counted(self.value)]
        words += [] if self.bound is None else [f"no {limit} than {self.bound}"]
        return ", ".join(words)


def nothing_found(
    objective: Objective, engine: str, reason: Reason | None, seconds: float = 0.0
) -> Optimum:
    """What is known before there is a solution."""
    return Optimum(
        objective, None, proved=False, bound=None, solution=None,
        engine=engine, seconds=seconds, reason=reason,
    )  # fmt: skip


def best_value(
    model: Placement,
    engine: Engine,
    *,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
) -> Optimum:
    """The best value that a model's objective can have; a limit or Ctrl-C leaves the best found.

    Raises:
        InvalidModel: the model has no objective.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    if model.objective is None:
        raise InvalidModel("objective", "the model has none; give maximise or minimise")
    best = nothing_found(model.objective, "", "interrupted")
    clock, found = Deadline(time_limit), 0
    reason: Reason | None = "interrupted"
    with suppress(KeyboardInterrupt):
        engine = engine.for_model(model)
        with closing(aside(lambda: improvements(model, engine))) as steps:
            for step in steps:
                if step is not None:
                    best = step
                    found += 1
                    if improved is not None:
                        improved(best)
                if watch is not None:
                    watch(found)
                if clock.over:
                    reason = "time limit"
                    break
            else:
                reason = None
    return replace(best, engine=engine.title, seconds=clock.seconds, reason=reason)


def improvements(model: Placement, engine: Engine) -> Iterator[Optimum | None]:
    """Better and better values, and tighter and tighter bounds; the last is proved; None while at work.

    The model has an objective, and the engine is made for it.
    """
    objective = cast("Objective", model.objective)
    clock, best = Deadline(), nothing_found(objective, engine.title, None)
    with closing(engine.improve(model)) as steps:
        for step in steps:
            if isinstance(step, int):
                best = replace(best, bound=step)
            elif step is not None:
                best = _improved(best, step, model, engine)
            yield None if step is None else replace(best, seconds=clock.seconds)
    yield replace(best, proved=True, bound=best.value, seconds=clock.seconds)


def _improved(best: Optimum, solution: Arrangement, model: Placement, engine: Engine) -> Optimum:
    """The solution as the best so far, checked against the model's meaning."""
    if not model.holds(solution):
        raise WrongSolution(
            f"engine {engine.title}: {solution} breaks a rule of the model", solution
        )
    value = best.objective.measure.value(solution)
    if best.value is not None and not best.objective.better(value, best.value):
        raise WrongSolution(
            f"engine {engine.title}: {solution} has {value}, no better than {best.value}", solution
        )
    return replace(best, value=value, solution=solution)
