"""Attacks of the pieces of an arrangement, as a function and as literals; and gates.

All rules about attacks use this module, so that they agree: a rider passes over empty squares and holes; a
piece in between stops it only if the rule has ``blocking``. The first piece on a ray is itself attacked.

A gate is an auxiliary variable that literals determine: their *and*, their *or*, or *at least k are true*.
Cardinality constraints of the vocabulary are unconditional; ``bounded_if`` encodes one conditional on a
literal. If there are few combinations, they are written out without auxiliary variables: of any k + 1
literals one is false (at most k), of any n - k + 1 one is true (at least k). Otherwise it is a sequential
counter: s(i, j), *at least j of the first i*, is s(i-1, j) or (literal i and s(i-1, j-1)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import comb

from nqsat.chess import Board, Square, attackers, attacks, rays, rays_from, rides_on
from nqsat.modelling.arrangement import Arrangement, PlacedPiece
from nqsat.modelling.kinds import Number
from nqsat.modelling.setting import Setting
from nqsat.modelling.vocabulary import Clause, Sum, Variables

#: The largest number of cells for a table of all attacks, if one arrangement is checked.
LARGE = 1_500


class Gates:
    """Auxiliary literals defined by other literals, each created once.

    Args:
        fresh: returns a new variable at every call.

    Attributes:
        definitions: the clauses that define the auxiliary variables created so far; the rule that uses
            the gates must yield these clauses too.
    """

    def __init__(self, fresh: Callable[[], int]) -> None:
        self.definitions: list[Sum] = []
        self._fresh = fresh
        self._known: dict[tuple[int, ...], int] = {}

    def every(self, literals: Iterable[int]) -> int:
        """Return a literal that is true exactly if all of these are."""
        inputs = tuple(literals)
        if len(inputs) == 1:
            return inputs[0]
        if inputs not in self._known:
            gate = self._known[inputs] = self._fresh()
            self.definitions += [Clause((-gate, literal)) for literal in inputs]
            self.definitions.append(Clause((gate, *(-literal for literal in inputs))))
        return self._known[inputs]

    def some(self, literals: Iterable[int]) -> int:
        """Return a literal that is true exactly if at least one of these is."""
        return -self.every(-literal for literal in literals)

    def bounded_if(self, given: int, number: Number, literals: Sequence[int]) -> Iterator[Sum]:
        """Yield clauses: if ``given`` is true, ``number`` bounds the true literals (distinct variables)."""
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
                for subset in combinations(literals, size - low + 1):
                    yield Clause((-given, *subset))
            for subset in combinations(literals, high + 1):
                yield Clause((-given, *(-literal for literal in subset)))
            return
        at_least = self._counter(literals, most)
        if low:
            yield Clause((-given, at_least[low]))
        if high < size:
            yield Clause((-given, -at_least[high + 1]))

    def at_least(self, low: int, literals: Sequence[int]) -> list[int]:
        """Return literals; at least one of them is true exactly if at least ``low`` ≥ 1 of these are."""
        return [*literals] if low == 1 else [self._counter(literals, low)[low]]

    def _counter(self, literals: Sequence[int], most: int) -> dict[int, int]:
        """Map each j in 1 … ``most`` to the literal *at least j are true*."""
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


def is_large(board: Board) -> bool:
    """Whether one arrangement is checked without a table of all attacks."""
    return board.rows * board.columns > LARGE


def attacked_from(
    arrangement: Arrangement, *, blocking: bool = False
) -> Callable[[str, Square], AbstractSet[Square]]:
    """Return the function (kind, square) → attacked squares, given the pieces of an arrangement."""
    board = arrangement.board
    pieces = {kind.name: kind.piece for kind in arrangement.kinds}
    large = is_large(board)
    if not large and not blocking:
        tables = {kind: attacks(piece, board) for kind, piece in pieces.items()}
        return lambda kind, square: tables[kind][square]
    occupied = {placed.square for placed in arrangement.pieces} if blocking else set()

    def attacked(kind: str, square: Square) -> AbstractSet[Square]:
        piece = pieces[kind]
        ways = rays_from(piece, board, square) if large else rays(piece, board)[square]
        return {target for ray in ways for target in _until_blocked(ray, occupied)}

    return attacked


def _until_blocked(ray: Iterable[Square], occupied: AbstractSet[Square]) -> Iterator[Square]:
    """Yield the squares of a ray up to and including the first that is occupied."""
    for square in ray:
        yield square
        if square in occupied:
            return


def blocking_cost(setting: Setting) -> int:
    """Estimate the number of literals that encode attacks with blocking."""
    cells = setting.board.rows * setting.board.columns
    board, pieces = setting.board, [kind.piece for kind in setting.kinds]
    rides = (ride for piece in pieces for ride in rides_on(piece, board))
    lengths = map(board.geometry.longest, rides)
    single = sum(len(piece.graph) for piece in pieces)
    return len(pieces) * (cells * sum(length * length for length in lengths) + single)


class AttackEncoding(Gates):
    """Literals *this piece stands, and attacks that square*.

    Args:
        setting, variables: as in ``Rule.lower``.
        blocking: whether pieces in between stop a rider.
    """

    def __init__(self, setting: Setting, variables: Variables, *, blocking: bool) -> None:
        super().__init__(variables.fresh)
        self._setting = setting
        self._variables = variables
        self._blocking = blocking

    def pieces(self, kinds: Iterable[str] | None = None) -> dict[PlacedPiece, int]:
        """Return every possible piece of these kinds (all, if None), with the literal that it stands."""
        names = [kind.name for kind in self._setting.named(kinds)]
        return {
            PlacedPiece(square, kind): x
            for square in self._setting.board.squares
            for kind in names
            if (x := self._variables.at(kind, square))
        }

    def occupied(self, square: Square) -> tuple[int, ...]:
        """Return the literals of the pieces that may stand on a square: it is occupied if one is true."""
        found = (self._variables.at(kind.name, square) for kind in self._setting.kinds)
        return tuple(literal for literal in found if literal)

    def targets(self, piece: PlacedPiece) -> frozenset[Square]:
        """Return the squares that a piece attacks if no other piece blocks it."""
        return attacks(self._setting.kind(piece.kind).piece, self._setting.board)[piece.square]

    def attack(self, piece: PlacedPiece, target: Square) -> int | None:
        """Return the literal *this piece stands, and attacks this square*; None if it never does."""
        ways = self.routes(piece, target)
        if () in ways:  # one of the ways cannot be blocked
            return self._variables.at(piece.kind, piece.square)
        past = self.past(piece, ways)
        return self.some(past) if past else None

    def past(self, piece: PlacedPiece, ways: Iterable[Sequence[int]]) -> list[int]:
        """Return, for each path, *this piece stands, none is on the path*; empty if it cannot stand."""
        stands = self._variables.at(piece.kind, piece.square)
        return [self.every((stands, *sorted(-x for x in way))) for way in ways if stands]

    def onto(self, target: Square, kinds: Iterable[str] | None = None) -> list[int]:
        """Return the literals of all attacks on a square, one for each piece that may attack it."""
        board, starts = self._setting.board, []
        for place, kind in enumerate(self._setting.named(kinds)):
            starts += [(x, place, kind.name) for x in attackers(kind.piece, board)[target]]
        starts.sort()
        found = (self.attack(PlacedPiece(start, name), target) for start, _, name in starts)
        return [literal for literal in found if literal]

    def routes(self, piece: PlacedPiece, target: Square) -> list[tuple[int, ...]]:
        """Return, for each path of a piece to a square, the literals of the pieces that could block it."""
        if not self._blocking:
            return [()] if target in self.targets(piece) else []
        table = rays(self._setting.kind(piece.kind).piece, self._setting.board)[piece.square]
        found = (ray[: ray.index(target)] for ray in table if target in ray)
        return [tuple(x for square in ray for x in self.occupied(square)) for ray in found]
