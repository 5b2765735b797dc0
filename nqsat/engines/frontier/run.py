"""Running a programme: layer after layer of states, with what each of them counts."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple, TypeVar, cast

from nqsat.engines.arrays import np, to_int
from nqsat.engines.frontier.kernel import NONE, Rows, advance, begin, summed
from nqsat.engines.frontier.program import WORD, Change, Program, state_bytes, words_of
from nqsat.engines.layers import Layers, Turn
from nqsat.engines.plan import Slice
from nqsat.engines.stream import Deadline

T = TypeVar("T")

#: Of the states of a layer, 2 × states: the number of the state that follows if the variable is false, or
#: true; ``NONE`` if there is none.
Successors = np.ndarray[Any, np.dtype[np.uint32]]

#: Steps of work, some hundredths of a second, after which limits and Ctrl-C are looked at.
SLICE = 5_000_000

_NOBODY = np.empty(0, np.uint32)


class TooWide(Exception):
    """A layer has more states than allowed; the arguments are its place and how many these are."""


class Stand(NamedTuple):
    """How far a run has come: the states after so many layers, and what each of them counts.

    Args:
        place: how many layers.
        rows: a state each: its bits, then a number for each number of men, see ``kernel``.
        sizes: how many numbers these are.
    """

    place: int
    rows: Rows
    sizes: int

    def limbs(self, words: int) -> int:
        """That each number has, after so many words of the state."""
        return int(self.rows.shape[1] - words) // max(self.sizes, 1)

    def wider(self, words: int, sizes: int, limbs: int) -> Stand:
        """The same, with room for so many numbers and limbs."""
        old = (len(self.rows), self.sizes, self.limbs(words))
        if old[1:] == (sizes, limbs):
            return self
        numbers = np.zeros((len(self.rows), sizes, limbs), np.uint64)
        numbers[:, : old[1], : old[2]] = self.rows[:, words:].reshape(old)
        flat = numbers.reshape(len(numbers), sizes * limbs)
        return Stand(self.place, np.concatenate((self.rows[:, :words], flat), axis=1), sizes)


def begun(program: Program, sizes: int = 1) -> Stand:
    """Before the first layer: nothing is decided, in one way; in none if that is hopeless."""
    rows = np.zeros((0 if program.hopeless else 1, program.words + sizes), np.uint64)
    rows[:, program.words :] = 1
    return Stand(0, rows, sizes)


def by_size(program: Program, memory: int, stand: Stand | None = None) -> Iterator[Slice]:
    """Go on to the end, unless told otherwise from the beginning, as ``onward``.

    The last slice has the numbers of solutions, one for each number of men.
    """
    last = yield from onward(program, stand or begun(program), memory, len(program.layers))
    # Nothing is open any more: all that is left is one state, or none.
    numbers = [0] * last.sizes
    for row in last.rows[:, program.words :].reshape(-1, last.sizes, last.limbs(program.words)):
        numbers = [to_int(number) for number in row]
    yield Slice(tuple(enumerate(numbers)))


def onward(
    program: Program,
    stand: Stand,
    memory: int,
    end: int,
    *,
    states: float = math.inf,
    visited: float = math.inf,
) -> Generator[Slice, None, Stand]:
    """Decide variables up to the layer ``end``, or till there are more states, or more are visited.

    Raises:
        TooWide: the states of a layer take more bytes than ``memory``.
    """
    seen = 0
    while stand.place < end and len(stand.rows) <= states and seen <= visited:
        stand = _roomy(stand, program.words, program.layers[stand.place].men)
        most = memory // state_bytes(program.words, stand.rows.shape[1] - program.words)
        stand = yield from decided(program, stand, most)
        seen += len(stand.rows)
        words = f"layer {stand.place:,} of {len(program.layers):,}, {len(stand.rows):,} states"
        yield Slice(visited=len(stand.rows), words=words)
    return stand


def _roomy(stand: Stand, words: int, men: int) -> Stand:
    """With numbers as long as the next layer may need, and more sizes if so many more men may stand."""
    limbs = stand.limbs(words)
    last = words + max(stand.sizes - men, 0) * limbs
    sizes = stand.sizes + men * bool(stand.rows[:, last:].any())
    # No number grows beyond twice the sum of all.
    tops = summed(stand.rows, words + limbs - 1, limbs) + len(stand.rows) * stand.sizes
    return stand.wider(words, sizes, limbs + (2 * tops > 2.0 ** (WORD - 1)))


def decided(
    program: Program, stand: Stand, most: int, successors: Successors | None = None
) -> Generator[Slice, None, Stand]:
    """The states after the next layer. Yields slices of no result.

    Into ``successors``, if they are given, goes where those stand that follow.

    Raises:
        TooWide: there are more than ``most``.
    """
    place, rows, sizes = stand
    words, limbs = program.words, stand.limbs(program.words)
    following, number = begin(len(rows) * 5 // 4, rows.shape[1]), 0
    layer = program.layers[place]
    for value, change in enumerate(layer.changes):
        if change is None:
            continue
        masks, moves, jumps = _arrays(change, words)
        step = max(1, SLICE // (words + len(moves) + len(jumps) + rows.shape[1] + 10))
        more = min(value * layer.men, sizes)  # there are none where nothing is counted
        for first in range(0, len(rows), step):
            some = slice(first, first + step)
            noted = _NOBODY if successors is None else successors[value, some]
            following, number = advance(
                rows[some], sizes - more, limbs, (masks, moves, jumps), more * limbs,
                most, following, number, noted,
            )  # fmt: skip
            if number < 0:
                raise TooWide(place, most)
            yield Slice()
    return Stand(place + 1, following[0][:number].copy(), sizes)


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


def passed(
    program: Program, memory: int, clock: Deadline | None = None
) -> Iterator[tuple[Rows, Successors]]:
    """The states before each layer with what follows on them, and those in the end, on which nothing does.

    Raises:
        TooWide: a layer, and what was said of those before, take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    stand = begun(program, 0)
    for _ in program.layers:
        rows, successors = stand.rows, np.full((2, len(stand.rows)), NONE, np.uint32)
        memory = max(0, memory - successors.nbytes)
        most = memory // state_bytes(program.words, 0)
        stand = at_once(decided(program, stand, most, successors=successors), clock)
        yield rows, successors
    yield stand.rows, np.empty((2, 0), np.uint32)


