"""Tours on the command line: the words, the streams, the exit codes. Checked by arithmetic of our own."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conftest import Run, answered, objects
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


def test_the_degree_of_a_factor_may_be_a_parameter(here: Run) -> None:
    words = ("count", "--board", "4x4", "--factor", "W", "--degree", "{k}", "-p", "k=1..2", "-q")
    assert answered(here(*words)) == "k=1: 36 perfect matchings\nk=2: 18 2-factors\n"


# -- limits and signals ----------------------------------------------------------------------


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
