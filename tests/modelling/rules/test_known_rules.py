"""Known numbers: of solutions, and of symmetries that preserve a rule."""

from __future__ import annotations

from math import factorial
from typing import Any

import pytest
from support.oracle.brute_force import DEEP

from nqsat import Board, Placement, Rule, count
from nqsat.rules import (
    Degrees,
    DistinctDifferences,
    Domination,
    Invariant,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Objective,
    Permutation,
    Pieces,
    Regions,
    Stabiliser,
    clause,
    exactly,
)

PEACE = NonAttacking()
QUEENS = frozenset({("Q", "Q")})

#: Board, pieces, rules, how many solutions, and which engines are quick: sat, cpsat and the reference. What
#: the catalogue has as well is in ``models/known.json``.
COUNTS: list[tuple[Any, Any, Any, int, Any]] = [
    # Dominating sets: of queens, knights and kings; rooks fill all ranks or all files, or are n.
    ("5x5", {"Q": 3}, [Domination()], 186, "sb"),
    ("5x5", {"N": 5}, [Domination()], 47, "sB"),
    ("5x5", {"K": 4}, [Domination()], 79, "sb"),
    ("4x4", {"R": 4}, [Domination()], 2 * 4**4 - 24, "sb"),
    ("4x4", {"R": 4}, [Domination("independent")], 24, "sb"),
    ("8x8", {"Q": 5}, [Domination("independent")], 728, "s"),
    ("8x8", {"Q": 5}, [Domination("total")], 352, "S"),
    # The number of rooks is bounded, but another could be added all the same.
    *(("2x2", {"R": number}, [PEACE, Maximal()], found, "sb")
      for number, found in ((1, 0), ("..1", 0), ("1..", 2))),
    # The most with no three in line: A000755.
    *((Board(n, n), {"blocker": 2 * n}, [NoThreeInLine()], number, engines)
      for n, number, engines in ((1, 0, "scb"), (2, 1, "scb"), (3, 2, "scb"), (4, 11, "scb"),
                                 (5, 32, "s"), (6, 50, "sC"))),
    ("1x4", {"Q": "2", "N": "any"}, [NoThreeInLine()], 6, "scb"),
    ("3x3", {"blocker": 6}, [NoThreeInLine()], 2, "scb"),
    ("3x1x3", {"blocker": 6}, [NoThreeInLine()], 2, "scb"),
    ("1x4", {"Q": 2, "N": 1}, [DistinctDifferences()], 2 * 3, "scb"),
    # Permutations; two on each line of 4 × 4: A001499; Latin squares, the layer of a piece is the symbol.
    *((Board(n, n), {"blocker": n}, [Permutation()], factorial(n), "scb") for n in range(5)),
    # Queens, by the names of their lines: A000170, and on a torus A007705.
    ("6x6", {"blocker": 6}, ["files=1", "ranks=1", "diagonals=..1", "antidiagonals=..1"], 4, "scb"),
    ("torus:5x5", {"blocker": 5}, ["files=1", "ranks=1", "diagonals=1", "antidiagonals=1"], 10, "scb"),
    (Board.from_map("x.\nx."), {"blocker": "any"}, ["files=1"], 2, "scb"),  # a file of holes is none
    (Board.from_map("..#\nxx#\n..x"), {"Q": "any"}, [Permutation()], 2, "scb"),  # what is left is 2 × 2
    ("4x4", {"blocker": 8}, [Permutation(2)], 90, "scb"),
    *((Board.solid(n, n, n), {"blocker": n * n}, [Permutation()], number, "scb")
      for n, number in enumerate([1, 1, 2, 12])),
    # Two superimposed permutations of 3 × 3 that share no square: 6 · 2.
    ("3x3", {"Q": "any", "N": "any"}, [Permutation(kinds=("Q",)), Permutation(kinds=("N",))], 12, "scb"),
    # Alternating sign matrices with one -1; queens and a pawn between two of them; the last takes 15 s.
    ("4x4", {"R": 5, "blocker": 1}, [NonAttacking(frozenset({("R", "R")}), blocking=True)], 16, "scb"),
    ("5x5", {"Q": 5, "blocker": 1}, [NonAttacking(QUEENS, blocking=True)], 232, "sCB"),
    ("6x6", {"Q": 7, "blocker": 1}, [NonAttacking(QUEENS, blocking=True)], 16, "scB"),
    # Two pieces of each orbit alike: 2^orbits.
    *(("4x4", {"blocker": "any"}, [Invariant(names)], 2**orbits, "s")
      for names, orbits in ((("rot90",), 4), (("rot90", "rot180"), 4), (("flip-rows", "flip-columns"), 4),
                            (("flip-rows", "rot180"), 4), (("transpose", "antitranspose"), 6),
                            (("rot90", "transpose"), 3), (("transpose", "flip-rows"), 3))),
    ("2x2x2", {"blocker": "any"}, [Invariant(("(-y,x,z)", "(x,y,-z)"))], 2, "scb"),
]  # fmt: skip

ENGINES = {"s": "sat", "c": "cpsat", "b": "backtrack"}


