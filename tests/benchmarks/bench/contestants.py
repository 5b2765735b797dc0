"""Contestants: nqsat's engines, and other programs with the best encoding known for each.

An engine is named as in answers (``sat``, ``sat/minisat22``, ``mates/middle``) or, if it has to break
symmetry, ``NAME+symmetry``. The other programs are listed in ``PEERS``; the package ``peers`` has their
encodings. Some are included because they are fast and wrong: ``about`` says so, and so does the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.graphs import CoverQuestion, CycleQuestion, SetQuestion, cover_of, cycle_of, men_of
from bench.peers import counting, listing, optima, programs
from nqsat.engines import COUNTERS, ENGINES, AutoEngine, Counter, fresh_python, make_engine
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel, UnsupportedByEngine, unknown
from nqsat.modelling import Model

#: The timed work: a function that returns a count.
Job = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that can count solutions.

    Args:
        name: its name in tables and on the command line.
        about: its method, in one line.
        job: makes the timed work for a model; raises ``UnsupportedByEngine`` if it has no encoding for it.
        package: the distribution whose version is shown; None for a part of nqsat or Python.
        modules: the modules to import before the clock starts.
        lists: whether it visits every solution, so that their number determines the time.
        own: whether it is part of nqsat.
        kernels: whether it has kernels that are compiled once, and loaded in every process.
        foretold: returns the estimated seconds for a model, 0 if unknown; it may raise as ``job``.
        command: the command of its worker process, to which name and limit are added; see ``worker``.
        here: returns whether this machine has what it needs, besides its modules.
        ready: prepares it once, given a folder; returns environment variables for its processes.
    """

    name: str
    about: str
    job: Callable[[Model], Job]
    package: str | None = None
    modules: tuple[str, ...] = ()
    lists: bool = True
    own: bool = False
    kernels: bool = False
    foretold: Callable[[Model], float] = lambda _: 0.0
    command: tuple[str, ...] = tuple(fresh_python("from bench.worker import main; main()"))
    here: Callable[[], bool] = lambda: True
    ready: Callable[[Path], Mapping[str, str]] = lambda _: {}

    @property
    def installed(self) -> bool:
        """Whether everything that it needs is installed."""
        return self.here() and all(
            find_spec(module.partition(".")[0]) is not None for module in self.modules
        )

    @property
    def version(self) -> str:
        """The version of its package, or ""."""
        return (self.package and version_of(self.package)) or ""

    @property
    def title(self) -> str:
        """The name with the version."""
        return f"{self.name} {self.version}".rstrip()


# -- nqsat ---------------------------------------------------------------------------------

#: The engines that take part by default: first those that count, because their results show whether there
#: are too many solutions to list.
ENGINE_NAMES = tuple(kind.name for kind in (*COUNTERS, *ENGINES))

#: nqsat imports its subpackages on first use; these are imported before the clock starts.
_NQSAT = ("nqsat.counting",)

#: Further imports for engines that list; the others have kernels.
_LOADED = {"sat": ("pysat.solvers", "pysat.card"), "cpsat": ("ortools.sat.python.cp_model",)}


def engine(text: str) -> Contestant:
    """Return the contestant for an engine of nqsat, from the declaration to the count.

    Raises:
        InvalidModel: there is no such engine, or it has no variant of this name.
    """
    made = make_engine(text)
    counts = isinstance(made, Counter | AutoEngine)
    return Contestant(
        name=f"nqsat {text}",
        about="from the declaration to the count",
        job=partial(_counted, text),
        modules=(*_NQSAT, *(("numpy",) if counts else _LOADED.get(made.name, ()))),
        lists=not counts,
        own=True,
        kernels=counts,
        foretold=lambda model: (
            made.plan(model).estimate.seconds if isinstance(made, Counter) else 0.0
        ),
    )


def _counted(name: str, model: Model) -> Job:
    def job() -> int:
        from nqsat.counting import count

        answer = count(model, engine=name)
        if not answer.complete:
            raise RuntimeError(f"incomplete: {answer.reason}")
        return answer.value

    return job


# -- peers ---------------------------------------------------------------------------------


def _on_graphs(
    name: str,
    about: str,
    pieces: Callable[[SetQuestion], int],
    package: str | None = None,
    modules: tuple[str, ...] = (),
    *,
    cycles: Callable[[CycleQuestion], int] | None = None,
    **more: Any,
) -> Contestant:
    """Return the contestant for a program that works on graphs; making the graph is not timed."""

    def job(model: Model) -> Job:
        if (placement := men_of(model)) is not None:
            return partial(pieces, placement)
        if cycles is not None and (tour := cycle_of(model)) is not None:
            return partial(cycles, tour)
        raise UnsupportedByEngine(name, "has no encoding for this model")

    return Contestant(name, about, job, package, modules, **more)


def _on_covers(
    name: str, about: str, count: Callable[[CoverQuestion], int], **more: Any
) -> Contestant:
    """Return the contestant for a program that counts the ways to dominate by the fewest pieces."""

    def job(model: Model) -> Job:
        if (asked := cover_of(model)) is None:
            raise UnsupportedByEngine(name, "has no encoding for this model")
        return partial(count, asked)

    return Contestant(name, about, job, **more)


def _ganak(model: Model) -> Job:
    if not model.is_placement:
        raise UnsupportedByEngine("ganak", "does not come to the end of a tour's clauses")
    return partial(counting.ganak, model)


def _program(name: str) -> dict[str, Any]:
    """Return the contestant's arguments for a C program."""
    return {
        "here": lambda: programs.compiler() is not None,
        "ready": partial(programs.compiled, name),
    }


