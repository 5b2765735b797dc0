"""Choose test cases for the fast (day) run; the others get the marker ``deep`` for the nightly run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def some(cases: Iterable[Any], step: int) -> list[ParameterSet]:
    """Return all cases; every ``step``-th one runs by day."""
    return [_case((case,), by_day=number % step == 0) for number, case in enumerate(cases)]


def combined(*columns: Sequence[Any]) -> list[ParameterSet]:
    """Return every combination; enough run by day that each value of each column occurs."""
    longest = max(map(len, columns))
    places = [range(len(column)) for column in columns]
    day = {tuple(number % len(column) for column in columns) for number in range(longest)}
    return [
        _case([column[i] for column, i in zip(columns, at, strict=True)], by_day=at in day)
        for at in product(*places)
    ]


def seeds(number: int) -> Callable[[Any], Any]:
    """Parametrise by seeds."""
    return pytest.mark.parametrize("seed", range(number))


def _case(values: Sequence[Any], *, by_day: bool) -> ParameterSet:
    marks = [] if by_day else [pytest.mark.deep]
    return pytest.param(*values, marks=marks, id="-".join(map(_named, values)))


def _named(value: Any) -> str:
    names = (getattr(value, name, None) for name in ("__name__", "name"))
    return next((name for name in names if isinstance(name, str)), str(value))
