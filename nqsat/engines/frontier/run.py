"""The layers of ``frontier`` as arrays, which the kernels take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from nqsat.engines.arrays import np
from nqsat.engines.frontier.components import WORD, Joining, LabelLayer, Labels, words_of
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.layered.links import LayerChoices
from nqsat.engines.layered.program import Step
from nqsat.engines.layered.run import BLOCK

if TYPE_CHECKING:
    from nqsat.engines.frontier.program import FrontierProgram, Transition

#: Marks a successor that does not exist.
NONE = 0xFFFFFFFF

#: Array of 2 × states: the index of each state's successor if the variable is false, or true; ``NONE`` if
#: there is none.
Successors = np.ndarray[Any, np.dtype[np.uint32]]


#: It gives one variable one value in the states of a layer.
advance = Kernel("frontier_advance")


def steps_of(program: FrontierProgram, place: int) -> list[Step]:
    """The transitions of a layer: its variable is false, or true."""
    layer, labels, ranks = program.layers[place], program.labels, program.ranks
    block = room("Block", block=BLOCK, key_words=program.words)
    found = []
    for value, transition in enumerate(layer.changes):
        if transition is None:
            continue
        change = _change(transition, program.bit_words)
        if ranks is not None:
            change = change._replace(ranked=1, gain=ranks.gains[place][value])
        labelling = unlabelled(program.bit_words)
        if labels:
            labelling = relabelling(labels, place, value, program.bit_words)
        arguments = {"change": change, "labels": labelling, "block": block}
        work = program.words + len(change.moves) + len(change.jumps) + 10
        work += 4 * len(labels.owners) if labels else 0
        found.append(Step(advance, arguments, 1, work, value * layer.pieces, value))
    return found


def successors_of(turn: LayerChoices) -> Successors:
    """The successors of the states of a layer, as an array."""
    states = len(turn.starts) - 1
    found = np.full((2, states), NONE, np.uint32)
    found[turn.chosen, np.repeat(np.arange(states), np.diff(turn.starts))] = turn.following
    return found


def _change(transition: Transition, words: int) -> Any:
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
        ranked=0, gain=0,
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
