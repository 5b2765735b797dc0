"""The plan of ``frontier``: all layers in memory, or states that are kept on the way and shared out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.frontier.program import BUCKETS, Program, scope, state_bytes
from nqsat.engines.machine import MOST, allowed
from nqsat.engines.plan import (
    Cover,
    Estimate,
    Memory,
    Part,
    Plan,
    Products,
    Slice,
    Stage,
    Store,
    whole,
)
from nqsat.errors import EngineFailure, UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.frontier.shards import Stock

NAME = "frontier"

#: Fewer states are not worth a part: to keep them would take longer than to go on with them.
PIECE = 1 << 17

#: What is said to whom memory is too small.
IN_MEMORY = ", and only a job keeps more in files"

#: A part has so small a portion of the states that fit: they may become four times as many, and eight
#: parts may be at work at once.
PORTION = 32


class Kept(NamedTuple):
    """What a stage has kept.

    Args:
        products: of its parts.
        place: the layer that comes next.
        states: how many there are.
        each: bytes that one of them takes in tables.
    """

    products: Products
    place: int
    states: int
    each: int


@dataclass(frozen=True, slots=True)
class FrontierPlan(Plan):
    """A programme that was made for a model.

    Where one part is wanted it goes through all layers in memory. Where several are, the states are kept
    after some layers; when there are many of them, each part goes on with those of some buckets, see
    ``shards``. A part is named after its place and its buckets, as ``57.0.512``.

    Args:
        memory: bytes that it may take; None, and it is what a machine can spare.
    """

    memory: int | None
    program: Program
    cost: Estimate

    @property
    def title(self) -> str:
        return NAME

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        last = self._stages(products)[-1]
        if wanted == 1 or last.place == len(self.program.layers):
            return whole()
        number = 1
        if last.states > self._few(last):
            needed = -(-last.states // self._portion(last))
            number = min(max(2, needed, min(wanted, last.states // PIECE)), BUCKETS)
        ends = [BUCKETS * x // number for x in range(number + 1)]
        parts = tuple(_part(f"{last.place}.{first}.{after}") for first, after in pairwise(ends))
        cover = Cover("ranges", "values of a hash of states", BUCKETS)
        return Stage(f"layers from {last.place + 1}", parts, cover, sums=False)

    def _portion(self, last: Kept) -> int:
        """How many states a part may begin with: the same on all machines, whatever is free there."""
        return max(1, (self.memory or MOST) // last.each // PORTION)

    def _few(self, last: Kept) -> int:
        """With so many states, or fewer, a part goes on alone."""
        return min(2 * PIECE, self._portion(last))

    def stock(self, products: Products, store: Store) -> Stock:
        from nqsat.engines.frontier.shards import Stock

        stages = self._stages(products)
        last, memory = stages[-1], allowed(self.memory)
        if isinstance(store, Memory) and last.states * last.each > memory:
            raise self._too_wide(last.place - 1, memory // last.each, IN_MEMORY)
        stock = Stock(store, hashlib.sha256(repr(self.program).encode()).hexdigest()[:16])
        if len(stages) > 3:  # the last but one is there to make the last again
            for id_ in stages[-3].products:
                store.forget(stock.name(id_))
        lost: list[Kept] = []
        while True:  # of the first stage there is nothing to load
            with suppress(KeyError, EngineFailure):
                stock = self._after(stages[-1], stock)
                break
            lost.append(stages.pop())
        for kept in reversed(lost):
            for id_ in kept.products:
                store.forget(stock.name(id_))  # it may be damaged
                for _ in self.run(_part(id_), stock):
                    pass
            stock = self._after(kept, stock)
        return stock

    def _after(self, kept: Kept, stock: Stock) -> Stock:
        """What goes on from the states that a stage has kept, which are loaded."""
        arrays = tuple(stock.store.load(stock.name(id_)) for id_ in kept.products)
        return stock._replace(place=kept.place, few=self._few(kept), arrays=arrays)

    def run(self, part: Part, stock: Stock) -> Iterator[Slice]:
        from nqsat.engines.frontier.run import TooWide, by_size
        from nqsat.engines.frontier.shards import gone_on, states

        memory = allowed(self.memory)
        try:
            if not part.data:
                yield from by_size(self.program, memory, states(self.program, stock, 0, BUCKETS))
            elif part.id.startswith(f"{stock.place}."):
                yield from gone_on(self.program, stock, part, memory)
            else:
                raise EngineFailure(f"part {part.id} does not begin at layer {stock.place + 1}")
        except TooWide as error:
            place, most = error.args
            raise self._too_wide(place, most, "" if part.data else IN_MEMORY) from None

    def accepts(self, part: Part, product: Any) -> bool:
        if not isinstance(product, list) or [type(one) for one in product] != [int] * 3:
            return False
        place, states, limbs = product
        begin, most = int(part.id.partition(".")[0]), len(self.program.layers)
        alone = part.data == (0, BUCKETS)  # it stops where there are too many states for one
        ends = range(begin + 1, most + 1) if alone else (scope(self.program, begin).end,)
        return place in ends and states >= 0 and limbs >= 1

    def _too_wide(self, place: int, most: int, hint: str) -> UnsupportedByEngine:
        layers = len(self.program.layers)
        reason = f"layer {place + 1} of {layers} has more than {most:,} states"
        return refusal(reason, allowed(self.memory), hint)

    def _stages(self, products: Products) -> list[Kept]:
        """What stages that follow on one another have kept; at first there is one state.

        The parts of a stage have all buckets, and begin where the stage before has ended.
        """
        places: dict[int, list[Part]] = {}
        for id_ in filter(lambda one: one[0].isdigit(), products):  # others are not of layers
            places.setdefault(int(id_.partition(".")[0]), []).append(_part(id_))
        stages = [Kept({}, 0, 1, state_bytes(self.program.words, 1))]
        for begin, parts in sorted(places.items()):
            parts.sort(key=lambda part: part.data)
            ends = [0, *(part.data[1] for part in parts)]
            complete = [part.data for part in parts] == [*pairwise(ends)] and ends[-1] == BUCKETS
            if complete and begin == stages[-1].place:
                made = {part.id: products[part.id] for part in parts}
                (place, *_), states, limbs = zip(*made.values(), strict=True)
                each = state_bytes(self.program.words, max(limbs))
                stages.append(Kept(made, place, sum(states), each))
        return stages


def refusal(reason: str, memory: int, hint: str = "") -> UnsupportedByEngine:
    """That something takes more memory than it may."""
    words = f"{reason}; {gigabytes(memory)} are allowed{hint}"
    return UnsupportedByEngine(NAME, words, ("bitboard", "sat"))


def gigabytes(size: int) -> str:
    """In words."""
    return f"{size / 2**30:.3g} GiB"


def _part(id_: str) -> Part:
    """The part of this name: its data are its buckets."""
    _, first, after = map(int, id_.split("."))
    return Part(id_, (first, after))
