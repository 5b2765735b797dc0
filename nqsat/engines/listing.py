"""Listings: what a search has found so far, and why it ended. The one place for limits and checks.

Whatever engine streams, here every solution is checked against the model's meaning before anybody
sees it, a solution that comes twice is an error, limits are looked at, and it is settled whether the
list is complete.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

from nqsat.chess import Symmetry
from nqsat.engines.contract import close, closing, require_settled
from nqsat.engines.stream import OutOfTime, aside, waited
from nqsat.errors import Interrupted, InvalidModel, UnsupportedByEngine, WrongSolution
from nqsat.modelling import Model

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine

S = TypeVar("S", bound="Distinct")
S_contra = TypeVar("S_contra", contravariant=True)


class Distinct(Protocol):
    """A solution, seen as one of many."""

    @property
    def fingerprint(self) -> int:
        """A number that no other solution has."""


class Modelled(Protocol[S_contra]):
    """A model, seen as what it asks of its solutions."""

    def holds(self, solution: S_contra, /) -> bool:
        """Whether this is a solution."""


#: Why a listing is not complete.
Reason = Literal["limit", "time limit", "interrupted"]


class Listing(Generic[S]):
    """An iterator over the solutions of a model that knows whether it has come to the end.

    Args:
        model: the model.
        engine: who searches.
        limit: stop after so many solutions; if there are no more than that, the list is complete.
        time_limit: stop after so many seconds of wall clock, those until the engine has begun among them.
        orbit: see ``Engine.search``.
        watch: called with the number found whenever the engine shows a sign of life.

    Attributes:
        found: how many solutions have been handed out.
        complete: there are no others. False until the engine has said so.
        reason: why it ended without being complete; None while it has not ended.

    Raises:
        InvalidModel: a limit that is no positive number.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: while iterating: Ctrl-C; its ``answer`` is this iterator.
        EngineFailure: while iterating: the engine broke; WrongSolution: it gave a wrong solution or one
            twice.
    """

    def __init__(
        self,
        model: Modelled[S],
        engine: Engine,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        orbit: Sequence[Symmetry] = (),
        watch: Callable[[int], None] | None = None,
    ) -> None:
        check_limits(limit, time_limit)
        require_settled(model)
        self.model = model
        self.engine = engine.for_model(cast("Model", model))
        self.found = 0
        self.complete = False
        self.reason: Reason | None = None
        self._search: Iterator[S | None] = iter(())
        self._limit = math.inf if limit is None else limit
        self._time_limit = time_limit
        self._started: float | None = None
        self._ended: float | None = None
        self._watch = watch or (lambda _found: None)
        self._begin(orbit)

    def _begin(self, orbit: Sequence[Symmetry]) -> None:
        """Have the engine refuse, which it does at once; whatever else it does is on the clock."""
        started, model = time.monotonic(), cast("Model", self.model)
        try:
            found = waited(lambda: checked(model, self.engine, orbit), self._time_limit)
        except OutOfTime:
            self._started = started
            self._end("time limit")
            return
        self._search = aside(lambda: cast("Iterator[S | None]", found))
        if self._time_limit is not None:
            self._time_limit = max(self._time_limit - (time.monotonic() - started), 1e-3)

    @property
    def seconds(self) -> float:
        """Wall-clock seconds from the first solution asked for to the end, or till now."""
        if self._started is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._started

    def __iter__(self) -> Iterator[S]:
        return self

    def __next__(self) -> S:
        try:
            while True:
                solution = self._step()
                self._watch(self.found)
                if solution is not None:
                    return solution
        except KeyboardInterrupt:
            self._end("interrupted")
            raise Interrupted(self) from None
        except Exception:
            if self._ended is None:
                self._end(None)
            raise

    def close(self, reason: Reason = "interrupted") -> None:
        """Stop the engine and free what it holds; what has been found stays counted."""
        self._end(self.reason or reason)

    def _step(self) -> S | None:
        """One item of the search: a checked solution, or None for a sign of life."""
        if self._ended is not None:
            raise StopIteration
        if self._started is None:
            self._started = time.monotonic()
        elif self._time_limit is not None and self.seconds > self._time_limit:
            self._end("time limit")
            raise StopIteration
        try:
            solution = next(self._search)
        except StopIteration:
            self.complete = True
            self._end(None)
            raise
        except UnsupportedByEngine:
            if self.found < self._limit:
                raise
            self._end("limit")  # an engine that finds some cannot say whether there are others
            raise StopIteration from None
        if solution is None:
            return None
        if self.found == self._limit:  # asked once more, and there is one more
            self._end("limit")
            raise StopIteration
        self.found += 1
        return solution

    def _end(self, reason: Reason | None) -> None:
        if self._ended is None:
            self._ended = time.monotonic()
            self.reason = reason
            close(self._search)


def checked(
    model: Modelled[Any], engine: Engine, orbit: Sequence[Symmetry] = ()
) -> Iterator[Any | None]:
    """What an engine streams of the solutions of a model, each checked, and none twice.

    Raises:
        UnsupportedByEngine: at once: the engine cannot answer.
        WrongSolution: later: a solution breaks the model, or has come before.
    """
    return _checked(model, engine, engine.search(cast("Model", model), orbit))


def _checked(
    model: Modelled[Any], engine: Engine, found: Iterator[Any | None]
) -> Iterator[Any | None]:
    seen: set[int] = set()
    with closing(found):
        for solution in found:
            if solution is not None:
                if not model.holds(solution):
                    what = _broken(model, solution)
                    raise WrongSolution(
                        f"engine {engine.title}: {solution} breaks {what}", solution
                    )
                mark = solution.fingerprint
                if mark in seen:
                    raise WrongSolution(f"engine {engine.title}: {solution} came twice", solution)
                seen.add(mark)
            yield solution


def _broken(model: object, solution: object) -> str:
    """What a wrong solution breaks, for the message."""
    rules = getattr(model, "rules", ())
    names = [f"the rule {rule.name}" for rule in rules if not rule.holds(solution)]
    return " and ".join(names) or "a requirement of the model"


def check_limits(limit: int | None, time_limit: float | None) -> None:
    """Refuse limits that make no sense.

    Raises:
        InvalidModel: a limit that is no positive number.
    """
    _positive("limit", limit)
    if not isinstance(limit, int | None):
        raise InvalidModel("limit", f"{limit!r} is not a whole number")
    _positive("time_limit", time_limit)


def _positive(name: str, value: float | None) -> None:
    if value is None:
        return
    if type(value) not in (int, float) or not 0 < value < math.inf:
        raise InvalidModel(name, f"{value!r} is not a number above 0")
