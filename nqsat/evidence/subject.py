"""Subject: a model that is verified, who is asked about it, and what is known of it by now.

``verify.CHECKS`` are functions of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from nqsat.counting import count
from nqsat.engines import Engine, Listing, SatEngine, make_engine
from nqsat.evidence.checks import Check, Ground, Unfinished, ground_of, guarded, whole
from nqsat.evidence.effort import Effort
from nqsat.evidence.known import Known
from nqsat.modelling import Model, Placement, Tour

if TYPE_CHECKING:
    from nqsat.evidence.jobs import Done


@dataclass(slots=True)
class Subject:
    """One model under verification.

    Args:
        model: as it was asked; without its objective once the best value has been compared.
        witnesses: engines that list, the reference first.
        effort: how far to go.
        published: what the literature says of it.
        jobs: long counts of it.
        counts: by engine, how many solutions it listed or counted so far.
        solutions: what the reference listed; None before, and where that was not all of them.
    """

    model: Model
    witnesses: tuple[Engine, ...]
    effort: Effort
    published: tuple[Known, ...] = ()
    jobs: tuple[Done, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    solutions: set[Any] | None = None

    @property
    def reference(self) -> Engine:
        """Whom all others are compared with."""
        return self.witnesses[0]

    @property
    def ground(self) -> Ground:
        """What the reference rests on."""
        return ground_of(self.reference)

    @property
    def grounds(self) -> set[Ground]:
        """What the numbers rest on that were listed or counted so far."""
        return {ground_of(make_engine(title)) for title in self.counts}

    def few(self, most: int) -> None:
        """Raise ``Unfinished`` if more solutions are listed."""
        if len(self.solutions or ()) > most:
            raise Unfinished(f"more than {most:,} solutions")

    def listed(self, engine: Engine, model: Model | None = None) -> set[Any]:
        """All solutions that an engine lists, of the model or, however many, of another one.

        Raises:
            Unfinished: these are not all.
        """
        most, seconds = self.effort.solutions if model is None else None, self.effort.left
        listing: Listing[Any] = Listing(model or self.model, engine, limit=most, time_limit=seconds)
        found = set(listing)
        if listing.reason == "limit":
            raise Unfinished(f"more than {most:,} solutions")
        if listing.reason is not None:
            raise Unfinished(f"{engine.title}: more than {seconds:.3g} s")
        return found

    def counted(self, model: Model, **question: Any) -> int:
        """How many the sat engine counts of a model.

        In this process: one of its own for each of many short questions would take most of the time.

        Raises:
            Unfinished: there was not time enough.
        """
        return whole(count(model, engine=SatEngine(), time_limit=self.effort.left, **question))


#: What compares something with a subject, one thing after the other.
Checks = Callable[[Subject], Iterator[Check]]


def of_solutions(
    name: str, kind: type[Placement] | type[Tour] | None = None
) -> Callable[[Callable[[Subject, set[Any]], Check | None]], Checks]:
    """Make checks of a comparison with the listed solutions, where there are any; see ``guarded``.

    Args:
        name: of the check, where the comparison cannot be made.
        kind: of the models that it is for; both unless given.
    """

    def made(compare: Callable[[Subject, set[Any]], Check | None]) -> Checks:
        @wraps(compare)
        def checks(subject: Subject) -> Iterator[Check]:
            suitable = kind is None or isinstance(subject.model, kind)
            if subject.solutions is not None and suitable:
                check = guarded(name, partial(compare, subject, subject.solutions))
                if check is not None:
                    yield check

        return checks

    return made
