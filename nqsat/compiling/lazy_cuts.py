"""Cuts: clauses implied by a constraint on cycles or components, added when an assignment violates them.

Without connectivity constraints, an assignment with two true edges at every node is a set of disjoint
cycles. If there is more than one, each is excluded: no Hamiltonian cycle contains a shorter cycle.
Squares with given numbers are similar: a path between two of them with the wrong length is in no
solution. Where squares may be left out, a cycle is excluded if it misses links of which every solution has
one: those at a square that must be visited, at the outside of an open tour, or in any sum of at least one
of them. Beside given paths no cycle is allowed at all.

A symmetry that maps solutions to solutions maps cuts to cuts: all images are added at once, so the solver
need not find each by itself. For cuts between components see ``components``.

Reference: G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman
problem, Operations Research 2 (1954) 393-410.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nqsat.compiling.blocking_clauses import Image
from nqsat.compiling.components import adjacency_lists, component_cuts, components, is_projected
from nqsat.compiling.formula import Formula
from nqsat.compiling.paths import edges_at, joined
from nqsat.modelling import Circuit, Cycle, OneComponent, Paths, Sum


@dataclass(frozen=True, slots=True)
class Cuts:
    """The constraints of a formula that are enforced lazily. Plain data.

    Args:
        cycles: the constraints on cycles, each with the two ends of every literal.
        components: the constraints on components, each with its adjacency lists.
        partial: of each component, what is known if its links are a cycle or paths.
        images: as in ``Blocking``.
    """

    cycles: tuple[tuple[Cycle | Circuit, Mapping[int, tuple[int, int]]], ...]
    components: tuple[tuple[OneComponent, Sequence[Sequence[int]]], ...]
    partial: tuple[PartialCycle | None, ...] = ()
    images: tuple[Image, ...] = ()

    def violated_clauses(self, true: Sequence[int]) -> list[list[int]]:
        """Return implied clauses, some of which the assignment violates; empty if it is a solution."""
        found = [
            [-x for x in links]
            for constraint, ends in self.cycles
            for links in _forbidden_links(constraint, ends, true)
        ]
        present = frozenset(true) if self.components else frozenset()
        for (constraint, adjacency), partial in zip(self.components, self.partial, strict=True):
            surplus = partial.surplus_cycles(true) if partial else []
            found += surplus or map(list, component_cuts(constraint, adjacency, present))
        moved = {image.clause(clause) for image in self.images for clause in found}
        return [list(clause) for clause in sorted(moved)] or found


@dataclass(frozen=True, slots=True)
class PartialCycle:
    """Links that form one cycle through some of the nodes, or paths between given ends.

    Args:
        nodes: the nodes are 0 … ``nodes`` - 1.
        ends: the two nodes of every link.
        anchors: sets of links; every solution has a link of each.
    """

    nodes: int
    ends: Mapping[int, tuple[int, int]]
    anchors: tuple[frozenset[int], ...]

    def surplus_cycles(self, true: Sequence[int]) -> list[list[int]]:
        """Return a clause for each cycle of this assignment that misses an anchor: not all its links."""
        return [
            [-x for x in sorted(links)]
            for links in self._cycles(true)
            if any(anchor.isdisjoint(links) for anchor in self.anchors)
        ]

    def _cycles(self, true: Sequence[int]) -> Iterator[set[int]]:
        """Yield the links of each cycle; every node on a link has two, or is the end of a path."""
        at: list[list[int]] = [[] for _ in range(self.nodes)]
        beside: list[list[int]] = [[] for _ in range(self.nodes)]
        for x in true:
            if ends := self.ends.get(x):
                for node, other in (ends, ends[::-1]):
                    at[node].append(x)
                    beside[node].append(other)
        for nodes in components((node for node, links in enumerate(at) if links), beside):
            if all(len(at[node]) == 2 for node in nodes):
                yield {x for node in nodes for x in at[node]}


def _partial_cycle(constraint: OneComponent, sums: Iterable[Sum]) -> PartialCycle | None:
    """Return what is known of the links of a component; None if they are not links."""
    links = constraint.links
    if links is None:
        return None
    pairs = links.arcs if isinstance(links, Circuit) else links.edges
    ends = {x: (a, b) for a, b, x in pairs}
    if isinstance(links, Paths):  # a cycle misses the links at every end
        return PartialCycle(links.nodes, ends, (frozenset(edges_at(links)[links.ends[0][0]]),))
    known = (frozenset(one.literals) for one in sums if one.low > 0 and one.literals)
    anchors = dict.fromkeys(some for some in known if some <= ends.keys())
    return PartialCycle(links.nodes, ends, tuple(anchors))


def cuts(formula: Formula, images: tuple[Image, ...] = ()) -> Cuts:
    """Return the lazily enforced constraints of a formula; ``images`` as in ``Blocking``."""
    sums = [one for one in formula.constraints if isinstance(one, Sum)]
    cycles, connected = [], []
    for constraint in formula.constraints:
        if isinstance(constraint, Cycle | Circuit):
            links = constraint.edges if isinstance(constraint, Cycle) else constraint.arcs
            cycles.append((constraint, {literal: (a, b) for a, b, literal in links}))
            continue
        one = joined(constraint, acyclic=False) if isinstance(constraint, Paths) else constraint
        if isinstance(one, OneComponent) and is_projected(one, formula):
            connected.append((one, adjacency_lists(one)))
    partial = tuple(_partial_cycle(one, sums) for one, _ in connected)
    return Cuts(tuple(cycles), tuple(connected), partial, images)


def _forbidden_links(
    constraint: Cycle | Circuit, endpoints: Mapping[int, tuple[int, int]], true: Sequence[int]
) -> Iterator[list[int]]:
    """Yield sets of links that this assignment has and no solution contains."""
    arcs = isinstance(constraint, Circuit)
    found = list(trace_cycles(endpoints, true, constraint.nodes, arcs=arcs))
    if len(found) != 1 or len(found[0]) < constraint.nodes:
        for cycle in found:
            yield [literal for _, literal in cycle]
    elif isinstance(constraint, Circuit) and constraint.positions:
        yield from _misplaced_paths(constraint, found[0])


def _misplaced_paths(circuit: Circuit, cycle: list[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the paths between nodes with given positions that have the wrong length."""
    begin = next(index for index, (node, _) in enumerate(cycle) if node == circuit.origin)
    order = cycle[begin:] + cycle[:begin]
    place = {circuit.origin: 0, **dict(circuit.positions)}
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
            links, or one arc out and one in.
        nodes: the number of nodes.
        arcs: whether a link leads only from its first node to its second.

    Yields:
        each cycle as a list of nodes with the literal of the link to the next node.
    """
    links: list[list[int]] = [[] for _ in range(nodes)]  # the literals of those at each node
    for x in true:
        for node in endpoints.get(x, ())[: 1 if arcs else 2]:
            links[node].append(x)
    for start in range(nodes):
        node, x = start, 0
        cycle: list[tuple[int, int]] = []
        while links[node]:  # empty if it was visited
            first, *others = links[node]
            x = others[0] if first == x else first
            cycle.append((node, x))
            links[node] = []
            a, b = endpoints[x]
            node = b if a == node else a
        if cycle:
            yield cycle
