"""The engine ``frontier``: counts against brute force, against ``sat``, and beyond every machine word."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations, product
from math import comb, factorial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from support.counts import sizes, summed, total
from support.day_subset import seeds
from support.oracle.brute_force import DEEP, brute_force
from support.oracle.cnf import meets
from support.random_models import random_model
from support.random_rules import RandomDraw
from support.strategies import ruled_models

import nqsat
from nqsat import Board, Factor, Placement, Square, UnsupportedByEngine
from nqsat.counting import numbered
from nqsat.engines.contract import CubePlan
from nqsat.engines.frontier import FrontierEngine, degrees, plain, planning, prediction
from nqsat.engines.frontier.degrees import DegreesCount, degrees_count
from nqsat.engines.frontier.program import compile_program
from nqsat.engines.layered import run
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.layered.run import TooWide, count_layers
from nqsat.errors import EngineFailure, InvalidModel, OutOfMemory
from nqsat.modelling import Constraint, Model, OneComponent, Sum
from nqsat.rules import Connected, Degrees, Domination, NonAttacking, Objective, Permutation, Pieces

ENGINE, KERNELS = FrontierEngine(), FrontierEngine(compiled=True)


def test_numbers_are_exact_far_beyond_a_machine_word() -> None:
    """Pieces that never attack: 2^cells arrangements, and binomial coefficients by size."""
    model = Placement("12x14", {"blocker": "any"})
    for engine in (ENGINE, KERNELS):
        assert total(engine, model) == 2**168
        assert sizes(engine, model) == {k: comb(168, k) for k in range(169)}


def test_what_it_cannot_count_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "SAMPLED", 20_000)
    with pytest.raises(UnsupportedByEngine, match=r"states in the widest of 784 layers.*GiB"):
        ENGINE.plan(Placement("28x28", {"Q": "any"}))
    with pytest.raises(UnsupportedByEngine, match="cannot list"):
        ENGINE.search(Placement("3x3", {"Q": 1}))


def test_a_layer_that_grows_too_wide_stops_with_its_place() -> None:
    small = FrontierEngine(memory=300_000)
    with pytest.raises(OutOfMemory, match=r"0.286 MiB reached in layer \d+ of 64"):
        total(small, Placement("8x8", {"Q": "any"}))
    with pytest.raises(
        UnsupportedByEngine, match=r"states in the widest of 64 layers.*KiB are allowed"
    ) as early:
        total(FrontierEngine(memory=100_000), Placement("8x8", {"Q": "any"}))
    assert not isinstance(early.value, OutOfMemory)  # even the low end is too much: it is not begun
    program = compile_program([Sum(0, 2, (1, 2, 3))], [1, 2, 3])
    with pytest.raises(TooWide):
        list(count_layers(program, 64))


# -- in plain Python: what is small waits for no kernel --------------------------------------------

KINGS = Placement("8x8", {"K": "any"})


def is_plain(model: Model, engine: FrontierEngine = ENGINE, *, by_size: bool = False) -> bool:
    """Whether a count needs no kernel: then none is made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning.Planner, "_plan_large", forbidden)
        patch.setattr(planning.Planner, "_degrees", lambda *_: None)
        try:
            return bool(summed(engine.count(model, by_size=by_size))) or True
        except Forbidden:
            return False


class Forbidden(Exception):
    """A kernel is asked for."""


def forbidden(*_: Any) -> Any:
    raise Forbidden


@settings(max_examples=200 if DEEP else 20)
@given(ruled_models())
def test_random_rules_are_counted_as_brute_force_finds_them(model: Placement) -> None:
    found = brute_force(model)
    try:
        number = total(ENGINE, model)
    except UnsupportedByEngine:
        return
    assert number == len(found)
    with suppress(UnsupportedByEngine):  # where pieces share a variable
        assert sizes(ENGINE, model) == Counter(map(len, found))
        assert is_plain(model, by_size=True) or any(
            isinstance(rule, Connected) for rule in model.rules
        )
    # The order with the fewest states by samples is taken, though it has not the fewest bits.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prediction, "MANY", 0.0)
        patch.setattr(prediction, "FEWER", 1.0)
        patch.setattr(prediction, "SAMPLED", 10)
        assert total(KERNELS, model) == len(found)
    bits = [max(one.bits, default=0.0) for one, _ in KERNELS.planner.task(model).programs()]
    assert bits == sorted(bits)


def test_plain_python_is_taken_where_there_are_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MOMENT", 1e-5)
    monkeypatch.setattr(planning, "are_loaded", lambda: False)
    for missing, kind in ((False, LayeredPlan), (True, CubePlan)):
        monkeypatch.setattr(planning, "are_missing", lambda missing=missing: missing)
        assert is_plain(KINGS) is missing
        plan = ENGINE.plan(KINGS)
        assert type(plan) is kind
        assert plan.estimate.seconds < 1


