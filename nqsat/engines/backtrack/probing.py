"""How many solutions a model has, about: random descents of a search tree.

At each node a descent goes on to one of the children, each as likely as the others. A solution that it
finds counts as often as there are such descents: the product of the numbers of children. The mean over all
descents is an unbiased estimate, however few they are. The tree is that of the reference search; for
placements, a tree of the same kind with sets of pieces as bits, which reaches each solution once, too.

Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
(1975) 121-136.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from nqsat.engines.backtrack import reference_search
from nqsat.engines.listing.stream import thread_time
from nqsat.modelling import Arrangement, Model, PlacedPiece, Placement
from nqsat.modelling.rules.base import exclusions_of
from nqsat.modelling.rules.user_rules import call_rule

#: The most descents. They stop after these seconds; if they are too few to say something, after MORE.
DESCENTS, SECONDS, MORE = 2_000, 0.3, 1.5

#: With fewer descents that find solutions, or a greater error, nothing is said.
LEAST, ROUGH = 10, 0.5

#: The most atoms of a model: of one whose rules do not say which pairs they exclude, and of others.
TRIED, ATOMS = 150, 1_200


class Estimated(NamedTuple):
    """An estimate of the number of solutions."""

    number: float  # the mean
    error: float  # its standard error, as a fraction of it
    descents: int  # how many there were

    @property
    def words(self) -> str:
        """The number, rounded as its error allows, and its ground."""
        text = f"{self.number:.{1 if self.error < 0.25 else 0}e}"
        rounded = int(float(text))
        number = f"{rounded:,}" if rounded < 10**12 else text.replace("e+", "e")
        return f"about {number} (±{self.error:.0%}, from {self.descents:,} random descents)"

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
    found = sum(one is not None for one in search.run())
    weight = 1
    while children:
        weight *= len(children)
        name, node = chance.choice(children)
        children.clear()
        met = getattr(type(search), name)(search, *node)
        found += weight * sum(one is not None for one in met)
    return found


class _Placements:
    """The tree of a placement: pieces are bits, in groups of which at most one can be placed.

    A node decides the smallest group: one of its pieces, or none of them.
    """

    def __init__(self, model: Placement) -> None:
        self._model = model
        given = {preset.square: preset.kind for preset in model.presets}
        self._pieces = [
            PlacedPiece(square, kind.name)
            for kind in model.kinds
            for square in model.board.squares
            if kind.may_stand(square) and given.get(square, kind.name) == kind.name
        ]
        rules = [(rule, exclusions_of(rule, model.setting)) for rule in model.rules]
        weaker = (
            call_rule(rule, rule.relaxation, model.setting)
            for rule, table in rules
            if table is None
        )
        self._weaker = [holds for holds in weaker if holds is not None]
        self._apart = self._exclusions([table for _, table in rules if table is not None])
        self._kinds = [
            (self._mask(piece.kind == kind.name for piece in self._pieces), kind.number)
            for kind in model.kinds
        ]
        self._given = [i for i, piece in enumerate(self._pieces) if piece.square in given]
        self._lost = len(self._given) < sum(kind is not None for kind in given.values())
        self._groups = self._partition()

    @staticmethod
    def _mask(bits: Iterable[bool]) -> int:
        return sum(1 << place for place, bit in enumerate(bits) if bit)

    def _exclusions(self, tables: list[Any]) -> list[int]:
        """Return for each piece those that cannot stand with it, itself included."""
        number = {piece: place for place, piece in enumerate(self._pieces)}
        apart = [1 << place for place in number.values()]
        squares: dict[Any, int] = {}
        for piece, place in number.items():
            squares[piece.square] = squares.get(piece.square, 0) | 1 << place
        for piece, place in number.items():
            apart[place] |= squares[piece.square]
            for table in tables:
                for other in table.get(piece, ()):
                    if other in number and other != piece:
                        apart[place] |= 1 << number[other]
                        apart[number[other]] |= 1 << place
        if self._weaker:
            for a, b in combinations(range(len(apart)), 2):
                if not self._may_stand([a, b]):
                    apart[a] |= 1 << b
                    apart[b] |= 1 << a
        return apart

    def _may_stand(self, placed: list[int]) -> bool:
        """Return whether all weaker rules hold of some pieces."""
        if not self._weaker:
            return True
        part = self._arrangement(placed)
        return all(holds(part) for holds in self._weaker)

    def _arrangement(self, placed: list[int]) -> Arrangement:
        pieces = sorted(self._pieces[place] for place in placed)
        return Arrangement.of_sorted(self._model.setting, tuple(pieces))

    def _partition(self) -> list[int]:
        """Partition the pieces greedily into groups whose pieces exclude one another."""
        groups, common = list[int](), list[int]()  # the pieces that all of a group exclude
        for place, apart in enumerate(self._apart):
            where = next((i for i, mask in enumerate(common) if mask >> place & 1), len(groups))
            if where == len(groups):
                groups.append(0)
                common.append(apart)
            groups[where] |= 1 << place
            common[where] &= apart
        return groups

    def descend(self, chance: Random) -> int:
        """Descend once; return how many solutions the one that is met stands for; 0 if none is met."""
        placed, free = list[int](), (1 << len(self._pieces)) - 1
        for place in self._given:
            if not free >> place & 1:
                return 0
            placed, free = [*placed, place], free & ~self._apart[place]
        if self._lost:
            return 0
        free &= ~self._mask(piece in self._given for piece in range(len(self._pieces)))
        weight = 1
        while True:
            free = self._without_full(placed, free)
            groups = [left for group in self._groups if (left := group & free)]
            if not self._suffice(placed, groups) or not self._may_stand(placed):
                return 0
            if not groups:
                return weight * self._model.holds(self._arrangement(placed))
            group = min(groups, key=int.bit_count)
            ways: list[int | None] = [*_bits(group)]
            if self._suffice(placed, [other for other in groups if other is not group]):
                ways.append(None)
            weight *= len(ways)
            choice = chance.choice(ways)
            free &= ~(group if choice is None else self._apart[choice])
            placed += [] if choice is None else [choice]

    def _without_full(self, placed: list[int], free: int) -> int:
        """Return the free pieces without the kinds that may have no more."""
        for mask, number in self._kinds:
            if number.high is not None and _number(placed, mask) >= number.high:
                free &= ~mask
        return free

    def _suffice(self, placed: list[int], groups: list[int]) -> bool:
        """Return whether the groups can still supply the pieces that are needed, one from each."""
        needed = [(mask, number.low - _number(placed, mask)) for mask, number in self._kinds]
        if sum(max(0, number) for _, number in needed) > len(groups):
            return False
        return len(needed) == 1 or all(
            number <= sum(group & mask > 0 for group in groups) for mask, number in needed
        )


def _number(placed: list[int], mask: int) -> int:
    return sum(mask >> place & 1 for place in placed)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
