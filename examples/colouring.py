"""Colouring a map: the states of Australia in three colours, neighbours in different ones.

A colour is a kind of piece, which steps along the borders (W). Neighbours must have different colours.

Output:

    18 placements
    3 placements up to symmetry and colours
    the most red ones: 4 pieces of kind red:W, the maximum
"""

import networkx as nx

import nqsat as nq

BORDERS = "WA-NT WA-SA NT-SA NT-QLD SA-QLD SA-NSW SA-VIC QLD-NSW NSW-VIC"
COLOURS = ["red:W", "green:W", "blue:W"]

states = nx.Graph([border.split("-") for border in BORDERS.split()])
states.add_node("TAS")
rules = ["non-attacking=" + ",".join(f"{c}-{c}" for c in COLOURS), "amount=pieces,number=7"]
board = nq.Board.of_graph(states, symmetries=["(WA VIC)(NT NSW)"])  # nqsat searches for none
colouring = nq.Placement(board, dict.fromkeys(COLOURS, "any"), rules)
print(nq.count(colouring))
print(nq.count(colouring, modulo="colours"))
best = nq.solve(colouring.with_objective("maximise pieces=red:W"))
print("the most red ones:", best.optimum)
