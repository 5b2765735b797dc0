"""Unrank, rank and sample solutions, and count for each piece or move how many solutions have it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, cast

from nqsat.compiling import Projection
from nqsat.counting.answers import Count
from nqsat.counting.count_and_list import count, solutions
from nqsat.counting.encoding import compare
from nqsat.counting.planning import subject_of, unless_proved
from nqsat.counting.question import Question
from nqsat.counting.ranking.numbering import (
    LAYERED,
    MOST,
    MOST_LISTED,
    LayeredAssignments,
    ListNumbering,
    Numbering,
    Place,
    listed_assignments,
)
from nqsat.counting.run import Run, chosen_seed
from nqsat.engines import (
    NOT_UNIFORM,
    AutoEngine,
    Deadline,
    Engine,
    FrontierEngine,
    Modelled,
    OutOfTime,
    S,
    ShuffleEngine,
    call_in_thread,
    closing,
)
from nqsat.errors import InvalidModel, Undecided, UnsupportedByEngine, WrongSolution, integer
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model, Solution, Tour
from nqsat.modelling.model import read_solution
from nqsat.sources import model_of


def numbered(
    model: Modelled[Any] | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    **parameters: int | str,
) -> Numbering:
    """Return the solutions of a model in their order, for access by rank.

    Arguments are as for ``count``; the time limit is for this call.

    Raises:
        as ``count``; InvalidModel: the model has an objective. UnsupportedByEngine: there are more than
            ``MOST`` solutions, and no layers of a count can be stored. Undecided: the time limit was
            reached before they were counted and listed.
    """
    question = Question(
        "enumerate", subject_of(cast("Model | str", model), parameters, sizes), engine,
        fixed_by=fixed_by, time_limit=time_limit, numbered=True,
    )  # fmt: skip
    return numbered_by(question)


def numbered_by(question: Question, run: Run | None = None) -> Numbering:
    """Return the solutions of a question in their order; otherwise as ``numbered``.

    Of the run, ``watch`` and ``stage`` are told of the count before the solutions have numbers.
    """
    run = Run(watch=run.watch, stage=run.stage) if run else Run()
    clock, given = Deadline(question.time_limit), question.restricted
    if given.objective is not None:
        raise InvalidModel("objective", "with one, solutions are not numbered; leave it out")
    if isinstance(given, CnfProblem):  # ``auto`` counts it by layers, and lists it by the searcher
        asked = question.asked_engine
        if isinstance(given, Projection) and isinstance(asked, AutoEngine):
            # Its layers may be far more than what is shown.
            number = count(given, engine=asked, time_limit=clock.remaining, run=run)
            if number.value <= MOST_LISTED:
                return listed_assignments(question, given, clock)
    else:
        asked = unless_proved(given, question.searcher)
    try:
        by, numbering = call_in_thread(
            lambda: _in_layers(given, asked, clock), clock.remaining, partial(run.watch, 0)
        )
    except OutOfTime:
        raise Undecided(f"no {given.unit} were counted before the time limit") from None
    if numbering is None and isinstance(given, CnfProblem):
        return listed_assignments(question, given, clock)
    return numbering or _listed(given, asked, by, clock, run)


def _in_layers(
    model: Model | CnfProblem, asked: Engine, clock: Deadline
) -> tuple[Engine, Numbering | None]:
    """Return the engine that counts, and a numbering by its layers if they can be stored."""
    by = asked.counter(model) if isinstance(asked, AutoEngine) else asked
    layered = LAYERED.get(type(by))
    if isinstance(model, CnfProblem):
        layered = LayeredAssignments if isinstance(by, FrontierEngine) else None
    elif not isinstance(model, by.takes):
        layered = None
    if layered is None:
        return by, None
    try:
        return by, _by_layers(layered, model, by, clock)
    except UnsupportedByEngine:  # its layers are too large to be stored
        return by, None


def _by_layers(
    layered: Callable[..., Numbering], model: Any, by: Engine, clock: Deadline
) -> Numbering:
    """Return the numbering by the layers of an engine, unless they are too large."""
    numbering = layered(model, by, clock)
    numbering.note = model.note if isinstance(model, CnfProblem) else compare((model,), by)
    return numbering


def _listed(model: Model, asked: Engine, by: Engine, clock: Deadline, run: Run) -> Numbering:
    """Return a numbering by a list, which is made once; of more than ``MOST`` solutions, by layers.

    They are counted first: a list that does not fit is not begun.
    """
    number = count(model, engine=asked, time_limit=clock.remaining, run=run)
    complete = number.complete
    if complete and number.value > MOST:
        return _too_many(model, asked, by, number, clock, run)
    numbering: Numbering | None = None
    if complete:
        lister = asked if asked.lists else AutoEngine()
        listing = solutions(cast("Any", model), engine=lister, time_limit=clock.remaining)
        numbering = ListNumbering(model, number.engine, [*listing])
        complete = listing.complete
    if numbering is None or not complete:
        raise Undecided(f"{number}: nothing else is known before the time limit")
    numbering.note = number.note
    return numbering


def _too_many(
    model: Model, asked: Engine, by: Engine, number: Count, clock: Deadline, run: Run
) -> Numbering:
    """Return a numbering by the layers of the engines that ``auto`` has not tried; or refuse."""
    reason = f"there are {number}, and at most {MOST} are listed"
    if not isinstance(asked, AutoEngine):
        raise UnsupportedByEngine(
            asked.name, reason, () if type(by) in LAYERED else (AutoEngine.name,)
        )
    for counter in asked.counters:
        layered = LAYERED.get(type(counter))
        if layered is None or type(counter) is type(by) or not isinstance(model, counter.takes):
            continue
        try:
            return call_in_thread(
                partial(_by_layers, layered, model, counter, clock),
                clock.remaining,
                partial(run.watch, number.value),
            )
        except UnsupportedByEngine:
            continue
        except OutOfTime:
            raise Undecided(f"{number}: nothing else is known before the time limit") from None
    reason = (
        f"{reason}; no engine can store the layers of its count: require some pieces or moves first"
    )
    raise UnsupportedByEngine(asked.name, reason)


def nth(
    model: Modelled[S] | str,
    number: int,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    **parameters: int | str,
) -> S:
    """Return the solution with this number, counted from 1, in the order of its engine.

    Args:
        model: the model, or the name of one, ``file.py:function`` or ``model.json``.
        number: the number of the solution.
        engine: the engine that counts; ``"auto"`` for one that can number solutions.
        fixed_by: number only solutions that this symmetry maps to themselves.
        time_limit: stop counting after this many seconds.
        sizes: the parameters of a named model in their order: ``nth("queens", 5, 8)``.
        parameters: the same by name: ``nth("queens", 5, n=8)``.

    Raises:
        InvalidModel: there are fewer solutions; otherwise as ``sample``.
    """
    numbering = numbered(
        model, *sizes, engine=engine, fixed_by=fixed_by, time_limit=time_limit, **parameters
    )
    check_number(numbering, number)
    found: S = numbering.at(number - 1)
    return found


def check_number(numbering: Numbering, number: int) -> None:
    """Raise ``InvalidModel`` unless the number of a solution is an integer from 1 to how many there are."""
    if not 1 <= (integer(number) or 0) <= numbering.total:
        there = f"there are {numbering.total:,} solutions, numbered from 1"
        raise InvalidModel("number", f"{number!r} is out of range: {there}")


def rank(
    model: Model | str,
    solution: Solution | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    **parameters: int | str,
) -> int:
    """Return the number of a solution, counted from 1: the inverse of ``nth``.

    Args:
        model: the model, or the name of one, ``file.py:function`` or ``model.json``.
        solution: the solution; or its text, as nqsat prints it, ``"a1 c2"``, or FEN.
        engine: the engine that counts; ``"auto"`` for one that can number solutions.
        fixed_by: number only solutions that this symmetry maps to themselves.
        time_limit: stop counting after this many seconds.
        sizes: the parameters of a named model in their order: ``rank("queens", "a2 b4 c1 d3", 4)``.
        parameters: the same by name: ``rank("queens", "a2 b4 c1 d3", n=4)``.

    Raises:
        InvalidModel: it is not a solution of the model. Otherwise as ``sample``.
    """
    given = Question("enumerate", model_of(model, parameters, sizes), fixed_by=fixed_by).restricted
    solution = read_solution(given, solution)
    if not given.holds(solution):
        raise InvalidModel("solution", f"{solution} is not a solution of this model")
    return numbered(given, engine=engine, time_limit=time_limit).before(solution) + 1


def sample(
    model: Modelled[S] | str,
    *sizes: int | str,
    number: int = 1,
    diverse: int | None = None,
    seed: int | None = None,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    **parameters: int | str,
) -> Sample[S]:
    """Draw ``number`` solutions uniformly at random, independently (with replacement).

    >>> from nqsat import sample
    >>> len(sample("queens", 8, number=5, seed=1))
    5

    Assignments of a formula with weights are drawn in proportion to them, exactly.
    If the tours of a board cannot be counted within half of the time limit, random tours are drawn. Some of
    them are more likely than others: the ``note`` of the list and a warning report this.

    Args:
        model: the model, or the name of one, ``file.py:function`` or ``model.json``.
        number: how many solutions to draw.
        diverse: instead, choose this many solutions that differ as much as possible. The ``note`` of the
            list has the number of pieces (moves) in which the two most similar ones differ, and a bound
            that no such list exceeds.
        seed: the same seed draws the same solutions; by default one is drawn, see ``seed`` of the list.
        engine: the engine that counts; ``"auto"`` for one that can number solutions.
        fixed_by: draw only solutions that this symmetry maps to themselves.
        time_limit: stop counting after this many seconds.
        sizes: the parameters of a named model in their order: ``sample("queens", 8)``.
        parameters: the same by name: ``sample("queens", n=8)``.

    Warns: the draws are not uniform.

    Raises:
        InvalidModel: there is no solution to draw, ``number`` is negative or no integer, or the model has
            an objective.
        UnsupportedByEngine: the engine numbers no solutions, or there are too many.
        Undecided: the time limit is reached.
    """
    if (whole := integer(number)) is None or whole < 0:
        raise InvalidModel("number", f"{number!r} is not a number of solutions")
    start = chosen_seed(seed)
    question = Question(
        "enumerate", subject_of(cast("Model | str", model), parameters, sizes), engine,
        fixed_by=fixed_by, time_limit=time_limit, numbered=True,
    )  # fmt: skip
    if diverse is not None:
        from nqsat.counting.ranking.diverse import choose_diverse

        chosen = choose_diverse(numbered_by(question), diverse, start)
        return Sample(chosen.solutions, start, str(chosen))
    every = numbered_or_walked(question, start)
    if isinstance(every, Numbering):
        return Sample(draw_solutions(every, whole, start), start)
    found = Sample[S](islice(every, whole), start, f"{NOT_UNIFORM}, seed {start}")
    warnings.warn(str(found.note), stacklevel=2)
    return found


class Sample(list[S]):
    """Solutions that were drawn.

    Args:
        solutions: the solutions.
        seed: the seed, which draws them again.
        note: that they were not drawn uniformly, or how different they are; None if neither.
    """

    def __init__(self, solutions: Iterable[S] = (), seed: int = 0, note: str | None = None) -> None:
        super().__init__(solutions)
        self.seed, self.note = seed, note


def numbered_or_walked(
    question: Question, seed: int, run: Run | None = None
) -> Numbering | Iterator[Any]:
    """Return the solutions of a question in their order, or random tours if these are too many."""
    tour, limit = question.restricted, question.time_limit
    half = None if limit is None else limit / 2
    auto = isinstance(question.asked_engine, AutoEngine)
    if not (auto and isinstance(tour, Tour) and ShuffleEngine().accepts(tour)):
        return numbered_by(question, run)
    try:
        return numbered_by(replace(question, time_limit=half), run)
    except (Undecided, UnsupportedByEngine):
        return _random_tours(tour, seed, half)


def _random_tours(tour: Tour, seed: int, time_limit: float | None) -> Iterator[Any]:
    engine, found, clock = ShuffleEngine(seed), 0, Deadline(time_limit)
    with closing(engine.tours(tour)) as walk:
        for path in walk:
            if path is not None:
                if not tour.holds(path):
                    raise WrongSolution(f"engine {engine.title}: {path} breaks a rule", path)
                found += 1
                yield path
            elif clock.expired:
                raise Undecided(f"only {found} tours were found before the time limit")
    raise InvalidModel("model", "has no solution to draw")


def draw_solutions(numbering: Numbering, number: int, seed: int) -> Iterator[Any]:
    """Yield ``number`` solutions, drawn at random; see ``sample``.

    Raises InvalidModel if there is none to draw, or the formula has a weight below 0.
    """
    weights = numbering.model.weights if isinstance(numbering.model, CnfProblem) else None
    for literal, weight in weights.literals if weights and number else ():
        if weight < 0:
            reason = f"{literal} weighs {weight}: draws need weights of 0 or more"
            raise InvalidModel("weights", reason)
    if number and not numbering.lots:
        raise InvalidModel("model", "has no solution to draw")
    chance = Random(seed)
    return (numbering.drawn(chance.randrange(numbering.lots)) for _ in range(number))


def marginals(
    model: Model | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    **parameters: int | str,
) -> Mapping[Place, int]:
    """Count, for each piece on a square or each move, how many solutions have it.

    Args:
        model: the model, or the name of one, ``file.py:function`` or ``model.json``.
        engine: the engine that counts; ``"auto"`` for one that can number solutions.
        fixed_by: count only solutions that this symmetry maps to themselves.
        time_limit: stop counting after this many seconds.
        sizes: the parameters of a named model in their order: ``marginals("queens", 8)``.
        parameters: the same by name: ``marginals("queens", n=8)``.

    Returns:
        the numbers by ``PlacedPiece``, of a tour or a factor by ``Move``: two squares, the lesser first, in
        either direction. The keys do not depend on the engine. Those in no solution are left out.
    """
    asked = model_of(model, parameters, sizes)
    return numbered(asked, engine=engine, fixed_by=fixed_by, time_limit=time_limit).marginals()
