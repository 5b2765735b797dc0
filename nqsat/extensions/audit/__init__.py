"""An audit of puzzles: which of many boards have exactly one solution."""

from nqsat.extensions import Command, Extension, Option

EXTENSION = Extension(
    "nqsat audit: which of many puzzles have exactly one solution",
    commands={
        "audit": Command(
            run="nqsat.extensions.audit.command:audit",
            heading="Pictures and puzzles",
            takes=("grids", "time_limit", "json"),
            examples=(
                "nqsat audit 'https://puzz.link/p?slither/5/5/cbcbcddad' issue-12.txt",
                "nqsat audit --grids 'star-battle stars=1' monday.txt --time-limit 60",
            ),
        )
    },
    options={
        "grids": Option(
            "Read each file as one grid of this model: a catalogue name, and parameters besides the grid.",
            metavar="MODEL",
            type=str | None,
            default=None,
        )
    },
)
