"""The most, or the fewest, unattacked squares with given numbers of pieces: branch and bound on bit masks.

A state is the mask of the squares that are neither occupied nor attacked. Each piece takes its cover from
it, so no state below has more squares; and none has fewer than what the largest covers that are left take.
Pieces of one kind have no order: each is chosen among those after the one before it, the best first. The
first is one of each orbit of squares under the model's symmetries, and the others of its kind are of no
earlier orbit.

``reads`` says which models it takes: non-attacking is the only other rule that it knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb, prod
from typing import NamedTuple, TypeGuard, cast

from nqsat.chess import Square, attacks
from nqsat.modelling import Arrangement, Model, PlacedPiece, Placement, Rule
from nqsat.modelling.rules import Amount, NonAttacking, Objective, Pieces, Unattacked

#: With more ways to place the pieces, up to symmetry, other searches may be faster.
MOST_WAYS = {"maximise": 10**9, "minimise": 10**7}

#: The caller has its turn after this many states.
STATES = 512


def reads(model: Model) -> TypeGuard[Placement]:
    """Whether a model is searched here: given numbers of pieces, and nothing that the masks do not have."""
    objective, numbers = model.objective, {kind.name: kind.number for kind in model.kinds}
    if not isinstance(model, Placement) or objective is None:
        return False
    if not isinstance(objective.measure, Unattacked):
        return False
    if objective.measure.blocking or model.presets or not numbers:
        return False
    if any(number.low != number.high for number in numbers.values()):
        return False
    fixed = {name: number.low for name, number in numbers.items()}
    if not all(_is_known(rule, fixed) for rule in model.rules):
        return False
    squares = len(model.board.squares)
    ways = prod(comb(squares, number) for number in fixed.values())
    return ways <= MOST_WAYS[objective.sense] * len(model.symmetries())


def _is_known(rule: Rule, numbers: Mapping[str, int]) -> bool:
    """Whether a rule is non-attacking, or a number of pieces that the numbers of the kinds imply."""
    if type(rule) is NonAttacking:
        return not rule.blocking
    if type(rule) is Amount and type(rule.measure) is Pieces:
        kinds = rule.measure.kinds
        return rule.allows(sum(n for name, n in numbers.items() if kinds is None or name in kinds))
    return False


class _Piece(NamedTuple):
    """A piece on a square: the mask of the squares it takes; for each kind, of those that it bans."""

    piece: PlacedPiece
    place: int
    cover: int
    bans: tuple[int, ...]


class _Masks(NamedTuple):
    """The masks of the squares that are unattacked, and of those banned for each kind; the pieces."""

    free: int
    bans: tuple[int, ...]
    placed: tuple[PlacedPiece, ...] = ()

    def with_piece(self, piece: _Piece) -> _Masks:
        bans = tuple(old | new for old, new in zip(self.bans, piece.bans, strict=True))
        return _Masks(self.free & ~piece.cover, bans, (*self.placed, piece.piece))


def improve(model: Placement) -> Iterator[Arrangement | None]:
    """Stream better and better solutions of a model that is read here; see ``Engine.improve``."""
    return _BranchAndBound(model).improve()


class _BranchAndBound:
    """The search of one model, with the best value so far."""

    def __init__(self, model: Placement) -> None:
        self._model, self._objective = model, cast("Objective", model.objective)
        self._place = {square: 1 << n for n, square in enumerate(model.board.squares)}
        self._targets = {kind.name: attacks(kind.piece, model.board) for kind in model.kinds}
        self._pieces = [
            [self._piece(PlacedPiece(x, kind.name)) for x in self._place if kind.may_stand(x)]
            for kind in model.kinds
        ]
        sizes = [max((x.cover.bit_count() for x in some), default=0) for some in self._pieces]
        most = [kind.number.low * size for kind, size in zip(model.kinds, sizes, strict=True)]
        #: For each kind, as much as the pieces of the kinds after it can take.
        self._after = [sum(most[n + 1 :]) for n in range(len(most))]
        self._best: int | None = None
        self._states = 0

    def improve(self) -> Iterator[Arrangement | None]:
        """See ``improve``."""
        return self._of_kind(0, _Masks(sum(self._place.values()), (0,) * len(self._pieces)))

    def _piece(self, piece: PlacedPiece) -> _Piece:
        measure = cast("Unattacked", self._objective.measure)
        here, bans = self._place[piece.square], []
        seen = self._mask(self._targets[piece.kind][piece.square])
        for kind, targets in self._targets.items():
            back = self._mask(x for x in self._place if piece.square in targets[x])
            rules = (rule for rule in self._model.rules if isinstance(rule, NonAttacking))
            bound = any(rule.binds(piece.kind, kind) for rule in rules)
            bans.append(here | seen | back if bound else here)
        counted = measure.kinds is None or piece.kind in measure.kinds
        return _Piece(piece, here, here | seen if counted else here, tuple(bans))

    def _mask(self, squares: Iterable[Square]) -> int:
        return sum(self._place[square] for square in squares)

    def _of_kind(self, kind: int, state: _Masks) -> Iterator[Arrangement | None]:
        """Place the pieces of this kind and of those after it."""
        if kind == len(self._pieces):
            value = state.free.bit_count()
            if self._best is None or self._objective.better(value, self._best):
                self._best = value
                yield self._model.solution(state.placed)
            return
        number = self._model.kinds[kind].number.low
        if state.placed or not number:
            yield from self._place_more(kind, number, self._pieces[kind], state)
            return
        orbits = self._orbits(kind)
        for n, (first, *_) in enumerate(orbits):
            others = [piece for orbit in orbits[n:] for piece in orbit if piece is not first]
            yield from self._place_more(kind, number - 1, others, state.with_piece(first))

    def _orbits(self, kind: int) -> list[list[_Piece]]:
        """Return the pieces of a kind by the orbits of their squares, those with the best covers first."""
        left = {piece.piece.square: piece for piece in self._pieces[kind]}
        group, orbits = self._model.symmetries(), list[list[_Piece]]()
        while left:
            first = next(iter(left))
            images = dict.fromkeys(symmetry(first) for symmetry in group)
            orbits.append([left.pop(square) for square in images if square in left])
        worst = -1 if self._objective.sense == "minimise" else 1
        return sorted(orbits, key=lambda orbit: worst * orbit[0].cover.bit_count())

    def _place_more(
        self, kind: int, number: int, pieces: Sequence[_Piece], state: _Masks
    ) -> Iterator[Arrangement | None]:
        """Place ``number`` of these pieces of a kind, and the pieces of the kinds after it."""
        if not number:
            yield from self._of_kind(kind + 1, state)
            return
        self._states += 1
        if self._states % STATES == 0:
            yield None
        most, free, banned = self._objective.sense == "maximise", state.free, state.bans[kind]
        left = [
            ((free & ~piece.cover).bit_count(), n)
            for n, piece in enumerate(pieces)
            if not piece.place & banned
        ]
        left.sort(reverse=most)
        order = [pieces[n] for _, n in left]
        for n, (value, _) in enumerate(left[: len(left) - number + 1]):
            # Those after this piece take nothing, or each as much as it does.
            taken = (number - 1) * (free.bit_count() - value) + self._after[kind]
            bound = value if most else value - taken
            if self._best is not None and not self._objective.better(bound, self._best):
                return
            yield from self._place_more(
                kind, number - 1, order[n + 1 :], state.with_piece(order[n])
            )
