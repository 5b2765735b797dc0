"""Steps about loops and paths, against all solutions; blocks of graphs, against all their cycles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import networkx
import pytest

import nqsat
from nqsat import Factor, Tour
from nqsat.compiling import lower_edges
from nqsat.counting import formula_of_steps, hint, reasoning, steps_to
from nqsat.counting.deduction.loops import blocks
from nqsat.errors import InvalidModel, NqsatError
from nqsat.modelling import Model
from nqsat.modelling.moves_model import moves_of
from nqsat.sources import find_family

#: Genres with the parameter of their clues, and marks with how often each is drawn.
GENRES = {
    "slitherlink": ("clues", "0123.......", (3, 4)),
    "masyu": ("clues", "WB.......", (4, 5)),
    "yajilin": ("clues", ["0r", "1d", "1l", "1u", "x", *"........................"], (4, 5)),
    "simple-loop": ("clues", "x......", (4, 5)),
    "numberlink": ("clues", "", (4, 4)),
    "zip-path": ("numbers", "", (4, 4)),
}


def drawn(name: str, seed: int) -> Model | None:
    """A random small puzzle of a genre, with any number of solutions; None if it is refused."""
    chance = Random(seed)
    parameter, marks, (rows, columns) = GENRES[name]
    cells = [["."] * columns for _ in range(rows)]
    places = [(r, c) for r in range(rows) for c in range(columns)]
    if marks:
        cells = [[chance.choice(marks) for _ in row] for row in cells]
    else:
        ends = "AABBCC" if name == "numberlink" else "12345"
        some = chance.sample(places, chance.randint(2, len(ends)) // 2 * 2)
        for (r, c), mark in zip(some, ends, strict=False):
            cells[r][c] = mark
    between = "," if name == "yajilin" else ""
    text = "/".join(between.join(row) for row in cells)
    try:
        model: Model = find_family(name)(**{parameter: text})
    except InvalidModel:
        return None
    return model


def solutions_as_moves(model: Model) -> list[frozenset[str]]:
    """The moves of each solution, without their direction."""
    formula = formula_of_steps(model)
    return [
        frozenset(map(formula.name, formula.reader.variables(solution) or ()))
        for solution in nqsat.solutions(model, limit=3000)
    ]


def models(name: str, number: int = 60) -> Iterator[Model]:
    for seed in range(number):
        model = drawn(name, seed)
        if model is not None and isinstance(model, Tour | Factor):
            yield model


@pytest.mark.parametrize("name", GENRES)
def test_every_solution_has_what_steps_tell(name: str) -> None:
    told = refuted = 0
    for model in models(name):
        every = solutions_as_moves(model)
        try:
            steps = [*reasoning(model)]
        except InvalidModel:  # nothing is given
            continue
        for step in steps:
            if not step.known:
                refuted += "tried" not in step.text
                assert "tried" in step.text or not every, (model, step)
            for text in step.known:
                move = text.removeprefix("~")
                assert {move in one for one in every} <= {move == text}, (model, step)
                told += bool(every)
    assert told > 50
    assert refuted > 2 or name == "simple-loop"


@pytest.mark.parametrize("name", GENRES)
def test_hints_lead_to_the_solution_of_a_made_puzzle(name: str) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made = nqsat.puzzle(name, "4x5" if name != "yajilin" else "6x6", seed=1)
    filled: list[str] = []
    for step in steps_to(made.solution, made.model):
        assert hint(made, filled) == step
        assert not {*step.known} & {*filled}
        filled += step.known
    assert hint(made, filled).text == "Solved!"
    (moves,) = solutions_as_moves(made.model)
    assert {x for x in filled if "~" not in x} <= moves
    wrong = min({*formula_of_steps(made.model).names} - moves)
    assert hint(made, [wrong]).text == f"{wrong} is wrong: remove it first."


def test_what_steps_are_called() -> None:
    loop = find_family("slitherlink")(clues="3.3/.../3.3")
    texts = [step.text for step in reasoning(loop.refined(through=["a1-a2", "a2-b2"]))]
    assert texts[0] == "a2-a1 can only continue over a1-b1."
    paths = find_family("numberlink")(clues="AB/../AB")
    assert [step.text for step in reasoning(paths)][:1] == [
        "Not a3-b3: two different ends would be joined."
    ]
    order = find_family("zip-path")(numbers="...../.4.../..52./...../1..3.")
    assert "Not c3-d3: the numbers would not follow one another." in [
        step.text for step in reasoning(order)
    ]


def test_two_ways_are_in_one_block_if_they_are_on_one_cycle() -> None:
    for seed in range(100):
        chance = Random(seed)
        nodes = chance.randint(2, 7)
        every = [(a, b) for a in range(nodes) for b in range(a)]
        ways = chance.sample(every, chance.randint(1, min(len(every), 10)))
        number = dict(zip(ways, blocks(ways), strict=True))
        cycles = [
            {frozenset(way) for way in pairwise([*cycle, cycle[0]])}
            for cycle in networkx.simple_cycles(networkx.Graph(ways))
        ]
        for one, other in combinations(ways, 2):
            joined = any({frozenset(one), frozenset(other)} <= cycle for cycle in cycles)
            assert (number[one] == number[other]) == joined
    assert blocks([(0, 1), (0, 1)]) == [0, 0]


def test_moves_without_direction_are_those_of_the_paths() -> None:
    tour = Tour("4x4", "W", closed=False, start="a1", end="d4", avoiding=["a1-b1"])
    with pytest.raises(InvalidModel):
        nqsat.solve(tour.changed(end="a1"))
    tour = tour.changed(end="d3", order=["a1", "c3", "d3"])
    formula = lower_edges(tour)
    every = [*nqsat.solutions(tour)]
    assert len(every) > 1
    for path in every:
        true = formula.reader.variables(path)
        assert formula.reader.decode(true or ()) == path
        assert {formula.name(x) for x in true or ()} == {
            move.text_on(tour.board)
            for move in moves_of(tour)
            if {move.here, move.there} in map(set, path.moves)
        }
    with pytest.raises(NqsatError, match="without numbers"):
        lower_edges(Tour("4x4", "W", closed=False, numbers={"a1": 1}))
