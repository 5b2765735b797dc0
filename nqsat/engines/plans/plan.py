"""Plans: what a count will do, cut into independent parts.

A plan is a small frozen value that can be pickled, made for one question by ``Engine.plan``. It goes
through *stages*. The parts of a stage may run in any order, at any time, anywhere, as often as one likes:

    plan = plan.then(products)                        it may depend on what was found
    stage = plan.stage(wanted, products)              until it is the one that sums
    stock = plan.stock(products, store)               heavy things, once for each process
    for part in stage.parts:
        for piece in plan.run(part, stock): …         slices of work; closing the stream stops it

Parts of most stages make a *product* (the best value of an objective, the name of a file of states), which
the later stages are a function of. The last stage *sums*: the numbers of each part, times its weight, add
up to the answer; so what has been added up is a lower bound at any moment. Which parts there are depends on
the question, the engine with its options and the number of parts wanted, and on nothing else: not on the
machine, not on its memory, not on hashes. So anyone with these three can do any part, and check the rest.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self

from nqsat.chess.display import at_home
from nqsat.modelling import Model

#: What parts have made, by their ids: plain values that JSON can carry.
Products = Mapping[str, Any]

#: The id of a part that is everything.
WHOLE = "all"

#: What may be so many times as long is said as a range.
ROUGH = 5.0

_UNITS = (("years", 365.25 * 86400.0), ("days", 86400.0), ("h", 3600.0), ("min", 60.0))

#: How many solutions a part stands for: what it counts, times this.
Weight = int | Fraction


class Estimate(NamedTuple):
    """What a count will cost, known before it starts; an order of magnitude, not a promise.

    Args:
        seconds: of one core.
        memory: bytes at the peak.
        words: where that comes from: ``"about 2,400,000 states in the widest of 64 layers"``.
        spread: it may be so many times as much, or as little.
    """

    seconds: float
    memory: int
    words: str
    spread: float = 1.0

    @property
    def least(self) -> int:
        """Bytes at its low end: only what takes more than there are is not begun."""
        return int(self.memory / self.spread)

    @property
    def time(self) -> str:
        """``about 25 s``; ``25 s … 3 h`` where that is not known well; ``of unknown length``."""
        if self.seconds == math.inf:
            return "of unknown length"
        if self.spread < ROUGH or self.seconds * self.spread < 1:
            return f"about {rounded(self.seconds)} s"
        return f"{lasting(self.seconds / self.spread)} … {lasting(self.seconds * self.spread)}"


def lasting(seconds: float) -> str:
    """How long that is, in the largest unit of which it is two at least: ``25 s``, ``3 h``."""
    name, size = next((unit for unit in _UNITS if seconds >= 2 * unit[1]), ("s", 1.0))
    return f"{rounded(max(seconds, 0.01) / size)} {name}"


def rounded(number: float) -> str:
    """Round an estimate for display; two digits would overstate its precision."""
    if number == math.inf:
        return "1e+300 and more"
    return f"{float(f'{number:.2g}'):,.10g}" if number < 1e9 else f"{number:.0e}"


@at_home
class Part(NamedTuple):
    """Work that needs no other part of its stage.

    Args:
        id: its name within the plan.
        data: what to do, in plain values that JSON can carry.
        load: about how much work it is, beside the others.
        weight: how often what it counts is taken.
    """

    id: str
    data: tuple[Any, ...] = ()
    load: float = 1.0
    weight: Weight = 1

    def cut(self, data: Mapping[str, tuple[Any, ...]]) -> tuple[Part, ...]:
        """Parts that do this by the names that they have within it; of their loads nothing is known."""
        head = "" if self.id == WHOLE else self.id + "."
        load = self.load / max(1, len(data))
        return tuple(Part(head + name, own, load, self.weight) for name, own in data.items())


@at_home
class Progress(NamedTuple):
    """What a moment of work has come to.

    Args:
        numbers: pairs of a number of men and a number of further solutions with so many; where sizes are
            not told apart, 0 men.
        visited: nodes or states that were looked at: the same for the same part, engine and version.
        product: what a part of a stage that does not sum has made so far; the last one is its product.
        words: how far the part is, for display.
        restarted: discard all that this part reported: it restarts with another engine. The words are the
            title of the engine that has given up.
    """

    numbers: tuple[tuple[int, Weight], ...] = ()
    visited: int = 0
    product: Any = None
    words: str = ""
    restarted: bool = False


class Cover(NamedTuple):
    """Why the parts of a stage leave nothing out and have nothing twice; ``flaw`` looks at it again.

    Args:
        law: ``"one"``: there is one part, and it is everything. ``"weights"``: the parts are classes of
            equivalent cases, each weighs as many as it has, and there are ``total`` cases. ``"ranges"``:
            each part is a range of whole numbers, from the first value of its data to before the second,
            and together they are those below ``total``; all have one weight. ``"choices"``: each part is a
            list of choices, as ``Q@a1`` or ``-@a1``; parts with the same choices so far decide the same
            thing next, one part for each way. ``"bundles"``: each part is several others, of which all
            together have the cover within.
        words: what the cases, numbers or choices are.
        total: see above.
        ways: of choices, all that there are to choose of one thing: the words before its ``@``.
        inner: of a stage made of others, the prefix of its parts, the weight, and the cover of each.
        each: of ranges, what every part weighs.
    """

    law: Literal["one", "weights", "ranges", "choices", "sum", "bundles"]
    words: str
    total: Weight = 1
    ways: tuple[str, ...] = ()
    inner: tuple[tuple[str, Weight, Cover], ...] = ()
    each: Weight = 1


@at_home
class Stage(NamedTuple):
    """Parts that may run in any order.

    Args:
        name: what they do, in a word.
        parts: those with the greatest load first.
        cover: why they are all.
        sums: whether they count; else they make products.
    """

    name: str
    parts: tuple[Part, ...]
    cover: Cover
    sums: bool = True


class Store(Protocol):
    """Where products are that are too large for a line: arrays, by name."""

    def keep(self, name: str, arrays: Mapping[str, Any]) -> None:
        """Put arrays in place, all or none of them."""

    def load(self, name: str) -> Mapping[str, Any]:
        """The arrays of this name.

        Raises:
            KeyError: there are none.
            EngineFailure: they are damaged.
        """

    def forget(self, name: str) -> None:
        """Whoever kept the arrays of this name needs them no more; a store may have them nevertheless."""
        return


class PlanFacts(NamedTuple):
    """The engine of a plan, and its method.

    Args:
        title: of the engine, as ``Engine.title``.
        method: how, as ``Count.method`` says it.
        note: what the answer has to say besides.
        in_python: whether parts are done by Python itself, so that each needs a process to be done beside
            others; compiled kernels, and solvers in processes, let threads work.
    """

    title: str
    method: str = "counting"
    note: str | None = None
    in_python: bool = False


class Plan(ABC):
    """What a count will do. A frozen value: the question, the engine's options, and how it is cut."""

    __slots__ = ()

    @property
    @abstractmethod
    def facts(self) -> PlanFacts:
        """The engine, and its method."""

    @property
    def for_worker(self) -> Plan:
        """The plan for a process that is its own already; see ``Engine.for_worker``."""
        return self

    @property
    def committed(self) -> Plan:
        """The plan that is kept to, for work in several parts; see ``Tentative``."""
        return self

    def then(self, products: Products) -> Plan:
        """The plan that is followed when these products are there: mostly the same."""
        return self

    @property
    @abstractmethod
    def estimate(self) -> Estimate:
        """What it will cost."""

    @property
    def quick_estimate(self) -> Estimate | None:
        """The estimate; None where it takes longer to make one than many a count does."""
        return self.estimate

    @property
    def undivided(self) -> bool:
        """Whether the whole costs less than its parts, which are made only where they are asked for."""
        return False

    @abstractmethod
    def stage(self, wanted: int, products: Products) -> Stage:
        """The first stage that has parts without a product, or the one that sums.

        Args:
            wanted: how many parts there should be, if it can be cut so often; 1 where one thread works,
                and then only cuts that save work are made.
            products: what earlier stages have made.
        """

    def formerly(self, wanted: int, products: Products) -> Stage:
        """The same stage as it was cut once: jobs that were begun so are gone on with."""
        return self.stage(wanted, products)

    def stock(self, products: Products, store: Store) -> Any:
        """What the parts of the next stage need, made ready once in a process; threads share it."""
        return store

    @abstractmethod
    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        """Do a part, slice by slice.

        Raises:
            UnsupportedByEngine: it takes more memory than it may, and than had been predicted.
            EngineFailure: the engine broke.
        """

    def accepts(self, part: Part, product: Any) -> bool:
        """Whether a product is one that a part of this plan's stage can have made.

        It comes from a file, and may be anybody's; what later stages are made of has to be looked at here.
        """
        return product is not None

    def split(self, part: Part) -> tuple[Part, ...]:
        """The parts of a part of the stage that sums, one cut deeper; none if it cannot be cut."""
        return ()

    def restricted(self, part: Part) -> Model | None:
        """The model that has as many solutions as such a part counts; None where there is no saying."""
        return None


