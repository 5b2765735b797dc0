"""Any graph as a board: its nodes are the squares, and the only piece, W, moves along its edges.

The layout has all nodes in one column, in their order, so that each has a square; neighbours are defined
by the edges alone. The symmetries of a graph are those that given generators generate: ``g1``, ``g2``, …
are the generators, and the next numbers are their other products.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from math import ceil, cos, hypot, pi, sin, sqrt
from types import MappingProxyType
from typing import Any, ClassVar

from nqsat.chess.geometry import CellMap, Direction, Geometry, Label, Point, Stride, orbit_of
from nqsat.chess.piece import Piece, Ride
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel

#: The largest number of nodes of a graph, and of its edges, those in both directions counted twice.
MAX_NODES = 100_000
MAX_EDGES = 4_000_000

#: The largest product of nodes and symmetries.
MAX_IMAGES = 500_000

NODE_NAME = re.compile(r"[A-Za-z0-9_.]{1,40}", re.ASCII)
_CYCLES = re.compile(r"(\s*\([^()]*\))+\s*", re.ASCII)

_POINT = 0.42  # the radius of a node in a drawing
_CORNERS = 24

Permutation = tuple[int, ...]  # the index of the image of each node


@dataclass(frozen=True, eq=False)
class Network(Geometry):
    """A graph. ``rows`` is the number of its nodes, ``columns`` is 1.

    Args:
        nodes: the names of the nodes.
        edges: pairs of indices of nodes (from, to); in both directions unless the graph is directed.
        places: the position of each node in a drawing, (down, right); if empty, they are computed.
        generators: automorphisms, which generate the symmetries.
        given: the nodes as they were given, if not as texts; equality does not ask for them.

    Raises:
        InvalidModel: a generator breaks an edge, or the symmetries are too many.
    """

    gaps: ClassVar[bool] = True
    has_ranks: ClassVar[bool] = False
    has_rotations: ClassVar[bool] = False
    is_list: ClassVar[bool] = True
    nodes: tuple[str, ...] = ()
    edges: frozenset[tuple[int, int]] = field(default=frozenset())
    places: tuple[Point, ...] = ()
    generators: tuple[Permutation, ...] = ()
    given: tuple[Hashable, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for number, images in enumerate(self.generators, 1):
            for here, there in sorted(self.edges):
                if (images[here], images[there]) not in self.edges:
                    ends = (here, there, images[here], images[there])
                    a, b, c, d = (self.nodes[index] for index in ends)
                    image = f"symmetry g{number} maps the edge {a} {b} to {c} {d}"
                    raise _graph_error(f"{image}, which is not an edge")
        _group(self.rows, self.generators)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self._facts == other._facts

    def __hash__(self) -> int:
        return self._hash

    @property
    def _facts(self) -> tuple[Any, ...]:
        return self.nodes, self.edges, self.places, self.generators

    @cached_property
    def _hash(self) -> int:
        return hash(self._facts)

    @classmethod
    def of(
        cls,
        nodes: Iterable[object],
        edges: Iterable[Sequence[object]],
        places: Mapping[object, Sequence[float]] | None = None,
        *,
        directed: bool = False,
        symmetries: Iterable[object] = (),
    ) -> Network:
        """Return a graph with these nodes and edges; the edges may add nodes.

        Raises:
            InvalidModel: a name is invalid, two nodes have the same name, an edge is a loop or not a pair,
                only some nodes have a place, or a symmetry is none.
        """
        number: dict[object, int] = {}
        pairs: set[tuple[int, int]] = set()
        for node in nodes:
            number.setdefault(node, len(number))
        for edge in edges:
            if isinstance(edge, str) or len(edge) != 2:
                raise _graph_error(f"{edge!r} is not an edge: a pair of nodes")
            here, there = (number.setdefault(node, len(number)) for node in edge)
            if here == there:
                raise _graph_error(f"{edge[0]!r} is joined to itself; leave that out")
            pairs |= {(here, there)} if directed else {(here, there), (there, here)}
            if len(pairs) > MAX_EDGES:
                raise _graph_error(f"has more than {MAX_EDGES // (2 - directed):,} edges")
        if len(number) > MAX_NODES:
            raise _graph_error(f"has more than {MAX_NODES:,} nodes")
        names = [*map(_name, number)]
        if len({*names}) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise _graph_error(f"two nodes are called {twice}")
        points: list[Point] = []
        if places is not None:
            if missing := [node for node in number if node not in places]:
                reason = f"{missing[0]!r} has no place; give one for each node or none at all"
                raise _graph_error(reason)
            given = (places[node] for node in number)
            points = [(float(down), float(right)) for down, right in given]
        found = cls(
            len(names), 1, tuple(names), frozenset(pairs), tuple(points), given=tuple(number)
        )
        return found.with_symmetries(symmetries, number)

    def with_symmetries(
        self, symmetries: Iterable[object], number: Mapping[object, int] = MappingProxyType({})
    ) -> Network:
        """Return the graph with further generators; ``number``: indices by names other than the text."""
        if isinstance(symmetries, str) or not isinstance(symmetries, Iterable):
            reason = f"symmetries: {symmetries!r} is not a list of permutations of the nodes"
            raise _graph_error(reason)
        known: dict[object, int] = {name: index for index, name in enumerate(self.nodes)}
        known |= number
        given = [_permutation(symmetry, self.rows, known) for symmetry in symmetries]
        return replace(self, generators=(*self.generators, *given)) if given else self

    @property
    def is_directed(self) -> bool:
        """Whether some edge has no reverse."""
        return any((there, here) not in self.edges for here, there in self.edges)

    @property
    def distinct_edges(self) -> Iterator[tuple[int, int]]:
        """The edges in order; those of an undirected graph in one direction only."""
        some = sorted(self.edges)
        return iter(some if self.is_directed else [edge for edge in some if edge[0] < edge[1]])

    @property
    def title(self) -> str:
        """Its size as text: ``graph of 10 nodes and 15 edges``."""
        return f"graph of {len(self.nodes)} nodes and {sum(1 for _ in self.distinct_edges)} edges"

    def element(self, cell: Square) -> Any:
        return (self.given or self.nodes)[cell.row]

    def square(self, element: object) -> Square:
        """Return the square of a node: a pair may be a node, and only a ``Square`` is the square itself."""
        if type(element) is Square:
            return element
        if not isinstance(element, Hashable) or element not in self._numbers:
            raise InvalidModel("square", f"{element!r} is not a node of the {self.title}")
        return Square(self._numbers[element], 0)

    @cached_property
    def _numbers(self) -> Mapping[object, int]:
        return {node: index for index, node in enumerate(self.given or self.nodes)}

    @property
    def knows_symmetries(self) -> bool:
        return bool(self.generators)

    @property
    def facts(self) -> tuple[str, ...]:
        """Its size and whether its edges have a direction, as a reader says what it read."""
        edges = sum(1 for _ in self.distinct_edges)
        way = "directed" if self.is_directed else "undirected"
        return f"{len(self.nodes)} nodes", f"{edges} edges", way

    def to_json(self) -> dict[str, object]:
        nodes = self.nodes
        edges = [[nodes[here], nodes[there]] for here, there in self.distinct_edges]
        data: dict[str, object] = {"nodes": list(nodes), "edges": edges}
        if self.is_directed:
            data["directed"] = True
        if self.places:
            data["places"] = [list(place) for place in self.places]
        if self.generators:
            data["symmetries"] = [[nodes[x] for x in images] for images in self.generators]
        return {"graph": data}

    @property
    def call(self) -> str:
        return f"Board.of_graph({self!r})"

    @property
    def note(self) -> str:
        return self.title + (", directed" if self.is_directed else "")

    # -- cells -----------------------------------------------------------------------------

    @property
    def sizes(self) -> tuple[int, ...]:
        return (self.rows,)

    def name(self, cell: Square) -> str:
        return self.nodes[cell.row]

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        return (cell.row,)

    def _place(self, coordinates: Sequence[int]) -> Square:
        return Square(coordinates[0], 0)

    @cached_property
    def _neighbours(self) -> tuple[tuple[Square, ...], ...]:
        found: list[list[Square]] = [[] for _ in self.nodes]
        for here, there in sorted(self.edges):
            found[here].append(Square(there, 0))
        return tuple(map(tuple, found))

    def step(self, cell: Square, direction: Direction) -> Stride | None:
        """Return the neighbour with this number, from 1; None if there are fewer."""
        beside, number = self._neighbours[cell.row], direction[0] - 1
        return (beside[number], direction) if 0 <= number < len(beside) else None

    def is_straight(self, direction: Direction) -> bool:
        return False  # a step is one edge: none can be repeated

    def rides(self, piece: Piece) -> frozenset[Ride]:
        if not piece.rides:
            return frozenset()  # a blocker, or a relation alone
        if piece.rides == Piece.parse("W").rides:
            most = max(map(len, self._neighbours), default=0)
            return frozenset(Ride((number,), 1) for number in range(1, most + 1))
        reason = f"{piece} is not defined on a graph; write W, which moves along the edges"
        raise InvalidModel("piece", reason)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def most_maps(self) -> int:
        return len(_group(self.rows, self.generators))

    @property
    def is_large(self) -> bool:
        return False

    def maps(self) -> Iterator[CellMap]:
        first, *others = _group(self.rows, self.generators)
        yield CellMap("identity", (), lambda cell: cell, turns=True, shifts=True)
        listed = len({*self.generators} - {first})  # the generators are the first of the others
        for number, images in enumerate(chain(self.generators, others[listed:]), 1):
            yield CellMap(f"g{number}", (), partial(_image, images), turns=False, shifts=False)

    # -- pictures --------------------------------------------------------------------------

    @cached_property
    def positions(self) -> tuple[Point, ...]:
        """The position of each node, (down, right); the distance of neighbours is about 2 squares."""
        if not self.nodes:
            return ()
        points = self.places or _spring_layout(self)
        top, left = (min(point[axis] for point in points) for axis in (0, 1))
        scale = _scale(points, self.edges)
        return tuple((scale * (down - top), scale * (right - left)) for down, right in points)

    @property
    def extent(self) -> tuple[float, float]:
        high, wide = (max((point[axis] for point in self.positions), default=0) for axis in (0, 1))
        return high + 1.5, wide + 1.0

    def centre_at(self, row: float, column: float) -> tuple[float, float]:
        return self.positions[int(row)]

    @property
    def outline(self) -> tuple[Point, ...]:
        turns = (2 * pi * corner / _CORNERS for corner in range(_CORNERS))
        return tuple((-_POINT * cos(turn), _POINT * sin(turn)) for turn in turns)

    def cells_across(self, cell: Square) -> tuple[Square | None, ...]:
        return self._neighbours[cell.row]

    def shade(self, cell: Square) -> int:
        return 1

    def drawn_edges(self) -> Iterator[tuple[Square, Square]]:
        return ((Square(here, 0), Square(there, 0)) for here, there in self.distinct_edges)

    def labels(self, cells: Sequence[Square]) -> Iterator[Label]:
        return (Label(cell, "below", self.name(cell)) for cell in cells)


def _image(images: Permutation, cell: Square) -> Square:
    return Square(images[cell.row], 0)


@lru_cache(maxsize=16)
def _group(size: int, generators: tuple[Permutation, ...]) -> tuple[Permutation, ...]:
    """Return the permutations that these generate: the identity, the generators, the others."""
    found: list[Permutation] = []
    moves = [lambda images, by=by: tuple(map(by.__getitem__, images)) for by in generators]
    for images in orbit_of(tuple(range(size)), moves):
        found.append(images)
        if len(found) * size > MAX_IMAGES and generators:
            most = f"more than {MAX_IMAGES // size:,} permutations of {size} nodes"
            raise _graph_error(f"its symmetries generate {most}; give fewer of them")
    return tuple(found)


def _graph_error(reason: str) -> InvalidModel:
    return InvalidModel(("board", "graph"), reason)


def _permutation(given: Any, size: int, known: Mapping[object, int]) -> Permutation:
    """Read a permutation of the nodes: a mapping, the images of all nodes in order, or cycles."""
    shown = given if isinstance(given, str) else repr(given)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    try:
        pairs = [(known[here], known[there]) for here, there in _pairs(given, size, known)]
    except KeyError as error:
        raise _graph_error(f"the symmetry {shown} has {error}, which is not a node") from None
    except (TypeError, ValueError):
        reason = f"the symmetry {shown} cannot be read; write cycles of nodes: (a b c)(d e)"
        raise _graph_error(reason) from None
    images = {**{index: index for index in range(size)}, **dict(pairs)}
    if len({here for here, _ in pairs}) < len(pairs) or len({*images.values()}) < size:
        raise _graph_error(f"the symmetry {shown} is not a permutation: a node comes twice")
    return tuple(images.values())


def _pairs(given: Any, size: int, known: Mapping[object, int]) -> Iterable[tuple[object, object]]:
    """Return the nodes of a permutation with their images; of another form it is an error of Python's."""
    if isinstance(given, Mapping):
        return given.items()
    if isinstance(given, str):
        if not _CYCLES.fullmatch(given):
            raise ValueError
        given = [cycle.split() for cycle in re.findall(r"\(([^()]*)\)", given)]
    given = [*given]
    if len(given) == size and all(isinstance(node, Hashable) and node in known for node in given):
        return zip({index: node for node, index in known.items()}.values(), given, strict=True)
    if any(isinstance(cycle, str) for cycle in given):
        raise TypeError
    return [(a, b) for cycle in given for a, b in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True)]


