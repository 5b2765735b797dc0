"""Formulas: the encoding of a model as constraints on Boolean variables, with decoding of solutions.

A formula knows its projection (the variables that determine a solution) and how to decode an assignment
of it. It does not depend on how a backend encodes cardinalities, nor on the solver.

Its size is estimated before it is built. An estimate can be wrong, and user-defined rules have none; so the
literals are also counted while it is built.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, Protocol

from nqsat.chess import Symmetry
from nqsat.chess.display import brief, set_constructor_module
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import Constraint, Model, Solution, Sum

#: Formulas with more literals than this are refused.
MAX_SIZE = 4_000_000


@set_constructor_module
class ConstraintGroup(NamedTuple):
    """Constraints with one origin: a rule, the numbers of a kind, the presets, …"""

    origin: str
    constraints: tuple[Constraint, ...]


class Goal(NamedTuple):
    """An objective: maximise or minimise the number of true literals."""

    maximise: bool
    literals: tuple[int, ...]


class Reader(Protocol):
    """Decodes assignments of the projection, variables 1, 2, …, into solutions."""

    def decode(self, true: Iterable[int]) -> Solution:
        """Return the solution in which exactly the projected variables in ``true`` are true."""

    def variables(self, solution: Any) -> tuple[int, ...] | None:
        """Return the true projected variables of a solution; None if no assignment represents it."""

    def name(self, variable: int) -> str:
        """Return the meaning of a projected variable as text without spaces."""

    def weight(self, variable: int) -> int:
        """Return the number of pieces that a projected variable represents; by default 1."""
        return 1

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Return the images of the projected variables under a symmetry of the model; index 0 has 0."""


@dataclass(frozen=True, slots=True, repr=False)
class Formula:
    """Constraints over the variables 1 … ``variables``.

    Args:
        variables: the number of variables, including auxiliary variables.
        projection: the variables that determine a solution, ascending.
        parts: the constraints, by origin; those without any are left out.
        reader: decodes an assignment of the projection into a solution.
        goal: the objective; None if there is none.
    """

    variables: int
    projection: tuple[int, ...]
    parts: tuple[ConstraintGroup, ...]
    reader: Reader
    goal: Goal | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(part for part in self.parts if part.constraints))
        for part in self.parts:
            used = set(chain.from_iterable(constraint.literals for constraint in part.constraints))
            if used and (0 in used or max(map(abs, (min(used), max(used)))) > self.variables):
                wrong = [x for x in used if not 0 < abs(x) <= self.variables]
                reason = f"is not a variable of this formula (1 … {self.variables})"
                raise InvalidModel(("rules", part.origin), f"literal {min(wrong)} {reason}")

    def __repr__(self) -> str:
        sizes = (f"{number} {name}" for name, number in self.statistics().items() if number)
        return brief(f"Formula: {', '.join(sizes)}")

    @property
    def constraints(self) -> Iterator[Constraint]:
        """All constraints, part by part."""
        for part in self.parts:
            yield from part.constraints

    @property
    def sums(self) -> list[Sum]:
        """The constraints that are sums."""
        return [constraint for constraint in self.constraints if isinstance(constraint, Sum)]

    @property
    def by_origin(self) -> dict[str, list[Constraint]]:
        """The constraints of each origin, in the order of the parts."""
        found: dict[str, list[Constraint]] = {}
        for origin, constraints in self.parts:
            found.setdefault(origin, []).extend(constraints)
        return found

    @property
    def names(self) -> dict[str, int]:
        """The projected variables by the names of their atoms: ``Q@a1``; an orbit has several names."""
        return {name: x for x in self.projection for name in self.reader.name(x).split("=")}

    def variable(self, literal: object) -> int:
        """Return the variable of a literal, ``Q@a1``, negative for ``~Q@a1``; ``name`` is the inverse.

        Raises:
            InvalidModel: the formula has no such variable.
        """
        return self.variables_of([literal])[0]

    def variables_of(self, literals: Iterable[object]) -> tuple[int, ...]:
        """Return the variables of several literals; as ``variable``."""
        names, found = self.names, list[int]()
        for text in map(str, literals):
            atom = text.removeprefix("~")
            ways = [names[way] for way in atoms_named(names, atom)]
            if len(ways) != 1:  # one way and the other are two variables
                raise InvalidModel("literal", f"the formula has no variable {atom!r}")
            found += [-x if text.startswith("~") else x for x in ways]
        return tuple(found)

    def name(self, variable: int) -> str:
        """Return the literal of a variable, or of its negation, as text: ``~Q@a1``.

        Raises:
            InvalidModel: it is not a projected variable.
        """
        if abs(variable) not in self.projection:
            last = len(self.projection)
            raise InvalidModel("variable", f"{variable} names no atom; those of 1 … {last} do")
        return "~" * (variable < 0) + self.reader.name(abs(variable))

    def statistics(self) -> dict[str, int]:
        """Return the numbers of variables, projected variables, clauses, cardinalities and circuits."""
        sums = self.sums
        clauses = sum(constraint.is_clause for constraint in sums)
        return {
            "variables": self.variables,
            "projected": len(self.projection),
            "clauses": clauses,
            "cardinalities": len(sums) - clauses,
            "circuits": sum(len(part.constraints) for part in self.parts) - len(sums),
        }


def atoms_named(names: Collection[str], word: str) -> list[str]:
    """Return the atoms that a word names, of those with these names: of a move, either direction."""
    if word in names:
        return [word]
    first, _, last = word.partition("-")
    ways = (f"{last}-{first}", f"{first}>{last}", f"{last}>{first}")
    return [way for way in ways if way in names]


def disjoint_cover(
    groups: Iterable[tuple[int, ...]], universe: Collection[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Yield families of pairwise disjoint groups inside ``universe``, chosen greedily.

    Each family starts with the first group that is in no earlier family, and takes groups in order.
    Lines are emitted direction by direction, so the ranks form one family, the files the next.
    """
    inside = set(universe)
    rest = [g for g in groups if inside.issuperset(g) and len(set(g)) == len(g)]
    while rest:
        family: list[tuple[int, ...]] = []
        covered: set[int] = set()
        others = []
        for group in while_waiting(rest):
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
        UnsupportedByEngine: the estimate of its size is more than ``MAX_SIZE`` literals.
    """
    if model.size > MAX_SIZE:
        raise too_large(model.board.title, f"about {model.size:,}")


def too_large(what: str, literals: str) -> UnsupportedByEngine:
    """Return the error that something needs this many literals."""
    reason = f"needs {literals} literals; the limit is {MAX_SIZE:,}"
    return UnsupportedByEngine(f"formula of {what}", reason)
