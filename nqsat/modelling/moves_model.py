"""Models of moves: a piece, moves that must or must not be made, a symmetry kept; and their variables."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast, get_args

from nqsat.arguments import ARGUMENTS, ArgumentRow, arguments_of
from nqsat.chess import Board, Piece, Square, attacks, check_piece, most_attacks
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling.argument_types import TYPES, data_of, requirements_of, words_of
from nqsat.modelling.json_values import (
    board_data,
    fields_of,
    piece_data,
    read_at,
    read_board,
    read_each,
    read_piece,
    read_rule,
    rule_data,
)
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model, Requirement, Table, What
from nqsat.modelling.path import OUTSIDE, Move
from nqsat.modelling.rules import GivenRules, MoveLiterals, Rule, clause, read_rules
from nqsat.modelling.rules.base import naming_field
from nqsat.modelling.rules.fields import items_of, read_names
from nqsat.modelling.rules.literals import Among, BoardLiteral, Made, Visited
from nqsat.modelling.rules.tours import RULE_OF, TourArgument
from nqsat.modelling.rules.user_rules import call_rule
from nqsat.modelling.setting import Change, GivenSquare, MovesSetting
from nqsat.modelling.vocabulary import Clause, Constraint

T = TypeVar("T")

#: The rule of this class that says nothing.
_empty = cache(lambda kind: kind())


class Given(Generic[T]):
    """The attribute of a model that is one of its arguments: as its rule has it, or one that says nothing.

    Args:
        name: of the argument, if the attribute has another.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    def __get__(self, model: Any, owner: type) -> T:
        kind = RULE_OF[self.name]
        said = (rule for rule in model.rules if isinstance(rule, kind)) if model is not None else ()
        return cast("T", getattr(next(iter(said), _empty(kind)), self.name))


