"""What came of a part as a row in a ledger."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from nqsat.counting.digits import decimal
from nqsat.engines.plans.plan import PartResult, Weight

#: No number in a ledger has more digits.
_DIGITS = 100_000


def row_of(result: PartResult) -> dict[str, Any]:
    """Return a result as a row of a ledger; numbers are decimal text of any length."""
    numbers = [[men, decimal(number)] for men, number in result.numbers]
    found = {"numbers": numbers} if result.product is None else {"product": result.product}
    return {**found, "visited": result.visited, "seconds": round(result.seconds, 3)}


def result_of(data: Any) -> PartResult:
    """Return the result of a row; a ValueError, TypeError or KeyError if it is no row of a part."""
    visited, seconds = data["visited"], data["seconds"]
    numbers = tuple((men, _number(text)) for men, text in data.get("numbers", ()))
    sizes = [men for men, _ in numbers]
    sound = all(type(number) is int and number >= 0 for number in (visited, *sizes))
    if not (sound and type(seconds) in (int, float) and 0 <= seconds < 1e12):
        raise ValueError
    if sizes != sorted(set(sizes)) or ("product" in data) == ("numbers" in data):
        raise ValueError
    return PartResult(numbers, visited, data.get("product"), seconds)


def _number(text: str) -> Weight:
    if len(text) > _DIGITS or re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text, re.ASCII) is None:
        raise ValueError
    above, _, below = text.partition("/")
    found = int(Decimal(above))
    return Fraction(found, int(Decimal(below))) if below else found
