"""``bitboard`` where two men together exclude others: lines and differences, against brute force."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counts import summed
from support.oracle.brute_force import brute_force

from nqsat import Placement, count, solutions
from nqsat.compiling import lower
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard import BitboardPlan
from nqsat.engines.bitboard.pair_search import PairSearch
from nqsat.engines.bitboard.reading import Task, read
from nqsat.engines.plans.plan import carried_out
from nqsat.errors import UnsupportedByEngine
from nqsat.rules import DistinctDifferences, NonAttacking, NoThreeInLine, Permutation, Regions, Rule

BOARDS = ("3x3", "3x4", "2x5", "1x7", "4x3", "2x2x2", "hex:2")


@st.composite
def models(draw: st.DrawFn) -> Placement:
    """Small ones of these rules, with others."""
    board = draw(st.sampled_from(BOARDS))
    rules: list[Rule] = draw(
        st.lists(
            st.sampled_from([NoThreeInLine(), DistinctDifferences(), NonAttacking()]),
            min_size=1, max_size=3, unique_by=type,
        )
    )  # fmt: skip
    if board == "3x4":
        rules.append(Regions(("AABB", "AACB", "..CC"), draw(st.sampled_from(["..1", "1", "1.."]))))
    elif (
        board == "2x5"
    ):  # two sets that share squares: the levels of a search can be one of them only
        most = st.sampled_from(["..1", "..2", "..3"])
        rules += [Regions(("AAAAB", "AABBB"), draw(most)), Regions(("AABBB", "AAABB"), draw(most))]
    elif "hex" not in board and draw(st.booleans()):
        rules.append(Permutation(draw(st.sampled_from(["..1", "1", "..2"]))))
    number = draw(st.sampled_from(["any", "2", "3", "..3", "2..4"]))
    pieces: dict[str, int | str] = {"K": number}
    presets = ["-@a1"] if draw(st.booleans()) else []
    if board in ("3x3", "hex:2") and draw(st.booleans()):
        pieces["N"] = "..2"
    return Placement(board, pieces, rules=rules, presets=presets)


def task_of(model: Placement) -> Task | None:
    """What is searched; None where this engine does not take it."""
    try:
        return read(lower(model))
    except ValueError:
        return None


@given(models())
def test_pairs_are_counted_and_listed_as_brute_force_does(model: Placement) -> None:
    task = task_of(model)
    if task is None or task.hopeless or not task.pairs:
        return
    wanted = brute_force(model)
    sizes: dict[int, int] = {}
    for one in wanted:
        sizes[len(one)] = sizes.get(len(one), 0) + 1
    search = PairSearch(task)
    found: dict[int, int] = {}
    for progress in search.counted(by_size=True):
        for size, number in progress.numbers:
            found[size] = found.get(size, 0) + int(number)
    assert {size: number for size, number in found.items() if number} == sizes
    reader = lower(model).reader
    listed = [
        reader.decode(item + 1 for item in line if item >= 0)
        for lines in search.lines()
        for line in lines.tolist()
    ]
    assert len(listed) == len({*listed})
    assert {*listed} == {*wanted}


@given(models())
def test_the_engine_gives_the_same_whichever_search_it_takes(model: Placement) -> None:
    task = task_of(model)
    if task is not None:
        wanted = len(brute_force(model))
        assert count(model, engine="bitboard").value == wanted
        assert sum(1 for _ in solutions(model, engine="bitboard")) == wanted


@pytest.mark.parametrize(("n", "number"), [(5, 40), (7, 200), (8, 444)])
def test_costas_arrays(n: int, number: int) -> None:
    plan = BitboardEngine().plan(_costas(n))
    assert "by pairs of men" in plan.estimate.words
    assert count(_costas(n), engine="bitboard").value == number


def _costas(n: int) -> Placement:
    return Placement(f"{n}x{n}", {"K": n}, rules=[DistinctDifferences(), Permutation()])


@pytest.mark.parametrize(("n", "number"), [(4, 11), (5, 32), (6, 50), (7, 132)])
def test_no_three_in_line(n: int, number: int) -> None:
    model = Placement(f"{n}x{n}", {"K": 2 * n}, rules=[NoThreeInLine()])
    assert count(model, engine="bitboard").value == number
    assert count(model, engine="bitboard", workers=2).value == number


def test_gates_that_are_no_pairs_are_refused() -> None:
    two_kinds = Placement("3x3", {"K": 2, "N": 1}, rules=[DistinctDifferences()])
    with pytest.raises(ValueError, match="needs auxiliary variables"):
        read(lower(two_kinds))


def test_numbers_that_pairs_do_not_say_are_refused_beside_gates() -> None:
    # Counted as 2041: the numbers of the second map were dropped, since they are no level of the search.
    maps = ("AAAAA", "AABBB", "BBBBB"), ("AABBB", "AABBB", "AABBB")
    model = Placement(
        "3x5", {"W": "any"}, rules=[DistinctDifferences(), *(Regions(one, "..3") for one in maps)]
    )
    with pytest.raises(UnsupportedByEngine, match="auxiliary variables"):
        BitboardEngine().plan(model)
    assert count(model).value == 1832 == len(brute_force(model))


def test_a_plan_for_another_process_is_small_and_counts_the_same() -> None:
    model = Placement("4x4", {"K": 4}, rules=[DistinctDifferences(), Permutation()])
    plan = BitboardEngine().plan(model)
    assert isinstance(plan, BitboardPlan)
    sent = pickle.loads(pickle.dumps(plan))
    assert plan.task is not None
    assert sent.task is None
    assert sent == plan
    assert summed(carried_out(sent)).total() == len(brute_force(model)) == 12
