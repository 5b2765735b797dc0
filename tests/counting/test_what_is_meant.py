"""What people write who know other libraries: it is done, or one line says what to write instead."""

from __future__ import annotations

import dataclasses
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import nqsat
from nqsat import Placement, Rule, Tour
from nqsat.chess import Board
from nqsat.engines import make_engine
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import certify
from nqsat.formulas import parse_dimacs
from nqsat.rules import Exactly, NonAttacking, Places, Yields, at_least, at_most, clause, exactly

QUEENS = Placement("4x4", {"Q": 4})
AT: Any = [QUEENS.at("Q", square) for square in ("a1", "b1", "c1", "d1")]


@pytest.mark.parametrize("word", ["hint", "timeout", "num_workers", "symmetry"])
def test_words_of_other_libraries(word: str) -> None:
    asked: Any = {word: 1}
    for given in ("queens", QUEENS):
        with pytest.raises(InvalidModel, match=rf"^{word}: is not an option here; ") as error:
            nqsat.count(given, **asked)
        assert "\n" not in str(error.value)


def test_how_it_is_counted_is_said_elsewhere() -> None:
    fields = {field.name for field in dataclasses.fields(nqsat.Run)}
    assert "time_limit" not in fields  # it would be a second one
    for word in fields - {"source"} | {"num_workers", "processes"}:
        asked: Any = {word: "x"}
        with pytest.raises(InvalidModel, match=rf"^{word}: .* have run=nqsat\.Run") as error:
            nqsat.count(QUEENS, **asked)
        named = str(error.value).rpartition("Run(")[2].partition("=")[0]
        assert named in fields
    with pytest.raises(InvalidModel, match=r"^run: is not an option here; .* have it$"):
        nqsat.solutions(QUEENS, run=nqsat.Run(workers=2))  # type: ignore[arg-type]
    for ask in (nqsat.count, nqsat.solve, nqsat.unique):
        with pytest.raises(InvalidModel, match=r"^run: .* write nqsat.Run\(workers=2\)$"):
            ask(QUEENS, run={"workers": 2})  # type: ignore[arg-type]
    for word in ("solver", "encoding"):
        asked = {word: "x"}
        with pytest.raises(InvalidModel, match=rf"^{word}: .*write engine=(.*)$") as error:
            nqsat.count("queens", n=4, **asked)
        engine = str(error.value).rpartition("engine=")[2].strip("'")
        assert nqsat.count("queens", n=4, engine=engine).value == 2


def test_a_literal_is_a_rule() -> None:
    six = Placement("6x6", {"Q": 6})
    a, b = six.at("Q", "b6"), six.at("Q", "a4")

    def own(model: Places) -> Iterator[Yields]:
        yield model.at("Q", "b6")

    for rules, number in ((a, 1), (~a, 3), ([a, b], 0), ([~a, ~b], 2), ([a | b], 2), (own, 1)):
        for engine in ("sat", "backtrack"):
            assert nqsat.count(six + rules, engine=engine).value == number
    assert six + a == six.with_rules(a) == six + clause(a)
    tour = nqsat.Tour("3x3", "W", closed=False)
    assert (tour + tour.at("a1-a2")).count().value < tour.count().value


@dataclass(frozen=True)
class Compared(Rule):
    name = "compared"

    def holds(self, arrangement: Any) -> bool:
        return True

    def lower(self, setting: Any, variables: Any) -> Iterator[Any]:
        yield sum(variables.group("Q", setting.board.squares)) == 1


A, B, C, _ = AT
NAMELESS: Any = lambda model: []  # noqa: E731
FOUND: Any = nqsat.solve(QUEENS)
CLAUSES: Any = nqsat.solve(parse_dimacs([b"p cnf 2 1", b"1 2 0"]))

