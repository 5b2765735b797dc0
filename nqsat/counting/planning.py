"""From a question to a count, or to its parts: the model, the optimum, the engine, the method for orbits.

``work_of`` counts in one thread, where nobody has asked for parts; ``plan_of`` returns how it is split for
a job, an executor or several workers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from nqsat.compiling import check_size
from nqsat.counting.answers import METHODS, Modulo, Optimum
from nqsat.counting.encoding import compare
from nqsat.counting.optimum import OPTIMUM, finder_of, improvements, is_optimum, to_product
from nqsat.counting.orbits import Orbits, conjugacy_classes, group_of, only_fixed
from nqsat.counting.question import Question
from nqsat.counting.run import check_workers
from nqsat.engines import (
    AutoEngine,
    Engine,
    Plan,
    ProofEngine,
    SatEngine,
    call_in_thread,
    why_impossible,
)
from nqsat.engines.auto import LOADING, price_of
from nqsat.engines.contract import count_list
from nqsat.engines.plans.at_work import run_plan, wanted_by, workers_for
from nqsat.engines.plans.plan import (
    UNKNOWN,
    Estimate,
    Facts,
    Part,
    Products,
    Progress,
    Stage,
    Weight,
    check_product,
    single_part_stage,
)
from nqsat.engines.plans.turns import OTHERS, Candidate
from nqsat.errors import InvalidModel, blaming
from nqsat.formulas import CnfProblem, names_clauses
from nqsat.modelling import Model, Placement, Tour
from nqsat.modelling.rules.fields import items_of
from nqsat.modelling.rules.literals import Linear
from nqsat.sources import model_of


def work_of(question: Question, workers: int | None = 1) -> Iterator[Progress]:
    """Count the answer of a question; see ``Engine.count``.

    Raises:
        InvalidModel: the engine does not support an option of the question.
        UnsupportedByEngine: the engine cannot answer; both while iterating.
    """
    model, engine = question.model, question.searcher
    if isinstance(model, CnfProblem):
        return _clauses_counted(question, model, engine, workers)
    if not engine.lists:
        _check_lists(question, engine)
    several = workers is not None and workers > 1
    if model.objective is not None and not several:
        return _optimum_counted(question, workers)
    if several and question.limit is None and not _is_listed(question):
        return run_plan(plan_of(question), workers)
    model = cast("Model", question.restricted)
    engine = unless_proved(model, engine)
    if question.modulo != "none":
        return _orbits_counted(question, model, engine, workers)
    by_size, limit = question.by == "size", question.limit
    if limit is not None:
        return _compared(count_list(engine, model, by_size=by_size, limit=limit), engine, model)
    return _compared(engine.count(model, by_size=by_size, workers=workers), engine, model)


def plan_of(question: Question) -> Plan:
    """Return how the count of a question is split into parts."""
    engine = question.searcher
    if isinstance(question.model, CnfProblem):
        return _plan_of_clauses(question, question.model, engine)
    if not engine.lists:
        _check_lists(question, engine)
    if question.model.objective is not None:
        finder = finder_of(engine, cast("Placement", question.model))
        cost = Estimate(math.inf, 0, "finding the best value has no forecast")
        return OptimumThenCount(
            question, Facts(finder.title, cost=cost, in_python=True, whole=True)
        )
    model = cast("Model", question.restricted)
    engine, by_size, modulo = unless_proved(model, engine), question.by == "size", question.modulo
    if _is_listed(question):
        lister = (
            Orbits(engine, question.method == "blocking", modulo) if modulo != "none" else engine
        )
        lister = lister.for_model(model)
        from nqsat.engines.contract import CubePlan

        method = (question.method or METHODS[0]) if modulo != "none" else "listing"
        plan: Plan = CubePlan(
            lister, model, Facts(lister.title, method, lister.note), by_size, most=1
        )
    elif modulo != "none":
        return burnside(model, engine, modulo, by_size=by_size)
    else:
        plan = engine.plan(model, by_size=by_size)
    return _with_note(plan, compare((model,), engine))


def _is_listed(question: Question) -> bool:
    """Whether a list is asked for, of orbits or up to a limit, which is not split."""
    orbits = question.modulo != "none" and question.method in ("canonical", "blocking")
    return question.limit is not None or orbits


def _with_note(plan: Plan, note: str | None) -> Plan:
    given: Any = plan
    return plan if note is None else replace(given, facts=plan.facts.with_note(note))


def _compared(work: Iterator[Progress], engine: Engine, *models: Model) -> Iterator[Progress]:
    """Do the work after comparing the formulas of the models with their meaning, if necessary."""
    if (note := compare(models, engine)) is None:
        return work
    return (x if x.facts is None else x._replace(facts=x.facts.with_note(note)) for x in work)


def unless_proved(model: Model, engine: Engine) -> Engine:
    """Return the engine; for ``auto``, a ``ProofEngine`` if a short argument shows that no solution exists.

    An engine that is named explicitly always searches: so ``verify`` can compare the argument with it.
    """
    if not (isinstance(model, Tour) and isinstance(engine, AutoEngine | ProofEngine)):
        return engine
    reason = why_impossible(model)
    return engine if reason is None else ProofEngine(reason)


def subject_of(
    given: Model | CnfProblem | str,
    parameters: Mapping[str, int | str | Linear],
    sizes: Iterable[int | str] = (),
    assumptions: Iterable[Any] = (),
) -> Any:
    """Return the subject of a question: a formula, or a model by ``model_of`` under assumptions."""
    literals = [] if assumptions is None else items_of(assumptions)
    if isinstance(given, str) and names_clauses(given):
        from nqsat.formulas import read_dimacs

        given = read_dimacs(given)
    if not isinstance(given, CnfProblem) or sizes or parameters:
        if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
            known = "nqsat.formulas.CnfProblem(variables, clauses, projection), or name a file of DIMACS"
            raise InvalidModel(
                "model", f"a list of clauses does not say what is counted; write {known}"
            )
        given = model_of(cast("Model | str", given), parameters, sizes)
    with blaming("assumptions"):
        return given.assuming(literals) if literals else given


def _check_lists(question: Question, engine: Engine) -> None:
    """Refuse options that need a list if the engine makes none."""
    if question.modulo != "none" and question.method not in (None, "burnside"):
        raise InvalidModel("method", f"engine {engine.name} does not list; use burnside")
    if question.limit is not None:
        raise InvalidModel("limit", f"engine {engine.name} does not list; use a time limit")


# -- clauses -----------------------------------------------------------------------------


def _clauses_counted(
    question: Question, problem: CnfProblem, engine: Engine, workers: int | None
) -> Iterator[Progress]:
    """Count a formula by its list; for ``auto``, in turn with a count by layers."""
    from nqsat.engines import ClausesEngine

    auto, limit = question.asked_engine, question.limit
    if isinstance(engine, ClausesEngine):
        _check_lists(question, engine)
    elif problem.weights is not None and limit is not None:
        raise InvalidModel(
            "limit", "the weights of some solutions do not bound the sum; leave it out"
        )
    elif limit is not None:
        return count_list(engine, problem, limit=limit)
    elif isinstance(auto, AutoEngine):
        layers = ClausesEngine(auto.memory)
        if problem.weights and any(w < 0 for _, w in problem.weights.literals):
            return layers.count(problem)  # turns know that a part of a sum is less
        if auto.memory is not None:  # layers end in time, so that the list can continue
            layers = ClausesEngine(auto.memory // 2)
        # To start a process for the list takes as long as to load what layers need.
        price = price_of(layers, problem.size) - LOADING * auto.isolated
        every = (
            Candidate(layers.name, partial(layers.count, problem), price),
            Candidate(engine.name, partial(count_list, engine, problem)),
        )
        return auto.in_turns(every)
    if workers is not None and workers > 1:
        return run_plan(plan_of(question), workers)
    return engine.count(cast("Model", problem), workers=workers)


def _plan_of_clauses(question: Question, problem: CnfProblem, engine: Engine) -> Plan:
    from nqsat.engines import ClausesEngine

    if isinstance(question.asked_engine, AutoEngine):
        engine = ClausesEngine(question.asked_engine.memory)
    if isinstance(engine, ClausesEngine):
        _check_lists(question, engine)
    return engine.plan(cast("Model", problem))


# -- orbits ------------------------------------------------------------------------------


def _orbits_counted(
    question: Question, model: Model, engine: Engine, workers: int | None
) -> Iterator[Progress]:
    """Count orbits by the method that is asked for.

    By default, ``auto`` lists orbits for a turn, and then counts by Burnside's lemma in turns with it:
    solutions that a symmetry fixes are few, but the proof that there are no others may be long.
    """
    method, modulo = question.method, question.modulo
    by_size = question.by == "size"
    average = partial(_burnside_counted, model, engine, modulo, workers, by_size=by_size)
    if method == "burnside" or (method is None and not engine.lists):
        return average()
    if method is None and question.limit is None and isinstance(engine, AutoEngine):
        check_size(model)
        listed = Orbits(engine.stoppable, modulo=modulo)
        every = (
            Candidate("burnside", average, OTHERS),
            Candidate(
                METHODS[0],
                partial(count_list, listed, model, by_size=by_size, method=METHODS[0]),
            ),
        )
        return _compared(engine.in_turns(every), engine, model)
    lister = Orbits(engine, method == "blocking", modulo)
    work = count_list(
        lister, model, by_size=by_size, limit=question.limit, method=method or METHODS[0]
    )
    return _compared(work, engine, model)


def burnside(model: Model, engine: Engine, modulo: Modulo, *, by_size: bool = False) -> Plan:
    """Return a plan for the mean number of solutions that a symmetry fixes (Cauchy and Frobenius).

    A symmetry moves no solution to one of another size: so with ``by_size`` it is a mean for each size.
    """
    from nqsat.engines.plans.weighted import WeightedPlan

    names, weights, models = _classes(model, modulo)
    each = [engine.plan(fixed, by_size=by_size) for fixed in models]
    plans = [*zip(names, weights, each, strict=True)]
    plan = WeightedPlan.of(plans, 1, "conjugacy classes of symmetries", "burnside")
    return _with_note(plan, compare(models, engine))


def _burnside_counted(
    model: Model, engine: Engine, modulo: Modulo, workers: int | None, *, by_size: bool
) -> Iterator[Progress]:
    """As ``burnside``, one class after the other."""
    from nqsat.engines.plans.weighted import joined_facts

    _, weights, models = _classes(model, modulo)
    note, done = compare(models, engine), list[Facts]()
    for weight, fixed in zip(weights, models, strict=True):
        facts: Facts | None = None
        for piece in engine.count(fixed, by_size=by_size, workers=workers):
            if piece.facts is not None and piece.facts != facts:
                facts = piece.facts
                every = joined_facts([*done, facts], "burnside")
                yield Progress(facts=every._replace(cost=UNKNOWN).with_note(note))
            numbers = tuple((pieces, weight * number) for pieces, number in piece.numbers)
            yield piece._replace(numbers=numbers, facts=None)
        done += filter(None, [facts])


def _classes(model: Model, modulo: Modulo) -> tuple[list[str], list[Weight], list[Model]]:
    """Return the conjugacy classes of a group: their names, their shares of it, and what each fixes.

    Conjugate symmetries fix equally many solutions.
    """
    group = group_of(model, modulo)
    classes, sizes = zip(*conjugacy_classes(group), strict=True)
    models = [model, *(only_fixed(model, symmetry) for symmetry in classes[1:])]
    names = [symmetry.name for symmetry in classes]
    if len({*names}) < len(names):
        names = [str(number) for number in range(len(names))]
    return names, [Fraction(size, len(group)) for size in sizes], models


# -- objectives --------------------------------------------------------------------------


#: Seconds for which all optima are listed before others count them: on a small board there are few.
MOMENT = 0.02


def _optimum_counted(question: Question, workers: int | None) -> Iterator[Progress]:
    """Find the best value of an objective, and then count the solutions that have it.

    The engine of ``finder_of`` finds and proves the optimum, and a separate search counts the optimal
    solutions: the improving sequence of an optimiser is not a list of all of them.
    """
    model = cast("Placement", question.model)
    finder = finder_of(question.searcher, model)
    yield Progress(facts=Facts(finder.title))
    best: Optimum | None = None
    for better in improvements(model, finder):
        best = best if better is None else better
        yield _improved(better)
    if best is None or best.value is None:
        return
    asked = replace(question, model=model.with_optimum(best.value, proved=True))
    auto = question.asked_engine
    plain = question.modulo == "none" and question.fixed_by is None and question.limit is None
    if not (plain and isinstance(auto, AutoEngine)):
        yield from work_of(asked, workers)
        return
    from nqsat.engines.optimiser import OptimaLister

    # The solver that proves the optimum lists its solutions sooner than one that is given its value.
    lister = OptimaLister(auto.stoppable.for_model(model), model)
    mine = Candidate(lister.title, partial(count_list, lister, asked.model), turn=MOMENT)
    counts = auto.candidates(
        cast("Model", asked.model), by_size=question.by == "size", workers=workers
    )
    others = (
        replace(candidate, price=MOMENT) for candidate in counts if candidate.name != SatEngine.name
    )
    yield from _compared(auto.in_turns((*others, mine)), auto, cast("Model", asked.model))


def _improved(best: Optimum | None) -> Progress:
    if best is None:
        return Progress()
    return Progress(product=to_product(best), words=best.standing)


@dataclass(frozen=True, slots=True)
class OptimumThenCount(Plan):
    """As ``_optimum_counted``, in two stages: the best value, and the parts of the count."""

    question: Question  # a question about a model with an objective
    facts: Facts  # of the engine that finds the best value
    #: a cache: the plan of the count for each best value
    after: dict[int, Plan] = field(default_factory=dict, repr=False, compare=False)

    @property
    def _model(self) -> Placement:
        return cast("Placement", self.question.model)

    def stage(self, wanted: int, products: Products) -> Stage:
        best = products.get(OPTIMUM)
        if best is None:
            return single_part_stage(self, OPTIMUM, sums=False)
        check_product(OPTIMUM, sound=is_optimum(self._model, best))
        value = best["value"]
        if value is None:
            return single_part_stage(replace(self, facts=Facts(best["engine"])))
        if value not in self.after:
            model = self._model.with_optimum(value, proved=True)
            self.after[value] = plan_of(replace(self.question, model=model))
        return self.after[value].stage(wanted, products)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        if part.id == OPTIMUM:
            finder = finder_of(self.question.searcher, self._model)
            yield from map(_improved, improvements(self._model, finder))


# -- what a plan would do ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forecast:
    """A description of a plan before it starts."""

    #: engine and method: the engine that would count, and how
    engine: str
    method: str
    estimate: Estimate  # the cost on one core
    workers: int  # the number of workers
    #: the first stage, split for these workers; later stages may depend on its products
    stage: Stage

    def to_json(self) -> dict[str, Any]:
        """Return the forecast as JSON data; an unknown value is null."""
        seconds, spread = self.estimate.seconds, self.estimate.spread
        known = seconds < math.inf
        return {
            "engine": self.engine,
            "method": self.method,
            "seconds": seconds if known else None,
            "seconds_range": [seconds / spread, seconds * spread] if known else None,
            "memory": self.estimate.memory,
            "reason": self.estimate.words,
            "workers": self.workers,
            "stage": self.stage.name,
            "parts": len(self.stage.parts),
            "cover": self.stage.cover.words,
            "last": self.stage.sums,
        }


def planned(question: Question, workers: int | None = None) -> Forecast:
    """Return the forecast of a count by this many workers; None for as many as help."""
    if workers is not None:
        check_workers(workers)

    def look() -> Forecast:
        plan = plan_of(question)
        number = workers_for(plan.facts, workers)
        stage = plan.stage(wanted_by(plan.facts, number), {})
        return Forecast(plan.facts.title, plan.facts.method, plan.estimate, number, stage)

    return call_in_thread(look)
