"""Formulas: what a model is lowered to. Constraints on Boolean variables, and the way back.

A formula knows which of its variables name a solution (the projection) and how to read one from
an assignment. It does not know how a backend writes a cardinality, nor which solver reads it.

How large it becomes is estimated before anything is built. An estimate can be wrong, of a rule of the
user's own it does not exist; so whatever is built is counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from nqsat.chess import Symmetry
from nqsat.chess.display import at_home
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Constraint, Model, Solution, Sum

#: Formulas of more literals than this are refused.
MAX_SIZE = 4_000_000

T = TypeVar("T")


@at_home
class ConstraintGroup(NamedTuple):
    """Constraints with one origin: a rule, the numbers of a kind, the presets, …"""

    origin: str
    constraints: tuple[Constraint, ...]


class Goal(NamedTuple):
    """What an optimum is of: how many of the literals are true, at most or at least."""

    maximise: bool
    literals: tuple[int, ...]


class Reader(Protocol):
    """The way back from an assignment of the projection to a solution; variable 1 comes first."""

    def decode(self, true: Iterable[int]) -> Solution:
        """The solution in which exactly the projected variables of ``true`` are true."""

    def variables(self, solution: Any) -> tuple[int, ...] | None:
        """The way there: the projected variables that are true for a solution; None if none say it."""

    def name(self, variable: int) -> str:
        """What a projected variable says, in one word."""

    def weight(self, variable: int) -> int:
        """How many men a projected variable stands for; one, unless told otherwise."""
        return 1

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Where a symmetry of the model takes each projected variable; at index 0 stands 0."""


@dataclass(frozen=True, slots=True)
class Formula:
    """Constraints over the variables 1 … ``variables``.

    Args:
        variables: how many variables there are, auxiliaries included.
        projection: the variables that name a solution, ascending.
        parts: the constraints, by origin.
        reader: from an assignment of the projection to a solution.
        goal: of the assignments that satisfy the constraints, which are wanted; None for all.
    """

    variables: int
    projection: tuple[int, ...]
    parts: tuple[ConstraintGroup, ...]
    reader: Reader
    goal: Goal | None = None

    def __post_init__(self) -> None:
        for part in self.parts:
            for constraint in part.constraints:
                for literal in constraint.literals:
                    if not 0 < abs(literal) <= self.variables:
                        reason = f"is no variable of this formula (1 … {self.variables})"
                        raise InvalidModel(("rules", part.origin), f"literal {literal} {reason}")

    @property
    def constraints(self) -> Iterator[Constraint]:
        """All constraints, part by part."""
        for part in self.parts:
            yield from part.constraints

    def statistics(self) -> dict[str, int]:
        """How many variables, projected variables, clauses, cardinalities and circuits it has."""
        sums = [one for one in self.constraints if isinstance(one, Sum)]
        clauses = sum(one.is_clause for one in sums)
        return {
            "variables": self.variables,
            "projected": len(self.projection),
            "clauses": clauses,
            "cardinalities": len(sums) - clauses,
            "circuits": sum(len(part.constraints) for part in self.parts) - len(sums),
        }


def disjoint_cover(
    groups: Iterable[tuple[int, ...]], universe: Collection[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Families of pairwise disjoint groups inside ``universe``, each as large as greed makes it.

    Each family starts with the first group that no earlier family has, and goes through the
    groups in order. Lines are emitted direction by direction, so ranks come out as one family,
    files as the next.
    """
    inside = set(universe)
    rest = [g for g in groups if inside.issuperset(g) and len(set(g)) == len(g)]
    while rest:
        family: list[tuple[int, ...]] = []
        covered: set[int] = set()
        others = []
        for group in rest:
            if covered.isdisjoint(group):
                family.append(group)
                covered.update(group)
            else:
                others.append(group)
        yield family
        rest = others


def check_size(model: Model) -> None:
    """Refuse a model that is too large for a formula, without building anything.

    Raises:
        UnsupportedByEngine: the estimate of its size is beyond ``MAX_SIZE`` literals.
    """
    if model.size > MAX_SIZE:
        raise _too_large(model, f"about {model.size:,}")


class LiteralBudget:
    """How many literals a formula that is being built may still have."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._left = MAX_SIZE

    def take(self, constraints: Iterable[T]) -> tuple[T, ...]:
        """The constraints; an empty one, or what is none, counts as one literal.

        Raises:
            UnsupportedByEngine: there are more literals than the formula may have.
        """
        taken = []
        for constraint in constraints:
            literals: Any = getattr(constraint, "literals", ())
            self._left -= max(1, len(literals)) if isinstance(literals, tuple) else 1
            if self._left < 0:
                raise _too_large(self._model, f"more than {MAX_SIZE:,}")
            taken.append(constraint)
        return tuple(taken)


def _too_large(model: Model, literals: str) -> UnsupportedByEngine:
    return UnsupportedByEngine(
        "formula",
        f"board {model.board.title} needs {literals} literals, the limit is {MAX_SIZE:,}; "
        "choose a smaller board",
    )
