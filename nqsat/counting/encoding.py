"""Whether the formula of a model says what its rules mean, where one of them is not nqsat's own.

An engine that works on a formula believes ``lower``. For nqsat's own rules the tests compare it with
``holds``; for a user's rule nothing has. A list has every solution judged: it shows what
``lower`` allows too much, and never what it forbids too much. A count without a list shows neither. So
before an answer rests on such a formula, both are asked about the same arrangements, and must say the same:

* of all that the rest of the model allows, where these are few: then the encoding is right for this model;
* else of some that the formula allows, of some that the rest of the model allows, and of neighbours of
  those that hold: a sample, which may miss a mistake, and the answer says that it is one.

All chance is seeded, and the work is bounded by the time of this thread, whatever else the machine does.
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
from nqsat.engines.plans.plan import PlanFacts, Products, Stage, WrappingPlan
from nqsat.engines.solvers.sat import PySatSession, SatTask
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

#: So many arrangements are few; and so many are drawn of each sort where there are more.
FEW, DRAWN = 4000, 500

#: Seconds of this thread, and of the clock, for all that the rest allows; and for each sort that is drawn.
SECONDS, SAMPLED, WAITED = 1.0, 0.3, 5.0

#: Formulas of more literals, about, are not compared: making them alone takes longer than this may.
LARGEST = 300_000

#: A solver that can be told what to try first, and is soon asked again.
SOLVER = "minisat22"

#: So large a share of the men is tried first in a draw, each as likely.
SHARES = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)


class Comparison(NamedTuple):
    """What an encoding was compared on, and nothing differed.

    Args:
        counted: arrangements that the formula allows, each judged.
        allowed: arrangements that hold, each found to be allowed by the formula.
        every: these are all of them.
        what: they are called.
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
    """The rules whose encoding has to be compared before the engine answers for a model."""
    if not isinstance(model, Model) or engine.ground != "formula":
        return ()
    return tuple(rule for rule in model.rules if is_own(rule) and not rule.derived)


def compare(models: Iterable[Model], engine: Engine) -> str | None:
    """Compare the formulas of some models with what their rules mean; None where none has to be.

    Returns:
        for the answer's note, what was compared.

    Raises:
        WrongSolution: an arrangement that the formula allows and a rule does not, or the other way.
    """
    names: dict[str, None] = {}
    found: list[Comparison] = []
    for model in models:
        if rules := own_rules(model, engine):
            names |= dict.fromkeys(rule.name for rule in rules)
            found.append(compared(model))
    if not found:
        return None
    every = Comparison(
        sum(one.counted for one in found),
        sum(one.allowed for one in found),
        all(one.every for one in found),
        found[0].what,
    )
    return f"encoding of {', '.join(names)} {every}"


def compared(model: Model) -> Comparison:
    """What the formula of a model was compared on.

    Raises:
        WrongSolution: as ``compare``.
    """
    plain = model.with_objective(None)
    said = Comparison(what=model.solutions)
    if plain.size > LARGEST:
        return said
    every = lower(_rest(plain))
    nodes = (one.nodes for one in every.constraints if isinstance(one, Cycle | Circuit))
    if plain.size * max(nodes, default=1) > LARGEST:  # a circuit has so many places for each move
        return said
    chance = Random(1)
    with closing(_FormulaAndModel(plain)) as both, closing(_RandomSolutions(every)) as rest:
        found, ended = both.ask(rest.drawn(chance), FEW, SECONDS)
        if ended:
            return said._replace(counted=len(found), allowed=sum(found.values()), every=True)
        counted, _ = both.ask(both.drawn(chance), DRAWN, SAMPLED)
        near = _neighbours(plain, [*found, *counted], {**found, **counted}, chance)
        others, _ = both.ask(near, FEW, SAMPLED)
    allowed = sum(found.values()) + sum(others.values())
    return said._replace(counted=sum(counted.values()), allowed=allowed)


def _rest(model: Model) -> Model:
    """The model without the rules of the user's own."""
    return model.changed(rules=[rule for rule in model.rules if not is_own(rule)])


class _Clock:
    """Seconds of this thread: on a machine that is busy with other things as much is done."""

    def __init__(self, seconds: float) -> None:
        self._thread, self._wall = time.thread_time() + seconds, time.monotonic() + WAITED

    @property
    def over(self) -> bool:
        return time.thread_time() > self._thread or time.monotonic() > self._wall


