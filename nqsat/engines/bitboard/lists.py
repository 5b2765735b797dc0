"""Lists: which search makes one, and what it finds as blocks of arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from nqsat.engines.bitboard.levels import plans
from nqsat.errors import EngineFailure
from nqsat.modelling.block import MOST_KINDS, Block

if TYPE_CHECKING:
    from nqsat.compiling import Formula
    from nqsat.compiling.placements import PlacementReader
    from nqsat.engines.bitboard.cover_search import CoverSearch
    from nqsat.engines.bitboard.level_lists import LevelLists
    from nqsat.engines.bitboard.reading import Task
    from nqsat.modelling import Solution

#: So many arrangements are handed out together.
TOGETHER = 512

#: Seconds to get NumPy, to look at a node, and to hand out a solution.
BEGUN, NODE, SOLUTION = 0.1, 1e-7, 5e-6

#: A list that takes fewer seconds is made in the first order of its levels.
SOON = 0.02

#: If a list of levels takes so many seconds, others are asked, which have to load their kernels.
LONG = 2.0


def lister(task: Task) -> tuple[LevelLists | CoverSearch, float]:
    """Who lists, and in about how many seconds."""
    from nqsat.engines.bitboard.level_lists import LevelLists

    best: tuple[LevelLists | CoverSearch, float] | None = None
    for plan in plans(task):
        search = LevelLists(task, plan)
        nodes, solutions = search.length()
        seconds = BEGUN + NODE * nodes + SOLUTION * solutions
        if best is None or seconds < best[1]:
            best = search, seconds
        if nodes * NODE < SOON:
            break
    if best is None or best[1] > LONG:
        from nqsat.engines.bitboard.cover_search import CoverSearch

        covers = CoverSearch(task)
        seconds = BEGUN + covers.nodes() / covers.rate
        if best is None or seconds < best[1]:
            best = covers, seconds
    return best


def blocks(formula: Formula, search: LevelLists | CoverSearch) -> Iterator[Sequence[Solution]]:
    """What a search finds, block by block; none now and then, while it finds nothing."""
    from nqsat.engines.arrays import np

    reader = cast("PlacementReader", formula.reader)
    setting = reader.setting
    if len(setting.kinds) > MOST_KINDS:
        for lines in search.lines():
            yield [reader.decode(x + 1 for x in line if x >= 0) for line in lines.tolist()]
        return
    place = {square: index for index, square in enumerate(setting.board.squares)}
    kind = {one.name: number for number, one in enumerate(setting.kinds, start=1)}
    # Nobody, who is the item -1, stands beside the board.
    where = np.array([*(place[man.square] for man in reader.men), len(place)])
    what = np.array([*(kind[man.kind] for man in reader.men), 0], np.uint8)
    for lines in search.lines():
        content = np.zeros((len(lines), len(place) + 1), np.uint8)
        content[np.arange(len(lines))[:, None], where[lines]] = what[lines]
        if np.count_nonzero(content) < np.count_nonzero(lines >= 0):
            raise EngineFailure("an assignment that is no arrangement: two men on one square")
        if not len(lines):
            yield ()
        for first in range(0, len(lines), TOGETHER):
            some = content[first : first + TOGETHER, :-1]
            yield Block(setting, len(some), some.tobytes())
