"""Integers as decimal text, of any length.

Python's ``str`` refuses an int of more than 4300 digits. That guard against hostile input is a setting of
the whole process, so it is left alone: a ``Decimal`` is made exactly, and is written out.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction


def decimal(value: int | Fraction) -> str:
    """Return the exact decimal text of an int of any size; of a fraction two, with a slash."""
    if isinstance(value, Fraction):
        below = "" if value.denominator == 1 else f"/{decimal(value.denominator)}"
        return f"{decimal(value.numerator)}{below}"
    return str(Decimal(value))
