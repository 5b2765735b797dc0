"""A dynamic program of few states, run in plain Python: small counts wait for no compiled kernel.

A layer is a dictionary from states to what they count, and both are whole numbers, however long. A state is
its bits, see ``program``. What it counts is one number for each number of men, each in a field of bits that
none of them fills, so that a man more is a shift. Labels of components are for kernels alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.engines.frontier.program import WORD, Layer, Program
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Store,
    Weight,
    whole,
)
from nqsat.modelling import Model

if TYPE_CHECKING:
    from nqsat.engines.frontier import FrontierEngine

#: So many states are gone on with, some hundredths of a second, before limits and Ctrl-C are looked at.
SLICE = 20_000

#: Bytes that a state takes in a dictionary, without the bits of its key and its numbers.
ENTRY = 200

#: States are in one layer and in the next.
LAYERS = 2


def counted(program: Program, *, by_size: bool = True) -> Iterator[Progress]:
    """Run a program to its end. The last progress has the numbers of solutions, as in ``layered.run``."""
    room = room_of(program) if by_size else 0
    states = {} if program.hopeless else {0: 1}
    for place, layer in enumerate(program.layers, start=1):
        found: dict[int, int] = {}
        items = iter(states.items())
        while some := list(islice(items, SLICE)):
            _advance(layer, some, room * layer.men, found)
            yield Progress()
        states = found
        words = f"layer {place:,} of {len(program.layers):,}, {len(states):,} states"
        yield Progress(visited=len(states), words=words)
    yield Progress(tuple(enumerate(_fields(sum(states.values()), room))))


class Small(NamedTuple):
    """What a program of few states counts, the states of its widest layer, and all of them."""

    numbers: tuple[tuple[int, Weight], ...]
    widest: int
    states: int


def counted_if_small(
    program: Program, most: float, widest: float, *, by_size: bool
) -> Small | None:
    """What it counts; None if it has more states than it may have, in one layer or in all."""
    if program.labels is not None:
        return None
    wide = every = int(not program.hopeless)
    numbers: tuple[tuple[int, Weight], ...] = ()
    for piece in counted(program, by_size=by_size):
        wide, every, numbers = max(wide, piece.visited), every + piece.visited, piece.numbers
        if every > most or wide > widest:
            return None
    return Small(numbers, wide, every)


def room_of(program: Program) -> int:
    """Bits that hold any number of solutions: of as many variables as there are layers, and one more."""
    return len(program.layers) + 1


def state_bytes(program: Program, *, by_size: bool) -> tuple[int, int]:
    """Bytes that a state takes at most, about; and bits of what it counts."""
    fields = 1 + sum(layer.men for layer in program.layers) * by_size
    bits = fields * room_of(program)
    return LAYERS * (ENTRY + (WORD * program.words + bits) // 8), bits


def _advance(
    layer: Layer, states: Iterable[tuple[int, int]], shift: int, found: dict[int, int]
) -> None:
    """What follows on some states if the variable is false, and if it is true; see ``Transition``."""
    known = found.get
    for value, change in enumerate(layer.changes):
        if change is None:
            continue
        dead, clear, add, moves, jumps = change
        kept, more = ~clear, value * shift
        for state, number in states:
            if state & dead:
                continue
            after = state & kept | add
            for mask, by in moves:
                if bits := state & mask:
                    after |= bits << by if by > 0 else bits >> -by
            for place, targets in jumps:
                if state >> place & 1:
                    after |= targets
            found[after] = known(after, 0) + (number << more)


def _fields(number: int, room: int) -> list[int]:
    """The numbers that one has in fields of so many bits; of no bits there is one."""
    if not room:
        return [number]
    fields = range(max(1, -(-number.bit_length() // room)))
    return [number >> room * place & (1 << room) - 1 for place in fields]


@dataclass(frozen=True, slots=True)
class PlainPlan(Plan):
    """A count made in plain Python together with its plan: that it is small is not known before.

    For work in several parts its engine has another plan, which needs kernels.

    Args:
        engine, model, by_size: the question.
        found: the answer.
        cost: what that took, by the number of its states.
    """

    engine: FrontierEngine
    model: Model
    by_size: bool
    found: Small
    cost: Estimate

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.engine.title)

    @property
    def committed(self) -> Plan:
        return replace(self.engine, compiled=True).plan(self.model, by_size=self.by_size)

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def stock(self, products: Products, store: Store) -> None:
        return

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        yield Progress(self.found.numbers, self.found.states)
