"""A CNF from a file, with its projected variables; and its solutions.

It has clauses only: no board, no rules, no meaning of variables. So its meaning is the clauses themselves,
and a solution carries a full assignment as a witness.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from nqsat.errors import InvalidModel


@dataclass(frozen=True, slots=True)
class Assignment:
    """Truth values of the shown variables of a CNF.

    Args:
        literals: the shown variables in the order of the CNF, negative where false.
        witness: literals of all variables that satisfy the CNF and agree with ``literals``. Two
            assignments with different witnesses are equal.
    """

    literals: tuple[int, ...]
    witness: frozenset[int] = field(compare=False, repr=False, default=frozenset())

    def __str__(self) -> str:
        """The literals as a line in DIMACS: ``1 -2 3 0``."""
        return "".join(f"{x} " for x in self.literals) + "0"

    def to_json(self) -> dict[str, object]:
        """Return the assignment as JSON data."""
        return {"literals": list(self.literals)}

    @property
    def fingerprint(self) -> int:
        """An integer that identifies the assignment: the values of the shown variables as bits."""
        return int("".join("1" if x > 0 else "0" for x in self.literals) or "0", 2)


@dataclass(frozen=True, slots=True)
class CnfProblem:
    """Clauses over the variables 1 … ``variables``, of which some are shown.

    Solutions are the assignments of the shown variables that some assignment of the others completes
    to one that satisfies all clauses. A shown variable in no clause takes both values.

    Args:
        variables: the number of variables.
        clauses: the clauses; an empty clause is false.
        projection: the shown variables, ascending.

    Raises:
        InvalidModel: a literal or a shown variable is out of range, or one is shown twice.
    """

    objective: ClassVar[None] = None  # for code that handles placements too

    #: The unit of its counts.
    unit: ClassVar[str] = "assignments"

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    projection: tuple[int, ...]

    def __post_init__(self) -> None:
        last = self.variables
        for clause in self.clauses:
            if clause and (0 in clause or max(clause) > last or -min(clause) > last):
                raise InvalidModel("clauses", f"{clause} has a literal that is not ±1 … ±{last}")
        ascending = all(x < y for x, y in zip(self.projection, self.projection[1:], strict=False))
        if not ascending or not all(
            0 < x <= last for x in self.projection[:1] + self.projection[-1:]
        ):
            raise InvalidModel("projection", f"not ascending variables of 1 … {last}")

    def assignment(self, true: Iterable[int]) -> Assignment:
        """Return the assignment in which exactly these variables are true."""
        present = frozenset(true)
        shown = tuple([x if x in present else -x for x in self.projection])
        witness = present.union([-x for x in range(1, self.variables + 1) if x not in present])
        return Assignment(shown, witness)

    def holds(self, assignment: Assignment) -> bool:
        """Whether this is a solution: whether its witness, a full assignment, satisfies every clause."""
        witness = assignment.witness
        return (
            tuple(map(abs, assignment.literals)) == self.projection
            and witness.issuperset(assignment.literals)
            and len(witness) == self.variables
            and set(map(abs, witness)) == set(range(1, self.variables + 1))
            and not any(map(witness.isdisjoint, self.clauses))
        )
