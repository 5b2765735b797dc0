"""Models of moves: a piece, moves that must or must not be made, a symmetry kept; and their variables."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, get_args

from nqsat.chess import Board, Piece, Square, attacks, check_piece, most_attacks
from nqsat.errors import InvalidModel, blaming, inside
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
from nqsat.modelling.path import Move
from nqsat.modelling.rules import GivenRules, MoveLiterals, Rule, clause, read_rules
from nqsat.modelling.rules.literals import Among, BoardLiteral, Made, Visited
from nqsat.modelling.rules.tours import (
    ARGUMENT_FIELDS,
    Fixed,
    GivenMoves,
    TourArgument,
    read_arguments,
)
from nqsat.modelling.rules.user_rules import call_rule, lower_rule
from nqsat.modelling.setting import Change, GivenSquare, MovesSetting
from nqsat.modelling.vocabulary import Clause, Constraint

A = TypeVar("A", bound=TourArgument)

#: The rule of this class that says nothing.
_empty = cache(lambda kind: kind())


class MovesModel(Model):
    """A model whose solutions are sets of one piece's moves. Some of its arguments are rules."""

    __slots__ = ()

    #: The names of the arguments that are rules: of ``ARGUMENT_FIELDS`` those that fit.
    required_names: ClassVar[tuple[str, ...]]

    #: The names of the other arguments besides board, piece and rules; in JSON the first are needed.
    needed_names: ClassVar[tuple[str, ...]] = ()
    optional_names: ClassVar[tuple[str, ...]]

    if TYPE_CHECKING:  # fields

        @property
        @abstractmethod
        def piece(self) -> Piece: ...
        @property
        @abstractmethod
        def setting(self) -> MovesSetting: ...

    def _construct(
        self, board: Board, piece: Piece | str | None, rules: GivenRules, **required: object
    ) -> None:
        """Set board, piece and rules; ``required`` are the arguments that are rules."""
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
        every = (*read_arguments(board, required), *added)
        for name, value in {"board": board, "piece": piece, "rules": every}.items():
            object.__setattr__(self, name, value)

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, without what is required besides."""

    @property
    @abstractmethod
    def declared(self) -> dict[str, object]:
        """Its other arguments, as JSON data and the constructor have them."""

    @property
    @abstractmethod
    def own_words(self) -> list[str]:
        """The same as words of ``text``, without defaults."""

    @property
    def text(self) -> str:
        words = [self.board.title, self.key, self.piece.notation, *self.own_words]
        for name, value in self.required().items():
            several = value if isinstance(value, list | tuple) else [value]
            if isinstance(value, dict):
                several = [f"{square}={number}" for square, number in value.items()]
            words += [f"{ARGUMENT_FIELDS[name].word} {item}" for item in several]
        return " ".join([*words, *(rule.text for rule in self.added)])

    # -- JSON ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        rules = [rule_data(rule) for rule in self.added]
        return {
            "board": board_data(self.board),
            "piece": piece_data(self.piece, self.board),
            **self.declared,
            **self.required(),
            **({"rules": rules} if rules else {}),
        }

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The model that JSON data describe; the constructor judges what is not board or piece."""
        optional = {*cls.optional_names, *cls.required_names, "rules"}
        fields = fields_of(value, {"board", "piece", *cls.needed_names}, optional)
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
        setting = self.setting
        for rule in self.rules:
            yield rule.name, lower_rule(rule, setting, links, table.collect)
        if links.definitions:
            yield "visited", table.collect(links.definitions)

    @property
    def arguments(self) -> dict[str, Any]:
        """The given arguments that are rules."""
        rules = (rule for rule in self.rules if isinstance(rule, TourArgument))
        return {name: value for rule in rules for name, value in rule.arguments.items()}

    @property
    def added(self) -> tuple[Rule, ...]:
        """The rules that were given as ``rules``."""
        return tuple(rule for rule in self.rules if not isinstance(rule, TourArgument))

    def argument(self, kind: type[A]) -> A:
        """The rule of this class that arguments say; one that is empty if none does."""
        for rule in self.rules:
            if isinstance(rule, kind):
                return rule
        return cast("A", _empty(kind))

    @property
    def through(self) -> tuple[Move, ...]:
        """The moves that must occur."""
        return self.argument(GivenMoves).through

    @property
    def avoiding(self) -> tuple[Move, ...]:
        """The moves that must not occur."""
        return self.argument(GivenMoves).avoiding

    @property
    def fixed_by(self) -> str | tuple[str, ...] | None:
        """The symmetry that fixes every solution, or several; None if none is asked for."""
        return self.argument(Fixed).fixed_by

    @property
    def fixing(self) -> tuple[str, ...]:
        """The names of ``fixed_by``: none, one or several."""
        return self.argument(Fixed).names

    def check_rules(self) -> None:
        """Let every rule see whether it makes sense here. ``InvalidModel``: one makes none."""
        arguments, setting = len(self.rules) - len(self.added), self.setting
        for place, rule in enumerate(self.rules):
            if place < arguments:
                rule.check(setting)
            else:
                with inside("rules", place - arguments):
                    call_rule(rule, rule.check, setting)

    def required(self) -> dict[str, Any]:
        """The given arguments that are rules, as JSON data."""
        given = self.arguments
        fields = ARGUMENT_FIELDS.items()
        return {name: x.write(self.board, given[name]) for name, x in fields if name in given}

    def requirements(self) -> Iterator[Requirement]:
        yield Requirement(cast("What", self.key), self.title, None)
        arguments = [rule for rule in self.rules if isinstance(rule, TourArgument)]
        single = [item for rule in arguments for item in rule.requirements(self.board)]
        for name, text, value in sorted(single, key=lambda item: get_args(What).index(item[0])):
            yield Requirement(cast("What", name), text, value)
        for rule in self.added:
            yield Requirement("rule", rule.text, rule)

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Self:
        values: dict[str, Any] = {x: kept.get(cast("What", x), []) for x in self.required_names}
        for name in {"start", "end", "moves", "fixed_by"} & values.keys():
            values[name] = next(iter(values[name]), None)
        return self.changed(**values, rules=kept.get("rule", ()))

    def refined(self, *, rules: Iterable[Rule] = (), **more: Any) -> Self:
        changes: dict[str, Any] = {"rules": (*self.added, *rules)}
        for name, value in more.items():
            given = self.arguments.get(name, ())
            if name not in ("start", "end"):
                changes[name] = (*given, *(parse_numbers(value) if name == "numbers" else value))
            elif given:
                raise InvalidModel(name, f"is {self.board.name(given)} in the model already")
            else:
                changes[name] = value
        if {"start", "end", "order", "numbers"} & changes.keys():
            changes["unit"] = None
        for rule in rules:
            if isinstance(rule, Among):
                rule.check_words(self.setting)
        made = self.changed(**changes)
        for name in ("through", "avoiding"):
            for move in getattr(made, name):
                if move not in getattr(self, name):
                    # A model may require what is no move, in vain; a word that does has a slip.
                    self.setting.check_move(name, *move)
        return made

    def at(self, here: GivenSquare | Iterable[Any], there: GivenSquare | None = None) -> Made:
        """Return the literal *this move is made*, for sums, ``clause``, ``implies``, ``at_most`` …

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
        """Return the literal *a move begins or ends on this square*. ``InvalidModel``: there is none."""
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
        alone = isinstance(literals, str | BoardLiteral)
        several = [str(x) for x in ([literals] if alone else literals)]
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
        given = {"board": self.board, "piece": self.piece, **self.declared, **self.arguments}
        made: Callable[..., Self] = type(self)
        return made(**{**given, "rules": rules, **changes})

    # -- where it goes ---------------------------------------------------------------------

    def is_preserved_by(self, change: Change) -> bool:
        images = Counter(call_rule(rule, rule.image, change) for rule in self.rules)
        return images == Counter(self.rules) and change.preserves_attacks(None, blocking=False)

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
        return (Kind("man", self.piece, Number(1, 1)),)

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
            free = [self.written(move) for move in moves if move not in decided]
            free = [move for move in free if move not in names]
            if free:
                for number, move in enumerate(free):
                    yield (*(f"-@{other}" for other in free[:number]), f"+@{move}")
                yield tuple(f"-@{move}" for move in free)
                return

    def cube(self, choices: Sequence[str]) -> Self:
        made, not_made = ([x[2:] for x in choices if x[0] == sign] for sign in "+-")
        return self.changed(through=[*self.through, *made], avoiding=[*self.avoiding, *not_made])

    def written(self, move: tuple[Square, Square]) -> str:
        """A move as on the command line: ``a1-b3``."""
        return Move(*move).written(self.board)

    @property
    def size(self) -> int:
        """An estimate, made without building anything, of the moves on the board."""
        return self.board.rows * self.board.columns + most_attacks(self.piece, self.board)

    @property
    def largest(self) -> int:
        return self.board.rows * self.board.columns


class MoveVariables:
    """The variables of moves, as rules use them: an implementation of ``Links``.

    Args:
        table: the variables of the model's atoms.
        atom: the atom that leads from a square to another, of which one may be None, the outside.
    """

    def __init__(self, table: Table, atom: Callable[[Any, Any], object]) -> None:
        self._table, self._atom, self.fresh = table, atom, table.fresh
        self._visited: dict[Square, int] = {}
        self._near: defaultdict[Square | None, list[int]] | None = None

        #: What the variables of visited squares mean.
        self.definitions: list[Constraint] = []

    def move(self, here: Square | None, there: Square | None) -> int | None:
        """The literal of a move; None if there is none."""
        return self._table.of(self._atom(here, there))

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
            yield atom.here, atom.there, x


def moves_of(model: MovesModel) -> set[Move]:
    """All moves that the piece of a model can make on its board, in whichever direction."""
    targets_of = attacks(model.piece, model.board)
    return {Move.of(here, there) for here, targets in targets_of.items() for there in targets}


def parse_numbers(words: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Numbers of squares, from words as in ``a1=1``."""
    squares: set[str] = set()
    for word in words:
        square, equals, number = word.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidModel("number", f"{word!r}: write SQUARE=NUMBER, as in a1=1")
        if square in squares:
            raise InvalidModel("number", f"{square} is given twice")
        squares.add(square)
        yield square, int(number)
