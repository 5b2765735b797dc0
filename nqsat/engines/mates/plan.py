"""The plans of ``mates``: in one piece through the board, or two halves and then ranges of their join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from nqsat.engines.mates.halves import halves_of
from nqsat.engines.plan import Cover, Estimate, Part, Plan, Products, Slice, Stage, Store, whole
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.mates.graph import Graph
    from nqsat.engines.mates.way import Way

#: The names of the parts that count halves.
HALVES = ("half-1", "half-2")


@dataclass(frozen=True, slots=True)
class MatesPlan(Plan):
    """A way to count the Hamiltonian cycles of a graph.

    Args:
        by: see ``title``.
        memory: bytes that it may take.
        graph: the graph.
        way: order, and cut.
    """

    by: str
    memory: int
    graph: Graph
    way: Way

    @property
    def title(self) -> str:
        return self.by

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.way.seconds, self.way.memory, self.way.words)

    def stage(self, wanted: int, products: Products) -> Stage:
        if self.way.cut is None:
            return whole()
        made = self._made(products)
        if None not in made:
            return self._join(wanted, made)
        number = len(made)
        parts = tuple(Part(HALVES[i], (i, i + 1)) for i in range(number))
        return Stage("halves", parts, Cover("ranges", "halves", number), sums=False)

    def _made(self, products: Products) -> list[Any]:
        """The product of each half; None where there is none yet."""
        number = 2 if self.way.cut is not None and self.way.cut.mirror is None else 1
        return [products.get(name) for name in HALVES[:number]]

    def _join(self, wanted: int, made: Sequence[Any]) -> Stage:
        """Ranges of the first half's patterns, each of about as many states."""
        assert self.way.cut is not None
        patterns = 3 ** len(self.way.cut.middle)
        # The halves count each state once for every symmetry folded in; a mirror image does so too.
        times = prod(half["times"] for half in made) ** (2 // len(made))
        every = Part("", (0, patterns, *made[0]["ranges"]), 1.0, Fraction(self.graph.each, times))
        return Stage("join", _ranges(every, wanted), Cover("ranges", "patterns", patterns))

    def stock(self, products: Products, store: Store) -> Any:
        # NumPy and Numba take a third of a second to import: only when something is counted.
        from nqsat.engines.mates.forward import Forward
        from nqsat.engines.mates.middle import Halving, Joining, Middle, States

        graph, cut = self.graph, self.way.cut
        if cut is None:
            return Forward(graph, self.way.order, self.memory)
        made = self._made(products)
        if None in made:
            return Halving(graph, cut, halves_of(graph, cut), self.memory, store)
        states = [States.of(store.load(half["name"])) for half in made]
        return Joining(Middle(graph, cut), states[0], states[-1])

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        from nqsat.engines.mates.forward import TooLarge

        try:
            yield from stock.run(part)
        except TooLarge as error:
            reason = f"more than {error.args[0]:,} states, more than predicted ({self.way.words})"
            limit = f"{self.memory / 1e9:.1f} GB are allowed"
            raise UnsupportedByEngine("mates", f"{reason}; {limit}", ("sat",)) from None

    def split(self, part: Part) -> tuple[Part, ...]:
        return _ranges(part, 2) if len(part.data) > 2 else ()


def _ranges(part: Part, wanted: int) -> tuple[Part, ...]:
    """A range cut into so many, or as many as it can be cut into.

    The data of a range are where it begins, where it ends, and where it may be cut.
    """
    begin, end, *cuts = part.data
    points = [begin, *cuts, end]
    most = len(points) - 1
    pieces = min(max(wanted, 1), most)
    ends = [most * i // pieces for i in range(pieces + 1)]
    parts = [
        Part(
            f"{points[a]}-{points[b]}",
            (points[a], points[b], *points[a + 1 : b]),
            part.load * (b - a) / most,
            part.weight,
        )
        for a, b in pairwise(ends)
    ]
    return tuple(sorted(parts, key=lambda part: -part.load))
