"""The plans of ``mates``: layer by layer through the board, or two halves and then ranges of their join."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from nqsat.engines.mates.graph import Graph, name_of_states
from nqsat.engines.mates.halves import Cut, halves_of
from nqsat.engines.mates.way import Way
from nqsat.engines.plan import Cover, Estimate, Part, Plan, Products, Slice, Stage, Store
from nqsat.errors import EngineFailure, UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.mates.forward import Forward

#: The names of the parts that count halves.
HALVES = ("half-1", "half-2")


@dataclass(frozen=True, slots=True)
class MatesPlan(Plan):
    """A way to count the Hamiltonian cycles of a graph.

    Args:
        by: see ``title``.
        memory: bytes that it may take.
        ready: the names of halves that have been counted already, for other graphs.
    """

    by: str
    memory: int
    graph: Graph
    way: Way
    ready: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.by

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.way.seconds, self.way.memory, self.way.words)

    def stage(self, wanted: int, products: Products) -> Stage:
        cut = self.way.cut
        if cut is None:
            return self._layers(wanted, products)
        made = _made(cut, products)
        if None not in made:
            return _join(self.graph, cut, made, wanted)
        parts = tuple(_half(i) for i in range(len(made)))
        return Stage("halves", parts, Cover("ranges", "halves", len(parts)), sums=False)

    def _layers(self, wanted: int, products: Products) -> Stage:
        """All layers; where parts are wanted, those up to the first stop whose states are not there."""
        ends = [*(self.way.stops if wanted > 1 else ()), len(self.way.order)]
        begin, end = next(
            (begin, end)
            for begin, end in pairwise([0, *ends])
            if end == ends[-1] or _layer(end) not in products
        )
        cover = Cover("one", f"layers {begin + 1} to {end}")
        return Stage("layers", (Part(_layer(end)),), cover, sums=end == ends[-1])

    def stock(self, products: Products, store: Store) -> Any:
        """Who does the parts, with all that they share."""
        # NumPy and Numba take a third of a second to import: only when something is counted.
        from nqsat.engines.mates.middle import Halving, Middle, States

        cut = self.way.cut
        if cut is None:
            return self._after([x for x in self.way.stops if _layer(x) in products], store)
        halving = Halving(self.graph, cut, self.memory, store, self.ready)
        made = _made(cut, products)
        if None in made:
            return halving
        arrays = [
            loaded(store, half["name"], partial(halving.run, _half(i)))
            for i, half in enumerate(made)
        ]
        return Middle(self.graph, cut, States.of(arrays[0]), States.of(arrays[-1]))

    def _after(self, stops: Sequence[int], store: Store) -> Forward:
        """Whoever goes on after the last of these stops."""
        from nqsat.engines.mates.forward import Forward, States

        first = Forward(
            self.graph, self.way.order, self.memory, store, 0, States.first(odd=self.graph.odd)
        )
        if not stops:
            return first
        *earlier, last = stops
        # Of the states at stops those at the last but one are there to make the last ones again.
        for stop in earlier[:-1]:
            store.forget(first.name(stop))
        arrays = loaded(
            store, first.name(last), lambda: self._after(earlier, store).run(Part(_layer(last)))
        )
        return replace(first, done=last, before=States.of(arrays))

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        from nqsat.engines.mates.forward import TooLarge

        try:
            yield from stock.run(part)
        except TooLarge as error:
            reason = f"more than {error.args[0]:,} states, more than predicted ({self.way.words})"
            limit = f"{self.memory / 1e9:.1f} GB are allowed"
            raise UnsupportedByEngine("mates", f"{reason}; {limit}", ("sat",)) from None

    def accepts(self, part: Part, product: Any) -> bool:
        cut = self.way.cut
        if cut is None:
            return is_kept(product, name_of_states(self.graph, self.way.order, _end(part)))
        half = halves_of(self.graph, cut)[part.data[0]]
        if not is_kept(product, half.name) or product.get("times") != len(half.graph.maps):
            return False
        ranges = product.get("ranges")
        if not isinstance(ranges, list) or not all(type(one) is int for one in ranges):
            return False
        return all(one < other for one, other in pairwise([0, *ranges, 3 ** len(cut.middle)]))

    def split(self, part: Part) -> tuple[Part, ...]:
        return _ranges(part, 2) if len(part.data) > 2 else ()


def loaded(store: Store, name: str, make: Callable[[], Iterator[Slice]]) -> Mapping[str, Any]:
    """The arrays of a name, made again by whoever puts them there if they are lost or damaged."""
    with suppress(KeyError, EngineFailure):
        return store.load(name)
    store.forget(name)
    for _ in make():
        pass
    return store.load(name)


def is_kept(product: Any, name: str) -> bool:
    """Whether a product says that so many states are in the store under this name."""
    if not isinstance(product, dict) or product.get("name") != name:
        return False
    states = product.get("states")
    return type(states) is int and states >= 0


def _layer(number: int) -> str:
    """The name of the part whose last layer this is; it is read here and there."""
    return f"layer-{number}"


def _end(part: Part) -> int:
    """The last layer of a part."""
    return int(part.id.rpartition("-")[2])


def _half(number: int) -> Part:
    return Part(HALVES[number], (number, number + 1))


def _made(cut: Cut, products: Products) -> list[Any]:
    """The product of each half that is counted; None where there is none yet."""
    return [products.get(name) for name in HALVES[: 2 if cut.mirror is None else 1]]


def _join(graph: Graph, cut: Cut, made: Sequence[Any], wanted: int) -> Stage:
    """Ranges of the first half's patterns that take about equally long."""
    patterns = 3 ** len(cut.middle)
    # A half counts each state once for every symmetry folded in; so does its mirror image.
    times = prod(half["times"] for half in made) ** (2 // len(made))
    every = Part("", (0, patterns, *made[0]["ranges"]), 1.0, Fraction(graph.each, times))
    cover = Cover("ranges", "patterns", patterns, each=every.weight)
    return Stage("join", _ranges(every, wanted), cover)


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
        part._replace(
            id=f"{points[a]}-{points[b]}",
            data=(points[a], points[b], *points[a + 1 : b]),
            load=part.load * (b - a) / most,
        )
        for a, b in pairwise(ends)
    ]
    return tuple(sorted(parts, key=lambda part: -part.load))
