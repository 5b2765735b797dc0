"""Plans: what a count will do, cut into parts of which none needs another.

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
machine, not on its memory, not on hashes. So whoever has these three can do any part, and check the rest.
"""

from __future__ import annotations

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.modelling import Model

#: What parts have made, by their ids: plain values that JSON can carry.
Products = Mapping[str, Any]

#: How many solutions a part stands for: what it counts, times this.
Weight = int | Fraction

#: Of a sum of plans so many are kept ready at a time.
_STOCKS = 8


class Estimate(NamedTuple):
    """What a count will cost, known before it starts; an order of magnitude, not a promise.

    Args:
        seconds: of one core.
        memory: bytes at the peak.
        words: where that comes from: ``"about 2,400,000 states in the widest of 64 layers"``.
    """

    seconds: float
    memory: int
    words: str


def rounded(number: float) -> str:
    """As an estimate is said: two digits are more than it deserves."""
    return f"{float(f'{number:.2g}'):,.10g}" if number < 1e9 else f"{number:.0e}"


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


class Slice(NamedTuple):
    """What a moment of work has come to.

    Args:
        numbers: pairs of a number of men and a number of further solutions with so many; where sizes are
            not told apart, 0 men.
        visited: nodes or states that were looked at: the same for the same part, engine and version.
        product: what a part of a stage that does not sum has made so far; the last one is its product.
        words: where the part stands, for whoever waits.
        anew: what the part has said till now is void: it begins again, in another way. The words are the
            title of who has given up.
    """

    numbers: tuple[tuple[int, Weight], ...] = ()
    visited: int = 0
    product: Any = None
    words: str = ""
    anew: bool = False


class Cover(NamedTuple):
    """Why the parts of a stage leave nothing out and have nothing twice; ``flaw`` looks at it again.

    Args:
        law: ``"one"``: there is one part, and it is everything. ``"weights"``: the parts are classes of
            equivalent cases, each weighs as many as it has, and there are ``total`` cases. ``"ranges"``:
            each part is a range of whole numbers, from the first value of its data to before the second,
            and together they are those below ``total``; all have one weight. ``"choices"``: each part is a
            list of choices, as ``Q@a1`` or ``-@a1``; whoever has made the same ones chooses the same thing
            next, in every way.
        words: what the cases, numbers or choices are.
        total: see above.
        ways: of choices, all that there are to choose of one thing: the words before its ``@``.
        inner: of a stage made of others, the prefix of its parts, the weight, and the cover of each.
        each: of ranges, what every part weighs.
    """

    law: Literal["one", "weights", "ranges", "choices", "sum"]
    words: str
    total: Weight = 1
    ways: tuple[str, ...] = ()
    inner: tuple[tuple[str, Weight, Cover], ...] = ()
    each: Weight = 1


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


class Plan(ABC):
    """What a count will do. A frozen value: the question, the engine's options, and how it is cut."""

    __slots__ = ()

    @property
    def in_python(self) -> bool:
        """Whether parts are done by Python itself, so that each needs a process to be done beside others.

        Compiled kernels, and solvers in processes, let threads work.
        """
        return False

    @property
    def method(self) -> str:
        """How it counts, as ``Count.method`` says it."""
        return "counting"

    @property
    def note(self) -> str | None:
        """What the answer has to say besides; mostly nothing."""
        return None

    @property
    def inside(self) -> Plan:
        """The plan for a process that is its own already; see ``Engine.inside``."""
        return self

    @property
    def settled(self) -> Plan:
        """The plan that is kept to, for work in several parts; see ``Tentative``."""
        return self

    def then(self, products: Products) -> Plan:
        """The plan that is followed when these products are there: mostly the same."""
        return self

    @property
    @abstractmethod
    def title(self) -> str:
        """Who counts, as ``Engine.title``."""

    @property
    @abstractmethod
    def estimate(self) -> Estimate:
        """What it will cost."""

    @abstractmethod
    def stage(self, wanted: int, products: Products) -> Stage:
        """The first stage that has parts without a product, or the one that sums.

        Args:
            wanted: how many parts there should be, if it can be cut so often; 1 where one thread works,
                and then only cuts that save work are made.
            products: what earlier stages have made.
        """

    def stock(self, products: Products, store: Store) -> Any:
        """What the parts of the next stage need, made ready once in a process; threads share it."""
        return store

    @abstractmethod
    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        """Do a part, slice by slice.

        Raises:
            UnsupportedByEngine: it takes more memory than it may, and than had been predicted.
            EngineFailure: the engine broke.
        """

    def split(self, part: Part) -> tuple[Part, ...]:
        """The parts of a part of the stage that sums, one cut deeper; none if it cannot be cut."""
        return ()

    def restricted(self, part: Part) -> Model | None:
        """The model that has as many solutions as such a part counts; None where there is no saying."""
        return None


