"""The middle of a graph, compiled: the states of two halves, sorted by pattern, are joined.

For patterns and pairings see ``patterns``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.mates.pairing_kernel import add_pairs

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_NIBBLE = np.uint64(15)
_32 = np.uint64(32)


class JoinTask(NamedTuple):
    """What is joined, as arrays.

    Args:
        sizes, pairings, counts: the states of the one half; those of pattern p begin at ``sizes[p]``.
        other_sizes, other_pairings, other_counts: those of the other half, by its own numbers.
        power: the powers of three.
        image: what the other half calls each place of the middle.
        flip: a symmetry of both halves from place to place; the identity if none is used.
        swaps: whether the other half is the mirror image of the one and a pair counts as its image.
        edges: those of the middle: two places, by the other half's numbers, and whether required.
    """

    sizes: Any
    pairings: Any
    counts: Any
    other_sizes: Any
    other_pairings: Any
    other_counts: Any
    power: Any
    image: Any
    flip: Any
    swaps: bool
    edges: Any


class EdgeLevels(NamedTuple):
    """The states of a pattern with a set of edges, which is decided edge by edge: for each level …

    Args:
        row: their row of ``work``.
        size: how many they are.
        code: their pattern, by the other half's numbers …
        flipped: … and its image under the flip.
        turn: what was done with the next edge.
        work, more: pairings and counts, a row for each level at most. Not by level:
        degree: of each place, at the level looked at.
        seen: a hash table; see ``_contract``.
    """

    row: Any
    size: Any
    code: Any
    flipped: Any
    turn: Any
    work: Any
    more: Any
    degree: Any
    seen: Any


#: What was done with an edge: nothing, it was left out, it was taken, or all.
_NEW, _LEFT_OUT, _TAKEN, _DONE = 0, 1, 2, 3


@njit()
def _renumbered(pairing: Any, image: Any) -> Any:
    """The pairing with each place called by another number."""
    new = np.uint64(0)
    for i in range(image.shape[0]):
        mate = np.int64((pairing >> np.uint64(4 * i)) & _NIBBLE)
        new |= np.uint64(image[mate]) << np.uint64(4 * image[i])
    return new


@njit()
def _renumbered_pattern(pattern: int, image: Any, power: Any) -> int:
    new = 0
    for i in range(image.shape[0]):
        new += (pattern % 3) * power[image[i]]
        pattern //= 3
    return new


@njit()
def _contract(
    pairings: Any, counts: Any, number: int, a: int, b: int, done: Any, into: Any, into_counts: Any,
    seen: Any, mark: int,
) -> int:  # fmt: skip
    """Add an edge from a to b to some pairings; equal ones become one, and cycles are left out.

    Of ``pairings`` with ``counts`` the first ``number``. ``done`` has four ones for each of a and b
    that becomes inner: its number is made its own. The new ones go ``into`` and ``into_counts``, and it
    is returned how many they are. ``seen`` is a hash table of indices, each with a mark in its upper half;
    places with a lower mark than this one are free.
    """
    own = ((np.uint64(a) << np.uint64(4 * a)) | (np.uint64(b) << np.uint64(4 * b))) & done
    places = 4
    while places < 4 * number:
        places *= 2
    fresh = 0
    least = mark << 32
    for i in range(number):
        pairing = pairings[i]
        end = (pairing >> np.uint64(4 * a)) & _NIBBLE
        other = (pairing >> np.uint64(4 * b)) & _NIBBLE
        if end == np.uint64(b):
            continue
        first = end << _TWO
        second = other << _TWO
        pairing = (pairing & ~(_NIBBLE << first)) | (other << first)
        pairing = (pairing & ~(_NIBBLE << second)) | (end << second)
        pairing = (pairing & ~done) | own
        h = pairing * np.uint64(0x9E3779B97F4A7C15)
        place = np.int64((h ^ (h >> _32)) >> np.uint64(16)) & (places - 1)
        entry = seen[place]
        while entry >= least and into[entry - least] != pairing:
            place = (place + 1) & (places - 1)
            entry = seen[place]
        # Without a branch: which are new cannot be predicted.
        is_new = entry < least
        index = fresh if is_new else entry - least
        seen[place] = least + index
        into[index] = pairing
        into_counts[index] = counts[i] + (np.uint64(0) if is_new else into_counts[index])
        fresh += is_new
    return fresh


@njit(inline=True)
def _inner(degree: Any, a: int, b: int) -> Any:
    """Four ones for each of two places that has one edge already and gets another."""
    done = np.uint64(0)
    if degree[a] == 1:
        done |= _NIBBLE << np.uint64(4 * a)
    if degree[b] == 1:
        done |= _NIBBLE << np.uint64(4 * b)
    return done


@njit(inline=True)
def _factor(task: Any, own: int, pattern: int, code: int, flipped: int) -> Any:
    """How often the pairs count of which the other half has the degrees that are missing.

    Where the halves are mirror images, twice or never: of a pair and its image that one is joined of which
    the larger pattern is contracted (it has become small then). ``own`` is the number of states of the
    ``pattern``, which is less than its image under the flip; ``code`` and ``flipped`` are the degrees that
    this half and its edges make, and their image.
    """
    full = task.power[task.image.shape[0]] - 1
    wanted = full - code
    others = task.other_sizes[wanted + 1] - task.other_sizes[wanted]
    if others == 0:
        return np.uint64(0)
    image = min(wanted, full - flipped)
    if not task.swaps or (others == own and image == pattern):
        return _ONE
    if others < own or (others == own and image > pattern):
        return _TWO
    return np.uint64(0)


@njit(inline=True)
def _first_level(task: Any, levels: Any, pattern: int, weight: Any) -> Any:
    """Copy the states of a pattern, by the other half's numbers."""
    begin = task.sizes[pattern]
    number = task.sizes[pattern + 1] - begin
    for i in range(number):
        levels.work[0, i] = _renumbered(task.pairings[begin + i], task.image)
        levels.more[0, i] = task.counts[begin + i] * weight
    levels.row[0] = levels.turn[0] = 0
    levels.size[0] = number
    levels.code[0] = _renumbered_pattern(pattern, task.image, task.power)
    levels.flipped[0] = _renumbered_pattern(levels.code[0], task.flip, task.power)
    return number


