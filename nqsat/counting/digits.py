"""Integers as decimal text, of any length.

Python's ``str`` refuses an int of more than 4300 digits. That guard against hostile input is a setting of
the whole process, so this module leaves it alone and uses ``decimal`` instead.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction

# The limit of ``str`` cannot be set below 640 digits.
_SHORT_BITS = 2000


def decimal(value: int | Fraction) -> str:
    """Return the exact decimal text of an int of any size; of a fraction two, with a slash.

    Each half is converted separately, and ``decimal``'s fast multiplication joins them, as CPython 3.12's
    ``_pylong.py`` does; a million digits take a fraction of a second.
    """
    if isinstance(value, Fraction):
        below = "" if value.denominator == 1 else f"/{decimal(value.denominator)}"
        return f"{decimal(value.numerator)}{below}"
    if value.bit_length() <= _SHORT_BITS:
        return int.__repr__(value)
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    with localcontext(exact):
        digits = str(_convert(abs(value), value.bit_length(), {}))
    return "-" + digits if value < 0 else digits


def _convert(value: int, bits: int, powers: dict[int, Decimal]) -> Decimal:
    """Return ``value < 2 ** bits`` as a Decimal; ``powers`` caches powers of two by exponent."""
    if bits <= _SHORT_BITS:
        return Decimal(value)
    low_bits = bits // 2
    if low_bits not in powers:
        powers[low_bits] = Decimal(2) ** low_bits
    high = value >> low_bits
    low = value - (high << low_bits)
    return (
        _convert(high, bits - low_bits, powers) * powers[low_bits]
        + _convert(low, low_bits, powers)
    )  # fmt: skip
