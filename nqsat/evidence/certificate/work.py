"""Work: one certificate in the making, of whichever kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from nqsat.engines import Deadline
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.modelling import dumps

if TYPE_CHECKING:
    from nqsat.counting import Count, Modulo
    from nqsat.engines import Reason
    from nqsat.modelling import Model


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


class Work(ABC):
    """A certificate that is being written.

    Args:
        model: what is counted.
        text: the same, as the certificate has it.
        modulo: ``"symmetry"`` to count orbits.
        time_limit: when to raise ``Incomplete``, in seconds from now.
        watch: called with the number of solutions found.
    """

    #: How many solutions there are if images count, and in how many parts there is a proof.
    labelled = cubes = 0

    def __init__(
        self,
        model: Model,
        text: str,
        modulo: Modulo,
        time_limit: float | None,
        watch: Callable[[int], None],
    ) -> None:
        self.model, self.text, self.modulo, self.watch = model, text, modulo, watch
        self.clock = Deadline(time_limit)

    @abstractmethod
    def count(self, reason: Reason | None) -> Count:
        """The answer so far, complete if there is no reason why it is not."""

    @abstractmethod
    def write(self, folder: Path) -> int:
        """Write all files; how many bytes they have."""
