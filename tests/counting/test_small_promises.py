"""Words and questions that were refused, or answered, by mistake: each with what it should be."""

from __future__ import annotations

from typing import Any

import pytest

import nqsat
from nqsat import Placement, Tour
from nqsat.chess import Board
from nqsat.engines import make_engine
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import certify
from nqsat.formulas import parse_dimacs

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
