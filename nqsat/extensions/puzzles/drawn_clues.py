"""Puzzles of a family that says its clues: of a random solution, a minimal set of the clues that hold.

A clue adds rules to the model; it holds of a solution if they do. So nothing is needed of a family but the
marks that may be written; its rules say what they mean. Where clues need a ground, such as walls or rooms,
or cannot be left out, as the numbers of Hitori, they are drafted (``DRAFTS``), until a draft
has clues, or itself has, one solution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, is_dataclass
from itertools import count
from random import Random

from nqsat.compiling import formula_with_options
from nqsat.counting import unique
from nqsat.engines import Deadline
from nqsat.errors import InvalidModel
from nqsat.extensions.puzzles.clues import Clue, deciding_engine
from nqsat.extensions.puzzles.drafts import DRAFTS
from nqsat.extensions.puzzles.minimal import MinimalClues, SolutionSearch, out_of_time, with_more
from nqsat.extensions.puzzles.random_solution import IN_PROCESS, random_solution
from nqsat.modelling import Model, Solution, clue_text, text_of
from nqsat.rules import Rule
from nqsat.sources import Family

#: A cell of the text of clues, and what is written there.
Mark = tuple[int, int, str]

Parameters = dict[str, int | str]

#: The parameters of a puzzle, its model, and its solution.
Drawn = tuple[Parameters, Model, Solution]

_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)

#: The number of drafts to try, and of solutions for each.
TRIES, SOLUTIONS = 2000, 30


def makes_clues(family: Family, parameters: Mapping[str, int | str]) -> bool:
    """Whether the clues in the text of parameters are chosen, or drafted for a size."""
    if family.path_clues:  # which have none yet
        cells = {cell for row in family.clue_rows(parameters) for cell in row}
        return {cell.rstrip("|_") for cell in cells} == {"."}  # walls are next to cells
    return bool(family.clues) or (family.name in DRAFTS and size_in(family, parameters) is not None)


def size_in(family: Family, parameters: Mapping[str, int | str]) -> tuple[int, int] | None:
    """The rows and columns of parameters that are nothing but a size: ``6x6``; else None."""
    texts = [str(value) for value in family.typed(parameters).values()]
    found = _SIZE.fullmatch(texts[0]) if len(texts) == 1 else None
    return found and (int(found[1]), int(found[2]))


def how_to_make(family: Family) -> str | None:
    """The command that makes a puzzle of a family, for its page; None if it makes none."""
    made = family.clues or family.path_clues or family.name in DRAFTS
    return f"a puzzle: nqsat puzzle {family.name} 6x6" if made else None


def solutions_of(model: Model, clock: Deadline) -> tuple[Solution, ...]:
    """Return the solution of a model; two if it has several."""
    name = deciding_engine(model)
    engine = IN_PROCESS if name == IN_PROCESS.name else name
    answer = unique(model, engine=engine, time_limit=clock.remaining)
    if answer.verdict == "unknown":
        raise out_of_time(clock)
    return answer.found


def drafted(
    family: Family, parameters: Mapping[str, int | str], rng: Random
) -> Generator[Parameters, Sequence[Solution] | None, None]:
    """Yield drafts of a family's parameters, or the parameters alone if they are more than a size.

    What is sent are solutions of the last draft; the next one may exclude one of them.
    """
    size = size_in(family, parameters)
    if size is None or family.name not in DRAFTS:
        yield dict(parameters)
        return
    drafts, found = DRAFTS[family.name](*size, rng), None
    before = dict[str, Sequence[Solution] | None]()  # a small board has few drafts
    for _ in range(TRIES):
        words = next(drafts) if found is None else drafts.send(found)
        if (text := text_of(words)) not in before:
            before[text] = yield {**parameters, **words}
        found = before[text]


@dataclass
class FamilyPuzzles:
    """Random puzzles of a family; clues that stand in its parameters stay."""

    family: Family
    parameters: Parameters
    rng: Random
    clock: Deadline
    watch: Callable[[str], None]


class CluePuzzles(FamilyPuzzles):
    """Puzzles of a family that says its clues, or drafts them: each a text of clues that are all needed."""

    def puzzles(self) -> Iterator[Drawn]:
        """Yield parameters with a minimal set of clues, the model, and its solution.

        What has one solution already is yielded as it is. ``Undecided``: the time limit was reached.
        """
        size = size_in(self.family, self.parameters)
        is_draft = size is not None and self.family.name in DRAFTS
        if size is None:
            model = self.family(**self.parameters)
            alone = solutions_of(model, self.clock)
            if len(alone) == 1:
                yield self.parameters, model, alone[0]
                return
        drafts = drafted(self.family, self.parameters, self.rng)
        found: Sequence[Solution] | None = None
        for number in count(1):
            try:
                draft = next(drafts) if number == 1 else drafts.send(found)
            except StopIteration:
                return
            self.watch(f"draft {number}")
            blank, marks = self._without_clues(draft) if is_draft else (draft, [])
            if self.family.clues and not marks:
                ground = _Ground(self, draft)
                yield from ground.puzzles(1 if is_draft else SOLUTIONS)
                found = ground.several
                continue
            model = self.family(**draft)
            found = solutions_of(model, self.clock)
            if len(found) == 1 and marks:
                yield from _Ground(self, blank, marks).with_solution(found[0])
            elif len(found) == 1:
                yield draft, model, found[0]

    def _without_clues(self, draft: Parameters) -> tuple[Parameters, list[Mark]]:
        rows = self.family.clue_rows(draft)
        blanks = {mark: blank for blank, marks in self.family.clues.items() for mark in marks}
        parts = [[cell.rpartition("=") for cell in row] for row in rows]  # A=2 is of room A
        left = clue_text([[a + b + blanks.get(x, x) for a, b, x in row] for row in parts])
        cells = ((r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row))
        marks = [mark for mark in cells if mark[2].rpartition("=")[2] in blanks]
        return {**draft, self.family.clue_parameter: left}, marks


class _Ground:
    """Puzzles with the same parameters but for the clues: some of ``marks``, or of all possible ones."""

    def __init__(
        self, of: FamilyPuzzles, parameters: Parameters, marks: Sequence[Mark] = ()
    ) -> None:
        self._family, self._parameters = of.family, parameters
        self._rng, self._clock, self._watch = of.rng, of.clock, of.watch
        self._base, self._rows = of.family.bare(**parameters), of.family.clue_rows(parameters)
        self._rules = dict(self._clue_rules(marks or self._candidates()))
        self._formula, options = formula_with_options(self._base, [*self._rules.values()])
        #: Two solutions with the same clues, if there are some.
        self.several: Sequence[Solution] = ()
        self._options = dict(zip(self._rules, options, strict=True))

    def puzzles(self, most: int) -> Iterator[Drawn]:
        """As of ``CluePuzzles``, of this many random solutions; of a draft without a solution none."""
        for _ in range(most):
            try:
                solution = random_solution(self._base, self._rng, self._clock)
            except InvalidModel:
                if most > 1:
                    raise
                return
            yield from self.with_solution(solution)

    def with_solution(self, solution: Solution) -> Iterator[Drawn]:
        """The same with this solution, or another of which more clues hold."""
        holding = self._holding(solution)
        while True:
            cells = {mark[:2]: mark for mark in sorted(holding, key=self._weight)}
            every = sorted(cells.values())
            clues = [
                Clue((mark,), (x,), sums) for mark in every for x, sums in [self._options[mark]]
            ]
            true = self._formula.reader.variables(solution) or ()
            with closing(SolutionSearch(self._formula, self._clock, true)) as another:
                other = another.having(x for clue in clues for x in clue.literals)
                if other is None:
                    needed = next(MinimalClues(clues, another, self._rng).sets(None, self._tell))
                    for some in with_more([needed], clues, self._rng) if needed else ():
                        words = self._with([mark for clue in some for mark in clue.givens])
                        yield words, self._family(**words), solution
                    return
            self.several = (solution, self._formula.reader.decode(other))
            solution = self.several[1]
            more = self._holding(solution)
            if len(more) <= len(holding):
                return
            holding = more

    def _weight(self, mark: Mark) -> float:
        """A random key, in which clues about more of the board are mostly greater."""
        about = len({x for bound in self._options[mark][1] for x in bound.literals})
        return (1 + about) * self._rng.random()

    def _tell(self, left: int) -> None:
        self._watch(f"{left} clues left")

    def _clue_rules(self, marks: Iterable[Mark]) -> Iterator[tuple[Mark, list[Rule]]]:
        """Yield each clue, with the rules that it adds."""
        refused, some, bare = None, False, self._base.changed(rules=())
        before = {*map(_written, self._base.rules)}
        for number, mark in enumerate(marks):
            self._watch(f"reading clues: {number}")
            if self._clock.expired:
                raise out_of_time(self._clock)
            try:
                model = self._family.bare(**self._with([mark]))
            except InvalidModel as error:
                refused = error  # that cell cannot have it
                continue
            if model.changed(rules=()) == bare:
                some = True
                yield mark, [rule for rule in model.rules if _written(rule) not in before]
        if refused is not None and not some:
            raise refused

    def _candidates(self) -> Iterator[Mark]:
        for r, row in enumerate(self._rows):
            for c, cell in enumerate(row):
                blank = next((x for x in self._family.clues if cell.endswith(x)), "")
                for mark in self._family.clues.get(blank, ()):
                    yield r, c, cell.removesuffix(blank) + mark

    def _with(self, clues: list[Mark]) -> Parameters:
        rows = [[*row] for row in self._rows]
        for r, c, cell in clues:
            rows[r][c] = cell
        return {**self._parameters, self._family.clue_parameter: clue_text(rows)}

    def _holding(self, solution: Solution) -> list[Mark]:
        """Return all clues that hold of a solution."""
        return [
            mark
            for mark, rules in self._rules.items()
            if all(rule.holds(solution) for rule in rules)
        ]


def _written(rule: Rule) -> tuple[object, ...]:
    """Return what a rule says as it is written: to see whether rules mean the same takes longer."""
    names: list[str] = [x.name for x in fields(rule)] if is_dataclass(rule) else []
    return (type(rule), *(getattr(rule, name) for name in names))
