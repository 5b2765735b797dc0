"""Random models: every engine and brute force find the same set. ``NQSAT_DEEP=1`` runs many more."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.agreement import agree
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import boards, kinds, presets, ruled_models

from nqsat import Placement
from nqsat.compiling import lower
from nqsat.counting.orbits import Orbits
from nqsat.engines import SOLVERS, Engine, Listing, SatEngine
from nqsat.rules import NonAttacking


@st.composite
def models(draw: st.DrawFn) -> Placement:
    number = draw(st.sampled_from([1, 1, 2]))
    board = draw(boards(8 if number == 2 else 12))
    found = draw(kinds(board, number))
    names = [kind.name for kind in found]
    pairs = st.frozensets(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=3)
    between = st.none() | pairs if number == 2 else st.none()
    rules = draw(st.lists(st.builds(NonAttacking, between), max_size=1))
    return Placement(board, found, rules, draw(presets(board.squares, names)))


@settings(max_examples=300 if DEEP else 25)
@given(models(), st.sampled_from(SOLVERS), st.integers(0, 3))
def test_men_who_attack(model: Placement, solver: str, rare: int) -> None:
    wanted = brute_force(model)
    more: list[Engine] = (
        [SatEngine(solver)] if lower(model).projection else []
    )  # test_empty_formula
    more += [SatEngine(isolated=True)] * (DEEP and rare == 0)
    orbits = agree(model, wanted, few=300, more=more)
    # There is one listed for each orbit.
    found = list(Listing(model, Orbits(SatEngine(), blocking=True)))
    assert len(found) == len(orbits)
    assert {frozenset(map(solution.image, model.symmetries())) for solution in found} == orbits
    assert len({solution.fingerprint for solution in wanted}) == len(wanted)
    again = Placement(model.board, model.kinds, model.rules, model.presets)
    assert (again, hash(again)) == (model, hash(model))
    Placement(model.board, model.kinds, model.rules, [])  # which takes nothing from what is given


@settings(max_examples=300 if DEEP else 25)
@given(ruled_models())
def test_combinations_of_rules(model: Placement) -> None:
    agree(model, brute_force(model), formula=False)
