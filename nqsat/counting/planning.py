"""From a question to a plan, step by step: restrict, settle, choose how orbits are counted, and by whom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast, get_args

from nqsat.compiling import CnfProblem
from nqsat.counting.count import Method, Modulo
from nqsat.counting.exactly import ONLY
from nqsat.counting.leader import leader
from nqsat.counting.optimum import Optimum, improvements, nothing_found
from nqsat.counting.orbits import (
    Orbits,
    check_modulo,
    conjugacy_classes,
    group_of,
    only_fixed,
)
from nqsat.counting.question import Question
from nqsat.counting.tally import Tally
from nqsat.engines import (
    AutoEngine,
    Counter,
    Engine,
    Plan,
    ProofEngine,
    SatEngine,
    make_engine,
    why_impossible,
)
from nqsat.engines.auto import Choice, Tentative
from nqsat.engines.listed import Listed
from nqsat.engines.plan import Cover, Estimate, Known, Part, Products, Slice, Stage
from nqsat.engines.stream import close
from nqsat.engines.weighted import Weighted
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Man, Model, Placement, Tour, model_of

#: The ways to count modulo symmetry; the first is the default.
METHODS: tuple[Method, ...] = get_args(Method)

#: The part that settles an objective.
OPTIMUM = "optimum"


def plan_of(question: Question, engine: Engine) -> Plan:
    """What the count that is asked for will do; the question's own engine is not looked at.

    Raises:
        InvalidModel: two of the things asked for do not go together, or not with the model.
        UnsupportedByEngine: the engine cannot answer.
    """
    model = question.model
    if isinstance(model, CnfProblem):
        return Listed(engine, model, limit=question.limit)
    _check(question, model, engine)
    if model.objective is not None:
        return Settling(question, engine)
    if question.fixed_by is not None:
        model = model.fixed(question.fixed_by)
        question = replace(question, model=model, fixed_by=None)
    engine = unless_proved(model, engine)
    plan = _plain if question.modulo == "none" else _of_orbits
    return plan(question, model, engine)


def unless_proved(model: Model, engine: Engine) -> Engine:
    """Who searches: nobody where a short argument shows that there is no solution."""
    reason = why_impossible(model) if isinstance(model, Tour) else None
    return engine if reason is None else ProofEngine(reason)


def finder_of(engine: Engine) -> Engine:
    """Who finds the best value: ``sat`` where the engine only counts."""
    return engine if engine.lists else SatEngine(isolated=True)


def asked(given: Model | CnfProblem | str, parameters: Mapping[str, int | str]) -> Any:
    """What a question is about: a CNF as it is, or a model as ``model_of`` has it."""
    if isinstance(given, CnfProblem) and not parameters:
        return given
    return model_of(cast("Model | str", given), parameters)


def title_of(engine: str | Engine) -> str:
    """What an engine is called that was asked for, by its name or as it is."""
    return engine if isinstance(engine, str) else engine.title


def engine_of(
    engine: str | Engine, time_limit: float | None, model: Model | CnfProblem | None = None
) -> Engine:
    """The engine asked for; one that cannot be interrupted is isolated when there is a clock.

    Raises:
        InvalidModel: there is no such engine.
        UnsupportedByEngine: the model is a CNF, and the engine takes none.
    """
    if not isinstance(engine, Engine):
        engine = make_engine(engine, isolated=time_limit is not None)
    if isinstance(engine, AutoEngine) and engine.seconds is None:
        engine = replace(engine, seconds=time_limit)
    return engine.for_model(model) if isinstance(model, CnfProblem) else engine


def _check(question: Question, model: Model, engine: Engine) -> None:
    """Refuse what does not go together."""
    modulo, method, limit = question.modulo, question.method, question.limit
    if method is not None and method not in METHODS:
        raise InvalidModel("method", f"{method!r} is unknown; choose from {', '.join(METHODS)}")
    check_modulo(model, modulo)
    if question.fixed_by is not None and question.fixed_by.startswith(ONLY):
        raise InvalidModel("fixed_by", "only: is counted at once, without a plan or a job")
    if modulo == "none" and method not in (None, METHODS[0]):
        raise InvalidModel("method", f"{method} counts orbits; ask modulo symmetry")
    if question.by == "size":
        _check_sizes(model)
    if question.break_symmetry:
        if isinstance(model, Tour):
            raise InvalidModel("break_symmetry", "is for placements; leave it out for tours")
        if modulo in ("rotations", "translations"):
            raise InvalidModel(
                "modulo", f"{modulo}: symmetry breaking is by all symmetries; leave it out"
            )
        if limit is not None:
            raise InvalidModel("limit", "goes with a plain list; leave out symmetry breaking")
    if method == "burnside" and (limit is not None or question.break_symmetry):
        raise InvalidModel("method", "burnside goes without a limit and without symmetry breaking")
    if not engine.lists:
        orbits = modulo != "none" and method not in (None, "burnside")
        if question.break_symmetry or orbits:
            raise InvalidModel("method", f"engine {engine.name} does not list; take burnside")
        if limit is not None:
            raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")


def check_alone(question: Question) -> None:
    """Refuse what exactly some symmetries are not asked with.

    Raises:
        InvalidModel: it is.
    """
    model = question.model
    plain = question.modulo == "none" and question.method is None and question.by is None
    if (
        model.objective is not None
        or not plain
        or question.break_symmetry
        or question.limit is not None
    ):
        reason = "only: goes with a plain count, of a model without an objective"
        raise InvalidModel("fixed_by", reason)


def _check_sizes(model: Model) -> None:
    if isinstance(model, Tour):
        raise InvalidModel("by", "size is a number of men, and a tour has none; leave it out")
    if model.objective is not None:
        raise InvalidModel("by", "size is not for models with an objective; leave one of them out")


# -- without symmetry --------------------------------------------------------------------


def _plain(question: Question, model: Model, engine: Engine) -> Plan:
    by_size = question.by == "size"
    if question.break_symmetry:
        close(engine.search(model))  # it may refuse the model, before the group is made
        kept = cast("Placement", model)
        rule = leader(kept)
        kept = kept.with_rules(rule)
        return Listed(engine, kept, by_size, rule.weight, how="symmetry breaking")
    if question.limit is not None:
        return Listed(engine, model, by_size, limit=question.limit)
    return engine.plan(model, by_size=by_size)


# -- orbits ------------------------------------------------------------------------------


def _of_orbits(question: Question, model: Model, engine: Engine) -> Plan:
    method = question.method
    if method is None and not engine.lists:
        method = "burnside"
    plain = question.limit is None and not question.break_symmetry
    if method is None and plain and isinstance(engine, AutoEngine):
        choice = engine.choose(model, engine.seconds)
        if isinstance(choice.engine, Counter):
            return burnside(model, engine, question.modulo)
        return Tentative(_Reconsidered(question, model, engine, choice))
    if method == "burnside":
        return burnside(model, engine, question.modulo)
    return _listed(question, model, engine, method or METHODS[0])


def _listed(question: Question, model: Model, engine: Engine, method: Method) -> Plan:
    """One of each orbit is listed."""
    one = Orbits(engine, method == "blocking", question.modulo, question.break_symmetry)
    return Listed(one, model, limit=question.limit, cuts=False, how=method)


def burnside(model: Model, engine: Engine, modulo: Modulo) -> Weighted:
    """The average number of solutions that a symmetry leaves alone (Cauchy and Frobenius).

    One plan for each conjugacy class of the group: what conjugates leave alone is equally much.
    """
    group = group_of(model, modulo)
    plans = [
        (number, symmetry, Fraction(size, len(group)))
        for number, (symmetry, size) in enumerate(conjugacy_classes(group))
    ]
    names = {symmetry.name for _, symmetry, _ in plans}
    return Weighted(
        tuple(
            (
                symmetry.name if len(names) == len(plans) else str(number),
                weight,
                engine.plan(model if number == 0 else only_fixed(model, symmetry)),
            )
            for number, symmetry, weight in plans
        ),
        total=1,
        words="conjugacy classes of symmetries",
        how="burnside",
    )


class _Reconsidered:
    """Orbits are listed where a list is cheapest; if it is not, what each symmetry fixes is counted."""

    def __init__(
        self, question: Question, model: Model, engine: AutoEngine, choice: Choice
    ) -> None:
        self._again = (model, engine, question.modulo)
        self._choice: Choice | None = choice
        self.plan = _listed(question, model, engine, METHODS[0])

    def doubt(self, spent: float) -> bool:
        """Whether the list has become longer than a count takes."""
        return self._choice is not None and self._choice.doubt(spent)

    def give_up(self, reason: str | None = None) -> bool:
        """Count what each symmetry fixes."""
        if self._choice is None:
            return False
        self._choice = None
        self.plan = burnside(*self._again)
        return True


# -- objectives --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settling(Plan):
    """First the best value of an objective, then the solutions that have it.

    The optimum is found and proved by ``finder_of``, and the solutions that have it are counted by a
    search of their own: the improving sequence of an optimiser is no list of anything.

    Args:
        question: with an objective.
        engine: who is asked.
        after: the plan for each best value that somebody has asked for.
    """

    question: Question
    engine: Engine
    after: dict[int, Plan] = field(default_factory=dict, repr=False, compare=False)

    @property
    def in_python(self) -> bool:
        return True

    @property
    def title(self) -> str:
        return self._finder.title

    @property
    def estimate(self) -> Estimate:
        return Estimate(math.inf, 0, "nobody knows what it takes to find the best value")

    @property
    def _model(self) -> Placement:
        return cast("Placement", self.question.model)

    @property
    def _finder(self) -> Engine:
        return finder_of(self.engine).for_model(self._model)

    def then(self, products: Products) -> Plan:
        made = products.get(OPTIMUM)
        if made is None or not made["proved"]:
            return self
        if made["value"] is None:
            return Known(made["engine"], Estimate(0.0, 0, "there is no solution"), ())
        value = made["value"]
        if value not in self.after:
            settled = replace(self.question, model=self._model.settled(value))
            self.after[value] = plan_of(settled, self.engine)
        return self.after[value]

    def stage(self, wanted: int, products: Products) -> Stage:
        return Stage(OPTIMUM, (Part(OPTIMUM),), Cover("one", "it is not cut"), sums=False)

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        for best in improvements(self._model, self._finder):
            yield Slice(product=None if best is None else to_product(best))


def to_product(best: Optimum) -> dict[str, Any]:
    """An optimum in plain values; its men as presets are written."""
    men = None
    if best.solution is not None:
        rows = best.solution.board.rows
        men = [f"{man.kind}@{man.square.name(rows)}" for man in best.solution.men]
    return {
        "value": best.value, "proved": best.proved, "bound": best.bound, "men": men,
        "engine": best.engine, "seconds": best.seconds,
    }  # fmt: skip


def optimum_of(model: Model | CnfProblem, found: Tally) -> Optimum | None:
    """The optimum of a model, as far as its plan has come; None without an objective."""
    if model.objective is None:
        return None
    made = found.products.get(OPTIMUM)
    if made is None:
        return nothing_found(model.objective, found.engine, found.reason, found.seconds)
    solution = None
    if made["men"] is not None:
        given = model.changed(presets=made["men"], objective=None).presets
        men = tuple(Man(one.square, str(one.kind)) for one in given)
        solution = Arrangement(model.setting, men)
    reason = None if made["proved"] else found.reason
    rest = {name: made[name] for name in ("value", "proved", "bound", "engine", "seconds")}
    return Optimum(model.objective, solution=solution, reason=reason, **rest)
