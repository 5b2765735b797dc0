"""The engine ``bitboard``: counts and lists placements by a compiled depth-first search on bit masks.

Every man, of any kind on any board, has a mask of the men that he excludes; choosing him removes his mask
from what is free. Three searches share the work, and the one with the smallest estimate is taken:

    levels   ranks (or other cliques) one after the other, just one choice at each: ``levels``
    covers   always the set with the fewest items left, for domination, regions, quotas: ``cover_kernel``
    pairs    lines of which two men forbid the rest, distinct differences: ``pair_kernel``

Counting adds up the last level without visiting it, and of placements that a symmetry of the model
takes to one another only some are searched, see ``levels``. All numbers are exact, however large.

References: D. E. Knuth, The Art of Computer Programming, Volume 4B, 7.2.2; J. Bitner and E. Reingold,
Backtrack programming techniques, Communications of the ACM 18 (1975) 651-656.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, cast

from nqsat.chess import Symmetry
from nqsat.compiling import Formula
from nqsat.engines.bitboard.levels import Level, LevelOrder, Prefix, next_choices, plans, prefixes
from nqsat.engines.bitboard.lists import COVERS, PAIRS, blocks, lister, others_of, search_of
from nqsat.engines.bitboard.reading import Task, bits_of, formula_of, mask_of, read
from nqsat.engines.contract import Counter, warm_up
from nqsat.engines.plans.cubes import cube, cut, parts_of
from nqsat.engines.plans.plan import (
    WHOLE,
    ConstantPlan,
    Cover,
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Store,
    carried_out,
    whole,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Model, Placement, Solution, known_symmetries
from nqsat.modelling.rules import DistinctDifferences, Domination

if TYPE_CHECKING:
    from nqsat.engines.bitboard.level_search import Choices, LevelSearch
    from nqsat.engines.bitboard.lists import Search

__all__ = ["BitboardEngine"]

#: Possible men: squares times kinds. Larger boards are not refused for want of bits, but
#: because a search of this kind does not come to its end there.
MOST_ITEMS = 1024

#: Predicted nodes that are absurd: more than a day's work of a hundred cores.
MOST_NODES = 1e13

#: A search predicted to take less than so many seconds is neither compared with others nor cut by symmetry.
SOON = 0.02

#: Bytes that tables, stack and a batch of solutions stay below.
MEMORY = 16 * 2**20

#: Random ways down from a part, for its load.
PROBES = 100

#: Seconds for the tables of a search, and to choose it.
READY = 0.01

#: Of two orders the first is taken unless the other is this much better: estimates are rough.
CLEARLY = 0.9


#: So many of the ways to decide lines are tried for an estimate. As parts they are small and have one load.
SAMPLE = 50

#: A search predicted to take less than so many seconds does not decide lines first; and seconds for a part.
LINED, EACH_PART = 0.1, 1e-4

#: So many orbits of lines are tried.
ORBITS = 2

#: What the data of parts begin with that decide lines first.
LINES = "lines"

#: How its title says that no symmetry is used.
PLAIN = "without symmetry"


@dataclass(frozen=True, slots=True)
class BitboardEngine(Counter):
    """Depth-first search on bit masks.

    Args:
        symmetry: whether counting searches only one of the placements of the first men that a symmetry of
            the model takes to one another; the counts are the same.
    """

    name: ClassVar[str] = "bitboard"
    lists: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Placement,)
    kernels: ClassVar[Mapping[str, float]] = {
        "nqsat.engines.bitboard.words:ones": 0.0,
        "nqsat.engines.bitboard.level_kernel:count": 2.5,
        "nqsat.engines.bitboard.level_kernel:walk": 1.5,
        "nqsat.engines.bitboard.cover_kernel:search": 8.0,
        "nqsat.engines.bitboard.pair_kernel:pair_search": 5.0,
    }
    symmetry: bool = True

    @property
    def title(self) -> str:
        return self.name if self.symmetry else f"{self.name}/{PLAIN}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        return ("symmetry", False) if word == PLAIN else None

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        found = _chosen(self, model, by_size=by_size)
        if isinstance(found, BitboardPlan) and found.nodes > MOST_NODES:
            raise UnsupportedByEngine(self.name, found.estimate.words, ("frontier", "sat"))
        return found

    @classmethod
    def kernels_of(cls, plan: Plan) -> Collection[str]:
        if not isinstance(plan, BitboardPlan):
            return ()
        module = {COVERS: "cover_kernel", PAIRS: "pair_kernel"}.get(plan.order, "level_kernel")
        return [name for name in cls.kernels if f".{module}:" in name or name.endswith(":ones")]

    @classmethod
    def variants(cls) -> tuple[BitboardEngine, ...]:
        return (cls(symmetry=False),)

    def exercise(self) -> Iterator[object]:
        models = [Placement("4x4", {"Q": 4}), Placement("3x3", {"N": "any"}, [Domination()])]
        models.append(Placement("3x3", {"K": "any"}, [DistinctDifferences()]))
        for model in models:
            for by_size in (False, True):
                yield from carried_out(self.plan(model, by_size=by_size))
            yield from self.search(model)

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return (one for batch in self.batches(model, orbit) for one in batch or (None,))

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model, orbit)
        return blocks(*_read(self, model))

    def listing(
        self, model: Model, *, limit: int | None = None, most: float = math.inf
    ) -> Estimate:
        _, task = _read(self, model)
        if not task.hopeless and not plans(task) and warm_up(type(self)) > most:
            raise UnsupportedByEngine(self.name, "to load or compile it takes too long", ("sat",))
        found = lister(task)
        name = "nothing to list" if found.search is None else f"a list by {found.search.name}"
        return Estimate(found.seconds(limit), 0, name)


@dataclass(frozen=True, slots=True)
class BitboardPlan(Plan):
    """A search that was chosen for a model.

    Args:
        engine, model, by_size: the question.
        order: the place of its levels in ``plans``; ``COVERS`` or ``PAIRS`` for another search.
        symmetric: whether of equivalent ways to decide the first levels one is searched.
        lines: cliques that are decided first, in all ways that are not equivalent; see ``lines``.
        nodes, seconds: about how many the search has, and takes.
        name: what the search is called.
        task: what was read of the model to choose; another process reads it again.
    """

    engine: BitboardEngine
    model: Placement
    by_size: bool
    order: int = 0
    symmetric: bool = False
    lines: tuple[Level, ...] = ()
    nodes: float = 0.0
    seconds: float = 0.0
    name: str = ""
    task: Task | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[BitboardPlan], tuple[object, ...]]:
        small = replace(self, task=None)
        return BitboardPlan, tuple(getattr(small, one.name) for one in fields(small))

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.engine.title)

    @property
    def estimate(self) -> Estimate:
        many = f"{self.nodes:,.0f}" if self.nodes < MOST_NODES else f"{self.nodes:.1e}"
        words = f"about {many} nodes to search, by {self.name}"
        return Estimate(READY + self.seconds, MEMORY, words)

    def stage(self, wanted: int, products: Products) -> Stage:
        if wanted == 1 and not self.symmetric:
            return whole()
        formula, task = _read(self.engine, self.model)
        if self.order < 0:
            return cut(self.model, wanted)
        levels = self.levels(task)
        group = _group(self.model, formula) if self.symmetric else []
        ways = (
            prefixes(task, levels, group, wanted) if not self.lines else _ways(task, levels, group)
        )
        head = (LINES,) if self.lines else ()
        search = cast("LevelSearch", self.search(task))
        parts = [
            Part(
                ".".join((*head, _named(way.choices))),
                (*head, *way.choices),
                self.nodes / len(ways) if self.lines else search.nodes(way.choices, PROBES),
                way.weight,
            )
            for way in ways
        ]
        parts.sort(key=lambda part: -part.load)
        total = sum(way.weight for way in ways)
        words = "ways to decide the lines" if self.lines else "ways to decide first levels"
        return Stage("count", tuple(parts), Cover("weights", words, total))

    def formerly(self, wanted: int, products: Products) -> Stage:
        if any(isinstance(rule, DistinctDifferences) for rule in self.model.rules):
            return whole()
        return replace(self, lines=()).stage(wanted, products)

    def levels(self, task: Task) -> LevelOrder:
        """The levels, and the lines before them."""
        return replace(plans(task)[self.order], lines=self.lines)

    def search(self, task: Task | None = None) -> Search:
        """The tables of the search."""
        task = task or self.task or _read(self.engine, self.model)[1]
        if self.lines:
            from nqsat.engines.bitboard.level_search import LevelSearch

            return LevelSearch(task, self.levels(task))
        return search_of(task, self.order)

    def stock(self, products: Products, store: Store) -> Search:
        return self.search()

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        if self.order >= 0:
            plan, choices = self._of(part)
            search = cast("LevelSearch", stock if plan is self else plan.search())
            yield from search.counted(choices, by_size=self.by_size)
            return
        if part.data:
            task = _read(self.engine, cast("Placement", cube(self.model, part.data)))[1]
            if task.hopeless:
                return
            stock = self.search(task)
        yield from stock.counted(by_size=self.by_size)

    def split(self, part: Part) -> tuple[Part, ...]:
        if self.order < 0:
            return parts_of(self.model, part)
        task = _read(self.engine, self.model)[1]
        plan, choices = self._of(part)
        ways = next_choices(task, plan.levels(task), choices)
        return part.cut({_named([item]): (*part.data, item) for item in ways})

    def _of(self, part: Part) -> tuple[BitboardPlan, Choices]:
        """The plan of which a part is, this or what it was before there were lines; and what it decides."""
        if self.lines and part.data[:1] == (LINES,):
            return self, part.data[1:]
        return (replace(self, lines=()) if self.lines else self), part.data

    def restricted(self, part: Part) -> Model | None:
        if self.order < 0:
            return cube(self.model, part.data)
        formula, task = _read(self.engine, self.model)
        board = self.model.board
        decode = cast("Callable[[Iterable[int]], Arrangement]", formula.reader.decode)
        men = {item: decode((item + 1,)).men[0] for item in bits_of(task.items)}
        words = []
        plan, choices = self._of(part)
        levels = plan.levels(task)
        decided = [
            *levels.lines,
            *(levels.open[i] for i in levels.undecided(choices[: len(levels.lines)])),
        ]
        for level, item in zip(decided, choices, strict=False):
            if item is not None:
                words.append(f"{men[item].kind}@{board.name(men[item].square)}")
                continue
            empty = {men[other].square for other in bits_of(level.items)}
            there = mask_of(other for other, man in men.items() if man.square in empty)
            if there != level.items:  # men of other kinds may stand there
                return None
            words += [f"-@{board.name(square)}" for square in sorted(empty)]
        return cube(self.model, tuple(dict.fromkeys(words)))


def _named(choices: Sequence[int | None]) -> str:
    """What a part is called that makes some choices."""
    return ".".join("-" if item is None else str(item) for item in choices) or WHOLE


def _read(engine: BitboardEngine, model: Model) -> tuple[Formula, Task]:
    """What there is to search, refused if it is not for this engine."""
    engine.accept(model)
    try:
        formula, numbers = formula_of(cast("Placement", model))
        items = len(formula.projection)
        if items > MOST_ITEMS:
            reason = f"board {model.board.title} has {items:,} places for men; the limit is {MOST_ITEMS:,}"
            raise UnsupportedByEngine(engine.name, reason, ("frontier", "sat"))
        return formula, read(formula, numbers)
    except ValueError as error:
        raise UnsupportedByEngine(engine.name, str(error), ("sat",)) from None


def _chosen(engine: BitboardEngine, model: Model, *, by_size: bool) -> BitboardPlan | ConstantPlan:
    """The search with the smallest estimate, cut by the model's symmetries if that pays."""
    formula, task = _read(engine, model)
    if by_size and any(formula.reader.weight(x) > 1 for x in formula.projection):
        reason = "cannot count by size where men stand together"
        raise UnsupportedByEngine(engine.name, reason, ("frontier", "sat"))
    if task.hopeless:
        return ConstantPlan(engine.title, Estimate(0.0, 0, "nothing to search"), (), model)
    plan = BitboardPlan(engine, cast("Placement", model), by_size, task=task)
    best: BitboardPlan | None = None
    for order in range(len(plans(task))):
        now = _weighed(replace(plan, order=order), task)
        if best is None or now.seconds < CLEARLY * best.seconds:
            best = now
    if best is None or best.seconds > SOON:
        for order in others_of(task):
            now = _weighed(replace(plan, order=order), task)
            if best is None or now.seconds < best.seconds:
                best = now
    if best is None:
        raise UnsupportedByEngine(engine.name, "has no search for this model", ("sat",))
    if best.order < 0 or not engine.symmetry or best.seconds <= SOON:
        return best
    group = _group(plan.model, formula)
    ways = prefixes(task, plans(task)[best.order], group)
    part = len(ways) / sum(way.weight for way in ways)
    cut_ = replace(best, symmetric=True, nodes=part * best.nodes, seconds=part * best.seconds)
    return _with_lines(cut_, task, group) if cut_.seconds > LINED else cut_


