"""The engine ``bitboard``: counts and lists placements by a compiled depth-first search on bit masks.

Who excludes whom is a mask for every man, whatever he is and whatever the board; choosing a man strikes his
mask out of what is free. Two searches share the work, and the one with the smaller estimate is taken:

    levels   ranks (or other cliques) one after the other, just one choice at each: ``levels``
    covers   always the set with the fewest items left, for domination, regions, quotas: ``cover_kernel``

Counting adds up the last level without visiting it, and of placements that a symmetry of the model
takes to one another only some are searched, see ``prefixes``. All numbers are exact, however large.

References: D. E. Knuth, The Art of Computer Programming, Volume 4B, 7.2.2; J. Bitner and E. Reingold,
Backtrack programming techniques, Communications of the ACM 18 (1975) 651-656.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from nqsat.chess import Symmetry
from nqsat.compiling import Formula, lower
from nqsat.engines.bitboard.levels import plans
from nqsat.engines.bitboard.prefixes import prefixes
from nqsat.engines.bitboard.reading import read
from nqsat.engines.contract import Counter, Estimate, require_settled
from nqsat.engines.kernels import LOADING, to_compile
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model, Placement, Solution, Tour

if TYPE_CHECKING:
    from nqsat.engines.bitboard.levels import Plan
    from nqsat.engines.bitboard.reading import Task
    from nqsat.engines.contract import Stage

__all__ = ["BitboardEngine"]

#: Men who may stand somewhere: squares times kinds. Larger boards are not refused for want of bits, but
#: because a search of this kind does not come to its end there.
MOST_ITEMS = 1024

#: Predicted nodes that are absurd: more than a day's work of a hundred cores.
MOST_NODES = 1e13

#: A search predicted to take less than so many seconds is neither compared with others nor cut by symmetry.
SOON = 0.02

#: Bytes that tables, stack and a batch of solutions stay below.
MEMORY = 16 * 2**20

#: Seconds to compile the kernels of the two searches, once a machine.
LEVELS_COMPILED, WALK_COMPILED, COVERS_COMPILED = 2.5, 1.5, 8.0

#: Seconds for the tables of a search, and to choose it.
READY = 0.01

#: Of two orders the first is taken unless the other is this much better: estimates are rough.
CLEARLY = 0.9


#: How its title says that no symmetry is used.
PLAIN = "without symmetry"


class _Search(Protocol):
    """What the two searches have in common."""

    @property
    def rate(self) -> int: ...

    @property
    def name(self) -> str: ...

    def nodes(self) -> float: ...

    def total(self, stage: Stage | None = None) -> Iterator[int | None]: ...

    def sizes(self, stage: Stage | None = None) -> Iterator[tuple[int, int] | None]: ...

    def solutions(self) -> Iterator[list[list[int]]]: ...


@dataclass(frozen=True, slots=True)
class BitboardEngine(Counter):
    """Depth-first search on bit masks.

    Args:
        symmetry: whether counting searches only one of the placements of the first men that a symmetry of
            the model takes to one another; the counts are the same.
    """

    name: ClassVar[str] = "bitboard"
    lists: ClassVar[bool] = True
    symmetry: bool = True

    @property
    def title(self) -> str:
        return self.name if self.symmetry else f"{self.name}/{PLAIN}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        return ("symmetry", False) if word == PLAIN else None

    def estimate(self, model: Model) -> Estimate:
        return self._job(model, counting=True).estimate

    def warm_up(self) -> float:
        from nqsat.engines.bitboard.cover_kernel import search
        from nqsat.engines.bitboard.level_kernel import count, walk

        kernels = {count: LEVELS_COMPILED, walk: WALK_COMPILED, search: COVERS_COMPILED}
        return LOADING + to_compile(kernels)

    def total(self, model: Model, stage: Stage | None = None) -> Iterator[int | None]:
        return self._job(model, counting=True).total(stage)

    def sizes(self, model: Model, stage: Stage | None = None) -> Iterator[tuple[int, int] | None]:
        return self._job(model, counting=True).sizes(stage)

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        if orbit:
            raise UnsupportedByEngine(self.name, "cannot forbid the orbit of a solution", ("sat",))
        return self._job(model, counting=False).solutions()

    def _job(self, model: Model, *, counting: bool) -> _Job:
        """What there is to do, refused if it is not for this engine."""
        if isinstance(model, Tour):
            raise UnsupportedByEngine(self.name, "counts and lists placements", ("mates", "sat"))
        require_settled(model)
        formula = lower(model)
        if len(formula.projection) > MOST_ITEMS:
            raise UnsupportedByEngine(
                self.name,
                f"board {model.board.title} has {len(formula.projection):,} places for men; the "
                f"limit is {MOST_ITEMS:,}",
                ("frontier", "sat"),
            )
        try:
            task = read(formula)
        except ValueError as error:
            raise UnsupportedByEngine(self.name, str(error), ("sat",)) from None
        job = _choose(model, formula, task, symmetric=self.symmetry and counting)
        if counting and job.nodes > MOST_NODES:
            raise UnsupportedByEngine(self.name, job.estimate.words, ("frontier", "sat"))
        return job


class _Job(NamedTuple):
    """A search that was chosen for a model.

    Args:
        decode: from variables to a solution.
        search: None where it was seen that there is no solution.
        nodes: about how many the search has.
        seconds: about how many it takes.
    """

    decode: Callable[[Iterable[int]], Solution]
    search: _Search | None = None
    nodes: float = 0.0
    seconds: float = 0.0

    @property
    def estimate(self) -> Estimate:
        if self.search is None:
            return Estimate(0.0, 0, "nothing to search")
        many = f"{self.nodes:,.0f}" if self.nodes < MOST_NODES else f"{self.nodes:.1e}"
        return Estimate(
            READY + self.seconds, MEMORY, f"about {many} nodes to search, by {self.search.name}"
        )

    def total(self, stage: Stage | None) -> Iterator[int | None]:
        return self.search.total(stage) if self.search is not None else iter(())

    def sizes(self, stage: Stage | None) -> Iterator[tuple[int, int] | None]:
        return self.search.sizes(stage) if self.search is not None else iter(())

    def solutions(self) -> Iterator[Solution | None]:
        for batch in self.search.solutions() if self.search is not None else ():
            yield None
            for items in batch:
                yield self.decode(item + 1 for item in items)


def _choose(model: Placement, formula: Formula, task: Task, *, symmetric: bool) -> _Job:
    """The search with the smallest estimate, cut by the model's symmetries if that pays."""
    decode = formula.reader.decode
    if task.hopeless:
        return _Job(decode)
    from nqsat.engines.bitboard.cover_search import CoverSearch
    from nqsat.engines.bitboard.level_search import LevelSearch

    best: _Job | None = None
    chosen: Plan | None = None
    for plan in plans(task):
        job = _weighed(decode, LevelSearch(task, plan))
        if best is None or job.seconds < CLEARLY * best.seconds:
            best, chosen = job, plan
    if best is None or best.seconds > SOON:
        job = _weighed(decode, CoverSearch(task))
        if best is None or job.seconds < best.seconds:
            best, chosen = job, None
    if chosen is None or not symmetric or best.seconds <= SOON:
        return best
    ways = prefixes(task, chosen, _group(model, formula))
    part = len(ways) / sum(way.weight for way in ways)
    return _Job(decode, LevelSearch(task, chosen, ways), part * best.nodes, part * best.seconds)


def _group(model: Placement, formula: Formula) -> list[list[int]]:
    """The symmetries of the model as permutations of the items; none where they cannot be told."""
    try:
        found = model.symmetries()
    except InvalidModel:  # the board is too large for that, or a rule of the caller's does not say
        return []
    return [[x - 1 for x in formula.reader.permutation(one)[1:]] for one in found]


def _weighed(decode: Callable[[Iterable[int]], Solution], search: _Search) -> _Job:
    nodes = search.nodes()
    return _Job(decode, search, nodes, nodes / search.rate)
