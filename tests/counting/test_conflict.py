"""Why not: what is said to contradict itself does, and any part of it does not. Against brute force."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP, brute_force

from nqsat import Arrangement, Board, Kind, Placement, Rule, Square, Tour, solve, why_not
from nqsat.cli.commands import until_interrupted
from nqsat.counting import Conflict, Outcome, conflict
from nqsat.engines import Verdict
from nqsat.modelling import Constraint, Setting, requirements
from nqsat.rules import Among, Clause, Invariant, NonAttacking, Number, Objective, Pieces

# -- placements -------------------------------------------------------------------------------

#: Requirements as the caller would write them: from what a conflict calls them to what they are.
Written = Mapping[str, Any]


def assembled(board: Board, names: Iterable[str], chosen: Written) -> Placement:
    """The model with the requirements chosen, put together without nqsat's help."""
    kinds = []
    for name in names:
        number = next((x.partition(" = ")[2] for x in chosen if x.startswith(f"{name} = ")), "any")
        only = next((chosen[x] for x in chosen if x.startswith(f"{name} only on ")), None)
        squares = None if only is None else frozenset(map(board.parse_square, only))
        kinds.append(Kind.parse(name, number, squares))
    rules = [value for value in chosen.values() if isinstance(value, Rule)]
    presets = [text for text, value in chosen.items() if value is None and "@" in text]
    return Placement(board, kinds, rules, presets)


def texts(found: Conflict) -> list[str]:
    return [str(requirement) for requirement in found.requirements]


def is_right(
    found: Conflict, every: Collection[str], possible: Callable[[Collection[str]], bool]
) -> None:
    """The answer is right, whatever it is: nothing named can be spared."""
    if possible(every):
        assert (found.verdict, found.requirements) == (Verdict.SATISFIABLE, ())
        return
    assert (found.verdict, found.minimal) == (Verdict.UNSATISFIABLE, True)
    named = [text for text in texts(found) if " tour of " not in text]
    assert len(set(named)) == len(named)
    assert set(named) <= set(every)
    assert not possible(named), named
    for one in named:
        assert possible([other for other in named if other != one]), (named, one)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Board, list[str], dict[str, Any]]:
    board = draw(st.sampled_from([Board(2, 3), Board(2, 2, "torus"), Board.from_map("..#\n.x.")]))
    squares = [square.name(board.rows) for square in board.squares]
    names = draw(st.sampled_from([["Q"], ["K", "N"]]))
    written: dict[str, Any] = {}
    if draw(st.booleans()):
        written["non-attacking"] = NonAttacking()
    if not board.walls and draw(st.booleans()):
        written["invariant=rot180"] = Invariant("rot180")
    for name in names:
        number = draw(st.sampled_from([None, "1", "2", "3", "2..", "..1", "5.."]))
        if number is not None:
            written[f"{name} = {Number.parse(number)}"] = None
        if draw(st.integers(0, 3)) == 0:
            kept = draw(st.sets(st.sampled_from(board.squares), max_size=3))
            some = [square.name(board.rows) for square in sorted(kept)]
            written[f"{name} only on {', '.join(some) or 'no square'}"] = some
    for square in draw(st.sets(st.sampled_from(squares), max_size=4)):
        written[f"{draw(st.sampled_from([*names, '-']))}@{square}"] = None
    if draw(st.booleans()):
        pieces = draw(st.sets(st.sampled_from(squares), min_size=1, max_size=3))
        literals = [
            f"{draw(st.sampled_from(['', '~']))}{names[-1]}@{piece}" for piece in sorted(pieces)
        ]
        rule = Among(tuple(literals), Number(draw(st.integers(1, 3))))  # type: ignore[arg-type]
        written[f"among={','.join(literals)},number={rule.number}"] = rule
    return board, names, written


@settings(max_examples=1000 if DEEP else 60)
@given(cases())
def test_random_models(case: tuple[Board, list[str], dict[str, Any]]) -> None:
    board, names, written = case

    def possible(chosen: Collection[str]) -> bool:
        return bool(brute_force(assembled(board, names, {text: written[text] for text in chosen})))

    is_right(why_not(assembled(board, names, written)), written, possible)


class Never(Rule):
    name = "never"

    def holds(self, arrangement: Arrangement) -> bool:
        return False

    def lower(self, setting: Setting, variables: object) -> list[Constraint]:
        return [Clause(())]


NINE = ["non-attacking", "Q = 9"]
LONE = NonAttacking(frozenset([("N", "Q"), ("Q", "Q")]), blocking=True)
CORNER = frozenset(Square(row, column) for row in range(3) for column in range(3))

#: The questions that people ask, at once, and what is named.
ASKED: list[tuple[Placement | Tour, dict[str, Any], list[str]]] = [
    (Placement("8x8", {"Q": 9}), {"time_limit": 60}, NINE),
    (Placement("8x8", {"Q": 9}, presets=["Q@a1", "-@b1", "-@b2"]), {}, NINE),
    (Placement("8x8", {"Q": 8}, presets=["Q@a1", "Q@h8", "Q@b3"]), {}, ["non-attacking", "Q@h8", "Q@a1"]),
    # Queens on a diagonal attack each other: at most one stays where it is, and the others are on one
    # file and its rank.
    (Placement("4x4", {"Q": 4}), {"fixed_by": "transpose"},
     ["non-attacking", "invariant=transpose", "Q = 4"]),
    # An objective is no requirement.
    (Placement("3x3", {"Q": "4.."}, objective=Objective("maximise", Pieces())), {},
     ["non-attacking", "Q = 4.."]),
    (Placement("5x5", {"Q": 5}, [NonAttacking(), Never()]), {}, ["never"]),
    (Placement("2x2", {"Q": "4", "N": "any"}, [LONE]), {}, ["non-attacking=N-Q,Q-Q,blocking", "Q = 4"]),
    (Placement("5x5", [Kind.parse("N", 10, CORNER)]), {},
     ["N = 10", "N only on a5, b5, c5, a4, b4, c4, a3, b3, … (9 squares)"]),
    (Tour("6x6", "N", through=["a1-b3"], avoiding=["f6-e4"]), {"fixed_by": "rot180"},
     ["closed tour of 6x6 by N", "avoiding f6-e4"]),
]  # fmt: skip


