"""The engine ``sat``: orbits after some solutions, few cuts, and processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from conftest import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from support.early_orbits import orbits_after
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models
from support.timeouts import children, gone, guarded, running, until

from nqsat import Arrangement, Board, Factor, Placement, Tour, unique
from nqsat.compiling import Cuts
from nqsat.engines import BacktrackEngine, Listing, SatEngine, fresh_python
from nqsat.engines.plans.at_work import wanted_by, workers_for
from nqsat.engines.solvers.session import FIRST
from nqsat.modelling import Change, Model, Setting
from nqsat.models import grid
from nqsat.rules import Clause, Connected, Constraint, Rule, Variables

# -- orbit by orbit: the same set as the reference, each solution once -----------------------------

HOLED = Board.from_map("....\n.x..\n..x.\n....")

MODELS: list[Model] = [
    Placement("4x4", {"K": "any"}),
    Placement(HOLED, {"W": 3}),
    Placement("hex:3", {"K": 2}),
    Placement("5x5", {"N": 3}, presets=["N@c3"]),
    Placement("3x4", {"W": "any"}, [Connected()]),
    Tour("3x4", "K", closed=False, unit="undirected"),
    Factor("4x4", "W", 1),
    Factor("3x4", "N", "..1"),
    Factor("3x3", "K", 2, through=["b2-c3"]),
]


def same(model: Model, engine: SatEngine, wanted: set[Any]) -> None:
    listing = Listing(model, engine)
    found = list(listing)
    assert listing.complete
    assert set(found) == wanted, model
    assert len(found) == len(wanted), model


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_reference_finds_the_same(model: Model) -> None:
    wanted = set(Listing(model, BacktrackEngine()))
    assert wanted
    for first in (1, 7, len(wanted), FIRST):
        with orbits_after(first):
            assert SatEngine().lists_by_orbits(model)
            same(model, SatEngine(), wanted)
    if len(wanted) > 2 * FIRST:  # by representatives from another process, too
        same(model, SatEngine(isolated=True), wanted)


@settings(max_examples=300 if DEEP else 40)
@given(ruled_models(), st.integers(1, 8))
def test_random_models(model: Placement, first: int) -> None:
    wanted = set(brute_force(model))
    with orbits_after(first):
        same(model, SatEngine(), wanted)


def test_a_long_list_is_one_part_unless_parts_are_asked_for() -> None:
    # Only where it is worth several workers and there is a symmetry; see ``cores`` in workers_for.
    long = SatEngine().plan(Placement("6x6", {"K": 8}))
    assert long.facts.whole
    assert workers_for(long.facts, None) == 1
    assert (workers_for(long.facts, 3), wanted_by(long.facts, 3)) == (3, 1)
    assert not SatEngine().plan(Placement("6x6", {"K": 8}, presets=["K@b1"])).facts.whole
    assert not BacktrackEngine().plan(Placement("6x6", {"K": 8})).facts.whole


@dataclass(frozen=True)
class Cornered(Rule):
    """A piece stands in the first corner; what it says of its image is wrong."""

    name: ClassVar[str] = "cornered"

    def holds(self, arrangement: Arrangement) -> bool:
        return any(square == (0, 0) for square, _ in arrangement.pieces)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        squares = [setting.board.squares[0]]
        yield Clause(tuple(variables.group(setting.kinds[0].name, squares)))

    def image(self, change: Change) -> Rule:
        return self


def test_what_a_rule_of_ones_own_says_of_its_image_is_not_relied_on() -> None:
    model = Placement("4x4", {"K": 2}, [Cornered()])
    assert len(model.symmetries()) == 8  # as the rule says
    with orbits_after(1):
        same(model, SatEngine(), set(brute_force(model)))


# -- cuts: how many assignments are tried before none is violated ----------------------------------

#: A Slitherlink, made by ``nqsat puzzle``, with large areas where loops could be that miss the clues.
CLUES = (
    ".3.1..2...1...2.221..1.../...1..1...0..22...0...011/11.111.12.11.2223......../"
    ".1....0....1..........011/.112...0...12...0......../.12.0....21.2221.......1./"
    "...1.0.0.21.22210.0.0.0../1..1....1..1..........0.1/...1...0.2.1.....0.0.0..2/"
    "11.1.0.0...0..0.0......0./........1..0............./.121.0......0..........01/"
    ".........10............../1010000000000000000000001/........................."
)

#: A Hidato of janko.at.
NUMBERS = (
    "83,.,.,28,27,.,1,.,.,./82,80,.,30,.,.,.,6,7,./.,79,.,31,.,24,.,12,.,./"
    ".,.,.,96,33,23,20,.,13,./77,.,.,100,.,.,.,.,.,./.,.,92,93,.,.,35,.,37,./"
    "73,.,.,.,.,57,.,36,39,./.,.,71,.,60,.,.,.,48,./.,.,62,.,.,55,43,42,.,./"
    "68,.,.,63,.,.,.,44,.,."
)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    numbers, violated = list[int](), Cuts.violated_clauses

    def counted(self: Cuts, true: tuple[int, ...]) -> list[list[int]]:
        clauses = violated(self, true)
        numbers.append(len(clauses))
        return clauses

    monkeypatch.setattr(Cuts, "violated_clauses", counted)
    return numbers


def test_a_loop_that_misses_clues_is_no_reason_to_try_all_like_it(tried: list[int]) -> None:
    """If only the loops themselves are excluded, ten thousand are tried, one after the other."""
    assert unique(grid.slitherlink(CLUES), engine="sat").verdict == "unique"
    assert 20 < len(tried) < 1_000


def test_given_numbers_leave_few_positions(tried: list[int]) -> None:
    """If paths of wrong lengths are only cut, thousands are tried."""
    assert unique(grid.hidato(NUMBERS), engine="sat").verdict == "unique"
    assert len(tried) < 10


# -- processes of their own: what they import, and that none is left behind ------------------------

#: Modules of the standard library that every process of ours imports.
NAMES = ["queue", "struct", "pickle", "subprocess", "random", "typing", "json", "signal"]


def test_nothing_in_the_current_folder_is_imported(installed: Run, tmp_path: Path) -> None:
    # A folder whose files say so when they are imported, and break what imports them.
    for name in NAMES:
        code = f"open({str(tmp_path / 'imported')!r}, 'a').write({name!r})\nraise ValueError\n"
        (tmp_path / f"{name}.py").write_text(code)
    done = installed("count", "queens", "-p", "n=6", "--engine", "sat", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "imported").exists()


def test_a_process_finds_what_this_one_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "only_here.py").write_text("print('found')")
    (tmp_path / "queue.py").write_text("raise ValueError")
    monkeypatch.syspath_prepend(str(tmp_path))
    done = subprocess.run(
        fresh_python("import queue, only_here"), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("found\n", "")


#: Keeps the GIL and never looks at what its parent does; has a child of its own.
BUSY = "import subprocess; subprocess.Popen(['sleep', '1000']); print('x' in iter(int, 1))"


@pytest.mark.skipif(sys.platform != "linux", reason="the system does it, and /proc")
def test_all_end_with_a_parent_that_is_killed() -> None:
    code = f"""
from nqsat.engines import fresh_python, tied_process
with tied_process(fresh_python({BUSY!r})) as process:
    process.wait()
"""
    with subprocess.Popen(fresh_python(code)) as parent, guarded(parent):
        assert until(lambda: children(parent.pid) and children(children(parent.pid)[0]))
        (worker,) = children(parent.pid)
        left = [worker, *children(worker)]
        assert all(map(running, left))
        parent.kill()
        assert gone(left)
