"""The middle of a graph, compiled: the states of two halves, sorted by pattern, are joined.

For patterns and pairings see ``patterns``.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.mates.pairing_kernel import add_pairs

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_NIBBLE = np.uint64(15)
_32 = np.uint64(32)


@njit(cache=True)
def _renumbered(pairing: Any, image: Any) -> Any:
    """The pairing with each place called by another number."""
    new = np.uint64(0)
    for i in range(image.shape[0]):
        mate = np.int64((pairing >> np.uint64(4 * i)) & _NIBBLE)
        new |= np.uint64(image[mate]) << np.uint64(4 * image[i])
    return new


@njit(cache=True)
def _renumbered_pattern(pattern: int, image: Any, power: Any) -> int:
    new = 0
    for i in range(image.shape[0]):
        new += (pattern % 3) * power[image[i]]
        pattern //= 3
    return new


@njit(cache=True)
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


@njit(cache=True, inline=True)
def _inner(degree: Any, a: int, b: int) -> Any:
    """Four ones for each of two places that has one edge already and gets another."""
    done = np.uint64(0)
    if degree[a] == 1:
        done |= _NIBBLE << np.uint64(4 * a)
    if degree[b] == 1:
        done |= _NIBBLE << np.uint64(4 * b)
    return done


@njit(cache=True)
def _factor(
    swaps: Any, own: int, pattern: int, code: int, flipped: int, full: int, sizes: Any
) -> Any:
    """How often the pairs count of which the other half has the degrees that are missing.

    Where the halves are mirror images, twice or never: of a pair and its image that one is joined of which
    the larger pattern is contracted (it has become small then). ``own`` is the number of states of the
    ``pattern``, which is less than its image under the flip; ``code`` and ``flipped`` are the degrees that
    this half and its edges make, and their image, and ``sizes`` those of the other half.
    """
    wanted = full - code
    others = sizes[wanted + 1] - sizes[wanted]
    if others == 0:
        return np.uint64(0)
    image = min(wanted, full - flipped)
    if not swaps or (others == own and image == pattern):
        return _ONE
    if others < own or (others == own and image > pattern):
        return _TWO
    return np.uint64(0)


@njit(cache=True, inline=True)
def _first_level(
    pattern: int, weight: Any, sizes: Any, pairings: Any, counts: Any, image: Any, work: Any,
    more: Any,
) -> Any:  # fmt: skip
    """Copy the states of a pattern, by the other half's numbers; how many there are."""
    begin = sizes[pattern]
    number = sizes[pattern + 1] - begin
    for i in range(number):
        work[0, i] = _renumbered(pairings[begin + i], image)
        more[0, i] = counts[begin + i] * weight
    return number


@njit(cache=True)
def _degrees(code: int, degree: Any) -> Any:
    """Write down the digits of a pattern; the places of its ones, one bit for each."""
    ends = np.uint64(0)
    for i in range(degree.shape[0]):
        degree[i] = code % 3
        code //= 3
        if degree[i] == 1:
            ends |= _ONE << np.uint64(i)
    return ends


@njit(cache=True)
def _descend(levels: Any, level: int, row: int, size: int, step: int, image_step: int) -> int:
    """Fill in the next level: its row of the work, how many are there, what the patterns gain."""
    levels[0, level + 1] = row
    levels[1, level + 1] = size
    levels[2, level + 1] = levels[2, level] + step
    levels[3, level + 1] = levels[3, level] + image_step
    levels[4, level + 1] = 0
    return level + 1


