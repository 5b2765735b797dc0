"""What preserves a rule, of every rule: compared with the images of all arrangements that hold.

A symmetry that is used must map them onto themselves. One that maps them so and is not used is accounted
for: a rule is preserved as it is *declared*, by what maps everything that it names to itself. ``declared``
below says what that is, rule by rule, from the definitions of ``oracle`` alone; the rest is accident
(two men who may not attack one another do not show in which direction they would: DESIGN, section 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, Cell, brute_force, cells_of, naive_rays
from strategies import PIECES, RULES, boards, thorough

from nqsat import (
    Among,
    Amount,
    Armies,
    Degrees,
    Domination,
    Invariant,
    Kind,
    Maximal,
    NonAttacking,
    Number,
    Piece,
    Placement,
    Regions,
    Rule,
    Stabiliser,
    Unattacked,
)
from nqsat.chess import subgroup, symmetries

if TYPE_CHECKING:
    from collections.abc import Callable


Move = dict[tuple[int, ...], Cell]


# -- what a rule names -------------------------------------------------------------------------


def speaks_of(rule: Any, model: Placement) -> tuple[str, ...]:
    """The kinds whose attacks a rule asks about."""
    names = tuple(kind.name for kind in model.kinds)
    asked: tuple[str, ...] | None = ()
    if isinstance(rule, NonAttacking | Maximal):
        pairs = rule.between
        asked = None if pairs is None else tuple(name for pair in pairs for name in pair)
    elif isinstance(rule, Armies):
        asked = tuple(name for name in names if ":" in name)
    elif isinstance(rule, Domination):
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
        group = subgroup(board, rule.symmetries)
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
        attacks_kept(dict(model.kind(name).piece.rides), model, move, past=past)
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


# -- the comparison ----------------------------------------------------------------------------


#: Half of them see in one direction only.
MOVES = st.one_of(st.sampled_from(["K", "N", "fW", "rF", "fR", "rfB"]).map(Piece.parse), PIECES)


@st.composite
def ruled(draw: st.DrawFn, rule: type[Rule]) -> Placement:
    """Any number of men of two or three kinds under one rule: whatever it says is to be seen."""
    labels = draw(st.sampled_from([["white:", "black:"], ["white:", "", "black:"]]))
    board = draw(boards(8 - len(labels)))
    found = []
    for label in labels:
        piece = draw(MOVES)
        found.append(Kind(label + piece.notation, piece, Number()))
    rules = RULES[rule](board, [kind.name for kind in found])
    return Placement(board, found, [] if rules is None else [draw(rules)])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@thorough(20_000 if DEEP else 200)
@given(data=st.data())
def test_a_rule_is_preserved_as_it_is_declared(rule: type[Rule], data: Any) -> None:
    model = data.draw(ruled(rule))
    for symmetry in symmetries(model.board):
        move: Move = {(a.row, a.column): (b.row, b.column) for a, b in symmetry.mapping.items()}
        for each in model.rules:
            assert each.preserved_by(symmetry, model) == declared(each, model, move), symmetry


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@thorough(2_000 if DEEP else 20)
@given(data=st.data())
def test_what_preserves_a_rule_preserves_what_holds(rule: type[Rule], data: Any) -> None:
    model = data.draw(ruled(rule))
    solutions = brute_force(model)
    for symmetry in model.symmetries():
        assert {solution.image(symmetry) for solution in solutions} == solutions, symmetry
