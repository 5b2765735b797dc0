"""Predict the number of states before a run."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.frontier.order import VariableOrder
from nqsat.engines.frontier.program import FrontierProgram
from nqsat.engines.layered.program import state_bytes
from nqsat.engines.layered.run import TooWide, advance_layer, initial_states
from nqsat.engines.layered.states import LayerStates
from nqsat.engines.plans.plan import Progress
from nqsat.engines.stream import value_of

#: States in the sample before the rest is predicted. A layer may have a quarter of them. ALONE states
#: continue as a sample, and merging is measured over the last RECENT layers.
SAMPLED = 300_000
ALONE = 300
RECENT = 16

#: The fraction of a state's bits that distinguish states, in placements, and where all numbers are exact:
#: in factors and permanents. Layers with at least WIDE times the maximum number of bits may show a larger
#: fraction; above PASSED, as for rooks, all bits are assumed.
FULL = 0.63
EXACT = 0.85
WIDE = 0.9
PASSED = 0.75

#: An order is compared with others if the sample predicts at least MANY states. Another order replaces it
#: only if it has fewer than 1/FEWER of them.
MANY, FEWER = 1e6, 3.0

#: The minimum error factor: the number of words of the counts is known only afterwards.
SURE = 1.5


#: An order of the variables, and the program for it.
OrderedProgram = tuple[VariableOrder, FrontierProgram]


class StateForecast(NamedTuple):
    """Predicted number of states in the widest layer, and in all layers together.

    ``spread``: the error factor.
    """

    widest: float
    every: float
    spread: float = SURE


def order_with_fewest_states(
    first: OrderedProgram, others: Callable[[], Iterable[OrderedProgram]], full: float
) -> Generator[Progress, None, tuple[VariableOrder, FrontierProgram, StateForecast]]:
    """Return an order chosen by samples: bits do not tell which states merge.

    The first order has the fewest bits; another must have fewer than 1/``FEWER`` of its states. Others are
    not made if the first has fewer than ``MANY`` states. ``full`` is as for ``forecast_states``. Yields now
    and then, while it is at work.
    """
    order, program = first
    found = (order, program, (yield from forecast_states(program, order.bits, full)))
    if found[2].every < MANY:
        return found
    every = []
    for plan, made in others():
        every.append((plan, made, (yield from forecast_states(made, plan.bits, full))))
    best = min(every, key=lambda one: one[2].every, default=found)
    return best if FEWER * best[2].every < found[2].every else found


def forecast_states(
    program: FrontierProgram, bits: Sequence[float], full: float = FULL
) -> Generator[Progress, None, StateForecast]:
    """Predict the number of states of a run from a sample of ``SAMPLED``; exact if it is small.

    Yields after each layer.

    The first layers are run, without counts, until there are many states. From then on a random sample
    continues: the number of its successors shows how the others multiply. Few states of a small sample
    merge. Among all states more do, with an exponent that is estimated from the last full layers; and
    states that have merged for a long time fill only a fraction of their bits (a row of ``n`` squares
    without occupied neighbours has 2^0.69n states): ``full``, of those of ``past_bits``.
    """
    states, each = initial_states(program, 0), state_bytes(program.words, 0)
    recent = deque([states], maxlen=RECENT)
    sizes = [float(len(states.rows))]
    while states.place < len(program.layers) and sum(sizes) < SAMPLED:
        try:
            states = value_of(advance_layer(program, states, SAMPLED // 4 * each))
        except TooWide:
            break
        recent.append(states)
        sizes.append(float(len(states.rows)))
        yield Progress()
    place, first = states.place, recent[0].place
    if place == len(program.layers):
        return StateForecast(max(sizes), sum(sizes))
    seen = sum(sizes)
    gains = _growth_factors(program, recent[0])
    alone = math.prod(islice(gains, place - first))
    merging = 1.0
    if alone > 2:
        merging = min(1.0, max(0.0, math.log(sizes[-1] / sizes[first]) / math.log(alone)))
    number, filled = sizes[-1], max(full, _filled_fraction(sizes[1:], bits))
    for most, gain in zip(bits[place:], gains, strict=True):
        number = min(number * min(gain, gain**merging), 2.0 ** min(filled * most, 1000.0))
        sizes.append(number)
        yield Progress()
    # If most states are still to come, the sample says little: merging may start later.
    return StateForecast(max(sizes), sum(sizes), max(SURE, math.sqrt(sum(sizes) / seen)))


def _filled_fraction(sizes: Sequence[float], bits: Sequence[float]) -> float:
    """The maximum fraction of their bits that states fill, given the sizes of the first layers."""
    wide = [
        (size, most) for size, most in zip(sizes, bits, strict=False) if most > WIDE * max(bits)
    ]
    seen = max((math.log2(size) / most for size, most in wide), default=0.0)
    return 1.0 if seen > PASSED else seen


def _growth_factors(program: FrontierProgram, states: LayerStates) -> Iterator[float]:
    """Yield the number of successors per state in each following layer, for a random sample of states."""
    rng, each = np.random.default_rng(1), state_bytes(program.words, 0)
    while states.place < len(program.layers):
        if len(states.rows) > ALONE:
            some = rng.choice(len(states.rows), ALONE, replace=False)
            states = states._replace(rows=states.rows[some])
        before = max(len(states.rows), 1)
        states = value_of(advance_layer(program, states, 2 * before * each))
        yield len(states.rows) / before
