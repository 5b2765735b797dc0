"""Numbers and objects as text for programs: exact decimals of any length, JSON on one line.

Python refuses to write an int of more than 4300 digits with ``str``, a guard against foreign
input that belongs to the whole process; it is left as it is found and gone around.
"""

from __future__ import annotations

import json
import re
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["decimal", "json_line"]

# Below 640 digits ``str`` cannot be told to refuse.
_SHORT_BITS = 2000
# Read as ends of lines by some (str.splitlines), or not writable as UTF-8 (lone surrogates).
_UNSAFE = re.compile("[\x85\u2028\u2029\ud800-\udfff]")


def decimal(value: int) -> str:
    """The exact decimal text of an int of any size.

    Halves are converted by themselves and joined by ``decimal``'s fast multiplication, as CPython
    3.12's ``_pylong.py`` does; a million digits take a fraction of a second.
    """
    if value.bit_length() <= _SHORT_BITS:
        return int.__repr__(value)
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    with localcontext(exact):
        digits = str(_convert(abs(value), value.bit_length(), {}))
    return "-" + digits if value < 0 else digits


def _convert(value: int, bits: int, powers: dict[int, Decimal]) -> Decimal:
    """``value < 2 ** bits`` as a Decimal; ``powers`` remembers the powers of two by exponent."""
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


def json_line(data: Mapping[str, object]) -> str:
    """One object as one line of JSON, readable beyond ASCII.

    Counts belong into it as ``decimal`` strings: other readers lose digits of large numbers.

    Raises:
        ValueError: NaN or an infinity, which JSON does not have.
        TypeError: a value that JSON cannot express.
    """
    text = json.dumps(dict(data), ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
