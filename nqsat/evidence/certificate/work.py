"""Work: one certificate in the making, of whichever kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from nqsat.counting import Count, Modulo, decimal
from nqsat.engines import Deadline, Reason
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.evidence.certificate.folder import seal, write_lines
from nqsat.modelling import Model, dumps


def facts_of(model: Model) -> checker.Model:
    """What the checker knows of a model.

    Raises:
        InvalidModel: there is something in it that it cannot read.
    """
    try:
        return checker.read_model(dumps(model))
    except checker.Rejected as refused:
        raise InvalidModel("certificate", f"the checker does not take this; {refused}") from None


def too_large(what: str) -> UnsupportedByEngine:
    """That a certificate is beyond the checker's limits."""
    return UnsupportedByEngine("certify", f"{what}: more than the checker takes")


class Incomplete(Exception):
    """A limit was met."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass
class Work(ABC):
    """A certificate that is being written.

    Args:
        model: what is counted.
        text: the same, as the certificate has it.
        facts: what the checker knows of it.
        modulo: ``"symmetry"`` to count orbits.
        time_limit: when to raise ``Incomplete``, in seconds from now.
        watch: called with the number of solutions found.

    Attributes:
        labelled: how many solutions there are if images count.
        cubes: in how many parts there is a proof.
    """

    model: Model
    text: str
    facts: checker.Model
    modulo: Modulo
    time_limit: float | None
    watch: Callable[[int], None]
    labelled: int = field(default=0, init=False)
    cubes: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.clock = Deadline(self.time_limit)

    @abstractmethod
    def count(self, reason: Reason | None) -> Count:
        """The answer so far, complete if there is no reason why it is not."""

    @abstractmethod
    def write(self, folder: Path) -> int:
        """Write all files; how many bytes they have."""

    def tick(self, found: int) -> None:
        """Say how many solutions were found; ``Incomplete`` if the time is over."""
        self.watch(found)
        if self.clock.over:
            raise Incomplete("time limit")

    def sealed(self, folder: Path, first: dict[str, object], count: int, **how: object) -> int:
        """Write the model, and the head with this number; how many bytes all files have."""
        write_lines(folder / "model.json", self.text.splitlines())
        said = {"count": decimal(count), "unit": self.model.unit, "modulo": self.modulo}
        counted = {**said, "labelled": decimal(self.labelled)}
        return seal(folder, {**first, **counted, **how, "nqsat": version_of("nqsat") or ""})
