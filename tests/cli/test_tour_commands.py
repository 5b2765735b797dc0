"""Tours on the command line: the words, the streams, the exit codes. Checked by arithmetic of our own."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Run
from guards import HANG, children, interrupted
from oracle_cnf import Dimacs
from pysat.solvers import Solver


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
    done = nqsat("count", *words.split())
    assert done.stdout == f"{said}\n", done.stdout + done.stderr
    assert done.returncode == 0


def test_the_installed_script(installed: Run) -> None:
    # Once as a shell runs it: stdout carries the answer and nothing else.
    done = installed("count", "--board", "5x6", "--tour", "N")
    assert (done.stdout, done.returncode) == ("8 undirected closed tours\n", 0)


def test_json(nqsat: Run) -> None:
    done = nqsat("count", "--board", "5x6", "--tour", "N", "--unit", "directed", "--json")
    (line,) = done.stdout.splitlines()
    data = json.loads(line)
    assert data["value"] == "16"
    assert data["complete"] is True
    assert data["unit"] == "directed closed tours"
    assert data["params"]["tour"] == "N"
    data = json.loads(nqsat("count", "--board", "5x5", "--tour", "N", "--json").stdout)
    assert data["value"] == "0"
    assert data["engine"] == "proof"
    assert "every move changes colour" in data["note"]


# -- listing and finding ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["--board 5x6", "--board 3x4 --open", "--board 5x5 --open --from a1"]
)
def test_enumerate_jsonl(nqsat: Run, words: str) -> None:
    done = nqsat("enumerate", *words.split(), "--tour", "N", "--format", "jsonl")
    rows, columns = map(int, words.split()[1].split("x"))
    seen = set()
    for line in done.stdout.splitlines():
        data = json.loads(line)
        squares = data["squares"]
        assert is_knights_tour(squares, rows, columns, closed=data["closed"])
        assert data["closed"] == ("--open" not in words)
        for row, numbers in enumerate(data["numbers"]):
            for column, number in enumerate(numbers):
                assert squares[number - 1] == f"{'abcdef'[column]}{rows - row}"
        seen.add(tuple(squares))
        if "--from" in words:
            assert squares[0] == "a1"
    assert len(seen) == {"3": 16, "5": 304}[words[8]] if "--open" in words else len(seen) == 8
    assert done.returncode == 0


def test_enumerate_text_and_limit(nqsat: Run) -> None:
    done = nqsat("enumerate", "--board", "5x6", "--tour", "N", "--limit", "2", "--format", "csv")
    head, *lines = done.stdout.splitlines()
    assert head == "squares"
    assert len(lines) == 2
    for line in lines:
        names = line.split()
        assert is_knights_tour(names[:30], 5, 6, closed=True)
    assert done.returncode == 0  # so many were asked for
    assert done.stderr.startswith("at least 2 undirected closed tours (limit)")


@pytest.mark.parametrize("engine", ["construct", "warnsdorff"])
def test_an_engine_that_finds_one_tour_is_asked_for_one(nqsat: Run, engine: str) -> None:
    words = ("--board", "6x6", "--tour", "N", "--engine", engine, "--limit")
    done = nqsat("enumerate", *words, "1", "--format", "csv")
    assert is_knights_tour(done.stdout.splitlines()[1].split(), 6, 6, closed=True)
    assert done.returncode == 0
    assert done.stderr.startswith("at least 1 undirected closed tour (limit)")
    done = nqsat("count", *words, "1")
    assert (done.stdout, done.returncode) == ("at least 1 undirected closed tour (limit)\n", 3)
    done = nqsat("enumerate", *words, "2")
    assert done.returncode == 2
    assert "cannot list them; use sat" in done.stderr


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


def test_solve_answers_that_there_is_none(nqsat: Run) -> None:
    done = nqsat("solve", "--board", "4x4", "--tour", "N")
    assert (done.stdout, done.returncode) == ("no solution\n", 0)
    assert "Schwenk" in done.stderr


# -- export ----------------------------------------------------------------------------------


def projected_count(text: str) -> int:
    """How many assignments of the shown variables have a model, by a solver of PySAT."""
    read = Dimacs(text.splitlines())
    assert len(read.clauses) == read.announced
    found = 0
    with Solver(name="cadical153", bootstrap_with=read.clauses) as solver:
        while solver.solve():
            model = set(solver.get_model())
            solver.add_clause([-x if x in model else x for x in read.shown])
            found += 1
            if not read.shown:
                break
    return found


@pytest.mark.parametrize("circuit", ["one-hot", "binary", "lfsr", "crt"])
def test_export_dimacs(nqsat: Run, circuit: str) -> None:
    # The file is the whole formula: a stranger's solver counts the same, without our cuts.
    for words, number in (
        ("--board 5x6 --tour N", 8),
        ("--board 3x4 --tour N --open", 16),
        ("--board 3x4 --tour N --open --from a2 --to d2", 2),
        ("--board 4x4 --tour W --unit directed", 12),
        ("--board 2x3 --tour K --from a1 --number c2=4", None),
        ("--board 2x2 --tour N", 0),
        ("--board 1x1 --tour N --open", 1),
    ):
        done = nqsat("export", *words.split(), "--circuit", circuit)
        assert done.returncode == 0, done.stderr
        wanted = number
        if wanted is None:
            wanted = int(nqsat("count", *words.split()).stdout.split()[0])
            assert wanted > 0
        assert projected_count(done.stdout) == wanted, words


def test_export_json_can_be_counted(nqsat: Run, tmp_path: Path) -> None:
    words = [
        "--board",
        "5x5",
        "--tour",
        "N",
        "--open",
        "--from",
        "a1",
        "--number",
        "c3=25",
        "--avoiding",
        "a1-b3",
    ]
    plain = nqsat("count", *words)
    place = str(tmp_path / "t.json")
    assert nqsat("export", *words, "--format", "json", "-o", place).returncode == 0
    again = nqsat("count", place)
    assert again.stdout == plain.stdout
    assert again.stdout.split()[0] != "0"


@pytest.mark.parametrize("board", ["3x4", "2x2"])  # without moves, too
def test_export_cpsat(nqsat: Run, board: str) -> None:
    done = nqsat("export", "--board", board, "--tour", "N", "--format", "cpsat")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert ("circuit" in done.stdout) or board == "2x2"


# -- bad input -------------------------------------------------------------------------------


def test_a_start_on_a_hole(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("...\n.x.\n...\n")
    words = ("count", "--board", "file:map.txt", "--tour", "N", "--from", "b2")
    done = nqsat(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "b2" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    done = nqsat(*words[:-2], cwd=tmp_path)
    assert done.stdout == "1 undirected closed tour\n"


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
def test_none_for_a_reason(nqsat: Run, words: str, reason: str) -> None:
    # Zero is an answer: on stdout, code 0, with the reason on stderr.
    done = nqsat("count", *words.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0 ")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


# -- limits and signals ----------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["sat", "backtrack"])
def test_the_clock(nqsat: Run, engine: str) -> None:
    board = {"sat": "30x30", "backtrack": "24x24"}[engine]
    words = ("count", "--board", board, "--tour", "N", "--time-limit", "1")
    done = nqsat(*words, "--engine", engine, "--json")
    data = json.loads(done.stdout)
    assert (data["complete"], data["reason"]) == (False, "time limit")
    assert done.returncode == 3


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
