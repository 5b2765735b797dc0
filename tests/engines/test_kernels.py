"""The glue of kernels: what is passed is packed by name and checked; which library is taken, which not."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nqsat.engines import kernels
from nqsat.engines.kernels import build
from nqsat.engines.layered import run as tables

SOURCES = Path(kernels.__file__).parent

#: Counts that need each kernel, most in several ways.
COUNTS = """
from nqsat import Placement, Tour, count
from nqsat.models import costas
from nqsat.rules import Connected, Domination, NoThreeInLine
for engine, model, by in [
    ("bitboard", Placement("8x8", {"Q": 8}), None),
    ("bitboard", Placement("6x6", {"Q": "any"}), "size"),
    ("bitboard", Placement("5x5", {"Q": "any"}, [Domination()]), None),
    ("bitboard", Placement("5x5", {"blocker": 10}, [NoThreeInLine()]), None),
    ("bitboard", costas(6), None),
    ("frontier/compiled", Placement("5x5", {"N": "any"}), "size"),
    ("frontier/compiled", Placement("6x6", {"R": 6}), None),
    ("frontier/compiled", Placement("3x4", {"W": "any"}, [Connected()]), None),
    ("mates/forward", Tour("5x5", "N", closed=False), None),
    ("mates/middle", Tour("6x6", "N"), None),
]:
    print(count(model, engine=engine, by=by).value, end=" ")
"""


def copied(folder: Path) -> Path:
    """The sources of the kernels in a folder, without a library."""
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns(build.LIBRARY, "__pycache__"))
    return folder


def counted(script: str = COUNTS, folder: Path | None = None) -> str:
    more = {} if folder is None else {"NQSAT_KERNELS": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


#: Reverses the fields of every named tuple that a kernel is given.
REVERSED = """
import atexit
from collections import namedtuple
from nqsat.engines import kernels

new = set()

def reversed_class(name, fields):
    new.add(name)
    return namedtuple(name, [*fields][::-1])

kernels.namedtuple = reversed_class
wanted = {"Turn", "MiddleNodes", "JoinTask", "EdgeLevels", "Levels", "Sets", "Change", "Labels"}
atexit.register(lambda: wanted < new or print("not all", new))
"""


@pytest.fixture(scope="module")
def wanted() -> str:
    found = counted()
    assert found == "92 2635 33487853 32 116 55213 720 1127 1728 9862 "
    return found


# -- what is passed --------------------------------------------------------------------------


def test_the_order_of_fields_in_python_does_not_matter(wanted: str) -> None:
    assert counted(REVERSED + COUNTS) == wanted


def test_the_order_of_fields_in_c_does_not_matter(wanted: str, tmp_path: Path) -> None:
    def reverse(structure: re.Match[str]) -> str:
        fields = re.findall(r"^  (?!REQUIRE)\w+ [^;]*;.*$", structure[2], re.M)
        others = [line for line in structure[2].splitlines() if line not in fields]
        return structure[1] + "\n".join([*fields[::-1], *others]) + structure[3]

    folder = copied(tmp_path / "kernels")
    for path in folder.glob("*.[ch]"):
        text = path.read_text()
        if path.name != "nq.h":
            text = re.sub(r"(typedef struct \{\n)([^}]*)(\} \w+;)", reverse, text)
        path.write_text(text)
    assert (
        "budget;" in (folder / "sets.c").read_text().partition("} SetSearched;")[0].splitlines()[-3]
    )
    build.build(folder)
    assert counted(folder=folder) == wanted


ROWS, TABLE = np.zeros((4, 2), np.uint64), np.full(8, -1, np.int32)


def call(**other: Any) -> Any:
    """Place two rows in a table, with some arguments changed."""
    layer = kernels.record("Layer")(rows=ROWS.copy(), table=TABLE.copy())
    return tables._place(**{"layer": layer, "number": 2, "words": 1} | other)


READ_ONLY = TABLE.copy()
READ_ONLY.flags.writeable = False


ARRAYS: list[tuple[Any, Any, str]] = [
    (ROWS.astype(np.int64), TABLE, "rows has items of int64, not u8"),
    (ROWS.astype(">u8"), TABLE, "rows has items of >u8"),
    (ROWS[:, 0], TABLE, "rows has 1 dimensions, not 2"),
    (ROWS.T, TABLE, "rows is not in C order"),
    (ROWS[::2], TABLE, "rows is not in C order"),
    (ROWS, READ_ONLY, "table cannot be written"),
    (ROWS, TABLE[:7], "size of table"),
    (ROWS, list(TABLE), "table is not an array but list"),
    (ROWS[:3].copy(), np.full(6, -1, np.int32), "does not hold"),
]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        *(({"layer": kernels.record("Layer")(rows, table)}, said) for rows, table, said in ARRAYS),
        ({"number": 5}, "does not hold of .*'number': 5"),
        ({"words": 2**63}, "words is 9223372036854775808, no i64"),
        ({"words": 1.0}, "__index__"),
        ({"layer": (ROWS, TABLE)}, "a named tuple is needed, not tuple"),
        ({"layer": tables.no_notes()}, "the fields of Notes are not"),
        ({"more": 1}, "are not"),
    ],
)
def test_a_wrong_argument_is_a_type_error(other: dict[str, Any], said: str) -> None:
    assert call().number == 2
    with pytest.raises(TypeError, match=f"table_place: .*{said}"):
        call(**other)


def test_sizes_with_one_name_are_equal() -> None:
    block = kernels.room("Block", block=4, key_words=1)
    with pytest.raises(TypeError, match="block is 3 in source, 4 before"):
        kernels._structure("Block").pack_tuple(block._replace(source=block.source[:3].copy()))


def test_threads_pack_tuples_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_KNOWN", 2)  # so that each forgets what another has packed
    pack = kernels._structure("Adding").pack_tuple

    def packed(size: int) -> set[bytes]:
        return {pack(kernels.record("Adding")(size, 1, 2, 3)).packed for _ in range(5000)}

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert [*pool.map(packed, range(8))] == [
                {struct.pack("4q", n, 1, 2, 3)} for n in range(8)
            ]
    finally:
        sys.setswitchinterval(before)


# -- the library -----------------------------------------------------------------------------

#: Engines that need a kernel, asked in every way, and then those that do not.
TRIED = """
from nqsat import NqsatError, Placement, Tour, count, nth, solutions, solve
from nqsat.formulas import CnfProblem
queens, tour, cnf = Placement("6x6", {"Q": 6}), Tour("6x6", "N"), CnfProblem(2, ((1, 2),), (1, 2))
first = lambda model, engine: nth(model, 1, engine=engine)
for name, ask, model in [
    *(("bitboard", ask, queens) for ask in (count, solve, solutions)),
    *(("frontier/compiled", ask, queens) for ask in (count, first)),
    ("frontier", count, cnf),
    *(("mates", ask, tour) for ask in (count, first)),
    *((name, count, queens) for name in ("frontier", "sat", "backtrack", "auto")),
]:
    try:
        print(name, ask(model, engine=name).value)
    except NqsatError as error:
        print(name, type(error).__name__, error)
