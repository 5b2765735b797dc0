"""The coordinator: hands the parts of a plan to workers, adds up what they find, and alone keeps it.

A part is a pure function of (plan, products, part). So any worker may do it, and more than once: a
worker that is lost costs its part, which is sent again, and with a ledger a run that is killed costs the
parts that were under way. An executor does parts elsewhere: a pool of processes, a cluster, any
``concurrent.futures.Executor``.
"""

from __future__ import annotations

import hashlib
import json
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from nqsat.counting.ledger import Ledger, result_of, row_of
from nqsat.engines import Plan, Stage, closing, flaw
from nqsat.engines.plans.at_work import StageWork, Word, do_parts, stage_words, wanted_by
from nqsat.engines.plans.plan import MemoryStore, Part, PartResult, Progress, Store, apply_weight
from nqsat.engines.stream import TICK
from nqsat.errors import EngineFailure, InvalidModel, NqsatError

if TYPE_CHECKING:
    from concurrent.futures import Future

#: Seconds between two writes of a ledger.
FLUSH = 0.3

A = TypeVar("A")

#: How often a part is submitted if its worker is lost.
TRIES = 3

#: Parts that take less than TASK seconds go to an executor together.
TASK = 0.3

#: After this many seconds without a result, a probe tests whether the executor still accepts tasks.
QUIET = 5.0


@dataclass
class Coordinator:
    """Has parts done, ``workers`` at a time; with a ledger, it continues where others have ended."""

    plan: Plan
    _: KW_ONLY
    workers: int = 1
    wanted: int | None = None  # how many parts to make; None for as many as suit the workers
    executor: Executor | None = None  # does the parts; None for this machine
    ledger: Ledger | None = None  # has what is done already, and gets what is done now
    store: Store = field(default_factory=MemoryStore)
    #: Of the stage that sums only these are done, from 1, in the order of their ids; of none, nothing.
    numbers: range | None = None
    products: dict[str, Any] = field(default_factory=dict)  # of the stages that are done

    stage: Stage = field(init=False)  # the current one
    done: dict[str, PartResult] = field(init=False)  # the results of its parts
    passed: list[str] = field(default_factory=list, init=False)  # digests of the stages so far
    seconds: float = field(default=0.0, init=False)  # of all parts of all stages

    @property
    def left(self) -> list[Part]:
        """The parts of the stage that are not done."""
        return [part for part in self.stage.parts if part.id not in self.done]

    @property
    def complete(self) -> bool:
        """Whether every part that is summed is done."""
        return self.stage.sums and not self.left

    def pieces(self) -> Iterator[Progress]:
        """Do the parts; yield the facts of the engine, and slices of the answer.

        Raises:
            EngineFailure: an engine or the executor failed; what is in the ledger stays.
        """
        while True:
            self.stage = stage = stage_of(self.plan, self.products, self.wanted, self.workers)
            if (name := digest_of(stage)) in self.passed:
                raise EngineFailure(f"{self.plan.facts.title}: stage {stage.name} has no end")
            self.passed.append(name)
            yield Progress(facts=stage.plan.facts)
            self.done = {} if self.ledger is None else results_of(self.ledger, stage)
            self.seconds += sum(result.seconds for result in self.done.values())
            parts = {part.id: part for part in stage.parts}
            for id_, known in self.done.items():
                whole = Progress(known.numbers, known.visited, known.product)
                yield apply_weight(whole, parts[id_], stage, self.products)
            asked = self._asked()
            for id_, piece in self._follow(asked, parts):
                yield apply_weight(piece, parts[id_], stage, self.products)
            if any(part.id not in self.done for part in asked):
                raise EngineFailure(f"parts of stage {stage.name} were not done")
            if stage.sums or self.left:
                return

    def _asked(self) -> list[Part]:
        """Return the parts of the stage that are to be done and are not; refuse numbers of no part."""
        numbers, parts = self.numbers, sorted(self.stage.parts)
        if numbers is None or (numbers and not self.stage.sums):
            return self.left
        if numbers and not 0 < numbers.start <= len(parts):
            reason = (
                f"{numbers.start} is not the number of a part: there are {len(parts):,}, from 1"
            )
            raise InvalidModel("parts", reason)
        chosen = (parts[number - 1] for number in numbers if number <= len(parts))
        return [part for part in chosen if part.id not in self.done]

    def _follow(
        self, asked: Sequence[Part], parts: Mapping[str, Part]
    ) -> Iterator[tuple[str, Progress]]:
        """Have parts done, and keep their results; yield their slices."""
        rows, due = dict[str, Any](), time.monotonic() + FLUSH
        try:
            with closing(self._words(asked)) as words:
                for word in words:
                    if word is not None:
                        id_, piece = word
                        if isinstance(piece, PartResult):
                            result = _accepted(self.stage, id_, piece)
                            self.done[id_] = result
                            self.seconds += result.seconds
                            if self.ledger is not None:
                                rows[id_] = row_of(result)
                            piece = Progress(words=self._far)
                        elif len(parts) > 1 and piece.words:
                            piece = piece._replace(words=f"{self._far}, {piece.words}")
                        yield id_, piece
                    if self.ledger is not None and rows and time.monotonic() > due:
                        self.ledger.write(self.passed[-1], rows)
                        rows, due = {}, time.monotonic() + FLUSH
        finally:
            if self.ledger is not None and rows:
                self.ledger.write(self.passed[-1], rows)

    @property
    def _far(self) -> str:
        return f"{len(self.done):,} of {len(self.stage.parts):,} parts done"

    def _words(self, asked: Sequence[Part]) -> Iterator[Word | None]:
        stage, number = self.stage, min(self.workers, len(asked))
        if self.executor is None:
            return stage_words(stage, self.products, self.store, asked, number)
        if number > 1:  # the limit of memory is for all of them together
            stage = stage._replace(plan=stage.plan.with_memory_for(number))
        work = StageWork(stage, self.products, self.store)
        return Tasks(self.executor, work, self.workers).words(asked)


