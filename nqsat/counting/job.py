"""Jobs: long counts that survive, each in one file: the question, the engine, and what each part has found.

    nqsat count queens 18 --job q18.db          begins it, or goes on with it

From the head of the file every run makes the same plan. Several runs without a cluster do some parts each,
into files of their own, which ``merge`` unites.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from nqsat.counting.answers import Count, append_notes
from nqsat.counting.engine_options import check_same, explicit_options, name_of
from nqsat.counting.ledger import Ledger
from nqsat.counting.planning import plan_of, unless_proved
from nqsat.counting.question import DIGEST, Question
from nqsat.counting.run import PartResult, digest_of, results_of, run, stage_of
from nqsat.counting.running import Limits, added_up, count_of
from nqsat.counting.store import Folder
from nqsat.counting.workers import check_positive
from nqsat.engines import (
    AutoEngine,
    Engine,
    Part,
    Plan,
    Reason,
    Stage,
    call_in_thread,
    is_user_defined,
)
from nqsat.engines.machine import cores, version_of
from nqsat.engines.plans.plan import Progress, StageTotal
from nqsat.errors import Disagreement, InvalidModel
from nqsat.files import plain_file
from nqsat.modelling import Model, check_named, names_a_file, own_class

#: The default number of parts: about SECONDS each, from FEWEST to MOST, none of less than LEAST seconds.
#: RANGED, if parts are done by their numbers: it must not depend on a measurement of one machine.
SECONDS, FEWEST, MOST, LEAST, RANGED = 60.0, 64, 4000, 0.3, 1000

#: Packages whose versions are recorded, because results may depend on them.
_PACKAGES = ("nqsat", "numba", "ortools", "python-sat")

#: The maximum number of bytes of a user's file.
_LARGEST = 2**24


@dataclass(frozen=True)
class Job:
    """A long count, as the head of its file describes it.

    Args:
        ledger: the file.
        question: the question, with the chosen engine and its options.
        wanted: the number of parts that the plan should make.
    """

    ledger: Ledger
    question: Question
    wanted: int

    @property
    def path(self) -> Path:
        """The file."""
        return self.ledger.path

    @cached_property
    def plan(self) -> Plan:
        """The plan of the first stage."""
        return call_in_thread(partial(plan_of, self.question))

    @cached_property
    def store(self) -> Folder:
        """The arrays that are too large for the file, in a folder beside it."""
        return Folder(self.path.with_name(f"{self.path.name}-arrays"))

    def close(self) -> None:
        """Close the file."""
        self.ledger.close()

    def check_version(self) -> None:
        """Refuse a job that another version of nqsat has begun: it may make other parts.

        Raises:
            InvalidModel: it has.
        """
        begun, here = self.ledger.head["versions"]["nqsat"], version_of("nqsat")
        if begun != here:
            reason = f"{self.path} was begun by nqsat {begun}, and this is {here}"
            raise InvalidModel("job", f"{reason}: go on with that, or begin another job")


# -- begin and open ----------------------------------------------------------------------


def open_job(
    path: str | Path | Job, *, model: str | None = None, engine: str | Engine | None = None
) -> Job:
    """Open the job in a file.

    Args:
        path: the file; or a job, which is returned.
        model: the user's file that the job names as the source of the model, as ``file.py:function``: a job
            alone never makes nqsat import a file.
        engine: the same for the engine, as ``file.py:Class``; or the engine itself.

    Raises:
        InvalidModel: there is no job, it is damaged, its model or engine is from a file that is not named
            here or has changed, or another engine counts it.
    """
    if isinstance(path, Job):
        return path
    ledger = Ledger(path)
    try:
        job = _job(ledger, model, engine)
        if isinstance(engine, Engine):
            _check_engine(job, engine)
    except BaseException:
        ledger.close()
        raise
    return job


def begin(
    path: str | Path,
    question: Question,
    *,
    parts: int | range | None = None,
    told: Mapping[str, object] | None = None,
) -> Job:
    """Open the job of a question in a file, or make it if there is no such file.

    ``auto`` accepts the engine of a job that is there, whichever it is.

    Args:
        path: the file.
        question: the question, a count.
        parts: the approximate number of parts; None to choose it by the estimate, or as in the file. A
            range of those to do says nothing about it.
        told: the source of the model, if JSON cannot represent it; see ``Question.to_json``.

    Raises:
        InvalidModel: the job in the file is another one, or a job cannot answer the question.
        UnsupportedByEngine: the engine cannot answer it.
    """
    check_positive("parts", None if isinstance(parts, range) else parts)
    place = Path(path)
    if place.exists() and (place.is_dir() or place.stat().st_size):
        return _same_job(place, question, parts, told)
    if not place.parent.is_dir():
        raise InvalidModel("job", f"{place.parent} is no folder; make it first")
    asked = _with_chosen_engine(question)
    data = _question_data(asked, told)
    plan = call_in_thread(partial(plan_of, asked))
    ranged = RANGED if isinstance(parts, range) else parts
    wanted = ranged or _suggest_parts(call_in_thread(partial(_estimate_seconds, asked, plan)))
    call_in_thread(
        partial(stage_of, plan, {}, wanted)
    )  # raises now what would be raised at the start
    versions = {name: version_of(name) for name in _PACKAGES}
    return Job(
        Ledger(place, {"question": data, "parts": wanted, "versions": versions}), asked, wanted
    )


def _same_job(
    path: Path, question: Question, parts: int | range | None, told: Mapping[str, object] | None
) -> Job:
    """Open a job that is there, if it is the same one."""
    model, engine = [*_words(told)[:1], ""][0], question.engine
    named = isinstance(engine, Engine) or names_a_file(engine)
    job = open_job(
        path, model=model if names_a_file(model) else None, engine=engine if named else None
    )
    try:
        for name in ("ask", "model", "modulo", "fixed_by", "by", "limit"):
            if getattr(job.question, name) != getattr(question, name):
                raise InvalidModel(
                    "job", f"{path} asks another question: its {name} is not the same"
                )
        if question.method not in (None, job.question.method):
            has = job.question.method or "none"
            raise InvalidModel("method", f"{path} has another: {has}, and not {question.method}")
        if isinstance(parts, int) and parts != job.wanted:
            raise InvalidModel("parts", f"{path} was begun with {job.wanted}, and not {parts}")
        if not isinstance(engine, Engine):
            _check_engine(job, question.searcher)
        job.check_version()
    except BaseException:
        job.close()
        raise
    return job


def named_in(path: str | Path) -> dict[str, str | None]:
    """Return the user's files that a job names, by ``open_job``'s arguments; import nothing.

    Raises:
        InvalidModel: there is no job, or it is damaged.
    """
    with closing(Ledger(path)) as ledger:
        question = ledger.head.get("question")
    model, engine = (
        question.get(name) if isinstance(question, dict) else None for name in ("model", "engine")
    )
    words = _words(model) if isinstance(model, dict) else []
    name = engine.get("name") if isinstance(engine, dict) else None
    own = isinstance(name, str) and names_a_file(name)
    return {"model": words[0] if words else None, "engine": str(name) if own else None}


def _job(ledger: Ledger, model: str | None, engine: str | Engine | None) -> Job:
    head = ledger.head
    question, parts, versions = (head.get(name) for name in ("question", "parts", "versions"))
    known = isinstance(question, dict) and isinstance(versions, dict) and "nqsat" in versions
    if not (known and isinstance(parts, int) and parts >= 1 and isinstance(question, dict)):
        raise InvalidModel("job", f"{ledger.path} has no head of a job")
    return Job(ledger, _question(question, model, engine), parts)


def _suggest_parts(seconds: float) -> int:
    """Return the number of parts for a count that takes ``seconds``."""
    if not seconds < math.inf:
        return RANGED
    wanted = max(FEWEST, min(MOST, math.ceil(seconds / SECONDS)))
    return min(wanted, max(1, math.floor(seconds / LEAST)))


def _estimate_seconds(question: Question, plan: Plan) -> float:
    """Return the estimated seconds of a count; with an objective, at most those for all solutions."""
    seconds = _seconds(plan)
    if seconds < math.inf or question.model.objective is None:
        return seconds
    every = replace(question, model=question.model.with_objective(None))
    return _seconds(plan_of(every))


def _seconds(plan: Plan) -> float:
    """Return the estimated seconds of a plan if parts are asked for."""
    return plan.stage(1, {}).plan.estimate.seconds


def _with_chosen_engine(question: Question) -> Question:
    """Return the question with the engine chosen and all of its options set.

    Raises:
        InvalidModel: a job cannot answer this question.
    """
    if question.ask != "count":
        raise InvalidModel("job", f"is for counts; this question is to {question.ask}")
    if not isinstance(question.model, Model):
        raise InvalidModel("job", "is for models; clauses are counted without one")
    if question.limit is not None:
        raise InvalidModel("limit", "is no part of a job, which counts all; take --time-limit")
    model, method = question.model, question.method
    if question.modulo != "none" and method is None:
        method = "burnside"  # a list of orbits has no parts
    engine = unless_proved(model, question.searcher)
    if isinstance(engine, AutoEngine) and method != "burnside":
        plain = model.with_objective(None) if model.objective else model
        auto, by_size = engine, question.by == "size"
        engine = call_in_thread(lambda: auto.counter(plain, by_size=by_size))
    if not isinstance(engine, AutoEngine):  # it chooses for each class of symmetries
        engine = engine.for_model(model)
    engine, options = explicit_options(engine)
    if is_user_defined(engine):
        return replace(question, engine=engine, options=(), method=method, time_limit=None)
    return replace(question, engine=engine.title, options=options, method=method, time_limit=None)


# -- count -------------------------------------------------------------------------------


def count_in_parts(
    question: Question,
    limits: Limits,
    *,
    job: str | Path | None = None,
    executor: Executor | None = None,
    parts: int | range | None = None,
    told: Mapping[str, object] | None = None,
) -> Count:
    """Return the count of a question whose parts an executor does, or that a file keeps, or both.

    Args:
        question: the question.
        limits: its limits.
        job: the file; None to keep nothing.
        executor: does the parts; None for this machine.
        parts: about how many parts to make; or the numbers of those to do, from 1.
        told: as for ``begin``.

    Raises:
        as ``count``.
    """
    if not isinstance(job, str | Path | None):
        raise InvalidModel("job", f"{job!r} is no file: give its path")
    if executor is not None and not hasattr(executor, "submit"):
        raise InvalidModel("executor", f"{executor!r} is none, as concurrent.futures has it")
    workers = limits.workers or cores()
    if job is None:
        check_positive("parts", parts if isinstance(parts, int) else None)
        asked = replace(question, engine=question.searcher, options=())
        wanted = parts if isinstance(parts, int) else None
        steps = partial(run, workers=workers, executor=executor, wanted=wanted)
        return added_up(asked, limits, steps=steps)
    with closing(begin(job, question, parts=parts, told=told)) as opened:
        return _count_job(opened, limits, workers, executor, parts)


def _count_job(
    job: Job, limits: Limits, workers: int, executor: Executor | None, parts: int | range | None
) -> Count:
    """Do the open parts of a job; return the count so far."""
    before = _standing(job)
    notes: list[str] = []
    if isinstance(parts, int) and 2 * len(before.stage.parts) < parts:
        made = f"{len(before.stage.parts)} part{'s' * (len(before.stage.parts) > 1)}"
        notes.append(f"{before.stage.plan.facts.title} counts this in {made}, not in {parts}")
    chosen = None if not isinstance(parts, range) else partial(_numbered, parts)
    steps = partial(
        run, workers=workers, wanted=job.wanted, executor=executor, ledger=job.ledger,
        store=job.store, chosen=chosen,
    )  # fmt: skip
    count = added_up(job.question, limits, lambda _: job.plan, steps=steps)
    now = _standing(job)
    kept = _result_of(job, now).count
    if kept.value > count.value:  # parts that came after the limit
        count = replace(kept, reason=count.reason)
    if now.complete:
        job.store.clear()
    elif count.reason is None:
        count = replace(count, reason="parts left")
        notes.append(f"{len(now.done):,} of {len(now.stage.parts):,} parts are done")
    return append_notes(replace(count, seconds=now.seconds), *notes)


def _numbered(numbers: range, stage: Stage) -> set[str]:
    """Return the parts of these numbers, from 1, in the order of their ids.

    Raises:
        InvalidModel: there are none.
    """
    ids = sorted(part.id for part in stage.parts)
    if numbers.start > len(ids):
        raise InvalidModel("parts", f"{numbers.start} is too large: there are {len(ids):,} parts")
    return {ids[number - 1] for number in numbers if number <= len(ids)}


@dataclass(frozen=True, slots=True)
class _Standing:
    """How far a job is: the first stage that is not done, or the last one.

    Args:
        stage: what is done there.
        products: of the stages before.
        done: what has been found by its parts.
        seconds: of all parts of all stages.
        passed: the digests of this stage and those before.
    """

    stage: Stage
    products: Mapping[str, Any]
    done: Mapping[str, PartResult]
    seconds: float
    passed: frozenset[str]

    @property
    def complete(self) -> bool:
        """Whether every part that is summed is done."""
        return self.stage.sums and len(self.done) == len(self.stage.parts)

    @property
    def left(self) -> list[Part]:
        """The parts that are not done."""
        return [part for part in self.stage.parts if part.id not in self.done]


def _standing(job: Job) -> _Standing:
    """Return how far a job is; kernels may be at work, so in a thread."""
    return call_in_thread(partial(_first_unfinished, job))


def _first_unfinished(job: Job) -> _Standing:
    products: dict[str, Any] = {}
    seconds, passed = 0.0, frozenset[str]()
    while True:
        stage = stage_of(job.plan, products, job.wanted)
        done = results_of(job.ledger, stage)
        seconds += sum(result.seconds for result in done.values())
        passed |= {name := digest_of(stage)}
        found = _Standing(stage, products, done, seconds, passed)
        if stage.sums or found.left:
            return found
        products |= {id_: result.product for id_, result in done.items()}
        if digest_of(stage_of(job.plan, products, job.wanted)) == name:
            return found  # it would never end, which the next run says


# -- results -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job so far.

    Args:
        count: the answer; a lower bound until all parts are done. Its seconds are the sum over the parts of
            all stages.
        stage: the name of the current stage: ``"count"``.
        parts, done: the number of its parts, and of those that are done.
        audited: the parts that were counted again, each with the engine that did it: ``3.1 by frontier``.
        cover: why the parts cover all solutions.
        left: about how many seconds of one core the rest of the stage takes; None if that is unknown.
    """

    count: Count
    stage: str
    parts: int
    done: int
    audited: tuple[str, ...]
    cover: str
    left: float | None = None

    @property
    def established(self) -> tuple[str, ...]:
        """Facts that the file itself shows, if no faults are found in it."""
        return (
            f"{self.done:,} of {self.parts:,} parts are done, each once",
            f"the parts are all there are, by {self.cover}",
            *(
                [f"{len(self.audited):,} of them counted again by another engine"]
                if self.audited
                else []
            ),
        )

    @property
    def trusted(self) -> tuple[str, ...]:
        """What has to be trusted."""
        alone = self.done - len(self.audited)
        return (
            *([f"{self.count.engine}, of the {alone:,} parts counted once"] if alone else []),
            *([self.count.note] if self.count.note else []),
            "those who could write into the file",
            "that its head asks what you want to know",
        )

    def to_json(self) -> dict[str, object]:
        """Return the result as JSON data."""
        return {
            **self.count.to_json(),
            "stage": self.stage,
            "parts": self.parts,
            "done": self.done,
            "audited": list(self.audited),
            "cover": self.cover,
            "established": list(self.established),
            "trusted": list(self.trusted),
        }

    def __str__(self) -> str:
        """``92 placements``; ``at least 40 placements (12 of 30 parts)``."""
        if self.count.complete:
            return str(self.count)
        words = f"{self.done:,} of {self.parts:,} parts"
        words += "" if self.stage == "count" else f" of stage {self.stage}"
        return f"at least {replace(self.count, reason=None)} ({words})"


