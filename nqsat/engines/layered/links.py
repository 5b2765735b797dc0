"""The layers of a count, kept: what solutions can be numbered, drawn and weighed by.

Of each state is kept what may be chosen there, and which state follows; what the state was need not stay.
In how many ways each state can be completed is added up on the way back, exactly.

Where a state stands for its images, what follows is completed by the images of what completes the other, so
that whoever goes along remembers by which symmetry he has come to see the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from nqsat.engines.arrays import np

Item = TypeVar("Item")
View = TypeVar("View")

#: Where a symmetry takes each node of a graph.
Map = Sequence[int]

#: Numbers below this one are kept in words.
LARGEST = 1 << 62


class Turn(NamedTuple):
    """What may be chosen in the states of one layer.

    Args:
        starts: of each state, where its choices begin; and in the end, where all end.
        chosen: what each choice is: bits that mean something to the engine.
        following: the state of the next layer that each leads to; where it completes a solution, as many as
            there are states.
    """

    starts: Any
    chosen: Any
    following: Any


class _Choice(NamedTuple):
    """One choice of a state: its number, the state that follows, and how many solutions go on so."""

    number: int
    following: int
    ways: int


class Layers:
    """The turns of a count, each of something that is decided: a variable, a node.

    Args:
        order: what is decided, in this order.
        turns: one for each. Before the first there is one state.
        hopeless: there is no solution, nor any turn.

    Attributes:
        ways: for each turn, of each state, in how many ways it can be completed: words, or whole numbers of
            any size; and after the last one, where there is no state.
    """

    def __init__(
        self, order: Sequence[int], turns: Sequence[Turn], *, hopeless: bool = False
    ) -> None:
        self.order, self.turns, self._hopeless = tuple(order), tuple(turns), hopeless
        self.ways = [np.zeros(0, np.int64)]
        for starts, _, following in reversed(self.turns):
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
        for (starts, _, following), after in zip(self.turns, self.ways[1:], strict=True):
            each = np.repeat(into, np.diff(starts))
            yield each * np.append(after, 1)[following]
            into = np.zeros(len(after) + 1, each.dtype)
            np.add.at(into, following, each)
            into = into[:-1]

    def at(self, number: int) -> Iterator[int]:
        """The choices that make a solution, by its number from 0 on."""
        state = 0
        for place, ways in enumerate(self.ways[:-1]):
            if state == len(ways):  # it is complete already
                return
            for choice in self._choices(place, state):
                if number < choice.ways:
                    yield choice.number
                    state = choice.following
                    break
                number -= choice.ways

    def before(self, view: View, seen: Callable[[int, int, View], View | None]) -> int:
        """How many solutions come before one.

        Args:
            view: what is known of it.
            seen: asked with a turn, a choice and a view, how it looks from the state that follows; None if
                the choice is not made.
        """
        # States, each with how many solutions come before those that lead through it.
        reached = [(0, 0, view)]
        for place, ways in enumerate(self.ways[:-1]):
            if reached[0][0] == len(ways):
                break
            following = []
            for state, passed, here in reached:
                number = passed
                for choice in self._choices(place, state):
                    there = seen(place, choice.number, here) if choice.ways else None
                    if there is not None:
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


# -- what solutions are made of ----------------------------------------------------------


class SymmetryView(NamedTuple):
    """How the board is seen in a layer, and after it.

    Args:
        items: what may be chosen, one for each bit of a choice.
        maps: symmetries of the board.
        folded: for each choice, which of them makes the state that follows of what comes of it; or -1.
    """

    items: tuple[Any, ...]
    maps: tuple[Map, ...]
    folded: Any

    def turned(self, choice: int) -> Map | None:
        """By which symmetry the board is seen after a choice, if by one."""
        by = self.folded[choice] if self.maps else -1
        return self.maps[by] if by >= 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class LinkedLayers(Generic[Item]):
    """The layers of a count whose solutions are sets of items.

    Args:
        views: how the board is seen in each layer.
        group: all symmetries of the board by which states may stand for others.
        image: where one of them takes an item.
    """

    layers: Layers
    views: tuple[SymmetryView, ...]
    group: tuple[Map, ...]
    image: Callable[[Item, Map], Item]

    def holding(self) -> dict[Item, int]:
        """How many sets have each item.

        An item and its images are in equally many. Of all sets as they are seen where they are made, with
        one image or another in place of each, those that have one of these items are known.
        """
        seen: dict[Item, int] = {}
        turns = zip(self.layers.turns, self.views, self.layers.through(), strict=True)
        for turn, view, sets in turns:
            for bit, item in enumerate(view.items):
                seen[item] = int(sets[turn.chosen >> bit & 1 == 1].sum())
        found = {}
        for item in seen:
            orbit = {self.image(item, one) for one in self.group} | {item}
            found[item] = sum(seen[one] for one in orbit) // len(orbit)
        return found

    def at(self, number: int) -> set[Item]:
        """A set, by its number from 0 on."""
        items: set[Item] = set()
        back: Map = (
            range(len(self.group[0])) if self.group else ()
        )  # what each is that is seen here
        for place, choice in enumerate(self.layers.at(number)):
            items.update(self.image(item, back) for item in self._made(place, choice))
            by = self.views[place].turned(choice)
            if by is not None:
                here = dict(zip(by, back, strict=True))
                back = [here[node] for node in range(len(by))]
        return items

    def before(self, items: set[Item]) -> int:
        """The number of a set."""

        def seen(place: int, choice: int, items: set[Item]) -> set[Item] | None:
            view = self.views[place]
            if self._made(place, choice) != items.intersection(view.items):
                return None
            by = view.turned(choice)
            return items if by is None else {self.image(item, by) for item in items}

        return self.layers.before(items, seen)

    def _made(self, place: int, choice: int) -> set[Item]:
        """The items that a choice takes."""
        taken = int(self.layers.turns[place].chosen[choice])
        return {item for bit, item in enumerate(self.views[place].items) if taken >> bit & 1}
