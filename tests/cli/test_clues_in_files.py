"""Clues of puzzles in files: what nqsat prints can be named where clues are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, refused

LONG = "numbers=1,.,./.,.,./.,.,./.,.,12"


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("slitherlink", "more=2 clues=.2./1../..3\n", "clues=.2./1../..3"),
        ("slitherlink", ".2./1../..3\n", "clues=.2./1../..3"),
        ("slitherlink", ".2.\n1..\n..3\n", "clues=.2./1../..3"),
        ("masyu", "3 . . ○\n2 . . .\n1 ○ . .\n  a b c\nclues=..W/.../W..\n", "clues=..W/.../W.."),
        (
            "hidato",
            "1 .. ..|.. .. ..|.. .. ..|.. .. 12".replace("..", " .").replace("|", "\n"),
            LONG,
        ),
        ("hidato", "2 1 . 6\n1 . . .\n  a b c\n", "numbers=1.6/..."),
        ("heyawake", "rooms=AAB/ACC numbers=A=1\n", "rooms=AAB/ACC numbers=A=1"),  # no numbers
    ],
)
def test_a_file_is_read_as_its_clues(
    here: Run, tmp_path: Path, name: str, text: str, read: str
) -> None:
    (tmp_path / "it.txt").write_text(text)
    done = here("show", name, "file:it.txt")
    assert f"read: {read}\n" in done.stderr or f"read: {name} {read}\n" in done.stderr
    assert answered(done) == answered(here("show", name, *read.split()))


def test_a_puzzle_that_was_printed_is_read_again(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    (tmp_path / "loop.txt").write_text(
        answered(here("puzzle", "masyu", "5x5", "--seed", "1", "-q"))
    )
    assert answered(here("count", "masyu", "file:loop.txt", "-q")) == "1 undirected cycle\n"


def test_a_file_without_clues_is_refused(here: Run, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("")
    assert "none.txt: has no rows" in refused(here("count", "masyu", "file:none.txt"))
    assert "no-such.txt" in refused(here("count", "masyu", "file:no-such.txt"))
