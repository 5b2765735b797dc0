"""Terms of a sequence: the counts of a family for successive values of its parameters.

A term gets a value only if its count is complete, and if the required number of engines agree. Results are
stored in a folder, if one is given: a ledger of finished terms, and a job for each long term, so that a
killed process loses little.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, cast

from nqsat.counting import (
    Count,
    Ledger,
    Modulo,
    Question,
    Run,
    answer,
    check_positive,
    decimal,
    left_alone_by,
    planned,
)
from nqsat.engines import (
    COUNTERS,
    ENGINES,
    AutoEngine,
    Deadline,
    Engine,
    Estimate,
    ProofEngine,
    call_in_thread,
)
from nqsat.errors import Disagreement, InvalidModel, UnsupportedByEngine
from nqsat.evidence import Ground, PublishedCount, ground_of, known_question
from nqsat.files import make_folder
from nqsat.modelling import Model, text_of

#: A term with a longer estimate (seconds) becomes a job, if there is a folder.
LONG = 60.0

#: Solutions that an engine lists in a second, roughly; of longer lists all take too long.
LISTED, MOST_LISTED = 1000, 10**9

#: The suffix of the files in the folder, and the stage of the rows of terms in the ledger.
SUFFIX, _TERMS = ".db", "terms"


@dataclass(frozen=True, slots=True)
class Term:
    """One number of a sequence.

    Args:
        parameters: the parameters of the family.
        modulo: the group, if orbits are counted.
        fixed_by: only solutions that this symmetry maps to themselves.
        value: the number; None if it is not established.
        engines: the engines that agree on it.
        seconds: wall-clock seconds of all engines together.
        known: the published count, or None.
        reason: why there is no value.
        optimum: the best value in words, if only solutions with it are counted: ``5 pieces, the minimum``.
    """

    parameters: Mapping[str, int | str]
    modulo: Modulo
    value: int | None = None
    engines: tuple[str, ...] = ()
    seconds: float = 0.0
    known: PublishedCount | None = None
    reason: str | None = None
    fixed_by: str | None = None
    optimum: str = ""

    @property
    def name(self) -> str:
        """The term's key in a ledger."""
        fixed = [] if self.fixed_by is None else [self.fixed_by]
        return json.dumps([dict(sorted(self.parameters.items())), self.modulo, *fixed])

    @property
    def question(self) -> dict[str, str]:
        """The options of the count, as in ``PublishedCount``."""
        return known_question(self.modulo, self.fixed_by)

    @property
    def title(self) -> str:
        """The parameters and the fixing symmetry, as text."""
        return text_of(self.parameters) + left_alone_by(self.fixed_by)

    @property
    def agrees(self) -> bool | None:
        """Whether the value is the published one; None if either is missing."""
        if self.known is None or self.value is None:
            return None
        return self.known.value == self.value

    def to_json(self) -> dict[str, Any]:
        """Return the term as JSON data, numbers as text."""
        known = self.known
        return {
            "params": dict(self.parameters),
            "modulo": self.modulo,
            **({} if self.fixed_by is None else {"fixed_by": self.fixed_by}),
            "value": None if self.value is None else decimal(self.value),
            **({"optimum": self.optimum} if self.optimum else {}),
            "engines": list(self.engines),
            "seconds": round(self.seconds, 3),
            "known": None if known is None else decimal(known.value),
            "source": None if known is None else known.oeis or known.source,
            "agrees": self.agrees,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Terms:
    """Options for counting the terms of a family.

    Args:
        family: the name of the family.
        agree: how many engines have to agree on each term.
        workers: see ``count``.
        folder: the folder for results; None to store nothing.
        known: the published counts of the family.
        watch: called with the progress of a long term, as text.

    Raises:
        InvalidModel: ``agree`` is not positive, or the folder has terms of another family.
    """

    family: str
    agree: int = 1
    workers: int | None = None
    folder: Path | None = None
    known: tuple[PublishedCount, ...] = ()
    watch: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        check_positive("agree", self.agree)

    def of(self, asked: Iterable[tuple[Mapping[str, int | str], Question]]) -> Iterator[Term]:
        """Yield the terms of questions, each given with the parameters of its model.

        A term that takes longer than the question's time limit gets no value.

        Raises:
            Disagreement: two engines differ, or an engine differs from a stored term.
            InvalidModel, EngineFailure: as ``count``.
        """
        ledger = None if self.folder is None else _FinishedTerms(self.folder, self.family)
        for parameters, question in asked:
            plain = Term(parameters, question.modulo, fixed_by=question.fixed_by)
            term = None if ledger is None else ledger.find(plain, self.agree)
            if term is None:
                term = self._count_term(plain, question)
                if ledger is not None and term.value is not None:
                    ledger.store(term)
            yield replace(term, known=published_count(term, self.known))

    def check_engines(self, question: Question) -> None:
        """Refuse a number of engines that this term cannot have, before anything is counted."""
        plain = _plain(cast("Model", question.model))
        names = [kind.name for kind in (*COUNTERS, *ENGINES) if _accepts(kind(), plain)]
        if self.agree > len(names):
            first = self.estimate(question)[0].partition("/")[0]
            if first not in names:  # a user's own, or a proof that there is none
                names.append(first)
        if self.agree > len(names):
            reason = f"{self.agree} is too many: at most {', '.join(names)} can count it"
            raise InvalidModel("agree", reason)

    def estimate(self, question: Question) -> tuple[str, Estimate]:
        """Return which engine would count a term, and its estimate."""
        plan = planned(replace(question, time_limit=None), 1)
        return plan.engine, plan.estimate

    def _count_term(self, asked: Term, question: Question) -> Term:
        clock, counts = Deadline(), list[Count]()
        reason: str | None = None
        for engine in self._engines(question, counts):
            try:
                answered = self._count_by_engine(
                    asked, replace(question, engine=engine, options=())
                )
            except UnsupportedByEngine as error:
                reason = reason or error.reason
                continue
            if not answered.complete:
                reason = f"{answered.engine}: {answered.reason}"
                continue
            if counts and answered.value != counts[0].value:
                raise Disagreement(
                    f"{self.family} {asked.title}: {counts[0].engine} counts "
                    f"{decimal(counts[0].value)}, {answered.engine} {decimal(answered.value)}"
                )
            counts.append(answered)
            if len(counts) >= self.agree:
                break
        engines = tuple(counted.engine for counted in counts)
        term = replace(asked, engines=engines, seconds=clock.seconds)
        if len(engines) < self.agree:
            few = f"only {len(engines)} engines count it"
            if len(engines) < 2:
                few = f"only {engines[0]} counts it" if engines else "no engine counts it"
            return replace(term, reason=reason or few)
        best = counts[0].optimum
        return replace(term, value=counts[0].value, optimum="" if best is None else str(best))

    def _engines(self, question: Question, found: Sequence[Count]) -> Iterator[Engine]:
        """Yield the chosen engine, then others, fast ones first; ``found`` has the counts so far."""
        yield question.searcher
        if self.agree > 1:
            yield from (other.engine for other in other_engines(question, found))

    def _count_by_engine(self, asked: Term, question: Question) -> Count:
        if (
            self.folder is not None
            and isinstance(question.engine, AutoEngine)
            and LONG < self.estimate(question)[1].seconds < math.inf
        ):
            return self._count_as_job(asked, question, self.folder)
        counted: Count = answer(question, run=Run(workers=self.workers))
        return counted

    def _count_as_job(self, asked: Term, question: Question, folder: Path) -> Count:
        """Count a long term as a job, started or resumed in its own file."""
        name = text_of(asked.parameters).replace(" ", "_").replace("/", "_")
        place = folder / "_".join([name, *asked.question.values()])
        job = place.with_name(place.name + SUFFIX)
        named = replace(question, engine=AutoEngine.name)
        run = Run(workers=self.workers, job=job)
        counted: Count = answer(named, run=replace(run, stage=self.watch or run.stage))
        return counted


def published_count(asked: Term, known: Iterable[PublishedCount]) -> PublishedCount | None:
    """Return the published count of a term; None if there is none."""
    rows = (row for row in known if row.params == asked.parameters)
    return next((row for row in rows if row.question == asked.question), None)


class OtherEngine(NamedTuple):
    """An engine that may count a term as well; whether its ground is a new one; its estimated seconds."""

    engine: Engine
    independent: bool
    seconds: float


def other_engines(question: Question, found: Sequence[Count]) -> list[OtherEngine]:
    """Return the engines that can count a term besides those that have, in the order to ask them.

    First those that take less than a minute, of these first those on another ground, of these the fast.
    """
    chosen, model = question.searcher, cast("Model", question.model)
    done = {name for counted in found for name in _engine_names(counted)}
    grounds = {ground for counted in found for ground in grounds_of(counted)} or {ground_of(chosen)}
    length, suitable = found[0].value if found else None, list[OtherEngine]()
    for kind in (*COUNTERS, *ENGINES):
        if kind.name not in {*done, chosen.name}:
            made = kind()
            seconds = _seconds(made, model, length)
            if seconds is not None:
                suitable.append(OtherEngine(made, ground_of(made) not in grounds, seconds))
    return sorted(suitable, key=lambda x: (x.seconds > LONG, not x.independent, x.seconds))


def grounds_of(count: Count) -> set[Ground]:
    """Return the grounds of the engines that a count is by."""
    kinds: list[type[Engine]] = [*COUNTERS, *ENGINES, ProofEngine]
    return {ground_of(kind()) for kind in kinds if kind.name in _engine_names(count)}


def _engine_names(count: Count) -> set[str]:
    return {name.partition("/")[0] for name in count.engine.split(" + ")}


def _seconds(engine: Engine, model: Model, length: int | None) -> float | None:
    """Return the estimated seconds of a count, of ``length`` solutions; None if it is not supported."""
    try:
        seconds = call_in_thread(lambda: engine.plan(_plain(model))).estimate.seconds
    except UnsupportedByEngine:
        return None
    if seconds == math.inf and engine.lists and length is not None:
        return min(length, MOST_LISTED) / LISTED
    return seconds


def _accepts(engine: Engine, model: Model) -> bool:
    try:
        engine.accept(model)
    except UnsupportedByEngine:
        return False
    return True


def _plain(model: Model) -> Model:
    return model.with_objective(None) if model.objective else model


class _FinishedTerms:
    """The finished terms in a folder: one ledger, of one family."""

    def __init__(self, folder: Path, family: str) -> None:
        make_folder("folder", folder)
        strange = next((x for x in folder.iterdir() if x.is_file() and x.suffix != SUFFIX), None)
        if strange is not None and not strange.name.endswith("-journal"):
            reason = f"{folder} holds {strange.name}, which is not a file of terms; name another"
            raise InvalidModel("folder", reason)
        self._ledger = Ledger(folder / f"terms{SUFFIX}", {"terms": family})
        if self._ledger.head.get("terms") != family:
            raise InvalidModel("folder", f"{folder} holds terms of another family")

    def find(self, asked: Term, agree: int) -> Term | None:
        """Return a stored term that at least ``agree`` engines counted; None if there is none."""
        row = self._ledger.read(_TERMS).get(asked.name)
        if row is None:
            return None
        try:
            value, engines, seconds = row["value"], tuple(row["engines"]), float(row["seconds"])
            optimum = row.get("optimum", "")
            sound = re.fullmatch("[0-9]+", value, re.ASCII) and all(
                isinstance(text, str) for text in (optimum, *engines)
            )
        except (KeyError, TypeError, ValueError):
            sound = None
        if not sound:
            raise InvalidModel("folder", f"{self._ledger.path}: the row of a term has a wrong form")
        if len(engines) < agree:
            return None
        found = replace(asked, value=int(Decimal(value)), optimum=optimum)
        return replace(found, engines=engines, seconds=seconds)

    def store(self, term: Term) -> None:
        """Store a term; raise ``Disagreement`` if the ledger has another value."""
        value, before = decimal(term.value or 0), self._ledger.read(_TERMS).get(term.name)
        if before is not None and before["value"] != value:
            raise Disagreement(f"{term.name}: {before['value']} before, now {value}")
        row = {"value": value, "engines": list(term.engines), "seconds": round(term.seconds, 3)}
        row |= {"optimum": term.optimum} if term.optimum else {}
        self._ledger.write(_TERMS, {term.name: row}, replace=True)
