"""From a question to a plan: restrict the model, fix the optimum, choose the engine and orbit method."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from nqsat.compiling import CnfProblem, check_size
from nqsat.counting.answers import METHODS, Method, Modulo
from nqsat.counting.encoding import comparing
from nqsat.counting.optimising.optimum import (
    OPTIMUM,
    finder_of,
    improvements,
    is_optimum,
    to_product,
)
from nqsat.counting.question import Question
from nqsat.counting.symmetry.orbits import Orbits, conjugacy_classes, group_of, only_fixed
from nqsat.counting.workers import check_workers, wanted_by, workers_for
from nqsat.engines import (
    AutoEngine,
    Engine,
    Plan,
    ProofEngine,
    SatEngine,
    call_in_thread,
    check_limits,
    why_impossible,
)
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.engines.plans.plan import (
    ConstantPlan,
    Estimate,
    Part,
    PlanFacts,
    Products,
    Progress,
    Stage,
    check_product,
    single_part_stage,
)
from nqsat.engines.plans.turns import LEADER, OTHERS, Candidate, TurnsPlan, after
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling import Model, Placement, Tour, model_of


def plan_of(question: Question) -> Plan:
    """Return the plan of a count.

    Raises:
        InvalidModel: the engine does not support an option of the question.
        UnsupportedByEngine: the engine cannot answer.
    """
    model, engine = question.model, question.searcher
    if isinstance(model, CnfProblem):
        return _of_clauses(question, model, engine)
    if not engine.lists:
        _check_lists(question, engine)
    if model.objective is not None:
        return OptimumThenCount(question)
    if question.fixed_by is not None:
        model = model.fixed(question.fixed_by)
        question = replace(question, model=model, fixed_by=None)
    engine = unless_proved(model, engine)
    if question.modulo != "none":
        return _of_orbits(question, model, engine)
    by_size, limit = question.by == "size", question.limit
    if limit is None:
        return comparing(engine.plan(model, by_size=by_size), engine, model)
    return comparing(EnumerationPlan(engine, model, by_size, limit=limit), engine, model)


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
    parameters: Mapping[str, int | str],
    sizes: Iterable[int | str] = (),
    assumptions: Iterable[Any] = (),
) -> Any:
    """Return the subject of a question: a CNF unchanged, or a model by ``model_of`` under assumptions."""
    if isinstance(given, CnfProblem) and not (sizes or parameters or assumptions):
        return given
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        reason = "a list is none; clauses are given as CnfProblem(variables, clauses, projection)"
        raise InvalidModel("model", f"{reason}, of nqsat.compiling")
    model = model_of(cast("Model | str", given), parameters, sizes)
    with blaming("assumptions"):
        return model.assuming(assumptions) if assumptions else model


def _check_lists(question: Question, engine: Engine) -> None:
    """Refuse options that need a list if the engine makes none."""
    if question.modulo != "none" and question.method not in (None, "burnside"):
        raise InvalidModel("method", f"engine {engine.name} does not list; take burnside")
    if question.limit is not None:
        raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")


# -- clauses -----------------------------------------------------------------------------


def _of_clauses(question: Question, problem: CnfProblem, engine: Engine) -> Plan:
    """Return a plan for a CNF: its list, and for ``auto`` in turn with a count by layers."""
    from nqsat.engines import FrontierEngine
    from nqsat.engines.frontier.clauses import ClausesPlan

    if isinstance(engine, FrontierEngine):
        _check_lists(question, engine)
        return ClausesPlan(problem, engine.memory)
    auto = question.asked_engine
    if problem.weights is not None:
        if question.limit is not None:
            raise InvalidModel("limit", "the weights of some solutions bound nothing; leave it out")
        if isinstance(auto, AutoEngine) and any(w < 0 for _, w in problem.weights.literals):
            return ClausesPlan(problem, auto.memory)  # turns know that a part of a sum is less
    if question.limit is not None or not isinstance(auto, AutoEngine):
        return EnumerationPlan(engine, problem, limit=question.limit)
    listed = partial(EnumerationPlan, engine, problem, cuts=False)
    layers = partial(ClausesPlan, problem, auto.memory)
    return auto.in_turns(
        Candidate(FrontierEngine.name, partial(after, LEADER, layers)),
        Candidate(engine.name, partial(after, 0.0, listed)),
        whole=True,
    )


# -- orbits ------------------------------------------------------------------------------


def _of_orbits(question: Question, model: Model, engine: Engine) -> Plan:
    method = question.method
    if method is None and not engine.lists:
        method = "burnside"
    if method is None and question.limit is None and isinstance(engine, AutoEngine):
        return _in_turns(question, model, engine)
    if method == "burnside":
        return burnside(model, engine, question.modulo, by_size=question.by == "size")
    return _orbit_plan(question, model, engine, method or METHODS[0])


def _in_turns(question: Question, model: Model, engine: AutoEngine) -> Plan:
    """Return a plan that lists orbits for a turn, and then counts by Burnside's lemma in turns with it.

    Solutions that a symmetry fixes are few, but the proof that there are no others may be long.
    """
    check_size(model)
    by_size = question.by == "size"
    average = partial(burnside, model, engine, question.modulo, by_size=by_size)
    listed = partial(_orbit_plan, question, model, engine.stoppable, METHODS[0])
    return engine.in_turns(
        Candidate("burnside", partial(after, OTHERS, average)),
        Candidate(METHODS[0], partial(after, 0.0, listed)),
    )


def _orbit_plan(question: Question, model: Model, engine: Engine, method: Method) -> Plan:
    """Return a plan that lists one solution of each orbit."""
    lister = Orbits(engine, method == "blocking", question.modulo)
    by_size, limit = question.by == "size", question.limit
    plan = EnumerationPlan(lister, model, by_size, limit=limit, cuts=False, how=method)
    return comparing(plan, engine, model)


def burnside(model: Model, engine: Engine, modulo: Modulo, *, by_size: bool = False) -> Plan:
    """Return a plan for the mean number of solutions that a symmetry fixes (Cauchy and Frobenius).

    A symmetry moves no solution to one of another size: so with ``by_size`` it is a mean for each size.

    There is one plan for each conjugacy class: conjugate symmetries fix equally many solutions.
    """
    group = group_of(model, modulo)
    classes, sizes = zip(*conjugacy_classes(group), strict=True)
    models = [model, *(only_fixed(model, symmetry) for symmetry in classes[1:])]
    names = [symmetry.name for symmetry in classes]
    if len({*names}) < len(names):
        names = [str(number) for number in range(len(names))]
    weights = [Fraction(size, len(group)) for size in sizes]
    each = [engine.plan(one, by_size=by_size) for one in models]
    plans = tuple(zip(names, weights, each, strict=True))
    plan = WeightedPlan(plans, total=1, words="conjugacy classes of symmetries", how="burnside")
    return comparing(plan, engine, *models)


# -- objectives --------------------------------------------------------------------------


#: Seconds for which all optima are listed before others count them: on a small board there are few.
MOMENT = 0.02


@dataclass(frozen=True, slots=True)
class OptimumThenCount(Plan):
    """First find the best value of an objective, then count the solutions that have it.

    The engine of ``finder_of`` finds and proves the optimum, and a separate search counts the optimal
    solutions: the improving sequence of an optimiser is no list of all of them.

    Args:
        question: a question about a model with an objective.
        after: a cache: the plan of the count for each best value.
    """

    question: Question
    after: dict[int | None, Plan] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> PlanFacts:
        for plan in reversed(self.after.values()):
            return plan.facts
        return PlanFacts(self._finder.title, in_python=True, whole=True)

    @property
    def estimate(self) -> Estimate:
        return Estimate(math.inf, 0, "finding the best value has no forecast")

    @property
    def _model(self) -> Placement:
        return cast("Placement", self.question.model)

    @property
    def _finder(self) -> Engine:
        return finder_of(self.question.searcher, self._model)

    def stage(self, wanted: int, products: Products) -> Stage:
        best = products.get(OPTIMUM)
        if best is None:
            return single_part_stage(self, OPTIMUM, sums=False)
        check_product(OPTIMUM, sound=is_optimum(self._model, best))
        value = best["value"]
        if value not in self.after:
            self.after[value] = self._counting(value, best["engine"])
        return self.after[value].stage(wanted, products)

    def _counting(self, value: int | None, engine: str) -> Plan:
        """The plan to count the solutions of this value; there is no solution if it is None."""
        if value is None:
            return ConstantPlan(engine, Estimate(0.0, 0, "there is no solution"), ())
        question = replace(self.question, model=self._model.with_optimum(value, proved=True))
        plan = plan_of(question)
        plain = question.modulo == "none" and question.fixed_by is None and question.limit is None
        auto = question.asked_engine
        if not (plain and isinstance(auto, AutoEngine) and isinstance(plan, TurnsPlan)):
            return plan
        from nqsat.engines.optimiser import OptimaLister

        # The solver that proves the optimum lists its solutions sooner than one that is given its value.
        lister = OptimaLister(auto.stoppable.for_model(self._model), self._model)
        listed = partial(EnumerationPlan, lister, question.model, cuts=False)
        mine = Candidate(lister.title, partial(after, 0.0, listed), turn=MOMENT)
        others = [one for one in plan.candidates if one.name != SatEngine.name]
        later = [replace(one, price=MOMENT) for one in others]
        return replace(plan, candidates=(*later, mine))

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        for best in improvements(self._model, self._finder):
            if best is None:
                yield Progress()
            else:
                yield Progress(product=to_product(best), words=best.standing)


# -- what a plan would do ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forecast:
    """A description of a plan before it starts.

    Args:
        engine, method: the engine that would count, and how.
        estimate: the cost on one core.
        workers: the number of workers.
        stage: the first stage, split for these workers; later stages may depend on its products.
    """

    engine: str
    method: str
    estimate: Estimate
    workers: int
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
            "foretold": self.estimate.words,
            "workers": self.workers,
            "stage": self.stage.name,
            "parts": len(self.stage.parts),
            "cover": self.stage.cover.words,
            "last": self.stage.sums,
        }


def planned(question: Question, workers: int | None = None) -> Forecast:
    """Return the forecast of a count by this many workers; None for as many as help.

    Raises:
        as ``plan_of``; InvalidModel: the number of workers is not positive.
    """
    check_workers(workers)
    check_limits(question.limit, question.time_limit)

    def look() -> Forecast:
        plan = plan_of(question)
        plan.stage(1, {})  # chooses among engines, before the costs are asked for
        number = workers_for(plan, workers)
        stage = plan.stage(wanted_by(plan, number) if number > 1 else 0, {})
        return Forecast(plan.facts.title, plan.facts.method, plan.estimate, number, stage)

    return call_in_thread(look)
