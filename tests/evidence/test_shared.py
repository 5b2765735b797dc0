"""What meaning and encoding of a rule share, found by watching both at work; and mistakes planted there.

A mistake in a function that both call is in the reference and in the formula, so that they agree. A rule
says what it shares, ``verify`` then asks for a witness that does not, and here nothing is shared that no
rule declares. The facts (``nqsat.chess``) are shared by all; they have tests of their own.
"""

from __future__ import annotations

import functools
import gc
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain, combinations, cycle, islice, product
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any

import pytest
from support.random_models import random_model
from support.random_rules import RANDOM_RULES, RandomDraw

import nqsat
from nqsat import Board, Factor, Placement, Rule, Square, Tour, count, solutions
from nqsat.compiling.atoms import formula_of_atoms
from nqsat.engines import BacktrackEngine, SatEngine
from nqsat.errors import InvalidModel, NqsatError
from nqsat.evidence import Effort, Result, verify
from nqsat.modelling import Model
from nqsat.modelling.rules.tours import ARGUMENT_RULES, GivenNumber, GivenOrder
from nqsat.rules import RULES, PlacedPiece

ROOM = str(Path(nqsat.__file__).parent / "modelling")
BOARDS = ("3x3", "torus:3x3", "2x3", "cylinder:2x3", "hex:2", "2x2x2")
KINDS = (("Q",), ("K",), ("white:K", "black:R"), ("W", "N"))

#: Few models of each rule are watched, and fewer verified: these take a tenth of a second.
WATCHED, VERIFIED = 20, 5

WITNESSES = (BacktrackEngine(), SatEngine())
CERTIFIED = Effort(encodings=-1, invariants=-1, counters=())
RECOUNTED = replace(CERTIFIED, certified=-1)
NO_WITNESS = replace(RECOUNTED, states=0)


# -- models of each rule -----------------------------------------------------------------------------


def models_of(rule: type[Rule]) -> Iterator[tuple[Model, Rule]]:
    """Small models with a rule of this class, without end."""
    if rule is GivenOrder:
        orders = combinations(Board.parse("3x3").squares, 2)
        tours = (Tour("3x3", "K", order=some, closed=bool(some[0].row)) for some in orders)
        yield from ((tour, one) for tour in tours for one in tour.rules if type(one) is rule)
    elif rule is GivenNumber:
        factors = (Factor("3x3", "K", "..1", moves=number) for number in cycle(range(1, 5)))
        yield from ((model, one) for model in factors for one in model.rules if type(one) is rule)
    elif rule.about != "placement":
        for index in range(20_000):
            drawn = random_model(5, index)
            yield from ((drawn, one) for one in drawn.rules if type(one) is rule)
    chance = Random(rule.name)
    while True:
        board, kinds = Board.parse(chance.choice(BOARDS)), chance.choice(KINDS)
        with suppress(InvalidModel):
            one = RANDOM_RULES[rule](RandomDraw(chance, board, kinds))
            yield Placement(board, dict.fromkeys(kinds, "any"), [one]), one


def some_solutions(model: Model) -> list[Any]:
    """Solutions of the model, or for a placement arrangements of any pieces."""
    if not isinstance(model, Placement):
        return list(islice(solutions(model, engine="backtrack"), 20))
    chance, names = Random(1), [None, *(kind.name for kind in model.kinds)]
    every = ([(x, chance.choice(names)) for x in model.board.squares] for _ in range(20))
    return [model.solution(PlacedPiece(x, kind) for x, kind in some if kind) for some in every]


# -- what is called ----------------------------------------------------------------------------------


def clear_caches() -> None:
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and "nqsat" in str(found.__module__):
            found.cache_clear()


def called(work: Callable[[], object], below: CodeType) -> set[CodeType]:
    """The functions of ``nqsat.modelling`` that ``work`` calls in a function with this code."""
    seen: set[CodeType] = set()

    def watch(frame: Any, event: str, _argument: object) -> None:
        code, outer = frame.f_code, frame.f_back
        if event == "call" and code.co_filename.startswith(ROOM) and code not in seen:
            while outer is not None and outer.f_code is not below:
                outer = outer.f_back
            if outer is not None:
                seen.add(code)

    clear_caches()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


