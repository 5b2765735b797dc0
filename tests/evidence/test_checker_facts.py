"""The checker's own definition of models against nqsat's meaning, and its board against nqsat's."""

from __future__ import annotations

import json
from functools import reduce
from hashlib import sha256
from itertools import chain, combinations, product
from operator import getitem
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import wrap_of
from support.day_subset import combined
from support.error_asserts import raised
from support.json_fuzz import TWISTS
from support.oracle.brute_force import DEEP
from support.oracle.cnf import projected
from support.small_certificates import MORE, true_variables

from nqsat import Board, InvalidModel, Piece, Placement, Tour, solutions
from nqsat.chess import attacks, symmetries
from nqsat.compiling import lower
from nqsat.evidence import checker
from nqsat.modelling import Kind, Model, Number, dumps, loads
from nqsat.rules import (
    Amount,
    Armies,
    Degrees,
    NonAttacking,
    Objective,
    Permutation,
    Pieces,
    Regions,
    Unattacked,
)

NOTATIONS: tuple[str, ...] = (*"QRBKNWFDAHCZGLJ", "NN", "BN")
NOTATIONS += ("W2", "N0", "K3", "R1", "RF", "WW", "(1,4)", "(2,0)", "(1,2)(1,3)", "N3W", "blocker")
NOTATIONS += ("(4,1)(4,1)", "W2F", "Q2N", "WFDN")
NOTATIONS += ("WR", "RW", "WR3", "R3W", "W2R3", "R3W2")  # two terms with the same steps

BOARDS = (
    "5x5", "3x7", "1x6", "torus:5x5", "torus:4x6", "torus:2x5", "cylinder:4x5", "cylinder:1x4",
)  # fmt: skip
MAPS = ("..#..\n.....\n.x.x.\n.....\n..#..", ".#\n..", "...x\n.#..\n....")


def facts_of(model: Model) -> checker.Model:
    return checker.read_model(dumps(model))


def solutions_of(model: Any) -> list[tuple[int, ...]]:
    """As true variables, by the reference."""
    return true_variables(model, solutions(model, engine="backtrack"))


def limits(value: object) -> tuple[int, int]:
    return checker.Object({"number": value}, "", "number").limits("number")


def test_numbers() -> None:
    ranges: dict[object, tuple[int, int]] = {"..3": (0, 3), "2..3": (2, 3), "0..0": (0, 0)}
    ranges |= {"2..": (2, checker.ANY), "any": (0, checker.ANY), 0: (0, 0), 2: (2, 2)}
    assert {value: limits(value) for value in ranges} == ranges
    texts = ("..", "", "2", "3..2", "1..2..3", "-1..2", "\u0661..", "2..\n")
    for wrong in (-1, True, None, 1.0, *texts):
        with pytest.raises(checker.Rejected):
            limits(wrong)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_pieces_attack_the_same_squares(notation: str) -> None:
    boards = [
        *map(Board.parse, BOARDS),
        *map(Board.from_map, MAPS),
        Board.from_map(MAPS[0], "torus"),
    ]
    for board in boards:
        walked = checker.Board({"map": str(board).split("\n"), "wrap": wrap_of(board)})
        rides = checker.read_piece(notation)
        number = {square: index for index, square in enumerate(board.squares)}
        assert walked.names == [square.name(board.rows) for square in board.squares]
        for start, targets in attacks(Piece.parse(notation), board).items():
            met = {x for ray in walked.rays(number[start], rides) for x in ray}
            assert met == {number[target] for target in targets}, (board, start)


@pytest.mark.parametrize(
    "notation", ["", "X", "fN", "fhN", "NNN", "N2N", "(0,0)", "N(", "n", "Q Q", "mW", 3]
)
def test_other_pieces_are_refused(notation: object) -> None:
    raised(checker.Rejected, lambda: checker.read_piece(notation), "not known to this checker")


def test_pieces_are_told_by_their_steps() -> None:
    told = {
        "Q": "(0, 1) repeatedly and (1, 1) repeatedly",
        "W2F": "(0, 1) up to 2 times and (1, 1) once",
        "(3,1)": "(1, 3) once",
        "blocker": "nowhere",
    }
    for notation, steps in told.items():
        plain = checker.read_board({"rows": 1, "columns": 1})
        assert (
            checker.describe_piece(notation, plain)
            == f"{notation} steps {steps}, in every direction"
        )
    hexagon = checker.read_board({"hexagon": 1})
    assert checker.describe_piece("Q", hexagon) == "how Q moves on a hexagonal board"


