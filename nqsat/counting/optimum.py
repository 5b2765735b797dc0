"""Optima: the best value of an objective, and whether it is proved.

Engines yield better and better solutions (``Engine.improve``). This module checks each of them, applies
limits, and decides whether the last one is optimal or only the best found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from nqsat.counting.answers import Optimum
from nqsat.counting.encoding import compare
from nqsat.engines import (
    AutoEngine,
    Deadline,
    Engine,
    Reason,
    SatEngine,
    closing,
    iterate_in_thread,
)
from nqsat.engines.machine import MemoryWatch
from nqsat.errors import InvalidModel, WrongSolution
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model, Solution
from nqsat.modelling.rules import Objective

#: The id of the part that finds the best value; the keys of its product.
OPTIMUM = "optimum"
_PRODUCT = ("value", "proved", "bound", "pieces", "engine", "seconds")


def finder_of(engine: Engine, model: Model) -> Engine:
    """Return the engine that finds the best value of a model: ``sat`` if the engine only counts."""
    if isinstance(engine, AutoEngine):
        return engine.optimiser(model)
    return (engine if engine.lists else SatEngine(isolated=True)).for_model(model)


def best_value(
    model: Model,
    engine: Engine,
    *,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
) -> Optimum:
    """Find the best value of a model's objective; at a limit or Ctrl-C return the best found."""
    if model.objective is None:
        raise InvalidModel("objective", "the model has none; give maximise or minimise")
    best = Optimum(model.objective, engine="", reason="interrupted")
    clock, memory, found = Deadline(time_limit), MemoryWatch(getattr(engine, "memory", None)), 0
    reason: Reason | None = "interrupted"
    with suppress(KeyboardInterrupt):
        engine = finder_of(engine, model)
        with closing(iterate_in_thread(lambda: improvements(model, engine))) as steps:
            for step in steps:
                if step is not None:
                    best = step
                    found += 1
                    if improved is not None:
                        improved(best)
                if watch is not None:
                    watch(found)
                if clock.expired or memory.reached:
                    reason = "time limit" if clock.expired else "memory limit"
                    break
            else:
                reason = None
    return replace(best, engine=engine.title, seconds=clock.seconds, reason=reason)


def improvements(model: Model, engine: Engine) -> Iterator[Optimum | None]:
    """Search for the best value of a model's objective, and yield each improvement of value or bound.

    The last optimum is proved. None is yielded while the engine is working. The model must have an
    objective, and the engine must be able to optimise.
    """
    objective = cast("Objective", model.objective)
    compared = compare((model,), engine)
    clock, best = Deadline(), Optimum(objective, engine=engine.title, reason=None, note=compared)
    with closing(engine.improve(model)) as steps:
        for step in steps:
            if isinstance(step, int):
                best = replace(best, bound=step)
            elif step is not None:
                best = _with_solution(best, step, model, engine)
            # Others may have joined in, so the title may have changed.
            yield (
                None if step is None else replace(best, engine=engine.title, seconds=clock.seconds)
            )
    yield replace(best, engine=engine.title, proved=True, bound=best.value, seconds=clock.seconds)


def _with_solution(best: Optimum, solution: Solution, model: Model, engine: Engine) -> Optimum:
    """Return the optimum with this solution, after checking it against the model's meaning."""
    wrong, value = "", best.objective.measure.value(solution)
    if not model.holds(solution):
        wrong = "breaks a rule of the model"
    elif best.value is not None and not best.objective.better(value, best.value):
        wrong = f"has {value}, no better than {best.value}"
    if wrong:
        raise WrongSolution(f"engine {engine.title}: {solution} {wrong}", solution)
    return replace(best, value=value, solution=solution)


# -- in plain values ---------------------------------------------------------------------


def to_product(best: Optimum) -> dict[str, Any]:
    """Return an optimum as JSON data; pieces are in the notation of presets, moves as a1-b3."""
    found = best.solution
    pieces = None if found is None else [atom.text_on(found.board) for atom in found.atoms]
    return {
        "value": best.value, "proved": best.proved, "bound": best.bound, "pieces": pieces,
        "engine": best.engine, "seconds": best.seconds,
    }  # fmt: skip


def optimum_of(
    model: Model | CnfProblem,
    made: Mapping[str, Any] | None,
    engine: str,
    reason: Reason | None,
    seconds: float,
) -> Optimum | None:
    """Return the optimum that a product says, or that none is known; None without an objective."""
    if model.objective is None:
        return None
    if made is None:
        return Optimum(model.objective, engine=engine, seconds=seconds, reason=reason)
    pieces, rest = made["pieces"], {name: value for name, value in made.items() if name != "pieces"}
    found = None if pieces is None else _solution(model, pieces)
    reason = None if made["proved"] else reason
    return Optimum(model.objective, solution=found, reason=reason, **rest)


def is_optimum(model: Model, product: Any) -> bool:
    """Return whether JSON data claim a proved best value of a model's objective, with such a solution.

    The solution is checked here; that no value is better is trusted.
    """
    objective = cast("Objective", model.objective)
    if not isinstance(product, dict) or product.keys() != {*_PRODUCT}:
        return False
    value, proved, bound, pieces, engine, seconds = (product[name] for name in _PRODUCT)
    plain = type(engine) is str and type(seconds) in (int, float) and seconds >= 0
    if not plain or proved is not True or (type(bound), bound) != (type(value), value):
        return False
    if value is None or pieces is None:
        return value is pieces
    if type(value) is not int or not isinstance(pieces, list) or {*map(type, pieces)} - {str}:
        return False
    try:
        solution = _solution(model, pieces)
    except InvalidModel:
        return False
    return model.holds(solution) and objective.measure.value(solution) == value


def _solution(model: Any, atoms: Sequence[str]) -> Solution:
    found: Solution = model.parse_solution(" ".join(atoms) or "(empty)")
    return found
