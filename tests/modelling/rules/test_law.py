"""The law of changes, of every rule: R holds of x exactly if R.image(change) holds of change(x).

Changes are the symmetries of the board, renamings of kinds, both at once, and the transposition. A rule of
attack has no image where a piece would have to be another one, though the arrangements might not show it.
And the law of the reference: what a weaker rule says follows from the rule, and holds of fewer men too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP, Cell, arrangement_of, candidates, cells_of, naive_rays
from support.strategies import PIECES, boards, drawn

from nqsat import Arrangement, Kind, Piece, Placement, Rule
from nqsat.chess import subgroup, symmetries
from nqsat.modelling import Change, Man
from nqsat.rules import (
    RULES,
    Among,
    Amount,
    Armies,
    Connected,
    Degrees,
    Domination,
    Invariant,
    Irredundant,
    Maximal,
    NonAttacking,
    Number,
    Regions,
    Stabiliser,
    Unattacked,
)

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)

#: Half of them see in one direction only.
MOVES = st.one_of(st.sampled_from(["K", "N", "fW", "rF", "fR", "rfB"]).map(Piece.parse), PIECES)


@st.composite
def ruled(draw: st.DrawFn, rule: type[Rule]) -> Placement:
    """Any number of men of two or three kinds, some of the same piece, under one rule."""
    labels = draw(st.sampled_from([["white:", "black:"], ["white:", "", "black:"]]))
    board = draw(boards(8 - len(labels)))
    pieces = draw(st.lists(MOVES, min_size=1, max_size=len(labels)))
    found = []
    for place, label in enumerate(labels):
        piece = pieces[place % len(pieces)]
        squares = None
        if board.squares and draw(st.sampled_from([False, False, True])):
            squares = draw(st.frozensets(st.sampled_from(board.squares), min_size=1))
        found.append(Kind(label + piece.notation, piece, Number(), squares))
    rules = drawn(rule)(board, [kind.name for kind in found])
    return Placement(board, found, [] if rules.is_empty else [draw(rules)])


def changes(model: Placement) -> Iterator[Change]:
    """Every symmetry, with every renaming of kinds of the same piece; and the transposition."""
    names = [kind.name for kind in model.kinds]
    for order in permutations(names):
        naming = dict(zip(names, order, strict=True))
        if all(
            model.setting.kind(a).piece == model.setting.kind(b).piece for a, b in naming.items()
        ):
            for symmetry in symmetries(model.board):
                yield Change.of(model.setting, symmetry, naming)
    turned = Change.transposing(model.setting)
    if turned is not None:
        yield turned


def everything(model: Placement) -> list[Arrangement]:
    """Every arrangement in which each kind keeps to its squares."""
    free = Placement(model.board, model.kinds, [])
    found = (arrangement_of(free, content) for content in candidates(free))
    return [one for one in found if free.holds(one)]


@every_rule
@settings(max_examples=500 if DEEP else 7)
@given(data=st.data())
def test_a_rule_holds_exactly_where_its_image_holds_of_the_image(
    rule: type[Rule], data: Any
) -> None:
    model = data.draw(ruled(rule))
    found = everything(model)
    for change in data.draw(st.permutations(list(changes(model))))[:6]:
        for one in model.rules:
            image = one.image(change)
            if image is not None:
                image.check(change.target)
                for x in found:
                    assert image.holds(x.image(change)) == one.holds(x), (change, image, x)
    solutions = {one for one in found if model.holds(one)}
    for symmetry in model.symmetries():
        assert {solution.image(symmetry) for solution in solutions} == solutions, symmetry
    for one in model.rules:
        weaker = one.weaker(model.setting)
        for x in found if weaker is not None else ():
            assert weaker(x) or not one.holds(x), (weaker, x)
            for man in x.men if weaker(x) else ():
                fewer = Arrangement(model.setting, tuple(m for m in x.men if m != man))
                assert weaker(fewer), (weaker, x, man)


# -- what a rule names -------------------------------------------------------------------------

# A symmetry that maps the solutions onto themselves and is not used is accounted for: a rule is preserved
# as it is *declared*, by what maps everything that it names to itself. ``declared`` says what that is, rule
# by rule, from the definitions of ``oracle`` alone; the rest is accident (two men who may not attack one
# another do not show in which direction they would: DESIGN, section 4).

Move = dict[tuple[int, ...], Cell]


def speaks_of(rule: Any, model: Placement) -> tuple[str, ...]:
    """The kinds whose attacks a rule asks about."""
    names = tuple(kind.name for kind in model.kinds)
    asked: tuple[str, ...] | None = ()
    if isinstance(rule, NonAttacking | Maximal):
        pairs = rule.between
        asked = None if pairs is None else tuple(name for pair in pairs for name in pair)
    elif isinstance(rule, Armies):
        asked = tuple(name for name in names if ":" in name)
    elif isinstance(rule, Domination | Irredundant) or (
        isinstance(rule, Connected) and rule.by is None
    ):
        asked = rule.kinds
    elif isinstance(rule, Degrees):
        asked = rule.of if rule.direction == "attacks" else rule.others
    elif isinstance(rule, Amount) and isinstance(rule.measure, Unattacked):
        asked = rule.measure.kinds
    return names if asked is None else asked


def named_squares(rule: Any, model: Placement, move: Move) -> tuple[Any, Any]:
    """What else a rule names, and the image of that; the two are equal where it is kept."""
    board, cells = model.board, cells_of(model.board)
    if isinstance(rule, Regions):

        def regions(place: Callable[[Cell], Cell]) -> set[frozenset[Cell]]:
            named: dict[str, set[Cell]] = {}
            for row, column in cells:
                named.setdefault(rule.map[row][column], set()).add(place((row, column)))
            return {frozenset(squares) for name, squares in named.items() if name != "."}

        return regions(lambda cell: cell), regions(move.__getitem__)
    if isinstance(rule, Invariant):
        group = subgroup(board, rule.names)
        orbits = {frozenset(tuple(g(square)) for g in group) for square in board.squares}
        return orbits, {frozenset(move[cell] for cell in orbit) for orbit in orbits}
    if isinstance(rule, Stabiliser):
        group = subgroup(board, rule.names)
        graphs = {frozenset((tuple(a), tuple(g(a))) for a in board.squares) for g in group}
        return graphs, {frozenset((move[a], move[b]) for a, b in graph) for graph in graphs}
    return None, None


def among(rule: Among, model: Placement, move: Move) -> bool:
    """Whether the literals are their own image; or their opposites are, of which as many are asked."""
    squares = {square.name(model.board.rows): tuple(square) for square in model.board.squares}
    own = {(x.kind, squares[x.square], x.negated) for x in rule.literals}
    images = {(kind, move[cell], negated) for kind, cell, negated in own}
    total = range(len(own) + 1)
    mirrored = all((true in rule.number) == (len(own) - true in rule.number) for true in total)
    opposites = {(kind, cell, not negated) for kind, cell, negated in own}
    return images == own or (mirrored and images == opposites)


def declared(rule: Any, model: Placement, move: Move) -> bool:
    """Whether a symmetry maps everything that a rule names to itself: squares, and who attacks whom.

    With ``blocking``, past whom as well.
    """
    if isinstance(rule, Among):
        return among(rule, model, move)
    own, image = named_squares(rule, model, move)
    measure = getattr(rule, "measure", rule)
    past = bool(getattr(measure, "blocking", False))
    return own == image and all(
        attacks_kept(dict(model.setting.kind(name).piece.rides), model, move, past=past)
        for name in speaks_of(rule, model)
    )


def attacks_kept(rides: Any, model: Placement, move: Move, *, past: bool) -> bool:
    def seen(rays: list[list[Cell]]) -> Any:
        return (
            {tuple(ray) for ray in rays if ray} if past else {cell for ray in rays for cell in ray}
        )

    return all(
        seen([[move[x] for x in ray] for ray in naive_rays(model.board, cell, rides)])
        == seen(naive_rays(model.board, move[cell], rides))
        for cell in cells_of(model.board)
    )


@every_rule
@settings(max_examples=3_000 if DEEP else 20)
@given(data=st.data())
def test_a_rule_is_its_own_image_as_it_is_declared(rule: type[Rule], data: Any) -> None:
    model = data.draw(ruled(rule))
    for symmetry in symmetries(model.board):
        move: Move = {(a.row, a.column): (b.row, b.column) for a, b in symmetry.mapping.items()}
        for each in model.rules:
            image = each.image(Change.of(model.setting, symmetry))
            assert (image == each) == declared(each, model, move), symmetry


def test_there_and_back_is_nowhere() -> None:
    model = Placement("3x4", {"fN": "any", "Q": "any"})
    there = Change.transposing(model.setting)
    assert there is not None
    back = Change.transposing(there.target)
    assert back is not None
    assert back.target == model.setting
    men = (Man(model.board.squares[1], "fN"), Man(model.board.squares[7], "Q"))
    one = Arrangement(model.setting, men)
    assert one.image(there).image(back) == one != one.image(there)
    # Half a turn takes fN to bN, which no kind of the model is.
    (half,) = (g for g in symmetries(model.board) if g.name == "rot180")
    turned = Change.of(model.setting, half)
    assert turned.keeps_sight(["Q"], blocking=True)
    assert not turned.keeps_sight(None, blocking=False)
    assert model.rules[0].image(turned) is None
    assert Unattacked(("Q",)).image(turned) == Unattacked(("Q",))
