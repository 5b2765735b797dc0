"""List and count the solutions of a model: ``solutions`` and ``count``.

These functions choose the engine and the method, and apply the caller's limits; engines search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Literal, cast

from nqsat.counting.answers import (
    Count,
    Modulo,
    Optimum,
    V_co,
    Weighing,
    annotated,
    append_notes,
    besides,
    raise_if_interrupted,
)
from nqsat.counting.encoding import compare
from nqsat.counting.optimum import best_value
from nqsat.counting.orbits import Orbits
from nqsat.counting.planning import subject_of, unless_proved, work_of
from nqsat.counting.question import Question
from nqsat.counting.run import Run, added_up, run_of
from nqsat.engines import (
    AutoEngine,
    Deadline,
    Engine,
    Listing,
    Modelled,
    OutOfTime,
    S,
    call_in_thread,
)
from nqsat.engines.checked import check_solutions
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model, Placement
from nqsat.modelling.rules.fields import items_of
from nqsat.modelling.rules.literals import Linear
from nqsat.sources import find_family

if TYPE_CHECKING:
    from nqsat.rules import BoardLiteral


def solutions(
    model: Modelled[S] | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    fixed_by: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    assumptions: Iterable[BoardLiteral | str] = (),
    **parameters: int | str | Linear,
) -> Listing[S]:
    """Yield the solutions of a model as they are found, each exactly once.

    Every solution is checked against the model's meaning before it is yielded. If the model has an
    objective, the best value is found first; if a limit is reached before that, nothing is listed.

    Args:
        model: the model, or a name and ``parameters``; or a formula, whose projected variables are listed.
        engine: ``"auto"``, another name of an engine, or an engine with options.
        modulo: ``"symmetry"`` for one solution of each orbit, its canonical form; or another group, as
            for ``count``.
        fixed_by: only the solutions that this symmetry maps to themselves.
        limit: the maximum number of solutions.
        time_limit: the maximum number of seconds.
        assumptions: as for ``count``.
        sizes: as for ``count``.
        parameters: as for ``count``.

    Returns:
        an iterator; once it has ended, it says whether it was ``complete`` and if not the ``reason``.

    Raises:
        InvalidModel: an argument is not one of the above.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the iterator, or the state of the search for the best value.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    given = subject_of(cast("Model | str", model), parameters, sizes, assumptions)
    question = Question(
        "enumerate", given, engine,
        modulo=modulo, fixed_by=fixed_by, limit=limit, time_limit=time_limit,
    )  # fmt: skip
    return listing_of(question)


def listing_of(question: Question, watch: Callable[[int], None] | None = None) -> Listing[Any]:
    """Return the listing that a question asks for; otherwise as ``solutions``."""
    limit, time_limit, modulo = question.limit, question.time_limit, question.modulo
    clock = Deadline(time_limit)
    searcher = unless_proved(cast("Model", question.model), question.searcher)
    settled, optimum = _with_best_value(cast("Model", question.model), searcher, time_limit, watch)
    wanted = replace(question, model=settled).restricted
    left = clock.remaining
    if modulo == "none" and isinstance(searcher, AutoEngine):
        searcher = _lister(searcher, wanted, limit, left)
    by = searcher if modulo == "none" else Orbits(searcher, modulo=modulo)
    compared = partial(compare, (wanted,), searcher)
    make = partial(check_solutions, wanted, by.for_model(wanted), limit=limit, at_end=compared)
    listing = Listing(wanted, by, limit=limit, time_limit=left, watch=watch, make=make)
    listing.besides = besides(question.fixed_by, modulo, optimum)
    if optimum is not None and optimum.reason is not None:
        listing.close(optimum.reason)
    return listing