@pytest.mark.parametrize(("model", "asked", "named"), ASKED, ids=repr)
def test_what_is_named(model: Placement | Tour, asked: dict[str, Any], named: list[str]) -> None:
    found = why_not(model, **asked)
    assert texts(found) == named
    assert str(found) == " + ".join(named)
    assert found.seconds > 0


# -- tours ------------------------------------------------------------------------------------


def is_possible(board: str, piece: str, closed: bool, chosen: Iterable[str]) -> bool:
    """Whether the reference finds a tour with the requirements chosen, put together without nqsat's help.

    Squares of a closed tour have numbers from its start on: from some square, where none is chosen.
    """
    asked: dict[str, Any] = {"through": [], "avoiding": [], "numbers": {}}
    for text in chosen:
        word, _, rest = text.partition(" ")
        if word in ("through", "avoiding"):
            asked[word].append(rest)
        elif word in ("from", "to"):
            asked[{"from": "start", "to": "end"}[word]] = rest
        else:
            asked["numbers"][word] = int(rest.removeprefix("= "))
    starts = [asked.pop("start", None)]
    if closed and asked["numbers"] and starts == [None]:
        starts = [square.name(3) for square in Board.parse(board).squares]
    tours = (Tour(board, piece, closed=closed, start=start, **asked) for start in starts)
    return any(solve(tour, engine="backtrack").solution for tour in tours)


TOURS: list[tuple[str, str, bool, dict[str, Any]]] = [
    ("3x4", "N", False, {"start": "b2"}),
    ("3x4", "N", False, {"start": "a1", "end": "a2", "through": ["a1-c2"]}),
    ("3x4", "N", False, {"through": ["a1-c2"], "avoiding": ["a1-b3", "b1-c3"]}),
    ("3x4", "N", False, {"numbers": {"a1": 1, "c2": 3}}),
    ("3x4", "N", False, {"numbers": {"a1": 1, "c2": 2, "a3": 5, "b1": 9}, "end": "b2"}),
    ("3x4", "N", False, {"through": ["a1-d1"], "avoiding": ["a1-b3"]}),
    ("3x3", "K", True, {"through": ["a1-b2", "b2-c3", "a3-b2"]}),
    ("3x3", "K", True, {"through": ["a1-b2", "b2-c3"], "avoiding": ["a2-a3", "b3-c3"]}),
    ("3x3", "K", True, {"start": "a1", "numbers": {"b2": 2, "c3": 4, "a3": 5}}),
    ("3x3", "K", True, {"start": "a1", "numbers": {"c3": 2, "c2": 3}}),
    ("3x3", "K", True, {"start": "b2", "numbers": {"a1": 4, "c3": 6, "a2": 9, "c2": 2}}),
    ("3x3", "N", True, {"through": ["a1-b3"]}),
]


@pytest.mark.parametrize("case", TOURS, ids=str)
def test_small_tours(case: tuple[str, str, bool, dict[str, Any]]) -> None:
    board, piece, closed, options = case

    def possible(chosen: Collection[str]) -> bool:
        return is_possible(board, piece, closed, chosen)

    tour = Tour(board, piece, closed=closed, **options)
    every = [str(requirement) for requirement in requirements(tour)][1:]
    found = why_not(tour)
    assert possible(every) == (case in TOURS[1:3])
    is_right(found, every, possible)
    if found.requirements:
        assert texts(found)[0] == f"{'closed' if closed else 'open'} tour of {board} by {piece}"


# -- limits -----------------------------------------------------------------------------------


def stopping(
    after: int, how: Callable[[Outcome[Any]], Outcome[Any]]
) -> Callable[..., Outcome[Any]]:
    """``solve``, but from some question on something comes in between."""
    asked = 0

    def question(*args: Any, **options: Any) -> Outcome[Any]:
        nonlocal asked
        asked += 1
        outcome = solve(*args, **options)
        return outcome if asked <= after else how(outcome)

    return question


def unknown(outcome: Outcome[Any]) -> Outcome[Any]:
    return replace(outcome, verdict=Verdict.UNKNOWN, solution=None)


def interrupted(outcome: Outcome[Any]) -> Outcome[Any]:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", [unknown, interrupted])
def test_a_limit_leaves_a_larger_set(
    monkeypatch: pytest.MonkeyPatch, how: Callable[[Outcome[Any]], Outcome[Any]]
) -> None:
    model = Placement("3x3", {"Q": 2}, presets=["Q@b2", "Q@c3", "-@a1", "-@a2", "-@b3"])
    sizes = []
    for after in range(30):
        monkeypatch.setattr(conflict, "solve", stopping(after, how))
        found = until_interrupted(why_not, model)
        if after == 0:
            assert (found.verdict, found.requirements) == (Verdict.UNKNOWN, ())
            assert str(found) == "not known before the limit"
            continue
        assert found.verdict is Verdict.UNSATISFIABLE
        sizes.append(len(found.requirements))
        rest = assembled(
            model.board, ["Q"],
            {text: NonAttacking() if text == "non-attacking" else None for text in texts(found)},
        )  # fmt: skip
        assert not brute_force(rest)
        if found.minimal:
            break
    assert found.minimal
    assert sizes[0] == 7
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 3
