"""The manifest of a job: the question, the engine with its options, and the number of parts.

From these three every runner makes the same plan. They are stored in ``head.json``, which is written once.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

from nqsat.counting.engine_options import check_same, explicit_options, name_of
from nqsat.counting.parallel.workers import check_positive
from nqsat.counting.planning import plan_of, unless_proved
from nqsat.counting.question import DIGEST, Question
from nqsat.engines import AutoEngine, Engine, Plan, call_in_thread, is_user_defined
from nqsat.engines.machine import version_of
from nqsat.engines.plans.bundled import BundledPlan
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.files import plain_file
from nqsat.modelling import Model, check_named, names_a_file, own_class

#: The name and version of the format.
FORMAT = "nqsat job 1"

#: Versions that split counts into the same parts: each can resume the jobs of the others.
_ALIKE = frozenset({"0.1.0", "0.2.0", "0.3.0"})

HEAD = "head.json"

#: The folders beside it: for ledgers, for claims, and for arrays.
LEDGERS, CLAIMS, STORE = "ledger", "claims", "store"

#: The default number of parts: about SECONDS each, from FEWEST to MOST; but no part is estimated below
#: ``LEAST`` seconds, so that the overhead of a claim and a row stays small.
SECONDS, FEWEST, MOST = 60.0, 64, 4000
LEAST = 0.3

#: The maximum number of bytes of a manifest.
_LARGEST = 2**24

#: Packages whose versions are recorded, because results may depend on them.
_PACKAGES = ("nqsat", "numba", "ortools", "python-sat")


@dataclass(frozen=True)
class Job:
    """A long count, as its manifest describes it.

    Args:
        folder: the job's folder.
        id: its unique id.
        question: the question, with the chosen engine and its options (by name, unless it is a user's own).
        wanted: the number of parts that the plan should make.
        versions: the versions of the packages that started it.
        most: the maximum number of parts, after bundling if necessary; None for no maximum.
    """

    folder: Path
    id: str
    question: Question
    wanted: int
    versions: Mapping[str, str | None]
    most: int | None = None

    @property
    def engine(self) -> Engine:
        """The engine that counts."""
        return self.question.searcher

    @cached_property
    def plan(self) -> Plan:
        """The plan of the first stage, by the chosen engine."""
        plan = call_in_thread(lambda: plan_of(self.question).committed)
        return plan if self.most is None else BundledPlan(plan, self.most)

    @property
    def foreign(self) -> str | None:
        """Why this version of nqsat must not resume the job; None if it may."""
        begun, here = self.versions.get("nqsat"), version_of("nqsat")
        if cut_alike(begun, here):
            return None
        return f"was begun by nqsat {begun}, and this is {here}"


def cut_alike(one: str | None, other: str | None) -> bool:
    """Return whether two versions of nqsat split counts into the same parts."""
    return one == other or {one, other} <= _ALIKE


def new_job(
    folder: str | Path,
    question: Question,
    *,
    parts: int | None = None,
    told: Mapping[str, object] | None = None,
) -> Job:
    """Create a job: a folder with a manifest and no results.

    Args:
        folder: the folder to create.
        question: the question, a count.
        parts: the approximate number of parts; None to choose it by the estimate.
        told: the source of the model, if JSON cannot represent it; see ``Question.to_json``.

    Raises:
        InvalidModel: the folder exists, a job cannot answer the question, or the engine has an option that
            a manifest cannot store.
        UnsupportedByEngine: the engine cannot answer it.
    """
    place = Path(folder)
    check_positive("parts", parts)
    if place.exists() or place.is_symlink():
        is_job = (place / HEAD).is_file()
        cure = f"nqsat job run {place} goes on with it" if is_job else "name a new folder"
        raise InvalidModel("job", f"{place} is there already; {cure}")
    if not place.parent.is_dir():
        raise InvalidModel("job", f"{place.parent} is no folder; make it first")
    question = _with_chosen_engine(question)
    asked = _question_data(question, told)
    versions = {name: version_of(name) for name in _PACKAGES}
    job = Job(place, uuid4().hex, question, parts or 1, versions)
    if parts is None:
        wanted, most = _suggest_parts(_estimate_seconds(job))
        job = replace(job, wanted=wanted, most=most)
    job.plan.stage(job.wanted, {})  # raises now what would be raised at the start
    head = {"format": FORMAT, "id": job.id, "question": asked, "parts": job.wanted}
    head |= {} if job.most is None else {"most": job.most}
    making = place.with_name(f".{place.name}.{job.id}")
    try:
        for name in (LEDGERS, CLAIMS, STORE):
            (making / name).mkdir(parents=True)
        text = _with_digest({**head, "versions": versions})
        (making / HEAD).write_text(text, encoding="utf-8")
        making.rename(place)
    except OSError as error:
        raise InvalidModel("job", f"{place} cannot be made: {error.strerror}") from None
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return job


def open_or_create_job(
    folder: str | Path, question: Question, *, told: Mapping[str, object] | None = None
) -> Job:
    """Open the job of a question in a folder, or create it if the folder does not exist.

    ``auto`` accepts the engine of an existing job, whichever it is; arguments are as for ``new_job``.

    Raises:
        InvalidModel: the job has another question, engine, method or option; otherwise as ``new_job`` and
            ``open_job``.
    """
    if not Path(folder).exists():
        return new_job(folder, question, told=told)
    model, engine = [*_words(told)[:1], ""][0], question.engine
    named = isinstance(engine, Engine) or names_a_file(engine)
    job = open_job(
        folder, model=model if names_a_file(model) else None, engine=engine if named else None
    )
    for name in ("ask", "model", "modulo", "fixed_by", "by", "limit"):
        if getattr(job.question, name) != getattr(question, name):
            raise InvalidModel("job", f"{folder} asks another question: its {name} is not the same")
    if question.method not in (None, job.question.method):
        has = job.question.method or "none"
        raise InvalidModel("method", f"{folder} has another: {has}, and not {question.method}")
    if not isinstance(engine, Engine):
        _check_engine(job, question.searcher)
    return job


def open_job(
    folder: str | Path | Job, *, model: str | None = None, engine: str | Engine | None = None
) -> Job:
    """Open the job in a folder; return a job that is already open unchanged.

    Args:
        folder: the job's folder, or the job.
        model: the user's file that the manifest names as the source of the model, as ``file.py:function``:
            a manifest alone never makes nqsat import a file.
        engine: the same for the engine, as ``file.py:Class``; or the engine itself.

    Raises:
        InvalidModel: there is no job, its manifest is damaged, its model or engine is from a file that is
            not named here or has changed, or another engine counts it.
    """
    if isinstance(folder, Job):
        return folder
    place, head = Path(folder), _head(Path(folder))
    question = _question(head["question"], model, engine)
    for name in (LEDGERS, CLAIMS, STORE):
        (place / name).mkdir(exist_ok=True)
    job = Job(place, head["id"], question, head["parts"], head["versions"], head.get("most"))
    if isinstance(engine, Engine):
        _check_engine(job, engine)
    return job


def named_in(folder: str | Path) -> dict[str, str | None]:
    """Return the user's files that a job's manifest names, by ``open_job``'s arguments; import nothing.

    Raises:
        InvalidModel: there is no job, or its head is damaged.
    """
    question = _head(Path(folder))["question"]
    model, engine = (question.get(name) for name in ("model", "engine"))
    words = _words(model) if isinstance(model, dict) else []
    name = engine.get("name") if isinstance(engine, dict) else None
    own = isinstance(name, str) and names_a_file(name)
    return {"model": words[0] if words else None, "engine": str(name) if own else None}


def id_of(folder: str | Path) -> str:
    """Return the unique id of a job; import nothing.

    Raises:
        InvalidModel: as ``named_in``.
    """
    found: str = _head(Path(folder))["id"]
    return found


def _head(place: Path) -> Mapping[str, Any]:
    """Read the manifest of a job, and check its format and digest."""
    if not place.is_dir():
        raise InvalidModel("job", f"{place} is no folder; nqsat job new {place} … begins one")
    path = place / HEAD
    if not path.exists():
        raise InvalidModel("job", f"{place} holds no job: it has no {HEAD}")
    with plain_file("job", path, _LARGEST) as file:
        data = file.read()
    try:
        head = json.loads(data)
        sound = head["format"] == FORMAT and _with_digest(head).encode() == data and _fits(head)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        if data.lstrip().startswith(b'{"format": "nqsat job ') and FORMAT.encode() not in data:
            raise InvalidModel("job", f"{path} has another format than {FORMAT!r}")
        raise InvalidModel("job", f"{path} is damaged, or no head of a job; nothing was changed")
    found: Mapping[str, Any] = head
    return found


def _fits(head: Mapping[str, Any]) -> bool:
    """Return whether a manifest's fields have the right types; the question is checked elsewhere."""
    versions, parts = head["versions"], (head["parts"], head.get("most", 1))
    texts = (head["id"], *versions, *filter(None, versions.values()))
    return (
        isinstance(head["question"], dict)
        and all(isinstance(text, str) for text in texts)
        and all(type(number) is int and number >= 1 for number in parts)
    )


def _with_digest(head: Mapping[str, Any]) -> str:
    """Return the text of a manifest, with its digest as the last entry."""
    rest = {name: value for name, value in head.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(rest).encode()).hexdigest()
    return json.dumps({**rest, "sha256": digest}) + "\n"


def _suggest_parts(seconds: float) -> tuple[int, int | None]:
    """Return the number of parts for a count that takes ``seconds``, and the maximum number."""
    if not seconds < math.inf:
        return MOST // 4, None
    wanted = max(FEWEST, min(MOST, math.ceil(seconds / SECONDS)))
    most = max(1, math.floor(seconds / LEAST))
    return min(wanted, most), most


def _estimate_seconds(job: Job) -> float:
    """Return the estimated seconds of a count; with an objective, at most those for all solutions."""
    question, seconds = job.question, job.plan.estimate.seconds
    if seconds < math.inf or question.model.objective is None:
        return seconds
    every = replace(question, model=question.model.with_objective(None))
    try:
        return call_in_thread(lambda: plan_of(every).estimate.seconds)
    except UnsupportedByEngine:
        return math.inf


# -- questions ---------------------------------------------------------------------------


def _with_chosen_engine(question: Question) -> Question:
    """Return the question with the engine chosen and all of its options set.

    Raises:
        InvalidModel: a job cannot answer this question.
    """
    if question.ask != "count":
        raise InvalidModel("job", f"is for counts; this question is to {question.ask}")
    if not isinstance(question.model, Model):
        raise InvalidModel("job", "is for models; clauses are counted without one")
    for name in ("limit", "time_limit"):
        if getattr(question, name) is not None:
            raise InvalidModel(name, "is no part of a job: nqsat job run takes --time-limit")
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
        return replace(question, engine=engine, options=(), method=method)
    return replace(question, engine=engine.title, options=options, method=method)


def _check_engine(job: Job, engine: Engine) -> None:
    """Refuse an engine that differs from the job's engine, or has other options.

    Raises:
        InvalidModel: the engine or an option differs.
    """
    there = job.engine
    if not (is_user_defined(there) or is_user_defined(engine)):
        check_same(engine, there)
    elif not isinstance(engine, AutoEngine) and _identity(engine) != _identity(there):
        reason = f"{name_of(engine)} is not the one that counts {job.folder}, or has other options"
        raise InvalidModel("engine", f"{reason}: {name_of(there)}")


def _identity(engine: Engine) -> tuple[str, object]:
    return name_of(engine), dict(explicit_options(engine)[1])


# -- models that JSON cannot represent ---------------------------------------------------


def _words(told: Mapping[str, Any] | None) -> list[str]:
    """Return the command-line words that made a model; the first one names it."""
    words = (told or {}).get("arguments", ())
    return [str(word) for word in words] if isinstance(words, list | tuple) else []


def _question_data(question: Question, told: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the question as a manifest stores it.

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
    """Return the question of a manifest; its model is made again if only its arguments are stored."""
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
