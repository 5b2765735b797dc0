"""The plan of ``frontier``: a dynamic program, run layer by layer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nqsat.engines.frontier.program import Program, scope
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import allowed, gigabytes
from nqsat.engines.plans.plan import Estimate, PlanFacts
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.frontier.run import FrontierProgram

NAME = "frontier"


@dataclass(frozen=True, slots=True)
class FrontierPlan(LayeredPlan):
    """A program that was made for a model.

    Args:
        named: the variables that solutions are made of, where they are numbered.
    """

    program: Program
    cost: Estimate
    named: frozenset[int] = frozenset()

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
        return self.program.width

    @property
    def digest(self) -> str:
        # Files of states are named after what a transition was called when the first ones were made.
        made_of = repr(self.program).replace("Transition(", "Change(").replace(", labels=None", "")
        return hashlib.sha256(made_of.encode()).hexdigest()[:16]

    def compile(self) -> FrontierProgram:
        from nqsat.engines.frontier.run import FrontierProgram

        return FrontierProgram(self.program, self.named)

    def scope(self, place: int) -> int:
        return scope(self.program, place).end

    def refusal(self, reason: str, hint: str = "") -> UnsupportedByEngine:
        return refusal(reason, allowed(self.memory), hint)


def refusal(reason: str, memory: int, hint: str = "") -> UnsupportedByEngine:
    """That something takes more memory than it may."""
    words = f"{reason}; {gigabytes(memory)} are allowed{hint}"
    return UnsupportedByEngine(NAME, words, ("bitboard", "sat"))
