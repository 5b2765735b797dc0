"""Running a programme: layer after layer of states, with what each of them counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar, cast

from nqsat.engines.frontier.kernel import advance, begin, carry, to_int
from nqsat.engines.frontier.program import Action
from nqsat.engines.jit import np

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Sequence

    from nqsat.engines.contract import Stage
    from nqsat.engines.frontier.kernel import Numbers, Words
    from nqsat.engines.frontier.program import Layer, Program

__all__ = ["TooWide", "by_size", "predicted_states", "state_bytes"]

T = TypeVar("T")

#: Words of states in a layer, and states in all layers, that are looked at before the rest is predicted.
SAMPLE = 50_000
SAMPLED = 1_000_000

#: Steps of work, some hundredths of a second, after which limits and Ctrl-C are looked at.
SLICE = 5_000_000


class TooWide(Exception):
    """A layer has more states than allowed; the argument is its place."""


def by_size(
    program: Program, men: Collection[int], most: int, stage: Stage | None = None
) -> Iterator[list[int] | None]:
    """The number of solutions by how many of the variables in ``men`` are true.

    Args:
        program: the layers.
        men: the variables that count towards the size; none, and the list has one number.
        most: raise ``TooWide`` if a layer has more states.
        stage: told after every layer where the count stands.

    Returns:
        None while at work, then the list.
    """
    if program.hopeless:
        yield [0]
        return
    keys = np.zeros((1, program.words), np.uint64)
    counts = np.ones((1, 1, 1), np.uint64)
    for place, layer in enumerate(program.layers):
        weight = int(layer.variable in men)
        if weight and counts[:, -1, :].any():
            counts = np.pad(counts, ((0, 0), (0, 1), (0, 0)))
        decided = yield from _decided(layer, keys, counts, weight, most)
        if decided is None:
            raise TooWide(place)
        keys, counts = decided
        if stage is not None:
            stage(f"layer {place + 1:,} of {len(program.layers):,}, {len(keys):,} states")
        full = carry(counts)
        if full:
            counts = np.pad(counts, ((0, 0), (0, 0), (0, 1)))
        yield None
    # Nothing is open any more: all that is left is one state, or none.
    yield [to_int(number) for number in counts.sum(axis=0)]


def _decided(
    layer: Layer, keys: Words, counts: Numbers, weight: int, most: int
) -> Generator[None, None, tuple[Words, Numbers] | None]:
    """The next layer; None if it has more than ``most`` states. Yields None from time to time."""
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
        yield None
    return following[0][:number].copy(), following[1][:number].copy()


def _at_once(work: Generator[None, None, T]) -> T:
    """What a generator returns when it has come to its end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast("T", end.value)


def predicted_states(program: Program) -> int:
    """About how many states the widest layer has; an order of magnitude.

    The first layers are run, without numbers, until there are many states. If that is all, the answer is
    exact. Otherwise two guesses are averaged on a logarithmic scale: the states multiply further as in the
    last third of these layers, ever more slowly; or they go on filling as large a part of what their
    bits allow. On boards where moves reach far the second is too small, where they are short the first
    too large.
    """
    keys = np.zeros((1, program.words), np.uint64)
    counts = np.zeros((1, 1, 1), np.uint64)
    grown = [0.0]  # logarithms to base 2
    sample, seen = SAMPLE // program.words, 0
    for layer in program.layers:
        decided = _at_once(_decided(layer, keys, counts, 0, sample))
        if decided is None:
            return max(sample, round(2 ** _extrapolated(grown, program.bits)))
        keys, counts = decided
        seen += len(keys)
        if seen > SAMPLED:
            return round(2 ** max(*grown, _extrapolated(grown, program.bits)))
        grown.append(math.log2(max(len(keys), 1)))
    return round(2 ** max(grown))


def _extrapolated(grown: Sequence[float], bits: Sequence[int]) -> float:
    here, slowing = len(grown) - 1, len(bits) / 4
    back = max(here // 3, 1)
    slope = (grown[here] - grown[here - back]) / back
    multiplying = max(
        min(float(bits[j]), grown[here] + slope * slowing * (1 - math.exp((here - j) / slowing)))
        for j in range(here, len(bits))
    )
    filling = max(bits[here:]) * grown[here] / max(bits[here - 1], 1)
    return (multiplying + filling) / 2


def state_bytes(program: Program, *, numbers: int) -> int:
    """Bytes that a state takes, in the layer and in the next one, with so many numbers of two limbs."""
    return 2 * (8 * program.words + 16 * numbers + 16)


def _table(layer: Layer) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(layer.actions, dtype=np.int64).reshape(-1, len(Action._fields))


def _kept(layer: Layer) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(layer.keep, dtype=np.uint64)