class _RandomSolutions:
    """The solutions that a formula allows, in an order of chance, and whether it allows one."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._blocking = blocking(formula)
        cnf = to_cnf(formula)
        # Whatever was drawn is forbidden only where this one is true.
        self._again = cnf.variables + 1
        clauses = (*cnf.clauses, (self._again, -self._again))
        self._session = PySatSession(SatTask(SOLVER, self._again, clauses, self._blocking))

    def close(self) -> None:
        """Free the solver."""
        self._session.close()

    def drawn(self, chance: Random) -> Iterator[Solution | None]:
        """Each solution once; None while at work."""
        session, projection = self._session, self._formula.projection
        while True:
            share = chance.choice(SHARES)
            session.prefer([x if chance.random() < share else -x for x in projection])
            verdict = session.solve_with([self._again])
            while verdict is Verdict.UNKNOWN:
                yield None
                verdict = session.solve_with([self._again])
            if verdict is Verdict.UNSATISFIABLE:
                return
            true = session.true()
            yield self._formula.reader.decode(true)
            for clause in self._blocking.clauses(true):
                session.forbid((*clause, -self._again))

    def allows(self, solution: Solution) -> bool:
        """Whether the formula allows a solution."""
        true = self._formula.reader.variables(solution)
        if true is None:
            return False
        assumed = [x if x in {*true} else -x for x in self._formula.projection]
        while (verdict := self._session.solve_with(assumed)) is Verdict.UNKNOWN:
            pass
        return verdict is Verdict.SATISFIABLE


class _FormulaAndModel(_RandomSolutions):
    """A model's formula, beside what the model means."""

    def __init__(self, model: Model) -> None:
        super().__init__(lower(model))
        self._model = model

    def ask(
        self, some: Iterator[Solution | None], most: int, seconds: float
    ) -> tuple[dict[Solution, bool], bool]:
        """Of up to so many solutions, whether each holds; and whether these were all.

        Raises:
            WrongSolution: the formula says otherwise of one.
        """
        clock, found = _Clock(seconds), dict[Solution, bool]()
        for one in some:
            if one is not None and one not in found:
                found[one] = self._agreed(one)
            if len(found) >= most or clock.over:
                return found, False
        return found, True

    def _agreed(self, one: Solution) -> bool:
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
    """Solutions that differ a little from some that hold; None: it is known."""
    holding = [one for one in bases if known[one]]
    beside = _neighbour(model)
    while holding:
        one = beside(chance.choice(holding), chance)
        yield None if one in known else one


@singledispatch
def _neighbour(model: Model) -> Callable[[Any, Random], Solution]:
    """What makes of a solution something that is almost one, by chance."""
    raise no_row("neighbours", model)


@_neighbour.register(Tour)
def _reversed(tour: Tour) -> Callable[[Any, Random], Solution]:
    """A path of which some squares one after the other come in the opposite order."""

    def beside(base: Path, chance: Random) -> Path:
        squares = base.squares
        first, last = sorted(chance.randrange(len(squares) + 1) for _ in range(2))
        return tour.path((*squares[:first], *squares[first:last][::-1], *squares[last:]))

    return beside


@_neighbour.register(Placement)
def _moved(model: Placement) -> Callable[[Any, Random], Solution]:
    """An arrangement with a man or two more, fewer or elsewhere."""
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
class EncodingCheckedPlan(WrappingPlan):
    """A plan that is not begun before the formulas that it rests on are compared with what they mean.

    Args:
        plan: what is done.
        engine: the engine that does it.
        models: whose formulas.
        said: what was compared, once it was.
    """

    plan: Plan
    engine: Engine
    models: tuple[Model, ...]
    said: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def for_worker(self) -> Plan:
        return self.plan.for_worker

    @property
    def facts(self) -> PlanFacts:
        facts = self.plan.facts
        notes = [note for note in (facts.note, *self.said) if note]
        return facts._replace(note="; ".join(notes) or None)

    def stage(self, wanted: int, products: Products) -> Stage:
        self._compare()
        return self.plan.stage(wanted, products)

    def formerly(self, wanted: int, products: Products) -> Stage:
        self._compare()
        return self.plan.formerly(wanted, products)

    def _compare(self) -> None:
        if not self.said:
            self.said.append(compare(self.models, self.engine) or "")


def comparing(plan: Plan, engine: Engine, *models: Model) -> Plan:
    """A plan that rests on the formulas of some models, which are compared first where they have to be."""
    if any(own_rules(model, engine) for model in models):
        return EncodingCheckedPlan(plan, engine, models)
    return plan


def comparing_list(
    make: Callable[[], Iterator[Sequence[Any]]], engine: Engine, model: Any
) -> Callable[[], Iterator[Sequence[Any]]]:
    """What makes a list; at its end, before it may be called complete, the formula is compared."""
    if not own_rules(model, engine):
        return make

    def followed(found: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        yield from found
        compare((model,), engine)

    return lambda: followed(make())
