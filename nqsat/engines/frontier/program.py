"""The program of ``frontier``: a formula and an order of its variables, compiled to layers.

The variables are decided one after the other. A state is the set of the residuals of the constraints (see
``residuals``). Each residual has one bit of the state, from the layer where it can first occur until its
next variable is decided. So a transition is a few bit masks: most bits stay, some are set in any case, and
the bits of residuals that contain the variable are tested. Bit sets are Python integers here, however many
words a state has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nqsat.engines.frontier.components import WORD, Labels, labels_of
from nqsat.engines.frontier.residuals import Residual, Residuals, demands_of, is_unsatisfiable
from nqsat.engines.layered.program import Program, Step, digest
from nqsat.errors import EngineFailure
from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import OneComponent, Sum

if TYPE_CHECKING:
    from nqsat.engines.layered.states import LayerStates

NAME = "frontier"


class Transition(NamedTuple):
    """The effect of a value of a variable on a state."""

    dead: int  # bits of residuals that require the other value; none of them may be set
    clear: int  # bits that are cleared
    add: int  # bits that are set in any case
    moves: tuple[tuple[int, int], ...]  # bit masks that are shifted, each with its distance
    #: positions of bits that are replaced by several, each with these
    jumps: tuple[tuple[int, int], ...]


class Layer(NamedTuple):
    """The decision of one variable."""

    variable: int
    before: int  # the bits that a state may have
    #: the transitions if it is false, and if it is true; None for an impossible value
    changes: tuple[Transition | None, Transition | None]
    pieces: int = 0  # number of pieces added if it is true; 0 where sizes are not counted


class GoalGains(NamedTuple):
    """Values of states, for a program that counts only solutions with the best value; see ``ranked``."""

    #: for each layer, the increase of the value if its variable is false, and if it is true
    gains: tuple[tuple[int, int], ...]
    wanted: int  # the final value


@dataclass(frozen=True, slots=True)
class FrontierProgram(Program):
    """A layer for each variable, in order."""

    layers: tuple[Layer, ...]  # the layers; none if `hopeless`
    bit_words: int  # the number of words for the residuals of a state
    hopeless: bool = False  # whether a constraint cannot be satisfied
    labels: Labels | None = None  # for constraints on components; their words follow
    #: the variables that solutions consist of, if they are ranked and unranked
    named: frozenset[int] = frozenset()
    #: if given, only the best solutions count; the last word of a state is its value
    ranks: GoalGains | None = None

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(layer.variable for layer in self.layers)

    @property
    def words(self) -> int:
        labels = self.labels.words if self.labels else 0
        return self.bit_words + labels + (self.ranks is not None)

    @property
    def digest(self) -> str:
        return digest(self.layers, self.labels, self.ranks)

    def keys(self) -> list[tuple[int, ...]]:
        return [] if self.hopeless else [(0,) * self.words]

    def steps(self, place: int) -> Sequence[Step]:
        from nqsat.engines.frontier.run import change_of, relabelling, step_of, unlabelled

        layer, words, found = self.layers[place], self.bit_words, []
        for value, transition in enumerate(layer.changes):
            if transition is None:
                continue
            gain = None if self.ranks is None else self.ranks.gains[place][value]
            labels = self.labels and relabelling(self.labels, place, value, words)
            change = change_of(transition, words, gain)
            found.append(
                step_of(change, labels or unlabelled(words), value, layer.pieces, self.words)
            )
        return found

    def items(self, place: int) -> tuple[int, ...]:
        x = self.layers[place].variable
        return (x,) if x in self.named else ()  # choices of other variables are not recorded

    def numbers(self, last: LayerStates) -> list[int]:
        if self.ranks is None:
            return last.numbers(self.words)
        values, wanted = last.rows[:, self.words - 1].astype("int64"), self.ranks.wanted
        if (values > wanted).any():
            reason = f"a solution has {values.max()} of what no solution has more than {wanted} of"
            raise EngineFailure(reason)
        return last._replace(rows=last.rows[values == wanted]).numbers(self.words)


def compile_program(
    constraints: Iterable[Sum],
    order: Sequence[int],
    pieces: Mapping[int, int] | None = None,
    components: Sequence[OneComponent] = (),
) -> FrontierProgram:
    """Compile the layers for an order of all variables; ``pieces``: how many each adds."""
    demands = demands_of(constraints, order)
    if is_unsatisfiable(demands):
        return FrontierProgram((), 1, hopeless=True)
    residuals, layers, forcing = Residuals(demands), [], list[dict[int, int]]()
    for layer, before in trace_layers(residuals, order):
        layers.append(layer._replace(pieces=pieces.get(layer.variable, 0) if pieces else 0))
        if components:
            forcing.append(residuals.forcing_bits(before))
    top = max((layer.before.bit_length() for layer in layers), default=0)
    labels = labels_of(components, order, [*forcing, {}][1:]) if components else None
    return FrontierProgram(tuple(layers), max(1, -(-top // WORD)), labels=labels)


#: The result of each residual when a variable gets a value.
Outcomes = Mapping[Residual, tuple[Residual, ...] | None]


def trace_layers(
    residuals: Residuals, order: Sequence[int]
) -> Iterator[tuple[Layer, dict[Residual, int]]]:
    """Yield the layers, each with the bits of residuals in the states before it."""
    waiting: dict[int, list[Residual]] = {x: [] for x in order}
    places: dict[Residual, int] = {}
    for x in while_waiting(order):
        stand = dict(places)
        before = _bit_set(places.values())
        old = {residual: places.pop(residual) for residual in waiting.pop(x)}
        every = [*old, *residuals.from_start.get(x, ())]
        both = [
            {residual: residuals.decide(residual, value) for residual in every} for value in (0, 1)
        ]
        for residual, place in _assign_bits(
            residuals, before & ~_bit_set(old.values()), old, both, places
        ):
            places[residual] = place
            waiting[residuals.variable(residual)].append(residual)
        false, true = (_transition(outcomes, old, places) for outcomes in both)
        yield Layer(x, before, (false, true)), stand


def _assign_bits(
    residuals: Residuals,
    occupied: int,
    old: Mapping[Residual, int],
    both: Sequence[Outcomes],
    places: Mapping[Residual, int],
) -> Iterator[tuple[Residual, int]]:
    """Assign a bit to each new residual: if possible, the bit of a predecessor with the same excess. So the
    bits of one constraint stay in place, or are all shifted by one.
    """
    new: dict[Residual, int | None] = {}
    for outcomes in both:
        for residual, left in outcomes.items():
            place = old.get(residual)
            for after in left or ():
                if after in places or new.setdefault(after, None) is not None:
                    continue
                alone = left == (after,) and residuals.excess(after) == residuals.excess(residual)
                if alone and place is not None and not occupied >> place & 1:
                    new[after] = place
                    occupied |= 1 << place
    for residual, place in new.items():
        if place is None:
            free = ~occupied & (occupied + 1)  # the lowest free bit
            occupied |= free
            yield residual, free.bit_length() - 1
        else:
            yield residual, place


def _transition(
    outcomes: Outcomes, old: Mapping[Residual, int], places: Mapping[Residual, int]
) -> Transition | None:
    """The transition for these outcomes; None if a residual of every state becomes impossible."""
    add = dead = clear = 0
    moves: dict[int, int] = {}
    jumps = []
    for residual, left in outcomes.items():
        if residual not in old:
            if left is None:
                return None
            add |= _bit_set(places[residual] for residual in left)
    for residual, place in old.items():
        left, bit = outcomes[residual], 1 << place
        if left is None:
            dead |= bit
            continue
        targets = _bit_set(places[residual] for residual in left) & ~add
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


def _bit_set(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found
