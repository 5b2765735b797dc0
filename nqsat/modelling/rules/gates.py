"""Gates: auxiliary variables that are determined by literals: their *and*, their *or*, how many are true.

The cardinalities of the vocabulary hold always; ``bounded_if`` is one that holds *if a man stands*. Few
enough combinations are written out, without any auxiliary: of any k + 1 literals one is false (at most k),
of any n - k + 1 one is true (at least k). Otherwise a counter goes along the literals:
s(i, j), *at least j of the first i*, is s(i-1, j) or (literal i and s(i-1, j-1)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from nqsat.modelling.kinds import Number
from nqsat.modelling.vocabulary import Clause, Variables


def conjunction(variables: Variables, literals: Sequence[int]) -> tuple[int, list[Clause]]:
    """A literal that is true exactly if all of ``literals`` are, and the clauses that say so."""
    if len(literals) == 1:
        return literals[0], []
    gate = variables.fresh()
    forth = [Clause((-gate, literal)) for literal in literals]
    return gate, [*forth, Clause((gate, *(-literal for literal in literals)))]


def disjunction(variables: Variables, literals: Sequence[int]) -> tuple[int, list[Clause]]:
    """A literal that is true exactly if one of ``literals`` is, and the clauses that say so."""
    gate, clauses = conjunction(variables, [-literal for literal in literals])
    return -gate, clauses


def bounded_if(
    variables: Variables, given: int, number: Number, literals: Sequence[int]
) -> Iterator[Clause]:
    """Clauses that say: if ``given`` is true, so many of the literals, of different variables, are."""
    size = len(literals)
    low = number.low
    high = size if number.high is None else min(number.high, size)
    if low > size:
        yield Clause((-given,))
        return
    written_out = (comb(size, low - 1) if low else 0) + comb(size, high + 1)
    most = max(low, high + 1 if high < size else 0)
    if written_out <= 4 * size * most:
        if low:
            for some in combinations(literals, size - low + 1):
                yield Clause((-given, *some))
        for some in combinations(literals, high + 1):
            yield Clause((-given, *(-x for x in some)))
        return
    at_least, definitions = _counter(variables, literals, most)
    yield from definitions
    if low:
        yield Clause((-given, at_least[low]))
    if high < size:
        yield Clause((-given, -at_least[high + 1]))


def _counter(
    variables: Variables, literals: Sequence[int], most: int
) -> tuple[dict[int, int], list[Clause]]:
    """From each j in 1 … ``most`` to the literal *at least j are true*, and what defines them."""
    sums: dict[int, int] = {}
    definitions: list[Clause] = []
    for x in literals:
        before = dict(sums)
        for j in range(1, min(len(before) + 1, most) + 1):
            if j == 1:
                gate, clauses = disjunction(variables, [before[1], x]) if before else (x, [])
            elif j not in before:
                gate, clauses = conjunction(variables, [before[j - 1], x])
            else:
                gate = variables.fresh()
                clauses = [  # before[j] implies before[j - 1]
                    Clause((-before[j], gate)),
                    Clause((-before[j - 1], -x, gate)),
                    Clause((-gate, before[j], x)),
                    Clause((-gate, before[j - 1])),
                ]
            sums[j] = gate
            definitions += clauses
    return sums, definitions
