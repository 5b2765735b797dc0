"""Regions: so many men in every region of a map, against a count cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of, cells_of
from oracle_rules import check_rule, orbits_by_every_method
from strategies import NUMBERS, models_with, some_of, thorough

from nqsat import Board, InvalidModel, Placement, count
from nqsat.modelling import in_place
from nqsat.rules import Number, Regions

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    """Count the men of each letter that has a square."""
    rule = model.rules[0]
    assert isinstance(rule, Regions)
    for name in {rule.map[row][column] for row, column in cells_of(model.board)}:
        if name == ".":
            continue
        men = 0
        for (row, column), kind in content.items():
            if rule.map[row][column] == name and (rule.kinds is None or kind in rule.kinds):
                men += 1
        if men < rule.bounds.low or (rule.bounds.high is not None and men > rule.bounds.high):
            return False
    return True


def region_rules(board: Board, names: Sequence[str]) -> st.SearchStrategy[Regions]:
    line = st.text("AAb0.", min_size=board.columns, max_size=board.columns)
    lines = st.lists(line, min_size=board.rows, max_size=board.rows).map(tuple)
    return st.builds(Regions, lines, NUMBERS, some_of(names))


MODELS = models_with(region_rules)


@thorough(EXAMPLES)
@given(MODELS)
def test_men_are_counted_region_by_region(model: Placement) -> None:
    check_rule(model, naive, determined=False)


@pytest.mark.parametrize("number", [1, "..1", "1.."])
@pytest.mark.parametrize("pieces", [{"Q": "any"}, {"Q": "any", "N": "any"}])
def test_one_in_each_is_lowered_without_auxiliaries(
    number: int | str, pieces: dict[str, str]
) -> None:
    check_rule(Placement("2x3", pieces, [Regions(("AAB", "A.B"), number)]), naive)


@pytest.mark.parametrize(
    ("lines", "content", "number", "holds"),
    [
        (("AAB", "ABB"), {(0, 0): "Q", (1, 2): "Q"}, 1, True),
        (("AAB", "ABB"), {(0, 0): "Q", (0, 1): "Q", (1, 2): "Q"}, 1, False),
        (("AAB", "ABB"), {(0, 0): "Q"}, 1, False),
        (("AAB", "ABB"), {(0, 0): "Q"}, "..1", True),
        (("A.B", "..."), {(0, 0): "Q", (0, 2): "Q", (1, 0): "Q", (0, 1): "Q"}, 1, True),
        (("A.A", "..."), {(0, 0): "Q", (0, 2): "Q"}, 2, True),  # a region need not be connected
        (("Aab", "..."), {(0, 0): "Q", (0, 1): "Q", (0, 2): "Q"}, 1, True),  # A is not a
        (("...", "..."), {(0, 0): "Q"}, 7, True),  # no region, nothing to ask
    ],
)
def test_by_hand(
    lines: tuple[str, ...], content: dict[Cell, str], number: int | str, holds: bool
) -> None:
    model = Placement("2x3", {"Q": "any"}, [Regions(lines, number)])
    assert model.holds(arrangement_of(model, content)) is holds
    assert naive(model, content) is holds


def test_walls_and_holes_hold_nobody() -> None:
    # B has one square left, C none: as a rank of walls, it is not counted.
    board = Board.from_map(".x#\n..#")
    two = Placement(board, {"Q": "any"}, [Regions(("ABB", "ABB"))])
    assert {str(one) for one in check_rule(two, naive)} == {"a2 b1", "a1 b1"}
    none = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"))])
    assert {str(one) for one in check_rule(none, naive)} == {"a1", "b1", "a2"}
    assert count(none, engine="backtrack").value == count(none, engine="bitboard").value == 3
    assert count(Placement(board, {"Q": "any"}, [Regions(("..C", "..C"))])).value == 8
    at_most = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"), "..1")])
    assert len(check_rule(at_most, naive)) == 4


def test_symmetries_take_regions_to_regions() -> None:
    def order(*lines: str) -> int:
        return len(Placement("3x3", {"Q": "any"}, [Regions(lines)]).symmetries())

    assert order("AAB", "DEB", "DCC") == 4  # the pinwheel: turns, no reflections
    assert order("AAA", "BBB", "CCC") == 4
    assert order("AB.", "...", "...") == 1
    assert order("A.B", "...", "...") == 2
    assert order("...", "...", "...") == 8
    board = Board.from_map("..#\n...\n#..")  # the walls are no part of B
    assert (
        len(Placement(board, {"Q": 1}, [Regions(("..B", "...", "..."), "any")]).symmetries()) == 4
    )


def test_counts_modulo_symmetry_agree() -> None:
    model = Placement("4x4", {"K": 4}, [Regions(("AABB", "AABB", "CCDD", "CCDD"))])
    assert orbits_by_every_method(model) == {43}
    assert count(model).value == 4**4


# -- reading and writing -------------------------------------------------------------------


def test_words_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text("AAB\nABB\n", encoding="utf-8")
    lines = ("AAB", "ABB")
    assert Regions.parse("AAB/ABB") == Regions(lines)
    assert Regions.parse(f"file:{path},number=2") == Regions(lines, 2)
    assert Regions.parse("AAB/ABB,number=..1,kinds=Q,kinds=N") == Regions(lines, "..1", ("N", "Q"))
    model = in_place("2x3", ["Q=any"], [f"regions=file:{path}"])
    assert model == Placement("2x3", {"Q": "any"}, [Regions(lines)])


def test_json() -> None:
    rule = Regions(("AAB", "A.B"), "2..3", ("Q",))
    assert rule.to_json() == {"map": ["AAB", "A.B"], "number": "2..3", "kinds": ["Q"]}
    assert Regions.from_json(rule.to_json()) == rule
    assert Regions(("A",)).to_json() == {"map": ["A"], "number": 1}
    assert Regions.from_json({"map": ["A"]}) == Regions(("A",))


def test_equal_rules_are_equal_however_written() -> None:
    assert Regions(["A"], "1") == Regions(("A",)) == Regions(("A",), Number(1, 1))  # type: ignore[arg-type]
    assert Regions(("A",), 1, ("Q", "N", "Q")) == Regions(("A",), 1, ("N", "Q"))
    assert hash(Regions(("A",), "1")) == hash(Regions(("A",)))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("AAB",), "map: needs 2 lines, one for each row of the board; it has 1"),
        (("AAB", "ABB", "CCC"), "it has 3"),
        (("AAB", "AB"), "map: line 2, 'AB', has 2 cells; the board has 3"),
        (("AABC", "ABB"), "map: line 1, 'AABC', has 4 cells"),
        ((), "it has 0"),
        (("AAB", "A B"), "line 2, column 2: ' ' is neither"),
        (("AAB", "A#B"), "line 2, column 2: '#' is neither"),
        (("AAé", "ABB"), "line 1, column 3: 'é' is neither"),
        ("AAB", "map: 'AAB': write a line for each row"),
        ((1, 2), "write a line for each row"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(lines: Any, said: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        Placement("2x3", {"Q": 1}, [Regions(lines)])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Regions(("A",), -1), "number"),
        (lambda: Regions(("A",), "2..1"), "number"),
        (lambda: Regions(("A",), 1, ()), "kinds"),
        (lambda: Regions(("A",), 1, 5), "kinds"),  # type: ignore[arg-type]
        (lambda: Placement("1x1", {"Q": 1}, [Regions(("A",), 1, ("R",))]), "rules[0].kinds"),
        (lambda: Regions.parse(None), "rule regions"),
        (lambda: Regions.parse("A,number=x"), "rule regions"),
        (lambda: Regions.parse("file:/no/such/map"), "rule regions"),
        (lambda: Regions.from_json({"map": "AAB"}), "map"),
        (lambda: Regions.from_json({"map": ["A"], "much": 1}), "much"),
    ],
)
def test_nonsense_is_refused(make: Any, field: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        make()
    assert caught.value.field == field
