"""A puzzle: a model with givens that leave exactly one solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, islice
from os import PathLike
from pathlib import Path as FilePath
from random import Random
from typing import TYPE_CHECKING, Any, cast

from nqsat.chess import Description, Displayable, Symmetry, find_symmetry
from nqsat.counting import (
    Question,
    chosen_seed,
    formula_of_steps,
    formula_with_givens,
    has_givens,
    unseen,
)
from nqsat.engines import Deadline, OutOfTime, check_limits
from nqsat.errors import (
    Disagreement,
    InvalidModel,
    NqsatError,
    Undecided,
    blaming,
    integer,
    unknown,
)
from nqsat.extensions.puzzles.clues import (
    Given,
    argument_of_givens,
    clues,
    deciding_engine,
    given_text,
    prepare_clues,
    with_givens,
)
from nqsat.extensions.puzzles.drawn_clues import CluePuzzles, makes_clues, solutions_of
from nqsat.extensions.puzzles.grading import GRADES, NOT_RATED, Difficulty, Grade, steps
from nqsat.extensions.puzzles.grading import difficulty as difficulty_of
from nqsat.extensions.puzzles.minimal import MinimalClues, SolutionSearch, out_of_time, with_more
from nqsat.extensions.puzzles.path_clues import PathPuzzles
from nqsat.extensions.puzzles.random_solution import random_solution
from nqsat.extensions.puzzles.regions import open_regions, with_regions
from nqsat.extensions.puzzles.sheets import PrintedPuzzle, is_printed, write_sheets
from nqsat.modelling import Factor, Model, Placement, Preset, Solution, Tour, clue_text, text_of
from nqsat.reporting import star_battle
from nqsat.rules import Regions
from nqsat.sources import Family, find_family, model_of
from nqsat.viewing import title_of

if TYPE_CHECKING:
    from nqsat.reporting import PictureStyle

#: A model with givens, its only solution, and the givens that were added.
Made = tuple[Model, Solution, tuple[Given, ...]]

#: The number of solutions to try, and of minimal sets of clues for each solution.
BEGINNINGS, TRIES = 8, 25

#: The number of puzzles of other grades than wanted, after which no more are tried.
RATED = 60

#: Families, besides those of paths, none of which is solved by single requirements alone.
LOOKING = ("hitori", "yajilin")

#: On boards of this many squares it is tried whether any piece alone leaves one solution.
ALONE = 150


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Displayable):
    """A puzzle with one solution.

    Args:
        model: the model with all givens.
        solution: its only solution.
        givens: the givens that were added to the original model, as on the command line (``Q@a1``,
            ``c3=13``); empty for a puzzle of regions. Of a family that says its clues, the parameter
            that has them: ``clues=3../..2``.
        difficulty: its difficulty.
        seed: the random seed; None if nothing was drawn at random.
        family, parameters: what the model is made of, if the family says its clues.
    """

    model: Model
    solution: Solution
    givens: tuple[str, ...]
    difficulty: Difficulty
    seed: int | None
    family: Family | None = None
    parameters: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """The question whether it has one solution, as a value that can be stored and run."""
        return Question("solve", self.model, engine=deciding_engine(self.model), unique=True)

    def to_json(self) -> dict[str, object]:
        """Return the puzzle as JSON data; ``nqsat solve`` can read and confirm its ``question``."""
        return {
            "question": self.question.to_json(),
            "givens": list(self.givens),
            "solution": self.solution.to_json(),
            **self.difficulty.to_json(),
            "seed": self.seed,
            **({} if self.family is None else {"params": dict(self.parameters)}),
        }

    @property
    def called(self) -> str:
        """The title in print: ``Slitherlink``, ``Star battle on 8×8``."""
        return title_of(self.model) if self.family is None else self.family.called

    @property
    def origin(self) -> str:
        """The source: ``seed 7``; empty if the puzzle was given."""
        return "" if self.seed is None else f"seed {self.seed}"

    @property
    def summary(self) -> str:
        """Its difficulty, and what makes it again."""
        return "; ".join(filter(None, (str(self.difficulty), self.origin)))

    @property
    def named(self) -> tuple[str, dict[str, int | str]]:
        """The name in the catalogue and the parameters. ``InvalidModel``: it is not made by a name."""
        if self.family is not None:
            return self.family.name, dict(self.parameters)
        if (battle := star_battle(self.model)) is None:
            reason = "only star battles and puzzles with drawn clues have this form; leave it out"
            raise InvalidModel("format", reason)
        return "star-battle", {"regions": "/".join(battle.regions), "stars": battle.stars}

    def draw(self) -> str:
        """Return the board with its givens or clues, as text."""
        from nqsat.reporting import drawing, given_text, look_of, look_with

        numbered = self.family is None or bool(getattr(self.model, "numbers", ()))
        if numbered and not self.model.clues:
            return given_text(self.model)
        return drawing(self.model.board, None, look_with(self.model, look_of({})))

    @property
    def written(self) -> str:
        """The clues as ``nqsat solve`` reads them, of a family that declares clues; of others the board."""
        return text_of(self.parameters) if self.family and self.givens else self.draw()

    def save(self, path: str | PathLike[str], **options: Any) -> None:
        """Write a sheet to print, and its answer: two pages of a PDF, or FILE and FILE-answer (svg, png).

        Args:
            path: the file; its extension determines the format.
            options: options of ``nqsat.reporting.svg``, such as ``title`` and ``colours``.

        Raises:
            InvalidModel: an option or the extension is unknown.
            MissingPackage: a package for PNG or PDF is not installed.
        """
        from nqsat.reporting import PAPER, look_of

        look = look_of({"colours": PAPER, **options})
        save_sheets([self], path, look, self.origin)

    def svg(self, **options: Any) -> str:
        """Return a picture of the puzzle; options are those of ``model.svg``."""
        return self.model.svg(**{"colours": "print", **options})

    def __str__(self) -> str:
        return f"{self.draw()}\n{self.summary}"

    def _describe_(self) -> Description:
        return Description(str(self.difficulty), self.origin, drawn=(self.model,))


def save_sheets(
    puzzles: Sequence[Puzzle], path: str | PathLike[str], look: PictureStyle, foot: str
) -> Sequence[FilePath]:
    """Write puzzles on sheets to print, each below its grade; return the files."""
    printed = [
        PrintedPuzzle(
            x.model,
            x.solution,
            x.difficulty.word,
            x.family.task if x.family else (),
            x.called,
        )
        for x in puzzles
    ]
    return write_sheets(printed, path, look, foot=foot)


def puzzle(
    model: Model | str,
    *sizes: int | str,
    seed: int | None = None,
    givens: int | None = None,
    symmetric: str | None = None,
    difficulty: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[str], None] | None = None,
    **parameters: int | str,
) -> Puzzle:
    """Make a random puzzle that has exactly one solution; the same seed gives the same puzzle.

    If a model has a regions rule with an empty map (``Regions.parse("8x8")``), connected regions are drawn
    that leave one solution. Otherwise some pieces of a solution are given, or some numbers of a tour (and
    empty squares if the numbers of pieces are not fixed): with the givens there is one solution, without
    any one of them there are several, and not everything is given. Square 1 of a closed tour is always
    given, because its numbers begin there. A model that already has one solution is only rated.

    For the name of a family with clues (``Family.clues``), clues of a random solution are chosen so that
    none of them can be left out (with a ``difficulty`` some may): ``puzzle("slitherlink", "6x6")``.

    Args:
        model: a model with several solutions, or a name and ``parameters``.
        seed: the random seed; by default one is drawn, and ``Puzzle.seed`` says it.
        givens: the exact number of given squares; None for any number.
        symmetric: a symmetry of the model that maps the given squares to each other. Squares of an orbit
            are given or removed together, so orbits are necessary, not single squares. Pieces are then
            those of a solution that the symmetry fixes; in a tour only the positions of the numbers are
            symmetric.
        difficulty: ``"easy"``, ``"medium"``, ``"hard"`` or ``"very hard"``, or a range such as
            ``"..medium"`` or ``"medium..hard"``; see ``nqsat.extensions.puzzles.difficulty``.
        time_limit: the approximate maximum number of seconds.
        watch: called with the progress as text.
        sizes: as for ``count``.
        parameters: as for ``count``.

    Raises:
        InvalidModel: the model has no solution, or only one and nothing is given; it has an objective, or
            lacks the symmetry; or a number is out of range.
        Undecided: the time limit was reached, or no such puzzle was found in the allowed number of tries.
        UnsupportedByEngine: the board is too large.
        KeyboardInterrupt: Ctrl-C; there is no partial puzzle.
    """
    seed = chosen_seed(seed)
    clock = Deadline(time_limit)
    maker = _Maker(Random(seed), clock, watch or unseen, _grades(difficulty))
    family = find_family(model) if isinstance(model, str) else None
    words = {} if family is None else family.stated(sizes, parameters)
    if family is not None and makes_clues(family, words):
        check_limits(None, time_limit)
        _refuse(f"nqsat chooses the clues of {family.name}; leave it out", givens, symmetric)
        return maker.with_family(family, words, seed)
    given = model_of(model, parameters, sizes)
    if givens is None and (alone := maker.only_solution(given)) is not None:
        return Puzzle(given, alone, (), _difficulty(given, clock), None, family, words)
    _check(given, givens, time_limit)
    rule = open_regions(given)
    if rule is None:
        symmetry = None if symmetric is None else _symmetry(given, symmetric)
        found, solution, added = maker.with_clues(given, givens, symmetry)
    else:
        reason = "nqsat draws the regions, and this puzzle has no givens; leave it out"
        _refuse(reason, givens, symmetric)
        found, solution, added = maker.with_regions(cast("Placement", given), rule)
    confirm(found, solution, clock)
    texts = tuple(given_text(found, clue) for clue in sorted(added))
    rated = _difficulty(found, clock)
    seed = seed if added or rule is not None else None
    if family is None or family.clue_parameter != "numbers":
        return Puzzle(found, solution, texts, rated, seed)
    rows = family.clue_rows(words)
    for (r, c), number in cast("Tour", found).numbers:
        rows[r][c] = str(number)
    words = {**words, "numbers": clue_text(rows)}
    return Puzzle(found, solution, texts, rated, seed, family, words)


def _refuse(reason: str, givens: int | None, symmetric: str | None) -> None:
    for name, value in (("givens", givens), ("symmetric", symmetric)):
        if value is not None:
            raise InvalidModel(name, reason)


def _check(model: Model, givens: object, time_limit: float | None) -> None:
    check_limits(None, time_limit)
    if givens is not None and (integer(givens) or 0) < 1:
        raise InvalidModel("givens", f"{givens!r} is not a number of squares ≥ 1")
    if model.objective is not None:
        raise InvalidModel("objective", "puzzles are made without one; leave it out")
    argument_of_givens(model)


def _grades(wanted: str | None) -> frozenset[Grade] | None:
    """Read a grade or a range of grades; None for all."""
    if wanted is None:
        return None
    grades = {word.replace(" ", "-"): grade for grade, word in GRADES.items()}
    words = list(grades)
    low, dots, high = str(wanted).replace(" ", "-").partition("..")
    low, high = low or words[0], (high or words[-1]) if dots else low
    for word in (low, high):
        if word not in grades:
            raise InvalidModel("difficulty", unknown(word, words))
    some = words[words.index(low) : words.index(high) + 1]
    if not some:
        raise InvalidModel("difficulty", f"{wanted} is empty; write the easier first")
    return frozenset(grades[word] for word in some)


def _symmetry(model: Model, name: str) -> Symmetry:
    with blaming("symmetric"):
        found = find_symmetry(model.board, name)
    every = model.symmetries()
    if found not in every:
        names = ", ".join(symmetry.name for symmetry in every[1:]) or "none"
        raise InvalidModel("symmetric", f"the model does not have {name}; its board has {names}")
    return found


class _Maker:
    """Make one puzzle, with a random generator, a time limit, a watcher, and the wanted grades."""

    def __init__(
        self,
        rng: Random,
        clock: Deadline,
        watch: Callable[[str], None],
        grades: frozenset[Grade] | None,
    ) -> None:
        self._rng, self._clock, self._watch = rng, clock, watch
        self._grades, self._tries = grades, 0
        #: The puzzles that were made and are not wanted.
        self._unwanted = Counter[Grade]()

    def only_solution(self, model: Model) -> Solution | None:
        """Return the only solution of printed clues, or of a loop or paths of which enough is given.

        None: it is another model, of which pieces or numbers of a solution are given.

        Raises:
            InvalidModel: there are several or none, and what is printed does not change.
        """
        paths = isinstance(model, Factor) or (isinstance(model, Tour) and not model.numbers)
        if not (model.clues or paths) or not has_givens(model):
            return None
        found = solutions_of(model, self._clock)
        if len(found) != 1 and is_printed(model):
            number = "several solutions: add or change a clue" if found else "no solution"
            raise InvalidModel(
                "model", f"has {number}; see nqsat solve --{'unique' if found else 'why'}"
            )
        return found[0] if len(found) == 1 else None

    def with_regions(self, model: Placement, rule: Regions) -> Made:
        random_solution(model, self._rng, self._clock)  # there is one
        _require_several(alone=len(solutions_of(model, self._clock)) == 1)
        for _ in range(TRIES):
            found, alone = with_regions(model, rule, self._rng, self._clock, self._watch)
            if self._is_wanted(found):
                return found, alone, ()
        self._refuse_unwanted()
        raise AssertionError("every puzzle is wanted if no difficulty is")

    def with_family(self, family: Family, parameters: Mapping[str, int | str], seed: int) -> Puzzle:
        if self._grades == _grades("easy") and (family.path_clues or family.name in LOOKING):
            reason = f"no {family.name} that was tried was easy: steps look ahead; ask for medium"
            raise InvalidModel("difficulty", reason)
        kind = PathPuzzles if family.path_clues else CluePuzzles
        maker = kind(family, dict(parameters), self._rng, self._clock, self._watch)
        for words, model, solution in maker.puzzles():
            if self._is_wanted(model):
                confirm(model, solution, self._clock)
                given = (f"{family.clue_parameter}={words[family.clue_parameter]}",)
                rated = _difficulty(model, self._clock)
                drawn = None if words == parameters else seed
                return Puzzle(model, solution, given, rated, drawn, family, words)
        self._refuse_unwanted()
        what = f"{family.name} {text_of(parameters)}"
        reason = "each solution that was tried shares all its clues with another"
        raise Undecided(f"{what}: {reason}; try a larger grid, or more cells that may have a clue")

    def with_clues(self, model: Model, wanted: int | None, symmetry: Symmetry | None) -> Made:
        """Return the model with clues that leave one solution: ``wanted`` squares, with this symmetry."""
        sizes: set[int] = set()
        for _ in range(BEGINNINGS):
            for puzzle, solution, added in self._sets(model, wanted, symmetry):
                if wanted in (None, len(added)) and self._is_wanted(puzzle):
                    return puzzle, solution, added
                sizes.add(len(added))
        self._refuse_unwanted()
        tries = f"in {BEGINNINGS} × {TRIES} tries"
        if not sizes:
            raise Undecided(f"everything would have to be given, {tries}")
        if wanted == 1 and symmetry is None and self._none_alone(model):
            raise Undecided("no single piece leaves one solution; ask for 2 givens")
        sets = " or ".join(map(str, sorted(sizes)))
        raise Undecided(f"no such puzzle was found {tries}; those found have {sets} givens")

    def _none_alone(self, model: Model) -> bool:
        """Whether no piece alone leaves one solution, by a search for each square and kind."""
        if not isinstance(model, Placement) or len(model.board.squares) > ALONE:
            return False
        free = chain.from_iterable(model.choices())
        models = (with_givens(model, [Preset(*piece)]) for piece in free)
        return all(len(solutions_of(fuller, self._clock)) != 1 for fuller in models)

    def _sets(self, model: Model, wanted: int | None, symmetry: Symmetry | None) -> Iterator[Made]:
        """Yield puzzles with the same solution, except those in which everything is given."""
        solution = self._random_solution(model, symmetry)
        model, solution, first = prepare_clues(model, solution, symmetry, self._rng)
        formula = formula_with_givens(model)
        true = formula.reader.variables(solution) or ()
        with closing(SolutionSearch(formula, self._clock, true)) as another:
            alone = another.having(()) is None
            if alone and wanted is None and has_givens(model):
                yield model, solution, first  # these are clues enough
                return
            _require_several(alone=alone)
            every = clues(model, formula, {*true}, symmetry)
            minimal = MinimalClues(every, another, self._rng)
            sets = islice(minimal.sets(wanted and wanted - len(first), self._tell), TRIES)
            more = with_more(sets, every, self._rng) if self._grades and wanted is None else sets
            for some in more:
                self._tries += 1
                added = tuple(given for clue in some for given in clue.givens)
                if len(some) < len(every):
                    yield with_givens(model, added), solution, (*first, *added)

    def _is_wanted(self, model: Model) -> bool:
        """Return whether a puzzle is of a wanted grade; refuse to look for one in too many."""
        if self._grades is None:
            return True
        try:
            grade = steps(formula_of_steps(model), self._clock).grade
        except OutOfTime:
            raise out_of_time(self._clock) from None
        if grade in self._grades:
            return True
        self._unwanted[grade] += 1
        self._watch(f"puzzle {self._unwanted.total() + 1}")
        if self._unwanted.total() == RATED:
            self._refuse_unwanted()
        return False

    def _refuse_unwanted(self) -> None:
        """Raise ``Undecided`` if there were puzzles, but of other grades, and say of which."""
        if self._unwanted:
            were = [f"{self._unwanted[x]} {GRADES[x]}" for x in GRADES if self._unwanted[x]]
            reason = f"no puzzle of that difficulty; there were {' and '.join(were)}"
            raise Undecided(f"{reason}: ask for one of these, or try another seed")

    def _random_solution(self, model: Model, symmetry: Symmetry | None) -> Solution:
        if symmetry is None or not isinstance(model, Placement):
            return random_solution(model, self._rng, self._clock)
        fixed = model.fixed(symmetry.name)
        try:
            return random_solution(fixed, self._rng, self._clock)
        except InvalidModel:
            reason = f"no solution is fixed by {symmetry.name}"
            raise InvalidModel("symmetric", reason) from None

    def _tell(self, left: int) -> None:
        self._watch(f"try {self._tries + 1} of at most {BEGINNINGS * TRIES}, {left} clues left")


def confirm(model: Model, solution: Solution, clock: Deadline) -> None:
    """Check independently, with a new search, that the solution is the only one."""
    if (found := solutions_of(model, clock)) != (solution,):
        raise Disagreement("a puzzle does not have exactly one solution", found)


def _difficulty(model: Model, clock: Deadline) -> Difficulty:
    try:
        return difficulty_of(model, clock)
    except (NqsatError, OutOfTime):
        return NOT_RATED


def _require_several(*, alone: bool) -> None:
    if alone:
        raise InvalidModel("model", "has only one solution, so it needs no givens")
