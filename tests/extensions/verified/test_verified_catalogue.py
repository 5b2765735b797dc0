"""The catalogue's placements, counted by the verified program, and the table of what its theorem speaks of.

The table is written by ``python tests/extensions/verified/test_verified_catalogue.py`` and compared here.
"""

from __future__ import annotations

import shutil

import pytest
from support.day_subset import some

from nqsat.errors import InvalidModel
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import ordered_facts
from nqsat.extensions.verified import program
from nqsat.extensions.verified.problem import Problem
from nqsat.extensions.verified.program import count_with_program
from nqsat.extensions.verified.recounting import problem_or_bounds
from nqsat.modelling import Model, Tour
from nqsat.sources import Family, catalogue

TABLE = program.HERE / "CATALOGUE.md"
HEAD = """# The theorem for each entry of the catalogue

*Boards and pieces*: the number of arrangements, as `Problem.v` defines them in words of chess. *Bounds*: the number of assignments that satisfy the bounds of the
checker. *Not covered*: there is no theorem. The example is the first of its entry. Where there is a theorem, the verified program counts it, and
its number is compared with the checker's own recount (without an objective).

| entry | example | theorem about |
|---|---|---|
"""  # noqa: E501


def example(family: Family) -> tuple[str, Model]:
    case, _ = family.examples[0]
    model: Model = family(**dict(word.split("=", 1) for word in case.split()))
    return case, model


def spoken_of(model: Model) -> str:
    if isinstance(model, Tour):
        return "not covered: tours"
    try:
        return "boards and pieces" if isinstance(problem_or_bounds(model), Problem) else "bounds"
    except InvalidModel as refused:
        connected = "connected pieces" in str(refused)
        return f"not covered: {'connected pieces' if connected else 'rules unknown to the checker'}"


def table() -> str:
    lines = []
    for family in catalogue():
        case, model = example(family)
        lines.append(f"| `{family.name}` | `{case}` | {spoken_of(model)} |\n")
    return HEAD + "".join(lines)


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table()


@pytest.mark.skipif(
    shutil.which("ocamlopt") is None, reason="no ocamlopt: apt-get install ocaml-nox"
)
@pytest.mark.parametrize("family", some([*catalogue()], 12), ids=lambda family: str(family.name))
def test_an_entry_is_counted_as_by_the_checker(family: Family) -> None:
    _, model = example(family)
    if not spoken_of(model).startswith("not covered"):
        asked = problem_or_bounds(model)
        right = checker.Recount(10**6).solutions(*ordered_facts(model))
        assert count_with_program(asked, 60) == right


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
