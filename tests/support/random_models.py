"""Random models: any board × pieces × rules × presets, a tour or a factor, small enough for the reference.

The same seed gives the same models, on every machine. A draw that is invalid, or too large for the
reference to answer in milliseconds, is discarded and drawn again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import combinations, count, islice, permutations
from math import comb, prod
from random import Random

from nqsat.chess import Board, Network, Piece, Square, attacks, symmetries
from nqsat.errors import InvalidModel
from nqsat.modelling import Factor, Kind, Model, Number, Placement, Preset, Rule, Tour, no_row
from nqsat.modelling.path import Move
from nqsat.modelling.rules import Among, Armies, NonAttacking, clause
from support.boards import WRAPS, graph_of, is_hexagon, is_solid, wrap_of
from support.random_rules import RANDOM_RULES, RandomDraw, draw_distinct

#: The maximum number of arrangements, or of paths of a tour, before any rule is applied.
LARGEST = 4_096
LARGEST_TOUR = 20_000

_SHAPES = ((2, 2, 2), (1, 2, 3), (3, 2, 1), (1, 1, 2, 2), (2, 1, 1, 3))
_SIDES = (1, 2, 2, 3, 3, 3, 4, 5)
_NUMBERS = (*["any"] * 4, "..2", "..3", "1..", "2..", "1..2", "..1", "1", "2", "2", "3", "4", "0")
_ATOMS = ("W", "F", "D", "N", "R", "B", "Q", "K", "A", "C", "(0,3)")
_DIRECTIONS = ("", "", "", "f", "b", "r", "fs", "v", "lv")
_RANGES = ("", "", "", "0", "2", "3")
_SIDES_OF_HEXAGONS = (1, 2, 2, 2, 2, 3)
_ON_HEXAGONS = ("K", "N", "R", "B", "Q", "W", "blocker")
_DEGREES = ("1", "1", "..1", "..1", "2", "2", "1..2", "..2", "1..", "3", "0", "any")
_VISITS = ("all", "all", "all", "some", "some", "3", "..4", "4..6", "5..")
_TOURING = ("N", "N", "K", "W", "F", "R", "Q", "B", "C", "WD", "fKbW", "rfW", "NW")


def random_model(seed: int, index: int) -> Model:
    """Return the model with this index, from 0 on, for a seed."""
    chance = Random(f"{seed}/{index}")
    while True:
        try:
            model = _draw_model(chance)
        except InvalidModel:
            continue
        if _is_small(model):
            return model


def plain_tours(seed: int) -> Iterator[Tour]:
    """Yield random tours that the oracle of tours knows: on a grid, and without further rules."""
    for model in (random_model(seed, index) for index in count()):
        if isinstance(model, Tour) and not model.added:
            flat = not (is_solid(model.board) or is_hexagon(model.board) or graph_of(model.board))
            if flat and wrap_of(model.board) in ("flat", "cylinder", "torus"):
                yield model


def small_placements(seed: int, number: int) -> list[Placement]:
    """Return random placements without an objective, of few enough arrangements for brute force."""
    every = (random_model(seed, index) for index in count())
    small = (
        model.with_objective(None)
        for model in every
        if isinstance(model, Placement)
        and (1 + len(model.kinds)) ** len(model.board.squares) <= LARGEST
    )
    return list(islice(small, number))


def _draw_model(chance: Random) -> Model:
    """Draw a placement in most cases, else a tour or a factor."""
    drawn = chance.random()
    if drawn < 0.15:
        return _draw_factor(chance)
    return _draw_tour(chance) if drawn < 0.4 else _draw_placement(chance)


# -- boards and pieces -------------------------------------------------------------------


def _draw_board(chance: Random) -> Board:
    drawn = chance.random()
    if drawn < 0.04:
        return Board.solid(*chance.choice(_SHAPES))
    if drawn < 0.12:
        return Board.hexagonal(chance.choice(_SIDES_OF_HEXAGONS))
    if drawn < 0.22:
        return _draw_graph(chance)
    rows, columns = chance.choice(_SIDES), chance.choice(_SIDES)
    if chance.random() < 0.02:
        rows = 0
    cells = ["."] * (rows * columns)
    if chance.random() < 0.35:
        for place in draw_distinct(chance, range(len(cells)), 1, 3):
            cells[place] = chance.choice("#x")
    lines = ("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))
    wrap = chance.choice(("flat", *WRAPS))
    return Board.from_map("\n".join(lines), wrap)


def _draw_graph(chance: Random) -> Board:
    """Draw a graph of a few nodes, sometimes directed, sometimes with a symmetry."""
    nodes = [f"v{number}" for number in range(1, chance.randint(1, 8) + 1)]
    directed, density = chance.random() < 0.2, chance.choice((0.3, 0.5, 0.8))
    pairs = permutations(nodes, 2) if directed else combinations(nodes, 2)
    edges = [pair for pair in pairs if chance.random() < density]
    symmetries = []
    if chance.random() < 0.4:
        image = dict(zip(nodes, chance.sample(nodes, len(nodes)), strict=True))
        symmetries = [image]
        for one, other in edges:  # the loop also visits the edges that it adds
            moved = (image[one], image[other])
            if moved not in edges and (directed or moved[::-1] not in edges):
                edges.append(moved)
    return Board.of_graph(Network.of(nodes, edges, directed=directed, symmetries=symmetries))


def _draw_piece(chance: Random, board: Board) -> Piece:
    drawn = chance.random()
    if drawn < 0.5 or (is_hexagon(board) and drawn < 0.9):
        if is_hexagon(board):
            return Piece.parse(chance.choice(_ON_HEXAGONS))
        if graph_of(board) is not None:
            return Piece.parse(chance.choice(["W", "W", "W", "blocker"]))
        return Piece.parse(chance.choice(["Q", "R", "B", "K", "N", "NN", "blocker", "W", "F"]))
    if drawn < 0.57 and board.squares:
        pairs = [(start, to) for start in board.squares for to in board.squares if start != to]
        return Piece.of_graph(
            "net", draw_distinct(chance, pairs, 1, 8), two_way=chance.random() < 0.5
        )
    parts = [
        chance.choice(_DIRECTIONS) + chance.choice(_ATOMS) + chance.choice(_RANGES)
        for _ in range(chance.randint(1, 2))
    ]
    return Piece.parse("".join(parts))


# -- placements --------------------------------------------------------------------------


def _draw_placement(chance: Random) -> Placement:
    board = _draw_board(chance)
    rules = _draw_rules(chance)
    labels = [["", "", "white:"], ["white:", "black:"], ["white:", "", "black:"]]
    number = chance.choice([2, 2, 3] if Armies in rules else [1, 1, 1, 2, 2, 3])
    kinds = [_draw_kind(chance, board, label) for label in labels[number - 1][:number]]
    names = tuple(kind.name for kind in kinds)
    draw = RandomDraw(chance, board, names)
    drawn = [RANDOM_RULES[rule](draw) for rule in rules]
    presets = _draw_presets(chance, board.squares, names, 2) if chance.random() < 0.3 else []
    wanted = draw.objective() if chance.random() < 0.08 else None
    return Placement(board, kinds, drawn, presets, wanted)


def _draw_rules(chance: Random) -> list[type[Rule]]:
    """Draw one to three rules, often the most common one, NonAttacking."""
    drawn: list[type[Rule]] = draw_distinct(chance, list(RANDOM_RULES), 0, 2)
    if not drawn or (chance.random() < 0.4 and NonAttacking not in drawn):
        drawn.append(NonAttacking)
    return drawn


def _draw_kind(chance: Random, board: Board, label: str) -> Kind:
    piece = _draw_piece(chance, board)
    squares = None
    if board.squares and chance.random() < 0.2:
        squares = frozenset(draw_distinct(chance, board.squares, 1, len(board.squares)))
    if chance.random() < 0.5:
        number = chance.choice(_NUMBERS)
    else:
        number = chance.choice(numbers_near_bound(piece, board, squares))
    return Kind(label + piece.notation, piece, Number.parse(number), squares)


def numbers_near_bound(piece: Piece, board: Board, squares: Collection[Square] | None) -> list[str]:
    """Return numbers next to that of pieces that fit if each square in turn takes one that attacks none.

    These are next to what the lines of the board allow, where a wrong bound shows itself first.
    """
    targets, taken = attacks(piece, board), set[Square]()
    for square in sorted(board.squares if squares is None else squares):
        if taken.isdisjoint(targets[square]) and not any(square in targets[x] for x in taken):
            taken.add(square)
    near = (max(0, len(taken) + more) for more in (-1, -1, -1, 0, 1))
    return [written.format(number) for number in near for written in ("{}", "..{}", "{}..")]


def _draw_presets(
    chance: Random, squares: Sequence[Square], names: Iterable[str], most: int
) -> list[Preset]:
    """Draw presets, a piece or none, for some squares: at least one if there is any."""
    contents = [None, *names]
    return [
        Preset(square, chance.choice(contents))
        for square in draw_distinct(chance, squares, 1, most)
    ]


# -- tours and factors -------------------------------------------------------------------------------


def _draw_moving_piece(chance: Random, board: Board) -> Piece:
    """Draw a piece for a tour or a factor, mostly one that moves freely."""
    if chance.random() < 0.1:
        return _draw_piece(chance, board)
    return Piece.parse("W" if graph_of(board) is not None else chance.choice(_TOURING))


def _draw_factor(chance: Random) -> Factor:
    board = _draw_board(chance)
    piece = _draw_moving_piece(chance, board)
    ways = attacks(piece, board)
    moves = sorted({Move.of(a, b) for a, targets in ways.items() for b in targets})
    every = [symmetry.name for symmetry in symmetries(board)]
    ends = draw_distinct(chance, board.squares, 2, 6) if chance.random() < 0.35 else []
    ends = ends[: len(ends) // 2 * 2]
    return Factor(
        board,
        piece,
        chance.choice(["2", "..2", "..2"] if ends else _DEGREES),
        through=draw_distinct(chance, moves, 1, 2) if chance.random() < 0.2 else [],
        avoiding=draw_distinct(chance, moves, 1, 2) if chance.random() < 0.2 else [],
        maximal=not ends and chance.random() < 0.3,
        ends=list(zip(ends[::2], ends[1::2], strict=True)),
        fixed_by=chance.choice(every) if chance.random() < 0.15 else None,
        rules=_draw_rules_of_moves(chance, board, moves),
    )


def _draw_tour(chance: Random) -> Tour:
    board = _draw_board(chance)
    piece = _draw_moving_piece(chance, board)
    ways = attacks(piece, board)
    if any(not targets for targets in ways.values()) and chance.random() < 0.9:
        raise InvalidModel("piece", "somewhere it cannot move: few such tours are enough")
    closed = chance.random() < 0.5
    squares = draw_distinct(chance, board.squares, 2, 2)
    start = squares[0] if squares and chance.random() < 0.3 else None
    end = squares[-1] if squares and not closed and chance.random() < 0.2 else None
    moves = sorted({Move.of(a, b) for a, targets in ways.items() for b in targets})
    required = draw_distinct(chance, moves, 1, 2) if chance.random() < 0.3 else []
    refused = draw_distinct(chance, moves, 1, 2) if chance.random() < 0.2 else []
    every = [symmetry.name for symmetry in symmetries(board)]
    visit = chance.choice(_VISITS)
    some = visit != "all"
    return Tour(
        board,
        piece,
        closed=closed,
        start=start,
        end=end,
        unit=chance.choice([None, None, "directed", "undirected"]),
        through=required,
        avoiding=refused,
        visit=visit,
        visiting=draw_distinct(chance, board.squares, 1, 2)
        if some and chance.random() < 0.2
        else (),
        numbers=_draw_numbers(chance, board) if not some and chance.random() < 0.15 else (),
        fixed_by=chance.choice(every) if chance.random() < 0.15 else None,
        rules=_draw_rules_of_moves(chance, board, moves),
    )


def _draw_rules_of_moves(chance: Random, board: Board, moves: Sequence[Move]) -> list[Rule]:
    """Draw at times a rule of some moves and visited squares."""
    if not moves or chance.random() > 0.15:
        return []
    texts = [move.text_on(board) for move in draw_distinct(chance, moves, 1, 3)]
    texts += map(board.name, draw_distinct(chance, board.squares, 0, 2))
    signs = (chance.choice(("", "", "~", "2*", "3*~")) for _ in texts)
    but = (chance.randint(0, 3),) if chance.random() < 0.2 else None
    literals = clause(*map("".join, zip(signs, texts, strict=True))).literals
    number = Number.parse(chance.choice(("1", "..1", "1..", "2", "1..3")))
    return [Among(literals, number, but)]


def _draw_numbers(chance: Random, board: Board) -> list[tuple[Square, int]]:
    squares = draw_distinct(chance, board.squares, 1, 2)
    numbers = draw_distinct(chance, range(1, len(board.squares) + 1), len(squares), len(squares))
    return list(zip(squares, numbers, strict=True))


# -- size --------------------------------------------------------------------------------


@singledispatch
def _is_small(model: Model) -> bool:
    """Return whether the reference has few arrangements, or few paths, to try."""
    raise no_row("trials", model)


@_is_small.register(Tour)
def _has_few_paths(model: Tour) -> bool:
    degrees = (len(targets) for targets in attacks(model.piece, model.board).values())
    return prod(max(1, degree - 1) for degree in degrees) <= LARGEST_TOUR


@_is_small.register(Factor)
def _has_few_move_sets(model: Factor) -> bool:
    ways, place = attacks(model.piece, model.board), model.board.places
    later = [sum(place[x] > place[here] for x in targets) for here, targets in ways.items()]
    high = len(place) if model.degree.high is None else model.degree.high
    sets = (sum(comb(most, k) for k in range(min(most, high) + 1)) for most in later)
    return prod(sets) <= LARGEST_TOUR


@_is_small.register(Placement)
def _has_few_arrangements(model: Placement) -> bool:
    squares, many = model.board.squares, 1
    for kind in model.kinds:
        places = len(squares) if kind.squares is None else len(kind.squares)
        high = places if kind.number.high is None else min(places, kind.number.high)
        many *= max(1, sum(comb(places, pieces) for pieces in range(kind.number.low, high + 1)))
    return many <= LARGEST
