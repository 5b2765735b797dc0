"""The next step of reasoning in a puzzle, in words: what the smallest requirement forces or rules out.

Requirements are those of ``difficulty``: sums of literals. What a single one excludes is seen at sight. A
step is the first of these, of several that of the requirement with the fewest literals left:

* a requirement cannot be kept: there is no solution;
* a requirement has no more left than it needs;
* of loops and paths: a link would close a loop too soon, or leads nowhere (``loops``);
* something would leave a requirement too little: with what it forces directly, else with all that follows.

The page of ``nqsat view`` is sent all steps of a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from nqsat.compiling import Formula, lower_edges, lower_numbers
from nqsat.compiling.atoms import formula_of_atoms, lower
from nqsat.compiling.components import without_components
from nqsat.compiling.numbered import NumberReader
from nqsat.counting.deduction.known import TRIED, Hint, Known, Words
from nqsat.counting.deduction.link_hints import KnownLinks, LinkWords
from nqsat.engines import Deadline, OutOfTime
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, OneComponent, Placement, Solution, Tour, no_row
from nqsat.modelling.rules import Regions

#: Models with more literals, by a rough estimate, are not reasoned about.
LARGEST = 200_000


class Solved(Protocol):
    """A puzzle: a model, and its only solution."""

    @property
    def model(self) -> Model:
        """The model with what is given."""

    @property
    def solution(self) -> Any:
        """Its only solution."""


def has_givens(model: Model) -> bool:
    """Return whether a model may be a puzzle.

    Regions, pieces, numbers, ends or clues are given; or it is a tour of a board with walls or holes.
    """
    given = ("presets", "numbers", "checkpoints", "ends", "clues")
    is_given = any(getattr(model, name, ()) for name in given)
    board = model.board
    walls = not model.is_placement and len(board.squares) < board.rows * board.columns
    return is_given or walls or any(isinstance(rule, Regions) for rule in model.rules)


def _known(model: Model, clock: Deadline | None = None) -> Known:
    """The knowledge about a model before anything is filled in."""
    clock = clock or Deadline()
    if isinstance(model, Placement):
        return Known(formula_of_atoms(model), Words(model), clock)
    formula = formula_of_steps(model)
    if isinstance(formula.reader, NumberReader):
        return Known(formula, Words(model), clock)
    return KnownLinks(formula, LinkWords(model, formula), clock)


def formula_with_givens(model: Model) -> Formula:
    """Return a formula that has a literal for every possible given."""
    if isinstance(model, Placement):
        # With connectedness written as sums, which the search for clues can read.
        return without_components(lower(model))
    if isinstance(model, Tour):
        return lower_numbers(model)
    raise no_row("puzzles", model)


def formula_of_steps(model: Model) -> Formula:
    """Return the formula whose variables steps of reasoning settle.

    They are pieces; moves without direction where loops and paths are drawn; and numbers of squares where
    some are given.

    Raises:
        InvalidModel, UnsupportedByEngine: there is none.
    """
    if isinstance(model, Placement):
        formula = lower(model)
        groups = [x for x in formula.constraints if isinstance(x, OneComponent)]
        # Of trees it has to be said in sums that there is no cycle.
        return without_components(formula) if any(x.acyclic for x in groups) else formula
    if isinstance(model, Tour) and model.directed:
        return lower_edges(model) if model.checkpoints else lower_numbers(model)
    return formula_of_atoms(model)


def hint(puzzle: Solved, filled: Iterable[str] = ()) -> Hint:
    """Return the next step to the solution of a puzzle.

    Args:
        puzzle: the puzzle.
        filled: what is known besides the givens, as in ``Hint.known``.

    Raises:
        InvalidModel: there is no such square, piece or number.
    """
    known = _known(puzzle.model)
    formula, words = known.formula, known.words
    true = frozenset(formula.reader.variables(puzzle.solution) or ())
    literals = list(map(known.literal, filled))
    wrong = next((x for x in literals if (x > 0) != (abs(x) in true)), None)
    if wrong is not None:
        return Hint(f"{words.names([abs(wrong)])} is wrong: remove it first.")
    if not (missing := true.difference(literals, known.given)):
        return Hint("Solved!")
    known.add(literals)
    return known.step() or known.tried(min(missing))


def reasoning(model: Model, *, time_limit: float | None = None) -> Iterator[Hint]:
    """Yield steps that hold in every solution of a model, as far as requirements alone lead.

    The last step may be that there is no solution, that the rest has to be tried, or the time limit.

    Args:
        model: a placement, or a tour, cycle or paths of which something is given.
        time_limit: the maximum number of seconds, but for making the formula.

    Raises:
        InvalidModel, UnsupportedByEngine: it is neither, too large, or has no formula; at the first step.
    """
    if model.size > LARGEST or not (isinstance(model, Placement) or has_givens(model)):
        raise InvalidModel("model", "is too large for reasoning, or nothing is given")
    known = _known(model, Deadline(time_limit))
    with suppress(OutOfTime):
        while (step := known.step()) is not None and step.known:
            yield step
            known.add(map(known.literal, step.known))
        if step is not None or known.open:
            yield step or Hint(TRIED)
        return
    yield Hint(f"Stopped after {time_limit:g} s.")


def steps_to(
    solution: Solution, model: Model, *, time_limit: float | None = None
) -> Iterator[Hint]:
    """Yield all steps from what is given to a model's only solution, also those that have to be tried.

    After the time limit, whatever no single requirement tells is tried.
    """
    known = _known(model, Deadline(time_limit))
    true = set(known.formula.reader.variables(solution) or ()).difference(known.given)
    while true:
        step = None
        with suppress(OutOfTime):
            step = known.step()
        step = step or known.tried(min(true))
        yield step
        settled = [*map(known.literal, step.known)]
        known.add(settled)
        true.difference_update(settled)
