"""The layers of a programme, kept: what solutions can be numbered, drawn and weighed by.

Two successors are enough of each state; what the state was need not stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.frontier.kernel import LIMB, NONE, Rows, completed
from nqsat.engines.frontier.program import WORD, Program, state_bytes
from nqsat.engines.frontier.run import at_once, begun, decided

Successors = np.ndarray[Any, np.dtype[np.uint32]]


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """All states before and after each decision, by their numbers.

    Args:
        order: the variables of the formula, in the order in which they are decided.
        successors: for each of them 2 × states: the number of the state that follows if it is false, or
            true; ``NONE`` if there is none. The first layer has one state, or none.
        last: how many states there are in the end; all of them are solutions, and they are one, or none.
    """

    order: tuple[int, ...]
    successors: tuple[Successors, ...]
    last: int

    def completions(self) -> list[Rows]:
        """For each layer, and after the last: of each state, in how many ways it can be completed.

        Numbers have limbs as in ``kernel``, those of a layer as many as its greatest needs, or one more.
        """
        found = [np.ones((self.last, 1), np.uint64)]
        for successors in reversed(self.successors):
            after = found[-1]
            if after[:, -1].max(initial=0) >> np.uint64(WORD - 1):  # twice as much needs another
                after = np.pad(after, ((0, 0), (0, 1)))
            found.append(completed(successors, after, after.shape[1]))
        return found[::-1]

    def ways(self) -> list[Any]:
        """The same as Python's own numbers, in arrays of objects."""
        found = []
        for rows in self.completions():
            number = np.zeros(len(rows), object)
            for place, limbs in enumerate(rows.T):
                number += limbs.astype(object) << (LIMB * place)
            found.append(number)
        return found

    def true(self, ways: Sequence[Any]) -> Iterator[int]:
        """Of each variable, in order: in how many solutions it is true.

        Args:
            ways: as from ``ways``.
        """
        into = np.ones(len(ways[0]), object)  # of each state, in how many ways one comes there
        for successors, after in zip(self.successors, ways[1:], strict=True):
            no, yes = (successors[value] != NONE for value in (0, 1))
            yield int((into[yes] * after[successors[1, yes]]).sum()) if yes.any() else 0
            following = np.zeros(len(after), object)
            np.add.at(following, successors[0, no], into[no])
            np.add.at(following, successors[1, yes], into[yes])
            into = following


def passed(program: Program, memory: int) -> Iterator[tuple[Rows, Successors]]:
    """The states before each layer with what follows on them, and those in the end, on which nothing does.

    Raises:
        TooWide: a layer, and what was said of those before, take more bytes than ``memory``.
    """
    stand = begun(program, 0)
    for _ in program.layers:
        rows, successors = stand.rows, np.full((2, len(stand.rows)), NONE, np.uint32)
        memory = max(0, memory - successors.nbytes)
        most = memory // state_bytes(program.words, 0)
        stand = at_once(decided(program, stand, most, successors=successors))
        yield rows, successors
    yield stand.rows, np.empty((2, 0), np.uint32)


def layers_of(program: Program, memory: int) -> Layers:
    """All layers.

    Raises:
        TooWide: they take more bytes than ``memory``.
    """
    every, last = [], 0
    for rows, successors in passed(program, memory):
        every.append(successors)
        last = len(rows)
    order = tuple(layer.variable for layer in program.layers)
    return Layers(order, tuple(every[:-1]), last)
