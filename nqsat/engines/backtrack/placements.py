"""The reference for placements: a search with sets of compatible men.

It uses squares and ``holds`` of the rules; no formulas. The search: place a man, keep only the men that are
compatible with it, and repeat. The rules define compatibility: a rule may have a weaker, hereditary one
(``Rule.relaxation``), which holds for every subset of an arrangement that satisfies the rule. Two men that
violate it exclude each other, and a partial arrangement that violates it is pruned.

The possible men are first partitioned into groups of which at most one man can be placed (ranks, for rooks
and queens). So a choice is one man of a group, or none, and a branch fails as soon as fewer groups are left
than men are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from itertools import combinations

from nqsat.modelling import Arrangement, Man, Placement
from nqsat.modelling.rules.user_rules import call_rule

Groups = list[list[Man]]


class PlacementSearch:
    """One search: which men exclude each other, and how many of each kind are needed."""

    def __init__(self, model: Placement) -> None:
        self._model = model
        self.nodes = 0
        self._kinds = [(kind.name, kind.number.low, kind.number.high) for kind in model.kinds]
        weaker = (call_rule(rule, rule.relaxation, model.setting) for rule in model.rules)
        self._weaker = [holds for holds in weaker if holds is not None]
        given = {preset.square: preset.kind for preset in model.presets}
        men = [  # kind by kind, so that each group has one kind if kinds exclude few others
            Man(square, kind.name)
            for kind in model.kinds
            for square in model.board.squares
            if kind.may_stand(square) and given.get(square, kind.name) == kind.name
        ]
        self._excluded = self._conflicts(men)
        self._given = [man for man in men if man.square in given]
        self._lost = len(self._given) < sum(kind is not None for kind in given.values())
        self._men = [man for man in men if man.square not in given]

    def _conflicts(self, men: list[Man]) -> dict[Man, set[Man]]:
        """For each man, those that it excludes: on the same square, or because of a rule."""
        found: dict[Man, set[Man]] = {man: {man} for man in men}
        for man, other in combinations(men, 2):
            if man.square == other.square or not self._is_consistent([man, other]):
                found[man].add(other)
                found[other].add(man)
        return found

    def _is_consistent(self, men: list[Man]) -> bool:
        """Whether all weaker rules hold for some men."""
        part = Arrangement.of_sorted(self._model.setting, tuple(sorted(men)))
        return all(holds(part) for holds in self._weaker)

    def run(self) -> Iterator[Arrangement | None]:
        """Yield the solutions, and None now and then."""
        men = self._men
        for man in self._given:
            if any(man in self._excluded[other] for other in self._given if other != man):
                return
            men = [other for other in men if other not in self._excluded[man]]
        if not self._lost:
            yield from self._extend(self._given, self._partition(men))

    def _partition(self, men: list[Man]) -> Groups:
        """Partition the men greedily into groups whose men exclude one another."""
        groups: Groups = []
        for man in men:
            for group in groups:
                if all(man in self._excluded[other] for other in group):
                    group.append(man)
                    break
            else:
                groups.append([man])
        return groups

    def _extend(self, placed: list[Man], groups: Groups) -> Iterator[Arrangement | None]:
        """All solutions that extend the placed men by men from the groups, at most one from each."""
        if not self._is_consistent(placed):
            return
        lacking, full = self._missing_and_full(placed)
        if full:
            groups = _remove_men(
                groups, {man for group in groups for man in group if man.kind in full}
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
            for man in group:
                yield from self._extend([*placed, man], _remove_men(groups, self._excluded[man]))
            # From here on: the solutions without a man of this group.

    def _missing_and_full(self, placed: list[Man]) -> tuple[dict[str, int], set[str]]:
        """How many men of each kind are still needed, and the kinds that may have no more."""
        number = Counter(man.kind for man in placed)
        lacking = {kind: low - number[kind] for kind, low, _ in self._kinds if low > number[kind]}
        full = {kind for kind, _, high in self._kinds if high is not None and number[kind] >= high}
        return lacking, full

    def _groups_suffice(self, lacking: dict[str, int], groups: Groups) -> bool:
        """Whether the groups can still supply the men that are needed, one man from each group."""
        if sum(lacking.values()) > len(groups):
            return False
        return len(self._kinds) == 1 or all(
            number <= sum(any(man.kind == kind for man in group) for group in groups)
            for kind, number in lacking.items()
        )


def _remove_men(groups: Groups, men: Container[Man]) -> Groups:
    """The groups without some men; empty groups are dropped."""
    kept = ([man for man in group if man not in men] for group in groups)
    return [group for group in kept if group]
