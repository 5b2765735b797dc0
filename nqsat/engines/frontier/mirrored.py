"""Counts of symmetric models from one half of their variables.

Let σ be a symmetry of order two, A the first variables of an order, σA their images, and M what lies
between. If no constraint has variables of both A and σA, a solution is an assignment u of M with a
completion on either side, and those of one side are the images of those of the other: there are
Σ L(u) · L(σu) solutions, where L(u) is the number of assignments of A that go with u. One run over A and M
gives all L(u). There each variable x of M has a clause *x or y*, with a variable y that is never decided:
so a state shows which of them are false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.engines.frontier.plain import count_if_small
from nqsat.engines.frontier.plan import FrontierPlan
from nqsat.engines.frontier.program import WORD, Program, compile_program
from nqsat.engines.machine import memory_limit
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    single_part_stage,
)
from nqsat.modelling import Clause, Sum

#: The images of all variables under a symmetry; index 0 has 0.
Permutation = Sequence[int]

#: The assignments of M are counted if that takes no more states than this.
FEW = 20_000

#: Pairs whose counts are multiplied at a time, so that they stay in the cache.
CHUNK = 1 << 16


class HalfProgram(NamedTuple):
    """The program of one half of a model.

    Args:
        program: of A, and then of M.
        assignments: how many of M satisfy what the constraints say of M: about as many states are in the
            last layer, as constraints of M and σA alone are left out.
        images: for each variable of M, the bit that is set if it is false, and the bit of its image.
    """

    program: Program
    assignments: int
    images: tuple[tuple[int, int], ...]


def half_program(
    constraints: Sequence[Sum], order: Sequence[int], symmetries: Iterable[Permutation]
) -> HalfProgram | None:
    """The program of the largest half; None if no symmetry of the constraints leaves one.

    Nor is there one if the assignments of M are too many to be counted at once.
    """
    halves = [(_half_size(constraints, order, image), image) for image in symmetries]
    size, image = max(halves, key=lambda half: half[0], default=(0, ()))
    if size == 0:
        return None
    images = {image[x] for x in order[:size]}
    kept = [x for x in order if x not in images]
    shown = {x: place for place, x in enumerate(kept[size:], start=max(order) + 1)}
    inside = [one for one in constraints if images.isdisjoint(map(abs, one.literals))]
    every = [*inside, *(Clause((x, never)) for x, never in shown.items())]
    whole = [*kept, *shown.values()]
    program = compile_program(every, whole)
    own = (_restricted(one, shown) for one in constraints)
    alone = count_if_small(
        compile_program([one for one in own if one.literals], kept[size:]), FEW, FEW, by_size=False
    )
    if program.hopeless or alone is None:
        return None
    dead = {layer.variable: layer.changes[0] for layer in program.layers[len(kept) :]}
    bit = {x: change.dead.bit_length() - 1 for x, y in shown.items() if (change := dead[y])}
    return HalfProgram(
        program._replace(layers=program.layers[: len(kept)]),
        int(sum(number for _, number in alone.numbers)),
        tuple((bit[x], bit[image[x]]) for x in shown),
    )


def _restricted(constraint: Sum, variables: Container[int]) -> Sum:
    """What a constraint says of some variables, whatever the others are."""
    literals = tuple(x for x in constraint.literals if abs(x) in variables)
    others = len(constraint.literals) - len(literals)
    return Sum(max(0, constraint.low - others), constraint.high, literals)


def _half_size(constraints: Sequence[Sum], order: Sequence[int], image: Permutation) -> int:
    """How many variables A may have; 0 if this is no symmetry of order two of the constraints."""
    if all(image[x] == x for x in order) or any(image[image[x]] != x for x in order):
        return 0
    images = Counter(_normal_form(one, image) for one in constraints)
    if images != Counter(map(_normal_form, constraints)):
        return 0
    place = {x: index for index, x in enumerate(order)}
    # No variable is in A with its image, and no constraint has variables in A and others with images in A.
    apart = [max(place[x], place[image[x]]) for x in order]
    for one in constraints:
        variables = [abs(x) for x in one.literals]
        if variables:
            apart.append(
                max(min(place[x] for x in variables), min(place[image[x]] for x in variables))
            )
    return min(apart)


def _normal_form(
    constraint: Sum, image: Permutation | None = None
) -> tuple[tuple[int, ...], int, int]:
    """The literals, sorted, or their images, with the bounds."""
    literals = constraint.literals
    if image is not None:
        literals = tuple(image[x] if x > 0 else -image[-x] for x in literals)
    return tuple(sorted(literals)), constraint.low, constraint.most


@dataclass(frozen=True, slots=True)
class MirroredPlan(Plan):
    """A count from one half of the variables; for work in several parts, ``committed`` is all layers.

    Args:
        plan: the plan for all layers.
        half: the half.
        cost: the estimate.
    """

    plan: FrontierPlan
    half: HalfProgram
    cost: Estimate

    @property
    def facts(self) -> PlanFacts:
        return self.plan.facts

    @property
    def committed(self) -> Plan:
        return self.plan

    @property
    def estimate(self) -> Estimate:
        return self.cost

    @property
    def prefers_one_part(self) -> bool:
        return True

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage()

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        from nqsat.engines.frontier.run import FrontierProgram
        from nqsat.engines.layered.run import TooWide, initial_states, run_layers

        program, memory = FrontierProgram(self.half.program), memory_limit(self.plan.memory)
        try:
            states = yield from run_layers(
                program, initial_states(program), memory, len(program.order)
            )
        except TooWide as error:
            raise self.plan.out_of_memory(error.args[0]) from None
        yield Progress()
        number = sum_of_products(states.rows, program.words, self.half.images)
        yield Progress(((0, number),))


def sum_of_products(rows: Any, words: int, images: Sequence[tuple[int, int]]) -> int:
    """The sum, over all states whose image is a state, of the product of their counts.

    Args:
        rows: states × words of their key, then the limbs of their count.
        words: of a key.
        images: the bits of a key, each with the bit that it becomes; this is of order two.
    """
    from nqsat.engines.compiled.arrays import np

    keys, counts = rows[:, :words], rows[:, words:]
    mirrored = np.zeros_like(keys)
    for here, there in images:
        bit = keys[:, here // WORD] >> np.uint64(here % WORD) & np.uint64(1)
        mirrored[:, there // WORD] |= bit << np.uint64(there % WORD)
    both = np.concatenate((keys, mirrored))
    order = np.lexsort(both.T)  # stable: of two equal keys the one that is not mirrored comes first
    equal = np.flatnonzero((both[order[1:]] == both[order[:-1]]).all(axis=1))
    one, other = order[equal], order[equal + 1] - len(rows)
    total = 0
    for begin in range(0, len(one), CHUNK):
        pairs = slice(begin, begin + CHUNK)
        total += _sum_of_products(counts[one[pairs]], counts[other[pairs]])
    return total


def _sum_of_products(some: Any, others: Any) -> int:
    """The sum of the products of numbers in limbs, in parts of 32 bits."""
    from nqsat.engines.compiled.arrays import np

    half, low = np.uint64(32), np.uint64((1 << 32) - 1)
    parts = [
        [part for limb in numbers.T for part in (limb & low, limb >> half)]
        for numbers in (some, others)
    ]
    total = 0
    for i, one in enumerate(parts[0]):
        for j, other in enumerate(parts[1]):
            product = one * other
            lower, upper = int((product & low).sum()), int((product >> half).sum())
            total += lower + (upper << 32) << 32 * (i + j)
    return total
