"""Watched searches for placements: the reference unchanged, and a textbook search for comparison.

The reference is neither changed nor slowed: a subclass records every step. The other search is the one of
textbooks: rank by rank, each piece checked when it is tried. Where a rank can hold more than one piece, it
takes the groups of the reference instead, of which at most one piece can be placed.

Reference: N. Wirth, Algorithms + Data Structures = Programs, 1976, 3.5: the eight queens, with the
number of checks for each of the 12 solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nqsat.engines import Groups, PlacementSearch
from nqsat.extensions.watch.recording import Recording
from nqsat.modelling import Arrangement, PlacedPiece, Placement, call_rule

#: If more pairs of pieces exclude each other, a pair is recorded only when it is needed.
PAIRS = 2000


class _Search(PlacementSearch):
    """Common to both: the literals of pieces, and the rule that each pair violates."""

    def __init__(self, model: Placement, recording: Recording) -> None:
        self._recording = recording
        self._groups: Groups = []
        super().__init__(model)
        asked = (
            (rule.name, call_rule(rule, rule.relaxation, model.setting)) for rule in model.rules
        )
        self._named_rules = [(name, holds) for name, holds in asked if holds is not None]
        self._literal = {
            piece: recording.watched.literal(piece) for piece in sorted(self._excluded)
        }
        if sum(map(len, self._excluded.values())) <= 2 * PAIRS:
            for piece, other in combinations(sorted(self._excluded), 2):
                if other in self._excluded[piece]:
                    self._reason(piece, other)

    def _partition(self, pieces: list[PlacedPiece]) -> Groups:
        self._groups = super()._partition(pieces)
        return self._groups

    def _depth(self, placed: list[PlacedPiece]) -> int:
        return len(placed) - len(self._given)

    def _reason(self, *pieces: PlacedPiece) -> int:
        """The reason why some pieces exclude one another: the first rule that they violate."""
        origin = "one piece on a square"
        if len({piece.square for piece in pieces}) == len(pieces):
            part = Arrangement.of_sorted(self._model.setting, tuple(sorted(pieces)))
            origin = next(name for name, holds in self._named_rules if not holds(part))
        return self._recording.reason(origin, [-self._literal[piece] for piece in pieces])

    def _record_dead_end(self, placed: list[PlacedPiece], groups: Groups) -> None:
        """Record that too few groups are left. If each needs a piece, the reason is an empty group."""
        lacking, _ = self._missing_and_full(placed)
        needed, _ = self._missing_and_full(self._given)
        there = {*placed, *(piece for group in groups for piece in group)}
        empty = next((group for group in self._groups if there.isdisjoint(group)), [])
        tight = sum(needed.values()) >= len(self._groups)
        one = [self._literal[piece] for piece in empty] if tight else []
        origin = f"number of {' and '.join(lacking)}"
        self._recording.event("dead", number=self._recording.reason(origin, one))

    def _record_leaf(self, placed: list[PlacedPiece]) -> None:
        """Record the result of an arrangement to which no piece is added."""
        arrangement = Arrangement(self._model.setting, tuple(placed))
        broken = next((x for x in self._model.rules if not x.holds(arrangement)), None)
        if broken is not None:
            self._recording.event("dead", number=self._recording.reason(broken.name))
        else:
            self._recording.event("solution")


class ReferenceSearch(_Search):
    """The reference, watched: it removes excluded pieces, and branches on the smallest group."""

    def _extend(self, placed: list[PlacedPiece], groups: Groups) -> Iterator[Arrangement | None]:
        depth = self._depth(placed)
        self._recording.node(depth)
        if depth:
            self._recording.event("try", self._literal[placed[-1]])
        self._placed, self._new = placed, True
        yield from super()._extend(placed, groups)
        self._placed, self._new = placed[:-1], False  # the state in which it continues
        if depth:
            self._recording.event("back", number=depth - 1)

    def _is_consistent(self, pieces: list[PlacedPiece]) -> bool:
        possible = super()._is_consistent(pieces)
        if not possible and self._groups:  # without groups it only computes the compatible pairs
            self._recording.event("dead", number=self._reason(*pieces))
        return possible

    def _groups_suffice(self, lacking: dict[str, int], groups: Groups) -> bool:
        enough = super()._groups_suffice(lacking, groups)
        if enough and not groups:
            self._record_leaf(self._placed)
        elif self._new and not enough:
            self._record_dead_end(self._placed, groups)
        self._new = False
        return enough


class TextbookSearch(_Search):
    """Group after group, piece after piece; each is checked when it is tried."""

    def _partition(self, pieces: list[PlacedPiece]) -> Groups:
        ranks: dict[int, list[PlacedPiece]] = {}
        for piece in pieces:
            ranks.setdefault(piece.square.row, []).append(piece)
        pairs = (pair for rank in ranks.values() for pair in combinations(rank, 2))
        if not all(other in self._excluded[piece] for piece, other in pairs):
            return super()._partition(pieces)
        self._groups = list(ranks.values())
        return self._groups

    def _extend(self, placed: list[PlacedPiece], groups: Groups) -> Iterator[Arrangement | None]:
        recording, depth = self._recording, self._depth(placed)
        recording.node(depth)
        yield None
        lacking, full = self._missing_and_full(placed)
        alive = False
        while self._groups_suffice(lacking, groups):
            if not groups:
                self._record_leaf(placed)
                return
            group, *groups = groups
            for piece in group:
                if piece.kind in full:
                    continue
                recording.check()
                why = self._reason_against(placed, piece)
                if why is not None:
                    recording.event("force", -self._literal[piece], why)
                    continue
                alive = True
                recording.event("try", self._literal[piece])
                yield from self._extend([*placed, piece], groups)
                recording.event("back", number=depth)
        if not alive:
            self._record_dead_end(placed, groups)

    def _reason_against(self, placed: list[PlacedPiece], piece: PlacedPiece) -> int | None:
        """The reason why a piece cannot be added; None if it can."""
        for other in placed:
            if other in self._excluded[piece]:
                return self._reason(other, piece)
        return None if self._is_consistent([*placed, piece]) else self._reason(*placed, piece)
