"""The state of this installation: versions, solvers tested on a problem, compiled kernels, the machine.

Facts only; the caller decides how to present them. Solvers are tested in a process of their own, so a crash
or a timeout of one is a fact like others.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from nqsat.engines import (
    COUNTERS,
    SOLVERS,
    BacktrackEngine,
    Counter,
    CpSatEngine,
    Engine,
    SatEngine,
    SharpSatEngine,
)
from nqsat.engines.listing.stream import Deadline, iterate_in_thread
from nqsat.engines.machine import cores, memory_limit, version_of
from nqsat.engines.plans.plan import run_plan
from nqsat.engines.solvers.subprocess_worker import run_in_worker
from nqsat.errors import EngineFailure
from nqsat.modelling import Model, Placement, Tour

#: Timeout in seconds of a solver on a problem that takes a millisecond.
PATIENCE = 20.0

#: The engines with kernels.
_COMPILED = [engine for engine in COUNTERS if engine.kernels]

#: Extras of the package that only its developers need.
PRIVATE = frozenset({"dev"})

_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra\s*==\s*[\"']([\w-]+)[\"'])?")


class Fact(NamedTuple):
    """A line of ``doctor`` about a package or engine.

    Args:
        name: a package, or an engine with its solver.
        state: ``"ok"`` if a package is installed, or an engine solved its test.
        needed: whether nqsat needs it to work.
        words: the version; or the error, and how to install it.
    """

    name: str
    state: Literal["ok", "missing", "broken"]
    needed: bool
    words: str


class Kernels(NamedTuple):
    """The compiled kernels of an engine.

    Args:
        engine: its name.
        number: number of kernels.
        compiled: how many of them are compiled already.
        folders: where they are cached; none if no folder is writable.
        size: their size in bytes.
        words: the error if they cannot be examined, or empty.
    """

    engine: str
    number: int
    compiled: int
    folders: tuple[str, ...]
    size: int
    words: str = ""


class Machine(NamedTuple):
    """The resources of the machine.

    Args:
        cores: cores of the machine; ``usable``: cores that this process may use.
        memory: total bytes, if the system reports them.
        allowed: bytes that a count may use by default.
    """

    system: str
    cores: int
    usable: int
    memory: int | None
    allowed: int


class Health(NamedTuple):
    """The result of ``examine``."""

    packages: tuple[Fact, ...]
    solvers: tuple[Fact, ...]
    kernels: tuple[Kernels, ...]
    machine: Machine

    @property
    def sound(self) -> bool:
        """Whether everything that is needed works."""
        facts = (*self.packages, *self.solvers)
        return all(fact.state == "ok" for fact in facts if fact.needed) and not any(
            one.words for one in self.kernels
        )

    def to_json(self) -> dict[str, object]:
        """The same as JSON data."""
        return {
            "sound": self.sound,
            "packages": [fact._asdict() for fact in self.packages],
            "solvers": [fact._asdict() for fact in self.solvers],
            "kernels": [one._asdict() for one in self.kernels],
            "machine": self.machine._asdict(),
        }


def examine() -> Health:
    """Examine everything; takes some seconds."""
    return Health(tuple(packages()), tuple(solvers()), tuple(kernels()), machine())


def packages() -> Iterator[Fact]:
    """Python, nqsat, and the requirements of nqsat, with the installed versions."""
    yield Fact("Python", "ok", needed=True, words=platform.python_version())
    own = version_of("nqsat")
    yield Fact("nqsat", "ok", needed=True, words=own or "not installed as a package")
    for requirement in (metadata.requires("nqsat") if own else None) or ():
        found = _REQUIREMENT.match(requirement)
        if found is None or found[2] in PRIVATE:
            continue
        name, extra = found[1], found[2]
        version = version_of(name)
        if version is not None:
            yield Fact(name, "ok", extra is None, version)
        else:
            wanted = f"nqsat[{extra}]" if extra else requirement
            yield Fact(name, "missing", extra is None, f"pip install '{wanted}'")


# -- solvers -----------------------------------------------------------------------------


def solvers(names: Sequence[str] | None = None) -> Iterator[Fact]:
    """Every solver that nqsat offers, tested on a small problem.

    One process tests them in turn. If it dies, or is silent for ``PATIENCE`` seconds, the current solver is
    reported as broken, and another process tests the rest.
    """
    left = list(_tested_engines() if names is None else names)
    needed = _default_solvers()
    while left:
        try:
            for wrong in _errors_of(left):
                name = left.pop(0)
                state: Literal["ok", "broken"] = "broken" if wrong else "ok"
                yield Fact(name, state, name in needed, wrong or "solves")
        except EngineFailure as error:
            if not left:  # all had been reported
                return
            name = left.pop(0)
            yield Fact(name, "broken", name in needed, str(error))


def _errors_of(names: Sequence[str]) -> Iterator[str]:
    """Yield the error of each, one after the other: an empty text if there is none.

    Raises:
        EngineFailure: the process failed.
    """
    clock = Deadline(PATIENCE)
    with closing(run_in_worker(_test_in_worker, [tuple(names)], "solver")) as answers:
        for answer in answers:
            if answer is not None:
                yield answer
                clock = Deadline(PATIENCE)
            elif clock.expired:
                raise EngineFailure(f"no answer within {PATIENCE:g} s")


def _test_in_worker(names: Iterable[str]) -> Iterator[list[str]]:
    """The tests, run in the worker process."""
    engines = _tested_engines()
    model = Placement("4x4", {"Q": 4})
    expected = set(BacktrackEngine().search(model)) - {None}
    for name in names:
        try:
            engine = engines[name]
            if isinstance(engine, Counter):
                right = _count_solutions(engine, model) == len(expected)
            else:
                right = set(engine.search(model)) - {None} == expected
            yield ["" if right else "a wrong answer"]
        except Exception as error:  # third-party code may raise anything
            yield [f"{type(error).__name__}: {error}"]


def _count_solutions(engine: Engine, model: Model) -> int:
    """The number of solutions that an engine counts, in one part."""
    slices = run_plan(engine.plan(model))
    return sum(int(number) for piece in slices for _, number in piece.numbers)


def _tested_engines() -> dict[str, Engine]:
    """The engines to test, by the name in the report."""
    found: dict[str, Engine] = {f"sat/{solver}": SatEngine(solver) for solver in SOLVERS}
    found[CpSatEngine.name] = CpSatEngine()
    if find_spec("pyganak") is not None:
        found[SharpSatEngine.name] = SharpSatEngine()
    return found


def _default_solvers() -> set[str]:
    """The solvers that are used by default."""
    sizes: tuple[Model, ...] = (Placement("1x1", {"Q": 1}), Tour("6x6", "N"), Tour("20x20", "N"))
    return {CpSatEngine.name, *(SatEngine().for_model(model).title for model in sizes)}


# -- kernels -----------------------------------------------------------------------------


def kernels() -> Iterator[Kernels]:
    """For each engine with kernels, which of them are compiled. Nothing is compiled here."""
    for engine in _COMPILED:
        try:
            from nqsat.engines.compiled.jit import cached_code

            modules = dict.fromkeys(name.partition(":")[0] for name in engine.kernels)
            found = cached_code(Path(import_module(name).__file__ or "") for name in modules)
        except Exception as error:  # numba is broken, or does not support this Python
            yield Kernels(engine.name, 0, 0, (), 0, f"{type(error).__name__}: {error}")
        else:
            yield Kernels(engine.name, *found)


def compile_kernels() -> Iterator[tuple[str, float]]:
    """Compile all kernels that are not compiled yet, by solving small problems that need each of them.

    Yields the name of each engine and the seconds that it took.
    """
    for engine in _COMPILED:
        clock = Deadline()
        for _ in iterate_in_thread(engine().exercise):
            continue
        yield engine.name, clock.seconds


# -- the machine -------------------------------------------------------------------------


def machine() -> Machine:
    """The properties that the operating system reports."""
    return Machine(
        f"{platform.system()} {platform.machine()}",
        os.cpu_count() or 1,
        cores(),
        _total_memory(),
        memory_limit(None),
    )


def _total_memory() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