def stage_of(
    plan: Plan, products: Mapping[str, Any], wanted: int | None, workers: int = 1
) -> Stage:
    """Return the first stage of a plan that has parts without a product, or the stage that sums.

    Raises EngineFailure if its parts leave something out, or have something twice.
    """
    if wanted is None:
        wanted = wanted_by(plan.facts._replace(whole=False), workers)  # an executor is for parts
    stage = plan.stage(wanted, products)
    if wrong := flaw(stage.cover, stage.parts):
        raise EngineFailure(f"stage {stage.name}: the parts are not all: {wrong}")
    return stage


def _accepted(stage: Stage, id_: str, result: PartResult) -> PartResult:
    """Return the result of a part, if readers of the ledger would accept it."""
    if stage.sums:
        return result._replace(product=None)
    if result.product is None:
        raise EngineFailure(f"{stage.plan.facts.title}: part {id_} made no product")
    return result._replace(numbers=())


def results_of(ledger: Ledger, stage: Stage) -> dict[str, PartResult]:
    """Return what a ledger has of the parts of a stage."""
    parts, found = {part.id for part in stage.parts}, dict[str, PartResult]()
    for id_, data in ledger.read(digest_of(stage)).items():
        try:
            found[id_] = result = result_of(data)
            sound = id_ in parts and (result.product is None) is stage.sums
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
            sound = False
        if not sound:
            reason = f"{ledger.path}: no part of stage {stage.name} has the row of {id_[:60]!r}"
            raise InvalidModel("job", reason)
    return found


def digest_of(stage: Stage) -> str:
    """Return a digest of a stage: its parts, data and weights; not loads, which differ between machines."""
    rows = sorted((part.id, part.data, str(Fraction(part.weight))) for part in stage.parts)
    return hashlib.sha256(json.dumps([stage.name, rows]).encode()).hexdigest()[:16]


class Tasks:
    """The tasks of an executor: a pool of this machine, or a cluster. Each is one part, or a few.

    A task that is lost with its worker is submitted again, a few times.
    """

    def __init__(self, executor: Executor, work: StageWork, number: int) -> None:
        self._executor, self._work, self._number, self._gone = executor, work, number, False
        self._sent: dict[Future[list[PartResult]], tuple[Sequence[Part], int]] = {}
        self._probe: Future[int] | None = None
        self._heard = self._asked = time.monotonic()

    def words(self, parts: Iterable[Part]) -> Generator[Word | None, None, None]:
        """Yield what comes of parts, and None while nothing does; closing it gives up tasks."""
        from concurrent.futures import FIRST_COMPLETED, wait

        left, done, seconds = deque(parts), 0, 0.0
        try:
            while left or self._sent:
                while left and len(self._sent) < 2 * self._number:
                    short = int(TASK * done / max(seconds, 1e-6))  # parts that take TASK seconds
                    size = max(1, min(short, len(left) // (2 * self._number)))
                    self._send([left.popleft() for _ in range(size)], 1)
                back = wait(self._sent, timeout=TICK, return_when=FIRST_COMPLETED).done
                if not back:
                    yield self._silence()
                    continue
                self._heard = self._asked = time.monotonic()
                for future in back:
                    for part, result in self._found(future):
                        done, seconds = done + 1, seconds + result.seconds
                        yield part.id, Progress(result.numbers, result.visited, result.product)
                        yield part.id, result
        finally:
            tasks: list[Future[Any]] = [*self._sent, *filter(None, [self._probe])]
            for task in () if self._gone else tasks:
                task.cancel()

    def _silence(self) -> Word | None:
        """Submit a probe: a scheduler that has ended never answers, but ``submit`` raises an error.

        One that hangs takes it all the same; so the progress reports that nobody answers.
        """
        now = time.monotonic()
        if now - self._asked < QUIET:
            return None
        self._asked, before = now, self._probe
        self._probe = self._submit("answer any more", int)
        if before is None or before.done():
            return None
        before.cancel()
        (part, *_), _ = next(iter(self._sent.values()))
        words = f"waiting for workers, nothing for {now - self._heard:.0f} s"
        return part.id, Progress(words=words)

    def _found(self, future: Future[list[PartResult]]) -> list[tuple[Part, PartResult]]:
        """Return the results of a task; none if it was lost and submitted again."""
        parts, tries = self._sent.pop(future)
        try:
            return list(zip(parts, future.result(), strict=True))
        except (NqsatError, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a worker was killed: executors raise different errors
            if tries == TRIES:
                lost = f"part {parts[0].id} was lost {TRIES} times"
                raise EngineFailure(f"{lost}: {type(error).__name__}: {error}") from None
            self._send(parts, tries + 1)
            return []

    def _send(self, parts: Sequence[Part], tries: int) -> None:
        future = self._submit(f"take part {parts[0].id}", do_parts, self._work, parts)
        self._sent[future] = parts, tries

    def _submit(self, words: str, work: Callable[..., A], *given: Any) -> Future[A]:
        try:
            with _processes_can_be_ended():
                return self._executor.submit(work, *given)
        except Exception as error:  # the pool is broken, or the scheduler has ended
            self._gone = True
            raise EngineFailure(f"the workers do not {words}: {error}") from None


@contextmanager
def _processes_can_be_ended() -> Iterator[None]:
    """Let SIGTERM through in this thread: a pool forks workers in it, which it may have to end so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
