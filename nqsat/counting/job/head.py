"""The head of a job: the question, who answers it with which options, and how finely it is cut.

From these three everybody makes the same plan. They stand in ``head.json``, which is written once.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from nqsat.counting.answers import Method
from nqsat.counting.crew import check_positive
from nqsat.counting.planning import plan_of
from nqsat.counting.question import Question
from nqsat.engines import AutoEngine, Engine, Plan, make_engine
from nqsat.engines.cheapest import Cheapest
from nqsat.engines.machine import allowed, version_of
from nqsat.errors import InvalidModel
from nqsat.files import plain_file
from nqsat.modelling import Model, model_of

#: What the format is called; another format is another number.
FORMAT = "nqsat job 1"

HEAD = "head.json"

#: The folders beside it: where the runners have their ledgers, and their claims, and where arrays are.
LEDGERS, CLAIMS, STORE = "ledger", "claims", "store"

#: Parts that are made unless somebody wants another number: of a minute each, between these.
SECONDS, FEWEST, MOST = 60.0, 64, 4000

#: A head has no more bytes than this.
_LARGEST = 2**24

#: What numbers may depend on.
_PACKAGES = ("nqsat", "numba", "ortools", "python-sat")


@dataclass(frozen=True)
class Job:
    """A long count, as its head says it.

    Args:
        folder: where it is.
        id: tells it from all others.
        question: what is asked; its engine is the one that was chosen, with its options.
        wanted: how many parts the plan should make.
        versions: of the packages that it was begun with.
    """

    folder: Path
    id: str
    question: Question
    wanted: int
    versions: Mapping[str, str | None]

    @cached_property
    def plan(self) -> Plan:
        """What is to be done first."""
        return _plan(self.question)

    @property
    def foreign(self) -> str | None:
        """Why this nqsat should not go on with it: another one has begun it. None where it may."""
        begun, here = self.versions.get("nqsat"), version_of("nqsat")
        return None if begun == here else f"was begun by nqsat {begun}, and this is {here}"


def new_job(
    folder: str | Path,
    question: Question,
    *,
    parts: int | None = None,
    told: Mapping[str, object] | None = None,
) -> Job:
    """Begin a job: a folder with a head, and nothing done.

    Args:
        folder: where; it is made.
        question: how many solutions a model has.
        parts: about how many parts there should be.
        told: where the model is from, for one that JSON cannot carry; see ``Question.to_json``.

    Raises:
        InvalidModel: the folder is there already, or the question is none for a job.
        UnsupportedByEngine: the engine cannot answer it.
    """
    place = Path(folder)
    check_positive("parts", parts)
    if place.exists() or place.is_symlink():
        raise InvalidModel(
            "job", f"{place} is there already; nqsat job run {place} goes on with it"
        )
    if not place.parent.is_dir():
        raise InvalidModel("job", f"{place.parent} is no folder; make it first")
    question = _frozen(question)
    asked = _asked(question, told)
    versions = {name: version_of(name) for name in _PACKAGES}
    job = Job(place, uuid4().hex, question, parts or 1, versions)
    if parts is None:
        job = replace(job, wanted=_suggested(job.plan.estimate.seconds))
    job.plan.stage(job.wanted, {})  # what cannot be cut is said now
    head = {"format": FORMAT, "id": job.id, "question": asked, "parts": job.wanted}
    making = place.with_name(f".{place.name}.{job.id}")
    try:
        for name in (LEDGERS, CLAIMS, STORE):
            (making / name).mkdir(parents=True)
        text = _sealed({**head, "versions": versions})
        (making / HEAD).write_text(text, encoding="utf-8")
        making.rename(place)
    except OSError as error:
        raise InvalidModel("job", f"{place} cannot be made: {error.strerror}") from None
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return job


def begun(
    folder: str | Path, question: Question, *, told: Mapping[str, object] | None = None
) -> Job:
    """The job of a question that is in a folder; a new one, if there is nothing.

    Who is to count does not matter to a job that is there. Other arguments are as for ``new_job``.

    Raises:
        InvalidModel: the job asks another question; otherwise as ``new_job`` and ``open_job``.
    """
    if not Path(folder).exists():
        return new_job(folder, question, told=told)
    job = open_job(folder)
    for name in ("model", "modulo", "fixed_by", "by", "break_symmetry", "limit"):
        if getattr(job.question, name) != getattr(question, name):
            raise InvalidModel("job", f"{folder} asks another question: its {name} is not the same")
    return job


def open_job(folder: str | Path) -> Job:
    """The job that is in a folder.

    Raises:
        InvalidModel: it has none, its head is damaged, or a file that the model is from has changed.
    """
    place = Path(folder)
    if not place.is_dir():
        raise InvalidModel("job", f"{place} is no folder; nqsat job new {place} … begins one")
    path = place / HEAD
    if not path.exists():
        raise InvalidModel("job", f"{place} holds no job: it has no {HEAD}")
    with plain_file("job", path, _LARGEST) as file:
        data = file.read()
    try:
        head = json.loads(data)
        sound = head["format"] == FORMAT and _sealed(head).encode() == data
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        if data.lstrip().startswith(b'{"format": "nqsat job ') and FORMAT.encode() not in data:
            raise InvalidModel("job", f"{path} has another format than {FORMAT!r}")
        raise InvalidModel("job", f"{path} is damaged, or no head of a job; nothing was changed")
    for name in (LEDGERS, CLAIMS, STORE):
        (place / name).mkdir(exist_ok=True)
    return Job(place, head["id"], _question(head["question"]), head["parts"], head["versions"])


def _sealed(head: Mapping[str, Any]) -> str:
    """The text of a head, with its digest as the last entry."""
    rest = {name: value for name, value in head.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(rest).encode()).hexdigest()
    return json.dumps({**rest, "sha256": digest}) + "\n"


def _suggested(seconds: float) -> int:
    """How many parts there should be of a count that takes so many seconds."""
    if not seconds < math.inf:
        return MOST // 4
    return max(FEWEST, min(MOST, math.ceil(seconds / SECONDS)))


# -- questions ---------------------------------------------------------------------------


def _frozen(question: Question) -> Question:
    """The question with the engine chosen, and all of its options said.

    Raises:
        InvalidModel: it is none for a job.
    """
    if question.ask != "count":
        raise InvalidModel("job", f"is for counts; this question is to {question.ask}")
    if not isinstance(question.model, Model):
        raise InvalidModel("job", "is for models; clauses are counted without one")
    for name in ("limit", "time_limit"):
        if getattr(question, name) is not None:
            raise InvalidModel(name, "is no part of a job: nqsat job run takes --time-limit")
    model, method = question.model, question.method
    if question.modulo != "none" and method is None and not question.break_symmetry:
        method = "burnside"  # a list of orbits has no parts
    engine = _engine(question)
    if not isinstance(engine, AutoEngine):
        return _with(question, engine, method)
    if method == "burnside":  # each class is counted by whoever is soonest with it
        return _with(question, Cheapest((*engine.counters, engine.lister)), method)
    plain = model.with_objective(None) if model.objective else model
    return _with(question, engine.choose(plain, by_size=question.by == "size").engine, method)


def _with(question: Question, engine: Engine, method: Method | None) -> Question:
    """The question asked of an engine, all of whose options are said."""
    engine = engine.for_model(cast("Model", question.model))
    # A title says most options; a class of the user's own is named by its file.
    name = question.engine if ":" in question.engine else engine.title
    values = {
        x.name: getattr(one, x.name)
        for one in (engine.engines if isinstance(engine, Cheapest) else (engine,))
        for x in fields(cast("Any", one))
        if x.compare
    }
    if "memory" in values:  # what is free here and now is not free elsewhere
        values["memory"] = allowed(values["memory"])
    options = tuple((key, value) for key, value in values.items() if type(value) in (str, int))
    return replace(question, engine=name, options=options, method=method)


def _engine(question: Question) -> Engine:
    options: dict[str, Any] = dict(question.options)
    return make_engine(question.engine, **options)


def _plan(question: Question) -> Plan:
    """What answers a question, once it is settled who does."""
    return plan_of(question, _engine(question)).settled


# -- models that JSON cannot carry -------------------------------------------------------


def _asked(question: Question, told: Mapping[str, Any] | None) -> dict[str, object]:
    """The question as a head has it.

    Raises:
        InvalidModel: JSON cannot carry the model, and it is not from a file and its parameters alone.
    """
    try:
        return question.to_json()
    except InvalidModel:
        words = [str(word) for word in (told or {}).get("arguments", ())]
        path, colon, name = words[0].rpartition(":") if words else ("", "", "")
        if not colon or any(flag != "-p" for flag in words[1::2]) or len(words) % 2 == 0:
            reason = "JSON cannot carry this model: name it as file.py:function, with -p alone"
            raise InvalidModel("job", reason) from None
    place = Path(path).resolve()
    digest = hashlib.sha256(place.read_bytes()).hexdigest()
    words[0] = f"{place}:{name}"
    return question.to_json({"arguments": words, "sha256": {str(place): digest}})


def _question(data: Mapping[str, Any]) -> Question:
    """The question of a head, its model made again where only its arguments are known."""
    model = data["model"]
    if not (isinstance(model, dict) and "arguments" in model):
        return Question.from_json(data)
    for name, digest in model["sha256"].items():
        with plain_file("job", name, _LARGEST) as file:
            if hashlib.sha256(file.read()).hexdigest() != digest:
                raise InvalidModel("job", f"{name} is not what it was when the job was begun")
    words: Sequence[str] = model["arguments"]
    pairs = (word.partition("=") for word in words[2::2])
    return Question.from_json(data, model_of(words[0], {name: value for name, _, value in pairs}))
