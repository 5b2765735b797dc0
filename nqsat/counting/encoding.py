"""Compare the encoding (``lower``) of a user's rule with its meaning (``holds``) before an answer uses it.

An engine that works on a formula trusts ``lower``. Tests compare ``lower`` with ``holds`` for nqsat's own
rules, but not for a user's rule. A listing judges every solution: this finds solutions that ``lower``
allows wrongly, never those that it forbids wrongly. A count without a list finds neither. So before an
answer relies on such a formula, ``lower`` and ``holds`` must agree on the same arrangements:

* if the rest of the model allows few arrangements, on all of them: the encoding is right for this model;
* otherwise on a sample: arrangements that the rest of the model allows, arrangements that the formula
  allows, and neighbours of those that hold. It may miss an error, and the answer says that it is a sample.

All random choices are seeded, and the CPU time of this thread bounds the work.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from random import Random
from typing import Any, cast

from nqsat.compiling import Formula, blocking, cuts, lower, to_cnf
from nqsat.engines import Engine, Verdict
from nqsat.engines.checked import broken_rules
from nqsat.engines.solvers.session import SatTask, Session
from nqsat.engines.stream import thread_time
from nqsat.errors import WrongSolution
from nqsat.modelling import Model, Solution, Subject
from nqsat.modelling.rules.user_rules import is_user_rule

#: At most FEW arrangements are compared completely; of others FEW are drawn, and FEW more near them.
FEW = 4000

#: CPU seconds of this thread for the complete comparison, and for a sample; seconds by the clock for each.
SECONDS, SAMPLED, WAITED = 1.0, 0.6, 5.0

#: Larger formulas (estimated literals) are not compared: building them alone would take too long.
LARGEST = 300_000

#: A solver that takes preferred values of variables, and that answers many small queries fast.
SOLVER = "minisat22"

#: In a draw, the solver tries this share of the variables as true first; each share is equally likely.
SHARES = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)


#: For each arrangement whether it holds, and so whether the formula allows it.
Judged = dict[Solution, bool]


def compare(models: Iterable[Subject], engine: Engine) -> str | None:
    """Compare the formulas of some models with the meaning of their rules, if the engine reads formulas.

    Returns a note about what was compared, for the answer; None if nothing had to be. WrongSolution: the
    formula allows an arrangement that a rule forbids, or the other way.
    """
    named = [
        (model, [rule.name for rule in model.rules if is_user_rule(rule) and not rule.derived])
        for model in models
        if isinstance(model, Model) and engine.ground == "formula" and not model.filtered
    ]
    compared = dict.fromkeys(model for model, own in named if own)
    if not compared:
        return None
    names = dict.fromkeys(name for _, own in named for name in own)
    results = [compare_model(model) for model in compared]
    number = sum(len(judged) for judged, _ in results)
    allowed = sum(sum(judged.values()) for judged, _ in results)
    what = next(iter(compared)).noun
    if all(complete for _, complete in results):
        comparison = f"compared with holds on all {number:,} {what}"
    elif number:
        sample = f"{number:,} {what}, {allowed:,} of them allowed"
        comparison = f"compared with holds on a sample: {sample}"
    else:
        nothing = f"no {what.removesuffix('s')} was found in time"
        comparison = f"not compared with holds: it is too large, or {nothing}"
    return f"encoding of {', '.join(names)} {comparison}"


def compare_model(model: Model) -> tuple[Judged, bool]:
    """Compare the formula of one model; return the arrangements, and whether these are all."""
    plain, found = model.with_objective(None), Judged()
    if plain.size > LARGEST:
        return found, False
    others = lower(plain.changed(rules=[rule for rule in plain.rules if not is_user_rule(rule)]))
    chance = Random(1)
    with closing(_Solver(lower(plain))) as whole, closing(_Solver(others)) as rest:
        complete = _agree(plain, whole, rest.draw(chance), SECONDS, found)
        if not complete:
            holding = [solution for solution, holds in found.items() if holds]
            _agree(plain, whole, _sample(whole, rest, holding, chance), SAMPLED, found)
    return found, complete


def _agree(
    model: Model,
    whole: _Solver,
    solutions: Iterator[Solution | None],
    seconds: float,
    found: Judged,
) -> bool:
    """Add to ``found`` whether each of ``solutions`` holds, at most FEW; return whether these were all."""
    most, thread, wall = FEW + len(found), thread_time() + seconds, time.monotonic() + WAITED
    for solution in solutions:
        if solution is not None and solution not in found:
            found[solution] = _checked(model, whole, solution)
        if len(found) >= most or thread_time() > thread or time.monotonic() > wall:
            return False
    return True


def _checked(model: Model, whole: _Solver, solution: Solution) -> bool:
    """Return whether a solution of the rest of the model holds, after asking the model's formula."""
    holds, allows = model.holds(cast("Any", solution)), whole.allows(solution)
    if holds == allows:
        return holds
    if holds:
        names = " or ".join(rule.name for rule in model.rules if is_user_rule(rule))
        text = f"the formula forbids {solution}, which obeys the rules: see lower of {names}"
    else:
        text = f"the formula allows {solution}, which breaks {broken_rules(model, solution)}"
    raise WrongSolution(text, solution)


