"""Positions on a circuit: the clauses allow what the reference finds, once, and decide it."""

from __future__ import annotations

from random import Random

import pytest
from support.oracle.brute_force import DEEP
from support.oracle.cnf import count_models

from nqsat import Board, Path, Tour
from nqsat.compiling import lower, to_cnf
from nqsat.engines import BacktrackEngine, Listing, SatEngine


def drawn(seed: int) -> Tour:
    """A tour with some numbers of a tour of its board, of which one may be wrong."""
    chance = Random(seed)
    board = Board.from_map(
        chance.choice(["...\n...\n...", "....\n....", "...\n.#.\n...", "..\n..\n.."])
    )
    piece, closed = chance.choice("WKK"), chance.random() < 0.3
    start = "a1" if closed else None
    tours = list(Listing(Tour(board, piece, closed=closed, start=start), BacktrackEngine()))
    if not tours:
        return drawn(seed + 1000)
    tour: Path = chance.choice(tours)
    squares = [*enumerate(tour.squares, start=1)]
    if closed and tour.squares[0] != board.parse_square("a1"):
        return drawn(seed + 1000)
    given = dict(chance.sample(squares, chance.randint(1, 4)))
    if seed % 4 == 0:
        number = chance.choice([k for k, _ in squares])
        given = {k: x for k, x in given.items() if k != number}
        others = [x for _, x in squares if x not in given.values()]
        given[number] = chance.choice(others)
    numbers = {board.name(square): number for number, square in given.items()}
    return Tour(board, piece, closed=closed, numbers=numbers, start=start)


@pytest.mark.parametrize("seed", range(200 if DEEP else 40))
def test_the_clauses_have_a_model_for_each_solution(seed: int) -> None:
    model = drawn(seed)
    wanted = {*Listing(model, BacktrackEngine())}
    assert {*Listing(model, SatEngine())} == wanted
    cnf = to_cnf(lower(model), circuit="lazy")
    assert cnf.variables > len(cnf.projection)  # so there are positions
    assert count_models(cnf.clauses, cnf.variables) == len(wanted)
