"""Running a programme: layer after layer of states, with what each of them counts."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from nqsat.engines.arrays import np
from nqsat.engines.frontier.kernel import advance, begin, carry, to_int
from nqsat.engines.frontier.program import Action, state_bytes
from nqsat.engines.plan import Slice

if TYPE_CHECKING:
    from nqsat.engines.frontier.kernel import Numbers, Words
    from nqsat.engines.frontier.program import Layer, Program

T = TypeVar("T")

#: Words of states in a layer, and states in all layers, that are looked at before the rest is foretold,
#: and with so many states; what went before is seen in so many layers.
SAMPLE = 50_000
SAMPLED = 1_000_000
ALONE = 1000
RECENT = 16

#: The part of the bits of a state that tell states apart: see ``foretold``.
FULL = 0.68

#: Steps of work, some hundredths of a second, after which limits and Ctrl-C are looked at.
SLICE = 5_000_000


class TooWide(Exception):
    """A layer has more states than allowed; the arguments are its place and how many these are."""


class Stand(NamedTuple):
    """How far a run has come: the states after so many layers, and what each of them counts."""

    place: int
    keys: Words
    counts: Numbers


class Until(NamedTuple):
    """Where a run stops: before this layer, or with more states than that, or having visited so many."""

    place: int
    states: float = math.inf
    visited: float = math.inf


def begun(program: Program) -> Stand:
    """Before the first layer: nothing is decided, in one way; in none if that is hopeless."""
    number = 0 if program.hopeless else 1
    keys = np.zeros((number, program.words), np.uint64)
    return Stand(0, keys, np.ones((number, 1, 1), np.uint64))


def by_size(
    program: Program, men: Mapping[int, int], memory: int, stand: Stand | None = None
) -> Iterator[Slice]:
    """Go on to the end: the last slice has the numbers of solutions, one for each number of men.

    Args: as for ``onward``; unless given, a run stands at the beginning.
    """
    end = Until(len(program.layers))
    last = yield from onward(program, men, stand or begun(program), end, memory)
    # Nothing is open any more: all that is left is one state, or none.
    yield Slice(tuple(enumerate(to_int(number) for number in last.counts.sum(axis=0))))


def onward(
    program: Program, men: Mapping[int, int], stand: Stand, until: Until, memory: int
) -> Generator[Slice, None, Stand]:
    """Decide further variables.

    Args:
        program: the layers.
        men: how many men a variable stands for; none where sizes are of no concern.
        stand: from where.
        until: to where.
        memory: raise ``TooWide`` if the states of a layer take more bytes.
    """
    place, keys, counts = stand
    del stand  # whose arrays go when the next layer is there
    visited = 0
    while place < until.place and len(keys) <= until.states and visited <= until.visited:
        layer = program.layers[place]
        weight = men.get(layer.variable, 0)
        if weight and counts[:, -weight:, :].any():
            counts = np.pad(counts, ((0, 0), (0, weight), (0, 0)))
        most = memory // state_bytes(program.words, math.prod(counts.shape[1:]))
        decided = yield from _decided(layer, keys, counts, weight, most)
        if decided is None:
            raise TooWide(place, most)
        keys, counts = decided
        if carry(counts):
            counts = np.pad(counts, ((0, 0), (0, 0), (0, 1)))
        place += 1
        visited += len(keys)
        words = f"layer {place:,} of {len(program.layers):,}, {len(keys):,} states"
        yield Slice(visited=len(keys), words=words)
    return Stand(place, keys, counts)


def _decided(
    layer: Layer, keys: Words, counts: Numbers, weight: int, most: int
) -> Generator[Slice, None, tuple[Words, Numbers] | None]:
    """The next layer; None if it has more than ``most`` states. Yields slices of no result."""
    actions, keep = _table(layer), _kept(layer)
    following, number = begin(keys, counts), 0
    sizes, limbs = counts.shape[1:]
    step = max(1, SLICE // (len(actions) + sizes * limbs + 10))
    for first in range(0, len(keys), step):
        some = slice(first, first + step)
        following, number = advance(
            keys[some], counts[some], actions, keep, weight, most, following, number
        )
        if number < 0:
            return None
        yield Slice()
    return following[0][:number].copy(), following[1][:number].copy()


def _at_once(work: Generator[object, None, T]) -> T:
    """What a generator returns when it has come to its end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast("T", end.value)


class Foretold(NamedTuple):
    """About how many states there will be: in the widest layer, and in all layers together."""

    widest: float
    every: float


def foretold(program: Program) -> Foretold:
    """About how many states a run will have; exact where these are few.

    The first layers are run, without numbers, until there are many states. From then on a random
    thousand of them goes on alone: how many states follow on these says how the others multiply.
    Among so few states hardly two lead to the same one. Among all of them more do, by a factor
    that the last layers run in full show; and however they multiply, states that have been merging for
    long fill no more than a part of what their bits allow (of ``n`` squares in a row, no two
    neighbours of which are occupied, there are 2^0.69n).
    """
    keys = np.zeros((1, program.words), np.uint64)
    recent = deque([keys], maxlen=RECENT)
    sizes = [1.0]
    for layer in program.layers:
        decided = _uncounted(layer, keys, SAMPLE // program.words)
        if decided is None or sum(sizes) > SAMPLED:
            break
        if not len(decided):
            return Foretold(max(sizes), sum(sizes))
        keys = decided
        recent.append(keys)
        sizes.append(float(len(keys)))
    else:
        return Foretold(max(sizes), sum(sizes))
    place = len(sizes) - 1  # the first layer that was not run
    begin_at = place + 1 - len(recent)
    gains = _gains(program.layers[begin_at:], recent[0])
    alone = math.prod(islice(gains, place - begin_at))
    merging = 1.0
    if alone > 2:
        merging = min(1.0, max(0.0, math.log(sizes[-1] / sizes[begin_at]) / math.log(alone)))
    states, widest = sizes[-1], max(program.bits)
    # Rooks fill all: they have all their bits for long, and have passed that part.
    passed = program.bits[begin_at] > 0.9 * widest and states > 2.0 ** min(FULL * widest, 1000.0)
    full = 1.0 if passed else FULL
    for bits, gain in zip(program.bits[place:], gains, strict=True):
        states = min(states * min(gain, gain**merging), 2.0 ** min(full * bits, 1000.0))
        sizes.append(states)
    return Foretold(max(sizes), sum(sizes))


def _gains(layers: Iterable[Layer], keys: Words) -> Iterator[float]:
    """How many states come of one in each of these layers, going on with a random part of them."""
    chance = np.random.default_rng(1)
    for layer in layers:
        if len(keys) > ALONE:
            keys = keys[chance.choice(len(keys), ALONE, replace=False)]
        before = max(len(keys), 1)
        keys = cast("Words", _uncounted(layer, keys, 2 * before))
        yield len(keys) / before


def _uncounted(layer: Layer, keys: Words, most: int) -> Words | None:
    """The states after a layer; None if there are more than ``most``."""
    decided = _at_once(_decided(layer, keys, np.zeros((len(keys), 1, 1), np.uint64), 0, most))
    return None if decided is None else decided[0]


def _table(layer: Layer) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(layer.actions, dtype=np.int64).reshape(-1, len(Action._fields))


def _kept(layer: Layer) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(layer.keep, dtype=np.uint64)
