"""What the men of an arrangement attack, as a meaning and as literals; and gates.

All rules about attacks use this file, so that they agree: a rider passes over empty squares and holes; a
man in between stops it only where the rule says ``blocking``. The first man on a ray is attacked himself.

Gates are auxiliary variables that literals determine: their *and*, their *or*, how many are true. The
cardinalities of the vocabulary always hold; ``bounded_if`` makes one that holds *if a man stands*. A small
number of combinations is written out without auxiliaries: of any k + 1 literals one is false (at most k),
of any n - k + 1 one is true (at least k). Otherwise a sequential counter runs along the literals:
s(i, j), *at least j of the first i*, is s(i-1, j) or (literal i and s(i-1, j-1)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import comb

from nqsat.chess import Square, attackers, attacks, rays, rays_from, rides_on
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.kinds import Number
from nqsat.modelling.setting import Setting
from nqsat.modelling.vocabulary import Clause, Sum, Variables

#: On boards of more cells no table of all attacks is made to look at one arrangement.
LARGE = 1_500


class Gates:
    """Literals that others determine, each made once.

    Args:
        fresh: gives a new variable at every call.

    Attributes:
        definitions: what the auxiliary variables mean that have been handed out; the rule that asked
            has to yield these clauses too.
    """

    def __init__(self, fresh: Callable[[], int]) -> None:
        self.definitions: list[Sum] = []
        self._fresh = fresh
        self._known: dict[tuple[int, ...], int] = {}

    def every(self, literals: Iterable[int]) -> int:
        """A literal that is true exactly if all of these are."""
        inputs = tuple(literals)
        if len(inputs) == 1:
            return inputs[0]
        if inputs not in self._known:
            gate = self._known[inputs] = self._fresh()
            self.definitions += [Clause((-gate, literal)) for literal in inputs]
            self.definitions.append(Clause((gate, *(-literal for literal in inputs))))
        return self._known[inputs]

    def some(self, literals: Iterable[int]) -> int:
        """A literal that is true exactly if one of these is."""
        return -self.every(-literal for literal in literals)

    def bounded_if(self, given: int, number: Number, literals: Sequence[int]) -> Iterator[Sum]:
        """Clauses that say: if ``given`` is true, so many of the literals, of different variables, are."""
        size = len(literals)
        low = number.low
        high = size if number.high is None else min(number.high, size)
        if low > size:
            yield Clause((-given,))
            return
        written_out = (comb(size, low - 1) if low else 0) + comb(size, high + 1)
        most = max(low, high + 1 if high < size else 0)
        if written_out <= 4 * size * most:
            if low:
                for some in combinations(literals, size - low + 1):
                    yield Clause((-given, *some))
            for some in combinations(literals, high + 1):
                yield Clause((-given, *(-literal for literal in some)))
            return
        at_least = self._counter(literals, most)
        if low:
            yield Clause((-given, at_least[low]))
        if high < size:
            yield Clause((-given, -at_least[high + 1]))

    def at_least(self, low: int, literals: Sequence[int]) -> list[int]:
        """Literals of which one is true exactly if so many of these are, from 1 on."""
        return [*literals] if low == 1 else [self._counter(literals, low)[low]]

    def _counter(self, literals: Sequence[int], most: int) -> dict[int, int]:
        """From each j in 1 … ``most`` to the literal *at least j are true*."""
        sums: dict[int, int] = {}
        for x in literals:
            before = dict(sums)
            for j in range(1, min(len(before) + 1, most) + 1):
                if j == 1:
                    sums[j] = self.some([before[1], x]) if before else x
                elif j not in before:
                    sums[j] = self.every([before[j - 1], x])
                else:
                    gate = sums[j] = self._fresh()
                    self.definitions += [  # before[j] implies before[j - 1]
                        Clause((-before[j], gate)),
                        Clause((-before[j - 1], -x, gate)),
                        Clause((-gate, before[j], x)),
                        Clause((-gate, before[j - 1])),
                    ]
        return sums


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
    """An estimate of the literals that say which men attack which past men in between."""
    cells = setting.board.rows * setting.board.columns
    board, pieces = setting.board, [kind.piece for kind in setting.kinds]
    rides = (ride for piece in pieces for ride in rides_on(piece, board))
    lengths = map(board.geometry.longest, rides)
    single = sum(len(piece.graph) for piece in pieces)
    return len(pieces) * (cells * sum(length * length for length in lengths) + single)


class SymmetryView(Gates):
    """Literals that say *this man stands, and attacks that square*.

    Args:
        setting, variables: as of ``Rule.lower``.
        blocking: whether men in between stop a rider.
    """

    def __init__(self, setting: Setting, variables: Variables, *, blocking: bool) -> None:
        super().__init__(variables.fresh)
        self._setting = setting
        self._variables = variables
        self._blocking = blocking

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
        """The literals of the men that may stand on a square: it is occupied if one of them is true."""
        found = (self._variables.at(kind.name, square) for kind in self._setting.kinds)
        return tuple(literal for literal in found if literal)

    def targets(self, man: Man) -> frozenset[Square]:
        """The squares that a man attacks if no other man is in his way."""
        return attacks(self._setting.kind(man.kind).piece, self._setting.board)[man.square]

    def attack(self, man: Man, target: Square) -> int | None:
        """The literal *this man stands, and attacks this square*; None if that is never so."""
        ways = self.ways(man, target)
        if () in ways:  # one of the ways cannot be blocked
            return self._variables.at(man.kind, man.square)
        past = self.past(man, ways)
        return self.some(past) if past else None

    def past(self, man: Man, ways: Iterable[Sequence[int]]) -> list[int]:
        """For each of some ways, the literal *this man stands, and no man on it*; none if he never does."""
        stands = self._variables.at(man.kind, man.square)
        return [self.every((stands, *sorted(-x for x in way))) for way in ways if stands]

    def onto(self, target: Square, kinds: Iterable[str] | None = None) -> list[int]:
        """The literals of all attacks on a square, one for each man that may attack it."""
        board, starts = self._setting.board, []
        for place, kind in enumerate(self._setting.named(kinds)):
            starts += [(x, place, kind.name) for x in attackers(kind.piece, board)[target]]
        starts.sort()
        found = (self.attack(Man(start, name), target) for start, _, name in starts)
        return [literal for literal in found if literal]

    def ways(self, man: Man, target: Square) -> list[tuple[int, ...]]:
        """For each way of a man to a square, the literals of the men that could stand on the way."""
        if not self._blocking:
            return [()] if target in self.targets(man) else []
        table = rays(self._setting.kind(man.kind).piece, self._setting.board)[man.square]
        found = (ray[: ray.index(target)] for ray in table if target in ray)
        return [tuple(x for square in ray for x in self.occupied(square)) for ray in found]
