"""The model with ranks and files exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from nqsat import Arrangement, Board, Kind, Piece, Placement, Rule, Square, Tour, rules, solutions
from nqsat.chess import attacks
from nqsat.evidence.invariants import transposed
from nqsat.modelling import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nqsat.modelling import Constraint, Variables


class Own(Rule):
    name = "own"

    def holds(self, arrangement: Arrangement) -> bool:
        return True

    def lower(self, setting: Setting, variables: Variables) -> Iterable[Constraint]:
        return ()


def kept(name: str, *squares: tuple[int, int]) -> Kind:
    return Kind(name, Piece.parse(name), rules.Number(), frozenset(Square(*s) for s in squares))


MODELS = {
    "nothing": Placement("0x0", {"Q": "any"}),
    "no files": Placement("3x0", {"Q": "any"}),
    "rectangle": Placement("2x5", {"Q": 2}),
    "one way": Placement("3x4", {"fR": "any"}),
    "one way leaper": Placement("4x3", {"fN": 2}),
    "one hand": Placement("4x3", {"hrN": 2}),
    "two ways": Placement("3x3", {"fW": 1, "rW": 2}),
    "presets": Placement("3x4", {"R": "any"}, presets=["R@a3", "-@d1"]),
    "holes": Placement(Board.from_map("..x.\n.#.."), {"B": "any"}),
    "torus": Placement("torus:2x4", {"N": "any"}),
    "restricted": Placement("2x3", [kept("W", (0, 0), (0, 2), (1, 1))]),
    "restricted and one way": Placement("3x2", [kept("fR", (0, 0), (2, 0), (1, 1))], presets=["-@a1"]),
    "some pairs only": Placement("2x3", {"R": 1, "B": 2}, [rules.NonAttacking(frozenset([("B", "R")]))]),
    "no rules": Placement("2x3", {"Q": 2}, []),
    "among": Placement("2x3", {"R": "any"}, [rules.exactly(1, "R@a1", "~R@c2")]),
    "amount": Placement("2x3", {"fR": "any"}, [rules.Amount(rules.Unattacked(), "1..2")]),
    "degrees": Placement("2x3", {"fR": "any"}, [rules.Degrees("1..", "attacked")]),
    "armies": Placement("2x3", {"white:fR": 1, "black:W": 1}, [rules.Armies(equal=True)]),
    "domination": Placement("2x3", {"fR": "any"}, [rules.Domination("total")]),
    "maximal": Placement("2x3", {"rW": "any"}, [rules.NonAttacking(), rules.Maximal()]),
    "regions": Placement("2x3", {"W": "any"}, [rules.Regions(("AAB", ".BB"))]),
    "permutation": Placement("2x3", {"W": "any"}, [rules.Permutation("..1")]),
    "no three in line": Placement("3x4", {"W": 3}, [rules.NoThreeInLine()]),
    "differences": Placement("3x4", {"W": 3}, [rules.DistinctDifferences()]),
    "invariant": Placement("3x2", {"W": "any"}, [rules.Invariant("flip-rows")]),
    "quarter turns": Placement("torus:3x3", {"W": 3}, [rules.Invariant("rot90+shift(0,2)")]),
    "shifts": Placement("torus:3x4", {"W": "any"}, [rules.Invariant(("shift(0,2)", "flip-columns"))]),
    "stabiliser": Placement("3x3", {"W": 3}, [rules.Stabiliser(("flip-columns",))]),
}  # fmt: skip


def turn(square: Square) -> Square:
    return Square(square.column, square.row)


def transposed_of(model: Any) -> tuple[Placement, Any]:
    result = transposed(model)
    assert result is not None
    there, back = result
    assert isinstance(there, Placement)
    return there, back


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS.keys())
def test_everything_is_turned(model: Placement) -> None:
    # Twice is the model itself: equality covers the board, moves, squares, presets and numbers.
    there, back = transposed_of(model)
    assert transposed_of(there)[0] == model
    # Attack for attack: a piece that is left unturned goes unnoticed on symmetric pieces only.
    assert (there.board.rows, there.board.columns) == (model.board.columns, model.board.rows)
    assert set(there.board.squares) == set(map(turn, model.board.squares))
    assert there.board.walls == set(map(turn, model.board.walls))
    assert {(turn(p.square), p.kind) for p in there.presets} == {
        (p.square, p.kind) for p in model.presets
    }
    for ours, theirs in zip(model.kinds, there.kinds, strict=True):
        assert (ours.name, ours.number) == (theirs.name, theirs.number)
        here = attacks(ours.piece, model.board)
        turned = attacks(theirs.piece, there.board)
        for square, targets in here.items():
            assert turned[turn(square)] == set(map(turn, targets))

    # Through the way back solutions are the model's own, men on the right squares and all.
    listed = list(solutions(there, engine="backtrack"))
    returned = {back(solution) for solution in listed}
    assert returned == set(solutions(model, engine="backtrack"))
    for solution in listed:
        image = back(solution)
        assert isinstance(image, Arrangement)
        assert {turn(man.square) for man in solution.men} == {man.square for man in image.men}


@pytest.mark.parametrize(
    "model",
    [
        Placement("cylinder:3x3", {"Q": 1}),  # wraps one way only
        Placement(Board.solid(2, 2, 2), {"Q": 1}),  # its axes are not those of the drawing
        Placement("3x3", {"Q": 1}, [rules.NonAttacking(), Own()]),  # does not say what it is there
    ],
    ids=["cylinder", "solid", "a rule of one's own"],
)
def test_what_cannot_be_transposed(model: Placement) -> None:
    assert transposed(model) is None


def test_every_rule_is_among_the_models() -> None:
    # A rule that forgets its hook would only make verify compare less.
    assert {type(rule) for model in MODELS.values() for rule in model.rules} == set(rules.RULES)


TOURS = [
    Tour("2x3", "K", closed=False, start="a1", end="c2"),
    Tour("2x3", "K", through=["a1-b2"], avoiding=["a1-b1"]),
    Tour("2x3", "K", start="a1", numbers={"c2": 4}),
    Tour("2x4", "K", fixed_by="flip-rows"),
    Tour("torus:3x4", "W", fixed_by="rot180+shift(0,1)"),
    Tour("torus:3x3", "rfW"),
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_tours_come_back(tour: Tour) -> None:
    turned = transposed(tour)
    assert turned is not None
    there, back = turned
    again = transposed(there)
    assert again is not None
    assert again[0] == tour
    listed: list[Any] = list(solutions(there, engine="backtrack"))
    assert listed
    assert set(map(back, listed)) == set(solutions(tour, engine="backtrack"))
