"""The coordinator: hands the parts of a plan to workers, adds up what they find, and alone keeps it.

A part is a pure function of (plan, products, part). So any worker may do it, and more than once: a
worker that is lost costs its part, which is sent again, and with a ledger a run that is killed costs the
parts that were under way.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any

from nqsat.counting.ledger import Ledger
from nqsat.counting.part_result import PartResult
from nqsat.counting.workers import StageWork, Tasks, Word, at_work, wanted_by, work_of
from nqsat.engines import Part, Plan, Progress, Stage, closing, flaw
from nqsat.engines.plans.plan import MemoryStore, Store, apply_weight
from nqsat.errors import EngineFailure, InvalidModel

#: Seconds between two writes of a ledger.
FLUSH = 0.3


def run(
    plan: Plan,
    products: dict[str, Any],
    *,
    workers: int = 1,
    wanted: int | None = None,
    executor: Executor | None = None,
    ledger: Ledger | None = None,
    store: Store | None = None,
    numbers: range | None = None,
) -> Iterator[tuple[str, Progress]]:
    """Do the parts of a plan, ``workers`` at a time; yield slices of the answer, each with its part's id.

    Args:
        plan: the plan.
        products: filled with the products of its parts.
        workers: how many parts run at a time.
        wanted: how many parts the plan should make; None for as many as suit the workers.
        executor: does the parts; None for this machine.
        ledger: has what is done already, and gets what is done now.
        store: for arrays.
        numbers: of the stage that sums only the parts of these numbers are done, from 1, in the order of
            their ids.

    Raises:
        EngineFailure: an engine or the executor failed; what is in the ledger stays.
    """
    store = store or MemoryStore()
    seen = ""
    while True:
        stage = stage_of(plan, products, wanted, workers)
        if (name := digest_of(stage)) == seen:
            raise EngineFailure(f"{plan.facts.title}: stage {stage.name} has no end")
        seen = name
        done = {} if ledger is None else results_of(ledger, stage)
        asked = stage.parts if numbers is None or not stage.sums else _numbered(stage, numbers)
        left = [part for part in asked if part.id not in done]
        words = _words(stage, left, products, store, workers, executor)
        yield from _of_stage(stage, done, len(left), words, products, ledger)
        if stage.sums:
            return


def stage_of(
    plan: Plan, products: Mapping[str, Any], wanted: int | None, workers: int = 1
) -> Stage:
    """Return the first stage of a plan that has parts without a product, or the stage that sums.

    Raises:
        EngineFailure: its parts leave something out, or have something twice.
    """
    if wanted is None:
        wanted = wanted_by(plan.stage(1, products).plan, workers)
    stage = plan.stage(wanted, products)
    if wrong := flaw(stage.cover, stage.parts):
        raise EngineFailure(f"stage {stage.name}: the parts are not all: {wrong}")
    return stage


def _numbered(stage: Stage, numbers: range) -> list[Part]:
    """Return the parts of these numbers.

    Raises:
        InvalidModel: there are none.
    """
    parts = sorted(stage.parts)
    if numbers.start > len(parts):
        raise InvalidModel("parts", f"{numbers.start} is too large: there are {len(parts):,} parts")
    return [parts[number - 1] for number in numbers if number <= len(parts)]


def _words(
    stage: Stage,
    left: Sequence[Part],
    products: Mapping[str, Any],
    store: Store,
    workers: int,
    executor: Executor | None,
) -> Iterator[Word | None]:
    """Have the parts done; see ``at_work`` and ``Tasks.words``."""
    if executor is not None:
        return Tasks(executor, StageWork(stage, products, store), workers).words(left)
    number = min(workers, len(left))
    return at_work(work_of(stage, products, store, alone=number == 1), left, number)


def _of_stage(
    stage: Stage,
    done: Mapping[str, PartResult],
    left: int,
    words: Iterator[Word | None],
    products: dict[str, Any],
    ledger: Ledger | None,
) -> Iterator[tuple[str, Progress]]:
    """Yield what the parts of a stage have found, those that are done and those that are left; keep it."""
    name, parts = digest_of(stage), {part.id: part for part in stage.parts}

    def far(ended: int) -> str:
        return f"{len(done) + ended:,} of {len(parts):,} parts done"

    for id_, known in done.items():
        whole = Progress(known.numbers, known.visited, known.product)
        yield id_, apply_weight(whole, parts[id_], stage, products)
    rows, ended, due = dict[str, Any](), 0, time.monotonic() + FLUSH
    try:
        with closing(words):
            for word in words:
                if word is not None:
                    id_, piece = word
                    if isinstance(piece, PartResult):
                        ended += 1
                        if ledger is not None:
                            rows[id_] = _row(stage, parts[id_], piece)
                        piece = Progress(words=far(ended))
                    elif len(parts) > 1 and piece.words:
                        piece = piece._replace(words=f"{far(ended)}, {piece.words}")
                    yield id_, apply_weight(piece, parts[id_], stage, products)
                if ledger is not None and rows and time.monotonic() > due:
                    ledger.write(name, rows)
                    rows, due = {}, time.monotonic() + FLUSH
    finally:
        if ledger is not None and rows:
            ledger.write(name, rows)
    if ended != left:
        raise EngineFailure(f"{left - ended} parts of stage {stage.name} were not done")


def _row(stage: Stage, part: Part, result: PartResult) -> dict[str, Any]:
    """Return the row of a part, if readers of the ledger would accept it."""
    if stage.sums:
        return result._replace(product=None).to_json()
    if not stage.plan.accepts(part, result.product):
        raise EngineFailure(f"{stage.plan.facts.title}: part {part.id} made no product")
    return result._replace(numbers=()).to_json()


def results_of(ledger: Ledger, stage: Stage) -> dict[str, PartResult]:
    """Return what a ledger has of the parts of a stage.

    Raises:
        InvalidModel: a row is about no part, or says what no part can have found.
    """
    parts, found = {part.id: part for part in stage.parts}, dict[str, PartResult]()
    for id_, data in ledger.read(digest_of(stage)).items():
        try:
            found[id_] = result = PartResult.from_json(data)
            part = parts[id_]
            sound = (result.product is None) is stage.sums
            sound = sound and (stage.sums or stage.plan.accepts(part, result.product))
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
            sound = False
        if not sound:
            reason = f"{ledger.path}: no part of stage {stage.name} has the row of {id_[:60]!r}"
            raise InvalidModel("job", reason)
    return found


def digest_of(stage: Stage) -> str:
    """Return a digest of a stage: its parts, data and weights; not loads, which differ between machines."""
    every = sorted((part.id, part.data, str(Fraction(part.weight))) for part in stage.parts)
    return hashlib.sha256(json.dumps([stage.name, every]).encode()).hexdigest()[:16]
