"""Trials: verify random models, and minimise a model on which engines differ.

    models    random boards × pieces × rules × presets, tours and factors, small enough for the reference
    rules     a random rule of every kind, and objectives
    smaller   reduce a model step by step to a small one that still has a disagreement

The same seed gives the same models.
"""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import current_thread, main_thread

from nqsat.engines import Engine
from nqsat.errors import EngineFailure, Interrupted
from nqsat.evidence.checks import Check, Result
from nqsat.evidence.context import RANDOM, Effort
from nqsat.evidence.trials.models import random_model, vary_model
from nqsat.evidence.trials.smaller import minimise_model
from nqsat.evidence.verify import WITNESSES, Report, verify
from nqsat.modelling import Model

__all__ = ["smallest", "verify_random"]

#: For one in this many models all counters are run, also those that the effort excludes.
RARELY = 10

#: The time limit for minimising a model.
SECONDS = 120.0

#: The time limit for verifying one model, whatever the limits of its engines are.
SECONDS_FOR_MODEL = 60.0


def verify_random(
    number: int,
    seed: int,
    *,
    like: Model | None = None,
    witnesses: tuple[Engine, ...] = WITNESSES,
    effort: Effort = RANDOM,
) -> Iterator[Report]:
    """Verify random models, one after the other.

    The parameters of each report are the seed and the model's index, from which the model can be made
    again. An engine that fails on a model counts as a difference: every engine must handle these models.

    Args:
        number: the number of models.
        seed: the random seed.
        like: if given, variants of this model, with more presets or required and forbidden moves.
        witnesses: the engines, the reference first.
        effort: the limits, also for each engine.
    """
    for index in range(number):
        model = random_model(seed, index) if like is None else vary_model(like, seed, index)
        params: dict[str, int | str] = {"seed": seed, "index": index}
        now = effort if index % RARELY else replace(effort, counters=None)
        yield _verify_in_time(model, params, witnesses, now)


def smallest(
    report: Report, *, witnesses: tuple[Engine, ...] = WITNESSES, effort: Effort = RANDOM
) -> Report:
    """Return the report of the smallest model found on which a differing check of this report differs."""
    names = _differing_checks(report)
    wanted = {"engines"} if "engines" in names else set(names)
    quick = _restrict_effort(effort, wanted)
    last = report

    def fails(model: Model) -> bool:
        nonlocal last
        found = _verify_in_time(model, report.params, witnesses, quick)
        if found.interrupted:
            raise KeyboardInterrupt
        if wanted.isdisjoint(_differing_checks(found)):
            return False
        last = found
        return True

    try:
        found = minimise_model(report.model, fails, seconds=SECONDS)
    except KeyboardInterrupt:
        return replace(last, interrupted=True)  # perhaps not the smallest, but it still differs
    return _verify_in_time(found, report.params, witnesses, effort)


def _restrict_effort(effort: Effort, names: Collection[str]) -> Effort:
    """Return the effort with only the named comparisons, and those that are always made."""
    counting = {"counting", "sizes"} & {*names}
    outer = {"engines", "encodings", "resolving", "counting", "sizes", "certificate", "failure"}
    return replace(
        effort,
        encodings=effort.encodings if "encodings" in names else -1,
        resolving=effort.resolving if "resolving" in names else -1,
        predicted=effort.predicted if counting else -1.0,
        certified=effort.certified if "certificate" in names else -1,
        invariants=effort.invariants if {*names} - outer else -1,
    )


def _differing_checks(report: Report) -> list[str]:
    return [check.name for check in report.checks if check.result is Result.DIFFER]


def _verify_in_time(
    model: Model, params: Mapping[str, int | str], witnesses: tuple[Engine, ...], effort: Effort
) -> Report:
    """Verify a model within the time limit; an engine that fails counts as a difference."""
    with _alarm(SECONDS_FOR_MODEL) as rung:
        try:
            report = verify(model, params=params, witnesses=witnesses, effort=effort)
        except Interrupted as stopped:
            report = stopped.answer
        except EngineFailure as error:
            failed = Check("failure", Result.DIFFER, str(error))
            report = Report("", params, model, {}, (failed,), 0.0)
    if rung and report.interrupted:
        late = Check(
            "time", Result.UNKNOWN, f"more than {SECONDS_FOR_MODEL:g} s: the rest was left"
        )
        return replace(report, checks=(*report.checks[:-1], late), interrupted=False)
    return report


@contextmanager
def _alarm(seconds: float) -> Iterator[list[bool]]:
    """Raise KeyboardInterrupt after this many seconds; the yielded list then has an entry.

    This works only if the system has ``setitimer``, and only in the main thread.
    """
    rung: list[bool] = []
    over = False

    def ring(_signal: int, _frame: object) -> None:
        if not over:  # else the block has already ended
            rung.append(True)
            raise KeyboardInterrupt

    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield rung
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield rung
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
