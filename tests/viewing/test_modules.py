"""What the page works out by itself, run by node, against the library and sets of solutions."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, cast

import pytest
from support.node import in_node
from support.random_models import random_model

import nqsat
from nqsat.chess import Board
from nqsat.counting import Solved, hint, numbered, steps_to
from nqsat.counting.ranking.numbering import FrontierNumbering
from nqsat.engines import FrontierEngine
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Factor, Model, Path, Placement, Solution, Tour
from nqsat.modelling.tour import arcs_in
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
from nqsat.sources import find_family
from nqsat.viewing.answers import layers_data, pack_solutions, start_data
from nqsat.viewing.atoms import atom_numbers, constraint_data
from nqsat.viewing.document import model_data
from nqsat.viewing.puzzles import as_puzzle, step_data

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
    return [
        (model, found)
        for model, found in some
        if len(found) < MANY and model.board.squares
        if not (isinstance(model, Tour) and is_set_of_moves(model) and arcs_in(model))
    ]


def is_set_of_moves(model: Model) -> bool:
    """Whether the page has it move by move, as cycles that leave squares out, not square by square."""
    return not isinstance(model, Tour) or (model.visit is not None and model.closed)


@cache
def numbers_of(model: Model) -> dict[Any, int]:
    return atom_numbers(model)


def numbers(model: Model, solution: Solution) -> list[int]:
    return sorted(numbers_of(model)[atom] for atom in model.atoms_of(solution))


def altered(model: Model, some: list[int], chance: Random) -> list[int]:
    """Atoms that may be no solution, but pieces on squares of their own."""
    found = {*some}
    if size := len(numbers_of(model)):
        found ^= {chance.randrange(size) for _ in range(chance.randint(1, 3))}
    kinds = len(model.kinds)
    return sorted({x // kinds: x for x in found}.values() if model.is_placement else found)


def test_solutions_are_judged_as_rules_mean_them(cases: list[Case]) -> None:
    chance, data, wanted = Random(3), [], []
    for model, found in cases:
        right = {frozenset(numbers(model, one)) for one in found}
        some = [*map(sorted, chance.sample(sorted(right, key=sorted), min(6, len(right)))), []]
        every = [*some, *(altered(model, one, chance) for one in some for _ in range(4))]
        wanted.append([frozenset(one) in right for one in every])
        data.append([constraint_data(model), len(numbers_of(model)), every])
    judge = """([data, atoms, every]) => {
        const requirements = new Requirements(data, atoms);
        return every.map((one) => !requirements.faults(one).length); }"""
    for (model, _), got, true in zip(cases, in_node(judge, data), wanted, strict=True):
        assert got == true, model
    verdicts = [x for some in wanted for x in some]
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 100


def test_a_reason_is_one(cases: list[Case]) -> None:
    # Where the page names a reason why an atom cannot join others, no solution has all of them, nor
    # the atom with those alone that are blamed.
    chance = Random(4)
    data: list[Any] = []
    for model, found in cases:
        one = numbers(model, chance.choice(found)) if found else []
        some = [x for x in one if chance.random() < 0.5]
        data.append([constraint_data(model), len(numbers_of(model)), some])
    name = """([data, atoms, some]) => {
        const requirements = new Requirements(data, atoms);
        const known = requirements.after(some);
        return Array.from({length: atoms}, (_, atom) => [
            requirements.reasons(known, atom).map(({breaks}) => breaks.map((one) => one.atoms)),
            requirements.starved([...some, atom])]); }"""
    named = dead = 0
    for (model, found), (*_, some), each in zip(cases, data, in_node(name, data), strict=True):
        sets = [set(numbers(model, one)) for one in found]
        for atom, (reasons, starved) in enumerate(each):
            alive = any(one.issuperset([*some, atom]) for one in sets)
            blamed = [some for reason in reasons for some in reason] + ([some] if starved else [])
            for atoms in blamed:
                assert not any(one.issuperset([*atoms, atom]) for one in sets), (model, some, atom)
            named += bool(blamed)
            dead += not alive
    assert named > 0.65 * dead > 500  # shapes and connections have reasons of many squares


def test_what_remains(cases: list[Case]) -> None:
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
        plain = isinstance(model, Tour) and model.closed and not model.directed
        if found and (isinstance(model, Factor) or plain):
            start = start_data(model, numbered(model))
            data.append([len(numbers_of(model)), [{**sent, "way": "start", "start": start}], []])
            known.append((model, found))
        data.append([len(numbers_of(model)), [{**sent, **way} for way in ways], some])
        known.append((model, found))
    count = """([size, ways, position]) => ways.map((answers) => {
        const now = answersOf({answers}, size).after(position);
        return [Number(now.left), Array.from({length: size}, (_, x) => Number(now.of(x)))]; })"""
    for (model, found), (_, ways, some), got in zip(known, data, in_node(count, data), strict=True):
        every = [{*numbers(model, one)} for one in found]
        having = [one for one in every if one.issuperset(some)]
        for way, (left, of) in zip(ways, got, strict=True):
            assert left == len(having), (model, way["way"], some)
            for x, number in enumerate(of):
                assert x in some or number == sum(x in one for one in having), (model, way, some, x)


def test_a_tour_has_its_order(cases: list[Case]) -> None:
    tours = [(m, found) for m, found in cases if not is_set_of_moves(m)]
    data = [[model_data(m), [numbers(m, one) for one in found]] for m, found in tours]
    path = """([model, every]) => {
        const atoms = atomsOf(model, new Layout(model.board, model.kinds));
        return every.map((one) => atoms.written(one)); }"""
    for (model, found), got in zip(tours, in_node(path, data), strict=True):
        assert got == [str(one) for one in found], model
    assert sum(len(found) for _, found in tours) > 500


def test_a_line_of_squares_goes_on_as_tours_do(cases: list[Case]) -> None:
    # A line is a set of links: as many tours have them as begin with its squares.
    chance, wanted = Random(6), []
    data: list[Any] = []
    for model, found in cases:
        if is_set_of_moves(model) or not found:
            continue
        squares = [[model.board.places[x] for x in cast("Any", one).squares] for one in found]
        lines = [[], *(chance.choice(squares)[: chance.randrange(1, 5)] for _ in range(4))]
        lines += [one[::-1][: chance.randrange(1, 4)] for one in lines if one]
        sent = {
            "sent": len(found),
            "solutions": pack_solutions(model, found),
            "total": str(len(found)),
        }
        answers = {**sent, "way": "listed", "complete": True}
        data.append([{"model": model_data(model), "answers": answers}, lines])
        tour = cast("Tour", model)
        wanted.append([sum(begins(tour, path, line) for path in squares) for line in lines])
    play = """([doc, lines]) => {
        const layout = new Layout(doc.model.board, doc.model.kinds);
        const app = { doc, layout, atoms: atomsOf(doc.model, layout), state: {}, past: [], future: [] };
        const game = new TourGame(app);
        return lines.map((line) => {
            app.state = { t: line.map((x) => layout.word(x)).join(".") };
            game.update();
            return [game.line.length, game.left]; }); }"""
    for got, (_, lines), true in zip(in_node(play, data), data, wanted, strict=True):
        for (length, left), line, number in zip(got, lines, true, strict=True):
            # A line is cut where no tour could go: before a square that is not the first.
            assert (left if length == len(line) else 0) == number


def begins(tour: Tour, path: list[int], line: list[int]) -> bool:
    ways = [path] if tour.directed else [path, path[::-1]]
    if tour.closed:
        ways = [way[i:] + way[:i] for way in ways for i in range(len(path))]
    return any(way[: len(line)] == line for way in ways)


def test_orbits_are_those_of_the_library(cases: list[Case]) -> None:
    models = [(model, found) for model, found in cases if len(found) < 300]
    data = [[model_data(m), [numbers(m, one) for one in found]] for m, found in models]
    make = """([model, list]) => {
        const atoms = atomsOf(model, new Layout(model.board, model.kinds));
        const {found, number} = orbits(model.symmetries, atoms, list);
        return [number, found.map((x) => [x.orbit, x.size, x.kept])]; }"""
    for (model, found), (number, each) in zip(models, in_node(make, data), strict=True):
        group = model.symmetries()
        leaders = [one.canonical(group) for one in found]
        assert number == len(set(leaders)), model
        for one, (orbit, size, kept) in zip(found, each, strict=True):
            assert size == len(one.orbit(group))
            assert ["identity", *kept] == [x.name for x in one.stabiliser(group)]
            assert leaders.index(one.canonical(group)) == [x[0] for x in each].index(orbit)


def test_cycles_that_leave_squares_out_are_judged_as_sets_of_moves() -> None:
    model = Tour("3x4", "W", visit="4..8", visiting=["b2"])
    found = [numbers(model, one) for one in nqsat.solutions(model)]
    chance, right = Random(7), {frozenset(one) for one in found}
    every = [*found, [], *(altered(model, one, chance) for one in found for _ in range(4))]
    judge = """([model, atoms, every]) => {
        const requirements = new Requirements(model.constraints, atoms);
        return every.map((one) => !requirements.faults(one).length); }"""
    (got,) = in_node(judge, [[model_data(model), len(numbers_of(model)), every]])
    assert got == [frozenset(one) in right for one in every]
    with pytest.raises(InvalidModel, match="no cycles with direction"):
        model_data(Tour("3x4", "W", visit="some", unit="directed"))


def test_a_path_that_leaves_squares_out_ends_where_its_last_square_is_chosen_again() -> None:
    model = Tour("3x3", "W", closed=False, start="a1", visit="some")
    found = list(nqsat.solutions(model))
    answers = {
        "way": "listed", "complete": True, "total": str(len(found)), "sent": len(found),
        "solutions": pack_solutions(model, found),
    }  # fmt: skip
    lines = ["a1.a2.b2", "a1.a2.b2.b2", "a1.a1", ""]
    play = """([doc, lines]) => {
        const layout = new Layout(doc.model.board, doc.model.kinds);
        const app = { doc, layout, atoms: atomsOf(doc.model, layout), state: {}, past: [], future: [] };
        const game = new TourGame(app);
        return lines.map((t) => {
            app.state = { t };
            game.update();
            return [game.left, game.ended, game.asked]; }); }"""
    (got,) = in_node(play, [[{"model": model_data(model), "answers": answers}, lines]])
    through = {"through": ["a1-a2", "a2-b2"]}
    begun = sum(str(path).startswith("a1 a2 b2") for path in found)
    assert got == [
        [begun, False, through],
        [1, True, {"end": "b2", **through}],
        [len(found), False, {"through": []}],
        [len(found), False, {"through": []}],
    ]
    for left, _, asked in got:
        assert nqsat.count(model.refined(**asked)).value == left


#: Hints of a puzzle until it is solved, without what is said of the same step when it is done.
HINTS = """(doc) => {
    const layout = new Layout(doc.model.board, doc.model.kinds);
    const app = { doc, layout, atoms: atomsOf(doc.model, layout), state: {}, past: [], future: [] };
    const game = new PlacementGame(app);
    app.put = app.go = (changes) => { Object.assign(app.state, changes); game.update(); };
    app.say = app.tell = () => {};
    const said = [];
    game.update();
    for (const atom of doc.begun) game.add(atom);
    while (said.at(-1) !== "Solved!" && said.length < 200) {
        game.hint();
        said.push(game.detail.replace(/ Press Hint again.*/, ""));
        if (game.hinted !== null) game.hint();
    }
    return said; }"""


def puzzles() -> Iterator[Solved]:
    pytest.importorskip("nqsat.extensions.puzzles")
    yield nqsat.puzzle("queens-puzzle", regions="6x6", seed=1)
    for n in 5, 6, 7:
        yield nqsat.puzzle("queens", n=n, seed=n)
    two = Placement("5x5", {"white:Q": 2, "black:Q": 2}, ["non-attacking=white:Q-black:Q"])
    holes = Placement(Board.from_map("..x..\n.....\nx...x\n....."), {"R": 4})
    walls = Placement(
        Board.from_map("..#..\n.....\n#...#\n....."), {"R": 5}, [NonAttacking(blocking=True)]
    )
    for model in two, holes, walls, Placement("4x4", {"N": "any"}, [Domination("independent")]):
        yield nqsat.puzzle(model, seed=1)


def hinted(puzzle: Solved, begun: Sequence[int] = ()) -> dict[str, Any]:
    """The page of a puzzle on which some right pieces stand."""
    answers = {"way": "listed", "complete": True, "sent": 1, "total": "1"}
    solutions = pack_solutions(puzzle.model, [puzzle.solution])
    return {
        "puzzle": True,
        "steps": [*step_data(puzzle.model, puzzle.solution)],
        "begun": list(begun),
        "model": model_data(puzzle.model),
        "answers": {**answers, "solutions": solutions},
    }


def test_hints_are_those_of_the_library() -> None:
    every = list(puzzles())
    for puzzle, said in zip(every, in_node(HINTS, list(map(hinted, every))), strict=True):
        filled: list[str] = []
        for step in steps_to(puzzle.solution, puzzle.model):
            assert step == hint(puzzle, filled), puzzle
            filled += step.known
            while said[0] == step.text:  # it is said again until all of it stands
                said.pop(0)
        assert said == ["Solved!"]


def test_hints_lead_on_from_what_was_found_without_them() -> None:
    chance, data = Random(5), []
    for puzzle in puzzles():
        given = model_data(puzzle.model)["given"]
        right = [x for x in numbers(puzzle.model, puzzle.solution) if x not in given]
        data.append(hinted(puzzle, chance.sample(right, chance.randint(1, len(right)))))
    for page, said in zip(data, in_node(HINTS, data), strict=True):
        texts = [text for text, _, _ in page["steps"]]
        assert said.pop() == "Solved!"
        assert [*dict.fromkeys(said)] == [text for text in texts if text in said]


#: A puzzle of moves: hints until it is solved, a wrong move before; what was said, crossed and noted.
DRAWN = """(doc) => {
    const layout = new Layout(doc.model.board, doc.model.kinds);
    const app = { doc, layout, atoms: atomsOf(doc.model, layout), state: {}, past: [], future: [] };
    const game = new MovesGame(app);
    app.put = app.go = (changes) => { Object.assign(app.state, changes); game.update(); };
    app.say = app.tell = () => {};
    const checked = () => { game.check(); return game.detail; };
    const [answer] = game.answers.list;
    const begin = checked();
    const wrong = app.atoms.pairs.findIndex((_, move) => !answer.includes(move));
    game.add(wrong);
    const bad = [checked(), (game.hint(), game.detail)];
    game.remove(wrong);
    const said = [];
    while (said.at(-1) !== "Solved!" && said.length < 999) {
        game.hint();
        said.push(game.detail);
        if (game.hinted !== null) game.hint();
    }
    const isShaded = (_, i) => game.content(i).classes.includes("shaded");
    const shaded = layout.squares.filter(isShaded);
    return { begin, bad, wrong: app.atoms.name(wrong), said, end: checked(), status: game.status(),
        right: game.placed.every((move) => answer.includes(move)), shaded: shaded.length,
        crossed: [...game.crossed].filter((move) => answer.includes(move)), notes: [...game.notes] }; }"""

#: Of each genre a puzzle with one solution.
DRAWN_PUZZLES = {
    "slitherlink": {"clues": "..../10../3.31/..2."},
    "masyu": {"clues": "B.W.../.....W/.W.W../....../.B..WW/......"},
    "yajilin": {"clues": ".,.,0d,x,x,./..xx../....../...x../.,.,.,.,2l,./x....."},
    "simple-loop": {"clues": "....../..xx../..xx.x/..x..x/..x.../......"},
    "numberlink": {"clues": "A...AB/C..B../.D.C.E/.F.F.G/.E..../...DG."},
    "zip-path": {"numbers": "...../.4.../..52./...../1..3."},
    "numbrix": {"numbers": "1.3/.../..9"},
    "hidato": {"numbers": "1.3/.5./789"},
}


def drawn(name: str) -> tuple[Model, Solution]:
    model = find_family(name)(**DRAWN_PUZZLES[name])
    (solution,) = nqsat.solutions(model)
    return model, solution


def test_loops_and_paths_are_played_on_paper() -> None:
    answers = {"way": "listed", "complete": True, "sent": 1, "total": "1"}
    pages, every, puzzles = [], [], [drawn(name) for name in DRAWN_PUZZLES]
    for model, solution in puzzles:
        data, packed, steps = as_puzzle(model, solution)
        assert data["paper"]
        more = {"puzzle": True, "steps": steps, "model": data}
        pages.append({**more, "answers": {**answers, "solutions": packed}})
        every.append(steps)
    played = in_node(DRAWN, pages)
    for (name, (model, solution)), steps, found in zip(
        zip(DRAWN_PUZZLES, puzzles, strict=True), every, played, strict=True
    ):
        assert (found["begin"], found["bad"][0]) == ("Right so far.", "1 wrong."), name
        assert found["bad"][1] == f"{found['wrong']} is wrong: remove it first."
        assert (found["end"], found["status"], found["said"][-1]) == ("Solved!",) * 3, name
        assert found["right"]
        assert found["crossed"] == []
        assert len(found["said"]) < len(steps) + 2 * len(model.board.squares)
        assert (found["shaded"] > 0) is (name == "yajilin")
        if isinstance(solution, Path):
            squares = [model.board.places[square] for square in solution.squares]
            assert all(squares[int(k) - 1] == square for square, k in found["notes"])
        assert bool(found["notes"]) is bool(getattr(model, "numbers", ()))
        assert ("join them" in found["said"][0]) is (name == "hidato")  # 7, 8 and 9 are given
        hurried = [text for text, *_ in step_data(model, solution, 0)]
        assert not [text for text in hurried if "step by step" in str(text)]
    assert "step by step" in str(every)
