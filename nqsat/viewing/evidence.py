"""What was found out about a model before its page was made: engines compared, or a certificate checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nqsat.errors import InvalidModel
from nqsat.evidence import check, verify
from nqsat.evidence.checker import summary
from nqsat.modelling import Model, load


def compared(model: Model) -> dict[str, Any]:
    """The report of a verification."""
    report = verify(model)
    made = [str(one) for one in report.checks]
    return {"heading": f"Engines compared: {report.result.value}", "lines": [report.summary, *made]}


def certified(model: Model, folder: str | Path) -> dict[str, Any]:
    """The certificate in a folder, checked now.

    Raises:
        InvalidModel: there is none, or it is about another model.
        CertificateRejected: it proves nothing.
    """
    accepted = check(folder)
    if load(Path(folder) / "model.json") != model:
        raise InvalidModel("certificate", f"{folder} is about another model")
    return {"heading": "A certificate, checked for this page", "lines": summary(accepted)}
