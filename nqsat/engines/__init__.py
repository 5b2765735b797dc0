"""The engines: one file each, one contract, an explicit list.

Adding an engine is one new file and its line in ``ENGINES``.
"""

from nqsat.engines.backtrack import BacktrackEngine
from nqsat.engines.contract import Engine, Session, Verdict
from nqsat.engines.cpsat import CpSatEngine
from nqsat.engines.listing import Listing, Reason
from nqsat.engines.sat import SOLVERS, SatEngine
from nqsat.errors import InvalidModel

__all__ = [
    "ENGINES",
    "SOLVERS",
    "BacktrackEngine",
    "CpSatEngine",
    "Engine",
    "Listing",
    "Reason",
    "SatEngine",
    "Session",
    "Verdict",
    "find_engine",
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
