"""Rules of one's own whose encoding says otherwise than their meaning: no answer is a wrong number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from conftest import Run
from support.oracle.brute_force import DEEP, brute_force

import nqsat
from nqsat import Arrangement, Placement, Rule, Square
from nqsat.counting import encoding, marginals, numbered
from nqsat.engines import FrontierEngine
from nqsat.errors import WrongSolution
from nqsat.modelling import Change, Setting
from nqsat.rules import (
    Amount,
    Clause,
    Constraint,
    Measure,
    NonAttacking,
    Objective,
    Pieces,
    PlacedPiece,
    Variables,
)

#: Who believes ``lower``; backtrack does not.
ENGINES = ("frontier", "bitboard", "sat", "cpsat", "auto")

#: A literal: whether this piece stands, or does not.
Literal = tuple[bool, PlacedPiece]
Clauses = frozenset[frozenset[Literal]]


@dataclass(frozen=True)
class Wish(Rule):
    """``meant`` is what it means, and ``said`` what its encoding says: in each clause something is so."""

    name: ClassVar[str] = "wish"
    meant: Clauses
    said: Clauses

    def holds(self, arrangement: Arrangement) -> bool:
        return keeps(self.meant, arrangement)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for clause in self.said:
            at = [(stands, variables.at(piece.kind, piece.square)) for stands, piece in clause]
            assert all(x for _, x in at)
            yield Clause(tuple(x if stands else -x for stands, x in at if x))

    def image(self, change: Change) -> Rule:
        def moved(clauses: Clauses) -> Clauses:
            return frozenset(frozenset((s, m.image(change)) for s, m in c) for c in clauses)

        return Wish(moved(self.meant), moved(self.said))


def keeps(clauses: Clauses, arrangement: Arrangement) -> bool:
    pieces = {*arrangement.pieces}
    return all(any((piece in pieces) == stands for stands, piece in clause) for clause in clauses)


def wish(chance: Random, pieces: list[PlacedPiece]) -> Wish:
    """Some clauses; of one of them the encoding may have more or less, or nothing."""
    signs = chance.choice(((False,), (False,), (True,), (False, True)))
    clauses = [
        frozenset(
            (chance.choice(signs), piece) for piece in chance.sample(pieces, chance.randint(2, 3))
        )
        for _ in range(chance.randint(1, 3))
    ]
    first, *others = clauses
    literal = chance.choice(sorted(first))
    more = {(chance.choice(signs), chance.choice(pieces))}
    changed = chance.choice(([first], [], [first - {literal}], [first | more], [first, {*more}]))
    return Wish(frozenset(clauses), frozenset(map(frozenset, [*changed, *others])))


def model_of(chance: Random) -> Placement:
    number = chance.choice(("2", "3", "2..4", "any"))
    model = Placement("3x3", {chance.choice("KN"): number}, chance.choice(([], [NonAttacking()])))
    pieces = [piece for some in model.choices() for piece in some]
    return model.with_rules(wish(chance, pieces))


Solutions = set[Arrangement]
Route = tuple[Callable[[Placement, str], Any], Callable[[Placement, Solutions], Any]]

WIDE = Objective("maximise", Pieces())


def total(model: Placement, found: Solutions) -> int:
    return len(found)


def orbits(model: Placement, found: Solutions) -> int:
    group = model.symmetries()
    return len({frozenset(one.image(g) for g in group) for one in found})


def turned(model: Placement, found: Solutions) -> int:
    half = next(g for g in nqsat.chess.symmetries(model.board) if g.name == "rot180")
    return sum(one.image(half) == one for one in found)


ROUTES: Mapping[str, Route] = {
    "count": (lambda m, e: nqsat.count(m, engine=e).value, total),
    "workers": (lambda m, e: nqsat.count(m, engine=e, run=nqsat.Run(workers=2)).value, total),
    "sizes": (
        lambda m, e: nqsat.count(m, engine=e, by="size").sizes,
        lambda m, found: Counter(map(len, found)),
    ),
    "orbits": (lambda m, e: nqsat.count(m, engine=e, modulo="symmetry").value, orbits),
    "burnside": (
        lambda m, e: (
            nqsat.count(m, engine=e, modulo="symmetry", run=nqsat.Run(method="burnside")).value
        ),
        orbits,
    ),
    "fixed": (lambda m, e: nqsat.count(m, engine=e, fixed_by="rot180").value, turned),
    "numbers": (lambda m, e: numbered(m, engine=e).total, total),
    "heat": (
        lambda m, e: dict(marginals(m, engine=e)),
        lambda m, found: dict(Counter(piece for one in found for piece in one.pieces)),
    ),
    "list": (lambda m, e: {*nqsat.solutions(m, engine=e)}, lambda m, found: found),
    "one": (lambda m, e: nqsat.solve(m, engine=e).solution is None, lambda m, found: not found),
    "optimum": (
        lambda m, e: nqsat.optimise(m.with_objective(WIDE), engine=e).value,
        lambda m, found: max(map(len, found), default=None),
    ),
    "optimal": (
        lambda m, e: nqsat.count(m.with_objective(WIDE), engine=e).value,
        lambda m, found: sum(len(one) == max(map(len, found)) for one in found),
    ),
}


@pytest.mark.parametrize("seed", range(400 if DEEP else 60))
def test_whoever_answers_is_right_or_names_what_differs(seed: int) -> None:
    chance = Random(seed)
    model = model_of(chance)
    rule: Any = model.rules[-1]
    differing: Any
    found = {*brute_force(model)}
    ways = [(name, e) for name in ROUTES for e in ENGINES]
    asked = chance.sample(ways, 3)
    for name, engine in asked:
        ask, truth = ROUTES[name]
        answer = differing = None
        with suppress(nqsat.UnsupportedByEngine):
            try:
                answer = ask(model, engine)
            except WrongSolution as error:
                differing = error.solution
            if differing is None:
                assert answer == truth(model, found), (name, engine)
            else:
                assert keeps(rule.meant, differing) != keeps(rule.said, differing), (name, engine)


# -- what is said ----------------------------------------------------------------------------


NEVER: Clauses = frozenset()
RIM = [Square(row, column) for row in range(5) for column in range(5) if {row, column} & {0, 4}]
NOT_ON_THE_RIM: Clauses = frozenset(
    frozenset([(False, PlacedPiece(square, "K"))]) for square in RIM
)
RIGHT = Wish(NOT_ON_THE_RIM, NOT_ON_THE_RIM)
KINGS = Placement("5x5", {"K": 3})


@dataclass(frozen=True)
class Weight(Measure):
    """How many pieces stand; its encoding leaves some out."""

    name: ClassVar[str] = "weight"
    lost: int = 0

    def value(self, arrangement: Arrangement) -> int:
        return len(arrangement)

    def counted(self, value: int) -> str:
        return f"{value} pounds"

    def literals(self, setting: Setting, variables: Variables) -> Any:
        return variables.group("K", setting.board.squares[self.lost :]), []

    def image(self, change: Change) -> None:
        return None


@pytest.mark.parametrize("engine", ["frontier", "bitboard", "sat"])
def test_the_note_says_what_was_compared(engine: str) -> None:
    weighed = Placement("3x3", {"K": 3}, [Amount(Weight(), 3)])
    for model, wanted in (
        (KINGS.with_rules(RIGHT), "encoding of wish compared with holds on all 964 arrangements"),
        (weighed, "encoding of amount compared with holds on all 84 arrangements"),
    ):
        assert nqsat.count(model, engine=engine).note == wanted
    with pytest.raises(WrongSolution, match=r"forbids .*: see lower of amount"):
        nqsat.count(weighed.changed(rules=[Amount(Weight(2), 3)]), engine=engine)


def test_nothing_is_compared_where_nobody_believes_it() -> None:
    assert nqsat.count(KINGS.with_rules(RIGHT), engine="backtrack").note is None
    assert nqsat.count(KINGS, engine="frontier").note is None
    assert nqsat.count(KINGS.with_rules(Wish(NOT_ON_THE_RIM, NEVER)), engine="backtrack").value == 8


def test_of_many_arrangements_a_sample_is_compared_and_said_to_be_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(encoding, "SECONDS", 60.0)  # as much as is wanted, on any machine
    monkeypatch.setattr(encoding, "SAMPLED", 60.0)
    monkeypatch.setattr(encoding, "WAITED", 60.0)
    monkeypatch.setattr(encoding, "FEW", 300)
    one, other = (PlacedPiece(Square(place, place), "K") for place in (0, 5))
    meant: Clauses = frozenset([frozenset([(False, one), (True, other)])])
    model = Placement("6x6", {"K": "any"}, [NonAttacking(), Wish(meant, NEVER)])
    with pytest.raises(WrongSolution, match=r"the formula allows .*a6 .*breaks the rule wish"):
        nqsat.count(model, engine="frontier")
    right = model.changed(rules=[NonAttacking(), Wish(meant, meant)])
    note = nqsat.count(right, engine="frontier").note or ""
    assert note.startswith("encoding of wish compared with holds on a sample: 600 arrangements, ")
    strict = model.changed(rules=[NonAttacking(), Wish(NEVER, meant)])
    with pytest.raises(WrongSolution, match=r"the formula forbids .*a6 .*: see lower of wish"):
        nqsat.count(strict, engine="frontier")


def test_what_is_forbidden_wrongly_is_found_near_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nobody draws nine kings on these squares.
    monkeypatch.setattr(encoding, "FEW", 300)
    monkeypatch.setattr(encoding, "SAMPLED", 60.0)
    monkeypatch.setattr(encoding, "WAITED", 60.0)
    nine = [PlacedPiece(Square(row, column), "K") for row in (0, 2, 4) for column in (0, 2, 4)]
    meant: Clauses = frozenset(frozenset([(True, piece)]) for piece in nine)
    rule = Wish(meant, meant | {frozenset([(False, PlacedPiece(Square(7, 7), "K"))])})
    model = Placement("8x8", {"K": "any"}, [NonAttacking(), rule])
    with pytest.raises(WrongSolution, match=r"the formula forbids .*h1.*: see lower of wish"):
        encoding.compare((model,), FrontierEngine())


def test_what_is_too_large_to_be_compared_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "LARGEST", 0)
    note = nqsat.count(KINGS.with_rules(RIGHT), engine="frontier").note
    why = "it is too large, or no arrangement was found in time"
    assert note == f"encoding of wish not compared with holds: {why}"


# -- the commands ----------------------------------------------------------------------------

MINE = """
from nqsat import Placement, Rule
from nqsat.rules import Clause, NonAttacking

