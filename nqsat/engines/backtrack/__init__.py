"""The engine ``backtrack``: the reference. Pure Python, independent, short.

It knows the facts of the board and the meaning of models; nothing of formulas.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nqsat.engines.backtrack.placements import PlacementSearch
from nqsat.engines.backtrack.tours import TourSearch
from nqsat.engines.contract import Engine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.chess import Symmetry
    from nqsat.modelling import Model, Solution

__all__ = ["BacktrackEngine"]

#: Larger models are refused: who excludes whom, or moves where, is written out man by man.
MAX_SIZE = 200_000


@dataclass(frozen=True, slots=True)
class BacktrackEngine(Engine):
    """The reference backtracker."""

    name: ClassVar[str] = "backtrack"

    @property
    def title(self) -> str:
        return self.name

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        if orbit:
            raise UnsupportedByEngine(self.name, "cannot forbid the orbit of a solution", ("sat",))
        if model.size > MAX_SIZE:
            raise UnsupportedByEngine(
                self.name,
                f"board {model.board.title} has about {model.size:,} attacks, the reference takes "
                f"{MAX_SIZE:,}",
                ("sat",),
            )
        return (TourSearch(model) if isinstance(model, Tour) else PlacementSearch(model)).run()