def _name(node: object) -> str:
    """Return the name of a node: its words, and those of the parts of a tuple, joined by ``_``."""
    name = "_".join(map(_name, node)) if isinstance(node, tuple) else "_".join(str(node).split())
    if not NODE_NAME.fullmatch(name):
        raise _graph_error(f"{node!r} is not a name of a node: up to 40 letters, digits, _ and .")
    return name


@lru_cache(maxsize=16)
def _spring_layout(graph: Network) -> tuple[Point, ...]:
    """Compute positions by a spring layout, which starts from a planar layout if the graph is planar."""
    import networkx as nx

    plain = nx.Graph()
    plain.add_nodes_from(range(len(graph.nodes)))
    plain.add_edges_from(graph.distinct_edges)
    start = nx.circular_layout(plain)
    if len(graph.nodes) > 2 and nx.check_planarity(plain)[0]:
        start = nx.planar_layout(plain)
    found = nx.spring_layout(plain, pos=start, seed=1, iterations=200)
    return tuple((round(float(-y), 4), round(float(x), 4)) for x, y in map(found.get, plain))


def _scale(points: Sequence[Point], edges: Iterable[tuple[int, int]]) -> float:
    """Return the scale at which the shortest edge is 1.6 squares, or less to limit the drawing's size."""
    long = [hypot(*(a - b for a, b in zip(points[x], points[y], strict=True))) for x, y in edges]
    shortest = min((length for length in long if length > 0), default=1.0)
    spread = max(max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1))
    most = 4 * ceil(sqrt(len(points))) + 2
    return min(1.6 / shortest, most / spread if spread else 1.6 / shortest)


