"""All engines: those of nqsat in an explicit list, then those of extensions."""

from nqsat.engines.auto import AutoEngine
from nqsat.engines.backtrack import BacktrackEngine
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.construct import ConstructEngine
from nqsat.engines.contract import Counter, Engine
from nqsat.engines.frontier import FrontierEngine
from nqsat.engines.mates import MatesEngine
from nqsat.engines.proof import ProofEngine
from nqsat.engines.shuffle import ShuffleEngine
from nqsat.engines.solvers.cpsat import CpSatEngine
from nqsat.engines.solvers.sat import SatEngine
from nqsat.engines.warnsdorff import WarnsdorffEngine
from nqsat.extension_points import extensions, load

_ADDED: list[type[Engine]] = [
    load(place) for extension in extensions().values() for place in extension.engines
]

#: The engines that list all solutions; the first is the default.
ENGINES: tuple[type[Engine], ...] = (
    *(SatEngine, CpSatEngine, BacktrackEngine),
    *(kind for kind in _ADDED if kind.lists and not issubclass(kind, Counter)),
)

#: The engines that count without listing.
COUNTERS: tuple[type[Counter], ...] = (
    *(BitboardEngine, FrontierEngine, MatesEngine),
    *(kind for kind in _ADDED if issubclass(kind, Counter)),
)

#: The engines that find one solution and cannot list them.
FINDERS: tuple[type[Engine], ...] = (
    *(ConstructEngine, WarnsdorffEngine, ShuffleEngine),
    *(kind for kind in _ADDED if not (kind.lists or issubclass(kind, Counter))),
)


def all_engines() -> tuple[type[Engine], ...]:
    """All engines that are available by name."""
    return (AutoEngine, *ENGINES, *COUNTERS, *FINDERS, ProofEngine)
