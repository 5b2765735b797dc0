"""The kernels of ``mates`` against mates in dictionaries and pairings in lists, of any size and number."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, combinations, pairwise
from typing import Any

import numpy as np
import pytest
from support.day_subset import seeds
from support.fault_injection import interpreted
from support.kernel_twins import Ways, graph_from
from support.plan_runner import cycles

from nqsat.engines.compiled.arrays import to_int
from nqsat.engines.layered import run as running
from nqsat.engines.layered import table_kernel
from nqsat.engines.layered.run import LayerStates, TooWide, advance_layer, at_once, count_layers
from nqsat.engines.mates import forward_kernel as states
from nqsat.engines.mates import middle, middle_kernel, pairing_kernel, patterns
from nqsat.engines.mates.forward import MatesProgram, compile_layers
from nqsat.engines.mates.forward_kernel import INNER
from nqsat.engines.mates.graph import Graph, edge_of
from nqsat.engines.mates.halves import Cut, widths
from nqsat.engines.mates.strategy import MOST_SLOTS, preserving_symmetries

MEMORY = 10**9

#: For each node touched: itself (bare), the other end of its path, or None (both edges).
Mates = frozenset[tuple[int, int | None]]

NOTHING: Mates = frozenset()


# -- forward -------------------------------------------------------------------------------------


def joined(mates: dict[int, int | None], a: int, b: int) -> bool:
    """Add an edge between two nodes that are not inner; whether it closes a cycle."""
    one, other = mates[a], mates[b]
    assert one is not None
    assert other is not None
    mates[a] = mates[b] = None
    if one != b:
        mates[one], mates[other] = other, one
    return one == b


def alive(graph: Graph, node: int, mates: dict[int, int | None], left: set[int]) -> bool:
    """Whether each node beside this one has as many ways as it needs."""
    for one in graph.neighbours[node] & left:
        ways = sum(mates.get(other, other) is not None for other in graph.neighbours[one] & left)
        if mates[one] is not None and ways < 2 - (mates[one] != one):
            return False
    return True


def image(mates: Mates, one: Sequence[int]) -> Mates:
    return frozenset((one[a], None if b is None else one[b]) for a, b in mates)


def in_order(
    graph: Graph, order: Sequence[int], number: int
) -> Iterator[tuple[dict[Mates, int], int]]:
    """After each turn: the states, each with all its images, and the number of cycles closed."""
    left = set(range(graph.size))
    found: dict[Mates, int] = {NOTHING: number}
    closed = 0
    for turn, (node, maps) in enumerate(
        zip(order, preserving_symmetries(graph, order), strict=True)
    ):
        left.discard(node)
        new: dict[Mates, int] = defaultdict(int)
        required = {b for b in left if edge_of(node, b) in graph.required}
        rest = any(a in left and b in left for a, b in graph.required)
        word = partial(written, compile_layers(graph, order[: turn + 1]).slots)
        for state, ways in found.items():
            before = dict(state)
            before.setdefault(node, node)
            own = before[node]
            for other in graph.neighbours[node] & left:
                before.setdefault(other, other)
            wants = 0 if own is None else 1 if own != node else 2
            to_come = [x for x in graph.neighbours[node] & left if before[x] is not None]
            for chosen in combinations(sorted(to_come), wants):
                after = dict(before)
                closes = [joined(after, node, other) for other in chosen]
                del after[node]
                if not required <= {*chosen}:
                    continue
                if any(closes):
                    done = closes[-1] and not any(after.values()) and 0 not in after.values()
                    closed += ways if done and after.keys() == left and not rest else 0
                elif alive(graph, node, after, left):
                    key = frozenset(after.items())
                    # Any image of a state can be completed as often.
                    new[min((image(key, one) for one in maps), key=word)] += ways
        found = dict(new)
        yield found, closed


def written(slots: Mapping[int, int], mates: Mates) -> int:
    """A state as a number: five bits for each slot."""
    values = {a: INNER if b is None else 0 if a == b else slots[b] + 1 for a, b in mates}
    return sum(value << (5 * slots[a]) for a, value in values.items())


def run(graph: Graph, order: Sequence[int], number: int) -> tuple[dict[Mates, int], int, list[int]]:
    """The states at the end, the number of cycles, and how many states each layer has."""
    program = MatesProgram(graph, tuple(order))
    after = LayerStates(0, np.array([[0, 0, number]], np.uint64), 1)
    sizes = []
    for _ in order:
        after = at_once(advance_layer(program, after, MEMORY))
        sizes.append(len(after.rows))
    node = {slot: node for node, slot in program.compiled.slots.items()}
    found: dict[Mates, int] = {}
    for row in after.rows:
        mates = set()
        for slot in range(MOST_SLOTS):
            value = int(states.mate_at(row[0], row[1], slot))
            if slot not in node:
                assert value == 0
                continue
            far = {0: node[slot], INNER: None}
            mates.add((node[slot], far[value] if value in far else node[value - 1]))
        assert frozenset(mates) not in found
        found[frozenset(mates)] = to_int(row[2:])
    return found, after.total, sizes


def ring(size: int, chords: int, chance: random.Random) -> Graph:
    """A cycle through all nodes, and some edges more; every second node first, so that many are touched."""
    edges = {edge_of(a, (a + 1) % size) for a in range(size)}
    edges |= {edge_of(*chance.sample(range(size), 2)) for _ in range(chords)}
    return graph_from(size, edges, required=chance.sample(sorted(edges), chance.randint(0, 2)))


def compare(graph: Graph, order: Sequence[int], number: int = 1) -> tuple[dict[Mates, int], int]:
    """The states at the end and the number of cycles: the twin finds the same, by as many states."""
    wanted = list(in_order(graph, order, number))
    found, closed, sizes = run(graph, order, number)
    assert sizes == [len(after) for after, _ in wanted]
    assert (found, closed) == wanted[-1]
    return found, closed


@seeds(16)
def test_states_in_order(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    size = chance.choice([7, 12, 30, 44, 48])
    graph = ring(size, chance.randint(3, 12) if size < 20 else 5, chance)
    order = (
        [*range(0, size, 2), *range(1, size, 2)] if size >= 30 else chance.sample(range(size), size)
    )
    if size == 48:
        with pytest.raises(ValueError, match="more than 24"):
            compile_layers(graph, order)
        return
    number = chance.choice([1, 2**64 - 1, 2**63])
    # Small tables, which have to grow in small steps.
    if chance.random() < 0.7:
        monkeypatch.setattr(table_kernel, "_START", 1)  # where kernels are interpreted
        monkeypatch.setattr(states, "BLOCK", 1)
        monkeypatch.setattr(running, "SLICE", chance.choice([1, 2000]))
    compare(graph, order, number)
    compare(graph, order[: size // 2], number)


def words_of(values: Mapping[int, int]) -> tuple[Any, Any]:
    """The state with these values in these slots, where there were others before."""
    low = high = np.uint64(0)
    with interpreted():
        for mask in (21, 0):
            for slot, value in values.items():
                low, high = states._put(low, high, slot, value ^ mask)
            found = [states.mate_at(low, high, x) for x in range(MOST_SLOTS)]
            assert found == [values[x] ^ mask if x in values else 0 for x in range(MOST_SLOTS)]
    return low, high


def test_images_in_all_slots() -> None:
    chance = random.Random(6)
    for _ in range(50):
        ends = chance.sample(range(MOST_SLOTS), 2 * chance.randint(0, MOST_SLOTS // 2))
        values = {
            slot: mate + 1 if mate != slot else chance.choice([0, INNER])
            for slot, mate in enumerate(random_mates(ends, MOST_SLOTS, chance))
        }
        one = chance.sample(range(MOST_SLOTS), MOST_SLOTS)
        wanted = words_of(
            {one[x]: one[v - 1] + 1 if 0 < v < INNER else v for x, v in values.items()}
        )
        maps = np.array([one, *(chance.sample(one, MOST_SLOTS) for _ in range(3))])
        low, high = words_of(values)
        with interpreted():
            every = np.arange(MOST_SLOTS)
            images = [(low, high), *(states._image(low, high, each, every) for each in maps)]
            assert images[1] == wanted
            *got, by = states._least(low, high, maps, every)
        assert tuple(got) == min(images, key=lambda words: words[::-1]) == images[by + 1]


def test_the_widest_state(kernels: Ways) -> None:
    graph = graph_from(
        46, {(a, a + 1) for a in range(45)} | {(0, 45), (0, 5), (3, 6), (17, 40), (12, 33)}
    )
    order = [*range(0, 46, 2), *range(1, 46, 2)]
    assert max(widths(graph, order)) == MOST_SLOTS - 1  # the node whose turn it is has one too
    found, closed = compare(graph, order)
    assert closed > 0
    assert found == {}


@seeds(8)
def test_states_and_their_images(seed: int, kernels: Ways) -> None:
    # Nodes in pairs that change places; an order that takes them pair by pair, or not quite.
    chance = random.Random(seed)
    size = chance.choice([8, 10, 26])
    half = size // 2
    one = tuple((a + half) % size for a in range(size))
    edges = {edge_of(a, (a + 1) % size) for a in range(size)}
    for _ in range(6 if size < 20 else 3):
        a, b = chance.sample(range(size), 2)
        edges |= {edge_of(a, b), edge_of(one[a], one[b])}
    graph = graph_from(size, edges, [one])
    order = [x for a in (*range(0, half, 2), *range(1, half, 2)) for x in (a, one[a])]
    if chance.random() < 0.3:
        order[2:4] = order[3:1:-1]
    _, closed = compare(graph, order)
    assert run(graph_from(size, edges), order, 1)[1] == closed
    compare(graph, order[:half])


def test_tables_larger_than_they_may_be() -> None:
    graph = graph_from(14, {(a, b) for a in range(14) for b in range(a)})
    with pytest.raises(TooWide) as stopped:
        list(count_layers(MatesProgram(graph, tuple(range(14))), 80 * 1024))
    assert stopped.value.args[1] == 1024


# -- the middle ------------------------------------------------------------------------------------


def pairing_of(mates: Sequence[int]) -> Any:
    return np.uint64(sum(mate << (4 * place) for place, mate in enumerate(mates)))


def pattern_of(digits: Sequence[int], one: Sequence[int] | None = None) -> int:
    """The pattern of these degrees, each at its place or where a permutation takes it."""
    return sum(d * 3**i for i, d in zip(one or range(len(digits)), digits, strict=True))


def powers(size: int) -> Any:
    return np.array([3**i for i in range(size + 1)], np.int64)


def random_mates(ends: Sequence[int], size: int, chance: random.Random) -> list[int]:
    """These places in random pairs, the others by themselves."""
    mates = list(range(size))
    shuffled = chance.sample(list(ends), len(ends))
    for a, b in zip(shuffled[::2], shuffled[1::2], strict=True):
        mates[a], mates[b] = b, a
    return mates


def one_cycle(one: Sequence[int], other: Sequence[int], ends: Sequence[int]) -> bool:
    seen, here = 0, ends[0]
    while True:
        here = other[one[here]]
        seen += 2
        if here == ends[0]:
            return seen == len(ends)


SIZES = [2, 3, 8, 15, 16]


@pytest.mark.parametrize("size", SIZES)
def test_pairings_by_other_numbers(size: int) -> None:
    chance = random.Random(size)
    power = powers(size)
    with interpreted():
        for _ in range(20):
            ends = chance.sample(range(size), 2 * chance.randint(0, size // 2))
            mates = random_mates(ends, size, chance)
            one = chance.sample(range(size), size)
            moved = [one[mates[one.index(place)]] for place in range(size)]
            given = np.array(one, np.int64)
            assert middle_kernel._renumbered(pairing_of(mates), given) == pairing_of(moved)
            digits = [chance.randrange(3) for _ in range(size)]
            image = middle_kernel._renumbered_pattern(pattern_of(digits), given, power)
            assert image == pattern_of(digits, one)
            degree = np.zeros(size, np.int64)
            ones = middle_kernel._degrees(pattern_of(digits), degree)
            assert degree.tolist() == digits
            assert ones == sum(1 << place for place in range(size) if digits[place] == 1)
            assert pairing_kernel._ones(ones) == digits.count(1)


@pytest.mark.parametrize("size", SIZES)
def test_rows_sorted_by_pattern(size: int) -> None:
    """Rows of random states, in random slots, each with its images."""
    chance = random.Random(size)
    slots = chance.sample(range(MOST_SLOTS), size)
    place = np.zeros(MOST_SLOTS, np.int64)
    place[slots] = range(size)
    first, last = [1, 0, *range(2, size)], [*range(size - 2), size - 1, size - 2]
    maps = [list(range(size)), last, [last[x] for x in first], first]  # a group
    wanted: dict[int, list[tuple[int, int]]] = defaultdict(list)
    rows = []
    for number in range(1, 12):
        digits = [chance.choice([0, 1, 1, 2]) for _ in range(size)]
        if digits.count(1) % 2:
            digits[digits.index(1)] = 2
        mates = random_mates([i for i in range(size) if digits[i] == 1], size, chance)
        values = {
            slots[i]: (0, slots[mates[i]] + 1, INNER)[digit] for i, digit in enumerate(digits)
        }
        rows.append([*words_of(values), number])
        images = {
            (
                pattern_of(digits, one),
                int(pairing_of([one[mates[one.index(j)]] for j in range(size)])),
            )
            for one in maps
        }
        for pattern, pairing in images:
            wanted[pattern].append((pairing, number * (len(maps) // len(images))))
    table = np.array(rows, np.uint64)
    nodes = patterns.MiddleNodes(
        np.array(slots, np.int64), place, np.array(maps, np.int64), powers(size),
        np.zeros((len(maps), 2), np.uint64),
    )  # fmt: skip
    sizes, nothing = np.zeros(3**size + 2, np.int32), np.empty(0, np.uint64)
    patterns.sort_by_pattern(table, table[:, 2:], nodes, sizes, nothing, nothing[None])
    assert {p - 2: sizes[p] for p in np.flatnonzero(sizes)} == {
        p: len(x) for p, x in wanted.items()
    }
    following = np.cumsum(sizes, dtype=np.int32)
    pairings, counts = np.zeros((2, 1, following[-1]), np.uint64)
    patterns.sort_by_pattern(table, table[:, 2:], nodes, following, pairings[0], counts)
    found = list(zip(pairings[0].tolist(), counts[0].tolist(), strict=True))
    ends = [0, *accumulate(len(wanted[pattern]) for pattern in sorted(wanted))]
    for pattern, (begin, end) in zip(sorted(wanted), pairwise(ends), strict=True):
        assert following[pattern] == begin
        assert following[pattern + 1] == end
        assert sorted(found[begin:end]) == sorted(wanted[pattern])


@pytest.mark.parametrize("size", [4, 9, 16])
def test_an_edge_more(size: int) -> None:
    chance = random.Random(size)
    with interpreted():
        for mark in range(1, 30):
            ends = sorted(chance.sample(range(size), 2 * chance.randint(1, size // 2)))
            # The edge leads from an end or a bare place to another one.
            a, b = chance.sample(range(size), 2)
            every = [random_mates(ends, size, chance) for _ in range(chance.randint(1, 9))]
            degree = np.array([int(x in ends) for x in range(size)], np.int64)
            done = middle_kernel._inner(degree, a, b)
            assert done == sum(15 << (4 * x) for x in {a, b} & {*ends})
            wanted: Counter[int] = Counter()
            for number, mates in enumerate(every, start=1):
                if mates[a] == b:
                    continue
                after = list(mates)
                one, other = after[a], after[b]
                after[one], after[other] = other, one
                for x in {a, b} & {*ends}:
                    after[x] = x
                wanted[int(pairing_of(after))] += number
            into, into_counts = np.zeros(len(every), np.uint64), np.zeros(len(every), np.uint64)
            seen = np.zeros(8 * len(every) + 4, np.int64)
            seen[: len(every)] = (mark << 32) - 1  # the last of those with a lower mark
            rows = np.array([pairing_of(mates) for mates in every], np.uint64)
            numbers = np.arange(1, len(every) + 1).astype(np.uint64)
            fresh = middle_kernel._contract(
                rows, numbers, len(every), a, b, done, into, into_counts, seen, mark
            )
            assert (
                dict(zip(into[:fresh].tolist(), into_counts[:fresh].tolist(), strict=True))
                == wanted
            )
            assert fresh == len(wanted)


@pytest.mark.parametrize("half", range(1, 9))
def test_pairs_that_make_one_cycle(half: int) -> None:
    chance = random.Random(half)
    size = 16
    with interpreted():
        for _ in range(6):
            ends = sorted(chance.sample(range(size), 2 * half))
            ones = [random_mates(ends, size, chance) for _ in range(4)]
            others = [random_mates(ends, size, chance) for _ in range(12)]
            counts = [chance.randrange(2**46) for _ in ones]
            other_counts = [chance.randrange(2**40) for _ in others]
            factor = chance.choice([1, 2])
            wanted = sum(
                factor * counts[i] * other_counts[j]
                for i, one in enumerate(ones)
                for j, other in enumerate(others)
                if one_cycle(one, other, ends)
            )
            before = chance.choice([0, 2**64 - 1])
            total = np.array([before, 0], np.uint64)
            pairing_kernel.add_pairs(
                np.array([pairing_of(one) for one in ones], np.uint64),
                np.array(counts, np.uint64),
                np.uint64(sum(1 << end for end in ends)),
                np.array([pairing_of(other) for other in others], np.uint64),
                np.array(other_counts, np.uint64),
                np.uint64(factor),
                total,
            )
            assert to_int(total) == before + wanted


def test_products_of_two_words() -> None:
    chance = random.Random(3)
    ends = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1]
    with interpreted():
        for _ in range(200):
            a, b = (chance.choice([*ends, chance.randrange(2**64)]) for _ in range(2))
            before = chance.choice([0, 2**64 - 1, chance.randrange(2**127)])
            total = np.array([before % 2**64, before >> 64], np.uint64)
            pairing_kernel._add_product(total, np.uint64(a), np.uint64(b))
            assert to_int(total) == (before + a * b) % 2**128


@pytest.mark.parametrize("seed", range(10))
def test_where_patterns_are_cut(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(2, 6)
    swap = chance.sample(range(size), 2)
    flip = [swap[1 - swap.index(i)] if i in swap else i for i in range(size)]
    edges = [pair for pair in combinations(range(size), 2) if chance.random() < 0.5]
    states = [chance.choice([0, 0, 1, 5, 100]) for _ in range(3**size)]
    sizes = np.array([0, *accumulate(states), sum(states)], np.int32)
    loads = []
    for pattern, number in enumerate(states):
        digits = [pattern // 3**i % 3 for i in range(size)]
        free = sum(digits[a] < 2 and digits[b] < 2 for a, b in edges)
        counts = pattern_of(digits, flip) >= pattern
        loads.append(number * 2 ** (3 * free // 4) if counts else 0)
    most = chance.choice([1, 3, 20])
    between = np.array(edges, np.int64).reshape(len(edges), 2)
    found = patterns.equal_ranges(sizes, np.array(flip, np.int64), between, most)
    assert found == sorted({*found})
    assert len(found) <= most
    assert all(states[begin] for begin in found)
    share = sum(loads) // (most + 1) + 1
    for begin, end in pairwise([0, *found, 3**size]):
        # No piece is larger than its share but by its last pattern, which cannot be cut.
        assert sum(loads[begin:end]) < 2 * share + max(loads[begin:end])


def halves(chance: random.Random) -> tuple[Graph, Cut]:
    """Two halves that are mirror images, and a middle with edges of its own; turned round, or not."""
    near, between = chance.randint(2, 3), chance.randint(2, 5)
    size = 2 * near + between
    inside = list(range(near, near + between))
    turn = chance.choice([inside, inside[::-1], chance.sample(inside, between)])
    symmetries = [(*range(near + between, size), *turn, *range(near))]
    if chance.random() < 0.6:
        symmetries.append(tuple(x for part in parts(near, between) for x in part[::-1]))
    group = [tuple(range(size))]
    for one in group:
        products = [tuple(other[x] for x in one) for other in symmetries]
        group += [product for product in dict.fromkeys(products) if product not in group]
    edges = set()
    for a, b in combinations(range(size), 2):
        if (b < near + between or a >= near) and chance.random() < 0.3:
            edges |= {edge_of(one[a], one[b]) for one in group}
    graph = graph_from(size, edges, group[1:])
    own = sorted(edge for edge in edges if {*edge} <= {*inside})
    if own and chance.random() < 0.3:
        graph = graph_from(size, edges, required=[chance.choice(own)])
    before, _, after = parts(near, between)
    mirror = next((one for one in graph.maps if {one[x] for x in before} == {*after}), None)
    return graph, Cut(tuple(before), tuple(inside), tuple(after), mirror)


def parts(near: int, between: int) -> list[range]:
    """The nodes of one half, of the middle, and of the other half."""
    ends = [0, near, near + between, 2 * near + between]
    return [range(a, b) for a, b in pairwise(ends)]


@seeds(60)
def test_halves_joined(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    graph, cut = halves(chance)
    order = [*cut.before, *cut.middle, *cut.after]
    _, wanted, _ = run(replace(graph, maps=graph.maps[:1]), order, 1)
    monkeypatch.setattr(middle, "CHUNK", chance.choice([2, 200]))
    monkeypatch.setattr(middle, "PAIRS", chance.choice([1, 50, 10**6]))
    monkeypatch.setattr(middle, "LARGEST", chance.choice([0.0, 2.0**46]))
    monkeypatch.setattr(middle, "PATTERNS", chance.choice([1, 7, 10**6]))
    assert cycles(graph, cut=cut) == wanted
    if cut.mirror is not None:
        assert cycles(graph, cut=replace(cut, mirror=None)) == wanted
