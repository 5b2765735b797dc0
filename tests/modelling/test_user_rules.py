"""Rules of a user's own, from a file that nqsat has never seen: every engine takes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from support.error_asserts import Own
from support.oracle.brute_force import brute_force, same_solutions

import nqsat
from nqsat import Arrangement, InvalidModel, Placement, Rule, Run, Square, count, solutions
from nqsat.compiling import dimacs_lines, lower, to_cnf, to_cp_model
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, CpSatEngine, SatEngine
from nqsat.errors import WrongSolution
from nqsat.modelling import Change, Setting, dumps
from nqsat.rules import AtMost, Clause, Constraint, NonAttacking, Variables

ENGINES = (SatEngine(), CpSatEngine(), BacktrackEngine())


@dataclass(frozen=True)
class Shy(Rule):
    """At most this many pieces on the rim."""

    name: ClassVar[str] = "shy"
    most: int

    def rim(self, board: Any) -> list[Square]:
        return [
            square
            for square in board.squares
            if square.row in (0, board.rows - 1) or square.column in (0, board.columns - 1)
        ]

    def holds(self, arrangement: Arrangement) -> bool:
        rim = self.rim(arrangement.board)
        return sum(square in rim for square, _ in arrangement.pieces) <= self.most

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        rim = self.rim(setting.board)
        yield AtMost(
            self.most, tuple(x for k in setting.kinds for x in variables.group(k.name, rim))
        )


class Symmetric(Shy):
    def image(self, change: Change) -> Rule:
        return self


class Stricter(NonAttacking):
    """It inherits the name of ours: that alone would be read back as another rule."""


class Plain(Rule):
    """Without fields no decorator is needed."""

    name = "plain"

    def holds(self, arrangement: Arrangement) -> bool:
        return len(arrangement) != 1

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        (kind,) = setting.kinds
        pieces = variables.group(kind.name, setting.board.squares)
        for x in pieces:
            yield Clause((-x, *(other for other in pieces if other != x)))


class TestARuleThatIsRight:
    @pytest.mark.parametrize("rule", [Shy(1), Shy(0), Plain()], ids=repr)
    def test_every_engine_takes_it(self, rule: Rule) -> None:
        for rules in ([rule], [NonAttacking(), rule]):
            model = Placement("3x3", {"K": "any"}, rules)
            wanted = brute_force(model)
            for engine in ENGINES:
                same_solutions(solutions(model, engine=engine), wanted, engine.title)
                assert count(model, engine=engine).value == len(wanted)

    def test_modulo_symmetry(self) -> None:
        model = Placement("3x3", {"K": "any"}, [NonAttacking(), Symmetric(2)])
        group = model.symmetries()
        assert len(group) == 8
        orbits = {frozenset(one.image(g) for g in group) for one in brute_force(model)}
        for method in METHODS:
            assert count(model, modulo="symmetry", run=Run(method=method)).value == len(orbits)

    def test_without_an_image_it_says_what_is_missing(self) -> None:
        model = Placement("3x3", {"K": "any"}, [Shy(1)])
        with pytest.raises(InvalidModel, match=r"^rules\.shy: does not say .* image method$"):
            count(model, modulo="symmetry")

    def test_it_can_be_written_as_a_formula_but_not_as_json(self) -> None:
        model = Placement("3x3", {"K": "any"}, [Shy(1)])
        formula = lower(model)
        assert list(dimacs_lines(formula, to_cnf(formula)))[-1].endswith(" 0")
        assert to_cp_model(formula) is not None
        for rules in ([Shy(1)], [Stricter()]):
            with pytest.raises(
                InvalidModel, match=r"^rules\..*: is a rule of your own; JSON has no code"
            ):
                dumps(Placement("3x3", {"K": "any"}, rules))

    def test_a_rule_is_a_value(self) -> None:
        assert Plain() == Plain() != Shy(1) != Shy(2)
        assert hash(Plain()) == hash(Plain())
        assert Placement("2x2", {"K": 1}, [Plain()]) == Placement("2x2", {"K": 1}, [Plain()])


# -- mistakes ---------------------------------------------------------------------------------


class Escaping(Own):
    name = "own\n-2 0"


class Nameless(Rule):
    holds, lower = Own.holds, Own.lower  # type: ignore[assignment]


class Changing(Own):
    def __init__(self) -> None:
        self.most = 3


@dataclass
class NotFrozen(Own):
    most: int = 3


@dataclass(frozen=True)
class WithAList(Own):
    squares: list[int] = field(default_factory=list)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Own, "rules: Own is a class; write Own()"),
        (7, "rules: 7 is not a Rule; write NonAttacking()"),
        (Escaping(), 'rules: Escaping has no printable name; write name = "…" in the class'),
        (Nameless(), 'rules: Nameless has no printable name; write name = "…" in the class'),
        (Changing(), "rules.own: write @dataclass(frozen=True) above class Changing"),
        (NotFrozen(), "rules.own: NotFrozen can change; write @dataclass(frozen=True) above it"),
        (WithAList(), "rules.own: unhashable type: 'list'; make the fields tuples or frozensets"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_rule(rule: Any, message: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        Placement("2x2", {"K": 1}, [rule])
    assert str(caught.value) == message


A1 = Square(1, 0)
TUPLE = "the literals are a tuple, as in Clause((x, -y))"
BOUND = (
    "rules.own: Sum(low=0, high='1', literals=(1,)): a bound is a whole number, as in"
    " AtMost(1, literals)"
)
AWAY = "variables.at returns it where the model allows no such piece"

LOWERINGS: list[tuple[Any, str]] = [
    (lambda v: None, "rules.own: lower returned None; yield constraints"),
    (lambda v: Clause((1, 2)), "rules.own: lower returned Sum(low=1, high=None, literals=(1, 2)); "
     "yield it"),
    (lambda v: [(1, 2)], "rules.own: lower gave (1, 2); yield constraints such as Clause((x, -y))"),
    (lambda v: [Clause((0,))], "rules.own: lower gave 0; expected a literal: not x is -x"),
    (lambda v: [Clause((True,))], "rules.own: lower gave True; expected a literal: not x is -x"),
    (lambda v: [Clause(1)], "rules.own: Sum(low=1, high=None, literals=1): " + TUPLE),  # type: ignore[arg-type]
    (lambda v: [Clause((99,))], "rules.own: literal 99 is not a variable of this formula (1 … 4)"),
    (lambda v: [AtMost((1, 2), 1)], "rules.own: Sum(low=0, high=(1, 2), literals=1): " + TUPLE),  # type: ignore[arg-type]
    (lambda v: [AtMost("1", (1,))], BOUND),  # type: ignore[arg-type]
    (lambda v: [Clause((v.at("Q", A1),))], "rules.own.kind: the model has no 'Q'; it has K"),
    (lambda v: [Clause((v.at(A1, "K"),))], f"rules.own.kind: the model has no {A1!r}; it has K"),
    (lambda v: [Clause((v.at("K", Square(9, 9)),))], "rules.own: lower gave the literal None: " + AWAY),
]  # fmt: skip


@pytest.mark.parametrize(("constraints", "message"), LOWERINGS, ids=range(len(LOWERINGS)))
def test_what_is_no_encoding(constraints: Any, message: str) -> None:
    class Wrong(Own):
        def lower(self, setting: Setting, variables: Variables) -> Any:
            return constraints(variables)

    class Yields(Own):
        def lower(self, setting: Setting, variables: Variables) -> Any:
            yield from constraints(variables)

    model = Placement("2x2", {"K": 1}, [Wrong()])
    for engine in (SatEngine(), CpSatEngine()):
        with pytest.raises(InvalidModel) as caught:
            count(model, engine=engine)
        assert str(caught.value) == message
    if "returned" not in message:
        with pytest.raises(InvalidModel) as caught:
            lower(Placement("2x2", {"K": 1}, [Yields()]))
        assert str(caught.value) == message


class Breaks(Own):
    def holds(self, arrangement: Arrangement) -> bool:
        return len(arrangement) == 1 // 0


class BreaksLate(Own):
    def lower(self, setting: Setting, variables: Variables) -> Any:
        yield Clause((1, -1))
        raise KeyError("c4")


class Forgets(Own):
    def holds(self, arrangement: Arrangement) -> Any:
        """Forgets to return what it finds."""


class Unclear(Own):
    def holds(self, arrangement: Arrangement) -> Any:
        return arrangement.to_array() == 0


class Disagrees(Own):
    def holds(self, arrangement: Arrangement) -> bool:
        return len(arrangement) == 2


@pytest.mark.parametrize(
    ("rule", "engine", "message"),
    [
        (Breaks(), SatEngine(), r"^rules\.own: ZeroDivisionError, line \d+: .*zero$"),
        (Breaks(), BacktrackEngine(), r"^rules\.own: ZeroDivisionError, line \d+: .*zero$"),
        (BreaksLate(), SatEngine(), r"^rules\.own: KeyError, line \d+: 'c4'$"),
        (Forgets(), SatEngine(), r"^rules\.own: holds returned None; return True or False$"),
        (Forgets(), BacktrackEngine(), r"^rules\.own: holds returned None"),
        (Unclear(), BacktrackEngine(), r"^rules\.own: ValueError: The truth value of an array"),
    ],
)
def test_what_a_rule_raises_is_one_line(rule: Rule, engine: Any, message: str) -> None:
    with pytest.raises(InvalidModel, match=message) as caught:
        count(Placement("2x2", {"K": 1}, [rule]), engine=engine)
    assert "\n" not in str(caught.value)


def test_meaning_and_encoding_that_disagree_are_told_by_name() -> None:
    model = Placement("2x2", {"K": "any"}, [NonAttacking(), Disagrees()])
    with pytest.raises(WrongSolution, match=r"breaks the rule own$"):
        count(model, engine="sat")


# -- rules that only filter ----------------------------------------------------------------------------


class Cornered(Rule):
    """A queen stands in a corner: said by ``holds`` alone."""

    name = "cornered"
    of_attacks = True

    def holds(self, arrangement: Any) -> bool:
        return "a1" in arrangement.squares_of("Q")


def test_a_rule_with_holds_alone_filters_and_says_so() -> None:
    model = Placement("5x5", {"Q": 5}, [NonAttacking(), Cornered()])
    right = {x for x in nqsat.solutions(Placement("5x5", {"Q": 5})) if Cornered().holds(x)}
    assert 0 < len(right) < 10
    answer = nqsat.count(model)
    assert answer.value == len(right)
    assert "cornered has no formula: of what the other rules allow, each was tried" in str(
        answer.note
    )
    assert set(nqsat.solutions(model)) == right
    assert nqsat.solve(model).solution in right
    assert set(nqsat.unique(model).found) <= right
    most = Placement("3x3", {"Q": "any"}, [Cornered()], objective="maximise pieces")
    assert nqsat.optimise(most).value == 9
    for engine in ("sat", "cpsat", "bitboard", "frontier"):
        with pytest.raises(nqsat.UnsupportedByEngine, match="has only holds; use backtrack"):
            nqsat.count(model, engine=engine)
    assert nqsat.verify(model).result.value == "unknown"  # nothing else counts it
