"""Following links: the cycles that the true links of an assignment form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["trace"]


def trace(
    ends: Mapping[int, tuple[int, int]], true: Iterable[int], nodes: int, *, arcs: bool
) -> Iterator[list[tuple[int, int]]]:
    """The cycles that links form, each from its least node on.

    Args:
        ends: for each literal, the two nodes that it links.
        true: the true literals; others than those in ``ends`` are passed over. Every node they touch
            has two links, or one arc out and one in.
        nodes: how many nodes there are.
        arcs: a link leads from its first node to its second only.

    Returns:
        cycles as lists of a node and the literal that leads on from it.
    """
    around: list[list[int]] = [[] for _ in range(nodes)]
    for x in true:
        if x in ends:
            a, b = ends[x]
            around[a].append(x)
            if not arcs:
                around[b].append(x)
    seen = bytearray(nodes)
    for start in range(nodes):
        if seen[start] or not around[start]:
            continue
        cycle: list[tuple[int, int]] = []
        node, last = start, 0
        while not cycle or node != start:
            seen[node] = 1
            ways = around[node]
            x = ways[0] if ways[0] != last else ways[1]
            cycle.append((node, x))
            a, b = ends[x]
            node, last = (b if a == node else a), x
        yield cycle
