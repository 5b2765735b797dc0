"""Running a programme: layer after layer of states, with what each of them counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from nqsat.engines.frontier.kernel import advance, carry, to_int
from nqsat.engines.frontier.program import Action

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from nqsat.engines.frontier.program import Layer, Program

__all__ = ["TooWide", "by_size", "predicted_states", "state_bytes"]

#: So many states are looked at before the number of the rest is predicted.
SAMPLE = 20_000


class TooWide(Exception):
    """A layer has more states than allowed; the argument is its place."""


def by_size(program: Program, men: Collection[int], most: int) -> Iterator[list[int] | None]:
    """The number of solutions by how many of the variables in ``men`` are true.

    Args:
        program: the layers.
        men: the variables that count towards the size; none, and the list has one number.
        most: raise ``TooWide`` if a layer has more states.

    Returns:
        None after every layer but the last, then the list.
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
        keys, counts, states = advance(keys, counts, _table(layer), _kept(layer), weight, most)
        if states < 0:
            raise TooWide(place)
        if carry(counts):
            counts = np.pad(counts, ((0, 0), (0, 0), (0, 1)))
        yield None
    # Nothing is open any more: all that is left is one state, or none.
    yield [to_int(number) for number in counts.sum(axis=0)]


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
    for layer in program.layers:
        keys, counts, states = advance(keys, counts, _table(layer), _kept(layer), 0, SAMPLE)
        if states < 0:
            return max(SAMPLE, round(2 ** _extrapolated(grown, program.bits)))
        grown.append(math.log2(max(states, 1)))
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