@dataclass(frozen=True, slots=True)
class Known(Plan):
    """A number that is known without counting.

    Args:
        by, cost: its title and its estimate.
        numbers: see ``Slice``.
    """

    by: str
    cost: Estimate
    numbers: tuple[tuple[int, int], ...]

    @property
    def title(self) -> str:
        return self.by

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        yield Slice(self.numbers)


def whole(name: str = "count") -> Stage:
    """A stage of one part."""
    return Stage(name, (Part("all"),), Cover("one", "it is not cut"))


class Memory(Store):
    """A store in this process, for as long as it is wanted."""

    def __init__(self) -> None:
        self._kept: dict[str, Mapping[str, Any]] = {}

    def keep(self, name: str, arrays: Mapping[str, Any]) -> None:
        self._kept[name] = arrays

    def load(self, name: str) -> Mapping[str, Any]:
        return self._kept[name]

    def forget(self, name: str) -> None:
        self._kept.pop(name, None)


def carried_out(plan: Plan, wanted: int = 1, store: Store | None = None) -> Iterator[Slice]:
    """Do all parts of a plan, one after the other; slices whose numbers add up to the answer."""
    return (piece for _, piece in steps(plan, wanted, {}, store))


def steps(
    plan: Plan, wanted: int, products: dict[str, Any], store: Store | None = None
) -> Iterator[tuple[str, Slice]]:
    """Do all parts of a plan, one after the other, slice by slice.

    Args:
        plan: the plan.
        wanted: see ``Plan.stage``.
        products: where products are put.
        store: where arrays are put; in memory unless given.

    Yields:
        the id of a part, and a slice of it, with its numbers times the part's weight.
    """
    store = store or Memory()
    while True:
        now = plan.then(products)
        stage, stock = now.stage(wanted, products), now.stock(products, store)
        for part in stage.parts:
            for piece in now.run(part, stock):
                yield part.id, weighed(piece, part, stage, products)
        if stage.sums:
            return


def weighed(piece: Slice, part: Part, stage: Stage, products: dict[str, Any]) -> Slice:
    """A slice of a part with its numbers times the part's weight; a product is put where it belongs."""
    if piece.product is not None:
        products[part.id] = piece.product
    if not stage.sums or not piece.numbers:
        return piece._replace(numbers=())
    numbers = tuple((men, part.weight * number) for men, number in piece.numbers)
    return piece._replace(numbers=numbers)


class Sums:
    """What slices add up to."""

    def __init__(self) -> None:
        self._whole: dict[int, Weight] = {}
        self._parts: dict[str, dict[int, Weight]] = {}

    def add(self, part: str, piece: Slice) -> None:
        """Add a slice of a part."""
        mine = self._parts.setdefault(part, {})
        if piece.anew:
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