_ORTOOLS = ("ortools.sat.python.cp_model",)
_PYSAT = ("pysat.solvers", "pysat.card")

#: The other programs; those that count without listing come first. Choco (GPL parts), z3 and Pumpkin are
#: slower than these.
PEERS: tuple[Contestant, ...] = (
    _on_graphs("C/queens",
        "bit masks in C, compiled with -O2: n queens by half a board, any number by the whole of it",
        programs.queens, lists=False, **_program("queens")),
    _on_graphs("C/queens-symmetric",
        "bit masks in C, compiled with -O2: n queens, those of the borders first, by all eight symmetries",
        programs.queens_symmetric, lists=False, **_program("queens_symmetric")),
    Contestant("C/costas", "a backtracker in C, a mask of differences for each distance",
        partial(programs.of_family, "costas", "costas"), lists=False, **_program("costas")),
    Contestant("C/no-three", "a backtracker in C, two pieces a rank, lines through two struck out",
        partial(programs.of_family, "no-three-in-line", "no_three"), lists=False, **_program("no_three")),
    _on_graphs("OxiDD", "a zero-suppressed decision diagram",
        counting.oxidd, "oxidd", ("oxidd.zbdd",), lists=False),
    _on_graphs("Graphillion",
        "decision diagrams of sets: all but those with an edge, squares by rank or colour; its own cycles",
        counting.graphillion, "graphillion", ("graphillion",),
        lists=False, cycles=counting.graphillion_cycles),
    Contestant("ganak", "exact model counting, on the CNF that nqsat exports",
        _ganak, "pyganak", ("pyganak", "pysat.card", "nqsat.compiling"), lists=False),
    _on_graphs("CUDD",
        "a binary decision diagram through dd; it counts in floating point: large counts come out wrong",
        counting.cudd, "dd", ("dd.cudd",), lists=False),
    _on_graphs("PySDD",
        "a sentential decision diagram; it counts in 64 bits: large counts come out wrong",
        counting.sdd, "pysdd", ("pysdd.sdd",), lists=False),
    _on_graphs("exact-cover",
        "dancing links in C, counting only; lines that may stay empty have a row that fills them",
        listing.exact_cover, "exact-cover", ("exact_cover",)),
    _on_graphs("clingo",
        "one piece a line where that is so, else a choice; pairs; tours by reachability, one orientation",
        listing.clingo, "clingo", ("clingo",), cycles=listing.clingo_cycles),
    _on_graphs("clingo/no-learning", "the same by plain backtracking",
        listing.clingo_without_learning, "clingo", ("clingo",)),
    _on_covers("clingo/optN", "the fewest pieces that dominate by unsatisfiable cores, then all ways",
        optima.clingo_optima, package="clingo", modules=("clingo",)),
    _on_covers("RC2", "the same by PySAT's RC2 on Glucose 4, with cores exhausted and minimised",
        optima.rc2_optima, package="python-sat", modules=("pysat.examples.rc2", "pysat.formula")),
    _on_graphs("PySAT", f"enum_models of {listing.SOLVER}, pairs, no auxiliary variables",
        listing.pysat, "python-sat", _PYSAT),
    _on_graphs("PySAT/auxiliaries",
        "enum_models over sequential counters: it counts their variables too, which is wrong",
        listing.pysat_with_auxiliaries, "python-sat", _PYSAT),
    _on_graphs("CP-SAT",
        "Booleans, exactly or at most one a line; tours as a circuit, one orientation; one worker",
        listing.cp_sat, "ortools", _ORTOOLS, cycles=listing.cp_sat_cycles),
    _on_graphs("CP-SAT/8-workers",
        "the same with eight workers, which lose solutions: it is wrong, or says that these are not all",
        partial(listing.cp_sat, workers=8), "ortools", _ORTOOLS),
    _on_graphs("CPMpy", "Booleans, the sum of each line one or at most one, handed to OR-Tools",
        listing.cpmpy, "cpmpy", ("cpmpy", *_ORTOOLS)),
    _on_graphs("Python", "plain Python, a depth-first search on bit masks", listing.python),
)  # fmt: skip


def find_contestant(name: str) -> Contestant:
    """Return the contestant of this name, as in the tables.

    Raises:
        InvalidModel: there is none.
    """
    own = name.removeprefix("nqsat ")
    return engine(own) if own != name else _peer(name)


def chosen(engines: str, peers: str) -> list[Contestant]:
    """Return the contestants of two comma-separated lists of names.

    Args:
        engines: engines of nqsat, as for ``engine``; ``"all"`` for those that count or list, or ``"none"``.
        peers: names in ``PEERS``, in upper or lower case; ``"all"`` or ``"none"``.

    Raises:
        InvalidModel: a name is unknown, or both lists are empty.
    """
    own = [engine(name) for name in _words(engines, ENGINE_NAMES)]
    others = [_peer(name) for name in _words(peers, tuple(peer.name for peer in PEERS))]
    if not own and not others:
        raise InvalidModel("engines", "none is left to be measured; leave out one of the two none")
    return [*own, *others]


def _words(text: str, every: tuple[str, ...]) -> tuple[str, ...]:
    special = {"all": every, "none": ()}
    return special.get(text, tuple(dict.fromkeys(word.strip() for word in text.split(","))))


def _peer(name: str) -> Contestant:
    for peer in PEERS:
        if peer.name.lower() == name.lower():
            return peer
    raise InvalidModel("peers", unknown(name, [*(peer.name for peer in PEERS), "all", "none"]))
