"""Every format of export, through the program: others read these files as their own, or run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run, answered
from support.day_subset import combined
from support.oracle.brute_force import brute_force
from support.oracle.cnf import Dimacs
from support.oracle.pb import Opb

from nqsat import Arrangement, Placement, solutions
from nqsat.compiling import lower
from nqsat.extensions.export.program import program_lines
from nqsat.rules import Connected, Domination, Invariant, Maximal, NonAttacking, Rule, Stands

REFERENCE = ("--engine", "backtrack")


@pytest.mark.parametrize(
    ("words", "model"),
    [
        ("queens -p n=6", Placement("6x6", {"Q": 6})),
        ("--board 3x3 --piece K=any --encoding totalizer", Placement("3x3", {"K": "any"})),
        ("--board torus:3x3 --piece W=2..3", Placement("torus:3x3", {"W": "2..3"})),
        ("--board 2x3 --piece Q=1 --piece N=any", Placement("2x3", {"Q": "1", "N": "any"})),
        ("--board 3x3 --piece Q=3", Placement("3x3", {"Q": 3})),
        ("--board 0x0 --piece Q=0", Placement("0x0", {"Q": 0})),
        ("--board 0x0 --piece Q=1", Placement("0x0", {"Q": 1})),
    ],
)
def test_dimacs_has_the_solutions_under_their_names(
    here: Run, words: str, model: Placement
) -> None:
    text = answered(here("export", *words.split()))
    assert text.isascii()
    wanted = set()
    for solution in solutions(model, engine="backtrack"):
        assert isinstance(solution, Arrangement)
        pieces = ((piece.kind, piece.square.name(model.board.rows)) for piece in solution.pieces)
        wanted.add(frozenset(f"{kind}@{square}" for kind, square in pieces))
    read = Dimacs(text.splitlines())
    assert tuple(read.names) == read.shown
    assert set(read.solutions()) == wanted


@pytest.mark.parametrize(
    ("case", "circuit"),
    combined(
        [
            ("--board 5x6 --tour N", 8),
            ("--board 3x4 --tour N --open", 16),
            ("--board 3x4 --tour N --open --from a2 --to d2", 2),
            ("--board 4x4 --tour W --unit directed", 12),
            ("--board 2x3 --tour K --from a1 --number c2=4", 4),
            ("--board 2x2 --tour N", 0),
            ("--board 1x1 --tour N --open", 1),
        ],
        ["one-hot", "binary"],
    ),
)
def test_dimacs_of_a_tour_is_the_whole_formula(
    here: Run, case: tuple[str, int], circuit: str
) -> None:
    # A stranger's solver counts the same, without our cuts.
    text = answered(here("export", *case[0].split(), "--circuit", circuit))
    assert sum(1 for _ in Dimacs(text.splitlines()).solutions()) == case[1]


MODELS = ["--board 2x3 --piece white:K=1 --piece black:K=1..2", "--board 3x3 --tour W --open"]


@pytest.mark.parametrize("words", MODELS)
def test_every_format(here: Run, tmp_path: Path, words: str) -> None:
    # Each file says the same: read by somebody else, it has as many solutions as the model.
    counted = answered(here("count", *words.split(), *REFERENCE))
    texts = {}
    for form in ("dimacs", "opb", "mps", "cpsat", "json"):
        done = here("export", *words.split(), "--format", form)
        texts[form] = answered(done)
        assert done.stderr == ""
        assert texts[form].endswith("\n")
        assert texts[form].isascii()
    assert answered(here("export", *words.split(), "--format", "cnf")) == texts["dimacs"]
    opb, dimacs = Opb(texts["opb"].splitlines()), Dimacs(texts["dimacs"].splitlines())
    number = len(set(opb.solutions()))
    assert number == len(set(dimacs.solutions())) > 0
    assert opb.names == dimacs.names
    assert all(name in texts[form] for name in opb.names.values() for form in ("cpsat", "mps"))
    (tmp_path / "m.json").write_text(texts["json"])
    assert counted == answered(here("count", "m.json", *REFERENCE))
    assert counted.startswith(f"{number} ")


def test_an_objective(here: Run) -> None:
    words = ("--board", "3x3", "--piece", "N=any", "--maximise", "pieces")
    opb = Opb(here("export", *words, "--format", "opb").stdout.splitlines())
    best = opb.optimal()
    assert {len(true) for true in best} == {5}
    counted = here("count", *words, *REFERENCE)
    assert counted.stdout.startswith(f"{len(best)} placement")
    assert "objective {" in here("export", *words, "--format", "cpsat").stdout
    here("export", *words, "--format", "json", "-o", "m.json")
    assert here("count", "m.json", *REFERENCE).stdout == counted.stdout


@pytest.mark.parametrize(
    ("words", "circuit", "true"),
    [
        ("queens -p n=4", False, 4),
        ("--board 3x4 --tour N --open", True, None),
        ("--board 2x2 --tour N", False, None),  # without moves, too
    ],
)
def test_ortools_reads_cpsat(here: Run, words: str, circuit: bool, true: int | None) -> None:
    from ortools.sat.python import cp_model

    text = answered(here("export", *words.split(), "--format", "cpsat"))
    assert ("circuit" in text) == circuit
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    assert model.validate() == ""
    if true:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        assert sum(solver.response_proto.solution) == true


# -- the program in Python, which needs OR-Tools only ------------------------------------------


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
