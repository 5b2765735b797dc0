"""Plans: how a count is split into independent parts.

A plan is a small frozen value that can be pickled. ``Engine.plan`` makes it for one question. It consists
of *stages*. The parts of a stage may run in any order, at any time, on any machine, and repeatedly:

    stage = plan.stage(wanted, products)              repeat until the stage that sums
    shared = stage.plan.prepare(products, store)      large shared data, once per process
    for part in stage.parts:
        for piece in stage.plan.run(part, shared): …  slices of work; closing the stream stops it

``at_work.run_plan`` does this here; what has no parts is counted by ``Engine.count`` alone.

Parts of most stages make a *product* (the best value of an objective, the name of a file of states); the
later stages are a function of the products. The last stage *sums*: the numbers of each part, times its
weight, add up to the answer, so each partial sum is a lower bound. The parts depend only on the question,
the engine with its options and the number of parts wanted; not on the machine, its memory or hash seeds.
So any machine that has these three can do any part, and check the others.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from nqsat.chess.display import set_constructor_module
from nqsat.errors import InvalidModel
from nqsat.modelling import Model

#: The products of parts, by part id: plain values that JSON can represent.
Products = Mapping[str, Any]

#: The id of a part that is the whole count.
WHOLE = "all"

#: From this spread on, a time is displayed as a range.
ROUGH = 5.0

#: A count that takes fewer seconds has one worker: starting others would take as long.
WORTH = 4.0

#: Separator of titles.
_AND = " + "

_UNITS = (("years", 365.25 * 86400.0), ("days", 86400.0), ("h", 3600.0), ("min", 60.0))

#: How many solutions each solution that a part counts stands for.
Weight = int | Fraction


class Estimate(NamedTuple):
    """The cost of a count, roughly: what an engine knows before it starts. It decides nothing alone."""

    seconds: float  # on one core
    memory: int  # bytes at the peak
    words: str  # the reason: `"about 2,400,000 states in the widest of 64 layers"`
    spread: float = 1.0  # the actual cost may be higher or lower by this factor

    @property
    def least_memory(self) -> int:
        """Bytes at the low end: a count is refused only if even this is more than the available memory."""
        return int(self.memory / self.spread)

    @property
    def in_words(self) -> str:
        """The time, the memory and the reason."""
        size = f", {self.memory / 1e6:,.0f} MB" if self.memory else ""
        return f"{self.time}{size}: {self.words}"

    @property
    def core_time(self) -> str:
        """As ``time``, of one core: ``about 25 s of one core``."""
        return self.time if self.seconds == math.inf else f"{self.time} of one core"

    @property
    def time(self) -> str:
        """``about 25 s``; ``25 s … 3 h`` if the spread is large; ``of unknown length``."""
        if self.seconds == math.inf:
            return "of unknown length"
        if self.spread < ROUGH or self.seconds * self.spread < 1:
            return f"about {format_duration(self.seconds)}"
        low, high = self.seconds / self.spread, self.seconds * self.spread
        return f"{format_duration(low)} … {format_duration(high)}"


#: The cost of a count of which nothing is known.
UNKNOWN = Estimate(math.inf, 0, "it is unknown how many there are")


class Facts(NamedTuple):
    """Who counts, how, and at what cost."""

    title: str  # as `Engine.title`
    method: str = "counting"  # as `Count.method`
    note: str | None = None  # a remark that belongs to the answer
    cost: Estimate = UNKNOWN  # what it takes, as far as the engine knows for free
    #: how many nodes or states it visits in a second, about; 0 if its progress says nothing of that
    rate: float = 0.0
    #: whether the work is done in Python, so that parts run in parallel only in processes of their
    #: own; compiled kernels and solver processes allow threads
    in_python: bool = False
    #: whether the whole is cheaper than its parts, so that it is split only on request; a list not for
    #: several workers, either
    whole: bool = False

    @property
    def is_long(self) -> bool:
        """Whether its parts are worth several workers, which take as long to start as a short count.

        Those of a list, which take processes and formulas of their own, are made only on request.
        """
        return self.cost.seconds > WORTH and not (self.whole or self.in_python)

    def with_note(self, note: str | None) -> Facts:
        """The facts with a further remark, if there is one."""
        return self._replace(note="; ".join(filter(None, (self.note, note))) or None)


def format_duration(seconds: float) -> str:
    """Format a duration in the largest unit in which it is at least two: ``25 s``, ``3 h``."""
    name, size = next((unit for unit in _UNITS if seconds >= 2 * unit[1]), ("s", 1.0))
    return f"{format_estimate(max(seconds, 0.01) / size)} {name}"


def format_estimate(number: float) -> str:
    """Round an estimate for display; two digits would overstate its precision."""
    if number == math.inf:
        return "1e+300 and more"
    return f"{float(f'{number:.2g}'):,.10g}" if number < 1e9 else f"{number:.0e}"


def join_titles(titles: Iterable[str]) -> str:
    """The title of several engines that share a count; without duplicates."""
    return _AND.join(dict.fromkeys(titles))


def split_titles(text: str) -> list[str]:
    """Split a title of several engines."""
    return text.split(_AND)


@set_constructor_module
class Part(NamedTuple):
    """Work that is independent of all other parts of its stage."""

    id: str  # its name within the plan
    data: tuple[Any, ...] = ()  # what to do, in plain values that JSON can represent
    load: float = 1.0  # its approximate work, relative to other parts
    weight: Weight = 1  # the factor of its count in the sum

    def cut(self, data: Mapping[str, tuple[Any, ...]]) -> tuple[Part, ...]:
        """Split this part, given the name and data of each child; the load is divided equally."""
        head = "" if self.id == WHOLE else self.id + "."
        load = self.load / max(1, len(data))
        return tuple(Part(head + name, own, load, self.weight) for name, own in data.items())


@set_constructor_module
class Progress(NamedTuple):
    """The result of one slice of work."""

    #: pairs of a number of pieces and how many further solutions have that many; where sizes are not
    #: distinguished, the number of pieces is 0
    numbers: tuple[tuple[int, Weight], ...] = ()
    visited: int = 0  # nodes or states visited: the same for the same part, engine and version
    #: the product so far of a part of a stage that does not sum; the last one is its product
    product: Any = None
    words: str = ""  # progress of the part, for display
    #: those of the engine that counts from here on; None if nothing has changed
    facts: Facts | None = None

    @property
    def is_best(self) -> bool:
        """Whether the product is the best value so far of an objective: only this one is a mapping."""
        return isinstance(self.product, dict)


class PartResult(NamedTuple):
    """The result of a part."""

    #: pairs of a number of pieces and how many solutions, not yet times the part's weight
    numbers: tuple[tuple[int, Weight], ...] = ()
    visited: int = 0  # nodes or states visited
    product: Any = None  # the product, of a part that does not sum
    seconds: float = 0.0  # how long it took


class Cover(NamedTuple):
    """Why the parts of a stage are a partition: nothing missing, nothing twice; ``flaw`` checks it."""

    #: `"one"`: the only part is everything. `"weights"`: each part is a class of equivalent cases,
    #: its weight is the size of the class, and there are `total` cases. `"ranges"`: each part is a
    #: range of integers, from the first value of its data to before the second; together they are 0
    #: … `total` - 1; all have the same weight. `"choices"`: each part is a list of choices, as
    #: `Q@a1` or `-@a1`; parts with the same choices so far decide the same thing next, one part for
    #: each way. `"sum"`: the stages `inner`, each with a weight.
    law: Literal["one", "weights", "ranges", "choices", "sum"]
    words: str  # what the cases, integers or choices are
    total: Weight = 1  # see above
    ways: tuple[str, ...] = ()  # for choices, all ways to decide one thing: the texts before `@`
    #: for a stage made of others, the prefix of its parts, the weight, and the cover of each
    inner: tuple[tuple[str, Weight, Cover], ...] = ()
    each: Weight = 1  # for ranges, the weight of every part


@set_constructor_module
class Stage(NamedTuple):
    """Parts that may run in any order."""

    name: str  # what they do, in a few words
    parts: tuple[Part, ...]  # in order of decreasing load
    cover: Cover  # why they are a partition
    plan: Plan  # does the parts: the plan that made the stage, or one that it has chosen
    sums: bool = True  # whether they count; otherwise they make products


class Store(Protocol):
    """Named storage for arrays, which are too large to be products themselves."""

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        """Store arrays under a name, atomically."""

    def load(self, name: str) -> Mapping[str, Any]:
        """Return the arrays of this name.

        Raises:
            KeyError: there are none.
            EngineFailure: they are damaged.
        """

    def delete(self, name: str) -> None:
        """The arrays of this name are no longer needed; a store may delete them or not."""
        return


class Plan(ABC):
    """How a count is split into parts: a frozen value."""

    __slots__ = ()

    facts: Facts

    @property
    def estimate(self) -> Estimate:
        """The predicted cost of all parts."""
        return self.facts.cost

    @abstractmethod
    def stage(self, wanted: int, products: Products) -> Stage:
        """Return the first stage that has parts without a product, or the stage that sums.

        Args:
            wanted: about how many parts to make; 1 for no more than save work.
            products: the products of earlier stages.

        Raises:
            InvalidModel: a product, which may be from a file, cannot be from its part.
        """

    def prepare(self, products: Products, store: Store) -> Any:
        """Prepare what the parts of the next stage need, once per process; threads share it."""
        return store

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        """Run a part, slice by slice; by default all stages are those of another plan.

        Raises:
            UnsupportedByEngine: it needs more memory than allowed and than was predicted.
            EngineFailure: the engine failed.
        """
        raise TypeError(f"{type(self).__name__} has no parts of its own")

    def with_memory_for(self, workers: int) -> Plan:
        """The same plan, in which each part may use an equal share of the memory; by default none."""
        return self

    def restricted_model(self, part: Part) -> Model | None:
        """The model whose solutions this part counts; None if no model has exactly these."""
        return None


def single_part_stage(plan: Plan, name: str = WHOLE, *, sums: bool = True) -> Stage:
    """Return a stage of one part."""
    title = "count" if sums else name
    return Stage(title, (Part(name),), Cover("one", "it is not cut"), plan, sums)


def check_product(part: str, *, sound: bool) -> None:
    """Refuse the product of a part unless it is sound."""
    if not sound:
        raise InvalidModel("job", f"part {part!r} cannot have made what the file says")


class MemoryStore(Store):
    """A store in the memory of this process."""

    def __init__(self) -> None:
        self._kept: dict[str, Mapping[str, Any]] = {}

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        self._kept[name] = arrays

    def load(self, name: str) -> Mapping[str, Any]:
        return self._kept[name]

    def delete(self, name: str) -> None:
        self._kept.pop(name, None)


def apply_weight(piece: Progress, part: Part, stage: Stage, products: dict[str, Any]) -> Progress:
    """Multiply the numbers of a slice by the part's weight; store a product in ``products``."""
    if piece.product is not None:
        products[part.id] = piece.product
    numbers: tuple[tuple[int, Weight], ...] = ()
    if stage.sums:
        numbers = tuple((pieces, part.weight * number) for pieces, number in piece.numbers)
    return piece._replace(numbers=numbers, facts=None)  # the plan's are known


