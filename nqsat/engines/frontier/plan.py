"""The plan of ``frontier``: all layers in memory, or states that are kept on the way and shared out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from nqsat.engines.frontier.program import BUCKETS, Program, state_bytes
from nqsat.engines.memory import MOST, allowed
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

NAME = "frontier"

#: Fewer states are not worth a part: to keep them would take longer than to go on with them.
PIECE = 1 << 17

#: A part has so small a portion of the states that fit: they may become four times as many, and eight
#: parts may be at work at once.
PORTION = 32


class Kept(NamedTuple):
    """What a stage has kept.

    Args:
        products: of its parts.
        place: the layer that comes next.
        states: how many there are.
    """

    products: Products
    place: int
    states: int


class Stock(NamedTuple):
    """What the parts of a stage go on from.

    Args:
        store, digest: where states are kept, and what their names begin with.
        place: the layer that comes next.
        arrays: all states there; none at the beginning.
    """

    store: Store
    digest: str
    place: int = 0
    arrays: tuple[Mapping[str, Any], ...] = ()

    def name(self, id_: str) -> str:
        """Of what a part keeps."""
        return f"{self.digest}.{id_}"

    def after(self, kept: Kept) -> Stock:
        """That of the next stage.

        Raises:
            KeyError: something is not in the store any more, or not as it was.
        """
        arrays = tuple(self._loaded(self.name(id_)) for id_ in kept.products)
        return self._replace(place=kept.place, arrays=arrays)

    def _loaded(self, name: str) -> Mapping[str, Any]:
        try:
            return self.store.load(name)
        except EngineFailure:
            self.store.forget(name)
            raise KeyError(name) from None


@dataclass(frozen=True, slots=True)
class FrontierPlan(Plan):
    """A programme that was made for a model.

    Where one part is wanted it goes through all layers in memory. Where several are, the states are kept
    after some layers; when there are many of them, each part goes on with those of some buckets, see
    ``shards``. A part is named after its place and its buckets, as ``57.0.512``, and its product is the
    place that it has come to and how many states it has kept.

    Args:
        memory: bytes that it may take; None, and it is what a machine can spare.
        program: the layers.
        men: the variables that count towards the size; none where sizes are of no concern.
        cost: the estimate.
    """

    memory: int | None
    program: Program
    men: frozenset[int]
    cost: Estimate

    @property
    def title(self) -> str:
        return NAME

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        _, place, states = _last(_stages(products))
        if wanted == 1 or place == len(self.program.layers):
            return whole()
        number = 1
        if states > self._few:
            number = max(2, -(-states // self._portion), min(wanted, states // PIECE))
            number = min(number, BUCKETS)
        ends = [BUCKETS * x // number for x in range(number + 1)]
        parts = tuple(_part(f"{place}.{first}.{after}") for first, after in pairwise(ends))
        cover = Cover("ranges", "values of a hash of states", BUCKETS)
        return Stage(f"layers from {place + 1}", parts, cover, sums=False)

    @property
    def _portion(self) -> int:
        """How many states a part may begin with: the same on all machines, whatever is free there."""
        return max(1, (self.memory or MOST) // self._each // PORTION)

    @property
    def _few(self) -> int:
        """With so many states, or fewer, a part goes on alone."""
        return min(2 * PIECE, self._portion)

    @property
    def _each(self) -> int:
        """Bytes that a state takes."""
        return state_bytes(self.program, numbers=1 + len(self.men) // 2)

    def stock(self, products: Products, store: Store) -> Stock:
        stages = _stages(products)
        memory = allowed(self.memory)
        if isinstance(store, Memory) and _last(stages).states > memory // self._each:
            raise self._too_wide(_last(stages).place - 1, memory, in_files=False)
        stock = Stock(store, _digest(self.program, self.men))
        if len(stages) > 2:  # the last but one is there to make the last again
            for id_ in stages[-3].products:
                store.forget(stock.name(id_))
        for kept in reversed(stages):
            with suppress(KeyError):
                return self._made_again(stock.after(kept), kept, stages[-1].place)
        return self._made_again(stock, _last([]), _last(stages).place)

    def _made_again(self, stock: Stock, kept: Kept, place: int) -> Stock:
        """The stock at a place, from one before: something that had been kept in between is lost."""
        products = kept.products
        while stock.place < place:
            parts = self.stage(2, products).parts
            products = {}
            for part in parts:
                stock.store.forget(stock.name(part.id))  # it may be damaged
                products[part.id] = [piece.product for piece in self.run(part, stock)][-1]
            stock = stock.after(_last(_stages(products)))
        return stock

    def run(self, part: Part, stock: Stock) -> Iterator[Slice]:
        from nqsat.engines.frontier.run import TooWide, by_size
        from nqsat.engines.frontier.shards import gone_on, states

        memory = allowed(self.memory)
        most = memory // self._each
        try:
            if not part.data:
                stand = states(self.program, stock, 0, BUCKETS)
                yield from by_size(self.program, self.men, most, stand)
            elif part.id.startswith(f"{stock.place}."):
                yield from gone_on(self.program, self.men, stock, part, self._few, most)
            else:
                raise EngineFailure(f"part {part.id} does not begin at layer {stock.place + 1}")
        except TooWide as error:
            raise self._too_wide(error.args[0], memory, in_files=bool(part.data)) from None

    def _too_wide(self, place: int, memory: int, *, in_files: bool) -> UnsupportedByEngine:
        layers, most = len(self.program.layers), memory // self._each
        reason = f"layer {place + 1} of {layers} has more than {most:,} states"
        return refusal(reason, memory, "" if in_files else ", and only a job keeps more in files")


def refusal(reason: str, memory: int, hint: str = "") -> UnsupportedByEngine:
    """That something takes more memory than it may."""
    words = f"{reason}; {gigabytes(memory)} are allowed{hint}"
    return UnsupportedByEngine(NAME, words, ("bitboard", "sat"))


def gigabytes(size: int) -> str:
    """In words."""
    return f"{size / 2**30:.3g} GiB"


def _digest(program: Program, men: frozenset[int]) -> str:
    return hashlib.sha256(repr((program, sorted(men))).encode()).hexdigest()[:16]


def _part(id_: str) -> Part:
    """The part of this name: its data are its buckets."""
    _, first, after = map(int, id_.split("."))
    return Part(id_, (first, after))


def _stages(products: Products) -> list[Kept]:
    """The stages that are done, in order: those whose parts have all buckets."""
    places: dict[int, list[Part]] = {}
    for id_ in products:
        places.setdefault(int(id_.partition(".")[0]), []).append(_part(id_))
    stages = []
    for _, parts in sorted(places.items()):
        parts.sort(key=lambda part: part.data)
        ends = [0, *(part.data[1] for part in parts)]
        if [part.data for part in parts] == [*pairwise(ends)] and ends[-1] == BUCKETS:
            made = {part.id: products[part.id] for part in parts}
            place = products[parts[0].id][0]
            stages.append(Kept(made, place, sum(states for _, states in made.values())))
    return stages


def _last(stages: list[Kept]) -> Kept:
    """Where to go on from; at first there is one state."""
    return stages[-1] if stages else Kept({}, 0, 1)
