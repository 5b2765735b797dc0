"""Optima by two engines: unsatisfiable cores by ``sat``, and what these leave open by the faster engine.

Cores prove soon what a packing proves: no fewer kings dominate a board than have disjoint neighbourhoods.
Where the optimum is small and no packing proves it, as for queens, a search of all covers by ``bitboard``
is tens of times as fast as ``sat``. Its estimate for each question says whether it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar

from nqsat.chess import Symmetry
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.contract import Engine
from nqsat.engines.plans.plan import join_titles
from nqsat.engines.solvers.sat import SatEngine
from nqsat.engines.stream import call_in_thread, one_by_one
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Factor, Model, Placement, Solution

#: Searches for which ``bitboard`` predicts more seconds than this are left to ``sat``.
LONGEST = 60.0


@dataclass(frozen=True, slots=True)
class Optimiser(Engine):
    """Finds the optimum of a model by ``sat`` and, where it is faster, by ``bitboard``."""

    name: ClassVar[str] = "optimiser"
    takes: ClassVar[tuple[type[Model], ...]] = (Placement, Factor)
    lister: SatEngine
    _others: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def title(self) -> str:
        """The titles of the engines that have searched so far."""
        return join_titles([self.lister.title, *self._others])

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        if call_in_thread(lambda: _is_searched_soon(model)):
            other = BitboardEngine()
            self._others.append(other.title)
            return other.batches(model, orbit)
        return self.lister.batches(model, orbit)

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        """Search by cores; then halve the interval of possible values, each half by the faster engine."""
        left = yield from self.lister.improve_by_cores(model)
        if left is not None:
            yield from self.improve_by_halving(model, *left)


@dataclass(frozen=True, slots=True)
class OptimaLister(Engine):
    """Lists the solutions with the best value of an objective, by the solver that proves it.

    Where cores do not prove it soon, the lister searches the model that is given, with its value fixed.
    """

    name: ClassVar[str] = "optima"
    takes: ClassVar[tuple[type[Model], ...]] = (Placement, Factor)
    lister: SatEngine
    objective: Placement  # the models that are searched have its best value fixed

    @property
    def title(self) -> str:
        return self.lister.title

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model, orbit)
        return self._solutions(model)

    def _solutions(self, model: Model) -> Iterator[Sequence[Solution]]:
        try:
            yield from one_by_one(self.lister.optima(self.objective))
        except UnsupportedByEngine:  # raised before any solution
            yield from self.lister.batches(model)


def _is_searched_soon(model: Model) -> bool:
    with suppress(UnsupportedByEngine):
        return BitboardEngine().plan(model).estimate.seconds <= LONGEST
    return False
