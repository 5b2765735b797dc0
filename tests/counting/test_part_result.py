"""What came of a part, as a row: it comes back, and what no part has written is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from nqsat.counting.ledger import result_of, row_of
from nqsat.engines.plans.plan import PartResult


@pytest.mark.parametrize(
    "result",
    [
        PartResult(),
        PartResult(((0, 10**5000), (3, Fraction(-7, 3))), 5, None, 0.5),
        PartResult((), 1, {"value": None}, 0.0),
    ],
)
def test_a_result_comes_back_from_its_row(result: PartResult) -> None:
    assert result_of(row_of(result)) == result


@pytest.mark.parametrize(
    "changed",
    [
        {"numbers": [[0, "1E999999"]]},
        {"numbers": [[0, "٣"]]},
        {"numbers": [[0, "1/0"]]},
        {"numbers": [[-1, "1"]]},
        {"numbers": [[1, "1"], [1, "1"]]},
        {"numbers": [[True, "1"]]},
        {"numbers": [[0, 5]]},
        {"numbers": [[0, "9" * 200_000]]},
        {"visited": -1},
        {"visited": None},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"product": 5},
    ],
)
def test_a_row_that_no_part_has_written_is_refused(changed: dict[str, Any]) -> None:
    row = {"numbers": [[0, "1"]], "visited": 1, "seconds": 0.1}
    assert result_of(row).numbers == ((0, 1),)
    with pytest.raises((ValueError, TypeError, KeyError)):
        result_of({**row, **changed})