@pytest.mark.parametrize("text", [*BOARDS, *MAPS])
def test_boards_have_the_same_symmetries(text: str) -> None:
    board = Board.parse(text) if text in BOARDS else Board.from_map(text)
    walked = checker.Board({"map": str(board).split("\n"), "wrap": wrap_of(board)})
    number = {square: index for index, square in enumerate(board.squares)}
    wanted = {tuple(number[image] for image in symmetry.images) for symmetry in symmetries(board)}
    assert set(map(tuple, walked.symmetries([]))) == wanted


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "has an empty map, or an empty line in it"),
        (["..", ""], "has an empty map, or an empty line in it"),
        (["..", "."], "has lines of several lengths"),
        (["..", ".?"], "has cells other than . # x"),
    ],
)
def test_maps_are_refused_for_what_is_wrong(cells: list[str], message: str) -> None:
    with pytest.raises(checker.Rejected, match=message):
        checker.Board({"map": cells})


@pytest.mark.parametrize("size", [(0, 2), (2, 0), (0, 0)])
def test_boards_of_nothing_have_a_symmetry(size: tuple[int, int]) -> None:
    board = checker.Board({"rows": size[0], "columns": size[1], "wrap": "torus"})
    assert next(board.symmetries([])) == []


def test_names_are_short_and_plain() -> None:
    def kinds(*names: str, **more: object) -> None:
        pieces = [{"name": name, "low": 0, "high": 0, **more} for name in names]
        board = {"rows": 1, "columns": 1}
        placement = {"board": board, "pieces": pieces, "rules": [], "presets": []}
        checker.read_model(json.dumps({"nqsat": 1, "placement": placement}))

    kinds("A" * 80, "own'", "white:Q", piece="Q")
    kinds("white:Q", "(1,2)", "a_1:(1,2)")
    kinds(*(f"a{i}:Q" for i in range(26)))
    for names in (
        *(["A" * 81], ["\u00e9"], ["A B"], ["A\n"], ["A\x1b"], ["1"], [""], ["A["], ["A{"]),
        *(["Q", "Q"], ["Q@a1"], ["white:Q@a1"], ["Q~"], ["-"], ["a:b:Q"], ["white:white:Q"]),
        *(["WHITE:Q"], ["Q:"], [":Q"], ["a" * 22 + ":Q"]),
    ):
        with pytest.raises(checker.Rejected, match="is not a kind"):
            kinds(*names, piece="Q")
    for name in ("own", "white:own", "white:"):
        with pytest.raises(checker.Rejected, match="is not known"):
            kinds(name)
    for symbol in ("", "xx", "1", "\u00e9", 1, None):
        with pytest.raises(checker.Rejected, match="is not a letter"):
            kinds("Q", symbol=symbol)
    raised(checker.Rejected, lambda: kinds(*(f"a{i}:Q" for i in range(27))), "one too many")


def test_there_may_be_more_variables_than_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_NAMES", 8)
    facts_of(Placement("2x2", {"K": "any", "N": "any"}))
    with pytest.raises(checker.TooLarge, match="has more than 8 variables"):
        facts_of(Placement("2x2", {"K": "any", "N": "any", "W": "any"}))


@pytest.mark.parametrize("model", MORE, ids=repr)
def test_the_facts_are_the_meaning(model: Model) -> None:
    """None of the facts is broken by just those sets of variables that are solutions."""
    facts, reader = facts_of(model), lower(model).reader
    found = solutions_of(model)
    count = len(facts.names)
    assert facts.names == [reader.name(x) for x in range(1, count + 1)]
    sizes = [0, 1, facts.places] if isinstance(model, Tour) else range(count + 1)
    every = chain.from_iterable(combinations(range(1, count + 1), size) for size in sizes)
    assert {true for true in every if not facts.violation(true)} == {*found}
    # What forbids a solution forbids no other.
    for one in found[:200]:
        clause = checker.blocking_clause(one, facts)
        kept = [other for other in found if any((x > 0) == (abs(x) in other) for x in clause)]
        assert kept == [other for other in found if other != one]
    # And the symmetries are those of the model.
    wanted = {tuple(reader.permutation(symmetry)) for symmetry in model.symmetries()}
    assert set(facts.maps) == wanted


def test_a_state_of_tours_has_a_byte_a_place() -> None:
    # With the place between the ends of an open one there are 255, and one byte says that a place is done.
    most, more = facts_of(Tour("2x127", "W", closed=False)), facts_of(Tour("15x17", "W"))
    assert isinstance(most, checker.Tour)
    assert isinstance(more, checker.Tour)
    near, state = most.paths([*range(254)])
    assert len(near) == len(state) == 255
    with pytest.raises(checker.TooLarge, match="too many squares for a recount of tours"):
        more.paths([*range(255)])


def test_one_is_meant_where_no_number_stands() -> None:
    for rule in (Permutation(), Regions(("AAB",))):
        text = dumps(Placement("1x3", {"W": "any"}, [rule]))
        data = json.loads(text)
        assert data["placement"]["rules"][0].pop("number") == 1
        assert checker.read_model(json.dumps(data)).counts == checker.read_model(text).counts


