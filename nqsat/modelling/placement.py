"""Placement: a model of pieces on a board."""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product, repeat
from typing import Any, ClassVar

from nqsat.chess import Board, Square, rides_on, symmetries
from nqsat.chess.board import GivenBoard, board_with_content, read_position
from nqsat.chess.cells import Meaning
from nqsat.chess.grid import FEN, PERMUTATION, Grid, text_of_grid
from nqsat.errors import InvalidModel, InvalidNotation, blaming, inside
from nqsat.modelling.arrangement import Arrangement, PlacedPiece
from nqsat.modelling.contradictions import (
    refuse_contradiction,
    tiles_do_not_fit,
    too_many_pieces,
    too_many_regions,
)
from nqsat.modelling.json_values import (
    EXPECTED,
    as_text,
    board_data,
    fields_of,
    kind_data,
    only_wish,
    read_at,
    read_board,
    read_each,
    read_kind,
    read_objective,
    read_rule,
    read_wish,
    rule_data,
    square_named,
)
from nqsat.modelling.kinds import Bounds, Kind, Number, P, parse_kinds, usual_name
from nqsat.modelling.model import Model, Requirement, Table, What, read_solution
from nqsat.modelling.preserving import canonical_measure, canonical_rules, colours_of, renamings
from nqsat.modelling.rules import (
    Amount,
    GivenRules,
    Invariant,
    NonAttacking,
    Objective,
    Places,
    Rule,
    read_rules,
)
from nqsat.modelling.rules.fields import items_of
from nqsat.modelling.rules.literals import Linear, Stands, clause
from nqsat.modelling.rules.user_rules import call_rule, is_user_rule, rule_holds
from nqsat.modelling.setting import FEW, Change, GivenSquare, Setting, square_in, square_of
from nqsat.modelling.vocabulary import AtMost, Clause, Constraint, Sum


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Preset:
    """A square with given content: a piece of ``kind``, or empty if ``kind`` is None."""

    square: Square
    kind: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "square", Square.of(self.square, "square"))
        if not isinstance(self.kind, str | None):
            raise InvalidModel("preset", f"expected the name of a kind or None, got {self.kind!r}")

    def __repr__(self) -> str:
        return f"Preset({self.square}, {self.kind!r})"

    def text_on(self, board: Board) -> str:
        """Return the text on the command line: ``Q@a1``, ``-@b2``."""
        return f"{self.kind or '-'}@{board.name(self.square)}"


