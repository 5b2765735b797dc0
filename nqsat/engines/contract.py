"""The interface that every engine implements.

An engine turns a model into a stream of its solutions, each exactly once, in a fixed order:

    batches(model, ...)  yields  solutions             more have been found
                                 none                  still at work (the caller may check its limits)
                         ends                          there are no more: the list is complete
                         raises EngineFailure          the solver failed
    closing the stream   stops the work at once and frees its resources; see ``closing``.

The consumer of the stream (``Listing``) handles limits, interrupts, checks and duplicates, once for all
engines. A search that a limit stopped is never resumed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Multiset
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from nqsat.chess import Symmetry
from nqsat.compiling import Formula
from nqsat.engines.checked import check_solutions, require_settled
from nqsat.engines.plans.plan import (
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Weight,
    single_part_stage,
)
from nqsat.engines.stream import close, closing, gather_batches
from nqsat.errors import InvalidModel, UnsupportedByEngine, blaming, integer, unknown
from nqsat.formulas import CnfProblem
from nqsat.modelling import Arrangement, Model, Placement, Rule, Solution, Subject, Tour

if TYPE_CHECKING:
    from nqsat.compiling import ProjectedSolution, Projection

#: For each integer option, its smallest and largest allowed value; None where there is no bound.
Ranges = Mapping[str, tuple[int | None, int | None]]


class Engine(ABC):
    """A method to enumerate the solutions of a model. A frozen value: options only, no state."""

    __slots__ = ()

    #: The name for ``--engine``.
    name: ClassVar[str]

    #: Options whose value may follow the name in the title, each with its allowed values.
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    #: The integer options and their bounds.
    ranges: ClassVar[Ranges] = MappingProxyType({})

    def __post_init__(self) -> None:
        """Check the options. The default value of an option is always valid."""
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
            if value is not usual[option] and not _in_bounds(number, low, high):
                bounds = "" if low is None else f" from {low}" + (f" to {high}" if high else " on")
                raise InvalidModel(option, f"{value!r} is not an integer{bounds}")

    @property
    def title(self) -> str:
        """The name with the non-default choices: ``sat/cadical195``; ``make_engine`` parses it."""
        usual = options_of(type(self))
        made = {option: getattr(self, option) for option in self.choices}
        return "/".join([self.name, *(made[x] for x in made if made[x] != usual[x])])

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        """Return the option that a word of a title sets, and its value; None if it sets none."""
        for option, values in cls.choices.items():
            if word in values:
                return option, word
        return None

    #: Whether it can list solutions, and not only count them.
    lists: ClassVar[bool] = True

    #: The kinds of model that it accepts.
    takes: ClassVar[tuple[type[Model], ...]] = (Placement, Tour)

    #: Whether it knows tours that may leave squares out.
    skips_squares: ClassVar[bool] = False

    #: The ground of its answers: a formula, ``holds`` of the rules, or the moves of a piece.
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "formula"

    #: The rules that are built into it, exactly these classes. None means every rule, because the engine
    #: uses the rule's encoding or its ``holds``; with ``ground = "moves"`` None means no rule at all.
    knows_rules: ClassVar[tuple[type[Rule], ...] | None] = None

    #: Seconds until it begins to count, for each literal of the model, about.
    making: ClassVar[float] = 1e-5

    #: Whether its plan depends on its limit of memory.
    plans_by_memory: ClassVar[bool] = False

    #: Whether it counts what is small without NumPy and kernels.
    counts_bare: ClassVar[bool] = True

    #: Whether its counts can be split by the number of pieces.
    counts_sizes: ClassVar[bool] = True

    #: Whether it can forbid the images of each solution found; see ``batches``.
    forbids_images: ClassVar[bool] = False

    def accept(
        self, model: Subject, orbit: Sequence[Symmetry] = (), *, by_size: bool = False
    ) -> None:
        """Refuse at once a request that the class attributes of the engine rule out.

        Raises:
            UnsupportedByEngine: the engine does not support the request.
            InvalidModel: as ``require_settled``.
        """
        if by_size and not self.counts_sizes:
            raise UnsupportedByEngine(self.name, "cannot count by size", ("frontier",))
        if not isinstance(model, self.takes):
            only = " and ".join(f"{kind.key}s" for kind in self.takes)
            by_kind = {"placement": "frontier", "tour": "mates"}
            other = by_kind.get(model.key, "cpsat")
            raise UnsupportedByEngine(self.name, f"is only for {only}", ("sat", other))
        self.refuse_unknown(model)
        if not self.skips_squares and isinstance(model, Tour) and not model.full_tour:
            others = ("frontier", "sat", "backtrack")
            raise UnsupportedByEngine(self.name, "is only for tours of all squares", others)
        if orbit and not self.forbids_images:
            raise UnsupportedByEngine(self.name, "cannot forbid the orbit of a solution", ("sat",))
        require_settled(model)

    @classmethod
    def refuse_unknown(cls, model: Any) -> None:
        """Refuse a model with a rule that the engine does not know."""
        if cls.ground != "meaning" and model.filtered:
            reason = "works on formulas or moves, and a rule of this model has only holds"
            raise UnsupportedByEngine(cls.name, reason, ("backtrack",))
        if cls.knows_rules is None and cls.ground != "moves":
            return
        for rule in model.rules:
            if type(rule) not in (cls.knows_rules or ()):
                others = ("sat", "backtrack")
                raise UnsupportedByEngine(cls.name, f"does not know the rule {rule.name}", others)

    #: Whether its ``note`` belongs to answers without a solution as well.
    notes_all: ClassVar[bool] = True

    @property
    def note(self) -> str | None:
        """A remark that belongs to every answer of this engine; None for most engines."""
        return None

    def for_model(self, model: Model | CnfProblem) -> Engine:
        """Return the engine with the options set that depend on the model.

        Raises:
            UnsupportedByEngine: the model is a formula, and the engine does not accept one.
        """
        if isinstance(model, CnfProblem):
            from nqsat.compiling import Projection

            if isinstance(model, Projection) and self.lists:
                return ProjectedLister(self)
            raise UnsupportedByEngine(self.name, f"is not for {model.called}", ("sat", "frontier"))
        return self

    @abstractmethod
    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        """Stream the solutions of a model in batches, as the module docstring specifies.

        Args:
            model: the model.
            orbit: if given, a group that preserves the model: each solution found forbids all its images,
                so that the stream has exactly one solution of every orbit.

        Raises:
            UnsupportedByEngine: this engine cannot answer; raised at once, before any work.
        """

    def accepts(self, model: Model) -> bool:
        """Whether it can try this model."""
        try:
            close(self.batches(model))
        except UnsupportedByEngine:
            return False
        return True

    def search(self, model: Any, orbit: Sequence[Symmetry] = ()) -> Iterator[Any]:
        """The same stream, solution by solution; None for an empty batch."""
        return (solution for batch in self.batches(model, orbit) for solution in batch or (None,))

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        """Count the solutions of a model; by default, list them and count the list.

        Args:
            model: a model without an objective.
            by_size: count the solutions of each number of pieces separately.
            workers: how many parts may be counted at a time; None for all cores if that is worth it. A list
                is made by one.

        Yields:
            slices of work. Their numbers add up to the answer; their ``facts`` name the engine that counts.

        Raises:
            UnsupportedByEngine: it cannot count this model, or not within its limits; while iterating.
        """
        return count_list(self, model, by_size=by_size)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        """Return how the count is split into parts; by default, each part lists a cube of the model.

        Raises:
            UnsupportedByEngine: as ``count``; raised at once.
        """
        close(self.batches(model))  # refuses at once
        engine = self.for_model(model)
        whole = engine.lists_by_orbits(model)
        facts = Facts(engine.title, "listing", engine.note, in_python=True, whole=whole)
        return CubePlan(engine, model, facts, by_size)

    def with_memory_for(self, _workers: int) -> Engine:
        """The engine that may use the share of one of several workers of its memory; by default itself."""
        return self

    def lists_by_orbits(self, _model: Model) -> bool:
        """Whether a list uses symmetries, orbit by orbit, which parts of the model would not have."""
        return False

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        """Stream better and better solutions of a model with an objective.

        Yields a solution that is better than those before; an integer when it is proved that no value is
        better than this bound; None as ``search`` does. The end of the stream proves that the last solution
        is optimal, or that there is no solution.

        By default, a binary search on the objective value: it asks for one solution in the better half of
        the values that are still possible, until there are none.
        """
        return self.improve_by_halving(model)

    def improve_by_halving(
        self, model: Model, best: int | None = None, bound: int | None = None
    ) -> Iterator[Arrangement | int | None]:
        """As ``improve``, starting from the best value and the bound known so far, if any."""
        objective = model.objective
        if objective is None:
            return
        sign = 1 if objective.sense == "maximise" else -1
        if bound is None:
            bound = objective.measure.most(model.setting) if sign == 1 else 0
        if best is None:
            found = yield from self._first_solution(model.with_objective(None))
            best = None if found is None else objective.measure.value(found)
        while best is not None and best != bound:
            wanted = best + sign * ((abs(bound - best) + 1) // 2)
            better = f"{wanted}.." if sign == 1 else f"..{wanted}"
            found = yield from self._first_solution(model.with_optimum(better))
            if found is not None:
                best = objective.measure.value(found)
            else:
                bound = wanted - sign
                yield bound

    def _first_solution(
        self, model: Model
    ) -> Generator[Arrangement | None, None, Arrangement | None]:
        """Search for a solution; yield everything up to it, and return it."""
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


def hinted(hint: Iterable[str], formula: Formula) -> tuple[int, ...]:
    """The variables of a hint's literals, each once. ``InvalidModel``: the formula lacks one."""
    with blaming("hint"):
        return tuple({abs(x): x for x in formula.variables_of(hint)}.values())


