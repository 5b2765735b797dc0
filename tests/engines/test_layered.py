"""What all share who count layer by layer: the table against a dictionary, the buckets, the clock."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.day_subset import seeds
from support.kernel_twins import Ways, graph_from

from nqsat import Placement, Tour
from nqsat.engines import Deadline, FrontierEngine, MatesEngine, OutOfTime
from nqsat.engines.compiled.arrays import to_int
from nqsat.engines.layered import table_kernel as tables
from nqsat.engines.layered.plan import BUCKETS, LayeredPlan
from nqsat.engines.layered.run import (
    LayeredProgram,
    LayerStates,
    advance_layer,
    at_once,
    initial_states,
    run_layers,
)
from nqsat.engines.mates.forward import MatesProgram
from nqsat.engines.mates.graph import edge_of
from nqsat.engines.plans.plan import Part, Plan
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.modelling import Model
from nqsat.rules import Domination

# -- the table -------------------------------------------------------------------------------


@seeds(20)
def test_states_are_merged(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few keys that come again and again, in a table that grows; numbers move on by ``more`` men.

    Where they are ranked, each has a value behind it, and only the greatest counts.
    """
    chance = random.Random(seed)
    monkeypatch.setattr(tables, "_START", 2)  # where kernels are interpreted
    words, sizes, limbs = chance.randint(1, 3), chance.randint(0, 3), chance.randint(1, 3)
    more, ranked = chance.randint(0, 1), seed % 2
    begin = words + ranked
    old = np.zeros((9, begin + sizes * limbs), np.uint64)
    for row in old:
        row[begin:] = [chance.choice([0, 1, 2**63, 2**64 - 1]) for _ in row[begin:]]
    rows, table = tables.begin(1, begin + (sizes + more) * limbs)
    number, following = 0, np.full(99, -1, np.int32)
    known: dict[tuple[int, ...], list[int]] = {}
    values: dict[tuple[int, ...], int] = {}
    for _ in range(6):
        some = chance.randint(0, 16)
        keys = [tuple(chance.choice([0, 5, 2**64 - 1]) for _ in range(words)) for _ in range(some)]
        source = np.array([chance.randrange(9) for _ in keys] + [0], np.int64)
        spots = np.array([*chance.sample(range(99), some), 0], np.int64)
        worth = [chance.randint(0, 3) * ranked for _ in keys]
        given = [(*key, value)[:begin] for key, value in zip(keys, worth, strict=True)]
        rows, table = tables.with_room(rows, table, number, some, words)
        number = tables.merge(
            np.array([*given, (0,) * begin], np.uint64), words, some, source, old, sizes, limbs,
            more * limbs, rows, table, number, 1000, spots, following, ranked,
        )  # fmt: skip
        for key, value, of, spot in zip(keys, worth, source, spots, strict=False):
            if value < values.get(key, 0):
                continue
            if value > values.get(key, 0):
                known[key] = [0] * (sizes + more)  # its place among the others is as before
            values[key] = value
            sums = known.setdefault(key, [0] * (sizes + more))
            for size, own in enumerate(old[of, begin:].reshape(sizes, limbs)):
                sums[size + more] = (sums[size + more] + to_int(own)) % 2 ** (64 * limbs)
            assert list(known)[following[spot]] == key
    found = {
        tuple(row[:words].tolist()): [to_int(x) for x in row[begin:].reshape(-1, limbs)]
        for row in rows[:number]
    }
    assert found == known
    assert not ranked or [*values.values()] == rows[:number, words].tolist()
    assert list(found) == list(known)  # in the order in which they came
    if number:
        empty, places = tables.begin(number, rows.shape[1])
        nobody = np.empty(0, np.int32)
        left = tables.merge(
            rows[:number], words, number, spots, rows, 0, limbs, 0, empty, places, 0, number - 1,
            spots, nobody, ranked,
        )  # fmt: skip
        assert left == -1


# -- the buckets -----------------------------------------------------------------------------


MODELS: list[Model] = [
    Placement("3x4", {"Q": "any"}),
    Placement("torus:3x4", {"K": "any"}),
    Placement("3x3", {"Q": "any", "N": "..2"}),
    Placement("3x4", {"Q": "any"}, [Domination()]),
    Placement("3x3", {"K": "any"}, [Domination("total")]),
    Tour("3x5", "K"),
    Tour("4x5", "N", closed=False),
    Tour("torus:4x4", "W"),
    Tour("6x6", "N", fixed_by="rot180"),
]


