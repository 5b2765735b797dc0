"""Random models: every engine and brute force find the same set. ``NQSAT_DEEP=1`` runs many more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, brute_force, naive_solutions, same_solutions
from oracle_cnf import projected_models
from strategies import boards, kinds, presets, thorough

from nqsat import Arrangement, InvalidModel, Placement
from nqsat.compiling import lower, to_cnf
from nqsat.engines import SOLVERS, BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.rules import NonAttacking

EXAMPLES = 1000 if DEEP else 30


@st.composite
def models(draw: st.DrawFn) -> Placement:
    """One or two kinds that attack one another, or some pairs of them, or nobody."""
    number = draw(st.sampled_from([1, 1, 2]))
    board = draw(boards(8 if number == 2 else 12))
    found = draw(kinds(board, number))
    names = [kind.name for kind in found]
    pairs = st.frozensets(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=3)
    between = st.none() | pairs if number == 2 else st.none()
    rules = draw(st.lists(st.builds(NonAttacking, between), max_size=1))
    return Placement(board, found, rules, draw(presets(board.squares, names)))


@thorough(EXAMPLES)
@given(models(), st.sampled_from(SOLVERS), st.integers(0, 3))
def test_all_engines_agree_with_brute_force(model: Placement, solver: str, rare: int) -> None:
    wanted = naive_solutions(model)
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    few = len(wanted) <= 300
    engines: list[Engine] = [SatEngine(), BacktrackEngine()]
    if lower(model).projection:  # see test_empty_formula
        engines.append(SatEngine(solver))
    if few:
        engines += [CpSatEngine()] + [CpSatEngine("resolve")] * (len(wanted) < 60)
    if DEEP and rare == 0:
        engines.append(SatEngine(isolated=True))
    for engine in engines:
        listing = Listing(model, engine)
        same_solutions(listing, wanted, f"{model} by {engine.title}")
        assert listing.complete
    formula = lower(model)
    found = [formula.reader.decode(true) for true in projected_models(to_cnf(formula))]
    same_solutions(found, wanted, f"{model}: its formula")
    # The group of the model keeps its solutions, and there is one listed for each orbit.
    group = model.symmetries()
    orbits = {frozenset(one.image(g) for g in group) for one in wanted}
    assert set().union(*orbits) == wanted
    listing = Listing(model, SatEngine(), orbit=group)
    representatives = [one for one in listing if isinstance(one, Arrangement)]
    assert len(representatives) == len(orbits)
    assert {frozenset(one.image(g) for g in group) for one in representatives} == orbits
    assert len({one.fingerprint for one in wanted}) == len(wanted)


@thorough(EXAMPLES)
@given(models())
def test_models_are_values(model: Placement) -> None:
    again = Placement(model.board, model.kinds, model.rules, model.presets)
    assert again == model
    assert hash(again) == hash(model)
    try:
        again = Placement(model.board, model.kinds, model.rules, [])
    except InvalidModel as error:
        raise AssertionError from error