def _in_bounds(value: int | None, low: int | None, high: int | None) -> bool:
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


class Counter(Engine):
    """An engine that counts without listing; where it can list too, it overrides ``batches``.

    ``plan`` takes moments: it returns how the model will be counted and at what cost, roughly, or refuses
    the model and gives the predicted size. ``count`` makes it as well, if it counts by parts.
    """

    __slots__ = ()

    lists = False
    counts_bare = False

    @abstractmethod
    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]: ...

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        """Return how the count is split into parts; by default it is not."""
        facts = Facts(self.title, note=self.note, whole=True)
        return CubePlan(self, model, facts, by_size, most=1)

    @classmethod
    def variants(cls) -> tuple[Counter, ...]:
        """Ways to count that it does not choose by itself on small models."""
        return ()

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        raise UnsupportedByEngine(self.name, "counts and cannot list", ("sat", "cpsat"))


# -- the count and the plan that an engine has by default ---------------------------------


def count_list(
    engine: Engine,
    model: Any,
    *,
    by_size: bool = False,
    limit: int | None = None,
    method: str = "listing",
) -> Iterator[Progress]:
    """List the solutions of a model, or of a formula, and count the list; see ``Facts`` for the method.

    With a limit it raises ``LimitReached`` when more than this many have been listed.
    """
    engine = engine.for_model(model)
    found = check_solutions(model, engine, limit=limit)
    yield Progress(facts=Facts(engine.title, method, engine.note))
    with closing(gather_batches(found)) as batches:
        for batch in batches:
            sizes: Mapping[int, Weight]
            if isinstance(model, CnfProblem):
                sizes = {0: sum(map(model.weight, batch))}
            else:
                sizes = Multiset(map(len, batch)) if by_size else {0: len(batch)}
            yield Progress(tuple(sizes.items()), len(batch))