def layered(plan: Plan) -> Iterator[LayeredPlan]:
    """The plans that go layer by layer, of those that a sum is of."""
    if isinstance(plan, LayeredPlan):
        yield plan
    for _, _, own in plan.plans if isinstance(plan, WeightedPlan) else ():
        yield from layered(own)


def disjoint(program: LayeredProgram) -> int:
    """See that states of different marks never lead to the same one, for every scope; the most marks."""
    states, most = initial_states(program), 0
    for place in range(len(program.order)):
        end, followers = program.scope(place), defaultdict[bytes, set[bytes]](set)
        assert end > place
        for row, mark in zip(states.rows, program.marks(place, states.rows), strict=True):
            one = LayerStates(place, row[None], 1)
            last = at_once(run_layers(program, one, 10**9, end)).rows[:, : program.words]
            followers[mark.tobytes()].update(key.tobytes() for key in last)
        every = [*followers.values()]
        assert sum(map(len, every)) == len(set[bytes]().union(*every))
        most = max(most, len(every))
        states = at_once(advance_layer(program, states, 10**9))
    return most


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_states_of_different_buckets_never_meet(model: Model) -> None:
    """The law that ``checkpoints`` rests on."""
    engine = MatesEngine("forward") if isinstance(model, Tour) else FrontierEngine(compiled=True)
    plans = [*layered(engine.plan(model))]
    assert max(disjoint(plan.compile()) for plan in plans) > 1


@pytest.mark.parametrize("seed", range(6))
def test_nor_do_states_that_are_folded(seed: int) -> None:
    # Nodes in pairs, or fours, that change places: after each of these, states are folded.
    chance = random.Random(seed)
    size = chance.choice([10, 12])
    one = tuple((a + size // 2) % size for a in range(size))
    other = tuple((-a) % size for a in range(size))
    group = [tuple(range(size)), one, other, tuple(one[x] for x in other)][: chance.choice([2, 4])]
    edges = {edge_of(a, (a + 1) % size) for a in range(size)}
    for _ in range(4):
        a, b = chance.sample(range(size), 2)
        edges |= {edge_of(by[a], by[b]) for by in group}
    orbits = dict.fromkeys(tuple(dict.fromkeys(by[a] for by in group)) for a in range(size))
    order = [*dict.fromkeys(x for orbit in orbits for x in orbit)]
    program = MatesProgram(graph_from(size, edges, group[1:]), order)
    assert any(layer.folding for layer in program.layers)
    assert disjoint(program) > 1


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_buckets_end_where_their_layers_do(model: Model) -> None:
    """What a part says that it has kept is looked at: all parts of a stage come to the same layer."""
    engine = MatesEngine("forward") if isinstance(model, Tour) else FrontierEngine(compiled=True)
    for plan in layered(engine.plan(model)):
        program = plan.compile()
        for begin in range(plan.layers):
            some, alone = (Part(f"{begin}.0.{after}", (0, after)) for after in (7, BUCKETS))
            ends = range(-1, plan.layers + 2)
            assert [end for end in ends if plan.accepts(some, [end, 5, 1])] == [
                program.scope(begin)
            ]
            assert [end for end in ends if plan.accepts(alone, [end, 5, 1])] == [
                *range(begin + 1, plan.layers + 1)
            ]


# -- the clock -------------------------------------------------------------------------------


class Looks(Deadline):
    """A clock that runs out when it has been looked at so often."""

    def __init__(self, most: float) -> None:
        super().__init__()
        self.most, self.number = most, 0

    def check(self) -> None:
        self.number += 1
        if self.number > self.most:
            raise OutOfTime


@pytest.mark.parametrize(
    ("engine", "model"),
    [(FrontierEngine(), Placement("4x4", {"Q": "any"})), (MatesEngine(), Tour("4x5", "K"))],
)
def test_layers_are_kept_until_the_clock_runs_out(
    engine: FrontierEngine | MatesEngine, model: Any
) -> None:
    endless = Looks(math.inf)
    linked = engine.linked(model, endless)
    assert linked.total == engine.linked(model).total > 0
    # Before each layer, and again on the way back.
    assert endless.number >= 2 * len(linked.turns)
    for most in (0, 1, len(linked.turns), endless.number - 1):
        with pytest.raises(OutOfTime):
            engine.linked(model, Looks(most))