def turn_of(successors: Successors) -> Turn:
    """What may be chosen in the states of a layer: who stands comes before who does not.

    In the end there is one state, the solution, or none.
    """
    states, which = np.nonzero(successors[::-1].T != NONE)
    starts = np.searchsorted(states, np.arange(successors.shape[1] + 1))
    chosen = (1 - which).astype(np.uint8)
    return Turn(starts, chosen, successors[chosen, states])


def successors_of(turn: Turn) -> Successors:
    """What follows on the states of a layer, by a turn."""
    states = len(turn.starts) - 1
    found = np.full((2, states), NONE, np.uint32)
    found[turn.chosen, np.repeat(np.arange(states), np.diff(turn.starts))] = turn.following
    return found


def layers_of(program: Program, memory: int, clock: Deadline | None = None) -> Layers:
    """All layers.

    Raises:
        TooWide: they take more bytes than ``memory``.
        OutOfTime: the clock has run out.
    """
    *turns, _ = (turn_of(successors) for _, successors in passed(program, memory, clock))
    order = [layer.variable for layer in program.layers]
    return Layers(order, turns, hopeless=program.hopeless)


# -- what the kernels are given ----------------------------------------------------------


def _arrays(change: Change, words: int) -> tuple[Any, Any, Any]:
    """A change as the kernel reads it, word by word."""
    masks = [words_of(bits, words) for bits in (change.dead, ~change.clear, change.add)]
    moves = [row for mask, by in change.moves for row in _moves(mask, by, words)]
    jumps = [
        (place // WORD, 1 << place % WORD, *words_of(targets, words))
        for place, targets in change.jumps
    ]
    return (
        np.array(masks, np.uint64),
        np.array(moves, np.uint64).reshape(-1, 5),
        np.array(jumps, np.uint64).reshape(-1, 2 + words),
    )


def _moves(mask: int, by: int, words: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Bits that go elsewhere: from which word, which, how far to the left, or right, and into which."""
    for source, bits in enumerate(words_of(mask, words)):
        whole = bits << WORD * source
        moved = whole << by if by > 0 else whole >> -by
        for target, there in enumerate(words_of(moved, words)):
            if there:
                left = by + WORD * (source - target)
                here = there >> left if left > 0 else there << -left
                yield source, here, max(left, 0), max(-left, 0), target
