"""The engines: one file each, one interface, an explicit list.

Adding an engine is one new file and its line in ``ENGINES``.
"""

from typing import Any

from nqsat.engines.auto import AutoEngine as AutoEngine
from nqsat.engines.backtrack import BacktrackEngine as BacktrackEngine
from nqsat.engines.bitboard import BitboardEngine as BitboardEngine
from nqsat.engines.clauses import ClausesEngine as ClausesEngine
from nqsat.engines.construct import ConstructEngine as ConstructEngine
from nqsat.engines.contract import Counter as Counter
from nqsat.engines.contract import Engine as Engine
from nqsat.engines.contract import options_of
from nqsat.engines.frontier import FrontierEngine as FrontierEngine
from nqsat.engines.listing.checked import Modelled as Modelled
from nqsat.engines.listing.checked import check_limits as check_limits
from nqsat.engines.listing.search import Listing as Listing
from nqsat.engines.listing.search import Reason as Reason
from nqsat.engines.listing.search import S as S
from nqsat.engines.listing.stream import Deadline as Deadline
from nqsat.engines.listing.stream import OutOfTime as OutOfTime
from nqsat.engines.listing.stream import block_signals as block_signals
from nqsat.engines.listing.stream import call_in_thread as call_in_thread
from nqsat.engines.listing.stream import closing as closing
from nqsat.engines.listing.stream import iterate_in_thread as iterate_in_thread
from nqsat.engines.mates import MatesEngine as MatesEngine
from nqsat.engines.plans.partition_check import flaw as flaw
from nqsat.engines.plans.plan import Estimate as Estimate
from nqsat.engines.plans.plan import Part as Part
from nqsat.engines.plans.plan import Plan as Plan
from nqsat.engines.plans.plan import Progress as Progress
from nqsat.engines.plans.plan import Stage as Stage
from nqsat.engines.plans.plan import format_estimate as format_estimate
from nqsat.engines.proof import ProofEngine as ProofEngine
from nqsat.engines.proof import why_impossible as why_impossible
from nqsat.engines.solvers.cpsat import CpSatEngine as CpSatEngine
from nqsat.engines.solvers.sat import SOLVERS as SOLVERS
from nqsat.engines.solvers.sat import SatEngine as SatEngine
from nqsat.engines.solvers.session import Session as Session
from nqsat.engines.solvers.session import Verdict as Verdict
from nqsat.engines.solvers.sharpsat import SharpSatEngine as SharpSatEngine
from nqsat.engines.solvers.subprocess_worker import fresh_python as fresh_python
from nqsat.engines.solvers.subprocess_worker import tied_process as tied_process
from nqsat.engines.warnsdorff import WarnsdorffEngine as WarnsdorffEngine
from nqsat.errors import InvalidModel, choose, close_to
from nqsat.modelling import Model, Tour, error_text, user_class

#: The engines that list all solutions; the first is the default.
ENGINES: tuple[type[Engine], ...] = (SatEngine, CpSatEngine, BacktrackEngine)

#: The engines that count without listing.
COUNTERS: tuple[type[Counter], ...] = (BitboardEngine, FrontierEngine, MatesEngine, SharpSatEngine)

#: The engines that find one solution and cannot list them.
FINDERS: tuple[type[Engine], ...] = (ConstructEngine, WarnsdorffEngine)

#: On boards with more cells than this a solution is constructed, if one is enough and that is possible.
CONSTRUCT_FROM = 150


def find_engine(name: str) -> type[Engine]:
    """Return the engine of this name, or the user's class that ``file.py:Class`` refers to.

    Raises:
        InvalidModel: there is no such engine.
    """
    if kind := user_class("engine", name, Engine):
        found: type[Engine] = kind
        return found
    engines: dict[str, type[Engine]] = {kind.name: kind for kind in _all_engines()}
    # A solver or an encoding is an option of an engine; people know solvers without their versions.
    for kind in engines.values() if name and name not in engines else ():
        for option, values in kind.choices.items():
            if meant := next((x for x in values if x.startswith(name)), None):
                reason = f"{name!r} is a {option} of {kind.name}"
                reason = f"{reason}: write --{option} {meant}, or {kind.name}/{meant}"
                raise InvalidModel("engine", reason)
    return choose("engine", name, engines.values())


def is_user_defined(engine: Engine) -> bool:
    """Whether an engine is user-defined, and not one of nqsat's."""
    return type(engine) not in (*_all_engines(), ClausesEngine)


def make_engine(text: str, *, isolated: bool = False, **options: str | float | None) -> Engine:
    """Make the engine of this name with options; an option that is None keeps its default.

    Args:
        text: a name, or a whole title as in answers: ``sat/cadical195/totalizer``.
        isolated: passed to an engine that has this option.
        options: other options of the engine.

    Raises:
        InvalidModel: there is no such engine or option, or the value is not allowed.
    """
    name, kind, given = _read_title(text)
    for option, value in options.items():
        if value is not None and given.setdefault(option, value) != value:
            raise InvalidModel(option, f"is {given[option]} in {text!r}; leave out {value}")
    for option in given:
        if option not in options_of(kind):
            having = [engine.name for engine in _all_engines() if option in options_of(engine)]
            reason = f"engine {name} has no such option"
            if having:
                reason += f"; only {' and '.join(having)} can take it"
            else:
                own = ", ".join(options_of(kind))
                reason += f"; it takes {own}" if own else "; it takes none"
            raise InvalidModel(option, reason)
    if isolated and "isolated" in options_of(kind):
        given["isolated"] = True
    try:
        return kind(**given)
    except TypeError as error:
        if kind in _all_engines():
            raise
        raise InvalidModel("engine", error_text(kind, error)) from error


def _read_title(text: str) -> tuple[str, type[Engine], dict[str, Any]]:
    """Parse a title: the engine's name, its class, and the options after slashes."""
    if kind := user_class("engine", text, Engine):
        return text, kind, {}
    name, *words = text.split("/")
    kind = find_engine(name)
    given: dict[str, Any] = {}
    for word in words:
        option, value = kind.option(word) or ("", None)
        if option in given or not option:
            raise InvalidModel("engine", _unknown_choice(kind, word))
        given[option] = value
    return name, kind, given


def _unknown_choice(kind: type[Engine], word: str) -> str:
    """What is wrong with a word behind an engine's name; short, so that all solvers fit on the line."""
    known = [value for values in kind.choices.values() for value in values]
    if word in known:
        return f"two of its words set what {word} sets; leave one out"
    if not known:
        return f"{word!r} is unknown; nothing follows {kind.name}"
    near = close_to(word, known)[:2]
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    option, values = next(iter(kind.choices.items()))
    return f"{word!r} is unknown{meant}; {option}s: {', '.join(values)}"


def is_constructed(model: Model) -> bool:
    """Whether the engine ``construct`` is the first to look for one solution: on large boards, measured.

    A large tour with an end that is given is found sooner by a solver.
    """
    board = model.board
    ends = isinstance(model, Tour) and not model.closed and (model.start or model.end)
    large = board.rows * board.columns > CONSTRUCT_FROM
    return large and not ends and ConstructEngine.accepts(model)


def _all_engines() -> tuple[type[Engine], ...]:
    """All engines that are available by name."""
    return (AutoEngine, *ENGINES, *COUNTERS, *FINDERS, ProofEngine)
