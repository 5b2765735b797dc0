"""How many solutions a model has, about: random descents of a search tree.

At each node a descent continues to one of the children. A solution that it finds counts as often as one
descent in so many finds it: the reciprocal of its probability. The mean over all descents is an unbiased
estimate, however few they are. But where rare descents count for much, few descents have a mean and an
error that are both far too small. So, if the number of pieces is given, a child is about as likely as
solutions are below it. The tree is that of the reference search; for placements, a tree of the same kind
with sets of pieces as bits, which reaches each solution once as well.

Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
(1975) 121-136.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from nqsat.chess import Square
from nqsat.engines.backtrack import reference_search
from nqsat.engines.backtrack.placements import PlacementSearch
from nqsat.engines.bits import bits_of
from nqsat.engines.stream import thread_time
from nqsat.modelling import Arrangement, Model, PlacedPiece, Placement
from nqsat.modelling.rules.base import exclusions_of
from nqsat.modelling.rules.user_rules import call_rule

#: The most descents. They stop after these seconds; if they are too few to say something, after MORE.
DESCENTS, SECONDS, MORE = 2_000, 0.3, 1.5

#: With fewer descents that find solutions, or a greater error, there is no estimate.
LEAST, ROUGH = 10, 0.25

#: The most atoms of a model: of one whose rules do not say which pairs they exclude, and of others.
TRIED, ATOMS = 150, 1_200


class Estimated(NamedTuple):
    """An estimate of the number of solutions."""

    number: float  # the mean
    error: float  # its standard error, as a fraction of it
    descents: int  # how many there were

    @property
    def words(self) -> str:
        """The number, rounded as its error allows: ``about 2.1e17 in all (standard error 19%)``."""
        text = f"{self.number:.1e}"
        rounded = int(float(text))
        number = f"{rounded:,}" if rounded < 10**12 else text.replace("e+", "e")
        return f"about {number} in all (standard error {max(self.error, 0.01):.0%})"

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as JSON data: the mean, its relative standard error, how many descents."""
        return {
            "about": float(f"{self.number:.3g}"),
            "relative_error": float(f"{self.error:.2g}"),
            "random_descents": self.descents,
        }


def estimated(model: Model) -> Estimated | None:
    """Return an estimate of the number of solutions; None if it is too rough, or the model too large."""
    descend = _descents_of(model)
    if descend is None:
        return None
    chance, begun = Random(1), thread_time()
    total = squares = 0.0
    hits = descents = 0
    while descents < DESCENTS:
        if descents % 16 == 0:
            seconds = thread_time() - begun
            if seconds > MORE or (seconds > SECONDS and _estimate(hits, descents, total, squares)):
                break
        found = float(descend(chance))
        descents += 1
        hits += found > 0
        total += found
        squares += found * found
    return _estimate(hits, descents, total, squares)


def _estimate(hits: int, descents: int, total: float, squares: float) -> Estimated | None:
    """Return the mean of some descents, by the sums of what they found and of its squares."""
    if hits < LEAST:
        return None
    mean = total / descents
    error = sqrt(max(0.0, squares / descents - mean * mean) / descents) / mean
    return Estimated(mean, error, descents) if error < ROUGH else None


def _descents_of(model: Model) -> Any:
    """Return what descends once: a function of a random generator; None if the model is too large."""
    atoms = len(model.board.squares) * max(1, len(model.kinds))
    if isinstance(model, Placement):
        told = all(exclusions_of(rule, model.setting) is not None for rule in model.rules)
        return _Placements(model).descend if atoms <= (ATOMS if told else TRIED) else None
    return partial(_descend, reference_search(model)) if atoms <= TRIED else None


def _descend(search: Any, chance: Random) -> int:
    """Descend once; return the solutions that are met, each as often as it stands for."""
    children: list[tuple[str, tuple[Any, ...]]] = []

    def noted(name: str, *node: Any) -> Iterator[None]:
        children.append((name, node))
        return iter(())

    for name in ("_extend", "_extend_partial"):  # where it would go down, it only says where to
        setattr(search, name, partial(noted, name))
    found = sum(solution is not None for solution in search.run())
    weight = 1
    while children:
        weight *= len(children)
        name, node = chance.choice(children)
        children.clear()
        met = getattr(type(search), name)(search, *node)
        found += weight * sum(solution is not None for solution in met)
    return found