"""


def test_without_a_library_the_engine_that_needs_it_is_named_and_the_others_answer(
    tmp_path: Path,
) -> None:
    said = counted(TRIED, copied(tmp_path / "kernels")).splitlines()
    for name, line in (line.split(" ", 1) for line in said[:8]):
        engine = name.partition("/")[0]
        missing = f"engine {engine}: needs the C kernels, which are not built: {kernels.BUILD}"
        assert line.startswith(f"UnsupportedByEngine {missing}")
    assert [line.split()[-1] for line in said[8:]] == ["4"] * 4


def test_a_library_that_is_older_than_its_sources_is_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path / "kernels")
    build.build(folder)
    path = folder / "levels.c"
    path.write_text(re.sub("u64s field OF.*\n", "", path.read_text()))
    said = counted(TRIED, folder).splitlines()
    assert re.fullmatch(
        f"bitboard EngineFailure .* was built from other sources; build it again: {kernels.BUILD}",
        said[0],
    )
    path.write_bytes((SOURCES / "levels.c").read_bytes().replace(b"\n", b"\r\n"))  # as on Windows
    assert counted(folder=folder).startswith("92 ")


def test_what_is_no_library_is_said_in_a_line(tmp_path: Path) -> None:
    folder = copied(tmp_path / "kernels")
    (folder / build.LIBRARY).write_bytes(b"no library")
    said = counted(TRIED, folder).splitlines()
    assert "cannot load the C kernels" in said[0]
    assert said[-1] == "auto 4"


def test_where_nothing_compiles_there_is_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(tmp_path / "kernels")
    monkeypatch.setenv("CC", "false")
    monkeypatch.setattr(build, "compilers", lambda _: iter([["false"]]))
    with pytest.raises(OSError, match=r"^false .* failed"):
        build.build(folder)
    monkeypatch.setattr(build, "compilers", lambda _: iter([]))
    with pytest.raises(OSError, match="no C compiler: install one, or pip install ziglang"):
        build.build(folder)
    assert not (folder / build.LIBRARY).exists()