#: What is written, how it is refused, and what is said.
REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    *((wrong, InvalidModel, "for a == 1 write a, for a == b write a - b == 0, for") for wrong in (
        lambda: QUEENS + (A == 1), lambda: QUEENS + (A == B), lambda: QUEENS + (A != B),
    )),
    *((joined, TypeError, r"a & b is two rules: model \+ a \+ b") for joined in (
        lambda: A & B, lambda: (A | B) & C, lambda: (A | B) & (B | C), lambda: QUEENS & A,
        lambda: (A + B) & C, lambda: nqsat.rules.Domination() & A, lambda: QUEENS & QUEENS,
    )),
    *((tried, TypeError, r"neither true nor false; .* a \| b, ~a, a >> b") for tried in (
        lambda: A and B, lambda: A or B, lambda: not A, lambda: any(AT),
    )),
    (lambda: A % 2, TypeError, r"xor\(a, b, c\): an odd number"),
    (lambda: (A + B) % 2, TypeError, r"xor\(a, b, c\): an odd number"),
    (lambda: QUEENS + NAMELESS, InvalidModel, "got a lambda, which has no name; write @rule above"),
    (lambda: nqsat.count(QUEENS + Compared()), InvalidModel, r"== 1 write Exactly\(1, literals\)$"),
    (lambda: exactly(1, 3), InvalidModel, "got 3"),  # type: ignore[arg-type]
    (lambda: nqsat.solutions(QUEENS)[0], TypeError, r"write list\(…\)\[0\]"),
    (lambda: len(nqsat.solutions(QUEENS)), TypeError, r"write len\(list\(…\)\), or nqsat\.count$"),
    *((lambda name=name: getattr(FOUND.solution, name), AttributeError,
       r"draw\(\) is its text, and svg\(\) is a picture") for name in ("save", "show", "to_svg")),
    (lambda: CLAUSES.solution.save, AttributeError, r"has no attribute 'save'$"),  # it has no picture
    (lambda: QUEENS.save, AttributeError, r"nqsat\.dump"),  # type: ignore[attr-defined]
    *((lambda name=name: getattr(nqsat, name), AttributeError, f"nqsat has no {name}; write")
      for name in ("table", "draw", "list")),
]  # fmt: skip


