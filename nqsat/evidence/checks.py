"""Checks: one comparison, what its two sides rest on, and how it came out.

Two sides that rest on one ground share what could be wrong with it. So agreement counts as evidence only
between different grounds, see ``Ground``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn, TypeVar, cast

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
    """How a check came out. UNKNOWN is not a pass: nothing was compared."""

    AGREE = "agree"
    DIFFER = "differ"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "is Result.AGREE")


class Ground(Enum):
    """What one side of a comparison rests on."""

    MEANING = "meaning"
    FORMULA = "formula"
    MOVES = "moves"
    CHECKER = "checker"
    RECOUNT = "recount"
    VERIFIED = "verified recount"
    PUBLISHED = "published"

    @property
    def words(self) -> str:
        """For people, in one line."""
        return {
            Ground.MEANING: "the reference: what the rules mean, tried out man by man; no formula",
            Ground.FORMULA: "the model's formula, whichever program solves it or counts its solutions",
            Ground.MOVES: "the graph of a tour's moves, counted without a formula",
            Ground.CHECKER: "the checker of certificates: a board, pieces, rules of its own; and proofs",
            Ground.RECOUNT: "the checker's own count of what keeps these rules; no proof, no formula",
            Ground.VERIFIED: "a program that is proved in Coq: it counts what keeps the rules, or bounds",
            Ground.PUBLISHED: "the literature",
        }[self]


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison.

    Args:
        name: what was compared, as in the table of ``verify``.
        result: how it came out.
        detail: in one line, what with what, or why not.
        witness: a solution that one side has and the other lacks.
        sides: the witnesses that were compared; empty where none were.
        grounds: what the sides rest on.
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
        """Whether the sides rest on different grounds, so that their agreement is evidence."""
        return len(self.grounds) > 1

    def to_json(self) -> dict[str, object]:
        """The check as JSON data, but for the witness."""
        return {
            "name": self.name,
            "result": self.result.value,
            "sides": list(self.sides),
            "independent": self.independent,
            "detail": self.detail,
        }


class Unfinished(Exception):
    """A count or a list that a limit cut short: it must not accuse an engine. The text says which."""


def ground_of(engine: Engine) -> Ground:
    """What the answers of an engine rest on."""
    return Ground[engine.ground.upper()]


def compare_sets(
    name: str,
    left: str,
    one: AbstractSet[Any],
    right: str,
    other: AbstractSet[Any],
    *grounds: Ground,
) -> Check:
    """Two sets: equal, or the first solution that one has and the other lacks."""
    sides, bases = (left, right), frozenset(grounds)
    if one == other:
        detail = f"{left} = {right} ({len(one)} {plural(len(one), 'solutions')})"
        return Check(name, Result.AGREE, detail, None, sides, bases)
    witness = min(one ^ other)
    has, lacks = (left, right) if witness in one else (right, left)
    detail = f"{has} has {witness}, {lacks} lacks it ({len(one)} against {len(other)})"
    return Check(name, Result.DIFFER, detail, witness, sides, bases)


def compare_numbers(name: str, values: Mapping[str, int], *grounds: Ground) -> Check:
    """Numbers that must be the same."""
    result = Result.AGREE if len(set(values.values())) == 1 else Result.DIFFER
    detail = ", ".join(f"{way} {value}" for way, value in values.items())
    return Check(name, result, detail, None, tuple(values), frozenset(grounds))


def wrong(name: str, error: WrongSolution, *sides: str) -> Check:
    """The check that an engine fails which hands out a wrong solution: the witness."""
    return Check(name, Result.DIFFER, str(error), cast("Solution", error.solution), sides)


def guarded(name: str, make: Callable[[], A], *sides: str) -> A | Check:
    """Make a check; a wrong solution that is handed out, or a certificate that is rejected, differs.

    A model may not allow a check, an engine may refuse it, a limit may be met: then it is unknown.
    """
    try:
        return make()
    except WrongSolution as error:
        return wrong(name, error, *sides)
    except CertificateRejected as error:
        return Check(name, Result.DIFFER, str(error), None, sides)
    except (InvalidModel, UnsupportedByEngine, Unfinished) as error:
        return Check(name, Result.UNKNOWN, str(error))


def require_complete(count: Count) -> int:
    """The value of a count that has come to its end.

    Raises:
        KeyboardInterrupt: it was interrupted.
        Unfinished: it met a limit.
    """
    if count.complete:
        return count.value
    if count.reason == "interrupted":
        raise KeyboardInterrupt
    raise Unfinished(f"{count.engine}: not finished ({count.reason})")
