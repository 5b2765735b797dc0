"""Recordings: the events of a search in order, and the reasons that they refer to.

A piece on a square (for a tour: a visited square) has a number from 1 on. A literal is such a number,
negated for an empty square. All searches use the same few kinds of events, so that one page can replay all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from nqsat.modelling import PlacedPiece

#: Kinds of events. ``try`` opens a level with a literal, ``force`` adds a literal for a reason; ``dead`` is
#: a conflict with a reason; ``learn`` derives a clause, ``back`` removes all levels above one; a
#: ``solution`` is the current state.
What = Literal["try", "force", "dead", "learn", "back", "solution"]

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
        clause: the literals; none if a rule constrains all pieces together.
        steps: the reasons from which it was derived, in the order in which unit propagation uses them.
    """

    origin: str
    clause: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()


class Candidates(NamedTuple):
    """The candidates of a choice, each with the number that decided: Warnsdorff's exits."""

    literals: tuple[int, ...]
    exits: tuple[int, ...]


class Watched:
    """Searches for the solutions of one model; pieces and reasons are numbered in order of occurrence.

    Attributes:
        pieces: the pieces of each literal; the pieces of an orbit share one, and an auxiliary variable has
        none. reasons: the reasons that events refer to by number.
        recordings: the searches.
        unwatched: engines that could not be watched, each with the reason.
    """

    def __init__(self) -> None:
        self.pieces: list[tuple[PlacedPiece, ...]] = []
        self.reasons: list[Reason] = []
        self.recordings: list[Recording] = []
        self.unwatched: list[tuple[str, str]] = []
        self._literal: dict[tuple[PlacedPiece, ...], int] = {}
        self._number: dict[Reason, int] = {}

    def literal(self, *pieces: PlacedPiece) -> int:
        """The number of some pieces that share a literal; without pieces, a new number each time."""
        if not pieces or pieces not in self._literal:
            self.pieces.append(pieces)
            self._literal[pieces] = len(self.pieces)
        return self._literal[pieces]

    def reason(self, reason: Reason) -> int:
        """The number of a reason."""
        if reason not in self._number:
            self._number[reason] = len(self.reasons)
            self.reasons.append(reason)
        return self._number[reason]


@dataclass
class Recording:
    """One search, recorded while it runs.

    Args:
        engine: name of the engine.
        watched: where its pieces and reasons are numbered.
        most: number of events that are recorded.

    Attributes:
        events: its first events.
        came: number of all its events.
        complete: whether the search was watched to its end; if not, all numbers are lower bounds.
        nodes: nodes of its tree by depth; for a solver, decisions.
        checks: how many pieces were checked for safety before each of the first solutions, since the
            solution before it; empty if nothing is checked.
        conflicts: number of dead ends.
        solutions: number of solutions.
        choices: the choices that the numbers of ``try`` refer to.
        seconds: CPU seconds while it was watched, which slows it.
    """

    engine: str
    watched: Watched = field(compare=False, repr=False)
    most: int = field(compare=False)
    events: list[Event] = field(default_factory=list)
    came: int = 0
    complete: bool = False
    nodes: list[int] = field(default_factory=list)
    checks: list[int] = field(default_factory=list)
    conflicts: int = 0
    solutions: int = 0
    choices: list[Candidates] = field(default_factory=list)
    seconds: float = field(default=0.0, compare=False)
    _since: int = 0  # pieces checked since the last solution

    @property
    def full(self) -> bool:
        """Whether no more events are recorded: then reasons need not be found."""
        return self.came >= self.most

    @property
    def left(self) -> int:
        """Number of later events, which are not recorded."""
        return self.came - len(self.events)

    def event(self, what: What, literal: int = 0, number: int = -1) -> None:
        """Record an event."""
        self.conflicts += what == "dead"
        if what == "solution":
            self.solutions += 1
            if (self._since or self.checks) and len(self.checks) < CHECKED:
                self.checks.append(self._since)
            self._since = 0
        if not self.full:
            self.events.append(Event(what, literal, number))
        self.came += 1

    def reason(self, origin: str, clause: Iterable[int] = (), steps: Iterable[int] = ()) -> int:
        """The number of a reason, whose literals are sorted; -1 once no more events are recorded."""
        if self.full:
            return -1
        return self.watched.reason(Reason(origin, tuple(sorted(clause, key=abs)), tuple(steps)))

    def node(self, depth: int) -> None:
        """Count a node of the tree."""
        self.nodes += [0] * (depth + 1 - len(self.nodes))
        self.nodes[depth] += 1

    def check(self) -> None:
        """Count a safety check of a piece."""
        self._since += 1
