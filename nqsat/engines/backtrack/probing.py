"""How many solutions a model has, about: random ways down the tree of the reference search.

At each node a way goes on to one of the children, each as likely as the others. A solution that it finds
counts as often as there are such ways: the product of the numbers of children. The mean over all ways is an
unbiased estimate, however few they are.

Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
(1975) 121-136.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from nqsat.engines.backtrack import reference_search
from nqsat.engines.listing.stream import thread_time
from nqsat.modelling import Model

#: The most probes, and the seconds after which there are no further ones.
PROBES, SECONDS = 2_000, 0.3

#: With fewer probes that find solutions, or a greater error, nothing is said.
LEAST, ROUGH = 10, 0.5

#: The most atoms of a model: pairs of pieces are compared before the search.
ATOMS = 150


class Estimated(NamedTuple):
    """An estimate of the number of solutions."""

    number: float  # the mean
    error: float  # its standard error, as a fraction of it
    probes: int  # how many there were

    @property
    def words(self) -> str:
        """The number, rounded as its error allows, and its ground."""
        digits = 2 if self.error < 0.1 else 1
        rounded = int(float(f"{self.number:.{digits - 1}e}"))
        number = f"{rounded:,}" if rounded < 10**15 else f"{self.number:.{digits - 1}e}"
        return f"about {number} (Knuth's estimator, {self.probes:,} probes, ±{self.error:.0%})"


def estimated(model: Model) -> Estimated | None:
    """Return an estimate of the number of solutions; None if it is too rough, or the model too large."""
    if len(model.board.squares) * max(1, len(model.kinds)) > ATOMS:
        return None
    search: Any = reference_search(model)
    chance, end = Random(1), thread_time() + SECONDS
    total = squares = 0.0
    hits = probes = 0
    while probes < PROBES and thread_time() < end:
        found = float(_probe(search, chance))
        probes += 1
        hits += found > 0
        total += found
        squares += found * found
    if hits < LEAST:
        return None
    mean = total / probes
    error = sqrt(max(0.0, squares / probes - mean * mean) / probes) / mean
    return Estimated(mean, error, probes) if error < ROUGH else None


def _probe(search: Any, chance: Random) -> int:
    """Go down once; the solutions that are met, each as often as it stands for."""
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
