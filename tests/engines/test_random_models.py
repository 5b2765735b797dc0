"""Random models: every engine and brute force find the same set. ``NQSAT_DEEP=1`` runs many more."""

from __future__ import annotations

from hypothesis import given, settings
from support.agreement import agree
from support.oracle.brute_force import DEEP, brute_force
from support.random_models import small_placements
from support.strategies import ruled_models

from nqsat import Placement
from nqsat.compiling import lower
from nqsat.counting.orbits import Orbits
from nqsat.engines import SOLVERS, Engine, Listing, SatEngine


def test_any_board_any_pieces_any_rules() -> None:
    for index, model in enumerate(small_placements(3, 300 if DEEP else 40)):
        wanted, more = brute_force(model), list[Engine]()
        if lower(model).projection:  # see test_empty_formula
            more.append(SatEngine(SOLVERS[index % len(SOLVERS)]))
        more += [SatEngine(isolated=True)] * (DEEP and index % 4 == 0)
        orbits = agree(model, wanted, few=300, more=more)
        # There is one listed for each orbit.
        found = list(Listing(model, Orbits(SatEngine(), blocking=True)))
        assert len(found) == len(orbits)
        assert {frozenset(map(solution.image, model.symmetries())) for solution in found} == orbits
        assert len({solution.fingerprint for solution in wanted}) == len(wanted)
        again = Placement(model.board, model.kinds, model.rules, model.presets)
        assert (again, hash(again)) == (model, hash(model))
        Placement(
            model.board, model.kinds, model.rules, []
        )  # which takes nothing from what is given


@settings(max_examples=300 if DEEP else 40)
@given(ruled_models())
def test_combinations_of_rules(model: Placement) -> None:
    agree(model, brute_force(model), formula=False)