@contextmanager
def _opened(job: str | Path | Job) -> Iterator[Job]:
    if isinstance(job, Job):
        yield job
        return
    with closing(open_job(job)) as opened:
        yield opened


def result(job: str | Path | Job) -> JobResult:
    """Return the result of a job so far.

    Raises:
        InvalidModel: there is no such job, or it is damaged.
        Disagreement: the parts do not add up to an integer.
    """
    with _opened(job) as opened:
        return _result_of(opened, _standing(opened))


def _result_of(job: Job, now: _Standing) -> JobResult:
    sums, weights = StageTotal(), {part.id: part.weight for part in now.stage.parts}
    for id_, found in now.done.items():
        numbers = tuple((men, weights[id_] * number) for men, number in found.numbers)
        sums.add(id_, Progress(numbers))
    whole = sum(number for _, number in sums.numbers)
    if now.complete and whole != math.floor(whole):
        raise Disagreement(f"the parts add up to {whole}, which is no number of solutions")
    reason: Reason | None = None if now.complete else "parts left"
    count = count_of(
        job.question, job.plan, now.products, sums.numbers,
        reason=reason, engine="", seconds=now.seconds,
    )  # fmt: skip
    audits = job.ledger.read(f"audit {digest_of(now.stage)}")
    audited = (f"{id_} by {audits[id_].get('engine')}" for id_ in now.done if id_ in audits)
    loads = sum(part.load for part in now.stage.parts if part.id in now.done)
    spent = sum(found.seconds for found in now.done.values())
    rest = sum(part.load for part in now.left)
    return JobResult(
        count, now.stage.name, len(now.stage.parts), len(now.done), tuple(audited),
        f"{now.stage.cover.law}: {now.stage.cover.words}",
        spent / loads * rest if loads else None,
    )  # fmt: skip