def judge(rule: Rule, model: Model, solved: list[Any]) -> None:
    """All that the reference asks of a rule."""
    meanings: list[Callable[[Any], bool]] = [rule.holds]
    if isinstance(model, Placement):
        rule.exclusions(model.setting)
        if relaxed := rule.relaxation(model.setting):
            meanings.append(relaxed)
    for meaning, solution in product(meanings, solved):
        meaning(solution)


def shared_code(rule: Rule, model: Model) -> set[CodeType]:
    """The functions that meaning and encoding of the rule both call."""
    solved = some_solutions(model)
    meaning = called(lambda: judge(rule, model, solved), judge.__code__)
    return meaning & called(lambda: formula_of_atoms(model), type(rule).lower.__code__)


@pytest.mark.parametrize("rule", [*RULES, *ARGUMENT_RULES], ids=lambda rule: rule.__name__)
def test_a_rule_says_what_its_meaning_and_its_encoding_share(rule: type[Rule]) -> None:
    # A new rule is among RULES, and has to be drawn; see ``random_rules``.
    declared = 0
    for model, one in islice(models_of(rule), WATCHED):
        shared = {code.co_name for code in shared_code(one, model)}
        assert one.shares or not shared, (one, shared)
        declared += bool(one.shares and not shared)
    assert declared < WATCHED, f"{rule.name} shares nothing: why does it say so?"


# -- planted mistakes --------------------------------------------------------------------------------


def functions() -> dict[CodeType, FunctionType]:
    """The functions and methods of ``nqsat.modelling`` by their code, inside properties and caches too."""
    modules = [module for name, module in sys.modules.items() if name.startswith("nqsat.modelling")]
    found: dict[CodeType, FunctionType] = {}
    for names in [vars(module) for module in modules]:
        classes = [vars(value) for value in names.values() if isinstance(value, type)]
        for value in chain(names.values(), *(members.values() for members in classes)):
            inner = getattr(value, "fget", None) or getattr(value, "__func__", value)
            inner = inspect.unwrap(inner) if callable(inner) else inner
            if isinstance(inner, FunctionType):
                found[inner.__code__] = inner
    return found