@njit(cache=True, inline=True)
def _join_pattern(
    pattern: int, weight: Any, half: Any, other: Any, power: Any, image: Any, flip: Any, swaps: Any,
    edges: Any, work: Any, more: Any, seen: Any, degree: Any, levels: Any, total: Any,
) -> int:  # fmt: skip
    """Join the states of one pattern with all that complete them; about how much work that was.

    The sets of edges are gone through depth first: at each level one edge, first left out, then taken.
    """
    sizes, pairings, counts = half
    other_sizes, other_pairings, other_counts = other
    number = edges.shape[0]
    full = power[image.shape[0]] - 1
    # By level: its row of the work, how many are there, their pattern, its image, and what is next;
    # and the mark that was used last.
    row, size, code, flipped, turn = levels[0], levels[1], levels[2], levels[3], levels[4]
    own = size[0] = _first_level(pattern, weight, sizes, pairings, counts, image, work, more)
    code[0] = _renumbered_pattern(pattern, image, power)
    flipped[0] = _renumbered_pattern(code[0], flip, power)
    ends = _degrees(code[0], degree)
    row[0] = turn[0] = spent = 0
    none: Any = np.int64(0)
    level = none  # no constants, for each of which ``_descend`` would be compiled once more
    while level >= 0:
        if level == number:
            factor = _factor(swaps, own, pattern, code[level], flipped[level], full, other_sizes)
            if factor:
                these, wanted = row[level], full - code[level]
                here, there = other_sizes[wanted], other_sizes[wanted + 1]
                add_pairs(
                    work[these, : size[level]], more[these, : size[level]], ends,
                    other_pairings[here:there], other_counts[here:there], factor, total,
                )  # fmt: skip
                spent += size[level] * (there - here)
            level -= 1
            continue
        a, b = edges[level, 0], edges[level, 1]
        both = (_ONE << np.uint64(a)) | (_ONE << np.uint64(b))
        step, image_step = power[a] + power[b], power[flip[a]] + power[flip[b]]
        turn[level] += 1
        if turn[level] == 1 and not edges[level, 2]:
            level = _descend(levels, level, row[level], size[level], none, none)
        elif turn[level] <= 2 and degree[a] < 2 and degree[b] < 2:
            turn[level] = 2
            with_edge = (code[level] + step, flipped[level] + image_step)
            levels[5, 0] += 1
            spent += size[level]
            fresh = none
            if level + 1 < number or _factor(swaps, own, pattern, *with_edge, full, other_sizes):
                fresh = _contract(
                    work[row[level]], more[row[level]], size[level], a, b, _inner(degree, a, b),
                    work[level + 1], more[level + 1], seen, levels[5, 0],
                )  # fmt: skip
            if fresh:
                degree[a] += 1
                degree[b] += 1
                turn[level] = 3
                ends ^= both
                level = _descend(levels, level, level + 1, fresh, step, image_step)
        else:
            if turn[level] == 4:
                degree[a] -= 1
                degree[b] -= 1
                ends ^= both
            level -= 1
    return spent


@njit(cache=True)
def join(
    begin: int, end: int, budget: int, half: Any, other: Any, power: Any, image: Any, flip: Any,
    swaps: Any, edges: Any, work: Any, more: Any, seen: Any, degree: Any, levels: Any, total: Any,
) -> tuple[int, int]:  # fmt: skip
    """Count the cycles in which one half has a pattern from ``begin`` on.

    For each set of the middle's own edges that the degrees allow, the other half has to have the degrees
    that are missing; of its states those count that make one cycle of the paths. After a ``budget`` of
    pairs it is time to come back.

    Of ``half`` and ``other``, sizes, pairings and counts: the states of pattern p begin at
    ``sizes[p]``. ``power`` are those of three, ``image`` is what the other half calls each place of the
    middle, ``flip`` a symmetry of both halves from place to place, the identity if none is used.
    ``swaps`` says that the other half is the mirror image of the one and a pair counts as its image.
    ``edges`` are those of the middle: two places, by the other half's numbers, and whether required.
    ``work`` and ``more`` are room for pairings and counts, a row more than there are edges, ``seen``
    a hash table, ``degree`` room for a number a place and ``levels`` for six a level. The
    number is added to ``total``, two limbs.

    Returns:
        where the next call has to begin, and how much work it was: pairs and states looked at.
    """
    sizes = half[0]
    levels[5, 0] = 0
    seen[:] = 0
    spent = 0
    for pattern in range(begin, end):
        if sizes[pattern] == sizes[pattern + 1]:
            continue
        if spent > budget:
            return pattern, spent
        # Of a pattern and its image under the flip, the lesser one counts for both.
        flipped = _renumbered_pattern(pattern, flip, power)
        if flipped < pattern:
            continue
        weight = _TWO if flipped > pattern else _ONE
        spent += _join_pattern(
            pattern, weight, half, other, power, image, flip, swaps, edges, work, more, seen,
            degree, levels, total,
        )  # fmt: skip
    return end, spent