def verify(job: str | Path | Job, share: float = 0.0) -> tuple[JobResult | None, list[str]]:
    """Return the verified result of a job (None if it is inconsistent), and all that is wrong.

    Every row is read, the stages are made again and their covers checked; a ``share`` of the parts, drawn
    by the question and not by who counted, is counted again by another engine.

    Raises:
        InvalidModel: there is no such job.
        UnsupportedByEngine: its engine cannot answer its question.
    """
    from nqsat.counting.audit import audit_parts

    if not 0 <= share <= 1:
        raise InvalidModel("audit", f"{share:.4g} is no share of the parts, between 0 and 1")
    with _opened(job) as opened:
        _ = opened.plan  # an error here is not about rows
        try:
            now = _standing(opened)
            known = {*now.passed, *(f"audit {name}" for name in now.passed)}
            wrong = [
                f"the rows of stage {name[:40]!r} belong to none that this job has come to"
                for name in sorted(opened.ledger.stages() - known)
            ]
            if share and now.stage.sums:
                by_size = opened.question.by == "size"
                named = hashlib.sha256(repr(opened.ledger.head).encode()).hexdigest()
                again, differ = audit_parts(now.stage, now.done, named, share, by_size=by_size)
                opened.ledger.write(f"audit {digest_of(now.stage)}", again, replace=True)
                wrong += differ
            return _result_of(opened, now), wrong
        except (Disagreement, InvalidModel) as error:
            return None, [str(error)]


