"""Recordings as plain values: events in order, and the reasons that they refer to.

A man on a square (for a tour: a visited square) has a number from 1 on. A literal is such a number, negated
for an empty square. All searches use the same few kinds of events, so that one page can replay all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from nqsat.modelling import Man

#: Kinds of events. ``try`` opens a level with a literal, ``force`` adds a literal for a reason; ``dead`` is
#: a conflict with a reason; ``learn`` derives a clause, ``back`` removes all levels above one; a
#: ``solution`` is the current state.
What = Literal["try", "force", "dead", "learn", "back", "solution"]

#: A search is stopped after this many times as many events as are recorded.
PATIENCE = 8

#: The numbers of checks are recorded for at most this many solutions.
CHECKED = 1000


class Event(NamedTuple):
    """One step of a search.

    Args:
        what: see ``What``.
        literal: the literal tried or forced; 0 if the engine does not report which it tried.
        number: the reason of ``force``, ``dead`` and ``learn``, the target level of ``back``, the choice of
            a ``try``; -1 for none.
    """

    what: What
    literal: int = 0
    number: int = -1


class Reason(NamedTuple):
    """A clause: one of its literals must be true.

    Args:
        origin: the rule, or the other part of the model that it comes from; ``learned`` if it was derived
            in the search, ``found`` if it forbids a known solution.
        clause: the literals; none if a rule constrains all men together.
        steps: the reasons from which it was derived, in the order in which unit propagation uses them.
    """

    origin: str
    clause: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()


class Candidates(NamedTuple):
    """The candidates of a choice, each with the number that decided: Warnsdorff's exits."""

    literals: tuple[int, ...]
    exits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """One search.

    Args:
        engine: name of the engine.
        events: its first events.
        left: number of later events.
        complete: whether the search was watched to its end; if not, all numbers are lower bounds.
        nodes: nodes of its tree by depth; for a solver, decisions.
        checks: how many men were checked for safety before each of the first solutions, since the solution
            before it; empty if nothing is checked.
        conflicts: number of dead ends.
        solutions: number of solutions.
        choices: the choices that the numbers of ``try`` refer to.
        seconds: CPU seconds while it was watched, which slows it.
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
        men: the men of each literal; the men of an orbit share one, and an auxiliary variable has none.
        reasons: the reasons that events refer to by number.
        recordings: the searches.
        unwatched: engines that could not be watched, each with the reason.
    """

    men: tuple[tuple[Man, ...], ...]
    reasons: tuple[Reason, ...]
    recordings: tuple[Recording, ...]
    unwatched: tuple[tuple[str, str], ...] = ()


class Tables:
    """Men and reasons, numbered in order of occurrence; the searches of one model share them."""

    def __init__(self) -> None:
        self.men: list[tuple[Man, ...]] = []
        self.reasons: list[Reason] = []
        self._literal: dict[tuple[Man, ...], int] = {}
        self._number: dict[Reason, int] = {}

    def literal(self, men: tuple[Man, ...]) -> int:
        """The number of a set of men that share a literal; a new number for each empty set."""
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
    """Writes one recording with at most ``most`` events."""

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
        """Whether no more events are recorded: then reasons need not be found."""
        return self._came >= self._most

    @property
    def exhausted(self) -> bool:
        """Whether the search is too long to be watched any further."""
        return self._came >= PATIENCE * self._most

    def event(self, what: What, literal: int = 0, number: int = -1) -> None:
        """Record an event."""
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
        """The number of a reason; -1 once no more events are recorded."""
        return -1 if self.full else self.tables.reason(origin, clause, steps)

    def node(self, depth: int) -> None:
        """Count a node of the tree."""
        self._nodes += [0] * (depth + 1 - len(self._nodes))
        self._nodes[depth] += 1

    def check(self) -> None:
        """Count a safety check of a man."""
        self._since += 1

    def recording(self, engine: str, *, complete: bool, seconds: float) -> Recording:
        """Return the recording."""
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
