"""Jobs: long counts that survive, each in one file: the question, the engine, and what each part has found.

    nqsat count queens 18 --job q18.db          begins it, or continues with it

From the head of the file every run makes the same plan. Several runs without a cluster do some parts each,
into files of their own, which ``merge`` unites.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, cast

from nqsat.counting.answers import Count, append_notes
from nqsat.counting.coordinator import Coordinator, digest_of, stage_of
from nqsat.counting.engine_options import check_same, explicit_options, name_of
from nqsat.counting.ledger import Ledger
from nqsat.counting.optimum import OPTIMUM
from nqsat.counting.planning import plan_of, unless_proved
from nqsat.counting.question import DIGEST, Question, arguments_of
from nqsat.counting.run import Run, added_up, check_positive, count_of
from nqsat.counting.store import Folder
from nqsat.engines import (
    AutoEngine,
    ClausesEngine,
    Engine,
    FrontierEngine,
    Plan,
    Stage,
    call_in_thread,
    is_user_defined,
)
from nqsat.engines.contract import ProjectedLister
from nqsat.engines.machine import cores, version_of
from nqsat.engines.plans.plan import Progress, Total, apply_weight
from nqsat.errors import Disagreement, InvalidModel
from nqsat.files import plain_file
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model
from nqsat.sources import check_named, names_a_file, user_class, whole_text

#: About how many parts a job has; fewer if each would take less than LEAST seconds, except where parts are
#: done by their numbers: those must not depend on a measurement of one machine.
PARTS, LEAST = 1000, 0.3

#: A file keeps a formula as well, if it is not larger.
MOST_LITERALS = 2_000_000

#: Packages whose versions are recorded, because results may depend on them.
_PACKAGES = ("nqsat", "numpy", "ortools", "python-sat")

#: The maximum number of bytes of a user's file.
_LARGEST = 2**24


@dataclass(frozen=True)
class Job:
    """A long count, as the head of its file describes it."""

    ledger: Ledger  # the file
    question: Question  # the question, with the chosen engine and its options
    wanted: int  # the number of parts that the plan should make

    @property
    def path(self) -> Path:
        """The file."""
        return self.ledger.path

    @cached_property
    def plan(self) -> Plan:
        """The plan of the first stage."""
        return call_in_thread(partial(plan_of, self.question))

    @property
    def kept(self) -> dict[str, Any]:
        """The job as a ``Coordinator`` needs it."""
        return {"wanted": self.wanted, "ledger": self.ledger, "store": self.store}

    @cached_property
    def store(self) -> Folder:
        """The arrays that are too large for the file, in a folder next to it."""
        return Folder(self.path.with_name(f"{self.path.name}-arrays"))

    def close(self) -> None:
        """Close the file."""
        self.ledger.close()


# -- begin and open ----------------------------------------------------------------------


def open_job(
    path: str | Path | Job, *, model: str | None = None, engine: str | Engine | None = None
) -> Job:
    """Open the job in a file; a job itself is returned.

    A job alone never makes nqsat import a file: ``model`` is the user's file that it names as the source of
    the model, as ``file.py:function``, and ``engine`` that of its engine, as ``file.py:Class``, or the
    engine itself. InvalidModel: there is no job, it is damaged, or a file is changed or not named here.
    """
    if isinstance(path, Job):
        return path
    ledger = Ledger(path)
    try:
        data, parts = _head(ledger)
        return Job(ledger, _question(data, model, engine), parts)
    except BaseException:
        ledger.close()
        raise


def begin(
    path: str | Path,
    question: Question,
    *,
    parts: int | range | None = None,
    source: Mapping[str, object] | None = None,
) -> Job:
    """Open the job of a question, a count, in a file, or make it if there is no such file.

    ``auto`` accepts the engine of a job that is there, whichever it is. A range of the parts to do says
    nothing about how many there are. ``source`` is as for ``Question.to_json``. InvalidModel: the job in
    the file is another one, or a job cannot answer the question.
    """
    wanted = None if isinstance(parts, range) else parts
    check_positive("parts", wanted)
    place = Path(path)
    if place.exists() and (place.is_dir() or place.stat().st_size):
        model, engine = next(iter(arguments_of(source)), ""), question.engine
        named = isinstance(engine, Engine) or names_a_file(engine)
        job = open_job(
            place, model=model if names_a_file(model) else None, engine=engine if named else None
        )
        try:
            _check_same(job, question, wanted)
        except BaseException:
            job.close()
            raise
        return job
    if not place.parent.is_dir():
        raise InvalidModel("job", f"{place.parent} is not a folder; make it first")
    asked = _with_chosen_engine(question)
    data = _question_data(asked, source)
    wanted = call_in_thread(partial(_parts, asked, PARTS if isinstance(parts, range) else wanted))
    versions = {name: version_of(name) for name in _PACKAGES}
    head = {"question": data, "parts": wanted, "versions": versions}
    if isinstance(asked.model, Model):
        head["model"] = whole_text(asked.model)  # for who looks into the file
    ledger = Ledger(place, head)
    return Job(ledger, asked, wanted)


def _parts(question: Question, wanted: int | None) -> int:
    """Return the number of parts wanted; raise now what would be raised at the start."""
    plan = plan_of(question)
    seconds = plan.estimate.seconds
    number = wanted or max(1, int(min(seconds / LEAST, PARTS)))
    stage_of(plan, {}, number)
    return number


def _check_same(job: Job, question: Question, parts: int | None) -> None:
    """Refuse a job that is about something else, or that another version of nqsat has begun."""
    there = job.question
    for name in ("ask", "model", "modulo", "fixed_by", "by", "limit"):
        if getattr(there, name) != getattr(question, name):
            reason = f"{job.path} asks another question: its {name} is not the same"
            raise InvalidModel("job", reason)
    if question.method not in (None, there.method):
        reason = f"{job.path} has another: {there.method or 'none'}, and not {question.method}"
        raise InvalidModel("method", reason)
    if parts not in (None, job.wanted):
        raise InvalidModel("parts", f"{job.path} was begun for about {job.wanted}; leave this out")
    engine, counts = question.asked_engine, there.searcher
    if not (is_user_defined(engine) or is_user_defined(counts)):
        check_same(engine, counts)
    elif not isinstance(engine, AutoEngine) and _identity(engine) != _identity(counts):
        reason = f"{name_of(engine)} is not the one that counts {job.path}, or has other options"
        raise InvalidModel("engine", f"{reason}: {name_of(counts)}")
    begun, here = job.ledger.head["versions"]["nqsat"], version_of("nqsat")
    if begun != here:
        reason = f"{job.path} was begun by nqsat {begun}, and this is {here}"
        raise InvalidModel("job", f"{reason}: resume that, or begin another job")


def named_in(path: str | Path) -> dict[str, str | None]:
    """Return the user's files that a job names, by ``open_job``'s arguments; import nothing."""
    with closing(Ledger(path)) as ledger:
        question, _ = _head(ledger)
    engine = question["engine"]["name"]
    return {
        "model": next(iter(arguments_of(question.get("model"))), None),
        "engine": engine if names_a_file(engine) else None,
    }


def _head(ledger: Ledger) -> tuple[dict[str, Any], int]:
    try:
        names = ("question", "parts", "versions")
        question, parts, versions = (ledger.head[name] for name in names)
        sound = isinstance(question["engine"]["name"], str) and "nqsat" in {**versions}
    except (KeyError, TypeError):
        sound = False
    if not (sound and type(parts) is int and parts >= 1):
        raise InvalidModel("job", f"{ledger.path} has no head of a job")
    return question, parts


def _with_chosen_engine(question: Question) -> Question:
    """Return the question with the engine chosen and all options set; refuse one that is not for a job."""
    if question.ask != "count":
        raise InvalidModel("job", f"is for counts; this question is to {question.ask}")
    if not isinstance(question.model, Model) and question.model.size > MOST_LITERALS:
        raise InvalidModel("job", f"keeps formulas of up to {MOST_LITERALS:,} literals")
    if question.limit is not None:
        raise InvalidModel("limit", "does not go with a job; use --time-limit")
    model, method = question.model, question.method
    if question.modulo != "none" and method is None:
        method = "burnside"  # a list of orbits has no parts
    engine = question.searcher
    if isinstance(model, Model):
        engine = unless_proved(model, engine)
    elif model.weights is not None and isinstance(question.asked_engine, AutoEngine):
        engine = question.asked_engine.counter(model)  # as without a job
    if isinstance(engine, AutoEngine) and isinstance(model, Model) and method != "burnside":
        bounded = model.with_optimum("1..") if model.objective else model  # not every engine can
        auto, by_size = engine, question.by == "size"
        engine = call_in_thread(lambda: auto.counter(bounded, by_size=by_size))
    if not isinstance(engine, AutoEngine):  # it chooses for each class of symmetries
        engine = engine.for_model(model)
    if isinstance(engine, ProjectedLister):  # it is made again of the engine
        engine = engine.lister
    if isinstance(engine, ClausesEngine):  # whose name says the same
        engine = FrontierEngine(engine.memory)
    engine, options = explicit_options(engine)
    if is_user_defined(engine):
        return replace(question, engine=engine, options=(), method=method, time_limit=None)
    return replace(question, engine=engine.title, options=options, method=method, time_limit=None)


# -- count -------------------------------------------------------------------------------


def count_in_parts(question: Question, run: Run) -> Count:
    """Return the count of a question whose parts an executor does, or that a file keeps, or both."""
    parts = run.parts
    how: dict[str, Any] = {"workers": run.workers or cores(), "executor": run.executor}
    if run.job is None:
        if isinstance(parts, range):
            raise InvalidModel("parts", "a range of parts needs a job: also name its file")
        check_positive("parts", parts)
        asked = replace(question, engine=question.searcher, options=())
        return added_up(
            asked, run, lambda: Coordinator(plan_of(asked), wanted=parts, **how).pieces()
        )
    with closing(begin(run.job, question, parts=parts, source=run.source)) as opened:
        numbers = parts if isinstance(parts, range) else None
        count = added_up(
            opened.question, run,
            lambda: Coordinator(opened.plan, numbers=numbers, **opened.kept, **how).pieces(),
        )  # fmt: skip
        try:
            return _with_kept(opened, count, parts)
        except KeyboardInterrupt:  # what this run counted is known; the file has the rest
            return replace(count, reason="interrupted")


def _with_kept(job: Job, count: Count, parts: int | range | None) -> Count:
    """Return the count of a run, with what all rows of the job say."""
    now = _standing(job)
    found, made, notes = _result_of(job, now), len(now.stage.parts), list[str]()
    if isinstance(parts, int) and 2 * made < parts:
        title = now.stage.plan.facts.title
        notes.append(f"{title} counts this in {made} part{'s' * (made > 1)}, not in {parts}")
    if now.complete:
        job.store.clear()
    elif count.reason is None:
        count = replace(count, reason="parts left")
        notes.append(f"{len(now.done):,} of {made:,} parts are done")
    if found.count.value > count.value:  # parts that came after the limit
        count = replace(found.count, reason=count.reason)
    return append_notes(replace(count, seconds=now.seconds), *notes)


def _standing(job: Job) -> Coordinator:
    """Return how far a job is: nothing is done. Kernels may be at work, so in a thread."""
    now = Coordinator(job.plan, **job.kept, numbers=range(0))
    call_in_thread(lambda: list(now.pieces()))
    return now


# -- results -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job so far."""

    #: the answer; a lower bound until all parts are done. Its seconds are the sum over the parts of
    #: all stages.
    count: Count
    stage: str  # the name of the current stage: `"count"`
    #: parts and done: the number of its parts, and of those that are done
    parts: int
    done: int
    #: the parts that were counted again, each with the engine that did it: `3.1 by frontier`
    audited: tuple[str, ...]
    cover: str  # why the parts cover all solutions
    #: about how many seconds of one core the rest of the stage takes; None if that is unknown
    left: float | None = None

    @property
    def established(self) -> tuple[str, ...]:
        """Facts that the file itself shows, if no faults are found in it."""
        audited = f"{len(self.audited):,} of them counted again by another engine"
        return (
            f"{self.done:,} of {self.parts:,} parts are done, each once",
            f"the parts cover all solutions, by {self.cover}",
            *([audited] if self.audited else []),
        )

    @property
    def trusted(self) -> tuple[str, ...]:
        """The parts that you still have to trust."""
        alone = self.done - len(self.audited)
        return (
            *([f"{self.count.engine}, for the {alone:,} parts counted only once"] if alone else []),
            *([self.count.note] if self.count.note else []),
            "everyone who could write to the file",
            "that the question in the file is yours",
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
        return str(replace(self.count, reason=cast("Any", words)))


def result(job: str | Path | Job) -> JobResult:
    """Return the result of a job so far.

    Raises:
        InvalidModel: there is no such job, or it is damaged.
        Disagreement: the parts do not add up to an integer.
    """
    with _opened(job) as opened:
        return _result_of(opened, _standing(opened))


def _opened(job: str | Path | Job) -> AbstractContextManager[Job]:
    return nullcontext(job) if isinstance(job, Job) else closing(open_job(job))


def _result_of(job: Job, now: Coordinator) -> JobResult:
    stage, total, parts = now.stage, Total(), {part.id: part for part in now.stage.parts}
    for id_, result in now.done.items():
        total.add(apply_weight(Progress(result.numbers), parts[id_], stage, {}))
    whole = sum(number for _, number in total.numbers)
    weights = isinstance(job.question.model, CnfProblem) and job.question.model.weights
    if now.complete and whole != math.floor(whole) and not weights:
        raise Disagreement(f"the parts add up to {whole}, which is not a number of solutions")
    count = count_of(
        job.question, stage.plan.facts, now.products.get(OPTIMUM), total.numbers,
        reason=None if now.complete else "parts left", seconds=now.seconds,
    )  # fmt: skip
    audits = job.ledger.read(_audit_of(stage))
    audited = (f"{id_} by {audits[id_].get('engine')}" for id_ in now.done if id_ in audits)
    spent = sum(result.seconds for result in now.done.values())
    rest = sum(part.load for part in now.left)
    loads = sum(part.load for part in stage.parts) - rest
    return JobResult(
        count, stage.name, len(parts), len(now.done), tuple(audited),
        f"{stage.cover.law}: {stage.cover.words}", spent / loads * rest if loads else None,
    )  # fmt: skip


def _audit_of(stage: Stage) -> str:
    """Return under which name a ledger keeps what was counted again."""
    return f"audit {digest_of(stage)}"


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
        raise InvalidModel("audit", f"{share:.0%} is not a share of the parts; give 0% to 100%")
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
                again, differ = call_in_thread(
                    partial(audit_parts, now.stage, now.done, named, share, by_size=by_size)
                )
                opened.ledger.write(_audit_of(now.stage), again, replace=True)
                wrong += differ
            return _result_of(opened, now), wrong
        except (Disagreement, InvalidModel) as error:
            return None, [str(error)]


def rows_of(path: str | Path) -> int:
    """Return the number of rows of a job, all of which are as they were written; import nothing."""
    with closing(Ledger(path)) as ledger:
        return sum(len(ledger.read(stage)) for stage in ledger.stages())


def merge(path: str | Path, others: Sequence[str | Path]) -> int:
    """Unite jobs of one question, whose parts were done apart, in a file; return the number of its rows.

    Raises:
        InvalidModel: one of them is damaged, or has another question or number of parts.
        Disagreement: two of them differ about a part.
    """
    with ExitStack() as stack:
        ledgers = [stack.enter_context(closing(Ledger(other))) for other in others]
        into = stack.enter_context(closing(Ledger(path, ledgers[0].head if ledgers else None)))
        for ledger in ledgers:
            if ledger.head != into.head:
                reason = f"{ledger.path} is another job than {path}: their heads differ"
                raise InvalidModel("job", reason)
        for ledger in ledgers:
            for stage in ledger.stages():
                into.write(stage, ledger.read(stage), replace=stage.startswith("audit "))
    return rows_of(path)


# -- engines and models that JSON cannot represent ---------------------------------------


def _identity(engine: Engine) -> tuple[str, object]:
    return name_of(engine), dict(explicit_options(engine)[1])


def _question_data(question: Question, source: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the question as the head of a job has it; refuse a model that no JSON or file defines."""
    try:
        asked: dict[str, Any] = question.to_json()
    except InvalidModel:
        words = arguments_of(source)
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
    asked = data["engine"]
    if not names_a_file(asked["name"]):
        engine = None
    elif isinstance(engine, Engine):
        options = {key: value for key, value in asked.items() if key not in ("name", DIGEST)}
        if _identity(engine) != (asked["name"], options):
            raise InvalidModel("engine", f"{name_of(engine)} is another, or has other options")
    else:
        engine, digest = check_named("engine", asked["name"], asked.get(DIGEST), engine)
        user_class("engine", engine, Engine, digest)
    return Question.from_json(data, model if arguments_of(data.get("model")) else None, engine)
