"""Random combinations of all rules: every engine and brute force find the same set."""

from __future__ import annotations

import strategies
from hypothesis import given
from oracle import DEEP, brute_force, same_solutions
from strategies import ruled_models, thorough

from nqsat import Placement
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.modelling import dumps, loads
from nqsat.rules import RULES


def test_every_rule_is_drawn() -> None:
    # A rule that is not among the strategies would never meet the others here.
    assert set(strategies.RULES) == set(RULES)


@thorough(1000 if DEEP else 25)
@given(ruled_models())
def test_engines_agree_on_combinations_of_rules(model: Placement) -> None:
    wanted = brute_force(model)
    engines: list[Engine] = [SatEngine(), BacktrackEngine()]
    if len(wanted) < 150:
        engines.append(CpSatEngine())
    for engine in engines:
        listing = Listing(model, engine)
        same_solutions(listing, wanted, f"{model} by {engine.title}")
        assert listing.complete
    for symmetry in model.symmetries():
        assert {one.image(symmetry) for one in wanted} == wanted
    assert loads(dumps(model)) == model
