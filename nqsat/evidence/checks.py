"""Checks: one comparison and how it came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from nqsat.errors import InvalidModel, WrongSolution

if TYPE_CHECKING:
    from nqsat.counting import Count
    from nqsat.modelling import Solution

__all__ = ["Check", "Result", "compare_numbers", "compare_sets", "guarded", "whole"]


class Result(Enum):
    """How a check came out. UNKNOWN is not a pass: nothing was compared."""

    AGREE = "agree"
    DIFFER = "differ"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison.

    Args:
        name: what was compared, as in the table of ``verify``.
        result: how it came out.
        detail: in one line, what with what, or why not.
        witness: a solution that one side has and the other lacks.
    """

    name: str
    result: Result
    detail: str
    witness: Solution | None = None


def compare_sets(
    name: str, left: str, one: AbstractSet[Any], right: str, other: AbstractSet[Any]
) -> Check:
    """Two sets: equal, or the first solution that one has and the other lacks."""
    if one == other:
        return Check(name, Result.AGREE, f"{left} = {right} ({len(one)} solutions)")
    witness = min(one ^ other)
    has, lacks = (left, right) if witness in one else (right, left)
    detail = f"{has} has {witness}, {lacks} lacks it ({len(one)} against {len(other)})"
    return Check(name, Result.DIFFER, detail, witness)


def compare_numbers(name: str, values: Mapping[str, int]) -> Check:
    """Numbers that must be the same."""
    result = Result.AGREE if len(set(values.values())) == 1 else Result.DIFFER
    return Check(name, result, ", ".join(f"{way} {value}" for way, value in values.items()))


def guarded(name: str, make: Callable[[], Check]) -> Check:
    """Make a check; an engine that hands out a wrong solution differs, a model may not allow it."""
    try:
        return make()
    except WrongSolution as error:
        witness = cast("Solution", error.solution)
        return Check(name, Result.DIFFER, str(error), witness)
    except InvalidModel as error:
        return Check(name, Result.UNKNOWN, str(error))


def whole(count: Count) -> int:
    """The value of a count that has come to its end; a partial one must not accuse anybody."""
    if not count.complete:
        raise KeyboardInterrupt
    return count.value