def test_limits_are_looked_at_within_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    _, program = ENGINE.planner.task(Placement("6x6", {"Q": "any"})).first
    few = len([*plain.run_program(program, by_size=False)])
    monkeypatch.setattr(plain, "SLICE", 5)
    pieces = [*plain.run_program(program, by_size=False)]
    assert len(pieces) > 3 * few
    assert pieces[-1].numbers == ((0, 2635),)


# -- constraints on components ---------------------------------------------------------------------


VARIABLES = 8


def graph(chance: Random) -> OneComponent:
    """A random graph, some of whose nodes share variables, and some of whose literals are negative."""
    nodes = chance.randint(1, 9)
    literals = tuple(chance.choice((1, 1, -1)) * chance.randint(1, VARIABLES) for _ in range(nodes))
    edges = [pair for pair in combinations(range(nodes), 2) if chance.random() < 0.35]
    return OneComponent(literals, tuple(edges), acyclic=chance.random() < 0.4)


def bound(chance: Random) -> Sum:
    literals = tuple(chance.choice((1, -1)) * x for x in chance.sample(range(1, VARIABLES + 1), 3))
    return chance.choice((Sum(1, None, literals), Sum(0, 2, literals), Sum(0, 1, literals)))


@seeds(60)
def test_random_graphs_and_bounds_in_any_order(seed: int) -> None:
    chance = Random(seed)
    components = [graph(chance) for _ in range(chance.randint(1, 2))]
    sums = [bound(chance) for _ in range(chance.randint(0, 3))]
    order = chance.sample(range(1, VARIABLES + 1), VARIABLES)
    program = compile_program(sums, order, None, components)
    (found,) = [piece.numbers for piece in count_layers(program, 10**8) if piece.numbers]
    constraints: list[Constraint] = [*sums, *components]
    wanted = 0
    for values in product((False, True), repeat=VARIABLES):
        true = frozenset(x for x, value in enumerate(values, start=1) if value)
        wanted += all(meets(constraint, true) for constraint in constraints)
    assert int(found[0][1]) == wanted


@pytest.mark.parametrize("seed", range(12))
def test_solutions_by_their_numbers(seed: int) -> None:
    """Also where the empty set, or one with a component, may come out at the end."""
    chance = Random(seed)
    what: Any = chance.choice(("occupied", "empty"))
    by, acyclic = chance.choice("WK"), chance.random() < 0.4
    rules: list[nqsat.Rule] = [Connected(what, by=by, acyclic=acyclic), Degrees("..2")]
    board = chance.choice(("3x3", "2x4", "torus:3x3", "hex:2"))
    model = Placement(board, {chance.choice("WKN"): chance.choice(("any", "1..", "..3"))}, rules)
    every, listed = (
        numbered(model, engine="frontier"),
        {*nqsat.solutions(model, engine="backtrack")},
    )
    found = [every.at(k) for k in range(every.total)]
    assert (len(found), {*found}) == (len(listed), listed)
    assert [every.before(one) for one in found] == [*range(every.total)]
    held = {piece: number for piece, number in every.holding().items() if number}
    assert held == Counter(piece for one in listed for piece in one.pieces)


# -- the best solutions only: a state has the greatest value that leads to it ----------------------


LONGEST, LEAST = Objective("maximise", Pieces()), Objective("minimise", Pieces())


def wanting(seed: int) -> Placement | None:
    """A random placement with a random objective; None if there is none of this seed."""
    chance = Random(seed)
    model = random_model(seed, 1)
    if not isinstance(model, Placement):
        return None
    names = tuple(kind.name for kind in model.kinds)
    try:
        wanted = RandomDraw(chance, model.board, names).objective()
        return model.with_objective(None).with_objective(wanted)
    except InvalidModel:
        return None


@seeds(60)
def test_as_many_as_the_reference_lists(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "START", 2)  # a table that grows
    model = wanting(seed)
    if model is None or model.objective is None:
        return
    measure = model.objective.measure
    plain = model.with_objective(None)
    values = [measure.value(solution) for solution in nqsat.solutions(plain, engine="backtrack")]
    if not values:
        return
    best = max(values) if model.objective.sense == "maximise" else min(values)
    with suppress(UnsupportedByEngine):  # a constraint that it does not know
        assert total(KERNELS, model.with_optimum(best, proved=True)) == values.count(best)


