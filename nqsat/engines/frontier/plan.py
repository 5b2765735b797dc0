"""The plan of ``frontier``: a dynamic program, run layer by layer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from nqsat.engines.frontier.program import Program, layer_group
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.plans.plan import Estimate, PlanFacts
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.frontier.run import FrontierProgram

NAME = "frontier"


class Ranks(NamedTuple):
    """Values of states, for a program that counts only solutions with the best value; see ``ranked``.

    Args:
        gains: for each layer, the increase of the value if its variable is false, and if it is true.
        wanted: the final value.
        floors: the minimum value after each layer.
    """

    gains: tuple[tuple[int, int], ...]
    wanted: int
    floors: tuple[int, ...]

    def with_remaining_gains(self, left: Sequence[int]) -> Ranks:
        """Set the floors, given the maximum remaining gain before the first layer and after each."""
        return self._replace(floors=tuple(self.wanted - more for more in left[1:]))

    @classmethod
    def from_gains(cls, gains: Sequence[tuple[int, int]], wanted: int) -> Ranks:
        """Make the values with floors from the gains alone, without using the constraints."""
        return cls(tuple(gains), wanted, ()).with_remaining_gains(remaining_gains(gains))


def remaining_gains(gains: Sequence[tuple[int, int]]) -> list[int]:
    """The maximum remaining gain before the first layer and after each, ignoring the constraints."""
    return [*accumulate((max(both) for both in reversed(gains)), initial=0)][::-1]


@dataclass(frozen=True, slots=True)
class FrontierPlan(LayeredPlan):
    """A program compiled for a model.

    Args:
        named: the variables that solutions consist of, if they are ranked and unranked.
        ranks: if given, only the best solutions are counted.
        rate: states in a second, see ``PlanFacts``.
        states: how many there are in all layers, about.
    """

    program: Program
    cost: Estimate
    named: frozenset[int] = frozenset()
    ranks: Ranks | None = None
    rate: float = 0.0
    states: float = 0.0

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(NAME, rate=self.rate)

    @property
    def estimate(self) -> Estimate:
        return self.cost

    @property
    def layers(self) -> int:
        return len(self.program.layers)

    @property
    def words(self) -> int:
        return self.program.width + (self.ranks is not None)

    @property
    def digest(self) -> str:
        # Names of state files use the old class name of a transition, so that older jobs can continue.
        made_of = repr(self.program).replace("Transition(", "Change(").replace(", labels=None", "")
        made_of += repr(self.ranks) if self.ranks else ""
        return hashlib.sha256(made_of.encode()).hexdigest()[:16]

    def compile(self) -> FrontierProgram:
        from nqsat.engines.frontier.run import FrontierProgram

        return FrontierProgram(self.program, self.named, self.ranks)

    def scope(self, place: int) -> int:
        return layer_group(self.program, place).end

    def refusal(self, reason: str, hint: str = "") -> UnsupportedByEngine:
        return refusal(reason, memory_limit(self.memory), hint)


def refusal(reason: str, memory: int, hint: str = "") -> UnsupportedByEngine:
    """Make the error for a count that needs more memory than allowed."""
    words = f"{reason}; {format_bytes(memory)} are allowed{hint}"
    return UnsupportedByEngine(NAME, words, ("bitboard", "sat"))