def rows_of(path: str | Path) -> int:
    """Return the number of rows of a job, all of which are as they were written; import nothing.

    Raises:
        InvalidModel: there is no such job, or it is damaged.
    """
    with closing(Ledger(path)) as ledger:
        return sum(len(ledger.read(stage)) for stage in ledger.stages())


def merge(path: str | Path, others: Sequence[str | Path]) -> int:
    """Unite jobs of one question, whose parts were done apart, in a file; return the number of its rows.

    Raises:
        InvalidModel: one of them is damaged, or has another question or number of parts.
        Disagreement: two of them differ about a part.
    """
    heads: dict[str, Mapping[str, Any]] = {}
    for other in others:
        with closing(Ledger(other)) as ledger:
            heads[str(other)] = ledger.head
    first = next(iter(heads.values()), None)
    with closing(Ledger(path, first)) as into:
        for name, head in heads.items():
            if head != into.head:
                raise InvalidModel("job", f"{name} is another job than {path}: their heads differ")
        for name in heads:
            with closing(Ledger(name)) as ledger:
                for stage in ledger.stages():
                    audit = stage.startswith("audit ")
                    into.write(stage, ledger.read(stage), replace=audit)
    return rows_of(path)


# -- engines and models that JSON cannot represent ---------------------------------------


