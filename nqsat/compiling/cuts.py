"""Cuts: clauses that follow from a constraint on cycles or components, made when an assignment breaks them.

Leaving connectivity out of the clauses, an assignment with two true edges at every node is a set of
disjoint cycles. If that is more than one, each is forbidden: no Hamiltonian cycle contains a shorter
one. Squares with given numbers are treated alike: a stretch between two of them of the wrong length
is in no solution. Where a symmetry takes solutions to solutions, it takes cuts to cuts: all images are
made at once, and the solver need not come upon each by itself. For cuts between components see
``components``.

Reference: G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman
problem, Operations Research 2 (1954) 393-410.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nqsat.compiling.blocking import Image
from nqsat.compiling.components import broken, neighbours, projected
from nqsat.compiling.formula import Formula
from nqsat.modelling import Circuit, Cycle, OneComponent


@dataclass(frozen=True, slots=True)
class Cuts:
    """The constraints of a formula that are enforced lazily. Plain data.

    Args:
        cycles: those on cycles, each with the ends of its literals.
        components: those on components, each with the neighbours of its nodes.
        images: as for ``Blocking``.
    """

    cycles: tuple[tuple[Cycle | Circuit, Mapping[int, tuple[int, int]]], ...]
    components: tuple[tuple[OneComponent, Sequence[Sequence[int]]], ...]
    images: tuple[Image, ...] = ()

    def violated(self, true: Sequence[int]) -> list[list[int]]:
        """Implied clauses, among them some that an assignment breaks; empty if it is a solution."""
        found = [
            [-x for x in links] for one, ends in self.cycles for links in _violated(one, ends, true)
        ]
        present = frozenset(true) if self.components else frozenset()
        for constraint, beside in self.components:
            found += map(list, broken(constraint, beside, present))
        moved = {image.clause(clause) for image in self.images for clause in found}
        return [list(clause) for clause in sorted(moved)] or found


def cuts(formula: Formula, images: tuple[Image, ...] = ()) -> Cuts:
    """The cuts of a formula; none if it has no such constraint. Images are as for ``Blocking``."""
    cycles, components = [], []
    for constraint in formula.constraints:
        if isinstance(constraint, Cycle | Circuit):
            links = constraint.edges if isinstance(constraint, Cycle) else constraint.arcs
            cycles.append((constraint, {literal: (a, b) for a, b, literal in links}))
        elif isinstance(constraint, OneComponent) and projected(constraint, formula):
            components.append((constraint, neighbours(constraint)))
    return Cuts(tuple(cycles), tuple(components), images)


def _violated(
    constraint: Cycle | Circuit, ends: Mapping[int, tuple[int, int]], true: Sequence[int]
) -> Iterator[list[int]]:
    """Links that no solution has together, and this assignment has."""
    arcs = isinstance(constraint, Circuit)
    found = list(trace(ends, true, constraint.nodes, arcs=arcs))
    if len(found) != 1 or len(found[0]) < constraint.nodes:
        for cycle in found:
            yield [literal for _, literal in cycle]
    elif isinstance(constraint, Circuit) and constraint.positions:
        yield from _misplaced(constraint, found[0])


def _misplaced(circuit: Circuit, cycle: list[tuple[int, int]]) -> Iterator[list[int]]:
    """The stretches between nodes with given places that have the wrong length."""
    begin = next(index for index, (node, _) in enumerate(cycle) if node == circuit.origin)
    order = cycle[begin:] + cycle[:begin]
    place = {circuit.origin: 0, **dict(circuit.positions)}
    known = [(index, place[node]) for index, (node, _) in enumerate(order) if node in place]
    known.append((len(order), len(order)))
    for (here, wanted_here), (there, wanted_there) in pairwise(known):
        if there - here != wanted_there - wanted_here:
            yield [literal for _, literal in order[here:there]]


def trace(
    ends: Mapping[int, tuple[int, int]], true: Iterable[int], nodes: int, *, arcs: bool
) -> Iterator[list[tuple[int, int]]]:
    """The cycles that links form, each from its least node on.

    Args:
        ends: for each literal, the two nodes that it links.
        true: the true literals; others than those in ``ends`` are passed over. Every node they touch
            has two links, or one arc out and one in.
        nodes: how many nodes there are.
        arcs: a link leads from its first node to its second only.

    Returns:
        cycles as lists of a node and the literal that leads on from it.
    """
    one = [0] * nodes  # the literals of the links at each node; 0 for none
    two = [0] * nodes
    for x in true:
        if x in ends:
            a, b = ends[x]
            if one[a]:
                two[a] = x
            else:
                one[a] = x
            if not arcs:
                if one[b]:
                    two[b] = x
                else:
                    one[b] = x
    for start in range(nodes):
        node, x = start, one[start]
        cycle: list[tuple[int, int]] = []
        while one[node]:
            cycle.append((node, x))
            one[node] = 0  # been there
            a, b = ends[x]
            node = b if a == node else a
            x = two[node] if one[node] == x else one[node]
        if cycle:
            yield cycle
