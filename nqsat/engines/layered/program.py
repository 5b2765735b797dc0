"""What an engine that counts by layers compiles a model to; and its plan: one stage, or several with stored
states.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.plans.plan import (
    WHOLE,
    Cover,
    Estimate,
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    check_product,
    single_part_stage,
)
from nqsat.errors import EngineFailure, OutOfMemory

if TYPE_CHECKING:
    from nqsat.engines.layered.links import Map
    from nqsat.engines.layered.run import LayerStates, Rows


class Step(NamedTuple):
    """One kind of transition from all states of a layer: a value of a variable, the options of a node."""

    #: kernel and arguments: the transition, and what it takes beside the states and the layer
    kernel: Callable[..., Any]
    arguments: Mapping[str, Any]
    choices: int  # maximum number of successors of a state
    work: int  # approximate operations per state
    men: int = 0  # number of men that the transition adds
    chosen: int = 0  # the choice, if the kernel does not record it


class Program(ABC):
    """A model compiled to layers of states with their transitions: a light frozen value.

    NumPy takes long to import, so its methods import what needs it when something is counted.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def order(self) -> tuple[int, ...]:
        """What each layer decides: variables or nodes."""

    @property
    @abstractmethod
    def words(self) -> int:
        """Words in the key of a state."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """A name that is equal only for equal states in all layers."""

    @abstractmethod
    def keys(self) -> list[tuple[int, ...]]:
        """The key of the initial state; none if there is no solution."""

    @abstractmethod
    def steps(self, place: int) -> Sequence[Step]:
        """The transitions of a layer."""

    @abstractmethod
    def items(self, place: int) -> tuple[Any, ...]:
        """The items of solutions that a layer can choose, one for each bit of a choice."""

    @property
    def each(self) -> int:
        """How many solutions each counted solution stands for."""
        return 1

    @property
    def most(self) -> int | None:
        """The greatest number of men that is asked for; None for any. More are not counted."""
        return None

    @property
    def group(self) -> tuple[Map, ...]:
        """All symmetries under which states are identified."""
        return ()

    def maps(self, place: int) -> tuple[Map, ...]:
        """Those under which states after a layer are identified; see ``Notes`` in ``kernels/layers.h``."""
        return ()

    def image(self, item: Any, by: Map) -> Any:
        """The image of an item under a symmetry."""
        return item

    def numbers(self, last: LayerStates) -> list[int]:
        """Numbers of solutions, one for each number of men, from the states after the last layer."""
        return last.numbers(self.words)

    def closed(self, place: int, rows: Rows) -> int | None:
        """The row after a layer that is not a state but counts complete solutions; None by default."""
        return None


def digest(*made_of: object) -> str:
    """A hash of numbers, tuples and lists, as a name."""
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]


def state_bytes(words: int, limbs: int) -> int:
    """Bytes per state in hash tables, with the given words of its key and limbs of all its counts.

    A state is in one layer and in the next; each table may have room for twice as many states, and index
    slots for four times as many, of 4 bytes.
    """
    return 2 * (8 * words + 8 * limbs + 16)


#: A stage stores its states after visiting this many, about once a minute.
CHECKPOINT = 150_000_000


@dataclass(frozen=True, slots=True)
class LayeredPlan(Plan):
    """A count layer by layer.

    If several parts are wanted, as by a job, there are several stages, of one part each: its id is the
    layer where it begins, and its product the layer where the next stage begins. A part needs the states
    that the previous one has stored; if they are lost, they are made again from earlier ones.
    """

    program: Program  # what is run
    memory: int | None  # bytes that it may use; None for what the machine can spare
    facts: Facts

    @classmethod
    def of(
        cls, title: str, program: Program, memory: int | None, cost: Estimate, rate: float
    ) -> LayeredPlan:
        """The plan of an engine; ``cost`` and ``rate`` as in ``Facts``."""
        return cls(program, memory, Facts(title, cost=cost, rate=rate, whole=True))

    def stage(self, wanted: int, products: Products) -> Stage:
        place = self._places(products)[-1]
        if wanted <= 1 or place == len(self.program.order):
            return single_part_stage(self)
        cover = Cover("one", "it is not cut")
        return Stage(f"layers from {place + 1}", (Part(str(place)),), cover, self, sums=False)

    def _places(self, products: Products) -> list[int]:
        """The layers before which states are known: the first one, and where the stages have ended."""
        places, end = [0], len(self.program.order)
        while (place := products.get(part := str(places[-1]))) is not None:
            check_product(part, sound=type(place) is int and places[-1] < place <= end)
            places.append(place)
        return places

    def with_memory_for(self, workers: int) -> Plan:
        return replace(self, memory=memory_limit(self.memory) // workers)

    def prepare(self, products: Products, store: Store) -> tuple[Store, list[int]]:
        return store, self._places(products)

    def run(self, part: Part, shared: tuple[Store, list[int]]) -> Iterator[Progress]:
        from nqsat.engines.layered.run import TooWide, count_layers, run_layers

        program, memory, (store, places) = self.program, memory_limit(self.memory), shared
        try:
            states = yield from self._states(store, places, memory)
            if part.id == WHOLE:
                yield from count_layers(program, memory, states)
                return
            end = len(program.order)
            states = yield from run_layers(program, states, memory, end, visited=CHECKPOINT)
        except TooWide as error:
            where = f"reached in layer {error.args[0] + 1:,} of {len(program.order):,}"
            raise OutOfMemory(self.facts.title, f"{format_bytes(memory)} {where}") from None
        store.save(self._name(states.place), states.arrays)
        yield Progress(product=states.place)

    def _states(
        self, store: Store, places: list[int], memory: int
    ) -> Generator[Progress, None, LayerStates]:
        """Load the states before the last of these places, or make them again."""
        from nqsat.engines.layered.run import LayerStates, initial_states, run_layers

        for place in places[1:-2]:  # the last but one may be needed to make the last again
            store.delete(self._name(place))
        states = initial_states(self.program)
        for place in reversed(places[1:]):
            with suppress(KeyError, EngineFailure):
                states = LayerStates.of(place, store.load(self._name(place)))
                break
        if states.place < places[-1]:
            work = run_layers(self.program, states, memory, places[-1])
            states = yield from _not_counted(work)
            store.delete(self._name(states.place))  # may be damaged
            store.save(self._name(states.place), states.arrays)
        return states

    def _name(self, place: int) -> str:
        return f"{self.program.digest}.{place}"


def _not_counted(
    work: Generator[Progress, None, LayerStates],
) -> Generator[Progress, None, LayerStates]:
    """Do work again that was counted before."""
    while True:
        try:
            piece = next(work)
        except StopIteration as end:
            states: LayerStates = end.value
            return states
        yield piece._replace(visited=0)
