"""The plan of a chosen search: its parts, their counts, and how it reads the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, cast

from nqsat.compiling import Formula
from nqsat.engines.bitboard.levels import Level, LevelOrder, level_orders
from nqsat.engines.bitboard.reading import Task, bits_of, formula_and_task, mask_of
from nqsat.engines.contract import Counter
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
from nqsat.modelling import Arrangement, Model, Placement, known_symmetries

if TYPE_CHECKING:
    from nqsat.engines.bitboard.choosing import Search

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


@dataclass(frozen=True, slots=True)
class BitboardPlan(Plan):
    """A search chosen for a model."""

    #: engine, model and by_size: the question
    engine: Counter
    model: Placement
    by_size: bool
    order: int = SETS  # the index of its levels in `level_orders`; else `SETS`
    #: whether only one of equivalent ways to decide the first levels is searched
    symmetric: bool = False
    #: cliques that are decided first, in all inequivalent ways; see `lines`
    lines: tuple[Level, ...] = ()
    facts: Facts = UNTOLD  # see `Facts`; with the predicted size of the search
    #: the task of the model, if already read; another process reads it again
    task: Task | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[BitboardPlan], tuple[object, ...]]:
        small = replace(self, task=None)
        return BitboardPlan, tuple(getattr(small, one.name) for one in fields(small))

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
        if self.order == SETS:
            return cut_into_parts(self, self.model, wanted)
        from nqsat.engines.bitboard.lines import prefix_orbits, prefixes

        formula, task = formula_and_task(self.engine, self.model)
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

    def levels(self, task: Task) -> LevelOrder:
        """The levels, with the lines before them."""
        return replace(level_orders(task)[self.order], lines=self.lines)

    def search(self, task: Task | None = None) -> Search:
        """Make the tables of the search."""
        from nqsat.engines.bitboard.level_search import LevelSearch

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
        men = {item: decode((item + 1,)).men[0] for item in bits_of(task.items)}
        words = []
        for level, item in zip(self.lines or self.levels(task).levels, part.data, strict=False):
            if item is not None:
                words.append(f"{men[item].kind}@{board.name(men[item].square)}")
                continue
            empty = {men[other].square for other in bits_of(level.items)}
            there = mask_of(other for other, man in men.items() if man.square in empty)
            if there != level.items:  # men of other kinds may stand there
                return None
            words += [f"-@{board.name(square)}" for square in sorted(empty)]
        return cube(self.model, tuple(dict.fromkeys(words)))


def item_permutations(model: Placement, formula: Formula) -> list[list[int]]:
    """The symmetries of the model as permutations of the items; none if they are unknown."""
    found = known_symmetries(model)
    return [[x - 1 for x in formula.reader.permutation(one)[1:]] for one in found]
