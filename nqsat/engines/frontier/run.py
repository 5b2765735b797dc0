"""The layers of ``frontier`` as arrays, which the kernels take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.frontier.components import WORD, Joining, LabelLayer, Labels, words_of
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.layered.links import LayerChoices
from nqsat.engines.layered.program import Step
from nqsat.engines.layered.run import BLOCK

#: Marks a successor that does not exist.
NONE = 0xFFFFFFFF

#: Array of 2 × states: the index of each state's successor if the variable is false, or true; ``NONE`` if
#: there is none.
Successors = np.ndarray[Any, np.dtype[np.uint32]]


#: It gives one variable one value in the states of a layer.
advance = Kernel("frontier_advance")


def step_of(change: Any, labelling: Any, value: int, pieces: int, words: int) -> Step:
    """The step that gives a variable a value, which adds ``pieces``; a key of states has ``words``."""
    block = room("Block", block=BLOCK, key_words=words)
    arguments = {"change": change, "labels": labelling, "block": block}
    work = words + len(change.moves) + len(change.jumps) + 10 + 4 * len(labelling.owners)
    return Step(advance, arguments, 1, work, value * pieces, value)


def successors_of(turn: LayerChoices) -> Successors:
    """The successors of the states of a layer, as an array."""
    states = len(turn.starts) - 1
    found = np.full((2, states), NONE, np.uint32)
    found[turn.chosen, np.repeat(np.arange(states), np.diff(turn.starts))] = turn.following
    return found


def change_of(transition: Sequence[Any], words: int, gain: int | None) -> Any:
    """The change of a state by a ``Transition``; ``gain``: of its value, if states are ranked."""
    dead, clear, add, shifts, several = transition
    masks = [words_of(bits, words) for bits in (dead, ~clear, add)]
    moves = [row for mask, by in shifts for row in _moves(mask, by, words)]
    jumps = [
        (place // WORD, 1 << place % WORD, *words_of(targets, words)) for place, targets in several
    ]
    return record("Change")(
        masks=np.array(masks, np.uint64),
        moves=np.array(moves, np.uint64).reshape(-1, 5),
        jumps=np.array(jumps, np.uint64).reshape(-1, 2 + words),
        ranked=int(gain is not None), gain=gain or 0,
    )  # fmt: skip


def relabelling(labels: Labels, place: int, value: int, words: int) -> Any:
    """The update of labels by a value."""
    layer = labels.layers[place]
    fresh, joins = layer.values[value]
    shut = [(slot, *words_of(some, words)) for slot, some in layer.shut]
    return record("Labels")(
        owners=np.array(labels.owners, np.int64),
        acyclic=np.array(labels.acyclic, np.bool_),
        fresh=np.array(fresh, np.int64),
        joins=np.array(joins, np.int64).reshape(-1, 2),
        closing=np.array(layer.closing, np.int64),
        shut=np.array(shut, np.uint64).reshape(-1, 1 + words),
        bits=labels.bits,
        label=np.zeros(len(labels.owners), np.int64),
        seen=np.zeros(len(labels.owners) + 1 + len(fresh), np.int64),
        lost=np.zeros(len(labels.acyclic), np.int64),
    )


@cache
def unlabelled(words: int) -> Any:
    """Stands for the update where there are no labels: the same each time, so it is packed once."""
    nothing = Labels((LabelLayer((Joining((), ()),) * 2, (), ()),), (), ())
    return relabelling(nothing, 0, 0, words)._replace(bits=1)


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
