"""The coordinator: hands the parts of a plan to workers, adds up what they find, and alone keeps it.

A part is a pure function of (plan, products, part). So any worker may do it, and more than once: a
worker that is lost costs its part, which is sent again, and with a ledger a run that is killed costs the
parts that were under way.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from nqsat.counting.digits import decimal
from nqsat.counting.ledger import Ledger
from nqsat.counting.workers import Local, Remote, wanted_by, work_at
from nqsat.engines import Part, Plan, Progress, Stage, closing, flaw
from nqsat.engines.plans.plan import MemoryStore, PartTotal, Store, Weight, apply_weight
from nqsat.errors import EngineFailure, InvalidModel

#: Seconds between two writes of a ledger.
FLUSH = 0.3

#: No number in a ledger has more digits.
_DIGITS = 100_000

#: Which of the parts that are summed are done, by their ids; None for all.
Chosen = Callable[[Stage], set[str]]


class PartResult(NamedTuple):
    """What a part has found.

    Args:
        numbers: pairs of a number of men and how many solutions, not yet times the part's weight.
        visited: nodes or states visited.
        product: the product, of a part that does not sum.
        seconds: how long it took.
    """

    numbers: tuple[tuple[int, Weight], ...] = ()
    visited: int = 0
    product: Any = None
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the result as a row of a ledger; numbers are decimal text of any length."""
        numbers = [[men, _text(number)] for men, number in self.numbers]
        found = {"numbers": numbers} if self.product is None else {"product": self.product}
        return {**found, "visited": self.visited, "seconds": round(self.seconds, 3)}

    @classmethod
    def from_json(cls, data: Any) -> PartResult:
        """Return the result of a row.

        Raises:
            ValueError, TypeError, KeyError: it is no row of a part.
        """
        visited, seconds = data["visited"], data["seconds"]
        numbers = tuple((men, _number(text)) for men, text in data.get("numbers", ()))
        sizes = [men for men, _ in numbers]
        sound = type(visited) is int and visited >= 0 and type(seconds) in (int, float)
        if not (
            sound and 0 <= seconds < 1e12 and all(type(men) is int and men >= 0 for men in sizes)
        ):
            raise ValueError
        if sizes != sorted(set(sizes)) or ("product" in data) == ("numbers" in data):
            raise ValueError
        return cls(numbers, visited, data.get("product"), seconds)


def run(
    plan: Plan,
    products: dict[str, Any],
    *,
    workers: int = 1,
    wanted: int | None = None,
    executor: Executor | None = None,
    ledger: Ledger | None = None,
    store: Store | None = None,
    chosen: Chosen | None = None,
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
        chosen: says which parts of the stage that sums are done.

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
        hands = _hands(stage, products, store, workers, executor)
        yield from _of_stage(stage, products, hands, ledger, chosen if stage.sums else None)
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


def _hands(
    stage: Stage,
    products: Mapping[str, Any],
    store: Store,
    workers: int,
    executor: Executor | None,
) -> Local | Remote:
    """Return the workers of a stage."""
    if executor is not None:
        return Remote(executor, stage.plan, products, store, workers)
    number = min(workers, len(stage.parts))
    return Local(work_at(stage, products, store, alone=number == 1), number)


def _of_stage(
    stage: Stage,
    products: dict[str, Any],
    hands: Local | Remote,
    ledger: Ledger | None,
    chosen: Chosen | None,
) -> Iterator[tuple[str, Progress]]:
    """Do the parts of a stage that are not done; yield what all of them have found."""
    name, parts = digest_of(stage), {part.id: part for part in stage.parts}
    done = {} if ledger is None else results_of(ledger, stage)
    for id_, known in done.items():
        whole = Progress(known.numbers, known.visited, known.product)
        yield id_, apply_weight(whole, parts[id_], stage, products)
    wanted = parts.keys() if chosen is None else chosen(stage)
    left = deque(part for part in stage.parts if part.id in wanted and part.id not in done)
    found: dict[str, PartTotal] = {}
    ended, number, all_ = dict[str, Any](), len(done), len(done) + len(left)
    due = time.monotonic() + FLUSH
    try:
        with closing(hands.words()) as words:
            hands.give(left)
            for word in words if left or hands.busy else ():
                if word is not None:
                    id_, piece = word
                    total = found.setdefault(id_, PartTotal())
                    if isinstance(piece, float):
                        number += 1
                        if ledger is not None:
                            ended[id_] = _result(parts[id_], total, stage, piece).to_json()
                        del found[id_]
                        yield id_, Progress(words=_far(number, len(parts)))
                    else:
                        total.take(piece)
                        ahead = (
                            f"{_far(number, len(parts))}, "
                            if len(parts) > 1 and piece.words
                            else ""
                        )
                        slice_ = apply_weight(piece, parts[id_], stage, products)
                        yield id_, slice_._replace(words=ahead + piece.words)
                hands.give(left)
                if ledger is not None and ended and time.monotonic() > due:
                    ledger.write(name, ended)
                    ended, due = {}, time.monotonic() + FLUSH
                if not (left or hands.busy):
                    break
    finally:
        if ledger is not None and ended:
            ledger.write(name, ended)
    if number != all_:
        raise EngineFailure(f"{all_ - number} parts of stage {stage.name} were not done")


def _result(part: Part, total: PartTotal, stage: Stage, seconds: float) -> PartResult:
    """Return what a part has found, if readers of the ledger would accept it."""
    if stage.sums:
        numbers = tuple((men, number) for men, number in sorted(total.numbers.items()) if number)
        return PartResult(numbers, total.visited, None, seconds)
    if not stage.plan.accepts(part, total.product):
        raise EngineFailure(f"{stage.plan.facts.title}: part {part.id} made no product")
    return PartResult((), total.visited, total.product, seconds)


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


def _far(done: int, parts: int) -> str:
    return f"{done:,} of {parts:,} parts done"


def _text(number: Weight) -> str:
    """Return a number as decimal text, or two with a slash; ``str`` would refuse a long one."""
    found = Fraction(number)
    below = "" if found.denominator == 1 else f"/{decimal(found.denominator)}"
    return f"{decimal(found.numerator)}{below}"


def _number(text: str) -> Weight:
    if len(text) > _DIGITS or re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text, re.ASCII) is None:
        raise ValueError
    above, _, below = text.partition("/")
    found = int(Decimal(above))
    return Fraction(found, int(Decimal(below))) if below else found
