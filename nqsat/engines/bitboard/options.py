"""Options: what an exact cover chooses, such as a tile in its place (D. E. Knuth, Dancing links, 2000).

A rule may define variables of the projection by auxiliary ones, its *options*: a piece stands on a square
if and only if an option is chosen that has it. At most one option of a group is chosen. So such a variable
is the sum of its options, and can be replaced by them. Options and solutions correspond if no two
of a group have the same pieces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from nqsat.compiling import ConstraintGroup, Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.compiling.sums import Impossible, reduce_sum, sums_of
from nqsat.modelling import Clause, Sum

#: For each defined variable its options; or for each option its variables.
Definitions = Mapping[int, set[int]]


def with_options(formula: Formula) -> Formula:
    """Return a formula over the options, and over the variables that are not defined by any.

    A piece may be in several options, so its reader can decode assignments, and do nothing else.

    Raises:
        ValueError: the auxiliary variables are not options.
    """
    last = len(formula.projection)
    options_of, variables_of, rest = _definitions(formula)
    never = {-bound.literals[0] for bound in rest if bound.is_clause and len(bound.literals) == 1}
    options = [x for x in range(last + 1, formula.variables + 1) if x not in never]
    groups = [bound.literals for bound in rest if bound.most == 1 and min(bound.literals) > last]
    group_of = {x: number for number, group in enumerate(groups) for x in group}
    made = {frozenset(variables_of.get(x, ())) for x in options}
    if (
        any(x not in group_of for x in options)
        or any(len({group_of.get(x) for x in some}) > 1 for some in options_of.values())
        or len(made - {frozenset()}) < len(options)
    ):
        raise ValueError(AUXILIARY)
    kept = [x for x in formula.projection if x not in options_of] + options
    summands: dict[int, tuple[int, ...]] = {x: (number,) for number, x in enumerate(kept, start=1)}
    for x, some in options_of.items():
        summands[x] = tuple(summands[y][0] for y in sorted(some) if y in summands)
    reader = cast("AtomReader", formula.reader)
    pieces = (
        tuple(piece for y in sorted(variables_of.get(x, {x})) for piece in reader.orbits[y - 1])
        for x in kept
    )
    return replace(
        formula,
        variables=len(kept),
        projection=tuple(range(1, len(kept) + 1)),
        parts=(ConstraintGroup("options", tuple(_replaced(rest, summands))),),
        reader=AtomReader(reader.model, tuple(pieces)),
    )


#: Why a formula is refused.
AUXILIARY = "a rule of this model needs auxiliary variables"


def _definitions(formula: Formula) -> tuple[Definitions, Definitions, list[Sum]]:
    """The options of each defined variable, the variables of each option, and all other sums."""
    last = len(formula.projection)
    options_of, variables_of = dict[int, set[int]](), defaultdict[int, set[int]](set)
    rest = list[Sum]()
    for bound in sums_of(formula.constraints):
        first, *others = sorted(bound.literals) or (0,)
        if bound.is_clause and -last <= first < 0 and others and others[0] > last:
            options_of[-first] = {*others}
        elif bound.is_clause and first < -last and len(others) == 1 and 0 < others[0] <= last:
            variables_of[-first].add(others[0])
        else:
            rest.append(bound)
    pairs = {(x, y) for y, some in options_of.items() for x in some}
    if pairs != {(x, y) for x, some in variables_of.items() for y in some}:
        raise ValueError(AUXILIARY)
    return options_of, variables_of, rest


def _replaced(sums: Iterable[Sum], summands: Mapping[int, tuple[int, ...]]) -> Iterator[Sum]:
    """Yield the sums with each variable replaced by its summands, none if it is false; and what they fix.

    If x = y + z then ¬x = ¬y + ¬z - 1.
    """
    true = set[int]()
    for low, high, literals in sorted(
        sums, key=lambda one: len(one.literals)
    ):  # first what is fixed
        more, found = 0, list[int]()
        for x in literals:
            here = summands.get(abs(x), ())
            found += here if x > 0 else (-y for y in here)
            more += len(here) - 1 if x < 0 else 0
        try:
            bound = Sum(low + more, None if high is None else high + more, tuple(found))
            reduced = reduce_sum(bound, true)
        except Impossible:
            yield Clause(())
            return
        if reduced.literals:
            yield reduced
    yield from (Clause((x,)) for x in true)
