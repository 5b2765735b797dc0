"""Models with a graph of the user's own: every engine against a re-definition that knows pairs only."""

from __future__ import annotations

import json
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.agreement import ENGINES, agree, counted_alike
from support.error_asserts import refused
from support.kernel_twins import rings
from support.oracle.brute_force import (
    DEEP,
    arrangement_of,
    brute_force,
    candidates,
    naive_targets,
    same_solutions,
)

from nqsat import Board, Kind, Piece, Placement, Rule, Square, Tour, count, solutions
from nqsat.chess import Ride
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.evidence.invariants import transpose_model
from nqsat.modelling import dumps, loads
from nqsat.rules import Degrees, Domination, Maximal, Men, NonAttacking, Number, Objective

if TYPE_CHECKING:
    from collections.abc import Mapping

Cell = tuple[int, int]

EXAMPLES = 400 if DEEP else 14
RIDES: list[dict[Cell, int]] = [{}, {}, {}, {(0, 1): 0}, {(1, 1): 1, (-1, -1): 1}]
BOARDS = [
    Board(2, 3),
    Board(1, 5),
    Board(3, 3),
    Board.from_map("..#\n.x.\n..."),
    Board(2, 4, "torus"),
    Board(2, 3, "cylinder"),
    Board.solid(2, 2, 2),
    Board(1, 1),
    Board(0, 0),
]


def petersen() -> Piece:
    """Five squares above in a ring, five below in a star, each joined to the one below it."""
    ring = [((0, i), (0, (i + 1) % 5)) for i in range(5)]
    star = [((1, i), (1, (i + 2) % 5)) for i in range(5)]
    return Piece.of_graph("P", [*ring, *star, *(((0, i), (1, i)) for i in range(5))], two_way=True)


# -- placements ---------------------------------------------------------------------------


@st.composite
def models(draw: st.DrawFn) -> Placement:
    board = draw(st.sampled_from(BOARDS))
    kinds = []
    for name in ["net", "web"][: 1 if len(board.squares) > 6 else draw(st.integers(1, 2))]:
        rides = draw(st.sampled_from(RIDES)) if not board.shape else {}
        low = draw(st.integers(0, 2))
        high = draw(st.none() | st.integers(low, 4))
        piece = Piece(name, frozenset(Ride(*item) for item in rides.items()), draw(graphs(board)))
        kinds.append(Kind(name, piece, Number(low, high)))
    between = None
    if len(kinds) == 2 and draw(st.booleans()):
        pair = st.tuples(*[st.sampled_from(["net", "web"])] * 2)
        between = draw(st.frozensets(pair, max_size=2))
    return Placement(board, kinds, [NonAttacking(between, draw(st.booleans()))])


@st.composite
def graphs(draw: st.DrawFn, board: Board) -> frozenset[tuple[Square, Square]]:
    pairs = list(permutations(board.squares, 2))
    return frozenset(draw(st.sets(st.sampled_from(pairs), max_size=14)) if pairs else ())


def naive_ways(model: Placement) -> dict[tuple[str, Cell, Cell], list[set[Cell]]]:
    """Of each attack by a man of a kind, from square to square: who could stand in between, way by way."""
    ways: dict[tuple[str, Cell, Cell], list[set[Cell]]] = {}
    for kind in model.kinds:
        for here, there in permutations(model.board.squares, 2):
            found: list[set[Cell]] = [set()] if (here, there) in kind.piece.graph else []
            for ride in kind.piece.rides:
                for reach in range(1, (ride.reach or 8) + 1):  # the shortest ride that arrives
                    passed = naive_targets(model.board, here, {(ride.step[0], ride.step[1]): reach})
                    if there in passed:
                        found.append(passed - {there})
                        break
            ways[kind.name, here, there] = found
    return ways


def naive_holds(
    model: Placement,
    ways: Mapping[tuple[str, Cell, Cell], list[set[Cell]]],
    content: Mapping[Cell, str],
) -> bool:
    """Numbers, then every pair of men: is there an attack, and if it can be blocked, is it?"""
    for kind in model.kinds:
        number = list(content.values()).count(kind.name)
        if number < kind.number.low or (kind.number.high is not None and number > kind.number.high):
            return False
    (rule,) = model.rules
    assert isinstance(rule, NonAttacking)
    for (here, mine), (there, theirs) in permutations(content.items(), 2):
        if rule.between is None or {(mine, theirs), (theirs, mine)} & rule.between:
            for between in ways[mine, here, there]:
                if not rule.blocking or not between & content.keys():
                    return False
    return True