def spoilt(value: object) -> object:
    """A wrong value of the same type: without one element, the other truth, an empty text; or the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return dict(list(value.items())[1:])
    if isinstance(value, tuple | list):
        return value[1:]
    if isinstance(value, Iterator):
        return islice(value, 1, None)
    if isinstance(value, nqsat.rules.NonAttacking):
        return replace(value, between=frozenset({("nobody", "nobody")}))
    return value


@contextmanager
def planted(code: CodeType) -> Iterator[list[bool]]:
    """Let the function with this code return wrong values wherever it is called; yield which were."""
    function = functions()[code]
    right = FunctionType(
        code, function.__globals__, "right", function.__defaults__, function.__closure__
    )
    right.__kwdefaults__ = function.__kwdefaults__
    name = "_planted_mistake"
    changed = list[bool]()

    def mistaken(*given: Any, **named: Any) -> object:
        value = right(*given, **named)
        wrong = spoilt(value)
        changed.append(isinstance(value, Iterator) or wrong != value)
        return wrong

    function.__globals__[name] = mistaken
    wrong: dict[str, Any] = {}
    exec(f"def wrong(*given, **named): return {name}(*given, **named)", wrong)
    function.__code__ = wrong["wrong"].__code__
    clear_caches()
    try:
        yield changed
    finally:
        function.__code__ = code
        del function.__globals__[name]
        clear_caches()


def verdict(model: Model, effort: Effort) -> tuple[Result, int | None]:
    """What verify says, and the number of the reference. An error is no agreement."""
    try:
        report = verify(model, witnesses=WITNESSES, effort=effort)
    except (NqsatError, IndexError, KeyError, RuntimeError):
        return Result.DIFFER, None
    return report.result, report.counts.get("backtrack")


def whole_functions(codes: set[CodeType]) -> list[CodeType]:
    """Those that can be exchanged: neither inside another function nor a class, in order."""
    own = [code for code in codes if "<locals>" not in code.co_qualname and not code.co_freevars]
    return sorted(own, key=lambda code: (code.co_filename, code.co_firstlineno))


def sharing_models(rule: type[Rule]) -> Iterator[tuple[Model, Rule]]:
    """Small models in which meaning and encoding of the rule share something, with some solutions."""
    for model, one in islice(models_of(rule), 1_000):
        arrangements = (1 + len(model.kinds)) ** len(model.board.squares)
        if one.shares and arrangements < 1_000 and count(model).value:
            yield model, one


#: Every rule that says so of some model, those that are arguments of tours among them.
SHARING = [
    rule
    for rule in (*RULES, *ARGUMENT_RULES)
    if any(one.shares for _, one in islice(models_of(rule), WATCHED))
]

#: What checks the fields of a new rule: a wrong value there changes nothing, or is refused.
CHECKING = {"_flag", "naming_field", "_pairs"}


@pytest.mark.parametrize("rule", SHARING, ids=lambda rule: rule.__name__)
def test_a_mistake_in_what_is_shared_is_never_called_agreement(rule: type[Rule]) -> None:
    # For each function that meaning and encoding of this rule share, the recount or the certificate
    # differs in some model; without either, the summary says what is not independent.
    wrong, effective, seen = set[str](), set[str](), set[str]()
    for model, one in islice(sharing_models(rule), VERIFIED):
        right = count(model).value
        for code in whole_functions(shared_code(one, model)):
            with planted(code) as changed:
                found = [verdict(model, effort) for effort in (CERTIFIED, RECOUNTED, NO_WITNESS)]
            results = [result for result, _ in found]
            wrong |= {code.co_qualname} if any(changed) else set()
            if any(number not in (None, right) for _, number in found):
                effective.add(code.co_qualname)
                assert Result.AGREE not in results, (model.text, code, found)
            if results[:2] == [Result.DIFFER] * 2:
                seen.add(code.co_qualname)
    assert effective & seen, "no planted mistake that changed a count was seen"
    assert effective | wrong - CHECKING <= seen


def test_a_rule_whose_meaning_is_its_encoding_has_no_independent_witness() -> None:
    @nqsat.rules.rule
    def corner(places: Any) -> Any:
        return nqsat.rules.clause(places.at("K", "a1"), places.at("K", "c3"))

    model = Placement("3x3", {"K": "any"}, [corner, nqsat.rules.NonAttacking()])
    (code,) = whole_functions({type(corner).constraints.__code__})
    right, results = count(model).value, list[Result]()
    with planted(code) as changed:
        for effort in (CERTIFIED, RECOUNTED, NO_WITNESS):
            result, number = verdict(model, effort)
            assert number != right  # the reference is wrong, too
            results.append(result)
        report = verify(model, witnesses=WITNESSES, effort=RECOUNTED)
    assert any(changed)
    assert Result.AGREE not in results
    assert "meaning and encoding of corner share all its constraints" in report.summary


def test_the_mistake_that_was_once_called_agreement() -> None:
    # Diagonals of a torus that do not go round: between 1,001 and 50,000 solutions nobody was asked.
    model = Placement("torus:4x4", {"K": "any"}, ["diagonals=..1"])
    assert count(model).value == 625
    report = verify(model, witnesses=WITNESSES, effort=replace(RECOUNTED, states=0))
    assert report.result is Result.UNKNOWN
    assert "meaning and encoding of diagonals share its sets of squares" in report.summary
    recounted = verify(model, witnesses=WITNESSES, effort=RECOUNTED)
    assert "recount" in {check.name for check in recounted.made}
    assert recounted.result is Result.AGREE


def test_a_rule_that_the_checker_does_not_know_is_named() -> None:
    model = Placement("3x3", {"Q": 2}, ["distinct-differences", "domination=minimal"])
    report = verify(model, witnesses=WITNESSES, effort=CERTIFIED)
    assert report.notes == (
        "the checker does not know distinct-differences, domination=plain,minimal",
    )
    assert report.notes[0] in report.summary

    def above(a: Square, b: Square) -> bool:
        return a.row - b.row == 1

    # The rule is known; the piece is not.
    (note,) = verify(Placement("3x3", {above: 2}), witnesses=WITNESSES, effort=CERTIFIED).notes
    assert "does not know" not in note
    assert "the piece" in note
    assert report.notes[0] in str(report)
