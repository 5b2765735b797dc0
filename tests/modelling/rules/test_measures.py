"""Measures and the rule ``amount``: meaning, encoding and text against brute force."""

from __future__ import annotations

import pytest
from oracle import arrangement_of, brute_force, candidates
from oracle_cnf import projected_models, raw_count

from nqsat import InvalidModel, Placement, solutions
from nqsat.chess import Board, Square
from nqsat.compiling import lower, to_cnf
from nqsat.modelling import dumps, loads
from nqsat.rules import Amount, Measure, Men, Number, Objective, Unattacked, find_measure

HOLED = Board.from_map("..#\n.x.\n...")


def unattacked(
    model: Placement, content: dict[tuple[int, int], str], by: set[str], stop: bool
) -> int:
    """Squares that nobody stands on or sees, by walking queens' and knights' moves step by step."""
    queen = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    knight = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    steps = {"Q": (queen, 9), "N": (knight, 1)}
    seen = set(content)
    for (row, column), kind in content.items():
        if kind not in by:
            continue
        ways, reach = steps[kind]
        for down, right in ways:
            for k in range(1, reach + 1):
                cell = (row + k * down, column + k * right)
                square = Square(*cell)
                inside = 0 <= cell[0] < model.board.rows and 0 <= cell[1] < model.board.columns
                if not inside or model.board.character(square) == "#":
                    break
                seen.add(cell)
                if stop and cell in content:
                    break
    return len(set(map(tuple, model.board.squares)) - seen)


@pytest.mark.parametrize("stop", [False, True])
@pytest.mark.parametrize("by", [None, ("Q",), ("N",)])
@pytest.mark.parametrize("board", [HOLED, Board(2, 4)])
def test_unattacked_is_what_a_walk_over_the_board_says(
    board: Board, by: tuple[str, ...] | None, stop: bool
) -> None:
    model = Placement(board, {"Q": "..2", "N": "..2"}, [])
    measure = Unattacked(by, stop)
    for content in candidates(model):
        expected = unattacked(model, content, set(by or ("Q", "N")), stop)
        assert measure.value(arrangement_of(model, content)) == expected


MEASURES: list[Measure] = [
    Men(),
    Men(("N",)),
    Men(("Q", "N")),
    Unattacked(),
    Unattacked(("Q",)),
    Unattacked(("Q",), blocking=True),
    Unattacked(blocking=True),
]


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
@pytest.mark.parametrize("number", [0, 2, "1..3", "3..", "..1", 99], ids=str)
@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_an_amount_keeps_the_arrangements_that_have_it(
    measure: Measure, number: int | str, engine: str
) -> None:
    model = Placement(
        Board.from_map("..#\n...\n.x."), {"Q": "any", "N": "any"}, [Amount(measure, number)]
    )
    expected = {
        arrangement
        for arrangement in brute_force(Placement(model.board, model.kinds, []))
        if measure.value(arrangement) in Number.parse(number)
    }
    assert set(solutions(model, engine=engine)) == expected


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_what_a_measure_adds_is_determined(measure: Measure) -> None:
    """The CNF has one model for each arrangement: no auxiliary is left free."""
    model = Placement("2x3", {"Q": "any", "N": "any"}, [Amount(measure, "any")])
    cnf = to_cnf(lower(model))
    assert raw_count(cnf) == len(projected_models(cnf)) == 3**6


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
@pytest.mark.parametrize("number", [0, "2..", "1..3"])
def test_json_carries_amounts_and_objectives(measure: Measure, number: int | str) -> None:
    model = Placement(
        "3x3",
        {"Q": "any", "N": "2"},
        [Amount(measure, number)],
        objective=Objective("minimise", measure),
    )
    assert loads(dumps(model)) == model


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("men", Men()),
        ("men=white:Q", Men(("white:Q",))),
        ("men=Q,N", Men(("Q", "N"))),
        ("unattacked", Unattacked()),
        ("unattacked=Q,blocking", Unattacked(("Q",), blocking=True)),
        ("unattacked=blocking", Unattacked(blocking=True)),
    ],
)
def test_words_of_the_command_line(text: str, measure: Measure) -> None:
    assert Objective.parse("maximise", text) == Objective("maximise", measure)


def test_amount_on_the_command_line() -> None:
    assert Amount.parse("men,number=3..5") == Amount(Men(), "3..5")
    assert Amount.parse("unattacked,Q,blocking,number=2") == Amount(
        Unattacked(("Q",), blocking=True), 2
    )


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Objective.parse("maximise", "beauty"), "measure: 'beauty' is unknown"),
        (lambda: Objective("best", Men()), "objective: 'best'"),  # type: ignore[arg-type]
        (lambda: Objective("minimise", "men"), "write Men()"),  # type: ignore[arg-type]
        (lambda: Placement("3x3", {"Q": 1}, objective="men"), "objective: 'men'"),  # type: ignore[arg-type]
        (
            lambda: Placement("3x3", {"Q": 1}, objective=Objective("minimise", Men(("N",)))),
            "objective.kinds: the model has no 'N'",
        ),
        (lambda: Placement("3x3", {"Q": 1}, [Amount(Men(("N",)), 1)]), "rules[0].kinds"),
        (lambda: Amount("men", 3), "measure"),  # type: ignore[arg-type]
        (lambda: Amount(Men(), "x"), "number"),
        (lambda: Amount.parse("men"), "expected MEASURE,number=N"),
        (lambda: Amount.from_json({"measure": "men"}), "number"),
        (lambda: Amount.from_json({"number": 3}), "measure"),
        (lambda: find_measure("x"), "choose from men, unattacked"),
    ],
)
def test_nonsense_is_refused_in_one_line(make: object, said: str) -> None:
    assert callable(make)
    with pytest.raises(InvalidModel) as caught:
        make()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