@pytest.mark.parametrize(("written", "kind", "said"), REFUSED)
def test_one_line_says_what_to_write_instead(
    written: Callable[[], Any], kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        written()


def test_what_literals_can() -> None:
    assert A != B  # they can still be compared, and found in a set
    assert {A, B} == {B, A}
    for make in (exactly, at_least, at_most):
        assert make(1, AT) == make(1, *AT) == make(1, iter(AT))
    assert clause(AT) == clause(*AT)
    assert nqsat.solutions(QUEENS)  # a list that is not empty until it is known to be


def test_an_objective_as_a_text() -> None:
    board, pieces, rules = "5x5", {"Q": "any"}, ["domination"]
    model = Placement(board, pieces, rules, objective="minimise pieces")
    assert nqsat.optimise(model).value == 3
    most = Placement(board, pieces, objective=" maximise  pieces=Q ")
    assert nqsat.optimise(most).value == 5
    for text in ("minimise", "fewest pieces", "", "minimise pieces and women"):
        with pytest.raises(InvalidModel, match=r"^objective|^minimise"):
            Placement(board, pieces, rules, objective=text)


# -- rules of the user's own --------------------------------------------------------------------


@dataclass(frozen=True)
class InCorner(Rule):
    name = "in-corner"

    def holds(self, arrangement: Any) -> bool:
        return arrangement.get("a1") is not None

    def lower(self, setting: Any, variables: Any) -> Iterator[Any]:
        yield Exactly(1, (variables.at("Q", setting.board.square(0, 0)),))


@dataclass(frozen=True)
class Broken(Rule):
    name = "broken"

    def holds(self, arrangement: Any) -> bool:
        return bool(1 // 0)  # the line

    lower = InCorner.lower


def test_own_rules_alone_let_pieces_attack_and_say_so() -> None:
    with pytest.warns(UserWarning, match=r"add NonAttacking\(\) to forbid it; ") as told:
        model = Placement("6x6", {"Q": 2}, [InCorner()])
    assert [one.filename for one in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.changed(presets=["Q@a1"])  # a copy says nothing again
        Placement("6x6", {"Q": 2}, [InCorner(), NonAttacking()])
        Placement("6x6", {"Q": 1}, [InCorner()])
        Placement("6x6", {"Q": 2}, ["permutation=..1"])  # a rule of nqsat means what it says


@pytest.mark.parametrize(
    "ask", [nqsat.count, lambda model, **more: [*nqsat.solutions(model, **more)]]
)
def test_a_traceback_begins_with_the_users_line(ask: Callable[..., Any]) -> None:
    model = Placement("4x4", {"Q": 4}, [NonAttacking(), Broken()])
    with pytest.raises(InvalidModel, match=r"broken: ZeroDivisionError, line \d+: ") as error:
        ask(model, engine="backtrack")
    cause = error.value.__cause__
    assert cause is not None
    (frame,) = traceback.extract_tb(cause.__traceback__)
    assert (frame.filename, frame.name) == (__file__, "holds")
    assert "# the line" in str(frame.line)


# -- words and questions that were refused, or answered, by mistake --------------------------------

RING = Board.of_graph([("0", "1"), ("1", "2"), ("2", "3"), ("3", "0")], symmetries=["(0 1 2 3)"])


@pytest.mark.parametrize("word", ["a1-b3", "b3-a1", "a1>b3", "~a1-b3"])
@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_a_move_of_a_directed_tour_is_a_hint(word: str, engine: str) -> None:
    found: Any = nqsat.solve(Tour("3x4", "N", closed=False), hint=[word], engine=engine)
    assert len(found.solution.squares) == 12


def test_a_hint_that_is_no_move_is_refused() -> None:
    with pytest.raises(InvalidModel, match=r"hint: .*'a1-b4'"):
        nqsat.solve(Tour("3x4", "N", closed=False), hint=["a1-b4"], engine="sat")


def test_a_node_of_a_graph_has_a_literal() -> None:
    model = Placement(RING, {"W": "any"}, [])
    assert str(model.at("W", "0")) == "W@0"
    for literal in (model.at("W", "0"), model.literal("W@0")):
        assert nqsat.count(model.assuming([literal])).value == 8
        assert nqsat.count(model.assuming([~literal])).value == 8
    for name in ("7", "c4"):
        with pytest.raises(InvalidModel, match="is not a square of"):
            model.at("W", name)
    with pytest.raises(InvalidModel, match="square"):
        model.assuming(["W@c4"])


def test_a_graph_is_not_turned() -> None:
    model = Placement(RING, {"W": "any"}, [])
    assert nqsat.count(model, modulo="symmetry").value == 6
    with pytest.raises(InvalidModel, match=r"modulo: .* has no rotations; "):
        nqsat.count(model, modulo="rotations")


@pytest.mark.parametrize(
    "tour", [Tour("4x4", "N", visit="some"), Tour("3x3", "N", closed=False)], ids=str
)
@pytest.mark.parametrize("proof", [None, "list", "recount"])
def test_advice_about_symmetry_leads_to_a_certificate(
    tour: Tour, proof: Any, tmp_path: Any
) -> None:
    with pytest.raises(InvalidModel, match=r"symmetry; leave it out$"):
        certify(tour, tmp_path / "it", modulo="symmetry", proof=proof)
    assert certify(tour, tmp_path / "it").folder == tmp_path / "it"


@pytest.mark.parametrize("text", ["p wcnf 2 2 10\n10 1 2 0\n", "h 1 2 0\n3 -1 0\n"])
def test_maxsat_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidModel, match="MaxSAT"):
        parse_dimacs(text.encode().splitlines())


def test_an_engine_that_takes_no_cnf_names_those_that_do() -> None:
    problem = parse_dimacs([b"p cnf 2 1", b"1 2 0"])
    with pytest.raises(UnsupportedByEngine) as refused:
        nqsat.count(problem, engine="mates")
    assert refused.value.instead == ("sat", "frontier")
    assert [nqsat.count(problem, engine=name).value for name in refused.value.instead] == [3, 3]


def test_a_rule_may_be_made_where_no_module_has_a_name() -> None:
    names: dict[str, Any] = {}
    text = "from nqsat.rules import rule\n@rule\ndef few(places):\n    return []\n"
    exec(text, names)
    model = Placement("4x4", {"Q": 1}, [names["few"]])
    assert nqsat.count(model).value == 16


def test_an_option_that_no_engine_has_is_refused_with_those_that_this_one_has() -> None:
    with pytest.raises(InvalidModel, match=r"mode: engine cpsat has no such option; it has .*seed"):
        make_engine("cpsat", mode="x")
    with pytest.raises(InvalidModel, match=r"only mates has it"):
        make_engine("cpsat", method="middle")
