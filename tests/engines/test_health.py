"""What doctor knows: facts that are true, and broken solvers that are facts too."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path

import pytest
from support.timeouts import printed

from nqsat.engines import health
from nqsat.engines.health import Fact, Health, Kernels, Machine

FAKE = """
import os, time

class Solver:
    def __init__(self, name, bootstrap_with):
        if name == "cadical195":
            raise RuntimeError("no such thing")
        if name == "cadical103":
            os.abort()
        if name == "minisat22":
            time.sleep(600)
    def conf_budget(self, conflicts): pass
    def set_phases(self, literals): pass
    def solve_limited(self, assumptions): return False
    def delete(self): pass
"""


@pytest.fixture
def broken_solvers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PySAT of which every solver is broken in its own way."""
    (tmp_path / "pysat").mkdir()
    (tmp_path / "pysat/__init__.py").write_text("")
    (tmp_path / "pysat/solvers.py").write_text(FAKE)
    (tmp_path / "pysat/card.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("broken_solvers")
def test_a_broken_solver_is_a_fact_and_the_next_is_tried() -> None:
    names = ["sat/cadical195", "sat/cadical103", "sat/cadical153", "cpsat"]
    found = list(health.solvers(names))
    assert [(fact.name, fact.state, fact.needed) for fact in found] == [
        ("sat/cadical195", "broken", True),
        ("sat/cadical103", "broken", False),
        ("sat/cadical153", "broken", True),
        ("cpsat", "ok", True),
    ]
    assert "no such thing" in found[0].words
    assert "ended early" in found[1].words
    assert found[2].words == "a wrong answer"  # it says that four queens cannot be placed


@pytest.mark.usefixtures("broken_solvers")
def test_a_solver_that_never_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 1.5)
    (fact,) = health.solvers(["sat/minisat22"])
    assert (fact.state, fact.words) == ("broken", "no answer within 1.5 s")


def test_packages_are_those_that_the_package_names(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        "ortools>=9.11",
        "nothing-of-this-name>=2",
        'not-there-either>=1 ; extra == "sharpsat"',
        "typer<0.29,>=0.12; extra == 'bench'",
        'pytest>=8; extra == "dev"',
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    here = {name: metadata.version(name) for name in ("ortools", "typer")}
    _, own, *found = health.packages()
    assert own.name == "nqsat"
    assert found == [
        Fact("ortools", "ok", True, here["ortools"]),
        Fact("nothing-of-this-name", "missing", True, "pip install 'nothing-of-this-name>=2'"),
        Fact("not-there-either", "missing", False, "pip install 'nqsat[sharpsat]'"),
        Fact("typer", "ok", False, here["typer"]),
    ]


def test_sound_means_that_what_is_needed_works() -> None:
    machine = Machine("Linux", 2, 2, None, 1)
    good = Fact("a", "ok", True, "1")
    fine = Kernels("bitboard", 3, 0, (), 0)
    assert Health((good,), (Fact("b", "broken", False, ""),), (fine,), machine).sound
    assert not Health((Fact("a", "missing", True, ""),), (good,), (fine,), machine).sound
    assert not Health((good,), (Fact("b", "broken", True, ""),), (fine,), machine).sound
    broken = Kernels("bitboard", 0, 0, (), 0, "ImportError: no")
    assert not Health((good,), (good,), (broken,), machine).sound


def test_the_machine() -> None:
    found = health.machine()
    assert 1 <= found.usable <= found.cores
    assert found.allowed > 0
    if found.memory is not None:
        assert found.memory > 2**28


WARM = """
import json
from nqsat import Placement, Tour
from nqsat.rules import Domination, NonAttacking
from nqsat.engines import BitboardEngine, FrontierEngine, MatesEngine
from nqsat.engines import health
from nqsat.engines.compiled import jit
from nqsat.engines.plans.plan import run_plan

named = [name for name, seconds in health.compile_kernels()]
left = [(one.engine, one.number, one.compiled) for one in health.kernels()]
before = {str(kernel.py_func): len(kernel.signatures) for kernel in jit._kernels}
placements = [
    Placement("7x7", {"Q": 7}), Placement("torus:5x5", {"N": "any"}), Placement("9x9", {"R": 9}),
    Placement("5x5", {"Q": "..3"}, [Domination()]), Placement("12x9", {"K": "..2"}),
    Placement("3x4", {"white:Q": "1..", "black:N": "any"}), Placement("2x2", {"blocker": "any"}, []),
]
for model in placements:
    for engine in (BitboardEngine(), FrontierEngine()):
        for by_size in (False, True):
            list(run_plan(engine.plan(model, by_size=by_size)))
    list(BitboardEngine().search(model))
for method in ("forward", "middle"):
    for tour in (Tour("4x5", "K"), Tour("6x6", "N"), Tour("5x5", "N", closed=False, start="a1")):
        list(run_plan(MatesEngine(method).plan(tour)))
more = [str(kernel.py_func) for kernel in jit._kernels
        if len(kernel.signatures) > before[str(kernel.py_func)]]
print(json.dumps([named, left, more]))
"""


def test_after_warming_nothing_is_left_to_compile() -> None:
    # All kernels, and all types that they are ever called with.
    named, left, more = json.loads(printed(WARM))
    assert named == [engine for engine, _, _ in left] == ["bitboard", "frontier", "mates"]
    assert [number for _, number, _ in left] == [compiled for _, _, compiled in left]
    assert all(number > 2 for _, number, _ in left)
    assert more == []


@pytest.mark.skipif(sys.platform != "linux", reason="chooses numba's folders")
def test_kernels_where_no_folder_can_be_written() -> None:
    code = (
        "from nqsat.engines import health\n"
        "print(all(one.folders == () and one.compiled == 0 and one.number and not one.words"
        " for one in health.kernels()))"
    )
    # Numba is told to use only a folder of its caller's, and there is none.
    said = printed(code, NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator", NUMBA_CACHE_DIR="")
    assert said == "True\n"


def test_a_broken_numba_is_a_fact(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('numba needs another Python')")
    code = "from nqsat.engines import health; print(*(one.words for one in health.kernels()))"
    said = printed(code, PYTHONPATH=str(tmp_path))
    assert said.count("ImportError: numba needs another Python") == 3
