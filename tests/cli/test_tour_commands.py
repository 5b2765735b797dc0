"""Tours on the command line: the words, the streams, the exit codes. Checked by arithmetic of our own."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused
from support.day_subset import combined
from support.oracle.cnf import Dimacs
from support.timeouts import HANG, children, interrupted


def is_knights_tour(names: list[str], rows: int, columns: int, *, closed: bool) -> bool:
    """Whether algebraic squares (files of one or two letters) are a tour."""
    cells = []
    for name in names:
        letters = name.rstrip("0123456789")
        file = 0
        for letter in letters:
            file = 26 * file + ord(letter) - 96
        cells.append((int(name[len(letters) :]), file))
    whole = {(rank, file) for rank in range(1, rows + 1) for file in range(1, columns + 1)}
    steps = list(pairwise(cells)) + ([(cells[-1], cells[0])] if closed else [])
    return (
        len(cells) == len(whole)
        and set(cells) == whole
        and all(sorted((abs(a - c), abs(b - d))) == [1, 2] for (a, b), (c, d) in steps)
    )


# -- counting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--board 5x6 --tour N", "8 undirected closed tours"),
        ("--board 5x6 --tour N --unit directed", "16 directed closed tours"),
        ("--board 5x6 --tour knight --from a1", "16 directed closed tours"),
        ("--board 5x5 --tour N --open --from a1", "304 directed open tours"),
        ("--board 4x5 --tour N --open --unit undirected", "82 undirected open tours"),
        ("--board 3x4 --tour N --open", "16 directed open tours"),
        ("--board 3x4 --tour N --open --from a2 --to d2", "2 directed open tours"),
        ("--board 5x6 --tour N --through a1-b3 --through a1-c2", "8 undirected closed tours"),
        ("--board 5x6 --tour N --avoiding a1-b3", "0 undirected closed tours"),
        ("--board 5x6 --tour N --from a1 --number b3=2", "8 directed closed tours"),
        ("--board 5x6 --tour N --from a1 --number b3=2 --number c2=30", "8 directed closed tours"),
        ("--board 5x5 --tour N --open --number c3=25", "64 directed open tours"),
        ("--board 6x6 --tour N --fixed-by rot90", "10 undirected closed tours fixed by rot90"),
        ("--board 4x4 --tour W", "6 undirected closed tours"),
        ("--board 4x4 --tour W --modulo symmetry", "2 undirected closed tours up to symmetry"),
        ("--board 2x2 --tour R --engine backtrack", "1 undirected closed tour"),
        ("--board 5x6 --tour N --engine cpsat", "8 undirected closed tours"),
        ("--board 5x6 --tour N --circuit binary", "8 undirected closed tours"),
    ],
)
def test_counts(nqsat: Run, words: str, said: str) -> None:
    assert answered(nqsat("count", *words.split())) == f"{said}\n"


def test_json(nqsat: Run, here: Run) -> None:
    words = ("count", "--tour", "N", "--json", "--board")
    (data,) = objects(nqsat(*words, "5x6", "--unit", "directed").stdout)
    assert (data["value"], data["complete"]) == ("16", True)
    assert data["unit"] == "directed closed tours"
    assert data["params"]["tour"] == "N"
    (data,) = objects(here(*words, "5x5").stdout)
    assert (data["value"], data["engine"]) == ("0", "proof")
    assert "every move changes colour" in data["note"]


# -- listing and finding ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["--board 5x6", "--board 3x4 --open", "--board 5x5 --open --from a1"]
)
def test_enumerate_jsonl(nqsat: Run, words: str) -> None:
    text = answered(nqsat("enumerate", *words.split(), "--tour", "N", "--format", "jsonl"))
    rows, columns = map(int, words.split()[1].split("x"))
    seen = set()
    for data in objects(text):
        squares = data["squares"]
        assert is_knights_tour(squares, rows, columns, closed=data["closed"])
        assert data["closed"] == ("--open" not in words)
        for row, numbers in enumerate(data["numbers"]):
            for column, number in enumerate(numbers):
                assert squares[number - 1] == f"{'abcdef'[column]}{rows - row}"
        seen.add(tuple(squares))
        if "--from" in words:
            assert squares[0] == "a1"
    assert len(seen) == {"5x6": 8, "3x4": 16, "5x5": 304}[words.split()[1]]


def test_enumerate_text_and_limit(nqsat: Run) -> None:
    done = nqsat("enumerate", "--board", "5x6", "--tour", "N", "--limit", "2", "--format", "csv")
    head, *lines = done.stdout.splitlines()
    assert head == "squares"
    assert len(lines) == 2
    for line in lines:
        names = line.split()
        assert is_knights_tour(names[:30], 5, 6, closed=True)
    assert done.returncode == 0  # this number was asked for
    assert done.stderr.startswith("at least 2 undirected closed tours (limit)")


@pytest.mark.parametrize("engine", ["construct", "warnsdorff"])
def test_an_engine_that_finds_one_tour_is_asked_for_one(here: Run, engine: str) -> None:
    words = ("--board", "6x6", "--tour", "N", "--engine", engine, "--limit")
    done = here("enumerate", *words, "1", "--format", "csv")
    assert is_knights_tour(done.stdout.splitlines()[1].split(), 6, 6, closed=True)
    assert done.returncode == 0
    assert done.stderr.startswith("at least 1 undirected closed tour (limit)")
    done = here("count", *words, "1")
    assert (done.stdout, done.returncode) == ("at least 1 undirected closed tour (limit)\n", 3)
    done = here("enumerate", *words, "2")
    assert done.returncode == 2
    assert "cannot list them: give --limit 1; use sat" in done.stderr


def test_solve_50x50(nqsat: Run) -> None:
    # Too large for a search to be asked lightly: constructed, and drawn as numbers.
    done = nqsat("solve", "--board", "50x50", "--tour", "N", timeout=HANG)
    assert done.returncode == 0
    assert "construct" in done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    where = {
        int(word): (row, column)
        for row, words in enumerate(rows)
        if len(words) == 51 and all(map(str.isdigit, words))
        for column, word in enumerate(words[1:])
    }
    order = [where[number] for number in range(1, 2501)]
    assert len(set(order)) == 2500
    steps = zip(order, order[1:] + order[:1], strict=True)
    assert all(sorted((abs(a - c), abs(b - d))) == [1, 2] for (a, b), (c, d) in steps)


def test_solve_answers_that_there_is_none(here: Run) -> None:
    done = here("solve", "--board", "4x4", "--tour", "N")
    assert answered(done) == "no solution\n"
    assert "Schwenk" in done.stderr


# -- export ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "circuit"),
    combined(
        [
            ("--board 5x6 --tour N", 8),
            ("--board 3x4 --tour N --open", 16),
            ("--board 3x4 --tour N --open --from a2 --to d2", 2),
            ("--board 4x4 --tour W --unit directed", 12),
            ("--board 2x3 --tour K --from a1 --number c2=4", 4),
            ("--board 2x2 --tour N", 0),
            ("--board 1x1 --tour N --open", 1),
        ],
        ["one-hot", "binary"],
    ),
)
def test_export_dimacs(here: Run, case: tuple[str, int], circuit: str) -> None:
    # The file is the whole formula: a stranger's solver counts the same, without our cuts.
    text = answered(here("export", *case[0].split(), "--circuit", circuit))
    assert sum(1 for _ in Dimacs(text.splitlines()).solutions()) == case[1]


def test_export_json_can_be_counted(here: Run) -> None:
    words = "--board 5x5 --tour N --open --from a1 --number c3=25 --avoiding a1-b3"
    answered(here("export", *words.split(), "--format", "json", "-o", "t.json"))
    again, plain = (
        answered(here("count", *source.split(), "--engine", "backtrack"))
        for source in ("t.json", words)
    )
    assert again == plain
    assert again.split()[0] != "0"


@pytest.mark.parametrize("board", ["3x4", "2x2"])  # without moves, too
def test_export_cpsat(here: Run, board: str) -> None:
    text = answered(here("export", "--board", board, "--tour", "N", "--format", "cpsat"))
    assert ("circuit" in text) == (board != "2x2")


# -- bad input -------------------------------------------------------------------------------


def test_a_start_on_a_hole(here: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("...\n.x.\n...\n")
    words = ("count", "--board", "file:map.txt", "--tour", "N", "--engine", "backtrack")
    assert "b2" in refused(here(*words, "--from", "b2"))
    assert answered(here(*words)) == "1 undirected closed tour\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--board 2x2 --tour N --open", "a knight cannot reach every square"),
        ("--board 3x3 --tour blocker --open", "no move leads to or from"),
        ("--board 3x3 --tour B --open", "moves lead from one square to 5 of 9 squares only"),
        ("--board 5x5 --tour N", "every move changes colour"),
        ("--board 4x7 --tour N", "Schwenk"),
        ("--board 0x0 --tour N", "0 squares"),
        ("--board 1x2 --tour W", "closed tour needs 3"),
    ],
)
def test_none_for_a_reason(here: Run, words: str, reason: str) -> None:
    # Zero is an answer: on stdout, code 0, with the reason on stderr.
    done = here("count", *words.split())
    assert answered(done).startswith("0 ")
    (line,) = done.stderr.splitlines()
    assert reason in line


# -- limits and signals ----------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["sat", "backtrack"])
def test_the_clock(nqsat: Run, engine: str) -> None:
    words = ("count", "--board", "24x24", "--tour", "N", "--time-limit", "0.4")
    done = nqsat(*words, "--engine", engine, "--json")
    (data,) = objects(done.stdout)
    assert (data["complete"], data["reason"]) == (False, "time limit")
    assert done.returncode == 3


@pytest.mark.deep
def test_interrupted(program: str) -> None:
    # Ctrl-C keeps what was found: a lower bound, code 3.
    words = [program, "count", "--board", "6x7", "--tour", "N", "--engine", "sat"]
    # Some are found after a second of the worker's, or none: it is a lower bound in any case.
    code, out, err = interrupted(words, 1, children)
    assert code == 3, err
    number = int(out.split()[2])
    tours = "tour" if number == 1 else "tours"
    assert out == f"at least {number} undirected closed {tours} (interrupted)\n"
    assert 0 <= number < 1_067_638
    assert "Traceback" not in err
