"""The command that checks a folder or a file: a certificate, or a job."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.job import print_faults
from nqsat.cli.output import print_json
from nqsat.extension_points import Argument, hooked
from nqsat.files import print_note


@command(
    "nqsat check DIR",
    "nqsat check DIR --step 7",
    "nqsat check JOB",
    "python nqsat/evidence/checker.py DIR",
)
def check_command(
    options: Options,
    folder: Annotated[Path, Argument("The folder of a certificate, or the file of a job.", "DIR")],
) -> int:
    """Check a certificate or a job, and say what it establishes.

    The checker is one file that imports nothing from nqsat; you can copy it and run it alone. The exit code
    is 1 if it rejects the certificate, and 3 if a recount needs more states than --max-states. nqsat checks
    a job like nqsat job verify. If a job needs a Python file of yours, name it by --model or --engine;
    otherwise only the rows are checked (exit code 3).
    """
    from nqsat.counting.ledger import is_job

    if folder.exists() and is_job(folder):
        reason = f"is for recounts; {folder} is a job"
        options.refuse(reason, "--max-states", "--step", "--verified", "--zarith")
        return _check_job(folder, options)
    options.refuse("is for jobs: a certificate has no file of yours", "--model", "--engine")
    # An extension may have a checker of its own: a function of the folder.
    by: Any = hooked("check begin", options)
    accepted = nqsat.evidence.check(folder, options.max_states, step=options.step, by=by)
    if not options.json:
        for line in nqsat.evidence.checker.summary(accepted):
            print_note(line, sys.stdout)
        return 0
    step = {} if options.step is None else {"step": options.step}
    answer = {
        "value": str(accepted.value),
        "unit": accepted.unit,
        "modulo": accepted.modulo,
        "solutions": str(accepted.labelled),
        "established": list(accepted.established),
        "trusted": list(accepted.trusted),
    }
    print_json({"accepted": True, **step, **answer})
    return 0


def _check_job(folder: Path, options: Options) -> int:
    """Print what a job establishes; exit code 1 if something is wrong with it, 3 if parts are left."""
    from nqsat.counting.job import named_in, verify

    options.check_named([folder])
    for flag, known in named_in(folder).items():
        if known is not None and not options.given(f"--{flag}"):
            reason = f"data never run code; to run it, add --{flag} {known}"
            return _check_rows(folder, reason, json=options.json)
    result, wrong = verify(options.open_job(folder))
    if options.json:
        rest = {} if result is None else result.to_json()
        print_json({"accepted": not wrong, **rest, "faults": wrong})
    else:
        print_faults(wrong)
        if result is not None:
            print(result)
            for word in ("established", "trusted"):
                for line in getattr(result, word):
                    print_note(f"  {word}: {line}", sys.stdout)
    done = result is not None and result.count.complete
    return WRONG if wrong else 0 if done else INCOMPLETE


def _check_rows(folder: Path, reason: str, *, json: bool) -> int:
    """Check the rows of a job, without the Python file that it needs."""
    from nqsat.counting.job import rows_of

    number = rows_of(folder)
    skipped = f"the audit was skipped: {reason}"
    if json:
        print_json({"accepted": None, "rows": number, "skipped": skipped, "faults": []})
    else:
        print(f"{number:,} rows are as they were written; {skipped}")
    return INCOMPLETE
