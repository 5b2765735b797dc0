"""Clues that leave one solution, and none of which can be left out.

Another solution is ruled out by every clue in which it differs. So clues leave one solution if they hit,
of each of the others, the set of clues in which it differs; and a clue is needed if some solution differs
in this one alone of those that are given. Clues are left out one after the other: if another solution
appears, the clue is needed for ever, for those that are left become fewer only; if none does, it goes, and
with it all that the solver did not need to see that. Solutions that have appeared are remembered: most
questions are answered by one of them. So "none can be left out" is never believed: each clue that stays has
a solution that would be there without it.

Reference: G. McGuire, B. Tugemann and G. Civario, There is no 16-clue Sudoku, Experimental Mathematics 23
(2014) 190-217, where such sets are called unavoidable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from nqsat.compiling import Formula, blocking, to_cnf
from nqsat.engines import Deadline, Verdict
from nqsat.engines.solvers.sat import PySatSession, SatTask
from nqsat.puzzles.clues import Clue
from nqsat.puzzles.random_solution import out_of_time

#: It works in slices, between which limits and Ctrl-C are looked at, and measured best where few numbers
#: of a tour are given.
SOLVER = "minisat22"

#: How far the wish for fewer or more clues moves after a set of another size.
_STEP = 0.25


class SecondSolutionSearch:
    """Looks for solutions other than one, until it is closed.

    One formula is asked again and again under assumptions.

    Args:
        formula: without circuits.
        true: the variables of its projection, ascending, that are true in that one.
        clock: when to stop.
    """

    def __init__(self, formula: Formula, true: Sequence[int], clock: Deadline) -> None:
        cnf, forbidding = to_cnf(formula), blocking(formula)
        self._session = PySatSession(SatTask(SOLVER, cnf.variables, cnf.clauses, forbidding))
        self._session.forbid(forbidding.clause(true))
        self._clock = clock
        self.close = self._session.close

    def having(self, literals: Iterable[int]) -> frozenset[int] | None:
        """The true variables of another solution with these literals; None if there is none.

        Raises:
            Undecided: the time is up.
        """
        assumed = tuple(literals)
        while (verdict := self._session.solve_with(assumed)) is Verdict.UNKNOWN or self._clock.over:
            if self._clock.over:
                raise out_of_time(self._clock)
        return frozenset(self._session.true()) if verdict is Verdict.SATISFIABLE else None

    def blamed(self) -> frozenset[int]:
        """After there was none: some of the literals because of which there is none."""
        return frozenset(self._session.contradictory())


class MinimalClues:
    """Minimal sets of the clues of one solution, as many as are asked for.

    Args:
        clues: those that there are; all together they leave one solution.
        another: finds solutions other than that.
        chance: where the order is drawn from.
    """

    def __init__(
        self, clues: Sequence[Clue], another: SecondSolutionSearch, chance: Random
    ) -> None:
        self._clues, self._another, self._chance = clues, another, chance
        self._differing = list[
            int
        ]()  # of each solution seen, the clues in which it differs, as bits

    def sets(self, wanted: int | None, told: Callable[[int], None]) -> Iterator[list[Clue]]:
        """Minimal sets, one after the other and not always different.

        Args:
            wanted: about so many squares are to be given; None for as many as it comes to.
            told: called with the number of clues that are left, while there are fewer and fewer.
        """
        leaning = 0.0
        while True:
            found = self._minimal(leaning, told)
            yield found
            size = sum(len(clue.givens) for clue in found)
            if wanted is not None and size != wanted:
                leaning += _STEP if size > wanted else -_STEP

    def _minimal(self, leaning: float, told: Callable[[int], None]) -> list[Clue]:
        """A minimal set; of one or few clues, if those in which many solutions differ are kept longest."""
        kept, left = 0, (1 << len(self._clues)) - 1
        for index in self._order(leaning):
            bit = 1 << index
            if not left & bit:
                continue
            told((kept | left).bit_count())
            needed = self._unneeded(kept | left & ~bit)
            if needed is None:
                kept |= bit
            else:
                left &= needed
            left &= ~bit
        return [clue for index, clue in enumerate(self._clues) if kept >> index & 1]

    def _order(self, leaning: float) -> list[int]:
        """In which order the clues are tried to be left out: empty squares first, for men say more."""
        seen = max(len(self._differing), 1)

        def late(index: int) -> tuple[bool, float]:
            share = sum(one >> index & 1 for one in self._differing) / seen
            return self._clues[index].literals[0] > 0, self._chance.random() + leaning * share

        return sorted(range(len(self._clues)), key=late)

    def _unneeded(self, given: int) -> int | None:
        """If these clues leave one solution, some of them that do; None if they leave several."""
        if any(not one & given for one in self._differing):
            return None
        some = [clue for index, clue in enumerate(self._clues) if given >> index & 1]
        true = self._another.having(x for clue in some for x in clue.literals)
        if true is None:
            blamed = self._another.blamed()
            bits = (1 << i for i, c in enumerate(self._clues) if not blamed.isdisjoint(c.literals))
            return sum(bits) & given
        self._differing.append(sum(1 << i for i, c in enumerate(self._clues) if _differs(c, true)))
        return None


def _differs(clue: Clue, true: frozenset[int]) -> bool:
    return any((abs(x) in true) != (x > 0) for x in clue.literals)
