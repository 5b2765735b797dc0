"""Numbers by piece, move or size: every engine and every kind of model against the reference."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any, cast, get_args

import pytest

from nqsat import (
    Arrangement,
    Factor,
    InvalidModel,
    Placement,
    Rule,
    Run,
    Tour,
    UnsupportedByEngine,
    count,
    solutions,
)
from nqsat.cli.commands import until_interrupted
from nqsat.counting import marginals, numbered
from nqsat.counting.answers import Method, Modulo
from nqsat.counting.orbits import group_of
from nqsat.modelling import Kind, Model
from nqsat.modelling.path import Move
from nqsat.rules import NonAttacking, Objective, Pieces, PlacedPiece

ENGINES = ("auto", "backtrack", "sat", "cpsat", "bitboard", "frontier", "mates")


class Even(Rule):
    name = "even"

    def holds(self, solution: Arrangement) -> bool:
        return len(solution) % 2 == 0


MODELS: list[Model] = [
    Placement("4x4", {"Q": "any"}),
    Placement("3x3", {"K": "any"}, [NonAttacking(), Even()]),
    Placement("3x3", [Kind.parse("white:K", 1), Kind.parse("black:R", "..2")], ["armies"], ["-@a1"]),
    Placement("3x3", {"N": "any"}, ["invariant=rot180"]),
    Tour("3x4", "N", closed=False),
    Tour("3x4", "N", closed=False, unit="undirected"),
    Tour("3x4", "N", closed=False, start="a1"),
    Tour("2x3", "W"),
    Tour("2x3", "W", unit="directed"),
    Tour("3x3", "K", start="a1", unit="directed", numbers={"b2": 4}),
    *(
        Tour("2x3", "W", closed=closed, unit=unit, visit=visit)
        for closed in (True, False)
        for unit in ("directed", "undirected")
        for visit in ("some", "4", "..5")
    ),
    Tour("2x3", "W", closed=False, visit="some", start="a1", end="c1"),
    Tour("2x3", "fsW", closed=False, visit="some"),
    Tour("2x2", "K", closed=False, visit="some", fixed_by="rot180"),
    Factor("2x3", "W", "..1"),
    Factor("2x3", "K", 2),
    Factor("2x3", "W", ends=["a1-c1"], degree="..2"),
]  # fmt: skip


def by_hand(solution: Any) -> set[PlacedPiece] | set[Move]:
    """The pieces of a solution, or its moves in either direction."""
    if isinstance(solution, Arrangement):
        return set(solution.pieces)
    return {Move.of(*move) for move in solution.moves}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.text)
def test_every_engine_has_the_numbers_and_the_keys_of_the_reference(model: Model) -> None:
    found = list(solutions(cast("Any", model), engine="backtrack"))
    wanted = Counter(place for solution in found for place in by_hand(solution))
    by_hand_sizes = Counter(map(len, found))
    asked = 0
    for engine in ENGINES:
        try:
            got = marginals(model, engine=engine)
        except UnsupportedByEngine:
            continue
        asked += 1
        assert dict(got) == dict(wanted), engine
        kind = PlacedPiece if model.is_placement else Move
        assert {*map(type, got)} <= {kind}, engine
        every = numbered(model, engine=engine)
        assert every.total == len(found), engine
        if isinstance(model, Placement):
            with suppress(UnsupportedByEngine):  # where pieces share a variable
                got_sizes = count(model, engine=engine, by="size").sizes
                assert +got_sizes == by_hand_sizes, engine
    assert asked >= (2 if model.filtered else 3)


# -- by size ---------------------------------------------------------------------------------------

BEST = Placement("4x4", {"Q": "any"}, objective=Objective("maximise", Pieces()))


def test_limits_and_interrupts_are_lower_bounds() -> None:
    model = Placement("4x4", {"K": "any"})
    truth = count(model, by="size").sizes
    found = count(model, limit=20, by="size")
    assert (found.value, found.complete) == (20, False)
    assert str(found) == "at least 20 placements (limit)"

    def press(number: int) -> None:
        if number == 5:
            raise KeyboardInterrupt

    for answer in (
        found,
        until_interrupted(
            lambda: count(model, by="size", engine="backtrack", run=Run(watch=press))
        ),
    ):
        assert not answer.complete
        assert answer.value == answer.sizes.total()
        assert answer.sizes <= truth


def test_sizes_are_those_that_occur_and_of_others_there_are_none() -> None:
    found = count(Placement("3x3", {"K": "any"}), by="size")
    assert found.sizes == {0: 1, 1: 9, 2: 16, 3: 8, 4: 1}
    assert (found.sizes[5], found.sizes[-1]) == (0, 0)
    assert found.to_json()["sizes"] == {str(pieces): str(n) for pieces, n in found.sizes.items()}
    none = count(Placement("2x2", {"Q": 5}), by="size")
    assert (none.sizes, none.to_json()["sizes"]) == ({}, {})
    with pytest.raises(InvalidModel, match="by: sizes were not asked for; write count"):
        _ = count(Placement("3x3", {"K": 1})).sizes


@pytest.mark.parametrize("modulo", ["symmetry", "rotations", "translations", "colours"])
@pytest.mark.parametrize("board", ["torus:3x3", "torus:2x4"])
def test_orbits_by_size_are_those_of_a_list(board: str, modulo: Modulo) -> None:
    model = Placement(board, {"white:W": "any", "black:W": "any"}, [NonAttacking()])
    group, left = group_of(model, modulo), {*solutions(model)}
    orbits = Counter[int]()
    while left:
        one = left.pop()
        left -= {one.image(symmetry) for symmetry in group}
        orbits[len(one)] += 1
    for method in get_args(Method):
        found = count(model, by="size", modulo=modulo, run=Run(method=method))
        assert found.sizes == orbits, method


def test_what_has_no_sizes_is_refused() -> None:
    for model in (Tour("6x6", "N"), BEST):
        with pytest.raises(InvalidModel) as error:
            count(model, by="size")
        assert error.value.field == "by"
    with pytest.raises(UnsupportedByEngine, match="by size"):
        count(Placement("3x4", {"K": "any"}), engine="mates", by="size")
