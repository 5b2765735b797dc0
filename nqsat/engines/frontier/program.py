"""What the frontier programme does, layer by layer: a formula and an order of its variables, compiled.

The variables are decided one after the other. A constraint is *open* from its first variable to its
last, and all that the rest of the search must know of it is how many of its literals have been made
true, up to the number that matters (its cap). These small numbers are the *fields* of a state.
Constraints with the same past literals and the same cap have the same number and share a field: the
squares that a knight attacks ask all the same question about him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nqsat.engines.bounds import Bounds

WORD = 64

#: Into how many buckets states are hashed: two to this power.
BITS = 12
BUCKETS = 1 << BITS

#: Layers that are gone through together may touch so many bits, and no more than half of them all. States
#: that differ in nothing else, up to two to this power, are in one bucket.
TOUCHED = 12


class Slot(NamedTuple):
    """Where a field lies in a state: bits of one of its words."""

    word: int
    shift: int
    mask: int


class Action(NamedTuple):
    """What deciding a variable means for one constraint; all numbers, for the kernel.

    Args:
        word, shift, mask: where its number is read; mask 0 if it is 0 so far.
        positive: 1 if the literal is the variable, 0 if its negation.
        cap: the number is kept at this when it grows larger …
        strict: … unless this is 1: then it must not grow larger.
        needed: the number must be at least this, or the constraint can no longer be met.
        weight: how often the constraint has the literal.
        to_word, to_shift: where the new number is written; word -1 if nobody needs it.
    """

    word: int
    shift: int
    mask: int
    positive: int
    cap: int
    strict: int
    needed: int
    to_word: int
    to_shift: int
    weight: int


@dataclass(frozen=True, slots=True)
class Layer:
    """The decision of one variable.

    Args:
        variable: which.
        actions: one for each constraint that has it.
        keep: for each word of a state, the bits of the fields that stay as they are.
    """

    variable: int
    actions: tuple[Action, ...]
    keep: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """All layers.

    Args:
        layers: one for each variable, in order.
        words: how many words a state has.
        bits: for each layer, the bits of all fields after it: 2 to this power bounds the states.
        hopeless: some constraint cannot be met at all.
    """

    layers: tuple[Layer, ...]
    words: int
    bits: tuple[int, ...]
    hopeless: bool


#: Literals, each with how often the constraint has it, and the cap.
Key = tuple[frozenset[tuple[int, int]], int]


def compile_program(constraints: Sequence[Bounds], order: Sequence[int]) -> Program:
    """The layers for an order of all variables."""
    at: dict[int, list[Bounds]] = {x: [] for x in order}
    for bounds in constraints:
        for literal in dict.fromkeys(bounds.literals):
            at[abs(literal)].append(bounds)
    past: dict[Bounds, frozenset[tuple[int, int]]] = dict.fromkeys(constraints, frozenset())
    left = {bounds: len(bounds.literals) for bounds in constraints}
    slots: dict[Key, Slot] = {}
    users: dict[Key, int] = {}
    taken: list[int] = []  # of each word the bits that have an owner
    layers, bits = [], []
    for x in order:
        before = {bounds: (past[bounds], bounds.cap) for bounds in at[x]}
        for bounds in at[x]:
            literal = x if x in bounds.literals else -x
            weight = bounds.literals.count(literal)
            past[bounds] = past[bounds] | {(literal, weight)}
            left[bounds] -= weight
        after = {b: (past[b], b.cap) for b in at[x] if left[b] and b.cap}
        old = {key: slots[key] for key in before.values() if key in slots}
        for key in before.values():
            if key in users:
                users[key] -= 1
                if users[key] == 0:
                    del users[key]
                    _exchange(taken, slots.pop(key))
        keep = list(taken)
        for key in after.values():
            users[key] = users.get(key, 0) + 1
            if key not in slots:
                slots[key] = _free_slot(taken, key[1].bit_length())
                _exchange(taken, slots[key])
        layers.append(
            (x, [_action(b, x, old.get(before[b]), slots, left[b], after) for b in at[x]], keep)
        )
        bits.append(sum(map(int.bit_count, taken)))
    words = max((len(keep) for _, _, keep in layers), default=0)
    words = max([words, 1, *(action.to_word + 1 for _, actions, _ in layers for action in actions)])
    return Program(
        tuple(
            Layer(x, tuple(actions), (*keep, *[0] * (words - len(keep))))
            for x, actions, keep in layers
        ),
        words,
        tuple(bits),
        any(b.low > b.high or b.low > len(b.literals) for b in constraints),
    )


class Scope(NamedTuple):
    """Layers that are gone through together.

    Args:
        end: the first layer after them.
        kept: of each word of a state, the bits that all of them leave as they are.
    """

    end: int
    kept: tuple[int, ...]


def scope(program: Program, place: int) -> Scope:
    """The layers from this one on that touch few bits; one at least, if there is any."""
    every = program.bits[place - 1] if place else 0
    most = min(TOUCHED, every // 2)
    kept, end = ((1 << WORD) - 1,) * program.words, place
    for layer in program.layers[place:]:
        both = tuple(a & b for a, b in zip(kept, layer.keep, strict=True))
        if end > place and every - sum(map(int.bit_count, both)) > most:
            break
        kept, end = both, end + 1
    return Scope(end, kept)


def state_bytes(words: int, limbs: int) -> int:
    """Bytes that a state of so many words, with so many limbs in all its numbers, takes in tables.

    It is in one layer and in the next, and each has twice as many places as states, of 8 bytes.
    """
    return 2 * (8 * words + 8 * limbs + 16)


def _action(
    bounds: Bounds,
    x: int,
    source: Slot | None,
    slots: dict[Key, Slot],
    left: int,
    after: dict[Bounds, Key],
) -> Action:
    word, shift, mask = source or Slot(0, 0, 0)
    target = slots[after[bounds]] if bounds in after else None
    return Action(
        word,
        shift,
        mask,
        int(x in bounds.literals),
        bounds.cap,
        int(bounds.high < len(bounds.literals)),
        max(bounds.low - left, 0),
        -1 if target is None else target.word,
        0 if target is None else target.shift,
        bounds.literals.count(x) or bounds.literals.count(-x),
    )


def _exchange(taken: list[int], slot: Slot) -> None:
    """Give a slot away, or take it back."""
    taken += [0] * (slot.word + 1 - len(taken))
    taken[slot.word] ^= slot.mask << slot.shift


def _free_slot(taken: Sequence[int], size: int) -> Slot:
    """The first place in the words that nobody has."""
    mask = (1 << size) - 1
    for word in count():
        used = taken[word] if word < len(taken) else 0
        for shift in range(WORD - size + 1):
            if not used & (mask << shift):
                return Slot(word, shift, mask)
    raise AssertionError
