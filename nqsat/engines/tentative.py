"""A plan that is given up for another one where it takes longer than was thought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from nqsat.engines.plan import (
    Estimate,
    Part,
    Plan,
    Products,
    Slice,
    Stage,
    Sums,
    steps,
    whole,
)
from nqsat.engines.stream import Deadline
from nqsat.errors import UnsupportedByEngine


class Way(Protocol):
    """Who decides by what plan a question is answered, and changes his mind."""

    @property
    def plan(self) -> Plan:
        """What is done now."""

    def doubt(self, spent: float) -> bool:
        """Whether to give it up after so many seconds."""

    def give_up(self, reason: str | None = None) -> bool:
        """Take another plan; False if there is none.

        Args:
            reason: why this one cannot answer; without one it is only slower than it should be.
        """


@dataclass(frozen=True, slots=True)
class Tentative(Plan):
    """The plan that is thought best, until it turns out not to be.

    Args:
        way: who decides. He does not go with it when it is pickled.
    """

    way: Way

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.way.plan,)

    @property
    def settled(self) -> Plan:
        return self.way.plan.settled

    @property
    def in_python(self) -> bool:
        return self.way.plan.in_python

    @property
    def note(self) -> str | None:
        return self.way.plan.note

    @property
    def method(self) -> str:
        return self.way.plan.method

    @property
    def title(self) -> str:
        return self.way.plan.title

    @property
    def estimate(self) -> Estimate:
        return self.way.plan.estimate

    @property
    def known(self) -> Estimate | None:
        return self.way.plan.known

    def stage(self, wanted: int, products: Products) -> Stage:
        return whole()

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        while True:
            clock, reason, found = Deadline(), None, Sums()
            who = self.way.plan.title
            try:
                for id_, piece in steps(self.way.plan, 1, {}):
                    found.add(id_, piece)
                    yield piece
                    if piece.anew:  # of one part among others, which go on counting
                        yield Slice(found.numbers)
                    if self.way.doubt(clock.seconds):
                        break
                else:
                    return
            except UnsupportedByEngine as error:
                reason = error.reason
                if not self.way.give_up(reason):
                    raise
            if reason is None:
                self.way.give_up()
            yield Slice(anew=True, words=who)


def _itself(plan: Plan) -> Plan:
    return plan
