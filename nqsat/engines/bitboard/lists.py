"""Lists: which search makes one, and its solutions as blocks of arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from nqsat.compiling import Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.engines.bitboard.levels import level_orders
from nqsat.engines.bitboard.reading import Task
from nqsat.errors import EngineFailure
from nqsat.modelling import Solution
from nqsat.modelling.block import MOST_KINDS, Block

if TYPE_CHECKING:
    from nqsat.engines.bitboard.level_search import LevelSearch
    from nqsat.engines.bitboard.set_search import SetSearch

    Search: TypeAlias = LevelSearch | SetSearch

#: The value of ``order`` for the search by sets.
SETS = -1

#: Maximum number of arrangements in a block.
TOGETHER = 512

#: Seconds to import NumPy, per node, and per solution returned.
BEGUN, NODE, SOLUTION = 0.1, 1e-7, 5e-6

#: A list that takes fewer seconds uses the first order of levels.
SOON = 0.1


class ListingSearch(NamedTuple):
    """A search that lists, with its predicted size.

    Args:
        search: the search; None if there are no solutions.
        nodes: predicted seconds for all its nodes.
        solutions: predicted number of solutions.
    """

    search: Search | None
    nodes: float = 0.0
    solutions: float = 0.0

    def seconds(self, limit: int | None) -> float:
        """Predict the seconds of a list with at most ``limit`` solutions."""
        part = 1.0 if limit is None else min(1.0, limit / max(self.solutions, 1.0))
        return BEGUN + part * (self.nodes + SOLUTION * self.solutions)


def best_listing_search(task: Task) -> ListingSearch:
    """Return the search with the lowest predicted time for a list."""
    if task.hopeless:
        return ListingSearch(None)
    from nqsat.engines.bitboard.level_search import LevelSearch

    best: ListingSearch | None = None
    for plan in level_orders(task):
        search = LevelSearch(task, plan)
        nodes, solutions = search.estimate_list()
        if best is None or NODE * nodes < best.nodes:
            best = ListingSearch(search, NODE * nodes, solutions)
        if NODE * nodes < SOON:
            break
    if best is not None:
        return best
    other = make_search(task, SETS)
    return ListingSearch(other, other.estimate_nodes() / other.rate)


def make_search(task: Task, order: int) -> Search:
    """Make the tables of a search."""
    from nqsat.engines.bitboard.level_search import LevelSearch
    from nqsat.engines.bitboard.set_search import SetSearch

    return SetSearch(task) if order == SETS else LevelSearch(task, level_orders(task)[order])


def solution_blocks(formula: Formula, task: Task) -> Iterator[Sequence[Solution]]:
    """Yield all solutions in blocks; an empty block now and then, while none is found."""
    from nqsat.engines.compiled.arrays import np

    search = best_listing_search(task).search
    if search is None:
        return
    reader = cast("AtomReader", formula.reader)
    setting = reader.model.setting
    if len(setting.kinds) > MOST_KINDS:
        for lines in search.solution_rows():
            yield [reader.decode(x + 1 for x in line if x >= 0) for line in lines.tolist()]
        return
    place = setting.board.places
    kind = {one.name: number for number, one in enumerate(setting.kinds, start=1)}
    # A blank is the item -1, with a square outside the board; it also pads smaller orbits.
    most = max(map(len, reader.orbits), default=1)
    beside = (len(place), 0)
    men = [[(place[man.square], kind[man.kind]) for man in orbit] for orbit in reader.orbits]
    table = np.array([[*orbit, *[beside] * (most - len(orbit))] for orbit in [*men, []]], np.int64)
    where, what = table.reshape(-1, most, 2).transpose(2, 1, 0)
    for lines in search.solution_rows():
        content = np.zeros((len(lines), len(place) + 1), np.uint8)
        for squares, kinds in zip(where, what, strict=True):
            content[np.arange(len(lines))[:, None], squares[lines]] = kinds[lines]
        if np.count_nonzero(content) < sum(np.count_nonzero(kinds[lines]) for kinds in what):
            raise EngineFailure("an assignment that is no arrangement: two men on one square")
        if not len(lines):
            yield ()
        for first in range(0, len(lines), TOGETHER):
            some = content[first : first + TOGETHER, :-1]
            yield Block(setting, len(some), some.tobytes())
