"""The engine ``backtrack``: the reference. Pure Python, independent, short.

It uses the board and ``holds`` of models; no formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar, Literal

from nqsat.chess import Symmetry, most_attacks
from nqsat.engines.backtrack.factors import FactorSearch, LinkSearch
from nqsat.engines.backtrack.placements import PlacementSearch
from nqsat.engines.backtrack.tours import TourSearch
from nqsat.engines.contract import Engine, Ranges
from nqsat.engines.stream import one_by_one
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Factor, Model, Placement, Solution, Tour

__all__ = ["BacktrackEngine"]

#: Models with more attacks are refused: all pairs that exclude each other, and all moves, are listed.
MOST_ATTACKS = 500_000

#: Maximum recursion depth: one level for each piece, or each square of a tour.
DEEPEST = 800


@dataclass(frozen=True, slots=True)
class BacktrackEngine(Engine):
    """The reference: a plain search by the meaning of the rules.

    Args:
        memory: bytes that the search may use; see ``MemoryWatch``.
    """

    name: ClassVar[str] = "backtrack"
    skips_squares: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Model,)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "meaning"
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    memory: int | None = None

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        self.accept(model, orbit)
        self.check(model)
        return one_by_one(reference_search(model).run())

    @classmethod
    def check(cls, model: Model) -> None:
        """Refuse a model that is too large by ``UnsupportedByEngine``."""
        size, depth = _estimate_attacks(model), model.largest
        if size > MOST_ATTACKS or depth > DEEPEST:
            raise UnsupportedByEngine(
                cls.name,
                f"{model.board.title} is too large, with about {size:,} attacks"
                if size > MOST_ATTACKS
                else f"{depth} steps are more than {DEEPEST}",
                ("sat",),
            )


@singledispatch
def reference_search(model: Model) -> PlacementSearch | TourSearch | FactorSearch | LinkSearch:
    """The search for a model."""
    raise UnsupportedByEngine(BacktrackEngine.name, f"has no search for a {model.key}", ("sat",))


reference_search.register(Placement, PlacementSearch)
reference_search.register(Tour, TourSearch)


@reference_search.register
def _factor_search(model: Factor) -> FactorSearch | LinkSearch:
    return LinkSearch(model) if model.ends else FactorSearch(model)


def _estimate_attacks(model: Model) -> int:
    """An estimate of the attacks or moves on the board, all kinds against all."""
    cells = model.board.rows * model.board.columns
    pieces = [kind.piece for kind in model.kinds]
    ways = sum(most_attacks(piece, model.board) for piece in pieces)
    return (ways + cells) * len(pieces)
