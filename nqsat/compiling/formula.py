"""Formulas: what a model is lowered to. Constraints on Boolean variables, and the way back.

A formula knows which of its variables name a solution (the projection) and how to read one from
an assignment. It does not know how a backend writes a cardinality, nor who solves it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nqsat.chess import Board
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Clause, Constraint, Kind, Man

__all__ = ["Formula", "Part", "Reader", "disjoint_cover"]


class Part(NamedTuple):
    """Constraints with one origin: a rule, the numbers of a kind, the presets, …"""

    origin: str
    constraints: tuple[Constraint, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """The way back from an assignment: variable ``i + 1`` says that ``men[i]`` stands."""

    board: Board
    kinds: tuple[Kind, ...]
    men: tuple[Man, ...]

    def decode(self, true: Iterable[int]) -> Arrangement:
        """The arrangement in which exactly the projected variables of ``true`` are true."""
        men, last = self.men, len(self.men)
        return Arrangement(
            self.board, self.kinds, tuple([men[x - 1] for x in true if 0 < x <= last])
        )

    def variable(self, man: Man) -> int | None:
        """The variable that says that this man stands, if the model allows him there."""
        try:
            return self.men.index(man) + 1
        except ValueError:
            return None

    def name(self, variable: int) -> str:
        """What a projected variable says: ``Q@a1``."""
        square, kind = self.men[variable - 1]
        return f"{kind}@{square.name(self.board.rows)}"


@dataclass(frozen=True, slots=True)
class Formula:
    """Constraints over the variables 1 … ``variables``.

    Args:
        variables: how many variables there are, auxiliaries included.
        projection: the variables that name a solution, ascending.
        parts: the constraints, by origin.
        reader: from an assignment of the projection to a solution.
    """

    variables: int
    projection: tuple[int, ...]
    parts: tuple[Part, ...]
    reader: Reader

    def __post_init__(self) -> None:
        for part in self.parts:
            for constraint in part.constraints:
                for literal in constraint.literals:
                    if not 0 < abs(literal) <= self.variables:
                        raise InvalidModel(
                            f"rules.{part.origin}",
                            f"literal {literal} is no variable of this formula (1 … {self.variables})",
                        )

    @property
    def constraints(self) -> Iterator[Constraint]:
        """All constraints, part by part."""
        for part in self.parts:
            yield from part.constraints

    @property
    def mentioned(self) -> frozenset[int]:
        """The variables that occur in some constraint."""
        return frozenset(abs(x) for constraint in self.constraints for x in constraint.literals)

    def statistics(self) -> dict[str, int]:
        """How many variables, projected variables, clauses and cardinalities it has."""
        kinds = [type(constraint) for constraint in self.constraints]
        return {
            "variables": self.variables,
            "projected": len(self.projection),
            "clauses": kinds.count(Clause),
            "cardinalities": len(kinds) - kinds.count(Clause),
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
    rest = [group for group in groups if inside.issuperset(group)]
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
