"""What pages and transcripts show of extensions: where one is deleted, that is not compared."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from nqsat.evidence.checker import Accepted
from nqsat.extensions import extensions, load

#: By extension: words that stand in what shows it.
SHOWN: Mapping[str, tuple[str, ...]] = {
    "audit": ("nqsat audit",),
    # Its own lines, and those about files that it wrote.
    "export": ("nqsat export", "one.json", "q6.cnf", " m.json", " t.json", "queens6.cnf"),
    "foreign": (
        "--foreign",
        "certify --dimacs",
        "certify any.cnf",
        "a formula goes only with ",
        "enumerate, sample, certify",
    ),
    "oeis": ("nqsat table", "--evidence", "--oeis", "--recurrence", "draft", "check.py", "b000170"),
    "playground": ("nqsat playground",),
    "puzzles": (
        "nqsat puzzle",
        "nqsat.puzzle",
        "--repair",
        "puzzles.repair",
        "--difficulty",
        "solve own.json --why",
    ),
    "pzpr": ("puzz.link", "puzzlink", "pzprv3"),
    "sharpsat": ("sharpsat", " skipped; "),
    "verified": ("--verified", "extensions/verified", "count.v"),
    "watch": ("--first", "--events"),
}


def lacking(text: str) -> str:
    """The extension that a text shows and that is not there; empty if there is none."""
    gone = [name for name, words in SHOWN.items() if any(word in text for word in words)]
    return next((name for name in gone if name not in extensions()), "")


def skip_unless_shown(text: str = "") -> None:
    """Skip a test that compares a text with what is shown; without a text, with all that there is."""
    every = " ".join(word for words in SHOWN.values() for word in words)
    if name := lacking(text or every):
        pytest.skip(f"the extension {name} is not there")


def verified_checker() -> Callable[[Path], Accepted] | None:
    """The checker that counts with the program that is proved in Coq; None where it cannot be."""
    if "verified" not in extensions() or shutil.which("ocamlopt") is None:
        return None
    found: Callable[[Path], Accepted] = load(
        "nqsat.extensions.verified.recounting:check_with_program"
    )
    return found