@dataclass(frozen=True, slots=True)
class CubePlan(Plan):
    """Each part is a cube of the model, which the engine counts."""

    engine: Engine
    model: Any  # the model, or a formula
    facts: Facts
    by_size: bool = False  # count the solutions of each number of pieces separately
    most: int | None = None  # how many parts there are at most; 1 if the engine counts the whole

    def stage(self, wanted: int, products: Products) -> Stage:
        from nqsat.engines.plans.cubes import cut_into_parts

        wanted = min(wanted, self.most or wanted)
        return cut_into_parts(self, self.model, wanted) if wanted > 1 else single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        from nqsat.engines.plans.cubes import cube

        return self.engine.count(cube(self.model, part.data), by_size=self.by_size)

    def with_memory_for(self, workers: int) -> Plan:
        return replace(self, engine=self.engine.with_memory_for(workers))

    def restricted_model(self, part: Part) -> Any:
        from nqsat.engines.plans.cubes import cube

        return cube(self.model, part.data)


@dataclass(frozen=True, slots=True)
class ProjectedLister(Engine):
    """Lists what is shown of the solutions that an engine without formulas lists, each once."""

    name: ClassVar[str] = "projected"
    lister: Engine

    @property
    def title(self) -> str:
        return self.lister.title

    def for_model(self, model: Any) -> ProjectedLister:
        return self

    def batches(self, model: Any, orbit: Sequence[object] = ()) -> Iterator[Sequence[Any]]:
        return _shown_once(model, self.lister.batches(model.model))

    def plan(self, model: Any, *, by_size: bool = False) -> Plan:
        # A part of a projection is a part of its clauses, of which the model knows nothing.
        facts = Facts(self.title, "listing", self.note, in_python=True, whole=True)
        return CubePlan(self, model, facts, by_size, most=1)


def _shown_once(
    projection: Projection, found: Iterator[Sequence[Any]]
) -> Iterator[Sequence[ProjectedSolution]]:
    seen: set[ProjectedSolution] = set()
    with closing(found):
        for batch in found:
            new = dict.fromkeys(map(projection.shown, batch))
            yield tuple([solution for solution in new if solution not in seen])
            seen.update(new)
