"""What is asked by day, and what waits for the night: there is more of the same then."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from _pytest.mark import ParameterSet


def some(cases: Iterable[Any], step: int) -> list[ParameterSet]:
    """All cases; by day every so many-th of them."""
    return [_case((case,), by_day=number % step == 0) for number, case in enumerate(cases)]


def combined(*columns: Sequence[Any]) -> list[ParameterSet]:
    """Every combination; by day so many that each value of each column is met."""
    longest = max(map(len, columns))
    places = [range(len(column)) for column in columns]
    day = {tuple(number % len(column) for column in columns) for number in range(longest)}
    return [
        _case([column[i] for column, i in zip(columns, at, strict=True)], by_day=at in day)
        for at in product(*places)
    ]


def seeds(number: int) -> Callable[[Any], Any]:
    """So many seeds for a kernel as plain Python; by day every third of them for the compiled one too."""
    cases = [_case((seed, "interpreted"), by_day=True) for seed in range(number)]
    cases += [_case((seed, "compiled"), by_day=seed % 3 == 0) for seed in range(number)]
    return pytest.mark.parametrize(("seed", "kernels"), cases, indirect=["kernels"])


def _case(values: Sequence[Any], *, by_day: bool) -> ParameterSet:
    marks = [] if by_day else [pytest.mark.deep]
    return pytest.param(*values, marks=marks, id="-".join(map(_named, values)))


def _named(value: Any) -> str:
    names = (getattr(value, name, None) for name in ("__name__", "name"))
    return next((name for name in names if isinstance(name, str)), str(value))
