"""The words that a rule may lower itself into, and the variables it may speak of.

A literal is a non-zero integer, negative for "not" (DIMACS). How a cardinality becomes clauses
or a native constraint is the backend's business and no concern of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from nqsat.chess import Square

__all__ = ["AtLeast", "AtMost", "Clause", "Constraint", "Exactly", "Variables"]


class Clause(NamedTuple):
    """At least one of the literals is true."""

    literals: tuple[int, ...]


class AtMost(NamedTuple):
    """At most ``bound`` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


class AtLeast(NamedTuple):
    """At least ``bound`` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


class Exactly(NamedTuple):
    """Exactly ``bound`` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


Constraint = Clause | AtMost | AtLeast | Exactly


class Variables(Protocol):
    """What a rule may ask of the formula that is being built."""

    def at(self, kind: str, square: Square) -> int | None:
        """The literal *a man of this kind stands here*; None where the model keeps it away."""

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        """The literals of a kind on those of the squares where it may stand."""

    def fresh(self) -> int:
        """A new auxiliary variable. It must be determined by the others, or the count of models
        (never the count of solutions, which are projected) is multiplied.
        """