@pytest.mark.parametrize(("board", "pieces", "rules", "number", "engines"), COUNTS)
def test_counts(
    board: Any, pieces: dict[str, Any], rules: list[Rule], number: int, engines: str
) -> None:
    # A capital is an engine that takes long.
    for letter in engines:
        if DEEP or letter.islower():
            answer = count(Placement(board, pieces, rules), engine=ENGINES[letter.lower()])
            assert answer.value == number, answer.engine


@pytest.mark.parametrize(
    ("board", "pieces", "rule", "sense", "best", "number"),
    [
        *(("5x5", {"Q": "any"}, Domination(variant), "minimise", 3, number)  # type: ignore[arg-type]
          for variant, number in (("plain", 186), ("independent", 16), ("total", 70))),
        ("5x5", {"blocker": "any"}, NoThreeInLine(), "maximise", 10, None),
        # The shortest rulers of 2, 3, 4, 5 marks have lengths 1, 3, 6, 11: A003022.
        *((f"1x{length + 1}", {"blocker": "any"}, DistinctDifferences(), "maximise", marks, None)
          for length, marks in ((1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (10, 4), (11, 5))),
    ],
)  # fmt: skip
def test_the_best(
    board: str, pieces: dict[str, Any], rule: Rule, sense: Any, best: int, number: int | None
) -> None:
    model = Placement(board, pieces, [rule], objective=Objective(sense, Pieces()))
    for engine in ("sat", "cpsat", "backtrack") if number else ("sat",):
        answer = count(model, engine=engine)
        assert answer.optimum is not None
        assert answer.optimum.value == best
        assert number in (None, answer.value)


LOPSIDED: dict[str, Any] = {"Q": "any", "fW": "any"}
ALL = ("rot90", "rot180", "rot270", "flip-rows", "flip-columns", "transpose", "antitranspose")
SIDES, DIAGONALS = ("rot180", "flip-rows", "flip-columns"), ("rot180", "transpose", "antitranspose")

#: What symmetries preserve it, besides the identity: their names, or how many.
PRESERVED: list[tuple[Any, dict[str, Any], Rule, tuple[str, ...] | int]] = [
    # A symmetry has to keep the sight of the pieces that matter; others are attacked, or in the way.
    ("3x3", LOPSIDED, Degrees(1, of=("Q",)), ALL),
    ("3x3", LOPSIDED, Degrees(1, of=("fW",)), ("flip-columns",)),
    ("3x3", LOPSIDED, Degrees(1, "attacked", of=("fW",), others=("Q",)), ALL),
    ("3x3", LOPSIDED, Domination(kinds=("Q",)), ALL),
    ("3x3", LOPSIDED, Domination(kinds=("Q",), blocking=True), ALL),
    ("3x3", LOPSIDED, Domination(), ("flip-columns",)),
    ("3x3", LOPSIDED, Maximal(QUEENS), ALL),
    ("3x3", {"fW": "any"}, Maximal(), ("flip-columns",)),
    # Regions are taken to regions: the pinwheel turns and has no reflections; walls are no part of B.
    ("3x3", {"Q": "any"}, Regions(("AAB", "DEB", "DCC")), ("rot90", "rot180", "rot270")),
    ("3x3", {"Q": "any"}, Regions(("AAA", "BBB", "CCC")), SIDES),
    ("3x3", {"Q": "any"}, Regions(("AB.", "...", "...")), ()),
    ("3x3", {"Q": "any"}, Regions(("A.B", "...", "...")), ("flip-columns",)),
    ("3x3", {"Q": "any"}, Regions(("...", "...", "...")), ALL),
    (Board.from_map("..#\n...\n#.."), {"Q": 1}, Regions(("..B", "...", "..."), "any"), 3),
    ("torus:3x3", {"blocker": 3}, Permutation(), 71),
    # Literals, and their opposites.
    ("3x3", {"Q": "any"}, exactly(1, "Q@a1", "Q@c1", "Q@a3", "Q@c3"), ALL),
    ("3x3", {"Q": "any"}, exactly(1, "Q@a1", "~Q@c3"), DIAGONALS),
    ("3x3", {"Q": "any"}, clause("Q@a1", "~Q@c3"), ("antitranspose",)),
    # Whatever keeps the orbits; of the stabiliser, its normaliser.
    *(("3x3", {"Q": "any"}, Invariant(names), kept)
      for names, kept in (("rot180", ALL), ("transpose", DIAGONALS), ("rot90", ALL),
                          (("transpose", "antitranspose"), ALL))),
    *(("3x3", {"Q": "any"}, Stabiliser(names), kept)
      for names, kept in (((), ALL), ("rot180", ALL), ("rot90", ALL), ("transpose", DIAGONALS),
                          ("flip-rows", SIDES))),
]  # fmt: skip


@pytest.mark.parametrize(("board", "pieces", "rule", "names"), PRESERVED)
def test_symmetries(
    board: Any, pieces: dict[str, Any], rule: Rule, names: tuple[str, ...] | int
) -> None:
    found = {symmetry.name for symmetry in Placement(board, pieces, [rule]).symmetries()}
    if isinstance(names, int):
        assert len(found) == names + 1
    else:
        assert found == {"identity", *names}
