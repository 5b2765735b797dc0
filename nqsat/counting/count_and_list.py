"""Questions about a model: which solutions, and how many?

``solutions`` and ``count`` choose the engine and the method, and put a limit where the caller wants
one; the searching is the engines'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar, cast, overload

from nqsat.compiling import CnfProblem
from nqsat.counting.answers import Count, Method, Modulo, Optimum, finished
from nqsat.counting.encoding import comparing_list
from nqsat.counting.lists import listed
from nqsat.counting.optimising.optimum import best_value
from nqsat.counting.parallel.workers import check_positive
from nqsat.counting.planning import asked, finder_of, unless_proved
from nqsat.counting.question import Question
from nqsat.counting.running import Limits, added_up
from nqsat.counting.symmetry.orbits import Orbits
from nqsat.engines import (
    AutoEngine,
    Deadline,
    Engine,
    Listing,
    Modelled,
    OutOfTime,
    check_limits,
    waited,
)
from nqsat.engines.listing.search import Distinct, checked
from nqsat.engines.machine import cores
from nqsat.errors import Interrupted, InvalidModel
from nqsat.modelling import Model, Placement, Solution

S = TypeVar("S", bound="Distinct")


@overload
def solutions(model: str, **asked: Any) -> Listing[Solution]: ...


@overload
def solutions(
    model: Modelled[S],
    *,
    engine: str | Engine = ...,
    modulo: Modulo = ...,
    fixed_by: str | None = ...,
    limit: int | None = ...,
    time_limit: float | None = ...,
    watch: Callable[[int], None] | None = ...,
    workers: int | None = ...,
) -> Listing[S]: ...


def solutions(
    model: Modelled[S] | str,
    *,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    fixed_by: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    workers: int | None = None,
    **parameters: int | str,
) -> Listing[S]:
    """The solutions of a model, one after the other as they are found, each exactly once.

    Every solution is checked against the model's meaning before it is handed out. Of a model with an
    objective the best value is found first; if a limit is met on the way, nothing is listed.

    Args:
        model: the model, or a name and ``parameters``; or a CNF, whose shown variables are listed.
        engine: ``"auto"``, another name of an engine, or an engine with options.
        modulo: ``"symmetry"`` for one solution of each orbit, its canonical form; or another group, as
            for ``count``.
        fixed_by: only the solutions that this symmetry leaves as they are.
        limit: at most so many.
        time_limit: at most so many seconds.
        watch: called with the number found so far at every sign of life.
        workers: a list that takes more than a few seconds is made in parts, so many at a time; None for
            all cores. The solutions and their order are the same for every number.
        parameters: as for ``count``.

    Returns:
        an iterator that says, once it has ended, whether it was ``complete`` and if not the ``reason``.

    Raises:
        InvalidModel: an argument that is not one of the above.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the iterator, or while the best value was being found
            what was known of it.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    given = asked(cast("Model | str", model), parameters)
    question = Question(
        "enumerate", given, engine,
        modulo=modulo, fixed_by=fixed_by, limit=limit, time_limit=time_limit,
    )  # fmt: skip
    return listing_of(question, watch, workers)


def listing_of(
    question: Question, watch: Callable[[int], None] | None = None, workers: int | None = None
) -> Listing[Any]:
    """Which solutions a question asks for; otherwise as ``solutions``."""
    check_positive("workers", workers)
    limit, time_limit, modulo = question.limit, question.time_limit, question.modulo
    check_limits(limit, time_limit)
    clock = Deadline(time_limit)
    searcher = unless_proved(cast("Model", question.model), question.searcher)
    settled, optimum = _settled(cast("Model", question.model), searcher, time_limit, watch)
    wanted = replace(question, model=settled).restricted
    left = clock.left
    if modulo == "none" and isinstance(searcher, AutoEngine):
        searcher = _lister(searcher, wanted, limit, left)
    make: Callable[[], Iterator[Sequence[Any]]] = partial(listed, wanted, searcher, limit, workers)
    by = searcher
    if modulo != "none":
        by = Orbits(searcher, modulo=modulo)
        make = partial(checked, wanted, by.for_model(wanted))
    make = comparing_list(make, searcher, wanted)
    listing = Listing(wanted, by, limit=limit, time_limit=left, watch=watch, make=make)
    if optimum is not None and optimum.reason is not None:
        listing.close(optimum.reason)
    return listing