@settings(max_examples=EXAMPLES)
@given(models())
def test_placements(model: Placement) -> None:
    ways = naive_ways(model)
    wanted = {
        arrangement_of(model, content)
        for content in candidates(model)
        if naive_holds(model, ways, content)
    }
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    orbits = agree(model, wanted, few=200)
    small = len(wanted) < 60 and len(model.symmetries()) <= 8
    counted_alike(model, len(orbits), all_methods=small)
    turned = transpose_model(model)
    if turned is not None:
        there, back = turned
        assert isinstance(there, Placement)
        same_solutions(map(back, brute_force(there)), wanted, f"{model}: transposed")


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.title)
def test_independent_sets_of_the_petersen_graph(engine: Engine) -> None:
    # By size 1, 10, 30, 30, 5: its independence polynomial; 76 altogether.
    model = Placement("2x5", [Kind.of(petersen(), "any")])
    sizes = [len(one) for one in solutions(model, engine=engine)]
    assert [sizes.count(size) for size in range(5)] == [1, 10, 30, 30, 5]
    assert len(sizes) == 76


def test_names() -> None:
    model = Placement("2x5", [Kind.of(petersen(), "any")], presets=["P@a1", "-@b2"])
    assert [kind.name for kind in model.kinds] == ["P"]
    assert model.kinds[0].symbol == "P"
    assert "P=any" in repr(model)
    one = next(solutions(model))
    assert str(one).startswith("a1")
    assert count(model).value == sum(
        "a1" in one.squares_of("P") and "b2" not in one.squares_of("P")
        for one in solutions(Placement("2x5", [Kind.of(petersen(), "any")]))
    )


def test_a_large_graph_is_seen_before_anything_is_built() -> None:
    board = Board(20, 30)
    few = Placement(board, [Kind.of(Piece.of_graph("net", [((0, 0), (0, 1))]), "any")])
    pairs = [(a, b) for a in board.squares[:4] for b in board.squares if a != b]
    many = Placement(board, [Kind.of(Piece.of_graph("net", pairs), "any")])
    assert many.size - few.size == len(pairs) - 1
    assert Tour(board, Piece.of_graph("net", pairs)).size > len(pairs)


def test_json() -> None:
    arrow = Piece.of_graph("arrow", [((1, 0), (0, 2)), ((0, 0), (1, 1))])
    model = Placement(
        "2x3",
        [Kind("white:arrow", arrow, Number()), Kind.parse("black:W", 1)],
        presets=["black:W@a1"],
    )
    text = dumps(model)
    assert loads(text) == model
    data = json.loads(text)["placement"]
    assert data["pieces"][0]["piece"] == {
        "notation": "arrow",
        "rides": [],
        "graph": [["a2", "b1"], ["a1", "c2"]],
    }
    assert "piece" not in data["pieces"][1]
    assert json.loads(dumps(Tour("2x3", arrow)))["tour"]["piece"] == data["pieces"][0]["piece"]


