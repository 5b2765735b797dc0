"""exact-cover, dancing links in C: it counts without handing solutions out."""

from __future__ import annotations

from nqsat.bench.graphs import Men
from nqsat.errors import UnsupportedByEngine


def men(asked: Men) -> int:
    """A column for each line; where a line may stay empty, a row that fills it.

    Raises:
        UnsupportedByEngine: so many men, and not one for each line: that is no exact cover.
    """
    from exact_cover import get_solution_count

    if not asked.ones and not asked.free:
        raise UnsupportedByEngine("exact-cover", "so many men are no exact cover")
    exact = set(asked.ones)
    optional = [line for line in asked.lines if line not in exact]
    lone = set(range(asked.size)).difference(*asked.ones, *optional)  # these are free, too
    columns = [*asked.ones, *optional, *((x,) for x in lone)]
    rows = [[int(x in line) for line in columns] for x in range(asked.size)]
    for place, line in enumerate(columns):
        if line not in exact:
            rows.append([int(place == other) for other in range(len(columns))])
    return int(get_solution_count(rows))
