"""The search that counts or lists a model: that with the fewest nodes, reduced by symmetries if it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from nqsat.compiling import Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.engines.arrays import np
from nqsat.engines.bitboard.level_search import LevelSearch, SearchSize
from nqsat.engines.bitboard.levels import Level, LevelOrder, level_orders
from nqsat.engines.bitboard.lines import line_orbits, prefix_orbits, prefixes
from nqsat.engines.bitboard.reading import Task, formula_and_task
from nqsat.engines.bits import bits_of, mask_of
from nqsat.engines.contract import Counter as CountingEngine
from nqsat.engines.plans.cubes import cube, cut_into_parts
from nqsat.engines.plans.plan import (
    WHOLE,
    Cover,
    Estimate,
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    single_part_stage,
)
from nqsat.engines.stream import value_of
from nqsat.errors import EngineFailure
from nqsat.modelling import Arrangement, Model, Placement, Solution, known_symmetries
from nqsat.modelling.block import MOST_KINDS, Block

if TYPE_CHECKING:
    from nqsat.engines.bitboard.set_search import SetSearch

    Search: TypeAlias = LevelSearch | SetSearch

#: The facts of a search whose size is not predicted.
UNTOLD = Facts("bitboard")

#: The value of ``order`` for the search by sets.
SETS = -1

#: Predicted nodes that are infeasible: more than a day of a hundred cores.
MOST_NODES = 1e13

#: Upper bound on the bytes of tables, stack and a batch of solutions.
MEMORY = 16 * 2**20

#: Seconds to choose a search and make its tables.
READY = 0.01

#: A list of fewer partial solutions uses the first order of levels.
FEW = 1_000_000

#: A search by levels predicted to take more seconds is compared with one by sets: its estimate is rougher.
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


@dataclass(frozen=True, slots=True)
class BitboardPlan(Plan):
    """A search chosen for a model."""

    #: engine, model and by_size: the question
    engine: CountingEngine
    model: Placement
    by_size: bool
    order: int = SETS  # the index of its levels in `level_orders`; else `SETS`
    #: whether only one of equivalent ways to decide the first levels is searched
    symmetric: bool = False
    #: cliques that are decided first, in all inequivalent ways; see `lines`
    lines: tuple[Level, ...] = ()
    #: items of a set of which one is chosen, and how many are equivalent to each; see `first_items`
    firsts: tuple[tuple[int, int], ...] = ()
    facts: Facts = UNTOLD  # see `Facts`; with the predicted size of the search
    #: the task of the model, if already read; another process reads it again
    task: Task | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[BitboardPlan], tuple[object, ...]]:
        small = replace(self, task=None)
        return BitboardPlan, tuple(getattr(small, entry.name) for entry in fields(small))

    def of_size(self, nodes: float, seconds: float, search: str) -> BitboardPlan:
        """The plan with the predicted size and time of a search of this name."""
        many = f"{nodes:,.0f}" if nodes < MOST_NODES else f"{nodes:.1e}"
        words = f"about {many} nodes to search, by {search}"
        cost = Estimate(READY + seconds, MEMORY, words)
        rate = nodes / seconds if seconds else 0.0
        return replace(self, facts=Facts(self.engine.title, cost=cost, rate=rate))

    @property
    def seconds(self) -> float:
        """The predicted seconds of the search."""
        return self.facts.cost.seconds - READY

    @property
    def nodes(self) -> float:
        """The predicted nodes of the search."""
        return self.seconds * self.facts.rate

    def stage(self, wanted: int, products: Products) -> Stage:
        if wanted <= 1 and not self.symmetric:
            return single_part_stage(self)
        formula, task = formula_and_task(self.engine, self.model)
        if self.order == SETS:
            firsts = Counter(dict(self.firsts))
            if wanted <= firsts.total():  # else there are too few for this many processes
                return self._stage_of_first_items(formula, firsts)
            return cut_into_parts(self, self.model, wanted)
        group = item_permutations(self.model, formula) if self.symmetric else []
        order = self.levels(task)
        ways = (
            prefix_orbits(task, order, group)
            if self.lines
            else prefixes(task, order, group, wanted)
        )
        parts = [
            Part(
                ".".join("-" if item is None else str(item) for item in way.choices) or WHOLE,
                way.choices,
                weight=way.weight,
            )
            for way in ways
        ]
        words = "ways to decide the lines" if self.lines else "ways to decide first levels"
        cover = Cover("weights", words, sum(way.weight for way in ways))
        return Stage("count", tuple(parts), cover, self)

    def _stage_of_first_items(self, formula: Formula, firsts: Counter[int]) -> Stage:
        """A part for each of these items, which is chosen there."""
        orbits, board = cast("AtomReader", formula.reader).orbits, self.model.board
        choices = {item: orbits[item][0].text_on(board) for item in firsts}
        parts = [Part(choices[item], (choices[item],), weight=n) for item, n in firsts.items()]
        cover = Cover("weights", "items of a set of which one is chosen", firsts.total())
        return Stage("count", tuple(parts), cover, self)

    def levels(self, task: Task) -> LevelOrder:
        """The levels, with the lines before them."""
        return replace(level_orders(task)[self.order], lines=self.lines)

    def search(self, task: Task | None = None) -> Search:
        """Make the tables of the search."""
        task = task or self.task or formula_and_task(self.engine, self.model)[1]
        if self.order != SETS:
            return LevelSearch(task, self.levels(task))
        from nqsat.engines.bitboard.set_search import SetSearch

        return SetSearch(task)

    def prepare(self, products: Products, store: Store) -> Search:
        return self.search()

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        if self.order != SETS:
            yield from shared.count_slices(part.data, by_size=self.by_size)
            return
        if part.data:
            task = formula_and_task(self.engine, cast("Placement", cube(self.model, part.data)))[1]
            if task.hopeless:
                return
            shared = self.search(task)
        yield from shared.count_slices(by_size=self.by_size)

    def restricted_model(self, part: Part) -> Model | None:
        if self.order == SETS:
            return cube(self.model, part.data)
        formula, task = formula_and_task(self.engine, self.model)
        board = self.model.board
        decode = cast("Callable[[Iterable[int]], Arrangement]", formula.reader.decode)
        pieces = {item: decode((item + 1,)).pieces[0] for item in bits_of(task.items)}
        words = []
        for level, item in zip(self.lines or self.levels(task).levels, part.data, strict=False):
            if item is not None:
                words.append(f"{pieces[item].kind}@{board.name(pieces[item].square)}")
                continue
            empty = {pieces[other].square for other in bits_of(level.items)}
            there = mask_of(other for other, piece in pieces.items() if piece.square in empty)
            if there != level.items:  # pieces of other kinds may stand there
                return None
            words += [f"-@{board.name(square)}" for square in sorted(empty)]
        return cube(self.model, tuple(dict.fromkeys(words)))


def item_permutations(model: Placement, formula: Formula) -> list[list[int]]:
    """The symmetries of the model as permutations of the items; none if they are unknown."""
    found = known_symmetries(model)
    return [[x - 1 for x in formula.reader.permutation(symmetry)[1:]] for symmetry in found]


def first_items(model: Placement, formula: Formula, task: Task) -> Counter[int]:
    """Return items of a set of which exactly one is chosen, with the numbers that symmetries make of each.

    The set has the fewest items that are not equivalent; without such a set there are none.
    """
    symmetries, orbits = known_symmetries(model), cast("AtomReader", formula.reader).orbits
    item_of = {atom: item for item, orbit in enumerate(orbits) for atom in orbit}

    @cache
    def least(item: int) -> int:
        return min([item_of[orbits[item][0].image(symmetry)] for symmetry in symmetries])

    cliques, best = {*task.cliques}, Counter[int]()
    for cover in task.covers if len(symmetries) > 1 else ():
        if cover in cliques:
            first = dict[int, int]()
            found = Counter(first.setdefault(least(item), item) for item in bits_of(cover))
            best = min(found, best or found, key=len)
            if len(best) == 1:
                break
    return best


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
    symmetric = plan.symmetric and not task.options and seconds > (LONG if order == SETS else SOON)
    plan = replace(plan, order=order, symmetric=symmetric).of_size(nodes, seconds, search.name)
    firsts = first_items(plan.model, formula, task) if symmetric and order == SETS else Counter()
    plan = replace(plan, firsts=tuple(firsts.items()))
    if not symmetric or nodes > HOPELESS * MOST_NODES:
        return plan
    if order == SETS:
        part = len(firsts) / firsts.total() if firsts else 1.0
        return plan.of_size(part * nodes, part * seconds, search.name)
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
    number_of = {kind.name: number for number, kind in enumerate(setting.kinds, start=1)}
    # A blank is the item -1, with a square outside the board; it also pads smaller orbits.
    most = max(map(len, reader.orbits), default=1)
    beside = (len(place), 0)
    pieces = [
        [(place[piece.square], number_of[piece.kind]) for piece in orbit] for orbit in reader.orbits
    ]
    table = np.array(
        [[*orbit, *[beside] * (most - len(orbit))] for orbit in [*pieces, []]], np.int64
    )
    where, what = table.reshape(-1, most, 2).transpose(2, 1, 0)
    for lines in search.solution_rows():
        content = np.zeros((len(lines), len(place) + 1), np.uint8)
        for squares, kinds in zip(where, what, strict=True):
            content[np.arange(len(lines))[:, None], squares[lines]] = kinds[lines]
        if np.count_nonzero(content) < sum(np.count_nonzero(kinds[lines]) for kinds in what):
            raise EngineFailure(
                "an assignment that is not an arrangement: two pieces on one square"
            )
        if not len(lines):
            yield ()
        for first in range(0, len(lines), TOGETHER):
            some = content[first : first + TOGETHER, :-1]
            yield Block(setting, len(some), some.tobytes())
