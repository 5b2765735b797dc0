"""The law of changes, of every rule: R holds of x exactly if R.image(change) holds of change(x).

Changes are the symmetries of the board, renamings of kinds, both at once, and the transposition. A rule of
attack has no image where a piece would have to be another one, though the arrangements might not show it.
And the law of the reference: what a weaker rule says follows from the rule, and holds of fewer pieces too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP, arrangement_of, candidates
from support.strategies import PIECES, boards, drawn

from nqsat import Arrangement, Kind, Piece, Placement, Rule
from nqsat.chess import symmetries
from nqsat.modelling import Change
from nqsat.rules import RULES, Invariant, Number, Stabiliser

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)

#: Half of them see in one direction only.
MOVES = st.one_of(st.sampled_from(["K", "N", "fW", "rF", "fR", "rfB"]).map(Piece.parse), PIECES)


@st.composite
def ruled(draw: st.DrawFn, rule: type[Rule]) -> Placement:
    """Any number of pieces of two or three kinds, some of the same piece, under one rule."""
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
        weaker = one.relaxation(model.setting)
        for x in found if weaker is not None else ():
            assert weaker(x) or not one.holds(x), (weaker, x)
            for piece in x.pieces if weaker(x) else ():
                fewer = Arrangement(model.setting, tuple(m for m in x.pieces if m != piece))
                assert weaker(fewer), (weaker, x, piece)


@pytest.mark.parametrize("rule", [Invariant, Stabiliser])
def test_a_name_that_the_turned_board_does_not_know_has_another_there(
    rule: type[Invariant | Stabiliser],
) -> None:
    change = Change.transposing(Placement("torus:2x3", {"Q": 1}).setting)
    assert change is not None
    assert rule("shift(0,2)").image(change) == rule("shift(2,0)")
