"""How numbers grow: the law of a few simple ones that comes closest to a sequence.

Each law has two constants, c and b, of which the logarithm is a line; they are found by least squares over
the logarithms, so that a large term weighs no more than a small one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

#: Of each law the number of which the logarithm is a line, once that of n! is taken away where it is in it.
_LAWS: Mapping[str, Callable[[int], float]] = {
    "c·bⁿ": float,
    "c·b^n²": lambda n: float(n * n),
    "c·n!·bⁿ": float,
    "c·n^b": math.log,
}

#: Fewer terms say nothing of a law with two constants.
FEWEST = 4


class Fit(NamedTuple):
    """A law with its constants; ``spread`` is the root of the mean square of errors of the logarithm."""

    law: str
    c: float
    b: float
    spread: float

    def log(self, n: int) -> float:
        """The natural logarithm of what it says of ``n``."""
        return self.c + _beside(self.law, n) + self.b * _LAWS[self.law](n)

    def __str__(self) -> str:
        """``0.62·n!·0.39ⁿ``; constants have three digits."""
        power = f"{self.b:.3g}" if self.law == "c·n^b" else _exponential(self.b)
        return self.law.replace("b", power).replace("c", _exponential(self.c), 1)


def _exponential(log: float) -> str:
    """The number with this natural logarithm."""
    digits = log / math.log(10)
    return f"{math.exp(log):.3g}" if abs(digits) < 300 else f"10^{digits:.4g}"


def fitted(terms: Iterable[tuple[int, int]]) -> Fit | None:
    """The law that comes closest to terms ``(n, value)``; those that are 0 are left out.

    Returns:
        None for fewer than ``FEWEST`` terms.
    """
    points = [(n, math.log(value)) for n, value in terms if value > 0 and n > 0]
    if len({n for n, _ in points}) < FEWEST:
        return None
    return min((_line(law, points) for law in _LAWS), key=lambda fit: fit.spread)


def _line(law: str, points: list[tuple[int, float]]) -> Fit:
    xs = [_LAWS[law](n) for n, _ in points]
    ys = [log - _beside(law, n) for n, log in points]
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    b = sum((x - x0) * (y - y0) for x, y in zip(xs, ys, strict=True))
    b /= sum((x - x0) ** 2 for x in xs)
    fit = Fit(law, y0 - b * x0, b, 0.0)
    errors = [(log - fit.log(n)) ** 2 for n, log in points]
    return fit._replace(spread=math.sqrt(sum(errors) / len(errors)))


def _beside(law: str, n: int) -> float:
    return math.lgamma(n + 1) if "n!" in law else 0.0