def _sample(
    whole: _Solver, rest: _Solver, holding: list[Solution], chance: Random
) -> Iterator[Solution | None]:
    """Yield solutions that the formula allows, and what the rest allows near those that hold."""
    drawn = whole.draw(chance)
    while True:
        if (one := next(drawn, None)) is not None:
            holding.append(one)
            yield one
        yield rest.near(chance.choice(holding), chance) if holding else None


class _Solver:
    """Draw the solutions that a formula allows in random order; decide whether it allows a given one."""

    def __init__(self, formula: Formula) -> None:
        self._formula, self._blocking, self._cuts = formula, blocking(formula), cuts(formula)
        cnf = to_cnf(formula, circuit="lazy")
        # Blocking clauses of drawn solutions are active only if this selector is assumed true.
        self._again = cnf.variables + 1
        clauses = (*cnf.clauses, (self._again, -self._again))
        self._session = Session(SatTask(SOLVER, self._again, clauses, self._blocking))

    def close(self) -> None:
        self._session.close()

    def _solve(self, assumed: Sequence[int]) -> Verdict:
        """As ``Session.solve``; an assignment that breaks a cut adds it, and is unknown."""
        verdict = self._session.solve(assumed)
        if verdict is Verdict.SATISFIABLE:
            for clause in (broken := self._cuts.violated_clauses(self._session.true_variables())):
                self._session.forbid(clause)
            return Verdict.UNKNOWN if broken else verdict
        return verdict

    def draw(self, chance: Random) -> Iterator[Solution | None]:
        """Yield each solution once, and None while the solver is working."""
        session, projection = self._session, self._formula.projection
        while True:
            share = chance.choice(SHARES)
            session.prefer([x if chance.random() < share else -x for x in projection])
            while (verdict := self._solve([self._again])) is Verdict.UNKNOWN:
                yield None
            if verdict is Verdict.UNSATISFIABLE:
                return
            true = session.true_variables()
            yield self._formula.reader.decode(true)
            for clause in self._blocking.clauses(true):
                session.forbid((*clause, -self._again))

    def near(self, base: Solution, chance: Random) -> Solution | None:
        """Return a solution in which one variable differs from a given one's, and few others, if any."""
        if not (literals := self._literals(base)):
            return None
        self._session.prefer(literals)
        if self._solve([-chance.choice(literals)]) is not Verdict.SATISFIABLE:
            return None
        return self._formula.reader.decode(self._session.true_variables())

    def allows(self, solution: Solution) -> bool:
        if (assumed := self._literals(solution)) is None:
            return False
        while (verdict := self._solve(assumed)) is Verdict.UNKNOWN:
            pass
        return verdict is Verdict.SATISFIABLE

    def _literals(self, solution: Solution) -> list[int] | None:
        """Return the values of the projected variables in a solution; None if the formula has no such."""
        true = self._formula.reader.variables(solution)
        if true is None:
            return None
        present = {*true}
        return [x if x in present else -x for x in self._formula.projection]