def count(
    model: Weighing[V_co] | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    fixed_by: str | None = None,
    by: Literal["size"] | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    assumptions: Iterable[BoardLiteral | str] = (),
    labelled: bool = False,
    run: Run | None = None,
    **parameters: int | str | Linear,
) -> Count[V_co]:
    """Count the solutions of a model; if it has an objective, the optimal ones.

    Args:
        model: the model; or the name of one in the catalogue, ``file.py:function`` or ``model.json``; or a
            formula (``CnfProblem``, ``formula.cnf``): assignments of the projected variables count.
        engine: ``"auto"`` for several in turns, another name, or an engine with options.
        modulo: ``"symmetry"`` to count orbits under the model's geometric symmetries; ``"rotations"``
            under rotations about the centre of the board only; ``"translations"`` under translations of a
            board that wraps only; ``"colours"`` under all geometric symmetries combined with permutations
            of the colours of the pieces.
        fixed_by: only the solutions that this symmetry maps to themselves.
        by: ``"size"`` to count the solutions, or the orbits, also for each number of pieces: ``sizes``.
        limit: stop when more than this many solutions (orbits, if these are listed) have been found.
        time_limit: stop after this many seconds.
        assumptions: literals that must be true, of ``model.literal`` or as texts: ``["Q@a1", "~Q@b5"]``; of
            a tour moves, ``["a1-b3"]``. They are added to the model that the count is of.
        labelled: whether pieces of one kind are distinguished: a placement with k of them, for each kind a
            fixed number, counts k! times. Not with ``modulo``, ``fixed_by``, ``by``, ``limit`` or a job.
        run: how it is counted: workers, a job, an executor, the method for orbits; see ``Run``.
        sizes: the parameters of a named model in their order: ``count("queens", 8)``.
        parameters: the same by name: ``count("queens", n=8)``.

    Returns:
        the count; a limit makes it incomplete, never wrong.

    Raises:
        InvalidModel: an argument is not one of the above, or two cannot be combined.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the count of the solutions found before it.
        EngineFailure: the engine broke, or gave a wrong solution.
    """
    assumed = [] if assumptions is None else items_of(assumptions)
    given = subject_of(cast("Model | str", model), parameters, sizes, assumed)
    question = Question(
        "count", given, engine, modulo=modulo, fixed_by=fixed_by, by=by, limit=limit,
        time_limit=time_limit, labelled=labelled,
    )  # fmt: skip
    how, source = run_of(run), None
    if how.in_parts and isinstance(model, str) and isinstance(given, Model) and not assumed:
        named = find_family(model).stated(sizes, parameters)
        words = [word for pair in named.items() for word in ("-p", "{}={}".format(*pair))]
        source = {"arguments": [model, *words]}
    return counted(question, replace(how, source=source))


def counted(question: Question, run: Run) -> Count[Any]:
    """Return the count that a question asks for; otherwise as ``count``."""
    if run.method is not None:
        question = replace(question, method=run.method)
    if run.in_parts and question.labelled:
        raise InvalidModel("labelled", "does not go with a job or an executor; leave it out")
    if run.in_parts:
        from nqsat.counting.job import count_in_parts

        found = count_in_parts(question, run)
    else:
        found = added_up(question, run, partial(work_of, question, run.workers))
    if question.labelled:
        found = _labelled(found, question.fixed_numbers)
    raise_if_interrupted(found)
    if found.reason in ("time limit", "memory limit") and isinstance(question.model, Model):
        found = _with_estimate(question, found)
    return annotated(found, question.model)


def _labelled(found: Count[Any], numbers: Sequence[int]) -> Count[Any]:
    """Return the count where the pieces of each kind are distinguished."""
    value = found.value * prod(map(factorial, numbers))
    words = " × ".join([found.digits, *(f"{number}!" for number in numbers)])
    return append_notes(replace(found, value=value, labelled=True), words)


def _with_estimate(question: Question, found: Count[Any]) -> Count[Any]:
    """Return the count of a model that was stopped with an estimate of the whole."""
    made, model = None, question.restricted
    if question.modulo == "none" and not question.labelled and model.objective is None:
        from nqsat.engines.backtrack.probing import estimated

        with suppress(UnsupportedByEngine, KeyboardInterrupt):
            made = estimated(model)
    if made is None or made.number <= found.value:
        least = "some were found" if found.value else "none was found so far"
        return append_notes(found, f"{least}, and there is no estimate of all")
    found = replace(found, estimate=made)
    return append_notes(found, f"estimated by {made.descents:,} random descents")


def _with_best_value(
    model: Model, engine: Engine, time_limit: float | None, watch: Callable[[int], None] | None
) -> tuple[Model, Optimum | None]:
    """Return the model whose solutions are listed: an objective is replaced by its best value."""
    if model.objective is None:
        return model, None
    found = best_value(cast("Placement", model), engine, time_limit=time_limit, watch=watch)
    optimum = raise_if_interrupted(found)
    if optimum.value is None or not optimum.proved:
        return model.with_objective(None), optimum
    return model.with_optimum(optimum.value), optimum


def _lister(engine: AutoEngine, model: Any, limit: int | None, time_limit: float | None) -> Engine:
    with suppress(OutOfTime):
        return call_in_thread(lambda: engine.fastest_lister(model, limit), time_limit)
    return engine.lister
