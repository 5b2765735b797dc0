"""Men that are connected by their attacks: connected sets, trees, and cycles and paths without a chord."""

from nqsat import Placement, family
from nqsat.rules import Connected, Degrees, Domination, Men, Objective

from .words import Bounds, Of, OnBoard

#: As many men as can be.
MOST = Objective("maximise", Men())


@family(
    "A059525",
    "A286139",
    "A290765",
    title="pieces of one kind, connected",
    verify=(
        "board=3x3 piece=W k=1..",
        "board=3x4 piece=N k=1..6",
        "board=torus:3x3 piece=fhN k=any",
    ),
    examples={"board=3x3 piece=W k=1..": 218, "board=3x4 piece=K k=3": 80},
)
def connected(board: OnBoard, piece: Of, k: Bounds) -> Placement:
    """Place men of one kind, any piece, on a board so that they are connected by their attacks.

    Men are joined if one attacks the other; a direction does not matter. No man at all and a single one are
    connected: with ``k=1..`` the empty board does not count, as in A059525 (wazirs: fixed polyominoes in a
    square box, wherever they lie), A286139 (kings) and A290765 (knights).
    """
    return Placement(board, {piece: k}, [Connected()])


@family(
    "A289180",
    "A291705",
    title="pieces of one kind, connected, that dominate",
    verify=("board=3x3 piece=K", "board=3x4 piece=N", "board=torus:3x3 piece=W"),
    examples={"board=3x3 piece=K": 336, "board=4x4 piece=N": 11140},
)
def connected_dominating(board: OnBoard, piece: Of) -> Placement:
    """Place men of one kind, connected by their attacks, so that every square is occupied or attacked.

    A289180 has kings and A291705 knights on n × n, from n = 1. No man at all does not dominate: the empty
    set does not count.

    References:
        https://mathworld.wolfram.com/ConnectedDominatingSet.html
    """
    return Placement(board, {piece: "any"}, [Connected(), Domination()])


@family(
    title="induced trees of any piece",
    verify=("board=3x3 piece=K", "board=3x4 piece=N", "board=3x3 piece=W"),
    examples={"board=3x3 piece=K": 86},
)
def induced_trees(board: OnBoard, piece: Of) -> Placement:
    """Place men of one kind, one at least, so that they are connected by their attacks without a cycle.

    Trees are sets of squares: two men are joined wherever one attacks the other. A single man is a tree, no
    man at all is none here.

    References:
        https://mathworld.wolfram.com/Tree.html
    """
    return Placement(board, {piece: "1.."}, [Connected(acyclic=True)])


@family(
    "A297664",
    "A297666",
    title="chordless cycles of any piece",
    verify=("board=4x4 piece=W", "board=3x3 piece=K", "board=3x4 piece=N"),
    examples={"board=3x3 piece=K": 17, "board=4x4 piece=W": 24},
)
def induced_cycles(board: OnBoard, piece: Of) -> Placement:
    """Place men of one kind, any piece, so that each is joined to two others and all are connected.

    They are the squares of a cycle in the graph of the piece's moves that has no chord. Cycles are sets of
    squares: three kings that attack one another are a cycle of three. A297664 has wazirs and A297666
    knights on n × n, from n = 1; the empty set does not count.

    References:
        https://mathworld.wolfram.com/InducedCycle.html
    """
    return Placement(board, {piece: "1.."}, [Degrees(2), Connected()])


@family(
    title="chordless paths of any piece",
    verify=("board=3x4 piece=W", "board=3x3 piece=K", "board=3x4 piece=N"),
    examples={"board=2x2 piece=W": 12, "board=3x3 piece=K": 77},
)
def induced_paths(board: OnBoard, piece: Of) -> Placement:
    """Place men of one kind, one at least, so that they are the squares of a path without a chord.

    Paths are sets of squares: neither end is the first. A single man is a path, no man at all is none here.

    References:
        https://mathworld.wolfram.com/InducedPath.html
    """
    return Placement(board, {piece: "1.."}, [Degrees("..2"), Connected(acyclic=True)])


@family(
    "A165143",
    "A357357",
    title="the longest chordless cycles of any piece",
    verify=("board=4x4 piece=W", "board=3x3 piece=K", "board=3x4 piece=N"),
    examples={"board=4x4 piece=W": 7, "board=5x5 piece=N": 1},
)
def longest_induced_cycles(board: OnBoard, piece: Of) -> Placement:
    """Place as many men of one kind as can be so that they are the squares of a cycle without a chord.

    How long it is on n × n: A357357 for wazirs, A165143 for knights, from n = 3. Counted are the longest
    cycles, as sets of squares. Where there is no cycle there is no longest one, 0; A357357 begins with 0
    for n = 1.

    References:
        N. Beluhov, Snake paths in king and knight graphs, arXiv:2301.01152, 2023.
    """
    return Placement(board, {piece: "1.."}, [Degrees(2), Connected()], objective=MOST)


@family(
    "A331968",
    "A357500",
    title="the longest chordless paths of any piece",
    verify=("board=3x4 piece=W", "board=3x3 piece=K", "board=3x4 piece=N"),
    examples={"board=3x3 piece=W": 8},
)
def longest_induced_paths(board: OnBoard, piece: Of) -> Placement:
    """Place as many men of one kind as can be so that they are the squares of a path without a chord.

    How many squares it has on n × n: A331968 for wazirs (snakes), A357500 for knights, from n = 1. Counted
    are the longest paths, as sets of squares: neither end is the first.

    References:
        N. Beluhov, Snake paths in king and knight graphs, arXiv:2301.01152, 2023.
    """
    return Placement(
        board, {piece: "1.."}, [Degrees("..2"), Connected(acyclic=True)], objective=MOST
    )
