"""The encoding of *no man attacks another*, for the rules that ask for it of some pairs of kinds.

Without blocking: an unlimited ride cuts the board into lines, and on a line at most one of the men that
ride along it may stand. That covers rooks, bishops, queens and nightriders with a few large groups.
What is left (leaps, short rides, a piece's own graph, kinds that do not share a line) is a graph of
pairs, covered by cliques grown greedily: a king's become 2 × 2 blocks.

With blocking: for every ray and every square on it a clause: not this man here and that one there, unless
somebody stands between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from nqsat.chess import lines, most_attacks, rides_on, walk
from nqsat.modelling.rules.sight import Sight, sight_size
from nqsat.modelling.vocabulary import AtMost, Clause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from nqsat.chess import Piece, Ride, Square
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["no_attacks", "peace_size"]

Step = tuple[int, ...]
Binds = Callable[[str, str], bool]


def no_attacks(
    model: Placement, variables: Variables, binds: Binds, *, blocking: bool
) -> Iterator[Constraint]:
    """No man attacks another, in either direction, where ``binds`` is true of their kinds.

    Args:
        model: the model.
        variables: of its formula.
        binds: whether men of these two kinds must not attack one another; symmetric.
        blocking: whether men in between stop a rider.
    """
    return (_Sheltered if blocking else _Open)(model, variables, binds).constraints()


def peace_size(model: Placement, binds: Binds, *, blocking: bool) -> int:
    """An estimate of the literals that ``no_attacks`` takes beside the lines of riders."""
    if blocking:
        return sight_size(model)
    rides = {kind.name: rides_on(kind.piece, model.board) for kind in model.kinds}
    every = all(binds(a, b) for a, b in combinations_with_replacement(rides, 2))
    return sum(
        2 * most_attacks(kind.piece, model.board)
        for kind in model.kinds
        for other in model.kinds
        if kind is not other
        and binds(kind.name, other.name)
        and not (every and rides[kind.name] == rides[other.name])
    )


class _Sheltered:
    """The encoding with blocking."""

    def __init__(self, model: Placement, variables: Variables, binds: Binds) -> None:
        self._kinds = [kind.name for kind in model.kinds]
        self._variables = variables
        self._binds = binds
        self._sight = Sight(model, variables, blocking=True)

    def constraints(self) -> Iterator[Constraint]:
        seen = set()
        for man in self._sight.men():
            here = self._variables.at(man.kind, man.square)
            for target in sorted(self._sight.targets(man)):
                for between in self._sight.ways(man, target):
                    for other in self._kinds:
                        there = self._variables.at(other, target)
                        if here and there and self._binds(man.kind, other):
                            clause = tuple(sorted({-here, -there, *between}))
                            if clause not in seen:
                                seen.add(clause)
                                yield Clause(clause)


class _Open:
    """The encoding without blocking."""

    def __init__(self, model: Placement, variables: Variables, binds: Binds) -> None:
        self._model = model
        self._variables = variables
        self._binds = binds
        self._rides = {kind.name: rides_on(kind.piece, model.board) for kind in model.kinds}

    def constraints(self) -> Iterator[Constraint]:
        riders = self._line_riders()
        for step, groups in riders.items():
            for group in groups:
                for line in lines(self._model.board, step):
                    clique = tuple(x for kind in group for x in self._variables.group(kind, line))
                    if len(clique) > 1:
                        yield AtMost(1, clique)
        for clique in _clique_cover(self._pairs(riders)):
            yield AtMost(1, clique)

    def _line_riders(self) -> dict[Step, list[frozenset[str]]]:
        """For each direction, the sets of kinds of which at most one man may stand on a line."""
        found: dict[Step, list[frozenset[str]]] = {}
        steps = {ride.step for rides in self._rides.values() for ride in rides if ride.reach == 0}
        for step in sorted(steps):
            opposite = _opposite(step)
            groups = self._mutual(step)
            # A rook rides both ways along one line: keep what the opposite has not said yet.
            new = [g for g in groups if not any(g <= h for h in found.get(opposite, []))]
            if opposite in found:
                found[opposite] = [h for h in found[opposite] if not any(h < g for g in new)]
            found[step] = new
        return found

    def _mutual(self, step: Step) -> list[frozenset[str]]:
        kinds = [name for name, rides in self._rides.items() if (step, 0) in rides]
        if all(self._binds(a, b) for a, b in combinations_with_replacement(kinds, 2)):
            return [frozenset(kinds)] if kinds else []
        return [frozenset([kind]) for kind in kinds if self._binds(kind, kind)]

    def _pairs(self, riders: Mapping[Step, list[frozenset[str]]]) -> Mapping[int, set[int]]:
        """The attacks that no line covers, as a graph on literals."""
        graph: dict[int, set[int]] = defaultdict(set)
        for kind in self._model.kinds:
            for other in self._model.kinds:
                if not self._binds(kind.name, other.name):
                    continue
                both = {kind.name, other.name}
                alone = [
                    ride
                    for ride in sorted(self._rides[kind.name])
                    if ride.reach
                    or not any(
                        both <= group
                        for step in (ride.step, _opposite(ride.step))
                        for group in riders.get(step, ())
                    )
                ]
                for square, target in self._attacks(kind.piece, alone):
                    mine = self._variables.at(kind.name, square)
                    theirs = self._variables.at(other.name, target)
                    if mine and theirs:
                        graph[mine].add(theirs)
                        graph[theirs].add(mine)
        return graph

    def _attacks(self, piece: Piece, rides: list[Ride]) -> Iterator[tuple[Square, Square]]:
        """From where to where these rides of a piece attack, and its graph."""
        board = self._model.board
        for square in board.squares:
            for ride in rides:
                for target in walk(board, square, ride):
                    yield square, target
        yield from sorted(piece.graph)


def _opposite(step: Step) -> Step:
    return tuple(-x for x in step)


def _clique_cover(graph: Mapping[int, set[int]]) -> Iterable[tuple[int, ...]]:
    """Cliques that cover every edge of a graph: each grown greedily from the least edge left."""
    left = {node: set(others) for node, others in graph.items()}
    for node in sorted(graph):
        while left[node]:
            clique = [node, min(left[node])]
            common = graph[clique[0]] & graph[clique[1]]
            while common:
                clique.append(min(common))
                common &= graph[clique[-1]]
            for a, b in combinations(clique, 2):
                left[a].discard(b)
                left[b].discard(a)
            yield tuple(sorted(clique))
