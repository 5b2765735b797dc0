"""The steps of reasoning that single loops, paths and connected groups force.

The true links are pieces of paths. A link between two squares of one piece would close a loop; it is wrong
if something lies outside that loop. Between two pieces it is wrong if these belong to different ends, or
would join numbers that do not follow one another. All links of one loop are in one block of the links that
are left: any two of them are on a cycle. So links outside the block of the true ones lead nowhere. Paths
become one loop if the last square of each is linked to the first of the next one.

Nodes are connected if those that are there hang together by those that may be: any other is not there, and
one without which they do not is there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from nqsat.compiling import Formula
from nqsat.compiling.components import adjacency_lists
from nqsat.compiling.paths import degrees
from nqsat.modelling import Circuit, OneComponent, Sum

#: Why a link is wrong: it would close a loop, join two paths, or numbers that do not follow one another; no
#: way leads on over it; or, where no link is wrong alone, what is left falls apart. Of nodes: something
#: would be cut off.
Reason = Literal["loop", "ends", "order", "apart", "cut off"]


class Found(NamedTuple):
    """The next step for links.

    Args:
        reason: why.
        links: the literals that follow; none if no solution is left.
        because: true links, with which these do not go together.
    """

    reason: Reason
    links: tuple[int, ...] = ()
    because: tuple[int, ...] = ()


class LinkGraph:
    """The links of a loop, or of paths between ends, none of which has a direction.

    Args:
        circuit: the constraint.
        order: nodes that a path passes in this order, and at no other time.
    """

    def __init__(self, circuit: Circuit, order: Sequence[int] = ()) -> None:
        self._circuit, self._order = circuit, {node: k for k, node in enumerate(order)}
        self.literals = circuit.literals
        self._pair = {node: k for k, pair in enumerate(circuit.ends) for node in pair}
        ends = circuit.ends
        # What makes one loop of all paths.
        self._joints = [(pair[1], ends[k - len(ends) + 1][0]) for k, pair in enumerate(ends)]

    def look(self, value: Sequence[int]) -> Iterator[Found]:
        """Yield what follows from the values of links: 1 true, -1 false, 0 open."""
        taken = [link for link in self._circuit.links if value[link[2]] > 0]
        open_links = [link for link in self._circuit.links if not value[link[2]]]
        pieces = _Pieces(self._circuit.nodes, taken)
        yield from self._closed(pieces, taken, open_links)
        if not pieces.closing:
            yield from self._joined(pieces, open_links)
        yield from self._separated(value, taken)

    def _closed(self, pieces: _Pieces, taken: Links, open_links: Links) -> Iterator[Found]:
        """Loops that are closed, or that one link would close, though something is outside."""
        if pieces.closing:
            inside = pieces.root(pieces.closing[0])
            if self._leaves_out(pieces, inside) or any(
                pieces.root(a) != inside for a, _, _ in taken
            ):
                yield Found("loop")
            elif open_links:
                yield Found("loop", tuple(-x for _, _, x in open_links))
            return
        for a, b, x in open_links:
            inside = pieces.root(a)
            if inside != pieces.root(b):
                continue
            outside = tuple(y for c, _, y in taken if pieces.root(c) != inside)
            if outside or self._leaves_out(pieces, inside):
                yield Found("loop", (-x,), outside)

    def _leaves_out(self, pieces: _Pieces, inside: int) -> bool:
        """Whether a loop of one piece is not part of a solution."""
        return bool(self._pair) or (
            self._circuit.every and len(pieces.nodes[inside]) < self._circuit.nodes
        )

    def _joined(self, pieces: _Pieces, open_links: Links) -> Iterator[Found]:
        """Pieces of different paths, or of numbers that do not follow one another."""
        if not self._pair and not self._order:
            return
        label = {root: {self._pair[x] for x in some if x in self._pair} for root, some in pieces}
        if any(len(some) > 1 for some in label.values()):
            yield Found("ends")
        walks = {root: pieces.walk(root) for root, _ in pieces}
        along = {root: self._numbers(nodes) for root, nodes in walks.items()}
        if any(not _follow(some) for some in along.values()):
            yield Found("order")
        for a, b, x in open_links:
            one, other = pieces.root(a), pieces.root(b)
            if len(label[one] | label[other]) > 1:
                yield Found("ends", (-x,))
                continue
            before = along[one] if walks[one][-1] == a else along[one][::-1]
            after = along[other][::-1] if walks[other][-1] == b else along[other]
            if not _follow(before + after):
                yield Found("order", (-x,))

    def _numbers(self, nodes: Sequence[int]) -> list[int]:
        return [self._order[node] for node in nodes if node in self._order]

    def _separated(self, value: Sequence[int], taken: Links) -> Iterator[Found]:
        """Links that are on no loop with the true ones."""
        left = [link for link in self._circuit.links if value[link[2]] >= 0]
        if self._joints and not self._reach(left):
            yield Found("apart")
            return
        ways = [(a, b) for a, b, _ in left]
        block = blocks([*ways, *self._joints])
        nodes = defaultdict[int, set[int]](set)
        for number, way in zip(block, [*ways, *self._joints], strict=True):
            nodes[number].update(way)
        needed = {block[k] for k, (_, _, x) in enumerate(left) if value[x] > 0}
        needed.update(block[len(left) :])
        most = self._circuit.nodes if self._circuit.every else 3
        kept = {
            number
            for number in needed or nodes
            if len(nodes[number]) >= (0 if self._joints else most)
        }
        if len(needed) > 1 or not kept:
            yield Found("apart")
        elif out := [
            -x for k, (_, _, x) in enumerate(left) if block[k] not in kept and not value[x]
        ]:
            yield Found("apart", tuple(out))

    def _reach(self, left: Links) -> bool:
        """Whether a way is left between the ends of each pair, past the ends of others."""
        beside = adjacency_lists(self._circuit.nodes, [(a, b) for a, b, _ in left])
        for number, (first, last) in enumerate(self._circuit.ends):
            queue, seen = [first], {first}
            for node in queue:  # the list grows in the loop
                more = {x for x in beside[node] if self._pair.get(x, number) == number} - seen
                queue += more
                seen |= more
            if last not in seen:
                return False
        return True


Links = Sequence[tuple[int, int, int]]


class _Pieces:
    """The paths that links form, each with the nodes on it; a node without a link is one alone."""

    def __init__(self, nodes: int, links: Links) -> None:
        self._root = list(range(nodes))
        self.nodes: list[list[int]] = [[node] for node in range(nodes)]
        #: The link that closes a loop, if one does: its ends.
        self.closing: tuple[int, int] | None = None
        self._beside = adjacency_lists(nodes, [(a, b) for a, b, _ in links])
        for a, b, _ in links:
            one, other = self._root[a], self._root[b]
            if one == other:
                self.closing = (a, b)
                continue
            if len(self.nodes[one]) < len(self.nodes[other]):
                one, other = other, one
            for node in self.nodes[other]:
                self._root[node] = one
            self.nodes[one] += self.nodes[other]
            self.nodes[other] = []

    def __iter__(self) -> Iterator[tuple[int, list[int]]]:
        return ((root, some) for root, some in enumerate(self.nodes) if some)

    def root(self, node: int) -> int:
        return self._root[node]

    def walk(self, root: int) -> list[int]:
        """Return the nodes of a piece from end to end."""
        some = self.nodes[root]
        here = next((node for node in some if len(self._beside[node]) < 2), some[0])
        found, seen = [here], {here}
        while more := [x for x in self._beside[found[-1]] if x not in seen]:
            found.append(more[0])
            seen.add(more[0])
        return found


class NodeGraph:
    """Nodes of which those that are there are connected.

    Args:
        constraint: the constraint; whether there are cycles is not asked.
    """

    def __init__(self, constraint: OneComponent) -> None:
        self.literals = constraint.literals
        self._beside = adjacency_lists(len(self.literals), constraint.edges)
        # What followed from the last values: most assumptions are not about these nodes.
        self._seen: tuple[list[int], list[Found]] = ([], [])

    def look(self, value: Sequence[int]) -> Iterator[Found]:
        """Yield what follows from the values of variables: 1 true, -1 false, 0 open."""
        signs = [value[x] if x > 0 else -value[-x] for x in self.literals]
        if signs != self._seen[0]:
            self._seen = (signs, [*self._look(signs)])
        yield from self._seen[1]

    def _look(self, signs: Sequence[int]) -> Iterator[Found]:
        there = [node for node, sign in enumerate(signs) if sign > 0]
        if not there:
            return
        reached, needed = self._walk(there[0], signs)
        if not reached.issuperset(there):
            yield Found("cut off")
            return
        out = (k for k, sign in enumerate(signs) if not sign and k not in reached)
        if links := [-self.literals[node] for node in out]:
            yield Found("cut off", tuple(links), (self.literals[there[0]],))
        for node in needed:
            yield Found("cut off", (self.literals[node],))

    def _walk(self, root: int, signs: Sequence[int]) -> tuple[set[int], list[int]]:
        """Return the nodes that the root reaches, and the open ones on all ways to one that is there."""
        depth, low, behind = {root: 0}, {root: 0}, dict[int, bool]()
        needed, stack = dict[int, None](), [(root, iter(self._beside[root]))]
        while stack:
            node, others = stack[-1]
            behind.setdefault(node, signs[node] > 0)
            for other in others:
                if signs[other] >= 0 and other not in depth:
                    depth[other] = low[other] = len(depth)
                    stack.append((other, iter(self._beside[other])))
                    break
                if signs[other] >= 0:
                    low[node] = min(low[node], depth[other])
            else:
                stack.pop()
                before = stack[-1][0] if stack else node
                if behind[node] and node != before:
                    behind[before] = True
                    if low[node] >= depth[before] and not signs[before]:
                        needed[before] = None
                low[before] = min(low[before], low[node])
        return {*depth}, [*needed]


def _follow(numbers: Sequence[int]) -> bool:
    """Whether numbers go up or down by one."""
    steps = {b - a for a, b in pairwise(numbers)}
    return len(steps) < 2 and steps <= {1, -1}


def blocks(ways: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each edge of a graph the number of its block, in which any two are on one cycle."""
    import networkx as nx

    parts = nx.biconnected_component_edges(nx.Graph(ways))
    block = {frozenset(edge): number for number, part in enumerate(parts) for edge in part}
    return [block[frozenset(way)] for way in ways]


def graphs_of(formula: Formula) -> list[LinkGraph | NodeGraph]:
    """Return the loops and paths of a formula that have no direction, and what is connected."""
    circuits = (
        constraint
        for constraint in formula.constraints
        if isinstance(constraint, Circuit) and not constraint.directed
    )
    order = getattr(formula.reader, "order", ())
    groups = (x for x in formula.constraints if isinstance(x, OneComponent))
    return [*(LinkGraph(circuit, order) for circuit in circuits), *map(NodeGraph, groups)]


def sums_beside(formula: Formula) -> list[Sum]:
    """Return the sums of a formula, with the numbers of links at the nodes of its circuits."""
    found = list[Sum]()
    for constraint in formula.constraints:
        if isinstance(constraint, Sum):
            found.append(constraint)
        elif isinstance(constraint, Circuit) and constraint.is_whole:
            found += degrees(constraint)
    return found
