"""Work: one certificate in the making, of whichever kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nqsat.counting import Count, Modulo, decimal
from nqsat.engines import Deadline, Reason
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.modelling import Model, dumps


def facts_of(model: Model, cure: str = "") -> checker.Model:
    """What the checker knows of a model.

    Args:
        model: the model.
        cure: what to do if the checker cannot read it.

    Raises:
        InvalidModel: there is something in it that it cannot read.
    """
    try:
        return checker.read_model(dumps(model))
    except checker.Rejected as refused:
        reason = f"the checker does not take this; {refused}{cure and f'; {cure}'}"
        raise InvalidModel("certificate", reason) from None


def too_large(what: str) -> UnsupportedByEngine:
    """That a certificate is beyond the checker's limits."""
    return UnsupportedByEngine("certify", f"{what}: more than the checker takes")


class Incomplete(Exception):
    """A limit was met."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass
class Draft:
    """What is certified, and what is known of it by now.

    Args:
        model: what is counted.
        facts: what the checker knows of it.
        modulo: ``"symmetry"`` to count orbits.
        clock: when to raise ``Incomplete``.
        watch: called with the number of solutions found.
        count: the answer so far, complete once it is.
        labelled: how many solutions there are if images count.
        cubes: in how many parts there is a proof.
    """

    model: Model
    facts: checker.Model
    modulo: Modulo
    clock: Deadline
    watch: Callable[[int], None]
    count: Count
    labelled: int = 0
    cubes: int = 0

    def tick(self) -> None:
        """Say how many solutions were found; ``Incomplete`` if the time is over."""
        self.watch(self.count.value)
        if self.clock.over:
            raise Incomplete("time limit")

    @property
    def said(self) -> dict[str, object]:
        """What the head of every certificate says."""
        return {
            "count": decimal(self.count.value),
            "unit": self.model.unit,
            "modulo": self.modulo,
            "labelled": decimal(self.labelled),
            "nqsat": version_of("nqsat") or "",
        }