@njit()
def _degrees(code: int, degree: Any) -> Any:
    """Write down the digits of a pattern; the places of its ones, one bit for each."""
    ends = np.uint64(0)
    for i in range(degree.shape[0]):
        degree[i] = code % 3
        code //= 3
        if degree[i] == 1:
            ends |= _ONE << np.uint64(i)
    return ends


@njit(inline=True)
def _descend(levels: Any, level: int, row: int, size: int, code: int, flipped: int) -> None:
    """Fill in the next level."""
    levels.row[level + 1] = row
    levels.size[level + 1] = size
    levels.code[level + 1] = code
    levels.flipped[level + 1] = flipped
    levels.turn[level + 1] = _NEW


@njit(inline=True)
def _join_pattern(
    pattern: int, weight: Any, mark: int, task: Any, levels: Any, total: Any
) -> tuple[int, int]:
    """Join the states of one pattern with all that complete them.

    The sets of edges are gone through depth first: at each level one edge, first left out, then taken.

    Returns:
        about how much work that was, and the mark that was used last; see ``_contract``.
    """
    edges, degree = task.edges, levels.degree
    number, full = edges.shape[0], task.power[task.image.shape[0]] - 1
    own = _first_level(task, levels, pattern, weight)
    ends = _degrees(levels.code[0], degree)
    spent = level = 0
    while level >= 0:
        row, size = levels.row[level], levels.size[level]
        code, flipped = levels.code[level], levels.flipped[level]
        if level == number:
            factor = _factor(task, own, pattern, code, flipped)
            if factor:
                here, there = task.other_sizes[full - code], task.other_sizes[full - code + 1]
                add_pairs(
                    levels.work[row, :size], levels.more[row, :size], ends,
                    task.other_pairings[here:there], task.other_counts[here:there], factor, total,
                )  # fmt: skip
                spent += size * (there - here)
            level -= 1
            continue
        a, b = edges[level, 0], edges[level, 1]
        both = (_ONE << np.uint64(a)) | (_ONE << np.uint64(b))
        if levels.turn[level] == _NEW:
            levels.turn[level] = _LEFT_OUT
            if not edges[level, 2]:
                _descend(levels, level, row, size, code, flipped)
                level += 1
                continue
        if levels.turn[level] == _LEFT_OUT and degree[a] < 2 and degree[b] < 2:
            levels.turn[level] = _DONE
            mark += 1
            spent += size
            code += task.power[a] + task.power[b]
            flipped += task.power[task.flip[a]] + task.power[task.flip[b]]
            fresh: Any = np.int64(0)
            if level + 1 < number or _factor(task, own, pattern, code, flipped):
                fresh = _contract(
                    levels.work[row], levels.more[row], size, a, b, _inner(degree, a, b),
                    levels.work[level + 1], levels.more[level + 1], levels.seen, mark,
                )  # fmt: skip
            if fresh:
                degree[a] += 1
                degree[b] += 1
                levels.turn[level] = _TAKEN
                ends ^= both
                _descend(levels, level, level + 1, fresh, code, flipped)
                level += 1
                continue
        elif levels.turn[level] == _TAKEN:
            degree[a] -= 1
            degree[b] -= 1
            ends ^= both
        level -= 1
    return spent, mark


@njit()
def join(begin: int, end: int, budget: int, task: Any, levels: Any, total: Any) -> tuple[int, int]:
    """Count the cycles in which one half has a pattern from ``begin`` on.

    For each set of the middle's own edges that the degrees allow, the other half has to have the degrees
    that are missing; of its states those count that make one cycle of the paths. After a ``budget`` of
    pairs it is time to come back. The number is added to ``total``, two limbs.

    Returns:
        where the next call has to begin, and how much work it was: pairs and states looked at.
    """
    spent = mark = 0
    levels.seen[:] = 0
    for pattern in range(begin, end):
        if task.sizes[pattern] == task.sizes[pattern + 1]:
            continue
        if spent > budget:
            return pattern, spent
        # Of a pattern and its image under the flip, the lesser one counts for both.
        flipped = _renumbered_pattern(pattern, task.flip, task.power)
        if flipped < pattern:
            continue
        weight = _TWO if flipped > pattern else _ONE
        work, mark = _join_pattern(pattern, weight, mark, task, levels, total)
        spent += work
    return end, spent
