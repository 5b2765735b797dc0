"""A rule is one file: it counts, is verified, read and written, said in words, and shown on the page.

No list beside it knows it, the checker neither; and where the checker is asked, it says so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run, answered, refused
from support.agreement import agree, counted_alike
from support.extensions import lacking
from support.oracle.brute_force import brute_force
from support.oracle.rules import check_rule

import nqsat
from nqsat import InvalidModel, Placement
from nqsat.modelling import dumps, loads
from nqsat.modelling.rules import RULES, find_rule
from nqsat.modelling.rules.base import Rule, listed
from nqsat.reporting import sentences
from nqsat.viewing.atoms import constraint_data

pytestmark = pytest.mark.filterwarnings("ignore:no rule is about attacks")


@pytest.fixture(autouse=True)
def separated(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Rule]]:
    monkeypatch.delitem(sys.modules, "support.separated", raising=False)
    from support.separated import Separated

    yield Separated
    RULES.remove(Separated)


def model(word: str = "separated=3", board: str = "4x5", kings: str = "..3") -> Placement:
    return Placement(board, {"K": kings, "N": "..1"}, word)


WORDS = ("--board", "4x5", "--piece", "K=..3", "--piece", "N=..1", "--rule", "separated=3")


def test_a_name_that_is_taken_is_refused() -> None:
    class Other(Rule):
        name = "files"

    before = [*RULES]
    with pytest.raises(InvalidModel, match=r"Files has the name 'files'; give .*Other another"):
        listed(Other)
    assert before == RULES


@pytest.mark.parametrize("word", ["separated=3", "separated=2,kinds=K", "separated=0"])
def test_engines_count_what_holds(word: str) -> None:
    one = model(word, "3x3")
    check_rule(one, determined=True)
    wanted = brute_force(one)
    counted_alike(one, len(agree(one, wanted)))
    for engine in ("sat", "cpsat", "backtrack", "frontier", "auto"):
        assert nqsat.count(one, engine=engine).value == len(wanted)


def test_it_is_read_and_written() -> None:
    (rule,) = model().rules
    assert rule.text == "separated=3"
    assert find_rule("separated").parse("3") == rule
    assert loads(dumps(model("separated=2,kinds=K"))) == model("separated=2,kinds=K")
    assert eval(repr(rule), {"Separated": type(rule)}) == rule
    with pytest.raises(InvalidModel, match=r"separatd.*did you mean separated"):
        model("separatd=3")
    with pytest.raises(InvalidModel, match=r"distance.*expected a whole number"):
        model("separated=far")


def test_it_is_verified_and_the_checker_says_that_it_does_not_know_it(tmp_path: Path) -> None:
    report = nqsat.verify(model())
    assert report.result.value == "agree"
    assert "the checker does not know separated=3" in str(report.checks)
    for proof in ("list", "recount"):
        with pytest.raises(InvalidModel, match=r"checker cannot judge this.*separated"):
            nqsat.certify(model(), tmp_path / proof, proof=proof)
        assert not (tmp_path / proof).exists()


def test_the_command_line_has_it(here: Run) -> None:
    number = nqsat.count(model()).value
    said = json.loads(answered(here("count", *WORDS, "--json", "-q")))
    assert said["value"] == str(number)
    assert said["question"]["model"]["placement"]["rules"] == [{"rule": "separated", "distance": 3}]
    assert "separated=3" in answered(here("list", "rules"))
    assert "separated=3" in answered(here("show", *WORDS))
    assert "Any two pieces are so many rows or columns apart." in answered(
        here("show", "separated")
    )
    assert "checker cannot judge this" in refused(here("certify", *WORDS, "-o", "it"))
    assert "agree" in answered(here("verify", *WORDS))
    if not lacking("nqsat export"):
        assert answered(here("export", *WORDS, "--format", "opb"))


def test_words_and_the_page_have_it() -> None:
    assert "Any two pieces are 3 rows or columns apart." in sentences(model())
    data = constraint_data(model())
    assert data is not None
    part = next(one for one in data["parts"] if one["text"].startswith("any two pieces are 3"))
    assert part["sums"]
    page = nqsat.view(model(board="3x3")).html
    assert "Any two pieces are 3 rows or columns apart" in page
