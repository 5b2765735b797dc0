"""For those who send sequences to OEIS: drafts, recurrences, and folders of evidence for an editor."""

from pathlib import Path

from nqsat.extensions import Command, Extension, Option

_COMMAND = "nqsat.extensions.oeis.command"

EXTENSION = Extension(
    "for OEIS: certify --evidence, table --oeis and --recurrence",
    commands={
        "certify": Command(
            takes=("evidence",),
            says="--evidence collects the evidence an OEIS editor would ask for. If it is interrupted, "
            "repeat the same command to resume it.",
            examples=("nqsat certify queens -p n=1..12 --evidence queens",),
        ),
        "table": Command(
            takes=("recurrence", "oeis"),
            examples=('nqsat table --board "4x{n}" --piece K=any -p n=1..16 --recurrence',),
        ),
    },
    options={
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
    hooks={
        "certify begin": f"{_COMMAND}:collected",
        "table begin": f"{_COMMAND}:check_sequence",
        "table end": f"{_COMMAND}:print_more",
    },
)
