"""Run a layered dynamic program: the states of each layer in a hash table, with their counts."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from typing import Any

from nqsat.engines.arrays import np, to_int
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.layered.links import LayerChoices, LinkedLayers, joined
from nqsat.engines.layered.program import Program, Step, state_bytes
from nqsat.engines.layered.states import LayerStates, Rows
from nqsat.engines.machine import format_bytes
from nqsat.engines.plans.plan import Progress
from nqsat.engines.stream import Deadline, value_of
from nqsat.errors import UnsupportedByEngine

#: States that are merged in one block.
BLOCK = 256

#: The room of an empty layer.
START = 1 << 10

_place = Kernel("table_place")

#: Operations between checks of limits and Ctrl-C, some hundredths of a second.
SLICE = 5_000_000

#: Rows are numbered by signed 32-bit integers.
MOST_STATES = 2**31 - 1


def begin(states: int, width: int) -> Any:
    """An empty layer with room for this many states, of this width."""
    size = START
    while size < states:
        size *= 2
    rows, table = np.empty((size, width), np.uint64), np.full(2 * size, -1, np.int32)
    return record("Layer")(rows=rows, table=table)


def enlarged(layer: Any, number: int, words: int) -> Any:
    """A copy of a layer of this many states, with room for twice as many as before."""
    new = begin(2 * len(layer.rows), layer.rows.shape[1])
    new.rows[:number] = layer.rows[:number]
    _place(layer=new, number=number, words=words)
    return new


def notes_of(number: int, chosen: int) -> Any:
    """Room to note this many successors of states with a choice; there is none yet."""
    notes = room("Notes", noted=number)
    for array, value in zip(
        (notes.following, notes.chosen, notes.folded), (-1, chosen, -1), strict=True
    ):
        array[:] = value
    return notes


@cache
def no_notes() -> Any:
    """Stands for notes where nothing is noted: the same each time, so it is packed once."""
    return room("Notes", noted=0)


class TooWide(Exception):
    """A layer has more states than allowed; the arguments are its index and the allowed number."""


def initial_states(program: Program, sizes: int = 1) -> LayerStates:
    """The state before the first layer, with count 1."""
    keys = np.array(program.keys(), np.uint64).reshape(-1, program.words)
    return LayerStates(0, np.hstack((keys, np.ones((len(keys), sizes), np.uint64))), sizes)


def count_layers(
    program: Program, memory: int, states: LayerStates | None = None
) -> Iterator[Progress]:
    """Run the remaining layers, by default all, as ``run_layers``.

    The last slice has the numbers of solutions, one for each number of pieces.
    """
    states = states or initial_states(program)
    last = yield from run_layers(program, states, memory, len(program.order))
    numbers = program.numbers(last)
    yield Progress(tuple((pieces, program.each * number) for pieces, number in enumerate(numbers)))


def run_layers(
    program: Program, states: LayerStates, memory: int, end: int, *, visited: float = math.inf
) -> Generator[Progress, None, LayerStates]:
    """Run layers up to ``end``, or until as many states are ``visited``.

    Raises TooWide if the states of a layer take more bytes than ``memory``.
    """
    seen, number = 0, f"{len(program.order):,}"
    while states.place < end and seen <= visited:
        states = yield from advance_layer(program, states, memory)
        seen += len(states.rows)
        layers = f"layer {states.place:,} of {number}"
        yield Progress(visited=len(states.rows), words=f"{layers}, {len(states.rows):,} states")
    return states


def advance_layer(
    program: Program, states: LayerStates, memory: int, following: Successors | None = None
) -> Generator[Progress, None, LayerStates]:
    """Return the states after the next layer. Yields empty slices.

    The transitions are recorded in ``following``, if it is given.
    """
    steps, words = program.steps(states.place), program.words
    place, rows, sizes, total = _with_room(states, words, steps, program.most)
    limbs = (rows.shape[1] - words) // max(sizes, 1)
    most = min(memory // state_bytes(words, sizes * limbs), MOST_STATES)
    layer, number = begin(len(rows) * 5 // 4, rows.shape[1]), 0
    rows = np.ascontiguousarray(rows)
    for step in steps:
        chunk = max(1, SLICE // (step.work + rows.shape[1]))
        more = min(step.pieces, sizes)  # no sizes where nothing is counted
        how = record("Adding")(sizes=sizes - more, limbs=limbs, shift=more * limbs, most=most)
        for first in range(0, len(rows), chunk):
            some = rows[first : first + chunk]
            notes = no_notes() if following is None else following.notes(step, len(some))
            done = 0
            while done < len(some):
                now = step.kernel(
                    old=some, begin=done, how=how, layer=layer, number=number, notes=notes,
                    **step.arguments,
                )  # fmt: skip
                done, number = now.begin, now.number
                if number < 0:
                    raise TooWide(place, most)
                if done < len(some):
                    layer = enlarged(layer, number, words)
            yield Progress()
    found = layer.rows[:number]
    closed = program.closed(place, found)
    if closed is not None:  # replace it by the last row
        total += to_int(found[closed, words:])
        found[closed] = found[-1]
        found = found[:-1]
        if following is not None:
            following.close(closed, len(found))
    if program.most is not None:  # some states take more pieces than are asked for
        found = found[found[:, words:].any(axis=1)]
    return LayerStates(place + 1, found.copy(), sizes, total)


def _with_room(
    states: LayerStates, words: int, steps: Sequence[Step], most: int | None
) -> LayerStates:
    """Widen the counts for these transitions; add sizes, up to ``most``, if more pieces may stand."""
    if not states.sizes:
        return states
    limbs, pieces = states.limbs(words), max((step.pieces for step in steps), default=0)
    last = words + max(states.sizes - pieces, 0) * limbs
    sizes = states.sizes + pieces * bool(states.rows[:, last:].any())
    sizes = sizes if most is None else min(sizes, most + 1)
    # No count grows beyond the sum of all counts times the number of choices.
    highest = states.rows[:, words + limbs - 1 :: limbs]
    tops = float(highest.sum(dtype=np.float64)) + len(states.rows) * states.sizes
    choices = max(2, sum(step.choices for step in steps))
    return states.wider(words, sizes, limbs + (choices * tops > 2.0**63))


# -- stored layers -----------------------------------------------------------------------


class Successors:
    """The transitions of a layer as recorded by kernels, in slices for each step."""

    def __init__(self) -> None:
        self._steps: dict[int, list[Any]] = {}
        self._choices: dict[int, int] = {}

    def notes(self, step: Step, states: int) -> Any:
        """Allocate the entries for a slice of states; none has a successor yet."""
        notes = notes_of(states * step.choices, step.chosen)
        self._steps.setdefault(step.chosen, []).append(notes)
        self._choices[step.chosen] = step.choices
        return notes

    def close(self, closed: int, last: int) -> None:
        """A row was no state: the last row takes its place, and it is numbered after all states."""
        for notes in (notes for slices in self._steps.values() for notes in slices):
            was_closed = notes.following == closed
            notes.following[notes.following == last] = closed
            notes.following[was_closed] = last

    def turn(self, states: int) -> LayerChoices:
        """The choices of each state, ordered by ``chosen`` descending."""
        slices = [(key, self._steps[key]) for key in sorted(self._steps, reverse=True)]

        def all_of(name: str) -> Any:
            columns = [
                np.concatenate([getattr(notes, name) for notes in some]).reshape(
                    -1, self._choices[key]
                )
                for key, some in slices
            ]
            return np.hstack(columns or [np.empty((states, 0), getattr(no_notes(), name).dtype)])

        rows, taken, folded = all_of("following"), all_of("chosen"), all_of("folded")
        there = rows >= 0
        starts = np.concatenate(([0], np.cumsum(np.count_nonzero(there, axis=1))))
        small = np.min_scalar_type(int(taken.max(initial=1)))
        return LayerChoices(starts, taken[there].astype(small), rows[there], folded[there])


def linked(
    program: Program, memory: int, clock: Deadline | None = None, states: LayerStates | None = None
) -> Iterator[tuple[Rows, LayerChoices]]:
    """Yield the states before each layer, from these on, together with their choices.

    Raises:
        TooWide: a layer and the links of earlier layers take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    states = states or initial_states(program, 0)
    for place in range(states.place, len(program.order)):
        rows, following = states.rows, Successors()
        states = value_of(advance_layer(program, states, max(0, memory), following), clock)
        turn = following.turn(len(rows))
        memory -= sum(array.nbytes for array in turn[:4])
        yield rows, turn._replace(items=program.items(place), maps=program.maps(place))


def link_layers(
    program: Program, title: str, memory: int, clock: Deadline | None = None
) -> LinkedLayers[Any]:
    """Return all layers with their links, to rank, unrank, sample and weigh solutions.

    Raises:
        UnsupportedByEngine: they need more memory than allowed; ``title`` is the engine's.
        OutOfTime: the clock has run out.
    """
    try:
        turns = [turn for _, turn in linked(program, memory, clock)]
    except TooWide as error:
        which = f"up to number {error.args[0] + 1} of {len(program.order)}"
        reason = f"the layers {which} do not fit; {format_bytes(memory)} are allowed"
        raise UnsupportedByEngine(title, reason, ("sat",)) from None
    return joined(program, turns, clock)