@pytest.mark.parametrize(
    "graph",
    ["a1b1", [["a1"]], [["a1", "b1", "c1"]], [["a1", 7]], [["a1", "a9"]], [["a1", "d1"]], [["a1", "a1"]],
     [[]], [{"from": "a1"}], {"a1": ["b1"]}, None],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("kind", ["placement", "tour"])
def test_json_refuses(graph: object, kind: str) -> None:
    piece = {"notation": "net", "rides": [], "graph": graph}
    models = {
        "placement": {
            "board": {"rows": 2, "columns": 3},
            "pieces": [{"name": "net", "low": 0, "high": None, "piece": piece}],
            "rules": [],
            "presets": [],
        },
        "tour": {"board": {"rows": 2, "columns": 3}, "piece": piece},
    }
    text = json.dumps({"nqsat": 1, kind: models[kind]})
    assert refused(lambda: loads(text)).field.startswith(f"model.{kind}.piece")


# -- tours --------------------------------------------------------------------------------


def naive_tours(tour: Tour) -> set[tuple[Square, ...]]:
    """Every order of the squares whose steps are pairs of the graph; a ring begins at the first square."""
    squares = tour.board.squares
    graph = tour.piece.graph
    found = set()
    for order in permutations(squares):
        ring = (*order, order[0]) if tour.closed else order
        if tour.closed and order[0] != squares[0]:
            continue
        if tour.direction == "undirected" and order[1 if tour.closed else 0] > order[-1]:
            continue
        if all(step in graph for step in pairwise(ring)):
            found.add(order)
    return found


@st.composite
def tours(draw: st.DrawFn) -> Tour:
    board = draw(st.sampled_from([Board(2, 3), Board(1, 5), Board.from_map("..#\n.x.")]))
    pairs = list(permutations(board.squares, 2))
    left_out = draw(st.sets(st.sampled_from(pairs), max_size=len(pairs) * 2 // 3))
    two_way = draw(st.booleans())
    piece = Piece.of_graph("net", set(pairs) - left_out, two_way=two_way)
    return Tour(board, piece, closed=draw(st.booleans()))


@settings(max_examples=EXAMPLES)
@given(tours(), st.sampled_from(["one-hot", "binary"]))
def test_tours(tour: Tour, circuit: str) -> None:
    wanted = {tour.path(order) for order in naive_tours(tour)}
    assert tour.direction == (
        "undirected"
        if tour.closed and all((b, a) in tour.piece.graph for a, b in tour.piece.graph)
        else "directed"
    )
    engines = [SatEngine(), SatEngine(circuit=circuit), BacktrackEngine()]
    for engine in engines + [CpSatEngine()] * (len(wanted) < 30):
        listed = list(Listing(tour, engine))
        assert set(listed) == wanted, engine.title
        assert len(listed) == len(wanted)
    assert count(tour).value == len(wanted)  # where an argument may show that there is none
    assert loads(dumps(tour)) == tour
    orbits = {frozenset(one.image(g) for g in tour.symmetries()) for one in wanted}
    assert count(tour, modulo="symmetry").value == len(orbits)
    turned = transpose_model(tour)
    assert turned is not None
    there, back = turned
    assert isinstance(there, Tour)
    assert {back(one) for one in solutions(there)} == wanted


def test_the_petersen_graph_has_no_hamiltonian_cycle() -> None:
    for engine in ENGINES:
        assert count(Tour("2x5", petersen()), engine=engine).value == 0
        assert count(Tour("2x5", petersen(), closed=False), engine=engine).value == 240
    without = Board.from_map(".....\n....#")  # one vertex less, and it has: it is hypohamiltonian
    rest = Piece.of_graph("P", [pair for pair in petersen().graph if Square(1, 4) not in pair])
    beside = {a: [b for b in without.squares if (a, b) in rest.graph] for a in without.squares}
    found = {count(Tour(without, rest), engine=engine).value for engine in ENGINES}
    assert found == {len(rings(beside))}


def test_a_knight_as_a_graph_is_a_knight() -> None:
    board = Board(3, 4)
    offsets = {(1, 2), (2, 1)}
    knight = Piece.of_relation(
        "horse",
        board,
        lambda a, b: (abs(a.row - b.row), abs(a.column - b.column)) in offsets,
    )
    for engine in ENGINES:
        tours = count(Tour(board, knight, closed=False), engine=engine)
        assert tours.value == count(Tour(board, "N", closed=False)).value == 16
    for number in (3, 5):
        mine, plain = (
            Placement(board, [kind]) for kind in (Kind.of(knight, number), Kind.parse("N", number))
        )
        found = {tuple(man.square for man in one.men) for one in solutions(mine)}
        assert found == {tuple(man.square for man in one.men) for one in solutions(plain)}


# -- other rules --------------------------------------------------------------------------

RULES: list[Rule] = [
    Degrees(1),
    Degrees("1..", "attacked", blocking=True),
    Domination(),
    Domination("total", blocking=True),
    Maximal(),
]
#: Round and round, and once aside: no attack is mutual.
ARROWS = Piece.of_graph(
    "arrow", [((0, 0), (0, 1)), ((0, 1), (1, 2)), ((1, 2), (0, 0)), ((1, 0), (0, 1))]
)


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize(
    ("board", "kinds"),
    [
        (Board(2, 3), [Kind.of(ARROWS, "any")]),
        (Board(2, 3), [Kind.of(ARROWS, "1.."), Kind.parse("blocker", "..1")]),
        (Board.solid(2, 2, 2), [Kind.parse("W", "any")]),
        (Board.solid(3, 1, 2), [Kind.parse("R", "any")]),
    ],
    ids=["one way", "with a blocker", "cube", "box"],
)
def test_every_rule_sees_the_same_attacks(rule: Rule, board: Board, kinds: list[Kind]) -> None:
    model = Placement(
        board, kinds, [rule] if not isinstance(rule, Maximal) else [NonAttacking(), rule]
    )
    agree(model, brute_force(model), few=1000, formula=False)


def test_dominating_sets_of_the_petersen_graph() -> None:
    # Its domination number is 3, by ten sets; every vertex is in one of three closed neighbourhoods.
    fewest = Objective("minimise", Men())
    model = Placement("2x5", [Kind.of(petersen(), "any")], [Domination()], objective=fewest)
    near = {square: {square} for square in model.board.squares}
    for start, target in petersen().graph:
        near[start].add(target)
    wanted = [
        chosen
        for chosen in combinations(near, 3)
        if set().union(*(near[square] for square in chosen)) == set(near)
    ]
    assert len(wanted) == 10
    for engine in ENGINES:
        found = [tuple(man.square for man in one.men) for one in solutions(model, engine=engine)]
        assert sorted(found) == sorted(wanted)
