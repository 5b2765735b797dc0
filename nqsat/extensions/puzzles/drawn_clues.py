"""Puzzles of a family that says its clues: of a random solution, a minimal set of the clues that hold.

A clue holds of a solution if it is a solution of the model with that clue alone. So nothing is needed of a
family but the marks that may be written; its rules say what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from nqsat.counting import unique
from nqsat.engines import Deadline
from nqsat.errors import InvalidModel
from nqsat.extensions.puzzles.clues import deciding_engine
from nqsat.extensions.puzzles.random_solution import IN_PROCESS, out_of_time, random_solution
from nqsat.modelling import Family, Model, Solution, clue_text

#: A cell of the text of clues, and what is written there.
Clue = tuple[int, int, str]

#: The number of solutions to try, and of sets of clues for each.
SOLUTIONS, SETS = 30, 5


def solutions_of(model: Model, clock: Deadline) -> tuple[Solution, ...]:
    """Return the solution of a model; two if it has several.

    Raises:
        Undecided: the time limit was reached.
    """
    name = deciding_engine(model)
    engine = IN_PROCESS if name == IN_PROCESS.name else name
    answer = unique(model, engine=engine, time_limit=clock.remaining)
    if answer.verdict == "unknown":
        raise out_of_time(clock)
    return answer.found


class CluePuzzles:
    """Random puzzles of a family, each a text of clues of which all are needed.

    Args:
        family: it says its clues.
        parameters: of the family; clues in the text stay.
        rng: the random generator.
        clock: the time limit.
        watch: called with the progress as text.
    """

    def __init__(
        self,
        family: Family,
        parameters: Mapping[str, int | str],
        rng: Random,
        clock: Deadline,
        watch: Callable[[str], None],
    ) -> None:
        self._family, self._parameters = family, dict(parameters)
        self._rng, self._clock, self._watch = rng, clock, watch
        self._base, self._rows = family(**parameters), family.clue_rows(parameters)
        self._single = self._single_clues()

    def puzzles(self) -> Iterator[tuple[dict[str, int | str], Model, Solution]]:
        """Yield parameters with a minimal set of clues, the model, and its solution.

        Raises:
            Undecided: the time limit was reached.
        """
        for _ in range(SOLUTIONS):
            found = self._clued(random_solution(self._base, self._rng, self._clock))
            if found is None:
                continue
            solution, every = found
            for _ in range(SETS):
                parameters = self._with(self._minimal(solution, every))
                yield parameters, self._family(**parameters), solution

    def _single_clues(self) -> list[tuple[Clue, Model]]:
        """Return each clue that may be written, with the model that has it alone.

        Raises:
            InvalidModel: the family refuses all clues.
        """
        found, refused = list[tuple[Clue, Model]](), None
        for clue in self._candidates():
            try:
                model = self._family(**self._with([clue]))
            except InvalidModel as error:
                refused = error  # that cell cannot have it
            else:
                if model.board == self._base.board:
                    found.append((clue, model))
        if refused is not None and not found:
            raise refused
        return found

    def _candidates(self) -> Iterator[Clue]:
        """Yield each mark in each cell that has none."""
        for r, row in enumerate(self._rows):
            for c, cell in enumerate(row):
                blank = next((x for x in self._family.clues if cell.endswith(x)), "")
                for mark in self._family.clues.get(blank, ()):
                    yield r, c, cell.removesuffix(blank) + mark

    def _with(self, clues: list[Clue]) -> dict[str, int | str]:
        """Return the parameters with these clues."""
        rows = [[*row] for row in self._rows]
        for r, c, cell in clues:
            rows[r][c] = cell
        return {**self._parameters, self._family.clue_parameter: clue_text(rows)}

    def _holding(self, solution: Solution) -> set[Clue]:
        """Return all clues that hold of a solution."""
        return {clue for clue, model in self._single if model.holds(solution)}

    def _clued(self, solution: Solution) -> tuple[Solution, list[Clue]] | None:
        """Return a solution and clues that leave no other one; None if this way leads to none.

        Where another solution has all clues and further ones hold of it, the same is asked of that one.
        """
        holding = self._holding(solution)
        while True:
            cells = {clue[:2]: clue for clue in self._rng.sample(sorted(holding), len(holding))}
            every = sorted(cells.values())
            found = solutions_of(self._family(**self._with(every)), self._clock)
            others = [x for x in found if x != solution]
            if not others:
                return solution, every
            more = self._holding(others[0])
            if len(more) <= len(holding):
                return None
            solution, holding = others[0], more

    def _minimal(self, solution: Solution, every: list[Clue]) -> list[Clue]:
        """Leave out clues, in a random order, as long as there is one solution."""
        kept, seen = [*every], list[set[Clue]]()
        for clue in self._rng.sample(every, len(every)):
            self._watch(f"{len(kept)} clues left")
            fewer = [x for x in kept if x != clue]
            if any(holding.issuperset(fewer) for holding in seen):
                continue
            found = solutions_of(self._family(**self._with(fewer)), self._clock)
            others = [x for x in found if x != solution]
            if others:
                seen.append(self._holding(others[0]))
            else:
                kept = fewer
        return kept