class WrappingPlan(Plan):
    """A plan, a frozen dataclass, that delegates to its field ``plan`` and overrides some methods."""

    __slots__ = ()

    if TYPE_CHECKING:  # a field

        @property
        @abstractmethod
        def plan(self) -> Plan: ...

    def around(self, plan: Plan) -> Self:
        """A copy that delegates to another plan."""
        given: Any = self
        found: Self = replace(given, plan=plan)
        return found

    @property
    def facts(self) -> PlanFacts:
        return self.plan.facts

    @property
    def estimate(self) -> Estimate:
        return self.plan.estimate

    @property
    def quick_estimate(self) -> Estimate | None:
        return self.plan.quick_estimate

    @property
    def undivided(self) -> bool:
        return self.plan.undivided

    @property
    def for_worker(self) -> Plan:
        return self.around(self.plan.for_worker)

    @property
    def committed(self) -> Plan:
        return self.around(self.plan.committed)

    def then(self, products: Products) -> Plan:
        return self.around(self.plan.then(products))

    def stage(self, wanted: int, products: Products) -> Stage:
        return self.plan.stage(wanted, products)

    def formerly(self, wanted: int, products: Products) -> Stage:
        return self.plan.formerly(wanted, products)

    def stock(self, products: Products, store: Store) -> Any:
        return self.plan.stock(products, store)

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        return self.plan.run(part, stock)

    def accepts(self, part: Part, product: Any) -> bool:
        return self.plan.accepts(part, product)

    def split(self, part: Part) -> tuple[Part, ...]:
        return self.plan.split(part)

    def restricted(self, part: Part) -> Model | None:
        return self.plan.restricted(part)


