"""Single steps against their definition, written down naively: what is settled in the end, and by what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nqsat import InvalidModel, Placement, Tour
from nqsat.compiling import Formula, lower
from nqsat.compiling.sums import sums_of
from nqsat.counting import formula_of_steps, formula_with_givens
from nqsat.engines import Deadline, OutOfTime
from nqsat.errors import Undecided
from nqsat.extensions.puzzles.grading import difficulty, steps
from nqsat.extensions.puzzles.making import puzzle
from nqsat.modelling import Sum
from nqsat.models import grid
from nqsat.rules import Permutation, Regions

Known = frozenset[int]  # the literals that are true


def forced(one: Sum, known: Known) -> Known | None:
    """What a requirement settles alone; None if it cannot be met."""
    true = sum(x in known for x in one.literals)
    free = [x for x in one.literals if x not in known and -x not in known]
    if true > one.most or true + len(free) < one.low:
        return None
    if true == one.most:
        return frozenset(-x for x in free)
    return frozenset(free) if true + len(free) == one.low else frozenset()


def once(bounds: list[Sum], known: Known, of: set[int]) -> Known | None:
    """What all requirements that have one of these variables settle, each alone."""
    found = known
    for one in bounds:
        if not of.isdisjoint(map(abs, one.literals)):
            more = forced(one, known)
            if more is None:
                return None
            found |= more
    return None if any(-x in found for x in found) else found


def closed(bounds: list[Sum], known: Known) -> Known | None:
    every = {abs(x) for one in bounds for x in one.literals}
    while (more := once(bounds, known, every)) is not None and more != known:
        known = more
    return more


def ahead(bounds: list[Sum], known: Known, new: int) -> Known | None:
    """All looks ahead are possible: what follows directly from the new literal breaks nothing."""
    found = once(bounds, known | {new}, {abs(new)})
    if found is None:
        return None
    return found if all(forced(one, found) is not None for one in bounds) else None


def settled(formula: Formula, test: Callable[[list[Sum], Known, int], Known | None]) -> Known:
    """What direct steps settle, and refutations by a test."""
    bounds = sums_of(formula.constraints)
    known = closed(bounds, frozenset())
    assert known is not None
    again = True
    while again:
        again = False
        for x in formula.projection:
            if x in known or -x in known:
                continue
            if test(bounds, known, x) is None:
                known = closed(bounds, known | {-x})
                assert known is not None
                again = True
    return known


def naive(formula: Formula) -> tuple[str, int]:
    number = len(formula.projection)
    direct = closed(sums_of(formula.constraints), frozenset()) or frozenset()
    for grade, known in (
        ("direct", direct),
        ("look ahead", settled(formula, ahead)),
        ("chain", settled(formula, lambda bounds, known, new: closed(bounds, known | {new}))),
    ):
        left = number - sum(x in known or -x in known for x in formula.projection)
        if not left:
            return grade, 0
    return "trial", left


PUZZLES: list[tuple[Any, dict[str, Any]]] = [
    *(("queens", {"n": n, "seed": seed}) for n in (6, 8) for seed in (1, 2)),
    *(("queens-puzzle", {"regions": "6x6", "seed": seed}) for seed in (1, 2, 3)),
    (Tour("3x3", "K", closed=False), {"seed": 1}),
    (Tour("3x4", "N", closed=False), {"seed": 2}),
]


@pytest.mark.parametrize(("model", "asked"), PUZZLES, ids=repr)
def test_as_defined(model: Any, asked: dict[str, Any]) -> None:
    formula = formula_with_givens(puzzle(model, **asked).model)
    found = steps(formula)
    assert (found.grade, found.open) == naive(formula)


def test_one_square_is_left_in_a_rank() -> None:
    # Rooks on all other ranks and files: the last square of the last rank is seen at once.
    model = Placement("4x4", {"R": 4}, presets=["R@a1", "R@b3", "R@d4"])
    found = difficulty(model)
    assert found.steps.grade == "direct"
    assert (found.word, found.nodes, found.complete) == ("easy", 2, True)


def test_a_man_here_would_leave_a_rank_empty() -> None:
    # Of the first rank a1 and b1 are left. A queen on a2 or b2 attacks both, and that is seen from her
    # alone; no rank or line says anything before.
    found = steps(lower(Placement("4x4", {"Q": 4}, presets=["-@c1", "-@d1"])))
    assert found.grade == "look ahead"


@pytest.mark.parametrize(
    ("regions", "name"),
    [
        (("AABB", "CCBB", "CCBB", "CCDD"), "a region in one row"),  # A in the top row
        (("ACBB", "ACBB", "DCBB", "DCBB"), "a region in one column"),  # A in the left file
    ],
)
def test_looks_ahead_have_names(regions: tuple[str, ...], name: str) -> None:
    model = Placement("4x4", {"R": 4}, [Permutation(1), Regions(regions, 1)])
    assert name in steps(formula_with_givens(model)).looks


def test_the_hardest_step_is_named() -> None:
    assert steps(lower(Placement("1x1", {"Q": 1}))).technique == "one requirement at a time"
    assert steps(lower(Placement("4x4", {"Q": 4}))).technique == "trial and error"
    found = steps(lower(Placement("4x4", {"Q": 4}, presets=["-@c1", "-@d1"])))
    assert found.technique == found.looks[-1]
    assert found.looks
    tour = difficulty(puzzle(Tour("3x3", "K", closed=False), seed=1).model).steps
    assert set(tour.looks) <= {"looking one step ahead"}


def test_what_no_step_settles_stays_open() -> None:
    # Two solutions: every queen of either can stand, so no reason speaks against her.
    found = steps(lower(Placement("4x4", {"Q": 4})))
    assert (found.grade, found.open) == ("trial", 8)


def test_a_difficulty_that_none_has_ends_with_those_that_there_were() -> None:
    words = r"no puzzle of that difficulty; there were \d+ easy.*: ask for one of these"
    with pytest.raises(Undecided, match=words):
        puzzle("numbrix", "3x3", difficulty="very hard", seed=1)


@pytest.mark.parametrize("name", ["hitori", "yajilin", "zip-path", "numberlink"])
def test_what_is_never_easy_says_so_at_once(name: str) -> None:
    """No single requirement settles anything in a Hitori at first; of paths none says the order."""
    with pytest.raises(
        InvalidModel, match=f"no {name} that was tried was easy: .*; ask for medium"
    ):
        puzzle(name, "30x30", difficulty="easy", seed=1)
    assert puzzle(name, "5x5", difficulty="..medium", seed=1).difficulty.word == "medium"


@pytest.mark.parametrize("name", ["masyu", "hidato", "numbrix"])
def test_an_easy_one_may_have_more_clues_than_it_needs(name: str) -> None:
    assert puzzle(name, "6x6", difficulty="easy", seed=1).difficulty.word == "easy"


def test_rating_ends_at_the_time_limit() -> None:
    model = grid.hitori("235251/416635/241663/325353/356412/164114")
    with pytest.raises(OutOfTime):
        difficulty(model, Deadline(1e-9))
    with pytest.raises(OutOfTime):
        steps(formula_of_steps(model), Deadline(1e-9))


def test_clues_are_tried_until_the_time_limit() -> None:
    said: list[str] = []
    with pytest.raises(Undecided, match="no puzzle within"):
        puzzle("slitherlink", "50x50", time_limit=1, seed=1, watch=said.append)
    assert any("reading clues" in text for text in said)
