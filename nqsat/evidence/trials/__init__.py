"""Trials: verification of random models, and what to do with one on which two witnesses differ.

    models    boards × pieces × rules × presets, tours and factors, small enough for the reference
    rules     a random rule of every kind, and objectives
    smaller   the models one step simpler than a model, down to a small one that still has a disagreement

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
from nqsat.evidence.trials.models import near, random_model
from nqsat.evidence.trials.smaller import minimised
from nqsat.evidence.verify import WITNESSES, Report, verify
from nqsat.modelling import Model

__all__ = ["smallest", "verify_random"]

#: Once in so many models those counters take part too that the effort leaves out.
RARELY = 10

#: So long a disagreement is made smaller.
SECONDS = 120.0

#: So long a model may take, whatever its engines' limits are.
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

    The parameters of each report are the seed and the model's number, which give the model again. An engine
    that breaks differs here from those that do not: the model is one that every engine must stand.

    Args:
        number: how many models.
        seed: which ones.
        like: where given, models near this one: with some squares or moves settled.
        witnesses: the engines, the reference first.
        effort: how far to go, with a limit for each engine.
    """
    for index in range(number):
        model = random_model(seed, index) if like is None else near(like, seed, index)
        params: dict[str, int | str] = {"seed": seed, "index": index}
        now = effort if index % RARELY else replace(effort, counters=None)
        yield _verified(model, params, witnesses, now)


def smallest(
    report: Report, *, witnesses: tuple[Engine, ...] = WITNESSES, effort: Effort = RANDOM
) -> Report:
    """The report of the smallest model found on which a check differs that differs in this report."""
    names = _differing(report)
    wanted = {"engines"} if "engines" in names else set(names)
    quick = _only(effort, wanted)
    last = report

    def fails(model: Model) -> bool:
        nonlocal last
        found = _verified(model, report.params, witnesses, quick)
        if found.interrupted:
            raise KeyboardInterrupt
        if wanted.isdisjoint(_differing(found)):
            return False
        last = found
        return True

    try:
        found = minimised(report.model, fails, seconds=SECONDS)
    except KeyboardInterrupt:
        return replace(last, interrupted=True)  # it may not be the smallest, but it differs
    return _verified(found, report.params, witnesses, effort)


def _only(effort: Effort, names: Collection[str]) -> Effort:
    """The effort without comparisons that are neither asked for nor the first ones."""
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


def _differing(report: Report) -> list[str]:
    return [check.name for check in report.checks if check.result is Result.DIFFER]


def _verified(
    model: Model, params: Mapping[str, int | str], witnesses: tuple[Engine, ...], effort: Effort
) -> Report:
    """The report of a model that must neither break an engine nor take long."""
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
    """Interrupt as Ctrl-C does after so many seconds; the list has an entry then.

    Only where the system has such a clock, and in the main thread, which alone may set it.
    """
    rung: list[bool] = []
    over = False

    def ring(_signal: int, _frame: object) -> None:
        if not over:  # else it is too late to interrupt anything
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
