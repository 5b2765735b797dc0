"""The contract that every engine keeps.

An engine turns a model into a stream of its solutions, each exactly once, in a fixed order:

    search(model, ...)  yields  a solution            one more has been found
                                None                  still at work (so that limits can be looked at)
                        ends                          there are no more: the list is complete
                        raises EngineFailure          the solver broke
    closing the stream  stops the work at once and frees what it holds; see ``closing``.

The consumer of the stream (``Listing``) looks after limits, interrupts, checking and duplicates, once
for all engines. An engine that a limit stopped is never asked again.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import signature
from types import MappingProxyType
from typing import Any, ClassVar, Literal, cast

from nqsat.chess import Symmetry
from nqsat.compiling import CnfProblem
from nqsat.engines.listing.search import require_settled
from nqsat.engines.listing.stream import close, closing
from nqsat.engines.plans.enumeration_plan import EnumerationPlan, foretold
from nqsat.engines.plans.plan import Estimate, Plan
from nqsat.errors import InvalidModel, UnsupportedByEngine, integer, unknown
from nqsat.modelling import Arrangement, Model, Placement, Rule, Solution, Tour

#: For options the least and the greatest whole number that they may be; None where there is no bound.
Ranges = Mapping[str, tuple[int | None, int | None]]

#: Seconds to import Numba and load kernels that have been compiled.
LOADING = 0.5


class Engine(ABC):
    """One way from a model to its solutions. A frozen value: options only, no state."""

    __slots__ = ()

    #: The name for ``--engine``.
    name: ClassVar[str]

    #: Options whose value may stand behind the name, as in the title, with the values that they have.
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    #: Options that are whole numbers.
    ranges: ClassVar[Ranges] = MappingProxyType({})

    def __post_init__(self) -> None:
        """Refuse options that have no such value; an option may always be left as it is.

        Raises:
            InvalidModel: there is one.
        """
        usual = options_of(type(self))
        for option, values in self.choices.items():
            value = getattr(self, option)
            if value is not usual[option] and value not in values:
                raise InvalidModel(option, unknown(value, values))
        for option, (low, high) in self.ranges.items():
            value = getattr(self, option)
            number = integer(value)
            if number is not None:
                object.__setattr__(self, option, number)
            if value is not usual[option] and not _within(number, low, high):
                bounds = "" if low is None else f" from {low}" + (f" to {high}" if high else " on")
                raise InvalidModel(option, f"{value!r} is not an integer{bounds}")

    @property
    def title(self) -> str:
        """The name with the choices that are not as usual: ``sat/cadical195``; ``make_engine`` reads it."""
        usual = options_of(type(self))
        made = {option: getattr(self, option) for option in self.choices}
        return "/".join([self.name, *(made[x] for x in made if made[x] != usual[x])])

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        """The option that a word of a title says, and its value; None if it says none."""
        for option, values in cls.choices.items():
            if word in values:
                return option, word
        return None

    #: Whether it can list solutions, and not only count them.
    lists: ClassVar[bool] = True

    #: The models that it takes.
    takes: ClassVar[tuple[type[Model], ...]] = (Placement, Tour)

    #: What its answers rest on: a formula, the meaning of the rules, or the moves of a man.
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "formula"

    #: The rules that it knows by itself, these classes and no others. None: whatever rules are asked for
    #: their encoding or their meaning, on which its answers rest; so where they rest on moves, none.
    knows_rules: ClassVar[tuple[type[Rule], ...] | None] = None

    #: How many times as long as ``sat`` it takes to list, about.
    pace: ClassVar[float] = 1.0

    #: Whether it can tell the numbers of men apart where it counts.
    counts_sizes: ClassVar[bool] = True

    #: Whether it can forbid the images of what it has found; see ``search``.
    forbids_images: ClassVar[bool] = False

    def accept(
        self, model: object, orbit: Sequence[Symmetry] = (), *, by_size: bool = False
    ) -> None:
        """Refuse at once what the engine says of itself that it cannot do.

        Raises:
            UnsupportedByEngine: it is asked for that.
            InvalidModel: as ``require_settled``.
        """
        if by_size and not self.counts_sizes:
            raise UnsupportedByEngine(self.name, "cannot count by size", ("frontier",))
        if not isinstance(model, self.takes):
            only = " and ".join(f"{kind.key}s" for kind in self.takes)
            other = {"placement": "frontier", "tour": "mates"}.get(
                getattr(model, "key", ""), "cpsat"
            )
            raise UnsupportedByEngine(self.name, f"takes {only} only", ("sat", other))
        self.refuse_unknown(model)
        if orbit and not self.forbids_images:
            raise UnsupportedByEngine(self.name, "cannot forbid the orbit of a solution", ("sat",))
        require_settled(model)

    @classmethod
    def refuse_unknown(cls, model: Any) -> None:
        """Refuse a model with a rule that the engine does not know.

        Raises:
            UnsupportedByEngine: it has one.
        """
        if cls.knows_rules is None and cls.ground != "moves":
            return
        for rule in model.rules:
            if type(rule) not in (cls.knows_rules or ()):
                others = ("sat", "backtrack")
                raise UnsupportedByEngine(cls.name, f"does not know the rule {rule.name}", others)

    @property
    def note(self) -> str | None:
        """What every answer of this engine has to say besides; mostly nothing."""
        return None

    def for_model(self, model: Model | CnfProblem) -> Engine:
        """The engine with the options settled that it leaves open until it knows the model.

        Raises:
            UnsupportedByEngine: it is a CNF, and the engine takes none.
        """
        if isinstance(model, CnfProblem):
            raise UnsupportedByEngine(self.name, "takes no CNF", ("sat",))
        return self

    @property
    def for_worker(self) -> Engine:
        """The engine for a process that is its own already: without another one for a solver."""
        return self

    @abstractmethod
    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        """Stream the solutions of a model, as the module says.

        Args:
            model: whose.
            orbit: where given, a group that preserves the model: each solution found forbids all
                its images, so that the stream has one solution of every orbit.

        Raises:
            UnsupportedByEngine: at once, before any work, if this engine cannot answer.
        """

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        """The same stream, of some solutions at a time, or none; for engines that find them in blocks."""
        return _one_by_one(self.search(model, orbit))

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        """What a count of the solutions of a model will do: unless an engine knows better, list them.

        Args:
            model: without an objective.
            by_size: tell the numbers of men apart.

        Raises:
            UnsupportedByEngine: at once: it cannot count this model, or not within its limits.
        """
        close(self.search(model))  # it refuses at once
        return EnumerationPlan(self, model, by_size=by_size)

    def listing(
        self, model: Model, *, limit: int | None = None, most: float = math.inf
    ) -> Estimate:
        """What a list of the solutions of a model will take, about.

        Args:
            model: without an objective.
            limit: so many are wanted.
            most: seconds that may be spent on making ready to say it.

        Raises:
            UnsupportedByEngine: it cannot list them, or cannot say so soon.
        """
        return foretold(model, self.pace, limit)

    def lists_by_orbits(self, _model: Model) -> bool:
        """Whether a list is made orbit by orbit, by symmetries that parts of the model would not have."""
        return False

    def improve(self, model: Placement) -> Iterator[Arrangement | int | None]:
        """Stream better and better solutions of a model with an objective.

        Yields a solution with a better value than those before; a number if it is proved that no value
        is better than that; None as ``search`` does. The end of the stream proves that the last
        solution has the best value, or that there is none.

        Unless an engine knows better, it is asked for one solution, then for one in the better half of the
        values that are still possible, until there are none.
        """
        return self.halving(model)

    def halving(
        self, model: Placement, best: int | None = None, bound: int | None = None
    ) -> Iterator[Arrangement | int | None]:
        """As ``improve``, where the best value so far may be known, and a bound that none is beyond."""
        objective = model.objective
        if objective is None:
            return
        sign = 1 if objective.sense == "maximise" else -1
        if bound is None:
            bound = objective.measure.most(model.setting) if sign == 1 else 0
        if best is None:
            found = yield from self._first(model.with_objective(None))
            best = None if found is None else objective.measure.value(found)
        while best is not None and best != bound:
            wanted = best + sign * ((abs(bound - best) + 1) // 2)
            found = yield from self._first(
                model.settled(f"{wanted}.." if sign == 1 else f"..{wanted}")
            )
            if found is not None:
                best = objective.measure.value(found)
            else:
                bound = wanted - sign
                yield bound

    def _first(self, model: Placement) -> Generator[Arrangement | None, None, Arrangement | None]:
        """Search until there is a solution; yield all there is till then, and return it."""
        with closing(cast("Iterator[Arrangement | None]", self.search(model))) as search:
            for solution in search:
                yield solution
                if solution is not None:
                    return solution
        return None


@cache
def options_of(engine: type[Engine]) -> Mapping[str, object]:
    """The options of an engine with their defaults."""
    return {name: option.default for name, option in signature(engine).parameters.items()}


def _within(value: int | None, low: int | None, high: int | None) -> bool:
    """Whether it is a whole number between these bounds."""
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


def _one_by_one(found: Iterator[Solution | None]) -> Iterator[Sequence[Solution]]:
    with closing(found):
        for solution in found:
            yield () if solution is None else (solution,)


class Counter(Engine):
    """An engine that counts without listing; where it can list too, it overrides ``search``.

    ``plan`` says what the count of a model will do and cost, found in milliseconds, or refuses it with the
    predicted size.
    """

    __slots__ = ()

    lists = False

    #: Whether its estimate is what it takes at worst, which it hardly ever does.
    at_worst: ClassVar[bool] = False

    #: Its kernels, each ``module:function``, with the seconds that it takes to compile it, once a machine.
    kernels: ClassVar[Mapping[str, float]] = MappingProxyType({})

    def asking(self, model: Model) -> float:
        """Seconds that its plan takes to make, about, without looking closely."""
        return 0.0

    def at_once(self, model: Model, *, by_size: bool = False) -> Plan | None:
        """As ``plan``, if that and the count take but a moment and no compiled kernel; else None."""
        return None

    @classmethod
    def kernels_of(cls, _plan: Plan) -> Collection[str]:
        """The kernels that a plan of its needs."""
        return cls.kernels

    @abstractmethod
    def plan(self, model: Model, *, by_size: bool = False) -> Plan: ...

    @classmethod
    def variants(cls) -> tuple[Counter, ...]:
        """The ways to count that it does not choose by itself on small models."""
        return ()

    def exercise(self) -> Iterator[object]:
        """Small problems that need each of its kernels, solved while this is gone through."""
        return iter(())

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        raise UnsupportedByEngine(self.name, "counts and cannot list", ("sat", "cpsat"))


def warm_up(engine: type[Counter], plan: Plan | None = None) -> float:
    """Seconds that pass on this machine before the first count of an engine, about.

    Kernels are compiled at their first call on a machine and kept; later they only have to be loaded. Those
    of a plan, if there is one.
    """
    names = engine.kernels if plan is None else engine.kernels_of(plan)
    if not names:
        return 0.0
    return LOADING + sum(engine.kernels[name] for name in names if not _is_compiled(name))


def compiling() -> float:
    """Seconds that this process has spent on compiling kernels; none where it has none."""
    jit: Any = sys.modules.get("nqsat.engines.compiled.jit")  # which is not loaded to be asked that
    return 0.0 if jit is None else float(jit.compiling())


def _is_compiled(name: str) -> bool:
    """Whether a kernel's code is in this process or kept on this machine."""
    module, _, function = name.partition(":")
    kernel: Any = getattr(import_module(module), function)
    if getattr(kernel, "signatures", True):  # a plain function has none, and needs none
        return True
    has = getattr(kernel._cache, "has", None)
    return has is not None and bool(has(kernel))
