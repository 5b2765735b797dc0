"""A short argument that shapes do not cover a board: by their size, or by the colours of its squares."""

from __future__ import annotations

import pytest

from nqsat import Board, Placement, count, models
from nqsat.modelling.rules import Domination, Shape


@pytest.mark.parametrize(
    ("board", "pieces", "words"),
    [
        ("4x5", "I4,L4,O4,S4,T4", "it has 10 and 10 squares"),
        ("3x4", "I4,L4,L4", None),
        ("3x4", "I4,O4", "the shapes have 8 squares, and the board has 12"),
        ("2x4", "T4,T4", None),  # two of them have no imbalance
        ("3x3", "I4,L5", None),
        ("torus:2x2", "T4", None),  # the colours of an odd torus mean nothing
    ],
)
def test_an_obstacle_is_an_argument(board: str, pieces: str, words: str | None) -> None:
    model = models.polyominoes(board, pieces)
    obstacle = model.obstacle
    assert (obstacle is None) == (words is None)
    assert model.contradiction is None  # so it may be asked, and a search agrees
    found = count(model, engine="sat")
    assert found.complete
    if words is not None:
        assert words in str(obstacle)
        assert found.value == 0
        assert found.note == obstacle


def test_nothing_is_said_of_what_need_not_be_covered_or_attacks() -> None:
    shapes = [Shape("O4", ("a:blocker",))]
    assert Placement("3x3", {"a:blocker": "any"}, shapes).obstacle is None
    kings = Placement("3x3", {"K": "any"}, [Domination(), Shape("O4", ("K",))])
    assert kings.obstacle is None
    assert count(kings).value == 4


@pytest.mark.parametrize(("text", "obstacle"), [("x..\n...\n...", False), (".x.\n...\n...", True)])
def test_holes_change_the_colours(text: str, obstacle: bool) -> None:
    kinds = {"a:blocker": "any", "b:blocker": "any"}
    rules = [Domination(), Shape("L4", ("a:blocker",)), Shape("O4", ("b:blocker",))]
    model = Placement(Board.from_map(text), kinds, rules)
    assert ("5 and 3 squares" in (model.obstacle or "")) == obstacle
    assert (count(model).value == 0) >= obstacle