class Edge(Rule):
    name = "edge"

    def holds(self, arrangement):
        return all({*square}.isdisjoint({0, 4}) for square, _ in arrangement.pieces)

    def lower(self, setting, variables):
        return []

class Right(Edge):
    def lower(self, setting, variables):
        for square in setting.board.squares:
            if not {*square}.isdisjoint({0, 4}):
                yield Clause((-variables.at("K", square),))

def kings(rule, n):
    return Placement("5x5", {"K": n}, [NonAttacking(), rule])

def edge(n: int = 3):
    return kings(Edge(), n)

def right(n: int = 3):
    return kings(Right(), n)
"""


def test_a_job_of_python_names_each_size(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    model, run = f"{tmp_path}/mine.py:right", nqsat.Run(job=tmp_path / "job")
    assert nqsat.count(model, 3, run=run) == nqsat.count(model, n=3, run=run)


def test_the_commands(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    words = ["--engine", "frontier", "--job", "job"]
    for command in (["count", "mine.py:edge", *words], ["enumerate", "mine.py:edge"]):
        done = nqsat(*command, cwd=tmp_path)
        assert done.returncode == 4, done.stderr
        assert "breaks the rule edge" in done.stderr
        assert not (tmp_path / "job").exists()
    done = nqsat("count", "mine.py:right", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    # What a job comes to says it, too.
    told = nqsat("job", "result", "job", "--json", "--model", "mine.py:right", cwd=tmp_path)
    for answer in (done.stdout + done.stderr, told.stdout):
        assert "compared with holds on all 964 arrangements" in answer
