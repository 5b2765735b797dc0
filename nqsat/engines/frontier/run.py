"""The program of ``frontier`` as kernels run it: arrays, and the bits that layers do not change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.frontier.components import Labels
from nqsat.engines.frontier.kernel import advance, advance_labelled
from nqsat.engines.frontier.plan import Ranks
from nqsat.engines.frontier.program import WORD, Program, Transition, layer_group, words_of
from nqsat.engines.layered.links import LayerChoices
from nqsat.engines.layered.run import LayeredProgram, LayerStates, Step
from nqsat.engines.layered.table_kernel import Rows
from nqsat.errors import EngineFailure

#: Marks a successor that does not exist.
NONE = 0xFFFFFFFF

#: Array of 2 × states: the index of each state's successor if the variable is false, or true; ``NONE`` if
#: there is none.
Successors = np.ndarray[Any, np.dtype[np.uint32]]


class FrontierProgram(LayeredProgram):
    """A program with one layer for each variable.

    Args:
        named: the variables that solutions consist of.
        ranks: if given, only the best solutions count; the last word of a state is its value.
    """

    def __init__(
        self, program: Program, named: Collection[int] = (), ranks: Ranks | None = None
    ) -> None:
        self._program, self._named, self._ranks = program, named, ranks
        self.order = tuple(layer.variable for layer in program.layers)
        self.words = program.width + (ranks is not None)

    def keys(self) -> Rows:
        return np.zeros((0 if self._program.hopeless else 1, self.words), np.uint64)

    def steps(self, place: int) -> list[Step]:
        layer = self._program.layers[place]
        found = []
        for value, change in enumerate(layer.changes):
            if change is not None:
                kernel: Callable[..., Any] = advance
                arrays = _arrays(change, self._program.words)
                work = self.words + len(arrays[1]) + len(arrays[2]) + 10
                if labels := self._program.labels:
                    kernel = advance_labelled
                    arrays += _label_arrays(labels, place, value, self._program.words)
                    work += 4 * len(labels.owners)
                arrays = (self._rank(place, value), *arrays)
                found.append(Step(kernel, arrays, 1, work, value * layer.men, value))
        return found

    def _rank(self, place: int, value: int) -> tuple[int, int, int]:
        """See ``frontier.kernel.advance``."""
        ranks = self._ranks
        return (0, 0, 0) if ranks is None else (1, ranks.gains[place][value], ranks.floors[place])

    def values(self, rows: Rows) -> Any:
        """The values of states, if ``ranks`` is given."""
        return rows[:, self.words - 1].astype(np.int64)

    def numbers(self, last: LayerStates) -> list[int]:
        if self._ranks is None:
            return last.numbers(self.words)
        values, wanted = self.values(last.rows), self._ranks.wanted
        if (values > wanted).any():
            reason = f"a solution has {values.max()} of what no solution has more than {wanted} of"
            raise EngineFailure(reason)
        return last._replace(rows=last.rows[values == wanted]).numbers(self.words)

    def scope(self, place: int) -> int:
        return layer_group(self._program, place).end

    def marks(self, place: int, rows: Rows) -> Rows:
        kept = words_of(layer_group(self._program, place).unchanged, self._program.words)
        return rows[:, : self._program.words] & np.array(kept, np.uint64)

    def items(self, place: int) -> tuple[int, ...]:
        x = self.order[place]
        return (x,) if x in self._named else ()  # choices of other variables are not recorded


def successors_of(turn: LayerChoices) -> Successors:
    """The successors of the states of a layer, as an array."""
    states = len(turn.starts) - 1
    found = np.full((2, states), NONE, np.uint32)
    found[turn.chosen, np.repeat(np.arange(states), np.diff(turn.starts))] = turn.following
    return found


# -- arguments of the kernel -------------------------------------------------------------


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
