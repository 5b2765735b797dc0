"""No man attacks another.

For men a on s and b on t (s ≠ t) of kinds that the rule binds:  t ∉ attacks(a, s)  and  s ∉ attacks(b, t).

Encoding: an unlimited ride cuts the board into lines, and on a line at most one of the men that
ride along it may stand. That covers rooks, bishops, queens and nightriders with a few large groups.
What is left (leaps, short rides, kinds that do not share a line) is a graph of pairs, covered by
cliques grown greedily: a king's become 2 × 2 blocks.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.chess import attackers, attacks, lines, preserves_attacks, walk
from nqsat.errors import InvalidModel
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.vocabulary import AtMost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["NonAttacking"]

Step = tuple[int, int]

#: On boards of more cells no table of all attacks is made to check one arrangement.
LARGE = 1_500


@dataclass(frozen=True, slots=True)
class NonAttacking(Rule):
    """No man attacks another, in either direction. Men in between do not shelter anybody.

    Args:
        between: the pairs of kinds, by name, that must not attack one another; None for all.
            A pair of a kind with itself binds the men of that kind among themselves.
    """

    name: ClassVar[str] = "non-attacking"
    between: frozenset[tuple[str, str]] | None = None

    def __post_init__(self) -> None:
        if self.between is not None:
            if any(len(pair) != 2 for pair in self.between):
                raise InvalidModel("between", "each is a pair of kinds, as in ('Q', 'R')")
            pairs = frozenset((min(pair), max(pair)) for pair in self.between)
            object.__setattr__(self, "between", pairs)

    def binds(self, kind: str, other: str) -> bool:
        """Whether men of these two kinds must not attack one another."""
        return self.between is None or (min(kind, other), max(kind, other)) in self.between

    def check(self, model: Placement) -> None:
        known = {kind.name for kind in model.kinds}
        for name in sorted({name for pair in self.between or () for name in pair} - known):
            raise InvalidModel("between", f"the model has no {name!r}; it has {', '.join(known)}")

    def holds(self, arrangement: Arrangement) -> bool:
        occupied = {man.square for man in arrangement.men}
        attacked = _attacked_from(arrangement)
        if self.between is None:
            sets = [attacked(kind, square) for square, kind in arrangement.men]
            return all(map(occupied.isdisjoint, sets))
        return not any(
            target in attacked(kind, square) and self.binds(kind, other)
            for square, kind in arrangement.men
            for target, other in arrangement.men
        )

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterator[tuple[str, Square]]:
        attacked = attacks(model.kind(kind).piece, model.board)[square]
        for other in model.kinds:
            if self.binds(kind, other.name):
                for target in attacked | attackers(other.piece, model.board)[square]:
                    yield other.name, target

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        bound = [
            kind
            for kind in model.kinds
            if any(self.binds(kind.name, other.name) for other in model.kinds)
        ]
        return all(preserves_attacks(symmetry, kind.piece, model.board) for kind in bound)

    # -- encoding ------------------------------------------------------------------------

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        riders = self._line_riders(model)
        for step, groups in riders.items():
            for group in groups:
                for line in lines(model.board, step):
                    clique = tuple(x for kind in group for x in variables.group(kind, line))
                    if len(clique) > 1:
                        yield AtMost(1, clique)
        for clique in _clique_cover(self._pairs(model, variables, riders)):
            yield AtMost(1, clique)

    def _line_riders(self, model: Placement) -> dict[Step, list[frozenset[str]]]:
        """For each direction, the sets of kinds of which at most one man may stand on a line."""
        found: dict[Step, list[frozenset[str]]] = {}
        steps = {ride.step for kind in model.kinds for ride in kind.piece.rides if ride.reach == 0}
        for step in sorted(steps):
            opposite = (-step[0], -step[1])
            groups = self._mutual(model, step)
            # A rook rides both ways along one line: keep what the opposite has not said yet.
            new = [g for g in groups if not any(g <= h for h in found.get(opposite, []))]
            if opposite in found:
                found[opposite] = [h for h in found[opposite] if not any(h < g for g in new)]
            found[step] = new
        return found

    def _mutual(self, model: Placement, step: Step) -> list[frozenset[str]]:
        kinds = [kind.name for kind in model.kinds if any(r == (step, 0) for r in kind.piece.rides)]
        if all(self.binds(a, b) for a, b in combinations_with_replacement(kinds, 2)):
            return [frozenset(kinds)] if kinds else []
        return [frozenset([kind]) for kind in kinds if self.binds(kind, kind)]

    def _pairs(
        self, model: Placement, variables: Variables, riders: Mapping[Step, list[frozenset[str]]]
    ) -> Mapping[int, set[int]]:
        """The attacks that no line covers, as a graph on literals."""
        graph: dict[int, set[int]] = defaultdict(set)
        for kind in model.kinds:
            for other in model.kinds:
                if not self.binds(kind.name, other.name):
                    continue
                for ride in sorted(kind.piece.rides):
                    opposite = (-ride.step[0], -ride.step[1])
                    groups = [*riders.get(ride.step, ()), *riders.get(opposite, ())]
                    both = {kind.name, other.name}
                    if ride.reach == 0 and any(both <= group for group in groups):
                        continue
                    for square in model.board.squares:
                        mine = variables.at(kind.name, square)
                        for target in walk(model.board, square, ride) if mine else ():
                            theirs = variables.at(other.name, target)
                            if mine and theirs:
                                graph[mine].add(theirs)
                                graph[theirs].add(mine)
        return graph

    # -- text ----------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        return {} if self.between is None else {"between": [list(p) for p in sorted(self.between)]}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        rest = dict(data)
        between = rest.pop("between", None)
        for field in rest:
            raise InvalidModel(field, "unknown field; it has between")
        if between is None:
            return cls()
        if isinstance(between, list):
            pairs = [tuple(pair) for pair in between if isinstance(pair, list) and len(pair) == 2]
            if len(pairs) == len(between) and all(isinstance(x, str) for p in pairs for x in p):
                return cls(frozenset(pairs))
        raise InvalidModel("between", 'expected pairs of kinds: [["Q", "R"]]')

    @classmethod
    def parse(cls, value: str | None) -> Self:
        if not value:
            return cls()
        pairs = [tuple(part.split("-")) for part in value.split(",")]
        if any(len(pair) != 2 or not all(pair) for pair in pairs):
            raise InvalidModel(f"rule {cls.name}", f"{value!r}: expected pairs of kinds: Q-Q,Q-R")
        return cls(frozenset((pair[0], pair[1]) for pair in pairs))


def _attacked_from(arrangement: Arrangement) -> Callable[[str, Square], AbstractSet[Square]]:
    """What a man of a kind attacks from a square: from the board's table, or on a large one walked."""
    board = arrangement.board
    if board.rows * board.columns <= LARGE:
        tables = {kind.name: attacks(kind.piece, board) for kind in arrangement.kinds}
        return lambda kind, square: tables[kind][square]
    rides = {kind.name: kind.piece.rides for kind in arrangement.kinds}
    return lambda kind, square: {
        target for ride in rides[kind] for target in walk(board, square, ride)
    }


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
