"""The engine ``auto``: it counts by the engines that can, in turns, and lists by the faster one.

``mates`` counts tours first, and ``frontier`` counts pieces
that do not reach far, because these leave narrow frontiers, and permutations. ``bitboard``
searches other placements. How long a count takes is not asked: the others also have turns,
see ``turns``. The answer is exact, whichever engine gives it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from nqsat.chess import Piece, Symmetry, attacks
from nqsat.compiling import check_size
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.contract import Counter, Engine, Ranges
from nqsat.engines.plans.plan import Plan, Progress
from nqsat.engines.plans.turns import LEADER, LONG, Candidate, Turns
from nqsat.engines.solvers.sat import STOPPABLE, SatEngine
from nqsat.engines.stream import closing, thread_time
from nqsat.errors import UnsupportedByEngine
from nqsat.formulas import CnfProblem
from nqsat.modelling import Arrangement, Model, Placement, Solution, Tour
from nqsat.modelling.rules import Files, NonAttacking, Shape
from nqsat.modelling.tour import targets_of

if TYPE_CHECKING:
    from nqsat.engines.frontier import FrontierEngine
    from nqsat.engines.mates import MatesEngine

#: Seconds for which others are at work before what kernels need is loaded, and what that is.
LOADING, NEEDED = 0.15, "numpy"

#: Pieces that attack as many squares each, on average, leave narrow frontiers; fewer than SOME are
#: searched in a moment.
NEAR, SOME = 12, 6

#: About as many paths are searched in a tenth of a second.
FEW_PATHS = 20_000

#: A list of fewer solutions is made by ``sat``: other engines take as long to load.
SHORT = 5_000


@dataclass(frozen=True, slots=True)
class AutoEngine(Engine):
    """The exact engines that can answer, in turns.

    Args:
        isolated, hint: see ``SatEngine``.
        memory: bytes that a count may use; see ``FrontierEngine``.
        tell: called with one line for every plan that is made or refused, and for every turn.
        warn: called with the engine's title and the seconds of a count that will take an hour or more.
    """

    name: ClassVar[str] = "auto"
    plans_by_memory: ClassVar[bool] = True
    skips_squares: ClassVar[bool] = True
    forbids_images: ClassVar[bool] = True
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    isolated: bool = False
    hint: tuple[str, ...] = ()
    memory: int | None = None
    tell: Callable[[str], None] | None = field(default=None, repr=False, compare=False)
    warn: Callable[[str, float], None] | None = field(default=None, repr=False, compare=False)

    @property
    def frontier(self) -> FrontierEngine:
        """The engine ``frontier``, loaded when it is needed."""
        from nqsat.engines.frontier import FrontierEngine

        return FrontierEngine(self.memory)

    @property
    def mates(self) -> MatesEngine:
        """The engine ``mates``, loaded when it is needed."""
        from nqsat.engines.mates import MatesEngine

        return MatesEngine(memory=self.memory)

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The engines that count without a list."""
        return BitboardEngine(memory=self.memory), self.frontier, self.mates

    @property
    def lister(self) -> SatEngine:
        """The engine that makes lists."""
        return SatEngine(isolated=self.isolated, hint=self.hint, memory=self.memory)

    def for_model(self, model: Model | CnfProblem) -> Engine:
        if not isinstance(model, CnfProblem):
            if model.filtered:
                return _plain_search()
            if self._is_searched(model):
                return BitboardEngine(memory=self.memory)
        return self.lister.for_model(model)

    def _is_searched(self, model: Model) -> bool:
        """Whether ``bitboard``, which cannot use a hint, finds the optimum of a model fastest."""
        return not self.hint and BitboardEngine.finds_best(model)

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        return self.for_model(model).batches(model, orbit)

    def optimiser(self, model: Model) -> Engine:
        """The engine that finds the best value of a model's objective."""
        from nqsat.engines.bitboard import few_pieces
        from nqsat.engines.optimiser import Optimiser

        if model.filtered:
            return _plain_search()
        if self._is_searched(model) or few_pieces.reads(model):
            return BitboardEngine(memory=self.memory)
        return Optimiser(self.lister.for_model(model))

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        return self.optimiser(model).improve(model)

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        yield from self.in_turns(self.candidates(model, by_size=by_size, workers=workers))

    def candidates(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> list[Candidate]:
        """The counts of a model that have turns.

        Raises UnsupportedByEngine if the model is too large for all.
        """
        found = list[Candidate]()
        for engine in self.in_order(model):
            price = price_of(engine, model.size)
            if not found:  # to begin with the first may take as long as its first turn
                price = price - LEADER if engine.counts_bare or NEEDED in sys.modules else LOADING
            start = partial(engine.count, model, by_size=by_size, workers=workers)
            found.append(Candidate(engine.name, start, price))
        return found

    def in_turns(self, candidates: Sequence[Candidate]) -> Iterator[Progress]:
        """Count by these in turns; see ``Turns``."""
        return Turns(candidates, self.tell, self.warn).run()

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        """The plan with the lowest estimate, of those that cost no more to make than to run another."""
        best: Plan | None = None
        refusal: UnsupportedByEngine | None = None
        for engine in self.in_order(model):
            if best is not None and engine.making * model.size > best.estimate.seconds:
                continue
            try:
                made = engine.plan(model, by_size=by_size)
            except UnsupportedByEngine as error:
                refusal = error
                continue
            if self.tell is not None:
                self.tell(f"{made.facts.title}: {made.estimate.in_words}")
            if best is None or made.estimate.seconds < best.estimate.seconds:
                best = made
        if best is None:
            raise refusal or UnsupportedByEngine(self.name, "has no engine for this")
        return best

    def in_order(self, model: Model) -> tuple[Engine, ...]:
        """The engines that may count a model, the one that its kind suggests first.

        Raises UnsupportedByEngine if its formula is too large: all but ``mates`` read one.
        """
        if not (isinstance(model, Tour) and model.full_tour and not model.checkpoints):
            check_size(model)
        if model.filtered:
            return (_plain_search(),)
        if isinstance(model, Tour):
            if model.full_tour:
                return self.mates, self.stoppable
            return *_plain_searches(model), self.mates, self.frontier, self.stoppable
        if not isinstance(model, Placement):
            return self.frontier, self.stoppable
        bitboard, frontier = BitboardEngine(memory=self.memory), self.frontier
        if _is_permutation(model) or _has_narrow_frontiers(model):
            return frontier, bitboard, self.stoppable
        return bitboard, frontier, self.stoppable

    @property
    def stoppable(self) -> SatEngine:
        """The lister with a solver that can be stopped at any time, so that others have their turns."""
        return SatEngine(solver=STOPPABLE, memory=self.memory)

    def counter(self, model: Model | CnfProblem, *, by_size: bool = False) -> Engine:
        """Return the engine that counts a model with the lowest estimate; none is tried.

        A formula is counted by ``frontier``. Raises UnsupportedByEngine if no engine can.
        """
        if isinstance(model, CnfProblem):
            return self.frontier
        name, _, _ = self.plan(model, by_size=by_size).facts.title.partition("/")
        known = (*self.counters, self.lister, *self.in_order(model))
        return next(engine for engine in known if engine.name == name)

    def fastest_lister(self, model: Model, limit: int | None = None) -> Engine:
        """Return the engine that lists the solutions soonest; ``sat`` if no engine would finish the list.

        In that case the first solutions matter, and the depth-first search of ``bitboard`` may stay for
        ever in a subtree without any. ``limit``: list at most this many.
        """
        for plain in _plain_searches(model):
            return plain
        other = BitboardEngine(memory=self.memory)
        if limit is None or limit > SHORT:
            with suppress(UnsupportedByEngine):
                size = other.size_of_list(model)
                if size.listing_seconds(limit) < LONG and not self._is_short(model, size.solutions):
                    return other
        return self.lister

    def _is_short(self, model: Model, estimate: float | None) -> bool:
        """Whether a list has at most SHORT solutions: an estimate says so, or else a trial."""
        if estimate is not None:
            return estimate <= SHORT
        begun = thread_time()
        with closing(self.stoppable.search(model)) as found:
            for number, _ in enumerate(found):
                if number > SHORT or thread_time() - begun > LEADER:
                    return False
        return True


def _is_permutation(model: Placement) -> bool:
    """Whether lines have numbers of pieces, and nothing else is asked; a line has one rook at most."""
    if not model.presets and not model.board.geometry.gaps and model.rules == (NonAttacking(),):
        return all(kind.piece == Piece.parse("R") for kind in model.kinds)
    return bool(model.rules) and all(isinstance(rule, Files) for rule in model.rules)


def _plain_search() -> Engine:
    """The search that asks rules for their meaning alone; most counts need not load it."""
    from nqsat.engines.backtrack import BacktrackEngine

    return BacktrackEngine()


def _plain_searches(model: Model) -> tuple[Engine, ...]:
    """A plain search of all paths, if they are so short that it is done before others have begun."""
    if model.filtered:
        return (_plain_search(),)
    if not isinstance(model, Tour) or model.visit is None or model.visit.high is None:
        return ()
    squares = max(1, len(model.board.squares))
    ways = sum(map(len, targets_of(model).values())) / squares
    starts = squares if model.start is None else 1
    paths = starts * ways * max(1.0, ways - 1) ** (model.visit.high - 2)
    return (_plain_search(),) if paths <= FEW_PATHS else ()


def _has_narrow_frontiers(model: Placement) -> bool:
    """Whether pieces attack few squares each: of any number, or some that do nothing else."""
    if any(isinstance(rule, Shape) for rule in model.rules):  # an exact cover
        return False
    numbers = [kind.number.high for kind in model.kinds if kind.number.high is not None]
    few = sum(numbers) < SOME or bool(model.board.geometry.gaps)
    if numbers and (few or model.rules != (NonAttacking(),)):
        return False
    reach = (
        len(seen) for kind in model.kinds for seen in attacks(kind.piece, model.board).values()
    )
    return sum(reach) <= NEAR * len(model.board.squares)


def price_of(engine: Engine, size: int) -> float:
    """Seconds for which others should be at work before an engine begins with this many literals."""
    loads = isinstance(engine, Counter) and NEEDED not in sys.modules
    return max(engine.making * size, LOADING if loads else 0.0)
