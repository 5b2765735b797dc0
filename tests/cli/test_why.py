"""``nqsat solve --why``, literals as ``--rule`` and rules from a user's file, as a shell sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused

OWN = """
from nqsat import Placement, Rule
from nqsat.rules import Clause, Exactly

class Even(Rule):
    "An even number of men."
    name = "even"
    def holds(self, arrangement):
        return len(arrangement) % 2 == 0
    def lower(self, model, variables):
        (kind,) = model.kinds
        x = variables.group(kind.name, model.board.squares)
        {body}

def model(men: str = "any"):
    return Placement("1x2", {{"blocker": men}}, [Even()])
"""
RIGHT = "return [Clause((-x[0], x[1])), Clause((x[0], -x[1]))]"


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    def write(body: str) -> str:
        (tmp_path / "own.py").write_text(OWN.format(body=body), encoding="utf-8")
        return f"{tmp_path / 'own.py'}:model"

    return write


def test_why_not(nqsat: Run) -> None:
    done = nqsat("solve", "--board", "8x8", "--piece", "Q=9", "--why")
    assert answered(done) == "no solution\nnon-attacking\nQ = 9\n"
    words = ["--piece", "Q=8", "--preset", "Q@a1", "--preset", "Q@b2", "--preset", "-@c3"]
    done = nqsat("solve", "--board", "8x8", *words, "--why")
    assert done.stdout.splitlines()[1:] == ["non-attacking", "Q@b2", "Q@a1"]
    assert "these contradict each other" in done.stderr


def test_why_not_as_json(nqsat: Run) -> None:
    (answer,) = objects(nqsat("solve", "--board", "3x4", "--tour", "N", "--why", "--json").stdout)
    assert answer["verdict"] == "unsatisfiable"
    assert (answer["why"], answer["minimal"]) == (["closed tour of 3x4 by N"], True)


def test_with_a_solution_there_is_no_why(nqsat: Run) -> None:
    plain = nqsat("solve", "queens", "-p", "n=4")
    assert nqsat("solve", "queens", "-p", "n=4", "--why").stdout == plain.stdout
    (answer,) = objects(nqsat("solve", "queens", "-p", "n=4", "--why", "--json").stdout)
    assert "why" not in answer


def test_literals_as_a_rule(here: Run) -> None:
    words = ["--board", "2x2", "--piece", "blocker=any", "--engine", "backtrack", "--rule"]
    for rule, number in (
        ("among=blocker@a1,~blocker@b2", 12),
        ("among=blocker@a1,blocker@b2,number=1", 8),
    ):
        assert answered(here("count", *words, rule)) == f"{number} placements\n"
    said = refused(here("count", *words, "among=blocker@e9"))
    assert said.startswith("nqsat: --rule among: literals: blocker@e9: ")


class TestOwnRules:
    def test_every_engine(self, nqsat: Run, own: Callable[[str], str]) -> None:
        for engine in ("sat", "cpsat", "backtrack"):
            assert nqsat("count", own(RIGHT), "--engine", engine).stdout == "2 placements\n"

    def test_show_and_export(self, nqsat: Run, own: Callable[[str], str]) -> None:
        shown = nqsat("show", own(RIGHT))
        assert shown.returncode == 0
        assert "symmetries that preserve the model: unknown (rules.even: does not" in shown.stdout
        assert nqsat("export", own(RIGHT)).stdout.startswith("c ")
        said = refused(nqsat("export", own(RIGHT), "--format", "json"))
        assert "rules.even: is a rule of your own" in said

    def test_why_names_it(self, nqsat: Run, own: Callable[[str], str]) -> None:
        done = nqsat("solve", own(RIGHT), "-p", "men=1", "--why")
        assert done.stdout == "no solution\neven\nblocker = 1\n"

    @pytest.mark.parametrize(
        ("body", "code", "message"),
        [
            ("return [Clause((0,))]", 2, "rules.even: lower gave 0; expected a literal"),
            ("return None", 2, "rules.even: lower returned None; yield constraints"),
            ("return [3]", 2, "rules.even: lower gave 3; yield constraints"),
            ("yield Clause((y,))", 2, "rules.even: NameError, line 13: name 'y' is not defined"),
            ("return [Exactly(1, x)]", 4, "lower of even asks too much"),
        ],
    )
    def test_a_mistake_is_one_line(
        self, nqsat: Run, own: Callable[[str], str], body: str, code: int, message: str
    ) -> None:
        assert message in refused(nqsat("count", own(body), "-q"), code)