def _ways(task: Task, levels: LevelOrder, group: list[list[int]]) -> list[Prefix]:
    """The ways to decide the lines that are searched; none where there are too many to be compared."""
    from nqsat.engines.bitboard.lines import classes

    return classes(task, levels, group) or []


def _with_lines(plan: BitboardPlan, task: Task, group: list[list[int]]) -> BitboardPlan:
    """The same with lines that are decided first, if that is better. The first levels exclude most."""
    from nqsat.engines.bitboard.lines import orbits

    best = plan
    for lines in orbits(task, plans(task)[plan.order], group)[:ORBITS]:
        now = replace(plan, lines=lines)
        ways = _ways(task, now.levels(task), group)
        if not ways:
            continue
        search = cast("LevelSearch", now.search(task))
        some = ways[:: len(ways) // SAMPLE + 1]
        nodes = len(ways) * sum(search.nodes(way.choices, PROBES) for way in some) / len(some)
        seconds = nodes / search.rate + len(ways) * EACH_PART
        if seconds < CLEARLY * best.seconds:
            best = replace(now, nodes=nodes, seconds=seconds, name=search.name)
    return best


def _group(model: Placement, formula: Formula) -> list[list[int]]:
    """The symmetries of the model as permutations of the items; none where they cannot be told."""
    found = known_symmetries(model)
    return [[x - 1 for x in formula.reader.permutation(one)[1:]] for one in found]


def _weighed(plan: BitboardPlan, task: Task) -> BitboardPlan:
    search = plan.search(task)
    nodes = search.nodes()
    return replace(plan, nodes=nodes, seconds=nodes / search.rate, name=search.name)
