"""The command that checks a certificate, with the checker that needs nothing of nqsat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nqsat.cli.commands import command


@command("nqsat check DIR", "python nqsat/evidence/checker.py DIR")
def check_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the certificate.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Check a certificate: what it establishes, and what remains to be trusted.

    The checker is one file that imports nothing of nqsat; it can be copied and run alone. Exit code 1
    if the certificate is rejected.
    """
    from nqsat.evidence import check
    from nqsat.evidence.checker import summary
    from nqsat.reporting import json_line

    accepted = check(folder)
    if not json:
        print("\n".join(summary(accepted)))
        return
    answer = {
        "accepted": True,
        "value": str(accepted.value),
        "unit": accepted.unit,
        "modulo": accepted.modulo,
        "labelled": str(accepted.labelled),
        "established": list(accepted.established),
        "trusted": list(accepted.trusted),
    }
    print(json_line(answer))