@pytest.mark.parametrize(
    ("model", "best", "number"),
    [
        (Placement("5x5", {"W": "any"}, [Degrees(2), Connected()], objective=LONGEST), 16, 90),
        (Placement("6x6", {"N": "any"}, [Domination()], objective=LEAST), 8, 127),
        (Placement("torus:4x4", {"K": "any"}, objective=LONGEST), 4, 12),
        (Placement("0x0", {"K": "any"}, objective=LONGEST), 0, 1),
    ],
    ids=str,
)
def test_the_best_of_larger_boards(model: Placement, best: int, number: int) -> None:
    answer = nqsat.count(model, engine="frontier/compiled")
    assert (answer.optimum.value, answer.value) == (best, number)  # type: ignore[union-attr]
    assert nqsat.count(model.with_optimum(best), engine="sat").value == number


def test_a_best_value_that_is_none_is_an_error_and_no_number() -> None:
    model = Placement("4x4", {"K": "any"}, objective=LONGEST)
    with pytest.raises(EngineFailure, match="no solution has more than 3"):
        total(KERNELS, model.with_optimum(3, proved=True))
    assert total(KERNELS, model.with_optimum(5, proved=True)) == 0


# -- degrees in an array of all states: which models are such counts -------------------------------


def degrees_of(
    model: Placement | Factor, engine: FrontierEngine | None = None, *, by_size: bool = False
) -> DegreesCount | None:
    """The count in an array of all states, if the engine takes it at once; its total is checked."""
    engine = engine or FrontierEngine()
    found = engine.planner._degrees(engine.planner.task(model, by_size=by_size))
    return found if found is not None and found.cost.seconds < planning.SOON else None


def test_numbers_that_need_more_than_a_word() -> None:
    plan = degrees_of(Placement("20x20", {"R": 20}))
    assert isinstance(plan, DegreesCount)
    assert summed(plan.run()).total() == factorial(20)
    plan = degrees_of(Placement("10x21", {"R": 10}))
    assert isinstance(plan, DegreesCount)
    assert summed(plan.run()).total() == comb(21, 10) * factorial(10)


def test_random_graphs_against_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(degrees, "LEAST_STATES", 1)
    monkeypatch.setattr(degrees, "_LIMB", 2)  # numbers need several limbs
    monkeypatch.setattr(degrees, "_WORD", 8)
    chance, seen = Random(7), set[tuple[int, ...]]()
    for _ in range(250):
        nodes, size = chance.randint(1, 6), chance.randint(1, 11)
        order = chance.sample(range(1, size + 1), size)
        ends = {
            x: chance.sample(range(nodes), chance.choice([0, 1, *[2] * 6]) % (nodes + 1))
            for x in order
        }
        groups = [tuple(x for x in sorted(order) if node in ends[x]) for node in range(nodes)]
        sums = []
        for group in filter(None, groups):
            low = chance.randint(0, min(3, len(group)))
            sums.append(Sum(low, chance.choice([None, low, low + 1, 3]), group))
        sums = [one for one in sums if not one.is_impossible]
        if chance.random() < 0.2:
            sums.append(
                Sum(chance.randint(0, 3), chance.choice([None, 3, 5]), tuple(sorted(order)))
            )
        plan = degrees_count(sums, order, None)
        expected = sum(
            all(one.low <= sum(chosen[x - 1] for x in one.literals) <= one.most for one in sums)
            for chosen in product((0, 1), repeat=size)
        )
        if plan is None:
            continue
        found = summed(plan.run()).total()
        assert found == expected, (sums, order)
        seen.add((plan.base, plan.axes, min(expected, 2)))
    assert len(seen) > 20, seen


ROWS = ("..x....x..", "x..x.x....", "....x..x.x", ".x........", "...xx.x..x")
HOLED = Board.from_map("\n".join(ROWS * 2))


@pytest.mark.parametrize(
    ("model", "number"),
    [
        # P. W. Kasteleyn's formula; the others are by the kernels of ``frontier``.
        (Factor("16x16", "W", 1), 2444888770250892795802079170816),
        (Factor(Board(10, 12, holes=frozenset({Square(2, 3), Square(7, 8)})), "W", 1), None),
        (Factor("10x10", "W", "..1"), None),
        (Factor("torus:4x10", "W", 2), None),
        (Factor("6x6", "N", 1), None),
        (Factor("4x10", "K", "1..2"), None),
        (Placement("10x10", {"R": 20}, [Permutation(2)]), None),
        # Permutations that avoid some squares; rooks are such a count by their attacks, too.
        (Placement(HOLED, {"R": 10}, [Permutation()]), None),
        (Placement(HOLED, {"R": 10}, [NonAttacking()]), None),
    ],
)
def test_boards(model: Placement | Factor, number: int | None) -> None:
    plan = degrees_of(model)
    assert isinstance(plan, DegreesCount)
    if number is None:
        number = total(FrontierEngine(compiled=True), model)
    assert summed(plan.run()).total() == number