@dataclass(frozen=True, slots=True)
class ConstantPlan(Plan):
    """A number that is known without counting, and what knows it; see ``Progress.numbers``.

    ``model``: whose, where that can be asked of others.
    """

    by: str
    cost: Estimate
    numbers: tuple[tuple[int, int], ...]
    model: Model | None = None

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.by)

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        yield Progress(self.numbers)

    def restricted(self, part: Part) -> Model | None:
        return self.model


def whole() -> Stage:
    """A stage of one part."""
    return Stage("count", (Part(WHOLE),), Cover("one", "it is not cut"))


class MemoryStore(Store):
    """A store in this process, for as long as it is wanted."""

    def __init__(self) -> None:
        self._kept: dict[str, Mapping[str, Any]] = {}

    def keep(self, name: str, arrays: Mapping[str, Any]) -> None:
        self._kept[name] = arrays

    def load(self, name: str) -> Mapping[str, Any]:
        return self._kept[name]

    def forget(self, name: str) -> None:
        self._kept.pop(name, None)


def carried_out(plan: Plan, wanted: int = 1, store: Store | None = None) -> Iterator[Progress]:
    """Do all parts of a plan, one after the other; slices whose numbers add up to the answer."""
    return (piece for _, piece in steps(plan, wanted, {}, store))


def steps(
    plan: Plan, wanted: int, products: dict[str, Any], store: Store | None = None
) -> Iterator[tuple[str, Progress]]:
    """As ``carried_out``, with the id of the part before each slice.

    Products are put into ``products``, and arrays into ``store``; into memory, if none is given.
    """
    store = store or MemoryStore()
    while True:
        now = plan.then(products)
        stage, stock = now.stage(wanted, products), now.stock(products, store)
        for part in stage.parts:
            for piece in now.run(part, stock):
                yield part.id, weighed(piece, part, stage, products)
        if stage.sums:
            return


def weighed(piece: Progress, part: Part, stage: Stage, products: dict[str, Any]) -> Progress:
    """A slice of a part with its numbers times the part's weight; a product is put where it belongs."""
    if piece.product is not None:
        products[part.id] = piece.product
    if not stage.sums or not piece.numbers:
        return piece._replace(numbers=())
    numbers = tuple((men, part.weight * number) for men, number in piece.numbers)
    return piece._replace(numbers=numbers)


class PartTotal:
    """What the slices of one part come to; of each number of men, how many solutions."""

    def __init__(self) -> None:
        self.numbers: dict[int, Weight] = {}
        self.visited = 0
        self.product: Any = None

    def take(self, piece: Progress) -> None:
        """Take a slice."""
        if piece.restarted:
            self.numbers, self.visited = {}, 0
        for men, number in piece.numbers:
            self.numbers[men] = self.numbers.get(men, 0) + number
        self.visited += piece.visited
        if piece.product is not None:
            self.product = piece.product


class StageTotal:
    """What slices add up to."""

    def __init__(self) -> None:
        self._whole: dict[int, Weight] = {}
        self._parts: dict[str, dict[int, Weight]] = {}

    def add(self, part: str, piece: Progress) -> None:
        """Add a slice of a part."""
        mine = self._parts.setdefault(part, {})
        if piece.restarted:
            for men, number in mine.items():
                self._whole[men] -= number
            mine.clear()
        for men, number in piece.numbers:
            mine[men] = mine.get(men, 0) + number
            self._whole[men] = self._whole.get(men, 0) + number

    @property
    def numbers(self) -> tuple[tuple[int, Weight], ...]:
        """For each number of men that occurs, how many solutions, ascending."""
        return tuple((men, number) for men, number in sorted(self._whole.items()) if number)
