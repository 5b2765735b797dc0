"""The reference for placements: a search with sets of compatible pieces.

It uses squares and ``holds`` of the rules; no formulas. The search: place a piece, keep only the pieces
that are compatible with it, and repeat. The rules define compatibility: a rule may have a weaker,
hereditary one (``Rule.relaxation``), which holds for every subset of an arrangement that satisfies the
rule. Two pieces that violate it exclude each other, and a partial arrangement that violates it is pruned.

The possible pieces are first partitioned into groups of which at most one piece can be placed (ranks, for
rooks and queens). So a choice is one piece of a group, or none, and a branch fails as soon as fewer groups
are left than pieces are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from itertools import combinations

from nqsat.modelling import Arrangement, PlacedPiece, Placement
from nqsat.modelling.rules.user_rules import call_rule

Groups = list[list[PlacedPiece]]


class PlacementSearch:
    """One search: which pieces exclude each other, and how many of each kind are needed."""

    def __init__(self, model: Placement) -> None:
        self._model = model
        self.nodes = 0
        self._kinds = [(kind.name, kind.number.low, kind.number.high) for kind in model.kinds]
        weaker = (call_rule(rule, rule.relaxation, model.setting) for rule in model.rules)
        self._weaker = [holds for holds in weaker if holds is not None]
        given = {preset.square: preset.kind for preset in model.presets}
        pieces = [  # kind by kind, so that each group has one kind if kinds exclude few others
            PlacedPiece(square, kind.name)
            for kind in model.kinds
            for square in model.board.squares
            if kind.may_stand(square) and given.get(square, kind.name) == kind.name
        ]
        self._excluded = self._conflicts(pieces)
        self._given = [piece for piece in pieces if piece.square in given]
        self._lost = len(self._given) < sum(kind is not None for kind in given.values())
        self._pieces = [piece for piece in pieces if piece.square not in given]

    def _conflicts(self, pieces: list[PlacedPiece]) -> dict[PlacedPiece, set[PlacedPiece]]:
        """For each piece, those that it excludes: on the same square, or because of a rule."""
        found: dict[PlacedPiece, set[PlacedPiece]] = {piece: {piece} for piece in pieces}
        for piece, other in combinations(pieces, 2):
            if piece.square == other.square or not self._is_consistent([piece, other]):
                found[piece].add(other)
                found[other].add(piece)
        return found

    def _is_consistent(self, pieces: list[PlacedPiece]) -> bool:
        """Whether all weaker rules hold for some pieces."""
        part = Arrangement.of_sorted(self._model.setting, tuple(sorted(pieces)))
        return all(holds(part) for holds in self._weaker)

    def run(self) -> Iterator[Arrangement | None]:
        """Yield the solutions, and None now and then."""
        pieces = self._pieces
        for piece in self._given:
            if any(piece in self._excluded[other] for other in self._given if other != piece):
                return
            pieces = [other for other in pieces if other not in self._excluded[piece]]
        if not self._lost:
            yield from self._extend(self._given, self._partition(pieces))

    def _partition(self, pieces: list[PlacedPiece]) -> Groups:
        """Partition the pieces greedily into groups whose pieces exclude one another."""
        groups: Groups = []
        for piece in pieces:
            for group in groups:
                if all(piece in self._excluded[other] for other in group):
                    group.append(piece)
                    break
            else:
                groups.append([piece])
        return groups

    def _extend(self, placed: list[PlacedPiece], groups: Groups) -> Iterator[Arrangement | None]:
        """All solutions that extend the placed pieces by pieces from the groups, at most one from each."""
        if not self._is_consistent(placed):
            return
        lacking, full = self._missing_and_full(placed)
        if full:
            groups = _remove_pieces(
                groups, {piece for group in groups for piece in group if piece.kind in full}
            )
        self.nodes += 1
        if self.nodes % 1024 == 0:
            yield None
        while self._groups_suffice(lacking, groups):
            if not groups:
                arrangement = Arrangement(self._model.setting, tuple(placed))
                if self._model.holds(arrangement):
                    yield arrangement
                return
            group = min(groups, key=len)
            groups = [other for other in groups if other is not group]
            for piece in group:
                yield from self._extend(
                    [*placed, piece], _remove_pieces(groups, self._excluded[piece])
                )
            # From here on: the solutions without a piece of this group.

    def _missing_and_full(self, placed: list[PlacedPiece]) -> tuple[dict[str, int], set[str]]:
        """How many pieces of each kind are still needed, and the kinds that may have no more."""
        number = Counter(piece.kind for piece in placed)
        lacking = {kind: low - number[kind] for kind, low, _ in self._kinds if low > number[kind]}
        full = {kind for kind, _, high in self._kinds if high is not None and number[kind] >= high}
        return lacking, full

    def _groups_suffice(self, lacking: dict[str, int], groups: Groups) -> bool:
        """Whether the groups can still supply the pieces that are needed, one piece from each group."""
        if sum(lacking.values()) > len(groups):
            return False
        return len(self._kinds) == 1 or all(
            number <= sum(any(piece.kind == kind for piece in group) for group in groups)
            for kind, number in lacking.items()
        )


def _remove_pieces(groups: Groups, pieces: Container[PlacedPiece]) -> Groups:
    """The groups without some pieces; empty groups are dropped."""
    kept = ([piece for piece in group if piece not in pieces] for group in groups)
    return [group for group in kept if group]
