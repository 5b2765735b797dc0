"""Searches watched step by step: replayed on a page, and compared by their first solutions."""

from pathlib import Path

from nqsat.extensions import Command, Extension, Option, Panel

_HERE = Path(__file__).parent
_MODULES = ("search_texts", "replay", "words", "tree", "search_view", "statistics", "search")

EXTENSION = Extension(
    "searches replayed (view), and their way to a first solution (table --first)",
    commands={
        "view": Command(takes=("events",)),
        "table": Command(
            takes=("first",),
            examples=("nqsat table queens 1..12 --first",),
        ),
    },
    options={
        "events": Option(
            "Record this many steps of each search for the page to replay; 0 for none.",
            metavar="NUMBER",
            type=int,
            default=2500,
        ),
        "first": Option(
            "Find only the first solution, by textbook backtracking and other searches: nodes (of sat: "
            "decisions), dead ends (conflicts) and time.",
            without=(
                "--modulo",
                "--agree",
                "--keep",
                "--recurrence",
                "--oeis",
                "--engine",
                "--workers",
            ),
        ),
    },
    panels={
        "watch": Panel(
            "nqsat.extensions.watch.panel:search_data",
            modules=tuple(_HERE / f"{name}.js" for name in _MODULES),
            styles=(_HERE / "watch.css",),
            takes=("events",),
        )
    },
    hooks={"table begin": "nqsat.extensions.watch.command:print_first"},
)
