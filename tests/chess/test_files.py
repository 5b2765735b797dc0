"""Files that a user names: no device or pipe is read, lines end in two ways only."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from nqsat import Board, InvalidModel
from nqsat.compiling import read_dimacs
from nqsat.evidence import foreign_files
from nqsat.files import lines_of, read_text, write
from nqsat.modelling import find_family
from nqsat.rules import Regions

#: Every reader of a file of a user's, and what it calls the file.
READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "map.txt": ("board", lambda name: Board.parse(f"file:{name}")),
    "wrapped.txt": ("board", lambda name: Board.parse(f"torus:file:{name}")),
    "facts.lp": ("board", lambda name: Board.parse(f"asp:{name}")),
    "regions.txt": ("map", lambda name: Regions.parse(f"file:{name}")),
    "model.json": ("model", find_family),
    "own.py": ("model", lambda name: find_family(f"{name}:f")),
    "formula.cnf": ("dimacs", read_dimacs),
    "certificate/model.json": ("certificate", lambda name: [*foreign_files(Path(name).parent)]),
}


@pytest.mark.parametrize("thing", ["a device", "a pipe", "a file without end"])
@pytest.mark.parametrize("name", READERS)
def test_no_reader_waits_or_fills_the_memory(name: str, thing: str, tmp_path: Path) -> None:
    field, read = READERS[name]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    if thing == "a device":
        path.symlink_to("/dev/zero")
    elif thing == "a pipe":
        os.mkfifo(path)
    else:
        path.touch()
        os.truncate(path, 2**40)  # it takes no place on the disk
    with pytest.raises(InvalidModel, match=f"{field}: .*(is no plain file|has more than)"):
        read(str(path))


def test_a_file_may_have_more_than_it_says(tmp_path: Path) -> None:
    # Files of /proc say that they have no byte.
    assert Path("/proc/self/limits").stat().st_size == 0
    with pytest.raises(InvalidModel, match="has more than 100 bytes"):
        read_text("board", "/proc/self/limits", 100)
    (tmp_path / "just").write_bytes(b"x" * 100)
    assert read_text("board", tmp_path / "just", 100) == "x" * 100


def test_lines_end_in_two_ways() -> None:
    assert lines_of("a\nb\r\nc") == ["a", "b", "c"]
    assert lines_of("a\n\n") == ["a", ""]
    assert lines_of("\n") == [""]
    assert lines_of("") == []


@pytest.mark.parametrize("end", ["\v", "\f", "\r", "\x1c", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_nothing_else_ends_a_line(end: str, tmp_path: Path) -> None:
    assert lines_of(f"a{end}b{end}") == [f"a{end}b{end}"]
    path = tmp_path / "map.txt"
    path.write_bytes(f"..{end}..{end}".encode())
    with pytest.raises(InvalidModel, match="unknown character"):
        Board.parse(f"file:{path}")
    with pytest.raises(InvalidModel, match="line 1, column 3"):
        Regions.parse(f"file:{path}")


def test_writers_of_one_path_do_not_meet(tmp_path: Path) -> None:
    texts = [str(number) * 200_000 for number in range(8)]
    path = tmp_path / "found.txt"
    for _ in range(20):
        with ThreadPoolExecutor(8) as threads:
            for one in [threads.submit(write, path, text) for text in texts]:
                one.result()
        assert path.read_text() in texts
    assert [*tmp_path.iterdir()] == [path]