class _Placements(PlacementSearch):
    """The same tree with pieces as bits, in groups of which at most one can be placed.

    A node decides the smallest group: one of its pieces, or none of them.
    """

    def __init__(self, model: Placement) -> None:
        super().__init__(model)
        self._every = [*self._excluded]
        number = {piece: place for place, piece in enumerate(self._every)}
        self._apart = [_mask(map(number.__getitem__, some)) for some in self._excluded.values()]
        self._groups = [
            _mask(map(number.__getitem__, group)) for group in self._partition(self._every)
        ]
        self._preset = [number[piece] for piece in self._given]
        self._free = _mask(map(number.__getitem__, self._pieces))
        self._numbers = [
            (_mask(i for i, piece in enumerate(self._every) if piece.kind == name), low, high)
            for name, low, high in self._kinds
        ]

    def _conflicts(self, pieces: list[PlacedPiece]) -> dict[PlacedPiece, set[PlacedPiece]]:
        """The same by the tables of rules that have one; only pairs of other rules are tried."""
        rules = [(rule, exclusions_of(rule, self._model.setting)) for rule in self._model.rules]
        weaker = (
            call_rule(rule, rule.relaxation, self._model.setting)
            for rule, table in rules
            if table is None
        )
        self._weaker = [holds for holds in weaker if holds is not None]
        if self._weaker:
            found = super()._conflicts(pieces)
        else:
            on = defaultdict[Square, set[PlacedPiece]](set)
            for piece in pieces:
                on[piece.square].add(piece)
            found = {piece: {*on[piece.square]} for piece in pieces}
        for piece in pieces:
            for table in (table for _, table in rules if table is not None):
                for other in table.get(piece, ()):
                    if other in found and other != piece:
                        found[piece].add(other)
                        found[other].add(piece)
        return found

    def _may_stand(self, placed: list[int]) -> bool:
        """Return whether all weaker rules hold of some pieces."""
        return not self._weaker or self._is_consistent([self._every[place] for place in placed])

    def descend(self, chance: Random) -> float:
        """Descend once; return how many solutions the one that is met stands for; 0 if none is met."""
        if self._lost:
            return 0
        placed, free, weight = [*self._preset], self._free, 1.0
        for place in placed:
            if any(self._apart[place] >> other & 1 for other in placed if other != place):
                return 0
            free &= ~self._apart[place]
        while True:
            free = self._without_full(placed, free)
            groups = [left for group in self._groups if (left := group & free)]
            if not self._suffice(placed, groups) or not self._may_stand(placed):
                return 0
            if not groups:
                pieces = sorted(self._every[place] for place in placed)
                arrangement = Arrangement.of_sorted(self._model.setting, tuple(pieces))
                return weight * self._model.holds(arrangement)
            group = min(groups, key=int.bit_count)
            ways, share = [*bits_of(group)], 1.0
            if self._suffice(placed, [other for other in groups if other is not group]):
                share = self._share(placed, len(groups)) or len(ways) / (len(ways) + 1)
            if share == 1 or chance.random() < share:
                weight *= len(ways) / share
                placed.append(chance.choice(ways))
                free &= ~self._apart[placed[-1]]
            else:
                weight /= 1 - share
                free &= ~group

    def _share(self, placed: list[int], groups: int) -> float | None:
        """Return how many of the groups get a piece, as a share of all; None if any number is allowed."""
        if any(high is None for _, _, high in self._numbers):
            return None
        middle = sum(low + (high or 0) for _, low, high in self._numbers) / 2
        return min(max(middle - len(placed), 0.5), groups - 0.5) / groups

    def _without_full(self, placed: list[int], free: int) -> int:
        for mask, _, high in self._numbers:
            if high is not None and _number(placed, mask) >= high:
                free &= ~mask
        return free

    def _suffice(self, placed: list[int], groups: list[int]) -> bool:
        needed = [(mask, low - _number(placed, mask)) for mask, low, _ in self._numbers]
        if sum(max(0, number) for _, number in needed) > len(groups):
            return False
        return len(needed) == 1 or all(
            number <= sum(group & mask > 0 for group in groups) for mask, number in needed
        )


def _number(placed: list[int], mask: int) -> int:
    return sum(mask >> place & 1 for place in placed)


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