def of_networkx(graph: Any, symmetries: Iterable[object] = ()) -> Network:
    """Convert a graph of networkx; ``pos`` of a node is its position, (x, y) with y upwards."""
    points = dict(graph.nodes(data="pos"))
    given = bool(points) and all(point is not None for point in points.values())
    places = {node: (-y, x) for node, (x, y) in points.items()} if given else None
    directed = graph.is_directed()
    return Network.of(graph.nodes, graph.edges(), places, directed=directed, symmetries=symmetries)


def networkx_graph(
    places: Mapping[str, Point], edges: Iterable[tuple[str, str]], *, directed: bool
) -> Any:
    """Return a graph of networkx whose nodes have ``pos`` as ``of_networkx`` reads it."""
    import networkx as nx

    found = nx.DiGraph() if directed else nx.Graph()
    found.add_nodes_from((name, {"pos": (right, -down)}) for name, (down, right) in places.items())
    found.add_edges_from(edges)
    return found


def network_of(graph: object, symmetries: Iterable[object] = ()) -> Network:
    """Convert a graph of networkx, a list of edges (pairs of nodes), or the neighbours of each node.

    The symmetries generate a group.
    """
    if isinstance(graph, Network):
        return graph.with_symmetries(symmetries)
    if isinstance(graph, dict):
        import networkx as nx

        graph = nx.Graph(graph)
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        return of_networkx(graph, symmetries)
    if isinstance(graph, str) or not isinstance(graph, Iterable):
        raise _graph_error(f"{graph!r} is neither a graph of networkx nor a list of edges")
    edges = [*graph]
    return Network.of(dict.fromkeys(chain.from_iterable(edges)), edges, symmetries=symmetries)
