"""Lists that go on orbit by orbit after a few solutions, as long ones do after a hundred."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nqsat.engines.listing import loop


@contextmanager
def orbits_after(number: int) -> Iterator[None]:
    """So many solutions come one by one, in this process, until the block is left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FIRST", number)
        yield
