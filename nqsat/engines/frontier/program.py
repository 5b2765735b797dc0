"""What the program of ``frontier`` does, layer by layer: a formula and an order of its variables, compiled.

The variables are decided one after the other. A state is the set of the residuals of the constraints (see
``residuals``). Each is one bit of it, from the layer that it first may come from until its next variable is
decided. So what a value makes of a state is a handful of masks: most bits stay, some are added in any
case, and those of the residuals that have the variable are looked at. Sets of bits are whole numbers here,
however many words a state has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nqsat.engines.frontier.components import Labels, labels_of
from nqsat.engines.frontier.residuals import Residual, Residuals, demands_of, hopeless
from nqsat.modelling import OneComponent, Sum

WORD = 64

#: Layers that are gone through together may touch so many bits, and no more than half of them all. States
#: that differ in nothing else, up to two to this power, are in one bucket.
TOUCHED = 12


class Transition(NamedTuple):
    """What a value of a variable makes of a state.

    Args:
        dead: bits that ask for the other value; there must be none.
        clear: bits that go.
        add: bits that are there afterwards in any case.
        moves: bits that go to other places, each with by how many.
        jumps: the place of a bit that goes to several, and these.
    """

    dead: int
    clear: int
    add: int
    moves: tuple[tuple[int, int], ...]
    jumps: tuple[tuple[int, int], ...]

    @property
    def touched(self) -> int:
        """Bits that are changed, if they are there or not."""
        found = self.clear | self.add
        for mask, by in self.moves:
            found |= mask << by if by > 0 else mask >> -by
        for _, targets in self.jumps:
            found |= targets
        return found


class Layer(NamedTuple):
    """The decision of one variable.

    Args:
        variable: which.
        before: the bits that a state may have.
        changes: if it is false, and if it is true; None for a value that is never possible.
        men: how many men more there are if it is true; 0 where sizes are of no concern.
    """

    variable: int
    before: int
    changes: tuple[Transition | None, Transition | None]
    men: int = 0


class Program(NamedTuple):
    """A layer for each variable, in order, and how many words the residuals of a state have; no layers if
    it is hopeless, as some constraint cannot be met at all. With constraints on components, their labels.
    """

    layers: tuple[Layer, ...]
    words: int
    hopeless: bool = False
    labels: Labels | None = None

    @property
    def width(self) -> int:
        """The words of a state: those of residuals, and those of labels."""
        return self.words + (self.labels.words if self.labels else 0)


class LayerGroup(NamedTuple):
    """Layers that are gone through together: the first after them, and the bits that all leave alone."""

    end: int
    kept: int


def scope(program: Program, place: int) -> LayerGroup:
    """The layers from this one on that touch few bits; one at least, if there is any."""
    layers = program.layers[place:]
    every = kept = layers[0].before if layers else 0
    most, end = min(TOUCHED, every.bit_count() // 2), place
    for layer in layers:
        left = kept
        for change in filter(None, layer.changes):
            left &= ~change.touched
        if end > place and (every & ~left).bit_count() > most:
            break
        kept, end = left, end + 1
    return LayerGroup(end, kept)


def words_of(bits: int, words: int) -> list[int]:
    """A set of bits, word by word."""
    return [bits >> WORD * word & (1 << WORD) - 1 for word in range(words)]


def compile_program(
    constraints: Iterable[Sum],
    order: Sequence[int],
    men: Mapping[int, int] | None = None,
    components: Sequence[OneComponent] = (),
) -> Program:
    """The layers for an order of all variables, of which each stands for so many men."""
    demands = demands_of(constraints, order)
    if hopeless(demands):
        return Program((), 1, hopeless=True)
    residuals, layers, forcing = Residuals(demands), [], list[dict[int, int]]()
    for layer, before in traced(residuals, order):
        layers.append(layer._replace(men=men.get(layer.variable, 0) if men else 0))
        if components:
            forcing.append(residuals.forced(before))
    top = max((layer.before.bit_length() for layer in layers), default=0)
    labels = labels_of(components, order, [*forcing, {}][1:]) if components else None
    return Program(tuple(layers), max(1, -(-top // WORD)), labels=labels)


#: What comes of residuals.
Outcomes = Mapping[Residual, tuple[Residual, ...] | None]


def traced(
    residuals: Residuals, order: Sequence[int]
) -> Iterator[tuple[Layer, dict[Residual, int]]]:
    """The layers, each with the bits that residuals have in the states before it."""
    waiting: dict[int, list[Residual]] = {x: [] for x in order}
    places: dict[Residual, int] = {}
    for x in order:
        stand = dict(places)
        before = _bits(places.values())
        old = {residual: places.pop(residual) for residual in waiting.pop(x)}
        every = [*old, *residuals.from_start.get(x, ())]
        both = [{one: residuals.decided(one, value) for one in every} for value in (0, 1)]
        for residual, place in _placed(residuals, before & ~_bits(old.values()), old, both, places):
            places[residual] = place
            waiting[residuals.variable(residual)].append(residual)
        false, true = (_transition(outcomes, old, places) for outcomes in both)
        yield Layer(x, before, (false, true)), stand


def _placed(
    residuals: Residuals,
    taken: int,
    old: Mapping[Residual, int],
    both: Sequence[Outcomes],
    places: Mapping[Residual, int],
) -> Iterator[tuple[Residual, int]]:
    """A bit for each new residual: if it can be, that of one it comes of and that asks for as much more
    than is asked anyway. So the bits of one constraint stay, or all move by one place.
    """
    new: dict[Residual, int | None] = {}
    for outcomes in both:
        for residual, left in outcomes.items():
            place = old.get(residual)
            for one in left or ():
                if one in places or new.setdefault(one, None) is not None:
                    continue
                alone = left == (one,) and residuals.excess(one) == residuals.excess(residual)
                if alone and place is not None and not taken >> place & 1:
                    new[one] = place
                    taken |= 1 << place
    for one, place in new.items():
        if place is None:
            free = ~taken & (taken + 1)  # the first that is free
            taken |= free
            yield one, free.bit_length() - 1
        else:
            yield one, place


def _transition(
    outcomes: Outcomes, old: Mapping[Residual, int], places: Mapping[Residual, int]
) -> Transition | None:
    """What comes of states with these outcomes; None if there is something that cannot be met."""
    add = dead = clear = 0
    moves: dict[int, int] = {}
    jumps = []
    for residual, left in outcomes.items():
        if residual not in old:
            if left is None:
                return None
            add |= _bits(places[one] for one in left)
    for residual, place in old.items():
        left, bit = outcomes[residual], 1 << place
        if left is None:
            dead |= bit
            continue
        targets = _bits(places[one] for one in left) & ~add
        clear |= bit & ~targets
        targets &= ~bit
        if targets.bit_count() > 1:
            jumps.append((place, targets))
        elif targets:
            by = targets.bit_length() - 1 - place
            moves[by] = moves.get(by, 0) | bit
    return Transition(
        dead, clear, add, tuple((mask, by) for by, mask in moves.items()), tuple(jumps)
    )


def _bits(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found
