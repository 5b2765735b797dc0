"""What the page works out by itself, run in a real browser, against the library and sets of solutions."""

from collections import Counter
from random import Random
from typing import Any, cast

import pytest
from support.browser import Browser
from support.random_models import random_model

import nqsat
from nqsat.chess import Board, Square, attacks
from nqsat.counting import numbered
from nqsat.counting.ranking.layered import FrontierNumbering
from nqsat.engines import FrontierEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import (
    Arrangement,
    Factor,
    Man,
    Model,
    Moves,
    Path,
    Placement,
    Solution,
    Tour,
)
from nqsat.reporting.page import MODULES, joined
from nqsat.rules import (
    Degrees,
    DistinctDifferences,
    Domination,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Permutation,
    Rule,
    Stabiliser,
)
from nqsat.viewing.answers import layers_data, pack_solutions, start_data
from nqsat.viewing.document import model_data

#: Models with more solutions are left out.
MANY = 2000

#: A wheel whose rim has one more node.
RING = [
    *(("hub", f"rim.{x}") for x in range(5)),
    *((f"rim.{x}", f"rim.{(x + 1) % 6}") for x in range(6)),
]

Case = tuple[Model, list[Any]]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Models of all sorts, each with all its solutions."""
    plane = (NoThreeInLine(), DistinctDifferences())
    variants: list[Rule] = [Domination("independent"), Domination("total", minimal=True), *plane]
    variants += [Degrees("..1", "attacked"), Stabiliser("rot180"), Maximal(), Permutation("1..2")]
    extra: list[Model] = [
        *(Placement("3x3", {"Q": "..2", "N": "..2"}, [rule]) for rule in variants),
        Placement("2x6", {"K": "any"}, [NoThreeInLine()]),
        Placement(
            "3x4", {"R": "..3", "B": "..1"}, [NonAttacking(frozenset({("R", "R")}), blocking=True)]
        ),
        Placement("torus:5x5", {"Q": 5}),
        Placement("3x3x3", {"Q": "any"}),
        Tour("5x5", "N", closed=False, start="a1"),
        Tour("3x4", "N", closed=False, unit="undirected"),
        Tour("torus:3x4", "W"),
        *(Placement("hex:2", {piece: "any"}) for piece in "KRBN"),
        Placement("hex:3", {"Q": "3", "R": "..1"}, [NonAttacking(blocking=True)]),
        Tour("hex:2", "W"),
        Placement(Board.of_graph(RING), {"W": "any"}),
        Tour(Board.of_graph(RING), "W", closed=False),
        Factor("3x4", "W", "1"),
        Factor("3x3", "K", "..1", maximal=True, avoiding=["a1-a2"]),
        Factor("torus:3x3", "W", 2, through=["a1-a3"]),
        Factor("4x4", "N", 2, fixed_by="rot180"),
        Factor("hex:2", "W", "1..2", maximal=True),
        Factor(Board.of_graph(RING), "W", "..2"),
    ]
    drawn = (random_model(14, index) for index in range(100))
    every = [*extra, *(one for one in drawn if getattr(one, "objective", None) is None)]
    assert all(0 < nqsat.count(model).value < MANY for model in extra[: len(variants)])
    some = [(model, list(nqsat.solutions(cast("Any", model), limit=MANY))) for model in every]
    return [(model, found) for model, found in some if len(found) < MANY and model.board.squares]


def in_page(window: Browser, body: str, data: list[Any]) -> list[Any]:
    """What a function of the modules, called with each of the data, returns."""
    names = (
        "Geometry, MovesGame, Position, TourGame, atomAnswers, broken, brokenFactor, brokenTour, "
        "numbering, orbits, placementAnswers, reasons, tourAnswers"
    )
    script = joined(tuple(name for name in MODULES if name != "main.js"))
    call = f"const {{{names}}} = new Function({script!r} + 'return {{{names}}}')();"
    return cast("list[Any]", window.run(f"{call} return arguments[0].map(({body}));", data))


def man_number(model: Placement, man: Man) -> int:
    kinds = [kind.name for kind in model.kinds]
    return model.board.squares.index(man.square) * len(kinds) + kinds.index(man.kind)


def numbers(model: Model, solution: Solution) -> list[int]:
    """A solution as the page has it."""
    if isinstance(solution, Path):
        return [model.board.squares.index(square) for square in solution.squares]
    if isinstance(solution, Moves):
        return [model.atoms.index(move) for move in solution.moves]
    men = solution.men
    return [man_number(cast("Placement", model), man) for man in men]


def altered(model: Model, solution: Any, chance: Random) -> Any:
    """Something like a solution that may be none."""
    if isinstance(model, Tour):
        squares = list(solution.squares)
        a, b = chance.randrange(len(squares)), chance.randrange(len(squares))
        squares[a], squares[b] = squares[b], squares[a]
        return model.path(squares)
    if isinstance(model, Factor):
        if not model.atoms:
            return solution
        return Moves(model.board, tuple({*solution.moves} ^ {chance.choice(model.atoms)}))
    men = {man.square: man.kind for man in solution.men}
    for square in chance.sample(model.board.squares, min(2, len(model.board.squares))):
        kind = chance.choice([None, *(kind.name for kind in model.kinds)])
        men.pop(square, None)
        if kind is not None:
            men[square] = kind
    return Arrangement(model.setting, tuple(Man(*item) for item in men.items()))


def test_squares_have_the_names_that_python_gives_them(window: Browser) -> None:
    texts = [
        "1x1",
        "3x5",
        "2x30",
        "2x2x2",
        "4x4x4",
        "1x3x10",
        "2x2x2x2",
        "1x2x3x3",
        "hex:1",
        "hex:6",
    ]
    models = [Placement(text, {"K": 1}) for text in texts]
    names = "(model) => new Geometry(model).squares.map((square) => square.name)"
    assert in_page(window, names, [model_data(model) for model in models]) == [
        [*map(model.board.name, model.board.squares)] for model in models
    ]


def test_the_page_knows_what_the_rules_mean(window: Browser, cases: list[Case]) -> None:
    chance, data, wanted = Random(3), [], []
    for model, found in cases:
        some = chance.sample(found, min(6, len(found)))
        if isinstance(model, Placement) and not some:
            some = [Arrangement(model.setting, ())]
        every = [*some, *(altered(model, one, chance) for one in some for _ in range(4))]
        wanted.append([cast("Any", model).holds(one) for one in every])
        data.append([model_data(model), [numbers(model, one) for one in every]])
    judge = """([model, every]) => {
        const geometry = new Geometry(model);
        return every.map((one) => !(model.tour ? brokenTour(model, geometry, one)
            : model.factor ? brokenFactor(model, geometry, one)
            : broken(model, new Position(geometry, one))).length); }"""
    found_ = in_page(window, judge, data)
    for (model, _), got, true in zip(cases, found_, wanted, strict=True):
        assert got == true, model
    verdicts = [x for some in wanted for x in some]
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 100


def test_a_reason_is_one(window: Browser, cases: list[Case]) -> None:
    # Where the page names a reason why a man cannot join another, no solution has both.
    placements = [(m, found) for m, found in cases if isinstance(m, Placement)]
    name = """([model, men]) => {
        const geometry = new Geometry(model);
        const other = (a, b) => Math.floor(a / model.kinds.length) !== Math.floor(b / model.kinds.length);
        return men.flatMap((a) => men.filter((b) => other(a, b)
            && reasons(model, new Position(geometry, [a]), b).length).map((b) => [a, b])); }"""
    every = [range(len(m.board.squares) * len(m.kinds)) for m, _ in placements]
    data = [[model_data(m), list(men)] for (m, _), men in zip(placements, every, strict=True)]
    named = 0
    for (model, found), pairs in zip(placements, in_page(window, name, data), strict=True):
        sets = [set(numbers(model, one)) for one in found]
        assert not [p for p in pairs if any(some.issuperset(p) for some in sets)], model
        named += len(pairs)
    assert named > 1000


def test_what_remains(window: Browser, cases: list[Case]) -> None:
    chance = Random(5)
    data: list[Any] = []
    known: list[Case] = []
    for model, found in cases:
        one = numbers(model, chance.choice(found)) if found else []
        some = (
            one[: chance.randrange(4)]
            if isinstance(model, Tour)
            else chance.sample(one, len(one) // 2)
        )
        ways: list[dict[str, Any]] = [{"way": "listed"}]
        if not isinstance(model, Tour):
            try:
                layers = FrontierNumbering(model, FrontierEngine())
                ways.append({"way": "layers", "layers": layers_data(layers)})
            except UnsupportedByEngine:
                pass
        sent = {
            "total": str(len(found)),
            "sent": len(found),
            "solutions": pack_solutions(model, found),
        }
        if isinstance(model, Factor) and found:
            moves = start_data(model, numbered(model))
            data.append([model_data(model), [{**sent, "way": "start", "start": moves}], []])
            known.append((model, found))
        data.append([model_data(model), [{**sent, **way} for way in ways], some])
        known.append((model, found))
    count = """([model, ways, position]) => ways.map((answers) => {
        const geometry = new Geometry(model);
        const moves = model.factor?.moves;
        const ofMoves = (doc) => atomAnswers(doc, moves.length, numbering(moves));
        const make = moves ? ofMoves : model.tour ? tourAnswers : placementAnswers;
        const now = make({model, answers}, geometry).after(position);
        const all = moves?.length ?? geometry.squares.length * (model.tour ? 1 : model.kinds.length);
        return [Number(now.left), Array.from({length: all}, (_, x) => Number(now.of(x)))]; })"""
    for (model, found), (_, ways, some), got in zip(
        known, data, in_page(window, count, data), strict=True
    ):
        every = [numbers(model, one) for one in found]
        for way, (left, of) in zip(ways, got, strict=True):
            if isinstance(model, Tour):
                wanted = tours_after(model, every, some)
            else:
                wanted = men_after(len(of), every, some)
            assert left == wanted[0], (model, way["way"], some)
            for x, number in enumerate(of):
                assert x in some or number == wanted[1][x], (model, way["way"], some, x)


def men_after(size: int, every: list[list[int]], some: list[int]) -> tuple[int, list[int]]:
    having = [set(one) for one in every if set(one) >= set(some)]
    return len(having), [sum(x in one for one in having) for x in range(size)]


def tours_after(tour: Tour, every: list[list[int]], line: list[int]) -> tuple[int, list[int]]:
    """How many tours have a line, and go on from it to each square."""
    size = len(tour.board.squares)

    def has(path: list[int], part: list[int]) -> bool:
        ways = [path] if tour.directed else [path, path[::-1]]
        if tour.closed:
            ways = [way[i:] + way[:i] for way in ways for i in range(size)]
        return any(way[: len(part)] == part for way in ways)

    return sum(has(path, line) for path in every), [
        sum(has(path, [*line, x]) for path in every) for x in range(size)
    ]


def test_orbits_are_those_of_the_library(window: Browser, cases: list[Case]) -> None:
    data = [
        [model_data(m), [numbers(m, one) for one in found]]
        for m, found in cases
        if len(found) < 300
    ]
    make = """([model, list]) => {
        const {found, number} = orbits(model, list);
        return [number, found.map((x) => [x.orbit, x.size, x.kept])]; }"""
    models = [(model, found) for model, found in cases if len(found) < 300]
    for (model, found), (number, each) in zip(models, in_page(window, make, data), strict=True):
        group = model.symmetries()
        leaders = [one.canonical(group) for one in found]
        assert number == len(set(leaders)), model
        for one, (orbit, size, kept) in zip(found, each, strict=True):
            assert size == len(one.orbit(group))
            assert ["identity", *kept] == [x.name for x in one.stabiliser(group)]
            assert leaders.index(one.canonical(group)) == [x[0] for x in each].index(orbit)


def test_where_a_tour_is_stuck_a_square_has_too_few_ways_left(window: Browser) -> None:
    chance, data, wanted = Random(9), [], []
    for model in (
        *(Tour(board, piece) for board in ("4x4", "torus:3x4") for piece in ("K", "W", "N", "WfF")),
        *(
            Tour(board, piece, closed=False)
            for board in ("3x4", "4x4")
            for piece in ("K", "N", "WfF")
        ),
    ):
        squares, moves = model.board.squares, attacks(model.piece, model.board)
        lines = []
        for _ in range(60):
            line = [chance.choice(squares)]
            while len(line) < chance.randrange(2, len(squares)):
                line.append(
                    chance.choice([x for x in moves[line[-1]] if x not in line] or line[-1:])
                )
                if line[-1] in line[:-1]:
                    break
            lines.append([*dict.fromkeys(line)])
        data.append([model_data(model), [[squares.index(x) for x in line] for line in lines]])
        wanted.append([_too_few(model, line) for line in lines])
    stuck = """([model, lines]) => {
        const game = Object.create(TourGame.prototype);
        Object.assign(game, { doc: { model }, geometry: new Geometry(model), name: String });
        return lines.map((line) => {
            game.line = line.slice(0, -1);
            return game.stuck(line.at(-1)); }); }"""
    assert in_page(window, stuck, data) == wanted
    said = Counter(text.partition("has ")[2] for some in wanted for text in some)
    assert min(said[f"{x} left to be visited"] for x in ("no way", "only 1 way")) > 30


def _too_few(tour: Tour, line: list[Square]) -> str:
    """The first square that has fewer neighbours than a tour that goes on needs: in words of the page."""
    moves = attacks(tour.piece, tour.board)
    usable = {*tour.board.squares} - {*line[1 if tour.closed else 0 : -1]}
    for number, square in enumerate(tour.board.squares):
        near = [x for x in usable if x != square and (x in moves[square] or square in moves[x])]
        if square not in line and len(near) < 1 + tour.closed:
            return f"; then {number} has {'only 1 way' if near else 'no way'} left to be visited"
    return ""
