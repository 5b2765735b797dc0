"""The command that checks what stands in a folder: a certificate, or a job."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import typer

import nqsat
from nqsat.cli.app import INCOMPLETE
from nqsat.cli.commands import argument, command, option


@command(
    "nqsat check DIR",
    "nqsat check DIR --step 7",
    "nqsat check JOB",
    "python nqsat/evidence/checker.py DIR",
)
def check_command(
    folder: Path = argument("The folder of a certificate or a job.", "DIR"),
    *,
    max_states: int | None = option("So many states may a recount have.", min=0, metavar="N"),
    step: int | None = option("Check one step of a recount in layers, alone.", min=1, metavar="K"),
    json: bool = option("One JSON object.", "--json", default=False),
) -> None:
    """Check a certificate: what it establishes, and what remains to be trusted.

    The checker is one file that imports nothing of nqsat; it can be copied and run alone. Exit code 1
    if the certificate is rejected, 3 if a recount takes more states than it may. Of a job, everything is
    looked at as by nqsat job verify.
    """
    from nqsat.counting.job.head import HEAD

    if (folder / HEAD).exists():
        _check_job(folder, json=json)
    accepted = nqsat.evidence.check(folder, max_states, step=step)
    if not json:
        print("\n".join(nqsat.evidence.checker.summary(accepted)))
        return
    answer = {
        "accepted": True,
        **({} if step is None else {"step": step}),
        "value": str(accepted.value),
        "unit": accepted.unit,
        "modulo": accepted.modulo,
        "labelled": str(accepted.labelled),
        "established": list(accepted.established),
        "trusted": list(accepted.trusted),
    }
    print(nqsat.reporting.json_line(answer))


def _check_job(folder: Path, *, json: bool) -> NoReturn:
    """What a job establishes; exit code 1 if something is wrong with it, 3 if parts are left."""
    from nqsat.cli.job import WRONG, as_json, said
    from nqsat.counting.job import verify

    found, faults = verify(folder)
    wrong = any(fault.wrong for fault in faults)
    if json:
        rest = {} if found is None else as_json(found)
        print(
            nqsat.reporting.json_line(
                {"accepted": not wrong, **rest, "faults": [*map(str, faults)]}
            )
        )
    else:
        said(faults)
        if found is not None:
            print(found)
            print(*(f"  established: {line}" for line in found.established), sep="\n")
            print(*(f"  trusted: {line}" for line in found.trusted), sep="\n")
    done = found is not None and found.count.complete
    raise typer.Exit(WRONG if wrong else 0 if done else INCOMPLETE)