@pytest.mark.parametrize("line", ["A B", "A#B", "AA\u00e9", "AA\n"])
def test_marks_of_regions(line: str) -> None:
    text = dumps(Placement("1x3", {"W": "any"}, [Regions(("AAB",))]))
    with pytest.raises(checker.Rejected, match=r"not a letter, digit or \."):
        checker.read_model(text.replace("AAB", json.dumps(line)[1:-1]))


# -- the formula -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("model", "many"), combined(MORE, [0, 3, 100]))
def test_the_formula_has_the_solutions_and_no_others(
    model: Model, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a tour with all of its cuts; with few auxiliaries and with many."""
    monkeypatch.setattr(checker, "MANY", many)
    facts = facts_of(model)
    made, squares = checker.Formula(facts), facts.board.names
    some = (part for n in range(1, facts.places) for part in combinations(squares[1:], n))
    clauses = [*made.clauses, *(checker.cut_clause(part, facts, "") for part in some)]
    names = tuple(range(1, len(facts.names) + 1))
    assert projected(map(tuple, clauses), names) == set(map(frozenset, solutions_of(model)))
    assert made.size == sum(map(len, made.clauses))
    assert max((abs(x) for clause in clauses for x in clause), default=0) <= made.top


def test_clauses_have_the_numbers_of_format_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs name them: with other clauses, or in another order, it would be another format."""
    monkeypatch.setattr(checker, "MANY", 3)
    every = [
        [sorted(clause) for clause in checker.Formula(facts_of(model)).clauses] for model in MORE
    ]
    assert sha256(repr(every).encode()).hexdigest()[:8] == "acb5eb22"


@settings(max_examples=80)
@given(st.data())
def test_a_sum_is_reached_where_its_clauses_hold(data: st.DataObject) -> None:
    """Any weights, any limits; ways that are taken together from the first on, or late."""
    names = range(1, data.draw(st.integers(0, 7)) + 1)
    weights = {x: data.draw(st.integers(-4, 4)) for x in names}
    low, high = data.draw(st.integers(-6, 8)), data.draw(st.integers(-6, 8))
    wanted = {
        frozenset(true)
        for size in range(len(names) + 1)
        for true in combinations(names, size)
        if low <= sum(weights[x] for x in true) <= high
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "MANY", data.draw(st.sampled_from((0, 2, 5, 100))))
        facts = facts_of(Placement("1x1", {}))
        facts.names = [*map(str, names)]
        made = checker.Formula(facts, [(tuple(weights.items()), low, high)])
    assert projected(map(tuple, made.clauses), tuple(names)) == wanted


# -- what is no model for nqsat is none for the checker --------------------------------------------


OWN = [Kind("own", Piece.parse("Q"), Number()), Kind("white:own", Piece.parse("N"), Number(1, 1))]
BEST = Objective("maximise", Unattacked(("own",), blocking=True))
ENDS: dict[str, Any] = {"start": "a1", "end": "b2", "through": ["a1-b1"], "avoiding": ["b1-c2"]}
FIELDS = [
    Placement("2x3", OWN, [Amount(Pieces(), 2), Degrees("1..", blocking=True)], ["own@a1"], BEST),
    Placement("2x3", {"white:Q": "1", "black:Q": "any"}, [Armies(equal=True), NonAttacking()]),
    Tour("2x3", "K", closed=False, **ENDS),
    Tour("2x3", "K", through=["a1-b1"]),
]
ODD = (
    "false", "true", 1, "Q@a1", "Q~", "a:b:Q", "white:", "a1-b1-a1", "a1-a1", "b1-a1", ["a1-a1-a1"],
)  # fmt: skip


@pytest.mark.parametrize("model", FIELDS, ids=repr)
def test_what_nqsat_refuses_in_any_field_the_checker_refuses(model: Model) -> None:
    text = dumps(model)
    for place, value in product(places(json.loads(text)), (*TWISTS[:: 1 if DEEP else 3], *ODD)):
        data = json.loads(text)
        *way, last = place
        reduce(getitem, way, data)[last] = value
        try:
            checker.read_model(json.dumps(data))
        except checker.Rejected:
            continue
        try:
            loads(json.dumps(data))
        except InvalidModel as no:
            if not str(no).endswith(
                "is also required; leave one of them out"
            ):  # the checker counts those: there are none
                raise


def places(data: Any) -> list[tuple[Any, ...]]:
    """The way to each value in JSON data, and to a field that each of its objects has not."""
    if not isinstance(data, dict | list):
        return []
    items = [*(data.items() if isinstance(data, dict) else enumerate(data))]
    inner = [(key, *way) for key, value in items for way in places(value)]
    more = [(name,) for name in ("blocking", "equal", "piece", "squares", "kinds", "wrap")]
    return [*((key,) for key, _ in items), *inner, *(more if isinstance(data, dict) else [])]
