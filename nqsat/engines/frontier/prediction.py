"""How many states there will be, about, before they are there."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.frontier.program import Program
from nqsat.engines.frontier.run import FrontierProgram
from nqsat.engines.layered.plan import state_bytes
from nqsat.engines.layered.run import (
    LayerStates,
    TooWide,
    advance_layer,
    at_once,
    initial_states,
)

#: States that are looked at before the rest is foretold: so many, and then a part of those foretold, up to
#: a limit. A layer may have a quarter of them. As many go on alone, and what went before is seen in so many
#: layers.
SAMPLED = 100_000
PART = 8
MOST = 1_000_000
ALONE = 300
RECENT = 16

#: The part of the bits of a state that tell states apart, mostly, and in factors. Where they are wide,
#: with so much of the most bits, more may be seen; rooks exceed even that, and fill all in the end.
FULL = 0.63
EXACT = 0.85
WIDE = 0.9
PASSED = 0.75

#: How far off the cost is at least: of how many words the numbers are is known only afterwards.
SURE = 1.5


class StateForecast(NamedTuple):
    """About how many states there will be: in the widest layer, and in all layers together.

    ``spread``: there may be so many times as many, or as few.
    """

    widest: float
    every: float
    spread: float = SURE


def foretold(program: Program, bits: Sequence[float], full: float = FULL) -> StateForecast:
    """About how many states a run will have; exact where these are few.

    Args:
        program: what is run.
        bits: of its layers, see ``past_bits``.
        full: the part of them that states fill in the end; ``EXACT`` where each square has a given number.
    """
    run = FrontierProgram(program)
    found = _foretold(run, bits, SAMPLED, full)
    more = min(found.every / PART, MOST)
    return _foretold(run, bits, more, full) if more > SAMPLED else found


def counted_states(program: Program, most: float) -> StateForecast | None:
    """How many states a run has; None if they are more than ``most``."""
    run = FrontierProgram(program)
    states, each = initial_states(run, 0), state_bytes(run.words, 0)
    widest = every = float(len(states.rows))
    while states.place < len(run.order):
        try:
            states = at_once(advance_layer(run, states, int(most) * each))
        except TooWide:
            return None
        widest, every = max(widest, len(states.rows)), every + len(states.rows)
        if every > most:
            return None
    return StateForecast(widest, every)


def _foretold(
    program: FrontierProgram, bits: Sequence[float], sampled: float, filled: float
) -> StateForecast:
    """That, having seen so many.

    The first layers are run, without numbers, until there are many states. From then on some at random
    go on alone: how many states follow on these says how the others multiply.
    Among so few states hardly two lead to the same one. Among all of them more do, by a factor
    that the last layers run in full show; and however they multiply, states that have been merging for
    long fill no more than a part of what their bits allow (of ``n`` squares in a row, no two
    neighbours of which are occupied, there are 2^0.69n).
    """
    states, each = initial_states(program, 0), state_bytes(program.words, 0)
    recent = deque([states], maxlen=RECENT)
    sizes = [float(len(states.rows))]
    while states.place < len(program.order) and sum(sizes) < sampled:
        try:
            states = at_once(advance_layer(program, states, int(sampled / 4) * each))
        except TooWide:
            break
        recent.append(states)
        sizes.append(float(len(states.rows)))
    place, first = states.place, recent[0].place
    if place == len(program.order):
        return StateForecast(max(sizes), sum(sizes))
    seen = sum(sizes)
    gains = _gains(program, recent[0])
    alone = math.prod(islice(gains, place - first))
    merging = 1.0
    if alone > 2:
        merging = min(1.0, max(0.0, math.log(sizes[-1] / sizes[first]) / math.log(alone)))
    number, full = sizes[-1], max(filled, _filled(sizes[1:], bits))
    for most, gain in zip(bits[place:], gains, strict=True):
        number = min(number * min(gain, gain**merging), 2.0 ** min(full * most, 1000.0))
        sizes.append(number)
    # Where nearly all is yet to come, what was seen says little: states may merge that have not yet.
    return StateForecast(max(sizes), sum(sizes), max(SURE, math.sqrt(sum(sizes) / seen)))


def _filled(sizes: Sequence[float], bits: Sequence[float]) -> float:
    """The part of their bits that states fill, at most, if the first layers had so many."""
    wide = [
        (size, most) for size, most in zip(sizes, bits, strict=False) if most > WIDE * max(bits)
    ]
    seen = max((math.log2(size) / most for size, most in wide), default=0.0)
    return 1.0 if seen > PASSED else seen


def _gains(program: FrontierProgram, states: LayerStates) -> Iterator[float]:
    """How many states come of one in each of the next layers, going on with a random part of them."""
    chance, each = np.random.default_rng(1), state_bytes(program.words, 0)
    while states.place < len(program.order):
        if len(states.rows) > ALONE:
            some = chance.choice(len(states.rows), ALONE, replace=False)
            states = states._replace(rows=states.rows[some])
        before = max(len(states.rows), 1)
        states = at_once(advance_layer(program, states, 2 * before * each))
        yield len(states.rows) / before
