"""Circuits as clauses: degrees, an orientation of undirected cycles, and subtour elimination.

Degree constraints alone allow several disjoint circuits. Each encoding below gives every node a position
on the circuit, and an arc u → v (v not the origin) implies position(v) = position(u) + 1, in some
arithmetic. A circuit that avoids the origin would return to its own position after fewer steps than
there are nodes; the arithmetic makes this impossible. The arcs determine the positions, so the encodings
preserve the number of models.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from nqsat.errors import InvalidModel, choose
from nqsat.modelling import Circuit, Clause, Cycle, Exactly, Sum

Clauses = Iterator[tuple[int, ...]]

#: Returns a new variable at every call.
Fresh = Callable[[], int]


class CircuitEncoding(NamedTuple):
    """An encoding of the constraint that the arcs form a single circuit.

    Args:
        name: the name for ``--circuit``.
        meaning: a description in one line, with its source.
        counter: the arithmetic of positions of this many nodes; None if cuts are used instead.
    """

    name: str
    meaning: str
    counter: Callable[[int], _Counter] | None = None


def find_circuit(name: str) -> CircuitEncoding:
    """Return the circuit encoding with this name; raise ``InvalidModel`` if there is none."""
    return choose("circuit", name, CIRCUITS)


# -- degrees and orientation -------------------------------------------------------------


def degree_constraints(constraint: Cycle | Circuit) -> Iterator[Sum]:
    """Return the degree constraints: two edges at every node, or one arc out of it and one into it."""
    out: list[list[int]] = [[] for _ in range(constraint.nodes)]
    if isinstance(constraint, Cycle):
        for a, b, literal in constraint.edges:
            out[a].append(literal)
            out[b].append(literal)
        return (Exactly(2, tuple(literals)) for literals in out)
    into: list[list[int]] = [[] for _ in range(constraint.nodes)]
    for tail, head, literal in constraint.arcs:
        out[tail].append(literal)
        into[head].append(literal)
    return (Exactly(1, tuple(literals)) for literals in out + into)


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


def orient(cycle: Cycle, fresh: Fresh) -> tuple[Circuit, list[tuple[int, ...]]]:
    """Return a circuit for an undirected cycle, with clauses that link its arcs to the edges.

    An edge is taken exactly if one of its arcs is. Only the direction is allowed in which the successor of
    node 0 has a smaller index than its predecessor, so each cycle has exactly one circuit.
    """
    arcs: list[tuple[int, int, int]] = []
    clauses: list[tuple[int, ...]] = []
    out: dict[int, int] = {}
    into: dict[int, int] = {}
    for a, b, edge in cycle.edges:
        forth, back = fresh(), fresh()
        arcs += [(a, b, forth), (b, a, back)]
        clauses += [(-edge, forth, back), (-forth, edge), (-back, edge), (-forth, -back)]
        if a == 0:
            out[b], into[b] = forth, back
        elif b == 0:
            out[a], into[a] = back, forth
    clauses += [(-out[y], -into[x]) for x in into for y in out if x < y]
    return Circuit(cycle.nodes, tuple(arcs)), clauses


# -- only one circuit --------------------------------------------------------------------


def circuit_constraints(constraint: Cycle | Circuit, encoding: str, fresh: Fresh) -> Iterator[Sum]:
    """Yield constraints that allow exactly the sets of links that form one circuit.

    All of them except the degrees are clauses.

    Raises:
        InvalidModel: as ``connecting_clauses``.
    """
    yield from degree_constraints(constraint)
    if isinstance(constraint, Cycle):
        constraint, ties = orient(constraint, fresh)
        yield from map(Clause, ties)
        yield from degree_constraints(constraint)
    yield from map(Clause, connecting_clauses(constraint, encoding, fresh))


def connecting_clauses(circuit: Circuit, encoding: str, fresh: Fresh) -> Clauses:
    """Yield clauses that allow, of the sets of arcs with all degrees one, those that form one circuit.

    Raises:
        InvalidModel: the encoding is no name in ``CIRCUITS``, or ``lazy``.
    """
    counter = find_circuit(encoding).counter
    if counter is None:
        raise InvalidModel("circuit", f"{encoding} is not a complete formula; choose another")
    yield from _position_clauses(circuit, counter(circuit.nodes), fresh)


def _position_clauses(circuit: Circuit, counter: _Counter, fresh: Fresh) -> Clauses:
    """Give every node a position, advance it along arcs, and fix the given positions."""
    places = [[fresh() for _ in range(counter.width)] for _ in range(circuit.nodes)]
    nexts = []
    for place in places:
        gates = _Gates(fresh)
        nexts.append(counter.successor(place, gates))
        yield from counter.validity_clauses(place)
        yield from gates.clauses
    for node, at in ((circuit.origin, 0), *circuit.positions):
        yield from ((x,) for x in counter.literals_at(places[node], at))
    for tail, head, literal in circuit.arcs:
        if head != circuit.origin:
            for x, y in zip(nexts[tail], places[head], strict=True):
                yield (-literal, -x, y)
                yield (-literal, x, -y)


class _Gates:
    """New variables defined by clauses."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self.clauses: list[tuple[int, ...]] = []

    def xor(self, x: int, y: int) -> int:
        z = self._fresh()
        self.clauses += [(-z, x, y), (-z, -x, -y), (z, -x, y), (z, x, -y)]
        return z

    def conjunction(self, x: int, y: int) -> int:
        z = self._fresh()
        self.clauses += [(-z, x), (-z, y), (z, -x, -y)]
        return z


