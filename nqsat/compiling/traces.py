"""Following links: the cycles that the true links of an assignment form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


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
    one = [0] * nodes  # the literals of the links at each node; 0 for none
    two = [0] * nodes
    for x in true:
        if x in ends:
            a, b = ends[x]
            if one[a]:
                two[a] = x
            else:
                one[a] = x
            if not arcs:
                if one[b]:
                    two[b] = x
                else:
                    one[b] = x
    for start in range(nodes):
        node, x = start, one[start]
        cycle: list[tuple[int, int]] = []
        while one[node]:
            cycle.append((node, x))
            one[node] = 0  # been there
            a, b = ends[x]
            node = b if a == node else a
            x = two[node] if one[node] == x else one[node]
        if cycle:
            yield cycle
