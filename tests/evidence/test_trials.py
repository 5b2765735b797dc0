"""Random models through all engines and methods."""

from __future__ import annotations

import pytest
from support.efforts import RANDOM
from support.oracle.brute_force import DEEP
from support.random_models import random_model

from nqsat.evidence import Result, verify


@pytest.mark.parametrize("index", range(400 if DEEP else 6))
def test_random_models_agree(index: int) -> None:
    report = verify(random_model(11, index), effort=RANDOM)
    assert report.result is Result.AGREE, report.checks
    compared = {side for check in report.checks for side in check.sides}
    assert compared >= {"backtrack", "sat", "cpsat"}
