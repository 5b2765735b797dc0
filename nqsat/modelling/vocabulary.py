"""The words that a rule may lower itself into, and the variables it may speak of.

A literal is a non-zero integer, negative for "not" (DIMACS). How a cardinality becomes clauses
or a native constraint is the backend's business and no concern of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from nqsat.chess import Square


class Sum(NamedTuple):
    """low ≤ number of true literals ≤ high; a literal counts each time that it occurs.

    Args:
        low: the least number of true literals.
        high: the greatest number; None for no bound.
        literals: the literals.
    """

    low: int
    high: int | None
    literals: tuple[int, ...]

    @property
    def most(self) -> int:
        """The greatest number that can be true: ``high``, or the number of literals if that is less."""
        return len(self.literals) if self.high is None else min(self.high, len(self.literals))

    @property
    def is_impossible(self) -> bool:
        """Whether no number of true literals is between the bounds."""
        return max(self.low, 0) > self.most

    @property
    def is_clause(self) -> bool:
        """Whether it says just that one of the literals is true."""
        return self.low == 1 and self.high is None


def Clause(literals: tuple[int, ...]) -> Sum:
    """At least one of the literals is true."""
    return Sum(1, None, literals)


def AtMost(bound: int, literals: tuple[int, ...]) -> Sum:
    """At most ``bound`` of the literals are true."""
    return Sum(0, bound, literals)


def AtLeast(bound: int, literals: tuple[int, ...]) -> Sum:
    """At least ``bound`` of the literals are true."""
    return Sum(bound, None, literals)


def Exactly(bound: int, literals: tuple[int, ...]) -> Sum:
    """Exactly ``bound`` of the literals are true."""
    return Sum(bound, bound, literals)


class Circuit(NamedTuple):
    """The true links are one circuit; with ``ends`` they are paths, one between the nodes of each pair.

    A circuit has three nodes at least, but one of arcs through every node may have two. No two paths share
    a node.

    Args:
        nodes: the nodes are 0 … ``nodes`` - 1.
        links: pairs of nodes, each with the literal that says whether the link is taken.
        directed: whether a link is an arc, from its first node to its second; otherwise it is an edge.
        every: whether every node is on the circuit, or on a path; otherwise others have no link.
        origin: a node that the circuit passes in any case; None for none in particular.
        positions: nodes whose place on a circuit of arcs through every node is given, counted from
            ``origin``, or else node 0, at 0.
        ends: the pairs of nodes that edges join by paths; no node is in two of them.
    """

    nodes: int
    links: tuple[tuple[int, int, int], ...]
    directed: bool = False
    every: bool = True
    origin: int | None = None
    positions: tuple[tuple[int, int], ...] = ()
    ends: tuple[tuple[int, int], ...] = ()

    @property
    def literals(self) -> tuple[int, ...]:
        """The literals of the links."""
        return tuple(literal for _, _, literal in self.links)

    @property
    def is_whole(self) -> bool:
        """Whether it is one circuit through every node."""
        return self.every and not self.ends

    @property
    def at(self) -> tuple[list[list[int]], ...]:
        """The literals of the links at every node; of arcs those out of it, and those into it."""
        out: list[list[int]] = [[] for _ in range(self.nodes)]
        into: list[list[int]] = [[] for _ in range(self.nodes)] if self.directed else out
        for here, there, literal in self.links:
            out[here].append(literal)
            into[there].append(literal)
        return (out, into) if self.directed else (out,)


class OneComponent(NamedTuple):
    """The nodes that are present form at most one component of a graph.

    Args:
        literals: for each node, the literal that says whether it is present; several may share one.
        edges: pairs of nodes, by their places in ``literals``, the lesser first.
        acyclic: whether there is no cycle either.
    """

    literals: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    acyclic: bool = False


Constraint = Sum | Circuit | OneComponent


class Variables(Protocol):
    """The formula that is being built, for a rule."""

    def at(self, kind: str, square: Square) -> int | None:
        """The literal *a piece of this kind stands here*; None where the model keeps it away."""

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        """The literals of a kind on those of the squares where it may stand."""

    def fresh(self) -> int:
        """A new auxiliary variable. It must be determined by the others, or the count of models
        (never the count of solutions, which are projected) is multiplied.
        """


class Links(Protocol):
    """The formula that is being built, for a rule of tours.

    A link is a move; or with None for a square, the way in from outside or the way out of an open tour.
    Where the model's tours are directed, and a rule of yours is among its rules, a link is a move from the
    first square to the second; where they are undirected, a move in either direction.
    """

    def move(self, here: Square | None, there: Square | None) -> int | None:
        """The literal *the tour goes from here to there*, or back where links go both ways; None: never."""

    def moves(self) -> Iterable[tuple[Square | None, Square | None, int]]:
        """All links with their literals."""

    def between(self, here: Square, there: Square) -> tuple[int, ...]:
        """The literals of a move in either direction, of which one is true at most."""

    def near(self, square: Square) -> Sequence[int]:
        """The literals of the links of a square."""

    def visited(self, square: Square) -> int:
        """The literal *the square is visited*."""

    def fresh(self) -> int:
        """A new variable, which the links have to determine."""