def _check_engine(job: Job, engine: Engine) -> None:
    """Refuse an engine that differs from the job's engine, or has other options.

    Raises:
        InvalidModel: the engine or an option differs.
    """
    there = job.question.searcher
    if not (is_user_defined(there) or is_user_defined(engine)):
        check_same(engine, there)
    elif not isinstance(engine, AutoEngine) and _identity(engine) != _identity(there):
        reason = f"{name_of(engine)} is not the one that counts {job.path}, or has other options"
        raise InvalidModel("engine", f"{reason}: {name_of(there)}")


def _identity(engine: Engine) -> tuple[str, object]:
    return name_of(engine), dict(explicit_options(engine)[1])


# -- models that JSON cannot represent ---------------------------------------------------


def _words(told: Mapping[str, Any] | None) -> list[str]:
    """Return the command-line words that made a model; the first one names it."""
    words = (told or {}).get("arguments", ())
    return [str(word) for word in words] if isinstance(words, list | tuple) else []


def _question_data(question: Question, told: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the question as the head of a job has it.

    Raises:
        InvalidModel: JSON cannot represent the model, and a file with parameters alone does not define it.
    """
    try:
        asked: dict[str, Any] = question.to_json()
    except InvalidModel:
        words = _words(told)
        named = words and names_a_file(words[0])
        if not named or any(flag != "-p" for flag in words[1::2]) or len(words) % 2 == 0:
            reason = "JSON cannot carry this model: name it as file.py:function, with -p alone"
            raise InvalidModel("job", reason) from None
        words[0], path, digest = _locate_source(words[0])
        asked = question.to_json({"arguments": words, "sha256": {path: digest}})
    if names_a_file(asked["engine"]["name"]):
        name, _, digest = _locate_source(asked["engine"]["name"])
        asked["engine"] |= {"name": name, DIGEST: digest}
    return asked


def _locate_source(text: str) -> tuple[str, str, str]:
    """Return ``file.py:name`` with the absolute path; this path; and the digest of the file."""
    path, _, name = text.rpartition(":")
    place = Path(path).resolve()
    with plain_file("job", place, _LARGEST) as file:
        return f"{place}:{name}", str(place), hashlib.sha256(file.read()).hexdigest()


def _question(data: Mapping[str, Any], model: str | None, engine: str | Engine | None) -> Question:
    """Return the question of a head; its model is made again if only its arguments are stored."""
    told, asked = data.get("model"), data.get("engine")
    name = asked.get("name") if isinstance(asked, dict) else None
    if not (isinstance(asked, dict) and isinstance(name, str) and names_a_file(name)):
        engine = None
    elif isinstance(engine, Engine) and is_user_defined(engine):
        options = {key: value for key, value in asked.items() if key not in ("name", DIGEST)}
        if _identity(engine) != (name, options):
            raise InvalidModel("engine", f"{name_of(engine)} is another, or has other options")
    else:
        named = engine if isinstance(engine, str) else None
        engine, digest = check_named("engine", name, asked.get(DIGEST), named)
        own_class("engine", engine, Engine, digest)
    of_words = isinstance(told, dict) and "arguments" in told
    return Question.from_json(data, model if of_words else None, engine)