# -- sums of plans -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weighted(Plan):
    """A weighted sum of plans: of conjugacy classes, of pairs of ends.

    Args:
        plans: each with a name, which has no ``/``, and its weight.
        total: what the weights add up to.
        words: what the names stand for.
        how: see ``Plan.method``.
    """

    plans: tuple[tuple[str, Weight, Plan], ...]
    total: Weight
    words: str
    how: str = "counting"

    @property
    def settled(self) -> Weighted:
        plans = ((name, weight, plan.settled) for name, weight, plan in self.plans)
        return replace(self, plans=tuple(plans))

    @property
    def inside(self) -> Weighted:
        plans = ((name, weight, plan.inside) for name, weight, plan in self.plans)
        return replace(self, plans=tuple(plans))

    @property
    def in_python(self) -> bool:
        return any(plan.in_python for _, _, plan in self.plans)

    @property
    def method(self) -> str:
        return self.how

    @property
    def note(self) -> str | None:
        notes = dict.fromkeys(plan.note for _, _, plan in self.plans if plan.note)
        return "; ".join(notes) or None

    @property
    def title(self) -> str:
        return " + ".join(dict.fromkeys(plan.title for _, _, plan in self.plans))

    @property
    def estimate(self) -> Estimate:
        every = [plan.estimate for _, _, plan in self.plans]
        return Estimate(
            sum(one.seconds for one in every),
            max((one.memory for one in every), default=0),
            f"{len(every)} {self.words}",
        )

    def stage(self, wanted: int, products: Products) -> Stage:
        stages = {
            name: plan.stage(share, _within(products, name))
            for (name, _, plan), share in zip(self.plans, self._shares(wanted), strict=True)
        }
        sums = all(stage.sums for stage in stages.values())
        parts: list[Part] = []
        inner: list[tuple[str, Weight, Cover]] = []
        for name, weight, plan in self.plans:
            stage = stages[name]
            if stage.sums != sums:
                continue  # whoever has products still to make comes first
            seconds, loads = plan.estimate.seconds, sum(part.load for part in stage.parts)
            heavy = seconds / loads if loads > 0 and seconds < math.inf else 1.0
            parts += (_inside(name, weight, part, part.load * heavy) for part in stage.parts)
            inner.append((f"{name}/", weight, stage.cover))
        parts.sort(key=lambda part: -part.load)
        total = sum(weight for _, weight, _ in inner)
        return Stage("sum", tuple(parts), Cover("sum", self.words, total, (), tuple(inner)), sums)

    def _shares(self, wanted: int) -> list[int]:
        """How many of so many parts each plan should have: as it takes its time."""
        seconds = [plan.estimate.seconds for _, _, plan in self.plans]
        whole = sum(seconds)
        if not 0 < whole < math.inf:
            return [max(1, wanted // max(1, len(seconds)))] * len(seconds)
        return [max(1, round(wanted * one / whole)) for one in seconds]

    def stock(self, products: Products, store: Store) -> _Stocks:
        return _Stocks({name: plan for name, _, plan in self.plans}, products, store)

    def run(self, part: Part, stock: _Stocks) -> Iterator[Slice]:
        name, _, rest = part.id.partition("/")
        return stock.plans[name].run(part._replace(id=rest), stock.of(name))

    def split(self, part: Part) -> tuple[Part, ...]:
        name, _, rest = part.id.partition("/")
        plan = next(plan for other, _, plan in self.plans if other == name)
        children = plan.split(part._replace(id=rest))
        return tuple(_inside(name, 1, child, child.load) for child in children)

    def restricted(self, part: Part) -> Model | None:
        name, _, rest = part.id.partition("/")
        plan = next(plan for other, _, plan in self.plans if other == name)
        return plan.restricted(part._replace(id=rest))


def _within(products: Products, name: str) -> Products:
    """The products of one of several plans, by its own names."""
    head = f"{name}/"
    return {id_[len(head) :]: made for id_, made in products.items() if id_.startswith(head)}


def _inside(name: str, weight: Weight, part: Part, load: float) -> Part:
    return part._replace(id=f"{name}/{part.id}", weight=weight * part.weight, load=load)


class _Stocks:
    """The stocks of several plans, each made when it is first needed; the last few are kept."""

    def __init__(self, plans: Mapping[str, Plan], products: Products, store: Store) -> None:
        self.plans = plans
        self._products, self._store = products, store
        self._made: dict[str, Any] = {}
        self._lock = threading.Lock()

    def of(self, name: str) -> Any:
        """The stock of a plan."""
        with self._lock:
            if name not in self._made:
                while len(self._made) >= _STOCKS:
                    del self._made[next(iter(self._made))]
                made = self.plans[name].stock(_within(self._products, name), self._store)
                self._made[name] = made
            return self._made[name]


# -- another way if the first is wrong ---------------------------------------------------


class Way(Protocol):
    """Who decides by what plan a question is answered, and changes his mind."""

    @property
    def plan(self) -> Plan:
        """What is done now."""

    def doubt(self, spent: float) -> bool:
        """Whether to give it up after so many seconds."""

    def give_up(self, reason: str | None = None) -> bool:
        """Take another plan; False if there is none.

        Args:
            reason: why this one cannot answer; without one it is only slower than it should be.
        """


@dataclass(frozen=True, slots=True)
class Tentative(Plan):
    """The plan that is thought best, until it turns out not to be.

    Args:
        way: who decides. He does not go with it when it is pickled.
    """

    way: Way

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.way.plan,)

    @property
    def settled(self) -> Plan:
        return self.way.plan.settled

    @property
    def in_python(self) -> bool:
        return self.way.plan.in_python

    @property
    def note(self) -> str | None:
        return self.way.plan.note

    @property
    def method(self) -> str:
        return self.way.plan.method

    @property
    def title(self) -> str:
        return self.way.plan.title

    @property
    def estimate(self) -> Estimate:
        return self.way.plan.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        while True:
            started, reason, found = time.monotonic(), None, Sums()
            who = self.way.plan.title
            try:
                for id_, piece in steps(self.way.plan, 1, {}):
                    found.add(id_, piece)
                    yield piece
                    if piece.anew:  # of one part among others, which go on counting
                        yield Slice(found.numbers)
                    if self.way.doubt(time.monotonic() - started):
                        break
                else:
                    return
            except UnsupportedByEngine as error:
                reason = error.reason
                if not self.way.give_up(reason):
                    raise
            if reason is None:
                self.way.give_up()
            yield Slice(anew=True, words=who)


def _itself(plan: Plan) -> Plan:
    return plan


# -- covers ------------------------------------------------------------------------------


def flaw(cover: Cover, parts: Sequence[Part]) -> str | None:
    """What speaks against a cover, in words; None if nothing does. From the parts alone."""
    if len({part.id for part in parts}) < len(parts):
        return "two parts have one id"
    if cover.law in ("one", "choices") and any(part.weight != 1 for part in parts):
        return "a part does not count once"
    if cover.law == "ranges" and {part.weight for part in parts} - {cover.each}:
        return "parts of one kind have different weights"
    match cover.law:
        case "one":
            everything = len(parts) == 1 and not parts[0].data
            return None if everything else "it is not one part that is everything"
        case "weights":
            if len({str(part.data) for part in parts}) < len(parts):
                return "two parts do the same"
            found = sum(part.weight for part in parts)
            return None if found == cover.total else f"weights sum to {found}, not {cover.total}"
        case "ranges":
            return _flaw_of_ranges(cover, sorted(part.data[:2] for part in parts))
        case "choices":
            return _flaw_of_choices(cover, [part.data for part in parts])
        case "sum":
            return _flaw_of_sum(cover, parts)


def _flaw_of_ranges(cover: Cover, ranges: Sequence[Sequence[int]]) -> str | None:
    end = 0
    for first, after in ranges:
        if first != end or after < first:
            return f"{first} follows on {end}"
        end = after
    return None if end == cover.total else f"the ranges end at {end}, not at {cover.total}"


def _flaw_of_choices(cover: Cover, choices: Sequence[Sequence[str]]) -> str | None:
    if len(choices) == 1 and not choices[0]:
        return None
    branches: dict[str, list[Sequence[str]]] = {}
    for made in choices:
        if not made:
            return "a part has others within"
        branches.setdefault(made[0], []).append(made[1:])
    things = {word.rpartition("@")[2] for word in branches}
    if len(things) != 1:
        return f"different things are chosen beside one another: {', '.join(sorted(things))}"
    missing = {*cover.ways} - {word.rpartition("@")[0] for word in branches}
    if missing or len(branches) != len(cover.ways):
        return f"{things.pop()} is not chosen in every way"
    return next(filter(None, (_flaw_of_choices(cover, rest) for rest in branches.values())), None)


def _flaw_of_sum(cover: Cover, parts: Sequence[Part]) -> str | None:
    if sum(weight for _, weight, _ in cover.inner) != cover.total:
        return f"the weights of its plans do not sum to {cover.total}"
    left = len(parts)
    for prefix, weight, inner in cover.inner:
        own = [
            part._replace(weight=Fraction(part.weight) / weight)
            for part in parts
            if part.id.startswith(prefix)
        ]
        left -= len(own)
        if found := flaw(inner, own):
            return f"{prefix}: {found}"
    return None if left == 0 else "a part belongs to none of its plans"
