"""Plans of engines that count by layers: one stage, or several with stored states."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nqsat.engines.layered.program import Program
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
    from nqsat.engines.layered.states import LayerStates

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
        from nqsat.engines.layered.run import initial_states, run_layers
        from nqsat.engines.layered.states import LayerStates

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
