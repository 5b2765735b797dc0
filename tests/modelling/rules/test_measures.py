"""Measures and the rule ``amount``: meaning, encoding and text against brute force."""

from __future__ import annotations

import pytest
from support.day_subset import combined
from support.oracle.brute_force import arrangement_of, candidates
from support.oracle.cnf import projected_models, raw_count
from support.oracle.meanings import means

from nqsat import Placement
from nqsat.chess import Board
from nqsat.compiling import lower, to_cnf
from nqsat.modelling import dumps, loads
from nqsat.rules import Amount, Measure, Men, Objective, Unattacked

HOLED = Board.from_map("..#\n.x.\n...")


@pytest.mark.parametrize(
    ("board", "by", "stop"), combined([HOLED, Board(2, 3)], [None, ("Q",), ("N",)], [False, True])
)
def test_unattacked_is_what_a_walk_over_the_board_says(
    board: Board, by: tuple[str, ...] | None, stop: bool
) -> None:
    model = Placement(board, {"Q": "..2", "N": "..2"}, [])
    measure = Unattacked(by, stop)
    for content in candidates(model):
        value = measure.value(arrangement_of(model, content))
        assert means(Amount(measure, value), model, content)


MEASURES: list[Measure] = [
    Men(), Men(("N",)), Men(("Q", "N")), Unattacked(), Unattacked(("Q",)),
    Unattacked(("Q",), blocking=True), Unattacked(blocking=True),
]  # fmt: skip


NUMBERS: list[int | str] = [0, 2, "1..3", "3..", "..1", 99]


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_what_a_measure_adds_is_determined(measure: Measure) -> None:
    """The CNF has one model for each arrangement: no auxiliary is left free."""
    model = Placement("2x3", {"Q": "any", "N": "any"}, [Amount(measure, "any")])
    cnf = to_cnf(lower(model))
    assert raw_count(cnf) == len(projected_models(cnf)) == 3**6


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_json_carries_amounts_and_objectives(measure: Measure) -> None:
    for number in (0, "2..", "1..3"):
        rule, wanted = Amount(measure, number), Objective("minimise", measure)
        model = Placement("3x3", {"Q": "any", "N": "2"}, [rule], objective=wanted)
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
