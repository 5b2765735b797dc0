"""Compare the encoding (``lower``) of a user's rule with its meaning (``holds``) before an answer uses it.

An engine that works on a formula trusts ``lower``. Tests compare ``lower`` with ``holds`` for nqsat's own
rules, but not for a user's rule. A listing judges every solution: this finds solutions that ``lower``
allows wrongly, never those that it forbids wrongly. A count without a list finds neither. So before an
answer relies on such a formula, ``lower`` and ``holds`` must agree on the same arrangements:

* if the rest of the model allows few arrangements, on all of them: the encoding is right for this model;
* otherwise on a sample: arrangements that the formula allows, arrangements that the rest of the model
  allows, and neighbours of those that hold. It may miss a mistake, and the answer says that it is a sample.

All random choices are seeded, and the CPU time of this thread bounds the work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import singledispatch
from random import Random
from typing import Any, NamedTuple, cast

from nqsat.compiling import Formula, blocking, lower, to_cnf
from nqsat.engines import Engine, Plan, Verdict
from nqsat.engines.plans.plan import Estimate, PlanFacts, Products, Stage
from nqsat.engines.solvers.session import SatTask, Session
from nqsat.errors import WrongSolution
from nqsat.modelling import (
    Arrangement,
    Circuit,
    Cycle,
    Model,
    Path,
    Placement,
    Rule,
    Solution,
    Tour,
    no_row,
)
from nqsat.modelling.rules.user_rules import is_own, met

#: At most FEW arrangements are compared completely; else DRAWN arrangements of each sort are drawn.
FEW, DRAWN = 4000, 500

#: CPU seconds of this thread for the complete comparison and for each sort drawn; seconds by the clock.
SECONDS, SAMPLED, WAITED = 1.0, 0.3, 5.0

#: Larger formulas (estimated literals) are not compared: building them alone would take too long.
LARGEST = 300_000

#: A solver that takes preferred values of variables, and that answers many small queries fast.
SOLVER = "minisat22"

#: In a draw, the solver tries this share of the variables as true first; each share is equally likely.
SHARES = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)


class Comparison(NamedTuple):
    """The arrangements on which an encoding and its meaning were compared and agreed.

    Args:
        counted: how many arrangements that the formula allows were judged.
        allowed: how many arrangements that hold were looked up in the formula.
        every: whether these are all arrangements.
        what: the plural name of the arrangements.
    """

    counted: int = 0
    allowed: int = 0
    every: bool = False
    what: str = "arrangements"

    def __str__(self) -> str:
        if self.every:
            return f"compared with holds on all {self.counted:,} {self.what}"
        if not self.counted + self.allowed:
            found = f"no {self.what.removesuffix('s')} was found in time"
            return f"not compared with holds: it is too large, or {found}"
        some = f"{self.counted:,} counted and {self.allowed:,} allowed {self.what}"
        return f"compared with holds on a sample: {some}"


def own_rules(model: object, engine: Engine) -> tuple[Rule, ...]:
    """Return the rules whose encoding has to be compared before the engine answers for a model."""
    if not isinstance(model, Model) or engine.ground != "formula":
        return ()
    return tuple(rule for rule in model.rules if is_own(rule) and not rule.derived)


def compare(models: Iterable[Model], engine: Engine) -> str | None:
    """Compare the formulas of some models with the meaning of their rules.

    Returns:
        a note about what was compared, for the answer; None if nothing had to be.

    Raises:
        WrongSolution: the formula allows an arrangement that a rule forbids, or the other way.
    """
    names: dict[str, None] = {}
    found: list[Comparison] = []
    for model in models:
        if rules := own_rules(model, engine):
            names |= dict.fromkeys(rule.name for rule in rules)
            found.append(compare_model(model))
    if not found:
        return None
    every = Comparison(
        sum(one.counted for one in found),
        sum(one.allowed for one in found),
        all(one.every for one in found),
        found[0].what,
    )
    return f"encoding of {', '.join(names)} {every}"


def compare_model(model: Model) -> Comparison:
    """Compare the formula of one model with the meaning of its rules, and return on what.

    Raises:
        WrongSolution: as ``compare``.
    """
    plain = model.with_objective(None)
    said = Comparison(what=model.solutions)
    if plain.size > LARGEST:
        return said
    every = lower(_rest(plain))
    nodes = (one.nodes for one in every.constraints if isinstance(one, Cycle | Circuit))
    if plain.size * max(nodes, default=1) > LARGEST:  # a circuit multiplies moves by nodes
        return said
    chance = Random(1)
    with closing(_FormulaAndModel(plain)) as both, closing(_RandomSolutions(every)) as rest:
        found, ended = both.ask(rest.draw(chance), FEW, SECONDS)
        if ended:
            return said._replace(counted=len(found), allowed=sum(found.values()), every=True)
        counted, _ = both.ask(both.draw(chance), DRAWN, SAMPLED)
        near = _neighbours(plain, [*found, *counted], {**found, **counted}, chance)
        others, _ = both.ask(near, FEW, SAMPLED)
    allowed = sum(found.values()) + sum(others.values())
    return said._replace(counted=sum(counted.values()), allowed=allowed)


def _rest(model: Model) -> Model:
    """Return the model without the user's own rules."""
    return model.changed(rules=[rule for rule in model.rules if not is_own(rule)])


