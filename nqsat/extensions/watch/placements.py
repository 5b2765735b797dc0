"""Watched searches for placements: the reference unchanged, and a textbook search for comparison.

The reference is neither changed nor slowed: a subclass records every step. The other search is the one of
textbooks: rank by rank, each man checked when it is tried. They share the groups of men of which at most
one can be placed (ranks, for queens).

Reference: N. Wirth, Algorithms + Data Structures = Programs, 1976, 3.5: the eight queens, with the
number of checks for each of the 12 solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nqsat.engines import Groups, PlacementSearch
from nqsat.extensions.watch.recording import Recording
from nqsat.modelling import Arrangement, Man, Placement, call_rule

#: If more pairs of men exclude each other, a pair is recorded only when it is needed.
PAIRS = 2000


class _Search(PlacementSearch):
    """Common to both: the literals of men, and the rule that each pair violates."""

    def __init__(self, model: Placement, recording: Recording) -> None:
        self._recording = recording
        self._groups: Groups = []
        super().__init__(model)
        asked = (
            (rule.name, call_rule(rule, rule.relaxation, model.setting)) for rule in model.rules
        )
        self._named_rules = [(name, holds) for name, holds in asked if holds is not None]
        self._literal = {man: recording.watched.literal(man) for man in sorted(self._excluded)}
        if sum(map(len, self._excluded.values())) <= 2 * PAIRS:
            for man, other in combinations(sorted(self._excluded), 2):
                if other in self._excluded[man]:
                    self._reason(man, other)

    def _partition(self, men: list[Man]) -> Groups:
        self._groups = super()._partition(men)
        return self._groups

    def _depth(self, placed: list[Man]) -> int:
        """The number of men placed that are not given."""
        return len(placed) - len(self._given)

    def _reason(self, *men: Man) -> int:
        """The reason why some men exclude one another: the first rule that they violate."""
        origin = "one piece on a square"
        if len({man.square for man in men}) == len(men):
            part = Arrangement.of_sorted(self._model.setting, tuple(sorted(men)))
            origin = next(name for name, holds in self._named_rules if not holds(part))
        return self._recording.reason(origin, [-self._literal[man] for man in men])

    def _record_dead_end(self, placed: list[Man], groups: Groups) -> None:
        """Record that too few groups are left. If each group needs a man, the reason is an empty group."""
        lacking, _ = self._missing_and_full(placed)
        needed, _ = self._missing_and_full(self._given)
        there = {*placed, *(man for group in groups for man in group)}
        empty = next((group for group in self._groups if there.isdisjoint(group)), [])
        tight = sum(needed.values()) >= len(self._groups)
        one = [self._literal[man] for man in empty] if tight else []
        origin = f"number of {' and '.join(lacking)}"
        self._recording.event("dead", number=self._recording.reason(origin, one))

    def _record_leaf(self, placed: list[Man]) -> None:
        """Record the result of an arrangement to which no man is added."""
        arrangement = Arrangement(self._model.setting, tuple(placed))
        broken = [rule.name for rule in self._model.rules if not rule.holds(arrangement)]
        if broken:
            self._recording.event("dead", number=self._recording.reason(broken[0]))
        else:
            self._recording.event("solution")


class ReferenceSearch(_Search):
    """The reference, watched: it removes excluded men, and branches on the smallest group."""

    def _extend(self, placed: list[Man], groups: Groups) -> Iterator[Arrangement | None]:
        depth = self._depth(placed)
        self._recording.node(depth)
        if depth:
            self._recording.event("try", self._literal[placed[-1]])
        self._placed, self._new = placed, True
        yield from super()._extend(placed, groups)
        self._placed, self._new = placed[:-1], False  # the state in which it continues
        if depth:
            self._recording.event("back", number=depth - 1)

    def _is_consistent(self, men: list[Man]) -> bool:
        possible = super()._is_consistent(men)
        if not possible and self._groups:  # without groups it only computes the compatible pairs
            self._recording.event("dead", number=self._reason(*men))
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
    """Group after group, man after man; each is checked when it is tried."""

    def _extend(self, placed: list[Man], groups: Groups) -> Iterator[Arrangement | None]:
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
            for man in group:
                if man.kind in full:
                    continue
                recording.check()
                why = self._reason_against(placed, man)
                if why is not None:
                    recording.event("force", -self._literal[man], why)
                    continue
                alive = True
                recording.event("try", self._literal[man])
                yield from self._extend([*placed, man], groups)
                recording.event("back", number=depth)
        if not alive:
            self._record_dead_end(placed, groups)

    def _reason_against(self, placed: list[Man], man: Man) -> int | None:
        """The reason why a man cannot be added; None if it can."""
        for other in placed:
            if other in self._excluded[man]:
                return self._reason(other, man)
        return None if self._is_consistent([*placed, man]) else self._reason(*placed, man)
