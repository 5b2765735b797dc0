"""What doctor knows: versions of packages, and kernels, compiled or not."""

from __future__ import annotations

import json
from importlib import metadata

import pytest
from support.timeouts import printed

from nqsat.engines import health
from nqsat.engines.health import Package


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
        Package("ortools", here["ortools"], True),
        Package("nothing-of-this-name", None, True, "pip install 'nothing-of-this-name>=2'"),
        Package("not-there-either", None, False, "pip install 'not-there-either>=1'"),
        Package("typer", here["typer"], False),
    ]


WARM = """
import json
from nqsat import Placement, Tour
from nqsat.rules import Domination, NonAttacking
from nqsat.engines import BitboardEngine, FrontierEngine, MatesEngine
from nqsat.engines import health
import gc
from nqsat.engines.compiled.jit import Kernel
from nqsat.engines.plans.plan import run_plan

named = [name for name, seconds in health.compile_kernels()]
left = [(one.engine, one.number, one.compiled) for one in health.kernels()]
kernels = [one for one in gc.get_objects() if isinstance(one, Kernel)]
before = {str(kernel.py_func): len(kernel.signatures) for kernel in kernels}
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
more = [str(kernel.py_func) for kernel in kernels
        if len(kernel.signatures) > before[str(kernel.py_func)]]
print(json.dumps([named, left, more]))
"""


def test_after_warming_nothing_is_left_to_compile() -> None:
    # All kernels, and all types that they are ever called with.
    named, left, more = json.loads(printed(WARM))
    assert named == [engine for engine, _, _ in left] == ["mates"]
    assert [number for _, number, _ in left] == [compiled for _, _, compiled in left]
    assert all(number > 0 for _, number, _ in left)
    assert more == []
