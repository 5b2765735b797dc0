"""The plan of ``frontier``: a dynamic program, run layer by layer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from nqsat.engines.frontier.program import Program, scope
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import allowed, gigabytes
from nqsat.engines.plans.plan import Estimate, PlanFacts
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.frontier.run import FrontierProgram

NAME = "frontier"


class Ranks(NamedTuple):
    """Values of the states of a programme, which count what has the best value only; see ``ranked``.

    Args:
        gains: of each layer, by how much the value grows if its variable is false, and if it is true.
        wanted: the value in the end.
        floors: after each layer, what the value must be at least.
    """

    gains: tuple[tuple[int, int], ...]
    wanted: int
    floors: tuple[int, ...]

    def leaving(self, left: Sequence[int]) -> Ranks:
        """The same, by what is left at most, before the first layer and after each."""
        return self._replace(floors=tuple(self.wanted - more for more in left[1:]))

    @classmethod
    def trivially(cls, gains: Sequence[tuple[int, int]], wanted: int) -> Ranks:
        """By gains alone: no constraint is looked at."""
        return cls(tuple(gains), wanted, ()).leaving(trivially(gains))


def trivially(gains: Sequence[tuple[int, int]]) -> list[int]:
    """Before the first layer and after each, what is gained afterwards at most."""
    return [*accumulate((max(both) for both in reversed(gains)), initial=0)][::-1]


@dataclass(frozen=True, slots=True)
class FrontierPlan(LayeredPlan):
    """A program that was made for a model.

    Args:
        named: the variables that solutions are made of, where they are numbered.
        ranks: where only the best solutions are counted.
    """

    program: Program
    cost: Estimate
    named: frozenset[int] = frozenset()
    ranks: Ranks | None = None

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(NAME)

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
        # Files of states are named after what a transition was called when the first ones were made.
        made_of = repr(self.program).replace("Transition(", "Change(").replace(", labels=None", "")
        made_of += repr(self.ranks) if self.ranks else ""
        return hashlib.sha256(made_of.encode()).hexdigest()[:16]

    def compile(self) -> FrontierProgram:
        from nqsat.engines.frontier.run import FrontierProgram

        return FrontierProgram(self.program, self.named, self.ranks)

    def scope(self, place: int) -> int:
        return scope(self.program, place).end

    def refusal(self, reason: str, hint: str = "") -> UnsupportedByEngine:
        return refusal(reason, allowed(self.memory), hint)


def refusal(reason: str, memory: int, hint: str = "") -> UnsupportedByEngine:
    """That something takes more memory than it may."""
    words = f"{reason}; {gigabytes(memory)} are allowed{hint}"
    return UnsupportedByEngine(NAME, words, ("bitboard", "sat"))
