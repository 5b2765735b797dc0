"""Random models: every engine and brute force find the same set. ``NQSAT_DEEP=1`` runs many more."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import DEEP, brute_force, naive_solutions, same_solutions
from oracle_cnf import projected_models

from nqsat import (
    SOLVERS,
    Arrangement,
    BacktrackEngine,
    Board,
    CpSatEngine,
    Engine,
    InvalidModel,
    InvalidNotation,
    Kind,
    Listing,
    NonAttacking,
    Number,
    Piece,
    Placement,
    Preset,
    Rule,
    SatEngine,
    lower,
    to_cnf,
)

EXAMPLES = 1000 if DEEP else 60


def _piece(parts: list[tuple[str, str, str]]) -> str | None:
    text = "".join(direction + atom + suffix for direction, atom, suffix in parts)
    try:
        Piece.parse(text)
    except InvalidNotation:
        return None
    return text


PIECES = (
    st.lists(
        st.tuples(
            st.sampled_from(["", "", "", "f", "b", "r", "fs", "v", "fr", "hr", "lv", "bh"]),
            st.sampled_from([*"WFDNAHCRBQK", "(1,4)", "(0,3)", "R", "Q", "N"]),
            st.sampled_from(["", "", "", "0", "2", "3"]),
        ),
        min_size=1,
        max_size=2,
    ).map(_piece)
    | st.just("blocker")
).filter(bool)

NUMBERS = st.one_of(
    st.just(Number()),
    st.integers(0, 5).map(lambda n: Number(n, n)),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda t: Number(t[0], t[0] + t[1])),
    st.integers(0, 4).map(lambda n: Number(n, None)),
)


@st.composite
def boards(draw: st.DrawFn, most: int) -> Board:
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(1, 5))
    cells = draw(st.text(alphabet=".....#x", min_size=rows * columns, max_size=rows * columns))
    text = "\n".join(cells[i * columns : (i + 1) * columns] for i in range(rows))
    extra = text.count(".") - most
    if extra > 0:  # too many squares: the last ones become walls
        text = text[::-1].replace(".", "#", extra)[::-1]
    return Board.from_map(text, draw(st.sampled_from(["flat", "cylinder", "torus"])))


@st.composite
def models(draw: st.DrawFn) -> Placement:
    two = draw(st.integers(0, 2)) == 0
    board = draw(boards(8 if two else 12))
    labels = ["white:", "black:"] if two else [""]
    kinds = []
    for label in labels:
        notation = draw(PIECES)
        squares = None
        if board.squares and draw(st.integers(0, 3)) == 0:
            squares = frozenset(draw(st.sets(st.sampled_from(board.squares))))
        piece = Piece.parse(str(notation))
        kinds.append(Kind(label + piece.notation, piece, draw(NUMBERS), squares))
    names = [kind.name for kind in kinds]
    presets: list[Preset] = []
    some = draw(st.booleans())
    if board.squares and some:
        given_squares = draw(st.sets(st.sampled_from(list(board.squares)), max_size=2))
        presets = [Preset(one, draw(st.sampled_from([None, *names]))) for one in given_squares]
    rules: list[Rule] = []
    if draw(st.integers(0, 5)):
        between = None
        if two and draw(st.booleans()):
            pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
            between = draw(st.frozensets(pairs, max_size=3))
        rules.append(NonAttacking(between))
    return Placement(board, kinds, rules, presets)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not DEEP,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
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


@settings(max_examples=EXAMPLES, deadline=None, derandomize=not DEEP)
@given(models())
def test_models_are_values(model: Placement) -> None:
    again = Placement(model.board, model.kinds, model.rules, model.presets)
    assert again == model
    assert hash(again) == hash(model)
    try:
        again = Placement(model.board, model.kinds, model.rules, [])
    except InvalidModel as error:
        raise AssertionError from error
