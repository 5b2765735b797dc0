"""What a fault is, and who can catch one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from faults.planting import Plant
from nqsat import Placement, Tour, count
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, SatEngine
from nqsat.errors import EngineFailure, NqsatError
from nqsat.evidence import Result, verify
from nqsat.evidence.effort import USUAL, Effort
from nqsat.modelling import Model, find_family

__all__ = [
    "Case",
    "Fault",
    "Found",
    "Look",
    "by_guard",
    "by_verify",
    "case",
    "fault",
    "guards_lifted",
    "placement",
    "tour",
]

#: Catchers, and what each of them said.
Found = Mapping[str, str]

#: To look whether anybody objects.
Look = Callable[[], Found]

#: The engines that ``verify`` compares.
ALL: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())


@dataclass(frozen=True, eq=False)
class Case:
    """A model, made anew whenever it is asked for; and its name if it is in the catalogue."""

    make: Callable[[], Model]
    family: str = ""
    params: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        """The model."""
        return self.make()


def case(family: str, **params: int | str) -> Case:
    """A model of the catalogue."""
    return Case(lambda: find_family(family)(**params), family, params)


def placement(board: str, pieces: Mapping[str, str], **more: Any) -> Case:
    """A model of men."""
    return Case(lambda: Placement(board, pieces, **more))


def tour(board: str, piece: str, **more: Any) -> Case:
    """A model of tours."""
    return Case(lambda: Tour(board, piece, **more))


class Planting(Protocol):
    """A change that can be made and taken back."""

    @property
    def target(self) -> str:
        """What is changed."""

    def planted(self) -> AbstractContextManager[None]:
        """With the change made."""


@dataclass(frozen=True, eq=False)
class Fault:
    """A mistake, where it shows, and who must object.

    Args:
        name: the mistake, for the table.
        plants: what is exchanged; the first one says where the mistake is.
        answer: what a user would be told if nobody objected; wrong with the fault.
        looks: the checks: each says who objects, and how.
        catchers: who must.
        under: under what the fault, and the right program, are run.
        says: part of what the first of them says.
        silent: the answer stays right, though what it rests on does not.
    """

    name: str
    plants: tuple[Planting, ...]
    answer: Callable[[], object]
    looks: tuple[Look, ...]
    catchers: tuple[str, ...]
    under: Callable[[], AbstractContextManager[None]] = nullcontext
    says: str = ""
    silent: bool = False

    @property
    def where(self) -> str:
        """The part of nqsat that is wrong."""
        return self.plants[0].target.replace(":", ".")

    @contextmanager
    def planted(self) -> Iterator[None]:
        """With the mistake made."""
        with ExitStack() as stack:
            for plant in self.plants:
                stack.enter_context(plant.planted())
            yield


# -- who catches -------------------------------------------------------------------------


@cache
def by_verify(asked: Case, witnesses: tuple[Engine, ...], effort: Effort) -> Look:
    """Every check of ``verify`` that differs; one and the same look for the same arguments."""

    def look() -> Found:
        try:
            report = verify(
                asked.model,
                family=asked.family,
                params=asked.params,
                witnesses=witnesses,
                effort=effort,
            )
        except EngineFailure as error:
            return {type(error).__name__: str(error)}
        bad = [check for check in report.checks if check.result is Result.DIFFER]
        return {f"verify: {check.name}": check.detail for check in reversed(bad)}

    return look


def by_guard(asked: Callable[[], object]) -> Look:
    """The error that a question ends in."""

    def look() -> Found:
        try:
            asked()
        except NqsatError as error:
            return {type(error).__name__: str(error)}
        return {}

    return look


def _enough_for(catchers: tuple[str, ...]) -> Effort:
    """What takes long is left out where nothing is expected of it."""
    return Effort(
        encodings=USUAL.encodings if "verify: encodings" in catchers else 0,
        resolving=USUAL.resolving if "verify: resolving" in catchers else 0,
        certified=USUAL.certified if "verify: certificate" in catchers else -1,
    )


@contextmanager
def guards_lifted() -> Iterator[None]:
    """Nobody looks at what engines hand out: what a user would be told without these guards."""
    plants = (
        Plant("engines.listing:_checked", lambda right: lambda model, engine, found: found),
        Plant("engines.cpsat:_Work.run_through", lambda right: _trusting),
    )
    with ExitStack() as stack:
        for plant in plants:
            stack.enter_context(plant.planted())
        yield


def _trusting(self: Any, put: Any) -> None:
    """``run_through`` without a look at how the search ended."""
    self.solver.solve(self.model, self.collector(put))


def fault(
    name: str,
    plants: Plant | tuple[Plant, ...],
    asked: Case,
    *catchers: str,
    engine: Engine | None = None,
    witnesses: tuple[Engine, ...] = ALL,
    effort: Effort | None = None,
    under: Callable[[], AbstractContextManager[None]] = nullcontext,
    guarded: bool = False,
    answer: Callable[[], object] | None = None,
    **question: Any,
) -> Fault:
    """A fault that shows in a count.

    Args:
        name, catchers, under: see ``Fault``.
        plants: the first is the mistake.
        asked: of what the count is.
        engine: who is asked; sat unless given.
        witnesses, effort: see ``verify``; unless given, as far as the catchers need.
        guarded: whether the count itself must be refused too.
        answer: what a user is told, if that is no count of these.
        question: options of ``count``.
    """
    who = SatEngine() if engine is None else engine

    def counted() -> object:
        return count(asked.model, engine=who, **question)

    told = answer or counted
    verified = by_verify(asked, witnesses, effort or _enough_for(catchers))
    looks = (by_guard(told), verified) if guarded else (verified,)
    made = (plants,) if isinstance(plants, Plant) else plants
    return Fault(name, made, lambda: str(told()), looks, catchers, under)
