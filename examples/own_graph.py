"""A graph of your own: the Petersen graph, its vertices drawn on a board of two rows.

Pieces on adjacent vertices attack each other, so placements without attack are the independent sets of the
graph, and closed tours are its Hamiltonian cycles. There are no such cycles, but removing any vertex leaves
some.

Output:

    independent sets: 76 placements
    of those, with 4 vertices: 5 placements
    Hamiltonian cycles: 0 undirected closed tours
    Hamiltonian paths: 120 undirected open tours
    without e1: 2 undirected closed tours
"""

import nqsat

RING = [((0, i), (0, (i + 1) % 5)) for i in range(5)]
SPOKES = [((0, i), (1, i)) for i in range(5)]
STAR = [((1, i), (1, (i + 2) % 5)) for i in range(5)]


def main() -> None:
    edges = RING + SPOKES + STAR
    vertex = nqsat.Piece.of_graph("petersen", edges, two_way=True)
    for what, number in (("independent sets", "any"), ("of those, with 4 vertices", "4")):
        kinds = [nqsat.Kind.of(vertex, number)]
        print(f"{what}: {nqsat.count(nqsat.Placement('2x5', kinds))}")
    print(f"Hamiltonian cycles: {nqsat.count(nqsat.Tour('2x5', vertex))}")
    paths = nqsat.Tour("2x5", vertex, closed=False, unit="undirected")
    print(f"Hamiltonian paths: {nqsat.count(paths)}")
    board = nqsat.Board.from_map(".....\n....#")
    rest = [edge for edge in edges if (1, 4) not in edge]
    smaller = nqsat.Piece.of_graph("rest", rest, two_way=True)
    print(f"without e1: {nqsat.count(nqsat.Tour(board, smaller))}")


if __name__ == "__main__":
    main()
