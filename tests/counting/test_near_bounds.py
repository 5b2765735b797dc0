"""Numbers next to what the lines of a board allow, fixed by every symmetry and up to symmetry.

A symmetry may make such a number impossible: a half turn that moves every square fixes no odd number.
Then a bound on numbers, divided by the size of the orbits, has no integer between its ends. Everything is
compared with brute force over the squares, which asks the rule for its meaning only.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.extensions import verified_checker

from nqsat import (
    Arrangement,
    InvalidModel,
    Placement,
    Run,
    Square,
    UnsupportedByEngine,
    certify,
    check,
    count,
    sample,
    solutions,
)
from nqsat.chess import symmetries
from nqsat.counting import METHODS
from nqsat.rules import PlacedPiece

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

#: Boards of all geometries, and on each a piece with lines; the first ones by day.
CASES = [
    "R 3x3", "R 1x2x3", "R hex:2", "B torus:2x3", "R cylinder:2x3", "K 2x4",
    "R cylinder:3x4", "R 4x4", "B 4x4", "R 2x2x3", "Q 5x5", "R 3x4", "R torus:4x4", "B cylinder:4x4",
    "R 2x2x2", "Q 4x4", "N 4x4", "K torus:4x4", "B torus:3x3", "R hex:3", "B hex:3", "R 5x5", "R 6x6",
    "B 5x5", "N 3x5", "K 2x2x3", "K 5x5",
]  # fmt: skip
BY_DAY = 6

#: The engines that answer from the formula, and the reference.
ENGINES = ("auto", "sat", "cpsat", "bitboard", "frontier", "backtrack")


@cache
def sets_of_pieces(model: Placement) -> tuple[tuple[Arrangement, ...], ...]:
    """All arrangements that keep the rules, by the number of pieces; each grown from a smaller one."""
    kind = model.kinds[0].name
    last: list[tuple[Square, ...]] = [()]

    def arrangement(squares: tuple[Square, ...]) -> Arrangement:
        return Arrangement.of_sorted(
            model.setting, tuple(PlacedPiece(square, kind) for square in squares)
        )

    found: list[tuple[Arrangement, ...]] = []
    while last:
        found.append(tuple(map(arrangement, last)))
        longer = [(*few, x) for few in last for x in model.board.squares if not few or x > few[-1]]
        last = [squares for squares in longer if model.holds(arrangement(squares))]
    return tuple(found)


def near(case: str) -> list[tuple[Placement, list[Arrangement]]]:
    """The models with the greatest possible number of pieces, one less and one more; and a range."""
    piece, board = case.split()
    every = (*sets_of_pieces(Placement(board, {piece: "any"})), ())
    most = len(every) - 2
    numbers = [*((str(k), every[k]) for k in range(most - 1, most + 2))]
    numbers.append((f"{most - 1}..", (*every[most - 1], *every[most])))
    models = [(Placement(board, {piece: number}), found) for number, found in numbers]
    return [
        (model, [Arrangement.of_sorted(model.setting, one.pieces) for one in found])
        for model, found in models
    ]


def cases(*, solids: bool = True) -> list[ParameterSet]:
    """Return the cases, the first ones by day; the checker knows no solids."""
    return [
        pytest.param(case, marks=[] if number < BY_DAY else [pytest.mark.deep])
        for number, case in enumerate(CASES)
        if solids or case.count("x") < 2
    ]


@pytest.mark.parametrize("case", cases())
def test_fixed_by_every_symmetry(case: str) -> None:
    for model, found in near(case):
        for symmetry in symmetries(model.board):
            alone = {one for one in found if one.image(symmetry) == one}
            for engine in ENGINES:
                with suppress(UnsupportedByEngine):
                    answer = count(model, fixed_by=symmetry.name, by="size", engine=engine)
                    asked = (model, symmetry, engine)
                    assert (answer.value, answer.complete) == (len(alone), True), asked
                    assert +answer.sizes == Counter(map(len, alone)), asked
            listed = [*solutions(model, fixed_by=symmetry.name)]
            assert (len(listed), {*listed}) == (len(alone), alone), (model, symmetry)
            for drawn in sample(model, number=2, seed=1, fixed_by=symmetry.name) if alone else ():
                assert drawn in alone


@pytest.mark.parametrize("case", cases())
def test_up_to_symmetry(case: str) -> None:
    for model, found in near(case):
        group = model.symmetries()
        orbits = {frozenset(one.image(symmetry) for symmetry in group) for one in found}
        for engine in ENGINES:
            for method in METHODS:
                # What does not list has one method.
                with suppress(UnsupportedByEngine, InvalidModel):
                    answer = count(model, modulo="symmetry", run=Run(method=method), engine=engine)
                    asked = (model, method, engine)
                    assert (answer.value, answer.complete) == (len(orbits), True), asked


@pytest.mark.parametrize("case", cases(solids=False))
def test_certificates(case: str, tmp_path: Path) -> None:
    for number, (model, found) in enumerate(near(case)):
        orbits = {frozenset(one.image(g) for g in model.symmetries()) for one in found}
        for proof in ("list", "recount"):
            folder = tmp_path / f"{proof}-{number}"
            certify(model, folder, modulo="symmetry", proof=proof)
            assert check(folder).value == len(orbits), (model, proof)
        assert check(tmp_path / f"recount-{number}", by=verified_checker()).value == len(orbits), (
            model
        )
