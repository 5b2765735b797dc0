"""The kernels of ``frontier`` against the meaning of constraints, and against the same layers in Python."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from support.counts import summed
from support.day_subset import seeds

from nqsat import Placement, UnsupportedByEngine
from nqsat.compiling import lower
from nqsat.engines.arrays import to_int
from nqsat.engines.frontier import FrontierEngine, plain
from nqsat.engines.frontier import run as arrays
from nqsat.engines.frontier.prediction import forecast_states
from nqsat.engines.frontier.program import FrontierProgram, compile_program
from nqsat.engines.frontier.residuals import past_bits
from nqsat.engines.kernels import record
from nqsat.engines.layered import run
from nqsat.engines.layered.program import state_bytes
from nqsat.engines.layered.run import TooWide, count_layers, link_layers, no_notes
from nqsat.engines.layered.states import LayerStates
from nqsat.engines.stream import value_of
from nqsat.modelling import Sum


def told(program: FrontierProgram) -> tuple[list[int], list[int]]:
    """The numbers by size, and how many states each layer has."""
    slices = list(count_layers(program, 10**9))
    found = [number for piece in slices for number in piece.numbers]
    assert [pieces for pieces, _ in found] == list(range(len(found)))
    layers = [piece for piece in slices if piece.words]
    states = [int(piece.words.split()[-2].replace(",", "")) for piece in layers]
    assert states == [piece.visited for piece in layers]
    return [int(number) for _, number in found], states


def truth(
    constraints: Sequence[Sum], order: Sequence[int], pieces: Mapping[int, int]
) -> Counter[int]:
    """The solutions by size: all ways for variables that constraints share, then each constraint."""
    places = Counter(x for constraint in constraints for x in {*map(abs, constraint.literals)})
    shared = [x for x in order if places[x] > 1]
    found: Counter[int] = Counter()
    for values in product((False, True), repeat=len(shared)):
        true = {x if value else -x for x, value in zip(shared, values, strict=True)}
        sizes = Counter({sum(pieces.get(x, 0) for x in true): 1})
        for one in constraints:
            own = {*map(abs, one.literals)}.difference(shared)
            sizes = times(sizes, true, own, one, pieces)
        for x in {*order}.difference(places):
            sizes = times(sizes, true, {x}, None, pieces)
        found += sizes
    return found


def times(
    sizes: Counter[int], true: set[int], own: set[int], one: Sum | None, pieces: Mapping[int, int]
) -> Counter[int]:
    """The solutions by size when some variables are decided that no other constraint has."""
    found: Counter[int] = Counter()
    for signs in product((-1, 1), repeat=len(own)):
        here = {sign * x for sign, x in zip(signs, own, strict=True)}
        if one is None or one.low <= sum(x in true | here for x in one.literals) <= one.most:
            more = sum(pieces.get(x, 0) for x in here)
            found.update({size + more: number for size, number in sizes.items()})
    return found


def random_bounds(chance: random.Random) -> tuple[list[Sum], list[int]]:
    """Few free variables with many constraints on them, each with one variable more: wide states."""
    few = chance.randint(2, 4)
    many = chance.choice([3, 12, 30])
    constraints = []
    for x in range(few + 1, few + many + 1):
        some = [y * chance.choice([1, 1, -1]) for y in range(1, few + 1) if chance.random() < 0.8]
        if not some:
            continue
        literals = (*some, x) if chance.random() < 0.6 else (*some, x, -few - many - 1)
        if chance.random() < 0.4:  # some count more often than others
            literals += tuple(chance.choices(literals, k=chance.randint(1, 3)))
        low = chance.randint(0, len(literals))
        high = chance.randint(low, len(literals))
        constraints.append(Sum(low, high, literals))
    free = chance.choice([0, 70])  # variables of no constraint: large numbers
    last = few + many + 1 + free
    order = [*range(1, few + 1), *chance.sample(range(few + 1, last + 1), last - few)]
    useful = [b for b in dict.fromkeys(constraints) if b.low or b.most < len(b.literals)]
    return useful, order


@seeds(20)
def test_layers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    constraints, order = random_bounds(chance)
    pieces = {x: chance.choice([1, 1, 2, 5]) for x in chance.sample(order, min(12, len(order)))}
    program, by_pieces = (
        compile_program(constraints, order),
        compile_program(constraints, order, pieces),
    )
    sizes, bits = truth(constraints, order, pieces), past_bits(constraints, order)
    found, widths = told(by_pieces)
    assert all(width <= 2**most * 1.001 for width, most in zip(widths, bits, strict=True))
    assert +Counter(dict(enumerate(found))) == +sizes
    assert told(program) == ([sizes.total()], widths)
    in_python = [*plain.run_program(by_pieces, by_size=True)]
    assert summed(in_python) == +sizes
    assert [piece.visited for piece in in_python if piece.words] == widths
    for one in (program, by_pieces):
        assert value_of(forecast_states(one, bits))[:2] == (max(1, *widths), 1 + sum(widths))
    # In small slices, and in a table that grows from two states on, a few rows at a time.
    monkeypatch.setattr(run, "SLICE", 1)
    monkeypatch.setattr(run, "START", 2)
    monkeypatch.setattr(arrays, "BLOCK", 1 + seed % 20)
    assert told(by_pieces) == (found, widths)
    # In as much memory as the widest layer takes, and in less.
    if max(widths) > 1 and len(order) < 40:  # numbers of one limb
        each = state_bytes(program.words, 1)
        list(count_layers(program, max(widths) * each))
        with pytest.raises(TooWide) as stopped:
            list(count_layers(program, max(widths) * each - 1))
        assert stopped.value.args == (widths.index(max(widths)), max(widths) - 1)


@pytest.mark.parametrize(("board", "piece"), [("3x4", "N"), ("4x4", "Q"), ("torus:3x4", "K")])
def test_states_of_men_who_do_not_attack_could_not_be_fewer(board: str, piece: str) -> None:
    """States of different extensions alone: as many as there are sets of extensions, in each layer."""
    model = Placement(board, {piece: "any"})
    (_, order, _), program = FrontierEngine().planner.task(model).first
    lines = [
        {*map(abs, constraint.literals)}
        for part in lower(model).parts
        for constraint in part.constraints  # at most one
    ]
    every = [
        values
        for values in product((0, 1), repeat=len(order))
        if all(sum(values[order.index(x)] for x in line) < 2 for line in lines)
    ]
    for place, width in enumerate(told(program)[1], start=1):
        extensions = defaultdict(set)
        for values in every:
            extensions[values[:place]].add(values[place:])
        assert width == len({frozenset(some) for some in extensions.values()})


def test_a_state_of_several_words() -> None:
    # Each constraint asks something else of the first seven, and of one that comes later.
    first = range(1, 8)
    some = [[y for y in first if (number + 8) >> (y - 1) & 1] for number in range(1, 71)]
    constraints = [Sum(len(ys), len(ys), (*ys, x)) for x, ys in enumerate(some, start=8) if ys]
    program = compile_program(constraints, list(range(1, 78)))
    assert program.words >= 3
    # Of these ones and x all but one: x is bound to whether all the others are there.
    wanted = 0
    for values in product((0, 1), repeat=7):
        wanted += all(sum(values[y - 1] for y in ys) >= len(ys) - 1 for ys in some)
    assert told(program)[0] == [wanted]
    assert wanted > 1


@pytest.mark.parametrize("n", [5, 12])
def test_tables_that_grow(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Variables that are remembered one by one: 4,096 states, whose sizes are binomials.
    if n == 5:
        monkeypatch.setattr(run, "START", 4)
        monkeypatch.setattr(arrays, "BLOCK", 4)
    pairs = [Sum(1, 1, (x, 2 * n + 1 - x)) for x in range(1, n + 1)]
    pieces = dict.fromkeys(range(1, n + 1), 1)
    sizes, states = told(compile_program(pairs, range(1, 2 * n + 1), pieces))
    assert states == [2**x for x in (*range(1, n + 1), *range(n - 1, -1, -1))]
    assert sizes == [comb(n, k) for k in range(n + 1)]


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_carrying(limbs: int) -> None:
    """Two states that become one: the sums of their numbers, moved on by a number."""
    chance = random.Random(limbs)
    ends = [0, 1, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]
    program = compile_program([Sum(0, 1, (1, 2))], [2, 1])
    step = program.steps(1)[0]
    nothing = step.arguments["change"]._replace(masks=np.zeros((3, 1), np.uint64))
    for _ in range(200):
        numbers = [[row, *(chance.choice(ends) for _ in range(limbs))] for row in range(2)]
        numbers = [row + [7] * limbs for row in numbers]
        one, other = (to_int(row[1 : limbs + 1]) for row in numbers)
        for shift in (0, limbs):
            layer = run.begin(2, 1 + 2 * limbs)
            done = step.kernel(
                old=np.array(numbers, np.uint64), begin=0, layer=layer,
                how=record("Adding")(sizes=1, limbs=limbs, shift=shift, most=9),
                number=0, notes=no_notes(), **{**step.arguments, "change": nothing},
            )  # fmt: skip
            assert (done.begin, done.number) == (2, 1)
            found = layer.rows[0, 1:].reshape(2, limbs)
            sums = [(one + other) % 2 ** (64 * limbs), 0]
            assert [*map(to_int, found)] == (sums[::-1] if shift else sums)


def test_numbers_have_room_before_they_grow() -> None:
    """States whose numbers are near the end of their limbs, and all become one."""
    program, by_pieces = (
        compile_program([Sum(0, 1, (1, 2))], [2, 1], pieces) for pieces in ({}, {1: 1})
    )
    for top in (2**60, 2**61, 2**62, 2**63, 2**64 - 1):
        states = LayerStates(1, np.array([[0, top], [1, top]], np.uint64), 1)
        last: Any = list(count_layers(program, 10**6, states))[-1]
        assert last.numbers == ((0, 3 * top),)
        wide = states.wider(1, 3, 2)
        assert wide.rows.tolist() == [[0, top, 0, 0, 0, 0, 0], [1, top, 0, 0, 0, 0, 0]]
        last = list(count_layers(by_pieces, 10**6, wide))[-1]
        assert last.numbers == ((0, 2 * top), (1, top), (2, 0))


@pytest.mark.parametrize("seed", range(12))
def test_layers_that_are_kept_are_walked_to_every_solution_by_its_number(seed: int) -> None:
    chance = random.Random(seed)
    constraints, order = random_bounds(chance)
    program = compile_program(constraints, order)
    layers = link_layers(replace(program, named=frozenset(order)), "frontier", 10**8)
    total = told(program)[0][0]
    assert layers.total == total
    for number in {0, total - 1, *(chance.randrange(total) for _ in range(9))} if total else ():
        true = layers.at(number)
        assert layers.before(true) == number
        signed = {x if x in true else -x for x in order}
        assert all(c.low <= sum(x in signed for x in c.literals) <= c.most for c in constraints)
    if len(order) > 1 and total:
        with pytest.raises(UnsupportedByEngine, match="do not fit"):
            link_layers(program, "frontier", 4)
