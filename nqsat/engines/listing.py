"""Listings: the solutions of a search so far, and why it ended. The only place for limits and checks.

For every engine, each solution is checked against ``holds`` of the model before a caller sees it, a
duplicate is an error, limits are enforced, and it is decided whether the list is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, Literal, NoReturn, cast

from nqsat.chess.display import Description, Displayable
from nqsat.engines.checked import (
    LimitReached,
    Modelled,
    check_limits,
    check_solutions,
    require_settled,
)
from nqsat.engines.machine import MemoryWatch
from nqsat.engines.stream import Deadline, OutOfTime, call_in_thread, close, iterate_in_thread
from nqsat.errors import Interrupted, MissingPackage, OutOfMemory
from nqsat.formulas import Assignment
from nqsat.modelling import Model, Solution, Subject, plural

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, as in Python 3.13

    from nqsat.engines.contract import Engine

    S = TypeVar("S", bound=Solution | Assignment, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

#: Why a listing or an answer is not complete; the last reason is for jobs.
Reason = Literal["limit", "time limit", "memory limit", "interrupted", "parts left"]


class Listing(Displayable, Generic[S]):
    """An iterator over the solutions of a model that knows whether it is complete.

    Args:
        model: the model.
        engine: the engine that searches.
        limit: stop after this many solutions; if there are no more, the list is complete.
        time_limit: stop after this many seconds of wall clock, including the start of the engine. The
            engine may have a limit of memory.
        watch: called with the number found whenever the engine yields anything.
        make: starts the search instead of ``check_solutions``, with the same contract; it knows the limit.

    Attributes:
        found: number of solutions returned to the caller.
        complete: there are no others. False until the engine has reported the end.
        reason: why it ended without being complete; None while it has not ended.
        besides: what is true of all solutions: `` up to symmetry``.

    Raises:
        InvalidModel: a limit is not a positive number.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: while iterating: Ctrl-C; its ``answer`` is this iterator.
        EngineFailure: while iterating: the engine failed; WrongSolution: a solution was wrong or came
            twice.
    """

    def __init__(
        self,
        model: Modelled[S],
        engine: Engine,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        watch: Callable[[int], None] | None = None,
        make: Callable[[], Iterator[Sequence[S]]] | None = None,
    ) -> None:
        check_limits(limit, time_limit)
        self.model = cast("Subject", model)
        require_settled(self.model)
        self.engine = engine.for_model(cast("Model", model))
        self.found = 0
        self.complete = False
        self.reason: Reason | None = None
        self.besides = ""
        self._search: Iterator[Sequence[S] | None] = iter(())
        self._current_batch: Iterator[S] = iter(())  # the rest of the current batch
        self._turn = RLock()  # threads may share the solutions of one list
        self._seconds_left: float | None = None  # seconds left when the iteration starts
        self.latest: Sequence[S] = ()
        self._clock: Deadline | None = None  # starts with the first solution requested
        self._seconds: float | None = None  # duration, once it has ended
        self._watch = watch or (lambda _found: None)
        make = make or partial(check_solutions, self.model, self.engine, limit)
        clock, self._memory = Deadline(time_limit), MemoryWatch(getattr(engine, "memory", None))
        try:  # an engine refuses at once
            found = call_in_thread(make, time_limit, self._memory.check)
        except OutOfTime:
            self._clock = clock  # expired, so the iteration ends at once
            return
        except OutOfMemory:
            self._end("memory limit")
            return
        # Nothing of a search refers to ``self``: the list may be dropped.
        self._search = iterate_in_thread(lambda: found)
        self._seconds_left = clock.remaining

    @property
    def seconds(self) -> float:
        """Wall-clock seconds from the first solution requested to the end, or until now."""
        if self._seconds is not None:
            return self._seconds
        return 0.0 if self._clock is None else self._clock.seconds

    def _describe_(self) -> Description:
        unit = plural(self.found, self.model.unit) + self.besides
        end = "that is all" if self.complete else self.reason or "not at its end"
        hint = None if self._seconds is not None else "nqsat.reporting.gallery(…) shows the next"
        return Description(f"{self.found:,} {unit} so far: {end}", self.engine.title, hint)

    def __iter__(self) -> Iterator[S]:
        return self

    def __next__(self) -> S:
        with self._turn:
            return self._next()

    def _next(self) -> S:
        try:
            while True:
                for solution in self._current_batch:
                    self._watch(self.found + 1)  # on Ctrl-C here, this solution was not returned
                    self.found += 1
                    return solution
                batch = self._next_batch()
                self._current_batch = iter(batch)
                if not batch:
                    self._watch(self.found)
        except BaseException as error:
            raise self._exception_to_raise(error) from error.__cause__

    def __getitem__(self, _: object) -> NoReturn:
        raise TypeError("solutions are found one by one: write list(…)[0], or nqsat.nth(model, …)")

    def __len__(self) -> NoReturn:
        raise TypeError("how many there are shows at the end: write len(list(…)), or nqsat.count")

    def __bool__(self) -> bool:
        return True  # of an iterator, however many follow

    def batches(self) -> Iterator[Sequence[S]]:
        """The same solutions in batches, mostly single ones, some in blocks."""
        try:
            while True:
                batch = self._next_batch()
                self._watch(self.found + len(batch))  # on Ctrl-C here, these were not returned
                self.latest = batch
                self.found += len(
                    batch
                )  # a signal may come here as well: then the caller has ``latest``
                if batch:
                    yield batch
        except (GeneratorExit, StopIteration):
            return
        except BaseException as error:
            raise self._exception_to_raise(error) from error.__cause__

    def to_pandas(self) -> Any:
        """Return the solutions that follow as a ``DataFrame`` of pandas, with one row for each.

        Its columns are the squares: with the kind of the piece that stands there (``""`` for none), or for
        tours with the number of the square from 1 (0: not visited). For factors it has one column, the
        moves; for formulas the variables.

        Raises:
            MissingPackage: pandas is not installed; otherwise as the iterator.
        """
        try:
            from pandas import DataFrame
        except ModuleNotFoundError:
            raise MissingPackage("pandas") from None
        return DataFrame([solution.record for solution in self])

    def _exception_to_raise(self, error: BaseException) -> BaseException:
        """End the listing; return the exception to raise to the caller."""
        if isinstance(error, KeyboardInterrupt):
            self._end("interrupted")
            return Interrupted(self)
        self._end(None)
        return error

    def close(self, reason: Reason = "interrupted") -> None:
        """Stop the engine and free its resources; ``found`` stays valid."""
        self._current_batch = iter(())
        self._end(reason)

    def _next_batch(self) -> Sequence[S]:
        """Return the next batch of checked solutions; it is empty if the engine yields none yet."""
        if self._seconds is not None:
            raise StopIteration
        if self._clock is None:
            self._clock = Deadline(self._seconds_left)
        elif self._clock.expired or self._memory.reached:
            self._end("time limit" if self._clock.expired else "memory limit")
            raise StopIteration
        try:
            return next(self._search) or ()
        except StopIteration:
            self.complete = True
            self._end(None)
            raise
        except LimitReached:
            self._end("limit")
            raise StopIteration from None

    def _end(self, reason: Reason | None) -> None:
        if self._seconds is None:
            self._seconds = self.seconds
            self.reason = reason
            close(self._search)
