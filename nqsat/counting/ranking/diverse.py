"""Solutions that differ as much as can be: a set whose two most similar members differ the most.

The distance of two solutions is the number of pieces (moves, true variables) that one of them has and the
other has not. The set is chosen greedily, each next one farthest from those before it, and then improved by
exchanges; so from several beginnings, among all solutions or, of many, among some drawn at random. It need
not be the best: a bound says how good any set could be.

The bound is the first step of Plotkin's (Binary codes with specified minimum distance, 1960): the mean
distance is at least the smallest. If c of k solutions have a piece, it adds c·(k - c) to the sum over
pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any, NamedTuple

from nqsat.counting.ranking.numbering import Numbering
from nqsat.errors import InvalidModel, integer
from nqsat.formulas import CnfProblem
from nqsat.modelling import Factor

#: At most this many distances are computed, but for one beginning.
MOST_DISTANCES = 4_000_000

#: At most this many solutions are candidates, and this many beginnings are tried.
MOST_CANDIDATES, MOST_BEGINNINGS = 5_000, 300


class Diverse(NamedTuple):
    """Different solutions.

    Args:
        solutions: the solutions.
        least: the distance of the two that are most alike; None of fewer than two.
        bound: no set of this many solutions has a greater one.
    """

    solutions: tuple[Any, ...]
    least: int | None
    bound: int | None

    def __str__(self) -> str:
        if self.least is None:
            return "one solution"
        best = "no set does better" if self.least == self.bound else f"no set has over {self.bound}"
        return f"any two differ in at least {self.least} places; {best}"


def choose_diverse(every: Numbering, number: int, seed: int) -> Diverse:
    """Return ``number`` different solutions, or all if there are fewer."""
    if (wanted := integer(number)) is None or wanted < 1:
        raise InvalidModel("diverse", f"{number!r} is not an integer above 0")
    if not every.total:
        raise InvalidModel("model", "has no solution to draw")
    wanted, chance = min(wanted, every.total), Random(seed)
    most = max(wanted, min(MOST_CANDIDATES, MOST_DISTANCES // wanted**2))
    if every.total <= most:
        ranks: Sequence[int] = range(every.total)
    else:
        ranks = sorted({chance.randrange(every.total) for _ in range(most)})
    if wanted == 1:
        return Diverse((every.at(chance.choice(ranks)),), None, None)
    candidates = [every.at(rank) for rank in ranks]
    masks = _masks(candidates)
    bound, best, least = _bound(every, masks, wanted), list[int](), -1
    for _ in range(min(MOST_BEGINNINGS, 1 + MOST_DISTANCES // (len(masks) * wanted**2))):
        chosen = _exchanged(masks, _farthest_first(masks, wanted, chance))
        near = min((masks[a] ^ masks[b]).bit_count() for a, b in combinations(chosen, 2))
        if near > least:
            best, least = chosen, near
        if least == bound:
            break
    return Diverse(tuple(candidates[x] for x in sorted(best)), least, bound)


def _masks(solutions: Sequence[Any]) -> list[int]:
    """Of each solution its pieces as the bits of a number; of a tour its moves."""
    bits: dict[Any, int] = {}
    return [
        sum(1 << bits.setdefault(item, len(bits)) for item in {*solution.atoms})
        for solution in solutions
    ]


def _farthest_first(masks: Sequence[int], wanted: int, chance: Random) -> list[int]:
    """Begin anywhere; take what is farthest from all that were taken."""
    chosen = [chance.randrange(len(masks))]
    near = [(mask ^ masks[chosen[0]]).bit_count() for mask in masks]
    while len(chosen) < wanted:
        taken = {*chosen}
        best = max((x for x in range(len(masks)) if x not in taken), key=near.__getitem__)
        chosen.append(best)
        near = [
            min(old, (mask ^ masks[best]).bit_count())
            for old, mask in zip(near, masks, strict=True)
        ]
    return chosen


def _exchanged(masks: Sequence[int], chosen: list[int]) -> list[int]:
    """Exchange one after the other for what is farther from the rest, until none is."""
    better = len(chosen) > 1
    while better:
        better = False
        for place in range(len(chosen)):
            rest = chosen[:place] + chosen[place + 1 :]
            others, taken = [masks[x] for x in rest], {*rest}

            def worth(x: int, others: Sequence[int] = others) -> tuple[int, int]:
                far = [(masks[x] ^ mask).bit_count() for mask in others]
                return min(far), sum(far)

            best = max((x for x in range(len(masks)) if x not in taken), key=worth)
            if worth(best) > worth(chosen[place]):
                chosen[place], better = best, True
    return chosen


def _bound(every: Numbering, masks: Sequence[int], number: int) -> int:
    """A distance that the two most similar of this many solutions cannot exceed; see above."""
    if len(masks) == every.total:
        items, sizes = 0, {mask.bit_count() for mask in masks}
        for mask in masks:
            items |= mask
        places, most = items.bit_count(), max(sizes)
    else:
        places, model = len(every.holding()), every.model
        known = not isinstance(model, Factor | CnfProblem)
        sizes, most = set(), min(places, model.largest) if known else places
    uses = min(number * most, places * (number // 2))
    each, more = divmod(uses, places or 1)
    total = (places - more) * each * (number - each) + more * (each + 1) * (number - each - 1)
    bound = min(total // comb(number, 2), 2 * most)
    return bound - bound % 2 if len(sizes) == 1 else bound  # of equal sizes, distances are even
