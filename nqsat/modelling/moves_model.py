"""What models of moves have in common: a man, moves that must or must not be made, a symmetry kept."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast, get_args

from nqsat.chess import Board, Piece, Square, Symmetry, attacks, most_attacks, symmetries
from nqsat.errors import InvalidModel, inside
from nqsat.modelling.json_values import (
    as_text,
    board_data,
    fields_of,
    piece_data,
    read_at,
    read_board,
    read_each,
    read_piece,
    rule_data,
)
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model
from nqsat.modelling.path import Move
from nqsat.modelling.requirements import Requirement, What
from nqsat.modelling.rules import Rule
from nqsat.modelling.rules.tours import Fixed, TourArgument
from nqsat.modelling.rules.user_rules import ask
from nqsat.modelling.setting import Change


class MovesModel(Model):
    """A model whose solutions are sets of one man's moves. Some of its arguments are rules."""

    __slots__ = ()
    objective: ClassVar[None] = None  # which placements may have

    #: What may be required besides, as the constructor calls it and in the order of JSON.
    required_names: ClassVar[tuple[str, ...]]

    if TYPE_CHECKING:  # fields

        @property
        @abstractmethod
        def piece(self) -> Piece: ...
        @property
        @abstractmethod
        def through(self) -> tuple[Move, ...]: ...
        @property
        @abstractmethod
        def avoiding(self) -> tuple[Move, ...]: ...
        @property
        @abstractmethod
        def fixed_by(self) -> str | tuple[str, ...] | None: ...

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, without what is required besides."""

    @property
    @abstractmethod
    def told(self) -> dict[str, Any]:
        """The arguments that it was made of, without ``rules``."""

    @abstractmethod
    def declared(self) -> dict[str, object]:
        """What is declared besides board and piece, as JSON has it."""

    @abstractmethod
    def spelled(self) -> list[str]:
        """The same as ``repr`` writes it: arguments of the constructor that are no defaults."""

    def __repr__(self) -> str:
        piece = self.piece if self.piece.graph else self.piece.notation
        words = [self.board.spelled, repr(piece), *self.spelled()]
        words += [f"{name}={value!r}" for name, value in self.required().items()]
        words += [f"rules={[*self.added]!r}"] if self.added else []
        return f"{type(self).__name__}({', '.join(words)})"

    # -- JSON ------------------------------------------------------------------------------

    def to_data(self) -> dict[str, object]:
        """The model as JSON data; see ``schema``."""
        for rule in self.added:
            rule_data(rule)  # there is none of nqsat's
        return {
            "board": board_data(self.board),
            "piece": piece_data(self.piece, self.board),
            **self.declared(),
            **self.required(),
        }

    @classmethod
    def arguments_in(
        cls, value: object, *, needed: Iterable[str] = (), optional: Iterable[str] = ()
    ) -> dict[str, Any]:
        """The arguments in JSON data: board, piece and what is required are read, the rest is as it is.

        Raises:
            InvalidModel: a field is unknown, lacking, or of the wrong type.
        """
        fields = fields_of(value, {"board", "piece", *needed}, {*optional, *cls.required_names})
        found = {x: _read_required(fields, x) for x in cls.required_names if x in fields}
        board: Board = read_at(fields, "board", read_board)
        piece = read_at(fields, "piece", read_piece, board)
        return {**fields, **found, "board": board, "piece": piece}

    # -- its rules -------------------------------------------------------------------------

    @property
    def arguments(self) -> tuple[TourArgument, ...]:
        """The rules that arguments say."""
        return tuple(rule for rule in self.rules if isinstance(rule, TourArgument))

    @property
    def added(self) -> tuple[Rule, ...]:
        """The rules that were given as ``rules``."""
        return tuple(rule for rule in self.rules if not isinstance(rule, TourArgument))

    @property
    def fixing(self) -> tuple[str, ...]:
        """The names of ``fixed_by``: none, one or several."""
        return Fixed(self.fixed_by).names

    def check_rules(self) -> None:
        """Let every rule see whether it makes sense here. ``InvalidModel``: one makes none."""
        for rule in self.arguments:
            rule.check(self.setting)
        for place, own in enumerate(self.added):
            with inside("rules", place):
                ask(own, own.check, self.setting)

    def required(self) -> dict[str, Any]:
        """What is required besides, as text: arguments, as JSON has them."""
        said: dict[str, Any] = {}
        for rule in self.arguments:
            said |= rule.written(self.board)
        return {name: said[name] for name in self.required_names if name in said}

    def requirements(self) -> Iterator[Requirement]:
        yield Requirement(cast("What", self.key), self.title, None)
        said = (one for rule in self.arguments for one in rule.said(self.board))
        for name, text, value in sorted(said, key=lambda one: get_args(What).index(one[0])):
            yield Requirement(cast("What", name), text, value)
        for rule in self.added:
            yield Requirement("rule", rule.text, rule)

    def fixed(self, symmetry: str) -> Self:
        return self.changed(fixed_by=(*self.fixing, symmetry))

    def changed(self, **changes: Any) -> Self:
        """The same model with some of the arguments that it was made of changed.

        What other arguments say, new ``rules`` leave as it is.

        Raises:
            InvalidModel: there is no such model.
        """
        rules = [x for x in changes.pop("rules", self.added) if not isinstance(x, TourArgument)]
        made: Any = type(self)
        found: Self = made(**{**self.told, "rules": rules, **changes})
        return found

    # -- where it goes ---------------------------------------------------------------------

    def symmetries(self) -> tuple[Symmetry, ...]:
        setting = self.setting
        return tuple(
            g for g in symmetries(self.board) if self._is_preserved_by(Change.of(setting, g))
        )

    def _is_preserved_by(self, change: Change) -> bool:
        images = [ask(rule, rule.image, change) for rule in self.rules]
        return Counter(images) == Counter(self.rules) and change.keeps_sight(None, blocking=False)

    def image(self, change: Change) -> Self | None:
        """The model that a change makes of this one; None if no rules say that.

        Raises:
            InvalidModel: a rule does not say what becomes of it.
        """
        (man,) = change.target.kinds
        required: dict[str, Any] = {}
        added: list[Rule] = []
        for rule in self.rules:
            image = ask(rule, rule.image, change)
            if image is None:
                return None
            if isinstance(image, TourArgument):
                required |= image.arguments
            else:
                added.append(image)
        board = change.target.board
        return self.changed(board=board, piece=man.piece, rules=added, **required)

    # -- its moves -------------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The one kind that there is, of one man."""
        return (Kind("man", self.piece, Number(1, 1)),)

    @property
    def given(self) -> tuple[Move, ...]:
        """The moves that every solution makes because it is told to."""
        return self.through

    @property
    def order(self) -> str:
        return "move by move, those of the top rank first; made before not made"

    def choices(self, *, given: bool = False) -> Iterator[tuple[Move, ...]]:
        """What is to be decided, in order: of each move whether it is made; of those ``given`` too?"""
        decided = () if given else {*self.through, *self.avoiding}
        return ((move,) for move in sorted(moves_of(self)) if move not in decided)

    @property
    def ways(self) -> tuple[str, ...]:
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
        moves = {sign: [x[2:] for x in choices if x[0] == sign] for sign in "+-"}
        return self.changed(
            through=[*self.through, *moves["+"]], avoiding=[*self.avoiding, *moves["-"]]
        )

    def written(self, move: tuple[Square, Square]) -> str:
        """A move as on the command line: ``a1-b3``."""
        return Move(*move).written(self.board)

    @property
    def size(self) -> int:
        """An estimate, made without building anything, of the moves on the board."""
        return self.board.rows * self.board.columns + most_attacks(self.piece, self.board)

    @property
    def largest(self) -> int:
        """The most squares that there are; none of them looked at."""
        return self.board.rows * self.board.columns


def _read_required(fields: Mapping[str, Any], name: str) -> Any:
    """One of the arguments that require something, from JSON."""
    if name == "numbers":
        if not isinstance(fields[name], dict):
            raise InvalidModel(name, 'expected an object: {"a1": 1}')
        return fields[name]
    several = name in ("through", "avoiding") or (
        name == "fixed_by" and isinstance(fields[name], list)
    )
    return read_each(fields, name, as_text) if several else read_at(fields, name, as_text)


def moves_of(model: MovesModel) -> set[Move]:
    """All moves that the piece of a model can make on its board, in whichever direction."""
    ways = attacks(model.piece, model.board)
    return {Move.of(here, there) for here, targets in ways.items() for there in targets}
