"""For those who send sequences to OEIS: drafts, recurrences, and folders of evidence for an editor."""

from pathlib import Path

from nqsat.extensions import Command, Extension, Option

_COMMAND = "nqsat.extensions.oeis.command"

EXTENSION = Extension(
    "for OEIS: certify --evidence, table --oeis and --recurrence",
    commands={
        "certify": Command(
            takes=("evidence",),
            says="With --evidence it writes all that supports the terms of a sequence; what is finished "
            "stays, and the same command goes on.",
            examples=("nqsat certify queens -p n=1..12 --evidence queens",),
        ),
        "table": Command(
            takes=("recurrence", "oeis"),
            examples=('nqsat table --board "4x{n}" --piece K=any -p n=1..16 --recurrence',),
        ),
    },
    options={
        "recurrence": Option(
            "Find the linear recurrence of the terms, and say whether it is proved."
        ),
        "oeis": Option("Print a draft of an entry of OEIS; with -o write it, too."),
        "evidence": Option(
            "Write all that supports the terms of -p n=1..12: two grounds of each, certificates, b-file, "
            "draft for OEIS, check.py. Called again it goes on.",
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
