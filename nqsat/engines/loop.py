"""THE loop: solve, yield, forbid, again, until there is nothing left. Over the projection only.

Every solver that can be asked again is driven from here, in this process or in a worker's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nqsat.compiling import Blocking, Cuts
from nqsat.engines.contract import Verdict

if TYPE_CHECKING:
    from nqsat.engines.contract import Session


def enumerate_true(
    session: Session,
    blocking: Blocking,
    cuts: Cuts | None = None,
) -> Iterator[tuple[int, ...] | None]:
    """Yield the true projected variables of each solution once; None whenever a budget was spent.

    Args:
        session: a fresh session.
        blocking: how a solution is forbidden, and its images with it if there are any.
        cuts: constraints left out of the session's formula; an assignment that breaks them is no
            solution, and forbids what it breaks.
    """
    while (verdict := session.solve()) is not Verdict.UNSATISFIABLE:
        if verdict is Verdict.UNKNOWN:
            yield None
            continue
        true = session.true()
        broken = cuts.violated(true) if cuts else []
        for clause in broken:
            session.forbid(clause)
        if broken:
            continue
        yield true
        for clause in blocking.clauses(true):
            session.forbid(clause)