class MovesModel(Model):
    """A model whose solutions are sets of one piece's moves; ``nqsat.arguments`` has its arguments."""

    __slots__ = ()

    #: The moves that must occur, and those that must not.
    through = Given[tuple[Move, ...]]()
    avoiding = Given[tuple[Move, ...]]()
    #: The symmetry that fixes every solution, or several; None if none is asked for.
    fixed_by = Given["str | tuple[str, ...] | None"]()

    if TYPE_CHECKING:  # fields

        @property
        @abstractmethod
        def piece(self) -> Piece: ...
        @property
        @abstractmethod
        def setting(self) -> MovesSetting: ...

    def _construct(
        self, board: Board, piece: Piece | str | None, rules: GivenRules, **given: object
    ) -> None:
        """Set board, piece and rules; ``given`` are the arguments that are rules."""
        rows = arguments_of(self.key)
        if unknown := [name for name in given if name not in rows]:
            said = f"{type(self).__name__}.__init__() got an unexpected keyword argument"
            raise TypeError(f"{said} {unknown[0]!r}; it takes {', '.join(rows)}")
        board = Board.of(board)
        if piece is None and not board.geometry.is_list:
            raise InvalidModel("piece", 'say whose moves, as in Tour(8, "N"); of a graph it is W')
        piece = piece if isinstance(piece, Piece) else Piece.parse("W" if piece is None else piece)
        with blaming("piece"):
            check_piece(piece, board)
        added = read_rules(rules, self.key, ())
        for rule in added:
            if isinstance(rule, TourArgument):
                names = ", ".join(rule.arguments)
                raise InvalidModel(("rules", rule.name), f"is given by arguments of Tour: {names}")
        values = {name: _read(rows[name], name, board, value) for name, value in given.items()}
        said_by: dict[type[TourArgument], dict[str, Any]] = {x: {} for x in RULE_OF.values()}
        for name, value in values.items():
            said_by[RULE_OF[name]][name] = value
        arguments = (rule for kind, said in said_by.items() if (rule := kind(**said)))
        for name, value in {"board": board, "piece": piece, "rules": (*arguments, *added)}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def options(cls) -> tuple[str, ...]:
        rows = arguments_of(cls.key)
        wishes = ("maximise", "minimise") if "objective" in rows else ()
        return ("rules", *(name for name, row in rows.items() if row.added), *wishes)

    def _set(self, **given: object) -> None:
        for name, value in given.items():
            row = ARGUMENTS[name]
            attribute, read = row.attribute or name, _read(row, name, self.board, value)
            object.__setattr__(self, attribute, read)

    @property
    @abstractmethod
    def _title(self) -> str:
        """The title without further requirements."""

    @property
    def _values(self) -> dict[str, Any]:
        """Its arguments but board, piece and ``rules``; those that are rules as far as they are given."""
        given, rows = self._given, arguments_of(self.key)
        own = {
            name: getattr(self, row.attribute or name)
            for name, row in rows.items()
            if name not in RULE_OF
        }
        return {name: (own | given)[name] for name in rows if name in own or name in given}

    def _unusual(self, name: str, value: object) -> bool:
        usual = ARGUMENTS[name].usual
        return bool(value != (usual(self) if callable(usual) else usual))

    @property
    def text(self) -> str:
        words = [self.board.title, self.key, self.piece.notation]
        for name, value in self._values.items():
            if self._unusual(name, value):
                words += words_of(ARGUMENTS[name], self.board, value)
        return " ".join([*words, *(rule.text for rule in self.added)])

    # -- JSON ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        rules = [rule_data(rule) for rule in self.added]
        return {
            "board": board_data(self.board),
            "piece": piece_data(self.piece, self.board),
            **self._arguments_data(),
            **({"rules": rules} if rules else {}),
        }

    def _arguments_data(self) -> dict[str, object]:
        """Its arguments as JSON data, those that are always stated first."""
        rows = arguments_of(self.key)
        said = {
            name: data_of(rows[name], self.board, value)
            for name, value in self._values.items()
            if rows[name].stated or self._unusual(name, value)
        }
        return {name: said[name] for name in sorted(said, key=lambda name: not rows[name].stated)}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The model that JSON data describe; the constructor judges what is not board or piece."""
        rows = arguments_of(cls.key)
        needed = {"board", "piece", *(name for name, row in rows.items() if row.needed)}
        fields = fields_of(value, needed, {*rows, "rules"})
        for name in fields:
            if fields[name] is None:
                reason = "expected a value; leave the field out where there is none"
                raise InvalidModel(name, reason)
        board: Board = read_at(fields, "board", read_board)
        piece = read_at(fields, "piece", read_piece, board)
        rules = read_each(fields, "rules", read_rule) if "rules" in fields else ()
        made: Callable[..., Self] = cls
        return made(**{**fields, "board": board, "piece": piece, "rules": rules})

    # -- its rules -------------------------------------------------------------------------

    def _lowered_rules(
        self, table: Table, links: MoveVariables
    ) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        """Yield the constraints of the rules, and what the variables that they share mean."""
        yield from Model._lowered_rules(self, table, links)
        yield "visited", table.collect(links.definitions)

    @property
    def _given(self) -> dict[str, Any]:
        rules = (rule for rule in self.rules if isinstance(rule, TourArgument))
        return {name: value for rule in rules for name, value in rule.arguments.items()}

    @property
    def added(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules if not isinstance(rule, TourArgument))

    @property
    def fixing(self) -> tuple[str, ...]:
        return read_names(self.fixed_by or ())

    def requirements(self) -> Iterator[Requirement]:
        yield Requirement(cast("What", self.key), self._title, None)
        single: list[Requirement] = []
        for name, value in self._given.items():
            row = ARGUMENTS[name]
            said = requirements_of(row, self.board, value)
            single += [Requirement(cast("What", name), text, part) for text, part in said]
        order = {what: place for place, what in enumerate(get_args(What))}
        yield from sorted(single, key=lambda item: order.get(item.what, len(order)))
        for rule in self.added:
            yield Requirement("rule", rule.text, rule)

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Self:
        values: dict[str, Any] = {}
        for name, row in arguments_of(self.key).items():
            if name in RULE_OF:
                left = kept.get(cast("What", name), [])
                several = TYPES[row.type].single != "together"
                values[name] = left if several else next(iter(left), None)
        return self.changed(**values, rules=kept.get("rule", ()))

    def refined(self, *, rules: Iterable[Rule] = (), **more: Any) -> Self:
        changes: dict[str, Any] = {"rules": (*self.added, *rules)}
        for name, value in more.items():
            if name not in arguments_of(self.key):
                raise InvalidModel(name, f"a {self.key} has no such argument")
            row, given = ARGUMENTS[name], self._given.get(name, ())
            kind = TYPES[row.type]
            if row.several:
                changes[name] = (*given, *kind.parse(value))
            elif given:
                said = next(iter(kind.items(self.board, given)))
                raise InvalidModel(name, f"the model already has {said}")
            else:
                changes[name] = value
        if any(ARGUMENTS[name].directs for name in more):
            changes.setdefault("unit", None)
        for rule in rules:
            if isinstance(rule, Among):
                rule.check_words(self.setting)
        made = self.changed(**changes)
        for name in ("through", "avoiding"):
            for move in getattr(made, name):
                if move not in getattr(self, name):
                    # A model may require what is not a move, in vain; a word that does has a slip.
                    self.setting.check_move(name, *move)
        return made

    def at(self, here: GivenSquare | Iterable[Any], there: GivenSquare | None = None) -> Made:
        """Return the literal *this move is made*, in either direction, for sums, ``clause``, ``implies`` …

        It is false where the piece cannot move so, and where a square is outside the board.

        >>> from nqsat import Tour
        >>> Tour("6x6", "N").at("a1-b3"), ~Tour("6x6", "N").at((0, 0), (1, 2))
        (a1-b3, ~a6-c5)

        Args:
            here: a square, as text or (row, column) from the top left; or a move, ``"a1-b3"``.
            there: the other square.

        Raises:
            InvalidModel: a text names no square.
        """
        return MoveLiterals(self.board).at(here, there)

    def visited(self, square: GivenSquare) -> Visited:
        """Return the literal *a move begins or ends on this square*. ``InvalidModel``: no such square."""
        return MoveLiterals(self.board).visited(square)

    def literal(self, text: str) -> BoardLiteral:
        """Return the literal of a text: ``a1-b3``, ``~a1-b3``; ``c4`` says that a square is visited.

        Raises:
            InvalidModel: it cannot be read, or the board has no such square.
        """
        literal = BoardLiteral.parse(text, ranks=self.board.geometry.has_ranks)
        literal.check_word(self.setting)
        return literal

    def assuming(self, literals: Iterable[BoardLiteral | str]) -> Self:
        several = [*map(str, items_of(literals))]
        moves = [text for text in several if "-" in text]
        return self.refined(
            through=[text for text in moves if not text.startswith("~")],
            avoiding=[text[1:] for text in moves if text.startswith("~")],
            rules=[clause(self.literal(text)) for text in several if "-" not in text],
        )

    def fixed(self, symmetry: str) -> Self:
        return self.changed(fixed_by=(*self.fixing, symmetry))

    def changed(self, **changes: Any) -> Self:
        """Return a copy with some arguments replaced; ``rules`` leave what other arguments say as it is."""
        rules = [x for x in changes.pop("rules", self.added) if not isinstance(x, TourArgument)]
        given = {"board": self.board, "piece": self.piece, **self._values}
        made: Callable[..., Self] = type(self)
        return made(**{**given, "rules": rules, **changes})

    # -- where it goes ---------------------------------------------------------------------

    def is_preserved_by(self, change: Change) -> bool:
        if not change.preserves_attacks(None, blocking=False):
            return False
        left = Counter(self.rules)
        for rule in reversed(self.rules):  # clues are the last; the first that has no image decides
            image = call_rule(rule, rule.image, change)
            if image is None or not left[image]:
                return False
            left[image] -= 1
        return True

    def image(self, change: Change) -> Self | None:
        (placed,) = change.target.kinds
        required: dict[str, Any] = {}
        added: list[Rule] = []
        for rule in self.rules:
            image = call_rule(rule, rule.image, change)
            if image is None:
                return None
            if isinstance(image, TourArgument):
                required |= image.arguments
            else:
                added.append(image)
        board = change.target.board
        return self.changed(board=board, piece=placed.piece, rules=added, **required)

    # -- its moves -------------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The only kind, of which there is one piece."""
        return (Kind("piece", self.piece, Number(1, 1)),)

    @property
    def given(self) -> tuple[Move, ...]:
        return self.through

    @property
    def order(self) -> str:
        return "move by move, those of the top rank first; made before not made"

    def choices(self, *, given: bool = False) -> Iterator[tuple[Move, ...]]:
        decided = () if given else {*self.through, *self.avoiding}
        return ((move,) for move in sorted(moves_of(self)) if move not in decided)

    @property
    def choice_signs(self) -> tuple[str, ...]:
        return ("-", "+")

    def cut(self, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
        decided = {*self.through, *self.avoiding}
        names = {word[2:] for word in chosen}
        relation = attacks(self.piece, self.board)
        for square in self.board.squares:
            both = relation[square] | {here for here in relation if square in relation[here]}
            moves = [Move.of(square, other) for other in sorted(both - {square})]
            free = [move.text_on(self.board) for move in moves if move not in decided]
            free = [move for move in free if move not in names]
            if free:
                for number, move in enumerate(free):
                    yield (*(f"-@{other}" for other in free[:number]), f"+@{move}")
                yield tuple(f"-@{move}" for move in free)
                return

    def cube(self, choices: Sequence[str]) -> Self:
        made, not_made = ([x[2:] for x in choices if x[0] == sign] for sign in "+-")
        return self.changed(through=[*self.through, *made], avoiding=[*self.avoiding, *not_made])

    @property
    def size(self) -> int:
        """An estimate, made without building anything, of the moves on the board."""
        return self.board.rows * self.board.columns + most_attacks(self.piece, self.board)

    @property
    def largest(self) -> int:
        return self.board.rows * self.board.columns


class MoveVariables:
    """The variables of moves, as rules use them: an implementation of ``Links``."""

    def __init__(self, table: Table, kind: type[Move] = Move) -> None:
        self._table, self._kind, self.fresh = table, kind, table.fresh
        self._visited: dict[Square, int] = {}
        self._near: defaultdict[Square | None, list[int]] | None = None

        #: The meanings of the variables of visited squares.
        self.definitions: list[Constraint] = []

    def move(self, here: Square | None, there: Square | None) -> int | None:
        """The literal of a move; None if there is none."""
        ends = (here or OUTSIDE, there or OUTSIDE)
        # Not by Move.of, which solutions use: an error there is to be seen.
        literal = self._table.of(self._kind(*ends))
        is_edge = literal is None and self._kind is Move
        return self._table.of(self._kind(*reversed(ends))) if is_edge else literal

    def between(self, here: Square, there: Square) -> tuple[int, ...]:
        """The literals of a move in either direction: of two directions one is made at most."""
        both = (self.move(here, there), self.move(there, here))
        return tuple(x for x in dict.fromkeys(both) if x)

    def near(self, square: Square) -> Sequence[int]:
        """The literals of the links of a square; ``visited`` and rules ask for many squares."""
        if self._near is None:
            self._near = defaultdict(list)
            for here, there, x in self.moves():
                for end in (here, there):
                    self._near[end].append(x)
        return self._near[square]

    def visited(self, square: Square) -> int:
        """The literal *a link of this square is taken*, a variable that is defined when first asked for."""
        if square not in self._visited:
            near = self.near(square)
            self._visited[square] = y = self.fresh()
            self.definitions += [Clause((-y, *near)), *(Clause((y, -x)) for x in near)]
        return self._visited[square]

    def moves(self) -> Iterator[tuple[Square | None, Square | None, int]]:
        """All moves with their literals."""
        for x, atom in enumerate(self._table.atoms, start=1):
            here, there = (None if node == OUTSIDE else node for node in atom)
            yield here, there, x


def moves_of(model: MovesModel) -> set[Move]:
    """All moves that the piece of a model can make on its board, in whichever direction."""
    targets_of = attacks(model.piece, model.board)
    return {Move.of(here, there) for here, targets in targets_of.items() for there in targets}


def _read(row: ArgumentRow, name: str, board: Board, value: object) -> Any:
    if value is None and row.usual is None:
        return None
    with naming_field(name), blaming(name):
        return TYPES[row.type].read(board, value)
