"""*At most one component* as clauses, and as cuts.

Clauses: the least present node is the root, which is reached within 0 steps. A present node is reached
within d steps if it or a neighbour is reached within d - 1. Every present node is reached within n - 1
steps, where n is the size of the largest component of the whole graph. The nodes determine all auxiliary
variables, so the number of models is preserved. The graph is acyclic exactly if no edge joins two nodes at
the same distance from the root and no node has two neighbours that are nearer to the root.

Cuts: for an assignment with several components, a node of each that misses an anchor, nodes of which every
solution has one, and the absent nodes that separate it from these: if the node is present, some node of the
separator is. A node that is present is an anchor, given its literal. If the graph must be acyclic, for each
component with a cycle: some node of the cycle is absent.

Reference: M. Fischetti et al., Thinning out Steiner trees, Mathematical Programming Computation 9 (2017)
203-229 (node separators).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, count

from nqsat.compiling.formula import MAX_SIZE, ConstraintGroup, Formula, too_large
from nqsat.compiling.paths import colours, joined
from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import Circuit, Clause, Constraint, OneComponent, Sum
from nqsat.modelling.rules.attack_encoding import Gates


def is_projected(constraint: OneComponent, formula: Formula) -> bool:
    """Whether the projected variables determine which nodes are present, so that cuts can be found."""
    last = len(formula.projection)
    return all(abs(literal) <= last for literal in constraint.literals)


def without_components(formula: Formula, *, lazy: bool = False, native: bool = False) -> Formula:
    """Replace the constraints on components of a formula by sums, and on circuits that are not whole.

    Args:
        formula: the formula.
        lazy: whether to omit what cuts can enforce.
        native: whether to keep these circuits.

    Raises:
        UnsupportedByEngine: the clauses would have too many literals.
    """
    if all(
        isinstance(constraint, Sum) or _is_whole(constraint) for constraint in formula.constraints
    ):
        return formula
    numbers = count(formula.variables + 1)
    fresh = partial(next, numbers)

    def written(one: Constraint) -> Iterator[Constraint]:
        if isinstance(one, Sum) or _is_whole(one):
            yield one
        elif isinstance(one, Circuit):
            yield from colours(one, fresh) if one.ends else ()
            if native:
                yield one
            elif not lazy:
                yield from one_component(joined(one), Gates(fresh))
        elif not (lazy and is_projected(one, formula)):
            nodes, edges = len(one.literals), len(one.edges)
            most = 8 * nodes * nodes + 12 * nodes * edges * (1 + one.acyclic)
            if most > MAX_SIZE:
                raise too_large(f"a group of {nodes:,} squares", f"about {most:,}")
            yield from one_component(one, Gates(fresh))
        elif _has_two(one, formula.sums):
            yield from _neighbours(one)

    parts = tuple(
        ConstraintGroup(origin, tuple(while_waiting(chain.from_iterable(map(written, several)))))
        for origin, several in formula.parts
    )
    return replace(formula, variables=next(numbers) - 1, parts=parts)


def _has_two(constraint: OneComponent, sums: Iterable[Sum]) -> bool:
    """Whether some sum says that two nodes at least are present."""
    nodes = {*constraint.literals}
    known = (bound.literals for bound in sums if bound.low > 1)
    return any(len({*some}) == len(some) and nodes.issuperset(some) for some in known)


def _neighbours(constraint: OneComponent) -> Iterator[Sum]:
    """Yield what spares many cuts: of several nodes in one component each has a neighbour."""
    beside = adjacency_lists(len(constraint.literals), constraint.edges)
    for x, others in zip(constraint.literals, beside, strict=True):
        yield Clause((-x, *(constraint.literals[node] for node in others)))


def _is_whole(constraint: Constraint) -> bool:
    return isinstance(constraint, Circuit) and constraint.is_whole


def one_component(constraint: OneComponent, gates: Gates) -> Iterator[Sum]:
    """Yield the constraint as clauses, with the definitions of the auxiliary variables."""
    present = constraint.literals
    adjacency = adjacency_lists(len(present), constraint.edges)
    nodes = range(len(present))
    reached: list[int] = []
    before = 0
    for x in present:
        reached.append(gates.every([x, -before]) if before else x)
        before = gates.some([before, x]) if before else x
    nearer: Sequence[int] = ()
    for _ in range(max(map(len, components(nodes, adjacency)), default=1) - 1):
        within = [gates.some([reached[i], *(reached[j] for j in adjacency[i])]) for i in nodes]
        nearer, reached = reached, [gates.every([present[i], within[i]]) for i in nodes]
        if constraint.acyclic:
            yield from _tree_level(constraint, adjacency, nearer, reached)
    yield from (Clause((-present[i], reached[i])) for i in nodes if present[i] != reached[i])
    yield from gates.definitions


def _tree_level(
    constraint: OneComponent,
    adjacency: Sequence[Sequence[int]],
    nearer: Sequence[int],
    here: Sequence[int],
) -> Iterator[Sum]:
    """Yield clauses for one distance: no two such nodes are adjacent, none has two nearer neighbours."""
    for a, b in constraint.edges:
        yield Clause((-here[a], nearer[a], -here[b], nearer[b]))
    for node, others in enumerate(adjacency):
        for a, b in combinations(others, 2):
            yield Clause((-here[node], nearer[node], -nearer[a], -nearer[b]))


def adjacency_lists(nodes: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return for each node of a graph, from 0, its neighbours."""
    adjacency: list[list[int]] = [[] for _ in range(nodes)]
    for a, b in edges:
        adjacency[a].append(b)
        adjacency[b].append(a)
    return adjacency


