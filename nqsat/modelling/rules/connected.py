"""Connectivity of the pieces, or of the empty squares.

The nodes of the graph are the pieces (or the squares that no piece of these kinds occupies). Two nodes are
adjacent if a piece on one of the squares attacks the other: those pieces themselves, or a named one
(``by``). Edges are undirected, and pieces in between do not block.

The rule: the graph has at most one component; with ``acyclic`` it has no cycle either, so it is a tree. The
empty graph and a single node are connected. Walls and holes are not nodes.

Encoding: one constraint, ``OneComponent``, on the literals of the nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from nqsat.chess import Piece, Square, attacks, check_piece, preserves_attacks
from nqsat.errors import InvalidNotation, blaming
from nqsat.modelling.arrangement import Arrangement, pieces_of
from nqsat.modelling.rules.attack_encoding import Gates
from nqsat.modelling.rules.base import Rule, listed, named
from nqsat.modelling.rules.fields import FLAG, NAMES, Field, choice
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint, OneComponent, Variables

Nodes = Literal["occupied", "empty"]


def _piece_name(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("expected a piece: W, K, N")
    try:
        return Piece.parse(value).notation
    except InvalidNotation as error:
        raise ValueError(str(error)) from None


def _no_blocking(value: Any) -> bool:
    if FLAG.read(value):  # the graph would depend on the pieces
        raise ValueError("pieces in between never block here; leave it out")
    return False


class _Node(NamedTuple):
    """A node: a piece, or an empty square with kind None."""

    square: Square
    kind: str | None


@listed
@dataclass(frozen=True, slots=True)
class Connected(Rule):
    """The pieces are connected by their attacks, or the empty squares by steps.

    Args:
        of: the nodes: the pieces (``"occupied"``), or the squares without a piece (``"empty"``).
        kinds: the kinds of the pieces; None for all. Pieces of other kinds are ignored: a square with only
            such a piece is empty.
        by: the piece whose attacks connect two squares; None for the attacks of the pieces themselves, and
            for empty squares those of any of the kinds.
        acyclic: whether the graph must have no cycle either.
        blocking: refused if true, because pieces in between never block here.

    Raises:
        InvalidModel: an unknown value of ``of``, ``kinds`` is empty, ``by`` cannot be read, or ``blocking``
            is true.
    """

    name: ClassVar[str] = "connected"
    example: ClassVar[str] = "connected=empty,by=W"
    unsaid: ClassVar[Mapping[str, str]] = {
        "by": "joined are squares that a move of a piece connects: by=W joins neighbours"
    }
    of_attacks = True
    shares = "which squares are joined"
    fields: ClassVar[Mapping[str, Field]] = {
        "of": choice(*get_args(Nodes)),
        "kinds": NAMES,
        "by": Field(_piece_name),
        "acyclic": FLAG,
        "blocking": Field(_no_blocking, parse=FLAG.parse),
    }
    of: Nodes = "occupied"
    kinds: tuple[str, ...] | None = None
    by: str | None = None
    acyclic: bool = False
    blocking: Literal[False] = field(default=False, repr=False)

    @property
    def sentence(self) -> str:
        of = "" if self.kinds is None else f" ({named(self.kinds)})"
        what = f"pieces{of}" if self.of == "occupied" else f"squares without a piece{of}"
        by = "their attacks" if self.by is None else f"the moves of {self.by}"
        form = "a tree" if self.acyclic else "one group"
        return f"The {what} form {form}, joined by {by}."

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        if self.by is not None:
            with blaming("by"):
                check_piece(Piece.parse(self.by), setting.board)

    def holds(self, arrangement: Arrangement) -> bool:
        pieces = pieces_of(arrangement, self.kinds)
        if self.of == "occupied":
            nodes = [_Node(piece.square, piece.kind) for piece in pieces]
        else:
            occupied = {piece.square for piece in pieces}
            nodes = [_Node(x, None) for x in arrangement.board.squares if x not in occupied]
        joined = self._edges(arrangement.setting, nodes)
        beside: dict[int, list[int]] = {node: [] for node in range(len(nodes))}
        for here, there in joined:
            beside[here].append(there)
            beside[there].append(here)
        reached, waiting = {0}, [0] if nodes else []
        while waiting:
            more = {other for other in beside[waiting.pop()] if other not in reached}
            reached |= more
            waiting += more
        connected = len(reached) >= len(nodes)
        # A connected graph is a tree exactly if it has one edge fewer than nodes.
        return connected and not (self.acyclic and len(joined) >= len(nodes) > 0)

    def _edges(self, setting: Setting, nodes: Collection[_Node]) -> list[tuple[int, int]]:
        """Return the edges between nodes, as pairs of their indices."""
        named = setting.named(self.kinds)
        pieces = {kind.name: [kind.piece] for kind in named}
        every: list[Piece] = [*chain.from_iterable(pieces.values())]
        if self.by is not None:
            every = [Piece.parse(self.by)]
            pieces = dict.fromkeys(pieces, every)
        there: dict[Square, list[int]] = {}
        for place, node in enumerate(nodes):
            there.setdefault(node.square, []).append(place)
        found: set[tuple[int, int]] = set()
        for place, (square, kind) in enumerate(nodes):
            for piece in every if kind is None else pieces[kind]:
                for target in attacks(piece, setting.board)[square]:
                    found.update((min(place, x), max(place, x)) for x in there.get(target, ()))
        return sorted(found)

    def image(self, change: Change) -> Connected | None:
        if self.by is None:
            kept = change.preserves_attacks(self.kinds, blocking=False)
        else:
            piece = Piece.parse(self.by)
            kept = preserves_attacks(
                change, (piece, change.source.board), (piece, change.target.board)
            )
        return self.moved(change) if kept else None

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        gates = Gates(variables.fresh)
        names = [kind.name for kind in setting.named(self.kinds)]
        literals: dict[_Node, int] = {}
        for square in setting.board.squares:
            standing = {kind: x for kind in names if (x := variables.at(kind, square))}
            if self.of == "empty":
                literals[_Node(square, None)] = gates.every(-x for x in standing.values())
            else:
                literals |= {_Node(square, kind): x for kind, x in standing.items()}
        edges = self._edges(setting, literals)
        yield OneComponent(tuple(literals.values()), tuple(edges), self.acyclic)
        yield from gates.definitions
