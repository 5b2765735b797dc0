"""Which search counts or lists a model: that with the fewest nodes, reduced by symmetries if it pays."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, cast

from nqsat.compiling import Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.engines.arrays import np
from nqsat.engines.bitboard.level_search import LevelSearch, SearchSize
from nqsat.engines.bitboard.levels import level_orders
from nqsat.engines.bitboard.lines import line_orbits, prefix_orbits, prefixes
from nqsat.engines.bitboard.plan import MOST_NODES, SETS, BitboardPlan, item_permutations
from nqsat.engines.bitboard.reading import Task
from nqsat.engines.listing.stream import value_of
from nqsat.engines.plans.plan import Progress
from nqsat.errors import EngineFailure
from nqsat.modelling import Solution
from nqsat.modelling.block import MOST_KINDS, Block

if TYPE_CHECKING:
    from nqsat.engines.bitboard.set_search import SetSearch

    Search: TypeAlias = LevelSearch | SetSearch

#: A list of fewer partial solutions uses the first order of levels.
FEW = 1_000_000

#: A search by levels predicted to take more seconds is compared with one by sets. Its kernel may have to be
#: compiled, and its estimate is rougher.
LONG = 2.0

#: A count predicted to take fewer seconds is not reduced by symmetry; nor does it decide lines first.
SOON, LINED = 1 / 75, 1 / 15

#: A count takes another order of levels, or decides lines first, if that is better by this factor:
#: estimates are rough.
CLEARLY = 0.9

#: Symmetries and lines do not help a search that has as many times more nodes than any can have.
HOPELESS = 1e6

#: Of this many orbits of lines, and of this many ways to decide one, an estimate is made; and the seconds
#: that each way takes besides.
ORBITS, SAMPLE, EACH = 2, 50, 1 / 15_000

#: Maximum number of arrangements in a block.
TOGETHER = 512


def best_search(
    task: Task, *, listing: bool = False
) -> Generator[Progress, None, tuple[int, Search, SearchSize]]:
    """Return the index of the best order of levels, or SETS; its search; and what this will do.

    Yields now and then, while it is at work.
    """
    found: tuple[int, Search, SearchSize] | None = None
    better = 1.0 if listing else CLEARLY  # the order of a list stays as it is
    for index, order in enumerate(level_orders(task)):
        search = LevelSearch(task, order)
        forecast = search.estimate()
        yield Progress()
        if found is None or forecast.listed < better * found[2].listed:
            found = index, search, forecast
        if forecast.listed < FEW:
            break
    if found is not None and (listing or found[2].nodes <= LONG * found[1].rate):
        return found
    from nqsat.engines.bitboard.set_search import SetSearch

    sets = SetSearch(task)
    forecast = yield from sets.estimated()
    if found is None or forecast.nodes / sets.rate < found[2].nodes / found[1].rate:
        return SETS, sets, forecast
    return found


def reduced(
    plan: BitboardPlan, formula: Formula, task: Task
) -> Generator[Progress, None, BitboardPlan]:
    """Return the plan of the best search; a symmetric one is reduced by symmetries if that pays.

    Yields now and then, while it is at work.
    """
    order, search, forecast = yield from best_search(task)
    nodes, seconds = forecast.nodes, forecast.nodes / search.rate
    symmetric = plan.symmetric and order != SETS and seconds > SOON
    plan = replace(plan, order=order, symmetric=symmetric).of_size(nodes, seconds, search.name)
    if not symmetric or nodes > HOPELESS * MOST_NODES:
        return plan
    group = item_permutations(plan.model, formula)
    ways = prefixes(task, plan.levels(task), group)
    part = len(ways) / sum(way.weight for way in ways)
    yield Progress()
    plan = plan.of_size(part * nodes, part * seconds, search.name)
    if plan.seconds <= LINED:
        return plan
    return (yield from _with_lines(plan, task, group))


def _with_lines(
    plan: BitboardPlan, task: Task, group: list[list[int]]
) -> Generator[Progress, None, BitboardPlan]:
    """Decide lines first, if that is better. The first levels exclude most."""
    best = plan
    for lines in line_orbits(task, plan.levels(task), group)[:ORBITS]:
        order = replace(plan.levels(task), lines=lines)
        ways = prefix_orbits(task, order, group)
        some = ways[:: len(ways) // SAMPLE + 1]
        search = LevelSearch(task, order)
        nodes = 0.0
        for way in some:
            nodes += search.estimate(way.choices).nodes * len(ways) / len(some)
            yield Progress()
        seconds = nodes / search.rate + len(ways) * EACH
        if ways and seconds < CLEARLY * best.seconds:
            best = replace(plan, lines=lines).of_size(nodes, seconds, search.name)
    return best


def solution_blocks(formula: Formula, task: Task) -> Iterator[Sequence[Solution]]:
    """Yield all solutions in blocks; an empty block now and then, while none is found."""
    if task.hopeless:
        return
    _, search, _ = value_of(best_search(task, listing=True))
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