def components(nodes: Iterable[int], adjacency: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the components of the subgraph on some nodes, each in breadth-first order."""
    left = dict.fromkeys(nodes)
    found = []
    while left:
        component = [next(iter(left))]
        del left[component[0]]
        for node in component:  # grows during the loop
            more = [other for other in adjacency[node] if other in left]
            component += more
            for other in more:
                left.pop(other, None)
        found.append(list(dict.fromkeys(component)))
    return found


#: Nodes of which a solution has some, given that the literals are true.
Anchor = tuple[frozenset[int], tuple[int, ...]]


def anchors_of(constraint: OneComponent, sums: Iterable[Sum]) -> list[Anchor]:
    """Return the anchors that sums say, given at most one positive literal, which is not a node's."""
    nodes, found = dict[int, list[int]](), set[Anchor]()
    for node, x in enumerate(constraint.literals):
        nodes.setdefault(x, []).append(node)
    for low, high, literals in sums:
        some_true = [literals] if low > 0 else []
        if high is not None and high < len(literals):
            some_true.append(tuple(-x for x in literals))
        for several in some_true:
            if nodes.keys().isdisjoint(several):
                continue
            given = tuple({-x for x in several if x not in nodes})
            if len(given) < 2 and all(0 < x not in nodes for x in given):
                places = chain.from_iterable(nodes.get(x, ()) for x in several)
                found.add((frozenset(places), given))
    return sorted(found, key=lambda x: (len(x[1]), len(x[0]), *x[1], *x[0]))


def component_cuts(
    constraint: OneComponent,
    adjacency: Sequence[Sequence[int]],
    true: Collection[int],
    anchors: Iterable[Anchor] = (),
) -> Iterator[tuple[int, ...]]:
    """Yield clauses that the constraint implies and this assignment violates; none if it is satisfied."""
    literals = constraint.literals
    present = [i for i, x in enumerate(literals) if (x in true if x > 0 else -x not in true)]
    found = components(present, adjacency)
    active = [anchor for anchor in anchors if all(x in true for x in anchor[1])]
    active += [(frozenset(some[:1]), (literals[some[0]],)) for some in found]
    for component in found if len(found) > 1 else ():
        goal, given = next(x for x in active if x[0].isdisjoint(component))
        between = (literals[node] for node in _separator(component, goal, adjacency))
        yield (-literals[component[0]], *(-x for x in given), *between)
    if constraint.acyclic:
        for component in found:
            if cycle := _cycle(component, adjacency):
                yield tuple(-literals[node] for node in cycle)


def _separator(
    component: Sequence[int], goal: Collection[int], adjacency: Sequence[Sequence[int]]
) -> list[int]:
    """Return a minimal separator: neighbours of a component that every path to the goal passes."""
    around = {other for node in component for other in adjacency[node]}.difference(component)
    reached, waiting = {*goal}, [node for node in goal if node not in around]
    while waiting:
        node = waiting.pop()
        more = {other for other in adjacency[node] if other not in reached}
        reached |= more
        waiting += more - around
    return sorted(around & reached)


def _cycle(component: Sequence[int], adjacency: Sequence[Sequence[int]]) -> list[int]:
    """Return a cycle in a component; empty if it is a tree."""
    inside, parent = set(component), {component[0]: component[0]}
    for node in component:  # in breadth-first order, so every node after the first has a parent
        for other in adjacency[node]:
            if other not in inside or other == parent[node]:
                continue
            if other in parent:
                return _cycle_through(node, other, parent)
            parent[other] = node
    return []


def _cycle_through(one: int, other: int, parent: dict[int, int]) -> list[int]:
    """Return the cycle through two adjacent nodes and their lowest common ancestor."""
    ways: list[list[int]] = []
    for end in (one, other):
        way = [end]
        while parent[way[-1]] != way[-1]:
            way.append(parent[way[-1]])
        ways.append(way)
    common = set(ways[0]) & set(ways[1])
    top = next(node for node in ways[0] if node in common)
    return [*(node for way in ways for node in way[: way.index(top)]), top]
