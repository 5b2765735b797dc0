"""Sequences: their terms, recurrences, drafts for OEIS, and folders of evidence for its editors."""

from pathlib import Path
from typing import Any

from nqsat.extensions import MODEL, Command, Extension, Option

_COMMAND = "nqsat.extensions.oeis.command"

#: The options of ``table``.
_TABLE = (
    *MODEL, "tour", "closed", "factor", "degree", "maximal", "maximise", "minimise", "modulo", "agree",
    "keep", "engine", "workers", "fixed_by", "time_limit", "output", "json", "quiet",
    "recurrence", "oeis",
)  # fmt: skip

EXTENSION = Extension(
    "sequences for OEIS: nqsat table, and certify --evidence",
    commands={
        "certify": Command(
            takes=("evidence",),
            examples=("nqsat certify queens 1..12 --evidence queens",),
        ),
        "table": Command(
            run=f"{__name__}:table_command",
            heading="Ask",
            takes=_TABLE,
            examples=(
                "nqsat table queens 1..12",
                "nqsat table kings-any 1..6 --modulo none,symmetry --agree 2 -o kings",
                "nqsat table queens 1..18 --keep queens --workers 2",
                'nqsat table --board "4x{n}" --piece K=any -p n=1..16 --recurrence',
            ),
        ),
    },
    options={
        "agree": Option(
            "Print a term only when this many engines agree on it.",
            metavar="NUMBER",
            type=int,
            default=1,
        ),
        "keep": Option(
            "Save progress in DIR, and resume from it.",
            metavar="DIR",
            type=Path | None,
            default=None,
        ),
        "recurrence": Option(
            "Find a linear recurrence of the terms, and report whether it is proved."
        ),
        "oeis": Option("Print a draft of an OEIS entry; with -o also write it."),
        "evidence": Option(
            "Write the evidence for the terms of -p n=1..12: two independent counts of each, certificates, "
            "b-file, draft for OEIS and check.py. The same command resumes it.",
            metavar="DIR",
            type=Path | None,
            default=None,
            without=("--output", "--foreign", "--proof", "--dimacs"),
        ),
    },
    hooks={"certify begin": f"{_COMMAND}:collected"},
)


def table_command(options: Any, source: Any) -> int:
    """Count a sequence term by term; compare it with published counts."""
    from nqsat.extensions.oeis.table import print_table

    return print_table(options, source)
