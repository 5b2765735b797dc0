"""Counting the assignments of a CNF with pyganak, in the process that ``sharpsat`` starts.

Ganak gives up the GIL while it counts but cannot be interrupted: whoever has had enough kills the process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nqsat.engines.isolated import serve

if TYPE_CHECKING:
    from nqsat.engines.sharpsat import SharpSatTask


def main() -> None:
    """The worker's side."""
    sys.set_int_max_str_digits(0)  # pyganak makes the number from its decimal digits
    serve(counted)


def counted(task: SharpSatTask) -> Iterator[list[int]]:
    """The one number, once."""
    from pyganak import Counter

    counter = Counter(seed=task.seed)
    # Without any variable ganak does not look at the clauses; one more that nobody counts changes nothing.
    counter.new_vars(task.variables + 1)
    counter.add_clauses(task.clauses)
    counter.set_sampling_set(task.projection)
    yield [counter.count()]
