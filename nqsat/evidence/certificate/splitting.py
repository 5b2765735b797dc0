"""Split a refutation into small cubes, and prove that the cubes cover everything.

A cube that takes too long is split by which literal of an exactly-one group is true (the piece on a rank).
The group is chosen so that the largest subcube is smallest; without such a group, a variable is split. A
cube with two conflicting pieces needs no refutation. One more refutation, of the formula together with the
negation of each cube, shows that the cubes cover everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from nqsat.evidence import checker
from nqsat.evidence.certificate.lrat import Literals, Prover

#: The formula is split if its refutation takes more conflicts, a cube of one literal if it takes twice as
#: many, and so on, up to 2 ** ``DOUBLINGS`` times: what a cube wastes is less than its parts may take.
CONFLICTS = 16_000
DOUBLINGS = 4

#: The maximum number of cubes.
MOST = 9999


def refute_by_cubes(
    facts: checker.Model,
    clauses: Sequence[Literals],
    found: Sequence[Literals],
    forbidden: Sequence[Literals],
    tick: Callable[[], None],
) -> tuple[list[Literals], dict[str, list[str]]]:
    """Refute the clauses of a formula together with those that forbid its solutions.

    Args:
        facts: the model; cubes are split by its named variables, or by those that are shown.
        clauses: the formula.
        found: the solutions, each as its true variables.
        forbidden: the clause that forbids each solution.
        tick: see ``Prover.refute``.

    Returns:
        the cubes, and the proofs by name, as lines of LRAT: 0001, 0002, … for the cubes in this order, and
        if there are several, ``cover``: that they cover everything.

    Raises:
        EngineFailure: there is another solution.
    """
    prover = Prover(clauses)
    parts = _CubeSplitter(facts, clauses, found)
    first = len(clauses) + 1
    after = first + len(forbidden)
    done, proofs = list[Literals](), dict[str, list[str]]()
    waiting: list[tuple[Literals, set[int]]] = [((), set(range(len(found))))]
    while waiting:
        cube, inside = waiting.pop()
        children = parts.split(cube, inside)
        final = not children or len(waiting) + len(children) + len(done) > MOST
        more = [(first + i, forbidden[i]) for i in sorted(inside)]
        more += [(after + i, (x,)) for i, x in enumerate(cube)]
        patience = None if final else CONFLICTS << min(len(cube), DOUBLINGS)
        proof = prover.refute(more, after + len(cube), tick, patience)
        if proof is None:
            waiting += reversed(children)
        else:
            done.append(cube)
            proofs[f"{len(done):04}"] = proof
    if len(done) > 1:
        outside = [tuple(-x for x in cube) for cube in done]
        proof = prover.refute(enumerate(outside, start=after), after + len(outside), tick)
        proofs["cover"] = proof or []
    return done, proofs


class _CubeSplitter:
    """The rule for splitting cubes."""

    def __init__(
        self, facts: checker.Model, clauses: Sequence[Literals], found: Sequence[Literals]
    ) -> None:
        shown = sorted(map(abs, facts.shown))
        self._projection = projection = shown or range(1, len(facts.names) + 1)
        own = set(projection)
        some = ([x for x, _ in terms] for terms, low, _ in facts.counts if low == 1)
        inner = (group for group in some if own.issuperset(group))  # of pieces, or moves
        self._groups = [group for group in inner if facts.pairs.issuperset(combinations(group, 2))]
        self._having: dict[int, set[int]] = {x: set() for x in projection}
        for place, true in enumerate(found):
            for x in own.intersection(facts.with_auxiliaries(true)) if shown else true:
                self._having[x].add(place)
        self._ruled_out: dict[int, set[int]] = {x: {-x} for y in projection for x in (y, -y)}
        self._occurring = dict.fromkeys(projection, 0)
        for clause in clauses:
            if len(clause) == 2 and own.issuperset(map(abs, clause)):
                a, b = clause
                self._ruled_out[-a].add(-b)
                self._ruled_out[-b].add(-a)
            else:
                for x in clause:
                    if abs(x) in own:
                        self._occurring[abs(x)] += 1

    def split(self, cube: Literals, inside: set[int]) -> list[tuple[Literals, set[int]]]:
        """Return the subcubes of a cube, each with its solutions; none if it cannot be split."""
        false = set().union(*(self._ruled_out[x] for x in cube))
        having = self._having
        best: tuple[int, int] | None = None
        parts: Sequence[int] = ()
        for group in self._groups:
            rest = [x for x in group if x not in false]
            if len(rest) > 1 and not set(rest).intersection(cube):
                size = (max(len(inside & having[x]) for x in rest), len(rest))
                if best is None or size < best:
                    best, parts = size, rest
        if not parts:
            free = [x for x in self._projection if x not in cube and x not in false]
            if not free:
                return []
            half = len(inside) / 2
            x = min(
                free, key=lambda x: (abs(len(inside & having[x]) - half), -self._occurring[x], x)
            )
            parts = (x, -x)
        return [((*cube, x), inside & having[x] if x > 0 else inside - having[-x]) for x in parts]
