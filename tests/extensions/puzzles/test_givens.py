"""Puzzles of givens against brute force: one solution, and without any one given at least two."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice, repeat
from random import Random
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.error_asserts import raised
from support.oracle.brute_force import brute_force
from support.strategies import ruled_models

from nqsat import (
    Arrangement,
    Factor,
    InvalidModel,
    NqsatError,
    Path,
    Placement,
    Square,
    Tour,
    UnsupportedByEngine,
)
from nqsat.chess import find_symmetry
from nqsat.counting import Uniqueness, unique
from nqsat.engines import BacktrackEngine, Listing
from nqsat.errors import Disagreement, Undecided
from nqsat.extensions.puzzles.clues import Clue
from nqsat.extensions.puzzles.making import Puzzle, puzzle
from nqsat.extensions.puzzles.minimal import MinimalClues, SolutionSearch
from nqsat.extensions.puzzles.regions import open_regions
from nqsat.modelling import Model, Preset, Solution
from nqsat.rules import Domination, NonAttacking, Permutation, Regions


def says(solution: Solution, given: str) -> bool:
    """Whether a solution has what is given, read from its text alone."""
    board = solution.board
    if isinstance(solution, Path):
        name, _, number = given.partition("=")
        return solution.squares[int(number) - 1] == board.parse_square(name)
    assert isinstance(solution, Arrangement)
    kind, _, name = given.rpartition("@")
    content = {piece.square: piece.kind for piece in solution.pieces}
    return content.get(board.parse_square(name), "-") == kind


def groups(made: Puzzle, symmetric: str | None) -> list[list[str]]:
    """The givens, those together that the symmetry makes of one another; each group is whole."""
    board = made.model.board
    names = {one: one.rpartition("@")[2].partition("=")[0] for one in made.givens}
    places = {board.parse_square(name): one for one, name in names.items()}
    assert len(places) == len(made.givens)
    if symmetric is None:
        return [[one] for one in made.givens]
    symmetry, left, found = find_symmetry(board, symmetric), set(places), []
    while left:
        orbit, square = [], min(left)
        while square in left:
            left.remove(square)
            orbit.append(places[square])
            square = symmetry(square)
        assert places.get(square) == orbit[0], f"{made.givens} are not symmetric"
        found.append(orbit)
    return found


def check(made: Puzzle, every: Collection[Solution], symmetric: str | None, fixed: int = 0) -> None:
    """One solution; without a group of givens several, except for the groups that are always given."""

    def left(givens: Iterable[str]) -> list[Solution]:
        givens = list(givens)
        return [one for one in every if all(says(one, given) for given in givens)]

    assert left(made.givens) == [made.solution]
    needed = 0
    for group in groups(made, symmetric):
        needed += len(left(one for one in made.givens if one not in group)) > 1
    assert needed >= len(groups(made, symmetric)) - fixed
    assert made.model.holds(made.solution)
    if symmetric is not None and isinstance(made.solution, Arrangement):
        symmetry = find_symmetry(made.solution.board, symmetric)
        assert made.solution.image(symmetry) == made.solution


@given(
    ruled_models(),
    st.integers(0, 5),
    st.sampled_from([None, None, "rot180", "flip-rows"]),
    st.sampled_from([None, None, 1, 2, 3]),
)
@settings(max_examples=6)
def test_random_models(
    model: Placement, seed: int, symmetric: str | None, givens: int | None
) -> None:
    every = brute_force(model)
    assume(open_regions(model) is None and (len(every) > 1 or seed == 0))
    made = puzzle_or_error(model, seed=seed, symmetric=symmetric, givens=givens)
    if isinstance(made, Puzzle):
        assert givens in (None, len(made.givens))
        check(made, every, symmetric)
    elif isinstance(made, InvalidModel):
        expected = {0: "no solution", 1: "has only one solution"}.get(len(every), "symmetric")
        assert expected in str(made) or made.field == "symmetric"
    elif isinstance(made, Undecided):
        assert len(every) > 1
        assert givens is not None or "everything would have to be given" in str(made)
    else:
        assert isinstance(made, UnsupportedByEngine)


def every_of(model: Any) -> set[Solution]:
    return set(Listing[Any](model, BacktrackEngine()))


def puzzle_or_error(model: Placement, **asked: Any) -> Puzzle | NqsatError:
    try:
        return puzzle(model, **asked)
    except NqsatError as error:
        return error


TOURS = [
    Tour("3x3", "K", closed=False),
    Tour("3x3", "K", closed=False, start="a1"),
    Tour("3x3", "K", closed=False, unit="undirected"),
    Tour("3x4", "N", closed=False),
    Tour("3x3", "K", start="b2", through=["a1-b2"]),
    Tour("3x4", "K", closed=False, end="d3", numbers={"a1": 4}, avoiding=["a1-b2"]),
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_tours(tour: Tour) -> None:
    numbered = tour if tour.closed else tour.with_unit("directed")
    check(puzzle(tour, seed=1), every_of(numbered), None)


@pytest.mark.parametrize("symmetric", [None, "rot180", "flip-columns"])
def test_closed_tours_begin_somewhere(symmetric: str | None) -> None:
    made = puzzle(Tour("3x4", "K"), seed=3, symmetric=symmetric)
    assert isinstance(made.model, Tour)
    start = made.model.start
    assert start is not None
    assert f"{start.name(3)}=1" in made.givens
    bare = Tour("3x4", "K", start=start)
    check(made, every_of(bare), symmetric, fixed=1)


STARS = Placement("5x5", {"K": 5}, [Permutation(), Regions.parse("5x5"), NonAttacking()])

SIZES: list[tuple[Model, Sequence[int], str | None]] = [
    (Placement("8x8", {"Q": 8}), (2, 3), None),
    (Placement("8x8", {"Q": 8}), (2, 4), "rot180"),
    (Tour("3x3", "K", closed=False), (3, 4), None),
    (Tour("3x4", "K", closed=False), (4,), "rot180"),
]


def test_a_set_of_moves_is_refused_with_what_to_take_instead() -> None:
    with pytest.raises(InvalidModel, match=r"no puzzles; use a placement .* or a tour"):
        puzzle(Factor("4x4", "W", "1"), seed=1)
    shown: Any = Placement("4x4", {"Q": 4}).project("a1")  # a projection is not its model
    raised(InvalidModel, lambda: puzzle(shown, seed=1), "expected a Placement")


@pytest.mark.parametrize(("model", "sizes", "symmetric"), SIZES)
def test_exactly_so_many(model: Any, sizes: Sequence[int], symmetric: str | None) -> None:
    every = every_of(model)
    for size in sizes:
        made = puzzle(model, seed=5, givens=size, symmetric=symmetric)
        assert len(made.givens) == size
        check(made, every, symmetric)


@pytest.mark.parametrize("wanted", [1, 5])
def test_sets_lean_towards_the_size_that_is_wanted(wanted: int) -> None:
    # Another solution differs in the first clue and one more: the first one says all, or the others do.
    every = [Clue((Preset(Square(0, x), "Q"),), (x + 1,)) for x in range(6)]
    for seed in range(8):
        minimal = MinimalClues(every, cast("SolutionSearch", Others(6)), Random(seed))
        sizes = [len(found) for found in islice(minimal.sets(wanted, lambda _: None), 40)]
        assert {*sizes} <= {1, 5}
        assert sizes[15:].count(wanted) > 20, (seed, sizes)


class Others:
    """Of some clues, solutions that differ in the first one and one other."""

    def __init__(self, clues: int) -> None:
        self._clues = clues

    def having(self, literals: Iterable[int]) -> frozenset[int] | None:
        given = {*literals}
        left = [x for x in range(2, self._clues + 1) if not given & {1, x}]
        every = {*range(2, self._clues + 1)}
        return frozenset(every - {left[0]}) if left else None

    def conflict_literals(self) -> frozenset[int]:
        return frozenset(range(1, self._clues + 1))


def test_empty_squares_are_left_out_before_pieces() -> None:
    # Pieces say more: where either would do, they are given.
    model = Placement("4x4", {"K": "any"}, [NonAttacking(), Domination()])
    kinds = Counter[bool]()
    for seed in range(8):
        made = puzzle(model, seed=seed)
        kinds.update(one.startswith("K@") for one in made.givens)
    assert kinds[True] > 2 * kinds[False]


#: Where puzzles are made; the package has the function under this name.
MAKING = sys.modules["nqsat.extensions.puzzles.making"]

#: Regions that say nothing.
ROWS = STARS.changed(
    rules=[Permutation(), Regions.parse("AAAAA/BBBBB/CCCCC/DDDDD/EEEEE"), NonAttacking()]
)

#: Who makes a puzzle of each sort, and believes what is not so.
CREDULOUS: dict[str, tuple[Model, Any, str, Any]] = {
    "pieces": (Placement("5x5", {"Q": 5}), MinimalClues, "sets", lambda *_: repeat([])),
    "numbers": (Tour("3x3", "K", closed=False), MinimalClues, "sets", lambda *_: repeat([])),
    "regions": (
        STARS, MAKING, "with_regions", lambda *_: (ROWS, min(every_of(ROWS), key=repr)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CREDULOUS)
def test_a_puzzle_with_several_solutions_is_not_handed_out(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, owner, name, believes = CREDULOUS[what]
    monkeypatch.setattr(owner, name, believes)
    raised(Disagreement, lambda: puzzle(model, seed=1), "not have exactly one solution")


def test_a_puzzle_that_there_is_no_time_to_confirm_is_not_handed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(model: Model, **asked: Any) -> Uniqueness:
        # Of a larger board, which no machine has looked through before it sees the clock.
        return unique(Placement("40x40", {"Q": 40}), **{**asked, "time_limit": 1e-9})

    monkeypatch.setattr(sys.modules["nqsat.extensions.puzzles.drawn_clues"], "unique", late)
    with pytest.raises(Undecided, match="no puzzle within"):
        puzzle(Placement("5x5", {"Q": 5}), seed=1, time_limit=600)


def test_a_number_that_there_is_not_is_said() -> None:
    with pytest.raises(Undecided, match=r" 8 × 25 tries; those found have 2 or 3 givens$"):
        puzzle("queens", n=8, seed=1, givens=7)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("easy", {"easy"}),
        ("..medium", {"easy", "medium"}),
        ("medium..hard", {"medium", "hard"}),
        ("hard..", {"hard", "very hard"}),
    ],
)
def test_as_hard_as_asked_for(wanted: str, words: set[str]) -> None:
    for model in (Placement("8x8", {"Q": 8}), STARS):
        assert puzzle(model, seed=6, difficulty=wanted).difficulty.word in words


@pytest.mark.parametrize(
    ("family", "size"),
    [
        ("queens", {"n": 8}),
        ("queens-puzzle", {"regions": "5x5"}),
        ("slitherlink", {"clues": "4x4"}),
    ],
)
def test_a_seed_says_which(family: str, size: dict[str, Any]) -> None:
    made = [puzzle(family, **size, seed=seed) for seed in (7, 7, 8)]
    assert made[0] == made[1]
    assert made[0].model != made[2].model


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"model": "queens", "n": 8, "symmetric": "rot90"}, "no solution is fixed by rot90"),
        ({"model": Placement("8x8", {"Q": 8}, presets=["Q@a1"]), "symmetric": "rot180"},
         "the model does not have rot180; its board has antitranspose"),
        ({"model": "queens", "n": 8, "difficulty": "mad"}, "difficulty: 'mad' is unknown; choose from"),
        ({"model": "queens", "n": 8, "difficulty": "hard..easy"}, "difficulty: hard..easy is empty"),
        ({"model": "queens", "n": 8, "seed": "x"}, "seed: 'x'"),
        ({"model": "queens", "n": 8, "time_limit": 0}, "time_limit: 0 is not a number above 0"),
        ({"model": Tour("4x4", "K", fixed_by="rot180")}, "fixed_by"),
    ],
)  # fmt: skip
def test_what_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        puzzle(**{"seed": 1, **asked})


def test_time_is_limited() -> None:
    with pytest.raises(Undecided, match="no puzzle within"):
        puzzle(Tour("6x6", "N", closed=False), seed=1, time_limit=0.01)


def test_it_shows_itself() -> None:
    made = puzzle("queens", n=8, seed=7)
    page = made._repr_html_() or ""
    assert "seed 7" in page
    assert made.difficulty.word in page
    # and not the answer
    assert page.count("<use ") == len(made.givens) == made.svg().count("<use ")
    assert str(unique(cast("Any", made)).verdict) == str(unique(made.model).verdict)


def test_one_given_is_refused_only_after_a_search() -> None:
    said = "no single piece leaves one solution; ask for 2 givens"
    raised(Undecided, lambda: puzzle("queens", 5, givens=1, seed=1), said)
    made = puzzle("queens", 6, givens=1, seed=1)  # one queen on the edge is enough there
    assert len(made.givens) == 1


def test_progress_says_which_try_it_is() -> None:
    said: list[str] = []
    raised(
        Undecided,
        lambda: puzzle(
            Placement("5x5", {"Q": 5}), seed=1, givens=1, difficulty="very hard", watch=said.append
        ),
    )
    assert {text.partition(",")[0] for text in said} >= {
        f"try {number} of at most 200" for number in (1, 2, 26, 200)
    }
