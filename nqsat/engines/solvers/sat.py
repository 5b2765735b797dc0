"""The engine ``sat``: a CNF, a solver of PySAT, and the loop.

The default solver is CaDiCaL 1.9.5, the fastest in the loop (tests/benchmarks measures it). Where limits or
Ctrl-C matter it works in a process of its own, which can be killed.

Long lists are made orbit by orbit: the solver searches for one solution of each orbit, and its images under
the model's symmetries follow it. All are checked, and duplicates are errors, as for any list.

For an external CNF the whole assignment is read, because a solution is checked against all clauses. Only
the shown variables are forbidden, so that each of their assignments occurs once, however many ways there
are to complete it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING, Any, ClassVar, cast

from nqsat.chess import Symmetry
from nqsat.compiling import (
    CIRCUITS,
    ENCODINGS,
    Blocking,
    Formula,
    blocking,
    check_size,
    cuts,
    encoded,
    lower,
    to_cnf,
)
from nqsat.engines.contract import Engine, Ranges, hinted
from nqsat.engines.solvers.session import Representative, SatTask, enumerate_task
from nqsat.engines.stream import gather_batches, merge_streams
from nqsat.errors import UnsupportedByEngine
from nqsat.formulas import Assignment, CnfProblem
from nqsat.modelling import Arrangement, Model, Solution, Tour, known_symmetries
from nqsat.modelling.rules.user_rules import is_user_rule

if TYPE_CHECKING:
    from nqsat.engines.solvers.core_guided import CoreGuided

#: Incremental solvers of PySAT, which accept clauses after a call; the first is the default.
#: (kissat404 is not: it solves once.)
SOLVERS = (
    "cadical195", "cadical103", "cadical153", "cadical300", "ergo", "gluecard3", "gluecard4",
    "glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm", "maplesat",
    "mergesat3", "minicard", "minisat22", "minisatep",
)  # fmt: skip

#: A solver that stops after any number of conflicts, as those of CaDiCaL do not: for lists that take turns.
STOPPABLE = "minisat22"

#: Tours on boards with more squares are found fastest by CaDiCaL 1.5.3, not by MiniSat.
LARGE_TOUR = 150

#: Placements on boards with more cells are found fastest by MiniSat.
LARGE_PLACEMENT = 10_000

#: Squares times translations of a board beyond which symmetries are not used: they take time, and such a
#: list does not end anyway.
SYMMETRIC = 2_500


def _enumerate_in_batches(task: SatTask) -> Iterator[Sequence[tuple[int, ...]]]:
    """Run a task in a worker process.

    An empty batch is a sign of life: if the parent has ended, the broken pipe ends the worker.
    """
    return gather_batches([] if true is None else [true] for true in enumerate_task(task))


@dataclass(frozen=True, slots=True)
class SatEngine(Engine):
    """A SAT solver on the CNF of a model, which lists solutions by blocking clauses.

    Args:
        solver: one of ``SOLVERS``; None for the one that measured best on this kind of model.
        encoding: how cardinalities are encoded; see ``nqsat.compiling.ENCODINGS``.
        circuit: how a tour's connectivity is encoded: ``lazy`` (cuts where needed) or one of ``CIRCUITS``.
        isolated: run the solver in a process of its own, so that a limit or Ctrl-C takes effect at
            once; otherwise they take effect between slices of work.
        hint: literals that the first solution has if possible, as for ``nqsat.solve``.
        memory: bytes that the search may use; see ``MemoryWatch``.
    """

    name: ClassVar[str] = "sat"
    skips_squares: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Model,)
    forbids_images: ClassVar[bool] = True
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "solver": SOLVERS,
        "encoding": tuple(encoding.name for encoding in ENCODINGS),
        "circuit": tuple(circuit.name for circuit in CIRCUITS),
    }
    solver: str | None = None
    encoding: str = "auto"
    circuit: str = "lazy"
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    isolated: bool = False
    hint: tuple[str, ...] = ()
    memory: int | None = None

    def for_model(self, model: Model | CnfProblem) -> SatEngine:
        written = isinstance(model, CnfProblem)  # only the solver can be chosen
        engine = type(self)(isolated=self.isolated, memory=self.memory) if written else self
        return replace(engine, solver=self._solver(model))

    def _solver(self, model: Model | CnfProblem) -> str:
        """The solver requested, or the one that measured best."""
        if self.solver is not None:
            return self.solver
        if isinstance(model, Tour):
            return "cadical153" if len(model.board.squares) > LARGE_TOUR else "minisat22"
        if isinstance(model, CnfProblem):
            return SOLVERS[0]
        cells = model.board.rows * model.board.columns  # their squares may be too many to list
        return "minisat22" if cells > LARGE_PLACEMENT else SOLVERS[0]

    def __reduce__(self) -> tuple[type[SatEngine], tuple[object, ...]]:
        # What is pickled goes to another process, which is one of its own: it starts no further one.
        options = (self.solver, self.encoding, self.circuit, False, self.hint, self.memory)
        return SatEngine, options

    def lists_by_orbits(self, model: Model | CnfProblem) -> bool:
        return not isinstance(model, CnfProblem) and bool(_listing_symmetries(model))

    def batches(
        self, model: Model | CnfProblem, orbit: Sequence[Symmetry] = ()
    ) -> Iterator[Sequence[Any]]:
        if isinstance(model, CnfProblem):
            return self._assignments(model)
        self.refuse_unknown(model)
        check_size(model)
        return self._decode_solutions(model, orbit)

    def _assignments(self, problem: CnfProblem) -> Iterator[Sequence[Assignment]]:
        task = _cnf_task(problem, self._solver(problem))
        with closing(self._enumerate(task)) as found:
            for true in found:
                yield () if true is None else (problem.assignment(true),)

    def _decode_solutions(
        self, model: Model, orbit: Sequence[Symmetry]
    ) -> Iterator[Sequence[Solution]]:
        formula = lower(model)
        group = tuple(orbit) or _listing_symmetries(model)
        task = self._task(model, formula, group, whole=not orbit)
        decode = formula.reader.decode
        with closing(self._enumerate(task)) as found:
            for true in found:
                if isinstance(true, Representative):
                    yield _images(decode(true), group)
                else:
                    yield () if true is None else (decode(true),)

    def improve(self, model: Model) -> Iterator[Arrangement | int | None]:
        """Search by cores first; if that takes too long, by halving the interval of possible values."""
        left = yield from self.improve_by_cores(model)
        if left is not None:
            yield from self.improve_by_halving(model, *left)

    def improve_by_cores(
        self, model: Model
    ) -> Generator[Arrangement | int | None, None, tuple[int | None, int | None] | None]:
        """As ``improve``, for a limited number of conflicts.

        Returns:
            the best value and the bound, as far as they are known; None if the last solution is optimal.
        """
        made = self._core_guided(model)
        if made is None:
            return None, None
        work, decode = made
        with closing(merge_streams([work.run])) as news:
            for event in news:
                yield decode(event) if isinstance(event, tuple) else event
        return None if work.proved else (work.best, work.bound)

    def optima(self, model: Model) -> Iterator[Arrangement | None]:
        """Stream all solutions with the best value of a model's objective, by the solver that proves it.

        Raises UnsupportedByEngine if there are no cores for this model, or too many conflicts.
        """
        made = self._core_guided(model)
        if made is None:
            raise UnsupportedByEngine(self.name, "has no cores for this objective", ("sat",))
        work, decode = made
        with closing(work.optima()) as found:
            for true in found:
                yield None if true is None else decode(true)

    def _core_guided(
        self, model: Model
    ) -> tuple[CoreGuided, Callable[[tuple[int, ...]], Arrangement]] | None:
        """A search for the optimum by cores, and what decodes its solutions; None if there can be none."""
        check_size(model)
        formula = lower(model)
        task = self._task(model, formula)
        left_out = task.cuts is not None and task.cuts.constraints
        if formula.goal is None or not formula.goal.literals or not task.clauses or left_out:
            return None
        from nqsat.engines.solvers.core_guided import CoreGuided

        work = CoreGuided(task.solver, task.clauses, formula.projection, formula.goal, task.hint)
        return work, cast("Callable[[tuple[int, ...]], Arrangement]", formula.reader.decode)

    def _enumerate(self, task: SatTask) -> Generator[tuple[int, ...] | None, None, None]:
        """As ``enumerate_task``, here or in a worker process."""
        if self.isolated:
            from nqsat.engines.subprocess_worker import run_in_worker

            return run_in_worker(_enumerate_in_batches, [task], f"solver {task.solver}")
        return enumerate_task(task)

    def _task(
        self, model: Model, formula: Formula, group: Sequence[Symmetry] = (), *, whole: bool = True
    ) -> SatTask:
        """The task to find all solutions or, unless ``whole``, one of each orbit of a group."""
        cnf = to_cnf(formula, self.encoding, self.circuit)
        forbidding = blocking(formula, map(formula.reader.permutation, group))
        fresh = count(cnf.variables + 1)
        leaders = tuple(forbidding.symmetry_breaking_clauses(partial(next, fresh)))
        lazy = cuts(formula, forbidding.images) if self.circuit == "lazy" else None
        return SatTask(
            self._solver(model),
            next(fresh) - 1,
            cnf.clauses if whole else (*cnf.clauses, *leaders),
            forbidding,
            lazy,
            leaders=leaders if whole else (),
            hint=hinted(self.hint, formula),
        )


@dataclass(frozen=True, slots=True)
class BriefSatEngine(SatEngine):
    """The same in this process for one slice of work, enough for most small formulas.

    If the slice was not enough, it raises UnsupportedByEngine.
    """

    def _enumerate(self, task: SatTask) -> Generator[tuple[int, ...] | None, None, None]:
        for true in enumerate_task(task):
            if true is None:
                raise UnsupportedByEngine(self.name, "is not done in a moment", (self.name,))
            yield true


def _cnf_task(problem: CnfProblem, solver: str) -> SatTask:
    """The clauses unchanged, except that each shown variable occurs, and no clause is empty."""
    whole = encoded(problem)
    variables = whole.variables
    every = tuple(range(1, problem.variables + 1))
    clauses = list(filter(None, whole.clauses))
    unmentioned = set(problem.projection)
    unmentioned.difference_update(map(abs, chain.from_iterable(clauses)))
    clauses += [(x, -x) for x in sorted(unmentioned)]
    if variables and not clauses:
        clauses.append((1, -1))  # some solvers fail on a formula without clauses
    if () in whole.clauses:
        variables += 1  # some solvers ignore an empty clause
        clauses += [(variables,), (-variables,)]
    forbidding = Blocking(problem.projection, fixed_size=False, implied=frozenset())
    return SatTask(solver, variables, tuple(clauses), forbidding, read=every)


def _images(solution: Solution, group: Sequence[Symmetry]) -> Sequence[Solution]:
    """The images of a solution in the group's order, the solution itself first, without duplicates."""
    return [*dict.fromkeys([solution.image(symmetry) for symmetry in group])]


def _listing_symmetries(model: Model) -> tuple[Symmetry, ...]:
    """The symmetries used to shorten a list, if there are any.

    Placements are found quickly: on a board with translations, and so with many symmetries, they are listed
    one by one. A user-defined rule is not assumed to hold for images.
    """
    wraps, squares = model.board.geometry.translations, model.board.rows * model.board.columns
    if (
        squares * wraps > SYMMETRIC
        or (model.is_placement and wraps > 1)
        or any(map(is_user_rule, model.rules))
    ):
        return ()
    group = known_symmetries(model)
    return group if len(group) > 1 else ()
