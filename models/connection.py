"""Pieces that are connected by their attacks: connected sets, trees, chordless cycles and paths."""

from nqsat import Placement, family
from nqsat.rules import Connected, Degrees, Domination, Objective, Pieces

from .words import Bounds, Of, OnBoard

#: The largest possible number of pieces.
MOST = Objective("maximise", Pieces())


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
    """Place pieces of one kind on a board so that they are connected by their attacks.

    Two pieces are adjacent if either attacks the other. The empty set and a single piece are connected;
    with ``k=1..`` the empty board does not count, as in A059525 (wazirs: fixed polyominoes in a square
    box, at every position), A286139 (kings) and A290765 (knights).
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
    """Place pieces of one kind, connected by their attacks, so that every square is occupied or attacked.

    A289180 has kings and A291705 knights on n × n, from n = 1. The empty set does not dominate and does
    not count.

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
    """Place at least one piece of one kind so that they are connected by their attacks without a cycle.

    Trees are sets of squares: two pieces are adjacent if either attacks the other. A single piece is a
    tree; the empty set does not count.

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
    """Place pieces of one kind so that each is adjacent to exactly two others and all are connected.

    They are the squares of a chordless cycle in the graph of the piece's moves. Cycles are sets of
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
    """Place at least one piece of one kind so that they are the squares of a chordless path.

    Paths are sets of squares, without a direction. A single piece is a path; the empty set does not count.

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
    """Place as many pieces of one kind as possible so that they are the squares of a chordless cycle.

    The length on n × n is A357357 for wazirs, A165143 for knights, from n = 3. The count is the number of
    longest cycles, as sets of squares. It is 0 if there is no cycle; A357357 begins with 0 for n = 1.

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
    """Place as many pieces of one kind as possible so that they are the squares of a chordless path.

    The number of squares on n × n is A331968 for wazirs (snakes), A357500 for knights, from n = 1. The
    count is the number of longest paths, as sets of squares, without a direction.

    References:
        N. Beluhov, Snake paths in king and knight graphs, arXiv:2301.01152, 2023.
    """
    return Placement(
        board, {piece: "1.."}, [Degrees("..2"), Connected(acyclic=True)], objective=MOST
    )
