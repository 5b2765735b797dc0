"""From a question to a plan, step by step: restrict, settle, choose the engine and how to count orbits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from nqsat.compiling import CnfProblem
from nqsat.counting.answers import METHODS, Method, Modulo
from nqsat.counting.encoding import comparing
from nqsat.counting.optimising.optimum import OPTIMUM, improvements, is_optimum, to_product
from nqsat.counting.parallel.workers import WORTH, check_positive, wanted_by, workers_for
from nqsat.counting.question import Question
from nqsat.counting.symmetry.exact_symmetry import terms_of
from nqsat.counting.symmetry.orbits import Orbits, conjugacy_classes, group_of, only_fixed
from nqsat.engines import (
    AutoEngine,
    Counter,
    Engine,
    Plan,
    ProofEngine,
    SatEngine,
    check_limits,
    waited,
    why_impossible,
)
from nqsat.engines.auto import GRACE, PATIENCE, AdaptivePlan
from nqsat.engines.frontier.ranked import LEFT
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.engines.plans.plan import (
    ConstantPlan,
    Cover,
    Estimate,
    Part,
    PlanFacts,
    Products,
    Progress,
    Stage,
)
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Placement, model_of

#: A list whose solutions are compared with their images takes so many times as long as without, about.
IMAGES = 6


def plan_of(question: Question) -> Plan:
    """What the count that is asked for will do.

    Raises:
        InvalidModel: what is asked for does not go with the engine.
        UnsupportedByEngine: the engine cannot answer.
    """
    model, engine = question.model, question.searcher
    if isinstance(model, CnfProblem):
        return EnumerationPlan(engine, model, limit=question.limit)
    if question.alone:
        return _with_exactly(question, model)
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
    return comparing(_plain(question, model, engine), engine, model)


def unless_proved(model: Model, engine: Engine) -> Engine:
    """The engine that answers: for ``auto``, a short argument if one shows that there is no solution.

    An engine that was asked for by name searches: otherwise ``verify`` could not compare the argument with
    it.
    """
    if not isinstance(engine, AutoEngine | ProofEngine):
        return engine
    reason = why_impossible(model)
    return engine if reason is None else ProofEngine(reason)


def finder_of(engine: Engine) -> Engine:
    """The engine that finds the best value: ``sat`` where the engine only counts."""
    return engine if engine.lists else SatEngine(isolated=True)


def asked(given: Model | CnfProblem | str, parameters: Mapping[str, int | str]) -> Any:
    """What a question is about: a CNF as it is, or a model as ``model_of`` has it."""
    if isinstance(given, CnfProblem) and not parameters:
        return given
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        reason = "a list is none; clauses are given as CnfProblem(variables, clauses, projection)"
        raise InvalidModel("model", f"{reason}, of nqsat.compiling")
    return model_of(cast("Model | str", given), parameters)


def _check_lists(question: Question, engine: Engine) -> None:
    """Refuse what asks for a list, where the engine makes none."""
    if question.modulo != "none" and question.method not in (None, "burnside"):
        raise InvalidModel("method", f"engine {engine.name} does not list; take burnside")
    if question.limit is not None:
        raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")


# -- without symmetry --------------------------------------------------------------------


def _plain(question: Question, model: Model, engine: Engine) -> Plan:
    by_size = question.by == "size"
    if question.limit is not None:
        return EnumerationPlan(engine, model, by_size, limit=question.limit)
    return engine.plan(model, by_size=by_size)


def _with_exactly(question: Question, model: Model) -> Plan:
    """Of exactly these symmetries: by inclusion and exclusion, so that some weights are negative."""
    plans = tuple(
        (name, weight, plan_of(replace(question, model=one, fixed_by=None)))
        for name, weight, one in terms_of(model, cast("str", question.fixed_by))
    )
    total = sum(weight for _, weight, _ in plans)
    return WeightedPlan(plans, total, "groups of symmetries", how="inclusion and exclusion")


# -- orbits ------------------------------------------------------------------------------


def _of_orbits(question: Question, model: Model, engine: Engine) -> Plan:
    method = question.method
    if method is None and not engine.lists:
        method = "burnside"
    if method is None and question.limit is None and isinstance(engine, AutoEngine):
        return _sooner(question, model, engine)
    if method == "burnside":
        return burnside(model, engine, question.modulo)
    return _listed(question, model, engine, method or METHODS[0])


def _sooner(question: Question, model: Model, engine: AutoEngine) -> Plan:
    """Orbits are listed, or what each symmetry fixes is counted: what is cheaper, or else the other.

    What a symmetry fixes is mostly listed: few solutions and, what no forecast says, perhaps a long proof
    that there are no others. So a list that takes no longer is preferred; a short one is made at once.
    """
    choice = engine.choose(model, engine.seconds)
    chosen, modulo = choice.engine, question.modulo
    if not isinstance(chosen, Counter):
        one = _listed(question, model, engine, METHODS[0])
        return AdaptivePlan(_Otherwise(one, choice.doubt, partial(burnside, model, engine, modulo)))
    average = partial(burnside, model, engine, modulo, AdaptivePlan(choice))
    if not chosen.lists:
        return average()
    one, seconds = _listed(question, model, chosen, METHODS[0]), chosen.listing(model).seconds
    patience = max(GRACE, IMAGES * seconds)
    if patience > GRACE:
        plan = average()
        if seconds > min(plan.estimate.seconds, WORTH):  # what is long is for several workers
            patience = max(patience, PATIENCE * plan.estimate.seconds)
            return AdaptivePlan(_Otherwise(plan, patience.__lt__, lambda: one))
    return AdaptivePlan(_Otherwise(one, (PATIENCE * patience).__lt__, average))


def _listed(question: Question, model: Model, engine: Engine, method: Method) -> Plan:
    """One of each orbit is listed."""
    one = Orbits(engine, method == "blocking", question.modulo)
    plan = EnumerationPlan(one, model, limit=question.limit, cuts=False, how=method)
    return comparing(plan, engine, model)


def burnside(model: Model, engine: Engine, modulo: Modulo, whole: Plan | None = None) -> Plan:
    """The average number of solutions that a symmetry leaves alone (Cauchy and Frobenius).

    One plan for each conjugacy class of the group: what conjugates leave alone is equally much.
    ``whole``: the engine's plan for the identity, which leaves all alone, where it is made already.
    """
    group = group_of(model, modulo)
    classes = [
        (symmetry, Fraction(size, len(group))) for symmetry, size in conjugacy_classes(group)
    ]
    names = {symmetry.name for symmetry, _ in classes}
    models = [
        only_fixed(model, symmetry) if number else model
        for number, (symmetry, _) in enumerate(classes)
    ]
    plans = tuple(
        (
            symmetry.name if len(names) == len(classes) else str(number),
            weight,
            whole if whole and not number else engine.plan(models[number]),
        )
        for number, (symmetry, weight) in enumerate(classes)
    )
    every = WeightedPlan(plans, total=1, words="conjugacy classes of symmetries", how="burnside")
    return comparing(every, engine, *models)


class _Otherwise:
    """A plan, and another that takes its place when it is late.

    Args:
        plan: what is begun with.
        late: whether it is, after so many seconds.
        other: makes the other plan.
    """

    def __init__(
        self, plan: Plan, late: Callable[[float], bool], other: Callable[[], Plan]
    ) -> None:
        self.plan, self._late = plan, late
        self._other: Callable[[], Plan] | None = other

    def doubt(self, spent: float) -> bool:
        """Whether it takes too long."""
        return self._other is not None and self._late(spent)

    def give_up(self, reason: str | None = None) -> bool:
        """Take the other plan."""
        if self._other is None:
            return False
        self.plan, self._other = self._other(), None
        return True


# -- objectives --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OptimumThenCount(Plan):
    """First the best value of an objective, then the solutions that have it.

    The optimum is found and proved by ``finder_of``, and the solutions that have it are counted by a
    search of their own: the improving sequence of an optimiser is no list of anything.

    Args:
        question: with an objective.
        after: the plan for each best value that has been asked for.
    """

    question: Question
    after: dict[int, Plan] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self._finder.title, in_python=True)

    @property
    def estimate(self) -> Estimate:
        return Estimate(math.inf, 0, "finding the best value has no forecast")

    @property
    def _model(self) -> Placement:
        return cast("Placement", self.question.model)

    @property
    def _finder(self) -> Engine:
        return finder_of(self.question.searcher).for_model(self._model)

    def then(self, products: Products) -> Plan:
        made = products.get(OPTIMUM)
        if made is None or not made["proved"]:
            return self
        if made["value"] is None:
            return ConstantPlan(made["engine"], Estimate(0.0, 0, "there is no solution"), ())
        value = made["value"]
        if value not in self.after:
            settled = self._model.settled(value, proved=not _is_older(products))
            self.after[value] = plan_of(replace(self.question, model=settled))
        return self.after[value]

    def stage(self, wanted: int, products: Products) -> Stage:
        return Stage(OPTIMUM, (Part(OPTIMUM),), Cover("one", "it is not cut"), sums=False)

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        for best in improvements(self._model, self._finder):
            if best is None:
                yield Progress()
            else:
                yield Progress(product=to_product(best), words=best.standing)

    def accepts(self, part: Part, product: Any) -> bool:
        return is_optimum(self._model, product)


def _is_older(products: Products) -> bool:
    """Whether a job has kept states that do not know of the best value; it goes on with these."""
    names = {id_.rpartition("/")[2] for id_ in products} - {OPTIMUM}
    return bool(names) and LEFT not in names


# -- what a plan would do ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forecast:
    """A plan, as it looks before it is begun.

    Args:
        engine, method: the engine that would count, and how.
        estimate: what it would cost one core.
        workers: how many would work.
        stage: the first stage, in as many parts as they would take; later ones may depend on what it makes.
    """

    engine: str
    method: str
    estimate: Estimate
    workers: int
    stage: Stage

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data; what is not known is null."""
        seconds = self.estimate.seconds
        return {
            "engine": self.engine,
            "method": self.method,
            "seconds": seconds if seconds < math.inf else None,
            "memory": self.estimate.memory,
            "foretold": self.estimate.words,
            "workers": self.workers,
            "stage": self.stage.name,
            "parts": len(self.stage.parts),
            "cover": self.stage.cover.words,
            "last": self.stage.sums,
        }


def planned(question: Question, workers: int | None = None) -> Forecast:
    """What a count would do, by so many workers or as many as help.

    Raises:
        as ``plan_of``; InvalidModel: a number of workers that is none.
    """
    check_positive("workers", workers)
    check_limits(question.limit, question.time_limit)

    def look() -> Forecast:
        plan = plan_of(question)
        number = workers_for(plan, workers)
        cut = plan.committed if number > 1 else plan
        stage = cut.stage(wanted_by(cut, number), {})
        return Forecast(plan.facts.title, plan.facts.method, plan.estimate, number, stage)

    return waited(look)
