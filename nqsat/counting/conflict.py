"""Why not? Of a model without solutions, some requirements that contradict each other, and no more of them.

The method is QuickXplain: the requirements are halved, and from each half those are found that are
needed beside the other; k out of m take about k log(m/k) questions *has this part a solution?*. Each is
asked of a fresh solver on the formula of a model of its own, so that it is strengthened like any other:
nine queens on eight ranks are refused at once, which clauses with selectors would not see.

Reference: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained
problems, AAAI 2004, 167-172.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from nqsat.chess.drawn import Said
from nqsat.counting.answers import Answer, finished
from nqsat.counting.finding import solve
from nqsat.counting.planning import title_of
from nqsat.engines import AutoEngine, Deadline, Engine, Reason, Verdict, check_limits
from nqsat.modelling import Model, Requirement, model_of, relaxed, requirements

#: What is preferred in an explanation comes first: rules and squares can be checked by eye, numbers
#: only by search.
PREFERENCE = (
    "rule", "squares", "preset", "number",
    "tour", "through", "avoiding", "start", "end", "numbers", "fixed_by",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Conflict(Answer):
    """Requirements of a model that contradict each other.

    Args:
        verdict: of the model; only if it is UNSATISFIABLE are there requirements.
        requirements: those that have no solution together, in the model's order.
        minimal: taking away any one of them leaves a model with a solution (the tour itself, which is
            always among those of a tour, cannot be taken away); False where a limit or an interrupt came
            before that was known.
    """

    ask: ClassVar[str] = ".verdict"

    verdict: Verdict
    requirements: tuple[Requirement, ...]
    minimal: bool

    def _said_(self) -> Said:
        said = "these contradict each other" if self.requirements else self.verdict.value
        return Said(said, self.by, items=tuple(map(str, self.requirements)))

    def __str__(self) -> str:
        """The requirements, or that there is no contradiction."""
        if self.verdict is Verdict.UNSATISFIABLE:
            return " + ".join(map(str, self.requirements))
        found = self.verdict is Verdict.SATISFIABLE
        return "no contradiction: there is a solution" if found else "not known before the limit"


def why_not(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Conflict:
    """Why a model has no solution: a minimal set of requirements that contradict each other.

    Requirements are rules, numbers and squares of kinds, and presets; of tours the moves, ends and
    numbers given. There may be other such sets. A model that has a solution is answered as such.

    Arguments are as for ``solve``, which is asked of each part whether it has a solution; after the
    ``time_limit`` the set may be larger than needed.

    Raises:
        InvalidModel: a limit that is no positive number, or no such symmetry.
        UnsupportedByEngine: the model is too large for a formula.
        Interrupted: Ctrl-C; its ``answer`` is a set that may be larger than needed, or not known.
    """
    check_limits(None, time_limit)
    asked = model_of(model, parameters)
    search = _Explanation(asked, engine, time_limit, watch)
    return finished(search.find(fixed_by))


class _Undecided(Exception):
    """A limit came before an answer."""


class _Explanation:
    """One search for a minimal set."""

    def __init__(
        self,
        model: Model,
        engine: str | Engine,
        time_limit: float | None,
        watch: Callable[[int], None] | None,
    ) -> None:
        self._model = model
        # In this process: a solver's slices of work are short, and starting one elsewhere takes longer.
        self._engine = AutoEngine() if engine == AutoEngine.name else engine
        self._clock = Deadline(time_limit)
        self._watch = watch
        self._every: tuple[Requirement, ...] = ()
        self._smallest: list[Requirement] = []

    def find(self, fixed_by: str | None) -> Conflict:
        """The answer."""
        verdict, minimal = Verdict.UNKNOWN, False
        reason: Reason | None = None
        try:
            if fixed_by is not None:
                self._model = self._model.fixed(fixed_by)
            self._every = requirements(self._model)
            every = sorted(self._every, key=lambda one: PREFERENCE.index(one.what))
            verdict = self._verdict(every)
            if verdict is Verdict.UNSATISFIABLE:
                self._smallest = every
                self._minimise()
                minimal = True
        except _Undecided:
            reason = "time limit"
        except KeyboardInterrupt:
            reason = "interrupted"
        found = tuple(one for one in self._every if any(one is other for other in self._smallest))
        return Conflict(
            verdict,
            found,
            minimal,
            engine=title_of(self._engine),
            seconds=self._clock.seconds,
            reason=reason,
        )

    def _minimise(self) -> None:
        """Leave only those that are needed; where it is interrupted, the smallest set found stays."""
        fixed = [one for one in self._smallest if one.what == "tour"]
        open_ = [one for one in self._smallest if one.what != "tour"]
        if not open_ or self._contradictory(fixed):
            self._smallest = fixed
        else:
            self._smallest = fixed + self._needed(fixed, [], open_)

    def _needed(
        self, kept: list[Requirement], new: list[Requirement], open_: list[Requirement]
    ) -> list[Requirement]:
        """Those of the open requirements that are needed beside the kept, the last of which are new."""
        if new and self._contradictory(kept):
            return []
        if len(open_) == 1:
            return open_
        first, second = open_[: len(open_) // 2], open_[len(open_) // 2 :]
        later = self._needed(kept + first, first, second)
        sooner = self._needed(kept + later, later, first)
        return sooner + later

    def _contradictory(self, kept: list[Requirement]) -> bool:
        contradictory = self._verdict(kept) is Verdict.UNSATISFIABLE
        if contradictory and len(kept) < len(self._smallest):
            self._smallest = kept
        return contradictory

    def _verdict(self, kept: list[Requirement]) -> Verdict:
        """Whether these have a solution together."""
        part = relaxed(self._model, kept)
        left = self._clock.left
        verdict = solve(part, engine=self._engine, time_limit=left, watch=self._watch).verdict
        if verdict is Verdict.UNKNOWN:
            raise _Undecided
        return verdict