class _Clock:
    """A limit in CPU seconds of this thread, so that a busy machine does as much; and one by the clock."""

    def __init__(self, seconds: float) -> None:
        self._thread, self._wall = time.thread_time() + seconds, time.monotonic() + WAITED

    @property
    def expired(self) -> bool:
        return time.thread_time() > self._thread or time.monotonic() > self._wall


class _RandomSolutions:
    """Draw the solutions that a formula allows in random order; decide whether it allows a given one."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._blocking = blocking(formula)
        cnf = to_cnf(formula)
        # Blocking clauses of drawn solutions are active only if this selector is assumed true.
        self._again = cnf.variables + 1
        clauses = (*cnf.clauses, (self._again, -self._again))
        self._session = Session(SatTask(SOLVER, self._again, clauses, self._blocking))

    def close(self) -> None:
        """Free the solver."""
        self._session.close()

    def draw(self, chance: Random) -> Iterator[Solution | None]:
        """Yield each solution once, and None while the solver is working."""
        session, projection = self._session, self._formula.projection
        while True:
            share = chance.choice(SHARES)
            session.prefer([x if chance.random() < share else -x for x in projection])
            verdict = session.solve([self._again])
            while verdict is Verdict.UNKNOWN:
                yield None
                verdict = session.solve([self._again])
            if verdict is Verdict.UNSATISFIABLE:
                return
            true = session.true_variables()
            yield self._formula.reader.decode(true)
            for clause in self._blocking.clauses(true):
                session.forbid((*clause, -self._again))

    def allows(self, solution: Solution) -> bool:
        """Return whether the formula allows a solution."""
        true = self._formula.reader.variables(solution)
        if true is None:
            return False
        assumed = [x if x in {*true} else -x for x in self._formula.projection]
        while (verdict := self._session.solve(assumed)) is Verdict.UNKNOWN:
            pass
        return verdict is Verdict.SATISFIABLE


class _FormulaAndModel(_RandomSolutions):
    """Compare a model's formula with the model's meaning."""

    def __init__(self, model: Model) -> None:
        super().__init__(lower(model))
        self._model = model

    def ask(
        self, some: Iterator[Solution | None], most: int, seconds: float
    ) -> tuple[dict[Solution, bool], bool]:
        """Return whether each of at most ``most`` solutions holds, and whether these were all of ``some``.

        Raises:
            WrongSolution: the formula disagrees about one of them.
        """
        clock, found = _Clock(seconds), dict[Solution, bool]()
        for one in some:
            if one is not None and one not in found:
                found[one] = self._check_agreement(one)
            if len(found) >= most or clock.expired:
                return found, False
        return found, True

    def _check_agreement(self, one: Solution) -> bool:
        holds, allows = self._model.holds(cast("Any", one)), self.allows(one)
        if holds == allows:
            return holds
        rules = self._model.rules
        if holds:
            names = " or ".join(rule.name for rule in rules if is_own(rule))
            text = (
                f"the formula forbids {one}, which keeps every rule: lower of {names} asks too much"
            )
        else:
            broken = " and ".join(f"the rule {rule.name}" for rule in rules if not met(rule, one))
            text = (
                f"the formula allows {one}, which breaks {broken or 'a requirement of the model'}"
            )
        raise WrongSolution(text, one)


def _neighbours(
    model: Model, bases: Sequence[Solution], known: dict[Solution, bool], chance: Random
) -> Iterator[Solution | None]:
    """Yield random neighbours of solutions that hold; None if the neighbour is already known."""
    holding = [one for one in bases if known[one]]
    beside = _neighbour(model)
    while holding:
        one = beside(chance.choice(holding), chance)
        yield None if one in known else one


@singledispatch
def _neighbour(model: Model) -> Callable[[Any, Random], Solution]:
    """Return a function that makes a random neighbour of a solution."""
    raise no_row("neighbours", model)


@_neighbour.register(Tour)
def _path_neighbours(tour: Tour) -> Callable[[Any, Random], Solution]:
    """Neighbours of a path: a random segment is reversed."""

    def beside(base: Path, chance: Random) -> Path:
        squares = base.squares
        first, last = sorted(chance.randrange(len(squares) + 1) for _ in range(2))
        return tour.path((*squares[:first], *squares[first:last][::-1], *squares[last:]))

    return beside


@_neighbour.register(Placement)
def _arrangement_neighbours(model: Placement) -> Callable[[Any, Random], Solution]:
    """Neighbours of an arrangement: one or two pieces are added, removed or moved."""
    men = [man for some in model.choices(given=True) for man in some]

    def beside(base: Arrangement, chance: Random) -> Arrangement:
        standing = {man.square: man for man in base.men}
        for _ in range(chance.choice((1, 1, 2))):
            how = chance.choice(("move", "move", "add", "take"))
            if how != "add" and standing:
                del standing[chance.choice(sorted(standing))]
            if how != "take" and men:
                man = chance.choice(men)
                standing.setdefault(man.square, man)
        return Arrangement(model.setting, tuple(standing.values()))

    return beside


# -- a plan whose encoding is compared first ---------------------------------------------


@dataclass(frozen=True, slots=True)
class EncodingCheckedPlan(Plan):
    """A plan that first compares the formulas that it relies on with their meaning.

    Args:
        plan: the plan to run.
        engine: the engine that runs it.
        models: the models whose formulas are compared.
        said: the note about the comparison, once it is made.
    """

    plan: Plan
    engine: Engine
    models: tuple[Model, ...]
    said: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def facts(self) -> PlanFacts:
        facts = self.plan.facts
        notes = [note for note in (facts.note, *self.said) if note]
        return facts._replace(note="; ".join(notes) or None)

    @property
    def estimate(self) -> Estimate:
        return self.plan.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        self._compare()
        return self.plan.stage(wanted, products)

    def _compare(self) -> None:
        if not self.said:
            self.said.append(compare(self.models, self.engine) or "")


def comparing(plan: Plan, engine: Engine, *models: Model) -> Plan:
    """Return the plan, wrapped so that the formulas of the models are compared first if necessary."""
    if any(own_rules(model, engine) for model in models):
        return EncodingCheckedPlan(plan, engine, models)
    return plan


def comparing_list(
    make: Callable[[], Iterator[Sequence[Any]]], engine: Engine, model: Any
) -> Callable[[], Iterator[Sequence[Any]]]:
    """Return ``make``, wrapped to compare the formula at the end of the list, before it is complete."""
    if not own_rules(model, engine):
        return make

    def then_compare(found: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        yield from found
        compare((model,), engine)

    return lambda: then_compare(make())
