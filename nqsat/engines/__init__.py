"""The engines: one file each, one contract, an explicit list.

Adding an engine is one new file and its line in ``ENGINES``.
"""

from inspect import signature

from nqsat.engines.backtrack import BacktrackEngine
from nqsat.engines.contract import Engine, Session, Verdict
from nqsat.engines.cpsat import CpSatEngine
from nqsat.engines.listing import Listing, Modelled, Reason
from nqsat.engines.proof import ProofEngine, why_impossible
from nqsat.engines.sat import SOLVERS, SatEngine
from nqsat.errors import InvalidModel

__all__ = [
    "ENGINES",
    "SOLVERS",
    "BacktrackEngine",
    "CpSatEngine",
    "Engine",
    "Listing",
    "Modelled",
    "ProofEngine",
    "Reason",
    "SatEngine",
    "Session",
    "Verdict",
    "find_engine",
    "make_engine",
    "why_impossible",
]

#: Every engine; the first is the default.
ENGINES: tuple[type[Engine], ...] = (SatEngine, CpSatEngine, BacktrackEngine)


def find_engine(name: str) -> type[Engine]:
    """The engine of this name.

    Raises:
        InvalidModel: there is none.
    """
    for engine in ENGINES:
        if engine.name == name:
            return engine
    names = ", ".join(engine.name for engine in ENGINES)
    raise InvalidModel("engine", f"{name!r} is unknown; choose from {names}")


def make_engine(name: str, **options: str | int | bool | None) -> Engine:
    """The engine of this name with options; an option that is None is left at its default.

    Raises:
        InvalidModel: there is no such engine, it has no such option, or the value is not one of its.
    """
    kind = find_engine(name)
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option not in _options(kind):
            having = [engine.name for engine in ENGINES if option in _options(engine)]
            raise InvalidModel(
                option, f"engine {name} has no such option; {' and '.join(having)} has"
            )
    return kind(**given)


def _options(engine: type[Engine]) -> set[str]:
    return set(signature(engine).parameters)
