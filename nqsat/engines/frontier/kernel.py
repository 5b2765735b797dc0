"""One layer of the frontier programme, compiled: what follows on states if a variable has a value.

For labels, which stand behind the residuals, see ``components``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.layered.table_kernel import BLOCK, merge


class TransitionArrays(NamedTuple):
    """A ``Transition`` as arrays, and how values change.

    Args:
        masks: (dead, keep, add) x words.
        moves: rows of (source, mask, left, right, target).
        jumps: rows of (source, mask, targets).
        ranked: whether states are ranked, 1 or 0; then …
        gain: … by how much their values, the last words, grow …
        floor: … and what they must reach.
    """

    masks: Any
    moves: Any
    jumps: Any
    ranked: int = 0
    gain: int = 0
    floor: int = 0


class Relabelling(NamedTuple):
    """A ``LabelLayer`` with one of its values as arrays, and the rest of ``Labels``.

    ``shut`` has rows of a slot and a mask in words, ``bits`` is the width of a slot; ``label``, ``seen``
    and ``lost`` are room for the labels of a state, their names, and what each constraint has lost.
    """

    owners: Any
    acyclic: Any
    fresh: Any
    joins: Any
    closing: Any
    shut: Any
    bits: int
    label: Any
    seen: Any
    lost: Any


@njit()
def _apply_transition(rows: Any, first: int, stop: int, change: Any, keys: Any, source: Any) -> int:
    """Give a variable a value in some states: what follows, of which row, and how many there are."""
    masks, moves, jumps = change.masks, change.moves, change.jumps
    number, words = 0, masks.shape[1]
    for row in range(first, stop):
        dead = np.uint64(0)
        for w in range(words):
            bits = rows[row, w]
            dead |= bits & masks[0, w]
            keys[number, w] = bits & masks[1, w] | masks[2, w]
        for j in range(moves.shape[0]):
            bits = rows[row, moves[j, 0]] & moves[j, 1]
            keys[number, moves[j, 4]] |= bits << moves[j, 2] >> moves[j, 3]
        for j in range(jumps.shape[0]):
            if rows[row, jumps[j, 0]] & jumps[j, 1]:
                for w in range(words):
                    keys[number, w] |= jumps[j, 2 + w]
        source[number] = row
        number += int(dead == np.uint64(0))
    return number


@njit()
def _raise_values(keys: Any, source: Any, count: int, old: Any, change: Any) -> int:
    """Raise the values of some states; leave out those below the floor.

    Returns:
        how many are left.
    """
    number, last = 0, keys.shape[1] - 1
    for key in range(count):
        value = np.int64(old[source[key], last]) + change.gain
        if value >= change.floor:
            for w in range(last):
                keys[number, w] = keys[key, w]
            keys[number, last] = np.uint64(value)
            source[number] = source[key]
            number += 1
    return number


@njit()
def _join_labels(label: Any, labels: Any) -> bool:
    """Give new nodes labels, and nodes that are joined the same; False if that may not be."""
    owners, acyclic, fresh, joins = labels.owners, labels.acyclic, labels.fresh, labels.joins
    slots, groups = label.shape[0], acyclic.shape[0]
    for i in range(fresh.shape[0]):
        if label[owners[fresh[i]]]:  # the component is closed
            return False
        label[fresh[i]] = slots + 1 + i
    for i in range(joins.shape[0]):
        one, other = label[joins[i, 0]], label[joins[i, 1]]
        if one and other:
            if one == other and acyclic[owners[joins[i, 0]]]:
                return False
            for slot in range(groups, slots):
                if label[slot] == other:
                    label[slot] = one
    return True


@njit()
def _close_components(label: Any, owners: Any, groups: int, seen: Any, lost: Any) -> bool:
    """Set the flags of components that have closed; False if there are others besides.

    ``seen`` says which labels there were before some nodes lost theirs: 0, or 1 and its constraint.
    """
    lost[:] = 0
    for slot in range(groups, label.shape[0]):
        seen[label[slot]] = 0
    for name in range(1, seen.shape[0]):
        if seen[name]:
            lost[seen[name] - 1] += 1
    for slot in range(groups, label.shape[0]):
        if label[slot] and lost[owners[slot]]:
            return False
    for group in range(groups):
        if lost[group] > 1:
            return False
        label[group] += lost[group]
    return True


@njit()
def _clear_labels(label: Any, key: Any, closing: Any, shut: Any) -> None:
    """Take their labels from nodes that nothing can join any more."""
    for i in range(closing.shape[0]):
        label[closing[i]] = 0
    for i in range(shut.shape[0]):
        every = True
        for w in range(shut.shape[1] - 1):
            every &= key[w] & shut[i, 1 + w] == shut[i, 1 + w]
        if every:
            label[np.int64(shut[i, 0])] = 0


@njit()
def _pack_labels(label: Any, groups: int, names: Any, bits: int, words: int, key: Any) -> None:
    """Number labels by their first occurrence, and put them behind the words of residuals."""
    per, number = 64 // bits, 0
    names[:] = 0
    for w in range(words, key.shape[0]):
        key[w] = np.uint64(0)
    for slot in range(label.shape[0]):
        name = label[slot]
        if slot >= groups and name:
            if names[name] == 0:
                number += 1
                names[name] = number
            name = names[name]
        key[words + slot // per] |= np.uint64(name) << np.uint64(bits * (slot % per))


@njit()
def _advance_labels(keys: Any, source: Any, count: int, words: int, labels: Any) -> int:
    """Go on with the labels of some states; leave out those whose components cannot meet any more.

    Returns:
        how many are left.
    """
    owners, bits = labels.owners, labels.bits
    slots, groups, per = owners.shape[0], labels.acyclic.shape[0], 64 // bits
    width = words + -(-slots // per)
    label, seen, lost, number = labels.label, labels.seen, labels.lost, 0
    for key in range(count):
        for slot in range(slots):
            moved = keys[key, words + slot // per] >> np.uint64(bits * (slot % per))
            label[slot] = np.int64(moved & np.uint64((1 << bits) - 1))
        if not _join_labels(label, labels):
            continue
        seen[:] = 0
        for slot in range(groups, slots):
            if label[slot]:
                seen[label[slot]] = 1 + owners[slot]
        _clear_labels(label, keys[key], labels.closing, labels.shut)
        if _close_components(label, owners, groups, seen, lost):
            for w in range(keys.shape[1]):
                if w < words or w >= width:
                    keys[number, w] = keys[key, w]
            _pack_labels(label, groups, seen, bits, words, keys[number, :width])
            source[number] = source[key]
            number += 1
    return number


@njit()
def advance(
    old: Any, begin: int, sizes: int, limbs: int, shift: int, most: int, layer: Any, number: int,
    notes: Any, change: Any, labels: Any, block: Any,
) -> tuple[int, int]:  # fmt: skip
    """Give one variable one value in some states of a layer.

    Args:
        old: rows of states.
        begin: the first of them.
        sizes: how many numbers of each count on.
        limbs: of each number.
        shift: by how many limbs what is counted moves on, when another man stands there.
        most: stop when a layer has more states.
        layer: the next layer as ``table_kernel.begin`` made it, or as the states before these left it.
        number: how many states that has.
        notes: see ``layered.run.Notes``; of each state one follows.
        change: what becomes of the residuals.
        labels: what becomes of labels, which follow them; None if there are none.
        block: room for what follows.

    Returns:
        where to go on when the next layer has more room, and how many states it has; -1 if there are more
        than ``most``.
    """
    words = width = change.masks.shape[1]
    if labels is not None:
        width += -(-labels.owners.shape[0] // (64 // labels.bits))
    keys, source = block.keys, block.source
    for first in range(begin, old.shape[0], BLOCK):
        stop = min(first + BLOCK, old.shape[0])
        if number + stop - first > layer[0].shape[0]:
            return first, number
        count = _apply_transition(old, first, stop, change, keys, source)
        for key in range(count if width > words else 0):
            for w in range(words, width):
                keys[key, w] = old[source[key], w]
        if change.ranked:
            count = _raise_values(keys, source, count, old, change)
        if labels is not None:
            count = _advance_labels(keys, source, count, words, labels)
        number = merge(
            block, width, count, source, old, sizes, limbs, shift,
            layer, number, most, notes[0], change.ranked,
        )  # fmt: skip
        if number < 0:
            break
    return old.shape[0], number
