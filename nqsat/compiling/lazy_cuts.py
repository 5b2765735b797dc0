"""Cuts: clauses implied by a constraint on circuits or components, added when an assignment violates them.

Without connectivity constraints, an assignment is a set of disjoint cycles, and of paths between the ends
given. No circuit through every node contains a shorter cycle, so each is excluded. If squares may be left
out, it would be one of very many; so links are separated instead, see ``components``: a cycle from links of
which every solution has one, such as those at a node that must be visited, or at the end of a given path.
Squares with given numbers are similar: a path between two of them with the wrong length is in no solution.

A symmetry that maps solutions to solutions maps cuts to cuts: all images are added at once, so the solver
need not find each by itself.

Reference: G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman
problem, Operations Research 2 (1954) 393-410.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nqsat.compiling.blocking_clauses import Image
from nqsat.compiling.components import (
    Anchor,
    adjacency_lists,
    anchors_of,
    component_cuts,
    is_projected,
)
from nqsat.compiling.formula import Formula
from nqsat.compiling.paths import joined
from nqsat.modelling import Circuit, OneComponent, Sum


@dataclass(frozen=True, slots=True)
class Cuts:
    """The constraints of a formula that are enforced lazily. Plain data.

    Args:
        constraints: what violates each.
        images: as in ``Blocking``.
    """

    constraints: tuple[CircuitCuts | ComponentCuts, ...]
    images: tuple[Image, ...] = ()

    def violated_clauses(self, true: Sequence[int]) -> list[list[int]]:
        """Return implied clauses, some of which the assignment violates; empty if it is a solution."""
        found = [
            clause
            for constraint in self.constraints
            for clause in constraint.violated_clauses(true)
        ]
        moved = {image.clause(clause) for image in self.images for clause in found}
        return [list(clause) for clause in sorted(moved)] or found


@dataclass(frozen=True, slots=True)
class ComponentCuts:
    """A constraint on components, with its adjacency lists and anchors."""

    constraint: OneComponent
    adjacency: Sequence[Sequence[int]]
    anchors: Sequence[Anchor]

    @classmethod
    def of(cls, constraint: OneComponent, sums: Iterable[Sum]) -> ComponentCuts:
        """Return the cuts of a constraint, in addition to some sums."""
        adjacency = adjacency_lists(len(constraint.literals), constraint.edges)
        return cls(constraint, adjacency, anchors_of(constraint, sums))

    def violated_clauses(self, true: Sequence[int]) -> list[list[int]]:
        """As of ``Cuts``."""
        found = component_cuts(self.constraint, self.adjacency, frozenset(true), self.anchors)
        return [*map(list, found)]


@dataclass(frozen=True, slots=True)
class CircuitCuts:
    """A constraint on circuits.

    Args:
        circuit: the constraint.
        ends: the two nodes of every link.
        rest: further constraints, if nodes may be left out or there are paths.
    """

    circuit: Circuit
    ends: Mapping[int, tuple[int, int]]
    rest: ComponentCuts | None

    @classmethod
    def of(cls, circuit: Circuit, sums: Iterable[Sum]) -> CircuitCuts:
        """Return the cuts of a constraint, in addition to some sums."""
        ends = {x: (a, b) for a, b, x in circuit.links}
        if circuit.is_whole:
            return cls(circuit, ends, None)
        return cls(circuit, ends, ComponentCuts.of(joined(circuit), sums))

    def violated_clauses(self, true: Sequence[int]) -> list[list[int]]:
        """As of ``Cuts``."""
        circuit = self.circuit
        if self.rest is not None:
            return self.rest.violated_clauses(true)
        found = list(trace_cycles(self.ends, true, circuit.nodes, arcs=circuit.directed))
        if len(found) == 1 and len(found[0]) == circuit.nodes:
            wrong: Iterable[list[int]] = _misplaced_paths(circuit, found[0])
        else:
            wrong = ([x for _, x in cycle] for cycle in found)
        return [[-x for x in links] for links in wrong]


def cuts(formula: Formula, images: tuple[Image, ...] = ()) -> Cuts:
    """Return the lazily enforced constraints of a formula; ``images`` as in ``Blocking``."""
    found: list[CircuitCuts | ComponentCuts] = []
    sums, last = formula.sums, len(formula.projection)
    if images:  # are known of projected variables
        sums = [bound for bound in sums if all(abs(x) <= last for x in bound.literals)]
    for constraint in formula.constraints:
        if isinstance(constraint, Circuit):
            found.append(CircuitCuts.of(constraint, sums))
        elif isinstance(constraint, OneComponent) and is_projected(constraint, formula):
            found.append(ComponentCuts.of(constraint, sums))
    return Cuts(tuple(found), images)


def _misplaced_paths(circuit: Circuit, cycle: list[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the paths between nodes with given positions that have the wrong length."""
    begin = next(index for index, (node, _) in enumerate(cycle) if node == (circuit.origin or 0))
    order = cycle[begin:] + cycle[:begin]
    place = {order[0][0]: 0, **dict(circuit.positions)}
    known = [(index, place[node]) for index, (node, _) in enumerate(order) if node in place]
    known.append((len(order), len(order)))
    for (here, wanted_here), (there, wanted_there) in pairwise(known):
        if there - here != wanted_there - wanted_here:
            yield [literal for _, literal in order[here:there]]


def trace_cycles(
    endpoints: Mapping[int, tuple[int, int]], true: Iterable[int], nodes: int, *, arcs: bool
) -> Iterator[list[tuple[int, int]]]:
    """Yield the cycles that links form, each from its least node.

    Args:
        endpoints: for each literal, the two nodes that it links.
        true: the true literals; those not in ``endpoints`` are ignored. Every node on a link has two
            links, or one arc out and one in, or it is the end of a path, which is ignored.
        nodes: the number of nodes.
        arcs: whether a link leads only from its first node to its second.

    Yields:
        each cycle as a list of nodes with the literal of the link to the next node.
    """
    links: list[list[int]] = [[] for _ in range(nodes)]  # the literals of those at each node
    for x in true:
        for node in endpoints.get(x, ())[: 1 if arcs else 2]:
            links[node].append(x)
    for start in sorted(range(nodes), key=lambda node: len(links[node]) != 1):  # paths first
        node, x = start, 0
        cycle: list[tuple[int, int]] = []
        while links[node]:  # empty if it was visited
            onward = [y for y in links[node] if y != x]
            links[node] = []
            if not onward:
                break  # the end of a path
            x = onward[0]
            cycle.append((node, x))
            a, b = endpoints[x]
            node = b if a == node else a
        if cycle and node == start:
            yield cycle
