"""What Python gives that is not quite an argument: it is taken as it is meant, or refused by its name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from support.error_asserts import Own
from support.oracle.brute_force import DEEP

import nqsat
from nqsat import Arrangement, Board, Kind, Piece, Placement, Square, Tour
from nqsat.counting import Question, marginals
from nqsat.engines import SatEngine, ShuffleEngine
from nqsat.errors import InvalidModel, NqsatError
from nqsat.modelling.placement import Preset
from nqsat.rules import Clause, Domination, NonAttacking, Number, Objective, Pieces

QUEENS = Placement("4x4", {"Q": 4})
TOURS = Tour("3x4", "N", closed=False)
FIRST: Any = next(iter(nqsat.solutions(QUEENS)))
CNF = nqsat.formulas.CnfProblem(3, ((1, 2), (-1, 3)), (1, 2, 3))

#: Of every sort something.
THINGS: list[Any] = [
    None, True, 0, -1, 1.5, float("nan"), "", "x", "a1", b"x", [], ["rot180"], ("rot180",), {"a": 1}, {1},
    [[1, 2], [-1, 3]], np.int64(2), np.float64(2.0), np.array([1, 2]), Square(0, 0), object(), print,
    SatEngine, SatEngine(), QUEENS, TOURS, FIRST, CNF,
]  # fmt: skip


def asking(ask: Callable[..., Any], model: Any, **usual: Any) -> Callable[..., Any]:
    return lambda **given: ask(given.pop("model", model), **{**usual, **given})


def listed(model: Any, **given: Any) -> list[Any]:
    return list(nqsat.solutions(model, **given))


def made(make: Callable[..., Any], /, **usual: Any) -> Callable[..., Any]:
    return lambda **given: make(**{**usual, **given})


BEST = QUEENS.with_objective(Objective("maximise", Pieces()))
SEARCH = ("model", "engine", "fixed_by", "time_limit")
COUNT = (*SEARCH, "modulo", "method", "limit", "workers", "job", "executor")
ASKED = ("ask", "model", "modulo", "method", "fixed_by", "by", "limit", "unique")
TOURED = ("board", "piece", "closed", "start", "end", "unit", "through", "avoiding", "numbers")
HEAD = {"ask": "count", "engine": {"name": "sat"}, "model": {}}

#: Who is asked, and the arguments that are not quite.
DOORS: list[tuple[str, Callable[..., Any], Iterable[str]]] = [
    ("count", asking(nqsat.count, QUEENS), COUNT),
    ("count tours", asking(nqsat.count, TOURS), COUNT),
    ("count clauses", asking(nqsat.count, CNF), COUNT),
    ("solutions", asking(listed, QUEENS), (*SEARCH, "modulo", "limit", "workers")),
    ("solve", asking(nqsat.solve, QUEENS), SEARCH),
    ("solve clauses", asking(nqsat.solve, CNF), SEARCH),
    ("unique", asking(nqsat.unique, QUEENS), SEARCH),
    ("why_not", asking(nqsat.why_not, QUEENS), SEARCH),
    ("optimise", asking(nqsat.optimise, BEST), ("model", "engine", "time_limit")),
    ("by size", asking(nqsat.count, QUEENS, by="size"), (*SEARCH, "by", "limit", "workers")),
    ("sample", asking(nqsat.sample, QUEENS, number=1, seed=1), ("model", "number", "seed", "engine")),
    ("nth", asking(nqsat.nth, QUEENS, number=1), ("model", "number", "engine")),
    ("rank", asking(nqsat.rank, QUEENS, solution=FIRST), ("model", "solution", "engine")),
    ("marginals", asking(marginals, QUEENS), ("model", "engine")),
    ("family", asking(nqsat.count, "queens", n=4), ("n", "k")),
    ("Question", made(Question, ask="count", model=QUEENS), ASKED),
    ("head", lambda **given: Question.from_json({**HEAD, **given}, QUEENS), ("ask", "engine", "limit")),
    ("from_json", lambda data: Question.from_json(data, QUEENS), ("data",)),
    ("Placement", made(Placement, board="4x4", pieces={"Q": 4}),
     ("board", "pieces", "rules", "presets", "objective")),
    ("Tour", made(Tour, board="3x4", piece="N"), TOURED),
    ("Board", made(Board, rows=3, columns=3), ("rows", "columns", "wrap", "walls", "holes", "geometry")),
    ("Kind", made(Kind, name="Q", piece=Piece.parse("Q"), number=1),
     ("name", "number", "squares", "symbol")),
    ("Preset", made(Preset, square=(0, 0)), ("square", "kind")),
    ("Arrangement", made(Arrangement, setting=QUEENS.setting, pieces=()), ("setting", "pieces")),
    ("at", made(QUEENS.at, kind="Q", square="a1"), ("kind", "square")),
]  # fmt: skip


#: Every argument of everybody; by day each is given every third thing, in turn.
GIVEN = [(who, door, name) for who, door, names in DOORS for name in names]
STEP = 1 if DEEP else 3


@pytest.mark.parametrize(
    ("door", "name", "things"),
    [
        pytest.param(door, name, THINGS[turn % STEP :: STEP], id=f"{who} {name}")
        for turn, (who, door, name) in enumerate(GIVEN)
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_it_is_taken_or_refused(
    door: Callable[..., Any], name: str, things: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.chdir(folder)  # "x" is the folder of a job, too
        for thing in things:
            with suppress(NqsatError):
                door(**{name: thing})
        monkeypatch.undo()


# -- what is taken as it is meant ------------------------------------------------------------

TAKEN: list[tuple[str, Callable[[], Any], Any]] = [
    ("one name", lambda: nqsat.count(QUEENS, fixed_by=["rot90"]).value, 2),  # type: ignore[arg-type]
    ("a tuple", lambda: len(listed(QUEENS, fixed_by=("rot90",))), 2),
    ("a class", lambda: nqsat.count(QUEENS, engine=SatEngine).value, 2),  # type: ignore[arg-type]
    ("auto", lambda: nqsat.count(QUEENS, engine=None).value, 2),  # type: ignore[arg-type]
    ("solve", lambda: nqsat.solve(QUEENS, engine=SatEngine).solution is None, False),  # type: ignore[arg-type]
    ("text", lambda: nqsat.rank(QUEENS, str(FIRST)), nqsat.rank(QUEENS, FIRST)),
    ("FEN", lambda: nqsat.rank(QUEENS, FIRST.fen), nqsat.rank(QUEENS, FIRST)),
    ("words", lambda: Placement("4x4", {"K": 3}, ["non-attacking"]), Placement("4x4", {"K": 3})),
    ("more words", lambda: Placement("4x4", {"K": 3}, ["domination=total", "non-attacking=king-K"]),
     Placement("4x4", {"K": 3}, [Domination("total"), NonAttacking([("K", "K")])])),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize(("make", "wanted"), [pytest.param(*x[1:], id=x[0]) for x in TAKEN])
def test_what_is_meant_is_taken(make: Callable[[], Any], wanted: Any) -> None:
    assert make() == wanted


@pytest.mark.parametrize("whole", [np.int64, np.uint8, np.int16])
def test_whole_numbers_of_numpy_are_whole_numbers(whole: Callable[[int], Any]) -> None:
    four, three, one = whole(4), whole(3), whole(1)
    zero: Any = (whole(0), one)
    corner: Any = [((0, 0), one)]
    model = Placement(Board(four, four), {"Q": four}, presets=[Preset(zero, "Q")])
    plain = Placement("4x4", {"Q": 4}, presets=[Preset(Square(0, 1), "Q")])
    assert (repr(model), nqsat.modelling.dumps(model)) == (
        repr(plain),
        nqsat.modelling.dumps(plain),
    )
    assert Number(one, three) == Number.parse("1..3")
    assert repr(Number.parse(four)) == repr(Number.parse(4))
    assert zero in model.board
    assert Board.solid(three, three, three) == Board.solid(3, 3, 3)
    assert nqsat.count("queens", n=four, limit=whole(9), run=nqsat.Run(workers=one)).value == 2
    assert nqsat.nth(QUEENS, whole(2)) == nqsat.nth(QUEENS, 2)
    assert nqsat.sample(QUEENS, number=whole(2), seed=one) == nqsat.sample(QUEENS, number=2, seed=1)
    assert nqsat.count(Placement("2x2", {"K": "any"}), by="size").sizes[one] == 4
    assert Tour("3x4", "N", closed=False, numbers=corner) == Tour(
        "3x4", "N", closed=False, numbers={"a3": 1}
    )
    assert repr(ShuffleEngine(seed=four)) == repr(ShuffleEngine(seed=4))
    assert (
        Question("count", QUEENS, limit=four).to_json()
        == Question("count", QUEENS, limit=4).to_json()
    )


def test_literals_of_numpy_are_literals() -> None:
    class Numbered(Own):
        def lower(self, setting: Any, variables: Any) -> Any:
            one: Any = np.int64(1)
            return [Clause((one, -one))]

    assert nqsat.count(Placement("2x2", {"K": "any"}, [Numbered()]), engine="sat").value == 16


# -- what is refused, and what to write instead ----------------------------------------------

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: nqsat.count(CNF, fixed_by="rot180"), "fixed_by: is for models, not for clauses"),
    (lambda: nqsat.solve(CNF, fixed_by="rot180"), "fixed_by: is for models, not for clauses"),
    (lambda: nqsat.count([[1, 2], [-1, 3]]), "formulas.CnfProblem(variables, clauses, projection)"),  # type: ignore[arg-type]
    (lambda: nqsat.count("queens"), "n: is missing; for example n=8"),
    (lambda: nqsat.count(QUEENS, fixed_by=["rot90", "rot180"]), "Invariant(('rot180', 'transpose'))"),  # type: ignore[arg-type]
    (lambda: Placement("4x4", {"Q": 4}, "apart"), "rules[0].rule: 'apart' is unknown; choose from non-"),
    (lambda: Placement("4x4", {"Q": 4}, ["apart"]), "rules[0].rule: 'apart' is unknown; choose from non-"),
    (lambda: nqsat.count("8 queens"), "parameters follow the name: 'queens', '8'"),
    (lambda: Question.from_json({"engine": {"name": "sat"}}, QUEENS), "question.ask: is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "said"), REFUSED)
def test_what_is_refused_says_what_to_write(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        make()
    assert said in str(caught.value)
    assert " -p " not in str(caught.value)
