"""A loop on the corners of cells, some of which say how many of their sides it takes: is there just one?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nqsat import Square, Tour
from nqsat.models import slitherlink

#: A board of 15 rows of 25 cells with one solution, made for this page.
ROWS = tuple((Path(__file__).with_name("loop.txt")).read_text("utf-8").split())

Side = tuple[Square, Square]


def sides(rows: tuple[str, ...]) -> Iterator[tuple[int, tuple[Side, ...]]]:
    """Yield the number of each cell that has one, and its sides."""
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark.isdigit():
                a, b, d, e = (Square(r + i, c + j) for i in (0, 1) for j in (0, 1))
                yield int(mark), ((a, b), (a, d), (b, e), (d, e))


def model(rows: tuple[str, ...] = ROWS) -> Tour:
    """A cycle of a wazir on the corners: the catalogue's Slitherlink."""
    return slitherlink(clues="/".join(rows))


#: What is reached from a corner of a cell with three sides is the loop, which has all of its corners.
PROGRAM = """
{on(X, Y)} :- edge(X, Y).
to(X, Y) :- on(X, Y).
to(Y, X) :- on(X, Y).
used(X) :- to(X, _).
:- used(X), #count {Y : to(X, Y)} != 2.
:- number(C, N), #count {X, Y : on(X, Y), side(C, X, Y)} != N.
reached(X) :- begin(X).
reached(Y) :- reached(X), to(X, Y).
:- used(X), not reached(X).
#show on/2.
"""


def clingo_loops(rows: tuple[str, ...] = ROWS, most: int = 2) -> int:
    import clingo

    wide, facts = len(rows[0]) + 1, list[str]()
    for place in range((len(rows) + 1) * wide):
        facts += [f"edge({place},{place + 1})."] * (place % wide < wide - 1)
        facts += [f"edge({place},{place + wide})."] * (place < len(rows) * wide)
    begin = -1
    for cell, (number, some) in enumerate(sides(rows)):
        facts.append(f"number({cell},{number}).")
        for one, other in some:
            ends = (at.row * wide + at.column for at in (one, other))
            facts.append("side({},{},{}).".format(cell, *ends))
        begin = some[0][0].row * wide + some[0][0].column if number == 3 else begin
    control = clingo.Control([f"--models={most}"])
    control.add("base", [], PROGRAM + "\n".join(facts) + f"\nbegin({begin}).")
    control.ground([("base", [])])
    found: list[int] = []
    control.solve(on_model=lambda _: found.append(1))
    return len(found)
