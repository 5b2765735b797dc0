"""Small models for comparisons with brute force: pieces × boards × numbers; and tours."""

from __future__ import annotations

from nqsat import Board, Placement, Tour
from nqsat.rules import Invariant, NonAttacking


def few() -> list[Placement]:
    """A few models that together use every kind of constraint, for slow tests."""
    return [
        Placement("0x0", {"Q": 0}),
        Placement("0x0", {"Q": 1}),
        Placement("1x1", {"Q": "any"}),
        Placement("4x4", {"Q": 4}),
        Placement("3x4", {"Q": "2.."}),
        Placement("3x3", {"fR": "any"}),
        Placement("torus:3x3", {"N": "1..3"}),
        Placement("cylinder:3x4", {"B": "..3"}),
        Placement("3x3", {"R": "1", "N": "1..2"}, presets=["-@b2"]),
        Placement("3x3", {"white:K": "any", "black:K": "2"},
                  [NonAttacking(frozenset({("white:K", "black:K")}))]),
        Placement(Board.from_map("..x\n.#.\n..."), {"K": 2}),
        Placement("4x4", {"R": 4}, [NonAttacking(), Invariant("rot90")]),
        Placement("3x3", {"Q": 3}),  # no solution
        Placement("3x3", {"blocker": "any"}),  # no constraints: 512 solutions
    ]  # fmt: skip


def small_tours() -> list[Tour]:
    """Tours: closed and open, directed and undirected, with every further requirement."""
    ring = Board.from_map("...\n.#.\n...")
    return [
        Tour("2x2", "K"),
        Tour("2x3", "K"),
        Tour("2x3", "K", unit="directed"),
        Tour("2x3", "K", closed=False),
        Tour("2x3", "K", closed=False, unit="undirected"),
        Tour("2x3", "K", closed=False, start="a1"),
        Tour("2x3", "K", closed=False, end="a1", unit="directed"),
        Tour("2x3", "K", closed=False, start="a1", end="c2"),
        Tour("2x3", "K", closed=False, end="b2", numbers={"a1": 3}),
        Tour("2x3", "K", closed=False, unit="undirected", fixed_by="rot180"),
        Tour("2x3", "K", closed=False, through=["a1-b2"], avoiding=["c1-c2"]),
        Tour("2x3", "K", start="b2", avoiding=["a1-b1"]),
        Tour("2x3", "K", start="a1", numbers={"c2": 4}, through=["a1-b1"]),
        Tour("2x3", "K", through=["a1-b2"], avoiding=["c1-c2"]),
        Tour("2x3", "K", unit="directed", through=["a1-b2"], avoiding=["a1-b1"]),
        Tour("2x2", "N"),
        Tour("1x1", "N", closed=False),
        Tour("0x0", "N", closed=False),
        Tour("1x2", "W", start="a1"),
        Tour("1x2", "W", closed=False),
        Tour("1x3", "R"),
        Tour("3x3", "fsWbF"),
        Tour("3x3", "fsWbF", closed=False),
        Tour("torus:2x3", "W", start="a1"),
        Tour(ring, "N"),
        Tour(ring, "W", closed=False, start="a1"),
    ]
