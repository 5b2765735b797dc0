"""Running a dynamic program: layer after layer of states, with what each of them counts."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from nqsat.engines.compiled.arrays import np, to_int
from nqsat.engines.layered.links import LayerChoices, LinkedLayers, Map
from nqsat.engines.layered.plan import state_bytes
from nqsat.engines.layered.table_kernel import Rows, begin, summed
from nqsat.engines.listing.stream import Deadline
from nqsat.engines.plans.plan import Progress

T = TypeVar("T")

#: Operations, some hundredths of a second, after which limits and Ctrl-C are looked at.
SLICE = 5_000_000

#: Rows are numbered by 32 bits, with a sign.
MOST_STATES = 2**31 - 1

#: Where a kernel puts what follows on each state, of which so many may: the row of each, what is chosen,
#: and which symmetry of the layer makes of what comes of it that state, -1 for none. There are no entries
#: if it is not asked for.
Notes = tuple[Any, Any, Any]
_NOBODY: Notes = (np.empty(0, np.int32), np.empty(0, np.uint64), np.empty(0, np.int16))


class TooWide(Exception):
    """A layer has more states than allowed; the arguments are its place and how many these are."""


class Step(NamedTuple):
    """A way to go on from all states of a layer: a value of a variable, the turn of a node.

    Args:
        kernel, arguments: what follows; called as ``advance`` of ``frontier.kernel``, arguments last.
        choices: at most so many states follow on one.
        work: about so many operations a state.
        men: so many more there are then.
        chosen: what is chosen, where the kernel does not say.
    """

    kernel: Callable[..., Any]
    arguments: tuple[Any, ...]
    choices: int
    work: int
    men: int = 0
    chosen: int = 0


class LayeredProgram(ABC):
    """What an engine compiles a model to: states, and what follows on them, layer by layer.

    Attributes:
        order: what is decided in each layer.
        words: that the key of a state has.
        each: how many solutions one that is counted stands for.
        group: all symmetries by which states are folded.
    """

    order: Sequence[int]
    words: int
    each: int = 1
    group: tuple[Map, ...] = ()

    @abstractmethod
    def keys(self) -> Rows:
        """The key of the state before the first layer; none if there is no solution."""

    @abstractmethod
    def steps(self, place: int) -> Sequence[Step]:
        """The ways to go on in a layer."""

    @abstractmethod
    def scope(self, place: int) -> int:
        """The end of the layers from this one on that leave much of a state as it is; one at least."""

    @abstractmethod
    def marks(self, place: int, rows: Rows) -> Rows:
        """What these layers leave as it is, in words: states that differ in it never lead to the same."""

    @abstractmethod
    def items(self, place: int) -> tuple[Any, ...]:
        """What may be chosen in a layer of what solutions are made of, one for each bit of a choice."""

    def image(self, item: Any, by: Map) -> Any:
        """Where a symmetry takes an item."""
        return item

    def maps(self, place: int) -> tuple[Map, ...]:
        """The symmetries by which states after a layer are folded; see ``Notes``."""
        return ()

    def numbers(self, last: LayerStates) -> list[int]:
        """Of solutions, one for each number of men, by the states after the last layer."""
        return last.numbers(self.words)

    def closed(self, place: int, rows: Rows) -> int | None:
        """The row after a layer that is no state, but counts solutions that are complete; mostly none."""
        return None


class LayerStates(NamedTuple):
    """How far a run has come: the states after so many layers, and what each of them counts.

    Args:
        place: how many layers.
        rows: a state each: its key, then a number for each number of men, see ``table_kernel``.
        sizes: how many numbers these are.
        total: how many solutions are complete already.
    """

    place: int
    rows: Rows
    sizes: int
    total: int = 0

    def limbs(self, words: int) -> int:
        """That each number has, after so many words of the state."""
        return int(self.rows.shape[1] - words) // max(self.sizes, 1)

    def wider(self, words: int, sizes: int, limbs: int) -> LayerStates:
        """The same, with room for so many numbers and limbs."""
        old = (len(self.rows), self.sizes, self.limbs(words))
        if old[1:] == (sizes, limbs):
            return self
        numbers = np.zeros((len(self.rows), sizes, limbs), np.uint64)
        numbers[:, : old[1], : old[2]] = self.rows[:, words:].reshape(old)
        flat = numbers.reshape(len(numbers), sizes * limbs)
        rows = np.concatenate((self.rows[:, :words], flat), axis=1)
        return self._replace(rows=rows, sizes=sizes)

    def numbers(self, words: int) -> list[int]:
        """Of solutions, one for each number of men, if nothing is left to decide."""
        found = [0] * self.sizes
        for row in self.rows[:, words:].reshape(-1, self.sizes, self.limbs(words)):
            found = [to_int(number) + more for number, more in zip(row, found, strict=True)]
        return [found[0] + self.total, *found[1:]]


def initial_states(program: LayeredProgram, sizes: int = 1) -> LayerStates:
    """Before the first layer: nothing is decided, in one way."""
    keys = program.keys()
    return LayerStates(0, np.hstack((keys, np.ones((len(keys), sizes), np.uint64))), sizes)


def counted(
    program: LayeredProgram, memory: int, states: LayerStates | None = None
) -> Iterator[Progress]:
    """Go on to the end, unless told otherwise from the beginning, as ``run_layers``.

    The last slice has the numbers of solutions, one for each number of men.
    """
    states = states or initial_states(program)
    last = yield from run_layers(program, states, memory, len(program.order))
    numbers = program.numbers(last)
    yield Progress(tuple((men, program.each * number) for men, number in enumerate(numbers)))


def run_layers(
    program: LayeredProgram,
    states: LayerStates,
    memory: int,
    end: int,
    *,
    most: float = math.inf,
    visited: float = math.inf,
) -> Generator[Progress, None, LayerStates]:
    """Go on up to the layer ``end``, or till there are more states than ``most``, or more are visited.

    Raises:
        TooWide: the states of a layer take more bytes than ``memory``.
    """
    seen = 0
    while states.place < end and len(states.rows) <= most and seen <= visited:
        states = yield from advance_layer(program, states, memory)
        seen += len(states.rows)
        layers = f"layer {states.place:,} of {len(program.order):,}"
        yield Progress(visited=len(states.rows), words=f"{layers}, {len(states.rows):,} states")
    return states


def advance_layer(
    program: LayeredProgram, states: LayerStates, memory: int, following: Successors | None = None
) -> Generator[Progress, None, LayerStates]:
    """The states after the next layer. Yields slices of no result.

    Into ``following``, if it is given, goes what follows on each of them.

    Raises:
        TooWide: they take more bytes than ``memory``.
    """
    steps, words = program.steps(states.place), program.words
    place, rows, sizes, total = _with_room(states, words, steps)
    limbs = (rows.shape[1] - words) // max(sizes, 1)
    most = min(memory // state_bytes(words, sizes * limbs), MOST_STATES)
    layer, number = begin(len(rows) * 5 // 4, rows.shape[1]), 0
    for step in steps:
        chunk = max(1, SLICE // (step.work + rows.shape[1]))
        more = min(step.men, sizes)  # there are none where nothing is counted
        for first in range(0, len(rows), chunk):
            some = rows[first : first + chunk]
            notes = _NOBODY if following is None else following.notes(step, len(some))
            layer, number = step.kernel(
                some, sizes - more, limbs, more * limbs, most, layer, number, notes, *step.arguments
            )
            if number < 0:
                raise TooWide(place, most)
            yield Progress()
    found = layer[0][:number]
    closed = program.closed(place, found)
    if closed is not None:  # the last one takes its place
        total += to_int(found[closed, words:])
        found[closed] = found[-1]
        found = found[:-1]
        if following is not None:
            following.close(closed, len(found))
    return LayerStates(place + 1, found.copy(), sizes, total)


def _with_room(states: LayerStates, words: int, steps: Sequence[Step]) -> LayerStates:
    """With numbers as long as these steps may need, and more sizes if so many more men may stand."""
    if not states.sizes:
        return states
    limbs, men = states.limbs(words), max((step.men for step in steps), default=0)
    last = words + max(states.sizes - men, 0) * limbs
    sizes = states.sizes + men * bool(states.rows[:, last:].any())
    # No number grows beyond the sum of all, as often as one state is followed.
    tops = summed(states.rows, words + limbs - 1, limbs) + len(states.rows) * states.sizes
    choices = max(2, sum(step.choices for step in steps))
    return states.wider(words, sizes, limbs + (choices * tops > 2.0**63))


def at_once(work: Generator[object, None, T], clock: Deadline | None = None) -> T:
    """What a generator returns when it has come to its end; OutOfTime if a clock runs out before."""
    while True:
        if clock is not None:
            clock.check()
        try:
            next(work)
        except StopIteration as end:
            return cast("T", end.value)


# -- layers that are kept ----------------------------------------------------------------


class Successors:
    """What follows on the states of a layer, as kernels note it, slice by slice of each step."""

    def __init__(self) -> None:
        self._steps: dict[int, list[Notes]] = {}
        self._choices: dict[int, int] = {}

    def notes(self, step: Step, states: int) -> Notes:
        """The entries for a slice of so many states: none of them follows yet."""
        room = states * step.choices
        notes = (
            np.full(room, -1, np.int32),
            np.full(room, step.chosen, np.uint64),
            np.full(room, -1, np.int16),
        )
        self._steps.setdefault(step.chosen, []).append(notes)
        self._choices[step.chosen] = step.choices
        return notes

    def close(self, closed: int, last: int) -> None:
        """A row was no state: the last one has its place, and it comes after all."""
        for notes in (notes for slices in self._steps.values() for notes in slices):
            was_closed = notes[0] == closed
            notes[0][notes[0] == last] = closed
            notes[0][was_closed] = last

    def turn(self, states: int) -> LayerChoices:
        """What may be chosen in so many states, what stands for more first."""
        every = [
            [
                np.concatenate(arrays).reshape(-1, self._choices[chosen])
                for arrays in zip(*slices, strict=True)
            ]
            for chosen, slices in sorted(self._steps.items(), reverse=True)
        ] or [[np.empty((states, 0), array.dtype) for array in _NOBODY]]
        rows, taken, folded = (np.hstack(arrays) for arrays in zip(*every, strict=True))
        there = rows >= 0
        starts = np.concatenate(([0], np.cumsum(np.count_nonzero(there, axis=1))))
        small = np.min_scalar_type(int(taken.max(initial=1)))
        return LayerChoices(starts, taken[there].astype(small), rows[there], folded[there])


def linked(
    program: LayeredProgram, memory: int, clock: Deadline | None = None
) -> Iterator[tuple[Rows, LayerChoices]]:
    """The states before each layer, and what may be chosen there.

    Raises:
        TooWide: a layer, and what was said of those before, take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    states = initial_states(program, 0)
    for place in range(len(program.order)):
        rows, following = states.rows, Successors()
        states = at_once(advance_layer(program, states, max(0, memory), following), clock)
        turn = following.turn(len(rows))
        memory -= sum(array.nbytes for array in turn[:4])
        yield rows, turn._replace(items=program.items(place), maps=program.maps(place))


def link_layers(
    program: LayeredProgram, memory: int, clock: Deadline | None = None
) -> LinkedLayers[Any]:
    """All layers.

    Raises:
        TooWide: they take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    turns, hopeless = [turn for _, turn in linked(program, memory, clock)], not len(program.keys())
    return LinkedLayers(
        program.order, turns, program.group, program.image, hopeless=hopeless, clock=clock
    )
