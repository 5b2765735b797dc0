"""Files that a user names: of any sort, compressed or not, bounded; lines end in two ways only."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import select
import subprocess
import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

import pytest
from support.error_asserts import refused

from nqsat import Board, InvalidModel
from nqsat.files import atomic_write, lines_of, read_bytes, read_text, write
from nqsat.formulas import read_dimacs
from nqsat.rules import Regions
from nqsat.sources import find_family

#: Every reader of a file of a user's, and what it calls the file.
READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "map.txt": ("board", lambda name: Board.parse(f"file:{name}")),
    "wrapped.txt": ("board", lambda name: Board.parse(f"torus:file:{name}")),
    "regions.txt": ("map", lambda name: Regions.parse(f"file:{name}")),
    "model.json": ("model", find_family),
    "own.py": ("model", lambda name: find_family(f"{name}:f")),
    "formula.cnf": ("dimacs", read_dimacs),
}


@pytest.mark.parametrize("thing", ["a device", "a pipe", "a file without end", "a bomb"])
@pytest.mark.parametrize("name", READERS)
def test_no_reader_waits_or_fills_the_memory(name: str, thing: str, tmp_path: Path) -> None:
    field, read = READERS[name]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    if thing == "a device":
        path.symlink_to("/dev/zero")
    elif thing == "a pipe":
        os.mkfifo(path)
    elif thing == "a bomb":
        with gzip.open(path, "wb", compresslevel=1) as bomb:
            bomb.writelines([bytes(2**20)] * 256)
    else:
        path.touch()
        os.truncate(path, 2**40)  # it takes no place on the disk
    why = "plain file|has more than|nothing is written to this pipe"
    with pytest.raises(InvalidModel, match=f"{field}: .*({why})"):
        read(str(path))


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "nothing": bytes,
}  # fmt: skip


@pytest.mark.parametrize("form", COMPRESSORS)
def test_compressed_files_are_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / "a"  # the name says nothing
    packed = COMPRESSORS[form](b"x" * 1000)
    path.write_bytes(packed)
    assert read_text("board", path, 1000) == "x" * 1000
    refused(lambda: read_text("board", path, 999), said="has more than 999 bytes")
    for data in (b"", b"BZh9", b"a\r\n", b"two", bytes(range(128))):
        path.write_bytes(COMPRESSORS[form](data))
        assert read_bytes("board", path, 1000) == data
        path.write_bytes(COMPRESSORS[form](BOM_UTF8 + data))
        assert read_text("board", path, 1000) == data.decode()
    if form == "nothing":
        return
    path.write_bytes(COMPRESSORS[form](b"a") + COMPRESSORS[form](b"b"))  # as cat makes them
    assert read_text("board", path, 1000) == "ab"
    for broken in (packed[:-1], packed[: len(packed) // 2], packed[:20] + b"?" + packed[21:]):
        path.write_bytes(broken)
        with pytest.raises(InvalidModel, match=rf"a is damaged \({form}\)"):
            read_bytes("board", path, 1000)


@pytest.mark.parametrize(
    ("begin", "form"),
    [
        ("28b52ffd", "zstd"), ("504b0304", "zip"), ("377abcaf", "7z"), ("1f9d", "compress"),
        ("04224d18", "lz4"),
    ],
)  # fmt: skip
def test_other_compressed_files_are_named(begin: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / "formula.cnf"
    path.write_bytes(bytes.fromhex(begin) + b"...")
    with pytest.raises(InvalidModel, match=rf"is compressed \({form}\); unpack it"):
        read_dimacs(path)


@pytest.mark.parametrize("form", COMPRESSORS)
def test_a_pipe_is_read_to_its_end(form: str, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    data = COMPRESSORS[form](os.urandom(200_000).hex().encode())  # more than a pipe holds
    readers: list[tuple[int, str]] = [(400_000, ""), (1000, "has more than 1,000 bytes")]
    for most, why in readers:
        reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # so that the writer can begin
        writer = Thread(target=_write, args=(path, data), daemon=True)
        writer.start()
        assert select.select([reading], [], [], 60)[0]
        if why:
            with pytest.raises(InvalidModel, match=why):
                read_bytes("board", path, most)
        else:
            assert len(read_bytes("board", path, most)) == 400_000
        os.close(reading)
        writer.join(10)
        assert not writer.is_alive()


def _write(path: Path, data: bytes) -> None:
    with suppress(BrokenPipeError):
        path.write_bytes(data)


@pytest.mark.parametrize(
    ("form", "words", "text", "answer"),
    [
        ("gzip", "count --dimacs -", "p cnf 2 1\n1 2 0\n", "3 assignments\n"),
        ("xz", "count --board graph:- --tour W", "a b\nb c\nc a\n", "1 undirected closed tour\n"),
        ("bzip2", "count --board file:- --piece K=1", "..\n.#\n", "3 placements\n"),
        ("nothing", "count queens-puzzle regions=file:-", "A\n", "1 placement\n"),
    ],
)
def test_standard_input(form: str, words: str, text: str, answer: str) -> None:
    command = [sys.executable, "-m", "nqsat", *words.split()]
    said = subprocess.run(
        command, input=COMPRESSORS[form](text.encode()), capture_output=True, check=False
    )
    assert (said.returncode, said.stdout.decode()) == (0, answer), said.stderr.decode()


def test_no_standard_input() -> None:
    command = [sys.executable, "-m", "nqsat", "count", "--dimacs", "-"]
    for given, why in (("<&-", "cannot be read"), ("</dev/null", "no line 'p cnf")):
        shell = ["sh", "-c", f'"$@" {given}', "sh", *command]
        said = subprocess.run(shell, capture_output=True, text=True, check=False)
        assert said.returncode == 2
        assert why in said.stderr
        assert said.stderr.count("\n") == 1


def test_a_file_may_have_more_than_it_says(tmp_path: Path) -> None:
    # Files of /proc say that they have no byte.
    assert Path("/proc/self/limits").stat().st_size == 0
    refused(lambda: read_text("board", "/proc/self/limits", 100), said="has more than 100 bytes")
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
    refused(lambda: Board.parse(f"file:{path}"), said="unknown character")
    refused(lambda: Regions.parse(f"file:{path}"), said="line 1, column 3")


def test_writers_of_one_path_do_not_meet(tmp_path: Path) -> None:
    texts = [str(number) * 200_000 for number in range(8)]
    path = tmp_path / "found.txt"
    for _ in range(20):
        with ThreadPoolExecutor(8) as threads:
            for one in [threads.submit(write, path, text) for text in texts]:
                one.result()
        assert path.read_text() in texts
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_who_takes_a_file_for_abandoned_late_deletes_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    opened, flock = dict[str, int](), fcntl.flock

    def late(file: BinaryIO, how: int) -> None:
        if (
            not opened
        ):  # two others see the new file before it is locked, and one deletes it at once
            opened[file.name] = os.open(file.name, os.O_RDONLY)
            Path(file.name).unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with atomic_write(tmp_path / "found.txt") as making:
        ((name, file),) = opened.items()
        flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        Path(name).unlink(missing_ok=True)  # the other one comes only now
        os.close(file)
        assert making.exists()
        making.write_text("whole")
    assert (tmp_path / "found.txt").read_text() == "whole"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_what_a_killed_writer_left_is_deleted_and_what_is_at_work_stays(tmp_path: Path) -> None:
    code = (
        "import sys, time, pathlib\n"
        "from nqsat.files import atomic_write\n"
        "with atomic_write(pathlib.Path(sys.argv[1])) as making:\n"
        "    making.write_text('half of it')\n"
        "    print(making, flush=True)\n"
        "    time.sleep(600)\n"
    )
    targets = [tmp_path / name for name in ("[it].txt", "[it].txt", "other.txt")]
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        for path in targets
    ]
    try:
        places = [Path(one.stdout.readline().strip()) for one in writers if one.stdout]
        for killed in (writers[0], writers[2]):
            killed.kill()
            killed.wait()
        assert [place.exists() for place in places] == [True] * 3
        write(targets[0], "all of it")
        # What another file's writer left is deleted by the next writer of that file.
        assert [place.exists() for place in places] == [False, True, True]
        write(targets[2], "all of it")
        assert {*tmp_path.iterdir()} == {targets[0], targets[2], places[1]}
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
