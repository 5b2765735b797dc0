"""Certificates of factors: made, checked, and refused where somebody has changed them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import nqsat
from nqsat import CertificateRejected, Factor, InvalidModel

MODELS: dict[Factor, tuple[int, dict[str, Any]]] = {
    Factor("4x4", "W", 1): (36, {}),
    Factor("4x4", "W", 2, through=["a1-b1"], avoiding=["b2-c2"]): (9, {}),
    Factor("2x4", "W", "..1"): (71, {}),
    Factor("4x4", "W", "..1"): (10012, {"proof": "recount"}),
    Factor("4x4", "N", "..1", maximal=True): (538, {}),
    Factor("5x5", "N", "..1", maximal=True): (94868, {"proof": "recount"}),
    Factor("8x8", "W", 1): (12_988_816, {"proof": "recount"}),
    Factor("cylinder:3x4", "W", "1.."): (0, {"proof": "recount"}),
    Factor("3x3", "W", 1): (0, {}),
    Factor("0x0", "W", 1): (1, {}),
}


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_made_and_checked(model: Factor, tmp_path: Path) -> None:
    total, options = MODELS[model]
    total = total or nqsat.count(model, engine="frontier").value
    made = nqsat.certify(model, tmp_path / "made", **options)
    assert made.count.value == total
    accepted = nqsat.check(tmp_path / "made")
    assert (accepted.value, accepted.unit) == (total, model.unit)


def test_orbits(tmp_path: Path) -> None:
    nqsat.certify(Factor("4x4", "W", 1), tmp_path / "made", modulo="symmetry")
    assert nqsat.check(tmp_path / "made").value == 9


@pytest.mark.parametrize(
    ("field", "value"),
    [("degree", 2), ("degree", "1.."), ("degree", True), ("avoiding", ["a1-b1"]), ("piece", "K"),
     ("through", ["a1-c1"]), ("more", 1)],
)  # fmt: skip
def test_another_model_is_rejected(field: str, value: object, tmp_path: Path) -> None:
    made = tmp_path / "made"
    nqsat.certify(Factor("4x4", "W", 1), made)
    data = json.loads((made / "model.json").read_text())
    data["factor"][field] = value
    text = json.dumps(data) + "\n"
    (made / "model.json").write_text(text)
    head = json.loads((made / "certificate.json").read_text())
    head["files"]["model.json"] = hashlib.sha256(text.encode()).hexdigest()
    (made / "certificate.json").write_text(json.dumps(head) + "\n")
    with pytest.raises(CertificateRejected):
        nqsat.check(made)


def test_what_the_checker_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match="fixed_by"):
        nqsat.certify(Factor("4x4", "W", 1, fixed_by="rot180"), tmp_path / "made")
