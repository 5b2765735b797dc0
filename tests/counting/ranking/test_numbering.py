"""Solutions by their number, against brute force sorted in the order that is stated."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import (
    Arrangement,
    InvalidModel,
    Placement,
    Tour,
    marginals,
    nth,
    rank,
    sample,
    solutions,
)
from nqsat.counting.count_and_list import count
from nqsat.counting.ranking import ordinals
from nqsat.counting.ranking.numbering import (
    FrontierNumbering,
    ListNumbering,
    MatesNumbering,
    Numbering,
)
from nqsat.counting.ranking.ordinals import numbered
from nqsat.engines import AutoEngine, Deadline, FrontierEngine, MatesEngine, OutOfTime
from nqsat.errors import Undecided, UnsupportedByEngine
from nqsat.modelling import Model, Path
from nqsat.modelling.model import read_solution
from nqsat.modelling.path import Move
from nqsat.reporting import lines
from nqsat.reporting.heat import heat
from nqsat.rules import Objective, Pieces

TOURS = [
    Tour("3x4", "K"),
    Tour("3x4", "N", closed=False),
    Tour("3x4", "N", closed=False, unit="undirected"),
    Tour("3x3", "K", unit="directed"),
    Tour("3x3", "K", closed=False, start="a1", through=["a1-b2"], avoiding=["a2-b3"]),
    Tour("torus:3x4", "W"),
]

#: A cycle is given its beginning, or one end or both, a move apart or joined by one that is required.
MORE_TOURS = [
    Tour("3x4", "K", start="b2"),
    Tour("3x3", "K", closed=False, end="b2"),
    Tour("3x4", "K", closed=False, start="a1", end="b1"),
    Tour("3x3", "K", closed=False, start="a1", end="b1", through=["a1-a2"]),
    Tour("3x3", "K", closed=False, start="b1", end="b2"),
    Tour("3x3", "K", closed=False, start="a1", end="c3", through=["a1-b2"], avoiding=["a2-b3"]),
]


def in_order(model: Model, every: Any) -> list[Any]:
    """As the order is defined: decision by decision, the way that is named first comes first."""

    def choices(solution: Any) -> tuple[object, ...]:
        made = set(solution.atoms)
        picked = [
            [*(place in made for place in some), True].index(True) for some in model.choices()
        ]
        return (*picked, solution if isinstance(model, Tour) else ())

    return sorted(every, key=choices)


def in_layers(model: Any, every: Any) -> None:
    """From the layers of frontier or mates: another order, in which all are, each at its number."""
    by: Numbering
    try:
        tour = isinstance(model, Tour)
        by = (
            MatesNumbering(model, MatesEngine())
            if tour
            else FrontierNumbering(model, FrontierEngine())
        )
    except UnsupportedByEngine:  # some rules it does not take
        return
    found = [by.at(number) for number in range(by.total)]
    assert set(found) == set(every)
    assert len(found) == len(set(found))
    assert [by.before(one) for one in found] == [*range(len(found))]
    assert by.holding() == Multiset(place for one in found for place in one.atoms)


def agree(model: Model, every: Any) -> None:
    wanted = in_order(model, every)
    holding = Multiset(place for solution in wanted for place in solution.atoms)
    by = ListNumbering(model, "sat", list(solutions(cast("Any", model), engine="sat")))
    assert [by.at(number) for number in range(by.total)] == wanted
    assert [by.before(one) for one in wanted] == [*range(len(wanted))]
    assert by.holding() == holding


@settings(max_examples=200 if DEEP else 6)
@given(ruled_models())
def test_placements(model: Placement) -> None:
    every = brute_force(model)
    agree(model, every)
    in_layers(model, every)


@pytest.mark.parametrize("tour", [*TOURS, *MORE_TOURS], ids=repr)
def test_tours(tour: Tour) -> None:
    every = {*solutions(tour, engine="backtrack")}
    if tour in TOURS[:: 1 if DEEP else 2]:
        agree(tour, every)
    assert MatesNumbering(tour, MatesEngine()).total > 0
    in_layers(tour, every)


def test_a_tour_that_nobody_lists() -> None:
    model = Tour("6x7", "N")  # 1,067,638
    by = MatesNumbering(model, MatesEngine())
    step = by.total // 40
    found = {number: by.at(number) for number in range(0, by.total, step)}
    assert len({*found.values()}) == len(found)
    assert all(model.holds(cast("Path", one)) for one in found.values())
    assert [by.before(one) for one in found.values()] == [*found]
    where = by.holding()
    assert sum(where.values()) == 42 * by.total
    for move, number in where.items():  # images of a move are made as often
        images = {cast("Move", move).image(symmetry) for symmetry in model.symmetries()}
        assert {where[image] for image in images} == {number}


def test_states_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnsupportedByEngine, match="the states of all layers, about "):
        MatesNumbering(Tour("7x8", "N"), MatesEngine(memory=10**9))
    with pytest.raises(UnsupportedByEngine, match="keeps no states of these tours"):
        MatesNumbering(Tour("6x6", "N", fixed_by="rot180"), MatesEngine())


@pytest.fixture
def _short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordinals, "MOST", 3)


@pytest.mark.usefixtures("_short_lists")
@pytest.mark.parametrize("model", [Placement("6x6", {"Q": 6}), Placement("5x5", {"Q": 5})])
def test_what_is_too_long_for_a_list_is_numbered_in_layers(model: Any) -> None:
    by, every = numbered(model), {*solutions(model, engine="backtrack")}
    assert isinstance(by, FrontierNumbering | MatesNumbering)
    found = [by.at(number) for number in range(by.total)]
    assert {*found} == every
    assert len(found) == len(every) > 3
    assert [by.before(one) for one in found] == [*range(len(found))]


@pytest.mark.usefixtures("_short_lists")
@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (
            "bitboard",
            "engine bitboard: there are 4 placements, and at most 3 are listed; use auto$",
        ),
        ("sat", "engine sat: there are 4 placements, and at most 3 are listed; use auto$"),
        (
            FrontierEngine(memory=40_000),
            "engine frontier: .* 4 placements, and at most 3 are listed$",
        ),
        (
            AutoEngine(memory=1),
            "at most 3 are listed; no engine can store the layers of its count: ",
        ),
    ],
)
def test_too_many_are_refused(engine: Any, words: str) -> None:
    with pytest.raises(UnsupportedByEngine, match=words):
        numbered(Placement("6x6", {"Q": 6}), engine=engine)


def test_ends_of_paths_are_no_moves() -> None:
    paths = Tour("3x3", "W", closed=False, visit="some", start="a1")
    where = {tuple(link[:2]): number for link, number in marginals(paths).items()}
    assert where == Multiset(tuple(sorted(x)) for path in solutions(paths) for x in path.moves)
    (text,) = heat(paths, marginals(paths), 78, "svg")
    assert text.count("<line") + text.count("<path") >= len(where) == 12


def test_every_solution_is_as_likely_as_any_other() -> None:
    queens = Placement("8x8", {"Q": 8})
    drawn = Multiset(sample(queens, number=9200, seed=7))
    assert len(drawn) == 92
    # Chi-squared with 91 degrees of freedom lies between these with probability 0.998.
    assert 54 < sum((number - 100) ** 2 / 100 for number in drawn.values()) < 138
    first, again, other = (sample(queens, number=5, seed=seed) for seed in (7, 7, 8))
    assert first == again != other
    assert first.seed == 7
    unseeded = sample("queens", 6, number=3)
    assert unseeded == sample("queens", 6, number=3, seed=unseeded.seed)


@pytest.mark.parametrize(
    ("model", "forms"),
    [
        (Placement("4x4", {"Q": 4}), ("{0}", "{0.fen}", "fen:{0.fen}")),
        (Placement("3x3", {"white:K": "1", "N": "any"}), ("{0}",)),
        (Tour("3x4", "N", closed=False), ("{0}",)),
        (Tour("3x4", "K"), ("{0}",)),
    ],
)
def test_solutions_are_read_as_they_are_printed(model: Model, forms: tuple[str, ...]) -> None:
    for solution in solutions(cast("Any", model), limit=30):
        for form in forms:
            assert read_solution(model, form.format(solution)) == solution
        assert read_solution(model, next(iter(lines([solution], "jsonl")))) == solution


def test_numbers_beyond_a_word() -> None:
    every = numbered("kings-any", n=12, engine=FrontierEngine())
    assert every.total == 69_645_620_389_200_894_313
    for number in (every.total // 3, every.total - 1):
        assert every.before(every.at(number)) == number


@pytest.mark.parametrize("text", ["z9", "Q@", '{"squares": 3}', "{", "X@a1", "8/8"])
def test_what_is_no_solution_at_all(text: str) -> None:
    with pytest.raises(InvalidModel):
        read_solution(Placement("4x4", {"Q": 4}), text)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda m: nth(m, 5), "number: 5 is out of range: there are 4 solutions, numbered from 1"),
        (lambda m: nth(m, 0), "number: 0 is out of range"),
        (lambda m: rank(m, Arrangement(m.setting, ())), "solution: .* is not a solution of this model"),
        (lambda m: m.holds(["a1"]), "solution: .* is not a solution; write it as nqsat prints it"),
        (lambda m: sample(m, number=-1, seed=1), "number: -1 is not a number of solutions"),
        (lambda m: sample(m.changed(presets=["Q@a1"]), number=1, seed=1), "model: has no solution to draw"),
        (
            lambda m: nth(m.with_objective(Objective("minimise", Pieces())), 1),
            "objective: with one, solutions are not numbered",
        ),
    ],
)  # fmt: skip
def test_refusals(ask: Callable[[Placement], object], words: str) -> None:
    with pytest.raises(InvalidModel, match=words):
        ask(Placement("6x6", {"Q": 6}))


@pytest.mark.parametrize("part", ["count", "solutions"])
def test_a_part_of_a_number_is_no_number(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    model = Placement("4x4", {"K": "any"})

    def stopped(*asked: Any, **given: Any) -> Any:
        if part == "solutions":
            return solutions(*asked, **given | {"limit": 5})
        return replace(count(*asked, **given), reason="time limit")

    monkeypatch.setattr(ordinals, part, stopped)
    with pytest.raises(Undecided, match=r"314 placements.*: nothing else is known"):
        numbered(model, engine="backtrack")


@pytest.mark.parametrize("part", ["count", "solutions"])
def test_an_interrupt_is_no_answer(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def stopped(*_asked: Any, **_given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(ordinals, part, stopped)
    with pytest.raises(KeyboardInterrupt):
        numbered(Placement("4x4", {"K": "any"}), engine="backtrack")


def test_who_numbers_keeps_to_a_clock() -> None:
    for model in (Placement("8x8", {"K": "any"}), Tour("6x6", "N")):
        tour = isinstance(model, Tour)
        engine: Any = MatesEngine() if tour else FrontierEngine()
        with pytest.raises(OutOfTime):
            (MatesNumbering if tour else FrontierNumbering)(
                cast("Any", model), engine, Deadline(1e-9)
            )
        for by in ("sat", engine.name):
            with pytest.raises(Undecided, match="time limit"):
                numbered(model, engine=by, time_limit=1e-6)
        with pytest.raises(InvalidModel, match="time_limit"):
            numbered(model, time_limit=0)