def count(
    model: Model | CnfProblem | str,
    *,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    method: Method | None = None,
    fixed_by: str | None = None,
    by: Literal["size"] | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Callable[[str], None] | None = None,
    workers: int | None = None,
    job: str | Path | None = None,
    executor: Executor | None = None,
    **parameters: int | str,
) -> Count:
    """How many solutions a model has; of a model with an objective, how many optimal ones.

    Args:
        model: the model; or the name of one in the catalogue, ``file.py:function`` or ``model.json``; or a
            CNF, whose assignments of the shown variables are counted.
        engine: ``"auto"`` for the one with the lowest forecast, another name, or an engine with options.
        modulo: ``"symmetry"`` to count orbits under the model's geometric symmetries; ``"rotations"``
            under those about the middle of the board alone; ``"translations"`` under the shifts alone of
            a board that wraps; ``"colours"`` under all of them together with the permutations of the
            colours of the men.
        method: how orbits are counted: ``"canonical"``, ``"blocking"`` or ``"burnside"``; None for the
            first, or the last where no list is made.
        fixed_by: only the solutions that this symmetry leaves as they are; ``"only:rot180"`` those that no
            other symmetry of the board does, ``"only:identity"`` those that none does.
        by: ``"size"`` for the numbers of men, too, each with how many solutions have so many: ``sizes``.
        limit: stop when more than so many solutions (orbits, where these are listed) have been found.
        time_limit: stop after so many seconds.
        watch: called with the number found so far at every sign of life.
        stage: told in words where a count without a list stands.
        workers: how many parts are counted at a time; None for all cores where that is worth it.
        job: a folder from which a killed count goes on: see ``nqsat.counting.job``.
        executor: what counts the parts, ``workers`` at a time: a pool of processes, a cluster.
        parameters: those of the model that is named: ``count("queens", n=8)``.

    Returns:
        the count; a limit makes it incomplete, never wrong.

    Raises:
        InvalidModel: an argument that is not one of the above, or two that do not go together.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the count of what was found by then.
        EngineFailure: the engine broke, or gave a wrong solution.
    """
    question = Question(
        "count", asked(model, parameters), engine, modulo=modulo, method=method, fixed_by=fixed_by,
        by=by, limit=limit, time_limit=time_limit,
    )  # fmt: skip
    words = [word for pair in parameters.items() for word in ("-p", "{}={}".format(*pair))]
    told = {"arguments": [model, *words]} if isinstance(model, str) else None
    found: Count = question.run(
        workers=workers, watch=watch, stage=stage, job=job, executor=executor, told=told
    )
    return found


def in_folder(
    question: Question,
    limits: Limits,
    job: str | Path | None,
    executor: Executor | None,
    told: Mapping[str, object] | None,
) -> Count:
    """The count of a job; of one that is forgotten, if no folder is given."""
    from nqsat.counting.job import begun, run_job  # which ask questions in their turn

    if not isinstance(job, str | Path | None):
        raise InvalidModel("job", f"{job!r} is no folder: give its path")
    if executor is not None and not hasattr(executor, "submit"):
        raise InvalidModel("executor", f"{executor!r} is none, as concurrent.futures has it")

    with ExitStack() as stack:
        place = job or Path(stack.enter_context(TemporaryDirectory()), "job")
        begun_job = begun(place, replace(question, time_limit=None), told=told)
        try:
            found = run_job(
                begun_job,
                workers=limits.workers or cores(),
                time_limit=limits.time_limit,
                executor=executor,
                watch=limits.stage,
                found=limits.watch,
            )
        except Interrupted as stopped:
            raise Interrupted(stopped.answer.count) from None
    return found.count


def counted(question: Question, limits: Limits) -> Count:
    """How many solutions a question asks for.

    Raises:
        as ``count``.
    """
    check_limits(question.limit, limits.time_limit)
    asked = replace(question, engine=question.searcher, options=())
    return finished(added_up(asked, limits))


def _settled(
    model: Model,
    engine: Engine,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
) -> tuple[Model, Optimum | None]:
    """The model whose solutions are wanted: one with an objective has its best value fixed.

    The optimum is found and proved first, by ``sat`` where the engine only counts, and its solutions are
    listed by a search of their own: the improving sequence of an optimiser is no list of anything.

    Raises:
        Interrupted: with what is known of the optimum.
    """
    if model.objective is None:
        return model, None
    found = best_value(
        cast("Placement", model), finder_of(engine), time_limit=time_limit, watch=watch
    )
    optimum = finished(found)
    if optimum.value is None or not optimum.proved:
        return model.with_objective(None), optimum
    return model.settled(optimum.value), optimum


def _lister(engine: AutoEngine, model: Any, limit: int | None, time_limit: float | None) -> Engine:
    with suppress(OutOfTime):
        return waited(lambda: engine.lister_of(model, limit), time_limit)
    return engine.lister
