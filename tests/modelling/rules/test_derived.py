"""Rules that only say their constraints: functions, and operators on literals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Run, answered, refused
from support.error_asserts import refused as refuses

import nqsat
from nqsat import Arrangement, Placement, Rule
from nqsat.modelling import Change
from nqsat.rules import (
    Among,
    BoardLiteral,
    NonAttacking,
    Places,
    Stands,
    Yields,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
    rule,
)

CORNERS = ("a1", "a3", "c1", "c3")


@rule
def corners(model: Places) -> Iterator[Yields]:
    """At most one rook stands in a corner, and if one is in a1, one is in b2."""
    yield sum(model.at("R", x) for x in CORNERS) <= 1
    yield model.at("R", "a1") >> model.at("R", "b2")


@rule
def one_corner_at_most(model: Places) -> Among:
    return at_most(1, *(model.at("R", x) for x in CORNERS))


def by_hand() -> int:
    found = 0
    cells = [f"{file}{rank}" for file in "abc" for rank in "123"]
    for size in range(10):
        for some in map(set, combinations(cells, size)):
            found += len(some & set(CORNERS)) <= 1 and ("a1" not in some or "b2" in some)
    return found


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack", "bitboard", "frontier"])
def test_engines_count_what_it_says(engine: str) -> None:
    model = Placement("3x3", {"R": "any"}, [corners])
    if engine == "bitboard":  # an implication is nothing for it
        model = Placement("3x3", {"R": "any"}, [one_corner_at_most])
        assert nqsat.count(model, engine=engine).value == 5 * 2**5
        return
    answer = nqsat.count(model, engine=engine)
    assert answer.value == by_hand()
    assert answer.note is not None
    assert "derived from the encoding: agreement is not evidence for it" in answer.note


def test_symmetries_are_those_that_keep_its_constraints() -> None:
    assert len(Placement("3x3", {"R": "any"}, [corners]).symmetries()) == 2
    model = Placement("3x3", {"R": "any"}, [NonAttacking(), one_corner_at_most])
    assert len(model.symmetries()) == 8
    assert nqsat.count(model, modulo="symmetry").value < nqsat.count(model).value
    other = Change.transposing(Placement("2x3", {"R": "any"}).setting)
    assert other is not None
    assert one_corner_at_most.image(other) is None  # there are no such squares


def test_operators_make_the_same_constraints() -> None:
    a, b, c = (Stands("Q", x) for x in ("a1", "b2", "c3"))
    assert (a | ~b) == clause(a, ~b)
    assert (a | b | c) == clause(a, b, c)
    assert (a >> ~b) == implies(a, ~b)
    assert (a + b + c <= 1) == at_most(1, a, b, c)
    assert (a + (b + c) >= 2) == at_least(2, a, b, c)
    assert (sum([a, b, c]) == 2) == exactly(2, a, b, c)


def test_what_is_no_constraint_is_refused() -> None:
    @rule
    def three(_model: Places) -> int:
        return 3

    refuses(lambda: Placement("3x3", {"R": 1}, [three]), None, "gave 3; yield a literal, at_most")
    refuses(lambda: rule(3), "rule", "expected a function")  # type: ignore[call-overload]
    refuses(lambda: Placement("2x2", {"R": 1}, [corners]), None, "ranks 1 to 2")


def test_a_literal_alone_is_required() -> None:
    @rule
    def here(model: Places) -> Iterator[object]:
        yield model.at("R", "a1")
        yield ~model.at("R", "b2")

    @rule
    def compared(model: Places) -> Iterator[object]:
        yield model.at("R", "a1") == 1

    model = Placement("3x3", {"R": 3}, ["non-attacking", here])
    for engine in ("sat", "backtrack", "frontier"):
        assert nqsat.count(model, engine=engine).value == 1
    said = "False is not a Rule: for a == 1 write a"
    refuses(lambda: Placement("3x3", {"R": 1}, [compared]), None, said)
    alone: Any = model.at("R", "a1")
    assert model + alone == model + clause("R@a1")
    assert nqsat.count(Placement("3x3", {"R": 1}, [clause("R@a1")])).value == 1


def one_a_rank(arrangement: Arrangement) -> bool:
    ranks = [piece.square.row for piece in arrangement.pieces]
    return len({*ranks}) == len(ranks)


@rule(holds=one_a_rank)
def thin(model: Places) -> Iterator[Among]:
    for row in range(model.board.rows):
        rank = [square for square in model.board.squares if square.row == row]
        yield at_most(1, *(model.at(kind.name, x) for kind in model.kinds for x in rank))


def test_a_meaning_may_be_stated_besides() -> None:
    model = Placement("3x3", {"K": 2, "N": 1}, [thin])
    for engine in ("sat", "cpsat", "backtrack"):
        answer = nqsat.count(model, engine=engine)
        assert answer.value == 3 * 3**3
        assert "derived" not in str(answer.note)
    note = nqsat.count(model, engine="frontier").note
    assert note is not None
    assert "encoding of thin compared with holds" in note
    assert nqsat.verify(model).result is nqsat.evidence.Result.AGREE
    assert len(model.symmetries()) == 4  # those that map ranks to ranks
    refuses(lambda: rule(holds=one_a_rank)(3), "rule", "expected a function")  # type: ignore[arg-type]


def test_an_image_may_be_stated_besides() -> None:
    # Each square implies the next: as a meaning this has no direction, as constraints it has one.
    def all_or_none(arrangement: Arrangement) -> bool:
        return len(arrangement) in (0, 4)

    def ring(model: Places) -> Iterator[Among]:
        squares = ("a1", "a2", "b2", "b1")
        for here, there in zip(squares, (*squares[1:], *squares[:1]), strict=True):
            yield model.at("K", here) >> model.at("K", there)

    def itself(_change: Change) -> Rule:
        return stated

    stated: Rule = rule(holds=all_or_none, image=itself)(ring)
    for one, symmetries in ((rule(ring), 4), (rule(holds=all_or_none)(ring), 4), (stated, 8)):
        model = Placement("2x2", {"K": "any"}, [one])
        assert len(model.symmetries()) == symmetries
        assert nqsat.count(model, modulo="symmetry").value == 2


def test_the_command_line_takes_it(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from nqsat.rules import at_most, rule\n\n@rule\ndef edge(model):\n"
        '    yield at_most(1, model.at("R", "a1"), model.at("R", "a2"))\n'
    )
    words = ("count", "--board", "2x2", "--piece", "R=any", "--rule", "mine.py:edge")
    assert answered(nqsat(*words, cwd=tmp_path)).startswith("12 placements")
    (tmp_path / "two.py").write_text(
        "from nqsat.rules import rule\n\ndef edge(model):\n"
        '    yield model.at("R", "a1") + model.at("R", "a2") <= 1\n\n'
        "def full(solution):\n    return len(solution) == 4\n\nfour = rule(holds=full)\n"
    )
    assert answered(nqsat(*words[:-1], "two.py:edge", cwd=tmp_path)).startswith("12 placements")
    assert answered(nqsat(*words[:-1], "two.py:four", cwd=tmp_path)).startswith("1 placement")
    assert "write rule(holds=full)" in refused(nqsat(*words[:-1], "two.py:full", cwd=tmp_path))
    assert refused(nqsat(*words[:-1], "two.py:none", cwd=tmp_path)).endswith("has no rule 'none'")
    said = refused(nqsat(*words[:-1], "mine.py:edge=1", cwd=tmp_path))
    assert said == "nqsat: --rule mine.py:edge: takes no value; leave out =1"


def test_the_function_is_asked_once_for_a_board_and_not_for_each_solution() -> None:
    asked = []

    def few(model: Places) -> Iterator[Among]:
        asked.append(model.board)
        yield at_most(2, *(model.at("R", square) for square in model.board.squares))

    assert nqsat.count(Placement("3x3", {"R": "any"}, few), engine="backtrack").value == 46
    assert len(asked) == 1


def test_another_model_asks_the_function_again() -> None:
    gone: tuple[str, ...] = ()

    @rule
    def few(model: Places) -> Iterator[BoardLiteral]:
        yield from (~model.at("R", square) for square in gone)

    for gone, number, orbits in (((), 7, 3), (("a1",), 5, 4)):  # noqa: B007 - the function reads it
        model = Placement("2x2", {"R": "any"}, [NonAttacking(), few])
        for engine in ("backtrack", "sat"):
            assert nqsat.count(model, engine=engine).value == number
        assert nqsat.count(model.project("R"), engine="sat").value == number
        assert nqsat.count(model, modulo="symmetry").value == orbits


@pytest.mark.parametrize("alone", [True, False])
def test_a_sum_of_no_literals_is_named(alone: bool) -> None:
    def beside(model: Places) -> Iterator[Yields]:
        for square in model.board.squares:
            near = (model.board.step(square, (0, side)) for side in (-1, 1))
            number = sum(model.at("R", x) for x in near if x)
            yield number >= 1 if alone else model.at("R", square) >> (number >= 1)

    assert nqsat.count(Placement("2x2", {"R": "any"}, beside)).value == (1 if alone else 4)
    error = refuses(lambda: Placement("2x1", {"R": "any"}, beside))
    assert "False is not a Rule" in error.reason
    assert error.reason.endswith("or a sum has no literals")


def even(arrangement: Arrangement) -> bool:
    return len(arrangement) % 2 == 0


def test_a_meaning_alone_filters() -> None:
    plain = Placement("3x3", {"K": "any"})
    wanted = list(filter(even, plain.solutions()))
    filtered = plain + rule(holds=even)
    assert filtered.text == "3x3 K=any non-attacking even"
    assert nqsat.count(filtered).value == len(wanted) == 18
    assert nqsat.count(filtered, engine="backtrack").engine == "backtrack"
    assert nqsat.count(plain + rule(holds=lambda some: "b2" not in some)).value == 34
    several: Rule = rule(holds=even, image=lambda _: several)
    orbits = {solution.canonical(plain.symmetries()) for solution in wanted}
    assert nqsat.count(plain + several, modulo="symmetry").value == len(orbits)
    tour = nqsat.Tour("2x3", "W", closed=False)
    first = rule(holds=lambda path: path.squares[0] == (0, 0))
    assert nqsat.count(tour + first).value == sum(p.squares[0] == (0, 0) for p in tour.solutions())


def test_a_meaning_in_the_place_of_constraints_is_named() -> None:
    for given in (even, rule(even)):
        error = refuses(lambda given=given: Placement("3x3", {"K": 1}, [given]))  # type: ignore[misc]
        assert error.reason.endswith("if it takes a solution, write rule(holds=even)")


def test_arrays_and_squares_off_the_board_are_explained() -> None:
    model = Placement("3x3", {"R": "any"}, [])
    grid = np.array([[model.at("R", (row, column)) for column in range(3)] for row in range(3)])
    with pytest.raises(TypeError, match=r"of an array write \[s == 2 for s in array\]"):
        _ = grid.sum(axis=0) == 1
    sums = [*grid.sum(axis=0), *grid.sum(axis=1)]
    assert nqsat.count(model + [number == 1 for number in sums]).value == 6
    error = refuses(lambda: model.at("R", (-1, 1)))
    assert error.reason.endswith("board.step(square, (1, 2)) is None off it")
    assert model.board.step(nqsat.Square(0, 1), (-1, 0)) is None
