"""Minimal sets of clues: they have one solution, and no clue can be removed.

Every clue in which another solution differs excludes that solution. So the clues have one solution if they
hit, for each other solution, the set of clues in which it differs (a hitting set); and a clue is necessary
if some solution differs in this clue alone. Clues are removed one after the other. If another solution
appears, the clue stays: it remains necessary, since the set only shrinks. If none appears, the clue is
removed, with all clues that are not in the solver's conflict. Other solutions are stored, and answer most
queries without the solver. Minimality is certified: each clue that stays has a stored solution that it
alone excludes.

Reference: G. McGuire, B. Tugemann and G. Civario, There is no 16-clue Sudoku, Experimental Mathematics 23
(2014) 190-217, where such sets are called unavoidable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from nqsat.compiling import Formula, blocking, cuts, to_cnf
from nqsat.engines import Deadline, SatTask, Session, Verdict
from nqsat.errors import Undecided
from nqsat.extensions.puzzles.clues import Clue

#: It works in slices, between which limits and Ctrl-C are checked, and was the fastest with few given
#: numbers of a tour.
SOLVER = "minisat22"

#: The change of the bias towards fewer or more clues after a set of a wrong size.
_STEP = 0.25


T = TypeVar("T")


def with_more(sets: Iterable[list[T]], every: Sequence[T], rng: Random) -> Iterator[list[T]]:
    """Yield sets of clues, each followed by some with more and more of the others, which are easier."""
    for some in sets:
        yield some
        spare = [x for x in rng.sample(every, len(every)) if x not in some]
        yield from ([*some, *spare[: len(spare) * k // 4]] for k in range(1, 5))


def out_of_time(clock: Deadline) -> Undecided:
    """Return the error for the time limit."""
    return Undecided(f"no puzzle within {clock.limit:g} s; give it more time, or a smaller board")


class SolutionSearch:
    """Search for solutions, but for one with these true variables, by one solver, under assumptions.

    Circuits are kept single by cuts.
    """

    def __init__(
        self, formula: Formula, clock: Deadline, true: Sequence[int] | None = None
    ) -> None:
        cnf, forbidding = to_cnf(formula, circuit="lazy"), blocking(formula)
        read = tuple(range(1, formula.variables + 1))
        self._session = Session(SatTask(SOLVER, cnf.variables, cnf.clauses, forbidding, read=read))
        self._cuts = cuts(formula)
        if true is not None:
            self._session.forbid(forbidding.clause(true))
        self._clock = clock
        self.close = self._session.close

    def having(self, literals: Iterable[int]) -> frozenset[int] | None:
        """Return the true variables of another solution with these literals; None if there is none."""
        assumed = tuple(literals)
        while (verdict := self._session.solve(assumed)) is not Verdict.UNSATISFIABLE:
            if self._clock.expired:
                raise out_of_time(self._clock)
            if verdict is Verdict.SATISFIABLE:
                true = self._session.true_variables()
                broken = self._cuts.violated_clauses(true)
                if not broken:
                    return frozenset(true)
                for clause in broken:
                    self._session.forbid(clause)
        return None

    def conflict_literals(self) -> frozenset[int]:
        """Return the conflict after ``having`` returned None: literals that exclude other solutions."""
        return frozenset(self._session.core())


class MinimalClues:
    """Minimal sets of the clues of one solution; all together have no other."""

    def __init__(self, clues: Sequence[Clue], another: SolutionSearch, rng: Random) -> None:
        self._clues, self._another, self._rng = clues, another, rng
        self._differing = list[
            int
        ]()  # of each solution seen, the clues in which it differs, as bits

    def sets(self, wanted: int | None, watch: Callable[[int], None]) -> Iterator[list[Clue]]:
        """Yield minimal sets, of about the wanted number of squares, without end; they may repeat."""
        leaning = 0.0
        while True:
            found = self._minimal(leaning, watch)
            yield found
            size = sum(len(clue.givens) for clue in found)
            if wanted is not None and size != wanted:
                leaning += _STEP if size > wanted else -_STEP

    def _minimal(self, leaning: float, watch: Callable[[int], None]) -> list[Clue]:
        """Return a minimal set; it is smaller if clues in which many solutions differ are tried last."""
        kept, left = 0, (1 << len(self._clues)) - 1
        for index in self._order(leaning):
            bit = 1 << index
            if not left & bit:
                continue
            watch((kept | left).bit_count())
            needed = self._unique_subset(kept | left & ~bit)
            if needed is None:
                kept |= bit
            else:
                left &= needed
            left &= ~bit
        return [clue for index, clue in enumerate(self._clues) if kept >> index & 1]

    def _order(self, leaning: float) -> list[int]:
        """Return the order in which to try removing clues: empty squares first, since pieces tell more."""
        seen = max(len(self._differing), 1)

        def late(index: int) -> tuple[bool, float]:
            share = sum(difference >> index & 1 for difference in self._differing) / seen
            return self._clues[index].literals[0] > 0, self._rng.random() + leaning * share

        return sorted(range(len(self._clues)), key=late)

    def _unique_subset(self, given: int) -> int | None:
        """If these clues have one solution, return a subset that has; None if they have several."""
        if any(not difference & given for difference in self._differing):
            return None
        some = [clue for index, clue in enumerate(self._clues) if given >> index & 1]
        true = self._another.having(x for clue in some for x in clue.literals)
        if true is None:
            blamed = self._another.conflict_literals()
            bits = (1 << i for i, c in enumerate(self._clues) if not blamed.isdisjoint(c.literals))
            return sum(bits) & given
        self._differing.append(sum(1 << i for i, c in enumerate(self._clues) if c.differs(true)))
        return None
