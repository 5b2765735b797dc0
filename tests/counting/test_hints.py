"""Steps of reasoning, against all solutions: what is said holds in every one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import networkx as nx
import pytest
from support.random_models import random_model

import nqsat
from nqsat import Board, Factor, Placement, Tour
from nqsat.compiling import lower_edges
from nqsat.counting import formula_of_steps, hint, reasoning, steps_to
from nqsat.counting.deduction.loops import NodeGraph, blocks
from nqsat.errors import InvalidModel, NqsatError
from nqsat.modelling import Model, OneComponent
from nqsat.modelling.moves_model import moves_of
from nqsat.models import grid
from nqsat.rules import Regions
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


def placements() -> Iterator[Placement]:
    """Random placements; some squares are said to be empty, as in a solution if there is one, or not."""
    chance = Random(1)
    for index in range(300):
        model = random_model(21, index)
        if not isinstance(model, Placement) or model.objective is not None:
            continue
        taken = {preset.square for preset in model.presets}
        if index % 3 and (solution := nqsat.solve(model).solution):
            taken |= {piece.square for piece in solution.pieces}
        free = [x for x in model.board.squares if x not in taken and chance.random() < 0.6]
        yield model.refined(presets=[f"-@{model.board.name(x)}" for x in free])


def models(name: str) -> Iterator[Model]:
    if name == "placements":
        yield from placements()
        return
    for seed in range(60):
        model = drawn(name, seed)
        if isinstance(model, Tour | Factor):
            yield model


def solutions_as_texts(model: Model) -> list[frozenset[str]]:
    """The pieces of each solution, or its moves without their direction, as hints name them."""
    every = nqsat.solutions(model, limit=3000)
    if isinstance(model, Placement):
        return [frozenset(x.text_on(model.board) for x in one.pieces) for one in every]
    formula = formula_of_steps(model)
    return [frozenset(map(formula.name, formula.reader.variables(one) or ())) for one in every]


@pytest.mark.parametrize("name", ["placements", *GENRES])
def test_every_solution_has_what_steps_tell(name: str) -> None:
    told = refuted = 0
    for model in models(name):
        every = solutions_as_texts(model)
        try:
            steps = [*reasoning(model)]
        except InvalidModel:  # nothing is given
            continue
        for step in steps:
            if not step.known:
                refuted += "tried" not in step.text
                assert "tried" in step.text or not every, (model, step)
            for text in step.known:
                atom = text.removeprefix("~")
                assert {atom in one for one in every} <= {atom == text}, (model, step)
                told += bool(every)
    assert told > 30
    assert refuted > 2 or name == "simple-loop"


#: What is made: a puzzle of a genre and a size, or of a model.
MADE: dict[str, tuple[Any, ...]] = {
    "queens": ("queens", 6),
    "numbers": (Tour("3x3", "K", closed=False),),
    **{name: (name, "6x6" if name == "yajilin" else "4x5") for name in GENRES},
}


@pytest.mark.parametrize("name", MADE)
def test_hints_lead_to_the_solution_of_a_made_puzzle(name: str) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    made = nqsat.puzzle(*MADE[name], seed=1)
    filled: list[str] = []
    for step in steps_to(made.solution, made.model):
        assert hint(made, filled) == step
        assert not {*step.known} & {*filled}
        filled += step.known
    assert hint(made, filled).text == "Solved!"
    (known,) = solutions_as_texts(made.model)
    assert {x for x in filled if "~" not in x} <= known
    formula = formula_of_steps(made.model)
    wrong = min({*map(formula.name, formula.projection)} - known)
    one, _, number = wrong.removeprefix("Q@").partition("=")
    called = f"{number} on {one}" if number else one
    assert hint(made, [wrong]).text == f"{called} is wrong: remove it first."
    with pytest.raises(InvalidModel, match=r"^filled: "):
        hint(made, ["Q@z9"])


def test_chains_of_numbers_lead_as_far_as_the_difficulty_says() -> None:
    model = Tour("5x5", "N", closed=False, numbers={"a5": 1, "d5": 10, "b4": 5})
    grading = pytest.importorskip("nqsat.extensions.puzzles.grading")
    assert grading.difficulty(model).word == "hard"
    assert all(step.known for step in reasoning(model))


SHOWN = Board.from_map("..x\n...\nx..")
TRIED = "No single requirement decides the next step: it has to be tried."

#: Models, and what is among the steps, or all of them.
SAID: list[tuple[Model, list[str]]] = [
    (Placement("8x8", {"Q": 8}, presets=["Q@a1", "Q@b2"]), ["a1 and b2 exclude each other."]),
    (Placement("8x8", {"Q": 8}, presets=["Q@a1", "Q@b3", "Q@c5"]), ["Nothing is left in rank 6."]),
    (Placement("8x8", {"Q": 8}, presets=["Q@a1"]), [TRIED]),
    (Placement(SHOWN, {"R": 3}, presets=["-@a3", "-@b2", "-@c2"]),
     ["Only a2 is left in file a.", "Only c1 is left in file c.", "Only b3 is left in file b."]),
    (Placement("2x3", {"W": 2}, [Regions(("AAB", "ABB"))], presets=["-@a2", "-@b2"]),
     ["Only a1 is left in the region of a2.", TRIED]),
    (find_family("slitherlink")(clues="3.3/.../3.3").refined(through=["a1-a2", "a2-b2"]),
     ["a2-a1 can only continue over a1-b1."]),
    (find_family("numberlink")(clues="AB/../AB"), ["Not a3-b3: two different ends would be joined."]),
    (find_family("zip-path")(numbers="...../.4.../..52./...../1..3."),
     ["Not c3-d3: the numbers would not follow one another."]),
]  # fmt: skip


@pytest.mark.parametrize(("model", "said"), SAID)
def test_what_is_said(model: Model, said: list[str]) -> None:
    texts = [step.text for step in reasoning(model)]
    if isinstance(model, Placement):
        assert texts[-len(said) :] == said
    else:
        assert {*said} <= {*texts}


def test_two_ways_are_in_one_block_if_they_are_on_one_cycle() -> None:
    for seed in range(100):
        chance = Random(seed)
        nodes = chance.randint(2, 7)
        every = [(a, b) for a in range(nodes) for b in range(a)]
        ways = chance.sample(every, chance.randint(1, min(len(every), 10)))
        number = dict(zip(ways, blocks(ways), strict=True))
        cycles = [
            {frozenset(way) for way in pairwise([*cycle, cycle[0]])}
            for cycle in nx.simple_cycles(nx.Graph(ways))
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


# -- groups that are connected, against all that are possible --------------------------------------


def case(rng: Random) -> tuple[OneComponent, list[int]]:
    """A small graph, whose nodes are literals of both signs, and some values of their variables."""
    nodes = rng.randint(1, 8)
    edges = [(a, b) for a in range(nodes) for b in range(a) if rng.random() < 0.35]
    literals = tuple(rng.choice((1, -1)) * x for x in range(1, nodes + 1))
    return OneComponent(literals, tuple(edges), False), [0, *rng.choices((1, 0, 0, -1), k=nodes)]


def forced(one: OneComponent, value: list[int]) -> set[int] | None:
    """The literals that hold in all connected groups; None if there is no group."""
    found: set[int] | None = None
    for signs in product((1, -1), repeat=len(one.literals)):
        true = {sign * x for x, sign in enumerate(signs, start=1)}
        if any(value[x] and value[x] * x not in true for x in range(1, len(value))):
            continue
        graph = nx.Graph(one.edges)
        graph.add_nodes_from(range(len(one.literals)))
        there = graph.subgraph([k for k, x in enumerate(one.literals) if x in true])
        if not there or nx.is_connected(there):
            found = true if found is None else found & true
    return None if found is None else {x for x in found if not value[abs(x)]}


def test_findings_are_all_that_follows_once_one_node_is_there() -> None:
    rng, broken, some = Random(3), 0, 0
    for _ in range(400):
        one, value = case(rng)
        findings = [*NodeGraph(one).look(value)]
        wanted = forced(one, value)
        if not any(value[abs(x)] * x > 0 for x in one.literals):
            assert not findings
        elif wanted is None:
            broken += 1
            assert [finding.links for finding in findings] == [()]
        else:
            some += bool(wanted)
            assert {x for finding in findings for x in finding.links} == wanted
    assert broken > 20
    assert some > 20


def test_findings_change_with_the_values() -> None:
    graph = NodeGraph(OneComponent((1, 2, 3), ((0, 1), (1, 2)), False))
    for value, wanted in (([0, 1, 0, 1], (2,)), ([0, 1, -1, 0], (-3,)), ([0, 1, 0, 1], (2,))):
        assert [finding.links for finding in graph.look(value)] == [wanted]


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (
            grid.hitori("235251/416635/241663/325353/356412/164114"),
            "with it, something would be cut off",
        ),
        (grid.heyawake("aabbcc/ddbbee/fffgee/fffghh/iijjkk/iijjkk", "b=2,f=3"), "cut off"),
        (grid.nurikabe("1....1/.1..4./....../.....2/.2..../...1.."), "Only sea is left on"),
    ],
)
def test_hints_of_shaded_cells_are_reasons(model: nqsat.Placement, said: str) -> None:
    """Cells that are cut off are seen, and what is left out is assumed as well: nothing is tried."""
    solution = nqsat.solve(model).solution
    assert solution is not None
    texts = [hint.text for hint in steps_to(solution, model)]
    assert not [text for text in texts if "has to be tried" in text]
    assert any(said in text for text in texts)
