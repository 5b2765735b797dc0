"""The layers of a count, kept: what solutions can be numbered, drawn and weighed by.

For each state its choices and the states that follow are kept, not the state itself. The number of ways to
complete each state is added up backwards, exactly.

Where a state stands for its images under a symmetry, the completions of one are the images of the other's;
so a walk through the layers remembers the symmetry under which it sees the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from nqsat.engines.compiled.arrays import np
from nqsat.engines.listing.stream import Deadline

Item = TypeVar("Item")

#: Where a symmetry takes each node of a graph.
Map = Sequence[int]

#: Numbers below this one are kept in words.
LARGEST = 1 << 62


class LayerChoices(NamedTuple):
    """What may be chosen in the states of one layer, and how the board is seen after it.

    Args:
        starts: of each state, where its choices begin; and in the end, where all end.
        chosen: what each choice is, a bit for each item.
        following: the state of the next layer that each leads to; where it completes a solution, as many as
            there are states.
        folded: which of ``maps`` makes, for each, the state that follows of what comes of it; or -1.
        items: what may be chosen of what solutions are made of.
        maps: symmetries of the board.
    """

    starts: Any
    chosen: Any
    following: Any
    folded: Any = ()
    items: tuple[Any, ...] = ()
    maps: tuple[Map, ...] = ()

    def made(self, choice: int) -> set[Any]:
        """The items that a choice takes."""
        taken = int(self.chosen[choice])
        return {item for bit, item in enumerate(self.items) if taken >> bit & 1}

    def turned(self, choice: int) -> Map | None:
        """By which symmetry the board is seen after a choice, if by one."""
        by = self.folded[choice] if self.maps else -1
        return self.maps[by] if by >= 0 else None


class _Choice(NamedTuple):
    """One choice of a state: its number, the state that follows, and how many solutions go on so."""

    number: int
    following: int
    ways: int


class LinkedLayers(Generic[Item]):
    """The turns of a count, each of something that is decided: a variable, a node.

    Solutions are sets of items.

    Args:
        order: what is decided, in this order.
        turns: one for each. Before the first there is one state.
        group: all symmetries of the board by which states may stand for others.
        image: where one of them takes an item.
        hopeless: there is no solution, nor any turn.
        clock: that may run out while they are added up.

    Attributes:
        ways: for each turn, of each state, in how many ways it can be completed: words, or whole numbers of
            any size; and after the last one, where there is no state.

    Raises:
        OutOfTime: the clock has run out.
    """

    def __init__(
        self,
        order: Sequence[int],
        turns: Sequence[LayerChoices],
        group: Sequence[Map] = (),
        image: Callable[[Item, Map], Item] = lambda item, _: item,
        *,
        hopeless: bool = False,
        clock: Deadline | None = None,
    ) -> None:
        self.order, self.turns, self._hopeless = tuple(order), tuple(turns), hopeless
        self._group, self._image = group, image
        self.ways = [np.zeros(0, np.int64)]
        for starts, _, following, *_ in reversed(self.turns):
            if clock is not None:
                clock.check()
            values = np.append(self.ways[-1], 1)[following]
            if int(np.diff(starts).max(initial=1)) * int(values.max(initial=0)) >= LARGEST:
                values = values.astype(object)
            sums = np.add.reduceat(np.append(values, 0), starts[:-1])
            sums[starts[:-1] == starts[1:]] = 0  # of what has no choice one is added nevertheless
            self.ways.append(sums)
        self.ways.reverse()

    @property
    def total(self) -> int:
        """How many solutions there are."""
        return 0 if self._hopeless else int(np.append(self.ways[0], 1)[0])

    def through(self) -> Iterator[Any]:
        """For each turn, of each choice, how many solutions make it."""
        # In how many ways one comes to each state; where none goes on, words may overflow, times 0.
        into = np.ones(len(self.ways[0]), self.ways[0].dtype)
        for (starts, _, following, *_), after in zip(self.turns, self.ways[1:], strict=True):
            each = np.repeat(into, np.diff(starts))
            yield each * np.append(after, 1)[following]
            into = np.zeros(len(after) + 1, each.dtype)
            np.add.at(into, following, each)
            into = into[:-1]

    def holding(self) -> dict[Item, int]:
        """How many solutions have each item.

        An item and its images are in equally many. Of all solutions as they are seen where they are made,
        with one image or another in place of each, those that have one of these items are known.
        """
        seen: dict[Item, int] = {}
        for turn, ways in zip(self.turns, self.through(), strict=True):
            for bit, item in enumerate(turn.items):
                seen[item] = int(ways[turn.chosen >> bit & 1 == 1].sum())
        found = {}
        for item in seen:
            orbit = {self._image(item, one) for one in self._group} | {item}
            found[item] = sum(seen[one] for one in orbit) // len(orbit)
        return found

    def at(self, number: int) -> set[Item]:
        """The solution of a number, from 0 on."""
        items: set[Item] = set()
        back: Map = (
            range(len(self._group[0])) if self._group else ()
        )  # what each is that is seen here
        state = 0
        for place, turn in enumerate(self.turns):
            if state == len(self.ways[place]):  # it is complete already
                break
            for choice in self._choices(place, state):
                if number < choice.ways:
                    break
                number -= choice.ways
            items.update(self._image(item, back) for item in turn.made(choice.number))
            by, state = turn.turned(choice.number), choice.following
            if by is not None:
                here = dict(zip(by, back, strict=True))
                back = [here[node] for node in range(len(by))]
        return items

    def before(self, items: set[Item]) -> int:
        """The number of a solution: how many come before it."""
        # States, each with how many solutions come before those that lead through it, and how it is seen.
        reached = [(0, 0, items)]
        for place, turn in enumerate(self.turns):
            if reached[0][0] == len(self.ways[place]):
                break
            following = []
            for state, passed, here in reached:
                number = passed
                for choice in self._choices(place, state):
                    if choice.ways and turn.made(choice.number) == here.intersection(turn.items):
                        by = turn.turned(choice.number)
                        there = here if by is None else {self._image(item, by) for item in here}
                        following.append((choice.following, number, there))
                    number += choice.ways
            reached = following
        ((_, number, _),) = reached
        return number

    def _choices(self, place: int, state: int) -> Iterator[_Choice]:
        turn, after = self.turns[place], self.ways[place + 1]
        begin, end = turn.starts[state : state + 2].tolist()
        for number, following in enumerate(turn.following[begin:end].tolist(), begin):
            ways = int(after[following]) if following < len(after) else 1
            yield _Choice(number, following, ways)