class Total:
    """The sum of slices: solutions by the number of pieces, and what was visited.

    Attributes:
        product, facts: the last ones; None as long as there are none.
        best: the last best value of an objective.
    """

    def __init__(self) -> None:
        self._sums: dict[int, Weight] = {}
        self.visited = 0
        self.product: Any = None
        self.best: Mapping[str, Any] | None = None
        self.facts: Facts | None = None

    def add(self, piece: Progress) -> None:
        """Add a slice."""
        for pieces, number in piece.numbers:
            self._sums[pieces] = self._sums.get(pieces, 0) + number
        self.visited += piece.visited
        if piece.product is not None:
            self.product = piece.product
        if piece.is_best:
            self.best = piece.product
        if piece.facts is not None:
            self.facts = piece.facts

    @property
    def numbers(self) -> tuple[tuple[int, Weight], ...]:
        """Pairs of a number of pieces and its number of solutions, in ascending order, without zeros."""
        return tuple((pieces, number) for pieces, number in sorted(self._sums.items()) if number)

    @property
    def value(self) -> Weight:
        """The number of solutions of all sizes."""
        return sum(self._sums.values())


def excess(piece: Progress, total: Total, best: Total) -> Progress:
    """Return a slice of one of several counts of the same, which was added to the total of its count.

    Its numbers are those by which this total now exceeds the best so far, to which they are added: so what
    is returned adds up to the best lower bound at any time.
    """
    if not piece.numbers:
        return piece
    known = dict(best.numbers)
    every = ((pieces, number - known.get(pieces, 0)) for pieces, number in total.numbers)
    news = piece._replace(numbers=tuple((pieces, more) for pieces, more in every if more > 0))
    best.add(news)
    return news
