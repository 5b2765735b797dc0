"""Sight: what the men of an arrangement attack, as a meaning and as literals.

Every rule about attacks asks here, so that all of them mean the same: a rider passes over empty squares
and holes; a man in between stops it where the rule says ``blocking``, and stops nobody otherwise. The
first man on a ray is attacked himself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet

from nqsat.chess import Square, attackers, attacks, longest, rays, rays_from, rides_on
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.rules.gates import conjunction, disjunction
from nqsat.modelling.setting import Setting
from nqsat.modelling.vocabulary import Clause, Variables

#: On boards of more cells no table of all attacks is made to look at one arrangement.
LARGE = 1_500


def attacked_from(
    arrangement: Arrangement, *, blocking: bool = False
) -> Callable[[str, Square], AbstractSet[Square]]:
    """What a man of a kind on a square attacks, with the men of an arrangement on the board."""
    board = arrangement.board
    pieces = {kind.name: kind.piece for kind in arrangement.kinds}
    large = board.rows * board.columns > LARGE
    if not large and not blocking:
        tables = {kind: attacks(piece, board) for kind, piece in pieces.items()}
        return lambda kind, square: tables[kind][square]
    occupied = {man.square for man in arrangement.men} if blocking else set()

    def attacked(kind: str, square: Square) -> AbstractSet[Square]:
        piece = pieces[kind]
        ways = rays_from(piece, board, square) if large else rays(piece, board)[square]
        return {target for ray in ways for target in _until_blocked(ray, occupied)}

    return attacked


def _until_blocked(ray: Iterable[Square], occupied: AbstractSet[Square]) -> Iterator[Square]:
    """The squares of a ray up to and including the first that is occupied."""
    for square in ray:
        yield square
        if square in occupied:
            return


def sight_cost(setting: Setting) -> int:
    """An estimate of the literals that say who attacks whom past men in between."""
    cells = setting.board.rows * setting.board.columns
    board, pieces = setting.board, [kind.piece for kind in setting.kinds]
    rides = (ride for piece in pieces for ride in rides_on(piece, board))
    lengths = (longest(ride, board) for ride in rides)
    single = sum(len(piece.graph) for piece in pieces)
    return len(pieces) * (cells * sum(length * length for length in lengths) + single)


class Sight:
    """Literals that say *this man stands, and attacks that square*.

    Args:
        setting, variables: as of ``Rule.lower``.
        blocking: whether men in between stop a rider.

    Attributes:
        definitions: what the auxiliary variables mean that have been handed out; the rule that asked
            has to yield these clauses too.
    """

    def __init__(self, setting: Setting, variables: Variables, *, blocking: bool) -> None:
        self._setting = setting
        self._variables = variables
        self._blocking = blocking
        self._known: dict[tuple[Man, Square], int | None] = {}
        self.definitions: list[Clause] = []

    def men(self, kinds: Iterable[str] | None = None) -> list[Man]:
        """Every man that may stand, of these kinds (all, if None)."""
        names = [kind.name for kind in self._setting.named(kinds)]
        return [
            Man(square, kind)
            for square in self._setting.board.squares
            for kind in names
            if self._variables.at(kind, square)
        ]

    def occupied(self, square: Square) -> tuple[int, ...]:
        """The literals of the men who may stand on a square: it is occupied if one of them is true."""
        found = (self._variables.at(kind.name, square) for kind in self._setting.kinds)
        return tuple(literal for literal in found if literal)

    def targets(self, man: Man) -> frozenset[Square]:
        """The squares that a man attacks if nobody is in his way."""
        return attacks(self._setting.kind(man.kind).piece, self._setting.board)[man.square]

    def attack(self, man: Man, target: Square) -> int | None:
        """The literal *this man stands, and attacks this square*; None if that is never so."""
        if not self._blocking:
            stands = self._variables.at(man.kind, man.square)
            return stands if target in self.targets(man) else None
        if (man, target) not in self._known:
            self._known[man, target] = self._define(man, target)
        return self._known[man, target]

    def onto(self, target: Square, kinds: Iterable[str] | None = None) -> tuple[int, ...]:
        """The literals of all attacks on a square, one for each man who may make it."""
        board, starts = self._setting.board, []
        for place, kind in enumerate(self._setting.named(kinds)):
            starts += [(x, place, kind.name) for x in attackers(kind.piece, board)[target]]
        starts.sort()
        found = (self.attack(Man(start, name), target) for start, _, name in starts)
        return tuple(literal for literal in found if literal)

    def ways(self, man: Man, target: Square) -> list[tuple[int, ...]]:
        """For each ray of a man that meets a square, the literals of the men who could stand between."""
        table = rays(self._setting.kind(man.kind).piece, self._setting.board)[man.square]
        found = (ray[: ray.index(target)] for ray in table if target in ray)
        return [tuple(x for square in ray for x in self.occupied(square)) for ray in found]

    def _define(self, man: Man, target: Square) -> int | None:
        stands = self._variables.at(man.kind, man.square)
        ways = self.ways(man, target)
        if stands is None or not ways:
            return None
        if () in ways:  # one of the ways cannot be blocked
            return stands
        gates = [self._gate(conjunction, (stands, *(-x for x in way))) for way in ways]
        return gates[0] if len(gates) == 1 else self._gate(disjunction, gates)

    def _gate(
        self,
        make: Callable[[Variables, list[int]], tuple[int, list[Clause]]],
        literals: Iterable[int],
    ) -> int:
        gate, clauses = make(self._variables, list(literals))
        self.definitions += clauses
        return gate