#: The rules where none are given.
_NON_ATTACKING = (NonAttacking(),)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Placement(Model):
    """A model of pieces on a board, with the rules that they must satisfy.

    >>> Placement("8x8", {"Q": 8})
    <Placement 8x8 Q=8 non-attacking>

    Args:
        board: a board, its text, ``"8x8"``, ``"torus:7x7"``, its size, ``8`` or ``(8, 9)``, a graph of
            networkx, or a grid with pieces: its text, its rows, or the ``Path`` of its file.
        pieces: maps a piece (Betza notation or a name; ``white:Q`` for colours) to a number
            (``8``, ``"any"``, ``"3..5"``); or ``Kind`` values, which can also be restricted to squares. A
            piece may be a function: ``{attacks: 8}``, where ``attacks(a, b)`` says whether it attacks
            square b from a, each a ``Square`` (row, column) counted from the top left.
        rules: the rules, or a single one; by default non-attacking. A rule of nqsat may be a text as on the
            command line, ``"domination=total"``, one of your own a function; see ``nqsat.rules.rule``.
        presets: squares with given content: ``"Q@a1"``, ``"-@b2"`` (empty), also as a mapping,
            ``{"a1": "Q"}``, or the pieces of a solution; or all pieces of
            a position at once, ``"fen:8/8/3Q4/8/8/8/8/8"`` or ``"perm:3142"`` (for each file its rank),
            which leaves its empty squares undecided. The pieces in a board's file are also presets.
        objective: a measure to maximise or minimise: of the arrangements that satisfy everything else,
            only those with the best value are solutions. It may be a text: ``"minimise pieces"``.
        sense: another way to say the objective: ``maximise="pieces"``; see also ``with_objective``.

    A solution is an ``Arrangement`` that satisfies all of it; the empty board is one if the numbers
    allow it. More pieces than squares are allowed: there are 0 solutions.

    Raises:
        InvalidModel: an argument cannot be read, refers to something that the model lacks, presets
            contradict one another, or a grid has more pieces than there are.

    Warns: a rule of your own is given, and no rule about attacks.
    """

    key: ClassVar[str] = "placement"
    noun: ClassVar[str] = "arrangements"
    is_placement: ClassVar[bool] = True
    solution_class: ClassVar[type] = Arrangement
    counted: ClassVar[str] = (
        "Rotations, reflections and translations of a placement count separately.\n"
        "Where no piece is required, the empty placement counts as one."
    )

    setting: Setting
    rules: tuple[Rule, ...]
    presets: tuple[Preset, ...]
    objective: Objective | None

    def __init__(
        self,
        board: GivenBoard,
        pieces: Mapping[P, Bounds] | Iterable[Kind],
        rules: GivenRules = _NON_ATTACKING,
        presets: Iterable[Preset | Grid] = (),
        objective: Objective | str | None = None,
        *,
        read_as: Meaning | None = None,
        **sense: Linear | int | str | None,
    ) -> None:
        objective = only_wish(objective, sense, "board", "pieces", "rules", "presets", "objective")
        board, cells = board_with_content(board, self.key, read_as)
        object.__setattr__(self, "setting", Setting(board, parse_kinds(pieces, board)))
        if cells is not None and cells.marks:
            presets = [*self._given_on_board(cells.marks), *presets]
        names = [kind.name for kind in self.kinds]
        object.__setattr__(self, "rules", read_rules(rules, "placement", names))
        object.__setattr__(self, "objective", read_wish(objective, self.key, names))
        object.__setattr__(self, "presets", self._read_presets(presets))
        self._check_rules()  # last: a rule may read the whole setting
        if cells is not None:
            refuse_contradiction(self)
        if any(map(is_user_rule, self.rules)) and not self.of_attacks and self.largest > 1:
            _warn_caller(
                "no rule is about attacks, so pieces may attack one another; add NonAttacking() to "
                "forbid it; if a rule of yours does, write of_attacks = True in its class"
            )

    def _read_presets(self, presets: Iterable[Preset | Grid]) -> tuple[Preset, ...]:
        if isinstance(presets, str) or not isinstance(presets, Iterable):
            raise InvalidModel("presets", f"is a list of presets: write [{presets!r}]")
        read: list[Preset] = []
        given: dict[Square, Preset] = {}
        for place, item in enumerate(presets.items() if isinstance(presets, Mapping) else presets):
            with inside("presets", place):
                if (pair := self._paired(item)) is not None:
                    read.append(pair)
                    continue
                position = item if isinstance(item, str) and "@" not in item else ""
                grid = position if isinstance(item, str) else item
                if position.startswith((FEN, PERMUTATION)):
                    read += (Preset(*piece) for piece in self._position(position))
                elif (text := text_of_grid("preset", grid, named=False)) is not None:
                    read += self._given_in(text)
                else:
                    read.append(self._read_preset(item))
        for preset in read:
            other = given.setdefault(preset.square, preset)
            if other != preset:
                texts = " and ".join(sorted(p.text_on(self.board) for p in (other, preset)))
                raise InvalidModel("presets", f"{texts} contradict each other; keep one")
        return tuple(sorted(given.values(), key=lambda preset: preset.square))

    def _paired(self, item: object) -> Preset | None:
        """A kind and a square, given in either order; None for another value, as for rows of a grid."""
        if not isinstance(item, tuple) or len(item) != 2:
            return None
        contents = {"-": None, None: None} | {kind.name: kind.name for kind in self.kinds}
        for kind, square in (item, item[::-1]):
            known = isinstance(kind, str | None) and kind in contents
            if known and (where := square_in(self.board, square)) is not None:
                return Preset(where, contents[kind])
        return None

    def _given_in(self, text: str) -> Iterator[Preset]:
        """The pieces on another board of the same size, in its text."""
        other, content = read_position(text)
        if (other.rows, other.columns) != (self.board.rows, self.board.columns):
            reason = f"has {other.rows}x{other.columns} cells; the board is {self.board.title}"
            raise InvalidModel("preset", reason)
        return self._given_on_board(content)

    def _given_on_board(self, content: Mapping[Square, str]) -> Iterator[Preset]:
        """The pieces on the board in its file, by the letters of kinds or their names."""
        kinds = {kind.symbol: kind.name for kind in self.kinds}
        kinds |= {kind.name: kind.name for kind in self.kinds}
        if len(self.kinds) == 1:
            kinds["1"] = self.kinds[0].name
        for square, mark in content.items():
            if mark not in kinds:
                known = " ".join(name for name in kinds if name != "1")
                where = f"{mark!r} on {self.board.name(square)}"
                reason = f"expected . # x or a piece of the model: {known}"
                if not known:
                    reason = "the model has no piece; give it some, as in Q=any"
                raise InvalidModel("board", f"{where}: {reason}")
            yield Preset(square, kinds[mark])

    def _read_preset(self, item: object) -> Preset:
        preset = self._parse_preset(item) if isinstance(item, str) else item
        if not isinstance(preset, Preset):
            raise InvalidModel("preset", f"expected a Preset or text such as 'Q@a1', got {item!r}")
        square_of(self.board, preset.square)
        if preset.kind is not None:
            self.setting.kind(preset.kind)
        return preset

    def _parse_preset(self, text: str) -> Preset:
        kind, at, square = text.partition("@")
        if not at or not kind:
            raise InvalidNotation("preset", text, "expected PIECE@SQUARE or -@SQUARE, as in Q@a1")
        where = self.board.parse_square(square)
        if kind == "-":
            return Preset(where)
        if kind in ("★", "*") and len(self.kinds) == 1:  # in star battles
            return Preset(where, self.kinds[0].name)
        return Preset(where, usual_name([known.name for known in self.kinds], kind))

    @property
    def text(self) -> str:
        words = [
            self.board.title,
            *(f"{kind.typed}={kind.number}" for kind in self.kinds),
            *([rule.text for rule in self.rules] or ["none"]),
            *(f"preset {preset.text_on(self.board)}" for preset in self.presets),
            *([self.objective.text] if self.objective else []),
        ]
        return " ".join(words)

    # -- meaning -------------------------------------------------------------------------

    def holds(self, arrangement: Arrangement) -> bool:
        """Whether the arrangement, or its text, satisfies numbers, squares, presets and every rule.

        An objective is not checked: a solution must also have the best value; see ``with_optimum``.
        """
        arrangement = read_solution(self, arrangement)
        if arrangement.setting != self.setting:
            return False
        kept = any(kind.squares is not None for kind in self.kinds)
        if len(self.kinds) > 1 or kept or self.presets:
            content = {piece.square: piece.kind for piece in arrangement.pieces}
            if any(content.get(preset.square) != preset.kind for preset in self.presets):
                return False
            kinds = {kind.name: kind for kind in self.kinds}
            if not all(kinds[kind].may_stand(square) for square, kind in arrangement.pieces):
                return False
        numbers = dict.fromkeys((kind.name for kind in self.kinds), 0)
        for piece in arrangement.pieces:
            numbers[piece.kind] += 1
        return all(numbers[kind.name] in kind.number for kind in self.kinds) and all(
            rule_holds(rule, arrangement) for rule in self.rules
        )

    def at(self, kind: str | Kind, square: GivenSquare) -> Stands:
        """Return the literal *a piece of this kind stands here*, for ``clause``, ``implies``, ``at_most`` …

        ``~model.at("Q", "c4")`` says that no piece of this kind stands there.

        Args:
            kind: its name, or one of ``kinds``.
            square: its name, or (row, column) from the top left; of a graph also a node as it was given.

        Raises:
            InvalidModel: the model has no such kind, or no such square.
        """
        known = [known.name for known in self.kinds]
        named = usual_name(known, kind) if isinstance(kind, str) else kind
        return Places(self.board, self.kinds).at(named, square)

    def literal(self, text: str) -> Stands:
        """Return the literal of a text: ``Q@c4``, ``~queen@c4``; of one kind of piece also ``c4``.

        Raises:
            InvalidModel: it cannot be read, or the model has no such kind or square.
        """
        if "@" not in text and len(self.kinds) == 1:
            text = f"{'~' * text.startswith('~')}{self.kinds[0].name}@{text.removeprefix('~')}"
        literal = Stands.parse(text, ranks=self.board.geometry.has_ranks)
        found = self.at(literal.kind, literal.square)
        return ~found if literal.negated else found

    def assuming(self, literals: Iterable[Stands | str]) -> Placement:
        return self.with_rules(*(clause(self.literal(str(x))) for x in items_of(literals)))

    @property
    def atoms(self) -> tuple[PlacedPiece, ...]:
        """All possible pieces, square by square."""
        pairs = product(self.board.squares, self.kinds)
        return tuple(
            PlacedPiece(square, kind.name) for square, kind in pairs if kind.may_stand(square)
        )

    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        pieces = PieceVariables(table, [kind.name for kind in self.kinds])
        yield "one piece on a square", table.collect(self._one_piece_per_square(pieces))
        for kind in self.kinds:
            here = tuple(
                x for x, piece in enumerate(table.atoms, start=1) if piece.kind == kind.name
            )
            if kind.number != Number():
                number = Sum(kind.number.low, kind.number.high, here)
                yield f"number of {kind.name}", table.collect([number])
        yield "presets", table.collect(self._preset_clauses(pieces))
        yield from self._lowered_rules(table, pieces)

    def _one_piece_per_square(self, pieces: PieceVariables) -> Iterator[Constraint]:
        for square in self.board.squares if len(self.kinds) > 1 else ():
            here = tuple(x for kind in self.kinds if (x := pieces.at(kind.name, square)))
            if len(here) > 1:
                yield AtMost(1, here)

    def _preset_clauses(self, pieces: PieceVariables) -> Iterator[Constraint]:
        for preset in self.presets:
            for kind in self.kinds:
                here = pieces.at(kind.name, preset.square)
                if kind.name == preset.kind:
                    # A given piece on a square that its kind may not occupy: no solution.
                    yield Clause((here,)) if here else Clause(())
                elif here:
                    yield Clause((-here,))

    def solution(self, atoms: Iterable[PlacedPiece]) -> Arrangement:
        if len(self.kinds) == 1:  # distinct atoms stand on distinct squares
            return Arrangement.of_sorted(self.setting, tuple(sorted(atoms)))
        return Arrangement(self.setting, tuple(atoms))

    def atoms_of(self, solution: Arrangement) -> tuple[PlacedPiece, ...]:
        return solution.pieces

    # -- parts, requirements, words --------------------------------------------------------

    @property
    def choice_signs(self) -> tuple[str, ...]:
        return ("-", *(kind.name for kind in self.kinds))

    def cut(self, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
        board = self.board
        taken = {board.name(preset.square) for preset in self.presets}
        taken |= {word.rpartition("@")[2] for word in chosen}
        free = [square for square in self.board.squares if board.name(square) not in taken]
        empty: list[str] = []
        for square in self._rank(free):
            name = board.name(square)
            for kind in self.kinds:
                yield (*empty, f"{kind.name}@{name}")
            empty.append(f"-@{name}")
        if empty:
            yield tuple(empty)

    def _rank(self, free: Sequence[Square]) -> list[Square]:
        """Return the free squares of one rank, preferably of a rank that is wholly free."""
        whole = Counter(square.row for square in self.board.squares)
        left = Counter(square.row for square in free)
        chosen = max(left, key=lambda row: left[row] == whole[row], default=None)
        return [square for square in free if square.row == chosen]

    def cube(self, choices: Sequence[str]) -> Placement:
        return self.changed(presets=[*self.presets, *choices])

    def requirements(self) -> Iterator[Requirement]:
        for rule in self.rules:
            yield Requirement("rule", rule.text, rule)
        for kind in self.kinds:
            if kind.number != Number():
                yield Requirement("number", f"{kind.name} = {kind.number}", kind.name)
            if kind.squares is not None:
                names = [self.board.name(square) for square in sorted(kind.squares)]
                some = ", ".join(names[:FEW]) or "no square"
                more = f", … ({len(names)} squares)" if len(names) > FEW else ""
                yield Requirement("squares", f"{kind.name} only on {some}{more}", kind.name)
        for preset in self.presets:
            yield Requirement("preset", preset.text_on(self.board), preset)

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Placement:
        kinds = []
        for kind in self.kinds:
            number = kind.number if kind.name in kept.get("number", ()) else Number()
            squares = kind.squares if kind.name in kept.get("squares", ()) else None
            kinds.append(replace(kind, number=number, squares=squares))
        return Placement(self.board, kinds, kept.get("rule", ()), kept.get("preset", ()))

    @classmethod
    def options(cls) -> tuple[str, ...]:
        return ("rules", "presets", "maximise", "minimise")

    def refined(
        self,
        *,
        rules: Iterable[Rule] = (),
        presets: Iterable[str] = (),
        maximise: str | None = None,
        minimise: str | None = None,
    ) -> Placement:
        usual = partial(usual_name, [kind.name for kind in self.kinds])
        restricted = self.changed(
            rules=(*self.rules, *(rule.rename_kinds(usual) for rule in rules)),
            presets=(*self.presets, *presets),
        )
        return restricted._with_added_objective(maximise, minimise)

    def to_json(self) -> dict[str, object]:
        data: dict[str, object] = {
            "board": board_data(self.board),
            "pieces": [kind_data(kind, self.board) for kind in self.kinds],
            "rules": [rule_data(rule) for rule in self.rules],
            "presets": [preset.text_on(self.board) for preset in self.presets],
        }
        if self.objective is not None:
            data["objective"] = self.objective.to_json()
        return data

    @classmethod
    def from_json(cls, value: object) -> Placement:
        fields = fields_of(value, {"board", "pieces", "rules", "presets"}, {"objective"})
        board: Board = read_at(fields, "board", read_board)
        kinds = read_each(fields, "pieces", read_kind, board)
        rules = read_each(fields, "rules", read_rule)
        presets = read_each(fields, "presets", as_text)
        objective = read_at(fields, "objective", read_objective) if "objective" in fields else None
        try:
            return cls(board, kinds, rules, presets, objective)
        except InvalidModel as error:
            if error.path[0] == "presets":
                error.place(error.path[:2])  # in JSON a preset is one text
            raise

    def parse_solution(self, text: str) -> Arrangement:
        if text.startswith(FEN) or "/" in text:
            return Arrangement(self.setting, self._position(text))
        return Arrangement(self.setting, tuple(self._pieces(text)))

    def _position(self, text: str) -> tuple[PlacedPiece, ...]:
        from nqsat.chess.fen import read_pieces

        names = {kind.symbol: kind.name for kind in self.kinds}
        return tuple(PlacedPiece(*given) for given in read_pieces(text, self.board, names))

    def _pieces(self, text: str) -> Iterator[PlacedPiece]:
        for word in () if text == "(empty)" else text.split():
            kind, at, square = word.rpartition("@")
            if not at and len(self.kinds) != 1:
                raise InvalidModel("solution", f"{word!r} names no kind; {EXPECTED}")
            yield PlacedPiece(square_named(self.board, square), kind or self.kinds[0].name)

    def solution_from_json(self, data: Any) -> Arrangement:
        pairs = [(kind, name) for kind, names in data["squares"].items() for name in names]
        pieces = (
            PlacedPiece(square_named(self.board, str(name)), str(kind)) for kind, name in pairs
        )
        return Arrangement(self.setting, tuple(pieces))

    # -- facts ---------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self.setting.board

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces."""
        return self.setting.kinds

    @property
    def unit(self) -> str:
        return "placements"

    @property
    def order(self) -> str:
        kinds = ", then ".join(kind.name for kind in self.kinds)
        return f"square by square from the top left; on each first {kinds}, then empty"

    @property
    def given(self) -> tuple[PlacedPiece, ...]:
        return tuple(PlacedPiece(x.square, x.kind) for x in self.presets if x.kind is not None)

    def choices(self, *, given: bool = False) -> Iterator[tuple[PlacedPiece, ...]]:
        known = () if given else {preset.square for preset in self.presets}
        for square in self.board.squares:
            pieces = tuple(
                PlacedPiece(square, kind.name) for kind in self.kinds if kind.may_stand(square)
            )
            if pieces and square not in known:
                yield pieces

    def is_preserved_by(self, change: Change) -> bool:
        if change.target != self.setting:
            return False
        known = {rule for rule in self.rules if not isinstance(rule, Amount)}
        moved = (call_rule(x, x.image, change) for x in reversed(self.rules) if x in known)
        if not known.issuperset(moved):  # the first clue that has no image decides
            return False
        image = self.image(change)
        return image is not None and image._canonical_form() == self._canonical_form()

    def _canonical_form(self) -> tuple[object, ...]:
        """A form that is equal for equivalent placements of one setting; see ``preserving``."""
        kinds, rules, objective = self.kinds, self.rules, self.objective
        wanted = objective and canonical_measure(kinds, rules, objective.measure)
        return self.presets, canonical_rules(kinds, rules), wanted

    def colours(self) -> Sequence[str]:
        return colours_of(self.kinds)

    def recolourings(self) -> tuple[Change, ...]:
        group, setting = symmetries(self.board), self.setting
        changes = (Change.of(setting, g, naming) for naming in renamings(self.kinds) for g in group)
        return tuple(change for change in changes if self.is_preserved_by(change))

    def changed(self, **changes: Any) -> Placement:
        names = ("board", "rules", "presets", "objective")
        values = {"pieces": self.kinds, **{name: getattr(self, name) for name in names}}
        return Placement(**{**values, **changes})

    def with_optimum(self, number: Bounds | None, *, proved: bool = False) -> Placement:
        if self.objective is None:
            return super().with_optimum(number)
        plain = self.with_objective(None)
        if number is None:
            return plain
        best = self.objective.sense if proved else None
        return plain.with_rules(Amount(self.objective.measure, number, best))

    def image(self, change: Change) -> Placement | None:
        rules: list[Any] = [call_rule(rule, rule.image, change) for rule in self.rules]
        objective = self.objective
        if objective is not None:
            measure = objective.measure.image(change)
            if measure is None:
                return None
            objective = Objective(objective.sense, measure)
        if None in rules:
            return None
        presets = [Preset(change(x.square), x.kind and change.kinds[x.kind]) for x in self.presets]
        return Placement(change.target.board, change.target.kinds, rules, presets, objective)

    def fixed(self, symmetry: str) -> Placement:
        with blaming("fixed_by"):
            return self.with_rules(Invariant(symmetry))

    @property
    def size(self) -> int:
        cells = self.board.rows * self.board.columns
        longest, own = self.board.geometry.longest, 0
        for kind in self.kinds:
            # Unlimited rides are encoded by lines, not by the attacks along them.
            rides = rides_on(kind.piece, self.board)
            ways = 1 + sum(longest(ride) if ride.reach else 1 for ride in rides)
            places = cells if kind.squares is None else len(kind.squares)
            own += (places * ways + len(kind.piece.graph)) * len(self.kinds)
        wanted = self.objective.measure.cost(self.setting) if self.objective else 0
        return own + wanted + sum(call_rule(rule, rule.cost, self.setting) for rule in self.rules)

    @property
    def contradiction(self) -> str | None:
        return too_many_pieces(self, Counter(x.kind for x in self.presets)) or too_many_regions(
            self
        )

    @property
    def obstacle(self) -> str | None:
        return self.contradiction or tiles_do_not_fit(self)

    @property
    def largest(self) -> int:
        """The largest number of pieces that the numbers and the board allow, without the rules."""
        cells = self.board.rows * self.board.columns
        highs = [cells if k.number.high is None else k.number.high for k in self.kinds]
        return min(cells, sum(highs))


class PieceVariables:
    """The variables of a placement, as its rules use them: an implementation of ``Variables``."""

    def __init__(self, table: Table, kinds: Collection[str]) -> None:
        self._table, self._kinds, self.fresh = table, kinds, table.fresh

    def at(self, kind: str, square: Square) -> int | None:
        """Return the literal *a piece of this kind stands here*; None if the model excludes it."""
        return next(iter(self.group(kind, (square,))), None)

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        """Return the literals of a kind on those of the squares where it may stand."""
        if kind not in self._kinds:
            names = ", ".join(self._kinds) or "none"
            raise InvalidModel("kind", f"the model has no {kind!r}; it has {names}")
        return tuple(filter(None, map(self._table.of, zip(squares, repeat(kind)))))


def _warn_caller(text: str) -> None:
    """Warn who called the constructor, unless it is nqsat itself that makes a copy."""
    caller = sys._getframe(2).f_globals.get("__name__", "")
    if caller.partition(".")[0] != "nqsat":
        warnings.warn(text, stacklevel=3)
