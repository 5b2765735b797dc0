"""The verified program counts solutions; what is shown of them it refuses."""

from pathlib import Path

import pytest

from nqsat import InvalidModel, Placement
from nqsat.evidence import certify
from nqsat.extensions.verified.recounting import check_with_program


def test_a_recount_of_a_projection_is_refused(tmp_path: Path) -> None:
    model = Placement("3x3", {"white:Q": 1, "black:Q": 1}, ["armies"])
    certify(model.project("white:Q"), tmp_path / "shown", proof="recount")
    with pytest.raises(InvalidModel, match="is for solutions, not for what is shown of them"):
        check_with_program(tmp_path / "shown")
