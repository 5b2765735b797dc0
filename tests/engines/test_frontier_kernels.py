"""The kernels of ``frontier`` against plain sums over assignments, in states of several words."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from faults.planting import interpreted

from nqsat import Placement
from nqsat.engines.bounds import Bounds
from nqsat.engines.frontier import FrontierEngine, kernel, run
from nqsat.engines.frontier.kernel import to_int
from nqsat.engines.frontier.program import WORD, Program, _free_slot, compile_program, state_bytes
from nqsat.engines.frontier.run import TooWide, by_size, foretold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from naive import Ways

State = frozenset[tuple[Bounds, int]]


def counted(program: Program, men: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The numbers by size, and how many states each layer has."""
    slices = list(by_size(program, men, 10**9))
    found = [number for piece in slices for number in piece.numbers]
    assert [men for men, _ in found] == list(range(len(found)))
    layers = [piece for piece in slices if piece.words]
    states = [int(piece.words.split()[-2].replace(",", "")) for piece in layers]
    assert states == [piece.visited for piece in layers]
    return [int(number) for _, number in found], states


def layer_by_layer(
    constraints: Sequence[Bounds], order: Sequence[int], men: Mapping[int, int]
) -> tuple[list[int], list[int], list[int]]:
    """The same, and the bits of a state, with a state for each set of numbers that matter."""
    states: dict[State, dict[int, int]] = {frozenset(): {0: 1}}
    past: dict[Bounds, tuple[int, ...]] = dict.fromkeys(constraints, ())
    widths, bits = [], []
    for x in order:
        past = {b: (*past[b], *(y for y in b.literals if abs(y) == x)) for b in constraints}
        left = {b: len(b.literals) - len(past[b]) for b in constraints}
        new: dict[State, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for state, numbers in states.items():
            for literal in (x, -x):
                counts = dict(state)
                for b in constraints:
                    if literal in b.literals:
                        counts[b] = counts.get(b, 0) + b.literals.count(literal)
                if any(
                    (counts.get(b, 0) > b.high and b.high < len(b.literals))
                    or counts.get(b, 0) + left[b] < b.low
                    for b in constraints
                    if {x, -x} & {*b.literals}
                ):
                    continue
                key = frozenset((b, min(n, b.cap)) for b, n in counts.items() if left[b] and b.cap)
                for size, number in numbers.items():
                    new[key][size + men.get(literal, 0)] += number
        states = new
        widths.append(len(states))
        open_ = {
            (tuple(sorted(past[b])), b.cap) for b in constraints if past[b] and left[b] and b.cap
        }
        bits.append(sum(cap.bit_length() for _, cap in open_))
    last: dict[int, int] = states.get(frozenset(), {})
    sizes = [last.get(size, 0) for size in range(sum(men.values()) + 1)]
    return sizes, widths, bits


def random_bounds(chance: random.Random) -> tuple[list[Bounds], list[int]]:
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
        constraints.append(Bounds(low, high, literals))
    free = chance.choice([0, 70])  # variables of no constraint: large numbers
    last = few + many + 1 + free
    order = [*range(1, few + 1), *chance.sample(range(few + 1, last + 1), last - few)]
    useful = [b for b in dict.fromkeys(constraints) if b.low or b.high < len(b.literals)]
    return useful, order


@pytest.mark.parametrize("seed", range(20))
def test_layers(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    constraints, order = random_bounds(chance)
    men = {x: chance.choice([1, 1, 2, 5]) for x in chance.sample(order, min(12, len(order)))}
    program = compile_program(constraints, order)
    sizes, widths, bits = layer_by_layer(constraints, order, men)
    assert program.bits == tuple(bits)
    found, states = counted(program, men)
    assert found + [0] * (len(sizes) - len(found)) == sizes
    assert states == widths
    assert counted(program, {}) == ([sum(sizes)], widths)
    assert foretold(program) == (max(1, *widths), 1 + sum(widths))
    # In small slices, and with no room but for as many states as there are.
    monkeypatch.setattr(run, "SLICE", 1)
    keys, numbers = np.zeros((3000, 2), np.uint64), np.zeros((3000, 3, 1), np.uint64)
    assert [one.shape for one in kernel.begin(keys, numbers)] == [(4096, 2), (4096, 3, 1), (8192,)]
    assert counted(program, men) == (found, widths)
    # In as much memory as the widest layer takes, and in less.
    each = state_bytes(program.words, 1)
    list(by_size(program, {}, 9 * max(widths) * each))
    if max(widths) > 1 and len(order) < 40:  # numbers of one limb
        list(by_size(program, {}, max(widths) * each))
        with pytest.raises(TooWide) as stopped:
            list(by_size(program, {}, max(widths) * each - 1))
        assert stopped.value.args == (widths.index(max(widths)), max(widths) - 1)


@pytest.mark.parametrize(
    ("board", "piece", "few", "factor"),
    [("5x5", "Q", 20, 1.3), ("5x5", "K", 10, 1.7), ("5x5", "N", 20, 2.3), ("4x4", "R", 8, 2.4)],
)
def test_layers_that_were_not_run(
    board: str, piece: str, few: int, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, program = FrontierEngine()._compiled(Placement(board, {piece: "any"}))
    monkeypatch.setattr(run, "RECENT", 4)
    monkeypatch.setattr(run, "ALONE", few)
    monkeypatch.setattr(run, "SAMPLE", few * program.words)
    with interpreted():
        told = foretold(program)
        monkeypatch.setattr(run, "SAMPLE", 10**9)
        truth = foretold(program)
    assert told != truth
    assert truth.every / factor < told.every < factor * truth.every
    assert truth.widest / factor < told.widest < factor * truth.widest
    assert state_bytes(program.words, 6) == 16 * program.words + 128


@pytest.mark.parametrize("seed", range(20))
def test_a_free_place(seed: int) -> None:
    chance = random.Random(seed)
    taken = [chance.choice([2**64 - 1, 2**63 - 1, chance.getrandbits(64)]) for _ in range(3)]
    size = chance.randint(1, 7)
    places = [
        (word, shift, 2**size - 1)
        for word, used in enumerate([*taken, 0])
        for shift in range(65 - size)
        if not any(used >> (shift + bit) & 1 for bit in range(size))
    ]
    assert _free_slot(taken, size) == places[0]


def test_a_state_of_several_words(kernels: Ways) -> None:
    # Three bits of each constraint on the first seven, which end one after the other.
    first = range(1, 8)
    some = [[y for y in first if (number + 8) >> (y - 1) & 1] for number in range(1, 71)]
    constraints = [Bounds(len(ys), len(ys), (*ys, x)) for x, ys in enumerate(some, start=8) if ys]
    order = list(range(1, 78))
    program = compile_program(constraints, order)
    assert program.words == -(-max(program.bits) // WORD) >= 3
    # Of these ones and x all but one: x is bound to whether all the others are there.
    wanted = 0
    for values in product((0, 1), repeat=7):
        wanted += all(sum(values[y - 1] for y in ys) >= len(ys) - 1 for ys in some)
    assert counted(program, {})[0] == [wanted]
    assert wanted > 1


def test_tables_that_grow(kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    # Variables that are remembered one by one: 4,096 states, whose sizes are binomials.
    n = 12
    if kernels == "interpreted":
        n = 5
        monkeypatch.setattr(kernel, "_START", 4)
    program = compile_program(
        [Bounds(1, 1, (x, 2 * n + 1 - x)) for x in range(1, n + 1)], list(range(1, 2 * n + 1))
    )
    sizes, states = counted(program, dict.fromkeys(range(1, n + 1), 1))
    assert states == [2**x for x in (*range(1, n + 1), *range(n - 1, -1, -1))]
    assert sizes == [comb(n, men) for men in range(n + 1)]


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_carrying(limbs: int, kernels: Ways) -> None:
    chance = random.Random(limbs)
    ends = [0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1]
    for _ in range(40):
        some = chance.choice([ends, ends[:3]])
        numbers = [
            [[chance.choice(some) for _ in range(limbs)] for _ in range(2)] for _ in range(3)
        ]
        counts = np.array(numbers, np.uint64)
        before = [to_int(row) for rows in counts for row in rows]
        full = kernel.carry(counts)
        carried: list[list[int]] = counts.reshape(-1, limbs).tolist()
        assert [to_int(np.array(row, np.uint64)) for row in carried] == before
        assert all(limb < 2**32 for row in carried for limb in row[:-1])
        assert full == any(row[-1] >= 2**31 for row in carried)


def test_where_a_state_stands(kernels: Ways) -> None:
    chance = random.Random(1)
    for words in (1, 2, 3):
        states = [
            [chance.randrange(4) << chance.randrange(60) for _ in range(words)] for _ in range(60)
        ]
        states = [list(state) for state in dict.fromkeys(map(tuple, states))]
        keys: Any = np.zeros((64, words), np.uint64)
        table = np.full(64, -1, np.int64)
        for number, state in enumerate(states):
            key = np.array(state, np.uint64)
            place = kernel._place(key, keys, table)
            assert table[place] < 0
            keys[number] = key
            table[place] = number
        found = [table[kernel._place(key, keys, table)] for key in keys[: len(states)]]
        assert found == list(range(len(states)))
        # Some of them in a table twice as large; all sizes are powers of two.
        full = keys[:16].copy()
        counts = np.arange(16 * 6, dtype=np.uint64).reshape(-1, 2, 3)
        more, numbers, larger = kernel._doubled(full, counts)
        assert (len(more), len(numbers), len(larger)) == (
            2 * len(full),
            2 * len(full),
            4 * len(full),
        )
        assert (numbers[: len(full)] == counts).all()
        assert not numbers[len(full) :].any()
        assert [larger[kernel._place(key, more, larger)] for key in full] == list(range(len(full)))
        assert (larger >= 0).sum() == len(full)
