"""Depth-first search by levels, compiled: choose one remaining bit of each level, clear what it excludes.

A level is a field of bits in one word, its blank (if it has one) on top. Bits of decided levels are never
read again: only the words from the next level on are written. A field is empty if adding ones to all its
bits except the topmost leaves the topmost unset, so four operations test all fields of a word.

The stack is data, so that a call can stop after a budget of nodes and the next one resumes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.bitboard.words import lowest_bit, popcount
from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_6 = np.uint64(6)


class Stack(NamedTuple):
    """The state of a search.

    Args:
        free: for each level, the bits that remain once all earlier levels are decided.
        todo: for each level, the choices not yet tried.
        men: for each level, the number of men of earlier levels.
    """

    free: Any
    todo: Any
    men: Any


@njit()
def count(
    word: Any,
    field: Any,
    keep: Any,
    most: Any,
    needed: Any,
    free: Any,
    todo: Any,
    depth: int,
    budget: int,
) -> tuple[Any, Any, int]:
    """Count the ways to decide all levels, whatever the number of men.

    The tables are those of ``Levels``, which has two levels or more, and of a ``Stack`` in which what is to
    do at ``depth``, where to go on, is filled in. It stops after about ``budget`` nodes.

    Returns:
        where to go on, -1 if there is nothing left, how many ways have been found, and what is left of the
        budget.
    """
    final = np.uint64(keep.shape[1] - 1)
    end = np.uint64(word.shape[0] - 1)
    level = np.uint64(depth)
    found = _0
    todo_here = todo[level]
    while True:
        if todo_here == _0:
            if level == _0:
                return -1, np.int64(found), budget
            level -= _1
            todo_here = todo[level]
            continue
        if budget == 0:
            todo[level] = todo_here
            return np.int64(level), np.int64(found), 0
        budget -= 1
        place = (word[level] << _6) + lowest_bit(todo_here)
        todo_here &= todo_here - _1
        below = level + _1
        start = word[below]
        # From the last word to the first that is of use: there the next level lies.
        left = free[level, final] & keep[place, final]
        if ~(((left & most[final]) + most[final]) | left) & needed[below, final]:
            continue
        free[below, final] = left
        if start < final:
            index = final
            bad = _0
            while index > start:
                index -= _1
                left = free[level, index] & keep[place, index]
                free[below, index] = left
                bad |= ~(((left & most[index]) + most[index]) | left) & needed[below, index]
            if bad:
                continue
        left &= field[below]
        if below == end:
            found += popcount(left)
            continue
        todo[level] = todo_here
        todo_here = left
        level = below


@njit()
def count_by_size(
    levels: Any, stack: Any, depth: int, low: int, high: int, sizes: Any, budget: int
) -> tuple[int, int]:
    """Count by the number of men, from ``low`` to ``high``, and add to ``sizes``; else as ``count``.

    Returns:
        where to go on, -1 if there is nothing left, and what is left of the budget.
    """
    end = levels.word.shape[0]
    level = depth
    while level >= 0:
        todo = stack.todo[level]
        if todo == _0:
            level -= 1
            continue
        if budget == 0:
            break
        budget -= 1
        stack.todo[level] = todo & (todo - _1)
        bit = lowest_bit(todo)
        place = np.int64((levels.word[level] << _6) + bit)
        men = stack.men[level] + np.int64((levels.real[levels.word[level]] >> bit) & _1)
        below = level + 1
        start = np.int64(levels.word[below]) if below < end else levels.keep.shape[1]
        if men + levels.musts[below] > high:
            continue
        lost = False
        possible = men
        for index in range(start, levels.keep.shape[1]):
            left = stack.free[level, index] & levels.keep[place, index]
            stack.free[below, index] = left
            live = ((left & levels.most[index]) + levels.most[index]) | left
            if ~live & levels.needed[below, index]:
                lost = True
                break
            possible += np.int64(popcount(live & levels.tops[below, index]))
        if lost or possible < low:
            continue
        if below == end or men == high:
            sizes[men] += 1
        elif below == end - 1 or (men == high - 1 and levels.musts[below] == 0):
            # Choose one more item, whichever it is; or none, if the level allows that.
            if men >= low and levels.musts[below] == 0:
                sizes[men] += 1
            for index in range(start, levels.keep.shape[1]):
                sizes[men + 1] += np.int64(
                    popcount(stack.free[below, index] & levels.rest[below, index])
                )
        else:
            stack.men[below] = men
            stack.todo[below] = stack.free[below, levels.word[below]] & levels.field[below]
            level = below
    return level, budget
