"""Lists that continue orbit by orbit after a few solutions, as long lists do after a hundred."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nqsat.engines.solvers import session


@contextmanager
def orbits_after(number: int) -> Iterator[None]:
    """Within the block, list only this many solutions one by one in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "FIRST", number)
        yield
