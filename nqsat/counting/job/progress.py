"""The progress of a job, from the rows of all ledgers.

The stages, their parts and weights are computed again from the manifest. Rows only say which results were
found, which parts were split, and by a digest to which stage they belong. So even if rows are lost or
altered, no part is counted twice or with a wrong weight, and no part is omitted unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from nqsat.counting.digits import decimal
from nqsat.counting.job.ledger import Fault, LedgerReader, Row
from nqsat.counting.job.manifest import LEDGERS, STORE, Job
from nqsat.counting.job.rows import Schema, excerpt
from nqsat.counting.job.store import Folder
from nqsat.counting.running import Numbers
from nqsat.engines.plans.plan import Part, Plan, Stage, Weight
from nqsat.errors import Disagreement, EngineFailure, InvalidModel


class JobProgress:
    """The progress of a job in its first unfinished stage; ``refresh`` reads the rows that runners added.

    Args:
        job: the job.
        key: the key of the signatures, or None.
        only_signed: whether only signed rows count.
        arrays: whether a product counts only if its arrays exist, for runners that need them.

    Attributes:
        plan, stage: the current plan and stage.
        digest: the digest of the stage.
        number: the number of the stage, from 0.
        passed: the digests of the earlier stages.
        products: the products of the earlier stages.
        done: for each finished part of the stage, its row.
        audits: for each part that was counted again by a second method, the row of that.
    """

    def __init__(
        self,
        job: Job,
        key: bytes | None = None,
        *,
        only_signed: bool = False,
        arrays: bool = False,
    ) -> None:
        self.job = job
        self.reader = LedgerReader(job.folder / LEDGERS, job.id, key)
        self.store = Folder(job.folder / STORE)
        self.products: dict[str, Any] = {}
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self.number = -1
        self._schema = Schema.of(job.question, shares=job.most is not None)
        self._unfit: list[Fault] = []
        self._only_signed, self._arrays = only_signed, arrays
        self._stages: dict[int, Row] = {}
        self.passed: set[str] = set()
        self._enter()
        self.refresh()
        self.advance()

    def refresh(self) -> None:
        """Read the rows that were added.

        Raises:
            Disagreement: two rows differ about a part.
            InvalidModel: a runner has split a stage differently.
        """
        for row in self.reader.fresh():
            if self._only_signed and not row.signed:
                continue
            if reason := self._schema.flaw(row.data):
                self._leave_out(row, reason)
                continue
            if row.kind == "stage":
                self._compare(row)
            self.rows[row.data["stage"]].append(row)
            if row.data["stage"] == self.digest:
                self._take(row)

    def advance(self) -> None:
        """Advance to the first stage that has unfinished parts, or to the last one."""
        while not self.stage.sums and not self.unfinished_parts:
            self.passed.add(self.digest)
            self.products |= {part.id: self.done[part.id].data["product"] for part in self.leaves()}
            self._enter()
            if self.digest in self.passed:
                raise EngineFailure(f"{self.plan.facts.title}: stage {self.stage.name} has no end")

    @property
    def complete(self) -> bool:
        """Whether every part of the last stage, whose results are summed, is done."""
        return self.stage.sums and not self.unfinished_parts

    @property
    def unfinished_parts(self) -> list[Part]:
        """The unfinished parts, the heaviest first."""
        left = [part for part in self.leaves() if part.id not in self.done]
        return sorted(left, key=lambda part: -part.load)

    def leaves(self) -> Iterator[Part]:
        """Yield the parts of the stage; an unfinished part that was split is replaced by its subparts."""
        for part in self.stage.parts:
            yield from self._leaves(part)

    def _leaves(self, part: Part) -> Iterator[Part]:
        if part.id in self.done or part.id not in self._cut:
            yield part
            return
        for child in self.children(part):
            yield from self._leaves(child)

    def children(self, part: Part) -> tuple[Part, ...]:
        """Return the subparts of a part that was split; () for another part."""
        if part.id not in self._cut:
            return ()
        if part.id not in self._children:
            row, children = self._cut[part.id], self.plan.split(part)
            if not children or row.data["digest"] != digest_of(children):
                raise InvalidModel("job", f"{row.place}: part {part.id} was cut otherwise")
            self._children[part.id] = children
        return self._children[part.id]

    @property
    def finished_parts(self) -> list[tuple[Part, Row]]:
        """The finished parts, each with its row."""
        return [(part, self.done[part.id]) for part in self.leaves() if part.id in self.done]

    @property
    def pace(self) -> float | None:
        """Seconds for a load of 1, from the finished parts; None if there are none."""
        ended = self.finished_parts
        loads = sum(part.load for part, _ in ended)
        return sum(row.seconds for _, row in ended) / loads if loads > 0 else None

    def find(self, id_: str) -> Part:
        """Return the part or subpart of the stage that has this id.

        Raises:
            InvalidModel: there is none.
        """
        for part in self.every():
            if part.id == id_:
                return part
        known = ", ".join(part.id for part in self.stage.parts[:3])
        raise InvalidModel("part", f"{id_!r} is none of stage {self.stage.name}: {known}, …")

    def every(self) -> Iterator[Part]:
        """Yield the parts of the stage and all subparts of those that were split."""
        parts = list(self.stage.parts)
        while parts:
            part = parts.pop()
            yield part
            parts += self.children(part)

    @property
    def faults(self) -> list[Fault]:
        """Unreadable lines, invalid rows, and rows about parts that do not exist."""
        known = {part.id for part in self.every()}
        return [
            *self.reader.faults,
            *self.reader.torn,
            *self._unfit,
            *(
                Fault(row.place, f"there is no part {row.data['part']}")
                for row in self.rows[self.digest]
                if row.kind != "stage" and row.data["part"] not in known
            ),
        ]

    def unfit(self, row: Mapping[str, Any]) -> str | None:
        """Return why no runner can have written this row about the stage; None if it is valid."""
        return self._schema.flaw(row) or self._mismatch(row)

    def _mismatch(self, row: Mapping[str, Any]) -> str | None:
        """Return why a row with valid fields does not fit the stage; None if it fits."""
        kind, stage = row["kind"], self.stage
        if kind != "stage" and (kind == "product") == stage.sums:
            return (
                f"stage {stage.name} {'sums' if stage.sums else 'makes products'}: it has no {kind}"
            )
        if kind == "product":
            part, product = self._parts.get(row["part"]), row["product"]
            if part is not None and not self.plan.accepts(part, product):
                return f"part {part.id} cannot make {excerpt(product)}"
        return None

    def _leave_out(self, row: Row, reason: str) -> None:
        self._unfit.append(Fault(row.place, f"the row does not count: {reason}"))

    def _enter(self) -> None:
        """Start the next stage."""
        self.number += 1
        self.plan: Plan = self.job.plan.with_products(self.products).committed
        self._begin(self.plan.stage(self.job.wanted, self.products))
        if self.number in self._stages:
            self._compare(self._stages[self.number])

    def _begin(self, stage: Stage) -> None:
        """Set the stage, and apply the rows about it."""
        self.stage = stage
        self.digest = digest_of(stage.parts, stage.name)
        self._parts = {part.id: part for part in self.stage.parts}
        self.done: dict[str, Row] = {}
        self.audits: dict[str, Row] = {}
        self._cut: dict[str, Row] = {}
        self._children: dict[str, tuple[Part, ...]] = {}
        for row in self.rows[self.digest]:
            self._take(row)

    def _compare(self, row: Row) -> None:
        """Check that a runner made the same stage."""
        number = row.data["number"]
        self._stages.setdefault(number, row)
        if number == self.number and not self._is_cut_so(row.data["stage"]):
            raise InvalidModel(
                "job",
                f"{row.place}: stage {row.data['name']} had other parts there than it has here; "
                "it was cut by another nqsat",
            )

    def _is_cut_so(self, digest: str) -> bool:
        """Return whether the stage has this digest, or had it in older versions if no part is done yet."""
        if digest == self.digest or self.done:
            return digest == self.digest
        stage = self.plan.earlier_stage(self.job.wanted, self.products)
        if digest_of(stage.parts, stage.name) != digest:
            return False
        self._begin(stage)
        return True

    def _take(self, row: Row) -> None:
        if reason := self._mismatch(row.data):
            self._leave_out(row, reason)
            return
        id_ = str(row.data.get("part"))
        if row.kind in ("part", "product") and self._is_there(row.data.get("product")):
            agree(self.done.setdefault(id_, row), row)
        elif row.kind == "split":
            self._cut.setdefault(id_, row)
        elif row.kind == "audit":
            self.audits[id_] = row
        if id_ in self.audits and id_ in self.done:
            agree(self.done[id_], self.audits[id_])

    def _is_there(self, product: object) -> bool:
        """Return whether the arrays that a product names, if any, are in the store."""
        name = product.get("name") if isinstance(product, dict) else None
        return name is None or not self._arrays or self.store.has(name)


def agree(one: Row, other: Row) -> None:
    """Check that two rows have the same result for a part.

    The number of visited nodes has to agree, too, if engine and version are the same.

    Raises:
        Disagreement: they differ.
    """
    same = _essence(one) == _essence(other)
    if same and all(one.data.get(x) == other.data.get(x) for x in ("engine", "version")):
        same = one.data.get("visited") == other.data.get("visited")
    if not same:
        raise Disagreement(f"{one.place} and {other.place} differ about part {one.data['part']}")


def _essence(row: Row) -> object:
    """Return the result of a row, without its runner and time."""
    product = row.data.get("product")
    if isinstance(product, dict) and "value" in product:
        product = product["value"]
    return row.data.get("numbers"), product


# -- rows --------------------------------------------------------------------------------


def digest_of(parts: Sequence[Part], name: str = "") -> str:
    """Return a digest of parts with their data and weights; not loads, which differ between machines."""
    every = sorted((part.id, part.data, str(Fraction(part.weight))) for part in parts)
    return hashlib.sha256(json.dumps([name, every]).encode()).hexdigest()[:16]


def encode_numbers(numbers: Mapping[int, Weight]) -> list[list[Any]]:
    """Return numbers of solutions by number of pieces in the form of a row: decimal text of any length."""
    return [[men, _decimal(number)] for men, number in sorted(numbers.items()) if number]


def numbers_of(row: Row) -> Numbers:
    """Return the numbers of solutions of a row; () for a row about a product."""
    return tuple((men, _number(text)) for men, text in row.data.get("numbers", ()))


def weigh_row(part: Part, row: Row) -> Numbers:
    """Return the numbers of solutions of a row, multiplied by the weight of the part."""
    return tuple((men, part.weight * number) for men, number in numbers_of(row))


def _decimal(number: Weight) -> str:
    found = Fraction(number)
    below = "" if found.denominator == 1 else f"/{decimal(found.denominator)}"
    return f"{decimal(found.numerator)}{below}"


def _number(text: str) -> Weight:
    """Return the number of a text; ``int`` would refuse a long one."""
    above, _, below = text.partition("/")
    found = int(Decimal(above))
    return Fraction(found, int(Decimal(below))) if below else found
