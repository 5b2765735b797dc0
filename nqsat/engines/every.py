"""All engines, in an explicit list: adding one is a new file and its line here."""

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
from nqsat.engines.solvers.sharpsat import SharpSatEngine
from nqsat.engines.warnsdorff import WarnsdorffEngine

#: The engines that list all solutions; the first is the default.
ENGINES: tuple[type[Engine], ...] = (SatEngine, CpSatEngine, BacktrackEngine)

#: The engines that count without listing.
COUNTERS: tuple[type[Counter], ...] = (BitboardEngine, FrontierEngine, MatesEngine, SharpSatEngine)

#: The engines that find one solution and cannot list them.
FINDERS: tuple[type[Engine], ...] = (ConstructEngine, WarnsdorffEngine, ShuffleEngine)


def all_engines() -> tuple[type[Engine], ...]:
    """All engines that are available by name."""
    return (AutoEngine, *ENGINES, *COUNTERS, *FINDERS, ProofEngine)
