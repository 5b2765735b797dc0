"""No piece attacks another, and every piece that could be added would attack one or be attacked.

For pieces a on s and b on t (s ≠ t) of kinds that the rule binds:  t ∉ attacks(a, s)  and  s ∉ attacks(b,
t).

Encoding without blocking: an unlimited ride partitions the board into lines; each line has at most one of
the pieces that ride along it. That covers rooks, bishops, queens and nightriders with a few large cliques.
The remaining attacks (leaps, short rides, a piece's own graph, kinds that do not share a line) form a
graph, whose edges are covered by greedy cliques: for a king these are 2 × 2 blocks. With blocking: for
every ray and every square on it a clause: not this piece here and that one there, unless a piece stands in
between.

Maximal: for every kind k and every empty square s where k may stand, there is a piece y on t, of a kind
that the rule binds to k, with  t ∈ attacks(k, s)  or  s ∈ attacks(y, t).  Encoding: a clause for each k and
s: a piece stands on s, or one of those pieces y stands on its t. With blocking, *y stands, and no piece in
between* is a gate, the same for both directions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from typing import ClassVar, Self

from nqsat.chess import (
    Board,
    Piece,
    Ride,
    Square,
    attackers,
    lines,
    most_attacks,
    opposite,
    rides_on,
    some_attack,
    walk,
)
from nqsat.modelling.arrangement import Arrangement, PlacedPiece
from nqsat.modelling.kinds import Kind
from nqsat.modelling.rules.attack_encoding import (
    AttackEncoding,
    attacked_from,
    blocking_cost,
    is_large,
)
from nqsat.modelling.rules.base import Meaning, Rule, blocking_text, listed
from nqsat.modelling.rules.fields import FLAG, PAIRS, Field
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import AtMost, Clause, Constraint, Variables

Step = tuple[int, ...]
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _PairwiseRule(Rule):
    """A rule about attacks between pairs of kinds."""

    of_attacks = True
    fields: ClassVar[Mapping[str, Field]] = {"between": PAIRS, "blocking": FLAG}
    between: frozenset[tuple[str, str]] | None = None
    blocking: bool = False

    def binds(self, kind: str, other: str) -> bool:
        return self.between is None or (min(kind, other), max(kind, other)) in self.between

    def _bound_pairs(self, setting: Setting) -> frozenset[tuple[str, str]]:
        """Return the pairs that the rule applies to, for the encoding; the meaning has ``binds``."""
        if self.between is None:
            names = [kind.name for kind in setting.kinds]
            return frozenset((kind, other) for kind in names for other in names)
        return self.between | {(other, kind) for kind, other in self.between}

    @property
    def _pairs_text(self) -> str:
        if self.between is None:
            return ""
        return f" ({', '.join('-'.join(pair) for pair in sorted(self.between))} only)"

    def bound(self, setting: Setting) -> list[str]:
        names = [kind.name for kind in setting.kinds]
        return [name for name in names if any(self.binds(name, other) for other in names)]

    def image(self, change: Change) -> Self | None:
        bound = self.bound(change.source)
        return self.moved_with_attacks(change, bound, blocking=self.blocking)


@listed
@dataclass(frozen=True, slots=True)
class NonAttacking(_PairwiseRule):
    """No piece attacks another, in either direction.

    Args:
        between: the pairs of kinds, by name, that must not attack one another; None for all.
            A pair of a kind with itself applies to two pieces of that kind.
        blocking: whether a piece of any kind in between shields those behind it.
    """

    name: ClassVar[str] = "non-attacking"
    example: ClassVar[str] = "non-attacking=Q-Q,blocking"

    @property
    def sentence(self) -> str:
        return f"No piece attacks another{self._pairs_text}{blocking_text(self)}."

    def holds(self, arrangement: Arrangement) -> bool:
        if is_large(arrangement.board) and self.between is None and not self.blocking:
            pieces = {kind.name: kind.piece for kind in arrangement.kinds}
            placed_pieces = [(pieces[kind], square) for square, kind in arrangement.pieces]
            return not some_attack(placed_pieces, arrangement.board)
        occupied = {piece.square for piece in arrangement.pieces}
        attacked = attacked_from(arrangement, blocking=self.blocking)
        hit = [(kind, occupied & attacked(kind, square)) for square, kind in arrangement.pieces]
        if self.between is None:
            return not any(squares for _, squares in hit)
        there = {piece.square: piece.kind for piece in arrangement.pieces}
        return not any(self.binds(kind, there[x]) for kind, squares in hit for x in squares)

    def exclusions(self, setting: Setting) -> dict[PlacedPiece, set[PlacedPiece]] | None:
        if self.blocking:
            return None
        attacked = attacked_from(Arrangement(setting, ()))
        names = [kind.name for kind in setting.kinds]
        bound = {kind: [other for other in names if self.binds(kind, other)] for kind in names}
        return {
            PlacedPiece(square, kind): {
                PlacedPiece(*x) for x in product(attacked(kind, square), bound[kind])
            }
            for square, kind in product(setting.board.squares, names)
        }

    def relaxation(self, setting: Setting) -> Meaning:
        # With blocking, a piece that is removed may have shielded another.
        return _blockers_suffice(self, setting) if self.blocking else self.holds

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        pairs = self._bound_pairs(setting)
        if self.blocking:
            return _blocked_encoding(setting, variables, pairs)
        return _UnblockedEncoding(setting, variables, pairs).constraints()

    def cost(self, setting: Setting) -> int:
        # Only attacks that no line of a rider covers.
        if self.blocking:
            return blocking_cost(setting)
        rides = {kind.name: rides_on(kind.piece, setting.board) for kind in setting.kinds}
        every = all(self.binds(a, b) for a, b in combinations_with_replacement(rides, 2))
        return sum(
            2 * most_attacks(kind.piece, setting.board, kind.squares)
            for kind, other in permutations(setting.kinds, 2)
            if self.binds(kind.name, other.name)
            and not (every and rides[kind.name] == rides[other.name])
        )


@listed
@dataclass(frozen=True, slots=True)
class Maximal(_PairwiseRule):
    """No piece can be added without an attack on or by a piece on the board.

    The rule alone does not forbid attacks: use ``[NonAttacking(), Maximal()]`` for both. An added piece
    stays on the squares allowed for its kind; numbers and presets do not restrict it. So a piece of a kind
    in no pair could be added on every empty square allowed for its kind.

    Args:
        between: the pairs of kinds, by name, whose attacks count; None for all. As in ``NonAttacking``.
        blocking: whether a piece of any kind in between shields those behind it.
    """

    name: ClassVar[str] = "maximal"

    @property
    def sentence(self) -> str:
        return f"No piece can be added without an attack{self._pairs_text}{blocking_text(self)}."

    def holds(self, arrangement: Arrangement) -> bool:
        occupied = {piece.square for piece in arrangement.pieces}
        attacked = attacked_from(arrangement, blocking=self.blocking)
        for kind in arrangement.kinds:
            pieces = [piece for piece in arrangement.pieces if self.binds(piece.kind, kind.name)]
            squares = {piece.square for piece in pieces}
            threatened = set().union(*(attacked(piece.kind, piece.square) for piece in pieces))
            for square in arrangement.board.squares:
                kept_away = kind.squares is not None and square not in kind.squares
                if square in occupied or square in threatened or kept_away:
                    continue
                if squares.isdisjoint(attacked(kind.name, square)):
                    return False
        return True

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = AttackEncoding(setting, variables, blocking=self.blocking)
        pairs = self._bound_pairs(setting)
        for kind in setting.kinds:
            others = [x for x in setting.kinds if (kind.name, x.name) in pairs]
            for square in setting.board.squares:
                if kind.may_stand(square):
                    piece = PlacedPiece(square, kind.name)
                    met = (_attack_literals(piece, x, setting.board, sight) for x in others)
                    yield Clause((*sight.occupied(square), *sorted({*chain(*met)})))
        yield from sight.definitions

    def cost(self, setting: Setting) -> int:
        between = blocking_cost(setting) if self.blocking else 0
        return 2 * (len(setting.kinds) * setting.most_attacks() + between)


def _blockers_suffice(rule: NonAttacking, setting: Setting) -> Meaning:
    """Return a necessary condition on partial arrangements: further pieces could block every attack."""
    # A piece needs a blocker if the first piece ahead of it is one that it must not attack. They must not
    # be adjacent. For one step, each such piece needs a blocker of its own: the first piece ahead has only
    # one nearest piece behind. So the number of them per step is at most the number of pieces that can
    # block; removing pieces never increases it.
    names = [kind.name for kind in setting.kinds]
    bound = {a: frozenset(b for b in names if rule.binds(a, b)) for a in names}
    squares = len(setting.board.squares)
    room = {k.name: squares if k.number.high is None else k.number.high for k in setting.kinds}
    parts = {a: sum(room[b] for b in names if b not in bound[a]) for a in names}
    most = max((parts[name] for name in names if bound[name]), default=0)
    binding = (kind for kind in setting.kinds if bound[kind.name])
    ways = {kind.name: _rays_by_step(kind.piece, setting.board) for kind in binding}

    def holds(arrangement: Arrangement) -> bool:
        content = {piece.square: piece.kind for piece in arrangement.pieces}
        ahead: Counter[Step] = Counter()
        for square, kind in arrangement.pieces if ways else ():
            enemies = bound[kind]
            for step, ray in ways[kind][square] if enemies else ():
                for place in ray:
                    if content.get(place) in enemies:
                        ahead[step] += 1
                        if place == ray[0] or ahead[step] > most:
                            return False
                        break
        return True

    return holds


def _rays_by_step(
    piece: Piece, board: Board
) -> dict[Square, list[tuple[Step, tuple[Square, ...]]]]:
    rides = rides_on(piece, board)
    rays = {s: [(ride.step, tuple(walk(board, s, ride))) for ride in rides] for s in board.squares}
    return {square: [way for way in ways if way[1]] for square, ways in rays.items()}


def _blocked_encoding(setting: Setting, variables: Variables, pairs: Pairs) -> Iterator[Constraint]:
    sight = AttackEncoding(setting, variables, blocking=True)
    seen = set()
    for piece, here in sight.pieces().items():
        others = [kind.name for kind in setting.kinds if (piece.kind, kind.name) in pairs]
        for target in sorted(sight.targets(piece)):
            for between in sight.routes(piece, target):
                for other in others:
                    if there := variables.at(other, target):
                        clause = tuple(sorted({-here, -there, *between}))
                        if clause not in seen:
                            seen.add(clause)
                            yield Clause(clause)


def _attack_literals(
    piece: PlacedPiece, other: Kind, board: Board, sight: AttackEncoding
) -> Iterator[int]:
    """Yield the literals of pieces of another kind that a piece would attack, or that would attack it."""
    for target in sight.targets(piece):
        yield from sight.past(PlacedPiece(target, other.name), sight.routes(piece, target))
    for start in attackers(other.piece, board)[piece.square]:
        them = PlacedPiece(start, other.name)
        yield from sight.past(them, sight.routes(them, piece.square))


class _UnblockedEncoding:
    """The encoding without blocking."""

    def __init__(self, setting: Setting, variables: Variables, pairs: Pairs) -> None:
        self._setting, self._variables, self._bound = setting, variables, pairs
        self._rides = {kind.name: rides_on(kind.piece, setting.board) for kind in setting.kinds}

    def constraints(self) -> Iterator[Constraint]:
        riders = self._line_riders()
        for step, groups in riders.items():
            for group in groups:
                for line in lines(self._setting.board, step):
                    pieces = (self._variables.group(kind, line) for kind in sorted(group))
                    if len(clique := tuple(chain(*pieces))) > 1:
                        yield AtMost(1, clique)
        for clique in _clique_cover(self._pairs(riders)):
            yield AtMost(1, clique)

    def _line_riders(self) -> dict[Step, list[frozenset[str]]]:
        """Return, for each direction, the sets of kinds with at most one piece on a line."""
        found: dict[Step, list[frozenset[str]]] = {}
        rides, geometry = chain.from_iterable(self._rides.values()), self._setting.board.geometry
        steps = {ride.step for ride in rides if not ride.reach and geometry.is_straight(ride.step)}
        for step in sorted(steps):
            back = opposite(step)
            groups = self._mutual_riders(step)
            # A rook rides both ways along a line: skip groups that the opposite step already has.
            new = [g for g in groups if not any(g <= h for h in found.get(back, []))]
            if back in found:
                found[back] = [h for h in found[back] if not any(h < g for g in new)]
            found[step] = new
        return found

    def _mutual_riders(self, step: Step) -> list[frozenset[str]]:
        kinds = [name for name, rides in self._rides.items() if (step, 0) in rides]
        if self._bound.issuperset(combinations_with_replacement(kinds, 2)):
            return [frozenset(kinds)] if kinds else []
        return [frozenset([kind]) for kind in kinds if (kind, kind) in self._bound]

    def _pairs(self, riders: Mapping[Step, list[frozenset[str]]]) -> Mapping[int, set[int]]:
        """Return the attacks that no line covers, as a graph on literals."""
        graph: dict[int, set[int]] = defaultdict(set)
        literals, attacked = cache(self._literals), cache(self._attacked)
        for kind in self._setting.kinds:
            for other in self._setting.kinds:
                if (kind.name, other.name) not in self._bound:
                    continue
                both = {kind.name, other.name}
                alone = []
                for ride in sorted(self._rides[kind.name]):
                    steps = (ride.step, opposite(ride.step))
                    groups = (group for step in steps for group in riders.get(step, ()))
                    if ride.reach or not any(both <= group for group in groups):
                        alone.append(ride)
                if targets := attacked(kind.piece, tuple(alone)):
                    theirs = literals(other.name)
                    for square, x in literals(kind.name).items():
                        for y in filter(None, map(theirs.get, targets.get(square, ()))):
                            graph[x].add(y)
                            graph[y].add(x)
        return graph

    def _literals(self, kind: str) -> dict[Square, int]:
        every = (
            (square, self._variables.at(kind, square)) for square in self._setting.board.squares
        )
        return {square: x for square, x in every if x is not None}

    def _attacked(self, piece: Piece, rides: tuple[Ride, ...]) -> Mapping[Square, list[Square]]:
        found: dict[Square, list[Square]] = defaultdict(list)
        for square, target, _ in attacks_along(self._setting.board, piece, rides):
            found[square].append(target)
        return found


def attacks_along(
    board: Board, piece: Piece, rides: Iterable[Ride]
) -> Iterator[tuple[Square, Square, Ride | None]]:
    """Yield (from, to, ride) for every attack of a piece by these rides; ride None for its own graph."""
    for square in board.squares:
        for ride in rides:
            for target in walk(board, square, ride):
                yield square, target, ride
    for start, target in sorted(piece.graph):
        yield start, target, None


def _clique_cover(graph: Mapping[int, set[int]]) -> Iterable[tuple[int, ...]]:
    """Yield cliques that cover every edge of a graph, each grown greedily from the least uncovered edge."""
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
