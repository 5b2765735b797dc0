"""Contestants: nqsat's engines, and other programs with the best encoding known for each.

An engine is named ``nqsat NAME``, as in answers (``nqsat sat``, ``nqsat mates/middle``). The other programs
are listed in ``PEERS``; the package ``peers`` has their encodings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

from bench.graphs import CoverQuestion, CycleQuestion, SetQuestion, cover_of, cycle_of, men_of
from bench.peers import counting, listing, optima
from nqsat.engines import make_engine
from nqsat.errors import InvalidModel, UnsupportedByEngine, unknown
from nqsat.modelling import Model

#: The timed work: a function that returns a count.
Job = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that can count solutions.

    Args:
        name: its name in tables.
        job: makes the timed work for a model; raises ``UnsupportedByEngine`` if it has no encoding for it.
        modules: the modules to import before the clock starts.
    """

    name: str
    job: Callable[[Model], Job]
    modules: tuple[str, ...]

    @property
    def installed(self) -> bool:
        return all(find_spec(module.partition(".")[0]) for module in self.modules)


def engine(text: str) -> Contestant:
    """Return the contestant for an engine of nqsat, from the declaration to the count.

    Raises:
        InvalidModel: there is no such engine, or it has no variant of this name.
    """
    make_engine(text)
    return Contestant(f"nqsat {text}", partial(_counted, text), ("nqsat.counting", "numpy"))


def _counted(name: str, model: Model) -> Job:
    def job() -> int:
        from nqsat.counting import count

        answer = count(model, engine=name)
        if not answer.complete:
            raise RuntimeError(f"incomplete: {answer.reason}")
        return answer.value

    return job


def _on_graphs(
    name: str,
    module: str,
    pieces: Callable[[SetQuestion], int],
    cycles: Callable[[CycleQuestion], int] | None = None,
) -> Contestant:
    """Return the contestant for a program that works on graphs; making the graph is not timed."""

    def job(model: Model) -> Job:
        if (placement := men_of(model)) is not None:
            return partial(pieces, placement)
        if cycles is not None and (tour := cycle_of(model)) is not None:
            return partial(cycles, tour)
        raise UnsupportedByEngine(name, "has no encoding for this model")

    return Contestant(name, job, (module,))


def _on_covers(
    name: str, modules: tuple[str, ...], count: Callable[[CoverQuestion], int]
) -> Contestant:
    """Return the contestant for a program that counts the ways to dominate by the fewest pieces."""

    def job(model: Model) -> Job:
        if (asked := cover_of(model)) is None:
            raise UnsupportedByEngine(name, "has no encoding for this model")
        return partial(count, asked)

    return Contestant(name, job, modules)


#: OxiDD: a zero-suppressed decision diagram. Graphillion: all sets but those with an edge; its own cycles.
#: exact-cover: dancing links in C. clingo: choices, pairs, reachability; for optima unsatisfiable cores.
PEERS: tuple[Contestant, ...] = (
    _on_graphs("OxiDD", "oxidd.zbdd", counting.oxidd),
    _on_graphs("Graphillion", "graphillion", counting.graphillion, counting.graphillion_cycles),
    _on_graphs("exact-cover", "exact_cover", listing.exact_cover),
    _on_graphs("clingo", "clingo", listing.clingo, listing.clingo_cycles),
    _on_graphs("clingo/no-learning", "clingo", listing.clingo_without_learning),
    _on_covers("clingo/optN", ("clingo",), optima.clingo_optima),
    _on_covers("RC2", ("pysat.examples.rc2", "pysat.formula"), optima.rc2_optima),
)


def find_contestant(name: str) -> Contestant:
    """Return the contestant of this name, as in the tables.

    Raises:
        InvalidModel: there is none.
    """
    own = name.removeprefix("nqsat ")
    if own != name:
        return engine(own)
    for peer in PEERS:
        if peer.name == name:
            return peer
    raise InvalidModel("peers", unknown(name, [peer.name for peer in PEERS]))
