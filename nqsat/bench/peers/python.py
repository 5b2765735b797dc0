"""Plain Python: a depth-first search on masks of attacked squares, as anybody would write it first."""

from __future__ import annotations

from nqsat.bench.graphs import Men


def men(asked: Men) -> int:
    """Line by line where each has one man, else square by square; the last man is not visited."""
    beside = [sum(1 << other for other in others) for others in asked.beside]
    masks = [sum(1 << x for x in line) for line in asked.ones]
    masks = masks[: asked.most] if masks else []  # the ranks; the files follow from them

    def lines(level: int, free: int) -> int:
        here = free & masks[level]
        if level + 1 == len(masks):
            return here.bit_count()
        found = 0
        while here:
            bit = here & -here
            here ^= bit
            found += lines(level + 1, free & ~beside[bit.bit_length() - 1])
        return found

    def sets(men: int, free: int) -> int:
        found = int(men >= asked.low)
        if men < asked.most:
            while free:
                bit = free & -free
                free ^= bit
                found += sets(men + 1, free & ~beside[bit.bit_length() - 1])
        return found

    full = (1 << asked.size) - 1
    return lines(0, full) if masks else sets(0, full)
