"""The program in Python prints the solutions of a model, and needs OR-Tools only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.oracle.brute_force import brute_force

from nqsat import Placement
from nqsat.compiling import lower
from nqsat.extensions.export.program import program_lines
from nqsat.rules import Connected, Domination, Invariant, Maximal, NonAttacking, Rule, Stands

A, B = Stands("Q", "a1"), Stands("Q", "b2")


def printed(folder: Path, model: Placement) -> list[str]:
    file = folder / "program.py"
    file.write_text("\n".join(program_lines(lower(model), model.text)) + "\n", encoding="utf-8")
    assert "nqsat" not in "".join(file.read_text(encoding="utf-8").split("\n")[1:])
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("board", "pieces", "rules"),
    [
        ("4x4", {"Q": 4}, [NonAttacking()]),
        ("2x2", {"Q": 5}, [NonAttacking()]),
        ("0x0", {"Q": 0}, []),
        ("2x3", {"Q": "any", "N": "any"}, [2 * A - B != 1, NonAttacking(), Maximal()]),
        ("3x3", {"W": "any"}, [Connected(), Invariant("rot180")]),
    ],
)
def test_it_prints_every_solution_once(
    tmp_path: Path, board: str, pieces: dict[str, int | str], rules: list[Rule]
) -> None:
    model = Placement(board, pieces, rules)
    *lines, last = printed(tmp_path, model)
    wanted = brute_force(model)
    words = (line.replace("=", " ").split() for line in lines if line != "(empty)")
    found = [model.parse_solution(" ".join(line)) for line in words]
    found += [model.parse_solution("(empty)")] * lines.count("(empty)")
    assert sorted(found) == sorted(wanted)
    assert last == f"exactly {len(wanted)}"


def test_with_an_objective_it_prints_a_best_solution(tmp_path: Path) -> None:
    model = Placement("4x4", {"N": "any"}, [Domination()], objective="minimise pieces")
    line, last = printed(tmp_path, model)
    assert model.holds(model.parse_solution(line))
    assert len(line.split()) == 4
    assert last == "4 proved best"
