"""Tours that visit some squares in a given order, counted in plain Python, square by square.

A tour is a path from a node S to a node T through all squares: S is joined to where an open tour may begin,
T to where it may end; of a closed tour they are two copies of its first checkpoint. A state of the moves
chosen so far has, for each square with moves to decide, its *mate*, the other end of its path (itself if it
has no move yet, -1 if it has both), and the checkpoint that is nearest to it on this path, if there is one.
Two paths may be joined only if their checkpoints are consecutive, in one direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from nqsat.chess import Square, attacks
from nqsat.engines.machine import memory_limit
from nqsat.engines.plans.plan import Progress
from nqsat.errors import OutOfMemory, UnsupportedByEngine
from nqsat.modelling import Tour

#: States between checks of limits and Ctrl-C; bytes of a state and its count, for each of its nodes.
_SLICE, _BYTES = 5_000, 40

#: The mates of the nodes that are at work, as places among them, and the nearest checkpoints, 0 for none.
_State = tuple[tuple[int, ...], tuple[int, ...]]


class _Graph(NamedTuple):
    """A graph whose paths from its last node but one to its last are counted."""

    #: for each node the nodes that come later and are joined to it
    later: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]  # for each node its number among the checkpoints, from 1; 0 for none


def _graph_of(tour: Tour) -> _Graph:
    """Return the graph of a tour; its squares come in the order of their smaller coordinates."""
    board, (first, *others) = tour.board, tour.checkpoints
    ways, wide = attacks(tour.piece, board), board.columns > board.rows
    inner = [square for square in board.squares if not (tour.closed and square == first)]
    inner.sort(key=(lambda x: (x.column, x.row)) if wide else None)
    place = {square: number for number, square in enumerate(inner)}
    begin, end = len(inner), len(inner) + 1
    closed = {*ways[first]}
    starts = closed if tour.closed else {tour.start} if tour.start else {*inner}
    ends = closed if tour.closed else {tour.end} if tour.end else {*inner}

    def after(square: Square) -> Iterator[int]:
        left_out = {other for move in tour.avoiding if square in move for other in move}
        near = (x for x in ways[square] if x in place and x not in left_out)
        yield from sorted(number for x in near if (number := place[x]) > place[square])
        for node, some in ((begin, starts), (end, ends)):
            if square in some and not (tour.closed and first in left_out):
                yield node

    marks = others if tour.closed else [first, *others]
    rank = [0] * begin + [1, len(marks) + 2]
    for number, square in enumerate(marks, start=2):
        rank[place[square]] = number
    return _Graph((*(tuple(after(square)) for square in inner), (), ()), tuple(rank))


def count_in_order(by: str, tour: Tour, memory: int | None) -> Iterator[Progress]:
    """Count the tours with checkpoints, in slices of work; refuse at once what cannot be counted here."""
    if tour.through or tour.fixed_by or tour.numbers or not tour.two_way:
        reason = (
            "counts tours with an order by pieces that can move back, and without more moves given"
        )
        raise UnsupportedByEngine(by, reason, ("sat", "backtrack"))
    return _counted(by, tour, memory)


def _counted(by: str, tour: Tour, memory: int | None) -> Iterator[Progress]:
    graph, limit = _graph_of(tour), memory_limit(memory)
    nodes, begin = len(graph.rank), len(graph.rank) - 2
    work: list[int] = [begin, begin + 1]
    states: dict[_State, int] = {((0, 1), (graph.rank[begin], graph.rank[-1])): 1}
    for node in range(begin if len(tour.board.squares) >= tour.fewest else 0):
        work, states, steps = _entered(graph, node, work, states)
        following: dict[_State, int] = {}
        for number, (state, ways) in enumerate(states.items()):
            if number % _SLICE == 0:
                if (len(states) + len(following)) * _BYTES * (len(work) + 4) > limit:
                    raise OutOfMemory(by, f"{len(states) + len(following):,} states")
                yield Progress()
            for after in _decided(state, steps):
                following[after] = following.get(after, 0) + ways
        work, states = work[1:], following
        words = f"square {node + 1:,} of {begin:,}, {len(states):,} states"
        yield Progress(visited=len(states), words=words)
    total = sum(ways for (mates, _), ways in states.items() if mates == (1, 0))
    yield Progress(((0, total if nodes > 2 else 0),))


def _entered(
    graph: _Graph, node: int, work: Sequence[int], states: dict[_State, int]
) -> tuple[list[int], dict[_State, int], list[tuple[int, ...]]]:
    """Put a node first, and new neighbours behind it, before S and T; return where its neighbours are."""
    old = {other: place for place, other in enumerate(work)}
    middle = sorted({*work[:-2], *graph.later[node]} - {node, *work[-2:]})
    now = [node, *middle, *work[-2:]]
    place = {other: number for number, other in enumerate(now)}
    renamed = [place[other] for other in work]
    found: dict[_State, int] = {}
    for (mates, near), ways in states.items():
        fresh_mates, fresh_near = [*range(len(now))], [graph.rank[other] for other in now]
        for other, was in old.items():
            mate = mates[was]
            fresh_mates[place[other]] = -1 if mate < 0 else renamed[mate]
            fresh_near[place[other]] = near[was]
        found[tuple(fresh_mates), tuple(fresh_near)] = ways
    targets = [place[other] for other in graph.later[node]]
    return now, found, [(), *((x,) for x in targets), *combinations(targets, 2)]


def _decided(state: _State, steps: Sequence[tuple[int, ...]]) -> Iterator[_State]:
    """Yield the states after the first node has all its moves; it is left out, and others move up."""
    mates, _ = state
    missing = 0 if mates[0] < 0 else 2 if mates[0] == 0 else 1
    for targets in steps:
        if len(targets) != missing:
            continue
        after: _State | None = state
        for target in targets:
            after = after and _joined(*after, target)
        if after is not None:
            yield tuple([x - 1 if x > 0 else -1 for x in after[0][1:]]), after[1][1:]


def _joined(mates: tuple[int, ...], near: tuple[int, ...], target: int) -> _State | None:
    """Return the state after a move from the first node; None if the paths cannot be joined."""
    here, there = mates[0], mates[target]
    ending = target >= len(mates) - 2
    if there < 0 or here == target or (ending and there != target):
        return None
    a, b, c, d = near[here], near[0], near[target], near[there]
    if b and c:
        step = c - b
        if step not in (1, -1) or (b - a) * step < 0 or (d - c) * step < 0:
            return None
    new, marks = [*mates], [*near]
    if here != 0:
        new[0] = -1
    if there != target:
        new[target] = -1
    new[here], new[there] = there, here
    marks[here], marks[there] = a or c, d or b
    for end in (0, target):
        if new[end] < 0:
            marks[end] = 0
    return tuple(new), tuple(marks)
