"""Circuits as clauses: degrees, an orientation of undirected cycles, and subtour elimination.

Degree constraints alone allow several disjoint circuits. Each encoding below gives every node a position
on the circuit, and an arc u → v (v not the origin) implies position(v) = position(u) + 1, in some
arithmetic. A circuit that avoids the origin would return to its own position after fewer steps than
there are nodes; the arithmetic makes this impossible. The arcs determine the positions, so the encodings
preserve the number of models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from nqsat.compiling.paths import degrees
from nqsat.errors import InvalidModel, choose
from nqsat.modelling import Circuit, Clause, Sum

Clauses = Iterator[tuple[int, ...]]

#: Returns a new variable at every call.
Fresh = Callable[[], int]


#: From the literals of a position: those of the next one, and clauses that define them.
Successor = Callable[[list[int], Fresh], tuple[list[int], list[tuple[int, ...]]]]


class CircuitEncoding(NamedTuple):
    """An encoding of the constraint that the arcs form a single circuit, by an arithmetic of positions.

    Args:
        name: the name for ``--circuit``.
        meaning: a description in one line, with its source.
        width: how many literals a position has among this many nodes; None if cuts are used instead.
        successor: the next position.
        literals_at: of a position and a number from 0, the literals that are all true exactly there.
    """

    name: str
    meaning: str
    width: Callable[[int], int] | None = None
    successor: Successor | None = None
    literals_at: Callable[[list[int], int], list[int]] | None = None


def find_circuit(name: str) -> CircuitEncoding:
    """Return the circuit encoding with this name; raise ``InvalidModel`` if there is none."""
    return choose("circuit", name, CIRCUITS)


# -- degrees and orientation -------------------------------------------------------------


def degree_clauses(degree: Sum) -> Clauses:
    """Encode a degree constraint without auxiliary variables; it has few literals."""
    if degree.low == 2:
        return _exactly_two(degree.literals)
    return chain([degree.literals], ((-x, -y) for x, y in combinations(degree.literals, 2)))


def _exactly_two(literals: Sequence[int]) -> Clauses:
    """Encode exactly two: of any three literals at most two, of any n - 1 at least one."""
    yield from ((-x, -y, -z) for x, y, z in combinations(literals, 3))
    if len(literals) < 2:
        yield ()
    yield from (tuple(y for y in literals if y != x) for x in literals)


def orient(cycle: Circuit, fresh: Fresh) -> tuple[Circuit, list[tuple[int, ...]]]:
    """Return a circuit of arcs for one of edges, with clauses that link its arcs to the edges.

    An edge is taken exactly if one of its arcs is. Only the direction is allowed in which the successor of
    node 0 has a smaller index than its predecessor, so each circuit is counted once.
    """
    arcs: list[tuple[int, int, int]] = []
    clauses: list[tuple[int, ...]] = []
    out: dict[int, int] = {}
    into: dict[int, int] = {}
    for a, b, edge in cycle.links:
        forth, back = fresh(), fresh()
        arcs += [(a, b, forth), (b, a, back)]
        clauses += [(-edge, forth, back), (-forth, edge), (-back, edge), (-forth, -back)]
        if a == 0:
            out[b], into[b] = forth, back
        elif b == 0:
            out[a], into[a] = back, forth
    clauses += [(-out[y], -into[x]) for x in into for y in out if x < y]
    return Circuit(cycle.nodes, tuple(arcs), directed=True), clauses


# -- only one circuit --------------------------------------------------------------------


def circuit_constraints(circuit: Circuit, encoding: str, fresh: Fresh) -> Iterator[Sum]:
    """Yield constraints that allow exactly the sets of links that form one circuit through every node.

    All of them except the degrees are clauses.

    Raises:
        InvalidModel: as ``connecting_clauses``.
    """
    yield from degrees(circuit)
    if not circuit.directed:
        circuit, ties = orient(circuit, fresh)
        yield from map(Clause, ties)
        yield from degrees(circuit)
    yield from map(Clause, connecting_clauses(circuit, encoding, fresh))


def connecting_clauses(circuit: Circuit, encoding: str, fresh: Fresh) -> Clauses:
    """Yield clauses that allow, of the sets of arcs with all degrees one, those that form one circuit."""
    _, _, width, successor, literals_at = find_circuit(encoding)
    if width is None or successor is None or literals_at is None:
        raise InvalidModel("circuit", f"{encoding} is not a complete formula; choose another")
    places = [[fresh() for _ in range(width(circuit.nodes))] for _ in range(circuit.nodes)]
    nexts = []
    for place in places:
        after, clauses = successor(place, fresh)
        nexts.append(after)
        yield from clauses
    origin = circuit.origin or 0
    for node, at in ((origin, 0), *circuit.positions):
        yield from ((x,) for x in literals_at(places[node], at))
    for tail, head, literal in circuit.links:
        if head != origin:
            for x, y in zip(nexts[tail], places[head], strict=True):
                yield (-literal, -x, y)
                yield (-literal, x, -y)


def _one_hot(place: list[int], _fresh: Fresh) -> tuple[list[int], list[tuple[int, ...]]]:
    """Positions on a ring of n: a circuit of length L without the origin would need n | L, and L < n."""
    clauses = [tuple(place), *((-x, -y) for x, y in combinations(place, 2))]
    return [place[-1], *place[:-1]], clauses


def _binary(place: list[int], fresh: Fresh) -> tuple[list[int], list[tuple[int, ...]]]:
    """Numbers modulo 2^m, the lowest bit first: bit i of x + 1 is inverted if all lower bits are one."""
    after, carry = [-place[0]], place[0]
    clauses: list[tuple[int, ...]] = []
    for x in place[1:]:
        z, both = fresh(), fresh()
        clauses += [(-z, x, carry), (-z, -x, -carry), (z, -x, carry), (z, x, -carry)]
        clauses += [(-both, x), (-both, carry), (both, -x, -carry)]
        after.append(z)
        carry = both
    return after, clauses


#: The first is the default for complete formulas; ``lazy`` encodes nothing and relies on cuts.
CIRCUITS: tuple[CircuitEncoding, ...] = (
    CircuitEncoding(
        "one-hot",
        "a variable for each node and place (S. Prestwich, 2003)",
        lambda nodes: nodes,
        _one_hot,
        lambda place, number: [place[number]],
    ),
    CircuitEncoding(
        "binary",
        "places as binary numbers with an adder (N.-F. Zhou, CP 2020)",
        lambda nodes: max(1, (nodes - 1).bit_length()),
        _binary,
        lambda place, number: [x if number >> i & 1 else -x for i, x in enumerate(place)],
    ),
    CircuitEncoding("lazy", "left out; the sat engine adds cuts where they are needed"),
)
