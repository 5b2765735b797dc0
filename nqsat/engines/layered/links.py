"""The stored layers of a count, from which solutions are ranked, unranked, sampled and weighed.

For each state, its choices and successors are stored, but not the state itself. A backward pass computes
the exact number of completions of each state.

Where a state represents its images under a symmetry, the completions of an image are the images of its
completions; so a walk through the layers tracks the symmetry that maps the board to the represented one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from nqsat.engines.arrays import np
from nqsat.engines.layered.program import Map, Program
from nqsat.engines.stream import Deadline

Item = TypeVar("Item")

#: Counts below this bound fit into machine words.
LARGEST = 1 << 62


class LayerChoices(NamedTuple):
    """The choices in the states of one layer."""

    starts: Any  # the index of the first choice of each state, and finally the number of choices
    chosen: Any  # each choice as a bit mask of items
    #: the successor in the next layer of each choice; the number of states there, if the choice
    #: completes a solution
    following: Any
    #: for each choice, the index in `maps` of the symmetry that maps the raw successor to the
    #: stored one; or -1
    folded: Any = ()
    items: tuple[Any, ...] = ()  # the items of solutions that this layer can choose
    maps: tuple[Map, ...] = ()  # symmetries of the board
    #: for each choice, how often a solution with it counts in `total` and `at`, as Python integers;
    #: () for once
    times: Any = ()

    def made(self, choice: int) -> set[Any]:
        """The items of a choice."""
        taken = int(self.chosen[choice])
        return {item for bit, item in enumerate(self.items) if taken >> bit & 1}

    def symmetry_of(self, choice: int) -> Map | None:
        """The symmetry applied after a choice, or None."""
        by = self.folded[choice] if self.maps else -1
        return self.maps[by] if by >= 0 else None


class _Choice(NamedTuple):
    """One choice of a state: its index, its successor, the number of its completions, and ``times``."""

    number: int
    following: int
    ways: int
    times: int


class LinkedLayers(Generic[Item]):
    """The layers of a count with the choices of each state; solutions are sets of items.

    Before the first layer there is one state. ``group`` has all symmetries of the board under which states
    are identified; ``image`` computes the image of an item under one. Where a model is ``hopeless``, there
    is no layer. Only the first ``shown`` layers distinguish solutions: of the completions of a state after
    these, only the first counts. The backward pass raises OutOfTime if the clock runs out.

    Attributes:
        ways: for each layer, an array with the number of completions of each state, as machine words or
            Python integers; finally an empty array.
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
        shown: int | None = None,
    ) -> None:
        self.order, self.turns, self.hopeless = tuple(order), tuple(turns), hopeless
        self._group, self._image = group, image
        self.shown = len(turns) if shown is None else shown
        self.ways = [np.zeros(0, np.int64)]
        for place, turn in reversed([*enumerate(self.turns)]):
            if clock is not None:
                clock.check()
            starts, values = turn.starts, np.append(self.ways[-1], 1)[turn.following]
            if len(turn.times):
                values = values * turn.times
            elif int(np.diff(starts).max(initial=1)) * int(values.max(initial=0)) >= LARGEST:
                values = values.astype(object)
            sums = np.add.reduceat(np.append(values, 0), starts[:-1])
            sums[starts[:-1] == starts[1:]] = 0  # reduceat sums an empty range to one element
            self.ways.append(sums if place < self.shown else np.minimum(sums, 1))
        self.ways.reverse()

    @property
    def total(self) -> int:
        """Number of solutions."""
        return 0 if self.hopeless else int(np.append(self.ways[0], 1)[0])

    def through(self) -> Iterator[Any]:
        """Yield, for each layer, an array with the number of solutions through each choice."""
        # Number of paths to each state; where no completion exists, words may overflow, but are multiplied
        # by 0.
        into = np.ones(len(self.ways[0]), self.ways[0].dtype)
        for (starts, _, following, *_), after in zip(self.turns, self.ways[1:], strict=True):
            each = np.repeat(into, np.diff(starts))
            yield each * np.append(after, 1)[following]
            into = np.zeros(len(after) + 1, each.dtype)
            np.add.at(into, following, each)
            into = into[:-1]

    def item_counts(self) -> dict[Item, int]:
        """Return the number of solutions that contain each item.

        An item and its images are contained in equally many. The counts in the represented orientation,
        where some solutions are replaced by images, are exact when summed over the orbit of an item.
        """
        seen: dict[Item, int] = {}
        for turn, ways in zip(self.turns, self.through(), strict=True):
            for bit, item in enumerate(turn.items):
                seen[item] = int(ways[turn.chosen >> bit & 1 == 1].sum())
        found = {}
        for item in seen:
            orbit = {self._image(item, symmetry) for symmetry in self._group} | {item}
            found[item] = sum(seen[image] for image in orbit) // len(orbit)
        return found

    def at(self, number: int) -> set[Item]:
        """Return the solution with this rank, from 0 on; one that counts n times has n ranks."""
        items: set[Item] = set()
        back: Map = (
            range(len(self._group[0])) if self._group else ()
        )  # from the represented orientation
        state = 0
        for place, turn in enumerate(self.turns):
            if state == len(self.ways[place]):  # the solution is already complete
                break
            for choice in self._choices(place, state):
                if number < choice.ways:
                    break
                number -= choice.ways
            number //= choice.times
            items.update(self._image(item, back) for item in turn.made(choice.number))
            by, state = turn.symmetry_of(choice.number), choice.following
            if by is not None:
                here = dict(zip(by, back, strict=True))
                back = [here[node] for node in range(len(by))]
        return items

    def before(self, items: set[Item]) -> int:
        """Return the rank of a solution: how many come before it."""
        # States, each with the rank of the first solution through it, and the solution in its orientation.
        reached = [(0, 0, items)]
        for place, turn in enumerate(self.turns[: self.shown]):
            if reached[0][0] == len(self.ways[place]):
                break
            following = []
            for state, passed, here in reached:
                number = passed
                for choice in self._choices(place, state):
                    if choice.ways and turn.made(choice.number) == here.intersection(turn.items):
                        by = turn.symmetry_of(choice.number)
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
            times = turn.times[number] if len(turn.times) else 1
            yield _Choice(number, following, ways * times, times)


def joined(
    program: Program, turns: Sequence[LayerChoices], clock: Deadline | None = None
) -> LinkedLayers[Any]:
    """Return the layers of a program from the choices of each; raise OutOfTime as ``LinkedLayers``."""
    if turns:  # every state at the end is a solution: with a component or without one, for instance
        *most, last = turns
        turns = [*most, last._replace(following=np.zeros_like(last.following))]
    return LinkedLayers(
        program.order, turns, program.group, program.image,
        hopeless=not program.keys(), clock=clock,
    )  # fmt: skip
