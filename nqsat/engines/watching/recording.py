"""What was watched, as plain values: events in their order, and the reasons that they name.

A man on a square (of a tour: a visited square) has a number from 1 on. A literal is such a number, negated
for an empty square. All searches use the same few kinds of events, so that one page replays all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from nqsat.modelling import Man

#: What happens. ``try`` opens a level with a literal, ``force`` adds one to it for a reason; ``dead`` says
#: for which reason nothing is left to try; ``learn`` derives a clause, ``back`` takes away all levels
#: above one; a ``solution`` is what stands now.
What = Literal["try", "force", "dead", "learn", "back", "solution"]

#: A search is given up when it comes to so many times as many events as are kept.
PATIENCE = 8

#: The numbers of checks are kept of so many solutions.
CHECKED = 1000


class Event(NamedTuple):
    """One step of a search.

    Args:
        what: see ``What``.
        literal: that is tried or forced; 0 where the engine does not say which it tried.
        number: of ``force``, ``dead`` and ``learn`` the reason, of ``back`` the level gone back to, of
            a ``try`` its choice; -1 for none.
    """

    what: What
    literal: int = 0
    number: int = -1


class Reason(NamedTuple):
    """A clause: one of its literals must be true.

    Args:
        origin: the rule, or what else of the model it is from; ``learned`` if it was derived in the search,
            ``found`` if it forbids a solution that is known.
        clause: the literals; none where a rule speaks of all men together.
        steps: from which reasons it was derived, in the order in which unit propagation uses them.
    """

    origin: str
    clause: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()


class Candidates(NamedTuple):
    """What could have been tried, each with the number that decided: Warnsdorff's exits."""

    literals: tuple[int, ...]
    exits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """One search.

    Args:
        engine: whose search.
        events: its first events.
        left: how many events came after them.
        complete: whether the search was watched to its end; if not, all numbers are lower bounds.
        nodes: how many nodes its tree has, by depth; of a solver, how many decisions.
        checks: how many men were checked for safety before each of the first solutions, and after the
            solution before it; none where nothing is checked.
        conflicts: how often nothing was left to try.
        solutions: how many there are.
        choices: what the numbers of ``try`` are of.
        seconds: CPU seconds while it was watched, which takes longer.
    """

    engine: str
    events: tuple[Event, ...]
    left: int
    complete: bool
    nodes: tuple[int, ...]
    checks: tuple[int, ...]
    conflicts: int
    solutions: int
    choices: tuple[Candidates, ...] = ()
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Watched:
    """Searches for the solutions of one model.

    Args:
        men: what the literals are of; the men of an orbit stand together, and an auxiliary of a formula
            is no man at all.
        reasons: what the numbers of events are of.
        recordings: the searches.
        unwatched: engines that were asked and could not, each with the reason.
    """

    men: tuple[tuple[Man, ...], ...]
    reasons: tuple[Reason, ...]
    recordings: tuple[Recording, ...]
    unwatched: tuple[tuple[str, str], ...] = ()


class Tables:
    """Men and reasons, numbered as they come; searches of one model share them."""

    def __init__(self) -> None:
        self.men: list[tuple[Man, ...]] = []
        self.reasons: list[Reason] = []
        self._literal: dict[tuple[Man, ...], int] = {}
        self._number: dict[Reason, int] = {}

    def literal(self, men: tuple[Man, ...]) -> int:
        """The number of some men that share a literal; of no men a new one every time."""
        if not men or men not in self._literal:
            self.men.append(men)
            self._literal[men] = len(self.men)
        return len(self.men) if not men else self._literal[men]

    def reason(self, origin: str, clause: Iterable[int] = (), steps: Iterable[int] = ()) -> int:
        """The number of a reason; the literals of its clause are sorted."""
        reason = Reason(origin, tuple(sorted(clause, key=abs)), tuple(steps))
        if reason not in self._number:
            self._number[reason] = len(self.reasons)
            self.reasons.append(reason)
        return self._number[reason]


class Recorder:
    """Writes one recording, of which so many events are kept."""

    def __init__(self, tables: Tables, most: int) -> None:
        self.tables = tables
        self.events: list[Event] = []
        self.choices: list[Candidates] = []
        self._most = most
        self._came = 0
        self._nodes: list[int] = []
        self._checks: list[int] = []
        self._since = 0
        self._conflicts = self._solutions = 0

    @property
    def full(self) -> bool:
        """Whether no more events are kept: then reasons need not be looked for."""
        return self._came >= self._most

    @property
    def exhausted(self) -> bool:
        """Whether the search is longer than anyone watches."""
        return self._came >= PATIENCE * self._most

    def event(self, what: What, literal: int = 0, number: int = -1) -> None:
        """One more event."""
        self._conflicts += what == "dead"
        if what == "solution":
            self._solutions += 1
            if len(self._checks) < CHECKED:
                self._checks.append(self._since)
            self._since = 0
        if not self.full:
            self.events.append(Event(what, literal, number))
        self._came += 1

    def reason(self, origin: str, clause: Iterable[int] = (), steps: Iterable[int] = ()) -> int:
        """The number of a reason; -1 once nothing is kept."""
        return -1 if self.full else self.tables.reason(origin, clause, steps)

    def node(self, depth: int) -> None:
        """One more node of the tree."""
        self._nodes += [0] * (depth + 1 - len(self._nodes))
        self._nodes[depth] += 1

    def check(self) -> None:
        """One more man is checked for safety."""
        self._since += 1

    def recording(self, engine: str, *, complete: bool, seconds: float) -> Recording:
        """What was written."""
        checks = tuple(self._checks) if any(self._checks) else ()
        return Recording(
            engine,
            tuple(self.events),
            self._came - len(self.events),
            complete,
            tuple(self._nodes),
            checks,
            self._conflicts,
            self._solutions,
            tuple(self.choices),
            seconds,
        )
