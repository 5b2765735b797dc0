"""Checks: comparisons of two or more sides, with the ground of each side and the result.

Two sides with the same ground share its possible faults. So agreement counts as evidence only between
different grounds; see ``Ground``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn, TypeVar, cast

from nqsat.compiling import ProjectedSolution
from nqsat.counting import Count
from nqsat.engines import Engine
from nqsat.errors import (
    CertificateRejected,
    InvalidModel,
    UnsupportedByEngine,
    WrongSolution,
    no_truth,
)
from nqsat.modelling import Solution, plural

A = TypeVar("A")


class Result(Enum):
    """The result of a check. UNKNOWN is not a pass: nothing was compared."""

    AGREE = "agree"
    DIFFER = "differ"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "is Result.AGREE")


class Ground(Enum):
    """The basis of one side of a comparison: what must be right for its result to be right."""

    MEANING = "meaning"
    FORMULA = "formula"
    MOVES = "moves"
    CHECKER = "checker"
    RECOUNT = "recount"
    VERIFIED = "verified recount"
    PUBLISHED = "published"

    @property
    def words(self) -> str:
        """A description for readers, in one line."""
        return {
            Ground.MEANING: "the reference: the meaning of the rules, tried piece by piece; no formula",
            Ground.FORMULA: "the model's formula, whichever program solves it or counts its solutions",
            Ground.MOVES: "the graph of a tour's moves, counted without a formula",
            Ground.CHECKER: "the checker of certificates: a board, pieces, rules of its own; and proofs",
            Ground.RECOUNT: "the checker's own count of the solutions of these rules; no proof, no formula",
            Ground.VERIFIED: "a program that is proved in Coq: it counts solutions of rules or bounds",
            Ground.PUBLISHED: "the literature",
        }[self]


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison.

    Args:
        name: what was compared; ``verify`` names checks without a name by its table.
        result: the result.
        detail: the compared values in one line, or why nothing was compared.
        witness: a solution that one side has and the other lacks.
        sides: the names of the sides; empty if nothing was compared.
        grounds: the grounds of the sides.
    """

    name: str
    result: Result
    detail: str
    witness: Solution | None = None
    sides: tuple[str, ...] = ()
    grounds: frozenset[Ground] = frozenset()

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".result")

    def __str__(self) -> str:
        return f"{self.result.value}: {self.name}: {self.detail}"

    @property
    def independent(self) -> bool:
        """Whether the sides have different grounds, so that their agreement is evidence."""
        return len(self.grounds) > 1

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """Its cells in a table: the name, the sides, the result, whether independent, the detail."""
        made = self.result is not Result.UNKNOWN
        independent = ("yes" if self.independent else "no") if made else "–"
        sides = (" ≠ " if self.result is Result.DIFFER else " = ").join(self.sides)
        return self.name, sides if made else "skipped", self.result.value, independent, self.detail

    def to_json(self) -> dict[str, object]:
        """Return the check as JSON data, without the witness."""
        return {
            "name": self.name,
            "result": self.result.value,
            "sides": list(self.sides),
            "independent": self.independent,
            "detail": self.detail,
        }


class Unfinished(Exception):
    """A limit cut a count or a list short, so nothing can be compared. The text says which limit."""


class Slow(Unfinished):
    """A time limit did so."""


def ground_of(engine: Engine) -> Ground:
    """Return the ground of an engine's answers."""
    return Ground[engine.ground.upper()]


def skipped(reason: str) -> Check:
    """Return a check that was not made, with the reason."""
    return Check("", Result.UNKNOWN, reason)


def differs(reason: str, *sides: str) -> Check:
    """Return a failed check, with the reason."""
    return Check("", Result.DIFFER, reason, None, sides)


def wrong_solution(error: WrongSolution, *sides: str) -> Check:
    """Return the failed check of an engine that returned a wrong solution, which is the witness."""
    return Check("", Result.DIFFER, str(error), cast("Solution", error.solution), sides)


def compare_sets(sides: Mapping[str, AbstractSet[Any]], *grounds: Ground) -> Check:
    """Compare two sets of solutions; if they differ, the witness is the least solution of only one set."""
    (left, left_set), (right, right_set) = sides.items()
    titles, bases = (left, right), frozenset(grounds)
    if left_set == right_set:
        detail = f"{left} = {right} ({len(left_set)} {plural(len(left_set), 'solutions')})"
        return Check("", Result.AGREE, detail, None, titles, bases)
    least = min(left_set ^ right_set)
    has, lacks = (left, right) if least in left_set else (right, left)
    detail = f"{has} has {least}, {lacks} lacks it ({len(left_set)} against {len(right_set)})"
    witness = least.completion if isinstance(least, ProjectedSolution) else least
    return Check("", Result.DIFFER, detail, witness, titles, bases)


def compare_values(values: Mapping[str, object], *grounds: Ground) -> Check:
    """Compare values that must be equal: numbers, or numbers by size."""
    first, *others = values.values()
    result = Result.AGREE if all(first == other for other in others) else Result.DIFFER
    detail = ", ".join(f"{way} {value}" for way, value in values.items())
    return Check("", result, detail, None, tuple(values), frozenset(grounds))


def run_check(make: Callable[[], A], *sides: str) -> A | Check:
    """Make a check; a wrong solution or a rejected certificate makes it DIFFER.

    If the model does not allow it, an engine refuses it, or a limit is reached, it is UNKNOWN.
    """
    try:
        return make()
    except WrongSolution as error:
        return wrong_solution(error, *sides)
    except CertificateRejected as error:
        return differs(str(error), *sides)
    except (InvalidModel, UnsupportedByEngine, Unfinished) as error:
        return skipped(str(error))


def require_complete(count: Count) -> int:
    """Return the value of a complete count.

    Raises:
        KeyboardInterrupt: it was interrupted.
        Unfinished: it reached a limit.
    """
    if count.complete:
        return count.value
    if count.reason == "interrupted":
        raise KeyboardInterrupt
    raise Unfinished(f"{count.engine}: not finished ({count.reason})")