class _Counter(ABC):
    """An arithmetic of positions: a position is ``width`` literals, and each has a successor."""

    width: int

    def validity_clauses(self, place: list[int]) -> Clauses:
        """Yield clauses that the literals form a valid position; by default there are none."""
        return iter(())

    @abstractmethod
    def successor(self, place: list[int], gates: _Gates) -> list[int]:
        """Return the literals of the next position."""

    @abstractmethod
    def literals_at(self, place: list[int], number: int) -> list[int]:
        """Return the literals that are all true exactly at this position, counted from 0."""


class _Ring(_Counter):
    """Positions 0 … n - 1 of n nodes in one-hot encoding, cyclic.

    A circuit of length L without the origin would need n | L, and L < n.
    """

    def __init__(self, size: int) -> None:
        self.width = size

    def validity_clauses(self, place: list[int]) -> Clauses:
        yield tuple(place)
        yield from ((-x, -y) for x, y in combinations(place, 2))

    def successor(self, place: list[int], gates: _Gates) -> list[int]:
        return [place[-1], *place[:-1]]

    def literals_at(self, place: list[int], number: int) -> list[int]:
        return [place[number]]


class _Binary(_Counter):
    """Positions as binary numbers of m bits modulo 2^m ≥ nodes, the lowest bit first."""

    def __init__(self, nodes: int) -> None:
        self.width = max(1, (nodes - 1).bit_length())

    def successor(self, place: list[int], gates: _Gates) -> list[int]:
        """Bit i of x + 1 is bit i of x, inverted if all lower bits are one."""
        after, carry = [-place[0]], place[0]
        for bit in place[1:]:
            after.append(gates.xor(bit, carry))
            carry = gates.conjunction(bit, carry)
        return after

    def literals_at(self, place: list[int], number: int) -> list[int]:
        return [x if number >> i & 1 else -x for i, x in enumerate(place)]


#: The first is the default for complete formulas; ``lazy`` encodes nothing and relies on cuts.
CIRCUITS: tuple[CircuitEncoding, ...] = (
    CircuitEncoding("one-hot", "a variable for each node and place (S. Prestwich, 2003)", _Ring),
    CircuitEncoding(
        "binary", "places as binary numbers with an adder (N.-F. Zhou, CP 2020)", _Binary
    ),
    CircuitEncoding("lazy", "left out; the sat engine adds cuts where they are needed"),
)
