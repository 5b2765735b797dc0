"""Placement: the declaration of a problem of men on a board. It says what, never how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nqsat.chess import Board, Square, Symmetry, rides_on, symmetries
from nqsat.chess.display import Pictured
from nqsat.errors import InvalidModel, InvalidNotation, blaming, inside
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.fen import FEN, read_fen
from nqsat.modelling.kinds import Kind, Number, parse_kinds
from nqsat.modelling.preserving import preserves, renamings
from nqsat.modelling.rules import Amount, Invariant, NonAttacking, Objective, Rule, read_rules
from nqsat.modelling.rules.literals import Stands
from nqsat.modelling.rules.user_rules import ask, met
from nqsat.modelling.setting import Change, Setting


@dataclass(frozen=True, slots=True, order=True)
class Preset:
    """A square whose content is given: a man of ``kind``, or nobody where ``kind`` is None."""

    square: Square
    kind: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "square", Square.of(self.square, "square"))
        if not isinstance(self.kind, str | None):
            raise InvalidModel("preset", f"{self.kind!r} is neither the name of a kind nor None")

    def written(self, board: Board) -> str:
        """As on the command line: ``Q@a1``, ``-@b2``."""
        return f"{self.kind or '-'}@{self.square.name(board.rows)}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Placement(Pictured):
    """Men on a board, and what must hold of them.

    >>> Placement("8x8", {"Q": 8})
    Placement('8x8', {'Q': '8'}, [NonAttacking()])

    Args:
        board: a board, or its text: ``"8x8"``, ``"torus:7x7"``.
        pieces: from a piece (Betza notation or a name; ``white:Q`` for colours) to how many
            (``8``, ``"any"``, ``"3..5"``); or ``Kind`` values, which can also be kept to squares.
        rules: what must hold; non-attacking unless told otherwise. One of nqsat's may be written as on the
            command line: ``"domination=total"``.
        presets: squares whose content is given: ``"Q@a1"``, ``"-@b2"`` (nobody there); or all men of
            a position at once, ``"fen:8/8/3Q4/8/8/8/8/8"``, whose empty squares stay open.
        objective: what is wanted large or small: of the arrangements that meet all the rest, only
            those with the best value are solutions.

    A solution is an ``Arrangement`` that meets all of it; the empty board is one where the numbers
    allow it. More men than squares is no error: there are 0 solutions.

    Raises:
        InvalidModel: an argument cannot be read, names something that the model has not, or
            presets contradict one another.
    """

    setting: Setting
    rules: tuple[Rule, ...]
    presets: tuple[Preset, ...]
    objective: Objective | None

    def __init__(
        self,
        board: Board | str,
        pieces: Mapping[str, Number | int | str] | Iterable[Kind],
        rules: Iterable[Rule | str] = (NonAttacking(),),
        presets: Iterable[Preset | str] = (),
        objective: Objective | None = None,
    ) -> None:
        board = Board.of(board)
        object.__setattr__(self, "setting", Setting(board, parse_kinds(pieces, board)))
        names = [kind.name for kind in self.kinds]
        object.__setattr__(self, "rules", read_rules(rules, "placement", names))
        if not isinstance(objective, Objective | None):
            reason = f'{objective!r}: write Objective("minimise", Men())'
            raise InvalidModel("objective", reason)
        object.__setattr__(self, "objective", objective)
        object.__setattr__(self, "presets", self._read_presets(presets))
        self._check_rules()  # last: a rule may look at all of the model

    def _check_rules(self) -> None:
        if self.objective is not None:
            with inside("objective"):
                self.objective.measure.check(self.setting)
        for place, rule in enumerate(self.rules):
            with inside("rules", place):
                ask(rule, rule.check, self.setting)

    def _read_presets(self, presets: Iterable[Preset | str]) -> tuple[Preset, ...]:
        if isinstance(presets, str) or not isinstance(presets, Iterable):
            raise InvalidModel("presets", f"is a list of presets: write [{presets!r}]")
        read: list[Preset] = []
        for place, item in enumerate(presets):
            with inside("presets", place):
                if isinstance(item, str) and item.startswith(FEN) and "@" not in item:
                    read += (Preset(*man) for man in read_fen(item, self.board, self.kinds))
                else:
                    read.append(self._read_preset(item))
        given: dict[Square, Preset] = {}
        for preset in read:
            other = given.setdefault(preset.square, preset)
            if other != preset:
                texts = " and ".join(sorted(p.written(self.board) for p in (other, preset)))
                raise InvalidModel("presets", f"{texts} contradict each other; keep one")
        return tuple(sorted(given.values(), key=lambda preset: preset.square))

    def _read_preset(self, item: Preset | str) -> Preset:
        preset = self._parse_preset(item) if isinstance(item, str) else item
        if not isinstance(preset, Preset):
            raise InvalidModel("preset", f"{item!r} is neither a Preset nor text such as 'Q@a1'")
        if preset.square not in self.board:
            raise InvalidModel("square", f"no man can stand on {tuple(preset.square)}")
        if preset.kind is not None:
            self.setting.kind(preset.kind)
        return preset

    def _parse_preset(self, text: str) -> Preset:
        kind, at, square = text.rpartition("@")
        if not at or not kind:
            raise InvalidNotation("preset", text, "expected PIECE@SQUARE or -@SQUARE, as in Q@a1")
        where = self.board.parse_square(square)
        if kind == "-":
            return Preset(where)
        if kind not in {known.name for known in self.kinds}:
            kind = Kind.parse(kind, 1).name
        return Preset(where, kind)

    def __repr__(self) -> str:
        board = self.board.title if not (self.board.walls or self.board.holes) else self.board
        bare = all(Kind(k.name, k.piece, k.number) == k for k in self.kinds)
        plain = bare and not any(kind.piece.graph for kind in self.kinds)
        kinds = {k.name: str(k.number) for k in self.kinds} if plain else list(self.kinds)
        presets = [preset.written(self.board) for preset in self.presets]
        more = f", {presets!r}" if presets else ""
        usual = NonAttacking()
        rules = ", ".join("NonAttacking()" if r == usual else repr(r) for r in self.rules)
        wanted = f", objective={self.objective!r}" if self.objective else ""
        return f"Placement({board!r}, {kinds!r}, [{rules}]{more}{wanted})"

    # -- meaning -------------------------------------------------------------------------

    def holds(self, arrangement: Arrangement) -> bool:
        """Whether the arrangement meets numbers, squares, presets and every rule.

        Where there is an objective, a solution has the best value besides; see ``settled``.
        """
        if arrangement.setting != self.setting:
            return False
        kept = any(kind.squares is not None for kind in self.kinds)
        if len(self.kinds) > 1 or kept or self.presets:
            content = {man.square: man.kind for man in arrangement.men}
            if any(content.get(preset.square) != preset.kind for preset in self.presets):
                return False
            kinds = {kind.name: kind for kind in self.kinds}
            if not all(kinds[kind].may_stand(square) for square, kind in arrangement.men):
                return False
        numbers = dict.fromkeys((kind.name for kind in self.kinds), 0)
        for man in arrangement.men:
            numbers[man.kind] += 1
        return all(numbers[kind.name] in kind.number for kind in self.kinds) and all(
            met(rule, arrangement) for rule in self.rules
        )

    def at(self, kind: str, square: Square | str) -> Stands:
        """The literal *a man of this kind stands here*, for ``clause``, ``implies``, ``at_most`` …

        ``~model.at("Q", "c4")`` says that none of them does.

        Raises:
            InvalidModel: the model has no such kind, or no such square.
        """
        if not isinstance(kind, str):
            raise InvalidModel("kind", f"{kind!r} is no name of one, as Q or white:Q")
        if kind not in {known.name for known in self.kinds}:
            kind = Kind.parse(kind, 1).name
        name = self.setting.kind(kind).name
        if isinstance(square, str):
            return Stands(name, self.board.parse_square(square).name(self.board.rows))
        place = Square.of(square, "square")
        if place not in self.board:
            raise InvalidModel("square", f"no man can stand on {tuple(place)}")
        return Stands(name, place.name(self.board.rows))

    # -- facts ---------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self.setting.board

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of men."""
        return self.setting.kinds

    @property
    def unit(self) -> str:
        """What its solutions are called when they are counted."""
        return "placements"

    @property
    def given(self) -> tuple[Man, ...]:
        """The men of its presets, whom every solution has."""
        return tuple(Man(one.square, one.kind) for one in self.presets if one.kind is not None)

    def choices(self, *, given: bool = False) -> Iterator[tuple[Man, ...]]:
        """What is to be decided, in order: of each square which of these men, if any, stands there.

        Args:
            given: of the squares too of which a preset says it.
        """
        known = () if given else {preset.square for preset in self.presets}
        for square in self.board.squares:
            men = tuple(Man(square, kind.name) for kind in self.kinds if kind.may_stand(square))
            if men and square not in known:
                yield men

    @property
    def of_attacks(self) -> bool:
        """Whether a rule says of men if they may attack one another."""
        return any(rule.of_attacks for rule in self.rules)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The geometric symmetries of the board that preserve the model, the identity first.

        Those under which every image of a solution is a solution because presets, the squares of each
        kind and rules are their own images: a subgroup of the board's.
        """
        group = symmetries(self.board)
        return tuple(g for g in group if preserves(Change.of(self.setting, g), self))

    def recolourings(self) -> tuple[Change, ...]:
        """The symmetries of the board together with permutations of the colours that preserve the model.

        The identity comes first. Colours are the labels of the kinds: white of ``white:Q``.

        Raises:
            InvalidModel: the model has fewer than two colours, or a rule does not say.
        """
        group, setting = symmetries(self.board), self.setting
        changes = (Change.of(setting, g, naming) for naming in renamings(self) for g in group)
        return tuple(change for change in changes if preserves(change, self))

    def with_rules(self, *rules: Rule) -> Placement:
        """The same model with more rules."""
        return self.changed(rules=(*self.rules, *rules))

    def with_objective(self, objective: Objective | None) -> Placement:
        """The same model with another objective, or with none."""
        return self.changed(objective=objective)

    def changed(self, **changes: Any) -> Placement:
        """The same model with some of the arguments that it was made of changed.

        Raises:
            InvalidModel: there is no such model.
        """
        names = ("board", "rules", "presets", "objective")
        values = {"pieces": self.kinds, **{name: getattr(self, name) for name in names}}
        return Placement(**{**values, **changes})

    def settled(self, number: Number | int | str | None) -> Placement:
        """The model without its objective, but with so much of what that measures.

        With the optimum for ``number``, its solutions are the optimal ones; with None, which says
        that there is no best value, it asks for no value.

        Raises:
            InvalidModel: the model has no objective.
        """
        if self.objective is None:
            raise InvalidModel("objective", "the model has none to be settled")
        plain = self.with_objective(None)
        if number is None:
            return plain
        return plain.with_rules(Amount(self.objective.measure, number))

    def image(self, change: Change) -> Placement | None:
        """The model that a change makes of this one; None if no rules say that.

        Raises:
            InvalidModel: a rule does not say what becomes of it.
        """
        rules: list[Any] = [ask(rule, rule.image, change) for rule in self.rules]
        objective = self.objective
        if objective is not None:
            measure = objective.measure.image(change)
            if measure is None:
                return None
            objective = Objective(objective.sense, measure)
        if None in rules:
            return None
        presets = [
            Preset(change(preset.square), preset.kind and change.kinds[preset.kind])
            for preset in self.presets
        ]
        return Placement(change.target.board, change.target.kinds, rules, presets, objective)

    def fixed(self, symmetry: str) -> Placement:
        """The same model, of which only the arrangements that a symmetry leaves alone are solutions."""
        with blaming("fixed_by"):
            return self.with_rules(Invariant(symmetry))

    @property
    def size(self) -> int:
        """An estimate, made without building anything, of the literals of its formula."""
        cells = self.board.rows * self.board.columns
        pieces = [kind.piece for kind in self.kinds]
        rides = (ride for piece in pieces for ride in rides_on(piece, self.board))
        # Of unlimited rides the lines are written down, not the attacks along them.
        ways = len(pieces) + sum(
            self.board.geometry.longest(ride) if ride.reach else 1 for ride in rides
        )
        pairs = sum(len(piece.graph) for piece in pieces)
        own = (cells * ways + pairs) * max(1, len(pieces))
        wanted = self.objective.measure.cost(self.setting) if self.objective else 0
        return own + wanted + sum(ask(rule, rule.cost, self.setting) for rule in self.rules)

    @property
    def largest(self) -> int:
        """The most men that the numbers and the board allow, whatever the rules say."""
        cells = self.board.rows * self.board.columns
        highs = [cells if k.number.high is None else k.number.high for k in self.kinds]
        return min(cells, sum(highs))
