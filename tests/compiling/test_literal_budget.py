"""The size of a formula: the estimate is a bound, on boards that wrap too, and what is built is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from support.day_subset import combined
from support.error_asserts import Own
from support.timeouts import steps

import nqsat
from nqsat import Placement, Rule, Tour, UnsupportedByEngine
from nqsat.chess import attacks, most_attacks
from nqsat.compiling import atoms, formula, lower
from nqsat.modelling import Constraint, Setting
from nqsat.rules import Clause, Degrees, Domination, Maximal, NonAttacking, Variables

BOARDS = ("5x7", "cylinder:5x6", "torus:5x6", "torus:6x7", "torus:4x6", "torus:1x9")
PIECES = ("Q", "B", "N", "NN", "W3", "K", "fhN", "(1,2)0", "R2")
RULES: tuple[Rule, ...] = (
    NonAttacking(), NonAttacking(blocking=True), NonAttacking(frozenset({("B", "Q")})),
    Domination(), Domination("independent", minimal=True), Maximal(), Degrees("..1"),
)  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
def test_attacks_are_no_more_than_foretold(board: str) -> None:
    # A diagonal of a torus is as long as lcm(rows, columns): 14 times the bound had been 0.9 M of 13 M.
    for piece in PIECES:
        placed, where = nqsat.Piece.parse(piece), nqsat.Board.parse(board)
        assert sum(map(len, attacks(placed, where).values())) <= most_attacks(placed, where)
        tour = Tour(board, piece, closed=False)
        assert sum(map(len, (c.literals for c in lower(tour).constraints))) <= 2 * tour.size


@pytest.mark.parametrize(("rule", "board"), combined(RULES, BOARDS))
def test_formulas_are_no_larger_than_foretold(rule: Rule, board: str) -> None:
    for kinds in ({"Q": "any", "B": "any"}, {"B": "any", "Q": "any", "N": "..2"}):
        model = Placement(board, kinds, [rule])
        literals = sum(len(c.literals) for c in nqsat.compiling.lower(model).constraints)
        assert literals <= 2 * model.size  # counters and gates have a few more for each attack


TOO_LARGE: dict[str, Callable[[], Any]] = {
    "many squares": lambda: Placement("3000x3000", {"Q": 1}),
    "dominating bishops": lambda: Placement("torus:60x61", {"B": "any"}, [Domination()]),
    "maximal": lambda: Placement("torus:60x61", {"B": "any"}, [Maximal()]),
    "rides of many steps": lambda: Placement("torus:60x61", {"F999": 2}),
    "tours": lambda: Tour("torus:60x61", "B"),
    "two kinds along rays": lambda: Placement("330x330", {"Q": 2, "N": 2}),
}


@pytest.mark.parametrize("model", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_before_a_table_is_made(
    model: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Any:
        raise AssertionError("a ride was followed")

    made, engines = model(), ("auto", "sat", "cpsat", "frontier", "mates")
    for engine in engines:
        with suppress(UnsupportedByEngine):  # what is imported now is not counted below
            nqsat.count(Placement("1x1", {"K": 1}), engine=engine)
    monkeypatch.setattr(nqsat.Board, "step", fail)
    for engine in engines:
        with pytest.raises(UnsupportedByEngine), steps(100_000):
            nqsat.count(made, engine=engine)


@dataclass(frozen=True)
class Endless(Own):
    """A rule of a user's own, whose size nobody can foretell."""

    name: ClassVar[str] = "endless"
    literals: int

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        while True:
            yield Clause(tuple(range(1, self.literals + 1)))


@pytest.mark.parametrize("literals", [0, 9])
def test_what_is_built_is_counted(literals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (formula, atoms):
        monkeypatch.setattr(module, "MAX_SIZE", 10_000)
    model = Placement("3x3", {"Q": 1}, [Endless(literals)])
    with pytest.raises(
        UnsupportedByEngine, match="formula of 3x3: needs more than 10,000 literals"
    ):
        nqsat.count(model)
