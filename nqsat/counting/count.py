"""The answer to *how many*: a number that says what it counts and whether it is all of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from numbers import Number
from typing import ClassVar, Literal

from nqsat.chess.drawn import Said
from nqsat.counting.answer import Answer
from nqsat.counting.digits import decimal
from nqsat.counting.exactly import ONLY
from nqsat.counting.optimum import Optimum
from nqsat.modelling import plural

#: How orbits are counted.
Method = Literal["canonical", "blocking", "burnside"]

Modulo = Literal["none", "symmetry", "rotations", "translations", "colours"]


def up_to(modulo: str) -> str:
    """Under which group orbits are counted, in words: `` up to symmetry``; nothing where none are."""
    if modulo == "none":
        return ""
    return f" up to {'symmetry and colours' if modulo == 'colours' else modulo}"


@dataclass(frozen=True, slots=True)
class Count(Answer):
    """How many solutions a model has.

    Args:
        value: the number; where the count is not complete, there are at least so many.
        unit: what is counted: ``"placements"``.
        modulo: ``"none"``: solutions; else orbits, under the group that ``nqsat.count`` says.
        method: how: ``"listing"``, ``"symmetry breaking"``, or one of ``METHODS`` for orbits.
        fixed_by: only solutions invariant under this symmetry are counted.
        optimum: of a model with an objective, the best value; its solutions are counted only if that is
            proved.
    """

    ask: ClassVar[str] = ".value, and .complete"

    value: int
    unit: str
    modulo: Modulo
    method: str
    fixed_by: str | None = None
    optimum: Optimum | None = None

    def _said_(self) -> Said:
        return Said(str(self), self.by, self.note)

    @property
    def by(self) -> str:
        """How it was come by, in words."""
        return f"{self.engine}, {self.method}, {self.seconds:.2f} s"

    @property
    def digits(self) -> str:
        """The value in decimal, however long: Python alone refuses more than 4300 digits."""
        return decimal(self.value)

    def __int__(self) -> int:
        """The value of a complete count; ``value`` is there for lower bounds too."""
        if not self.complete:
            raise ValueError(f"{self}: not a number but a lower bound; ask .value")
        return self.value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            raise TypeError(f"a Count is not a number; compare its .value with {other}")
        if not isinstance(other, Count):
            return NotImplemented
        return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(self))

    def __hash__(self) -> int:
        return hash((self.value, self.engine, self.seconds))

    def __str__(self) -> str:
        """In words, without the engine: ``92 placements``, ``at least 5 placements (limit)``."""
        unit = plural(self.value, self.unit)
        if self.fixed_by:
            alone = " and nothing else" if self.fixed_by.startswith(ONLY) else ""
            unit += f" fixed by {self.fixed_by.removeprefix(ONLY)}{alone}"
        unit += up_to(self.modulo)
        if self.optimum is not None and self.optimum.value is not None:
            unit += f" with {self.optimum}" if self.optimum.proved else ""
        if self.complete:
            return f"{self.digits} {unit}"
        return f"at least {self.digits} {unit} ({self.reason})"
