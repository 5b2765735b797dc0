"""The plan of an engine that counts by layers: in memory, or with states that are stored and shared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.machine import MOST, format_bytes, memory_limit
from nqsat.engines.plans.plan import (
    Cover,
    MemoryStore,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    single_part_stage,
)
from nqsat.errors import EngineFailure, OutOfMemory, UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.layered.checkpoints import SharedState
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.layered.run import LayeredProgram
    from nqsat.engines.listing.stream import Deadline

#: The number of buckets of states, as a power of two.
BITS = 12
BUCKETS = 1 << BITS

#: Fewer states are not worth a part: storing them would take longer than continuing with them.
PIECE = 1 << 17

#: Added to the message if memory is too small.
IN_MEMORY = "; a job (nqsat count --job FILE) keeps more in files"

#: A part starts with at most this fraction of the states that fit in memory: they may become four times as
#: many, and eight parts may run at once.
PORTION = 32


class Checkpoint(NamedTuple):
    """The states that a stage has stored.

    Args:
        products: the products of its parts.
        place: the next layer.
        states: number of states.
        each: bytes per state in hash tables.
    """

    products: Products
    place: int
    states: int
    each: int


@dataclass(frozen=True, slots=True)
class LayeredPlan(Plan):
    """A count layer by layer.

    If one part is wanted, it runs through all layers in memory. If several are, the states are stored after
    some layers; when there are many, each part continues with those of some buckets, see ``checkpoints``.
    The id of a part is its layer and its range of buckets, as ``57.0.512``.

    Args:
        memory: bytes that it may use; None for what the machine can spare.
    """

    memory: int | None

    @property
    @abstractmethod
    def layers(self) -> int:
        """Number of layers."""

    @property
    @abstractmethod
    def words(self) -> int:
        """Words in the key of a state."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """Prefix of the names of stored states; equal only for equal states."""

    @abstractmethod
    def compile(self) -> LayeredProgram:
        """Compile the model to a program."""

    @abstractmethod
    def scope(self, place: int) -> int:
        """As ``LayeredProgram.scope``, without compiling."""

    @abstractmethod
    def refusal(self, reason: str, hint: str = "") -> UnsupportedByEngine:
        """Make the error for a model that needs more memory than allowed."""

    def linked(self, clock: Deadline | None = None) -> LinkedLayers[Any]:
        """Return all layers with their links, to rank, unrank, sample and weigh solutions.

        Raises:
            UnsupportedByEngine: they need more memory than allowed.
            OutOfTime: the clock has run out.
        """
        from nqsat.engines.layered.run import TooWide, link_layers

        try:
            return link_layers(self.compile(), memory_limit(self.memory), clock)
        except TooWide as error:
            which = f"up to number {error.args[0] + 1} of {self.layers}"
            raise self.refusal(f"the layers {which} do not fit") from None

    def stage(self, wanted: int, products: Products) -> Stage:
        last = self._stages(products)[-1]
        if wanted <= 1 or last.place == self.layers:
            return single_part_stage(self)
        number = 1
        if last.states > self._most_states_of_one_part(last):
            needed = -(-last.states // self._most_states_per_part(last))
            number = min(max(2, needed, min(wanted, last.states // PIECE)), BUCKETS)
        ends = [BUCKETS * x // number for x in range(number + 1)]
        parts = tuple(_part(f"{last.place}.{first}.{after}") for first, after in pairwise(ends))
        cover = Cover("ranges", "values of a hash of states", BUCKETS)
        return Stage(f"layers from {last.place + 1}", parts, cover, self, sums=False)

    def _most_states_per_part(self, last: Checkpoint) -> int:
        """Maximum number of initial states of a part; independent of the machine."""
        return max(1, (self.memory or MOST) // last.each // PORTION)

    def _most_states_of_one_part(self, last: Checkpoint) -> int:
        """Up to this number of states, a single part continues."""
        return min(2 * PIECE, self._most_states_per_part(last))

    def prepare(self, products: Products, store: Store) -> SharedState:
        from nqsat.engines.layered.checkpoints import SharedState

        stages = self._stages(products)
        last, memory = stages[-1], memory_limit(self.memory)
        if isinstance(store, MemoryStore) and self.estimate.least_memory > memory:
            cost = self.estimate
            raise self.refusal(f"{cost.words}: {format_bytes(cost.memory)}", IN_MEMORY)
        if isinstance(store, MemoryStore) and last.states * last.each > memory:
            raise self.out_of_memory(last.place - 1, IN_MEMORY)
        shared = SharedState(self.compile(), store, self.digest)
        if len(stages) > 3:  # the last but one may be needed to repeat the last
            for id_ in stages[-3].products:
                store.delete(shared.name(id_))
        lost: list[Checkpoint] = []
        while True:  # the initial stage has nothing to load
            with suppress(KeyError, EngineFailure):
                shared = self._load_checkpoint(stages[-1], shared)
                break
            lost.append(stages.pop())
        for kept in reversed(lost):
            for id_ in kept.products:
                store.delete(shared.name(id_))  # may be damaged
                for _ in self.run(_part(id_), shared):
                    pass
            shared = self._load_checkpoint(kept, shared)
        return shared

    def _load_checkpoint(self, kept: Checkpoint, shared: SharedState) -> SharedState:
        """Load the states that a stage has stored, to continue from them."""
        arrays = tuple(shared.store.load(shared.name(id_)) for id_ in kept.products)
        return shared._replace(
            place=kept.place, few=self._most_states_of_one_part(kept), arrays=arrays
        )

    def run(self, part: Part, shared: SharedState) -> Iterator[Progress]:
        from nqsat.engines.layered.run import TooWide

        try:
            yield from self.work(part, shared, memory_limit(self.memory))
        except TooWide as error:
            place, _ = error.args
            raise self.out_of_memory(place, "" if part.data else IN_MEMORY) from None

    def work(self, part: Part, shared: SharedState, memory: int) -> Iterator[Progress]:
        """As ``run``, within this many bytes.

        Raises:
            TooWide: the memory does not suffice.
        """
        from nqsat.engines.layered.checkpoints import continue_part, states
        from nqsat.engines.layered.run import count_layers

        if not part.data:
            yield from count_layers(shared.program, memory, states(shared, 0, BUCKETS))
        elif part.id.startswith(f"{shared.place}."):
            yield from continue_part(shared, part, memory)
        else:
            raise EngineFailure(f"part {part.id} does not begin at layer {shared.place + 1}")

    def accepts(self, part: Part, product: Any) -> bool:
        if not isinstance(product, list) or [type(one) for one in product] != [int] * 3:
            return False
        place, states, limbs = product
        begin = int(part.id.partition(".")[0])
        alone = part.data == (0, BUCKETS)  # stops when there are too many states for a single part
        ends = range(begin + 1, self.layers + 1) if alone else (self.scope(begin),)
        return place in ends and states >= 0 and limbs >= 1

    def out_of_memory(self, place: int, hint: str = "") -> OutOfMemory:
        """Make the error for a run that ran out of memory in a layer."""
        where = f"reached in layer {place + 1:,} of {self.layers:,}"
        return OutOfMemory(
            self.facts.title, f"{format_bytes(memory_limit(self.memory))} {where}{hint}"
        )

    def _stages(self, products: Products) -> list[Checkpoint]:
        """Return the checkpoints of all complete stages; the first one is the initial state.

        The parts of a stage cover all buckets, and start where the previous stage ended.
        """
        places: dict[int, list[Part]] = {}
        for id_ in filter(lambda one: one[0].isdigit(), products):  # others are not of layers
            places.setdefault(int(id_.partition(".")[0]), []).append(_part(id_))
        stages = [Checkpoint({}, 0, 1, state_bytes(self.words, 1))]
        for begin, parts in sorted(places.items()):
            parts.sort(key=lambda part: part.data)
            ends = [0, *(part.data[1] for part in parts)]
            complete = [part.data for part in parts] == [*pairwise(ends)] and ends[-1] == BUCKETS
            if complete and begin == stages[-1].place:
                made = {part.id: products[part.id] for part in parts}
                (place, *_), states, limbs = zip(*made.values(), strict=True)
                each = state_bytes(self.words, max(limbs))
                stages.append(Checkpoint(made, place, sum(states), each))
        return stages


def state_bytes(words: int, limbs: int) -> int:
    """Bytes per state in hash tables, with the given words of its key and limbs of all its counts.

    A state is in one layer and in the next; each table may have room for twice as many states, and index
    slots for four times as many, of 4 bytes.
    """
    return 2 * (8 * words + 8 * limbs + 16)


def _part(id_: str) -> Part:
    """Parse the id of a part; its data are its buckets."""
    _, first, after = map(int, id_.split("."))
    return Part(id_, (first, after))
