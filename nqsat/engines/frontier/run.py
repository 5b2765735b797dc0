"""The layers of ``frontier`` as arrays, which the kernels take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.frontier.components import Labels
from nqsat.engines.frontier.kernel import advance, advance_labelled
from nqsat.engines.frontier.program import WORD, FrontierProgram, Transition, words_of
from nqsat.engines.layered.links import LayerChoices
from nqsat.engines.layered.program import Step

#: Marks a successor that does not exist.
NONE = 0xFFFFFFFF

#: Array of 2 × states: the index of each state's successor if the variable is false, or true; ``NONE`` if
#: there is none.
Successors = np.ndarray[Any, np.dtype[np.uint32]]


def steps_of(program: FrontierProgram, place: int) -> list[Step]:
    """The transitions of a layer: its variable is false, or true."""
    layer, labels, ranks = program.layers[place], program.labels, program.ranks
    found = []
    for value, change in enumerate(layer.changes):
        if change is None:
            continue
        kernel: Callable[..., Any] = advance
        arrays = _arrays(change, program.bit_words)
        work = program.words + len(arrays[1]) + len(arrays[2]) + 10
        if labels:
            kernel = advance_labelled
            arrays += _label_arrays(labels, place, value, program.bit_words)
            work += 4 * len(labels.owners)
        rank = (0, 0, 0) if ranks is None else (1, ranks.gains[place][value], ranks.floors[place])
        found.append(Step(kernel, (rank, *arrays), 1, work, value * layer.men, value))
    return found


def successors_of(turn: LayerChoices) -> Successors:
    """The successors of the states of a layer, as an array."""
    states = len(turn.starts) - 1
    found = np.full((2, states), NONE, np.uint32)
    found[turn.chosen, np.repeat(np.arange(states), np.diff(turn.starts))] = turn.following
    return found


def _arrays(change: Transition, words: int) -> tuple[Any, ...]:
    """A transition as arrays for the kernel, split into words."""
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


def _label_arrays(labels: Labels, place: int, value: int, words: int) -> tuple[Any, ...]:
    """The update of labels by a value, as arrays for the kernel."""
    layer = labels.layers[place]
    fresh, joins = layer.values[value]
    shut = [(slot, *words_of(bits, words)) for slot, bits in layer.shut]
    return (
        np.array(labels.owners, np.int64),
        np.array(labels.acyclic, np.bool_),
        np.array(fresh, np.int64),
        np.array(joins, np.int64).reshape(-1, 2),
        np.array(layer.closing, np.int64),
        np.array(shut, np.uint64).reshape(-1, 1 + words),
        labels.bits,
    )


def _moves(mask: int, by: int, words: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Split a shift into words: source word, mask, shift to the left, to the right, and target word."""
    for source, bits in enumerate(words_of(mask, words)):
        whole = bits << WORD * source
        moved = whole << by if by > 0 else whole >> -by
        for target, there in enumerate(words_of(moved, words)):
            if there:
                left = by + WORD * (source - target)
                here = there >> left if left > 0 else there << -left
                yield source, here, max(left, 0), max(-left, 0), target
